/*
 * game.h - a match as one plain value, and the functions that change it.
 *
 * A game holds no pointers, is copied with `=`, and holds everything that its
 * future depends on: rules, generator, cards. mazo_apply is the way to change
 * it; it is all or nothing. Where a player must choose, the game is in a phase
 * with a list of legal commands: the engine never calls back.
 *
 * A game comes from mazo_init, mazo_set_position or mazo_resample, or has passed
 * mazo_check. Other arguments may have any value: a seat, card, command or number
 * that does not exist is refused, or answered with NULL, false or 0. Only a bool must
 * be true or false, and a pointer valid, unless a function says that it may be NULL.
 */
#ifndef MAZO_GAME_H
#define MAZO_GAME_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/card.h"
#include "mazo/event.h"
#include "mazo/rng.h"
#include "mazo/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MAZO_RULE_CARDS_MAX = 8,
    MAZO_EFFECTS_MAX = 4,   /* effects on one rule card */
    MAZO_EFFECT_N_MAX = 20, /* the largest number in an effect */
    MAZO_SPINS_MAX = 32,    /* spinner faces that a position can fix */
    MAZO_LEGAL_MAX = 128,
    MAZO_PILE_SPARE = 16 /* behind the pile: the deck is built in pieces of this size */
};

enum mazo_phase {
#define MAZO_X_PHASE(name, number) MAZO_PHASE_##name,
#include "mazo/phases.def"
    MAZO_PHASE_COUNT
};

enum mazo_command_type {
#define MAZO_X_COMMAND(name, fields, sentence) MAZO_CMD_##name,
#include "mazo/commands.def"
    MAZO_CMD_COUNT
};

enum mazo_error {
#define MAZO_X_ERROR(word) MAZO_ERR_##word,
#include "mazo/errors.def"
    MAZO_ERR_COUNT
};

enum mazo_effect_type {
#define MAZO_X_EFFECT(name, takes) MAZO_EFFECT_##name,
#include "mazo/effects.def"
    MAZO_EFFECT_COUNT
};

/* J3: the six faces of the spinner. */
enum mazo_face {
    MAZO_FACE_any,
    MAZO_FACE_right,
    MAZO_FACE_left,
    MAZO_FACE_each,
    MAZO_FACE_colors,
    MAZO_FACE_four,
    MAZO_FACE_COUNT
};

/* The player an effect names. */
enum mazo_other {
    MAZO_OTHER_most,
    MAZO_OTHER_fewest,
    MAZO_OTHER_left,
    MAZO_OTHER_right,
    MAZO_OTHER_chosen,
    MAZO_OTHER_COUNT
};

struct mazo_effect {
    uint8_t type;  /* enum mazo_effect_type */
    uint8_t n;     /* its number, if it takes one */
    uint8_t other; /* enum mazo_other, if it takes one */
};

/* J1: what the engine knows about a rule card. The front end keeps its text. */
struct mazo_rule_card {
    uint8_t count;
    struct mazo_effect effect[MAZO_EFFECTS_MAX];
};

/* What someone does. Fields that the command does not use are ignored. */
struct mazo_command {
    uint8_t type; /* enum mazo_command_type */
    uint8_t seat;
    uint8_t card;
    uint8_t color; /* MAZO_COLOR_NONE: not given */
    uint8_t who;
    bool uno; /* says UNO with the card */
    bool yes;
    uint8_t count;                           /* of cards or rule_cards */
    const mazo_card *cards;                  /* throw */
    const struct mazo_rule_card *rule_cards; /* write */
};

/* Why a phase color, choose or throw was entered. */
enum mazo_purpose {
    MAZO_PURPOSE_none,
    MAZO_PURPOSE_first_card,  /* S7, S9 */
    MAZO_PURPOSE_first_four,  /* S8 */
    MAZO_PURPOSE_first_color, /* S9: the color after the rule card */
    MAZO_PURPOSE_lever,       /* J3: faces any and colors */
    MAZO_PURPOSE_effect,      /* of a rule card */
    MAZO_PURPOSE_seven        /* H */
};

/* What everybody may know: one member per row of public.def. */
struct mazo_public {
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) storage name;
#define MAZO_X_PUBLIC_LIST(storage, name, count) storage name[count];
#include "mazo/public.def"
    struct mazo_rules rules;
};

/* For games and views alike: p is &g->pub or &view->pub. */

/* Is a round being played? */
static inline bool mazo_is_running(int phase)
{
    return phase > MAZO_PHASE_write && phase < MAZO_PHASE_round_over;
}

/* Does the seat in turn play one card here, or draw, keep or accept instead? */
static inline bool mazo_is_card_phase(int phase)
{
    return phase == MAZO_PHASE_play || phase == MAZO_PHASE_drawn || phase == MAZO_PHASE_struck;
}

/* P3: accusations and votes. */
static inline bool mazo_is_social(int command)
{
    return command == MAZO_CMD_accuse || command == MAZO_CMD_vote || command == MAZO_CMD_admit;
}

/* Wraps a number that is a step or two off either end of the table. Without a
 * branch, because no predictor knows where the table wraps around. */
