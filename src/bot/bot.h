/*
 * bot.h - the inside of a bot, for callers that keep bots by value; mazo/bot.h is the interface.
 */
#ifndef MAZO_BOT_INNER_H
#define MAZO_BOT_INNER_H

#include "mazo/bot.h"

/* bots.c compiles all of them as one file for libmazo: nothing but mazo_bot_* is seen outside. */
#ifdef MAZO_ONE_FILE
#define BOT static __attribute__((unused))
#else
#define BOT
#endif

static inline int capped(int n, int most) { return n < most ? n : most; }

enum { BOT_NOTES_MAX = 96 };

/* The table as everybody sees it between two commands. */
struct bot_sight {
    uint64_t fits;     /* kinds that go on the top card */
    uint64_t gone;     /* sixteen bits per color: its cards in the discards */
    uint64_t declined; /* of the player after the one in turn: see struct mazo_game */
    uint8_t since;     /* and declined_since */
    uint8_t color;     /* the present color */
    uint8_t phase, turn;
    int8_t direction;
    uint8_t size[MAZO_SEATS_MAX]; /* cards in each hand */
};

/* What is known about a card that a player drew instead of playing one. */
enum bot_fresh { BOT_FRESH_ANY, BOT_FRESH_MISFIT, BOT_FRESH_KEPT };

/* One choice of another player, as everybody saw it. */
struct bot_note {
    struct bot_sight sight; /* when it was made */
    uint8_t seat;
    uint8_t card;  /* what was played, or MAZO_CARD_NONE: drew or accepted instead */
    uint8_t color; /* named with it */
    uint8_t drawn; /* cards the seat had drawn in this round */
    uint8_t fresh; /* enum bot_fresh: of the first card drawn since */
};

/* What a seat last did in a color, as everybody saw it. */
enum bot_sign {
    BOT_SIGN_NONE,
    BOT_SIGN_DECLINED, /* drew while it was the color in play */
    BOT_SIGN_WILDED,   /* played a wild on it, and named another */
    BOT_SIGN_LEFT,     /* played the same value in another color */
    BOT_SIGN_PLAYED,   /* stayed in it */
    BOT_SIGN_JOINED,   /* came to it from another */
    BOT_SIGN_NAMED,    /* named it with a wild */
    BOT_SIGN_COUNT
};

struct bot_signs {
    uint8_t last[MAZO_COLOR_COUNT];   /* enum bot_sign */
    uint8_t since[MAZO_COLOR_COUNT];  /* cards that have joined the hand since */
    uint8_t played[MAZO_COLOR_COUNT]; /* cards played in this round */
};

/* What a bot remembers of the match. */
struct bot_beliefs {
    struct bot_signs signs[MAZO_SEATS_MAX]; /* of this round */
    struct bot_sight now;  /* the table after the last command, as the view showed it */
    struct bot_sight then; /* and before it */
    uint8_t drew;          /* the seat that has just drawn a card */
    uint8_t
        drawn[MAZO_SEATS_MAX]; /* cards each seat has drawn in this round and not played at once */
    uint8_t guilty[MAZO_SEATS_MAX];    /* bluffs of each seat that a challenge has shown */
    uint8_t innocent[MAZO_SEATS_MAX];  /* and challenges that it survived */
    uint8_t struck_by[MAZO_SEATS_MAX]; /* draw cards that each seat has played against this one */
    double strict[MAZO_SEATS_MAX];     /* how likely each seat plays strictly by the policy, as */
    double strict_now[MAZO_SEATS_MAX]; /* as far as earlier rounds show; with this round */
    uint8_t note_count;
    struct bot_note notes[BOT_NOTES_MAX]; /* of this round, the oldest first */
};

struct mazo_bot {
    uint8_t level;     /* enum mazo_bot_level */
    uint8_t style;     /* enum mazo_bot_style */
    bool first;        /* a yardstick: plays as the first version of its level */
    uint32_t playouts; /* playouts per decision of an expert */
    uint64_t dice;     /* a mazo_fast state */
    struct bot_beliefs beliefs;
};

#endif
