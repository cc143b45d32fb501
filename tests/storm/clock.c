/*
 * clock.c - time, chance, and as much of libuv as the server and the client use.
 *
 * All that happens is an event of a home, in the order of time, and of their making where the time
 * is the same. Nothing else decides anything, so a seed is a run.
 */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mazo/rng.h"
#include "storm.h"

struct event {
    uint64_t at, order;
    struct home *home;
    uint32_t life;
    void (*fn)(void *ctx, uint64_t id);
    void *ctx;
    uint64_t id;
};

struct home outside = {.index = -1};
uint64_t storm_now, storm_seed;
bool storm_verbose;

static struct {
    struct event *heap;
    size_t count, cap;
    uint64_t made;
    uint64_t world, inside; /* two kinds of dice: what befalls the servers, and their own */
    uint64_t digest;
    struct home *home;
} s;

/* ---- chance ---- */

uint32_t dice(uint32_t below) { return below > 0 ? mazo_fast_below(&s.world, below) : 0; }
uint32_t between(uint32_t least, uint32_t most) { return least + dice(most - least + 1); }
bool chance(uint32_t of_a_thousand) { return dice(1000) < of_a_thousand; }

static const char *dice_name(void) { return "storm"; }
static uint32_t dice_next(void) { return mazo_fast_word(&s.inside); }

static void dice_fill(void *buf, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)buf)[i] = (unsigned char)(dice_next() >> 8);
}

static randombytes_implementation own_dice = {.implementation_name = dice_name,
                                              .random = dice_next,
                                              .buf = dice_fill};

/* ---- what is told of the run ---- */

void note(const void *data, size_t len)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < len; i++)
        s.digest = (s.digest ^ bytes[i]) * UINT64_C(0x100000001b3);
}

uint64_t run_digest(void) { return s.digest; }

static void tell_time(FILE *to)
{
    fprintf(to, "%6llu.%03llu ", (unsigned long long)(storm_now / 1000),
            (unsigned long long)(storm_now % 1000));
}

void story(const char *format, ...)
{
    if (storm_verbose) {
        va_list args;
        va_start(args, format);
        tell_time(stdout);
        vprintf(format, args);
        putchar('\n');
        va_end(args);
    }
}

void broken(const char *promise, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    printf("seed %llu, after %llu.%03llu s: a promise is broken: %s.\n",
           (unsigned long long)storm_seed, (unsigned long long)(storm_now / 1000),
           (unsigned long long)(storm_now % 1000), promise);
    vprintf(format, args);
    printf("\nTo see it again: storm --nodes %d --seed %llu --verbose\n", storm_nodes,
           (unsigned long long)storm_seed);
    va_end(args);
    fflush(stdout);
    exit(1);
}

/* ---- events ---- */

