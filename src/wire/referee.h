/*
 * referee.h - the referee of docs/notation.md: a line in, a line out.
 *
 * No files and no clock: the command, the fuzzer and the tests call it alike.
 */
#ifndef MAZO_REFEREE_H
#define MAZO_REFEREE_H

#include "wire/json_out.h"
#include "wire/json_read.h"
#include "wire/game_driver.h"

/* A buffer large enough for every answer. */
enum { REFEREE_ANSWER_MAX = 512 * 1024 };

struct referee {
    enum text_lang lang;
    void (*fresh_seed)(uint8_t out[32]); /* for "new" without a seed; NULL: all zeros */
    bool has_rules;
    struct mazo_rules rules; /* with has_rules: for opening lines that name none */
    struct wire_game play;
    struct wire_line line; /* the last line */
    struct wire_error why; /* and what was wrong with it */
    bool accepted;         /* it changed the game: referee_log has something to say */
};

void referee_init(struct referee *r, enum text_lang lang, void (*fresh_seed)(uint8_t out[32]));

/* Set the rules for opening lines that name none. */
void referee_set_rules(struct referee *r, const struct mazo_rules *rules);

/* Answer one line, given without its end. `len` may be anything: over
 * WIRE_LINE_MAX the bytes are ignored and the answer is too_long. */
void referee_line(struct referee *r, const char *text, size_t len, struct json_out *answer);

/* The line of the match file for what was just accepted, its end included;
 * nothing when nothing was. */
void referee_log(const struct referee *r, struct json_out *out);

#endif
