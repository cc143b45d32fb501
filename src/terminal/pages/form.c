/*
 * form.c - the rules of a table as a form, made from the rule matrix.
 */
#include "terminal/pages/form.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session/setup.h"
#include "text/oserror.h"
#include "say/rule_house.h"
#include "say/rule_say.h"
#include "say/rule_text.h"
#include "wire/ruleset.h"
#include "text/place.h"
#include "text/screen.h"
#include "text/span.h"

enum { FIRST_ROW = 2, PANEL_ROWS = 7, WIDTH_MAX = 100 };

/* ---- the order of the rows ---- */

/* The rules that most tables change, with the names of rule_house.c. */
static const struct {
    uint8_t rule;
    const char *name, *brief; /* 39 columns have room at 80 */
} popular[] = {
    {MAZO_RULE_stacking, N_("stacking"), N_("A draw card answers a draw card")},
    {MAZO_RULE_jump_in, N_("jump-in"), N_("The same card, out of turn")},
    {MAZO_RULE_seven_zero, N_("7-0"), N_("A 7 swaps hands, a 0 passes them on")},
    {MAZO_RULE_draw_until_playable, N_("draw until it fits"), N_("Keep drawing until a card fits")},
    {MAZO_RULE_no_bluffing, N_("no bluffing"), N_("A Wild Draw Four is never a bluff")},
};
enum { POPULAR = sizeof popular / sizeof popular[0], MORE = POPULAR, ALL = MAZO_RULE_COUNT + 1 };

static bool is_popular(int rule)
{
    for (int i = 0; i < POPULAR; i++)
        if (popular[i].rule == rule)
            return true;
    return false;
}

/* The popular ones, the row that opens the rest, and the rest in the order of the matrix. */
int form_rule_at(int place)
{
    int rule = -1;
    if (place < POPULAR)
        return popular[place].rule;
    if (place == MORE)
        return FORM_MORE;
    for (int left = place - MORE; left > 0;) {
        rule++;
        left -= !is_popular(rule);
    }
    return rule;
}

static int place_of(int rule)
{
    int place = 0;
    while (form_rule_at(place) != rule)
        place++;
    return place;
}

/* The rest is shown if it was opened, or a row of it is marked. */
static bool is_open(const struct form *f) { return f->open || place_of(f->rule) > MORE; }

static int places(const struct form *f) { return is_open(f) ? ALL : MORE + 1; }

const char *form_group_at(int place)
{
    return place < POPULAR ? N_("House rules that many play")
           : place == MORE ? ""
                           : mazo_rule_group(form_rule_at(place));
}

static bool opens_group(int place)
{
    return place == 0 || form_group_at(place) != form_group_at(place - 1);
}

void form_init(struct form *f, enum text_lang lang, const struct mazo_rules *rules, int seats)
{
    *f = (struct form){.lang = lang, .rules = *rules, .seats = seats, .rule = form_rule_at(0)};
    snprintf(f->path, sizeof f->path, "%s.ini", text_in(lang, "my-rules"));
}

static uint32_t of_sheet(const struct mazo_rules *rules, int rule)
{
    return mazo_rules_get(mazo_rules_of_sheet(rules->sheet), rule);
}

static bool is_changed(const struct mazo_rules *rules, int rule)
{
    return mazo_rules_get(rules, rule) != of_sheet(rules, rule);
}

void form_say_changes(enum text_lang lang, int changes, char *buf, size_t size)
{
    snprintf(buf, size,
             text_in(lang, changes == 0   ? N_("as the sheet")
                           : changes == 1 ? N_("%d change")
                                          : N_("%d changes")),
             changes);
}

void form_say_house(enum text_lang lang, const struct mazo_rules *rules, char *buf, size_t size)
{
    enum { COLUMNS = 48 };
    rule_house_list(rules, lang, COLUMNS, buf, size);
    if (!buf[0])
        snprintf(buf, size, "%s", text_in(lang, "as the sheet"));
}

