/*
 * program.h - a bot that is a program of its own: started, asked, ended.
 *
 * The program reads a line and writes a line; whatever else it does, dies,
 * hangs, talks without end, comes back as one of the words below, in time.
 * It runs in a process group of its own. Everything that it has started ends with it, also
 * what has left the group (strays.h); program_end waits for that, and so RUSAGE_CHILDREN has
 * its time. The program ends, too, when the thread that started it does.
 */
#ifndef MAZO_PROGRAM_H
#define MAZO_PROGRAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "table/player.h"
#include "table/strays.h"
#include "text/text.h"

enum {
    PROGRAM_LINE_MAX = 64 * 1024, /* bytes of the longest answer */
    PROGRAM_START_MS = 5000,      /* more time for the first answer: the program has to start */
    PROGRAM_LOOK_MS = 40,         /* how often a wait checks whether to stop */
    PROGRAM_NEWS_MAX = 4096,      /* a pipe takes it as a whole, or not at all */
    PROGRAM_MOURN_MS = 1000,      /* longest wait for what does not end at once */
    PROGRAM_LAST_MS = 100         /* from the end of its pipes to its own end */
};

enum program_reply {
    PROGRAM_ANSWERED,
    PROGRAM_DIED,    /* it ended, or closed its pipes */
    PROGRAM_STALLED, /* no line in time, or it does not read */
    PROGRAM_FLOODED, /* it talks without being asked, or a line has no end */
    PROGRAM_THINKS   /* it has not answered yet */
};

struct program {
    const struct player *player;
    pid_t pid;            /* 0: not running */
    struct program *next; /* next running program */
    char tag[STRAYS_TAG_SIZE];
    int to, from;     /* the ends of its pipes */
    int status;       /* after its death: from waitpid; -1: it closed its pipes while running */
    bool fresh;       /* it has not answered yet */
    bool curious;     /* wants news of rounds: an answer had "tell":true */
    const char *rest; /* the rest of the question, not sent yet */
    size_t rest_len;
    size_t len;  /* bytes in the buffer */
    size_t line; /* length of the answer in it */
    char buf[PROGRAM_LINE_MAX + 1];
};

/* Prepare; nothing runs yet. `player` must outlive the program. */
void program_init(struct program *p, const struct player *player);

/* Start it: 0, or an errno. The caller ignores SIGPIPE. *p stays where it is while it runs. */
int program_start(struct program *p);

/* Send a line (terminator included) and wait for one. On an answer, p->buf holds the line as a
 * string of p->line bytes; otherwise the program has been ended. *stop ends the wait, too; `stop`
 * may be NULL. */
enum program_reply program_ask(struct program *p, const char *text, size_t len, int limit_ms,
                               const atomic_bool *stop);

/* The same without waiting: begin (which does not copy the text), then step whenever an end may be
 * ready, until it is no longer PROGRAM_THINKS. The caller watches the time and ends it. */
enum program_reply program_begin(struct program *p, const char *text, size_t len);
enum program_reply program_step(struct program *p);

/* Send it a line of at most PROGRAM_NEWS_MAX bytes that needs no answer; dropped if the pipe is
 * full. Not while a question is pending. */
void program_tell(struct program *p, const char *text, size_t len);

/* Is it running, and silent while not asked? */
bool program_is_idle(struct program *p);

/* Its fate: "it ended with status 3". */
const char *program_fate(const struct program *p, enum text_lang lang, char *buf, size_t size);

/* End it as program_end does; if it wants news, first let it read the last and end by itself. Blocks for
 * PROGRAM_START_MS at most. */
void program_finish(struct program *p);

/* End it, if it is running, with everything it started. */
void program_end(struct program *p);

#endif
