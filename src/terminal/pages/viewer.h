/*
 * viewer.h - a saved match on the screen, step by step.
 */
#ifndef MAZO_VIEWER_H
#define MAZO_VIEWER_H

#include "sim/coach_say.h"
#include "terminal/screen/page.h"
#include "session/save.h"
#include "session/tape.h"

enum {
    REPLAY_NAME_MAX = 48,
    REPLAY_TURNS_MAX = 12,
    REPLAY_SCALE = 7 /* columns of "100 %" beside a curve */
};

/* A turning point: a step that changed the chance to win more than most. */
struct replay_turn {
    int step;
    double change;
};

struct replay_turns {
    int count;
    struct replay_turn at[REPLAY_TURNS_MAX]; /* the greatest first */
};

/* The state of the viewer. */
struct replay {
    struct tape tape;
    struct page *page;                           /* where it is shown */
    const char *file;                            /* its name, safe to print */
    const char *path;                            /* or NULL */
    char names[MAZO_SEATS_MAX][REPLAY_NAME_MAX]; /* of the seats */
    int own;                                     /* the seat that the record is about, or -1 */
    int eye;                                     /* a seat, or MAZO_SPECTATOR: every hand */
    bool runs;                                   /* plays by itself */
    bool coached;                                /* reviewed by the coach: */
    struct coach_list mistakes;                  /* the costliest first, people's before bots' */
    int watched;                                 /* the seat whose chances are shown */
    struct viewer_chances *chances;              /* viewer_chances.c; NULL: none known yet */
    bool shows_curve;                            /* the screen has room for it */
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

/* The whole page of a struct replay. */
void replay_draw(void *replay);

/* ---- viewer_chances.c ---- */

/* Work out a few more chances to win; false: all are known, or out of memory. */
bool replay_think(struct replay *r);

/* How many steps, from the opening on, have chances. */
int replay_known(const struct replay *r);

/* The seat whose chances are shown: that of the point of view, else the coach's, else the reader's
 * own. */
int replay_subject(const struct replay *r);

/* The subject's chance after a step that is known, and by how much that step has changed it. */
double replay_chance(const struct replay *r, int step, double *change);

/* Where the subject's chance has turned, as far as it is known, and the subject's moves that the coach
 * found costly. */
void replay_turns(const struct replay *r, struct replay_turns *out);

/* The next turning point after `step`, or the last one before it (direction -1); -1: none. */
int replay_turn_from(const struct replay *r, int step, int direction);

/* The subject's chances as a curve with its scale at the left, a line through it at `step`. */
void replay_draw_curve(struct page *p, const struct replay *r, int row, int column, int height,
                       int width, int step);

/* The match as a line with its rounds. */
void replay_draw_line(struct page *p, const struct replay *r, int row, int column, int width);

/* ---- pages over it ---- */

/* Show the coach's findings until the reader leaves (false) or goes to a step. */
bool replay_coach(struct replay *r, struct page *p);

/* Work out all chances to win, showing progress; false: stopped by the reader, or no memory. */
bool replay_find_chances(struct replay *r, struct page *p);

/* Make the current position a match of its own, to be played: `path` is its file. False: not
 * wanted, or not possible. */
bool replay_play_on(struct replay *r, struct page *p, char path[SAVE_PATH_MAX]);

/* `mazo replay FILE` at a terminal: `text` is the content. Returns an exit status; -1: it does not
 * replay, and nothing was shown. `next` is the file of a match to play then, or "". */
int terminal_replay(struct term *term, enum text_lang lang, const char *file, const char *text,
                    size_t len, char next[SAVE_PATH_MAX]);

/* Show the match of a file, or say why not; first the coach's findings if `coached`, from the view
 * of `reader` (or MAZO_SPECTATOR). True: play `next`, see replay_play_on. */
bool replay_show(struct page *p, const char *path, bool coached, int reader,
                 char next[SAVE_PATH_MAX]);

#endif
