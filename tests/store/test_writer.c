/*
 * test_writer.c - the thread that writes: tickets, groups, failures.
 *
 * Most tests use a store that only counts, and that can be held in the middle
 * of a commit; so what is grouped does not depend on who is faster.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "helper.h"
#include "store/writer.h"

enum { COMMITS_MAX = 4096 };

/* It fails commits that hold an event of match 13, and all of them while it is broken. */
struct counter {
    struct store store;
    pthread_mutex_t gate; /* taken during every commit */
    atomic_int inside;    /* commits that have begun */
    atomic_bool broken;
    atomic_bool doubt;         /* what it keeps now is not known to be kept, */
    size_t certain;            /* except commits of so few writes */
    size_t count[COMMITS_MAX]; /* writes in each that was kept */
    int kept, refused;
    uint32_t next; /* event of match 1 */
    bool bad_text, bad_order;
};

static enum store_outcome counts(struct store *s, const struct store_write *writes, size_t count,
                                 char *why)
{
    struct counter *c = (struct counter *)s;
    bool fine = !atomic_load(&c->broken), conflict = false;
    atomic_fetch_add(&c->inside, 1);
    pthread_mutex_lock(&c->gate);
    for (size_t i = 0; i < count; i++)
        fine = fine && !(writes[i].kind == STORE_EVENT && writes[i].event.match == 13);
    for (size_t i = 0; i < count; i++)
        conflict |= writes[i].kind == STORE_EVENT && writes[i].event.match == 14;
    fine = fine && !conflict;
    for (size_t i = 0; fine && i < count; i++) {
        const struct store_event *e = &writes[i].event;
        char text[64];
        if (writes[i].kind == STORE_EVENT) {
            event_text(e->match, e->n, text);
            c->bad_text |= e->len != strlen(text) || memcmp(e->text, text, e->len) != 0;
            c->bad_order |= e->n != c->next++;
        }
    }
    if (fine) {
        c->count[c->kept++] = count;
    } else {
        c->refused++;
        snprintf(why, STORE_WHY_SIZE, "no, %d", c->refused);
    }
    pthread_mutex_unlock(&c->gate);
    bool doubt = atomic_load(&c->doubt) && count > c->certain;
    return conflict ? STORE_CONFLICT : !fine ? STORE_REFUSED : doubt ? STORE_UNKNOWN : STORE_KEPT;
}

static enum store_outcome looks_back(struct store *s, char *why)
{
    struct counter *c = (struct counter *)s;
    snprintf(why, STORE_WHY_SIZE, "it does not answer");
    return atomic_load(&c->doubt) ? STORE_UNKNOWN : STORE_KEPT;
}

static const struct store_ops counter_ops = {.commit = counts, .resolve = looks_back};

static struct counter *new_counter(void)
{
    struct counter *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->store.ops = &counter_ops;
    pthread_mutex_init(&c->gate, NULL);
    return c;
}

