/*
 * ws.c - the handshake's key, frames out, and frames in by wslay.
 */
#include "net/ws.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "text/utf8.h"

/* ---- the handshake ---- */

/* SHA-1 protects nothing here: the handshake only shows that the server speaks WebSocket. */
void ws_accept_of(const char *key, char out[WS_ACCEPT_SIZE])
{
    char text[128];
    uint8_t sum[20] = {0}; /* no memory: an answer that the client refuses */
    int len = snprintf(text, sizeof text, "%.64s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Q_digest(NULL, "SHA1", NULL, text, (size_t)len, sum, NULL);
    sodium_bin2base64(out, WS_ACCEPT_SIZE, sum, sizeof sum, sodium_base64_VARIANT_ORIGINAL);
}

bool ws_accept(const char *key, char out[WS_ACCEPT_SIZE])
{
    uint8_t bytes[16];
    size_t got;
    if (strlen(key) != WS_KEY_SIZE - 1 ||
        sodium_base642bin(bytes, sizeof bytes, key, WS_KEY_SIZE - 1, NULL, &got, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        got != sizeof bytes)
        return false;
    ws_accept_of(key, out);
    return true;
}

/* ---- frames out ---- */

size_t ws_header(uint8_t out[WS_HEADER_MAX], enum ws_opcode opcode, size_t len)
{
    size_t size = len < 126 ? 0 : len < 65536 ? 2 : 8;
    out[0] = (uint8_t)(0x80 | opcode);
    out[1] = (uint8_t)(size == 0 ? len : size == 2 ? 126 : 127);
    for (size_t i = 0; i < size; i++)
        out[2 + i] = (uint8_t)((uint64_t)len >> (8 * (size - 1 - i)));
    return 2 + size;
}

size_t ws_close_payload(uint8_t out[2 + WS_REASON_MAX], int code, const char *reason)
{
    size_t len = reason ? strlen(reason) : 0;
    if (code == 0)
        return 0;
    if (len > WS_REASON_MAX) {
        len = WS_REASON_MAX;
        while (len > 0 && ((uint8_t)reason[len] & 0xc0) == 0x80) /* no half character */
            len--;
    }
    out[0] = (uint8_t)(code >> 8);
    out[1] = (uint8_t)code;
    if (len > 0)
        memcpy(out + 2, reason, len);
    return 2 + len;
}

/* ---- frames in ---- */

enum { IDLE_MAX = 32 }; /* contexts kept for reuse */

struct ws_reader {
    wslay_event_context_ptr wslay;
    struct ws_pool *pool;
    struct ws_reader *next; /* in the pool */
    void *ctx;
    const uint8_t *data; /* unread input of this push */
    size_t left;
    uint64_t given;  /* bytes given to wslay */
    uint64_t framed; /* bytes of all frames that have begun */
    bool fragmented; /* more frames of this message will come */
    struct ws_verdict verdict;
};

struct ws_pool {
    struct ws_handlers handlers;
    enum ws_role role;
    size_t message_max;
    struct ws_reader *idle;
    size_t idle_count;
    char *text; /* a message with its end */
};

static ssize_t on_recv(wslay_event_context_ptr wslay, uint8_t *out, size_t len, int flags,
                       void *user)
{
    struct ws_reader *r = user;
    (void)flags;
    if (r->left == 0) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t some = len < r->left ? len : r->left;
    memcpy(out, r->data, some);
    r->data += some;
    r->left -= some;
    r->given += some;
    return (ssize_t)some;
}

/* We send the answers: what wslay wants to send is discarded. */
static ssize_t on_send(wslay_event_context_ptr wslay, const uint8_t *data, size_t len, int flags,
                       void *user)
{
    (void)wslay;
    (void)data;
    (void)flags;
    (void)user;
    return (ssize_t)len;
}

static int on_mask(wslay_event_context_ptr wslay, uint8_t *out, size_t len, void *user)
{
    (void)wslay;
    (void)user;
    memset(out, 0, len);
    return 0;
}

static void refuse_frame(struct ws_reader *r, int code)
{
    if (r->verdict.end == WS_GOES_ON)
        r->verdict = (struct ws_verdict){.end = WS_FAILED, .code = code};
    wslay_event_shutdown_read(r->wslay);
}

/* wslay insists on the shortest form of a length, and that clients mask and servers do not: so the
 * size of a header is known. */
static void on_frame(wslay_event_context_ptr wslay,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
    struct ws_reader *r = user;
    uint64_t len = frame->payload_length;
    (void)wslay;
    r->framed += 2 +
                 (len < 126     ? 0u
                  : len < 65536 ? 2u
                                : 8u) +
                 (r->pool->role == WS_SERVER ? 4u : 0u) + len;
    if (!wslay_is_ctrl_frame(frame->opcode))
        r->fragmented = !frame->fin;
    int code = r->pool->handlers.frame(r->ctx, (enum ws_opcode)frame->opcode);
    if (code != 0)
        refuse_frame(r, code);
}

static void hear_close(struct ws_reader *r, const struct wslay_event_on_msg_recv_arg *m)
{
    /* wslay checks a reason only if it comes in one piece. */
    bool fine = m->msg_length < 2 || utf8_is_valid((const char *)m->msg + 2, m->msg_length - 2);
    if (m->msg_length == 1)
        refuse_frame(r, WSLAY_CODE_PROTOCOL_ERROR);
    else if (!fine)
        refuse_frame(r, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA);
    else
        r->verdict = (struct ws_verdict){.end = WS_CLOSED, .code = m->status_code};
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *m,
                       void *user)
{
    struct ws_reader *r = user;
    struct ws_pool *p = r->pool;
    (void)wslay;
    if (r->verdict.end != WS_GOES_ON)
        return;
    switch (m->opcode) {
    case WSLAY_TEXT_FRAME:
        if (m->msg_length > 0)
            memcpy(p->text, m->msg, m->msg_length);
        p->text[m->msg_length] = '\0';
        p->handlers.message(r->ctx, p->text, m->msg_length);
        break;
    case WSLAY_PING:
        p->handlers.pong(r->ctx, m->msg, m->msg_length);
        break;
    case WSLAY_CONNECTION_CLOSE:
        hear_close(r, m);
        break;
    default: /* a pong: that it came was all we needed */
        break;
    }
}

/* ---- the pool ---- */

struct ws_pool *ws_pool_new(enum ws_role role, const struct ws_handlers *handlers,
                            size_t message_max)
{
    struct ws_pool *p = calloc(1, sizeof *p);
    if (p) {
        p->handlers = *handlers;
        p->role = role;
        p->message_max = message_max;
        p->text = malloc(message_max + 1);
        if (p->text)
            return p;
    }
    free(p);
    return NULL;
}

static void reader_free(struct ws_reader *r)
{
    wslay_event_context_free(r->wslay);
    free(r);
}

void ws_pool_free(struct ws_pool *p)
{
    while (p && p->idle) {
        struct ws_reader *r = p->idle;
        p->idle = r->next;
        reader_free(r);
    }
    if (p) {
        free(p->text);
        free(p);
    }
}

static struct ws_reader *reader_new(struct ws_pool *p)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_recv,
        .send_callback = on_send,
        .genmask_callback = on_mask,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
    };
    struct ws_reader *r = calloc(1, sizeof *r);
    if (!r ||
        (p->role == WS_SERVER ? wslay_event_context_server_init
                              : wslay_event_context_client_init)(&r->wslay, &callbacks, r) != 0) {
        free(r);
        return NULL;
    }
    wslay_event_config_set_max_recv_msg_length(r->wslay, p->message_max);
    r->pool = p;
    return r;
}

