/*
 * peers.c - what servers on the same store tell each other.
 */
#include "server/cluster/peers.h"

#include <stdlib.h>
#include <string.h>

#include "server/tables/bans.h"
#include "server/hub/hub.h"
#include "server/stored/listing.h"
#include "server/tables/names.h"
#include "server/hub/people.h"
#include "server/stored/store_queries.h"
#include "server/tables/space.h"
#include "server/tables/change.h"
#include "wire/json_write.h"

enum { BANS_EVERY = 4 }; /* questions: every two seconds */

enum {
    LISTED_MAX = 100,
    LISTED_BYTES = 64 * 1024,
    OPTIONS_BYTES = 200, /* per table, so that 100 tables with the longest options fit */
    LISTED_QUICK = 1000, /* with more tables in memory, the list is made once a second only */
    LISTED_FOR_MS = 1000
};

struct peers {
    bool asked;            /* the store, which has not answered yet */
    uint32_t questions;    /* so far */
    struct listed *others; /* what other servers list */
    size_t others_count;
    char *listed; /* the public tables, as a JSON array; or NULL, */
    size_t listed_len;
    uint64_t listed_at; /* and when that was made */
};

void peers_init(struct hub *h) { h->peers = hub_alloc(sizeof *h->peers); }

void peers_free(struct hub *h)
{
    listing_free(h->peers->others, h->peers->others_count);
    free(h->peers->listed);
    free(h->peers);
}

/* ---- the public list ---- */

/* A table with many house rules must not crowd out others. */
static void put_options(struct json_out *out, const struct mazo_rules *rules)
{
    struct json_out before = *out;
    json_out_key(out, "options");
    wire_put_options(out, rules);
    if (out->len - before.len > OPTIONS_BYTES)
        *out = before;
}

/* `by`: for other servers, the address that the table counts for. */
static void put_table(struct json_out *out, const struct listed *one, bool by)
{
    struct room copy;
    const struct room *r = room_as_stored(one->room, &copy);
    json_out_open(out, '{');
    json_out_string_at(out, "table", r->code);
    json_out_string_at(out, "title", r->now.title);
    json_out_string_at(out, "rules", mazo_sheet_name(r->now.rules.sheet));
    put_options(out, &r->now.rules);
    json_out_int_at(out, "seats", r->now.seats);
    json_out_int_at(out, "free", room_free_seats(r));
    json_out_int_at(out, "people", room_count(r, SEAT_PERSON));
    json_out_string_at(out, "status", table_info_status[r->now.status]);
    json_out_int_at(out, "clock", r->now.rules.turn_clock);
    if (r->now.fills)
        json_out_bool_at(out, "fill", true);
    if (r->now.host) {
        char name[STORE_NAME_SIZE];
        names_of(r, r->now.host, name);
        json_out_string_at(out, "host", name);
    }
    if (by) {
        json_out_open_at(out, "by", '{');
        json_out_int_at(out, "id", one->id);
        json_out_int_at(out, "host", one->host);
        json_out_int_at(out, "mark", one->mark);
        json_out_close(out, '}');
    }
    json_out_close(out, '}');
}

static bool is_public(const struct room *r)
{
    const struct room_state *s = room_stored(r);
    return s->listed && s->seats > 0 && r->guest_count > 0 && s->status != ROOM_STOPPED;
}

static void note_room(struct listed *out, const struct room *room)
{
    struct room copy;
    const struct room *r = room_as_stored(room, &copy);
    *out = (struct listed){.id = r->id,
                           .host = r->now.host ? r->now.host->id : 0,
                           .mark = room_mark(r),
                           .people = (uint32_t)room_count(r, SEAT_PERSON),
                           .waits = r->now.status == ROOM_OPEN && room_free_seats(r) > 0,
                           .room = room};
}

/* All public tables of this server, and of others if wanted. Returns how many of the first are
 * listed. The caller frees the list, not its texts. */
