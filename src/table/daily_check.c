/*
 * daily_check.c - replays a match of the day and asks the bots again.
 */
#include "table/daily_check.h"

#include <string.h>

#include "table/inner.h"

static bool refuse_day(enum text_lang lang, const char *message, struct wire_error *why)
{
    return wire_refuse(why, "bad_match", "%s", text_in(lang, message));
}

static bool same_rules(const struct mazo_rules *played, const struct mazo_rules *days)
{
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (mazo_rules_get(played, rule) != mazo_rules_get(days, rule))
            return false;
    return played->sheet == days->sheet;
}

/* Names are not compared: a bot renames itself for a person with the same name. */
static bool same_players(const struct roster *sat, const struct roster *days)
{
    if (sat->count != days->count)
        return false;
    for (int i = 0; i < sat->count; i++)
        if (strcmp(sat->seat[i].sits, days->seat[i].sits) != 0 ||
            strcmp(sat->seat[i].bot, days->seat[i].bot) != 0)
            return false;
    return true;
}

/* The first line: which day it is, and whether that day's match was opened. */
static bool begin(struct table *t, const struct match_reader *m, struct daily *day,
                  struct wire_error *why)
{
    const struct mazo_position *p = &m->now.opening.position;
    struct mazo_rules rules;
    if (m->now.kind != WIRE_NEW || !daily_of_seed(p->seed, day))
        return refuse_day(m->lang, N_("this is not a match of the deal of the day"), why);
    uint16_t target = day->rules.target;
    if (mazo_rules_as_of(day->rules.sheet, p->rules.revision,
                         &rules)) { /* played by an older Mazo */
        day->rules = rules;
        day->rules.target = target;
    }
    if (!same_rules(&p->rules, &day->rules) || !same_players(&m->roster, &day->roster))
        return refuse_day(m->lang, N_("that day had another deal"), why);
    table_init(t, m->lang, &table_pace_none, NULL, 0);
    if (!table_sit_as(t, &m->roster, why))
        return false;
    t->daily = daily_dice(p->seed);
    t->play = m->play;
    table_seat_all(t, m->play.game.seats, 0);
    table_tell_bots(t, &t->play);
    return true;
}

/* Would the bot of this command's seat have done the same? */
static bool is_bots_own(struct daily_work *w)
{
    struct table *t = &w->table;
    int seat = w->match.now.command.seat;
    struct mazo_command c;
    if (seat >= t->seats || t->seat[seat].player.sitter != TABLE_BOT)
        return true;
    w->other = t->play.game;
    return table_bot_choice(t, seat, &c) && mazo_apply(&w->other, &c, NULL) == MAZO_ERR_ok &&
           mazo_hash(&w->other) == mazo_hash(&w->match.play.game);
}

/* Follow the command at the table. */
static void follow(struct daily_work *w)
{
    struct table *t = &w->table;
    const struct match_reader *m = &w->match;
    w->mark = mazo_fast_seed(w->mark ^ mazo_hash(&m->play.game));
    t->play = m->play;
    t->commands++;
    t->in_round = m->now.command.type == MAZO_CMD_next ? 0 : t->in_round + 1;
    table_tell_bots(t, &t->play);
}

bool daily_check(struct daily_work *w, enum text_lang lang, const char *text, size_t len,
                 struct daily *day, struct wire_error *why)
{
    struct match_reader *m = &w->match;
    match_begin(m, lang, text, len);
    w->mark = 0;
    enum match_step step = match_next(m);
    if (step == MATCH_END)
        return refuse_day(lang, N_("this is not a match of the deal of the day"), why);
    if (step == MATCH_STEP && !begin(&w->table, m, day, why))
        return false;
    while (step == MATCH_STEP && (step = match_next(m)) == MATCH_STEP) {
        if (!is_bots_own(w))
            return refuse_day(lang, N_("a bot would have played otherwise"), why);
        follow(w);
    }
    if (step == MATCH_BAD) {
        *why = m->why;
        return false;
    }
    return m->play.game.phase == MAZO_PHASE_match_over ||
           refuse_day(lang, N_("this match is not over yet"), why);
}
