/*
 * table_form.c - a new table: sheet, seats, players, scoring.
 */
#include "terminal/menu/inner.h"

#include <stdio.h>
#include <string.h>

#include "terminal/menu/saved_sets.h"
#include "terminal/pages/form.h"
#include "say/rule_say.h"
#include "say/rule_text.h"
#include "table/player.h"
#include "text/look.h"

enum { WIDTH_MAX = 76, ROWS_MAX = MAZO_SEATS_MAX + 8 };

/* Rows that are rules of the matrix; the others have a meaning of their own. */
enum row_kind { ROW_START, ROW_SHEET, ROW_SEATS, ROW_SEAT, ROW_RULE, ROW_HOUSE };

struct row_plan {
    uint8_t kind;
    uint8_t arg; /* the seat or the rule */
};

struct desk {
    struct page *page;
    struct game_setup *setup;
    bool far; /* a table on a server, which names the bots; free seats are for anybody who comes */
    struct saved_sets sets;
    int count, at, top;
    struct row_plan plan[ROWS_MAX];
    struct page_row row[ROWS_MAX];
};

/* Rules shown here too, because most tables change them. */
static const uint8_t common_rules[] = {MAZO_RULE_scoring, MAZO_RULE_target, MAZO_RULE_turn_clock};

/* ---- the rows ---- */

static void seat_text(const struct desk *d, int seat, char *buf, size_t size)
{
    const struct game_setup *s = d->setup;
    const struct table_player *player = &s->player[seat];
    const char *style = player->style == MAZO_BOT_PLAIN ? "" : setup_style(s->lang, player->style);
    if (seat < s->people) {
        snprintf(buf, size, "%s",
                 seat == 0 ? text_in(s->lang, "you")
                 : d->far  ? text_in(s->lang, "free")
                           : text_in(s->lang, "another person"));
        return;
    }
    snprintf(buf, size, "%s: %s%s%s", text_in(s->lang, "bot"), setup_level(s->lang, player->level),
             style[0] ? ", " : "", style);
}

/* "oficial", or "friday (oficial)" where all rules are those of a saved set. */
static void sheet_text(const struct desk *d, char *buf, size_t size)
{
    const struct mazo_rules *rules = &d->setup->rules;
    int set = saved_sets_of(&d->sets, rules);
    if (set < 0)
        snprintf(buf, size, "%s", mazo_sheet_name(rules->sheet));
    else
        snprintf(buf, size, "%s (%s)", d->sets.at[set].name, mazo_sheet_name(rules->sheet));
}

static const char *name_of(const struct desk *d, int seat)
{
    const struct game_setup *s = d->setup;
    char own[TABLE_NAME_MAX], other[TABLE_NAME_MAX];
    if (!d->far || (seat == 0 && s->people > 0))
        return s->player[seat].name;
    look_fold(s->player[0].name, own, sizeof own);
    look_fold(player_bot_name(seat, false), other, sizeof other);
    return seat < s->people ? "" : player_bot_name(seat, strcmp(own, other) == 0);
}

/* A short text for common values; the full sentence is the note below. */
static void write_rule(const struct game_setup *s, int rule, char *buf, size_t size)
{
    static const char *const scoring[] = {
        [MAZO_scoring_winner] = N_("the winner of a round scores"),
        [MAZO_scoring_hands] = N_("each their own hand"),
        [MAZO_scoring_quick] = N_("a single round"),
    };
    uint32_t value = mazo_rules_get(&s->rules, rule);
    if (rule == MAZO_RULE_scoring)
        snprintf(buf, size, "%s", text_in(s->lang, scoring[value]));
    else
        form_value(s->lang, rule, value, buf, size);
}

