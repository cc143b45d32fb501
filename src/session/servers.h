/*
 * servers.h - the servers used from here, latest first.
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

/* Put this one first. Failure to save is ignored. */
void servers_note(const char *url);

#endif
