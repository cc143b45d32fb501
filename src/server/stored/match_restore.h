/*
 * match_restore.h - matches replayed from their lines. A line takes some microseconds and a match may have
 * many: this is for the reader's thread, so that the network's never waits for it.
 */
#ifndef MAZO_MATCH_RESTORE_H
#define MAZO_MATCH_RESTORE_H

#include "store/match_text.h"
#include "table/table.h"

enum {
    STOP_TABLE = -1, /* see struct room_stop */
    STOP_WHY_SIZE = sizeof(((struct wire_error *)0)->message),
    RECENT_LINES = 104 /* lines of a match that replay_recent keeps */
};

/* Why a table cannot be continued. */
struct room_stop {
    const char *word; /* stable, for programs */
    int line; /* line of its match file; 0: the whole file, STOP_TABLE: not the match but the table */
    char why[TEXT_LANG_COUNT][STOP_WHY_SIZE]; /* in every language, or "" */
};

/* A table in the middle of its match. */
struct replay_table {
    struct table_pace pace; /* of this server, */
    uint64_t dice, now;     /* for table_init and table_resume */
    void *packed;           /* the table, from malloc; NULL: its match does not replay here, */
    uint32_t len;
    struct room_stop stop; /* and why */
};

/* Replay the whole match. False: no memory. */
bool replay_table(const struct store_lines *text, struct replay_table *out);

/* The last lines of a match, and the game before them. */
struct replay_recent {
    bool fine; /* false: they do not replay */
    int64_t n; /* number of that game; -1: there is none, the lines are the whole match */
    struct mazo_game base;
    uint32_t count; /* how many lines are left */
};

/* Replay all but the last RECENT_LINES of the `count` lines, and cut what was replayed from `text`. */
void replay_recent(struct store_lines *text, uint32_t count, struct replay_recent *out);

/* Carry out the next `count` lines of a reader. False: they do not replay. */
bool replay_lines(struct match_reader *m, uint32_t count);

/* May anybody have the file of a match that is not over and fails at this line, for this reason? */
bool replay_file_is_open(int line, const char *word);

/* May anybody have this file of a match that is not over? */
bool replay_is_damaged(const struct store_lines *text);

#endif
