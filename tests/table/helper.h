/*
 * helper.h - a table for tests: people who act by dice, a log, and a clock to turn by hand.
 */
#ifndef MAZO_TABLE_TEST_HELPER_H
#define MAZO_TABLE_TEST_HELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "table/table.h"

enum { LOG_MAX = 8 * 1024 * 1024, LOG_LINES_MAX = 60000 };

/* A table with its log and its clock. One at a time uses the big buffers. */
struct bench {
    struct table table;
    uint64_t now;
    uint64_t dice; /* of the people */
    char *log;     /* the match file so far */
    size_t len;
    int lines;
    size_t ends[LOG_LINES_MAX];     /* where each line ends */
    uint64_t hashes[LOG_LINES_MAX]; /* the game after it */
};

/* A new bench; `pace` NULL: human. bench_free gives its memory back. */
struct bench *bench_new(const struct table_pace *pace, uint64_t dice);
void bench_free(struct bench *b);

/* Put a person, a bot of a level, a program on a seat. */
void bench_person(struct bench *b, int seat, const char *name);
void bench_bot(struct bench *b, int seat, int level);

/* Open a match of the sheet with some options changed by name: "stacking", 1, …, NULL. */
void bench_open(struct bench *b, int sheet, int seats, uint64_t seed);
void bench_open_by(struct bench *b, const struct mazo_rules *rules, int seats, uint64_t seed);

/* Open a position given as a line of the referee's protocol. */
void bench_position(struct bench *b, const char *json);

/* Give a command, as JSON, at b->now. */
enum table_answer bench_do(struct bench *b, const char *json);

/* The refusal of the last bench_do. */
extern struct wire_error bench_why;

/* Let time pass until `until`, doing what falls due, at the moment that it falls due. */
void bench_wait(struct bench *b, uint64_t until);

/* A person at this seat does something legal, by dice. False: there is nothing. */
bool bench_act(struct bench *b, int seat);

/* Play on until the match is over or `most` commands have been accepted. People act now and then when
 * they must, and sometimes when they need not. */
void bench_play(struct bench *b, uint32_t most);

/* random rules that `seats` can play by. */
void bench_house_rules(uint64_t *dice, int sheet, int seats, struct mazo_rules *out);

#endif
