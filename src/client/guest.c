/*
 * guest.c - a guest lives longer than its connections: it opens them, loses them and comes back.
 *
 * A connection is welcomed, then it joins the table it was at, and only then is anything sent again
 * that had no answer. `match` and `n` are what has been handed on to the caller; they
 * outlive connections, and so do the commands.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/guest_inner.h"
#include "client/link.h"
#include "client/promise.h"

enum {
    PROTOCOL_VERSION = 2,
    PAUSE_HERE_MS = 1000, /* the longest pause once the server has answered at all */
    PAUSE_MAX_MS = 6 * 1000
};

static void connect_now(struct guest *g);

static void free_if_done(struct guest *g)
{
    if (!g->ended || !g->timer_closed || g->link)
        return;
    for (int i = 0; i < g->unanswered_count; i++)
        free(g->unanswered[i].text);
    json_decref(g->view);
    free(g);
}

static void on_opened(struct link *l, void *ctx)
{
    struct guest *g = ctx;
    (void)l;
    if (!g->later && g->pause_ms > PAUSE_HERE_MS)
        g->pause_ms = PAUSE_HERE_MS;
    guest_say_hello(g);
}

static void on_pause_over(uv_timer_t *timer)
{
    struct guest *g = timer->data;
    connect_now(g);
}

/* Half of the pause is certain, the other half is left to chance: thousands who lost the server
 * in the same moment do not come back in one. */
static int next_pause(struct guest *g)
{
    uint32_t base = g->pause_ms;
    if (g->bye_ms > (int64_t)base)
        base = g->bye_ms < PAUSE_MAX_MS ? (uint32_t)g->bye_ms : PAUSE_MAX_MS;
    g->bye_ms = -1;
    g->pause_ms = g->pause_ms * 2 < PAUSE_MAX_MS ? g->pause_ms * 2 : PAUSE_MAX_MS;
    return (int)(base / 2 + randombytes_uniform(base / 2 + 1));
}

static void on_message(struct link *l, void *ctx, const char *text, size_t len)
{
    (void)l;
    guest_hear(ctx, text, len);
}

static void on_closed(struct link *l, void *ctx, int code, const char *why)
{
    struct guest *g = ctx;
    uint64_t in, out;
    link_bytes(l, &in, &out);
    g->in += in;
    g->out += out;
    g->link = NULL;
    g->joined = g->asked = g->doubles = false;
    promise_resend(&g->promise);
    for (int i = 0; i < g->unanswered_count; i++)
        g->unanswered[i].sent = false;
    if (g->ended) {
        free_if_done(g);
        return;
    }
    if (g->word || g->stays_away) {
        guest_set_state(g, GUEST_OVER, code, why, 0);
        return;
    }
    int ms = next_pause(g);
    uv_timer_start(&g->timer, on_pause_over, (uint64_t)ms, 0);
    guest_set_state(g, GUEST_WAITING, code, why, ms);
}

static void connect_now(struct guest *g)
{
    static const struct link_handlers handlers = {on_opened, on_message, on_closed};
    struct link_address address = g->address;
    if (g->code[0]) { /* so that a proxy can find the table's machine */
        size_t len = strlen(address.path);
        snprintf(address.path + len, sizeof address.path - len, "/%s", g->code);
    }
    uv_timer_stop(&g->timer);
    g->link = link_open(g->loop, &address, g->from[0] ? g->from : NULL, &handlers, g);
    if (g->link)
        guest_set_state(g, GUEST_CONNECTING, 0, "", 0);
    else
        uv_timer_start(&g->timer, on_pause_over, PAUSE_MAX_MS, 0);
}

/* ---- the door ---- */

/* No handler is called from within guest_open: the first try comes from the loop. */
struct guest *guest_open(uv_loop_t *loop, const struct guest_config *config,
                         const struct guest_handlers *handlers, void *ctx)
{
    struct guest *g = calloc(1, sizeof *g);
    if (!g || sodium_init() < 0) {
        free(g);
        return NULL;
    }
    g->loop = loop;
    g->handlers = *handlers;
    g->ctx = ctx;
    g->address = config->address;
    char *last = strrchr(g->address.path, '/');
    if (last && strcmp(last, "/ws") != 0)
        *last = '\0';
    guest_copy(g->code, sizeof g->code, config->address.code);
    guest_copy(g->from, sizeof g->from, config->from ? config->from : "");
    guest_copy(g->requested_name, sizeof g->requested_name, config->name ? config->name : "");
    guest_copy(g->self.token, sizeof g->self.token, config->token ? config->token : "");
    g->lang = config->lang;
    g->stays_away = config->stays_away;
    g->past = config->past;
    g->version = PROTOCOL_VERSION;
    g->mark = randombytes_random();
    g->n = g->bye_ms = -1;
    g->pause_ms = PAUSE_FIRST_MS;
    uv_timer_init(loop, &g->timer);
    g->timer.data = g;
    uv_timer_start(&g->timer, on_pause_over, 0, 0);
    return g;
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct guest *g = handle->data;
    g->timer_closed = true;
    free_if_done(g);
}

void guest_end(struct guest *g)
{
    if (g->ended)
        return;
    g->ended = true;
    g->state = GUEST_OVER;
    memset(&g->handlers, 0, sizeof g->handlers);
    if (g->link)
        link_close(g->link, 1000);
    uv_close((uv_handle_t *)&g->timer, on_timer_closed);
}

void guest_drop(struct guest *g)
{
    if (g->link)
        link_close(g->link, 0);
    else if (g->state == GUEST_WAITING)
        uv_timer_start(&g->timer, on_pause_over, 0, 0);
}

enum guest_state guest_state(const struct guest *g) { return (enum guest_state)g->state; }

const struct guest_self *guest_self(const struct guest *g) { return &g->self; }

const char *guest_table(const struct guest *g) { return g->code; }

bool guest_is_there(const struct guest *g) { return g->joined; }

int guest_match(const struct guest *g) { return g->match; }

int64_t guest_n(const struct guest *g) { return g->n; }

const struct promise_kept *guest_promise(const struct guest *g) { return &g->promise.dealt; }

const char *guest_salt(const struct guest *g) { return g->promise.next.salt; }

void guest_bytes(const struct guest *g, uint64_t *in, uint64_t *out)
{
    *in = *out = 0;
    if (g->link)
        link_bytes(g->link, in, out);
    *in += g->in;
    *out += g->out;
}
