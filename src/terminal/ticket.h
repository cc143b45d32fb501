/*
 * ticket.h - who one is at a server: the token that it gave, kept for the next time.
 *
 * A file for each server in the folder of the matches, readable by nobody else.
 */
#ifndef MAZO_TICKET_H
#define MAZO_TICKET_H

#include <stdbool.h>
#include <stddef.h>

/* The token for HOST:PORT; false: there is none. */
bool ticket_read(const char *host, int port, char *token, size_t size);

/* Keep it; false: that cannot be done, and errno says why. "": forget it. */
bool ticket_write(const char *host, int port, const char *token);

#endif
