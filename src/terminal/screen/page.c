/*
 * page.c - what all full-screen pages around the game share.
 */
#include "terminal/screen/page.h"

#include <stdio.h>
#include <string.h>

#include "text/look.h"

enum { ASK_WIDTH = 64, BESIDE = 8 /* columns of a row for its marks and arrows */ };

const struct canvas_style page_plain = {INK_PLAIN, 0};
const struct canvas_style page_dim = {INK_DIM, 0};
const struct canvas_style page_bold = {INK_PLAIN, CANVAS_BOLD};
const struct canvas_style page_accent = {INK_ACCENT, CANVAS_BOLD};
const struct canvas_style page_mark = {INK_ACCENT, CANVAS_REVERSE};
const struct canvas_style page_bad = {INK_RED, CANVAS_BOLD};

void page_init(struct page *p, struct term *term, enum text_lang lang)
{
    p->term = term;
    p->lang = lang;
    p->gone = false;
    p->area_count = 0;
    p->cursor_row = -1;
    p->title[0] = '\0';
    p->draw = NULL;
    canvas_clear(&p->canvas, term->rows, term->columns);
    p->hint_row = p->canvas.rows - 1;
}

void page_begin(struct page *p, const char *title)
{
    canvas_clear(&p->canvas, p->term->rows, p->term->columns);
    p->area_count = 0;
    p->cursor_row = -1;
    p->hint_row = p->canvas.rows - 1;
    p->draw = NULL;
    if (title != p->title)
        snprintf(p->title, sizeof p->title, "%s", title ? title : "");
    page_begin_line(p, p->title);
}

void page_show(struct page *p, page_drawing *draw, void *ctx)
{
    draw(ctx);
    p->draw = draw;
    p->ctx = ctx;
}

void page_begin_line(struct page *p, const char *title)
{
    struct canvas *c = &p->canvas;
    canvas_fill(c, 0, 0, 1, c->columns, page_mark, " ");
    int used = canvas_text(c, 0, 1, c->columns - 2, page_mark, "Mazo");
    if (title[0]) {
        used += canvas_text(c, 0, 1 + used, c->columns - 2 - used, page_mark, " · ");
        used += canvas_text(c, 0, 1 + used, c->columns - 2 - used, page_mark, title);
    }
    p->title_end = used;
}

void page_title_right(struct page *p, const char *text)
{
    int width = canvas_width(text), column = p->canvas.columns - 1 - width;
    if (p->title_end > column - 2)
        canvas_text(&p->canvas, 0, column - 2, 2, page_mark, "… ");
    canvas_text(&p->canvas, 0, column, width, page_mark, text);
}

void page_area(struct page *p, int row, int column, int height, int width, uint32_t key)
{
    if (p->area_count < PAGE_AREAS_MAX)
        p->area[p->area_count++] = (struct page_area){row, column, height, width, key};
}

/* A letter is the same key in every language. */
static const char *keycap_of(const struct page *p, const struct page_hint *hint)
{
    return hint->keycap[1] ? text_in(p->lang, hint->keycap) : hint->keycap;
}

static int hint_width(const struct page *p, const struct page_hint *hint)
{
    return canvas_width(keycap_of(p, hint)) + 1 + canvas_width(text_in(p->lang, hint->label));
}

/* Moves the hints closer together if needed; if that is not enough they also use the line above. */
int page_hints(struct page *p, const struct page_hint *hints, int count)
{
    struct canvas *c = &p->canvas;
    int row = c->rows - 1, at = 1, gap = 3, whole = 0;
    for (int i = 0; i < count; i++)
        whole += hint_width(p, &hints[i]);
    while (gap > 1 && whole + gap * (count - 1) > c->columns - 2)
        gap--;
    if (whole + gap * (count - 1) > c->columns - 2) {
        gap = 3;
        canvas_fill(c, --row, 0, 1, c->columns, page_plain, " ");
    }
    int first = p->hint_row = row;
    for (int i = 0; i < count; i++) {
        const char *label = text_in(p->lang, hints[i].label);
        const char *keycap = keycap_of(p, &hints[i]);
        int width = hint_width(p, &hints[i]);
        if (at + width > c->columns - 1 && row < c->rows - 1) {
            row++;
            at = 1;
        }
        int used = canvas_text(c, row, at, width, page_accent, keycap);
        canvas_text(c, row, at + used + 1, width, page_dim, label);
        page_area(p, row, at, 1, width, hints[i].key);
        at += width + gap;
    }
    return first;
}

