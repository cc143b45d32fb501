/*
 * link.c - the life of a link: find the server, ask for a WebSocket, talk, part.
 *
 * RESOLVING, CONNECTING, SHAKING (hands, with TLS) and ASKING have ten seconds together. OPEN pings
 * after silence and gives up on a server that stays silent. PARTING has sent a close frame and waits a
 * moment for the answer. From GONE on only `closed` is called, once the handles are
 * closed.
 */
#include "client/link.h"

#include <netdb.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/frames.h"
#include "client/tls.h"
#include "client/upgrade.h"
#include "text/text.h"

enum {
    OPEN_MS = 10 * 1000,  /* to be open */
    TICK_MS = 15 * 1000,  /* of silence, ... */
    TICKS_PING = 2,       /* ... this many: a ping; ... */
    TICKS_DEAD = 4,       /* ... this many: given up */
    PARTING_MS = 2 * 1000 /* for the answer to a close frame */
};

enum state { RESOLVING, CONNECTING, SHAKING, ASKING, OPEN, PARTING, GONE };

/* Needed only until the link is open. */
struct opening {
    struct link_address address;
    struct sockaddr_storage from, to; /* ss_family 0: none */
    uv_getaddrinfo_t resolve;
    struct addrinfo *found, *next; /* candidate addresses, and the one to try next */
    uv_connect_t connect;
    struct upgrade upgrade;
};

struct link {
    uv_tcp_t tcp;
    uv_timer_t timer;
    struct link_handlers handlers;
    void *ctx;
    struct frames frames;
    struct opening *opening;
    struct tls *tls;  /* NULL: plain */
    uint64_t in, out; /* bytes */
    uint64_t heard;   /* `in` at the last tick */
    const char *why;
    int code;
    uint8_t state; /* enum state */
    uint8_t silent;
    uint8_t handles; /* open handles; the link is freed with the last */
    bool resolving;  /* a name is being looked up: freeing has to wait for that */
};

struct chunk {
    uv_write_t request;
    uint8_t data[];
};

/* ---- the end ---- */

static void free_opening(struct link *l)
{
    if (l->opening && !l->resolving) {
        uv_freeaddrinfo(l->opening->found);
        free(l->opening);
        l->opening = NULL;
    }
}

static void finish(struct link *l)
{
    free_opening(l);
    frames_end(&l->frames);
    l->handlers.closed(l, l->ctx, l->code, l->why);
    tls_free(l->tls);
    free(l);
    frames_let_go();
}

static void finish_if_last(struct link *l)
{
    if (l->handles == 0 && !l->resolving)
        finish(l);
}

static void on_closed(uv_handle_t *handle)
{
    struct link *l = handle->data;
    l->handles--;
    finish_if_last(l);
}

/* TLS has a last word; we do not wait for it to arrive. */
static void part(struct link *l)
{
    char sealed[1024];
    tls_bye(l->tls);
    size_t len = tls_take(l->tls, sealed, sizeof sealed);
    uv_buf_t buf = uv_buf_init(sealed, (unsigned)len);
    if (len > 0 && link_queued(l) == 0)
        uv_try_write((uv_stream_t *)&l->tcp, &buf, 1);
}

/* Ends the link. Safe to call at any time, from any handler. */
static void end(struct link *l, int code, const char *why)
{
    if (l->state == GONE)
        return;
    l->state = GONE;
    l->code = code;
    l->why = why;
    if (l->resolving)
        uv_cancel((uv_req_t *)&l->opening->resolve);
    if (l->tls)
        part(l);
    if (!uv_is_closing((uv_handle_t *)&l->tcp))
        uv_close((uv_handle_t *)&l->tcp, on_closed);
    uv_close((uv_handle_t *)&l->timer, on_closed);
}

/* ---- writing ---- */

static void on_written(uv_write_t *request, int status)
{
    struct link *l = request->handle->data;
    free(request->data);
    if (status < 0)
        end(l, 1006, link_error(status));
}

static void write_rest(struct link *l, const uint8_t *data, size_t len)
{
    if (link_queued(l) > 2 * LINK_QUEUE_MAX) { /* only pongs can fill the queue this far */
        end(l, 1006, N_("the server sends pings but does not read the answers"));
        return;
    }
    struct chunk *chunk = malloc(sizeof *chunk + len);
    if (!chunk) {
        end(l, 1006, link_error(UV_ENOMEM));
        return;
    }
    memcpy(chunk->data, data, len);
    chunk->request.data = chunk;
    uv_buf_t buf = uv_buf_init((char *)chunk->data, (unsigned)len);
    int error = uv_write(&chunk->request, (uv_stream_t *)&l->tcp, &buf, 1, on_written);
    if (error) {
        free(chunk);
        end(l, 1006, link_error(error));
    }
}