static void drop_counter(struct counter *c)
{
    assert_false(c->bad_text);
    assert_false(c->bad_order);
    pthread_mutex_destroy(&c->gate);
    free(c);
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

/* Hold the store in the middle of a commit of one write. */
static uint64_t hold(struct counter *c, struct writer *w, const struct store_write *write)
{
    pthread_mutex_lock(&c->gate);
    int before = atomic_load(&c->inside);
    uint64_t ticket = writer_put(w, write);
    writer_send(w);
    while (atomic_load(&c->inside) == before)
        nap();
    return ticket;
}

/* What reap told. */
struct told {
    int count;
    enum store_outcome outcome; /* that is awaited, of all; 0: STORE_REFUSED */
    uint64_t first[64], last[64];
    char why[64][STORE_WHY_SIZE];
};

static void tell(void *ctx, uint64_t first, uint64_t last, enum store_outcome outcome,
                 const char *why)
{
    struct told *t = ctx;
    assert_int_equal(outcome, t->outcome ? t->outcome : STORE_REFUSED);
    assert_in_range(t->count, 0, 63);
    t->first[t->count] = first;
    t->last[t->count] = last;
    snprintf(t->why[t->count++], STORE_WHY_SIZE, "%s", why);
}

static void wait_for(struct writer *w, uint64_t ticket, struct told *t)
{
    while (writer_reap(w, tell, t) < ticket)
        nap();
}

static void tickets_grow_and_are_decided(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    assert_int_equal(writer_reap(w, tell, &t), 0);
    for (uint32_t n = 0; n < 100; n++) {
        struct store_write e = an_event(1, n);
        assert_int_equal(writer_put(w, &e), n + 1);
        writer_send(w);
    }
    wait_for(w, 100, &t);
    assert_int_equal(writer_reap(w, tell, &t), 100);
    assert_int_equal(t.count, 0);
    assert_int_equal(c->next, 100);
    assert_true(writer_end(w));
    drop_counter(c);
}

static void what_waits_goes_together(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer_stats stats;
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0);
    hold(c, w, &e);
    for (uint32_t n = 1; n <= 50; n++) {
        e = an_event(1, n);
        writer_put(w, &e);
        writer_send(w);
    }
    writer_look(w, &stats);
    assert_int_equal(stats.queued, 51);
    assert_int_equal(writer_reap(w, tell, &t), 0); /* nothing is durable yet */
    pthread_mutex_unlock(&c->gate);
    wait_for(w, 51, &t);
    assert_int_equal(c->kept, 2);
    assert_int_equal(c->count[0], 1);
    assert_int_equal(c->count[1], 50);
    writer_look(w, &stats);
    assert_int_equal(stats.commits, 2);
    assert_int_equal(stats.writes, 51);
    assert_int_equal(stats.failures, 0);
    assert_int_equal(stats.queued, 0);
    assert_true(stats.slowest_us >= stats.commit_us);
    writer_look(w, &stats);
    assert_int_equal(stats.slowest_us, 0); /* since the last look */
    assert_true(writer_end(w));
    drop_counter(c);
}

static void nothing_is_written_before_it_is_sent(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0), more = an_event(1, 1), last = an_event(1, 2);
    hold(c, w, &e);
    writer_put(w, &more);
    pthread_mutex_unlock(&c->gate);
    wait_for(w, 1, &t);
    for (int i = 0; i < 20; i++)
        nap();
    assert_int_equal(writer_reap(w, tell, &t), 1);
    writer_put(w, &last);
    writer_send(w);
    writer_send(w); /* nothing more to send */
    wait_for(w, 3, &t);
    assert_int_equal(c->kept, 2);
    assert_int_equal(c->count[1], 2);
    assert_true(writer_end(w));
    drop_counter(c);
}

static void batches_are_bounded_groups_are_whole(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0);
    uint64_t ticket = hold(c, w, &e);
    for (uint32_t n = 1; n <= 9999; n++) { /* groups of three */
        e = an_event(1, n);
        ticket = writer_put(w, &e);
        if (n % 3 == 0)
            writer_send(w);
    }
    for (uint32_t n = 10000; n < 20000; n++) { /* one large one */
        e = an_event(1, n);
        ticket = writer_put(w, &e);
    }
    writer_send(w);
    pthread_mutex_unlock(&c->gate);
    wait_for(w, ticket, &t);
    assert_int_equal(c->kept, 5);
    assert_int_equal(c->count[1], 4095);
    assert_int_equal(c->count[2], 4095);
    assert_int_equal(c->count[3], 1809);
    assert_int_equal(c->count[4], 10000);
    assert_true(writer_end(w));
    drop_counter(c);
}

static void a_bad_group_fails_alone(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0), bad = an_event(13, 0);
    hold(c, w, &e);
    for (uint32_t n = 1; n <= 40; n++) {
        e = an_event(1, n);
        writer_put(w, &e); /* ticket n + 1, and 2 more from 18 on */
        writer_send(w);
        if (n == 17) {
            e = a_person(1);
            writer_put(w, &e);
            writer_put(w, &bad);
            writer_send(w);
        }
    }
    pthread_mutex_unlock(&c->gate);
    wait_for(w, 43, &t);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.first[0], 19);
    assert_int_equal(t.last[0], 20);
    assert_int_equal(strncmp(t.why[0], "no, ", 4), 0);
    assert_int_equal(c->next, 41);
    struct writer_stats stats;
    writer_look(w, &stats);
    assert_int_equal(stats.failures, 2);
    assert_int_equal(stats.writes, 41);
    assert_true(writer_end(w));
    drop_counter(c);
}

