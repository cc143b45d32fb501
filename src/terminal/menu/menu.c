/*
 * menu.c - the main menu.
 */
#include "terminal/menu/inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/rule_house.h"
#include "terminal/screen/mini_card.h"
#include "terminal/menu/menu.h"

enum { WIDTH_MAX = 72, LOGO_CARD = 7, LOGO_ROWS = 5 };

enum item {
    ITEM_RESUME,
    ITEM_PLAY,
    ITEM_DAILY,
    ITEM_TABLE,
    ITEM_JOIN,
    ITEM_LESSON,
    ITEM_REPLAYS,
    ITEM_RECORD,
    ITEM_RULES,
    ITEM_SETTINGS,
    ITEM_LANG,
    ITEM_QUIT,
    ITEM_COUNT
};

struct menu {
    struct page *page;
    struct game_setup *setup;
    const struct save_info *unfinished;
    char *resume; /* SAVE_PATH_MAX bytes: the match to resume */
    int count, at, top;
    uint8_t item[ITEM_COUNT]; /* the item of each row */
    struct page_row row[ITEM_COUNT];
};

/* "normal" when all bots are alike, else "". */
static const char *common_level(const struct game_setup *s)
{
    for (int seat = s->people + 1; seat < s->seats; seat++)
        if (s->player[seat].level != s->player[s->people].level)
            return "";
    return setup_level(s->lang, s->player[s->people].level);
}

/* "oficial · 3 bots: normal"; with the number of seats where several people play against bots. */
static void setup_text(const struct game_setup *s, char *buf, size_t size)
{
    enum { RULES_COLUMNS = 30 };
    char rules[90], who[60] = "";
    int bots = s->seats - s->people;
    rule_house_name(&s->rules, s->lang, RULES_COLUMNS, rules, sizeof rules);
    if (bots == 0) {
        snprintf(who, sizeof who, text_in(s->lang, "%d people"), s->people);
    } else if (common_level(s)[0]) {
        snprintf(who, sizeof who,
                 text_in(s->lang, bots == 1 ? N_("%d bot: %s") : N_("%d bots: %s")), bots,
                 common_level(s));
    } else {
        snprintf(who, sizeof who, text_in(s->lang, "%d bots"), bots);
    }
    if (s->people == 1 || bots == 0)
        snprintf(buf, size, "%s · %s", rules, who);
    else
        snprintf(buf, size, text_in(s->lang, "%s · %d seats · %s"), rules, s->seats, who);
}

/* ---- the rows ---- */

static const struct {
    const char *label, *value; /* a value of NULL depends: see write_value */
} items[ITEM_COUNT] = {
    [ITEM_RESUME] = {N_("Resume"), NULL},
    [ITEM_PLAY] = {N_("Quick game"), NULL},
    [ITEM_DAILY] = {N_("Deal of the day"), N_("the same cards and bots for everybody")},
    [ITEM_TABLE] = {N_("New table…"), N_("sheet, seats, bots, house rules")},
    [ITEM_JOIN] = {N_("Join a table…"), N_("online, with friends")},
    [ITEM_LESSON] = {N_("Lesson"), N_("never played? learn in two minutes")},
    [ITEM_REPLAYS] = {N_("Past matches"), N_("resume or replay")},
    [ITEM_RECORD] = {N_("Your record"), N_("wins, streaks and achievements")},
    [ITEM_RULES] = {N_("Rules"), N_("the rule sheets in words")},
    [ITEM_SETTINGS] = {N_("Settings"), N_("name, sound, help")},
    [ITEM_LANG] = {N_("Language"), NULL},
    [ITEM_QUIT] = {N_("Quit"), ""},
};

static void write_value(const struct menu *m, enum item item, char *buf, size_t size)
{
    enum text_lang lang = m->page->lang;
    if (item == ITEM_PLAY)
        setup_text(m->setup, buf, size);
    else if (item == ITEM_RESUME)
        snprintf(buf, size, text_in(lang, "%s · round %d · with %s"), m->unfinished->sheet,
                 m->unfinished->round, m->unfinished->names);
    else if (item == ITEM_LANG)
        snprintf(buf, size, "%s", text_lang_name(lang));
    else
        snprintf(buf, size, "%s", text_in(lang, items[item].value));
}

static void make_rows(struct menu *m)
{
    m->count = 0;
    for (int item = 0; item < ITEM_COUNT; item++) {
        if (item == ITEM_RESUME && !m->unfinished)
            continue;
        struct page_row *row = &m->row[m->count];
        m->item[m->count++] = (uint8_t)item;
        snprintf(row->label, sizeof row->label, "%s", text_in(m->page->lang, items[item].label));
        write_value(m, (enum item)item, row->value, sizeof row->value);
        row->turns = item == ITEM_LANG;
    }
}

/* ---- drawing ---- */

