/*
 * pager.c - shows a text longer than the screen.
 */
#include "terminal/screen/pager.h"

#include <stdio.h>
#include <string.h>

#include "terminal/screen/canvas.h"
#include "terminal/screen/mini_card.h"
#include "say/notation.h"
#include "say/rule_say.h"

enum { WIDTH_MAX = 92, KEYS_WIDTH = 18, FIRST_ROW = 2 };

void pager_clear(struct pager *g)
{
    g->count = 0;
    g->used = 0;
}

void pager_add(struct pager *g, enum pager_kind kind, const char *text)
{
    size_t length = strlen(text) + 1;
    if (g->count == PAGER_PARTS_MAX || length > sizeof g->text - g->used)
        return;
    g->part[g->count].kind = (uint8_t)kind;
    g->part[g->count++].at = (uint32_t)g->used;
    memcpy(g->text + g->used, text, length);
    g->used += length;
}

static void add_rule(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    (void)ids;
    pager_add(ctx, part == RULE_SAY_SENTENCE ? PAGER_PARAGRAPH : PAGER_HEAD, text);
}

void pager_add_rules(struct pager *g, enum text_lang lang, const struct mazo_rules *rules)
{
    rule_say(rules, lang, NULL, add_rule, g);
}

/* The position of the text and its visible part. */
struct sight {
    struct canvas *canvas;
    int column, width; /* of the text */
    int top, height;   /* first visible line, and how many */
    int line;          /* the next one */
};

/* Draws the visible part of a text: canvas_wrap may begin above the first row and end below the
 * last one, so the edges are drawn over it afterwards. */
static void draw_lines(struct sight *s, int indent, int width, struct canvas_style style,
                       const char *text)
{
    int lines = canvas_wrap_lines(text, width);
    int row = FIRST_ROW + s->line - s->top;
    int space = s->height - (s->line - s->top);
    if (row + lines > FIRST_ROW && space > 0)
        canvas_wrap(s->canvas, row, s->column + indent, width, lines, style, text);
}

static void draw_keys(struct sight *s, const char *text)
{
    char keys[80];
    const char *bar = strchr(text, '|');
    snprintf(keys, sizeof keys, "%.*s", (int)(bar ? bar - text : 0), text);
    const char *what = bar ? bar + 1 : text;
    draw_lines(s, 2, KEYS_WIDTH, page_accent, keys);
    draw_lines(s, 2 + KEYS_WIDTH, s->width - KEYS_WIDTH - 2, page_plain, what);
    s->line += canvas_wrap_lines(what, s->width - KEYS_WIDTH - 2);
}

/* "- A list item" hangs behind its dash. */
static void draw_paragraph(struct sight *s, const char *text)
{
    int indent = 2;
    if (strncmp(text, "- ", 2) == 0) {
        draw_lines(s, indent, s->width - indent, page_plain, "-");
        indent += 2;
        text += 2;
    }
    draw_lines(s, indent, s->width - indent, page_plain, text);
    s->line += canvas_wrap_lines(text, s->width - indent);
}

/* Draws the visible part; returns the lines of the whole. */
static int draw(const struct pager *g, struct sight *s)
{
    s->line = 0;
    for (int i = 0; i < g->count; i++) {
        const char *text = g->text + g->part[i].at;
        switch (g->part[i].kind) {
        case PAGER_HEAD:
            s->line += i > 0;
            draw_lines(s, 0, s->width, page_accent, text);
            s->line += canvas_wrap_lines(text, s->width);
            break;
        case PAGER_KEYS:
            draw_keys(s, text);
            break;
        default:
            draw_paragraph(s, text);
        }
    }
    return s->line;
}

/* "12-33 of 60", where not all is seen. */
static void draw_place(struct page *p, int top, int height, int lines)
{
    char text[80];
    if (lines > height) {
        snprintf(text, sizeof text, text_in(p->lang, "%d–%d of %d"), top + 1,
                 top + height < lines ? top + height : lines, lines);
        page_title_right(p, text);
    }
}

static int moved(uint32_t key, int top, int height)
{
    switch (key) {
    case TERM_DOWN:
    case TERM_ENTER:
    case 'j':
        return top + 1;
    case TERM_UP:
    case 'k':
        return top - 1;
    case TERM_WHEEL_DOWN:
        return top + 3;
    case TERM_WHEEL_UP:
        return top - 3;
    case TERM_PAGE_DOWN:
    case ' ':
        return top + height - 1;
    case TERM_PAGE_UP:
    case 'b':
        return top - height + 1;
    case TERM_HOME:
    case 'g':
        return 0;
    case TERM_END:
    case 'G':
        return PAGER_TEXT_MAX;
    default:
        return top;
    }
}

void pager_show(struct pager *g, struct page *p, const char *title)
{
    pager_offer(g, p, title, NULL);
}

/* One page of it, at most as far down as there is something to see. */
static void draw_page(void *ctx)
{
    struct pager *g = ctx;
    struct page *p = g->page;
    struct page_hint hints[5] = {{TERM_DOWN, "↓", N_("down")},
                                 {TERM_UP, "↑", N_("back up")},
                                 {' ', N_("Space"), N_("next page")},
                                 {TERM_ESCAPE, "Esc", N_("close")}};
    struct canvas *c = &p->canvas;
    int lines;
    if (g->offer)
        hints[4] = *g->offer;
    for (bool settled = false; !settled;) {
        page_begin(p, g->title);
        g->height = c->rows - FIRST_ROW - 2;
        int width = c->columns - 4 < WIDTH_MAX ? c->columns - 4 : WIDTH_MAX;
        struct sight s = {c, (c->columns - width) / 2, width, g->top, g->height, 0};
        lines = draw(g, &s);
        int most = lines > g->height ? lines - g->height : 0;
        settled = g->top <= most;
        g->top = settled ? g->top : most; /* again, from the last position with something to show */
    }
    mini_card_chips(c, p->term, p->lang, FIRST_ROW, 0, c->rows - FIRST_ROW, c->columns, true);
    canvas_fill(c, c->rows - 2, 0, 2, c->columns, page_plain, " ");
    canvas_fill(c, 1, 0, 1, c->columns, page_plain, " ");
    page_begin_line(p, g->title);
    draw_place(p, g->top, g->height, lines);
    page_hints(p, hints, g->offer ? 5 : 4);
}

bool pager_offer(struct pager *g, struct page *p, const char *title, const struct page_hint *offer)
{
    g->page = p;
    g->title = title;
    g->offer = offer;
    g->top = 0;
    for (;;) {
        page_show(p, draw_page, g);
        uint32_t key = page_read(p, -1);
        if (offer && key == offer->key)
            return true; /* it stays behind the caller's question */
        if (page_leaves(key) || key == '?') {
            p->draw = NULL; /* the caller frees it */
            return false;
        }
        g->top = moved(key, g->top, g->height);
        g->top = g->top < 0 ? 0 : g->top;
    }
}