/* The key that a click stands for; the areas drawn last are on top. */
static uint32_t key_at(const struct page *p, int row, int column)
{
    for (int i = p->area_count - 1; i >= 0; i--) {
        const struct page_area *a = &p->area[i];
        if (row >= a->row && row < a->row + a->height && column >= a->column &&
            column < a->column + a->width)
            return a->key;
    }
    return TERM_NONE;
}

uint32_t page_read(struct page *p, int ms)
{
    if (p->gone)
        return TERM_GONE;
    p->term->show(p->term, &p->canvas, p->cursor_row, p->cursor_column);
    struct term_input in = p->term->read(p->term, ms);
    if (in.key == TERM_GONE)
        p->gone = true;
    if (in.key == TERM_CLICK)
        return key_at(p, in.row, in.column);
    return in.key == TERM_RESIZE ? TERM_NONE : in.key;
}

bool page_leaves(uint32_t key)
{
    return key == TERM_ESCAPE || key == 'q' || key == 'Q' || key == TERM_GONE;
}

int page_scroll(int top, int at, int count, int height)
{
    if (at < top)
        top = at;
    if (at >= top + height)
        top = at - height + 1;
    if (top > count - height)
        top = count - height;
    return top < 0 ? 0 : top;
}

/* ---- rows ---- */

static int widest_label(const struct page_row *rows, int count)
{
    int widest = 0;
    for (int i = 0; i < count; i++) {
        int width = rows[i].value[0] ? canvas_width(rows[i].label) : 0;
        widest = width > widest ? width : widest;
    }
    return widest;
}

int page_rows_width(const struct page_row *rows, int count)
{
    int widest = 0;
    for (int i = 0; i < count; i++) {
        int width = canvas_width(rows[i].value);
        widest = width > widest ? width : widest;
    }
    return widest + widest_label(rows, count) + BESIDE;
}

static void draw_row(struct page *p, int row, int column, int width, const struct page_row *r,
                     int label, bool marked)
{
    struct canvas *c = &p->canvas;
    struct canvas_style style = marked ? page_mark : page_plain;
    canvas_fill(c, row, column, 1, width, style, " ");
    canvas_text(c, row, column, 1, style, marked ? "►" : " ");
    canvas_text(c, row, column + 2, width - 2, style, r->label);
    if (!r->value[0])
        return;
    int at = column + 2 + label + 2;
    int space = width - label - BESIDE;
    if (r->turns && marked)
        canvas_text(c, row, at, 1, style, "◄");
    int used = canvas_text(c, row, at + 2, space, marked || r->turns ? style : page_dim, r->value);
    if (r->turns && marked) {
        canvas_text(c, row, at + used + 3, 1, style, "►");
        page_area(p, row, at, 1, 2, TERM_LEFT);
        page_area(p, row, at + used + 2, 1, 3, TERM_RIGHT);
    }
}

void page_rows(struct page *p, int row, int column, int width, int height,
               const struct page_row *rows, int count, int at, int *top)
{
    int label = widest_label(rows, count);
    *top = page_scroll(*top, at, count, height);
    for (int i = *top; i < count && i < *top + height; i++) {
        page_area(p, row + i - *top, column, 1, width, PAGE_PICK + (uint32_t)i);
        draw_row(p, row + i - *top, column, width, &rows[i], label, i == at);
    }
    if (*top > 0)
        canvas_text(&p->canvas, row, column + width - 1, 1, page_accent, "↑");
    if (*top + height < count)
        canvas_text(&p->canvas, row + height - 1, column + width - 1, 1, page_accent, "↓");
}

int page_middle(const struct page *p, int most, int *width)
{
    *width = p->canvas.columns - 4 < most ? p->canvas.columns - 4 : most;
    return (p->canvas.columns - *width) / 2;
}

uint32_t page_pick(uint32_t key, int *at, int count, bool twice)
{
    int row = key >= PAGE_PICK ? (int)(key - PAGE_PICK) : count, was = *at;
    if (row >= count)
        return key;
    *at = row;
    return !twice || row == 0 || row == was ? TERM_ENTER : TERM_NONE;
}