static void fill_row(const struct desk *d, struct row_plan plan, struct page_row *row)
{
    const struct game_setup *s = d->setup;
    enum text_lang lang = s->lang;
    *row = (struct page_row){.turns = true};
    switch (plan.kind) {
    case ROW_START:
        snprintf(row->label, sizeof row->label, "%s",
                 d->far ? text_in(lang, "Open the table") : text_in(lang, "Deal the cards"));
        row->turns = false;
        break;
    case ROW_SHEET:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Sheet"));
        sheet_text(d, row->value, sizeof row->value);
        break;
    case ROW_SEATS:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Seats"));
        snprintf(row->value, sizeof row->value, "%d", s->seats);
        break;
    case ROW_SEAT:
        snprintf(row->label, sizeof row->label, " %2d  %.*s", plan.arg + 1, TABLE_NAME_MAX,
                 name_of(d, plan.arg));
        seat_text(d, plan.arg, row->value, sizeof row->value);
        break;
    case ROW_RULE:
        snprintf(row->label, sizeof row->label, "%s",
                 plan.arg == MAZO_RULE_turn_clock
                     ? text_in(lang, "Time per turn")
                     : text_in(lang, mazo_rule_info(plan.arg)->sentence));
        row->label[strcspn(row->label, ",;")] = '\0';
        rule_say_capital(row->label);
        write_rule(s, plan.arg, row->value, sizeof row->value);
        break;
    default:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "House rules…"));
        form_say_house(lang, &s->rules, row->value, sizeof row->value);
        row->turns = false;
    }
}

static void add_row(struct desk *d, enum row_kind kind, int arg)
{
    struct row_plan plan = {(uint8_t)kind, (uint8_t)arg};
    d->plan[d->count] = plan;
    fill_row(d, plan, &d->row[d->count]);
    d->count++;
}

static void make_rows(struct desk *d)
{
    d->count = 0;
    add_row(d, ROW_START, 0);
    add_row(d, ROW_SHEET, 0);
    add_row(d, ROW_SEATS, 0);
    for (int seat = 0; seat < d->setup->seats; seat++)
        add_row(d, ROW_SEAT, seat);
    for (size_t i = 0; i < sizeof common_rules; i++)
        add_row(d, ROW_RULE, common_rules[i]);
    add_row(d, ROW_HOUSE, 0);
    d->at = d->at < d->count ? d->at : d->count - 1;
}

/* ---- changes ---- */

/* The sheets, then the saved sets. */
static void turn_sheet(struct desk *d, int by)
{
    struct game_setup *s = d->setup;
    int count = MAZO_SHEET_COUNT + d->sets.count, set = saved_sets_of(&d->sets, &s->rules);
    int at = ((set < 0 ? s->rules.sheet : MAZO_SHEET_COUNT + set) + by + count) % count;
    s->rules = at < MAZO_SHEET_COUNT ? *mazo_rules_of_sheet(at)
                                     : d->sets.at[at - MAZO_SHEET_COUNT].rules;
    setup_set_seats(s, s->rules.seats);
    setup_name_all(s);
}

/* To the next number of seats that these rules allow. */
static void turn_seats(struct game_setup *s, int by)
{
    for (int seats = s->seats + by; seats >= MAZO_SEATS_MIN && seats <= MAZO_SEATS_MAX;
         seats += by) {
        if (mazo_rules_check(&s->rules, seats) == MAZO_FAULT_none) {
            setup_set_seats(s, seats);
            setup_name_all(s);
            return;
        }
    }
}

static void swap_players(struct game_setup *s, int a, int b)
{
    struct table_player player = s->player[a];
    s->player[a] = s->player[b];
    s->player[b] = player;
}

/* Step a seat: person, easy, normal, hard, expert. People sit together on the first seats, so a new
 * person moves there, and *at follows. */
