/*
 * protocol.c - whole sessions with the server's inside: guests come, speak and go, time passes,
 * commits succeed and fail, the server starts anew. No sockets, no threads, no clock.
 *
 * The input is text, a line each:
 *
 *   o         a connection is opened: they are numbered from 0
 *   c1        connection 1 is gone
 *   1{…}      connection 1 sends this; @0 is the code of the first table that anybody was told
 *             of, #0 the first token, $0 the first player
 *   p1 7      connection 1 does the 7th thing that it was told it may do
 *   t500      500 milliseconds pass
 *   h         from now on commits and reads wait for `s`, or no longer
 *   s         what waits is stored, and read
 *   f         the next commit fails
 *   x3        from now on every third read of the store fails; x0: none
 *   w         experts have thought
 *   r         killed, and started anew on what the store has
 *
 * Whatever comes: nothing is told before it is stored, numbers have no gaps, every message is
 * JSON, and what the hub counts is what is there.
 */
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>

#include "memory_store.h"
#include "server/tables/queue.h"
#include "server/serve.c" /* its inside is driven here, and net.h and writer.h are ours */

enum { CONNS_MAX = 8, NAMES_MAX = 8, GROUP_MAX = 512, LINES_MAX = 400, THOUGHTS_MAX = 2 };

/* A connection, as net.h would have it. */
struct net_conn {
    bool open, closing;
    void *user;
    bool counts;    /* it looks at `table`, */
    char table[16]; /* of whose `match` it has heard number `n` */
    int64_t match, n;
    json_t *legal;
    char legal_of[16];
    struct tally misses;
};

struct job_due {
    uv_work_t *work;
    uv_after_work_cb after;
};

static struct {
    struct store *store;
    const struct store_ops *ops; /* that never fail */
    unsigned every, reads;       /* which of the hub's reads fail */
    struct config config;
    struct hub *hub;
    struct net_conn conn[CONNS_MAX];
    char code[NAMES_MAX][16], token[NAMES_MAX][64], player[NAMES_MAX][32];
    int codes, tokens, players;
    struct store_write group[GROUP_MAX]; /* put, not decided */
    int puts;
    uint64_t first, decided; /* tickets: the first of the group, the last that is decided */
    bool hold, fails;
    struct readings asked;
    struct job_due job[THOUGHTS_MAX];
    int jobs;
    uint32_t ids;
    uint64_t dice;
    uint64_t time; /* that has passed */
} s;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

/* ---- a store that can fail ---- */

static bool read_fails(void) { return s.every && ++s.reads % s.every == 0; }

#include "failing_reads.h"

static void make_store(void)
{
    static struct store_ops ops;
    s.store = store_memory();
    s.ops = s.store->ops;
    ops = *s.ops;
    make_reads_fail(&ops);
    s.store->ops = &ops;
}

/* ---- chance that is the same every time ---- */

static const char *dice_name(void) { return "fuzz"; }

static uint32_t dice_next(void)
{
    s.dice = mazo_fast_seed(s.dice);
    return (uint32_t)(s.dice >> 16);
}

static void dice_fill(void *buf, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)buf)[i] = (unsigned char)dice_next();
}

static randombytes_implementation dice = {.implementation_name = dice_name,
                                          .random = dice_next,
                                          .buf = dice_fill};

/* ---- the writer: one group at a time ---- */

struct writer {
    int unused;
};

struct writer *writer_start(struct store *store, void (*wake_up)(void *ctx), void *ctx)
{
    static struct writer writer;
    (void)store, (void)wake_up, (void)ctx;
    return &writer;
}

static void forget_group(void)
{
    for (int i = 0; i < s.puts; i++)
        if (s.group[i].kind == STORE_ROOM)
            free((char *)(uintptr_t)s.group[i].room.text);
        else if (s.group[i].kind == STORE_EVENT)
            free((char *)(uintptr_t)s.group[i].event.text);
    s.first += (uint64_t)s.puts;
    s.puts = 0;
}

