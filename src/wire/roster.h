/*
 * roster.h - who sat at the table: the key "table" in the first line of a match file.
 *
 *     "table":{"seats":[{"name":"Ana","sits":"person","bot":"normal"},…]}
 *
 * Only the table (src/table) knows what the words mean; files keep them as text.
 */
#ifndef MAZO_ROSTER_H
#define MAZO_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"
#include "wire/json_out.h"

/* Bytes with the NUL. */
enum { ROSTER_NAME_SIZE = 48, ROSTER_WORD_SIZE = 64, ROSTER_PROGRAM_SIZE = 256 };

struct wire_error;

struct roster_seat {
    char name[ROSTER_NAME_SIZE];
    char sits[ROSTER_WORD_SIZE];       /* "person", "bot" or "program" */
    char bot[ROSTER_WORD_SIZE];        /* the bot, or the stand-in: "hard:cautious@2000" */
    char program[ROSTER_PROGRAM_SIZE]; /* its command line, "" if there is none */
};

struct roster {
    int count; /* 0: the file names nobody */
    struct roster_seat seat[MAZO_SEATS_MAX];
};

/* The key and its value. */
void roster_put(struct json_out *out, const struct roster *roster);

/* Read it out of an opening line. A line without it is fine: nobody is named. */
bool roster_read(enum text_lang lang, const char *line, size_t len, struct roster *out,
                 struct wire_error *err);

#endif