void form_value(enum text_lang lang, int rule, uint32_t value, char *buf, size_t size)
{
    const char *meaning = mazo_rule_meaning(rule, value);
    if (meaning)
        snprintf(buf, size, "%s", text_in(lang, meaning));
    else if (rule == MAZO_RULE_turn_clock && value == 0)
        snprintf(buf, size, "%s", text_in(lang, "no clock"));
    else if (rule == MAZO_RULE_turn_clock)
        text_span(lang, value, buf, size);
    else if (mazo_rule_info(rule)->type == MAZO_TYPE_flag)
        snprintf(buf, size, "%s", value ? text_in(lang, "yes") : text_in(lang, "no"));
    else
        rule_text_write(rule, value, buf, size);
}

/* ---- keys ---- */

/* A key changes a number by 1, one with a wide range by more. */
static uint32_t step_of(const struct mazo_rule_info *info)
{
    uint32_t range = info->most - info->least;
    return range > 100000 ? 5 : range > 1000 ? 50 : 1;
}

/* The next or previous value; words and flags wrap around. */
static uint32_t stepped(int rule, uint32_t value, bool up)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    uint32_t step = step_of(info);
    if (info->type == MAZO_TYPE_copies)
        return value;
    if (info->type != MAZO_TYPE_number) {
        uint32_t count = info->most - info->least + 1;
        return info->least + (value - info->least + (up ? 1 : count - 1)) % count;
    }
    if (up)
        return value + step > info->most ? info->most : value + step;
    return value < info->least + step ? info->least : value - step;
}

static void move(struct form *f, int by)
{
    int place = place_of(f->rule) + by, count = places(f);
    f->rule = form_rule_at(place < 0 ? 0 : place >= count ? count - 1 : place);
}

/* Moves to the first row of the next group; backwards, of this group or the one before. */
static void move_group(struct form *f, int by)
{
    int place = place_of(f->rule), count = places(f);
    do {
        place += by;
    } while (place > 0 && place < count && !opens_group(place));
    if (place < 0 || place >= count)
        place = by > 0 ? 0 : count - 1;
    f->rule = form_rule_at(place);
}

static void change(struct form *f, bool up)
{
    if (f->rule == FORM_MORE) {
        f->open = up;
        return;
    }
    uint32_t value = mazo_rules_get(&f->rules, f->rule);
    mazo_rules_set(&f->rules, f->rule, stepped(f->rule, value, up));
}

static void as_sheet(struct form *f, bool all)
{
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (all || rule == f->rule)
            mazo_rules_set(&f->rules, rule, of_sheet(&f->rules, rule));
}

bool form_key(struct form *f, uint32_t key)
{
    bool more = f->rule == FORM_MORE;
    bool typed = !more && (mazo_rule_info(f->rule)->type == MAZO_TYPE_number ||
                           mazo_rule_info(f->rule)->type == MAZO_TYPE_copies);
    f->message[0] = '\0';
    if (key >= PAGE_PICK && key <= PAGE_PICK + FORM_MORE) {
        bool again = f->rule == (int)(key - PAGE_PICK);
        f->rule = (int)(key - PAGE_PICK);
        return !again || form_key(f, TERM_ENTER);
    }
    if (key == TERM_UP || key == 'k' || key == TERM_WHEEL_UP)
        move(f, -1);
    else if (key == TERM_DOWN || key == 'j' || key == TERM_WHEEL_DOWN)
        move(f, 1);
    else if (key == TERM_PAGE_DOWN || key == TERM_TAB)
        move_group(f, 1);
    else if (key == TERM_PAGE_UP || key == TERM_BACK_TAB)
        move_group(f, -1);
    else if (key == TERM_HOME || key == TERM_END)
        f->rule = form_rule_at(key == TERM_HOME ? 0 : places(f) - 1);
    else if (more && (key == TERM_ENTER || key == ' '))
        change(f, !f->open);
    else if (key == TERM_RIGHT || key == 'l' || key == '+' || key == ' ')
        change(f, true);
    else if (key == TERM_LEFT || key == 'h' || key == '-')
        change(f, false);
    else if (key == TERM_ENTER && !typed)
        change(f, true);
    else if (key == 'd' || key == TERM_DELETE || key == 'D')
        as_sheet(f, key == 'D');
    else
        return false;
    return true;
}

