/*
 * reader.c - questions on their way to the store, and answers on their way back.
 */
#include "store/reader.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct reader {
    struct store *store;
    void (*wake)(void *ctx);
    void *ctx;
    pthread_t thread;

    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct readings asked, answered;
    bool ending;
};

/* Wait for the next question; NULL: the end. */
static struct reading *await_question(struct reader *r)
{
    pthread_mutex_lock(&r->lock);
    while (STAILQ_EMPTY(&r->asked) && !r->ending)
        pthread_cond_wait(&r->work, &r->lock);
    struct reading *q = readings_take(&r->asked);
    pthread_mutex_unlock(&r->lock);
    return q;
}

static void *answer_until_end(void *arg)
{
    struct reader *r = arg;
    for (struct reading *q; (q = await_question(r));) {
        q->read(q, r->store);
        pthread_mutex_lock(&r->lock);
        STAILQ_INSERT_TAIL(&r->answered, q, next);
        pthread_mutex_unlock(&r->lock);
        r->wake(r->ctx);
    }
    return NULL;
}

struct reader *reader_start(struct store *store, void (*wake)(void *ctx), void *ctx)
{
    struct reader *r = calloc(1, sizeof *r);
    sigset_t all, before;
    if (!r)
        return NULL;
    r->store = store;
    r->wake = wake;
    r->ctx = ctx;
    STAILQ_INIT(&r->asked);
    STAILQ_INIT(&r->answered);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->work, NULL);
    sigfillset(&all); /* other threads get the signals */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&r->thread, NULL, answer_until_end, r) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started) {
        pthread_cond_destroy(&r->work);
        pthread_mutex_destroy(&r->lock);
        free(r);
        return NULL;
    }
    return r;
}

void reader_ask(struct reader *r, struct reading *q)
{
    pthread_mutex_lock(&r->lock);
    STAILQ_INSERT_TAIL(&r->asked, q, next);
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
}

uint32_t reader_reap(struct reader *r, void *ctx)
{
    struct readings back = STAILQ_HEAD_INITIALIZER(back);
    uint32_t count = 0;
    pthread_mutex_lock(&r->lock);
    STAILQ_CONCAT(&back, &r->answered);
    pthread_mutex_unlock(&r->lock);
    for (struct reading *q; (q = readings_take(&back)); count++)
        q->done(q, ctx);
    return count;
}

void reader_end(struct reader *r)
{
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->thread, NULL);
    pthread_cond_destroy(&r->work);
    pthread_mutex_destroy(&r->lock);
    free(r);
}