static bool is_earlier(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void sift_up(size_t i)
{
    struct event e = s.heap[i];
    for (; i > 0 && is_earlier(&e, &s.heap[(i - 1) / 2]); i = (i - 1) / 2)
        s.heap[i] = s.heap[(i - 1) / 2];
    s.heap[i] = e;
}

static void sift_down(size_t i)
{
    struct event e = s.heap[i];
    for (size_t child; (child = 2 * i + 1) < s.count; i = child) {
        child += child + 1 < s.count && is_earlier(&s.heap[child + 1], &s.heap[child]);
        if (!is_earlier(&s.heap[child], &e))
            break;
        s.heap[i] = s.heap[child];
    }
    s.heap[i] = e;
}

static void push(struct event e)
{
    if (s.count == s.cap) {
        s.cap = s.cap ? s.cap * 2 : 256;
        s.heap = realloc(s.heap, s.cap * sizeof *s.heap);
        if (!s.heap)
            abort();
    }
    s.heap[s.count++] = e;
    sift_up(s.count - 1);
}

void clock_at(struct home *home, uint64_t at, void (*fn)(void *ctx, uint64_t id), void *ctx,
              uint64_t id)
{
    push((struct event){.at = at < storm_now ? storm_now : at,
                        .order = s.made++,
                        .home = home,
                        .life = home->life,
                        .fn = fn,
                        .ctx = ctx,
                        .id = id});
}

void clock_forget(const void *ctx)
{
    size_t kept = 0;
    for (size_t i = 0; i < s.count; i++)
        if (s.heap[i].ctx != ctx)
            s.heap[kept++] = s.heap[i];
    s.count = kept;
    for (size_t i = s.count / 2; i-- > 0;)
        sift_down(i);
}

uint64_t clock_next(void) { return s.count > 0 ? s.heap[0].at : UINT64_MAX; }

struct home *clock_home(void) { return s.home; }

struct home *clock_step(void)
{
    if (s.count == 0)
        return NULL;
    struct event e = s.heap[0];
    s.heap[0] = s.heap[--s.count];
    if (s.count > 0)
        sift_down(0);
    storm_now = e.at;
    if (e.life != e.home->life)
        return e.home;
    if (e.home->thaws > storm_now) { /* in the same order, then */
        e.at = e.home->thaws;
        push(e);
        return e.home;
    }
    s.home = e.home;
    e.fn(e.ctx, e.id);
    if (e.life == e.home->life && e.home->turn)
        e.home->turn->prepare_cb(e.home->turn);
    s.home = NULL;
    return e.home;
}

void clock_begin(uint64_t seed)
{
    static bool ready;
    if (!ready) {
        ready = true;
        randombytes_set_implementation(&own_dice);
        if (sodium_init() < 0)
            abort();
    }
    storm_seed = seed;
    storm_now = 0;
    s.made = 0;
    s.count = 0;
    s.world = mazo_fast_seed(seed);
    s.inside = mazo_fast_seed(seed + UINT64_C(0x5707a));
    s.digest = UINT64_C(0xcbf29ce484222325);
    s.home = NULL;
}

void clock_end(void)
{
    free(s.heap);
    s.heap = NULL;
    s.count = s.cap = 0;
}

/* ---- libuv, without a world ---- */

static struct home *home_of(const uv_loop_t *loop) { return (struct home *)(uintptr_t)loop; }

uv_loop_t *uv_default_loop(void) { return &s.home->loop; }
uint64_t uv_now(const uv_loop_t *loop) { return storm_now - home_of(loop)->lag; }
uint64_t uv_hrtime(void) { return storm_now * 1000000; }

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
    void *data = timer->data;
    memset(timer, 0, sizeof *timer);
    timer->data = data;
    timer->loop = loop;
    return 0;
}

static void on_timer(void *ctx, uint64_t id)
{
    uv_timer_t *timer = ctx;
    if (timer->start_id != id)
        return; /* stopped, or set anew */
    timer->start_id += timer->repeat ? 2 : 1;
    if (timer->repeat)
        clock_at(home_of(timer->loop), storm_now + timer->repeat, on_timer, timer, timer->start_id);
    timer->timer_cb(timer);
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb fn, uint64_t ms, uint64_t repeat)
{
    uint64_t at = storm_now + ms, late = 0;
    if (timer->timer_cb == fn && timer->timeout == at && timer->start_id % 2 == 1 &&
        timer->repeat == repeat)
        return 0; /* as it is set already: the server sets it at every turn */
    timer->timer_cb = fn;
    timer->repeat = repeat;
    timer->timeout = at;
    timer->start_id += timer->start_id % 2 == 1 ? 2 : 1; /* odd: it runs */
    if (home_of(timer->loop)->index >= 0 && happens(weather.busy))
        late = dice(60);
    clock_at(home_of(timer->loop), at + late, on_timer, timer, timer->start_id);
    return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
    timer->start_id += timer->start_id % 2;
    return 0; /* what is on its way finds another number */
}

int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb fn)
{
    memset(async, 0, sizeof *async);
    async->loop = loop;
    async->async_cb = fn;
    return 0;
}

static void on_async(void *ctx, uint64_t id)
{
    uv_async_t *async = ctx;
    (void)id;
    async->pending = 0;
    async->async_cb(async);
}

int uv_async_send(uv_async_t *async)
{
    if (!async->pending) {
        async->pending = 1;
        clock_at(home_of(async->loop), storm_now, on_async, async, 0);
    }
    return 0;
}

int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *prepare)
{
    memset(prepare, 0, sizeof *prepare);
    prepare->loop = loop;
    return 0;
}

int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb fn)
{
    prepare->prepare_cb = fn;
    home_of(prepare->loop)->turn = prepare;
    return 0;
}

int uv_signal_init(uv_loop_t *loop, uv_signal_t *handle)
{
    memset(handle, 0, sizeof *handle);
    handle->loop = loop;
    return 0;
}

int uv_signal_start(uv_signal_t *handle, uv_signal_cb fn, int number)
{
    handle->signal_cb = fn;
    handle->signum = number;
    return 0;
}

/* At once: closed handles are not used here. */
void uv_close(uv_handle_t *handle, uv_close_cb fn)
{
    struct home *home = home_of(handle->loop);
    clock_forget(handle);
    if ((void *)home->turn == (void *)handle)
        home->turn = NULL;
    if (fn)
        fn(handle);
}
