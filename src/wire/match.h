/*
 * match.h - match files: a whole match as text that can be replayed.
 *
 * The first line is the opening line of docs/notation.md with two keys more,
 * "mazo":1 (the version of this format) and a seed written out in full, so
 * that it gives the same deal again. "revision" says which revision of the rules
 * the match is played by (revisions.def); without it that is the first. Every further line is a command that was
 * accepted. Each line, the first too, ends with "hash", 16 hex digits of
 * mazo_hash after it: a replay knows immediately where it departs
 * from the match that was played. Lines end with "\n".
 *
 * The first line may also say who sat at the table (roster.h), and how the seed
 * came about (fair.h).
 *
 * A crash can cut the last line. An incomplete last line that is not valid
 * JSON is ignored, and `cut` says so; every other damage is an error.
 */
#ifndef MAZO_MATCH_H
#define MAZO_MATCH_H

#include "wire/fair.h"
#include "wire/json_out.h"
#include "wire/json_read.h"
#include "wire/game_driver.h"
#include "wire/roster.h"

enum { MATCH_VERSION = 1 };

/* The lines of a match file, their ends included. `roster` and `fair` may be NULL. */
void match_put_opening(struct json_out *out, enum wire_line_kind kind,
                       const struct wire_opening *opening, const struct roster *roster,
                       const struct fair *fair, uint64_t hash);
void match_put_command(struct json_out *out, const struct mazo_command *c,
                       const struct say_card_text *texts, uint64_t hash);

enum match_step {
    MATCH_STEP, /* a line was carried out: see play.game */
    MATCH_END,  /* there are no more */
    MATCH_BAD   /* damaged, or it does not replay: see line and why */
};

/* A match file that is being replayed. */
struct match_reader {
    enum text_lang lang;  /* of the messages */
    const char *text;     /* the whole file */
    size_t len, at;       /* its size, and how much has been read */
    int line;             /* number of the last line, counted from 1; 0: the file as a whole */
    int commands;         /* carried out so far */
    bool cut;             /* the last line was cut and is left out */
    struct roster roster; /* who sat there, as far as the file says */
    struct fair fair;     /* of the first line; is_there: the file has it */
    struct wire_game play;
    struct wire_line now; /* the last line */
    struct wire_error why;
};

/* Start to replay `len` bytes, which must stay where they are. */
void match_begin(struct match_reader *m, enum text_lang lang, const char *text, size_t len);

/* Carry out the next line. After MATCH_END or MATCH_BAD there is no next one. */
enum match_step match_next(struct match_reader *m);

#endif
