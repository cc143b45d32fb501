/*
 * store.c - how fast the store takes what a server writes.
 *
 *     build/gcc/bench/store [FOLDER]
 *
 * First commits of 1 to 256 rows, one after the other: events of 2,500 matches
 * in turn, as they come when 2,500 tables play. Then the writer at a steady
 * pace, an event and its room for every move, and how long each move waits until
 * it is durable. In a temporary file (`--store memory`) and in one in FOLDER (here, if there is none).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/writer.h"

enum { MATCHES = 2500, ROWS_MAX = 256, SECONDS = 4, TIMES_MAX = 1 << 20, AHEAD = 1 << 16 };

static const char line[] = "{\"cmd\":\"play\",\"seat\":2,\"card\":\"r7\",\"uno\":false,"
                           "\"hash\":\"8f3a6c1d9b2e4f70\",\"at\":1790000000000,\"by\":\"k3\"}";
static char room_text[900];

static uint32_t next_n[MATCHES];
static int turn;
static double times[TIMES_MAX];
static size_t timed;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double percentile(double part)
{
    return timed ? times[(size_t)((double)(timed - 1) * part)] : 0;
}

static void must(bool fine, const char *why)
{
    if (!fine) {
        fprintf(stderr, "store: %s\n", why);
        exit(1);
    }
}

/* The matches that events are written to, each with its room. */
static void begin_matches(struct store *s)
{
    char why[STORE_WHY_SIZE];
    memset(next_n, 0, sizeof next_n);
    turn = 0;
    for (int i = 0; i < MATCHES; i++) {
        struct store_write w[2] = {{.kind = STORE_ROOM}, {.kind = STORE_MATCH}};
        w[0].room = (struct store_room){.id = i + 1, .text = "", .match = i + 1};
        w[1].match = (struct store_match){.id = i + 1, .room = i + 1, .rules = "oficial"};
        snprintf(w[0].room.code, sizeof w[0].room.code, "T%u", (unsigned)i % 1000000);
        snprintf(w[1].match.key, sizeof w[1].match.key, "m%d", i);
        must(store_commit(s, w, 2, why), why);
    }
}

static struct store_write next_event(void)
{
    struct store_write w = {.kind = STORE_EVENT};
    turn = (turn + 1) % MATCHES;
    w.event = (struct store_event){.match = turn + 1, .n = next_n[turn]++};
    w.event.text = line;
    w.event.len = sizeof line - 1;
    return w;
}

static struct store_write next_room(void)
{
    struct store_write w = {.kind = STORE_ROOM};
    w.room = (struct store_room){.id = turn + 1, .match = turn + 1, .due = next_n[turn]};
    w.room.text = room_text;
    w.room.len = sizeof room_text - 1;
    snprintf(w.room.code, sizeof w.room.code, "T%d", turn);
    return w;
}

static void tell(const char *what, double per_s, double rows_per_s)
{
    qsort(times, timed, sizeof times[0], by_size);
    printf("%-24s %10.0f %10.0f %9.3f %9.3f %9.3f %9.3f\n", what, per_s, rows_per_s,
           percentile(0.5), percentile(0.99), percentile(0.999), percentile(1));
    fflush(stdout);
}

static void commits(struct store *s, const char *name, int rows)
{
    struct store_write batch[ROWS_MAX];
    char why[STORE_WHY_SIZE], what[64];
    double began = now_ms(), at = began;
    for (timed = 0; timed < TIMES_MAX && at - began < SECONDS * 1e3; timed++) {
        for (int i = 0; i < rows; i++)
            batch[i] = next_event();
        double before = now_ms();
        must(store_commit(s, batch, (size_t)rows, why), why);
        at = now_ms();
        times[timed] = at - before;
    }
    double seconds = (at - began) / 1e3, per_s = (double)timed / seconds;
    snprintf(what, sizeof what, "%s, %d a commit", name, rows);
    tell(what, per_s, per_s * rows);
}

static void failed(void *ctx, uint64_t first, uint64_t last, enum store_outcome outcome,
                   const char *why)
{
    (void)ctx, (void)first, (void)last, (void)outcome;
    must(false, why);
}

/* So many moves a second, each an event and its room; how long until each is durable. */
static void steady(struct store *s, const char *name, int moves)
{
    static double put_at[AHEAD];
    struct writer *w = writer_start(s, NULL, NULL);
    struct writer_stats stats;
    uint64_t put = 0, done = 0;
    char what[64];
    must(w, "no thread");
    timed = 0;
    double began = now_ms(), at = began;
    while (at - began < SECONDS * 1e3 || done < put) {
        for (; at - began < SECONDS * 1e3 && (double)put < (at - began) / 1e3 * moves; put++) {
            struct store_write event = next_event(), room = next_room();
            writer_put(w, &event);
            writer_put(w, &room);
            put_at[put % AHEAD] = at;
            writer_send(w);
        }
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        uint64_t decided = writer_reap(w, failed, NULL) / 2;
        at = now_ms();
        for (; done < decided; done++)
            times[timed++] = at - put_at[done % AHEAD];
    }
    writer_look(w, &stats);
    writer_end(w);
    double seconds = (at - began) / 1e3;
    snprintf(what, sizeof what, "%s, %d moves/s", name, moves);
    tell(what, (double)stats.commits / seconds, (double)stats.writes / seconds);
}

static void measure(struct store *s, const char *name)
{
    static const int rows[] = {1, 16, 64, 256}, moves[] = {833, 2500};
    begin_matches(s);
    for (int i = 0; i < 4; i++)
        commits(s, name, rows[i]);
    for (int i = 0; i < 2; i++)
        steady(s, name, moves[i]);
    s->ops->close(s);
}

static void drop_file(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    char name[1040];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

int main(int argc, char **argv)
{
    char path[1024], why[STORE_WHY_SIZE];
    memset(room_text, 'x', sizeof room_text - 1);
    snprintf(path, sizeof path, "%s/bench-store.db", argc > 1 ? argv[1] : ".");
    printf("%-24s %10s %10s %9s %9s %9s %9s\n", "", "commits/s", "rows/s", "p50 ms", "p99 ms",
           "p99.9 ms", "slowest");
    struct store *s = store_temporary(why);
    must(s, why);
    measure(s, "temporary");
    drop_file(path);
    s = store_sqlite(path, STORE_SERVE, why);
    must(s, why);
    measure(s, "sqlite");
    drop_file(path);
    return 0;
}