static size_t choose(const struct hub *h, bool others, struct listed **list)
{
    struct listing_limits limits = {LISTED_MAX, h->config->listed_each, h->config->listed_address};
    size_t count = 0, more = others ? h->peers->others_count : 0;
    *list = malloc((h->rooms + more + 1) * sizeof **list);
    if (!*list)
        return 0;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code))
            if (is_public(r))
                note_room(&(*list)[count++], r);
    }
    if (more > 0)
        memcpy(*list + count, h->peers->others, more * sizeof **list);
    return listing_choose(*list, count + more, &limits);
}

static void put_list(const struct hub *h, struct json_out *out, bool others)
{
    struct listed *list;
    size_t count = choose(h, others, &list);
    for (size_t i = 0; i < count; i++)
        if (list[i].room)
            put_table(out, &list[i], !others);
        else
            json_out_text(out, list[i].text, strlen(list[i].text));
    free(list);
}

uint32_t peers_public_of(const struct hub *h, const struct person *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i <= h->room_mask; i++)
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code))
            count += is_public(r) && room_stored(r)->host == p;
    return count;
}

/* Make the list, unless it is recent and would take long. */
static void make_list(struct hub *h)
{
    uint64_t now = hub_now(h);
    struct peers *p = h->peers;
    struct json_out out;
    if (p->listed && h->rooms > LISTED_QUICK && now - p->listed_at < LISTED_FOR_MS)
        return;
    if (!p->listed && !(p->listed = malloc(LISTED_BYTES)))
        return;
    json_out_init(&out, p->listed, LISTED_BYTES);
    json_out_open(&out, '[');
    put_list(h, &out, true);
    json_out_close(&out, ']');
    p->listed_len = out.full ? 0 : out.len;
    p->listed_at = now;
}

void peers_put_tables(struct hub *h, struct json_out *out)
{
    const struct peers *p = h->peers;
    make_list(h);
    if (p->listed && p->listed_len > 2) /* without its brackets */
        json_out_text(out, p->listed + 1, p->listed_len - 2);
}

const char *peers_quick(const struct hub *h, int sheet, int *most)
{
    const char *code = NULL;
    for (size_t i = 0; i < h->peers->others_count; i++) {
        const struct listed *one = &h->peers->others[i];
        int fit = one->quick == sheet ? listing_suits((int)one->people, one->waits) : 0;
        code = fit > *most ? one->code : code;
        *most = fit > *most ? fit : *most;
    }
    return code;
}

/* ---- asking ---- */

/* If a change is under way, the store decides whether it came too late; then the table goes. */
static void let_go(struct hub *h, int64_t id)
{
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (r->id == id) {
                r->moved = true;
                if (!r->before)
                    change_give_up(h, r);
                return;
            }
        }
    }
}

static void on_news(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct peers *p = h->peers;
    struct read_news *q = (struct read_news *)reading;
    p->asked = false;
    h->unwell = !q->well;
    if (q->well) {
        h->well_at = hub_now(h);
        h->store_bytes = q->bytes;
        space_take(h, &q->space);
        h->nodes = q->nodes;
        listing_free(p->others, p->others_count);
        p->others = q->others;
        p->others_count = q->others_count;
        q->others = NULL;
        q->others_count = 0;
    }
    if (q->asks_bans) {
        bans_take(h, q->bans, q->ban_count, q->decided);
        bans_enforce(h);
    }
    for (int i = 0; i < q->moved; i++)
        let_go(h, q->room[i]);
    listing_free(q->others, q->others_count);
    free(q);
}

void peers_ask(struct hub *h)
{
    struct read_news *q = h->peers->asked ? NULL : calloc(1, sizeof *q + LISTED_BYTES);
    struct json_out out;
    if (!q)
        return;
    json_out_init(&out, q->listed, LISTED_BYTES);
    json_out_open(&out, '[');
    put_list(h, &out, false);
    json_out_close(&out, ']');
    q->len = out.full ? 0 : out.len;
    q->asks_bans = h->peers->questions++ % BANS_EVERY == 0;
    q->decided = h->decided;
    q->reading.read = query_news;
    q->reading.done = on_news;
    h->peers->asked = true;
    hub_read(h, &q->reading);
}