static void a_conflict_is_told_as_one(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {.outcome = STORE_CONFLICT};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0), late = an_event(14, 0);
    hold(c, w, &e);
    writer_put(w, &late);
    writer_send(w);
    pthread_mutex_unlock(&c->gate);
    wait_for(w, 2, &t);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.first[0], 2);
    writer_end(w);
    drop_counter(c);
}

static void a_broken_store_is_not_asked_for_ever(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct writer_stats stats = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0);
    hold(c, w, &e);
    atomic_store(&c->broken, true);
    for (uint32_t n = 1; n <= 1000; n++) {
        e = an_event(1, n);
        writer_put(w, &e);
        writer_send(w);
    }
    pthread_mutex_unlock(&c->gate);
    while (stats.failures < 1000) {
        writer_look(w, &stats);
        nap();
    }
    assert_in_range(c->refused, 8, 64);
    atomic_store(&c->broken, false); /* there is room again */
    e = an_event(1, 1);
    assert_int_equal(writer_put(w, &e), 1002);
    writer_send(w);
    assert_false(writer_end(w)); /* the failures were not reaped */
    assert_int_equal(c->next, 2);
    drop_counter(c);
}

static void count_failed(void *ctx, uint64_t first, uint64_t last, enum store_outcome outcome,
                         const char *why)
{
    uint64_t *sum = ctx;
    assert_true(strlen(why) > 0 && outcome == STORE_REFUSED);
    assert_true(first == sum[1] + 1 || sum[1] == 0); /* in order, none twice */
    sum[0] += last - first + 1;
    sum[1] = last;
}

/* A move made now is answered "not stored", instead of waiting for the database. */
static void nothing_waits_long_behind_a_doubt(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0), later = an_event(1, 1);
    atomic_store(&c->doubt, true);
    hold(c, w, &e);
    writer_put(w, &later);
    writer_send(w);
    pthread_mutex_unlock(&c->gate);
    while (t.count < 1) {
        assert_int_equal(writer_reap(w, tell, &t), 0); /* the first is still in doubt */
        nap();
    }
    assert_int_equal(t.first[0], 2);
    assert_int_equal(t.last[0], 2);
    assert_string_equal(t.why[0], "it does not answer");
    atomic_store(&c->doubt, false);
    wait_for(w, 2, &t);
    writer_put(w, &later);
    writer_send(w);
    wait_for(w, 3, &t);
    assert_int_equal(t.count, 1);
    assert_int_equal(c->kept, 2);
    assert_true(writer_end(w));
    drop_counter(c);
}

/* A server that stops gives up asking. Committing the batch again, whole or in parts, might store it
 * twice. */
static void what_is_in_doubt_is_not_committed_again(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct writer *w = writer_start(&c->store, NULL, NULL);
    struct store_write e = an_event(1, 0);
    c->certain = 1;
    atomic_store(&c->doubt, true);
    hold(c, w, &e);
    for (uint32_t n = 1; n < 4; n++) { /* three groups, one batch */
        e = an_event(1, n);
        writer_put(w, &e);
        writer_send(w);
    }
    pthread_mutex_unlock(&c->gate);
    assert_false(writer_end(w));
    assert_int_equal(atomic_load(&c->inside), 2);
    assert_int_equal(c->count[1], 3);
    drop_counter(c);
}

static void every_failed_ticket_is_told_once(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    uint64_t sum[2] = {0, 0};
    struct writer *w = writer_start(&c->store, NULL, NULL);
    atomic_store(&c->broken, true);
    for (uint32_t n = 0; n < 3000; n++) {
        struct store_write e = an_event(1, n);
        writer_put(w, &e);
        if (n % 4 == 3)
            writer_send(w);
    }
    while (writer_reap(w, count_failed, sum) < 3000)
        nap();
    assert_int_equal(writer_reap(w, count_failed, sum), 3000);
    assert_int_equal(sum[0], 3000);
    assert_true(writer_end(w)); /* all failures have been reaped */
    drop_counter(c);
}

