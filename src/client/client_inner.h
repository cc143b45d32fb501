/*
 * client_inner.h - what the files of a client share.
 *
 *   client_out.c   what it sends
 *   client_in.c    what it hears
 *   client.c       its life: connections, pauses, the end
 *
 * Each calls only those above it.
 */
#ifndef MAZO_CLIENT_INNER_H
#define MAZO_CLIENT_INNER_H

#include "client/client.h"

enum { PAUSE_FIRST_MS = 250 }; /* pause before the first retry; it doubles */

/* A command without an answer, or one that waits: the server will retry that, but if it restarts
 * first the command is lost, so we resend it. */
struct unanswered {
    uint32_t number; /* of its id */
    bool sent;       /* on this connection */
    bool waits;
    size_t len;
    char *text; /* the whole message */
};

/* The server's store is failing: pauses grow although it answers. */
enum later { LATER_NOT, LATER_HELLO /* until welcomed */, LATER_TABLE /* until a table arrives */ };

struct client {
    struct link *link; /* NULL between two */
    uv_loop_t *loop;
    uv_timer_t timer;
    struct client_handlers handlers;
    void *ctx;
    struct link_address address; /* its path without a code */
    char from[64];
    enum text_lang lang;
    bool stays_away, past;
    bool ended;        /* by client_end */
    bool timer_closed; /* its timer is closed, too */

    struct client_self self;
    char requested_name[CLIENT_NAME_SIZE]; /* the name to send */
    uint8_t state;                         /* enum client_state */
    uint8_t version;                       /* protocol version; lower with an older server */
    const char *word;                      /* why it is over, or NULL */
    uint32_t pause_ms;                     /* before the next try */
    uint8_t later;                         /* enum later */
    int64_t bye_ms;                        /* the pause that the server asked for, or -1 */

    char code[CLIENT_CODE_SIZE];
    bool joined; /* the table has arrived on this connection */
    bool asked;  /* missing numbers were requested and have not come yet */
    int match;
    int64_t n;
    json_t *view; /* the view at that number, or NULL */
    struct shuffle_part shuffle;
    bool doubles; /* requested the table twice on this connection: events may come twice */

    uint64_t in, out; /* bytes of past connections */
    uint32_t mark;    /* random, so that ids of two windows differ */
    uint32_t count;   /* commands so far */
    char id[CLIENT_ID_SIZE];
    struct unanswered unanswered[CLIENT_UNANSWERED_MAX]; /* the oldest first */
    int unanswered_count;
};

static inline void client_copy(char *out, size_t size, const char *text)
{
    size_t len = strlen(text);
    len = len < size ? len : size - 1;
    memmove(out, text, len);
    out[len] = '\0';
}

/* ---- client_out.c ---- */

void client_say_hello(struct client *c);

/* Join again: from the last number seen, or `whole`. */
void client_ask_table(struct client *c, bool whole);

/* Commands without an answer: send those not yet sent on this connection; find one by its id (or
 * -1); forget one; or forget all that wait, because something has happened and they were retried or
 * have lost their meaning. */
void client_send_unanswered(struct client *c);
int client_find_unanswered(const struct client *c, const char *id);
void client_forget(struct client *c, int i);
void client_forget_waiting(struct client *c);

/* ---- client_in.c ---- */

void client_set_state(struct client *c, enum client_state state, int code, const char *why, int ms);

/* A message has come. */
void client_hear(struct client *c, const char *text, size_t len);

#endif
