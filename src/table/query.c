/*
 * query.c - questions about a table: who must act, what has to wait, what a seat may see.
 */
#include "table/inner.h"

#include <string.h>

bool table_has_duty(const struct table *t, int seat)
{
    const struct mazo_game *g = &t->play.game;
    if (g->phase == MAZO_PHASE_write)
        return !(g->written & TABLE_BIT(seat));
    return mazo_is_running(g->phase) && g->turn == seat;
}

bool table_awaits(const struct table *t, int seat)
{
    return t->play.open && seat >= 0 && seat < t->seats &&
           !table_is_played_by_bot(&t->seat[seat]) && !t->seat[seat].held.is_there &&
           table_has_duty(t, seat);
}

bool table_may_react(const struct table *t, int seat)
{
    struct mazo_legal legal;
    if (!t->play.open || seat < 0 || seat >= t->seats || !mazo_is_running(t->play.game.phase) ||
        t->play.game.turn == seat)
        return false;
    mazo_legal(&t->play.game, seat, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!mazo_is_social(legal.at[i].type))
            return true;
    return false;
}

bool table_has_people(const struct table *t)
{
    for (int i = 0; i < t->seats; i++)
        if (!table_is_played_by_bot(&t->seat[i]))
            return true;
    return false;
}

bool table_robs(const struct table *t, const struct mazo_command *c, uint64_t *until)
{
    uint16_t wanted = 0;
    uint64_t last = 0;
    for (int i = 0; i < t->seats; i++) {
        uint8_t who = t->seat[i].catching;
        if (who < t->seats) {
            wanted |= TABLE_BIT(who);
            last = t->seat[who].safe_until > last ? t->seat[who].safe_until : last;
        }
    }
    if (!wanted || c->type == MAZO_CMD_uno || c->type == MAZO_CMD_catch)
        return false;
    struct mazo_game after = t->play.game;
    mazo_apply(&after, c, NULL);
    if (until)
        *until = last;
    return wanted & (uint16_t)~after.catchable;
}

/* Out of turn, and while rule cards are written, an expert has habits like the others. */
bool table_searches_apart(const struct table *t, int seat)
{
    const struct mazo_game *g = &t->play.game;
    return t->apart && t->seat[seat].bot.level == MAZO_BOT_EXPERT && mazo_is_running(g->phase) &&
           g->turn == seat;
}

bool table_is_for_thought(const struct table *t, int seat)
{
    return t->seat[seat].acts_at <= t->now && table_searches_apart(t, seat);
}

/* ---- what a seat may see ---- */

/* Usually there are few: copy only the used part of the lists. */
static void copy_events(struct mazo_events *to, const struct mazo_events *from)
{
    to->count = from->count;
    to->card_count = from->card_count;
    to->cut_short = from->cut_short;
    memcpy(to->at, from->at, from->count * sizeof from->at[0]);
    memcpy(to->cards, from->cards, from->card_count * sizeof from->cards[0]);
}

void table_show(struct table *t, const struct wire_game *play)
{
    t->play.open = play->open;
    t->play.game = play->game;
    if (play->game.rules.rule_cards > 0)
        t->play.texts = play->texts;
    copy_events(&t->play.events, &play->events);
    t->seats = play->game.seats;
}

void table_view(const struct table *t, int seat, struct mazo_view *out)
{
    mazo_view_of(&t->play.game, seat, out);
}

bool table_event(const struct table *t, int i, int seat, struct mazo_event *out,
                 const mazo_card **cards)
{
    const struct mazo_events *events = &t->play.events;
    if (i < 0 || i >= events->count)
        return false;
    mazo_event_for(&events->at[i], seat, out);
    *cards = out->has_cards ? events->cards + out->first : NULL;
    return true;
}

void table_texts(const struct table *t, int seat, struct say_texts *out)
{
    const struct mazo_game *g = &t->play.game;
    int each = mazo_rule_cards_each(g);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        bool own = seat < g->seats && each > 0 && i / each == seat && g->written & TABLE_BIT(seat);
        if (own || g->rules_seen >> i & 1)
            out->card[i] = t->play.texts.card[i];
    }
}