static struct ws_reader *borrow(struct ws_pool *p)
{
    struct ws_reader *r = p->idle;
    if (!r)
        return reader_new(p);
    p->idle = r->next;
    p->idle_count--;
    return r;
}

/* Between messages a context is like new. */
static void give_back(struct ws_pool *p, struct ws_reader *r)
{
    if (p->idle_count >= IDLE_MAX) {
        reader_free(r);
        return;
    }
    r->ctx = NULL;
    r->next = p->idle;
    p->idle = r;
    p->idle_count++;
}

void ws_drop(struct ws_pool *p, struct ws_reader **reader)
{
    (void)p;
    if (*reader) {
        reader_free(*reader);
        *reader = NULL;
    }
}

/* Use wslay's verdict, unless we have decided already. */
static void conclude(struct ws_reader *r, int status)
{
    if (r->verdict.end != WS_GOES_ON)
        return;
    if (status == WSLAY_ERR_NOMEM) {
        refuse_frame(r, WSLAY_CODE_INTERNAL_SERVER_ERROR);
    } else if (status != 0) { /* not a valid frame */
        refuse_frame(r, WSLAY_CODE_PROTOCOL_ERROR);
    } else if (!wslay_event_get_read_enabled(r->wslay)) {
        wslay_event_send(r->wslay); /* its code is known once its close frame is "sent" */
        refuse_frame(r, wslay_event_get_status_code_sent(r->wslay));
    }
}

struct ws_verdict ws_push(struct ws_pool *p, struct ws_reader **reader, void *ctx, const void *data,
                          size_t len)
{
    struct ws_reader *r = *reader ? *reader : borrow(p);
    if (!r)
        return (struct ws_verdict){.end = WS_FAILED, .code = WSLAY_CODE_INTERNAL_SERVER_ERROR};
    *reader = r;
    r->ctx = ctx;
    r->data = data;
    r->left = len;
    int status = wslay_event_recv(r->wslay);
    conclude(r, status);
    struct ws_verdict verdict = r->verdict;
    if (verdict.end != WS_GOES_ON) {
        ws_drop(p, reader);
    } else {
        wslay_event_send(r->wslay); /* discards its pongs */
        if (r->given == r->framed && !r->fragmented) {
            give_back(p, r);
            *reader = NULL;
        }
    }
    return verdict;
}
