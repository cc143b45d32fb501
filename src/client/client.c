/*
 * client.c - a client lives longer than its connections: it opens them, loses them and comes back.
 *
 * A connection is welcomed, then it joins the table it was at, and only then is anything sent again
 * that had no answer. `match` and `n` are what has been handed on to the caller; they
 * outlive connections, and so do the commands.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/client_inner.h"
#include "client/link.h"
#include "client/shuffle_part.h"

enum {
    PROTOCOL_VERSION = 2,
    PAUSE_HERE_MS = 1000, /* longest pause after the server has answered once */
    PAUSE_MAX_MS = 6 * 1000
};

static void connect_now(struct client *c);

static void free_if_done(struct client *c)
{
    if (!c->ended || !c->timer_closed || c->link)
        return;
    for (int i = 0; i < c->unanswered_count; i++)
        free(c->unanswered[i].text);
    json_decref(c->view);
    free(c);
}

static void on_opened(struct link *l, void *ctx)
{
    struct client *c = ctx;
    (void)l;
    if (!c->later && c->pause_ms > PAUSE_HERE_MS)
        c->pause_ms = PAUSE_HERE_MS;
    client_say_hello(c);
}

static void on_pause_over(uv_timer_t *timer)
{
    struct client *c = timer->data;
    connect_now(c);
}

/* Half of the pause is fixed, half random: thousands who lost the server together do not come back
 * together. */
static int next_pause(struct client *c)
{
    uint32_t base = c->pause_ms;
    if (c->bye_ms > (int64_t)base)
        base = c->bye_ms < PAUSE_MAX_MS ? (uint32_t)c->bye_ms : PAUSE_MAX_MS;
    c->bye_ms = -1;
    c->pause_ms = c->pause_ms * 2 < PAUSE_MAX_MS ? c->pause_ms * 2 : PAUSE_MAX_MS;
    return (int)(base / 2 + randombytes_uniform(base / 2 + 1));
}

static void on_message(struct link *l, void *ctx, const char *text, size_t len)
{
    (void)l;
    client_hear(ctx, text, len);
}

static void on_closed(struct link *l, void *ctx, int code, const char *why)
{
    struct client *c = ctx;
    uint64_t in, out;
    link_bytes(l, &in, &out);
    c->in += in;
    c->out += out;
    c->link = NULL;
    c->joined = c->asked = c->doubles = false;
    shuffle_part_resend(&c->shuffle);
    for (int i = 0; i < c->unanswered_count; i++)
        c->unanswered[i].sent = false;
    if (c->ended) {
        free_if_done(c);
        return;
    }
    if (c->word || c->stays_away) {
        client_set_state(c, CLIENT_OVER, code, why, 0);
        return;
    }
    int ms = next_pause(c);
    uv_timer_start(&c->timer, on_pause_over, (uint64_t)ms, 0);
    client_set_state(c, CLIENT_WAITING, code, why, ms);
}

static void connect_now(struct client *c)
{
    static const struct link_handlers handlers = {on_opened, on_message, on_closed};
    struct link_address address = c->address;
    if (c->code[0]) { /* lets a proxy find the table's server */
        size_t len = strlen(address.path);
        snprintf(address.path + len, sizeof address.path - len, "/%s", c->code);
    }
    uv_timer_stop(&c->timer);
    c->link = link_open(c->loop, &address, c->from[0] ? c->from : NULL, &handlers, c);
    if (c->link)
        client_set_state(c, CLIENT_CONNECTING, 0, "", 0);
    else
        uv_timer_start(&c->timer, on_pause_over, PAUSE_MAX_MS, 0);
}

/* ---- the door ---- */

/* Handlers are never called from within client_open: the first attempt comes from the loop. */
struct client *client_open(uv_loop_t *loop, const struct client_config *config,
                           const struct client_handlers *handlers, void *ctx)
{
    struct client *c = calloc(1, sizeof *c);
    if (!c || sodium_init() < 0) {
        free(c);
        return NULL;
    }
    c->loop = loop;
    c->handlers = *handlers;
    c->ctx = ctx;
    c->address = config->address;
    char *last = strrchr(c->address.path, '/');
    if (last && strcmp(last, "/ws") != 0)
        *last = '\0';
    client_copy(c->code, sizeof c->code, config->address.code);
    client_copy(c->from, sizeof c->from, config->from ? config->from : "");
    client_copy(c->requested_name, sizeof c->requested_name, config->name ? config->name : "");
    client_copy(c->self.token, sizeof c->self.token, config->token ? config->token : "");
    c->lang = config->lang;
    c->stays_away = config->stays_away;
    c->past = config->past;
    c->version = PROTOCOL_VERSION;
    c->mark = randombytes_random();
    c->n = c->bye_ms = -1;
    c->pause_ms = PAUSE_FIRST_MS;
    uv_timer_init(loop, &c->timer);
    c->timer.data = c;
    uv_timer_start(&c->timer, on_pause_over, 0, 0);
    return c;
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct client *c = handle->data;
    c->timer_closed = true;
    free_if_done(c);
}

void client_end(struct client *c)
{
    if (c->ended)
        return;
    c->ended = true;
    c->state = CLIENT_OVER;
    memset(&c->handlers, 0, sizeof c->handlers);
    if (c->link)
        link_close(c->link, 1000);
    uv_close((uv_handle_t *)&c->timer, on_timer_closed);
}

void client_drop(struct client *c)
{
    if (c->link)
        link_close(c->link, 0);
    else if (c->state == CLIENT_WAITING)
        uv_timer_start(&c->timer, on_pause_over, 0, 0);
}

enum client_state client_state(const struct client *c) { return (enum client_state)c->state; }

const struct client_self *client_self(const struct client *c) { return &c->self; }

const char *client_table(const struct client *c) { return c->code; }

bool client_is_there(const struct client *c) { return c->joined; }

int client_match(const struct client *c) { return c->match; }

int64_t client_n(const struct client *c) { return c->n; }

const struct shuffle_seen *client_shuffle(const struct client *c) { return &c->shuffle.dealt; }

const char *client_salt(const struct client *c) { return c->shuffle.next.salt; }

void client_bytes(const struct client *c, uint64_t *in, uint64_t *out)
{
    *in = *out = 0;
    if (c->link)
        link_bytes(c->link, in, out);
    *in += c->in;
    *out += c->out;
}
