/*
 * inner.h - what the files of the plain game share.
 */
#ifndef MAZO_PLAIN_INNER_H
#define MAZO_PLAIN_INNER_H

#include "terminal/screen/event_source.h"
#include "terminal/plain/plain.h"
#include "terminal/plain/typed.h"

enum { PLAIN_LINE_MAX = 1000, PLAIN_LOG_LINES = 160, PLAIN_LOG_WIDTH = 400, PLAIN_NOBODY = -1 };

/* What a person was told, or will be told at their next turn at the keyboard. */
struct plain_log {
    int count;                                   /* lines in all */
    int shown;                                   /* how many of them are on the screen */
    char line[PLAIN_LOG_LINES][PLAIN_LOG_WIDTH]; /* the last ones, in turn */
};

/* Bytes of a line that is being typed. */
struct plain_input {
    size_t used;
    bool too_long;
    bool closed;                       /* the input has ended */
    bool waits;                        /* do not read: an answer must come first */
    const struct event_source *source; /* served while we wait, or NULL */
    char line[PLAIN_LINE_MAX];
};

struct plain {
    struct session *s;
    struct table *t;
    enum text_lang lang;
    int people;    /* at this keyboard */
    uint16_t here; /* bits: their seats */
    int reader;    /* who is at the keyboard; PLAIN_NOBODY: it is being passed on */
    bool watcher;  /* only watching: MAZO_SPECTATOR reads */
    bool screen;   /* stdout is a terminal */
    bool round_ended;
    uint32_t asked_at; /* number of commands when the reader was last asked, + 1; 0: not yet */
    bool asks_color;   /* for the card of `held` */
    struct mazo_command held;
    int written; /* rule cards the reader has written */
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX];
    struct say_card_text rule_texts[MAZO_RULE_CARDS_MAX];
    uint16_t told_away; /* bits: people told that a bot plays */
    struct plain_input input;
    struct typed typed;
    struct plain_log log[MAZO_SEATS_MAX];
};

enum plain_got { PLAIN_LINE, PLAIN_TIME, PLAIN_END, PLAIN_SIGNAL };

/* Read a line into input->line; or none until `until` (TABLE_NEVER: wait forever) or until the
 * source has news. */
enum plain_got plain_read(struct plain_input *input, uint64_t until);

/* A sentence, with its full stop. */
void plain_tell(const char *text);

/* Replaces symbols that are not read aloud by commas and colons. */
void plain_aloud(char *text);

/* Print the lines of a page, or of what the reader asks for. */
void plain_say(const char *text);
__attribute__((format(printf, 2, 3))) void plain_sayf(enum text_lang lang, const char *format,
                                                      ...); /* an N_ text */
void plain_show_hand(struct plain *p);
void plain_show_table(struct plain *p);
void plain_show_time_to_vote(const struct plain *p);
void plain_show_log(struct plain *p);
void plain_show_rules(struct plain *p);
void plain_show_help(struct plain *p);
void plain_show_score(struct plain *p);
void plain_show_lines(const struct score_lines *lines);

/* Show what the reader is asked: table, hand, question. */
void plain_ask_reader(struct plain *p);

/* Scroll what is on the screen away. */
void plain_hide(const struct plain *p);

#endif
