/*
 * save.h - matches on disk: one file per match, written line by line as it is played.
 *
 * They are stored under $XDG_STATE_HOME/mazo or ~/.local/state/mazo. A match that is
 * being played is NAME.open and locked by the process that plays it; once over
 * it is NAME.mazo, for `mazo replay`. Nothing is deleted unasked. Where a line
 * cannot be written it is kept in memory and tried again with the next.
 */
#ifndef MAZO_SAVE_H
#define MAZO_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "text/text.h"

enum { SAVE_PATH_MAX = 1400, SAVE_LABEL_MAX = 240, SAVE_FILE_MAX = 64 * 1024 * 1024 };

/* In the name of a match that was played on from a position of another: it tells nothing of how well
 * anybody plays. */
#define SAVE_AGAIN "again"

struct save {
    int fd;                   /* -1: nothing is on disk */
    char path[SAVE_PATH_MAX]; /* "" if there is none */
    int error;                /* errno of the last attempt to write; 0: all is on disk */
    size_t written;           /* bytes of whole lines in the file, */
    size_t synced;            /* bytes synced to disk */
    bool torn;                /* the file may end in a part of a line */
    bool unsynced;            /* the last sync failed */
    char *waiting;            /* lines that are not on disk yet */
    size_t waiting_len, waiting_cap;
    bool lost;      /* a line is missing: the rest is useless */
    bool elsewhere; /* not in our folder: `mazo` will not find it by itself */
};

/* A match that is not over. */
struct save_info {
    char path[SAVE_PATH_MAX];
    char sheet[16];
    int round;
    int seats;
    char names[SAVE_LABEL_MAX]; /* "Ana, Luis": who else plays */
    uint64_t daily;             /* daily_dice of its seed */
};

/* The folder, created if needed. False: it cannot be, and errno says why. */
bool save_folder(char *buf, size_t size);

/* FOLDER/servers/NAME, that folder created if needed. False as above. */
bool save_server_path(const char *name, char path[SAVE_PATH_MAX]);

/* A new file for a match by this sheet. It may fail: then `fd` is -1 and `error` says why. */
void save_create(struct save *s, const char *sheet);

enum save_open { SAVE_OPENED, SAVE_IN_USE, SAVE_UNREADABLE, SAVE_EMPTY };

/* Open a file to continue it. *text (the caller frees it) gets the content without an incomplete
 * last line. SAVE_UNREADABLE: errno says why. */
enum save_open save_open(struct save *s, const char *path, char **text, size_t *len);

/* Before the first line that is added to such a file: cut off an incomplete last line. */
void save_mend(struct save *s, const char *text, size_t len);

/* Add a line, its end included. `sync`: and wait until the disk has it. False: see `error`. */
bool save_append(struct save *s, const char *line, size_t len, bool sync);

/* Give up a line for good: the file ends before it. */
void save_give_up(struct save *s, int error);

/* Where the match cannot be kept: all of it, what waits included, goes to a new file at `path`
 * and continues there. False: that fails too, errno says why, and nothing has changed. */
bool save_elsewhere(struct save *s, const char *path);

/* Suggests a path in a writable folder; "" if there is none. */
void save_suggest(const char *sheet, char *buf, size_t size);

/* The match is over, or set aside: from now on it is NAME.mazo. */
void save_finish(struct save *s);

/* It continues: NAME.mazo in our folder becomes NAME.open. */
void save_reopen(struct save *s);

void save_close(struct save *s);

/* The match played last that is neither over nor open elsewhere; false: there is none. */
bool save_find(enum text_lang lang, struct save_info *out);

/* The one with these dice (daily.h). */
bool save_find_daily(enum text_lang lang, uint64_t daily, struct save_info *out);

/* Do not offer it again: NAME.open becomes NAME.mazo. `path` is changed. */
bool save_set_aside(char path[SAVE_PATH_MAX]);

/* All of a file, for free(); NULL: see errno, or there is more than a match file can be. */
char *save_read(const char *path, size_t *size);

#endif
