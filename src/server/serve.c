/*
 * serve.c - the loop that owns everything: start, stop, time; what is due, what is stored.
 */
#include "server/serve.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "server/tables/bans.h"
#include "server/operation/control.h"
#include "server/cluster/drain.h"
#include "server/tables/timers.h"
#include "server/tables/emit.h"
#include "server/messages/evict.h"
#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/hub/lend.h"
#include "server/play/room_load.h"
#include "server/hub/log.h"
#include "server/hub/metrics.h"
#include "server/network/net.h"
#include "server/cluster/peers.h"
#include "server/play/fill.h"
#include "server/play/opening.h"
#include "server/operation/order.h"
#include "server/operation/overview.h"
#include "server/play/room_match.h"
#include "server/tables/programs.h"
#include "server/messages/protocol.h"
#include "server/stored/store_queries.h"
#include "server/tables/push.h"
#include "server/tables/rooms.h"
#include "server/tables/change.h"
#include "server/tables/reserve.h"
#include "server/tables/stopped.h"
#include "server/tables/think.h"

enum {
    PEOPLE_SLOTS = 1 << 14,
    ROOM_SLOTS = 1 << 13,
    NEWS_MS = 500,         /* between two looks at the other servers */
    STOP_MS = 3000,        /* time for clients to hear that we stop, */
    ANSWER_MS = 10000,     /* and the limit without an answer from the store */
    SLEPT_LEAST_MS = 1000, /* shorter suspends are ignored */
    KEPT_MEMORY = 16 * 1024 * 1024
};

struct serve {
    struct hub hub; /* first */
    uv_timer_t timer, second, news, patience;
    uv_prepare_t turn;
    uv_signal_t term, intr;
    uint64_t slept;        /* total suspension in milliseconds, at the last check */
    bool saved;            /* stopping: the rows of the tables are on their way, */
    bool in_doubt;         /* or the store did not answer */
    uint64_t failure_told; /* time of the last log line about failed commits, */
    uint32_t failures;     /* and how many there were since */
};

static struct serve *serve_of(struct hub *h) { return (struct serve *)h; }

/* ---- what is due ---- */

static void on_due(uv_timer_t *timer)
{
    struct hub *h = timer->data;
    uint64_t now = hub_now(h);
    for (uint32_t most = h->heap.count; most > 0 && h->heap.count > 0; most--) {
        struct room *r = h->heap.at[0];
        if (r->due > now)
            return;
        due_set(h, r, TABLE_NEVER);
        if (!room_is_busy(r) && now >= due_sleep(h, r)) {
            load_unload(h, r);
            continue;
        }
        emit_tick(h, r);
        play_tick(h, r);
        fill_tick(h, r);
        opening_tick(h, r);
        timers_schedule(h, r);
    }
}

/* ---- the store ---- */

/* A full disk fails for every table twice a second: log it once in a while. */
static void say_failed(struct hub *h, const char *why)
{
    char times[16];
    struct serve *s = serve_of(h);
    s->failures++;
    h->failed_at = hub_now(h);
    if (h->failed_at < s->failure_told + HUB_FAILURES_EVERY_MS)
        return;
    snprintf(times, sizeof times, "%u", (unsigned)s->failures);
    log_say("store_failed", "why", why, "times", times, NULL);
    s->failure_told = h->failed_at;
    s->failures = 0;
}

static void on_failed(void *ctx, uint64_t first, uint64_t last, enum store_outcome outcome,
                      const char *why)
{
    struct hub *h = ctx;
    if (outcome == STORE_CONFLICT)
        log_say("table_conflict", "why", why, NULL);
    else
        say_failed(h, why);
    for (uint32_t i = 0; i < h->pending_count; i++) {
        struct pending *p = hub_pending(h, i);
        if (p->ticket >= first && p->ticket <= last)
            p->outcome = outcome;
    }
}

static void close_handles(void *ctx)
{
    struct serve *s = serve_of(ctx);
    control_close(&s->hub);
    push_free(&s->hub);
    uv_close((uv_handle_t *)&s->timer, NULL);
    uv_close((uv_handle_t *)&s->second, NULL);
    uv_close((uv_handle_t *)&s->news, NULL);
    uv_close((uv_handle_t *)&s->patience, NULL);
    uv_close((uv_handle_t *)&s->turn, NULL);
    uv_close((uv_handle_t *)&s->term, NULL);
    uv_close((uv_handle_t *)&s->intr, NULL);
    uv_close((uv_handle_t *)&s->hub.woken, NULL);
}

