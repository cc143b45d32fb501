/*
 * store.h - what the parts of `mazo store` share.
 */
#ifndef MAZO_CLI_STORE_H
#define MAZO_CLI_STORE_H

#include "cli/cli.h"
#include "store/store.h"

/* An opened store, and how the command was called. */
struct admin {
    struct cli_line *line;
    const char *path; /* as it was given */
    char shown[80];   /* the same, safe to print */
    struct store *store;
    bool yes; /* nothing is asked */
};

enum { ADMIN_COUNT_SIZE = 24, ADMIN_TIME_SIZE = 24, ADMIN_NAME_SIZE = 64 };

/* The verbs; each returns the exit status. */
int admin_list(const struct admin *c, bool people);
int admin_list_json(const struct admin *c, bool people);
int admin_forget(const struct admin *c, const char *who);
int admin_check(const struct admin *c);
int admin_copy(const struct admin *c, const char *to);

/* "2026-11-17 09:30", where we are. Returns buf. */
const char *admin_time(int64_t ms, char buf[ADMIN_TIME_SIZE]);

/* "1 table", "2 tables": `one` and `many` are N_ texts with a %d. Returns buf. */
const char *admin_count(const struct admin *c, int count, const char *one, const char *many,
                        char buf[ADMIN_COUNT_SIZE]);

/* Does the folder for a file at `to` exist? False after saying that it does not. */
bool admin_has_folder(const struct admin *c, const char *to, const char *shown);

/* Ask "Continue?" on standard error. False after printing that nothing has been changed: the
 * answer was not yes. */
bool admin_agrees(const struct admin *c);

/* Report the progress of a copy to the meter `ctx`. */
void admin_tell_copied(void *ctx, uint64_t done, uint64_t all);

/* If opening the store has brought it up to date, say so on standard error. */
void cli_tell_upgrade(struct cli_line *line, const char *shown, const struct store *s);

/* The store could not be read or written: say so. Returns EXIT_BAD. */
int admin_unread(const struct admin *c);
int admin_unwritten(const struct admin *c, const char *why);

#endif
