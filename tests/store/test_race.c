/*
 * test_race.c ADDRESS COUNT - several processes play the same match, each sure that it is theirs.
 *
 * Each claims the room again and again, and writes the next lines with the version it got, until
 * there are COUNT of them. What a process was told is kept must be there in the end under its
 * number, in its words, and nothing else. Prints how many were kept, and how many were too late.
 *
 * test_race.c ADDRESS COUNT BROKEN - a node has COUNT rooms, over a connection that breaks, and
 * another one claims them all: the first hears of each, once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { NODES = 4, COUNT_MAX = 4096 };

struct told {
    int32_t who; /* of the nodes, or -1: conflict */
    uint32_t n;
};

static void take_version(void *ctx, const struct store_room *room)
{
    *(int64_t *)ctx = room->version;
}

static void count(void *ctx, const struct store_event *event) { *(uint32_t *)ctx = event->n + 1; }

/* The next line, and now and then the room with it. */
static enum store_outcome put(struct store *s, int who, uint32_t n, int64_t *version)
{
    char text[32], why[STORE_WHY_SIZE];
    struct store_write w[2] = {{.kind = STORE_EVENT}, {.kind = STORE_ROOM}};
    int len = snprintf(text, sizeof text, "%d", who);
    size_t writes = 1 + (n % 3 == 0);
    w[0].event = (struct store_event){.match = 1,
                                      .n = n,
                                      .version = *version,
                                      .text = text,
                                      .len = (size_t)len};
    w[1].room =
        (struct store_room){.id = 1, .code = "R1", .match = 1, .version = *version, .text = ""};
    enum store_outcome outcome = s->ops->commit(s, w, writes, why);
    if (outcome == STORE_KEPT) {
        *version += writes == 2;
    } else if (outcome != STORE_CONFLICT) {
        printf("line %u: %s\n", (unsigned)n, why);
        exit(1);
    }
    return outcome;
}

static int play(const char *address, int who, uint32_t most, int out)
{
    char why[STORE_WHY_SIZE];
    struct store *s = store_postgres(address, STORE_SERVE, why);
    uint32_t n = 0;
    while (s && n < most) {
        int64_t version = 0;
        n = 0;
        if (s->ops->room_claim(s, "R1", take_version, &version) != 1 ||
            s->ops->events(s, 1, 0, count, &n) < 0)
            return 1;
        for (int i = 0; i < 3 && n < most; i++, n++) {
            bool kept = put(s, who, n, &version) == STORE_KEPT;
            struct told told = {kept ? who : -1, n};
            if (write(out, &told, sizeof told) != sizeof told)
                return 1;
            if (!kept)
                break;
        }
    }
    if (s)
        s->ops->close(s);
    return !s;
}

struct seen {
    uint32_t lines;
    int32_t who[COUNT_MAX];
};

static void look(void *ctx, const struct store_event *event)
{
    struct seen *seen = ctx;
    seen->who[event->n] = (int32_t)strtol(event->text, NULL, 10);
    seen->lines++;
}

/* What all of them said, against what is there. */
static int compare(const char *address, int in, uint32_t most)
{
    static struct seen seen, said;
    char why[STORE_WHY_SIZE];
    struct told told;
    uint32_t late = 0;
    struct store *s = store_postgres(address, STORE_SERVE, why);
    while (read(in, &told, sizeof told) == sizeof told) {
        late += told.who < 0;
        if (told.who >= 0) {
            said.who[told.n] = told.who;
            said.lines++;
        }
    }
    int found = s ? s->ops->events(s, 1, 0, look, &seen) : -1;
    printf("kept %u late %u\n", (unsigned)said.lines, (unsigned)late);
    if (s)
        s->ops->close(s);
    return found != 1 || seen.lines != most || memcmp(&seen, &said, sizeof seen) != 0;
}

/* ---- news over a connection that breaks ---- */

static void hear_moved(void *ctx, int64_t room) { ++((uint8_t *)ctx)[room]; }

static void hear_list(void *ctx, const char *listed, size_t len)
{
    (void)ctx, (void)listed, (void)len;
}

static struct store *open_at_last(const char *address)
{
    char why[STORE_WHY_SIZE];
    struct store *s;
    while (!(s = store_postgres(address, STORE_SERVE, why)))
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    return s;
}

static bool beat(struct store *s, uint8_t *heard)
{
    bool fine = s->ops->heartbeat(s, "[]", 2, hear_moved, hear_list, heard) == 1;
    if (!fine)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    return fine;
}

static void claim_each(struct store *a, struct store *b, uint32_t most, uint8_t *heard)
{
    char why[STORE_WHY_SIZE];
    struct store_write w = {.kind = STORE_ROOM};
    int64_t version;
    for (uint32_t id = 1; id <= most; id++) {
        w.room = (struct store_room){.id = id, .text = ""};
        snprintf(w.room.code, sizeof w.room.code, "R%u", (unsigned)id);
        while (!store_commit(a, &w, 1, why)) {
        }
        b->ops->room_claim(b, w.room.code, take_version, &version);
        beat(a, heard);
    }
}

static int hear_all(const char *address, const char *broken, uint32_t most)
{
    static uint8_t heard[COUNT_MAX], before[COUNT_MAX];
    struct store *a = open_at_last(broken), *b = open_at_last(address);
    uint32_t bad = 0;
    claim_each(a, b, most, heard);
    for (int quiet = 0; quiet < 2;) { /* nothing new, twice */
        memcpy(before, heard, sizeof heard);
        quiet = beat(a, heard) && memcmp(before, heard, sizeof heard) == 0 ? quiet + 1 : 0;
    }
    for (uint32_t id = 1; id <= most; id++)
        bad += heard[id] != 1;
    printf("%u not heard of once\n", (unsigned)bad);
    a->ops->close(a);
    b->ops->close(b);
    return bad != 0;
}

int main(int argc, char **argv)
{
    char why[STORE_WHY_SIZE];
    int pipes[2], failed = 0, status;
    uint32_t most = argc > 2 ? (uint32_t)atol(argv[2]) : 0;
    struct store_write first[] = {
        {.kind = STORE_ROOM, .room = {.id = 1, .code = "R1", .text = ""}},
        {.kind = STORE_MATCH, .match = {.id = 1, .room = 1, .key = "m"}},
    };
    if (argc > 3 && most < COUNT_MAX)
        return hear_all(argv[1], argv[3], most);
    struct store *s = argc > 2 && most < COUNT_MAX ? store_postgres(argv[1], STORE_SERVE, why) : NULL;
    if (!s || !store_commit(s, first, 2, why) || pipe(pipes) != 0) {
        printf("%s\n", s ? why : "usage: test_race ADDRESS COUNT");
        return 2;
    }
    s->ops->close(s);
    for (int i = 0; i < NODES; i++)
        if (fork() == 0)
            return play(argv[1], i, most, pipes[1]);
    close(pipes[1]);
    failed |= compare(argv[1], pipes[0], most);
    for (int i = 0; i < NODES; i++)
        failed |= wait(&status) < 0 || status != 0;
    return failed;
}