static const char *keep(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    demand(copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

uint64_t writer_put(struct writer *w, const struct store_write *write)
{
    (void)w;
    demand(s.puts < GROUP_MAX);
    struct store_write *to = &s.group[s.puts++];
    *to = *write;
    if (write->kind == STORE_ROOM)
        to->room.text = keep(write->room.text, write->room.len);
    else if (write->kind == STORE_EVENT)
        to->event.text = keep(write->event.text, write->event.len);
    return s.first + (uint64_t)s.puts - 1;
}

void writer_send(struct writer *w) { (void)w; }

uint64_t writer_reap(struct writer *w,
                     void (*failed)(void *ctx, uint64_t first, uint64_t last,
                                    enum store_outcome outcome, const char *why),
                     void *ctx)
{
    char why[STORE_WHY_SIZE];
    (void)w;
    if (s.puts > 0) {
        uint64_t last = s.first + (uint64_t)s.puts - 1;
        bool kept = !s.fails &&
                    s.store->ops->commit(s.store, s.group, (size_t)s.puts, why) == STORE_KEPT;
        if (!kept) {
            demand(s.fails); /* the server has put something that the store cannot keep */
            failed(ctx, s.first, last, STORE_REFUSED, "No space left on the device");
        }
        s.fails = false;
        s.decided = last;
        forget_group();
    }
    return s.decided;
}

void writer_look(struct writer *w, struct writer_stats *out)
{
    (void)w;
    *out = (struct writer_stats){0};
}

bool writer_end(struct writer *w)
{
    (void)w;
    return true;
}

/* ---- the reader: questions wait until the hub takes the answers ---- */

struct reader {
    int unused;
};

struct reader *reader_start(struct store *store, void (*wake_up)(void *ctx), void *ctx)
{
    static struct reader reader;
    (void)store, (void)wake_up, (void)ctx;
    STAILQ_INIT(&s.asked);
    return &reader;
}

void reader_ask(struct reader *r, struct reading *q)
{
    (void)r;
    STAILQ_INSERT_TAIL(&s.asked, q, next);
}

uint32_t reader_reap(struct reader *r, void *ctx)
{
    struct readings list = STAILQ_HEAD_INITIALIZER(list);
    uint32_t count = 0;
    (void)r;
    STAILQ_CONCAT(&list, &s.asked);
    for (struct reading *q; (q = readings_take(&list)); count++) {
        q->read(q, s.store);
        q->done(q, ctx);
    }
    return count;
}

void reader_end(struct reader *r)
{
    (void)r;
    demand(STAILQ_EMPTY(&s.asked));
}

/* ---- the network ---- */

#include "no_network.h"

void net_stop(struct net *n, uint32_t ms, void (*done)(void *ctx), void *ctx)
{
    (void)n, (void)ms, (void)done, (void)ctx;
}

void net_close(struct net_conn *c, int code, const char *reason)
{
    (void)code, (void)reason;
    c->closing = true;
}

void net_set_user(struct net_conn *c, void *user) { c->user = user; }
void *net_user(const struct net_conn *c) { return c->user; }

static void note(char *names, size_t size, int *count, const char *text)
{
    for (int i = 0; text && i < *count; i++)
        if (strcmp(names + (size_t)i * size, text) == 0)
            return;
    if (text && *count < NAMES_MAX)
        snprintf(names + (size_t)(*count)++ * size, size, "%s", text);
}

static void is_there(void *ctx, const struct store_event *e) { *(uint32_t *)ctx = e->n; }

/* An event or a view of a match: stored before it is told, and one after the other. */
static void check_moment(struct net_conn *c, const json_t *m, bool event)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    int64_t match = json_integer_value(json_object_get(m, "match"));
    int64_t n = json_integer_value(json_object_get(m, "n"));
    const struct room *r = rooms_in_memory(s.hub, table);
    uint32_t last = 0;
    demand(r && r->now.match);
    demand(s.ops->events(s.store, r->now.match, (uint32_t)n, is_there, &last) == 1);
    demand(last >= (uint32_t)n);
    if (event && c->counts && strcmp(c->table, table) == 0 && c->match == match)
        demand(n == c->n + 1);
    c->counts = true;
    snprintf(c->table, sizeof c->table, "%s", table);
    c->match = match;
    c->n = n;
    json_decref(c->legal);
    c->legal = json_incref(json_object_get(m, "legal"));
    snprintf(c->legal_of, sizeof c->legal_of, "%s", table);
    if (event && json_object_get(m, "changes")) /* of version 2, where no `legal` is [] */
        demand(!c->legal || json_is_array(c->legal));
    else
        demand(json_is_array(c->legal) && json_is_object(json_object_get(m, "view")));
}

void net_send(struct net_conn *c, const char *text, size_t len)
{
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(m, "type"));
    demand(c->open && type);
    if (strcmp(type, "event") == 0 || strcmp(type, "view") == 0) {
        check_moment(c, m, type[0] == 'e');
    } else if (strcmp(type, "welcome") == 0) {
        note(s.token[0], sizeof s.token[0], &s.tokens,
             json_string_value(json_object_get(m, "token")));
        note(s.player[0], sizeof s.player[0], &s.players,
             json_string_value(json_object_get(m, "player")));
    } else if (strcmp(type, "table") == 0) {
        note(s.code[0], sizeof s.code[0], &s.codes, json_string_value(json_object_get(m, "table")));
    } else if (strcmp(type, "error") == 0 && s.every == 1) {
        /* A server that cannot know must not call anyone unknown. */
        demand(strcmp(json_string_value(json_object_get(m, "error")), "bad_token") != 0);
    }
    json_decref(m);
}

