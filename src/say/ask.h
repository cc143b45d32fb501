/*
 * ask.h - what the table asks of a player, and what the player can answer.
 *
 * The words of every phase, once: the game in lines, the game screen and the browser show them, each
 * with its own keys, typed words or buttons.
 */
#ifndef MAZO_ASK_H
#define MAZO_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/view.h"
#include "text/text.h"

enum { SAY_OPTIONS_MAX = 12, SAY_LABEL_SIZE = 48 };

/* Who is asked, and what that player knows. */
struct say_asked {
    enum text_lang lang;
    const struct mazo_view *view;
    const struct mazo_legal *legal; /* of the view's seat */
    const char *const *names;       /* of the seats */
    bool hints;                     /* may the words tell which moves are right? */
    int marked;                     /* phase throw: cards picked so far */
};

struct say_option {
    uint8_t command; /* enum mazo_command_type */
    bool yes;        /* of a vote */
    char label
        [SAY_LABEL_SIZE]; /* "D draw": the key of a screen, then the words; "play it" has no key */
};

struct say_ask {
    char title[160];    /* "Which color?", "Your dare" */
    char sentence[320]; /* whole: it can stand without the title */
    int count;
    struct say_option option[SAY_OPTIONS_MAX];
};

/* What the view's seat is asked now, and its options; or who the table waits for. Colors, seats
 * and cards to choose from are in the legal list. */
void say_ask(const struct say_asked *asked, struct say_ask *out);

/* The label of an option that always reads the same: UNO, catch, accuse, admit, vote. */
const char *say_label(enum text_lang lang, int command, bool yes);

/* The words of a label, without its key. */
const char *say_label_words(const char *label);

/* P3: who accuses who, and the votes so far; the title is a whole sentence too. */
void say_vote(const struct say_asked *asked, struct say_ask *out);

#endif
