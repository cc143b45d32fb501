/*
 * open.c - opening any kind of store by the name that people type.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store/store.h"
#include "text/text.h"

enum { RESOLVES_MAX = 150, RESOLVE_MS = 200 };

struct store *store_open(const char *where, enum store_use use, char why[STORE_WHY_SIZE])
{
    bool keeps = use == STORE_SERVE || use == STORE_ALONE;
    if (keeps && strcmp(where, "memory") == 0)
        return store_temporary(why);
    return store_is_postgres(where) ? store_postgres(where, use, why)
                                    : store_sqlite(where, use, why);
}

/* Name and password are between "//" and the last "@" before the path. */
const char *store_shown(const char *where, char *buf, size_t size)
{
    snprintf(buf, size, "%s", where);
    if (!store_is_postgres(where))
        return buf;
    char *name = strstr(buf, "//") + 2, *end = name + strcspn(name, "/?"), *at = end;
    while (at > name && *at != '@')
        at--;
    char *colon = at > name ? memchr(name, ':', (size_t)(at - name)) : NULL;
    if (colon)
        memmove(colon, at, strlen(at) + 1);
    char *secret = strstr(buf, "password=");
    if (secret)
        secret[strlen("password=")] = '\0';
    return buf;
}

bool store_commit(struct store *s, const struct store_write *writes, size_t count,
                  char why[STORE_WHY_SIZE])
{
    enum store_outcome outcome = s->ops->commit(s, writes, count, why);
    for (int i = 0; outcome == STORE_UNKNOWN && i < RESOLVES_MAX; i++) {
        nanosleep(&(struct timespec){.tv_nsec = RESOLVE_MS * 1000000L}, NULL);
        outcome = s->ops->resolve(s, why);
    }
    if (outcome == STORE_UNKNOWN) {
        snprintf(why, STORE_WHY_SIZE,
                 N_("its disk fails or it does not answer, so it is not known whether this was "
                    "stored: look before you try again"));
    }
    return outcome == STORE_KEPT;
}
