/*
 * env.h - games for programs that learn: actions and observations are bytes.
 *
 * An action is a number below 256, the same in every sheet. What a seat may do is a mask of 256
 * bits, the same as mazo_legal with three exceptions: nobody can accuse, cards are thrown one by
 * one, and a seat that is asked out of turn may wait.
 *
 * A struct mazo_env is a game together with the seat that is asked. It has no pointers and is
 * copied with `=`. mazo_env_step moves many of them at once and writes into the caller's arrays.
 * Seats in actions and observations are counted to the left from the seat that acts or sees: 0 is
 * that seat itself.
 */
#ifndef MAZO_ENV_H
#define MAZO_ENV_H

#include "mazo/game.h"
#include "mazo/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Below 64 a card is played: color * 16 + value, where value 14 is a Wild and 15 a Wild Draw Four that
 * name this color. 64 more says UNO with it. */
enum mazo_action {
    MAZO_ACTION_play = 0,
    MAZO_ACTION_play_uno = 64,
    MAZO_ACTION_throw = 128,        /* + the kind of card: one card of a throw */
    MAZO_ACTION_wild_jackpot = 192, /* + the color: play a Wild Jackpot */
    MAZO_ACTION_wild_jackpot_uno = 196,
    MAZO_ACTION_color = 200, /* + the color */
    MAZO_ACTION_draw = 204,
    MAZO_ACTION_keep,
    MAZO_ACTION_accept,
    MAZO_ACTION_challenge,
    MAZO_ACTION_pass,
    MAZO_ACTION_done, /* end a run, a dare, or a throw of any number (J4) */
    MAZO_ACTION_uno,
    MAZO_ACTION_admit,
    MAZO_ACTION_vote_yes,
    MAZO_ACTION_vote_no,
    MAZO_ACTION_wait,         /* asked out of turn: do nothing */
    MAZO_ACTION_next,         /* deal the next round */
    MAZO_ACTION_catch = 220,  /* + the seat */
    MAZO_ACTION_choose = 230, /* + the seat */
    MAZO_ACTION_write = 240,  /* + 0 to 7: the ideas of the sheet from this one on */
    MAZO_ACTION_COUNT = 256,
    MAZO_ACTION_NONE = -1
};

enum {
    MAZO_MASK_WORDS = MAZO_ACTION_COUNT / 64,
    MAZO_IDS_MAX = 128 /* room for the actions that are legal at the same time */
};

/* What an observation holds: bytes, each of them a number or a truth value. 255 means none. Counts above 255
 * are 255; numbers of more than one byte begin with the lowest. */
enum mazo_observed {
    MAZO_OBSERVED_hand = 0, /* 64: this seat's cards by kind, without those picked for a throw */
    MAZO_OBSERVED_discards = 64, /* 64: the discards by kind, the top card included */
    MAZO_OBSERVED_seats = 128,   /* how many there are */
    MAZO_OBSERVED_seat,          /* which one this is, as the game numbers them */
    MAZO_OBSERVED_phase,
    MAZO_OBSERVED_purpose, /* of a phase color, choose or throw */
    MAZO_OBSERVED_turn,    /* the seat in turn */
    MAZO_OBSERVED_to_left, /* 1: play goes to the left */
    MAZO_OBSERVED_color,
    MAZO_OBSERVED_top,
    MAZO_OBSERVED_draw_count,
    MAZO_OBSERVED_discard_count,
    MAZO_OBSERVED_pending, /* cards to draw on accept */
    MAZO_OBSERVED_striker, /* who played the last of them */
    MAZO_OBSERVED_challengeable,
    MAZO_OBSERVED_color_before, /* the color on which the Wild Draw Four was played */
    MAZO_OBSERVED_drawn,        /* phase drawn, this seat's turn: the card */
    MAZO_OBSERVED_must,         /* and it must be played */
    MAZO_OBSERVED_owed,         /* cards still to be thrown by this seat; 0: as many as it likes */
    MAZO_OBSERVED_picked,       /* cards that this seat has picked for a throw */
    MAZO_OBSERVED_beginner,
    MAZO_OBSERVED_accused,
    /* 24 bytes for each seat, this one first. */
    MAZO_OBSERVED_players = 160,
    MAZO_OBSERVED_player_size = 24,
    /* What they hold. */
    MAZO_PLAYER_cards = 0,
    MAZO_PLAYER_said,      /* has said UNO */
    MAZO_PLAYER_catchable, /* can be caught */
    MAZO_PLAYER_loses,     /* loses the next turn */
    MAZO_PLAYER_passed,
    MAZO_PLAYER_declined_since, /* cards that have come since `declined` */
    MAZO_PLAYER_score,          /* 2 */
    MAZO_PLAYER_declined =
        8,                  /* 8: kinds as bits that fitted when the seat drew instead of playing */
    MAZO_PLAYER_shown = 16, /* 8: kinds that this seat knows the player to hold */
    /* Where rule cards are played, behind the seats: */
    MAZO_LEVER_puller = 0,
    MAZO_LEVER_actor, /* who carries out a rule card */
    MAZO_LEVER_target,
    MAZO_LEVER_rule_card,
    MAZO_LEVER_effect, /* which one is next */
    MAZO_LEVER_each_left,
    MAZO_LEVER_each_to_left,
    MAZO_LEVER_run_draws,
    MAZO_LEVER_run_skips,
    MAZO_LEVER_rules_seen, /* bits */
    MAZO_LEVER_used,       /* bits */
    MAZO_LEVER_dispenser_count,
    MAZO_LEVER_cards =
        16, /* 8 times 13: count, and four effects of type, number, who; zeros: not known */
    MAZO_LEVER_size = 120,
    MAZO_OBSERVATION_MAX = MAZO_OBSERVED_players + MAZO_SEATS_MAX * MAZO_OBSERVED_player_size +
                           MAZO_LEVER_size
};

