/*
 * order_people.c - people who have to go: kicked, banned, and let in again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/network/address.h"
#include "server/tables/bans.h"
#include "server/messages/evict.h"
#include "server/hub/hub.h"
#include "server/operation/order.h"
#include "server/hub/people.h"
#include "server/stored/store_queries.h"
#include "text/utf8.h"

static const int64_t for_max_s = 36500 * INT64_C(86400);

/* ---- kick ---- */

void order_kick(struct order *o)
{
    struct hub *h = o->hub;
    const char *key = order_text(o, "player");
    struct person *p = key ? people_by_key(h, key) : NULL;
    struct json_out out;
    if (!p) {
        order_refuse(o, "no_player", N_("Nobody with this key is here"));
        return;
    }
    p->evicted = h->evicts = true;
    evict_second(h); /* it writes messages into the buffer that the answer uses */
    order_begin(o, &out);
    order_finish(o, &out);
}

/* ---- ban ---- */

static void put_ban(struct json_out *out, const struct store_ban *b)
{
    json_out_string_at(out, "player", b->person ? b->key : NULL);
    json_out_string_at(out, "name", b->person ? b->name : NULL);
    json_out_string_at(out, "address", b->person ? NULL : b->address);
    json_out_int_at(out, "at", b->at);
    json_out_key(out, "until");
    if (b->until)
        json_out_int(out, b->until);
    else
        json_out_null(out);
    json_out_string_at(out, "why", b->why);
}

static void banned(struct order *o, bool kept)
{
    struct hub *h = o->hub;
    struct json_out out;
    if (!kept || !bans_set(h, &o->ban)) {
        order_refuse(o, "not_stored",
                     N_("That could not be saved, so it doesn't count. Try again"));
        return;
    }
    bans_enforce(h);
    evict_second(h);
    order_begin(o, &out);
    put_ban(&out, &o->ban);
    order_finish(o, &out);
}

static void store_it(struct order *o)
{
    struct hub *h = o->hub;
    struct store_write w = {.kind = STORE_BAN, .ban = o->ban};
    h->wrote = true;
    h->ban_ticket = writer_put(h->writer, &w);
    o->stored = banned;
    hub_await(h, h->ban_ticket, NULL, NULL)->order = o;
}

static void take_person(struct order *o, const struct store_person *who)
{
    o->ban.person = who->id;
    memcpy(o->ban.key, who->key, sizeof o->ban.key);
    memcpy(o->ban.name, who->name, sizeof o->ban.name);
    store_it(o);
}

static void found_person(struct reading *reading, void *ctx)
{
    struct read_person *q = (struct read_person *)reading;
    struct order *o = q->order;
    (void)ctx;
    if (q->found == FIND_FOUND) {
        take_person(o, &q->who);
    } else if (q->found == FIND_NONE) {
        order_refuse(o, "no_player", N_("There is no such player"));
    } else {
        order_refuse(o, "store_failed",
                     N_("The server cannot read its store: try again in a moment"));
    }
    free(q);
}

/* The person may be on any server: ask the store. */
static void find_person(struct order *o, const char *key)
{
    struct read_person *q = calloc(1, sizeof *q);
    if (!q) {
        order_refuse(o, "busy", N_("The server is busy. Try again"));
        return;
    }
    q->reading.read = query_whose;
    q->reading.done = found_person;
    q->order = o;
    snprintf(q->key, sizeof q->key, "%s", key);
    hub_read(o->hub, &q->reading);
}

static void begin_with(struct order *o)
{
    const char *key = order_text(o, "player"), *address = order_text(o, "address");
    if (address && !key)
        if (address_group(address, o->ban.address))
            store_it(o);
        else
            order_refuse(o, "bad_message", N_("That is not an address"));
    else if (key && !address && strlen(key) < STORE_KEY_SIZE)
        find_person(o, key);
    else
        order_refuse(o, "bad_message", N_("Name a player's key or an address"));
}

void order_ban(struct order *o)
{
    struct hub *h = o->hub;
    const char *why = order_text(o, "why");
    int64_t seconds = order_number(o, "for_s");
    if (seconds < 0 || seconds > for_max_s || h->ban_count >= BANS_MAX) {
        order_refuse(o, "bad_message", N_("That is too long, or there are too many bans"));
        return;
    }
    if (why && why[0] && !utf8_is_plain(why, STORE_REASON_SIZE - 1)) {
        order_refuse(o, "bad_text", N_("A reason is one line of at most 159 bytes"));
        return;
    }
    o->ban = (struct store_ban){.at = (int64_t)hub_now(h)};
    o->ban.until = seconds ? o->ban.at + seconds * 1000 : 0;
    snprintf(o->ban.why, sizeof o->ban.why, "%s", why ? why : "");
    begin_with(o);
}

void order_unban(struct order *o)
{
    o->ban = (struct store_ban){.off = true};
    begin_with(o);
}

void order_bans(struct order *o)
{
    const struct hub *h = o->hub;
    struct json_out out;
    int64_t from = order_number(o, "from");
    int i = from < 0 || from > h->ban_count ? h->ban_count : (int)from;
    order_begin(o, &out);
    json_out_open_at(&out, "bans", '[');
    for (; i < h->ban_count && out.len < HUB_OUT_SIZE / 2; i++) {
        json_out_open(&out, '{');
        put_ban(&out, &h->bans[i]);
        json_out_close(&out, '}');
    }
    json_out_close(&out, ']');
    json_out_index_at(&out, "next", i < h->ban_count ? i : -1);
    order_finish(o, &out);
}