static inline int mazo_seat_at(const struct mazo_public *p, int seat)
{
    int seats = p->seats;
    seat += seats & -(seat < 0);
    return seat >= seats ? seat - seats : seat;
}

/* The seat one step from `seat` in the direction of play. */
static inline int mazo_seat_after(const struct mazo_public *p, int seat)
{
    return mazo_seat_at(p, seat + p->direction);
}

/* The seat that wins together with this one; without teams the seat itself. */
static inline int mazo_partner(const struct mazo_public *p, int seat)
{
    return p->rules.teams ? mazo_seat_at(p, seat + p->seats / 2) : seat;
}

/* Kinds that go on this card while that color is the current one. */
static inline uint64_t mazo_fits_on(mazo_card top, int color)
{
    uint64_t fits = mazo_card_is_valid(top) ? MAZO_WILDS : 0;
    if (fits && (unsigned)color < MAZO_COLOR_COUNT)
        fits |= MAZO_OF_COLOR(color);
    if (fits && !mazo_card_is_wild(top))
        fits |= MAZO_OF_VALUE(mazo_card_value(top));
    return fits;
}

/* W1 to W3: kinds that make a Wild Draw Four on this color a bluff for anyone who holds one. */
static inline uint64_t mazo_dirt(const struct mazo_rules *rules, int color)
{
    if (rules->wild_four == MAZO_wild_four_always || (unsigned)color >= MAZO_COLOR_COUNT)
        return 0;
    return rules->wild_four == MAZO_wild_four_no_number ? MAZO_NUMBERS_OF(color)
                                                        : MAZO_OF_COLOR(color);
}

struct mazo_game {
    uint64_t have[MAZO_SEATS_MAX];  /* kinds in each hand */
    uint64_t twice[MAZO_SEATS_MAX]; /* kinds that it holds twice or more */
    uint64_t fits;                  /* kinds that go on the top card now */
    __extension__ union {
        struct mazo_public pub;
        __extension__ struct { /* the same bytes, so that g->turn is g->pub.turn */
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) storage name;
#define MAZO_X_PUBLIC_LIST(storage, name, count) storage name[count];
#include "mazo/public.def"
            struct mazo_rules rules;
        };
    };
    uint8_t ordered;  /* cards on top of the draw pile whose order is fixed */
    uint8_t drawn;    /* phase drawn: the card */
    bool must;        /* phase drawn: it must be played */
    bool dirty;       /* W4: the Wild Draw Four was a bluff */
    bool dead;        /* T5: nobody will ever win this round */
    uint8_t idle;     /* T5: shuffles in a row that brought nobody closer to winning */
    uint8_t smallest; /* T5: the smallest hand at the first of them */
    uint8_t shuffles; /* how often the discards began anew, for callers that count them */
    uint8_t dispenser[MAZO_RULE_CARDS_MAX]; /* next one last */
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX];
    uint8_t spin_count;
    uint8_t spins[MAZO_SPINS_MAX];  /* fixed faces, next one last */
    uint64_t shown[MAZO_SEATS_MAX]; /* kinds certainly still held, known to the seats in shown_to */
    uint16_t shown_to[MAZO_SEATS_MAX];
    struct mazo_rng rng;
    uint8_t copies[MAZO_SEATS_MAX][MAZO_KIND_COUNT]; /* of each kind in each hand */
    uint8_t struck_hand[MAZO_KIND_COUNT];            /* W5: what the striker held when playing it */
    /* The draw pile from the front, its top last; the discards from MAZO_CARDS_MAX down. */
    mazo_card pile[(int)MAZO_CARDS_MAX + (int)MAZO_PILE_SPARE];
};

/* Everything that a position says; see docs/notation.md. Start from mazo_position_init. */
struct mazo_position {
    struct mazo_rules rules;
    uint8_t seats;
    uint8_t hands[MAZO_SEATS_MAX][MAZO_KIND_COUNT]; /* counts */
    mazo_card discard[MAZO_CARDS_MAX];              /* bottom first */
    mazo_card draw[MAZO_CARDS_MAX];                 /* in the order of drawing */
    uint8_t discard_count, draw_count;
    uint8_t turn, dealer; /* dealer MAZO_SEAT_NONE: the seat before `turn` */
    uint8_t color;        /* required if the top card is a wild */
    int8_t direction;
    uint8_t phase; /* play, drawn or struck */
    uint8_t drawn; /* phase drawn: which card of the hand it is; else ignored */
    uint8_t pending;
    bool turned_up; /* the top card opens the round now: S4-S9 */
    uint16_t said;  /* bits */
    int32_t scores[MAZO_SEATS_MAX];
    uint8_t spins[MAZO_SPINS_MAX], spin_count;
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX];
    uint8_t rule_card_count;
    uint8_t seed[32];
};

/* What a seat may do: every entry of `at` is a whole command for mazo_apply. It can be copied
 * with `=`, but the throws of a copy still point at the cards of the original: mazo_legal_at
 * gives the command with the copy's own cards (`who` of a throw says where they are). */
