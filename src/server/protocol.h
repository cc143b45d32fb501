/*
 * protocol.h - messages of clients: read, checked by protocol.def, handed to their handler.
 */
#ifndef MAZO_PROTOCOL_H
#define MAZO_PROTOCOL_H

#include <stddef.h>
#include <stdio.h>

struct guest;
struct hub;
struct room;

void protocol_message(struct hub *h, struct guest *g, const char *text, size_t len);

/* What came while a step of the room was being stored; each message may begin the next step. */
void protocol_inbox(struct hub *h, struct room *r);

/* Every message that a client can send, in Markdown, as docs/protocol.md shows them. */
void protocol_print(FILE *to);

#endif
