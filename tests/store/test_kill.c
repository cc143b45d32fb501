/*
 * test_kill.c - kill -9, again and again, on the same file.
 *
 * A child writes as a server does and says over a pipe what it was told is
 * durable; at some moment it is killed. Then everything it said must be there,
 * without gaps, groups whole, and the file sound. The number of rounds is the
 * argument.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "helper.h"
#include "store/writer.h"

enum { MATCHES = 40, AHEAD = 200, PADDING = 300, WAIT_MAX_US = 60000 };

static int rounds = 20;

/* "The events of this match up to this number are durable." */
struct word {
    uint32_t match, n;
};

/* ---- the child ---- */

static char padding[PADDING + 1];

static void put_step(struct writer *w, uint32_t match, uint32_t n)
{
    char event[PADDING + 64], note[64];
    struct store_write e = an_event(match, n), r = a_room(match), m = a_match(match);
    if (n == 0)
        writer_put(w, &m);
    snprintf(event, sizeof event, "%u/%u %s", match, n, padding);
    e.event.text = event;
    e.event.len = strlen(event);
    snprintf(note, sizeof note, "%u", n); /* the room knows the number of its last event */
    r.room.text = note;
    r.room.len = strlen(note);
    writer_put(w, &e);
    writer_put(w, &r);
    writer_send(w);
}

static void count_event(void *ctx, const struct store_event *event)
{
    (void)event;
    ++*(uint32_t *)ctx;
}

static void none_fails(void *ctx, uint64_t first, uint64_t last, enum store_outcome outcome,
                       const char *why)
{
    (void)ctx, (void)first, (void)last, (void)outcome;
    fprintf(stderr, "# not kept: %s\n", why);
    _exit(1);
}

static void write_for_ever(const char *path, int pipe)
{
    char why[STORE_WHY_SIZE];
    struct store *s = store_sqlite(path, STORE_SERVE, why);
    struct writer *w = s ? writer_start(s, NULL, NULL) : NULL;
    static struct word queue[AHEAD];
    static uint64_t ticket[AHEAD];
    uint64_t last = 0, first_waiting = 0, put = 0;
    uint32_t next[MATCHES] = {0};
    unsigned dice = (unsigned)getpid();
    for (uint32_t i = 0; s && i < MATCHES; i++)
        s->ops->events(s, i + 1, 0, count_event, &next[i]);
    while (w) {
        if (put - first_waiting < AHEAD) {
            uint32_t match = (uint32_t)(rand_r(&dice) % MATCHES);
            put_step(w, match + 1, next[match]);
            last += next[match] == 0 ? 3 : 2;
            queue[put % AHEAD] = (struct word){match + 1, next[match]++};
            ticket[put++ % AHEAD] = last;
        }
        uint64_t decided = writer_reap(w, none_fails, NULL);
        for (; first_waiting < put && ticket[first_waiting % AHEAD] <= decided; first_waiting++)
            if (write(pipe, &queue[first_waiting % AHEAD], sizeof(struct word)) < 0)
                _exit(1);
    }
    fprintf(stderr, "# the child could not begin: %s\n", why);
    _exit(1);
}

/* ---- the parent ---- */

/* Let it run for a moment; what it said up to its end is in `said`. */
static uint64_t run_and_kill(const char *path, long us, uint32_t said[MATCHES])
{
    int ends[2], status;
    uint64_t words = 0;
    struct word word;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_for_ever(path, ends[1]);
    }
    close(ends[1]);
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
    kill(child, SIGKILL);
    while (read(ends[0], &word, sizeof word) == sizeof word) {
        assert_in_range(word.match, 1, MATCHES);
        assert_int_equal(word.n, said[word.match - 1]); /* in order, none left out */
        said[word.match - 1] = word.n + 1;
        words++;
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status)); /* it did not end by itself */
    return words;
}

struct count {
    uint32_t match, events;
};

static void check_event(void *ctx, const struct store_event *event)
{
    struct count *c = ctx;
    char text[PADDING + 64];
    snprintf(text, sizeof text, "%u/%u %s", c->match, c->events, padding);
    assert_int_equal(event->n, c->events);
    assert_int_equal(event->len, strlen(text));
    assert_memory_equal(event->text, text, event->len);
    c->events++;
}

static void check_room(void *ctx, const struct store_room *room)
{
    char text[16];
    snprintf(text, sizeof text, "%u", ((struct count *)ctx)->events - 1);
    assert_int_equal(room->len, strlen(text));
    assert_memory_equal(room->text, text, room->len);
}

/* What was said is there; what is there and was not said, counts from now on. */
static void check_store(const char *path, uint32_t said[MATCHES])
{
    char why[STORE_WHY_SIZE], code[STORE_CODE_SIZE];
    struct store *s = store_sqlite(path, STORE_SERVE, why);
    if (!s)
        fail_msg("not opened: %s", why);
    for (uint32_t i = 0; i < MATCHES; i++) {
        struct count c = {.match = i + 1};
        assert_int_not_equal(s->ops->events(s, c.match, 0, check_event, &c), -1);
        assert_true(c.events >= said[i]);
        assert_true(c.events <= said[i] + AHEAD);
        snprintf(code, sizeof code, "R%u", c.match);
        assert_int_equal(s->ops->room_by_code(s, code, check_room, &c), c.events > 0);
        said[i] = c.events;
    }
    s->ops->close(s);
}

static void what_was_said_to_be_durable_is(void **state)
{
    (void)state;
    char folder[FOLDER_SIZE], path[FOLDER_SIZE + 16];
    uint32_t said[MATCHES] = {0};
    uint64_t words = 0;
    unsigned dice = (unsigned)time(NULL);
    make_folder(folder);
    snprintf(path, sizeof path, "%s/mazo.db", folder);
    memset(padding, 'x', PADDING);
    for (int i = 0; i < rounds; i++) {
        words += run_and_kill(path, 1000 + rand_r(&dice) % WAIT_MAX_US, said);
        check_store(path, said);
        check_soundness(path);
    }
    while (words == 0) { /* a slow machine: let it get somewhere */
        words += run_and_kill(path, 900000, said);
        check_store(path, said);
    }
    print_message("# %d kills, %llu groups were durable\n", rounds, (unsigned long long)words);
    drop_folder(folder);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_said_to_be_durable_is)};
    if (argc > 1)
        rounds = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
