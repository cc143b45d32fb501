/*
 * handlers.h - what answers clients: a function for each message of protocol.def, in the file that
 * its prefix names; connections that end; and HTTP.
 */
#ifndef MAZO_HANDLERS_H
#define MAZO_HANDLERS_H

#include "server/tables/request.h"

#define MESSAGE(file, name, flags, answer, sentence) void file##_##name(struct request *q);
#define FIELD(message, name, type, needed, least, most, sentence)
#include "server/messages/protocol.def"

/* A request has changed its table: it is stored and told to everybody, and the change ends. */
void tables_changed(const struct request *q);

/* Within a change: the person at this seat loses it, and in a match a bot plays on. `by`: who did
 * it, or 0. */
void hosts_unseat(struct hub *h, struct room *r, int at, int64_t by);

/* A host has sent this guest away for good. */
void tables_say_removed(const struct request *q);

/* Match files for the table of the day: the guest has gone; a result has been stored, or not. */
void days_init(struct hub *h);
void days_forget(struct guest *g);
void days_stored(struct hub *h, const struct pending *p);

void lobby_closed(struct hub *h, struct guest *g);
void lobby_stored(struct hub *h, struct guest *g, bool kept); /* a new identity */
void talk_stored(struct hub *h, const struct pending *p);     /* a mute */
void pushes_stored(struct hub *h, const struct pending *p);   /* where a browser takes messages */

void site_request(void *ctx, const struct net_request *r, struct net_reply *reply);

#endif