static void turn_seat(struct game_setup *s, int seat, int by, int *at)
{
    int place = seat < s->people ? 0 : s->player[seat].level - MAZO_BOT_EASY + 1;
    int places = MAZO_BOT_LEVEL_COUNT - MAZO_BOT_EASY + 1;
    place = (place < 0 ? 1 : place) + by;
    place = (place + places) % places;
    if (seat < s->people && place > 0) {
        swap_players(s, seat, s->people - 1);
        *at += s->people - 1 - seat;
        seat = s->people - 1;
        setup_set_people(s, seat);
    } else if (seat >= s->people && place == 0) {
        swap_players(s, seat, s->people);
        *at += s->people - seat;
        setup_set_people(s, s->people + 1);
    }
    if (place > 0)
        s->player[seat].level = (uint8_t)(MAZO_BOT_EASY + place - 1);
    setup_name_all(s);
}

static void turn_style(struct game_setup *s, int seat)
{
    if (seat >= s->people)
        s->player[seat].style = (uint8_t)((s->player[seat].style + 1) % MAZO_BOT_STYLE_COUNT);
}

/* Step a rule to its next value; one that would contradict the others stays. */
static void turn_rule(struct game_setup *s, int rule, int by)
{
    struct form form;
    form_init(&form, s->lang, &s->rules, s->seats);
    form.rule = rule;
    form_key(&form, by > 0 ? TERM_RIGHT : TERM_LEFT);
    if (mazo_rules_check(&form.rules, s->seats) == MAZO_FAULT_none)
        s->rules = form.rules;
}

static void turn(struct desk *d, int by)
{
    struct row_plan plan = d->plan[d->at];
    switch (plan.kind) {
    case ROW_SHEET:
        turn_sheet(d, by);
        break;
    case ROW_SEATS:
        turn_seats(d->setup, by);
        break;
    case ROW_SEAT:
        turn_seat(d->setup, plan.arg, by, &d->at);
        break;
    case ROW_RULE:
        turn_rule(d->setup, plan.arg, by);
        break;
    default:
        break;
    }
}

static void type_name(struct desk *d, int seat)
{
    char name[TABLE_NAME_MAX];
    struct game_setup *s = d->setup;
    snprintf(name, sizeof name, "%s", s->player[seat].name);
    if (page_name(d->page, text_in(s->lang, "Name"), text_in(s->lang, "Who sits here?"), name,
                  sizeof name)) {
        snprintf(s->player[seat].name, TABLE_NAME_MAX, "%s", name);
        if (seat == 0 && s->people > 0)
            setup_set_own(s, name);
        setup_name_all(s); /* every seat has a name */
    }
}

static void type_rule(struct desk *d, int rule)
{
    struct form form;
    char text[40], question[FORM_MESSAGE_MAX], range[160];
    struct game_setup *s = d->setup;
    form_init(&form, s->lang, &s->rules, s->seats);
    form.rule = rule;
    rule_text_write(rule, mazo_rules_get(&s->rules, rule), text, sizeof text);
    rule_text_range(rule, s->lang, range, sizeof range);
    snprintf(question, sizeof question, "%s (%s)", text_in(s->lang, mazo_rule_info(rule)->sentence),
             range);
    rule_say_capital(question);
    if (!page_type(d->page, text_in(s->lang, "A value"), question, text, sizeof text))
        return;
    if (form_set(&form, text))
        s->rules = form.rules;
    else
        page_say(d->page, text_in(s->lang, "A value"), form.message);
}

/* Enter on a row; true: deal. */
static bool enter(struct desk *d)
{
    struct row_plan plan = d->plan[d->at];
    switch (plan.kind) {
    case ROW_START:
        return true;
    case ROW_SEAT:
        if (d->far && plan.arg > 0)
            break;
        type_name(d, plan.arg);
        return false;
    case ROW_RULE:
        if (mazo_rule_info(plan.arg)->type == MAZO_TYPE_number) {
            type_rule(d, plan.arg);
            return false;
        }
        break;
    case ROW_HOUSE:
        form_run(d->page, &d->setup->rules, d->setup->seats);
        saved_sets_find(&d->sets, d->page->lang); /* one more may have been saved */
        return false;
    default:
        break;
    }
    turn(d, 1);
    return false;
}

