/*
 * store.h - what the parts of `mazo store` share.
 */
#ifndef MAZO_CLI_STORE_H
#define MAZO_CLI_STORE_H

#include "cli/cli.h"
#include "store/store.h"

/* A store that is being looked after. */
struct care {
    const struct cli_line *line;
    const char *path; /* as it was given */
    char shown[80];   /* the same, safe to print */
    struct store *store;
    bool yes; /* nothing is asked */
};

enum { CARE_BYTES_SIZE = 24, CARE_TIME_SIZE = 24, CARE_NAME_SIZE = 64 };

/* The verbs; each returns the exit status. */
int care_list(const struct care *c, bool people);
int care_forget(const struct care *c, const char *whom);
int care_check(const struct care *c);
int care_copy(const struct care *c, const char *to);

/* "1.2 MiB", with the decimal comma of the language. Returns buf. */
const char *care_bytes(const struct care *c, uint64_t bytes, char buf[CARE_BYTES_SIZE]);

/* "2026-11-17 09:30", where we are. Returns buf. */
const char *care_time(int64_t ms, char buf[CARE_TIME_SIZE]);

/* Somebody's name, safe to print. Returns buf. */
const char *care_name(const char *name, char buf[CARE_NAME_SIZE]);

/* Ask on standard error; the sentence has been printed. False, once it has said that nothing
 * happens: the answer was not yes. */
bool care_agrees(const struct care *c);

/* The store could not be read, or not be written: says so. Returns EXIT_BAD. */
int care_unread(const struct care *c);
int care_unwritten(const struct care *c, const char *why);

#endif
