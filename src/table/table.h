/*
 * table.h - the mid-end: one match, with people, bots and programs at the table.
 *
 * Every front end drives its match through here. Nothing is allocated, read or
 * written, and there is no clock: the time comes in as an argument, in
 * milliseconds of any clock that does not go back. What happens at a table is
 * always a command that the engine has accepted, one line of the match file. Each
 * call that returns true (or TABLE_DONE) has carried out one: table_put_line and
 * table_event tell what it was. Show players only views and events (table_view,
 * table_event), never the game.
 *
 *     table_init, table_sit..., table_open (or table_resume);
 *     then table_do for what people do, and table_tick when table_due says.
 *
 * A front end may set `heard` to be called after each command instead.
 *
 * docs/table.md shows how a front end uses it.
 */
#ifndef MAZO_TABLE_H
#define MAZO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bot/bot.h"
#include "mazo/mazo.h"
#include "text/text.h"
#include "wire/json_out.h"
#include "wire/json_read.h"
#include "wire/match.h"
#include "wire/game_driver.h"

enum {
    TABLE_NAME_MAX = 48,
    TABLE_PROGRAM_MAX = 256,
    TABLE_WRITE_MS = 180000, /* the turn clock leaves at least this long to write rule cards, */
    TABLE_DARE_MS = 60000,   /* to perform a dare, */
    TABLE_NEXT_MS = 20000,   /* and to read the result of a round */
    TABLE_ROUND_LONG = 1500  /* commands after which bots break their habits; see tick.c */
};

#define TABLE_NEVER UINT64_MAX

struct fair;

enum table_sitter { TABLE_PERSON, TABLE_BOT, TABLE_PROGRAM };

/* Who sits at a seat. */
struct table_player {
    uint8_t sitter;                  /* enum table_sitter */
    uint8_t level, style;            /* of the bot; for the others, of the stand-in */
    uint32_t playouts;               /* 0: the bots' default */
    char name[TABLE_NAME_MAX];       /* UTF-8, cleaned by table_sit; "": a name is invented */
    char program[TABLE_PROGRAM_MAX]; /* of a program: its command line, for who runs it */
};

/* The pace of a table, in milliseconds. */
struct table_pace {
    uint32_t think, think_more; /* before a bot's move, and up to this much more */
    uint32_t react, react_more; /* before it says UNO late, catches or jumps in */
    uint32_t grace;             /* U: catches wait this long after the card */
    uint32_t catch_pause;       /* after a false catch, until the next by that seat */
    uint32_t vote;              /* then a vote is closed */
    uint32_t next;              /* then the next round is dealt; 0: see docs/table.md */
};

extern const struct table_pace table_pace_human; /* the default */
extern const struct table_pace table_pace_quick; /* bots do not ponder; people have their time */
extern const struct table_pace table_pace_none;  /* bots at once, no grace: tests, plain games */

/* A person's command that has to wait until a catch has been tried. */
struct table_held {
    bool is_there;
    bool misplay;   /* it was a misplay already when it came (P2) */
    uint32_t order; /* which came first */
    uint32_t asked; /* the question that it answers */
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the command */
};

/* A seat. pack.c copies all of it: put new members before `player`. */
struct table_seat {
    bool away;            /* person or program does not answer: the stand-in plays */
    uint8_t catching;     /* the seat it wants to catch once the grace is over, or MAZO_SEAT_NONE */
    uint32_t catch_order; /* which catch came first */
    uint32_t thought;     /* number of the pending thought, or 0: see expert_seat.h */
    uint64_t acts_at;     /* when the bot acts next; TABLE_NEVER: nothing to do */
    uint64_t safe_until;  /* U: the end of its grace, when it can be caught */
    uint64_t caught_until; /* could be caught until then: a catch shortly after is just late */
    uint64_t catch_after;  /* catches from this seat are refused before then */
    struct table_player player;
    struct mazo_bot bot; /* plays, or stands in; hears everything from the beginning */
    struct table_held held;
};

struct table {
    /* Set by the front end after table_init. */
    struct mazo_bot_scratch *scratch;                /* for bots that search */
    void (*heard)(void *ctx, const struct table *t); /* after the opening and every accepted
                                                        command, or NULL; it must not call back */
    void *ctx;
    bool apart;              /* experts are not asked by table_tick: see expert_seat.h */
    const struct fair *fair; /* from the opening line, or NULL: see wire/fair.h */

    /* The table. pack.c copies all of it: put new members before `seat`. */
    enum text_lang lang; /* language of refusals, invented names and bots' rule cards; may change */
    struct table_pace pace;
    uint8_t seats;
    uint32_t commands;  /* accepted so far */
    uint32_t in_round;  /* commands in this round */
    uint32_t asked;     /* questions so far: it grows when the turn passes */
    uint32_t arrivals;  /* counts catches and commands that had to wait */
    uint32_t thoughts;  /* begun so far */
    uint32_t bugs;      /* bots' commands refused by the engine: should stay 0 */
    uint64_t now;       /* the time of the last call */
    uint64_t began;     /* when the seat in turn was asked */
    uint64_t turn_ends; /* end of the turn clock, or TABLE_NEVER */
    uint64_t vote_ends; /* end of an open vote, or TABLE_NEVER */
    uint64_t next_at;   /* when the next round is dealt, or TABLE_NEVER */
    uint64_t dice;
    uint64_t daily; /* from the opening: see daily.h; 0: not a deal of the day */
    size_t kept; /* after table_resume: bytes of the file that count; see there */
    struct table_seat seat[MAZO_SEATS_MAX];
    struct wire_game play; /* the game, the texts of rule cards, events of the last command */