/* ---- the page ---- */

static const char *note_of(const struct desk *d)
{
    switch (d->plan[d->at].kind) {
    case ROW_SHEET:
    case ROW_START:
        return mazo_sheet_about(d->setup->rules.sheet);
    case ROW_SEAT:
        if (d->far && d->plan[d->at].arg > 0) {
            return N_(
                "← and → choose a bot, or a free seat for somebody who joins; t the style of a bot.");
        }
        if (d->far)
            return N_("Enter types your name.");
        return d->plan[d->at].arg < d->setup->people
                   ? N_("Several people share this keyboard; between turns the hands are hidden. "
                        "Enter types the name.")
                   : N_("← and → choose who plays, t the style of a bot, Enter types the name.");
    case ROW_HOUSE:
        return N_("Every rule of the table: stacking, jumping in, seven-zero, hand size and more.");
    case ROW_RULE:
        return mazo_rule_info(d->plan[d->at].arg)->sentence;
    default:
        return N_("Free seats are taken by bots.");
    }
}

/* g does the same. */
static struct page_hint begin_hint(const struct desk *d)
{
    return d->far ? (struct page_hint){'a', "a", N_("open the table")}
                  : (struct page_hint){'d', "d", N_("deal")};
}

static void draw(void *ctx)
{
    struct desk *d = ctx;
    const struct page_hint hints[] = {
        begin_hint(d),
        {TERM_RIGHT, "←→", N_("change")},
        {TERM_ENTER, N_("Enter"), N_("choose")},
        {TERM_ESCAPE, "Esc", N_("back")},
    };
    struct page *p = d->page;
    char note[400], value[FORM_VALUE_MAX];
    page_begin(p, text_in(p->lang, "New table"));
    struct canvas *c = &p->canvas;
    int width, column = page_middle(p, WIDTH_MAX, &width);
    int height = c->rows - 2 - 4 < d->count ? c->rows - 2 - 4 : d->count;
    page_rows(p, 2, column, width, height, d->row, d->count, d->at, &d->top);
    snprintf(note, sizeof note, "%s", text_in(p->lang, note_of(d)));
    if (d->plan[d->at].kind == ROW_RULE &&
        mazo_rule_info(d->plan[d->at].arg)->type == MAZO_TYPE_choice) {
        int rule = d->plan[d->at].arg;
        form_value(p->lang, rule, mazo_rules_get(&d->setup->rules, rule), value, sizeof value);
        snprintf(note + strlen(note), sizeof note - strlen(note), ": %s", value);
    }
    rule_say_capital(note);
    canvas_wrap(c, c->rows - 3, column, width, 2, page_dim, note);
    page_hints(p, hints, sizeof hints / sizeof hints[0]);
}

bool menu_table(struct page *p, struct game_setup *setup, bool far)
{
    struct desk d = {.page = p, .setup = setup, .far = far};
    struct game_setup before = *setup;
    setup_name_all(setup);
    saved_sets_find(&d.sets, p->lang);
    for (;;) {
        make_rows(&d);
        page_show(p, draw, &d);
        uint32_t key = page_read(p, -1);
        if (page_leaves(key)) {
            *setup = before;
            return false;
        }
        key = page_pick(key, &d.at, d.count, true);
        if (key == 'g' || key == begin_hint(&d).key || (key == TERM_ENTER && enter(&d)))
            return true;
        if (key == TERM_RIGHT || key == 'l' || key == ' ' || key == TERM_LEFT || key == 'h')
            turn(&d, key == TERM_LEFT || key == 'h' ? -1 : 1);
        else if (key == 't' && d.plan[d.at].kind == ROW_SEAT)
            turn_style(setup, d.plan[d.at].arg);
        else
            page_move(key, &d.at, d.count);
    }
}