bool page_move(uint32_t key, int *at, int count)
{
    if (key == TERM_DOWN || key == 'j' || key == TERM_TAB || key == TERM_WHEEL_DOWN)
        *at = (*at + 1) % count;
    else if (key == TERM_UP || key == 'k' || key == TERM_BACK_TAB || key == TERM_WHEEL_UP)
        *at = (*at + count - 1) % count;
    else if (key == TERM_HOME || key == TERM_PAGE_UP)
        *at = 0;
    else if (key == TERM_END || key == TERM_PAGE_DOWN)
        *at = count - 1;
    else
        return false;
    return true;
}

/* ---- a text that is typed ---- */

static int encode(uint32_t ch, char bytes[5])
{
    static const unsigned char marks[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    int n = ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, ch >>= 6)
        bytes[i] = (char)(0x80 | (ch & 63));
    bytes[0] = (char)(marks[n] | ch);
    bytes[n] = '\0';
    return n;
}

static void text_add(char *text, size_t size, size_t *at, uint32_t ch)
{
    char bytes[5];
    size_t n = (size_t)encode(ch, bytes), length = strlen(text);
    if (ch != 0x7f && length + n < size) {
        memmove(text + *at + n, text + *at, length - *at + 1);
        memcpy(text + *at, bytes, n);
        *at += n;
    }
}

static bool inside_character(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

static size_t before(const char *text, size_t at)
{
    at -= at > 0;
    while (at > 0 && inside_character(text[at]))
        at--;
    return at;
}

static size_t after(const char *text, size_t at)
{
    at += text[at] != '\0';
    while (inside_character(text[at]))
        at++;
    return at;
}

static void text_cut(char *text, size_t from, size_t to)
{
    memmove(text + from, text + to, strlen(text + to) + 1);
}

bool page_text_key(char *text, size_t size, size_t *at, uint32_t key)
{
    size_t length = strlen(text);
    if (key == TERM_BACKSPACE || (key == TERM_DELETE && *at == length)) {
        size_t from = before(text, *at); /* some terminals send Delete for Backspace */
        text_cut(text, from, *at);
        *at = from;
    } else if (key == TERM_DELETE) {
        text_cut(text, *at, after(text, *at));
    } else if (key == TERM_CLEAR) {
        text[ *at = 0] = '\0';
    } else if (key == TERM_LEFT || key == TERM_HOME) {
        *at = key == TERM_HOME ? 0 : before(text, *at);
    } else if (key == TERM_RIGHT || key == TERM_END) {
        *at = key == TERM_END ? length : after(text, *at);
    } else if (key >= ' ' && key < TERM_ENTER) {
        text_add(text, size, at, key);
    } else {
        return false;
    }
    return true;
}

bool page_text_ready(char *text, size_t size, size_t *at, uint32_t key, int *chosen,
                     enum text_lang lang, const char *(*ready)(enum text_lang lang, int i))
{
    if (key != TERM_UP && key != TERM_DOWN)
        return false;
    *chosen = key == TERM_DOWN ? *chosen + 1 : *chosen > 0 ? *chosen - 1 : 0;
    snprintf(text, size, "%s", ready(lang, *chosen));
    *at = strlen(text);
    return true;
}

const char *page_text_from(const char *text, size_t at, int width, int *cursor)
{
    const char *place = text + at;
    while (text < place && canvas_width(text) - canvas_width(place) > width - 1)
        text += after(text, 0);
    *cursor = canvas_width(text) - canvas_width(place);
    return text;
}

/* ---- small windows ---- */

/* A centered frame with room for the text; returns the row below the text. */
static int window(struct page *p, const char *title, const char *text, int more, int *column,
                  int *width)
{
    struct canvas *c = &p->canvas;
    int inner = c->columns - 6 < ASK_WIDTH ? c->columns - 6 : ASK_WIDTH;
    int lines = canvas_wrap_lines(text, inner);
    int height = lines + more + 3;
    int row = (c->rows - height) / 2 > 1 ? (c->rows - height) / 2 : 1;
    *column = (c->columns - inner) / 2;
    *width = inner;
    canvas_fill(c, row, *column - 2, height, inner + 4, page_plain, " ");
    canvas_box(c, row, *column - 2, height, inner + 4, page_accent, title);
    canvas_wrap(c, row + 1, *column, inner, lines, page_plain, text);
    return row + 1 + lines;
}

/* Redraws the page behind a window, without earlier windows; it can no longer be clicked, and its
 * key lines belong to the window. */
static void cover(struct page *p)
{
    bool resized = p->canvas.rows != p->term->rows || p->canvas.columns != p->term->columns;
    if (p->draw)
        page_show(p, p->draw, p->ctx);
    else if (resized)
        page_begin(p, p->title);
    p->area_count = 0;
    canvas_fill(&p->canvas, p->hint_row, 0, p->canvas.rows - p->hint_row, p->canvas.columns,
                page_plain, " ");
}

int page_ask(struct page *p, const char *title, const char *text, const char *const *answers,
             int count)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("choose")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    int at = 0, column, width;
    for (;;) {
        cover(p);
        int row = window(p, title, text, count + 1, &column, &width) + 1;
        for (int i = 0; i < count; i++) {
            char line[200];
            snprintf(line, sizeof line, "%s %s", i == at ? "►" : " ", text_in(p->lang, answers[i]));
            canvas_fill(&p->canvas, row + i, column, 1, width, i == at ? page_mark : page_plain,
                        " ");
            canvas_text(&p->canvas, row + i, column, width, i == at ? page_mark : page_plain, line);
            page_area(p, row + i, column, 1, width, PAGE_PICK + (uint32_t)i);
        }
        page_hints(p, hints, 2);
        uint32_t key = page_read(p, -1);
        if (key >= PAGE_PICK)
            return (int)(key - PAGE_PICK);
        if (page_leaves(key))
            return -1;
        if (key == TERM_ENTER || key == ' ')
            return at;
        page_move(key, &at, count);
    }
}

