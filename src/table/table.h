/*
 * table.h - the mid-end: one match, with people, bots and programs at the table.
 *
 * Every front end drives its match through here. Nothing is allocated, read or
 * written, and there is no clock: the time comes in as an argument, in
 * milliseconds of any clock that does not go back. What happens at a table is
 * always a command that the engine has accepted; each is told to `heard`, with
 * its events, and is one line of the match file. Who plays must be shown views
 * and events passed through mazo_event_for, never the game.
 *
 *     table_init, table_sit..., table_open (or table_resume);
 *     then table_do for what people do, and table_tick when table_due says.
 */
#ifndef MAZO_TABLE_H
#define MAZO_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include "bot/bot.h"
#include "mazo/mazo.h"
#include "text/text.h"
#include "wire/json_out.h"
#include "wire/json_read.h"
#include "wire/match.h"
#include "wire/play.h"

enum { TABLE_NAME_MAX = 48 };

#define TABLE_NEVER UINT64_MAX

enum table_sitter { TABLE_PERSON, TABLE_BOT, TABLE_PROGRAM };

/* Who sits at a seat. */
struct table_player {
    uint8_t sitter;            /* enum table_sitter */
    uint8_t level, style;      /* of the bot; of the one that stands in for the others */
    uint32_t playouts;         /* 0: as many as the bots think right */
    char name[TABLE_NAME_MAX]; /* UTF-8, cleaned by table_sit */
    char program[256];         /* of a program: its command line, for the front end that runs it */
};

/* How fast a table is, in milliseconds. */
struct table_pace {
    uint32_t think, think_more; /* a bot waits so long before its move, and by chance so much more */
    uint32_t react, react_more; /* and before it says UNO late, catches or jumps in */
    uint32_t grace;             /* U: catches wait so long after the card; the own call comes first */
    uint32_t catch_pause;       /* a catch that hits nobody: so long until the next by that seat */
    uint32_t vote;              /* then a vote is closed */
    uint32_t next;              /* then the next round is dealt when nobody does; 0: never */
};

extern const struct table_pace table_pace_human; /* the default */
extern const struct table_pace table_pace_none;  /* everything at once: tests, plain games */

struct table_seat {
    struct table_player player;
    bool away;            /* the person or program does not answer: the stand-in plays */
    struct bot bot;       /* plays, or stands in; hears everything from the beginning */
    uint64_t acts_at;     /* when the bot does what it is up to; TABLE_NEVER: nothing to do */
    uint64_t catch_after; /* no catch is taken from this seat before then */
    uint8_t catching;     /* whom it wants to catch once the grace is over, or MAZO_SEAT_NONE */
};

struct table {
    enum text_lang lang;      /* of refusals */
    struct table_pace pace;
    struct bot_scratch *scratch; /* for bots that search */
    void (*heard)(void *ear, const struct table *t); /* after every accepted command, or NULL */
    void *ear;
    uint8_t seats;
    struct table_seat seat[MAZO_SEATS_MAX];
    struct wire_game play; /* the game, the texts of rule cards, events of the last command */
    struct wire_line last; /* the last accepted command, or the opening */
    uint32_t commands;     /* accepted so far */
    uint64_t now;          /* the time of the last call */
    uint64_t turn_ends;    /* of the turn clock, or TABLE_NEVER */
    uint64_t catch_from;   /* the end of the grace for the seats that can be caught */
    uint64_t dice;
    struct wire_line line; /* room for the commands of bots */
};

/* What became of a command. */
enum table_answer {
    TABLE_DONE,   /* accepted; why.message is not empty after a misplay (P2) */
    TABLE_WAITS,  /* a catch within the grace: it will be tried when that is over */
    TABLE_REFUSED /* why says why, and nothing has changed */
};

void table_init(struct table *t, enum text_lang lang, const struct table_pace *pace,
                struct bot_scratch *scratch, uint64_t dice);

/* Before the opening: who sits where. Seats nobody was put on get `normal` bots. */
void table_sit(struct table *t, int seat, const struct table_player *player);

/* Deal: `kind` is WIRE_NEW or WIRE_POSITION. False: refused, and why. */
bool table_open(struct table *t, enum wire_line_kind kind, const struct wire_opening *opening,
                uint64_t now, struct wire_error *why);

/* Take a match up again from its file, players too; `heard` hears none of it.
 * False: damaged, and why, with the line's number in *line. A cut last line is left out. */
bool table_resume(struct table *t, const char *text, size_t len, uint64_t now,
                  struct wire_error *why, int *line);

/* A person or a program does something. `texts` are those of a `write`, else NULL. */
enum table_answer table_do(struct table *t, uint64_t now, const struct mazo_command *c,
                           const struct wire_card_text *texts, struct wire_error *why);

/* Do what is due, at most one command. True: something happened, call again. */
bool table_tick(struct table *t, uint64_t now);

/* When there will be something to do; TABLE_NEVER: people must act. */
uint64_t table_due(const struct table *t);

/* A person (or program) goes, and a bot plays on; or comes back. */
void table_leave(struct table *t, int seat, uint64_t now);
void table_return(struct table *t, int seat, uint64_t now);

/* Is this seat a person (program) that is there and must act now? */
bool table_awaits(const struct table *t, int seat);

/* The line of the match file for what `heard` was just told, or for the opening; its end
 * included. The opening line carries the players too, under "table". */
void table_put_line(const struct table *t, struct json_out *out);

#endif
