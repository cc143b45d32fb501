/*
 * node.c - servers: the inside of `mazo serve`, whose loop, network and writer are ours.
 *
 * A blow befalls one of them: it is killed and started anew on what the store has; frozen, and goes
 * on with the ideas that it had; suspended with its machine; or told to stop, as by an upgrade.
 */
#include <sodium.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#include "storm.h"

static int wall_clock(struct timeval *out, void *zone);
static int machine_clock(clockid_t which, struct timespec *out);

#define gettimeofday(out, zone) wall_clock(out, zone)
#define clock_gettime(which, out) machine_clock(which, out)
#include "server/tables/queue.h"
#include "server/serve.c"
#include "store/reader.h"
#undef gettimeofday
#undef clock_gettime

enum { WORKS_MAX = 8 };

struct node {
    struct home home; /* first */
    struct hub *hub;  /* NULL: it does not run */
    uint64_t skew;
    bool suspended; /* the last time it was frozen, its clock stood still */
    bool listed;    /* the proxy thinks that it answers */
    uv_work_t *work[WORKS_MAX];
    int works;
};

static struct {
    struct node node[NODES_MAX];
    int count;
    struct config config;
    bool over; /* the run */
    int dying; /* being taken apart, silently; or -1 */
} s;

static struct node *node_of(const struct home *home) { return (struct node *)(uintptr_t)home; }
int nodes_count(void) { return s.count; }
bool node_accepts(int node) { return s.node[node].hub && !s.node[node].hub->stopping; }
bool node_answers(int node) { return s.node[node].listed; }
struct home *node_home(int node) { return &s.node[node].home; }
uint64_t node_time(void) { return hub_now(node_of(clock_home())->hub); }

/* ---- time ---- */

static int wall_clock(struct timeval *out, void *zone)
{
    uint64_t ms = STORM_EPOCH_MS + storm_now + node_of(clock_home())->skew;
    (void)zone;
    *out = (struct timeval){.tv_sec = (time_t)(ms / 1000),
                            .tv_usec = (suseconds_t)(ms % 1000 * 1000)};
    return 0;
}

static int machine_clock(clockid_t which, struct timespec *out)
{
    uint64_t ms = storm_now - (which == CLOCK_MONOTONIC ? clock_home()->lag : 0);
    *out = (struct timespec){.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000)};
    return 0;
}

/* ---- the network, as the server sees it ---- */

#include "../../fuzz/no_network.h"

static void take_apart(struct node *n);

static void stopped_for_good(void *ctx, uint64_t id)
{
    struct node *n = ctx;
    (void)id;
    if (serve_of(n->hub)->in_doubt) {
        story("server %d has stopped, and does not know what the store did", n->home.index);
        take_apart(n);
        return;
    }
    s.dying = n->home.index;
    wires_killed(n->home.index);
    s.dying = -1;
    close_handles(n->hub);
    free_all(n->hub);
    n->hub = NULL;
    n->home.life++;
    story("server %d has stopped", n->home.index);
}

void net_stop(struct net *net, uint32_t ms, void (*done)(void *ctx), void *ctx)
{
    struct node *n = (struct node *)net;
    (void)ms, (void)done, (void)ctx;
    n->listed = false;
    wires_close(n->home.index, NET_CLOSE_GOING);
    clock_at(&n->home, storm_now + 200, stopped_for_good, n, 0);
}

void net_send(struct net_conn *c, const char *text, size_t len)
{
    const struct guest *g = wire_user(c);
    if (s.dying >= 0)
        return;
    story("server %d to player %d: %.*s", clock_home()->index, wire_player(c),
          (int)(len < 200 ? len : 200), text);
    truth_told(text, len, g && g->who ? g->who->id : 0);
    wire_send(c, text, len);
}

void net_close(struct net_conn *c, int code, const char *reason)
{
    if (s.dying < 0) {
        story("server %d hangs up on player %d: %s", clock_home()->index, wire_player(c), reason);
        wire_close(c, code);
    }
}

