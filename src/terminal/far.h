/*
 * far.h - a table far away: the connection to a server, and what it has told.
 *
 *   far.c         the connection, and what is sent
 *   far_inbox.c   what has come, taken in its order
 *   far_table.c   a table as the server tells it, and what has changed there
 *   far_mirror.c  its match as a session of this terminal: struct session_far
 *   room.c        the waiting room on the screen
 *   door.c        the list of tables on the screen, and all of it in order
 *   plain_room.c  both line by line
 *
 * Messages come in whenever somebody waits (beside.h) and are put into the
 * inbox; they take effect in far_step. So nothing changes under a page that is open.
 */
#ifndef MAZO_FAR_H
#define MAZO_FAR_H

#include <jansson.h>
#include <uv.h>
#include "client/guest.h"
#include "terminal/beside.h"
#include "terminal/session.h"
#include "terminal/setup.h"
#include "terminal/ticket.h"
#include "wire/fair.h"

enum {
    FAR_KEY_SIZE = 40,
    FAR_TITLE_SIZE = 64,
    FAR_TABLES_MAX = 60,
    FAR_LINES_MAX = 40,
    FAR_LINE_SIZE = 480,
    FAR_WHY_SIZE = 512,
    FAR_FACES = 6
};

/* ---- tables ---- */

enum far_sits { FAR_OPEN, FAR_CLOSED, FAR_PERSON, FAR_BOT, FAR_PROGRAM };
enum far_status { FAR_WAITING, FAR_PLAYING, FAR_OVER, FAR_STOPPED /* only in a list */ };

struct far_seat {
    uint8_t sits; /* enum far_sits */
    char name[TABLE_NAME_MAX];
    char bot[SETUP_BOT_MAX];
    char player[FAR_KEY_SIZE];
    bool here, away, left, salt; /* left: went on purpose */
    bool waits;                  /* a program, for a free place */
};

struct far_table {
    char code[GUEST_CODE_SIZE]; /* "": we are at none */
    char title[FAR_TITLE_SIZE];
    struct mazo_rules rules; /* the clock included */
    bool listed;
    uint8_t status; /* enum far_status */
    char host[FAR_KEY_SIZE];
    int you; /* your seat, or -1 */
    int seats;
    struct far_seat seat[MAZO_SEATS_MAX];
    int watchers;
    char commitment[FAIR_HEX];
    uint32_t match;
    char key[FAR_KEY_SIZE]; /* of the match file, once it is over; or "" */
};

/* Read a message `table`. False: it makes no sense. */
bool far_table_read(const json_t *message, enum text_lang lang, struct far_table *out);

bool far_is_host(const struct far_table *t);

/* The host sits there but is gone: we may take the table over. */
bool far_is_successor(const struct far_table *t);

/* What a seat says of itself: "bot: hard", "open". */
void far_seat_text(const struct far_table *t, int seat, enum text_lang lang, char *buf,
                   size_t size);

/* House rules besides the clock. */
int far_changes(const struct far_table *t);

/* "oficial + 2 · 4 seats · 60 s": a table in a line. */
void far_table_text(const struct far_table *t, enum text_lang lang, char *buf, size_t size);

/* Tell in sentences what is different now. */
void far_compare(const struct far_table *before, const struct far_table *now, enum text_lang lang,
                 void (*tell)(void *ctx, const char *line), void *ctx);

/* A public table, or one where we sit. */
struct far_listed {
    char code[GUEST_CODE_SIZE], title[FAR_TITLE_SIZE], rules[32];
    int seats, free, people; /* 0 seats: not told */
    uint8_t status;
    bool own, turn; /* we sit there; and it is our turn */
};

/* ---- the connection ---- */

enum far_state {
    FAR_CALLING, /* not connected, or not yet known by name */
    FAR_READY,
    FAR_ENDED /* it will not do: `why` */
};

