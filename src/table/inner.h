/*
 * inner.h - what the files of the table share.
 *
 *   query.c   questions: who must act, what has to wait, what a seat may see
 *   plan.c    when: pauses of bots, clocks, votes, what is due next
 *   commands.c   one command: carried out and told
 *   tick.c    runs whatever is due
 *   expert_seat.c bots that think long, elsewhere
 *   table.c   the API: seat players, start, act
 *   log.c     lines of the match file, and back
 *   pack.c    a table at rest
 *
 * Each calls only those above it.
 */
#ifndef MAZO_TABLE_INNER_H
#define MAZO_TABLE_INNER_H

#include "table/table.h"

#define TABLE_BIT(seat) ((uint16_t)(1u << (seat)))

/* Does a bot play this seat now? */
static inline bool table_is_played_by_bot(const struct table_seat *s)
{
    return s->player.sitter == TABLE_BOT || s->away;
}

/* For a deal of the day: dice that depend only on it and on the commands so far. Who writes rule
 * cards first does not matter. */
static inline uint64_t table_daily_dice(const struct table *t, int seat)
{
    uint64_t done = t->play.game.phase == MAZO_PHASE_write ? 0 : t->commands;
    return mazo_fast_seed(t->daily + (done << 4 | (unsigned)seat) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Set the bot's next action, and when; drops a thought under way. */
static inline void table_act_at(struct table_seat *s, uint64_t at)
{
    s->acts_at = at;
    s->thought = 0;
}

/* ---- query.c ---- */

/* Must this seat act now, whether a person or a bot? */
bool table_has_duty(const struct table *t, int seat);

/* Would this command end the chance of a waiting catch? Until when must it wait (`until` may be
 * NULL)? The player's own call and the catches themselves are exempt. */
bool table_robs(const struct table *t, const struct mazo_command *c, uint64_t *until);

/* Would this bot search now, and on another thread? */
bool table_searches_apart(const struct table *t, int seat);

/* The same, with its move due: it waits for a thought, or one is under way. */
bool table_is_for_thought(const struct table *t, int seat);

/* ---- plan.c ---- */

/* The caller's time, which does not go back. */
void table_set_time(struct table *t, uint64_t now);

/* `ms` after `from`; TABLE_NEVER is never reached. */
uint64_t table_later(uint64_t from, uint64_t ms);

/* What has happened since the last plan. */
struct table_change {
    bool advanced;   /* another seat is asked, or something new */
    int seat;        /* the seat that acted, came or went, or MAZO_SEAT_NONE */
    uint16_t before; /* who could be caught before */
};

void table_plan(struct table *t, const struct table_change *change);

enum table_due_kind {
    TABLE_DUE_CATCH,
    TABLE_DUE_HELD,
    TABLE_DUE_VOTE,
    TABLE_DUE_BOT,
    TABLE_DUE_CLOCK,
    TABLE_DUE_NEXT
};

struct table_due_thing {
    uint64_t at;
    enum table_due_kind kind;
    int seat;
};

struct table_due_thing table_next_due(const struct table *t);

/* The first of the waiting catches, where it is due before *best. */
void table_consider_catches(const struct table *t, struct table_due_thing *best);

/* ---- commands.c ---- */

/* Copy a command and its memory into t->line, as in match files. */
void table_fill(struct table *t, const struct mazo_command *c, const struct say_card_text *texts);

/* Copy a line, which points into itself. */
void table_keep_line(struct wire_line *to, const struct wire_line *from);

/* Carry out t->line: apply it, tell the bots, plan, tell `heard`. False: refused. */
bool table_carry_out(struct table *t, struct wire_error *why);

/* table_fill and table_carry_out: for commands of the table itself and of bots. */
bool table_run(struct table *t, const struct mazo_command *c);

/* Are these texts allowed on the rule cards of a `write`? */
bool table_texts_are_plain(const struct mazo_command *c, const struct say_card_text *texts);

/* Tell the bots what has just happened. */
void table_tell_bots(struct table *t, const struct wire_game *play);

/* ---- tick.c ---- */

/* What the bot of the seat would do now. False: nothing. */
bool table_bot_choice(struct table *t, int seat, struct mazo_command *out);

/* Let the seat's bot act, its own or the stand-in. True: a command was carried out. */
bool table_bot_acts(struct table *t, int seat);

/* Carry out the bot's choice (NULL: nothing), unless it has to wait for a catch. */
bool table_bot_does(struct table *t, int seat, const struct mazo_command *c);

/* In an endless round: now and then any legal command instead of the bot's own. */
bool table_breaks_habits(struct table *t, int seat, struct mazo_command *out);

/* ---- table.c ---- */

/* An empty seat. */
void table_clear_seat(struct table_seat *s);

/* Seat everybody as at the start of a match: fresh bots with these dice. */
void table_seat_all(struct table *t, int seats, uint64_t dice);

#endif
