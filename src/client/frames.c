/*
 * frames.c - WebSocket frames of a client.
 */
#include "client/frames.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "client/link.h"
#include "net/ws.h"

enum { READ_SIZE = 64 * 1024, MASK_SIZE = 4, MASKS_SIZE = 4096 };
enum { UNSUPPORTED = 1003, NO_CODE = 1005, NO_MEMORY = 1011 };

/* Shared by all links of a thread. */
static _Thread_local struct {
    int holders;
    struct ws_pool *pool;
    char *read;   /* READ_SIZE bytes from the socket */
    uint8_t *out; /* the frame that is about to be written */
    size_t out_size;
    uint8_t masks[MASKS_SIZE]; /* a stock of random bytes: one by one they cost a system call */
    size_t masks_left;
} shared;

void frames_hold(void) { shared.holders++; }

void frames_let_go(void)
{
    if (--shared.holders > 0)
        return;
    ws_pool_free(shared.pool);
    free(shared.read);
    free(shared.out);
    shared.pool = NULL;
    shared.read = NULL;
    shared.out = NULL;
    shared.out_size = 0;
}

char *frames_buffer(size_t *size)
{
    if (!shared.read)
        shared.read = malloc(READ_SIZE);
    *size = shared.read ? READ_SIZE : 0;
    return shared.read;
}

/* ---- sending ---- */

/* RFC 6455 requires unpredictable masks. */
static const uint8_t *next_mask(void)
{
    if (shared.masks_left < MASK_SIZE) {
        randombytes_buf(shared.masks, sizeof shared.masks);
        shared.masks_left = sizeof shared.masks;
    }
    shared.masks_left -= MASK_SIZE;
    return shared.masks + shared.masks_left;
}

static uint8_t *buffer_for(size_t size)
{
    if (size > shared.out_size) {
        uint8_t *more = realloc(shared.out, 2 * size);
        if (!more)
            return NULL;
        shared.out = more;
        shared.out_size = 2 * size;
    }
    return shared.out;
}

static bool send_frame(struct frames *f, enum ws_opcode opcode, const void *data, size_t len)
{
    const uint8_t *mask = next_mask(), *from = data;
    uint8_t *out = f->said_bye ? NULL : buffer_for(WS_HEADER_MAX + MASK_SIZE + len);
    if (!out)
        return false;
    size_t size = ws_header(out, opcode, len);
    out[1] |= 0x80; /* masked */
    memcpy(out + size, mask, MASK_SIZE);
    size += MASK_SIZE;
    for (size_t i = 0; i < len; i++)
        out[size + i] = from[i] ^ mask[i % MASK_SIZE];
    f->said_bye = opcode == WS_CLOSE;
    f->write(f->ctx, out, size + len);
    return true;
}

bool frames_text(struct frames *f, const char *text, size_t len)
{
    return send_frame(f, WS_TEXT, text, len);
}

bool frames_ping(struct frames *f) { return send_frame(f, WS_PING, "", 0); }

bool frames_bye(struct frames *f, int code)
{
    uint8_t payload[2 + WS_REASON_MAX];
    return send_frame(f, WS_CLOSE, payload, ws_close_payload(payload, code, NULL));
}

/* ---- reading ---- */

static int on_frame(void *ctx, enum ws_opcode opcode)
{
    (void)ctx;
    return opcode == WS_BINARY ? UNSUPPORTED : 0;
}

static void on_message(void *ctx, const char *text, size_t len)
{
    struct frames *f = ctx;
    f->message(f->ctx, text, len);
}

static void on_ping(void *ctx, const uint8_t *data, size_t len)
{
    send_frame(ctx, WS_PONG, data, len);
}

enum frames_state frames_read(struct frames *f, const char *data, size_t len)
{
    static const struct ws_handlers handlers = {on_frame, on_message, on_ping};
    if (!shared.pool)
        shared.pool = ws_pool_new(WS_CLIENT, &handlers, LINK_MESSAGE_MAX);
    struct ws_verdict verdict = {.end = WS_FAILED, .code = NO_MEMORY};
    if (shared.pool)
        verdict = ws_push(shared.pool, &f->reader, f, data, len);
    if (verdict.end == WS_GOES_ON)
        return FRAMES_FINE;
    frames_bye(f, verdict.code);
    f->code = verdict.code ? verdict.code : NO_CODE;
    return verdict.end == WS_CLOSED ? FRAMES_BYE : FRAMES_BAD;
}

void frames_end(struct frames *f) { ws_drop(shared.pool, &f->reader); }