/* Everybody is told, and the connections go. */
static void say_bye(struct hub *h)
{
    static const char bye[] = "{\"type\":\"bye\",\"in_ms\":0}";
    if (!h->net)
        return;
    for (struct guest *g = LIST_FIRST(&h->guests); g; g = LIST_NEXT(g, all))
        net_send(g->conn, bye, sizeof bye - 1);
    struct net *net = h->net;
    h->net = NULL;
    net_stop(net, STOP_MS, close_handles, h);
}

/* A stopping server waits for what is under way, then for the rows of its tables. */
static void end_if_idle(struct hub *h)
{
    if (!h->stopping || h->pending_count > 0 || h->readings > 0)
        return;
    uint64_t ticket = serve_of(h)->saved ? 0 : load_save_all(h);
    serve_of(h)->saved = true;
    if (ticket)
        hub_await(h, ticket, NULL, NULL);
    else
        say_bye(h);
}

/* The store does not answer: what became of the last changes is unknown. */
static void give_up(struct hub *h)
{
    char changes[16];
    snprintf(changes, sizeof changes, "%u", (unsigned)h->pending_count);
    log_say("stopped_in_doubt", "changes", changes, NULL);
    serve_of(h)->in_doubt = true;
}

static void on_patience(uv_timer_t *timer)
{
    struct hub *h = timer->data;
    if (h->net) {
        give_up(h);
        say_bye(h);
    }
}

static void end_pending(struct hub *h, struct pending p)
{
    h->failed_at = p.outcome == STORE_REFUSED ? h->failed_at : 0;
    h->metrics.rooms_closed += p.closes && p.outcome == STORE_KEPT;
    if (p.room && change_stored(h, p.room, p.outcome) && load_stays(h, p.room))
        protocol_inbox(h, p.room);
    else if (p.muting)
        talk_stored(h, &p);
    else if (p.handed)
        days_stored(h, &p);
    else if (p.subscribing)
        pushes_stored(h, &p);
    else if (p.guest)
        lobby_stored(h, p.guest, p.outcome == STORE_KEPT);
    else if (p.order)
        p.order->stored(p.order, p.outcome == STORE_KEPT);
}

/* The writer, the reader or those that send notifications have something. */
static void on_stored(uv_async_t *async)
{
    struct hub *h = async->data;
    h->decided = writer_reap(h->writer, on_failed, h);
    while (h->pending_count > 0 && h->pending[h->pending_at].ticket <= h->decided) {
        struct pending p = *hub_pending(h, 0);
        h->pending_at = (h->pending_at + 1) % h->pending_cap;
        h->pending_count--;
        end_pending(h, p);
    }
    for (uint32_t i = 0; i < h->pending_count; i++) { /* these were refused behind a commit in doubt */
        struct pending p = *hub_pending(h, i);
        if (p.outcome == STORE_REFUSED) {
            *hub_pending(h, i) = (struct pending){.ticket = p.ticket, .outcome = p.outcome};
            end_pending(h, p);
        }
    }
    h->readings -= reader_reap(h->reader, h);
    push_reap(h);
    control_again(h);
    end_if_idle(h);
}

static const struct hub_calls calls = {protocol_inbox, protocol_resume, protocol_again};

/* Before the loop waits: hand queued writes to the writer, and set the timer. */
static void on_turn(uv_prepare_t *turn)
{
    struct hub *h = turn->data;
    uv_timer_t *timer = &serve_of(h)->timer;
    if (h->wrote) {
        h->wrote = false;
        writer_send(h->writer);
    }
    if (h->heap.count == 0 || h->stopping) {
        uv_timer_stop(timer);
        return;
    }
    uint64_t now = hub_now(h), due = h->heap.at[0]->due;
    uv_timer_start(timer, on_due, due > now ? due - now : 0, 0);
}

/* For how long the machine has been suspended since it was started. */
static uint64_t suspended_ms(void)
{
    struct timespec with, without;
    clock_gettime(CLOCK_MONOTONIC, &without);
#ifdef CLOCK_BOOTTIME
    clock_gettime(CLOCK_BOOTTIME, &with);
#else
    with = without; /* macOS: its monotonic clock goes on */
#endif
    int64_t ms = ((int64_t)with.tv_sec - without.tv_sec) * 1000 +
                 (with.tv_nsec - without.tv_nsec) / 1000000;
    return ms > 0 ? (uint64_t)ms : 0;
}

