/*
 * control.c - orders of the person who runs the server: read, checked, carried out, answered.
 */
#include "server/operation/control.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/hub/config.h"
#include "server/cluster/drain.h"
#include "server/tables/emit.h"
#include "server/play/room_load.h"
#include "server/network/local.h"
#include "server/hub/log.h"
#include "server/network/net.h"
#include "server/operation/order.h"
#include "server/tables/room.h"
#include "text/utf8.h"
#include "mazo/library.h"
#include "wire/json_in.h"

enum { TEXT_MAX = 300, WAIT_MAX_S = 7 * 86400 };

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
    order_begin(o, &out);
    json_out_string_at(&out, "version", MAZO_VERSION);
    json_out_string_at(&out, "commit", h->host->commit);
    json_out_int_at(&out, "store", store_version());
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
    order_finish(o, &out);
}

/* ---- a message to all ---- */

/* The table that an order names, if a guest is there; NULL: the order was refused. */
static struct room *find_awake(struct order *o, const char *code)
{
    struct room *r = load_in_memory(o->hub, code);
    if (!r || r->loading) {
        order_refuse(o, "no_table", N_("Nobody is at a table with this code"));
        return NULL;
    }
    return r;
}

static void do_say(struct order *o)
{
    struct hub *h = o->hub;
    const char *text = order_text(o, "text"), *code = order_text(o, "table");
    struct room *r = NULL;
    struct json_out out;
    int64_t told = 0;
    if (!text || !utf8_is_plain(text, TEXT_MAX)) {
        order_refuse(o, "bad_text", N_("A message is one line of 1 to 300 bytes"));
        return;
    }
    if (code && !(r = find_awake(o, code)))
        return;
    for (uint32_t i = 0; r && i < r->guest_count; i++, told++)
        emit_notice(h, r, r->guests[i], "host", text);
    for (struct guest *g = LIST_FIRST(&h->guests); g && !r; g = LIST_NEXT(g, all), told++)
        emit_notice(h, NULL, g, "host", text);
    order_begin(o, &out);
    json_out_int_at(&out, "told", told);
    order_finish(o, &out);
}

/* ---- draining ---- */

static void do_drain(struct order *o)
{
    struct hub *h = o->hub;
    int64_t wait = order_number(o, "wait_s");
    struct json_out out;
    if (wait < 0 || wait > WAIT_MAX_S) {
        order_refuse(o, "bad_message", N_("Waiting for more than seven days is not possible"));
        return;
    }
    drain_begin(h, json_in_flag(o->json, "at_once"), (uint64_t)wait * 1000);
    order_begin(o, &out);
    put_drain(h, &out);
    order_finish(o, &out);
}

static void do_undrain(struct order *o)
{
    struct json_out out;
    drain_end(o->hub);
    order_begin(o, &out);
    put_drain(o->hub, &out);
    order_finish(o, &out);
}

/* ---- lines ---- */

static const struct {
    const char *name;
    void (*carry_out)(struct order *o);
    bool logged; /* it changes something */
} orders[] = {
    {"status", do_status, false},  {"say", do_say, true},           {"drain", do_drain, true},
    {"undrain", do_undrain, true}, {"tables", order_tables, false}, {"close", order_close, true},
    {"kick", order_kick, true},    {"ban", order_ban, true},        {"unban", order_unban, true},
    {"bans", order_bans, false},
};

/* -1: there is none. */
static int find_order(const struct order *o)
{
    const char *name = order_text(o, "do");
    for (int i = 0; name && i < (int)(sizeof orders / sizeof orders[0]); i++)
        if (strcmp(orders[i].name, name) == 0)
            return i;
    return -1;
}

static void obey(struct order *o)
{
    const char *lang = order_text(o, "lang");
    int which = find_order(o);
    int known = lang ? text_lang_by_name(lang) : -1;
    o->lang = known < 0 ? TEXT_EN : (enum text_lang)known;
    if (!json_is_object(o->json)) {
        order_refuse(o, "bad_json", N_("A line must be a JSON object"));
    } else if (which < 0) {
        order_refuse(o, "unknown_type", N_("This server does not know that command"));
    } else if (o->hub->stopping) {
        order_refuse(o, "stopping", N_("The server is stopping"));
    } else {
        if (orders[which].logged)
            log_say("order", "do", orders[which].name, NULL);
        orders[which].carry_out(o);
    }
}

static void on_line(void *ctx, struct local_conn *c, const char *line, size_t len)
{
    struct order *o = calloc(1, sizeof *o);
    if (!o) {
        static const char busy[] =
            "{\"error\":\"busy\",\"message\":\"The server is busy. Try again\"}";
        local_answer(c, busy, sizeof busy - 1);
        return;
    }
    o->hub = ctx;
    o->conn = c;
    o->json = json_loadb(line, len, JSON_REJECT_DUPLICATES, NULL);
    local_set_user(c, o);
    obey(o);
}

static void on_closed(void *ctx, struct local_conn *c)
{
    struct order *o = local_user(c);
    (void)ctx;
    if (o)
        o->conn = NULL;
}

void control_again(struct hub *h)
{
    for (struct order *o = LIST_FIRST(&h->waiting), *next; o; o = next) {
        next = LIST_NEXT(o, all);
        LIST_REMOVE(o, all);
        o->waits = false;
        orders[find_order(o)].carry_out(o);
    }
}

/* ---- the socket ---- */

void control_open(struct hub *h)
{
    struct local_handlers handlers = {.line = on_line, .closed = on_closed, .ctx = h};
    char path[CONFIG_PATH_SIZE];
    int error;
    if (!config_control(h->config, net_port(h->net), path))
        return;
    h->local = local_listen(h->loop, path, &handlers, &error);
    if (!h->local) {
        log_say("control_failed", "path", path, "why",
                error == UV_EADDRINUSE ? "another server uses it" : uv_strerror(error), NULL);
    }
}

void control_close(struct hub *h)
{
    while (!LIST_EMPTY(&h->waiting))
        order_refuse(LIST_FIRST(&h->waiting), "stopping", N_("The server is stopping"));
    if (h->local) {
        local_close(h->local);
        h->local = NULL;
    }
}
