/*
 * local_network.c - Avahi; no other file knows it. Its library is loaded on demand, with our own
 * declarations: it is not needed to build, and the program runs without it.
 */
#include "net/local_network.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net/avahi.h"
#include "text/look.h"

enum { WAIT_MS = 1500, LOOK_MS = 50, ASKED_MAX = 64, RENAMED_MAX = 16, ADDRESS_SIZE = 46 };

static const char library_name[] = "libavahi-client.so.3", service_type[] = "_mazo._tcp";

/* Of Avahi's headers. */
enum { ANY_INTERFACE = -1, ANY_PROTOCOL = -1, IPV4 = 0 };
enum { CLIENT_REGISTERING = 1, CLIENT_RUNNING = 2, CLIENT_COLLISION = 3, CLIENT_FAILURE = 100 };
enum { CLIENT_NO_FAIL = 2 }; /* wait for a daemon that is not running yet */
enum { BROWSER_NEW = 0, BROWSER_ALL_FOR_NOW = 3, BROWSER_FAILURE = 4 };
enum { RESOLVER_FOUND = 0, GROUP_COLLISION = 3, ERROR_COLLISION = -8 };

/* The functions we use: return type, name after avahi_, arguments. */
#define AVAHI(CALL)                                                                                \
    CALL(void *, simple_poll_new, (void))                                                          \
    CALL(const void *, simple_poll_get, (void *poll))                                              \
    CALL(int, simple_poll_iterate, (void *poll, int ms))                                           \
    CALL(void, simple_poll_free, (void *poll))                                                     \
    CALL(void *, threaded_poll_new, (void))                                                        \
    CALL(const void *, threaded_poll_get, (void *poll))                                            \
    CALL(int, threaded_poll_start, (void *poll))                                                   \
    CALL(int, threaded_poll_stop, (void *poll))                                                    \
    CALL(void, threaded_poll_free, (void *poll))                                                   \
    CALL(void *, client_new,                                                                       \
         (const void *poll, int flags, client_heard *heard, void *ctx, int *error))                \
    CALL(void, client_free, (void *client))                                                        \
    CALL(void *, service_browser_new,                                                              \
         (void *client, int interface, int protocol, const char *type, const char *domain,         \
          int flags, browser_heard *heard, void *ctx))                                             \
    CALL(void *, service_resolver_new,                                                             \
         (void *client, int interface, int protocol, const char *name, const char *type,           \
          const char *domain, int wanted, int flags, resolver_heard *heard, void *ctx))            \
    CALL(int, service_resolver_free, (void *resolver))                                             \
    CALL(void *, entry_group_new, (void *client, group_heard *heard, void *ctx))                   \
    CALL(int, entry_group_reset, (void *group))                                                    \
    CALL(int, entry_group_commit, (void *group))                                                   \
    CALL(int, entry_group_add_service_strlst,                                                      \
         (void *group, int interface, int protocol, int flags, const char *name, const char *type, \
          const char *domain, const char *host, uint16_t port, void *txt))                         \
    CALL(char *, address_snprint, (char *to, size_t size, const void *address))                    \
    CALL(char *, alternative_service_name, (const char *name))                                     \
    CALL(void, free, (void *memory))

static struct {
#define CALL(type, name, arguments) type(*name) arguments;
    AVAHI(CALL)
#undef CALL
} avahi;

