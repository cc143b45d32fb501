/*
 * servers.h - the servers that were played on from here, the last one first.
 */
#ifndef MAZO_SERVERS_H
#define MAZO_SERVERS_H

enum { SERVERS_KEPT = 8, SERVERS_URL_SIZE = 300 };

struct servers {
    int count;
    char url[SERVERS_KEPT][SERVERS_URL_SIZE];
};

/* None where nothing can be read. */
void servers_read(struct servers *out);

/* This one is the last now. What cannot be kept is not kept. */
void servers_note(const char *url);

#endif
