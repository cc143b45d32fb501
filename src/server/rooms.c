/*
 * rooms.c - the tables in memory: found, made, loaded, put away; who watches them.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "table/player.h"

static uint32_t slot_of(const struct hub *h, const char *code)
{
    uint32_t sum = 2166136261u;
    for (; *code; code++) {
        sum = (sum ^ (uint8_t)*code) * 16777619u;
    }
    return sum & h->room_mask;
}

struct room *rooms_in_memory(const struct hub *h, const char *code)
{
    struct room *r = h->by_code[slot_of(h, code)];
    while (r && strcmp(r->code, code) != 0) {
        r = r->next_by_code;
    }
    return r;
}

static struct room *allocate(struct hub *h, int64_t id, const char *code, uint64_t now)
{
    struct room *r = calloc(1, sizeof *r);
    if (!r) {
        return NULL;
    }
    r->id = id;
    memcpy(r->code, code, strlen(code) + 1);
    r->out_end = &r->out;
    r->in_end = &r->in;
    r->touched = now;
    r->due = r->now.wakes = r->now.turn_ends = TABLE_NEVER;
    uint32_t slot = slot_of(h, code);
    r->next_by_code = h->by_code[slot];
    h->by_code[slot] = r;
    h->rooms++;
    return r;
}

static void free_queued(struct queued *l)
{
    while (l) {
        struct queued *next = l->next;
        free(l);
        l = next;
    }
}

void rooms_drop(struct hub *h, struct room *r)
{
    while (r->guest_count > 0) {
        rooms_leave(h, r, r->guests[0]);
    }
    struct room **at = &h->by_code[slot_of(h, r->code)];
    while (*at != r) {
        at = &(*at)->next_by_code;
    }
    *at = r->next_by_code;
    hub_set_due(h, r, TABLE_NEVER);
    for (uint32_t i = 0; i < h->pending_count; i++) {
        struct pending *p = &h->pending[(h->pending_at + i) % h->pending_room];
        p->room = p->room == r ? NULL : p->room;
    }
    programs_end(h, r);
    recent_drop(r);
    think_drop(h, r);
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        rooms_set_person(h, &r->now.seat[i], NULL);
    }
    if (r->now.host) {
        r->now.host->seats--;
        people_let_go(h, r->now.host);
    }
    h->playing -= r->now.status == ROOM_PLAYING;
    h->rooms--;
    h->living = h->living == r ? NULL : h->living;
    free_queued(r->out);
    free_queued(r->in);
    free(r->now.packed);
    free(r->stop);
    free(r->guests);
    free(r);
}

const char *rooms_status(const struct room *r)
{
    static const char *const words[] = {"open", "playing", "over", "stopped"};
    return words[r->now.status];
}

/* ---- finding and making ---- */

struct loading {
    struct hub *hub;
    struct room *room;
    bool failed, closed;
};

/* Of a table whose text cannot be read this is known: who sits there, though not where. False: the
 * store has failed. */
static bool seat_people(struct hub *h, struct room *r, const struct store_room *from)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        rooms_set_person(h, &r->now.seat[i], NULL);
    }
    r->now =
        (struct room_state){.match = from->match, .wakes = TABLE_NEVER, .turn_ends = TABLE_NEVER};
    for (int i = 0; i < from->people; i++) {
        struct person *p;
        if (people_by_id(h, from->person[i], &p) == FIND_FAILED) {
            return false;
        }
        if (p) {
            struct seat *s = &r->now.seat[r->now.seats++];
            s->kind = SEAT_PERSON;
            rooms_set_person(h, s, p);
        }
    }
    return true;
}

static void take_loaded(void *ctx, const struct store_room *from)
{
    struct loading *l = ctx;
    struct hub *h = l->hub;
    struct room_stop stop;
    l->closed = from->over;
    l->room = allocate(h, from->id, from->code, hub_now(h));
    if (!l->room) {
        l->failed = true;
        return;
    }
    enum find read = room_read(h, l->room, from->text, from->len, &stop);
    if (read == FIND_FOUND) {
        return;
    }
    if (read == FIND_NONE && seat_people(h, l->room, from)) {
        stopped_note(h, l->room, &stop);
        l->failed = !stopped_begin(h, l->room, &stop);
    } else {
        l->failed = true;
    }
}

/* False: not now. */
static bool load_match(struct hub *h, struct room *r)
{
    struct room_stop stop;
    enum play_loaded loaded = PLAY_LOADED;
    bool running = r->now.status == ROOM_PLAYING;
    h->playing += running;
    if (running || r->now.status == ROOM_OVER) {
        loaded = play_load(h, r, &stop);
    }
    if (loaded == PLAY_DAMAGED) {
        stopped_note(h, r, &stop);
    }
    return !running || loaded == PLAY_LOADED ||
           (loaded == PLAY_DAMAGED && stopped_begin(h, r, &stop));
}

/* A table that rests on the disk comes back as it was. */
static enum find load(struct hub *h, const char *code, struct room **out)
{
    struct loading l = {.hub = h};
    int found = h->store->ops->room_by_code(h->store, code, take_loaded, &l);
    struct room *r = l.room;
    if (!r) {
        return l.failed ? FIND_FAILED : (enum find)found;
    }
    if (l.failed || found < 0) {
        r->now.status = ROOM_OPEN; /* it was never counted as one that plays */
        rooms_drop(h, r);
        return FIND_FAILED;
    }
    uint64_t now = hub_now(h);
    for (int i = 0; i < r->now.seats; i++) {
        r->now.seat[i].gone_at = now;
    }
    if (!load_match(h, r)) {
        rooms_drop(h, r);
        return FIND_FAILED;
    }
    h->metrics.rooms_loaded++;
    play_schedule(h, r);
    if (l.closed && r->now.status != ROOM_STOPPED && step_begin(h, r, NULL)) {
        step_save_room(h, r); /* it is somebody's table again */
        step_end(h, r);
    }
    *out = r;
    return FIND_FOUND;
}

