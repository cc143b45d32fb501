/*
 * core.h - what the files of the engine share with each other.
 *
 * From the bottom up: a file calls only those above it in this list, so you can read them in this
 * order.
 *
 * rng.c          random numbers
 * rules.c        the matrix as tables; the deck
 * names.c        the words of the lists
 * event.c        lists of what happened
 * hand.c         cards move: hands, piles
 * out_of_turn.c  what can also be done out of turn: UNO, catch, penalties, votes
 * order.c        whose turn it is, and what the table waits for
 * end.c          the end of a round and of the match
 * effect.c       what a rule card makes a player do
 * jackpot.c      Jackpot: spinner and dispenser
 * turn.c         the commands of a turn: play, draw, accept, challenge
 * round.c        a round is dealt and opened
 * judge.c        may this command be given?
 * legal.c        what commands may be given
 * apply.c        the one door to all of it
 * view.c         what a seat may see
 * check.c        what must hold
 * hash.c         what match files depend on
 * position.c     a game set up by hand
 * resample.c     a game that a view could come from
 * action.c       actions of programs that learn: masks, numbers
 * observe.c      what a seat sees, as bytes
 * env.c          games for programs that learn
 * save.c         a game as text
 * library.c      which library this is
 *
 * Functions here trust their caller: judge.c has checked the command. `ev` may be
 * NULL everywhere: the playout path wants no events.
 */
#ifndef MAZO_CORE_H
#define MAZO_CORE_H

#include <stddef.h>
#include <string.h>

#include "mazo/game.h"

struct mazo_env; /* env.h */

/* engine.c compiles all of them as one file: nothing but mazo_* is seen
 * outside, and the compiler sees through the walls between them. */
#ifdef MAZO_ONE_FILE
#define ENGINE static
#else
#define ENGINE
#endif

/* Where a round spends its time. Inlined into both doors of apply.c, so that
 * the one without events is compiled without them; what happens rarely is
 * kept out of the way. */
#define HOT inline __attribute__((always_inline))
#define COLD __attribute__((noinline, cold))

#define SEAT_BIT(seat) ((uint16_t)(1u << (seat)))

#ifndef NDEBUG /* a freestanding library has no assert.h */
#define MAZO_ASSERT(truth) ((truth) ? (void)0 : __builtin_trap())
#else
#define MAZO_ASSERT(truth) ((void)0)
#endif

static inline int count_bits(uint64_t set) { return mazo_count_bits(set); }
static inline mazo_card lowest_card(uint64_t set) { return (mazo_card)__builtin_ctzll(set); }

/* Small enough that two can be added. */
enum { SCORE_MOST = 1 << 28 };

static inline int at_most(int n, int most) { return n < most ? n : most; }

static inline bool is_seat(const struct mazo_game *g, int seat)
{
    return seat >= 0 && seat < g->seats;
}

static inline int seat_after(const struct mazo_game *g, int seat)
{
    return mazo_seat_after(&g->pub, seat);
}

/* The seat this many to the left; and how many from one seat to another. */
static inline int seat_from(const struct mazo_game *g, int seat, int steps)
{
    seat += steps;
    return seat >= g->seats ? seat - g->seats : seat;
}

static inline int steps_to(const struct mazo_game *g, int seat, int who)
{
    int steps = who - seat;
    return steps < 0 ? steps + g->seats : steps;
}

static inline int seat_left_of(const struct mazo_game *g, int seat)
{
    return seat + 1 - (g->seats & -(seat + 1 == g->seats));
}

/* A truth value from outside may be any byte; check it before reading it as a bool. */
static inline bool is_truth(const bool *value) { return *(const unsigned char *)value <= 1; }

/* W1 to W3: of a Wild Draw Four played on this color, and on the current one. */
static inline bool is_clean_on(const struct mazo_game *g, int seat, int color)
{
    return !(g->have[seat] & mazo_dirt(&g->rules, color));
}

static inline bool is_clean(const struct mazo_game *g, int seat)
{
    return is_clean_on(g, seat, g->color);
}

/* A1, A5: what the card makes the next player draw. */
static inline int draws_of(mazo_card card)
{
    return card == MAZO_WILD_FOUR ? 4 : mazo_card_value(card) == MAZO_DRAW_TWO ? 2 : 0;
}

