/*
 * write.h - writing rule cards (J1): ideas, effects from a list, a text, dares.
 *
 * A small machine of pages: which card, what on it, which number, which
 * player, which text. Keys go in, and at the end come the cards and their
 * texts. It knows no game and no terminal.
 */
#ifndef MAZO_WRITE_H
#define MAZO_WRITE_H

#include <stdbool.h>
#include "mazo/game.h"
#include "text/text.h"
#include "say/rule_card_text.h"

enum write_page {
    WRITE_CARDS,  /* the cards, and handing them in */
    WRITE_IDEAS,  /* the eight ideas, or one of your own */
    WRITE_OWN,    /* its effects, more of them, the text, an idea instead */
    WRITE_NUMBER, /* of an effect */
    WRITE_OTHER,  /* the player of an effect */
    WRITE_DARE,   /* the text of a dare */
    WRITE_TEXT    /* the text of the card */
};

struct writing {
    enum text_lang lang;
    uint8_t page;
    uint8_t count;                  /* cards to write; 0: not begun */
    uint8_t card;                   /* the one being written */
    uint8_t at;                     /* the line that is selected */
    bool ready;                     /* handed in */
    bool own[MAZO_RULE_CARDS_MAX];  /* the text was typed, not made from the effects */
    bool idea[MAZO_RULE_CARDS_MAX]; /* an unchanged idea */
    bool fresh; /* the text being typed begins a rule; until then the card stays unchanged */
    struct mazo_effect effect; /* being put together */
    struct mazo_rule_card cards[MAZO_RULE_CARDS_MAX];
    struct say_card_text texts[MAZO_RULE_CARDS_MAX];
    char typed[WIRE_TEXT_MAX + 1];
    size_t typed_at; /* where the next character goes */
    char wrong[160]; /* why the last key did nothing, or "" */
};

void write_begin(struct writing *w, enum text_lang lang, int count);

/* A key; sets `ready` when everything is written. */
void write_key(struct writing *w, uint32_t key);

/* Line `line` of the page is clicked. */
void write_pick(struct writing *w, int line);

/* The page: a title, lines to choose from, and whether a text is being typed. */
const char *write_title(const struct writing *w, char *buf, size_t size);
int write_lines(const struct writing *w);
const char *write_line(const struct writing *w, int line, char *buf, size_t size);
char write_row_key(int line); /* the key of this line: 1 to 9, then letters; a blank: none */
bool write_types(const struct writing *w);

/* What the card does, if its text does not already say it; else "". */
const char *write_does(const struct writing *w, int card, char *buf, size_t size);

/* An effect in words: "draw 2 cards", "take 2 cards from the player with the most cards". */
void write_effect_words(enum text_lang lang, const struct mazo_effect *e, const char *dare,
                        char *buf, size_t size);

#endif
