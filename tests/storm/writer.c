/*
 * writer.c - the server's writer itself, but its thread is a series of events: a batch is taken and
 * decided, and some time later the server hears of it, if it still lives.
 */
#include <pthread.h>
#include <time.h>

#include "storm.h"

struct writer;
static void kick(struct writer *w);
static void write_the_rest(struct writer *w);

#define pthread_create(thread, attributes, run, arg) ((void)(thread), (void)(run), (void)(arg), 0)
#define pthread_join(thread, result) write_the_rest(w)
#define pthread_cond_signal(condition) kick(w)
#define nanosleep(time, left) (void)(time)
#include "store/writer.c"
#undef nanosleep

/* One for each server. */
static struct job {
    struct writer *writer;
    struct line batch; /* decided, and not told */
    bool busy;
} jobs[NODES_MAX];

static struct job *job_of(const struct writer *w)
{
    for (int i = 0; i < NODES_MAX; i++)
        if (jobs[i].writer == w)
            return &jobs[i];
    return NULL;
}

/* How long a commit, or its answer, takes; longer where the store does not answer. */
static uint64_t later(uint32_t usually)
{
    uint64_t at = storm_now + (happens(weather.commit) ? dice(3 * SECOND) : dice(usually));
    uint64_t cut = clock_home()->cut;
    return at > cut ? at : cut;
}

static void told(void *ctx, uint64_t id)
{
    struct writer *w = ctx;
    struct job *job = job_of(w);
    (void)id;
    disk_told();
    publish(w, &job->batch);
    job->busy = false;
    w->wake(w->ctx);
    kick(w);
}

static void decide(void *ctx, uint64_t id)
{
    struct writer *w = ctx;
    struct job *job = job_of(w);
    (void)id;
    if (storm_now < clock_home()->cut) {
        clock_at(clock_home(), later(1), decide, w, 0);
        return;
    }
    if (chance(500)) {
        take_batch(w, &job->batch);
    } else { /* what it leaves has come while the batch is written */
        line_init(&job->batch);
        line_put(&job->batch, line_take(&w->queue));
    }
    write_batch(w, &job->batch);
    clock_at(clock_home(), later(8), told, w, 0);
}

static void kick(struct writer *w)
{
    struct job *job = job_of(w);
    struct home *home = clock_home();
    if (!home || home->index < 0)
        return; /* it is being taken apart */
    if (!job) { /* it has just begun */
        job = &jobs[home->index];
        *job = (struct job){.writer = w};
    }
    if (!job->busy && w->queue.head && !w->ending) {
        job->busy = true;
        clock_at(home, later(PACE_MS + 1), decide, w, 0);
    }
}

static void forget_job(struct writer *w)
{
    struct job *job = job_of(w);
    if (job)
        *job = (struct job){0};
}

/* A server that stops: its thread ends when all is written. */
static void write_the_rest(struct writer *w)
{
    struct job *job = job_of(w);
    struct line batch;
    if (job && job->batch.head)
        publish(w, &job->batch);
    while (w->queue.head) {
        take_batch(w, &batch);
        write_batch(w, &batch);
        publish(w, &batch);
    }
    forget_job(w);
}

void writer_doom(struct writer *w)
{
    struct job *job = job_of(w);
    if (job && job->batch.head) {
        for (struct group *g = job->batch.head; g; g = g->next)
            fail(g, "killed");
        publish(w, &job->batch);
    }
    if (job)
        job->busy = true; /* for good */
    writer_send(w);
    for (struct group *g = w->queue.head; g; g = g->next)
        fail(g, "killed");
    publish(w, &w->queue);
}
