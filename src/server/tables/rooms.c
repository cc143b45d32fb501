/*
 * rooms.c - the tables in memory: found, made, dropped.
 */
#include "server/tables/rooms.h"

#include <stdlib.h>
#include <string.h>

#include "server/tables/timers.h"
#include "server/hub/hub.h"
#include "server/tables/programs.h"
#include "server/tables/queue.h"
#include "server/tables/catch_up.h"
#include "server/tables/reserve.h"
#include "server/tables/think.h"

static struct room_list *list_of(const struct hub *h, const char *code)
{
    return &h->by_code[hub_slot(code, h->room_mask)];
}

struct room *rooms_in_memory(const struct hub *h, const char *code)
{
    struct room *r = LIST_FIRST(list_of(h, code));
    while (r && strcmp(r->code, code) != 0)
        r = LIST_NEXT(r, by_code);
    return r;
}

struct room *rooms_add(struct hub *h, int64_t id, const char *code)
{
    struct room *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->id = id;
    memcpy(r->code, code, strlen(code) + 1);
    r->out_end = &r->out;
    r->in_end = &r->in;
    r->touched = hub_now(h);
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        r->now.face[i] = (uint8_t)i;
    r->due = r->now.wakes = r->now.turn_ends = TABLE_NEVER;
    LIST_INSERT_HEAD(list_of(h, code), r, by_code);
    h->rooms++;
    return r;
}

void rooms_loading(struct hub *h, struct room *r, struct read_room *q)
{
    if (r->loading) {
        LIST_REMOVE(r, by_loading);
        r->loading->room = NULL;
    }
    r->loading = q;
    if (q) {
        LIST_INSERT_HEAD(&h->loading, r, by_loading);
        q->room = r;
    }
}

void rooms_drop(struct hub *h, struct room *r)
{
    while (r->guest_count > 0)
        room_leave(h, r, r->guests[0]);
    LIST_REMOVE(r, by_code);
    rooms_loading(h, r, NULL);
    due_set(h, r, TABLE_NEVER);
    for (uint32_t i = 0; i < h->pending_count; i++) {
        struct pending *p = hub_pending(h, i);
        p->room = p->room == r ? NULL : p->room;
    }
    programs_end(h, r);
    catch_up_drop(r);
    think_drop(h, r);
    room_release_people(h, &r->now);
    h->playing -= r->now.status == ROOM_PLAYING;
    h->rooms--;
    room_forget_awake(h, r);
    queue_free(r);
    free(r->now.packed);
    free(r->stop);
    free(r->guests);
    free(r);
}

struct room *rooms_make(struct hub *h)
{
    char code[STORE_CODE_SIZE];
    int64_t id = reserve_room(h, code);
    struct room *r = rooms_add(h, id, code);
    if (r) {
        r->now.stand_in = MAZO_BOT_NORMAL;
        room_new_secret(r);
    }
    return r;
}