    /* Work space. */
    struct wire_line last;   /* the last accepted command, or the opening */
    struct mazo_legal legal; /* room for the lists of bots */
    struct wire_line line;   /* room for a command under way */
};

/* Outcome of a command. */
enum table_answer {
    TABLE_DONE,   /* accepted; why.message is not empty after a misplay (P2) */
    TABLE_WAITS,  /* a catch within the grace, or a command that would end the chance of one: tried
                   * when the grace is over */
    TABLE_REFUSED /* why says why, and nothing has changed */
};

/* An empty table. `scratch` is mazo_bot_scratch_size() bytes, or NULL where no expert plays
 * (or t->apart is set next).
 * `dice` decide what bots do and when: for people, unpredictable. */
void table_init(struct table *t, enum text_lang lang, const struct table_pace *pace,
                struct mazo_bot_scratch *scratch, uint64_t dice);

/* Before the opening: set who sits where. Empty seats get `normal` bots. */
void table_sit(struct table *t, int seat, const struct table_player *player);

/* The same for all seats, from the first line of a match file (roster.h). False: a player is
 * unclear, and nobody was seated. */
bool table_sit_as(struct table *t, const struct roster *roster, struct wire_error *why);

/* Deal: `kind` is WIRE_NEW or WIRE_POSITION. False: refused, and why. */
bool table_open(struct table *t, enum wire_line_kind kind, const struct wire_opening *opening,
                uint64_t now, struct wire_error *why);

/* Take a match up again from its file, players too; those it does not name are as
 * table_sit put them. `heard` hears none of it. False: damaged, and why, with the
 * line's number in *line. A cut last line is left out: t->kept bytes count, and anyone who
 * writes on cuts the file there and, unless it ends in a line feed, adds one.
 * Bots have heard the match again, but their dice start over, with those of
 * table_init and the number of commands. Programs are away until table_return. */
bool table_resume(struct table *t, const char *text, size_t len, uint64_t now,
                  struct wire_error *why, int *line);

/* After table_resume: the seat in turn was asked at `began`, not just now, and its clock
 * counts from then; but it ends no sooner than `grace` from now (or after the whole clock,
 * where that is shorter). */
void table_set_began(struct table *t, uint64_t began, uint64_t now, uint64_t grace);

/* The machine was suspended for `slept` ms: votes get that time back, the turn clock leaves `grace`. */
void table_suspended(struct table *t, uint64_t slept, uint64_t now, uint64_t grace);

/* Carry out a waiting catch whose grace is over. True: done, call again. table_do does so before
 * its command; a caller without `heard` calls this first to see each catch. */
bool table_catch(struct table *t, uint64_t now);

/* A command from a person or program. `texts` belong to a `write`; NULL: those of the ideas that
 * the cards are. Anybody who was away is back. `next` has no seat. */
enum table_answer table_do(struct table *t, uint64_t now, const struct mazo_command *c,
                           const struct say_card_text *texts, struct wire_error *why);

/* Would table_do accept it (misplays do not count)? For highlighting cards. */
bool table_would(const struct table *t, const struct mazo_command *c);

/* Do what is due, at most one command. True: something happened, call again. */
bool table_tick(struct table *t, uint64_t now);

/* A person does not want to wait: the bot that is due acts now. Call it once after each command,
 * because the bot may be waiting for a catch. */
void table_hurry(struct table *t, uint64_t now);

/* When there will be something to do; TABLE_NEVER: people must act. */
uint64_t table_due(const struct table *t);

/* A person (or program) leaves, and a bot plays on; or comes back. */
void table_leave(struct table *t, int seat, uint64_t now);
void table_return(struct table *t, int seat, uint64_t now);

/* A bot takes a person's seat for good; or the seat becomes a person's again, who is still away. */
void table_replace(struct table *t, int seat, uint64_t now);
void table_readmit(struct table *t, int seat);

/* The command line of the program at this seat. */
void table_set_program(struct table *t, int seat, const char *command);

/* The stand-in makes the seat's pending move at once, and the seat stays: for a program that
 * answered nonsense. False: nothing was pending. */
bool table_stand_in(struct table *t, int seat, uint64_t now);

/* Is there a person (program) at this seat who must act now? */
bool table_awaits(const struct table *t, int seat);

/* May the seat do something now though it must not: say UNO, catch, jump in? */
bool table_may_react(const struct table *t, int seat);

/* Is anybody but bots present? */
bool table_has_people(const struct table *t);

/* Let it show a game from a match file: only for the functions below. */
void table_show(struct table *t, const struct wire_game *play);

/* What `seat` (or MAZO_SPECTATOR) may know. */
void table_view(const struct table *t, int seat, struct mazo_view *out);

/* The i-th event of the last command as `seat` may see it, and its cards (NULL where they
 * are hidden or it has none). False: there are fewer. */
bool table_event(const struct table *t, int i, int seat, struct mazo_event *out,
                 const mazo_card **cards);

/* The texts of the rule cards that `seat` has written or everybody has seen. */
void table_texts(const struct table *t, int seat, struct say_texts *out);

/* The line of the match file for the last command, or for the opening; its end included. The
 * opening line carries the players too, under "table", and t->fair. It fits WIRE_LINE_MAX bytes. */
void table_put_line(const struct table *t, struct json_out *out);

#endif
