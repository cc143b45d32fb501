/*
 * new_table.h - a table as the command line asks for it: rules, seats, bots, names.
 */
#ifndef MAZO_NEW_TABLE_H
#define MAZO_NEW_TABLE_H

#include "cli/cli.h"
#include "session/setup.h"

enum { NEW_TABLE_SETS_MAX = 2000, NEW_TABLE_CLOCK_MOST = 604800 };

struct new_table {
    const char *rules, *bots, *name, *names, *scoring, *resume;
    char sets[NEW_TABLE_SETS_MAX];
    uint64_t seats, people, clock, seed;
    bool has_people, has_clock, has_seed, plain, fast, fresh;
};

/* Start from the remembered last table. The language is that of --lang, else the one chosen in the
 * menu, else the environment's. */
void new_table_recall(struct cli_line *line, bool lang_given, struct game_setup *s);

/* One more --set, into a struct that begins with a new_table. False after an error message: there
 * are too many. */
bool new_table_add_set(struct cli_line *line, void *into);

/* Read "hard" or "hard,easy:cautious" as players; returns how many. 0 after printing the reason. */
int new_table_bots(struct cli_line *line, const char *list,
                   struct table_player out[MAZO_SEATS_MAX]);

/* The requested rules. False after printing the reason. */
bool new_table_rules(struct cli_line *line, const struct new_table *r, struct game_setup *s);

/* A name for the player. False after printing the reason. */
bool new_table_name(struct cli_line *line, const char *text, size_t len, struct table_player *p);

/* The whole table. False after printing the reason: return line->exit. */
bool new_table_apply(struct cli_line *line, const struct new_table *r, struct game_setup *s);

#endif
