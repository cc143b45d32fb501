/*
 * protocol.h - messages of clients: read, checked by protocol.def, handed to their handler.
 */
#ifndef MAZO_PROTOCOL_H
#define MAZO_PROTOCOL_H

#include <stddef.h>
#include <stdio.h>

struct guest;
struct hub;
struct await;
struct room;

void protocol_message(struct hub *h, struct guest *g, const char *text, size_t len);

/* Handle the message of a lookup again, now that the store has answered; then what the guest has
 * sent since. */
void protocol_again(struct hub *h, const struct await *l);
void protocol_resume(struct hub *h, struct guest *g);

/* Handle what came while the room was busy; each message may begin the next change. */
void protocol_inbox(struct hub *h, struct room *r);

/* Every message that a client can send, in Markdown, as docs/protocol.md shows them. */
void protocol_print(FILE *to);

#endif