/* Sends what the socket takes now, and queues the rest. */
static void send_bytes(struct link *l, const uint8_t *data, size_t len)
{
    if (l->state == GONE)
        return;
    l->out += len;
    size_t done = 0;
    if (uv_stream_get_write_queue_size((uv_stream_t *)&l->tcp) == 0) {
        uv_buf_t buf = uv_buf_init((char *)(uintptr_t)data, (unsigned)len);
        int written = uv_try_write((uv_stream_t *)&l->tcp, &buf, 1);
        if (written < 0 && written != UV_EAGAIN) {
            end(l, 1006, link_error(written));
            return;
        }
        done = written > 0 ? (size_t)written : 0;
    }
    if (done < len)
        write_rest(l, data + done, len - done);
}

/* Sends what TLS has for the socket. */
static void send_sealed(struct link *l)
{
    uint8_t sealed[16 * 1024];
    size_t len;
    while ((len = tls_take(l->tls, sealed, sizeof sealed)) > 0)
        send_bytes(l, sealed, len);
}

static void write_bytes(void *ctx, const uint8_t *data, size_t len)
{
    struct link *l = ctx;
    if (!l->tls)
        send_bytes(l, data, len);
    else if (l->state != GONE && tls_write(l->tls, data, len))
        send_sealed(l);
    else
        end(l, 1006, tls_why(l->tls));
}

/* ---- reading ---- */

static void on_message(void *ctx, const char *text, size_t len)
{
    struct link *l = ctx;
    if (l->state == OPEN)
        l->handlers.message(l, l->ctx, text, len);
}

static void read_frames(struct link *l, const char *data, size_t len)
{
    switch (frames_read(&l->frames, data, len)) {
    case FRAMES_FINE:
        break;
    case FRAMES_BYE:
        end(l, l->frames.code, N_("the server has closed the connection"));
        break;
    case FRAMES_BAD:
        end(l, l->frames.code, N_("the server sent something that is not a Mazo message"));
        break;
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct link *l = timer->data;
    if (l->state != OPEN) {
        end(l, 1006,
            l->state == PARTING ? N_("the connection is closed") : link_error(UV_ETIMEDOUT));
        return;
    }
    l->silent = l->in == l->heard ? (uint8_t)(l->silent + 1) : 0;
    l->heard = l->in;
    if (l->silent >= TICKS_DEAD)
        end(l, 1006, N_("the server has stopped answering"));
    else if (l->silent >= TICKS_PING)
        frames_ping(&l->frames);
}

static void read_answer(struct link *l, const char *data, size_t len)
{
    size_t used = 0;
    const char *why = "";
    switch (upgrade_read(&l->opening->upgrade, data, len, &used, &why)) {
    case UPGRADE_MORE:
        return;
    case UPGRADE_BAD:
        end(l, 1006, why);
        return;
    case UPGRADE_DONE:
        break;
    }
    l->state = OPEN;
    free_opening(l);
    uv_timer_start(&l->timer, on_tick, TICK_MS, TICK_MS);
    l->handlers.opened(l, l->ctx);
    if (l->state != GONE && used < len)
        read_frames(l, data + used, len - used);
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    size_t size;
    (void)handle, (void)wanted;
    char *shared = frames_buffer(&size);
    *buf = uv_buf_init(shared, (unsigned)size);
}

static void read_plain(struct link *l, const char *data, size_t len)
{
    if (l->state == ASKING)
        read_answer(l, data, len);
    else
        read_frames(l, data, len);
}

/* Ask for a WebSocket. */
static void ask_upgrade(struct link *l)
{
    char text[UPGRADE_REQUEST_MAX];
    int len = upgrade_begin(&l->opening->upgrade, &l->opening->address, text);
    l->state = ASKING;
    write_bytes(l, (const uint8_t *)text, (size_t)len);
}

/* `data` is the buffer that all reads share: TLS copies it, then the plain bytes go there. */
static void read_sealed(struct link *l, const char *data, size_t len)
{
    size_t size;
    int got = 0;
    char *plain = frames_buffer(&size);
    enum tls_step step = tls_feed(l->tls, data, len) ? TLS_DONE : TLS_BAD;
    if (step == TLS_DONE && l->state == SHAKING) {
        step = tls_shake(l->tls);
        send_sealed(l); /* also sends the alert if we refuse */
    }
    if (step == TLS_DONE && l->state == SHAKING)
        ask_upgrade(l);
    while (step == TLS_DONE && l->state != GONE && (got = tls_read(l->tls, plain, size)) > 0)
        read_plain(l, plain, (size_t)got);
    send_sealed(l);
    if (step == TLS_BAD || got < 0) {
        const char *why = tls_why(l->tls);
        end(l, 1006, why ? why : link_error(UV_ENOMEM));
    }
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *buf)
{
    struct link *l = stream->data;
    if (l->state == GONE || got == 0)
        return;
    if (got < 0) {
        end(l, 1006,
            got != UV_EOF         ? link_error((int)got)
            : l->state == SHAKING ? N_("it hung up during the TLS handshake")
                                  : N_("the connection broke"));
        return;
    }
    l->in += (uint64_t)got;
    if (l->tls)
        read_sealed(l, buf->base, (size_t)got);
    else
        read_plain(l, buf->base, (size_t)got);
}

/* ---- connecting ---- */

static void connect_next(struct link *l);

/* The attempt failed: the socket closes before the next one opens. */
static void on_closed_for_next(uv_handle_t *handle)
{
    struct link *l = handle->data;
    l->handles--;
    if (l->state == GONE) {
        finish_if_last(l);
        return;
    }
    uv_tcp_init(l->timer.loop, &l->tcp);
    l->handles++;
    connect_next(l);
}

static void connect_failed(struct link *l, int error)
{
    if (l->opening->next)
        uv_close((uv_handle_t *)&l->tcp, on_closed_for_next);
    else
        end(l, 1006, link_error(error));
}

static void shake_hands(struct link *l)
{
    const struct link_address *address = &l->opening->address;
    const char *why = "";
    l->state = SHAKING;
    l->tls = tls_open(address->host, address->ca, &why);
    if (l->tls)
        send_sealed(l);
    else
        end(l, 1006, why);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct link *l = request->handle->data;
    if (l->state == GONE)
        return;
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&l->tcp, on_alloc, on_read);
    if (status < 0) {
        connect_failed(l, status);
        return;
    }
    uv_tcp_nodelay(&l->tcp, 1);
    if (l->opening->address.secure)
        shake_hands(l);
    else
        ask_upgrade(l);
}

