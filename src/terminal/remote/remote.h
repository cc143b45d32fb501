/*
 * remote.h - a table on a server: the connection, and what the server has said.
 *
 * From the bottom up:
 *
 *   table_message.c      a table as the server tells it, and what has changed there
 *   send.c       what is said to the server, and words for the person
 *   remote.c     the connection, and what comes in
 *   inbox.c      what has come, taken in its order
 *   mirror.c     its match as a session of this terminal: struct session_remote
 *
 * menu/room.c and menu/lobby.c show it on the screen, plain/room.c line by line.
 *
 * Messages come in whenever a caller waits (event_source.h) and are put into the
 * inbox; they take effect in remote_step. So nothing changes under a page that is open.
 */
#ifndef MAZO_REMOTE_H
#define MAZO_REMOTE_H

#include <jansson.h>
#include <uv.h>
#include "client/client.h"
#include "terminal/screen/event_source.h"
#include "session/proof.h"
#include "session/receipt.h"
#include "session/session.h"
#include "session/setup.h"
#include "session/ticket.h"
#include "wire/fair.h"
#include "wire/table_info.h"

enum {
    REMOTE_KEY_SIZE = 40,
    REMOTE_TITLE_SIZE = 64,
    REMOTE_TABLES_MAX = 60,
    REMOTE_LINES_MAX = 40,
    REMOTE_LINE_SIZE = 480,
    REMOTE_WHY_SIZE = 512,
    REMOTE_FACES = 6,
    REMOTE_VOICES = 6 /* known spectators: those who have said something */
};

/* ---- tables ---- */

/* A person at the table. */
struct remote_person {
    char name[TABLE_NAME_MAX], player[REMOTE_KEY_SIZE];
};

struct remote_seat {
    uint8_t sits; /* enum seat_kind */
    char name[TABLE_NAME_MAX];
    char bot[SETUP_BOT_MAX];
    char player[REMOTE_KEY_SIZE];
    bool here, away, left;       /* left: left on purpose */
    bool sealed;                 /* has committed to a salt that is not open yet */
    int missed;                  /* how often it was not opened, for this deal */
    bool waits;                  /* a program waiting for a place */
    char kicked[TABLE_NAME_MAX]; /* who was kicked from this seat, if it is still free; or "" */
};

struct remote_table {
    char code[CLIENT_CODE_SIZE]; /* "": not at a table */
    char title[REMOTE_TITLE_SIZE];
    struct mazo_rules rules; /* the clock included */
    bool listed;
    uint8_t status; /* enum room_status */
    char host[REMOTE_KEY_SIZE];
    int you; /* your seat, or -1 */
    int seats;
    struct remote_seat seat[MAZO_SEATS_MAX];
    int watchers, watching; /* spectators: connections, and names unless it is a crowd */
    struct remote_person watches[TABLE_INFO_WATCHING_MAX];
    char commitment[FAIR_HEX];
    bool opening; /* the deal waits for the players' salts */
    uint64_t deals_at; /* it deals by itself then, with bots on the free seats; 0: it does not */
    int again;    /* how often this deal has started over */
    uint32_t match;
    char key[REMOTE_KEY_SIZE]; /* of the match file, once it is over; or "" */
};

/* Read a key of a message: text for the screen, one line, cut to fit; or a number in that range. */
void remote_read_text(const json_t *object, const char *key, char *buf, size_t size);
int remote_read_number(const json_t *object, const char *key, int least, int most, int otherwise);

/* Read a message `table`. False: it makes no sense. */
bool remote_table_read(const json_t *message, enum text_lang lang, struct remote_table *out);

bool remote_is_host(const struct remote_table *t);

/* Not seated, and a seat is free before the deal. */
bool remote_can_sit(const struct remote_table *t);

/* The host has a seat but is gone: we may take the table over. */
bool remote_is_successor(const struct remote_table *t);

/* What a seat says of itself: "bot: hard", "open". */
void remote_seat_text(const struct remote_table *t, int seat, enum text_lang lang, char *buf,
                      size_t size);

/* The keys "rules" and "options" of a table; false: an unknown sheet. */
bool remote_rules_read(const json_t *from, struct mazo_rules *out);

/* "The cards are dealt in 8 seconds…"; false: the table does not deal by itself now. */
bool remote_deals_text(const struct remote_table *t, enum text_lang lang, char *buf, size_t size);

/* "oficial + stacking · 4 seats · 60 s": a table in a line; its rules in this many columns, 0: all. */
void remote_table_text(const struct remote_table *t, enum text_lang lang, int columns, char *buf,
                       size_t size);

/* Describe the differences in sentences. */
void remote_compare(const struct remote_table *before, const struct remote_table *now,
                    enum text_lang lang, void (*tell)(void *ctx, const char *line), void *ctx);

/* A public table, or one where we sit. */
struct remote_listed {
    char code[CLIENT_CODE_SIZE], title[REMOTE_TITLE_SIZE];
    char rules[200];         /* with house rules, in words */
    int seats, free, people; /* 0 seats: not told */
    uint8_t status;
    bool own, turn; /* we sit there; and it is our turn */
};

/* ---- the connection ---- */

enum remote_state {
    REMOTE_CALLING, /* not connected, or not yet named */
    REMOTE_READY,
    REMOTE_ENDED /* over: see `why` */
};

/* What to do on the server. */
struct remote_request {
    char code[CLIENT_CODE_SIZE]; /* a table, or "" */
    bool create;                 /* open one, as `setup` says */
    bool quick;                  /* play now, by this sheet: where people wait, or at a new table */
    int sheet;
    bool listed;
    bool watch;                /* do not sit down */
    bool guest;                /* as a new person, and nothing is kept */
    char name[TABLE_NAME_MAX]; /* the name others see; "": the one the server knows */
};

