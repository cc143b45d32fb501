/*
 * crowd_inner.h - what the parts of the crowd share: crowd.c lets it come and go, crowd_sit.c
 * brings a table up to its match, crowd_play.c plays it.
 */
#ifndef MAZO_CROWD_INNER_H
#define MAZO_CROWD_INNER_H

#include "client/crowd.h"
#include "client/client.h"

enum { NUMBERS_KEPT = 32 };

struct crowd_table;

/* A player or spectator. */
struct crowd_player {
    struct client *client; /* NULL: not yet */
    struct crowd_table *table;
    uint16_t index;     /* its place: 0 is the host, numbers after the last seat watch */
    uint8_t seat;       /* or MAZO_SPECTATOR */
    bool welcomed;      /* once */
    bool here;          /* now */
    bool sits_soon;     /* has asked to sit */
    uint64_t opened_at; /* when the first connection was opened; ns, as all times here */
    uint64_t broke_at;  /* 0: the connection is up */
    char *move;         /* the next move, waiting for its time, or NULL */
    char *sent;         /* the last move sent, or NULL */
    uint64_t sent_at;   /* the command under way, or 0 */
    int64_t sent_n;     /* the last number seen then */
    bool must;          /* a move on its own turn, which may not be refused */
    bool broke;         /* the connection broke: its latency means nothing */
    int64_t done_n;     /* accepted as this number, whose event has not come yet; else -1 */
    int64_t seen_n;     /* the last event, ... */
    uint64_t seen_at;   /* ... and when it came */
    struct verifier_seat witness;
};

/* A number of a match, on its way to everybody. */
struct crowd_number {
    int match;
    int64_t n;
    uint64_t sent_at; /* when the command was sent; 0: unknown, or not comparable */
    uint64_t last_at; /* the latest event of this number so far */
    uint16_t heard;   /* how many have received it */
    bool owned;       /* a player was told that it is their command */
};

/* The host's last step towards a match. */
enum crowd_lead { LEAD_NOTHING, LEAD_START, LEAD_AGAIN };

struct crowd_table {
    struct crowd *crowd;
    struct crowd_player *players; /* seats, then watchers */
    uv_timer_t timer;             /* the next move; see plan_move */
    char code[CLIENT_CODE_SIZE];  /* "" until it is created */
    bool begun;                   /* the first match has begun */
    bool playing, over;           /* this match */
    bool finished;                /* no more matches */
    uint8_t led;                  /* enum crowd_lead */
    int match;
    uint32_t matches;   /* played to the end */
    uint64_t moved_at;  /* the last event */
    uint64_t nudged_at; /* last step towards a match */
    struct crowd_number numbers[NUMBERS_KEPT];
    struct verifier_table witness;
};

struct crowd {
    uv_loop_t *loop;
    const struct crowd_plan *plan;
    struct verifier *witness;
    uint64_t dice;
    struct crowd_table *tables;
    struct crowd_player *players;
    int per_table; /* seats and watchers */
    int opened;    /* players that have begun to connect */
    uint64_t began_at, playing_at, going_at;
    uint64_t tick_at, moment_at;
    uint64_t moment_moves;
    double opens_due, drops_due;
    uv_timer_t ticker;
    struct histogram moment; /* of the current interval */
    struct crowd_figures figures;
};

/* crowd_sit.c */

/* "KZTRA", or "table 17" before it has a code. */
const char *crowd_table_name(const struct crowd_table *t, char buf[24]);
void crowd_welcome(struct crowd_player *p);
void crowd_table_told(struct crowd_player *p, const struct table_info *info);
void crowd_nudge(struct crowd_table *t);

/* crowd_play.c */
uint32_t crowd_dice(struct crowd *c, uint32_t below);
void crowd_turn(struct crowd_player *p, const struct client_turn *turn, bool is_event);
void crowd_answer(struct crowd_player *p, enum client_answer answer, int64_t n, const char *word,
                  const char *sentence);
void crowd_forget_move(struct crowd_player *p);

#endif
