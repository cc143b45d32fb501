/*
 * protocol.h - the table of messages, as docs/protocol.md shows it.
 */
#ifndef MAZO_PROTOCOL_H
#define MAZO_PROTOCOL_H

#include <stdio.h>

/* Every message that a client can send, in Markdown. */
void protocol_print(FILE *to);

#endif
