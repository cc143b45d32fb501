/*
 * bots.h - a table of bots, played by hand so that every command passes mazo_apply.
 */
#ifndef MAZO_TESTS_BOTS_H
#define MAZO_TESTS_BOTS_H

#include "bot/bot.h"

struct bots {
    struct mazo_game game;
    struct mazo_events events;
    struct mazo_legal legal;
    struct mazo_view view;
    struct mazo_bot bots[MAZO_SEATS_MAX];
    struct mazo_bot_scratch *scratch;
    uint64_t sum; /* of what happened */
};

/* Tell each bot what it may know of the last command. */
static inline void bots_tell(struct bots *t)
{
    for (int seat = 0; seat < t->game.seats; seat++) {
        mazo_view_of(&t->game, seat, &t->view);
        for (int i = 0; i < t->events.count; i++) {
            struct mazo_event event;
            mazo_event_for(&t->events.at[i], seat, &event);
            mazo_bot_hear(&t->bots[seat], &t->view, &event, &t->events.cards[event.first]);
        }
    }
    mazo_events_clear(&t->events);
}

/* Ask a bot what it wants to do now. False: nothing. */
static inline bool bots_choose(struct bots *t, int seat, struct mazo_command *c)
{
    mazo_view_of(&t->game, seat, &t->view);
    return mazo_legal(&t->game, seat, &t->legal) > 0 &&
           mazo_bot_choose(&t->bots[seat], &t->view, &t->legal, t->scratch, c);
}

#endif