/* Is the match played by this revision of the rules or a later one? See revisions.def. */
static inline bool since(const struct mazo_game *g, int revision)
{
    return g->rules.revision >= revision;
}

/* rng.c */
ENGINE uint32_t rng_below(struct mazo_rng *rng, uint32_t bound);
ENGINE void rng_resume(struct mazo_rng *rng); /* the block that goes with its counter */

/* names.c */
ENGINE bool same_word(const char *a, const char *b);

/* event.c: all of them do nothing when ev is NULL */
ENGINE struct mazo_event *event_add(struct mazo_events *ev, int type, int seat);
ENGINE void event_card(struct mazo_events *ev, mazo_card card); /* to the newest event */
ENGINE void tell_hand(struct mazo_events *ev, int type, int seat, int who, uint64_t kinds,
                      const uint8_t copies[MAZO_KIND_COUNT]);
ENGINE void tell_played(const struct mazo_game *g, int seat, bool uno, struct mazo_events *ev);

static inline void tell(struct mazo_events *ev, int type, int seat)
{
    if (ev)
        event_add(ev, type, seat);
}

#define TELL_WITH(name, field, kind)                                                               \
    static inline void name(struct mazo_events *ev, int type, int seat, int value)                 \
    {                                                                                              \
        struct mazo_event *e = ev ? event_add(ev, type, seat) : NULL;                              \
        if (e)                                                                                     \
            e->field = (kind)value;                                                                \
    }
TELL_WITH(tell_who, who, uint8_t)
TELL_WITH(tell_count, count, uint16_t)
TELL_WITH(tell_detail, detail, uint8_t)
TELL_WITH(tell_card, card, uint8_t)
TELL_WITH(tell_color, color, uint8_t)
#undef TELL_WITH

/* hand.c */
ENGINE void hand_add(struct mazo_game *g, int seat, mazo_card card);
ENGINE void hand_remove(struct mazo_game *g, int seat, mazo_card card);
ENGINE void hands_swap(struct mazo_game *g, int a, int b);
ENGINE void hands_rotate(struct mazo_game *g);
ENGINE mazo_card hand_pick(struct mazo_game *g,
                           int seat); /* one at random, taken out of the hand */
ENGINE void discard_push(struct mazo_game *g, mazo_card card);
ENGINE void discard_under(struct mazo_game *g, mazo_card card);
ENGINE void set_top(struct mazo_game *g, mazo_card card, int color);
ENGINE void set_color(struct mazo_game *g, int color);
ENGINE mazo_card draw_card(struct mazo_game *g,
                           struct mazo_events *ev); /* MAZO_CARD_NONE: nothing left */
/* Draw up to n cards into a hand, or until one of the kinds in `stop` has come. Returns the last
 * one or MAZO_CARD_NONE. */
ENGINE mazo_card draw_until(struct mazo_game *g, int seat, int n, uint64_t stop, int reason,
                            struct mazo_events *ev);
/* Put a drawn card into the hand. */
ENGINE void take_card(struct mazo_game *g, int seat, mazo_card card, int reason,
                      struct mazo_events *ev);
ENGINE void draw_cards(struct mazo_game *g, int seat, int n, int reason, struct mazo_events *ev);
/* A hand that has grown must say UNO again next time. */
ENGINE void hand_grew(struct mazo_game *g, int seat, int by);
ENGINE bool can_draw(const struct mazo_game *g);

