/*
 * json_read.h - one line of the referee's protocol or of a match file.
 *
 * Everything here comes from outside and is not believed: sizes, types and
 * ranges are checked, and a refusal names the field and what it should be.
 * Whether a command is allowed is the engine's business, not ours.
 * Unknown keys are ignored, inside `options` they are refused. A key that is
 * present must have the right type; null never is.
 */
#ifndef MAZO_JSON_READ_H
#define MAZO_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>
#include "mazo/game.h"
#include "text/text.h"
#include "say/rule_card_text.h"

enum { WIRE_LINE_MAX = 64 * 1024 }; /* bytes of the longest line, its end not counted */

enum wire_line_kind { WIRE_NEW, WIRE_POSITION, WIRE_STATE, WIRE_COMMAND };

/* How a match begins. */
struct wire_opening {
    bool has_seed;                 /* false: the seed is all zeros */
    struct mazo_position position; /* for a new match only rules, seats and seed */
    struct say_texts texts;        /* of the position's rule cards */
};

/* A line that has been read. Not to be copied: the command points into it. What its kind does not use,
 * and what lies behind the counts, is undefined: lines are read by the thousand, and most are short. */
struct wire_line {
    enum wire_line_kind kind;
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX];                       /* behind the command */
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX]; /* behind the command */
    struct say_card_text rule_texts[MAZO_RULE_CARDS_MAX];  /* their texts */
    struct wire_opening opening;
    int version;   /* match files: "mazo", 0 where it is not given */
    bool has_hash; /* match files: "hash" is given */
    uint64_t hash;
};

/* The reason for refusing a line. */
struct wire_error {
    const char *word;  /* stable, for programs */
    char message[512]; /* a sentence in the asked-for language */
    int line;          /* of the file that was read, if it is about a line of one */
};

/* Say why; always false. */
__attribute__((format(printf, 3, 4))) bool wire_refuse(struct wire_error *why, const char *word,
                                                       const char *format, ...);

/* Read one line of `len` bytes, whatever they are. False, and *err filled,
 * if it is not a line of the protocol; *out is then undefined. */
bool wire_read_line(enum text_lang lang, const char *text, size_t len, struct wire_line *out,
                    struct wire_error *err);

/* The same; an opening line that names no rules is played by these. */
bool wire_read_line_by(const struct mazo_rules *rules, enum text_lang lang, const char *text,
                       size_t len, struct wire_line *out, struct wire_error *err);

/* The same, of an object that has been parsed. */
bool wire_read_object(const struct mazo_rules *rules, enum text_lang lang, const json_t *object,
                      struct wire_line *out, struct wire_error *err);

#endif
