/*
 * disk.c - the store: in memory, the same for all servers, and it fails as a disk or a database does.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

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

/* What the store does with it, whoever hears of it. */
static enum store_outcome keep(struct store *st, const struct store_write *writes, size_t count,
                               char why[STORE_WHY_SIZE])
{
    enum store_outcome outcome = s.ops->commit(st, writes, count, why);
    if (outcome == STORE_KEPT) {
        truth_kept(writes, count);
    } else if (outcome == STORE_REFUSED) {
        broken("what a server writes can be kept", "The store has refused a batch: %s", why);
    } else {
        story("a batch is in conflict: %s", why);
    }
    return outcome;
}

static enum store_outcome commit(struct store *st, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE])
{
    int node = clock_home()->index;
    if (happens(weather.refused)) {
        story("the disk of server %d refuses %zu writes", node, count);
        snprintf(why, STORE_WHY_SIZE, "No space left on the device");
        return STORE_REFUSED;
    }
    if (!happens(weather.unknown)) {
        return keep(st, writes, count, why);
    }
    bool lost = chance(500);
    s.doubt[node] = chance(300) ? 30 : 1 + dice(3);
    s.is[node] = STORE_REFUSED;
    snprintf(s.why[node], STORE_WHY_SIZE, "the connection was lost");
    if (!lost) {
        s.is[node] = keep(st, writes, count, s.why[node]);
    }
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

void disk_begin(void)
{
    memset(&s, 0, sizeof s);
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
    truth_final(s.store);
    while (s.opens > 0) {
        s.ops->close(s.opened[--s.opens]);
    }
    s.ops->close(s.store);
}

struct store *disk_open(int node)
{
    if (s.opens == STARTS_MAX) {
        abort();
    }
    struct store *st = store_memory_join(s.store);
    st->ops = &ops;
    s.doubt[node] = 0;
    s.opened[s.opens++] = st;
    return st;
}
