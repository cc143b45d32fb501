/*
 * summary.h - what a table's text in the store says, read without the table itself.
 *
 * For lists: whose table it is, how it stands, whose turn. Nothing is loaded
 * and no match is played again for it. room_text.c writes and reads the text.
 */
#ifndef MAZO_SUMMARY_H
#define MAZO_SUMMARY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "store/store.h"
#include "wire/table_info.h"

enum { TITLE_SIZE = 61, ROOM_TEXT_VERSION = 1 };

struct summary {
    enum room_status status;
    char rules[32]; /* the sheet */
    char title[TITLE_SIZE];
    int64_t host; /* or 0 */
    int64_t match;
    int turn;   /* the seat in turn after number `n` of the match; -1: not given */
    uint32_t n; /* last event when this was written */
    int seats;
    struct summary_seat {
        enum seat_kind kind;
        int64_t person; /* or 0 */
        int64_t kicked; /* who was kicked from this seat, or 0 */
    } seat[MAZO_SEATS_MAX];
};

/* False: damaged, or of another version. */
bool summary_read(const char *text, size_t len, struct summary *out);

/* Where the person sits, or -1. */
int summary_seat_of(const struct summary *g, int64_t person);

/* The text at a key, or "". */
void summary_text(const json_t *from, const char *key, char *to, size_t size);

#endif
