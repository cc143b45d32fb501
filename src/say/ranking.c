/*
 * ranking.c - who stands where in a match.
 */
#include "say/ranking.h"

static struct say_side side_of(const struct mazo_public *p, int seat)
{
    int other = mazo_partner(p, seat);
    struct say_side side = {.seats = (uint16_t)(1u << seat | 1u << other),
                            .points = p->scores[seat],
                            .cards = p->size[seat]};
    if (other != seat) {
        side.points += p->scores[other];
        side.cards = p->size[other] < side.cards ? p->size[other] : side.cards;
    }
    return side;
}

/* Below 0: a stands before b. */
static int compare(const struct mazo_public *p, const struct say_side *a, const struct say_side *b)
{
    int won = !(p->winners & a->seats) - !(p->winners & b->seats);
    int lost = !(p->losers & b->seats) - !(p->losers & a->seats);
    if (won || lost)
        return won ? won : lost;
    if (p->rules.scoring == MAZO_scoring_quick)
        return a->cards - b->cards;
    return p->rules.scoring == MAZO_scoring_hands ? a->points - b->points : b->points - a->points;
}

int say_ranking(const struct mazo_public *p, struct say_side sides[MAZO_SEATS_MAX])
{
    int count = 0;
    for (int seat = 0; seat < p->seats; seat++) {
        struct say_side side = side_of(p, seat);
        if (side.seats & ((1u << seat) - 1))
            continue; /* its partner was listed with it */
        int at = count++;
        for (; at > 0 && compare(p, &side, &sides[at - 1]) < 0; at--)
            sides[at] = sides[at - 1];
        sides[at] = side;
    }
    for (int i = 0; i < count; i++) {
        bool tie = i > 0 && compare(p, &sides[i], &sides[i - 1]) == 0;
        sides[i].place = tie ? sides[i - 1].place : i + 1;
    }
    return count;
}
