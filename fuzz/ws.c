/*
 * ws.c - any bytes as WebSocket frames, in pieces of any size.
 *
 * The first byte says how the rest is cut. However it is cut, the same messages are heard, they
 * are UTF-8 and within the limit, and a reader that was given back is as new.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "net/ws.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 300 };

/* What was heard. */
struct ctx {
    uint64_t sum;
    size_t last; /* length of the last message */
    unsigned frames;
};

static void must(bool fine)
{
    if (!fine)
        abort();
}

static void add(struct ctx *e, int kind, const void *data, size_t len)
{
    const uint8_t *at = data;
    e->sum = e->sum * 1000003 + (uint64_t)kind;
    for (size_t i = 0; i < len; i++)
        e->sum = e->sum * 1000003 + at[i] + 1;
}

static int on_frame(void *ctx, enum ws_opcode opcode)
{
    struct ctx *e = ctx;
    return opcode == WS_BINARY ? 1003 : ++e->frames > 200 ? 4029 : 0;
}

static void on_message(void *ctx, const char *text, size_t len)
{
    struct ctx *e = ctx;
    must(len <= LIMIT && text[len] == '\0');
    for (size_t at = 0; at < len;) {
        int some = utf8_length(text + at, len - at);
        must(some > 0);
        at += (size_t)some;
    }
    e->last = len;
    add(e, WS_TEXT, text, len);
}

static void on_ping(void *ctx, const uint8_t *data, size_t len)
{
    must(len <= 125);
    add(ctx, WS_PONG, data, len);
}

/* Between messages a connection holds nothing, and the next message is understood. */
static void check_rest(struct ws_pool *pool, struct ws_reader **reader, struct ctx *e)
{
    static const uint8_t good[] = {0x81, 0x82, 0, 0, 0, 0, 'o', 'k'};
    struct ctx before = *e;
    if (*reader == NULL && before.frames < 200) {
        e->last = 0;
        must(ws_push(pool, reader, e, good, sizeof good).end == WS_GOES_ON);
        must(*reader == NULL && e->last == 2);
        *e = before;
    }
}

/* How a stream was read. */
struct result {
    uint64_t sum;
    struct ws_verdict verdict;
};

static struct result read_all(struct ws_pool *pool, const uint8_t *data, size_t size, size_t piece)
{
    struct ctx e = {0};
    struct ws_reader *reader = NULL;
    struct ws_verdict verdict = {0};
    for (size_t at = 0; at < size && verdict.end == WS_GOES_ON; at += piece) {
        size_t some = size - at < piece ? size - at : piece;
        verdict = ws_push(pool, &reader, &e, data + at, some);
    }
    if (verdict.end == WS_GOES_ON) {
        check_rest(pool, &reader, &e);
    } else {
        must(reader == NULL);
        must(verdict.end == WS_CLOSED || (verdict.code >= 1000 && verdict.code < 5000));
    }
    ws_drop(pool, &reader);
    return (struct result){.sum = e.sum, .verdict = verdict};
}

/* In the reason of a close wslay sees bad characters sooner or later, depending on the cut. */
static void compare(struct result a, struct result b)
{
    must(a.sum == b.sum);
    must((a.verdict.end == WS_GOES_ON) == (b.verdict.end == WS_GOES_ON) || a.verdict.code == 1007 ||
         b.verdict.code == 1007);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ws_handlers handlers = {on_frame, on_message, on_ping};
    static struct ws_pool *pool;
    if (!pool)
        pool = ws_pool_new(WS_SERVER, &handlers, LIMIT);
    if (size > 0) {
        struct result whole = read_all(pool, data + 1, size - 1, size);
        compare(read_all(pool, data + 1, size - 1, 1u + data[0]), whole);
        compare(read_all(pool, data + 1, size - 1, 1), whole);
    }
    return 0;
}