/* What rewards count, at the end of each round. */
enum mazo_reward {
    MAZO_REWARD_win, /* 1 for the side that wins the episode, -1 for the others, 0 if nobody does */
    MAZO_REWARD_points /* the winning side: what the others hold; the others: minus what they hold */
};

struct mazo_env_options {
    bool match;  /* an episode is a match; else a round, which is a match by the quick match (E6) */
    bool others; /* ask the others too, out of turn: catches, late calls, jump-ins, votes */
    bool write;  /* rule cards are written by the players; else they are the ideas of the sheet */
    uint8_t reward; /* enum mazo_reward */
    uint32_t limit; /* actions after which an episode is cut short; 0: never */
};

struct mazo_env {
    uint64_t mask[MAZO_MASK_WORDS]; /* what `asked` may do */
    uint8_t asked;                  /* the seat whose action is awaited */
    uint8_t counted, shuffles;      /* how many discards `below` counts, since which shuffle */
    uint8_t picks;                  /* cards that the seat in turn has picked for a throw */
    uint16_t waiting;               /* bits: to be asked before the seat in turn */
    uint32_t steps;                 /* actions in this episode */
    struct mazo_env_options options;
    uint8_t below[MAZO_KIND_COUNT]; /* the discards under the top card, by kind */
    struct mazo_game game;
    mazo_card picked[MAZO_CARDS_MAX]; /* the cards of an incomplete throw */
};

/* ---- one game ---- */

/* What `seat` may do, as bits; nothing if there is no such seat. `picked` are the cards that the seat in
 * turn has picked for a throw. Returns how many actions there are. */
int mazo_action_mask(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
                     uint64_t mask[MAZO_MASK_WORDS]);

/* The command for this action of the seat: a throw has one card, its `done` none. It need not be legal.
 * False for `wait` and for anything that is not an action; then mazo_apply refuses *out. */
bool mazo_action_command(const struct mazo_game *g, int seat, int action, struct mazo_command *out);

/* The action for this command, for a throw that of its first card; MAZO_ACTION_NONE: there is
 * none. */
int mazo_command_action(const struct mazo_game *g, const struct mazo_command *c);

/* How many bytes mazo_observe writes. */
int mazo_observation_size(const struct mazo_rules *rules, int seats);

/* What the seat (or MAZO_SPECTATOR, as seen from seat 0) may know. False, and nothing written, if there is
 * no such seat. */
bool mazo_observe(const struct mazo_env *env, int seat, uint8_t *out);

/* A new env; the same seed gives the same cards. `options` may be NULL: all zeros. */
enum mazo_rules_fault mazo_env_init(struct mazo_env *env, const struct mazo_rules *rules, int seats,
                                    uint64_t seed, const struct mazo_env_options *options);

/* An env that continues this game. */
void mazo_env_of(struct mazo_env *env, const struct mazo_game *g,
                 const struct mazo_env_options *options);

/* A new episode with the same dice. `ev` may be NULL here and below. */
void mazo_env_restart(struct mazo_env *env, struct mazo_events *ev);

/* Carry out an action of the asked seat. False, with nothing changed, if the mask does not have
 * it. */
bool mazo_env_act(struct mazo_env *env, int action, struct mazo_events *ev);

/* The same by a command, of any seat; a throw comes as a whole. */
enum mazo_error mazo_env_apply(struct mazo_env *env, const struct mazo_command *c,
                               struct mazo_events *ev);

/* Is the episode over? What each seat gets for it; zeros until then. */
bool mazo_env_over(const struct mazo_env *env);
void mazo_env_rewards(const struct mazo_env *env, float rewards[MAZO_SEATS_MAX]);

/* ---- many games ---- */

/* Where a step writes, one row per game; NULL members are skipped. */
struct mazo_env_out {
    uint8_t *observations;  /* rows of observation_stride bytes, of the seat that is asked */
    int observation_stride; /* at least mazo_observation_size */
    uint64_t *masks;        /* rows of MAZO_MASK_WORDS */
    uint8_t *ids;    /* rows of MAZO_IDS_MAX: the legal actions, ascending; the rest is undefined */
    uint8_t *counts; /* of ids */
    uint8_t *seats;  /* the seat that is asked */
    float *rewards;  /* rows of seats, as the game numbers them: the rewards of this step */
    uint8_t *done;   /* 1: an episode has ended and the next has begun; 2: it was cut short */
};

/* One action per game, of the seat that is asked. A game whose action is illegal stays as it is;
 * returns the number of those. With `actions` NULL nothing moves, and everything is written. All
 * games must have the same rules and seats. */
int mazo_env_step(struct mazo_env *envs, int count, const uint8_t *actions,
                  const struct mazo_env_out *out);

#ifdef __cplusplus
}
#endif

#endif