static void the_end_writes_everything(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct writer *w = writer_start(&c->store, NULL, NULL);
    for (uint32_t n = 0; n < 10000; n++) {
        struct store_write e = an_event(1, n);
        writer_put(w, &e);
        if (n % 7 == 0)
            writer_send(w);
    }
    assert_true(writer_end(w)); /* the last ones have not even been sent */
    assert_int_equal(c->next, 10000);
    drop_counter(c);
}

static void ends_without_anything(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct writer *w = writer_start(&c->store, NULL, NULL);
    assert_true(writer_end(w));
    assert_int_equal(atomic_load(&c->inside), 0);
    drop_counter(c);
}

static void rings(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

static void the_bell_rings_after_every_batch(void **state)
{
    (void)state;
    struct counter *c = new_counter();
    struct told t = {0};
    atomic_int bells = 0;
    struct writer *w = writer_start(&c->store, rings, &bells);
    for (uint32_t n = 0; n < 20; n++) {
        struct store_write e = an_event(1, n);
        uint64_t ticket = writer_put(w, &e);
        writer_send(w);
        while (atomic_load(&bells) <= (int)n)
            nap();
        assert_int_equal(writer_reap(w, tell, &t), ticket); /* told by then */
    }
    assert_true(writer_end(w));
    assert_int_equal(atomic_load(&bells), 20);
    drop_counter(c);
}

/* Reads on this thread while the other writes; what is decided is seen. */
static void hear_one(void *ctx, const struct store_event *event)
{
    char text[64];
    event_text(event->match, event->n, text);
    assert_memory_equal(event->text, text, event->len);
    ++*(uint32_t *)ctx;
}

static void read_while_it_writes(struct store *s)
{
    struct told t = {0};
    struct writer *w = writer_start(s, NULL, NULL);
    struct store_write m = a_match(1);
    uint64_t put = writer_put(w, &m);
    for (uint32_t n = 0; n < 2000; n++) {
        struct store_write e = an_event(1, n);
        put = writer_put(w, &e);
        writer_send(w);
        if (n % 10 == 0) {
            uint64_t decided = writer_reap(w, tell, &t);
            uint32_t seen = 0;
            assert_true(s->ops->events(s, 1, 0, hear_one, &seen) >= 0);
            assert_true(decided == 0 || seen >= decided - 1);
        }
    }
    wait_for(w, put, &t);
    assert_int_equal(t.count, 0);
    assert_true(writer_end(w));
    s->ops->close(s);
}

static void reading_while_memory_is_written(void **state)
{
    (void)state;
    char why[STORE_WHY_SIZE];
    read_while_it_writes(store_open("memory", STORE_SERVE, why));
}

static void reading_while_a_file_is_written(void **state)
{
    (void)state;
    char folder[FOLDER_SIZE], path[FOLDER_SIZE + 16], why[STORE_WHY_SIZE];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/mazo.db", folder);
    struct store *s = store_sqlite(path, STORE_SERVE, why);
    assert_non_null(s);
    read_while_it_writes(s);
    drop_folder(folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tickets_grow_and_are_decided),
        cmocka_unit_test(what_waits_goes_together),
        cmocka_unit_test(nothing_is_written_before_it_is_sent),
        cmocka_unit_test(batches_are_bounded_groups_are_whole),
        cmocka_unit_test(a_bad_group_fails_alone),
        cmocka_unit_test(a_conflict_is_told_as_one),
        cmocka_unit_test(a_broken_store_is_not_asked_for_ever),
        cmocka_unit_test(nothing_waits_long_behind_a_doubt),
        cmocka_unit_test(what_is_in_doubt_is_not_committed_again),
        cmocka_unit_test(every_failed_ticket_is_told_once),
        cmocka_unit_test(the_end_writes_everything),
        cmocka_unit_test(ends_without_anything),
        cmocka_unit_test(the_bell_rings_after_every_batch),
        cmocka_unit_test(reading_while_memory_is_written),
        cmocka_unit_test(reading_while_a_file_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
