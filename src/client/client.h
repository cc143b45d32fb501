/*
 * client.h - what every client of docs/protocol.md does: one identity, one connection, at most
 * one table. For `mazo join` and `mazo load`.
 *
 * A client says hello with its token, joins its table and sends commands under ids of its own. When
 * the connection breaks it comes back by itself (with growing, random pauses), asks for exactly the
 * events it has missed, and sends again what was not answered: the server counts each id
 * once. A server whose store fails is asked again too, and the token kept: only bad_token means
 * that the server does not know it.
 * Events are handed on in order, each number once; after a gap it asks again.
 * Everything that arrives is checked; what is not a message of the protocol is reported as an error.
 */
#ifndef MAZO_CLIENT_H
#define MAZO_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <uv.h>

#include "client/link.h"
#include "client/shuffle_part.h"
#include "text/text.h"
#include "wire/table_info.h"

enum {
    CLIENT_TOKEN_SIZE = 64, /* with the NUL, as everywhere below */
    CLIENT_PLAYER_SIZE = 40,
    CLIENT_NAME_SIZE = 48,
    CLIENT_CODE_SIZE = 16,
    CLIENT_ID_SIZE = 41,
    CLIENT_COMMAND_MAX = 8 * 1024, /* bytes of a command or of any message */
    CLIENT_UNANSWERED_MAX = 8
};

enum client_state {
    CLIENT_CONNECTING, /* on the way, up to `welcome` */
    CLIENT_HERE,       /* welcomed: messages can be sent */
    CLIENT_WAITING,    /* disconnected; retries by itself */
    CLIENT_OVER        /* over for good; only client_end is left */
};

struct client;

/* An identity on the server; the caller keeps the token. */
struct client_self {
    char token[CLIENT_TOKEN_SIZE];
    char player[CLIENT_PLAYER_SIZE];
    char name[CLIENT_NAME_SIZE];
};

/* A message `event` or `view`. */
struct client_turn {
    int match;
    int64_t n;
    const json_t *events; /* NULL in a `view` */
    const json_t *view, *legal;
    int64_t ends_in; /* ms on the clock, -1: none */
};

enum client_answer { CLIENT_DONE, CLIENT_WAITS, CLIENT_REFUSED };

/* All may be NULL. `message` is the whole message, valid until the handler returns. A handler may
 * call any of these functions, even client_end. */
struct client_handlers {
    /* `why` and `code` as link_handlers.closed says them; with CLIENT_WAITING `ms` until the next
     * try. CLIENT_OVER comes with "bad_token", "bad_version" or "banned" in `word`, or "" where the client
     * does not come back by itself. */
    void (*state)(void *ctx, enum client_state state, const char *word, int code, const char *why,
                  int ms);
    void (*welcome)(void *ctx, const struct client_self *self, const json_t *message);
    void (*table)(void *ctx, const struct table_info *table, const json_t *message);
    /* The table as a whole: on joining, and after too long an absence. */
    void (*view)(void *ctx, const struct client_turn *turn, const json_t *message);
    /* The next number of the match, each once and in order; 0 is the deal. */
    void (*event)(void *ctx, const struct client_turn *turn, const json_t *message);
    /* The answer to a command; `n` is its number when done, else -1. `word` and `sentence` say why
     * it was refused or waits, else "". After CLIENT_WAITS the server retries it in a moment, and
     * the events show the outcome; another answer comes only after a broken connection. */
    void (*answer)(void *ctx, enum client_answer answer, const char *id, int64_t n,
                   const char *word, const char *sentence, const json_t *message);
    /* chat, reaction, notice, tables, history, player, best, left, pong, bye; and "past": an error
     * about a table that was left. */
    void (*other)(void *ctx, const char *type, const json_t *message);
    /* The server's `error` (`id` may be ""), or one of our own: "bad_message" where something
     * came that is none, "gap" and "again" where a number was missing or came twice, "unfair"
     * where we do not open our salt, "started_over" where the server hides that we opened it in vain
     * (shuffle_part.h); then `message` is NULL. */
    void (*error)(void *ctx, const char *word, const char *sentence, const char *id,
                  const json_t *message);
};

struct client_config {
    struct link_address address; /* with a code: that table is joined */
    const char *from;            /* see link_open */
    enum text_lang lang;
    const char *name;  /* requested, or NULL */
    const char *token; /* token of an earlier visit, or NULL */
    bool stays_away;   /* do not reconnect */
    bool past;         /* views include the round so far */
};

/* NULL: no memory. Texts are copied. No handler is called before the loop runs. */
struct client *client_open(uv_loop_t *loop, const struct client_config *config,
                           const struct client_handlers *handlers, void *ctx);

/* No handler is called from now on; the client closes the connection and frees itself. A seat stays taken:
 * that is what `leave` is for. */
void client_end(struct client *c);

/* Does this error mean that the server's store is failing? Then a retry in a moment is worthwhile. */
static inline bool client_store_fails(const char *error)
{
    return strcmp(error, "store_failed") == 0 || strcmp(error, "not_stored") == 0;
}

/* The server cannot do it now (its store is failing): disconnect, and return after a pause that
 * grows each time until a table arrives. hello and join do this by themselves. */
void client_later(struct client *c);

/* Disconnect, as if the connection had broken: for tests, and for "try again". */
void client_drop(struct client *c);

enum client_state client_state(const struct client *c);
const struct client_self *client_self(const struct client *c);
const char *client_table(const struct client *c); /* the code, or "" */
bool client_is_there(const struct client *c);     /* the table has arrived */
int client_match(const struct client *c);         /* 0: none has begun */
int64_t client_n(const struct client *c);         /* the last number seen, -1: none */
const char *client_salt(const struct client *c);  /* our part in the next shuffle, or "" */

/* What the server promised about the current or last match; `match` 0: nothing. */
const struct shuffle_seen *client_shuffle(const struct client *c);

void client_bytes(const struct client *c, uint64_t *in, uint64_t *out);

/* Send any message, as JSON. False: not here (CLIENT_HERE), or too long. It is not sent again. */
bool client_send(struct client *c, const char *text, size_t len);

/* {"type":TYPE,"table":CODE} and perhaps one key more. */
bool client_tell(struct client *c, const char *type);
bool client_tell_text(struct client *c, const char *type, const char *key, const char *text);
bool client_tell_number(struct client *c, const char *type, const char *key, int64_t number);

/* The id of a `create` or `quick`: a client at no table is at the one that answers it. */
#define CLIENT_OPENS "opens"

/* Join this table (again). If offline, on reconnect. The client sends its part of the shuffle by
 * itself whenever it is seated and a match is about to begin. */
void client_join(struct client *c, const char *code);

/* `leave`, and forget the table. */
void client_leave(struct client *c);

/* Send a command, {"do":…}. Returns its id, good until the next call; NULL when there are
 * CLIENT_UNANSWERED_MAX without an answer, no match, or the command is too long. Away from the
 * server it is kept and sent on return. */
const char *client_do(struct client *c, const char *command, size_t len);
int client_unanswered(const struct client *c);

#endif