/* Connects to the given address, or to the next one of the name. */
static void connect_next(struct link *l)
{
    struct opening *o = l->opening;
    const struct sockaddr *to = (const struct sockaddr *)&o->to;
    int error = 0;
    if (o->next) {
        to = o->next->ai_addr;
        o->next = o->next->ai_next;
    }
    if (o->from.ss_family)
        error = uv_tcp_bind(&l->tcp, (const struct sockaddr *)&o->from, 0);
    if (!error)
        error = uv_tcp_connect(&o->connect, &l->tcp, to, on_connected);
    if (error)
        connect_failed(l, error);
}

static void on_resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct link *l = request->data;
    l->resolving = false;
    l->opening->found = l->opening->next = found;
    if (l->state == GONE) {
        finish_if_last(l);
    } else if (status < 0 || !found) {
        end(l, 1006, link_error(status < 0 ? status : UV_EAI_NONAME));
    } else {
        l->state = CONNECTING;
        connect_next(l);
    }
}

static void look_up(struct link *l)
{
    struct opening *o = l->opening;
    char port[12];
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    snprintf(port, sizeof port, "%d", o->address.port);
    o->resolve.data = l;
    int error = uv_getaddrinfo(l->timer.loop, &o->resolve, on_resolved, o->address.host, port,
                               &hints);
    if (error)
        end(l, 1006, link_error(error));
    else
        l->resolving = true;
}

/* Reads a numeric address. */
static bool read_address(const char *text, int port, struct sockaddr_storage *out)
{
    memset(out, 0, sizeof *out);
    return uv_ip4_addr(text, port, (struct sockaddr_in *)out) == 0 ||
           uv_ip6_addr(text, port, (struct sockaddr_in6 *)out) == 0;
}

static void begin(struct link *l, const char *from)
{
    struct opening *o = l->opening;
    uv_timer_start(&l->timer, on_tick, OPEN_MS, 0);
    if (from && !read_address(from, 0, &o->from)) {
        end(l, 1006, link_error(UV_EADDRNOTAVAIL));
    } else if (read_address(o->address.host, o->address.port, &o->to)) {
        l->state = CONNECTING;
        connect_next(l);
    } else {
        look_up(l);
    }
}

/* ---- the door ---- */

struct link *link_open(uv_loop_t *loop, const struct link_address *address, const char *from,
                       const struct link_handlers *handlers, void *ctx)
{
    struct link *l = calloc(1, sizeof *l);
    struct opening *o = calloc(1, sizeof *o);
    if (!l || !o || sodium_init() < 0) {
        free(l);
        free(o);
        return NULL;
    }
    frames_hold();
    o->address = *address;
    l->opening = o;
    l->handlers = *handlers;
    l->ctx = ctx;
    l->frames = (struct frames){.message = on_message, .write = write_bytes, .ctx = l};
    uv_timer_init(loop, &l->timer);
    uv_tcp_init(loop, &l->tcp);
    l->timer.data = l->tcp.data = l;
    l->handles = 2;
    begin(l, from);
    return l;
}

bool link_send(struct link *l, const char *text, size_t len)
{
    return l->state == OPEN && link_queued(l) + len <= LINK_QUEUE_MAX &&
           frames_text(&l->frames, text, len) && l->state == OPEN;
}

void link_close(struct link *l, int code)
{
    if (l->state == OPEN && code && frames_bye(&l->frames, code) && l->state == OPEN) {
        l->state = PARTING;
        uv_timer_start(&l->timer, on_tick, PARTING_MS, 0);
    } else if (l->state != PARTING || code == 0) {
        end(l, 1006, N_("the connection is closed"));
    }
}

size_t link_queued(const struct link *l)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&l->tcp);
}

void link_bytes(const struct link *l, uint64_t *in, uint64_t *out)
{
    *in = l->in;
    *out = l->out;
}
