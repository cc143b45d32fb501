/*
 * control.c - orders of the person who runs the server: read, checked, carried out, answered.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/control.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/config.h"
#include "server/drain.h"
#include "server/emit.h"
#include "server/load.h"
#include "server/local.h"
#include "server/log.h"
#include "server/net.h"
#include "server/room.h"
#include "text/utf8.h"
#include "text/version.h"
#include "wire/json_out.h"

enum { TEXT_MAX = 300, WAIT_MAX_S = 7 * 86400 };

/* One line of `mazo host`. */
struct order {
    struct hub *hub;
    struct local_conn *conn;
    const json_t *json;
    enum text_lang lang;
};

/* ---- fields and answers ---- */

static const char *text_of(const struct order *o, const char *key)
{
    return json_string_value(json_object_get(o->json, key));
}

static void begin(const struct order *o, struct json_out *out)
{
    json_out_init(out, o->hub->out, sizeof o->hub->out);
    json_out_open(out, '{');
    json_out_bool_at(out, "ok", true);
}

static void finish(const struct order *o, struct json_out *out)
{
    json_out_close(out, '}');
    local_answer(o->conn, out->buf, out->len);
}

static void refuse(const struct order *o, const char *word, const char *english)
{
    struct json_out out;
    json_out_init(&out, o->hub->out, sizeof o->hub->out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "error", word);
    json_out_string_at(&out, "message", text_in(o->lang, english));
    finish(o, &out);
}

/* ---- status ---- */

static void put_drain(const struct hub *h, struct json_out *out)
{
    json_out_bool_at(out, "draining", h->drain.on);
    if (h->drain.on) {
        uint64_t now = hub_now(h);
        json_out_bool_at(out, "moves", drain_moves(h));
        json_out_int_at(out, "waits_for", drain_left(h));
        if (h->drain.stop_at) {
            json_out_int_at(out, "stops_in_s",
                            h->drain.stop_at > now ? (int64_t)(h->drain.stop_at - now) / 1000 : 0);
        }
    }
}

static void do_status(struct order *o)
{
    struct hub *h = o->hub;
    struct json_out out;
    begin(o, &out);
    json_out_string_at(&out, "version", MAZO_VERSION);
    json_out_int_at(&out, "pid", getpid());
    json_out_int_at(&out, "port", net_port(h->net));
    json_out_int_at(&out, "up_s", (int64_t)((uv_now(h->loop) - h->start) / 1000));
    json_out_int_at(&out, "connections", net_stats(h->net)->websockets);
    json_out_int_at(&out, "people", h->people);
    json_out_int_at(&out, "tables", h->rooms);
    json_out_int_at(&out, "playing", h->playing);
    json_out_int_at(&out, "nodes", h->nodes);
    json_out_bool_at(&out, "store_fails", !hub_store_is_well(h));
    put_drain(h, &out);
    finish(o, &out);
}

/* ---- a message to all ---- */

/* The table that an order names, if somebody is there; NULL: it has been refused. */
static struct room *find_awake(const struct order *o, const char *code)
{
    struct room *r = load_in_memory(o->hub, code);
    if (!r || r->loading) {
        refuse(o, "no_table", N_("Nobody is at a table with this code"));
        return NULL;
    }
    return r;
}

static void do_say(struct order *o)
{
    struct hub *h = o->hub;
    const char *text = text_of(o, "text"), *code = text_of(o, "table");
    struct room *r = NULL;
    struct json_out out;
    int64_t told = 0;
    if (!text || !utf8_is_plain(text, TEXT_MAX)) {
        refuse(o, "bad_text", N_("A message is one line of 1 to 300 bytes"));
        return;
    }
    if (code && !(r = find_awake(o, code))) {
        return;
    }
    for (uint32_t i = 0; r && i < r->guest_count; i++, told++) {
        emit_notice(h, r, r->guests[i], "host", text);
    }
    for (struct guest *g = LIST_FIRST(&h->guests); g && !r; g = LIST_NEXT(g, all), told++) {
        emit_notice(h, NULL, g, "host", text);
    }
    begin(o, &out);
    json_out_int_at(&out, "told", told);
    finish(o, &out);
}

/* ---- draining ---- */

static void do_drain(struct order *o)
{
    struct hub *h = o->hub;
    json_int_t wait = json_integer_value(json_object_get(o->json, "wait_s"));
    struct json_out out;
    if (wait < 0 || wait > WAIT_MAX_S) {
        refuse(o, "bad_message", N_("Waiting for more than seven days is not possible"));
        return;
    }
    drain_begin(h, json_is_true(json_object_get(o->json, "at_once")), (uint64_t)wait * 1000);
    begin(o, &out);
    put_drain(h, &out);
    finish(o, &out);
}

static void do_undrain(struct order *o)
{
    struct json_out out;
    drain_end(o->hub);
    begin(o, &out);
    put_drain(o->hub, &out);
    finish(o, &out);
}

/* ---- lines ---- */

static const struct {
    const char *name;
    void (*carry_out)(struct order *o);
} orders[] = {
    {"status", do_status},
    {"say", do_say},
    {"drain", do_drain},
    {"undrain", do_undrain},
};

static void obey(struct order *o)
{
    const char *name = text_of(o, "do");
    int lang = text_lang_by_name(text_of(o, "lang") ? text_of(o, "lang") : "");
    o->lang = lang < 0 ? TEXT_EN : (enum text_lang)lang;
    for (size_t i = 0; name && i < sizeof orders / sizeof orders[0]; i++) {
        if (strcmp(orders[i].name, name) == 0) {
            if (o->hub->stopping) {
                refuse(o, "stopping", N_("The server is stopping"));
            } else {
                orders[i].carry_out(o);
            }
            return;
        }
    }
    refuse(o, "unknown_type", N_("This server does not know that order"));
}

static void on_line(void *ctx, struct local_conn *c, const char *line, size_t len)
{
    json_t *json = json_loadb(line, len, JSON_REJECT_DUPLICATES, NULL);
    struct order o = {.hub = ctx, .conn = c, .json = json};
    if (json_is_object(json)) {
        obey(&o);
    } else {
        refuse(&o, "bad_json", N_("A line must be a JSON object"));
    }
    json_decref(json);
}

static void on_closed(void *ctx, struct local_conn *c)
{
    (void)ctx;
    (void)c;
}

/* ---- the socket ---- */

void control_open(struct hub *h)
{
    struct local_handlers handlers = {.line = on_line, .closed = on_closed, .ctx = h};
    char path[CONFIG_PATH_SIZE];
    int error;
    if (!config_control(h->config, net_port(h->net), path)) {
        return;
    }
    h->local = local_listen(h->loop, path, &handlers, &error);
    if (!h->local) {
        log_say("control_failed", "path", path, "why",
                error == UV_EADDRINUSE ? "another server uses it" : uv_strerror(error), NULL);
    }
}

void control_close(struct hub *h)
{
    if (h->local) {
        local_close(h->local);
        h->local = NULL;
    }
}