struct mazo_legal {
    uint16_t count;
    struct mazo_command at[MAZO_LEGAL_MAX];
    mazo_card cards[MAZO_LEGAL_MAX * 2]; /* of the commands that throw */
};

/* A new match: the first round is dealt, or the players must write rule cards. `fast` picks
 * the generator. Returns a fault, and leaves *g alone, if `seats` cannot play by these rules. */
enum mazo_rules_fault mazo_init(struct mazo_game *g, const struct mazo_rules *rules, int seats,
                                const uint8_t seed[32], bool fast, struct mazo_events *ev);

/* A position with nothing on the table yet. mazo_set_position checks the rules and
 * the number of seats. */
void mazo_position_init(struct mazo_position *p, const struct mazo_rules *rules, int seats);

/* Set up a position. Returns NULL, or an English sentence that says what is wrong
 * with it (the catalogue has the other languages); then *g is unchanged. */
const char *mazo_set_position(struct mazo_game *g, const struct mazo_position *p,
                              struct mazo_events *ev);

/* Would mazo_apply accept this command? A misplay in a game with P2 is not an
 * error here: it costs cards, but it changes the game. */
enum mazo_error mazo_judge(const struct mazo_game *g, const struct mazo_command *c);

/* True if the command is accepted but is a mistake that P2 punishes;
 * *why, unless NULL, gets the error that it would be without P2. */
bool mazo_is_misplay(const struct mazo_game *g, const struct mazo_command *c, enum mazo_error *why);

/* Carry out a command, or change nothing and say why. `ev` may be NULL. */
enum mazo_error mazo_apply(struct mazo_game *g, const struct mazo_command *c,
                           struct mazo_events *ev);

/* Parts of mazo_apply_legal: play, draw (by the seat in turn), any other command. */
void mazo_apply_play(struct mazo_game *g, int seat, mazo_card card, int color, bool uno);
void mazo_apply_draw(struct mazo_game *g);
void mazo_apply_other(struct mazo_game *g, struct mazo_command c);

/* The playout path: carry out a command known to be legal, without checking
 * it and without events. Any other command leaves the game undefined.
 * In the header, so that a command made on the spot need not go through memory. */
static inline void mazo_apply_legal(struct mazo_game *g, const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_play)
        mazo_apply_play(g, c->seat, c->card, c->color, c->uno);
    else if (c->type == MAZO_CMD_draw)
        mazo_apply_draw(g);
    else
        mazo_apply_other(g, *c);
}

/* The kinds that the seat in turn may play now, in phases play, struck, drawn and run. */
uint64_t mazo_playable(const struct mazo_game *g);

/* Every command `seat` may give now, except misplays; of the many ways to
 * write or throw, only a few. Returns out->count, 0 if there is no such seat. */
int mazo_legal(const struct mazo_game *g, int seat, struct mazo_legal *out);

/* The i-th command of a list or of its copy; if there is none, a command that mazo_apply refuses. */
static inline struct mazo_command mazo_legal_at(const struct mazo_legal *list, int i)
{
    bool listed = i >= 0 && i < list->count && i < MAZO_LEGAL_MAX;
    struct mazo_command c = list->at[listed ? i : 0];
    if (!listed)
        c.type = MAZO_CMD_COUNT;
    if (c.type == MAZO_CMD_throw)
        c.cards = list->cards + c.who;
    return c;
}

/* The seats (bits) for which mazo_legal lists something now, accusations apart: the one in turn,
 * and those who may catch, jump in, vote, write, say UNO, or go on to the next round. */
uint16_t mazo_waiting(const struct mazo_game *g);

/* May this seat play a Wild Draw Four cleanly now (W1-W3)? */
bool mazo_is_clean(const struct mazo_game *g, int seat);

/* J1: rule cards that each seat writes, and the eight ideas of the sheet. */
int mazo_rule_cards_each(const struct mazo_game *g);
const struct mazo_rule_card *mazo_idea(int number);

/* False for a card without effects or with one out of range. */
bool mazo_rule_card_is_valid(const struct mazo_rule_card *card);

/* Seats on the same side as `seat`: itself, and with teams the partner. */
uint16_t mazo_side_of(const struct mazo_game *g, int seat);

/* Points of the seat's side, and of the cards in its hand. */
int mazo_side_score(const struct mazo_game *g, int seat);
int mazo_hand_points(const struct mazo_game *g, int seat);

/* The same on every machine for the same game; what no longer matters is left out. */
uint64_t mazo_hash(const struct mazo_game *g);

/* NULL, or what is wrong with these bytes as a game: for tests and after reading memory. */
const char *mazo_check(const struct mazo_game *g);

/* The words of the lists; NULL if there is none. */
const char *mazo_phase_name(int phase);
const char *mazo_command_name(int type);
const char *mazo_command_fields(int type);
const char *mazo_error_word(int error);
const char *mazo_face_name(int face);
const char *mazo_effect_name(int effect);
const char *mazo_effect_takes(int effect);
const char *mazo_other_name(int other);

#ifdef __cplusplus
}
#endif

#endif