enum find rooms_find(struct hub *h, const char *code, struct room **out)
{
    char upper[STORE_CODE_SIZE];
    size_t len = strlen(code);
    *out = NULL;
    if (len == 0 || len >= sizeof upper) {
        return FIND_NONE;
    }
    for (size_t i = 0; i <= len; i++) {
        upper[i] = (char)toupper((unsigned char)code[i]);
    }
    *out = rooms_in_memory(h, upper);
    if (*out) {
        return FIND_FOUND;
    }
    return idle_make_room(h) ? load(h, upper, out) : FIND_FULL;
}

static void found_one(void *ctx, const struct store_room *room)
{
    (void)room;
    *(bool *)ctx = true;
}

static enum find look_for_code(struct hub *h, const char *code)
{
    bool found = false;
    if (rooms_in_memory(h, code)) {
        return FIND_FOUND;
    }
    return (enum find)h->store->ops->room_by_code(h->store, code, found_one, &found);
}

enum find rooms_make(struct hub *h, struct room **out)
{
    /* No letters that look alike, and no vowels except A, so that codes do not spell words. */
    static const char letters[] = "ABCDFGHJKLMNPRSTVWXYZ";
    char code[STORE_CODE_SIZE];
    enum find taken;
    *out = NULL;
    do {
        for (int i = 0; i < CODE_LENGTH; i++) {
            code[i] = letters[randombytes_uniform(sizeof letters - 1)];
        }
        code[CODE_LENGTH] = '\0';
        taken = look_for_code(h, code);
    } while (taken == FIND_FOUND);
    struct room *r = taken == FIND_NONE ? allocate(h, h->top.room + 1, code, hub_now(h)) : NULL;
    if (!r) {
        return FIND_FAILED;
    }
    h->top.room++;
    h->metrics.rooms_made++;
    r->now.stand_in = BOT_NORMAL;
    rooms_new_secret(r);
    *out = r;
    return FIND_FOUND;
}

void rooms_new_secret(struct room *r)
{
    struct fair fair;
    fair_begin(&fair);
    memcpy(r->now.secret, fair.secret, sizeof r->now.secret);
    memcpy(r->now.commitment, fair.commitment, sizeof r->now.commitment);
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        r->now.seat[i].salt[0] = '\0';
    }
}

/* ---- who is there ---- */

static uint32_t connections_of(const struct room *r, const struct person *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->guest_count; i++) {
        count += r->guests[i]->who == p;
    }
    return count;
}

enum find rooms_enter(struct room *r, struct guest *g, bool sits)
{
    for (int i = 0; i < g->rooms; i++) {
        if (g->room[i] == r) {
            return FIND_FOUND;
        }
    }
    if (g->rooms == GUEST_ROOMS_MAX) {
        return FIND_NONE;
    }
    if (sits ? connections_of(r, g->who) >= SEAT_GUESTS_MAX
             : rooms_watchers(r) >= ROOM_WATCHERS_MAX) {
        return FIND_FULL;
    }
    if (r->guest_count == r->guest_room) {
        uint32_t room = r->guest_room ? r->guest_room * 2 : 4;
        struct guest **more = realloc(r->guests, room * sizeof *more);
        if (!more) {
            return FIND_FAILED;
        }
        r->guests = more;
        r->guest_room = room;
    }
    r->guests[r->guest_count++] = g;
    g->told[g->rooms] = (struct told){0};
    g->room[g->rooms++] = r;
    return FIND_FOUND;
}

void rooms_leave(struct hub *h, struct room *r, struct guest *g)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        if (r->guests[i] == g) {
            r->guests[i] = r->guests[--r->guest_count];
            break;
        }
    }
    for (int i = 0; i < g->rooms; i++) {
        if (g->room[i] == r) {
            g->room[i] = g->room[--g->rooms];
            g->told[i] = g->told[g->rooms];
            break;
        }
    }
    step_forget(r, g);
    r->touched = hub_now(h);
}

int rooms_seat_of(const struct room *r, const struct person *p)
{
    for (int i = 0; p && i < r->now.seats; i++) {
        if (r->now.seat[i].kind == SEAT_PERSON && r->now.seat[i].person == p) {
            return i;
        }
    }
    return -1;
}

bool rooms_is_here(const struct room *r, const struct person *p)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        if (r->guests[i]->who == p) {
            return true;
        }
    }
    return false;
}

bool rooms_is_successor(const struct room *r, const struct person *p)
{
    return rooms_seat_of(r, p) >= 0 && (!r->now.host || !rooms_is_here(r, r->now.host));
}

bool rooms_has_company(const struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        if (rooms_seat_of(r, r->guests[i]->who) >= 0) {
            return true;
        }
    }
    return false;
}

uint32_t rooms_watchers(const struct room *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->guest_count; i++) {
        count += rooms_seat_of(r, r->guests[i]->who) < 0;
    }
    return count;
}

const char *rooms_bot_name(const struct room *r, int seat)
{
    const char *name = player_bot_names[seat];
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        if (s->kind == SEAT_PERSON && strcasecmp(s->person->name, name) == 0) {
            return player_bot_names[seat + MAZO_SEATS_MAX];
        }
    }
    return name;
}

void rooms_set_person(struct hub *h, struct seat *s, struct person *p)
{
    struct person *old = s->person;
    if (p) {
        p->seats++;
    }
    s->person = p;
    if (old) {
        old->seats--;
        people_let_go(h, old);
    }
}
