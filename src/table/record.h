/*
 * record.h - what a player remembers: a finished match in a few figures, and all of them together.
 *
 * A match is read from its file once and kept as a line of JSON; the totals, the achievements and
 * the line to share come from these lines, the same in the browser and in the terminal.
 */
#ifndef MAZO_RECORD_H
#define MAZO_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/game.h"
#include "table/daily.h"
#include "text/text.h"
#include "wire/json_out.h"
#include "wire/match.h"

enum { RECORD_ROUNDS = 40, RECORD_SIZE = 4096, RECORD_LOW_HAND = 20, RECORD_SHARE_SIZE = 400 };

/* Result of a round for the player. */
enum record_round {
    RECORD_WON = 'w',
    RECORD_NEAR = 'n',    /* another won; up to RECORD_LOW_HAND points were left in hand */
    RECORD_LOST = 'l',    /* and more than that */
    RECORD_BLOCKED = 'b', /* nobody won it */
};

/* A finished match, as the player of one seat remembers it. */
struct record {
    int64_t at;  /* when it ended, milliseconds since 1970; the front end knows it */
    bool online; /* on a server; set by the front end too */
    int sheet, seats, you;
    bool house; /* with house rules */
    bool won;
    int place, of;
    int points, best_other; /* of the sides */
    int rounds, rounds_won;
    int best_round;         /* points scored in one round */
    int comeback;           /* the match was won after being this many points behind */
    int moves, draws;       /* own commands; cards drawn */
    int most_cards;         /* most cards at one time */
    int most_cards_won;     /* most cards in a round that was won */
    int caught, was_caught; /* others caught; times caught */
    int challenges, challenges_won;
    int bluffs;                    /* bluffs that nobody noticed */
    int decisions;                 /* decisions the coach judged, */
    double cost;                   /* and their total cost, in shares of a match */
    char day[DAILY_DATE_SIZE];     /* date of a deal of the day, or "" */
    char round[RECORD_ROUNDS + 1]; /* enum record_round of the first ones */
    uint16_t played[MAZO_KIND_COUNT];
    struct roster roster; /* the other players' names, and who is a bot */
};

/* Read a match file as `seat` played it; below 0: the first seat of a person. `m` is work space.
 * False: it does not replay, is not over, or nobody sits there. */
bool record_read(struct match_reader *m, const char *text, size_t len, int seat,
                 struct record *out);

/* To a line of JSON without terminator, and back. Missing keys are zero. */
void record_put(struct json_out *out, const struct record *r);
bool record_get(const json_t *from, struct record *out);

/* Points ahead of the best other side, negative: behind. Deals of the day are compared by it. */
int record_lead(const struct record *r);

/* A deal of the day in three lines to share: which, how it went, and its rounds, "Rounds: 🟩🟥🟩 🔥4". `streak`: days in a row. */
void record_share(const struct record *r, enum text_lang lang, int streak, char *buf, size_t size);

/* ---- together ---- */

/* Achievements, in the order of feats in record_feats.c. */
enum { RECORD_FEATS = 14 };

struct record_count {
    int matches, wins;
};

struct record_totals {
    struct record_count all, online, sheet[MAZO_SHEET_COUNT];
    int streak, best_streak;                    /* matches won in a row */
    int daily, daily_streak, daily_best_streak; /* days */
    char daily_last[DAILY_DATE_SIZE];
    int64_t points;
    int rounds, rounds_won, best_round, comeback;
    int moves, draws, caught, was_caught, challenges, challenges_won, bluffs;
    int decisions;
    double cost;
    uint32_t played[MAZO_KIND_COUNT];
    int64_t feat[RECORD_FEATS]; /* when it was achieved; 0: not yet */
};

/* Add a match; call in order of time. */
void record_add(struct record_totals *t, const struct record *r);

/* The kind played most often, or MAZO_CARD_NONE. */
mazo_card record_favorite(const struct record_totals *t);

/* The streak of deals of the day as of this date: 0 if yesterday's was missed. */
int record_daily_streak(const struct record_totals *t, const char *today);

/* ---- achievements: record_feats.c ---- */

/* Its id for programs, its title and what it asks for, in English. */
const char *record_feat_id(int feat);
const char *record_feat_title(int feat);
const char *record_feat_text(int feat);

/* Did this match, the last of these totals, achieve it? */
bool record_feat_done(int feat, const struct record_totals *t, const struct record *r);

#endif