void net_set_user(struct net_conn *c, void *user) { wire_set_user(c, user); }
void *net_user(const struct net_conn *c) { return wire_user(c); }
void net_gather(struct net_conn *c) { (void)c; }
void net_flush(struct net_conn *c) { (void)c; }
void net_later(struct net_conn *c) { (void)c; }
void net_keep(struct net_conn *c) { (void)c; }

void net_address_group(const struct net_conn *c, char out[NET_ADDRESS_SIZE])
{
    snprintf(out, NET_ADDRESS_SIZE, "192.0.2.%d", wire_player(c) / 2 % 200);
}

uint64_t net_address_key(const struct net_conn *c) { return (uint64_t)wire_player(c) / 2; }

uint32_t net_address_mark(const struct net_conn *c) { return 1 + (uint32_t)wire_player(c) / 2; }

void net_spend(struct net_conn *c, uint32_t messages) { (void)c, (void)messages; }

bool net_is_spare(const struct net_conn *c)
{
    (void)c;
    return false;
}

bool net_charge(struct net_conn *c)
{
    (void)c;
    return true;
}

/* Guessing is tested elsewhere; here players look for tables that are gone as often as they like. */
struct tally *net_misses(const struct net_conn *c)
{
    static struct tally misses;
    (void)c;
    misses.count = 0;
    return &misses;
}

void node_opened(int node, struct net_conn *c, const char *path)
{
    on_opened(s.node[node].hub, c, path, "192.0.2.1");
}

void node_message(int node, struct net_conn *c, const char *text, size_t len)
{
    on_message(s.node[node].hub, c, text, len);
}

void node_closed(int node, struct net_conn *c) { on_closed(s.node[node].hub, c); }

/* ---- experts: back after a while without an idea, which would take long ---- */

static void on_work(void *ctx, uint64_t id)
{
    struct node *n = node_of(clock_home());
    uv_work_t *work = ctx;
    (void)id;
    for (int i = 0; i < n->works; i++) {
        if (n->work[i] == work) {
            n->work[i] = n->work[--n->works];
            break;
        }
    }
    work->after_work_cb(work, 0);
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb think, uv_after_work_cb after)
{
    struct node *n = node_of((struct home *)loop);
    if (n->works == WORKS_MAX)
        return UV_ENOMEM;
    work->work_cb = think;
    work->after_work_cb = after;
    n->work[n->works++] = work;
    clock_at(&n->home, storm_now + between(50, 400), on_work, work, 0);
    return 0;
}

/* ---- is what a server counts what is there? ---- */

static void hub_demand(bool truth, const char *what)
{
    if (!truth)
        broken("what a server counts is what is there", "%s", what);
}

#include "../../fuzz/hub_check.h"

void node_check(int node)
{
    if (s.node[node].hub)
        hub_check(s.node[node].hub);
}

/* ---- the life of a server ---- */

static void start(void *ctx, uint64_t id);

static void list(void *ctx, uint64_t listed)
{
    struct node *n = ctx;
    n->listed = listed && n->hub && n->home.thaws <= storm_now;
}

/* The proxy finds out sooner or later. */
static void list_soon(struct node *n, bool listed)
{
    clock_at(&outside, storm_now + between(100, 3 * SECOND), list, n, listed);
}

static void start_now(void *ctx, uint64_t id)
{
    struct node *n = ctx;
    clock_at(&n->home, storm_now, start, n, id);
}

/* Whatever becomes of it until then. */
static void start_later(struct node *n, uint64_t ms)
{
    clock_at(&outside, storm_now + ms, start_now, n, 0);
}

static void start(void *ctx, uint64_t id)
{
    struct node *n = ctx;
    struct hub *h;
    (void)id;
    if (n->hub || s.over)
        return;
    n->skew = dice(weather.skew + 1);
    struct store *store = disk_open(n->home.index);
    struct store_top top;
    if (store->ops->top(store, &top) < 0) {
        story("server %d cannot read its store", n->home.index);
        start_later(n, SECOND);
        return;
    }
    h = make(&s.config, store);
    h->person_mask = h->room_mask = 15; /* quicker to look through */
    h->net = (struct net *)n;
    n->hub = h;
    set_up_handles(h);
    story("server %d runs, its clock %llu ms off", n->home.index, (unsigned long long)n->skew);
    list_soon(n, true);
}

