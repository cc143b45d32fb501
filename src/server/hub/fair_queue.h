/*
 * fair_queue.h - who is next, when more want something than can have it at once.
 *
 * Fair between addresses, then between the people of one address, and first come, first served
 * between the tables of one person. Asking more often does not make others wait.
 */
#ifndef MAZO_FAIR_QUEUE_H
#define MAZO_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TURNS_MAX = 256,        /* that may wait in all, */
    TURNS_ADDRESS_MAX = 32, /* of one address, */
    TURNS_PERSON_MAX = 8,   /* and of one person there */
    TURNS_SLOTS = 1024,
    TURNS_LIGHT = 8 /* up to this load, budgets are not cut */
};

/* An entry; the first member of the struct that waits. */
struct turn {
    struct turn *next;
    uint64_t address; /* any number that stands for it */
    int64_t person;
};

/* Zeroed, it is empty. */
struct fair_queue {
    struct turn *first;
    uint32_t count;
    uint64_t served;                                    /* so far, and which of them was the */
    uint64_t address[TURNS_SLOTS], person[TURNS_SLOTS]; /* last of each */
};

/* Append. False: too many are waiting already. */
bool fair_queue_put(struct fair_queue *q, struct turn *t);

/* The next one, or NULL. */
struct turn *fair_queue_take(struct fair_queue *q);

/* Remove it. False: it was not waiting. */
bool fair_queue_drop(struct fair_queue *q, const struct turn *t);

/* The load beside `t`: what waits from its address, or a quarter of all, whichever is more. */
uint32_t fair_queue_load(const struct fair_queue *q, const struct turn *t);

#endif
