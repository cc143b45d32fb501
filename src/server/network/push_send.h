/*
 * push_send.h - messages of Web Push on their way, by threads of their own: a browser chose where they go, and what is
 * there may be hostile, or never answer.
 *
 * Only public addresses are connected to, by TLS, on port 443. They are looked up once, so that no second answer leads
 * elsewhere; nothing is followed; an answer is bounded in length and time. One host has two threads at most.
 */
#ifndef MAZO_PUSH_SEND_H
#define MAZO_PUSH_SEND_H

#include <sys/queue.h>

#include "server/network/push_seal.h"

enum {
    PUSH_ENDPOINT_SIZE = 1001,
    PUSH_QUEUE_MAX = 256, /* messages queued or being sent */
    PUSH_TRIES = 3,
    PUSH_PAUSE_MAX_S = 600 /* the longest pause between tries, whatever the service asks for */
};

enum push_end {
    PUSH_SENT,
    PUSH_GONE,   /* the browser no longer takes any */
    PUSH_FAILED, /* the service could not be reached, or refused it */
    PUSH_PRIVATE /* its name leads to no public address */
};

struct push_message {
    STAILQ_ENTRY(push_message) next;
    int64_t person;
    struct push_reader to;
    char endpoint[PUSH_ENDPOINT_SIZE];
    char text[PUSH_TEXT_MAX];
    size_t len;
    uint32_t seconds; /* how long it is still useful */

    /* push_send.c's, */
    char host[256];
    uint64_t due, until;
    int tries;
    /* the outcome. */
    enum push_end end;
    int status; /* the last answer's; 0: there was none */
};

struct push_how {
    const struct push_key *key; /* it stays */
    const char *contact;
    bool anywhere; /* private addresses and other ports too */
};

/* Is this an endpoint we may send to? https, and not an address of a private network. */
bool push_endpoint_is_fine(const char *endpoint, bool anywhere);

/* `wake` is called on the threads when there is something to reap; like a signal handler it may do
 * very little. NULL: no memory or no threads. */
struct push_sender *push_sender_start(const struct push_how *how, void (*wake)(void *ctx),
                                      void *ctx);

/* Takes ownership. False: too many are queued, and it stays the caller's. */
bool push_sender_put(struct push_sender *s, struct push_message *m);

/* A finished message, owned by the caller again; or NULL. */
struct push_message *push_sender_reap(struct push_sender *s);

/* Drops what has not been sent, and returns soon: a thread that still waits for a host name is left
 * to itself. */
void push_sender_end(struct push_sender *s);

#endif