bool form_set(struct form *f, const char *text)
{
    uint32_t value;
    char range[160];
    if (f->rule == FORM_MORE)
        return false;
    if (!rule_text_read(f->rule, text, &value)) {
        rule_text_range(f->rule, f->lang, range, sizeof range);
        snprintf(f->message, sizeof f->message, text_in(f->lang, "This takes %s."), range);
        return false;
    }
    f->message[0] = '\0';
    return mazo_rules_set(&f->rules, f->rule, value);
}

/* ---- files ---- */

bool form_save(struct form *f, const char *path)
{
    char text[RULESET_TEXT_MAX], name[100];
    ruleset_write(&f->rules, f->lang, text, sizeof text);
    screen_clean(path, name, sizeof name);
    errno = 0;
    FILE *file = fopen(path, "w");
    bool fine = file && fputs(text, file) >= 0;
    fine = file && fclose(file) == 0 && fine;
    if (fine)
        snprintf(f->message, sizeof f->message, text_in(f->lang, "Saved as %s."), name);
    else
        snprintf(f->message, sizeof f->message, "%s: %s", name, text_oserror(f->lang, errno));
    return fine;
}

bool form_load(struct form *f, const char *path)
{
    struct ruleset_errors errors = {.count = 0};
    char name[100];
    screen_clean(path, name, sizeof name);
    if (ruleset_of(path, f->seats, f->lang, &f->rules, &errors)) {
        snprintf(f->message, sizeof f->message, text_in(f->lang, "These are the rules of %s."),
                 name);
        return true;
    }
    text_place(f->lang, path, errors.at[0].line, errors.at[0].message, f->message,
               sizeof f->message);
    return false;
}

/* ---- drawing ---- */

/* Lines of the list: every group has a blank line before it, and a title unless that is "". */
static int line_of(int place)
{
    int line = 0;
    for (int i = 0; i <= place; i++)
        line += (i > 0) + (opens_group(i) && form_group_at(i)[0]) + (opens_group(i) && i > 0);
    return line;
}

/* A switch: on, off; the same in three letters where shapes cannot be shown. */
static void draw_switch(struct page *p, int row, int column, bool on, struct canvas_style style)
{
    const char *text = p->term->letters ? (on ? "[x]" : "[ ]") : on ? "━━●" : "○──";
    canvas_text(&p->canvas, row, column, 3, style, text);
}

static void draw_popular(const struct form *f, struct page *p, int i, int row, int column,
                         int width)
{
    enum { NAME = 7, NAME_WIDTH = 24, VALUE = 4 };
    int rule = popular[i].rule;
    bool on = mazo_rules_get(&f->rules, rule) != 0, marked = rule == f->rule;
    struct canvas_style style = marked ? page_mark : on ? page_accent : page_plain;
    char name[80], value[FORM_VALUE_MAX];
    snprintf(name, sizeof name, "%s", text_in(f->lang, popular[i].name));
    rule_say_capital(name);
    form_value(f->lang, rule, on, value, sizeof value);
    canvas_fill(&p->canvas, row, column, 1, width, style, " ");
    canvas_text(&p->canvas, row, column, 1, style, is_changed(&f->rules, rule) ? "*" : " ");
    draw_switch(p, row, column + 2, on, style);
    canvas_text(&p->canvas, row, column + NAME, NAME_WIDTH, style, name);
    canvas_text(&p->canvas, row, column + NAME + NAME_WIDTH + 1,
                width - NAME - NAME_WIDTH - VALUE - 2, marked ? style : page_dim,
                text_in(f->lang, popular[i].brief));
    canvas_text(&p->canvas, row, column + width - VALUE, VALUE, style, value);
    page_area(p, row, column, 1, width, PAGE_PICK + (uint32_t)rule);
}