struct remote;

/* The last match: was it shuffled fairly? Its file is kept, too. */
struct remote_check {
    uv_work_t work;
    bool busy;
    struct remote *remote;
    struct link_address address;
    char key[REMOTE_KEY_SIZE];
    int seat; /* our seat; or -1: keep nothing */
    char name[TABLE_NAME_MAX];
    enum proof found;
    char kept[SAVE_PATH_MAX]; /* where the file is now, or "" */
};

struct remote {
    enum text_lang lang;
    struct game_setup setup; /* this terminal's settings: hints, bell, the table to create */
    struct remote_request requested;
    struct link_address address;
    struct ticket ticket;
    uv_loop_t loop;
    struct event_source source;
    struct client *client;       /* NULL: disconnected */
    uint8_t state;               /* enum remote_state */
    bool welcomed;               /* once at least */
    bool broken;                 /* the connection broke after it was welcomed */
    bool unread;                 /* the server's store fails; tried again until it does not */
    bool unnamed;                /* requested.name was not given, but found */
    bool fresh;                  /* something new since it was last shown */
    bool direct;                 /* for one table only: leaving it ends the visit */
    bool created;                /* the requested table */
    bool sat;                    /* a seat was asked for */
    bool deals;                  /* another match, once everybody has given their part of the shuffle */
    bool leaving;                /* leaving a table; no answer yet */
    char left[CLIENT_CODE_SIZE]; /* the table that was left last, with a seat there; or "" */
    char why[REMOTE_WHY_SIZE];   /* REMOTE_ENDED */
    char player[CLIENT_PLAYER_SIZE];
    struct remote_table table;
    struct remote_person voice[REMOTE_VOICES]; /* the last to say something */
    char played[FAIR_HEX];  /* the commitment of the match which is played, or was */
    struct receipt receipt; /* receipt of that match, as last kept */
    struct remote_check check;
    json_t *inbox;  /* a list */
    json_t *past;   /* the past of the match just joined, until recalled; or NULL */
    int own_count;  /* how many of the list are our own */
    int list_count; /* -1: not told yet */
    struct remote_listed list[REMOTE_TABLES_MAX];
    int lines;                                     /* said so far */
    char line[REMOTE_LINES_MAX][REMOTE_LINE_SIZE]; /* the last ones, in turn */
    int told;                                      /* how many of them were shown */
    uint64_t rests_until;                          /* send nothing before this time */
    struct session_remote remote;                  /* for the session of its match */
    uint64_t dice;
};

/* Check the match with this key, which we played in that seat under that name, once; print the
 * verdict in a sentence, and keep the file among this computer's matches. */
void remote_check(struct remote *f, const char *key, int seat, const char *name);

/* Stop waiting for it. */
void remote_check_end(struct remote *f);

/* Is it a table code: letters and digits? */
bool remote_is_code(const char *text);

/* Codes may be dictated: accept lower case. */
void remote_put_code(char code[CLIENT_CODE_SIZE], const char *text);

/* Begin to connect; does not wait. False: no memory. */
bool remote_open(struct remote *f, const struct link_address *address,
                 const struct game_setup *setup, const struct remote_request *requested);
void remote_close(struct remote *f);

/* Trouble with the connection, for people; NULL: all is well. */
const char *remote_trouble(const struct remote *f);

/* The link to share the table, and that of a match file. */
void remote_link(const struct remote *f, char *buf, size_t size);
void remote_file(const struct remote *f, const char *key, char *buf, size_t size);

/* A message about the table: its type and, where `format` is not NULL, keys and values as for
 * json_pack. */
void remote_send(struct remote *f, const char *type, const char *format, ...);

/* Go to a table, or away from it; or, where the server knows nothing of us, be at none. */
void remote_enter(struct remote *f, const char *code);
void remote_leave(struct remote *f);
void remote_forget_table(struct remote *f);
void remote_ask_tables(struct remote *f);
void remote_create(struct remote *f);

/* Ask for a seat where people wait to play this sheet, or at a new table that bots fill. */
void remote_quick(struct remote *f, int sheet);

/* Other rules for the table; the host only. */
void remote_send_rules(struct remote *f, const struct mazo_rules *rules, int seats);

/* After a match: open the table again and deal. */
void remote_once_more(struct remote *f);

/* Say "hello", or "1" as a reaction; "": list the phrases that everybody reads in their own
 * language. */
void remote_say(struct remote *f, const char *text);

/* The i-th person that a host can remove for good: others with a seat, then spectators (in a crowd,
 * those who have said something). NULL: there is none. */
const struct remote_person *remote_removable(const struct remote *f, int i);
void remote_remove(struct remote *f, const char *player);

/* Print a line of our own for the person. */
void remote_tell(struct remote *f, const char *line);

/* ---- inbox.c ---- */

/* Take the messages that have come, for the match of `s` (NULL: none is played). True: something
 * has happened. Messages of another match stay. */
bool remote_step(struct remote *f, struct session *s);

/* Is there a match to play or watch? */
bool remote_has_match(const struct remote *f);

/* A message `view` or `event`; false: it cannot be understood. */
bool remote_mirror_take(struct remote *f, struct session *s, const json_t *message);

/* Who sits there, and who is away. */
void remote_mirror_seats(const struct remote *f, struct session *s);

/* ---- mirror.c ---- */

/* A session for the match that waits in the inbox; false: it cannot be understood. */
bool remote_mirror_begin(struct remote *f, struct session *s);

#endif
