/*
 * verifier.h - checks everything that a server tells the players of a table.
 *
 * Nothing is taken on trust: cards add up to the deck, hands change only by what the events say,
 * nobody is shown a card of others, everybody who sees a number sees the same, and what one may do
 * is what the engine says. Faults are counted by kind, with one example each.
 */
#ifndef MAZO_VERIFIER_H
#define MAZO_VERIFIER_H

#include <stdbool.h>
#include <stdint.h>

#include "client/client.h"
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
struct verifier_seat {
    int match; /* 0: nothing yet */
    int64_t n;
    uint8_t size[MAZO_SEATS_MAX];
    uint8_t hand[MAZO_KIND_COUNT];
};

/* What everybody at a table must see alike at number n. */
struct verifier_number {
    int match; /* 0: nothing yet */
    int64_t n;
    uint64_t view, events; /* digests of the public part; events 0: not told yet */
};

struct verifier_table {
    struct verifier_number at[WITNESS_KEPT];
};

struct verifier;

/* NULL: no memory. */
struct verifier *verifier_new(struct faults *faults, enum text_lang lang);
void verifier_free(struct verifier *w);

/* Check a message for `seat` (or MAZO_SPECTATOR); `table` is shared by all players of the table,
 * `who` is the player's own. `name` says where, for the examples. */
void verifier_turn(struct verifier *w, struct verifier_table *table, struct verifier_seat *who,
                   int seat, const struct client_turn *turn, const char *name);

/* Only the cheap check: others' cards in the events. */
void verifier_events(struct verifier *w, int seat, const struct client_turn *turn,
                     const char *name);

#endif