/* Four cards with the name on them. */
static void draw_logo(struct page *p, int row)
{
    static const char *const letters[] = {"M", "A", "Z", "O"};
    int column = (p->canvas.columns - 4 * (LOGO_CARD + 1) + 1) / 2;
    for (int i = 0; i < 4; i++, column += LOGO_CARD + 1) {
        struct canvas_style style = {mini_card_ink(i), CANVAS_BOLD};
        int lift = i == 1 || i == 2 ? 0 : 1; /* held like a fan */
        canvas_box(&p->canvas, row + lift, column, LOGO_ROWS, LOGO_CARD, style, NULL);
        canvas_text(&p->canvas, row + lift + 1, column + 1, 1, style, mini_card_shape(p, i));
        canvas_text(&p->canvas, row + lift + 2, column + 3, 1, page_bold, letters[i]);
        canvas_text(&p->canvas, row + lift + 3, column + 5, 1, style, mini_card_shape(p, i));
    }
}

static void draw(void *ctx)
{
    struct menu *m = ctx;
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("choose")},
                                             {TERM_UP, "↑↓", N_("move")},
                                             {'q', "q", N_("quit")}};
    struct page *p = m->page;
    page_begin(p, text_in(p->lang, "UNO by the rules you choose"));
    struct canvas *c = &p->canvas;
    make_rows(m);
    int longest = page_rows_width(m->row, m->count);
    int width, column = page_middle(p, longest > WIDTH_MAX ? longest : WIDTH_MAX, &width);
    int spare = c->rows - 1 - 1 - (LOGO_ROWS + 2) - m->count - 3;
    int row = 1 + (spare > 0 ? (spare + 1) / 3 : 0);
    if (c->rows >= m->count + LOGO_ROWS + 5) {
        draw_logo(p, row);
        row += LOGO_ROWS + 2;
    }
    int height = c->rows - row - 2 < m->count ? c->rows - row - 2 : m->count;
    page_rows(p, row, column, width, height, m->row, m->count, m->at, &m->top);
    if (m->item[m->at] == ITEM_PLAY && row + height + 2 < c->rows - 1) {
        const char *text = text_in(p->lang, mazo_sheet_about(m->setup->rules.sheet));
        canvas_wrap(c, row + height + 1, column + 2, width - 4, 2, page_dim, text);
    }
    page_hints(p, hints, 3);
}

/* ---- what the rows do ---- */

static void turn_language(struct menu *m)
{
    m->page->lang = text_lang_other(m->page->lang);
    m->setup->lang = m->page->lang;
    m->setup->lang_chosen = true;
    setup_remember(m->setup);
}

/* True: leave the menu; *choice says what for. */
static bool pick(struct menu *m, enum menu_choice *choice)
{
    struct page *p = m->page;
    switch (m->item[m->at]) {
    case ITEM_PLAY:
        *choice = MENU_PLAY;
        return true;
    case ITEM_RESUME:
        *choice = MENU_RESUME;
        snprintf(m->resume, SAVE_PATH_MAX, "%s", m->unfinished->path);
        return true;
    case ITEM_DAILY:
        if (!menu_daily(p, m->setup->own, m->resume))
            return false;
        *choice = m->resume[0] ? MENU_RESUME : MENU_DAILY;
        return true;
    case ITEM_TABLE:
        *choice = MENU_PLAY;
        return menu_table(p, m->setup, false);
    case ITEM_JOIN:
        menu_join(p, m->setup);
        break;
    case ITEM_LESSON: {
        bool plays;
        p->gone = !terminal_lesson(p->term, p->lang, &m->setup->rules, &plays);
        *choice = MENU_PLAY;
        return plays;
    }
    case ITEM_REPLAYS:
        *choice = MENU_RESUME;
        return menu_replays(p, m->resume);
    case ITEM_RECORD:
        menu_record(p);
        break;
    case ITEM_RULES:
        menu_rules(p, m->setup);
        break;
    case ITEM_SETTINGS:
        menu_settings(p, m->setup);
        break;
    case ITEM_LANG:
        turn_language(m);
        break;
    default:
        *choice = MENU_LEAVE;
        return true;
    }
    return false;
}

static enum menu_choice run_menu(struct menu *m)
{
    enum menu_choice choice = MENU_LEAVE;
    make_rows(m);
    for (;;) {
        page_show(m->page, draw, m);
        uint32_t key = page_read(m->page, -1);
        if (page_leaves(key) && key != TERM_ESCAPE) /* one Escape too many does not quit */
            return MENU_LEAVE;
        key = page_pick(key, &m->at, m->count, false);
        if ((key == TERM_LEFT || key == TERM_RIGHT) && m->item[m->at] == ITEM_LANG)
            key = TERM_ENTER;
        if (key == '?')
            menu_rules(m->page, m->setup);
        else if ((key == TERM_ENTER || key == ' ') && pick(m, &choice))
            return choice;
        else
            page_move(key, &m->at, m->count);
    }
}

enum menu_choice terminal_menu(struct term *term, struct game_setup *setup,
                               const struct save_info *unfinished, char resume[SAVE_PATH_MAX])
{
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        return MENU_PLAY; /* no room for a menu: at least a game */
    page_init(page, term, setup->lang);
    struct menu m = {.page = page, .setup = setup, .unfinished = unfinished, .resume = resume};
    enum menu_choice choice = run_menu(&m);
    free(page);
    return choice;
}