/* The row that opens the rest, and how much is different there. */
static void draw_more(const struct form *f, struct page *p, int row, int column, int width)
{
    bool marked = f->rule == FORM_MORE;
    struct canvas_style style = marked ? page_mark : page_bold;
    int changes = 0;
    char text[80];
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        changes += !is_popular(rule) && is_changed(&f->rules, rule);
    form_say_changes(f->lang, changes, text, sizeof text);
    int wide = canvas_width(text);
    canvas_fill(&p->canvas, row, column, 1, width, style, " ");
    canvas_text(&p->canvas, row, column, 1, style, is_open(f) ? "▾" : "▸");
    canvas_text(&p->canvas, row, column + 2, width - wide - 4, style,
                text_in(f->lang, N_("Advanced: the deck, the deal, drawing, UNO, points")));
    canvas_text(&p->canvas, row, column + width - wide, wide, style, text);
    page_area(p, row, column, 1, width, PAGE_PICK + FORM_MORE);
}

static void draw_row(const struct form *f, struct page *p, int rule, int row, int column, int width)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    bool marked = rule == f->rule, changed = is_changed(&f->rules, rule);
    struct canvas_style style = marked ? page_mark : changed ? page_accent : page_plain;
    char value[FORM_VALUE_MAX], sentence[FORM_MESSAGE_MAX], shown[FORM_VALUE_MAX + 16];
    form_value(f->lang, rule, mazo_rules_get(&f->rules, rule), value, sizeof value);
    snprintf(sentence, sizeof sentence, "%s", text_in(f->lang, info->sentence));
    rule_say_capital(sentence);
    snprintf(shown, sizeof shown, marked ? "◄ %s ►" : "  %s  ", value);
    int left = width - canvas_width(sentence) - 6; /* what the sentence does not need */
    int most = info->type != MAZO_TYPE_choice ? 14 : left > width / 2 ? left : width / 2;
    int wide = canvas_width(shown) < most ? canvas_width(shown) : most;
    canvas_fill(&p->canvas, row, column, 1, width, style, " ");
    canvas_text(&p->canvas, row, column, 1, style, changed ? "*" : " ");
    canvas_text(&p->canvas, row, column + 2, width - wide - 4, style, sentence);
    canvas_text(&p->canvas, row, column + width - wide, wide, style, shown);
    page_area(p, row, column, 1, width, PAGE_PICK + (uint32_t)rule);
    if (marked) {
        page_area(p, row, column + width - wide, 1, 2, TERM_LEFT);
        page_area(p, row, column + width - 2, 1, 2, TERM_RIGHT);
    }
}

static void draw_place(const struct form *f, struct page *p, int place, int row, int column,
                       int width)
{
    if (place < POPULAR)
        draw_popular(f, p, place, row, column, width);
    else if (place == MORE)
        draw_more(f, p, row, column, width);
    else
        draw_row(f, p, form_rule_at(place), row, column, width);
}

static void draw_list(struct form *f, struct page *p, int column, int width, int height)
{
    int lines = line_of(places(f) - 1) + 1, at = place_of(f->rule);
    f->top = page_scroll(f->top, line_of(at) - opens_group(at), lines, height);
    f->top = page_scroll(f->top, line_of(at), lines, height);
    for (int place = 0; place < places(f); place++) {
        int line = line_of(place) - f->top;
        if (opens_group(place) && line - 1 >= 0 && line - 1 < height) {
            canvas_text(&p->canvas, FIRST_ROW + line - 1, column, width, page_bold,
                        text_in(f->lang, form_group_at(place)));
        }
        if (line >= 0 && line < height)
            draw_place(f, p, place, FIRST_ROW + line, column, width);
    }
}