void net_gather(struct net_conn *c) { (void)c; }

void net_flush(struct net_conn *c) { (void)c; }

void net_later(struct net_conn *c) { (void)c; }

void net_spend(struct net_conn *c, uint32_t messages)
{
    (void)c;
    (void)messages;
}

bool net_is_spare(const struct net_conn *c)
{
    demand(c->open);
    return false;
}

void net_keep(struct net_conn *c) { demand(c->open); }

void net_address_group(const struct net_conn *c, char out[NET_ADDRESS_SIZE])
{
    (void)c;
    snprintf(out, NET_ADDRESS_SIZE, "192.0.2.1");
}

uint64_t net_address_key(const struct net_conn *c)
{
    demand(c->open);
    return (uint64_t)(c - s.conn) / 2;
}

uint32_t net_address_mark(const struct net_conn *c)
{
    demand(c->open);
    return 1 + (uint32_t)(c - s.conn) / 2;
}

bool net_charge(struct net_conn *c)
{
    demand(c->open);
    return true;
}

struct tally *net_misses(const struct net_conn *c)
{
    demand(c->open);
    return &s.conn[c - s.conn].misses;
}

/* ---- experts: back when the input says so, and never with an idea, which would take long ---- */

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb think_cb, uv_after_work_cb after)
{
    (void)loop, (void)think_cb;
    if (s.jobs == THOUGHTS_MAX)
        return UV_ENOMEM;
    s.job[s.jobs++] = (struct job_due){work, after};
    return 0;
}

static void finish_thoughts(void)
{
    for (int left = s.jobs; left > 0; left--) {
        struct job_due job = s.job[--s.jobs];
        job.after(job.work, 0);
    }
    on_due(&serve_of(s.hub)->timer);
}

/* ---- what must always be true ---- */

static void hub_demand(bool truth, const char *what)
{
    (void)what;
    demand(truth);
}

#include "hub_check.h"

/* ---- the lines ---- */

static void start_hub(void)
{
    s.hub = make(&s.config, s.store);
    demand(s.hub);
    s.hub->person_mask = s.hub->room_mask = 63; /* quicker to look through */
    s.hub->woken.data = serve_of(s.hub)->timer.data = s.hub;
    s.hub->wall = UINT64_C(1790000000000) + s.time;
    s.hub->start = uv_now(s.hub->loop);
}

static void close_conn(struct net_conn *c)
{
    if (c->open)
        on_closed(s.hub, c);
    json_decref(c->legal);
    *c = (struct net_conn){0};
}

/* What is not stored yet never will be. */
static void end_hub(void)
{
    for (int i = 0; i < CONNS_MAX; i++)
        close_conn(&s.conn[i]);
    while (s.puts > 0 || s.hub->pending_count > 0 || s.hub->readings > 0) {
        s.fails = true;
        on_stored(&s.hub->woken);
    }
    s.fails = false;
    uv_close((uv_handle_t *)&s.hub->woken, NULL);
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    free_all(s.hub);
    while (s.jobs > 0) {
        s.jobs--;
        free(s.job[s.jobs].work->data);
    }
}

static void settle(void)
{
    s.hub->wrote = false;
    while (s.puts > 0 || s.hub->pending_count > 0 || s.hub->readings > 0)
        on_stored(&s.hub->woken);
}

/* What is due is done, each time at the moment when it is. */
static void pass(uint64_t ms)
{
    uint64_t until = hub_now(s.hub) + ms;
    int idle = 0; /* in a row: woken, and no time went by, and nothing was stored */
    for (int i = 0; i < 200; i++) {
        uint64_t now = hub_now(s.hub), before = s.first;
        uint64_t due = s.hub->heap.count ? s.hub->heap.at[0]->due : TABLE_NEVER;
        if (due > until)
            break;
        s.hub->wall += due > now ? due - now : 0;
        s.time += due > now ? due - now : 0;
        on_due(&serve_of(s.hub)->timer);
        if (!s.hold)
            settle();
        idle = due > now || s.first != before || s.hold || s.jobs > 0 ? 0 : idle + 1;
        demand(idle < 20); /* a table that is always due would take all of the processor */
    }
    uint64_t now = hub_now(s.hub);
    s.hub->wall += until > now ? until - now : 0;
    s.time += until > now ? until - now : 0;
    s.hub->metrics.second = 0;
    on_second(&(uv_timer_t){.data = s.hub});
}