/* What is wanted of the server. */
struct far_wish {
    char code[GUEST_CODE_SIZE]; /* a table, or "" */
    bool create;                /* open one, as `setup` says */
    bool listed;
    bool watch;                /* do not sit down */
    bool guest;                /* nobody this server knows, and nothing is kept */
    char name[TABLE_NAME_MAX]; /* that others see; "": the one they know */
};

struct far {
    enum text_lang lang;
    struct game_setup setup; /* of this terminal: hints, bell, the table to create */
    struct far_wish wish;
    struct link_address address;
    struct ticket ticket;
    uv_loop_t loop;
    struct beside beside;
    struct guest *guest;    /* NULL: none any more */
    uint8_t state;          /* enum far_state */
    bool welcomed;          /* once at least */
    bool unread;            /* the server's store fails; tried again until it does not */
    bool unnamed;           /* nobody said wish.name, it was found */
    bool fresh;             /* something new since the last look */
    bool direct;            /* to one table and no other: who leaves it is done here */
    bool created;           /* the table that is wished for */
    bool sat;               /* a seat was asked for */
    bool leaving;           /* a table, and the server has not answered yet */
    char why[FAR_WHY_SIZE]; /* FAR_ENDED */
    char player[GUEST_PLAYER_SIZE];
    struct far_table table;
    char played[FAIR_HEX]; /* the commitment of the match which is played, or was */
    json_t *inbox;         /* a list */
    json_t *past;          /* of the match that has just been come to, until recalled; or NULL */
    int own_count;         /* of the list: where we sit */
    int list_count;        /* -1: not told yet */
    struct far_listed list[FAR_TABLES_MAX];
    int lines;                               /* said so far */
    char line[FAR_LINES_MAX][FAR_LINE_SIZE]; /* the last ones, in turn */
    int told;                                /* of which somebody has been shown */
    uint64_t rests_until;                    /* the server accepts no more before then */
    struct session_far far;                  /* for the session of its match */
    uint64_t dice;
};

/* Letters and digits, as tables are called? */
bool far_is_code(const char *text);

/* Call the server; nothing is waited for. False: no memory. */
bool far_open(struct far *f, const struct link_address *address, const struct game_setup *setup,
              const struct far_wish *wish);
void far_close(struct far *f);

/* The server does not know our token: as somebody new. */
void far_begin_anew(struct far *f);

/* The server is at another address, which is in `address`: go there. */
void far_move(struct far *f);

/* It will not do, and why. */
void far_end(struct far *f, const char *why);

/* With the connection, for people; NULL: all is well. */
const char *far_trouble(const struct far *f);

/* The link to share, and that of a match file. */
void far_link(const struct far *f, char *buf, size_t size);
void far_file(const struct far *f, const char *key, char *buf, size_t size);

/* A message about the table: its type and, where `format` is not NULL, keys and values as for
 * json_pack. */
void far_send(struct far *f, const char *type, const char *format, ...);

/* Go to a table, or away from it. */
void far_enter(struct far *f, const char *code);
void far_leave(struct far *f);
void far_ask_tables(struct far *f);
void far_create(struct far *f);

/* Other rules for the table; the host only. */
void far_send_rules(struct far *f, const struct mazo_rules *rules, int seats);

/* "hello", or "1": a reaction. */
void far_say(struct far *f, const char *text);

/* A line for the person, from us. */
void far_tell(struct far *f, const char *line);

/* far_inbox.c: the handlers of the guest; and take what has come, for the match of `s` (NULL: none
 * is played). True: something has happened. A message of another match stays where it is. */
extern const struct guest_handlers far_handlers;
bool far_step(struct far *f, struct session *s);

/* Is there a match to play or watch? */
bool far_has_match(const struct far *f);

/* ---- far_mirror.c ---- */

/* A session for the match that waits in the inbox; false: it cannot be understood. */
bool far_mirror_begin(struct far *f, struct session *s);

/* A message `view` or `event`; false: it cannot be understood. */
bool far_mirror_take(struct far *f, struct session *s, const json_t *message);

/* Who sits there, and who is away. */
void far_mirror_seats(const struct far *f, struct session *s);

#endif