/* The marked row in full: its sentence, what its value means, what the sheet has. */
static void draw_detail(const struct form *f, struct page *p, int row, int column, int width)
{
    const struct mazo_rule_info *info = mazo_rule_info(f->rule);
    char sheet[FORM_VALUE_MAX], range[200], text[2 * FORM_MESSAGE_MAX];
    uint32_t value = mazo_rules_get(&f->rules, f->rule);
    form_value(f->lang, f->rule, of_sheet(&f->rules, f->rule), sheet, sizeof sheet);
    rule_text_range(f->rule, f->lang, range, sizeof range);
    const char *meaning = mazo_rule_meaning(f->rule, value);
    snprintf(text, sizeof text, "%s%s%s", text_in(f->lang, info->sentence), meaning ? ": " : "",
             meaning ? text_in(f->lang, meaning) : "");
    rule_say_capital(text);
    row += canvas_wrap(&p->canvas, row, column, width, 3, page_plain, text);
    if (info->type == MAZO_TYPE_number || info->type == MAZO_TYPE_copies) {
        snprintf(text, sizeof text, "%s · %s %s: %s · %s", range, text_in(f->lang, "as in"),
                 mazo_sheet_name(f->rules.sheet), sheet, info->ids);
    } else {
        snprintf(text, sizeof text, "%s %s: %s · %s", text_in(f->lang, "as in"),
                 mazo_sheet_name(f->rules.sheet), sheet, info->ids);
    }
    rule_say_capital(text);
    canvas_text(&p->canvas, row, column, width, page_dim, text);
}

/* The latest message, a contradiction, or who can play. */
static void draw_verdict(const struct form *f, struct page *p, int row, int column, int width)
{
    enum mazo_rules_fault fault = mazo_rules_check(&f->rules, f->seats);
    char seats[120], text[FORM_MESSAGE_MAX];
    if (fault != MAZO_FAULT_none) {
        snprintf(text, sizeof text, "%s", text_in(f->lang, mazo_rules_fault_text(fault)));
        rule_say_capital(text);
        snprintf(text + strlen(text), sizeof text - strlen(text), ".");
        canvas_wrap(&p->canvas, row, column, width, 2, page_bad, text);
    } else if (f->message[0]) {
        canvas_wrap(&p->canvas, row, column, width, 2, page_accent, f->message);
    } else {
        rule_say_seats(&f->rules, f->lang, seats, sizeof seats);
        snprintf(text, sizeof text, text_in(f->lang, "%d cards; can be played by %s"),
                 mazo_deck_size(&f->rules), seats);
        canvas_text(&p->canvas, row, column, width, page_dim, text);
    }
}

void form_draw(struct form *f, struct page *p)
{
    static const struct page_hint hints[] = {
        {TERM_ESCAPE, "Esc", N_("done")},
        {TERM_RIGHT, "←→", N_("change")},
        {TERM_ENTER, N_("Enter"), N_("type")},
        {'d', "d", N_("default")},
        {'D', "D", N_("all default")},
        {'s', "s", N_("save")},
        {'o', "o", N_("open a file")},

    };
    struct canvas *c = &p->canvas;
    char title[120], changes[80];
    snprintf(title, sizeof title, text_in(f->lang, "House rules on top of %s"),
             mazo_sheet_name(f->rules.sheet));
    page_begin(p, title);
    form_say_changes(f->lang, setup_changes(&f->rules), changes, sizeof changes);
    page_title_right(p, changes);
    int width, column = page_middle(p, WIDTH_MAX, &width);
    int panel = c->rows - 1 - PANEL_ROWS;
    draw_list(f, p, column, width, panel - FIRST_ROW);
    canvas_fill(c, panel, column, 1, width, page_dim, "─");
    if (f->rule == FORM_MORE) {
        canvas_wrap(c, panel + 1, column, width, 3, page_plain,
                    text_in(f->lang, N_("Every other rule of the table. Enter opens and closes "
                                        "them.")));
    } else {
        draw_detail(f, p, panel + 1, column, width);
    }
    draw_verdict(f, p, panel + 5, column, width);
    page_hints(p, hints, sizeof hints / sizeof hints[0]);
}

