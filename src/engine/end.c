/*
 * end.c - the end of a round, its points, and the end of the match.
 */
#include "core.h"

/* End whatever is under way: pending draws, questions, accusations, catches. */
static void clear_business(struct mazo_game *g)
{
#define UNTIL_end(name, first) g->name = first;
#define UNTIL_deal(name, first)
#define UNTIL_match(name, first)
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) UNTIL_##until(name, first)
#include "mazo/public.def"
    g->drawn = MAZO_CARD_NONE;
    g->must = g->dirty = g->dead = false;
    g->idle = g->smallest = 0;
}

/* Reset everything of an earlier round. */
void clear_round(struct mazo_game *g)
{
    clear_business(g);
#undef UNTIL_deal
#define UNTIL_deal(name, first) g->name = first;
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) UNTIL_##until(name, first)
#include "mazo/public.def"
    g->fits = 0;
    memset(g->declined, 0, sizeof g->declined);
    memset(g->declined_since, 0, sizeof g->declined_since);
    memset(g->shown, 0, sizeof g->shown);
    memset(g->shown_to, 0, sizeof g->shown_to);
}

static int hand_points(const struct mazo_game *g, int seat)
{
    int sum = 0;
    for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = lowest_card(rest);
        sum += g->copies[seat][card] * mazo_card_points(card);
    }
    return sum;
}

int mazo_hand_points(const struct mazo_game *g, int seat)
{
    return is_seat(g, seat) ? hand_points(g, seat) : 0;
}

uint16_t mazo_side_of(const struct mazo_game *g, int seat)
{
    if (!is_seat(g, seat))
        return 0;
    return (uint16_t)(SEAT_BIT(seat) | SEAT_BIT(mazo_partner(&g->pub, seat)));
}

int mazo_side_score(const struct mazo_game *g, int seat)
{
    if (!is_seat(g, seat))
        return 0;
    int partner = mazo_partner(&g->pub, seat);
    return g->scores[seat] + (partner != seat ? g->scores[partner] : 0);
}

static int best_score(const struct mazo_game *g, bool highest)
{
    int best = mazo_side_score(g, 0);
    for (int seat = 1; seat < g->seats; seat++) {
        int other = mazo_side_score(g, seat);
        best = (highest ? other > best : other < best) ? other : best;
    }
    return best;
}

/* The seats whose side has that score, together. */
static uint16_t seats_with(const struct mazo_game *g, int points)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < g->seats; seat++)
        if (mazo_side_score(g, seat) == points)
            seats |= SEAT_BIT(seat);
    return seats;
}

static void score(struct mazo_game *g, int seat, int points, struct mazo_events *ev)
{
    g->scores[seat] = at_most(g->scores[seat] + points, SCORE_MOST);
    struct mazo_event *e = ev ? event_add(ev, MAZO_EVENT_scored, seat) : NULL;
    if (e)
        e->points = (uint16_t)points;
}

static void tell_counted(const struct mazo_game *g, int seat, int points, struct mazo_events *ev)
{
    tell_hand(ev, MAZO_EVENT_counted, seat, MAZO_SEAT_NONE, g->have[seat], g->copies[seat]);
    if (ev && !ev->cut_short)
        ev->at[ev->count - 1].points = (uint16_t)points;
}

/* E4: the winner gets what the other sides hold. E5, E7: each their own hand. */
static void count_hands(struct mazo_game *g, int winner, struct mazo_events *ev)
{
    uint16_t side = mazo_side_of(g, winner);
    int won = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == winner)
            continue;
        int points = hand_points(g, seat);
        tell_counted(g, seat, points, ev);
        if (g->rules.scoring == MAZO_scoring_hands)
            score(g, seat, points, ev);
        else if (!(side & SEAT_BIT(seat)))
            won += points;
    }
    if (g->rules.scoring == MAZO_scoring_winner)
        score(g, winner, won, ev);
}

static void end_match(struct mazo_game *g, uint16_t winners, uint16_t losers,
                      struct mazo_events *ev)
{
    g->phase = MAZO_PHASE_match_over;
    g->winners = winners;
    g->losers = losers;
    tell(ev, MAZO_EVENT_match_over, MAZO_SEAT_NONE);
}

static void end_round(struct mazo_game *g)
{
    if (g->rule_card != MAZO_CARD_NONE)
        g->used[g->used_count++] = g->rule_card;
    clear_business(g);
    g->phase = MAZO_PHASE_round_over;
}

void win_round(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    end_round(g);
    g->round_winner = (uint8_t)seat;
    tell(ev, MAZO_EVENT_won, seat);
    if (g->rules.scoring == MAZO_scoring_quick) { /* E6 */
        end_match(g, mazo_side_of(g, seat), 0, ev);
        return;
    }
    count_hands(g, seat, ev);
    int highest = best_score(g, true);
    if (highest < g->rules.target)
        return; /* E8: another round */
    bool winner_takes = g->rules.scoring == MAZO_scoring_winner;
    bool names_loser = !winner_takes && g->rules.target_is == MAZO_target_is_loss;
    uint16_t losers = names_loser ? seats_with(g, highest) : 0;
    uint16_t winners = seats_with(g, winner_takes ? highest : best_score(g, false));
    end_match(g, (uint16_t)(winners & ~losers), losers, ev); /* E5: a tie loses together */
}

/* T5 */
void block_round(struct mazo_game *g, struct mazo_events *ev)
{
    end_round(g);
    g->round_winner = MAZO_SEAT_NONE;
    tell(ev, MAZO_EVENT_blocked, MAZO_SEAT_NONE);
}
