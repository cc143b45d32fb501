/*
 * disk.c - the store: in memory, the same for all servers, and it fails as a disk or a database does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_store.h"
#include "storm.h"

enum { STARTS_MAX = 256 };

bool disk_dead;

static struct {
    struct store *store;
    struct store *opened[STARTS_MAX]; /* a server that is killed does not sign off */
    int opens;
    const struct store_ops *ops;      /* that never fail */
    uint32_t doubt[NODES_MAX];        /* questions until the last commit's outcome is known, */
    enum store_outcome is[NODES_MAX]; /* though it is this, */
    char why[NODES_MAX][STORE_WHY_SIZE];
    bool file; /* of one server, with a log, and not a database */
} s;

/* ---- reading ---- */

static bool read_fails(void)
{
    struct home *home = clock_home();
    return disk_dead || (home && home->index >= 0 && happens(weather.unread));
}

#include "../../fuzz/failing_reads.h"

struct claim {
    void (*found)(void *ctx, const struct store_room *room);
    void *ctx;
};

static void claimed(void *ctx, const struct store_room *room)
{
    const struct claim *c = ctx;
    truth_claimed(room->id);
    story("server %d claims table %s: version %lld", clock_home()->index, room->code,
          (long long)room->version);
    c->found(c->ctx, room);
}

static int claim(struct store *st, const char *code,
                 void (*found)(void *ctx, const struct store_room *room), void *ctx)
{
    struct claim c = {found, ctx};
    return read_fails() ? -1 : s.ops->room_claim(st, code, claimed, &c);
}

/* ---- writing ---- */

/* What the store does with it, no matter who hears of it. */
static enum store_outcome keep(struct store *st, const struct store_write *writes, size_t count,
                               char why[STORE_WHY_SIZE])
{
    enum store_outcome outcome = s.ops->commit(st, writes, count, why);
    if (outcome == STORE_KEPT)
        truth_kept(writes, count);
    else if (outcome == STORE_REFUSED)
        broken("what a server writes can be kept", "The store has refused a batch: %s", why);
    else
        story("a batch is in conflict: %s", why);
    return outcome;
}

/* A commit of which the file could not say that it is on the disk. All of it is in the log, where no
 * question sees it; but a server that starts finds it, unless something else was written there. */
static struct {
    struct store_write *write;
    size_t count;
    uint64_t at;
    bool settled; /* the server knows that it is not kept, and has not said so */
} in_log;

static const char **text_of(struct store_write *w, size_t *len)
{
    bool room = w->kind == STORE_ROOM, line = w->kind == STORE_EVENT || w->kind == STORE_OPENING;
    *len = room ? w->room.len : line ? w->event.len : 0;
    return room ? &w->room.text : line ? &w->event.text : NULL;
}

static void log_drop(void)
{
    size_t len;
    for (size_t i = 0; i < in_log.count; i++) {
        const char **text = text_of(&in_log.write[i], &len);
        free(text ? (void *)(uintptr_t)*text : NULL);
    }
    free(in_log.write);
    memset(&in_log, 0, sizeof in_log);
}

static void log_put(const struct store_write *writes, size_t count)
{
    in_log.write = malloc(count * sizeof *writes);
    memcpy(in_log.write, writes, count * sizeof *writes);
    in_log.count = count;
    in_log.at = storm_now;
    for (size_t i = 0; i < count; i++) {
        size_t len;
        const char **text = text_of(&in_log.write[i], &len);
        if (text) {
            char *copy = malloc(len + 1);
            memcpy(copy, *text, len);
            *text = copy;
        }
    }
}

void disk_told(void)
{
    if (in_log.settled)
        log_drop();
}

static enum store_outcome commit_unsynced(int node, const struct store_write *writes, size_t count,
                                          char why[STORE_WHY_SIZE])
{
    log_put(writes, count);
    s.is[node] = STORE_REFUSED;
    snprintf(s.why[node], STORE_WHY_SIZE, "the disk does not work");
    memcpy(why, s.why[node], STORE_WHY_SIZE);
    story("the disk of server %d cannot say that it has %zu writes", node, count);
    return STORE_UNKNOWN;
}

static enum store_outcome commit(struct store *st, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE])
{
    int node = clock_home()->index;
    log_drop(); /* this takes its place */
    if (happens(weather.refused)) {
        story("the disk of server %d refuses %zu writes", node, count);
        snprintf(why, STORE_WHY_SIZE, "No space left on the device");
        return STORE_REFUSED;
    }
    if (!happens(weather.unknown))
        return keep(st, writes, count, why);
    s.doubt[node] = chance(300) ? 30 : 1 + dice(3);
    if (s.file)
        return commit_unsynced(node, writes, count, why);
    bool lost = chance(500);
    s.is[node] = STORE_REFUSED;
    snprintf(s.why[node], STORE_WHY_SIZE, "the connection was lost");
    if (!lost)
        s.is[node] = keep(st, writes, count, s.why[node]);
    story("server %d does not know what became of %zu writes: they are %s", node, count,
          s.is[node] == STORE_KEPT ? "kept" : "lost");
    return STORE_UNKNOWN;
}

static enum store_outcome resolve(struct store *st, char why[STORE_WHY_SIZE])
{
    int node = clock_home()->index;
    (void)st;
    if (s.doubt[node] > 1) {
        s.doubt[node]--;
        return STORE_UNKNOWN;
    }
    s.doubt[node] = 0;
    in_log.settled = true;
    snprintf(why, STORE_WHY_SIZE, "%s", s.why[node]);
    return s.is[node];
}

/* ---- the whole ---- */

static struct store_ops ops;

static int64_t database_clock(void *ctx)
{
    (void)ctx;
    return (int64_t)(STORM_EPOCH_MS + storm_now);
}

void disk_begin(int nodes)
{
    memset(&s, 0, sizeof s);
    s.file = nodes == 1 && chance(700);
    s.store = store_memory();
    store_memory_clock(s.store, database_clock, NULL);
    s.ops = s.store->ops;
    ops = *s.ops;
    ops.commit = commit;
    ops.resolve = resolve;
    make_reads_fail(&ops);
    ops.room_claim = claim;
}

void disk_end(void)
{
    log_drop();
    truth_final(s.store);
    while (s.opens > 0)
        s.ops->close(s.opened[--s.opens]);
    s.ops->close(s.store);
}

struct store *disk_open(int node)
{
    if (s.opens == STARTS_MAX)
        abort();
    struct store *st = store_memory_join(s.store);
    st->ops = &ops;
    s.doubt[node] = 0;
    s.opened[s.opens++] = st;
    if (in_log.count > 0) {
        char why[STORE_WHY_SIZE];
        story("server %d finds %zu writes in the log", node, in_log.count);
        truth_found(in_log.write, in_log.count, in_log.at);
        keep(st, in_log.write, in_log.count, why);
        log_drop();
    }
    return st;
}
