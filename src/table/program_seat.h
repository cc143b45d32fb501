/*
 * program_seat.h - a program at the table, for front ends that never block.
 *
 * The table knows that a program sits somewhere; this runs it: asks when its
 * seat must or may act, takes the answer to table_do, and has the stand-in
 * move when it is late, dies or answers nonsense. A program that is late or
 * dead is away for the round; after some failures in a row it stays away.
 * Only this and program.h know processes; the table itself does not.
 */
#ifndef MAZO_PROGRAM_SEAT_H
#define MAZO_PROGRAM_SEAT_H

#include "table/player.h"
#include "table/program.h"
#include "table/table.h"

enum {
    OUTSIDE_QUESTION_MAX = 128 * 1024,
    OUTSIDE_LIMIT_MS = 2000, /* a sensible time for an answer */
    OUTSIDE_PATIENCE = 5     /* after this many failures in a row it is not started again */
};

struct program_seat {
    int seat;
    uint32_t limit_ms; /* for an answer; the first gets PROGRAM_START_MS more */
    bool asks;         /* a question is pending */
    bool failed;       /* in this round */
    uint32_t about;    /* commands accepted when last asked, plus one; 0: never */
    uint64_t until;    /* deadline of this answer */
    int failures;      /* in a row */
    uint16_t round;
    uint32_t told;       /* the round of the last news, and whether it is over */
    uint32_t lies;       /* answers that were not a legal command */
    const char *offence; /* first failure of this round: "program_lied", ...; NULL: none */
    bool offence_told;   /* its owner was told */
    char reason[128];    /* reason of the failure, without cards */
    struct player player;
    struct program program;
    struct mazo_legal legal;
    struct wire_line line; /* its answer */
    char question[OUTSIDE_QUESTION_MAX];
};

/* For the seat of a program; it is back, and its program is started when it is first asked.
 * The caller ignores SIGPIPE. False: its command line cannot be run as it is. */
bool program_seat_init(struct program_seat *o, struct table *t, int seat, uint32_t limit_ms,
                       uint64_t now);

/* Keep the program for the same seat of another match. False: it is not running, or talks, or
 * another program is wanted; then end it. */
bool program_seat_again(struct program_seat *o, struct table *t, int seat, uint32_t limit_ms,
                        uint64_t now);

/* Ask, listen, act; never waits. Call it after everything that happens at the table, when
 * program_seat_fd can be read and when program_seat_due says. True: one command was accepted,
 * call again. */
bool program_seat_tick(struct program_seat *o, struct table *t, uint64_t now);

/* Its deadline; TABLE_NEVER: no question is pending. */
uint64_t program_seat_due(const struct program_seat *o);

/* The end to poll: for writing when *sends, else for reading. -1: nothing to wait for. */
int program_seat_fd(const struct program_seat *o, bool *sends);

/* End the program. */
void program_seat_end(struct program_seat *o);

/* Tell the program, if it asked for news, that a round begins or has ended. */
void program_seat_news(struct program *p, const struct mazo_game *g, int seat);

/* The question for a seat: its view and its list, without accusations and votes. Returns its
 * length. */
size_t program_seat_question(const struct mazo_game *g, const struct say_texts *texts, int seat,
                             struct mazo_legal *legal, char *buf, size_t size);

#endif
