/*
 * coach_say.h - what the coach found, in words: for `mazo replay --coach` and the viewer.
 */
#ifndef MAZO_COACH_SAY_H
#define MAZO_COACH_SAY_H

#include "sim/coach.h"
#include "text/text.h"

enum { COACH_DEED_MAX = 240, COACH_TEXT_MAX = 3 * COACH_DEED_MAX };

/* A decision worth mentioning, kept as long as wanted. */
struct coach_found {
    struct coach_decision decision; /* `done` and `best` are those below */
    struct mazo_command done, best; /* without the cards of a throw */
    char done_words[COACH_DEED_MAX],
        best_words[COACH_DEED_MAX]; /* "played a blue 4", "would have played a blue 3" */
    char best_short[COACH_DEED_MAX]; /* "played a blue 3" */
};

struct coach_list {
    struct coach_found *at;
    int count, capacity;
};

/* Keep it if it cost something or has a note. `names` are those of all seats. False: no memory. */
bool coach_keep(struct coach_list *list, enum text_lang lang, const char *const *names,
                const struct coach_decision *d);
void coach_forget(struct coach_list *list);

/* The costliest first; before them those of the seats in `first`, a bit each. */
void coach_sort(struct coach_list *list, unsigned first);

/* In the order of the match. */
void coach_sort_by_time(struct coach_list *list);

/* "played %s" or, of the expert, "would have played %s". */
const char *coach_verb(enum text_lang lang, const struct mazo_command *c, bool expert);

/* "Ana played a blue 4; the expert would have played a blue 3." */
void coach_say(enum text_lang lang, const char *name, const struct coach_found *f, char *buf,
               size_t size);

/* "15.0 %", "+3.1 %"; "15,0 %" in Spanish. */
/* "+12.7 %", or "–" where it is not larger than its error. */
const char *coach_figure(enum text_lang lang, double part, double error, char *buf, size_t size);
/* "± 2.1" */
const char *coach_error(enum text_lang lang, double error, char *buf, size_t size);
const char *coach_percent(enum text_lang lang, double part, bool sign, char *buf, size_t size);

#endif