/* ---- the whole ---- */

static void type_value(struct form *f, struct page *p)
{
    char text[40], question[FORM_MESSAGE_MAX], range[160];
    rule_text_write(f->rule, mazo_rules_get(&f->rules, f->rule), text, sizeof text);
    rule_text_range(f->rule, f->lang, range, sizeof range);
    snprintf(question, sizeof question, "%s (%s)",
             text_in(f->lang, mazo_rule_info(f->rule)->sentence), range);
    rule_say_capital(question);
    if (page_type(p, text_in(f->lang, "A value"), question, text, sizeof text))
        form_set(f, text);
}

/* "mi casa" is "mi casa.ini": only such files are found again among the sheets. */
static void add_ini(char *path, size_t size)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t length = strlen(path);
    bool has_ending = dot && isalpha((unsigned char)dot[1]);
    if (!has_ending && length + sizeof ".ini" <= size)
        memcpy(path + length, ".ini", sizeof ".ini");
}

static void ask_file(struct form *f, struct page *p, bool save)
{
    const char *title = save ? N_("Save these rules") : N_("Open a rule-set file");
    char folder[SETUP_PATH_MAX], path[SETUP_PATH_MAX + sizeof f->path], text[FORM_MESSAGE_MAX];
    bool ours = setup_folder(folder, sizeof folder);
    snprintf(text, sizeof text,
             ours ? text_in(f->lang, "Name of the file, in %.200s:")
                  : text_in(f->lang, "Name of the file:"),
             folder);
    if (!page_type(p, text_in(f->lang, title), text, f->path, sizeof f->path) || !f->path[0])
        return;
    bool bare = !strchr(f->path, '/');
    bool within = ours && bare && (save || access(f->path, R_OK) != 0);
    if (save && bare)
        add_ini(f->path, sizeof f->path);
    snprintf(path, sizeof path, "%s%s%s", within ? folder : "", within ? "/" : "", f->path);
    if (within && !save && access(path, R_OK) != 0)
        add_ini(path, sizeof path);
    save ? form_save(f, path) : form_load(f, path);
}

/* Contradictory rules are not kept; true: leave. */
static bool may_leave(struct form *f, struct page *p)
{
    static const char *const answers[] = {N_("Keep editing"), N_("Leave the rules as they were")};
    enum mazo_rules_fault fault = mazo_rules_check(&f->rules, f->seats);
    char text[FORM_MESSAGE_MAX];
    if (fault == MAZO_FAULT_none || p->gone)
        return true;
    snprintf(text, sizeof text, text_in(f->lang, "Nobody could play by these rules: %s."),
             text_in(f->lang, mazo_rules_fault_text(fault)));
    return page_ask(p, text_in(f->lang, "The rules contradict each other"), text, answers, 2) == 1;
}

struct form_page {
    struct form form;
    struct page *page;
};

static void draw(void *ctx)
{
    struct form_page *shown = ctx;
    form_draw(&shown->form, shown->page);
}

void form_run(struct page *p, struct mazo_rules *rules, int seats)
{
    struct form_page shown = {.page = p};
    struct form *f = &shown.form;
    form_init(f, p->lang, rules, seats);
    for (;;) {
        page_show(p, draw, &shown);
        uint32_t key = page_read(p, -1);
        if (key == TERM_NONE || form_key(f, key))
            continue;
        if (key == TERM_ENTER || key >= PAGE_PICK)
            type_value(f, p);
        else if (key == 's' || key == 'o')
            ask_file(f, p, key == 's');
        else if (page_leaves(key) && may_leave(f, p))
            break;
    }
    if (mazo_rules_check(&f->rules, seats) == MAZO_FAULT_none)
        *rules = f->rules;
}
