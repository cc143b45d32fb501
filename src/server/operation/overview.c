/*
 * overview.c - each table with its seats, oldest first.
 */
#include "server/operation/overview.h"

#include <stdlib.h>

#include "server/tables/names.h"
#include "server/tables/room.h"

static bool is_shown(const struct room *r) { return room_stored(r)->seats > 0 && !r->loading; }

static int by_id(const void *a, const void *b)
{
    const struct room *x = *(const struct room *const *)a, *y = *(const struct room *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void tell_table(const struct hub *h, const struct room *room)
{
    struct room copy;
    struct names names;
    const struct room *r = room_as_stored(room, &copy);
    struct serve_table t = {.code = r->code,
                            .rules = &r->now.rules,
                            .status = (enum room_status)r->now.status,
                            .seats = r->now.seats,
                            .watchers = room_watchers(r)};
    names_at(r, &names);
    for (int i = 0; i < t.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        t.seat[i] = (struct serve_seat){.kind = (enum seat_kind)s->kind, .name = names.seat[i]};
        if (s->kind == SEAT_PERSON && s->person) {
            t.seat[i].here = room_is_here(r, s->person);
            t.seat[i].host = r->now.host == s->person;
        }
    }
    h->host->table(h->host->ctx, &t);
}

void overview_tell(const struct hub *h)
{
    uint32_t count = 0, at = 0;
    const struct room *r, **list;
    if (!h->host || !h->host->table)
        return;
    for (uint32_t slot = 0; slot <= h->room_mask; slot++)
        LIST_FOREACH(r, &h->by_code[slot], by_code)
    count += is_shown(r);
    list = calloc(count + 1, sizeof *list);
    if (!list)
        return;
    for (uint32_t slot = 0; slot <= h->room_mask; slot++)
        LIST_FOREACH(r, &h->by_code[slot], by_code)
    if (is_shown(r))
        list[at++] = r;
    qsort(list, count, sizeof *list, by_id);
    for (at = 0; at < count; at++)
        tell_table(h, list[at]);
    h->host->table(h->host->ctx, NULL);
    free(list);
}