/* out_of_turn.c */
ENGINE void hear_uno(struct mazo_game *g, int seat, bool uno);
ENGINE void forget_call(struct mazo_game *g, int seat);
ENGINE void do_uno(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void do_catch(struct mazo_game *g, int seat, int who, struct mazo_events *ev);
ENGINE void do_misplay(struct mazo_game *g, const struct mazo_command *c, int error,
                       struct mazo_events *ev);
ENGINE void do_accuse(struct mazo_game *g, int seat, int who, struct mazo_events *ev);
ENGINE void do_vote(struct mazo_game *g, int seat, bool yes, struct mazo_events *ev);
ENGINE void do_admit(struct mazo_game *g, struct mazo_events *ev);
ENGINE void do_tally(struct mazo_game *g, struct mazo_events *ev);

/* order.c */
ENGINE int next_player(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void turn_to(struct mazo_game *g, int seat);
ENGINE void begin_turn(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void ask(struct mazo_game *g, int seat, int phase, int purpose);
ENGINE void pass_turn(struct mazo_game *g, int from, struct mazo_events *ev);
ENGINE void skip_player(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void reverse_direction(struct mazo_game *g, struct mazo_events *ev);
ENGINE void strike(struct mazo_game *g, int striker, int n, int victim, struct mazo_events *ev);

/* end.c */
ENGINE void clear_round(struct mazo_game *g); /* reset everything of an earlier round */
ENGINE void win_round(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void block_round(struct mazo_game *g, struct mazo_events *ev);

/* effect.c. True: the effect is done; false: it waits for a command. */
ENGINE void copy_rule_card(struct mazo_rule_card *out, const struct mazo_rule_card *card);
ENGINE bool start_effect(struct mazo_game *g, struct mazo_effect e, struct mazo_events *ev);
ENGINE bool effect_chosen(struct mazo_game *g, int who, struct mazo_events *ev);
ENGINE void throw_owed(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev);
ENGINE void play_in_run(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev);
ENGINE void end_run(struct mazo_game *g, struct mazo_events *ev);
ENGINE void add_penalty(struct mazo_game *g, mazo_card card, struct mazo_events *ev);
ENGINE void win_by(struct mazo_game *g, int seat, mazo_card last, struct mazo_events *ev);
ENGINE void apply_penalty(struct mazo_game *g, int seat, int reason, struct mazo_events *ev);

/* jackpot.c */
ENGINE void pull_lever(struct mazo_game *g, int seat, struct mazo_events *ev);
ENGINE void open_with_jackpot(struct mazo_game *g);
ENGINE void resume_effects(struct mazo_game *g, struct mazo_events *ev);
ENGINE void lever_chosen(struct mazo_game *g, int who, struct mazo_events *ev);
ENGINE void throw_colors(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev);
/* True: all have written, and the match can start. */
ENGINE bool write_rule_cards(struct mazo_game *g, const struct mazo_command *c,
                             struct mazo_events *ev);

/* turn.c */
ENGINE void play_card(struct mazo_game *g, int seat, mazo_card card, int color, bool uno,
                      struct mazo_events *ev);
ENGINE void offer_drawn(struct mazo_game *g, mazo_card card, bool stuck);
ENGINE void do_draw(struct mazo_game *g, struct mazo_events *ev);
ENGINE void do_keep(struct mazo_game *g, struct mazo_events *ev);
ENGINE void do_accept(struct mazo_game *g, struct mazo_events *ev);
ENGINE void do_challenge(struct mazo_game *g, struct mazo_events *ev);
ENGINE void do_pass(struct mazo_game *g, struct mazo_events *ev);

/* round.c */
ENGINE void empty_table(struct mazo_game *g, const struct mazo_rules *rules, int seats,
                        const uint8_t seed[32], bool fast);
ENGINE void start_match(struct mazo_game *g, struct mazo_events *ev);
ENGINE void deal_round(struct mazo_game *g, struct mazo_events *ev);
ENGINE void open_round(struct mazo_game *g, struct mazo_events *ev); /* S4-S9 for the top card */

/* judge.c */
ENGINE enum mazo_error judge_play(const struct mazo_game *g, const struct mazo_command *c);
ENGINE bool is_punished(const struct mazo_game *g, enum mazo_error error);
ENGINE enum mazo_error judge_draw(const struct mazo_game *g);
ENGINE enum mazo_error judge_pass(const struct mazo_game *g);
ENGINE enum mazo_error judge_keep(const struct mazo_game *g);
ENGINE enum mazo_error judge_challenge(const struct mazo_game *g);
ENGINE enum mazo_error judge_done(const struct mazo_game *g);
ENGINE enum mazo_error judge_uno(const struct mazo_game *g, int seat);

/* hash.c */
ENGINE uint8_t phase_number(int phase);

/* view.c */
ENGINE void copy_public(struct mazo_public *to, const struct mazo_public *from);

/* action.c: of a seat that exists */
ENGINE void make_mask(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
                      uint64_t *mask);
/* The card that an action below 128 plays. */
static inline mazo_card card_of(int action)
{
    int value = action & 15;
    return (mazo_card)(value >= MAZO_WILD ? value : action & 63);
}

/* observe.c: of a seat that exists, or `own` false and what everybody sees from there */
ENGINE void observe(const struct mazo_env *env, int seat, bool own, uint8_t *out);

#endif
