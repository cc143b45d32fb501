/*
 * avahi.c - a libavahi-client that answers by a script, in the place of the real one.
 *
 * In the folder that MAZO_AVAHI names:
 *
 *   servers  what is in the network, one per line: ADDRESS PORT NAME. Port 0: its address is not found;
 *            127.0.0.9: announced on the loopback interface. Without this file no daemon runs
 *   taken    a name that another machine in the network has
 *   log      what was asked: "announce PORT NAME TYPE", "commit", "free"
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/avahi.h"

struct resolver {
    struct resolver *next;
    resolver_heard *heard;
    void *ctx;
    char address[64];
    unsigned port;
    char name[200];
};

static int thing; /* whatever needs no state of its own */
static browser_heard *browser;
static void *browser_ctx;
static FILE *servers;
static struct resolver *resolvers;
static char address[64], name[200];
static unsigned port;

static FILE *file_of(const char *file, const char *mode)
{
    const char *folder = getenv("MAZO_AVAHI");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/nowhere", file);
    return fopen(path, mode);
}

static void note(const char *text)
{
    FILE *log = file_of("log", "a");
    fprintf(log, "%s\n", text);
    fclose(log);
}

void *avahi_simple_poll_new(void) { return &thing; }
const void *avahi_simple_poll_get(void *poll) { return poll; }
void avahi_simple_poll_free(void *poll) { (void)poll; }
void *avahi_threaded_poll_new(void) { return &thing; }
const void *avahi_threaded_poll_get(void *poll) { return poll; }
int avahi_threaded_poll_start(void *poll) { return poll ? 0 : -1; }
int avahi_threaded_poll_stop(void *poll) { return poll ? 0 : -1; }
void avahi_threaded_poll_free(void *poll) { (void)poll; }
void avahi_free(void *memory) { free(memory); }

void *avahi_client_new(const void *poll, int flags, client_heard *heard, void *ctx, int *error)
{
    (void)poll, (void)flags;
    servers = file_of("servers", "r");
    *error = -26;
    if (!servers)
        return NULL;
    heard(&thing, 2, ctx);
    return &thing;
}

void avahi_client_free(void *client)
{
    (void)client;
    note("free");
    fclose(servers);
    for (struct resolver *next; resolvers; resolvers = next) {
        next = resolvers->next;
        free(resolvers);
    }
}

/* One event at a time: a name, no more names, then addresses. What waits for ever ends by the clock. */
int avahi_simple_poll_iterate(void *poll, int ms)
{
    (void)poll, (void)ms;
    if (browser && fscanf(servers, "%63s %u %199[^\n]", address, &port, name) == 3) {
        bool looped = strcmp(address, "127.0.0.9") == 0;
        browser(&thing, looped ? 1 : 2, 0, 0, name, "_mazo._tcp", "local", 0, browser_ctx);
    } else if (browser) {
        browser_heard *heard = browser;
        browser = NULL;
        heard(&thing, -1, 0, 3, NULL, "_mazo._tcp", "local", 0, browser_ctx);
    } else if (resolvers) {
        struct resolver *r = resolvers;
        r->heard(r, 2, 0, r->port == 0, r->name, "_mazo._tcp", "local", "host.local", r->address,
                 (uint16_t)r->port, NULL, 0, r->ctx);
    }
    return 0;
}

void *avahi_service_browser_new(void *client, int interface, int protocol, const char *type,
                                const char *domain, int flags, browser_heard *heard, void *ctx)
{
    (void)interface, (void)protocol, (void)domain, (void)flags;
    if (strcmp(type, "_mazo._tcp") != 0)
        return NULL;
    browser = heard;
    browser_ctx = ctx;
    return client;
}

void *avahi_service_resolver_new(void *client, int interface, int protocol, const char *service,
                                 const char *type, const char *domain, int wanted, int flags,
                                 resolver_heard *heard, void *ctx)
{
    (void)client, (void)interface, (void)protocol, (void)type, (void)domain, (void)wanted,
        (void)flags;
    struct resolver *r = calloc(1, sizeof *r), **last = &resolvers;
    while (*last)
        last = &(*last)->next;
    *last = r;
    r->heard = heard;
    r->ctx = ctx;
    r->port = port;
    snprintf(r->address, sizeof r->address, "%s", address);
    snprintf(r->name, sizeof r->name, "%s", service);
    return r;
}

int avahi_service_resolver_free(void *resolver)
{
    struct resolver *r = resolver;
    resolvers = r->next; /* the first one has answered */
    free(r);
    return 0;
}

char *avahi_address_snprint(char *to, size_t size, const void *from)
{
    snprintf(to, size, "%s", (const char *)from);
    return to;
}

void *avahi_entry_group_new(void *client, group_heard *heard, void *ctx)
{
    (void)heard, (void)ctx;
    return client;
}

int avahi_entry_group_reset(void *group) { return group ? 0 : -1; }

int avahi_entry_group_add_service_strlst(void *group, int interface, int protocol, int flags,
                                         const char *service, const char *type, const char *domain,
                                         const char *host, uint16_t at, void *txt)
{
    char line[400], taken[200] = "";
    FILE *file = file_of("taken", "r");
    (void)group, (void)interface, (void)protocol, (void)flags, (void)domain, (void)host, (void)txt;
    if (file && fscanf(file, "%199[^\n]", taken) == 1 && strcmp(taken, service) == 0) {
        fclose(file);
        return -8;
    }
    if (file)
        fclose(file);
    snprintf(line, sizeof line, "announce %u %s %s", at, service, type);
    note(line);
    return 0;
}

int avahi_entry_group_commit(void *group)
{
    note("commit");
    return group ? 0 : -1;
}

char *avahi_alternative_service_name(const char *service)
{
    char other[300];
    snprintf(other, sizeof other, "%s #2", service);
    return strdup(other);
}
