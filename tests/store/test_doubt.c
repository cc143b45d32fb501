/*
 * test_doubt.c ADDRESS COUNT - lines go into a match, one by one, over a connection that breaks.
 *
 * Whatever a commit says, it must be so: a line that was kept is there, one that was refused is
 * not, and is tried again. Prints how often it was not known at first.
 *
 * test_doubt.c ADDRESS COUNT ORDER - results of persons 1 and 2, where ORDER is 1, or 2 and 1, each
 * match of both in one commit, which must be kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "store/store.h"

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static void count(void *ctx, const struct store_event *event)
{
    (void)event;
    ++*(long *)ctx;
}

/* Asked until the store can be read. */
static long lines(struct store *s)
{
    long n;
    int answer;
    do {
        n = 0;
        answer = s->ops->events(s, 1, 0, count, &n);
        if (answer < 0)
            pause_ms(20);
    } while (answer < 0);
    return n;
}

struct tally {
    long kept, refused, unknown;
};

static bool try_line(struct store *s, long n, struct tally *t)
{
    char text[32], why[STORE_WHY_SIZE];
    struct store_write w = {.kind = STORE_EVENT};
    int len = snprintf(text, sizeof text, "{\"line\":%ld}", n);
    w.event = (struct store_event){.match = 1, .n = (uint32_t)n, .text = text, .len = (size_t)len};
    enum store_outcome outcome = s->ops->commit(s, &w, 1, why);
    t->unknown += outcome == STORE_UNKNOWN;
    while (outcome == STORE_UNKNOWN) {
        pause_ms(20);
        outcome = s->ops->resolve(s, why);
    }
    bool kept = outcome == STORE_KEPT;
    ++*(kept ? &t->kept : &t->refused);
    if (lines(s) != n + kept) {
        printf("line %ld was %s, but there are %ld (%s)\n", n, kept ? "kept" : "refused", lines(s),
               why);
        exit(1);
    }
    if (!kept)
        pause_ms(20);
    return kept;
}

static struct store_write a_person(int64_t id)
{
    struct store_write w = {.kind = STORE_PERSON, .person = {.id = id, .rating = 1500}};
    snprintf(w.person.key, sizeof w.person.key, "p%d", (int)id);
    w.person.hash[0] = (uint8_t)id;
    return w;
}

/* Many in one commit, so that two programs meet. */
static bool play_matches(struct store *s, int64_t first, long count, char why[STORE_WHY_SIZE])
{
    enum { EACH = 3, MATCHES = 10 };
    struct store_write w[EACH * MATCHES], person[] = {a_person(1), a_person(2)};
    bool fine = store_commit(s, person, 2, why);
    for (long n = 0; fine && n < count; n += MATCHES) {
        for (int i = 0; i < MATCHES; i++) {
            struct store_write *at = &w[i * EACH];
            int64_t match = 2 * (n + i) + first, who = i < MATCHES / 2 ? first : 3 - first;
            at[0] = (struct store_write){.kind = STORE_MATCH, .match = {.id = match}};
            snprintf(at[0].match.key, sizeof at[0].match.key, "m%lld", (long long)match);
            for (int seat = 0; seat < 2; seat++) {
                at[1 + seat] = (struct store_write){.kind = STORE_RESULT};
                at[1 + seat].result = (struct store_result){.match = match,
                                                            .person = seat ? 3 - who : who,
                                                            .seat = seat,
                                                            .delta = 1};
            }
        }
        fine = store_commit(s, w, EACH * MATCHES, why);
    }
    return fine;
}

int main(int argc, char **argv)
{
    char why[STORE_WHY_SIZE];
    struct tally t = {0};
    struct store_write match = {.kind = STORE_MATCH, .match = {.id = 1, .room = 1, .key = "m"}};
    long most = argc > 2 ? atol(argv[2]) : 0;
    struct store *s = argc > 2 ? store_postgres(argv[1], STORE_SERVE, why) : NULL;
    if (s && argc > 3) {
        bool fine = play_matches(s, atol(argv[3]), most, why);
        printf("%s\n", why);
        s->ops->close(s);
        return !fine;
    }
    if (!s || !store_commit(s, &match, 1, why)) {
        printf("%s\n", s ? why : "usage: test_doubt ADDRESS COUNT");
        return 2;
    }
    for (long n = 0; n < most;)
        n += try_line(s, n, &t);
    printf("kept %ld refused %ld unknown %ld\n", t.kept, t.refused, t.unknown);
    s->ops->close(s);
    return 0;
}
