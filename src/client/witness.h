/*
 * witness.h - checks everything that a server tells the players of a table.
 *
 * Nothing is taken on trust: cards add up to the deck, hands change only by what the events say,
 * nobody is shown a card of others, everybody who sees a number sees the same, and what one may do
 * is what the engine says. Faults are counted by kind, with one example each.
 */
#ifndef MAZO_WITNESS_H
#define MAZO_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "client/guest.h"
#include "mazo/mazo.h"

enum fault {
#define FAULT(name, sentence) FAULT_##name,
#include "client/faults.def"
    FAULT_COUNT
};

enum { FAULT_EXAMPLE_SIZE = 320, WITNESS_KEPT = 32 };

struct faults {
    uint64_t count[FAULT_COUNT];
    char example[FAULT_COUNT][FAULT_EXAMPLE_SIZE];
};

const char *fault_name(int fault);     /* "gap" */
const char *fault_sentence(int fault); /* a key of the catalogue */
uint64_t faults_all(const struct faults *f);

/* Count it; the first is the example. */
void faults_add(struct faults *f, enum fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What one player has seen last. */
struct witness_seat {
    int match; /* 0: nothing yet */
    int64_t n;
    uint8_t size[MAZO_SEATS_MAX];
    uint8_t hand[MAZO_KIND_COUNT];
};

/* What everybody at a table must see alike at number n. */
struct witness_number {
    int match; /* 0: nothing yet */
    int64_t n;
    uint64_t view, events; /* digests of the public part; events 0: not told yet */
};

struct witness_table {
    struct witness_number at[WITNESS_KEPT];
};

struct witness;

/* NULL: no memory. */
struct witness *witness_new(struct faults *faults, enum text_lang lang);
void witness_free(struct witness *w);

/* Look at a message for `seat` (or MAZO_SPECTATOR); `table` and `who` are shared by all who sit
 * at the table, and the player's own. `name` says where, for the examples. */
void witness_turn(struct witness *w, struct witness_table *table, struct witness_seat *who,
                  int seat, const struct guest_turn *turn, const char *name);

/* Only what costs nothing: cards of others in the events. */
void witness_events(struct witness *w, int seat, const struct guest_turn *turn, const char *name);

#endif
