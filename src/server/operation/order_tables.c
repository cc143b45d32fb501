/*
 * order_tables.c - the tables as the operator sees them, and closing one.
 */
#include "server/hub/hub.h"
#include "server/play/room_load.h"
#include "server/network/net.h"
#include "server/operation/order.h"
#include "server/stored/match_restore.h"
#include "server/tables/room.h"
#include "server/tables/change.h"

enum { PAGE_BYTES = HUB_OUT_SIZE - 64 * 1024, WATCHERS_SHOWN = 20 };

/* ---- who is there ---- */

/* The address of a person, if connected. */
static void put_address(struct json_out *out, const struct person *p)
{
    const struct guest *g = LIST_FIRST(&p->here);
    char address[NET_ADDRESS_SIZE] = "";
    if (g)
        net_address_group(g->conn, address);
    json_out_string_at(out, "address", address[0] ? address : NULL);
}

static void put_person(struct json_out *out, const struct person *p)
{
    json_out_string_at(out, "name", p->name);
    json_out_string_at(out, "player", p->key);
    put_address(out, p);
}

static void put_seats(struct json_out *out, const struct room *r)
{
    json_out_open_at(out, "people", '[');
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        if (s->kind == SEAT_PERSON && s->person) {
            json_out_open(out, '{');
            json_out_int_at(out, "seat", i);
            put_person(out, s->person);
            json_out_bool_at(out, "here", room_is_here(r, s->person));
            json_out_bool_at(out, "host", r->now.host == s->person);
            json_out_close(out, '}');
        }
    }
    json_out_close(out, ']');
}

static void put_watchers(struct json_out *out, const struct room *r)
{
    int shown = 0;
    json_out_int_at(out, "watchers", room_watchers(r));
    json_out_open_at(out, "watching", '[');
    for (uint32_t i = 0; i < r->guest_count && shown < WATCHERS_SHOWN; i++) {
        const struct guest *g = r->guests[i];
        if (g->who && room_seat_of(r, g->who) < 0) {
            json_out_open(out, '{');
            put_person(out, g->who);
            json_out_close(out, '}');
            shown++;
        }
    }
    json_out_close(out, ']');
}

static void put_table(struct json_out *out, const struct hub *h, const struct room *room)
{
    struct room copy;
    const struct room *r = room_as_stored(room, &copy);
    json_out_open(out, '{');
    json_out_string_at(out, "table", r->code);
    json_out_string_at(out, "title", r->now.title);
    json_out_string_at(out, "rules", mazo_sheet_name(r->now.rules.sheet));
    json_out_string_at(out, "status", table_info_status[r->now.status]);
    json_out_bool_at(out, "public", r->now.listed);
    json_out_int_at(out, "seats", r->now.seats);
    put_seats(out, r);
    put_watchers(out, r);
    json_out_int_at(out, "n", r->now.n);
    json_out_int_at(out, "idle_s", (int64_t)((hub_now(h) - r->touched) / 1000));
    json_out_close(out, '}');
}

/* As many slots of the hash table as fit; `next` is where to continue. */
void order_tables(struct order *o)
{
    struct hub *h = o->hub;
    struct json_out out;
    int64_t from = order_number(o, "from");
    uint32_t slot = from < 0 || from > h->room_mask ? h->room_mask + 1 : (uint32_t)from;
    order_begin(o, &out);
    json_out_open_at(&out, "tables", '[');
    for (; slot <= h->room_mask && out.len < PAGE_BYTES; slot++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[slot]); r; r = LIST_NEXT(r, by_code))
            if (room_stored(r)->seats > 0 && !r->loading)
                put_table(&out, h, r);
    }
    json_out_close(&out, ']');
    json_out_index_at(&out, "next", slot <= h->room_mask ? (int64_t)slot : -1);
    order_finish(o, &out);
}

/* ---- closing one ---- */

static void closed(struct order *o, bool kept)
{
    struct json_out out;
    if (!kept) {
        order_refuse(o, "not_stored",
                     N_("That could not be saved, so it doesn't count. Try again"));
        return;
    }
    order_begin(o, &out);
    order_finish(o, &out);
}

/* A text that cannot be read is kept; then only its row says that it is over. */
static void save_closed(struct hub *h, struct room *r)
{
    struct store_write away = {.kind = STORE_AWAY, .old = {.id = r->id, .at = INT64_MAX}};
    if (r->stop && r->stop->line == STOP_TABLE)
        change_put(h, r, &away);
    else
        change_save_room(h, r);
}

static void close_it(struct order *o, struct room *r)
{
    struct hub *h = o->hub;
    if (!change_begin(r, NULL)) {
        order_refuse(o, "busy", N_("The server is busy. Try again"));
        return;
    }
    r->now.closed = true;
    save_closed(h, r);
    uint64_t ticket = r->ticket;
    change_end(h, r);
    o->stored = closed;
    hub_await(h, ticket, NULL, NULL)->order = o;
}

void order_close(struct order *o)
{
    const char *code = order_text(o, "table");
    struct room *r = load_in_memory(o->hub, code ? code : "");
    enum find found = FIND_NONE;
    if (!r && !o->loads && code)
        found = load_room(o->hub, code, &r);
    o->loads = true;
    if (r && room_is_busy(r)) {
        order_wait(o);
    } else if (r) {
        close_it(o, r);
    } else if (found == FIND_FULL || found == FIND_FAILED) {
        order_refuse(o, "busy", N_("The server is busy. Try again"));
    } else {
        order_refuse(o, "no_table",
                     N_("There is no table with this code, or it is closed already"));
    }
}