/* It stays loaded. The library links its other half, libavahi-common, so both are asked at once. */
static bool load(void)
{
    static bool loaded;
    void *library = loaded ? NULL : dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return loaded;
#define CALL(type, name, arguments)                                                                \
    if (!(*(void **)&avahi.name = dlsym(library, "avahi_" #name)))                                 \
        return false;
    AVAHI(CALL)
#undef CALL
    return loaded = true;
}

/* ---- finding ---- */

struct search {
    struct local_server *found;
    void *client;
    int count, asked,
        open; /* found; addresses asked for; still without an answer */
    bool all; /* no more names to expect */
};

static void on_address(void *resolver, int interface, int protocol, int event, const char *name,
                       const char *type, const char *domain, const char *host, const void *address,
                       uint16_t port, void *txt, int flags, void *ctx)
{
    struct search *s = ctx;
    char shown[ADDRESS_SIZE] = "";
    (void)interface, (void)protocol, (void)type, (void)domain, (void)host, (void)txt, (void)flags;
    s->open--;
    if (event == RESOLVER_FOUND && s->count < LOCAL_FOUND_MAX && port > 0 &&
        avahi.address_snprint(shown, sizeof shown, address)) {
        struct local_server *one = &s->found[s->count];
        snprintf(one->url, sizeof one->url, "http://%s:%u", shown, port);
        look_clean(name, one->name, sizeof one->name);
        bool known = false;
        for (int i = 0; i < s->count; i++)
            known |= strcmp(s->found[i].url, one->url) == 0;
        s->count += !known;
    }
    avahi.service_resolver_free(resolver);
}

static void on_name(void *browser, int interface, int protocol, int event, const char *name,
                    const char *type, const char *domain, int flags, void *ctx)
{
    struct search *s = ctx;
    (void)browser, (void)flags;
    if (event == BROWSER_ALL_FOR_NOW || event == BROWSER_FAILURE)
        s->all = true;
    /* This machine's own announcements also come by its other addresses. */
    bool loops = interface > 0 && (unsigned)interface == if_nametoindex("lo");
    if (event == BROWSER_NEW && !loops && s->asked < ASKED_MAX &&
        avahi.service_resolver_new(s->client, interface, protocol, name, type, domain, IPV4, 0,
                                   on_address, s)) {
        s->asked++;
        s->open++;
    }
}

static void on_search(void *client, int state, void *ctx)
{
    struct search *s = ctx;
    (void)client;
    if (state == CLIENT_FAILURE) {
        s->all = true;
        s->open = 0;
    }
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* `stop` ends it early. */
static int find(struct local_server found[LOCAL_FOUND_MAX], const atomic_bool *stop)
{
    struct search s = {.found = found};
    int error;
    void *poll = load() ? avahi.simple_poll_new() : NULL;
    if (!poll)
        return 0;
    s.client = avahi.client_new(avahi.simple_poll_get(poll), 0, on_search, &s, &error);
    if (s.client && avahi.service_browser_new(s.client, ANY_INTERFACE, IPV4, service_type, NULL, 0,
                                              on_name, &s)) {
        int64_t left, end = now_ms() + WAIT_MS;
        while ((!s.all || s.open > 0) && !atomic_load(stop) && (left = end - now_ms()) > 0)
            if (avahi.simple_poll_iterate(poll, left < LOOK_MS ? (int)left : LOOK_MS) != 0)
                break;
    }
    if (s.client)
        avahi.client_free(s.client); /* with all its queries */
    avahi.simple_poll_free(poll);
    return s.count;
}

int local_network_find(struct local_server found[LOCAL_FOUND_MAX])
{
    static const atomic_bool never;
    return find(found, &never);
}

/* The thread writes `count` and `found`, then a byte into the pipe. */
struct local_search {
    pthread_t thread;
    atomic_bool stop;
    int pipe[2], count;
    struct local_server found[LOCAL_FOUND_MAX];
};

static void *run_search(void *ctx)
{
    struct local_search *s = ctx;
    s->count = find(s->found, &s->stop);
    while (write(s->pipe[1], "", 1) < 0 && errno == EINTR)
        continue;
    return NULL;
}

struct local_search *local_network_search(void)
{
    struct local_search *s = load() ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    if (pipe(s->pipe) != 0) { /* macOS has no pipe2 */
        free(s);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(s->pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(s->pipe[i], F_SETFL, O_NONBLOCK);
    }
    if (pthread_create(&s->thread, NULL, run_search, s) != 0) {
        close(s->pipe[0]);
        close(s->pipe[1]);
        free(s);
        return NULL;
    }
    return s;
}

int local_network_search_fd(const struct local_search *s) { return s->pipe[0]; }

int local_network_search_result(struct local_search *s, struct local_server found[LOCAL_FOUND_MAX])
{
    char byte;
    if (read(s->pipe[0], &byte, 1) != 1)
        return -1;
    memcpy(found, s->found, sizeof s->found);
    return s->count;
}

void local_network_search_end(struct local_search *s)
{
    if (!s)
        return;
    atomic_store(&s->stop, true);
    pthread_join(s->thread, NULL);
    close(s->pipe[0]);
    close(s->pipe[1]);
    free(s);
}

/* ---- announcing ---- */

/* While `poll` runs, only its thread looks at this. */
struct local_announcement {
    void *poll, *client, *group;
    char name[LOCAL_NAME_SIZE];
    uint16_t port;
};

/* The name is taken by another server: use "carmen #2". */
static void take_other_name(struct local_announcement *a)
{
    char *other = avahi.alternative_service_name(a->name);
    if (other)
        snprintf(a->name, sizeof a->name, "%s", other);
    avahi.free(other);
}

static void publish(struct local_announcement *a)
{
    int error = ERROR_COLLISION;
    avahi.entry_group_reset(a->group);
    for (int i = 0; i < RENAMED_MAX && error == ERROR_COLLISION; i++) {
        if (i > 0)
            take_other_name(a);
        error = avahi.entry_group_add_service_strlst(a->group, ANY_INTERFACE, ANY_PROTOCOL, 0,
                                                     a->name, service_type, NULL, NULL, a->port,
                                                     NULL);
    }
    if (error == 0)
        avahi.entry_group_commit(a->group);
}

static void on_group(void *group, int state, void *ctx)
{
    struct local_announcement *a = ctx;
    if (state == GROUP_COLLISION && group == a->group) {
        take_other_name(a);
        publish(a);
    }
}

/* The daemon may come and go, and the machine may get another name. */
static void on_client(void *client, int state, void *ctx)
{
    struct local_announcement *a = ctx;
    int error;
    if (state == CLIENT_RUNNING) {
        if (!a->group)
            a->group = avahi.entry_group_new(client, on_group, a);
        if (a->group)
            publish(a);
    } else if (state == CLIENT_FAILURE && client == a->client) {
        a->group = NULL;
        avahi.client_free(client);
        a->client = NULL;
        a->client = avahi.client_new(avahi.threaded_poll_get(a->poll), CLIENT_NO_FAIL, on_client, a,
                                     &error);
    } else if ((state == CLIENT_REGISTERING || state == CLIENT_COLLISION) && a->group) {
        avahi.entry_group_reset(a->group);
    }
}

struct local_announcement *local_network_announce(uint16_t port)
{
    struct local_announcement *a = load() ? calloc(1, sizeof *a) : NULL;
    int error;
    if (!a)
        return NULL;
    a->port = port;
    if (gethostname(a->name, sizeof a->name - 1) != 0 || !a->name[0])
        snprintf(a->name, sizeof a->name, "Mazo");
    a->poll = avahi.threaded_poll_new();
    if (a->poll) {
        a->client = avahi.client_new(avahi.threaded_poll_get(a->poll), CLIENT_NO_FAIL, on_client, a,
                                     &error);
    }
    if (a->client && avahi.threaded_poll_start(a->poll) == 0)
        return a;
    if (a->client)
        avahi.client_free(a->client);
    if (a->poll)
        avahi.threaded_poll_free(a->poll);
    free(a);
    return NULL;
}

void local_network_withdraw(struct local_announcement *a)
{
    if (!a)
        return;
    avahi.threaded_poll_stop(a->poll);
    if (a->client)
        avahi.client_free(a->client);
    avahi.threaded_poll_free(a->poll);
    free(a);
}
