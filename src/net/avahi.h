/*
 * avahi.h - the callbacks of Avahi's client library, which is loaded by name and needs no package to build with.
 */
#ifndef MAZO_AVAHI_H
#define MAZO_AVAHI_H

#include <stdint.h>

typedef void client_heard(void *client, int state, void *ctx);
typedef void browser_heard(void *browser, int interface, int protocol, int event, const char *name,
                           const char *type, const char *domain, int flags, void *ctx);
typedef void resolver_heard(void *resolver, int interface, int protocol, int event,
                            const char *name, const char *type, const char *domain,
                            const char *host, const void *address, uint16_t port, void *txt,
                            int flags, void *ctx);
typedef void group_heard(void *group, int state, void *ctx);

#endif
