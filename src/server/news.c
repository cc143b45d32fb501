/*
 * news.c - what servers on the same store tell each other.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/news.h"

#include <stdlib.h>
#include <string.h>

#include "server/hub.h"
#include "server/reads.h"
#include "server/space.h"
#include "server/step.h"

enum { LISTED_MAX = 100, LISTED_BYTES = 32 * 1024 };

/* ---- the public list ---- */

static void put_table(struct json_out *out, const struct room *r)
{
    json_out_open(out, '{');
    json_out_string_at(out, "table", r->code);
    json_out_string_at(out, "title", r->now.title);
    json_out_string_at(out, "rules", mazo_sheet_name(r->now.rules.sheet));
    json_out_int_at(out, "seats", r->now.seats);
    json_out_int_at(out, "free", r->now.status == ROOM_PLAYING ? 0 : room_count(r, SEAT_OPEN));
    json_out_int_at(out, "people", room_count(r, SEAT_PERSON));
    json_out_string_at(out, "status", room_status_name(&r->now));
    json_out_close(out, '}');
}

static void put_own(const struct hub *h, struct json_out *out)
{
    int count = 0;
    for (uint32_t i = 0; i <= h->room_mask && count < LISTED_MAX; i++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (count < LISTED_MAX && r->now.listed && r->now.seats > 0 && r->guest_count > 0 &&
                r->now.status != ROOM_STOPPED) {
                put_table(out, r);
                count++;
            }
        }
    }
}

void news_put_tables(const struct hub *h, struct json_out *out)
{
    put_own(h, out);
    if (h->others_len > 0) {
        json_out_text(out, h->others, h->others_len);
    }
}

/* ---- asking ---- */

/* Where a step is under way the store says whether it came too late, and then the table goes. */
static void let_go(struct hub *h, int64_t id)
{
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (r->id == id) {
                r->moved = true;
                if (!r->before) {
                    step_give_up(h, r);
                }
                return;
            }
        }
    }
}

static void heard(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct read_news *q = (struct read_news *)reading;
    h->asks_news = false;
    h->unwell = !q->well;
    if (q->well) {
        h->well_at = hub_now(h);
        h->store_bytes = q->bytes;
        space_take(h, &q->space);
        h->nodes = q->nodes;
        free(h->others);
        h->others = q->others;
        h->others_len = q->others_len;
        q->others = NULL;
    }
    for (int i = 0; i < q->moved; i++) {
        let_go(h, q->room[i]);
    }
    free(q->others);
    free(q);
}

void news_ask(struct hub *h)
{
    struct read_news *q = h->asks_news ? NULL : calloc(1, sizeof *q + LISTED_BYTES);
    struct json_out out;
    if (!q) {
        return;
    }
    json_out_init(&out, q->listed, LISTED_BYTES);
    json_out_open(&out, '[');
    put_own(h, &out);
    json_out_close(&out, ']');
    q->len = out.full ? 0 : out.len;
    q->reading.read = reads_news;
    q->reading.done = heard;
    h->asks_news = true;
    hub_read(h, &q->reading);
}