/* The loop's clock stood still while the machine was suspended; the players' clocks did not. */
static void check_suspension(struct hub *h)
{
    uint64_t *before = &serve_of(h)->slept;
    uint64_t all = suspended_ms(), slept = all > *before ? all - *before : 0;
    if (slept < SLEPT_LEAST_MS)
        return;
    *before = all;
    h->wall += slept;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            play_suspended(h, r, slept);
            opening_resume(h, r);
        }
    }
}

static void on_news(uv_timer_t *timer)
{
    struct hub *h = timer->data;
    if (!h->stopping)
        peers_ask(h);
}

/* By a signal, or drained. */
static void begin_stopping(struct hub *h, const char *key, const char *value)
{
    if (!isatty(STDERR_FILENO)) /* at a terminal, `mazo serve` says it in a sentence */
        log_say("stopping", key, value, NULL);
    h->stopping = true;
    writer_send(h->writer);
    uv_timer_start(&serve_of(h)->patience, on_patience, ANSWER_MS, 0);
    end_if_idle(h);
}

static void on_second(uv_timer_t *timer)
{
    struct hub *h = timer->data;
    check_suspension(h);
    metrics_second(&h->metrics);
    overview_tell(h);
    lend_expire(&h->lends, hub_now(h));
    if (h->stopping)
        return;
    if (drain_is_over(h)) {
        begin_stopping(h, "why", "drained");
        return;
    }
    reserve_fill(h);
    evict_second(h);
    if (h->metrics.second % HUB_SLEEPERS_EVERY_S == 0)
        bans_expire(h);
    load_second(h, h->metrics.second++ % HUB_SLEEPERS_EVERY_S == 0);
}

/* ---- connections ---- */

static void on_opened(void *ctx, struct net_conn *conn, const char *path, const char *address)
{
    struct hub *h = ctx;
    struct guest *g = calloc(1, sizeof *g);
    (void)address;
    if (!g || (strcmp(path, "/ws") != 0 && strncmp(path, "/ws/", 4) != 0)) {
        free(g);
        net_close(conn, NET_CLOSE_POLICY, "the game is at /ws");
        return;
    }
    g->conn = conn;
    snprintf(g->code, sizeof g->code, "%s", path[3] ? path + 4 : "");
    g->lang = TEXT_ES;
    LIST_INSERT_HEAD(&h->guests, g, all);
    net_set_user(conn, g);
}

static void on_message(void *ctx, struct net_conn *conn, const char *text, size_t len)
{
    struct hub *h = ctx;
    struct guest *g = net_user(conn);
    if (g && !h->stopping)
        protocol_message(h, g, text, len);
}

static void on_closed(void *ctx, struct net_conn *conn)
{
    struct hub *h = ctx;
    struct guest *g = net_user(conn);
    if (!g)
        return;
    lobby_closed(h, g);
    LIST_REMOVE(g, all);
    free(g);
}

/* ---- the end ---- */

/* The first signal stops the server, the second one ends it at once. */
static void on_signal(uv_signal_t *handle, int number)
{
    struct hub *h = handle->data;
    if (!h->stopping) {
        begin_stopping(h, "signal", number == SIGTERM ? "TERM" : "INT");
        return;
    }
    if (h->net)
        give_up(h);
    uv_stop(h->loop);
}

/* Nothing is freed: the threads of the store may hang in it, and end with the process. */
static int leave_at_once(struct hub *h)
{
    push_free(h);
    while (!LIST_EMPTY(&h->with_programs))
        programs_end(h, LIST_FIRST(&h->with_programs));
    return serve_of(h)->in_doubt ? SERVE_IN_DOUBT : 0;
}

static void free_all(struct hub *h)
{
    for (uint32_t i = 0; i <= h->room_mask; i++)
        while (!LIST_EMPTY(&h->by_code[i]))
            rooms_drop(h, LIST_FIRST(&h->by_code[i]));
    writer_end(h->writer);
    reader_end(h->reader);
    free(h->by_key);
    free(h->by_hash);
    free(h->by_code);
    free(h->heap.at);
    free(h->pending);
    free(h->bans);
    stopped_free(h);
    peers_free(h);
    free(h->scratch);
    free(h->awake);
    free(h->reserve);
    free(h->thinking);
    free(h->days);
    free(h->upkeep);
    free(serve_of(h));
}

