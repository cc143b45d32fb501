/*
 * view.c - the game through one seat's eyes.
 */
#include "mazo/view.h"
#include "core.h"

/* Row by row, for a struct copied whole brings its padding along. */
static void see_rules(const struct mazo_rules *rules, struct mazo_rules *out)
{
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) out->name = rules->name;
#include "mazo/rules.def"
    out->sheet = rules->sheet;
    out->revision = rules->revision;
}

static void see_table(const struct mazo_game *g, struct mazo_view *out)
{
    see_rules(&g->rules, &out->rules);
    out->seats = g->seats;
    out->phase = g->phase;
    out->turn = g->turn;
    out->dealer = g->dealer;
    out->beginner = g->beginner;
    out->direction = g->direction;
    out->top = g->top;
    out->color = g->color;
    out->pending = g->pending;
    out->striker = g->striker;
    out->challengeable = g->challengeable;
    out->color_before = g->color_before;
    out->draw_count = g->draw_count;
    out->discard_count = g->discard_count;
    memcpy(out->size, g->size, sizeof out->size);
    out->said = g->said;
    out->catchable = g->catchable;
    out->lose_turn = g->lose_turn;
    out->passes = g->passes;
    out->accuser = g->accuser;
    out->accused = g->accused;
    out->voted = g->voted;
    out->voted_yes = g->voted_yes;
    out->round = g->round;
    out->round_winner = g->round_winner;
    out->winners = g->winners;
    out->losers = g->losers;
    memcpy(out->scores, g->scores, sizeof out->scores);
    memcpy(out->declined, g->declined, sizeof out->declined);
    memcpy(out->declined_since, g->declined_since, sizeof out->declined_since);
    for (int i = 1; i <= g->discard_count; i++)
        out->discards[g->pile[MAZO_CARDS_MAX - i]]++;
}

static void see_lever(const struct mazo_game *g, struct mazo_view *out)
{
    out->purpose = g->purpose;
    out->lever = g->lever;
    out->actor = g->actor;
    out->rule_card = g->rule_card;
    out->effect = g->effect;
    out->target = g->target;
    out->owed = g->owed;
    out->lever_opens = g->lever_opens;
    out->each_left = g->each_left;
    out->each_direction = g->each_direction;
    out->rule_card_count = g->rule_card_count;
    out->rules_seen = g->rules_seen;
    out->run_draws = g->run_draws;
    out->run_skips = g->run_skips;
    out->written = g->written;
    out->dispenser_count = g->dispenser_count;
    out->used_count = g->used_count;
    memcpy(out->used, g->used, g->used_count);
}

/* A rule card is known to whoever wrote it and, once it has come out, to all. */
static void see_rule_cards(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    int each = mazo_rule_cards_each(g);
    for (int i = 0; i < g->rule_card_count; i++) {
        bool own = each && i / each == seat && (g->written & SEAT_BIT(seat));
        if (own || g->rules_seen >> i & 1)
            out->rule_cards[i] = g->rule_cards[i];
    }
}

/* What only this seat knows. */
static void see_own(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    memcpy(out->hand, g->copies[seat], sizeof out->hand);
    if (g->phase == MAZO_PHASE_drawn && g->turn == seat) {
        out->drawn = g->drawn;
        out->must = g->must;
    }
    for (int other = 0; other < g->seats; other++)
        if (g->shown_to[other] & SEAT_BIT(seat))
            out->shown[other] = g->shown[other];
}

bool mazo_view_of(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    bool plays = seat >= 0 && seat < g->seats;
    memset(out, 0, sizeof *out); /* padding too: equal views are equal bytes */
    if (!plays && seat != MAZO_SPECTATOR)
        return false;
    out->seat = (uint8_t)seat;
    out->drawn = MAZO_CARD_NONE;
    see_table(g, out);
    see_lever(g, out);
    if (plays)
        see_own(g, seat, out);
    see_rule_cards(g, seat, out);
    return true;
}