static void say(struct net_conn *c, const char *text, size_t len)
{
    char full[4096];
    size_t used = 0;
    for (size_t i = 0; i < len && used + 80 < sizeof full; i++) {
        int at = i + 1 < len ? text[i + 1] - '0' : -1;
        const char *name = NULL;
        if (at >= 0 && at < NAMES_MAX) {
            name = text[i] == '@' && at < s.codes     ? s.code[at]
                   : text[i] == '#' && at < s.tokens  ? s.token[at]
                   : text[i] == '$' && at < s.players ? s.player[at]
                                                      : NULL;
        }
        if (name) {
            used += (size_t)snprintf(full + used, sizeof full - used, "%s", name);
            i++;
        } else {
            full[used++] = text[i];
        }
    }
    full[used] = '\0';
    if (strstr(full, "\"join\""))
        c->counts = false; /* it may ask for what it has heard already */
    on_message(s.hub, c, full, used);
}

static void play_one(struct net_conn *c, unsigned which)
{
    char text[4096], id[16];
    size_t count = json_array_size(c->legal);
    if (count == 0)
        return;
    snprintf(id, sizeof id, "p%u", s.ids++);
    json_t *message = json_pack("{s:s, s:s, s:s, s:O}", "type", "do", "id", id, "table",
                                c->legal_of, "command", json_array_get(c->legal, which % count));
    size_t len = json_dumpb(message, text, sizeof text - 1, JSON_COMPACT);
    json_decref(message);
    if (len > 0 && len < sizeof text) {
        text[len] = '\0';
        on_message(s.hub, c, text, len);
    }
}

static void open_one(void)
{
    for (int i = 0; i < CONNS_MAX; i++) {
        if (!s.conn[i].open) {
            s.conn[i].open = true;
            on_opened(s.hub, &s.conn[i], "/ws", "127.0.0.1");
            return;
        }
    }
}

static void restart(void)
{
    end_hub();
    start_hub();
}

static void run_line(const char *line, size_t len)
{
    char word[24] = "";
    memcpy(word, line, len < sizeof word - 1 ? len : sizeof word - 1);
    unsigned number = len > 1 ? (unsigned)strtoul(word + 1, NULL, 10) : 0;
    struct net_conn *c =
        &s.conn[(word[0] >= '0' && word[0] <= '9' ? (unsigned)word[0] - '0' : number) % CONNS_MAX];
    const char *space = strchr(word, ' ');
    if (word[0] >= '0' && word[0] <= '9' && c->open) {
        say(c, line + 1, len - 1);
    } else if (word[0] == 'o') {
        open_one();
    } else if (word[0] == 'c') {
        close_conn(c);
    } else if (word[0] == 'p' && c->open) {
        play_one(c, space ? (unsigned)strtoul(space, NULL, 10) : 0);
    } else if (word[0] == 't') {
        pass(number % 8000000);
    } else if (word[0] == 'h') {
        s.hold = !s.hold;
    } else if (word[0] == 's') {
        settle();
    } else if (word[0] == 'f') {
        s.fails = true;
    } else if (word[0] == 'x') {
        s.every = (unsigned)(number % 100);
        s.reads = 0;
    } else if (word[0] == 'w') {
        finish_thoughts();
    } else if (word[0] == 'r') {
        restart();
    }
    if (!s.hold)
        settle();
    for (int i = 0; i < CONNS_MAX; i++)
        if (s.conn[i].closing)
            close_conn(&s.conn[i]);
    hub_check(s.hub);
}

static void begin(void)
{
    static bool ready;
    if (!ready) {
        ready = true;
        randombytes_set_implementation(&dice);
        demand(sodium_init() >= 0);
    }
    memset(&s, 0, sizeof s);
    s.first = 1;
    s.dice = 1;
    make_store();
    config_default(&s.config);
    log_open(LOG_NONE);
    start_hub();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    begin();
    for (int lines = 0; size > 0 && lines < LINES_MAX; lines++) {
        const char *end = memchr(text, '\n', size);
        size_t len = end ? (size_t)(end - text) : size;
        run_line(text, len);
        text += len + (end ? 1 : 0);
        size -= len + (end ? 1 : 0);
    }
    end_hub();
    s.store->ops->close(s.store);
    return 0;
}