/* ---- the beginning ---- */

static struct hub *make(const struct config *config, struct store *store)
{
    struct serve *s = calloc(1, sizeof *s);
    struct timeval wall;
    if (!s)
        return NULL;
    struct hub *h = &s->hub;
    h->config = config;
    h->person_mask = PEOPLE_SLOTS - 1;
    h->room_mask = ROOM_SLOTS - 1;
    h->space.left = UINT64_MAX; /* not known yet */
    h->by_key = calloc(PEOPLE_SLOTS, sizeof *h->by_key);
    h->by_hash = calloc(PEOPLE_SLOTS, sizeof *h->by_key);
    h->by_code = calloc(ROOM_SLOTS, sizeof *h->by_code);
    h->scratch = malloc(mazo_bot_scratch_size());
    h->loop = uv_default_loop();
    h->start = uv_now(h->loop);
    s->slept = suspended_ms();
    gettimeofday(&wall, NULL);
    h->wall = (uint64_t)wall.tv_sec * 1000 + (uint64_t)wall.tv_usec / 1000;
    uv_async_init(h->loop, &h->woken, on_stored);
    h->writer = writer_start(store, hub_wake, h);
    h->reader = reader_start(store, hub_wake, h);
    h->calls = &calls;
    h->well_at = hub_now(h);
    if (!h->by_key || !h->by_hash || !h->by_code || !h->scratch || !h->writer || !h->reader)
        abort(); /* nothing has begun */
    room_init(h);
    reserve_init(h);
    stopped_init(h);
    think_init(h);
    days_init(h);
    load_init(h);
    peers_init(h);
    return h;
}

static void set_up_handles(struct hub *h)
{
    struct serve *s = serve_of(h);
    uv_timer_init(h->loop, &s->timer);
    uv_timer_init(h->loop, &s->second);
    uv_timer_init(h->loop, &s->news);
    uv_timer_init(h->loop, &s->patience);
    uv_prepare_init(h->loop, &s->turn);
    uv_signal_init(h->loop, &s->term);
    uv_signal_init(h->loop, &s->intr);
    h->woken.data = s->timer.data = s->second.data = s->news.data = s->turn.data = h;
    s->patience.data = s->term.data = s->intr.data = h;
    uv_timer_start(&s->second, on_second, 0, 1000);
    uv_timer_start(&s->news, on_news, 0, NEWS_MS);
    uv_prepare_start(&s->turn, on_turn);
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->intr, on_signal, SIGINT);
}

/* Messages to a crowd are freed at once, and that memory is needed again soon: do not return it to
 * the system each time. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_TOP_PAD, KEPT_MEMORY / 16);
#endif
}

int serve_run(const struct config *config, struct store *store, const struct serve_host *host)
{
    struct net_limits limits;
    const char *origins[2];
    struct store_top top;
    int error;
    struct store_ban *bans;
    int ban_count;
    if (store->ops->top(store, &top) < 0 || !query_bans(store, &bans, &ban_count))
        return SERVE_UNREAD;
    struct hub *h = make(config, store);
    if (!h)
        return SERVE_NO_MEMORY;
    h->host = host;
    h->bans = bans;
    h->ban_count = ban_count;
    struct net_handlers handlers = {.opened = on_opened,
                                    .message = on_message,
                                    .closed = on_closed,
                                    .request = site_request,
                                    .ctx = h};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file-size limit becomes a failed commit */
    net_raise_files();
    keep_memory();
    config_limits(config, &limits, origins);
    set_up_handles(h);
    if (!push_init(h))
        abort(); /* nothing has begun */
    h->net = net_listen(h->loop, config->everywhere ? "::" : config->listen, (int)config->port,
                        &limits, &handlers, &error);
    if (h->net) {
        error = 0;
        control_open(h);
        host->ready(host->ctx, net_port(h->net));
    } else {
        close_handles(h);
    }
    uv_run(h->loop, UV_RUN_DEFAULT);
    if (serve_of(h)->in_doubt || uv_loop_alive(h->loop))
        return leave_at_once(h);
    free_all(h);
    uv_loop_close(uv_default_loop());
    return error;
}
