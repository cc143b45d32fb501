/*
 * contest.h - what `mazo sim` and `mazo arena` share: bots and house rules on the
 * command line, a meter of progress, an end by Ctrl-C.
 */
#ifndef MAZO_CLI_CONTEST_H
#define MAZO_CLI_CONTEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "cli/cli.h"
#include "table/player.h"

enum { EXIT_INTERRUPTED = 130 };

/* Yardstick bots included: they play here and nowhere else. */
static inline bool cli_seats(enum player_fault fault)
{
    return fault == PLAYER_FINE || fault == PLAYER_YARDSTICK;
}

/* Read a bot from `len` bytes of `text`; false after printing what is wrong. */
bool cli_player(struct cli_line *line, const char *text, size_t len, uint32_t playouts,
                struct player *out);

/* Read the bots of a list with commas between, NULL for none. Returns how many, or 0 after
 * printing what is wrong. */
int cli_players(struct cli_line *line, const char *list, uint32_t playouts,
                struct player out[MAZO_SEATS_MAX]);

/* Start every program among the players once; false after printing which does not start.
 * From here on SIGPIPE is ignored if there are any. */
bool cli_try_programs(struct cli_line *line, const struct player *players, int count);

/* The rules with this name and these house rules ("stacking=yes,target=200", or NULL), for that
 * many seats; false after printing what is wrong. */
bool cli_house_rules(struct cli_line *line, const char *name, const char *options, int seats,
                     struct mazo_rules *out);

/* The same in parts: set rows of the matrix; can the rules be played with that many? */
bool cli_set_rules(struct cli_line *line, const char *options, struct mazo_rules *rules);
bool cli_check_rules(struct cli_line *line, const struct mazo_rules *rules, int seats);

/* Cores of this machine that we may use. */
int cli_cores(void);

/* Ctrl-C or a termination makes this true once; a second time it ends the program. */
extern atomic_bool cli_interrupted;
void cli_catch_interrupts(void);

/* Progress on standard error: a bar on a terminal, else a line every ten seconds. */
struct cli_meter {
    enum text_lang lang;
    const char *name;     /* of the command */
    const char *sentence; /* a line where there is no bar: name, done, all, time left */
    const char *where;    /* with the bar: done, all; or NULL */
    bool quiet;
    bool terminal;
    bool shown; /* a progress bar is on the screen */
    double start, last;
    int64_t before, all; /* done in earlier parts; in all parts, 0: what the progress bar shows */
};

/* Quiet when asked for, or when a program reads the figures. */
void cli_meter_init(struct cli_meter *m, struct cli_line *line, bool quiet, bool figures);

/* A progress function of struct sim_contest. */
void cli_meter_tell(void *meter, int64_t done, int64_t total);

/* Remove the bar. */
void cli_meter_end(struct cli_meter *m);

/* Print a JSON string, NULL as null, on standard output or into a file. */
void cli_print_string(const char *text);
void cli_write_string(FILE *file, const char *text);

#endif
