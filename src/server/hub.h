/*
 * hub.h - the server's inside: who is connected, the tables, and how a step is made.
 *
 *   hub.c        start, stop, time: what is due
 *   people.c     identities: tokens, names, who is connected
 *   rooms.c      the tables in memory: found, made, loaded, put away
 *   idle.c       tables where nobody is: at rest, woken, closed
 *   room_text.c  a table's settings and seats as text, for the store
 *   glance.c     what such a text says, for lists
 *   stopped.c    tables that cannot be continued
 *   step.c       one change of a table: made, stored, then told
 *   recent.c     the last moves of a match, for players who come back
 *   play.c       matches at a table: begun, moved, ended
 *   programs.c   programs at tables: places, started, kept, ended
 *   think.c      experts think in the pool, everybody in turn
 *   emit.c       every byte that goes to somebody at a table
 *   protocol.c   messages of clients: read, checked, handed on
 *   lobby.c      identities, and what can be looked up
 *   tables.c     opening a table, sitting down, rules, moves
 *   talk.c       what people say to each other
 *   site.c       HTTP: pages, match files, metrics
 *
 * One thread does all of this. A change of a table (a command, somebody sits
 * down) is a step: step_begin, changes and messages, step_end. The messages of
 * a step that wrote something wait until the store has it. Until then the table
 * takes nothing else: what comes in meanwhile waits in its inbox.
 */
#ifndef MAZO_HUB_H
#define MAZO_HUB_H

#include <jansson.h>
#include "server/config.h"
#include "server/glance.h"
#include "server/metrics.h"
#include "server/net.h"
#include "server/serve.h"
#include "server/turns.h"
#include "store/store.h"
#include "store/writer.h"
#include "table/outside.h"
#include "table/pack.h"
#include "table/table.h"
#include "table/thought.h"
#include "wire/fair.h"
#include "wire/match.h"

enum {
    PROTOCOL_VERSION = 2,
    HUB_OUT_SIZE = 256 * 1024, /* a message under way */
    CODE_LENGTH = 6,
    TOKEN_LENGTH = 43,
    ID_MAX = 40,         /* of a message */
    GUEST_ROOMS_MAX = 8, /* tables that one connection can watch */
    GUEST_MUTED_MAX = 16,
    SEAT_IDS_MAX = 32, /* commands of a seat that are remembered: sent again they count once */
    FAILURES_EVERY_MS = 10000,
    SLEEPERS_EVERY_S = 60,   /* how often deadlines of sleeping tables are looked for */
    ROOM_WATCHERS_MAX = 250, /* connections that watch one table, */
    SEAT_GUESTS_MAX = 16,    /* and those of one player there */
    INBOX_MAX = 64,
    INBOX_OF_ONE_MAX = 8,
    CHAT_MAX = 300,
    REPLAY_COST = 8,  /* messages: what it costs to have a match played again */
    MISSED_MAX = 100, /* events that are sent again; otherwise a view */
    RECENT_LINES =
        128,       /* of a match in memory at least, where somebody has come back; see recent.c */
    PAST_MAX = 60, /* numbers of a round that a view can bring along, */
    PAST_BYTES_MAX = 16 * 1024,
    MISSED_BYTES_MAX = NET_QUEUE_MAX / 4 * 3,
    STOP_TABLE = -1, /* see struct room_stop */
    STOP_WHY_SIZE = sizeof(((struct wire_error *)0)->message)
};

struct request;
struct room;

/* What a search in memory and in the store came to. */
enum find {
    FIND_FAILED = -1, /* the store failed, or memory ran out: it may be there */
    FIND_NONE,
    FIND_FOUND,
    FIND_FULL /* no room in memory for one more table */
};

