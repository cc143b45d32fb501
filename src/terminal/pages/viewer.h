/*
 * viewer.h - a saved match on the screen, step by step.
 */
#ifndef MAZO_VIEWER_H
#define MAZO_VIEWER_H

#include "sim/coach_say.h"
#include "terminal/screen/page.h"
#include "session/tape.h"

enum { REPLAY_NAME_MAX = 48 };

/* What the reader sees. */
struct replay {
    struct tape tape;
    const char *file;                            /* its name, safe to print */
    char names[MAZO_SEATS_MAX][REPLAY_NAME_MAX]; /* of the seats */
    int eye;                                     /* a seat, or MAZO_SPECTATOR: every hand */
    bool runs;                                   /* plays by itself */
    bool coached;                                /* the coach has been through it: */
    struct coach_list mistakes;                  /* the costliest first, those of people before */
};

/* The names of the seats, safe to print: as the file has them, else "Seat 1". */
void replay_names(const struct roster *roster, enum text_lang lang,
                  char names[MAZO_SEATS_MAX][REPLAY_NAME_MAX]);

/* Open a match file for looking at; false: damaged, and tape.reader says why. */
bool replay_open(struct replay *r, enum text_lang lang, const char *file, const char *text,
                 size_t len);
void replay_close(struct replay *r);

/* A key; false: it does nothing here. */
bool replay_key(struct replay *r, uint32_t key);

void replay_draw(struct replay *r, struct page *p);

/* What the coach says, until the reader leaves or goes to a step. */
void replay_coach(struct replay *r, struct page *p);

/* `mazo replay FILE` at a terminal: `text` is what is in the file. Returns an exit status;
 * -1: it does not replay, and nothing was shown. */
int terminal_replay(struct term *term, enum text_lang lang, const char *file, const char *text,
                    size_t len);

/* Show the match of a file, or say why not. */
void replay_show(struct page *p, const char *path);

#endif
