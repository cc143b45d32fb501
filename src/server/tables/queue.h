/*
 * queue.h - messages held back while a change is being stored: outgoing ones for the table's
 * guests, and incoming ones in its inbox.
 */
#ifndef MAZO_QUEUE_H
#define MAZO_QUEUE_H

#include "server/tables/room.h"

struct queued {
    struct queued *next;
    struct guest *guest; /* NULL: gone since */
    int64_t who;         /* for chat: who */
    uint32_t n;          /* and its number */
    size_t len;
    char text[];
};

/* A message for a guest: after the change in progress, or at once without one. */
void queue_tell(struct room *r, struct guest *g, const char *text, size_t len);

/* Discard messages queued since r->out_end was `mark`. */
void queue_untell(struct room *r, struct queued **mark);

/* The change is done: send its messages, or drop them. */
void queue_deliver(struct room *r, bool tell);

/* Chat, which is part of no change; false: no memory. Everybody gets what they have not had yet,
 * except from people they have muted. */
bool queue_talk(struct room *r, int64_t who, const char *text, size_t len);
void queue_hear(struct room *r, struct guest *g);
void queue_talk_over(struct room *r); /* all have heard it */

/* Put a message into the inbox until the change is stored, or the table loaded. False: the inbox is
 * full. */
bool queue_wait(struct room *r, struct guest *g, const char *text, size_t len);

/* The first message of the inbox, for the caller to free; NULL: none, or another change has begun. */
struct queued *queue_take(struct room *r);

/* The same for a guest that waits for the store; `first`: at the front. */
bool queue_wait_guest(struct guest *g, const char *text, size_t len, bool first);
struct queued *queue_take_guest(struct guest *g);

/* Drop everything addressed to a disconnected guest. */
void queue_forget(struct room *r, const struct guest *g);
void queue_free(struct room *r);
void queue_free_guest(struct guest *g);

#endif
