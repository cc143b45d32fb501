/*
 * reserve.c - numbers and codes for what is new, fetched from the store many at a time.
 */
#include "server/tables/reserve.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/tables/queue.h"
#include "server/stored/store_queries.h"

struct reserve {
    struct store_top next, last; /* numbers of this block */
    int codes;
    char code[STOCK_CODES][STORE_CODE_SIZE];
    bool asked, failed;
};

void reserve_init(struct hub *h) { h->reserve = hub_alloc(sizeof *h->reserve); }

static void suggest(char code[STORE_CODE_SIZE])
{
    /* No letters that look alike, and no vowels except A, so that codes do not spell words. */
    static const char letters[] = "ABCDFGHJKLMNPRSTVWXYZ";
    for (int i = 0; i < CODE_LENGTH; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[CODE_LENGTH] = '\0';
}

static void take_block(struct reserve *s, const struct read_stock *from)
{
    s->next = from->first;
    s->last = (struct store_top){.person = from->first.person + STOCK_NUMBERS - 1,
                                 .room = from->first.room + STOCK_NUMBERS - 1,
                                 .match = from->first.match + STOCK_NUMBERS - 1};
    for (int i = 0; i < from->codes && s->codes < STOCK_CODES; i++)
        memcpy(s->code[s->codes++], from->code[i], STORE_CODE_SIZE);
}

/* Waiting messages continue, or are told that the store has failed. */
static void on_block(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct read_stock *q = (struct read_stock *)reading;
    struct reserve *s = h->reserve;
    s->asked = false;
    s->failed = q->failed;
    if (!q->failed)
        take_block(s, q);
    free(q);
    for (struct guest *g = LIST_FIRST(&h->guests), *next; g; g = next) {
        next = LIST_NEXT(g, all);
        if (g->wants_stock) {
            g->wants_stock = false;
            h->calls->resume(h, g);
        }
    }
    s->failed = false;
}

static void ask_for_more(struct hub *h)
{
    struct read_stock *q = h->reserve->asked ? NULL : calloc(1, sizeof *q);
    if (!q)
        return;
    q->reading.read = query_stock;
    q->reading.done = on_block;
    q->codes = STOCK_CODES - h->reserve->codes;
    for (int i = 0; i < q->codes; i++)
        suggest(q->code[i]);
    h->reserve->asked = true;
    hub_read(h, &q->reading);
}

static bool has(const struct reserve *s, int64_t count)
{
    return s->codes >= count && s->last.person - s->next.person >= count &&
           s->last.room - s->next.room >= count && s->last.match - s->next.match >= count;
}

void reserve_fill(struct hub *h)
{
    if (!has(h->reserve, STOCK_CODES / 2))
        ask_for_more(h);
}

bool reserve_is_ready(const struct request *q)
{
    struct hub *h = q->hub;
    reserve_fill(h);
    if (has(h->reserve, 1))
        return true;
    if (h->reserve->failed || !h->reserve->asked)
        request_missing(q, FIND_FAILED, NULL, NULL);
    else if (queue_wait_guest(q->guest, q->text, q->len, true))
        q->guest->wants_stock = true;
    else
        request_busy(q);
    return false;
}

bool reserve_has_match(struct hub *h)
{
    reserve_fill(h);
    return has(h->reserve, 1);
}

int64_t reserve_person(struct hub *h) { return h->reserve->next.person++; }

int64_t reserve_match(struct hub *h) { return h->reserve->next.match++; }

int64_t reserve_room(struct hub *h, char code[STORE_CODE_SIZE])
{
    memcpy(code, h->reserve->code[--h->reserve->codes], STORE_CODE_SIZE);
    return h->reserve->next.room++;
}