/* Nothing that it does from here on reaches anybody. */
static void take_apart(struct node *n)
{
    struct hub *h = n->hub;
    s.dying = n->home.index;
    disk_dead = true;
    h->stopping = true;
    wires_killed(n->home.index);
    h->net = NULL; /* no good-byes */
    while (h->pending_count > 0 || h->readings > 0) {
        writer_doom(h->writer);
        reader_doom(h->reader);
        on_stored(&h->woken);
    }
    writer_doom(h->writer);
    close_handles(h);
    free_all(h);
    while (n->works > 0)
        free(n->work[--n->works]->data);
    n->hub = NULL;
    n->home.turn = NULL;
    n->home.life++;
    n->home.thaws = n->home.cut = 0;
    s.dying = -1;
    disk_dead = false;
}

static void kill_node(struct node *n)
{
    story("server %d is killed", n->home.index);
    take_apart(n);
    list_soon(n, false);
    start_later(n, between(200, 20 * SECOND));
}

static void freeze(struct node *n, bool suspended)
{
    uint64_t ms = between(200, chance(300) ? 90 * SECOND : 10 * SECOND);
    story("server %d %s for %llu ms", n->home.index, suspended ? "sleeps" : "is frozen",
          (unsigned long long)ms);
    n->home.thaws = storm_now + ms;
    n->home.lag += suspended ? ms : 0;
    n->suspended = suspended;
    if (ms > 3 * SECOND)
        list_soon(n, false);
    clock_at(&outside, n->home.thaws + between(1, 3 * SECOND), list, n, true);
}

static void stop(void *ctx, uint64_t id)
{
    struct node *n = ctx;
    (void)id;
    on_signal(&serve_of(n->hub)->term, SIGTERM);
}

void node_blow(void)
{
    struct node *n = &s.node[dice((uint32_t)s.count)];
    if (!n->hub || n->hub->stopping || n->home.thaws > storm_now)
        return;
    switch (dice(6)) {
    case 0:
    case 1:
        kill_node(n);
        break;
    case 5:
        n->home.cut = storm_now + between(200, 30 * SECOND);
        story("server %d does not reach its store until %llu ms", n->home.index,
              (unsigned long long)n->home.cut);
        break;
    case 2:
        freeze(n, false);
        break;
    case 3:
        freeze(n, true);
        break;
    default:
        story("server %d is told to stop", n->home.index);
        clock_at(&n->home, storm_now, stop, n, 0);
        start_later(n, between(1, 10) * SECOND);
        break;
    }
}

void nodes_calm(void)
{
    for (int i = 0; i < s.count; i++) {
        struct node *n = &s.node[i];
        if (n->suspended && n->home.thaws > storm_now)
            n->home.lag -= n->home.thaws - storm_now; /* it wakes early */
        n->home.thaws = n->home.cut = 0;
        start_later(n, 30 * SECOND);
        clock_at(&outside, storm_now + 35 * SECOND, list, n, true);
    }
}

bool nodes_cut(size_t lines) { return lines > s.config.moves; }

void nodes_begin(int count)
{
    memset(&s, 0, sizeof s);
    s.count = count;
    s.dying = -1;
    config_default(&s.config);
    log_open(LOG_NONE);
    s.config.sleep_s = chance(500) ? between(3, 40) : 600;
    s.config.leave_s = between(3, 30);
    s.config.moves = chance(200) ? between(20, 80) : 20000;
    s.config.think_ms = chance(300) ? 0 : between(50, 800);
    s.config.grace_ms = chance(300) ? 0 : between(100, 1500);
    for (int i = 0; i < count; i++) {
        s.node[i].home.index = i;
        start_later(&s.node[i], 0);
    }
}

void nodes_end(void)
{
    s.over = true;
    for (int i = 0; i < s.count; i++)
        if (s.node[i].hub)
            take_apart(&s.node[i]);
}
