/*
 * storm.h - what the parts of the simulator share: see docs/storm.md.
 *
 *   clock.c   time, chance, and the part of libuv that server and client use
 *   truth.c   what the store has kept, and every promise that is made about it
 *   seen.c    what clients see, held against it
 *   disk.c    the store, with faults
 *   writer.c  the server's writer, without its thread
 *   reader.c  and its reader
 *   node.c    servers: started, killed, frozen, stopped
 *   wires.c   the network between them and the proxy
 *   players.c players and spectators, who use the real client
 *   storm.c   one run, and many
 */
#ifndef MAZO_STORM_H
#define MAZO_STORM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "client/client.h"
#include "store/writer.h"

enum {
    NODES_MAX = 3,
    TABLES_MAX = 5,
    PLAYERS_MAX = 24,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE
};

#define STORM_EPOCH_MS UINT64_C(1790000000000) /* by the wall clocks, when a run begins */

/* ---- clock.c ---- */

/* Where events happen: one server, or all clients. */
struct home {
    uv_loop_t loop; /* first: libuv's functions know a home by it */
    int index;      /* of a server, or -1 */
    uint32_t life;  /* events of an earlier one are dropped */
    uint64_t lag;   /* milliseconds for which its machine was suspended */
    uint64_t thaws; /* frozen until then */
    uint64_t cut;   /* its store does not answer until then */
    uv_prepare_t *turn;
};

extern struct home outside; /* the clients' */
extern uint64_t storm_now;  /* milliseconds since the run began */
extern bool storm_verbose;

void clock_begin(uint64_t seed);
void clock_end(void);
struct home *clock_step(void); /* the next event, and whose it was; NULL: there is none */
uint64_t clock_next(void);     /* when it is */
void clock_at(struct home *home, uint64_t at, void (*fn)(void *ctx, uint64_t id), void *ctx,
              uint64_t id);
void clock_forget(const void *ctx); /* its events */
struct home *clock_home(void);      /* whose event this is */

uint32_t dice(uint32_t below);
uint32_t between(uint32_t least, uint32_t most);
bool chance(uint32_t of_a_thousand);

/* What has happened, for the digest of the run; and in words, where they are wanted. */
void note(const void *data, size_t len);
void story(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint64_t run_digest(void);

/* A promise is broken: says which, and how to see it again, and ends the program. */
_Noreturn void broken(const char *promise, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
extern uint64_t storm_seed;
extern int storm_nodes; /* the most servers of a run */

/* ---- storm.c ---- */

/* What this run is like; of a thousand times each. */
struct weather {
    bool calm;        /* no more faults */
    uint32_t slow;    /* a message takes long */
    uint32_t twice;   /* a command is sent once more at once */
    uint32_t cut;     /* a connection breaks with this message, */
    uint32_t half;    /* and nobody notices for a while */
    uint32_t refused; /* a commit, */
    uint32_t unknown; /* its outcome, */
    uint32_t commit;  /* takes long */
    uint32_t read;    /* an answer of the store takes long, */
    uint32_t unread;  /* a question to the store fails */
    uint32_t skew;    /* milliseconds between the clocks of two servers */
    uint32_t busy;    /* a server is late for what is due */
    uint32_t every;   /* seconds between two blows to a server; 0: none */
};

extern struct weather weather;

bool happens(uint32_t of_a_thousand); /* unless it is calm */

/* ---- truth.c ---- */

void truth_begin(void);
void truth_end(void);
void truth_kept(const struct store_write *writes, size_t count);
void truth_claimed(int64_t room);
/* Before what was committed then is kept after all: did anybody hear that it failed? */
void truth_found(const struct store_write *writes, size_t count, uint64_t since);
/* Before a message leaves a server for a player. */
void truth_told(const char *text, size_t len, int64_t person);
/* A turn as a client has it. */
void truth_seen(const char *code, const char *player, const struct client_turn *turn,
                const json_t *past); /* NULL: it is not told */
/* Has this table played that many matches? */
/* What a player was promised about a match of this table. */
void truth_promised(const char *code, const struct shuffle_seen *p);
bool truth_over(const char *code, uint32_t matches);
int64_t truth_last(const char *code, uint32_t match); /* its last number, or -1 */
void truth_final(struct store *store);
uint64_t truth_moves(void);
uint64_t truth_matches(void);
uint64_t truth_promises(void);   /* deal codes that were compared */
int64_t truth_late(int64_t now); /* a table whose deadline was missed, or 0 */

/* ---- disk.c ---- */

void disk_begin(int nodes);
void disk_told(void); /* the server says what became of its last batch */
void disk_end(void);
struct store *disk_open(int node);
extern bool disk_dead; /* nothing can be read: the server that asks is being taken apart */

/* ---- writer.c ---- */

void writer_doom(struct writer *w); /* the process is killed: nothing more is written */

/* ---- reader.c ---- */

struct reader;
void reader_doom(struct reader *r); /* the same: all that was asked is answered, and fails */

/* ---- node.c ---- */

struct net_conn;

void nodes_begin(int count);
void nodes_end(void);
void nodes_calm(void); /* all of them run from now on */
int nodes_count(void);
bool nodes_cut(size_t lines); /* is a match of that many lines as long as it may be? */
bool node_accepts(int node);  /* connections: not killed or stopping; perhaps frozen */
bool node_answers(int node);  /* the proxy thinks so */
void node_blow(void);         /* something befalls one of them */
void node_check(int node);    /* is what it counts what is there? */
void node_opened(int node, struct net_conn *c, const char *path);
void node_message(int node, struct net_conn *c, const char *text, size_t len);
void node_closed(int node, struct net_conn *c);
struct home *node_home(int node);
uint64_t node_time(void); /* by the clock of the server whose event this is */

/* ---- wires.c ---- */

void wires_begin(void);
void wires_end(void);
void wires_killed(int node);          /* its connections are gone */
void wires_close(int node, int code); /* it says good-bye */
uint64_t wires_messages(void);

/* A server's end of one. */
void wire_send(struct net_conn *c, const char *text, size_t len);
void wire_close(struct net_conn *c, int code);
void wire_set_user(struct net_conn *c, void *user);
void *wire_user(const struct net_conn *c);
int wire_player(const struct net_conn *c);

/* ---- players.c---- */

void players_begin(void);
void players_end(void);
bool players_are_slow(void);               /* a table by correspondence is among theirs */
bool players_done(char *why, size_t size); /* every table is through; else what is missing */

#endif
