/*
 * ruleset.h - rule-set files: INI text with the names of rules.def.
 *
 *     ; a comment; so is this, and what follows a blank and one of the two marks
 *     base = oficial      # first, if at all; without it the base is oficial
 *     stacking = yes
 *     hand_size = 5
 *
 * What a file does not name stays as in its base. There are no sections. Reading finds
 * every error, each with its line; a file with errors changes nothing.
 */
#ifndef MAZO_RULESET_H
#define MAZO_RULESET_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

enum {
    RULESET_FILE_MAX = 64 * 1024, /* bytes in a file */
    RULESET_TEXT_MAX = 32 * 1024, /* enough for any text that ruleset_write makes */
    RULESET_ERRORS_MAX = 50,
    RULESET_MESSAGE_MAX = 320,
    RULESET_SHEET = MAZO_SHEET_OFICIAL /* the base of a file that names none */
};

struct ruleset_error {
    int line;                          /* from 1; 0: the file as a whole */
    char message[RULESET_MESSAGE_MAX]; /* in the language asked for; safe to print */
};

struct ruleset_errors {
    int count;
    int left_out; /* errors that found no room below */
    struct ruleset_error at[RULESET_ERRORS_MAX];
};

/* Read `size` bytes of text. The rules have to allow a match with `seats` seats; 0 stands
 * for the number that the rules themselves name. False, and *out as it was, on any error. */
bool ruleset_read(const char *text, size_t size, int seats, enum text_lang lang,
                  struct mazo_rules *out, struct ruleset_errors *errors);

/* The same, but stops at the first error: for a server, where others wait. */
bool ruleset_read_first(const char *text, size_t size, int seats, enum text_lang lang,
                        struct mazo_rules *out, struct ruleset_errors *errors);

/* The rules with that name: a sheet's name in any case, or else the path of a file. */
bool ruleset_of(const char *name_or_path, int seats, enum text_lang lang, struct mazo_rules *out,
                struct ruleset_errors *errors);

/* Write the rules as a file, every row with its sentence, ids and range as a comment.
 * Reading it gives the same rules. Returns what snprintf would. */
int ruleset_write(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size);

#endif