void page_say(struct page *p, const char *title, const char *text)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("continue")}};
    uint32_t key;
    int column, width;
    do {
        cover(p);
        window(p, title, text, 0, &column, &width);
        page_area(p, 0, 0, p->canvas.rows, p->canvas.columns, TERM_ENTER);
        page_hints(p, hints, 1);
        key = page_read(p, -1);
    } while (key == TERM_NONE);
}

bool page_type_or(struct page *p, const char *title, const char *text, char *buf, size_t size,
                  const char *(*ready)(enum text_lang lang, int i))
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("done")},
                                             {TERM_ESCAPE, "Esc", N_("back")},
                                             {TERM_DOWN, "↑↓", N_("phrases")}};
    int chosen = -1;
    static const struct canvas_style line = {INK_PLAIN, CANVAS_UNDERLINE};
    int column, width, cursor;
    size_t at = strlen(buf);
    bool fresh = true; /* the text is selected: the first letter replaces it */
    bool full = false; /* the last letter did not fit */
    for (;;) {
        cover(p);
        int row = window(p, title, text, 2, &column, &width) + 1;
        const char *shown = page_text_from(buf, at, width, &cursor);
        canvas_fill(&p->canvas, row, column, 1, width, line, " ");
        canvas_text(&p->canvas, row, column, width, fresh ? page_mark : line, shown);
        canvas_text(&p->canvas, row + 1, column, width, page_bad,
                    full ? text_in(p->lang, N_("It cannot be longer")) : "");
        p->cursor_row = row;
        p->cursor_column = column + cursor;
        page_hints(p, hints, ready ? 3 : 2);
        uint32_t key = page_read(p, -1);
        if (key == TERM_ENTER || key == TERM_ESCAPE || key == TERM_GONE) {
            p->cursor_row = -1;
            return key == TERM_ENTER;
        }
        if (ready && page_text_ready(buf, size, &at, key, &chosen, p->lang, ready))
            continue;
        bool letter = key >= ' ' && key < TERM_ENTER;
        if (fresh && letter)
            buf[at = 0] = '\0';
        size_t before_it = at;
        fresh = !page_text_key(buf, size, &at, key) && fresh;
        full = letter && at == before_it;
    }
}

bool page_type(struct page *p, const char *title, const char *text, char *buf, size_t size)
{
    return page_type_or(p, title, text, buf, size, NULL);
}

bool page_name(struct page *p, const char *title, const char *text, char *buf, size_t size)
{
    char clean[256];
    while (page_type(p, title, text, buf, size)) {
        enum look look = look_clean(buf, clean, sizeof clean);
        if (look == LOOK_FINE || buf[0] == '\0') {
            snprintf(buf, size, "%s", clean);
            return true;
        }
        text = text_in(p->lang, look_why(look));
    }
    return false;
}