/* Somebody who is connected, or sits at a table in memory. */
struct person {
    struct person *next_by_key, *next_by_hash; /* in the hash tables */
    int64_t id;
    char key[STORE_KEY_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
    char name[STORE_NAME_SIZE];
    double rating;
    int32_t matches, wins;
    uint8_t lang;
    uint16_t guests; /* connections */
    uint16_t seats;  /* at tables in memory */
    uint16_t made;   /* tables opened lately */
    uint64_t made_since, chat_at;
    uint8_t chats; /* lately */
};

/* The last message about a match that somebody has got: an event that follows upon it tells only
 * what has changed. */
struct told {
    uint32_t match, n; /* 0: none */
    uint8_t seat;      /* from which he looked */
};

/* A connection. */
struct guest {
    struct net_conn *conn;
    struct person *who; /* NULL before hello */
    struct guest *next, *prev;
    uint64_t hello_ticket;     /* a new identity waits for the store, or 0 */
    char *hello;               /* the welcome that waits with it, */
    char hello_id[ID_MAX + 1]; /* and the id of what it answers */
    uint8_t lang;
    uint8_t version; /* of the protocol */
    uint8_t rooms, muted;
    uint8_t misses; /* codes that did not exist, lately */
    uint64_t misses_since;
    struct room *room[GUEST_ROOMS_MAX];
    struct told told[GUEST_ROOMS_MAX]; /* of each of them */
    int64_t mute[GUEST_MUTED_MAX];
};

/* A seat, as the lobby sees it. */
struct seat {
    uint8_t kind;         /* enum seat_kind */
    uint8_t level, style; /* of a bot */
    bool away;            /* the stand-in plays: told by the table */
    bool left;            /* said `leave`; counts while gone_at does */
    struct person *person;
    int64_t kicked;                    /* a bot's: who was sent away in this match, or 0, */
    char kicked_name[STORE_NAME_SIZE]; /* and how he was called */
    char program[32];                  /* its name in the configuration */
    char salt[FAIR_HEX];
    uint64_t gone_at;           /* of a person who is not connected; 0: is here */
    uint64_t accuse_after;      /* no accusation of this seat before then */
    uint64_t ids[SEAT_IDS_MAX]; /* hashes of the last commands' ids, */
    uint32_t ns[SEAT_IDS_MAX];  /* and the numbers they got */
    uint8_t id_at;
    uint8_t wait_type; /* a command that the table holds back for a moment, */
    uint64_t wait_id;  /* or 0 */
};

/* Why a table cannot be continued. */
struct room_stop {
    const char *word; /* stable, for programs */
    int line; /* of its match file; 0: the whole file, STOP_TABLE: not the match but the table */
    char why[TEXT_LANG_COUNT][STOP_WHY_SIZE]; /* in every language, or "" */
};

/* What a step may change, besides the match itself. */
struct room_state {
    uint8_t status;
    uint8_t seats;
    uint8_t stand_in; /* level of the stand-ins for people */
    bool listed;
    struct mazo_rules rules;
    struct person *host;
    char title[TITLE_SIZE];
    struct seat seat[MAZO_SEATS_MAX];
    char secret[FAIR_HEX], commitment[FAIR_HEX]; /* of the next or present match */
    uint32_t matches;                            /* so far; the present one too */
    int64_t match;                               /* its number in the store, 0: none */
    char match_key[STORE_KEY_SIZE];
    uint32_t n;     /* of its last event */
    uint64_t wakes; /* when the table has something to do */
    uint64_t turn_ends;
    void *packed;      /* the table of the match, at rest; NULL: none */
    uint32_t pack_len; /* its bytes */
};

/* What waits while a step is being stored. */
struct queued {
    struct queued *next;
    struct guest *guest; /* NULL: gone since */
    size_t len;
    char text[];
};

/* A bot that thinks, or has thought. */
struct job;

/* See recent.c. */
struct recent;

struct room {
    struct room *next_by_code;
    int64_t id;
    char code[STORE_CODE_SIZE];
    struct room_state now;
    struct room_state *before; /* a step is under way: what was, should it fail */
    struct room_stop *stop;    /* of ROOM_STOPPED; or NULL */
    uint64_t ticket;           /* of the last write of that step, or 0 */
    uint64_t ended;            /* when it was made, in nanoseconds */
    struct guest *asker;       /* whose message it carries out, or NULL, */
    char asker_id[ID_MAX + 1]; /* and its id */
    struct guest **guests;     /* who looks at it */
    uint32_t guest_count, guest_room;
    struct queued *out, **out_end; /* messages of the step */
    struct queued *in, **in_end;   /* messages that came meanwhile */
    uint32_t in_count;
    struct job *thinking, *thought; /* of an expert: waiting or in the pool, and back from it */
    uint64_t due;                   /* when there is something to do, */
    uint64_t rests_until;           /* but not before: the store has failed; */
    bool stirs;                     /* or at once, whatever the table says */
    uint32_t heap_at;               /* in the hub's heap, from 1; 0: not there */
    uint64_t touched;               /* the last step, or the last guest gone */
    struct outside *program[MAZO_SEATS_MAX];
    struct room *next_program; /* that has programs, too */
    uint64_t kept_until;       /* the match is over, and its programs wait for a rematch; or 0 */
    uint16_t waits;            /* seats whose program has no place yet, one bit each */
    struct recent *recent;     /* or NULL */
};

/* A table, and the match there that cannot be continued. */
struct stopped {
    int64_t room, match;
};

/* A step that waits for the store. */
struct pending {
    uint64_t ticket;
    struct room *room;   /* or */
    struct guest *guest; /* a new identity; both NULL: gone */
    bool failed;
};

struct hub {
    uv_loop_t *loop;
    const struct config *config;
    const struct serve_host *host;
    struct net *net;
    struct store *store;
    struct writer *writer;
    struct metrics metrics;
    uint64_t wall;  /* milliseconds since 1970 at the start, */
    uint64_t start; /* when the loop's clock said this; */
    uint64_t slept; /* milliseconds that the machine was suspended, by then: wall has those since */
    bool stopping;
    struct store_top top;  /* the last numbers given away */
    uint64_t failed_at;    /* when a commit failed, if none has been kept since; or 0 */
    uint64_t failure_told; /* when the log said so, */
    uint32_t failures;     /* and how many there were since */
    struct guest *guests;
    struct person **by_key, **by_hash;
    struct room **by_code;
    uint32_t person_mask, room_mask; /* sizes of the hash tables less one */
    uint32_t people, rooms, playing;
    uint32_t programs, kept;    /* that play, and that wait for a rematch */
    struct room *with_programs; /* a list */
    struct turns turns;         /* thoughts that wait, */
    uint32_t thinkers;          /* and how many are under way */
    struct room **heap;
    uint32_t heap_count, heap_room;
    struct pending *pending; /* a ring, in the order of tickets */
    uint32_t pending_at, pending_count, pending_room;
    struct stopped *stopped; /* found since the start */
    uint32_t stopped_count, stopped_room;
    bool wrote;              /* something was put since writer_send */
    bool more_due, more_old; /* tables to be woken or closed, than could be at once */
    uint32_t sweep;          /* where the last table was that had to make room for another, */
    uint64_t full_until;     /* and until when it is known that there is none */
    uv_async_t woken;
    uv_timer_t timer, second;
    uv_prepare_t turn;
    uv_signal_t term, intr;
    struct table live;                /* the one table that is not at rest, */
    struct room *living;              /* and whose it is; */
    struct mazo_game was;             /* its game before the last command */
    const struct request *asking;     /* the command that is being carried out, or NULL, */
    uint8_t asking_type, asking_seat; /* what it is, and whose */
    struct bot_scratch *scratch;
    struct wire_line command; /* room for a command that is read */
    char out[HUB_OUT_SIZE];
    char line[WIRE_LINE_MAX + 2];
    unsigned char packing[TABLE_PACK_MAX];
};

/* ---- hub.c ---- */

/* Milliseconds since 1970 by a clock that neither goes back nor jumps when somebody sets the one on the
 * wall: the loop's, which is CLOCK_MONOTONIC. Time for which the machine was suspended is added when
 * it wakes. All deadlines and all times in the store are by this clock. */
uint64_t hub_now(const struct hub *h);

/* Tell the terminal that the server runs in; false when it runs in none. */
bool hub_news(const struct hub *h, enum serve_news news, const struct person *who,
              const struct room *r);

/* The room's time has changed: when it is to be woken. TABLE_NEVER: not at all. */
void hub_set_due(struct hub *h, struct room *r, uint64_t due);

/* Wait for the writer: `room` or `guest` is told by step_stored or people_stored. */
void hub_await(struct hub *h, uint64_t ticket, struct room *room, struct guest *guest);

/* ---- people.c ---- */

/* Who has this token, number or key; *out is NULL where nobody is found. */
enum find people_find(struct hub *h, const char *token, struct person **out);
enum find people_by_id(struct hub *h, int64_t id, struct person **out);
enum find people_by_key(struct hub *h, const char *key, struct person **out);

/* A new identity and its token. NULL: no memory. The write is queued; its ticket is in *ticket. */
struct person *people_make(struct hub *h, const char *name, char token[TOKEN_LENGTH + 1],
                           uint64_t *ticket);
void people_save(struct hub *h, const struct person *p);

/* Rating and counts as the store has them. */
void people_reload(struct hub *h, struct person *p);

/* Nobody needs the person in memory any more? Then it goes. */
void people_let_go(struct hub *h, struct person *p);

/* A name cleaned for one line: false if nothing is left of it. */
bool people_clean_name(const char *from, char to[STORE_NAME_SIZE]);

/* `count` random letters or digits, and a NUL. */
void people_random_key(char *out, size_t count);

/* ---- rooms.c ---- */

/* The room with that code, from memory or from the store; *out is NULL where none is found. */
enum find rooms_find(struct hub *h, const char *code, struct room **out);
struct room *rooms_in_memory(const struct hub *h, const char *code);
enum find rooms_make(struct hub *h, struct room **out);
void rooms_drop(struct hub *h, struct room *r);
const char *rooms_status(const struct room *r); /* "open" */

/* Somebody watches it, or no longer; `sits` or is about to. FIND_FULL: too many watch it already,
 * or the player has it open too often; watchers never keep players out.
 * FIND_NONE: this guest watches too many tables. */
enum find rooms_enter(struct room *r, struct guest *g, bool sits);
void rooms_leave(struct hub *h, struct room *r, struct guest *g);

int rooms_seat_of(const struct room *r, const struct person *p); /* or -1 */
bool rooms_is_here(const struct room *r, const struct person *p);
/* May take the table over: sits there, and the host is not here. */
bool rooms_is_successor(const struct room *r, const struct person *p);
uint32_t rooms_watchers(const struct room *r); /* connections without a seat */

/* Up to this many may come and go and everybody is told; for a crowd it would be a flood. */
enum { WATCHERS_TOLD = 20 };

/* What the bot on this seat is called; nobody else at the table has the name. */
const char *rooms_bot_name(const struct room *r, int seat);
bool rooms_has_company(const struct room *r); /* somebody who sits there is connected */

/* Put a person on a seat, or empty it (NULL). */
void rooms_set_person(struct hub *h, struct seat *s, struct person *p);

/* Another secret for the next match; players give new salts. */
void rooms_new_secret(struct room *r);

/* ---- idle.c ---- */

/* Every second; `minute`: and a minute is over. */
void idle_second(struct hub *h, bool minute);

/* Nobody has been there for a while: out of the memory. */
void idle_sleep(struct hub *h, struct room *r);

/* The server stops: the rows of all tables are brought up to date. */
void idle_save_all(struct hub *h);

/* Is there room in memory for one more table? If not, one where nobody is goes to rest. */
bool idle_make_room(struct hub *h);

/* ---- room_text.c ---- */

void room_write(const struct room *r, struct json_out *out);

/* FIND_NONE: it cannot be read, and why. Some of it may be in r->now even then. */
enum find room_read(struct hub *h, struct room *r, const char *text, size_t len,
                    struct room_stop *why);

/* ---- stopped.c ---- */

/* From now on the room is ROOM_STOPPED. False: no memory. */
bool stopped_begin(struct hub *h, struct room *r, const struct room_stop *stop);

/* The log says it once since the start. Has it been said? */
void stopped_note(struct hub *h, const struct room *r, const struct room_stop *stop);
bool stopped_is_known(const struct hub *h, int64_t room, int64_t match);

/* May anybody have the file of a match that is not over and fails at this line, for this reason? */
bool stopped_file_is_open(int line, const char *word);

/* The answer to somebody who joins the room of `q`. */
void stopped_tell(const struct request *q);

/* ---- step.c ---- */

/* One after the other. `q` is the message that is carried out, or NULL: its sender is told when
 * the step cannot be stored. False: out of memory, nothing may be changed. */
bool step_begin(struct hub *h, struct room *r, const struct request *q);

/* Store the room's settings with this step. */
void step_save_room(struct hub *h, struct room *r);
void step_put(struct hub *h, struct room *r, const struct store_write *write);

/* A message for a guest, when the step is done. */
void step_tell(struct hub *h, struct room *r, struct guest *g, const char *text, size_t len);

/* What was told since r->out_end was `mark` is not told. */
void step_untell(struct room *r, struct queued **mark);

/* Done: stored, then told; or told at once where nothing was written. */
void step_end(struct hub *h, struct room *r);

/* Nothing of it shall have happened; only where nothing was written. */
void step_cancel(struct hub *h, struct room *r);

/* The store has it, or not. */
void step_stored(struct hub *h, struct room *r, bool kept);

/* Not now: the message waits until the step is stored. False: too much waits already. */
bool step_wait(struct hub *h, struct room *r, struct guest *g, const char *text, size_t len);

/* A guest has gone: nothing is for it any more. */
void step_forget(struct room *r, const struct guest *g);

/* ---- recent.c ---- */

/* Start to replay the last moves of the room's match; *n is the number before the first of them.
 * What can be asked for is among them. False: they cannot be read. */
bool recent_begin(struct hub *h, struct room *r, struct match_reader *m, int64_t *n);

/* One more line of the match; and none of them counts any more. */
void recent_add(struct hub *h, struct room *r, const struct store_event *line);
void recent_drop(struct room *r);

/* ---- play.c; within a step ---- */

bool play_start(struct hub *h, struct room *r, const struct request *q, struct wire_error *why);

enum table_answer play_do(struct hub *h, struct room *r, int seat, const struct request *q,
                          const struct wire_line *line, struct wire_error *why);
uint64_t play_hash_id(const char *id);

/* Do what is due; begins and ends its own steps. */
void play_tick(struct hub *h, struct room *r);

/* A person has come back to the seat, or has gone for good. */
void play_return(struct hub *h, struct room *r, int seat);
void play_leave(struct hub *h, struct room *r, int seat);

/* The seat is a bot's from now on; or a person's again. */
void play_replace(struct hub *h, struct room *r, int seat);
void play_readmit(struct hub *h, struct room *r, int seat);

/* Bring the room's match from the store into r->now.packed. */
enum play_loaded {
    PLAY_LOADED,
    PLAY_DAMAGED, /* its lines do not replay here, and why */
    PLAY_UNREAD   /* the store failed, or memory ran out: it may work the next time */
};
enum play_loaded play_load(struct hub *h, struct room *r, struct room_stop *why);

/* The machine was suspended for so long: to the tables it is as if the server had been restarted. */
void play_rouse(struct hub *h, struct room *r, uint64_t slept);

/* Make it the living table; r->now.packed must be there. And put it to rest. */
struct table *play_wake(struct hub *h, struct room *r);
void play_rest(struct hub *h, struct room *r);

/* When the room has something to do: after every change of it or of who is here. */
void play_schedule(struct hub *h, struct room *r);

/* When nobody has been there for long: then it rests on the disk until somebody asks. Not just
 * before its clock runs out, because nobody would notice that in time; TABLE_NEVER: not at all. */
uint64_t play_sleeps_at(const struct hub *h, const struct room *r);

/* Do turns last so long that the clock runs on while nobody is connected? */
bool play_is_slow(const struct room *r);

/* The last step of the match has not happened: bots that have thought about it think again. */
void play_undo(struct hub *h, struct room *r);

/* ---- programs.c ---- */

/* Is there a place for every program of the table? False: why not, in `lang`. */
bool programs_fit(const struct hub *h, const struct room *r, enum text_lang lang,
                  struct wire_error *why);

/* Those that do not run, as far as there are places. At the start of a match: with those that were
 * kept, if they are still what is wanted. */
void programs_start(struct hub *h, struct room *r, struct table *t);
void programs_again(struct hub *h, struct room *r, struct table *t);
bool programs_tick(struct hub *h, struct room *r, struct table *t); /* true: one has moved */

/* The match is over. And: no more of them. */
void programs_keep(struct hub *h, struct room *r);
void programs_end(struct hub *h, struct room *r);

/* ---- think.c ---- */

/* Who has to answer for what the table costs: the host, at the address where the host, or somebody
 * who sits there, is connected; 0 where nobody is. */
void think_owner(const struct room *r, struct turn *out);

/* Within a step, after every change of the table: the expert who has to move thinks. And back. */
void think_begin(struct hub *h, struct room *r, struct table *t);
bool think_end(struct hub *h, struct room *r, struct table *t); /* true: it has moved */

/* What it thinks about is no longer so. */
void think_drop(struct hub *h, struct room *r);

/* ---- emit.c; the only way to people at a table ---- */

/* The table to everybody; `q` (or NULL) is the message that it answers. Or to its sender alone. */
void emit_table(struct hub *h, struct room *r, const struct request *q);
void emit_table_to(const struct request *q);
void emit_event(struct hub *h, struct room *r, const struct table *t);
/* With `past` the round so far comes along. */
void emit_view(struct hub *h, struct room *r, const struct table *t, struct guest *g, bool past);

/* What g has missed since number `since` of match `match`: the rest, or a view. */
void emit_missed(struct hub *h, struct room *r, struct guest *g, uint32_t match, uint32_t since,
                 bool past);

/* To one guest, of no table: at once. The message is in h->out. */
void emit_to(struct hub *h, struct guest *g, const struct json_out *out);

/* ---- protocol.c ---- */

/* A message that has been read and checked. */
struct request {
    struct hub *hub;
    struct guest *guest;
    struct room *room; /* of messages about a table */
    const json_t *json;
    const char *id; /* or NULL */
    const char *text;
    size_t len;
};

void protocol_message(struct hub *h, struct guest *g, const char *text, size_t len);

/* Fields, which the table of messages has checked. */
const char *request_text(const struct request *q, const char *name); /* or NULL */
int64_t request_number(const struct request *q, const char *name, int64_t otherwise);
bool request_flag(const struct request *q, const char *name, bool otherwise);

/* Answers. `word` is stable; the sentence is of the catalogue. */
void request_error(const struct request *q, const char *word, const char *english);
void request_refuse(const struct request *q, const struct wire_error *why);

/* Not found: the word and the sentence; or that the store has failed, or the server is full. */
void request_missing(const struct request *q, enum find found, const char *word,
                     const char *english);
void request_begin(const struct request *q, struct json_out *out, const char *type);
void request_send(const struct request *q, struct json_out *out);

/* ---- lobby.c, tables.c, talk.c ---- */

void lobby_closed(struct hub *h, struct guest *g);
void lobby_stored(struct hub *h, struct guest *g, bool kept); /* a new identity */

#define MESSAGE(name, flags, answer, sentence) void lobby_##name(struct request *q);
#define FIELD(message, name, type, needed, least, most, sentence)
#include "server/protocol.def"

/* ---- site.c ---- */

void site_request(void *ctx, const struct net_request *r, struct net_reply *reply);

#endif
