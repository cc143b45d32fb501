/*
 * rating.h - how players of a match are rated: Elo, by pairs.
 *
 * Winners have beaten everybody else. Only people who were dealt cards (not who took a bot's seat later) and played against people
 * count; a match of six is worth no more than one of two. An opponent weighs more with every match
 * played, and fully after RATING_ESTABLISHED: throw-away identities lift no rating.
 *
 * A bot plays on for a kicked player, and its result is that person's. Nobody gains points
 * over such a seat, the host who kicked gains none in the whole match, and the person who was kicked
 * loses none to that host.
 */
#ifndef MAZO_SERVER_RATING_H
#define MAZO_SERVER_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum { RATING_ESTABLISHED = 10 }; /* matches */

struct rating_entry {
    int64_t person; /* 0: not a person, does not count */
    bool won;
    int matches;       /* before this one */
    int64_t kicked_by; /* a host, from this seat in this match; or 0 */
    double rating;     /* before, then after */
};

/* At most 16. */
void rating_update(struct rating_entry *entry, int count);

#endif
