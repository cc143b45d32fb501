/*
 * store_queries.c - what the server asks its store, on the reader's thread.
 */
#include "server/stored/store_queries.h"

#include <stdlib.h>
#include <string.h>

#include "server/stored/listing.h"

/* ---- lines ---- */

static void note_id(struct read_lines *l, const struct store_event *e)
{
    if (l->id_count == l->id_cap) {
        size_t cap = l->id_cap ? l->id_cap * 2 : 64;
        struct read_id *more = realloc(l->ids, cap * sizeof *more);
        if (!more) {
            l->text.failed = true;
            return;
        }
        l->ids = more;
        l->id_cap = cap;
    }
    l->ids[l->id_count++] = (struct read_id){.person = e->person, .id = e->id, .n = e->n};
}

static void take_line(void *ctx, const struct store_event *e)
{
    struct read_lines *l = ctx;
    store_add_line(&l->text, e);
    l->bytes += e->len + 1;
    l->last_at = e->at;
    l->count++;
    if (e->id)
        note_id(l, e);
}

/* False: the store has failed. */
static bool read_lines(struct store *s, int64_t match, struct read_lines *out)
{
    return s->ops->events(s, match, 0, take_line, out) >= 0 && !out->text.failed;
}

static void drop_text(struct read_lines *l)
{
    free(l->text.bytes);
    l->text = (struct store_lines){0};
}

static void drop_ids(struct read_lines *l)
{
    free(l->ids);
    l->ids = NULL;
    l->id_count = l->id_cap = 0;
}

/* ---- a table ---- */

const struct store_person *query_person(const struct read_people *people, int64_t id)
{
    for (int i = 0; i < people->count; i++)
        if (people->at[i].id == id)
            return &people->at[i];
    return NULL;
}

/* Only the last commands of each person at the table count. */
static void keep_last_ids(struct read_lines *l, const struct read_people *people)
{
    int seen[sizeof people->at / sizeof *people->at] = {0};
    size_t kept = l->id_count;
    for (size_t i = l->id_count; i-- > 0;) {
        const struct store_person *p = query_person(people, l->ids[i].person);
        if (p && seen[p - people->at]++ < SEAT_IDS_MAX)
            l->ids[--kept] = l->ids[i];
    }
    l->id_count -= kept;
    if (l->id_count > 0)
        memmove(l->ids, l->ids + kept, l->id_count * sizeof *l->ids);
}

/* False: the store has failed. No person comes twice, and forgotten ones are left out. */
static bool add_person(struct store *s, int64_t id, struct read_people *to)
{
    if (query_person(to, id))
        return true;
    int found = id ? s->ops->person_by_id(s, id, &to->at[to->count]) : 0;
    to->count += found == 1;
    return found >= 0;
}

static bool add_people(struct store *s, const struct read_room *q, const struct summary *g,
                       struct read_people *to)
{
    bool fine = add_person(s, g->host, to);
    for (int i = 0; i < q->row.people && fine; i++)
        fine = add_person(s, q->row.person[i], to);
    for (int i = 0; i < g->seats && fine; i++)
        fine = add_person(s, g->seat[i].person, to) && add_person(s, g->seat[i].kicked, to);
    return fine;
}

static void take_row(void *ctx, const struct store_room *row)
{
    struct read_room *q = ctx;
    q->row = *row;
    q->text = malloc(row->len + 1);
    if (q->text) {
        memcpy(q->text, row->text, row->len);
        q->text[row->len] = '\0';
    }
    q->row.text = q->text;
}

void query_room(struct reading *reading, struct store *s)
{
    struct read_room *q = (struct read_room *)reading;
    struct summary g;
    q->found = (enum find)s->ops->room_claim(s, q->code, take_row, q);
    if (q->found != FIND_FOUND)
        return;
    if (!q->text) {
        q->found = FIND_FAILED;
        return;
    }
    bool read = summary_read(q->text, q->row.len, &g);
    bool fine = add_people(s, q, &g, &q->people);
    if (fine && read && g.status != ROOM_OPEN) {
        fine = read_lines(s, g.match, &q->lines) && replay_table(&q->lines.text, &q->table);
        keep_last_ids(&q->lines, &q->people);
        drop_text(&q->lines);
    }
    q->found = fine ? FIND_FOUND : FIND_FAILED;
}

void query_match(struct reading *reading, struct store *s)
{
    struct read_room *q = (struct read_room *)reading;
    q->found = read_lines(s, q->match, &q->lines) ? FIND_FOUND : FIND_FAILED;
    drop_ids(&q->lines);
    if (q->found == FIND_FOUND)
        replay_recent(&q->lines.text, q->lines.count, &q->recent);
}

void query_room_free(struct read_room *q)
{
    drop_text(&q->lines);
    drop_ids(&q->lines);
    free(q->table.packed);
    free(q->text);
    free(q);
}

/* ---- for a person ---- */

static void take_own(void *ctx, const struct store_room *room)
{
    struct await *l = ctx;
    if (l->count < OWN_MAX) {
        struct own_room *one = &l->own[l->count++];
        memcpy(one->code, room->code, STORE_CODE_SIZE);
        one->id = room->id;
        one->newer = false;
        one->read = summary_read(room->text, room->len, &one->summary);
    }
}

static void note_newer(void *ctx, const struct store_event *event)
{
    (void)event;
    *(bool *)ctx = true;
}

void query_own(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    l->found = s->ops->rooms_of(s, l->person, take_own, l) < 0 ? FIND_FAILED : FIND_FOUND;
    for (int i = 0; i < l->count; i++) {
        const struct summary *g = &l->own[i].summary;
        if (l->own[i].read && g->status == ROOM_PLAYING)
            s->ops->some_events(s, g->match, g->n + 1, 1, note_newer, &l->own[i].newer);
    }
}

static void take_mute(void *ctx, const struct store_mute *mute)
{
    struct await *l = ctx;
    size_t count = l->mutes < 0 ? 0 : (size_t)l->mutes + 1;
    struct store_mute *more = count ? realloc(l->mute, count * sizeof *more) : NULL;
    l->mute = more ? more : l->mute;
    l->mutes = more ? l->mutes + 1 : -1;
    if (more)
        more[count - 1] = *mute;
}

void query_hello(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    enum find found = (enum find)s->ops->person_by_hash(s, l->hash, &l->who);
    if (found == FIND_FOUND) {
        l->person = l->who.id;
        if (s->ops->mutes(s, l->person, take_mute, l) < 0)
            l->mutes = -1;
        query_own(reading, s); /* without them there is still the person */
    }
    l->found = found;
}

void query_by_key(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    l->found = (enum find)s->ops->person_by_key(s, l->key, &l->who);
}

void query_by_id(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    l->found = (enum find)s->ops->person_by_id(s, l->person, &l->who);
}

static void take_past(void *ctx, const struct store_past *past)
{
    struct await *l = ctx;
    if (l->count < HISTORY_MAX)
        l->past[l->count++] = *past;
}

void query_history(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    l->found = s->ops->history(s, l->person, l->before, HISTORY_MAX, take_past, l) < 0 ? FIND_FAILED
                                                                                       : FIND_FOUND;
}

static void take_best(void *ctx, const struct store_person *p)
{
    struct await *l = ctx;
    if (l->count < BEST_MAX)
        l->best[l->count++] = *p;
}

void query_best(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    l->found = s->ops->best(s, BEST_MAX, take_best, l) < 0 ? FIND_FAILED : FIND_FOUND;
}

static void take_daily(void *ctx, const struct store_daily *daily)
{
    struct await *l = ctx;
    if (l->count < DAY_MAX)
        l->daily[l->count++] = *daily;
}

void query_day(struct reading *reading, struct store *s)
{
    struct await *l = (struct await *)reading;
    bool fine = s->ops->day(s, l->day, DAY_MAX, take_daily, l) >= 0 &&
                s->ops->standing(s, l->day, l->person, &l->standing) >= 0;
    l->found = fine ? FIND_FOUND : FIND_FAILED;
}

void query_standing(struct reading *reading, struct store *s)
{
    struct read_standing *q = (struct read_standing *)reading;
    struct store_standing standing;
    q->failed = s->ops->standing(s, q->day, q->person, &standing) < 0 ||
                s->ops->day_mark(s, q->day, q->mark, &q->owner) < 0;
    q->played = standing.rank > 0;
}

static void take_push(void *ctx, const struct store_push *push)
{
    struct read_pushes *q = ctx;
    if (q->count == STORE_PUSHES_MAX || push->len >= READ_ENDPOINT_SIZE)
        return;
    struct read_push *to = &q->at[q->count++];
    memcpy(to->endpoint, push->endpoint, push->len);
    to->endpoint[push->len] = '\0';
    memcpy(to->key, push->key, sizeof to->key);
    memcpy(to->secret, push->secret, sizeof to->secret);
}

void query_pushes(struct reading *reading, struct store *s)
{
    struct read_pushes *q = (struct read_pushes *)reading;
    q->failed = s->ops->pushes(s, q->person, take_push, q) < 0;
}

/* ---- for the server ---- */

static void ignore(void *ctx, const struct store_room *room)
{
    (void)ctx;
    (void)room;
}

void query_stock(struct reading *reading, struct store *s)
{
    struct read_stock *q = (struct read_stock *)reading;
    int suggested = q->codes;
    q->failed = s->ops->reserve(s, STOCK_NUMBERS, &q->first) < 0;
    q->codes = 0;
    for (int i = 0; i < suggested && !q->failed; i++) {
        int taken = s->ops->room_by_code(s, q->code[i], ignore, NULL);
        if (taken == 0)
            memmove(q->code[q->codes++], q->code[i], STORE_CODE_SIZE);
        q->failed = taken < 0;
    }
}

static void take_due(void *ctx, const struct store_room *room)
{
    struct read_upkeep *q = ctx;
    if (q->due_count < q->due_most) {
        q->due[q->due_count].id = room->id;
        q->due[q->due_count].match = room->match;
        memcpy(q->due[q->due_count++].code, room->code, STORE_CODE_SIZE);
    }
}

static void take_old(void *ctx, const struct store_room *room)
{
    struct read_upkeep *q = ctx;
    if (q->old_count < OLD_MAX) {
        q->old[q->old_count].id = room->id;
        q->old[q->old_count].touched = room->touched;
        memcpy(q->old[q->old_count++].code, room->code, STORE_CODE_SIZE);
    }
}

void query_upkeep(struct reading *reading, struct store *s)
{
    struct read_upkeep *q = (struct read_upkeep *)reading;
    if (q->due_by)
        s->ops->rooms_due(s, q->due_by, q->due_most, take_due, q);
    if (q->idle_before)
        s->ops->rooms_idle(s, q->idle_before, OLD_MAX, take_old, q);
}

static void take_moved(void *ctx, int64_t room)
{
    struct read_news *q = ctx;
    if (q->moved < MOVED_MAX)
        q->room[q->moved++] = room;
}

static void take_list(void *ctx, const char *listed, size_t len)
{
    struct read_news *q = ctx;
    q->nodes++;
    listing_read(listed, len, &q->others, &q->others_count);
}

void query_whose(struct reading *reading, struct store *s)
{
    struct read_person *q = (struct read_person *)reading;
    q->found = (enum find)s->ops->person_by_key(s, q->key, &q->who);
}

struct ban_list {
    struct store_ban *at;
    int count;
    bool failed;
};

static void take_ban(void *ctx, const struct store_ban *ban)
{
    struct ban_list *l = ctx;
    struct store_ban *more = l->failed ? NULL
                                       : realloc(l->at, ((size_t)l->count + 1) * sizeof *more);
    l->failed |= !more;
    if (more) {
        l->at = more;
        l->at[l->count++] = *ban;
    }
}

bool query_bans(struct store *s, struct store_ban **out, int *count)
{
    struct ban_list l = {0};
    bool fine = s->ops->bans(s, take_ban, &l) >= 0 && !l.failed;
    if (!fine) {
        free(l.at);
        l = (struct ban_list){0};
    }
    *out = l.at;
    *count = l.count;
    return fine;
}

void query_news(struct reading *reading, struct store *s)
{
    struct read_news *q = (struct read_news *)reading;
    q->asks_bans = q->asks_bans && query_bans(s, &q->bans, &q->ban_count);
    struct store_top top;
    q->well = s->ops->heartbeat(s, q->listed, q->len, take_moved, take_list, q) >= 0 &&
              s->ops->top(s, &top) >= 0;
    if (q->well) {
        q->bytes = s->ops->size(s);
        s->ops->space(s, &q->space);
    }
}

/* ---- match files ---- */

static void take_piece(void *ctx, const struct store_event *e)
{
    struct read_file *q = ctx;
    q->size += e->len + 1;
    q->full |= q->piece.len > 0 && q->piece.len + e->len + 1 > FILE_PIECE;
    if (!q->full && e->n == q->next) {
        store_add_line(&q->piece, e);
        q->next++;
    }
}

static bool is_open(struct store *s, int64_t match)
{
    struct store_lines text = {0};
    bool open = s->ops->events(s, match, 0, store_add_line, &text) > 0 && !text.failed &&
                replay_is_damaged(&text);
    free(text.bytes);
    return open;
}

static enum find end_piece(struct read_file *q, int read)
{
    store_trim_lines(&q->piece);
    return read < 0 || q->piece.failed ? FIND_FAILED : q->piece.bytes ? FIND_FOUND : FIND_NONE;
}

void query_file(struct reading *reading, struct store *s)
{
    struct read_file *q = (struct read_file *)reading;
    struct store_found found;
    q->found = (enum find)s->ops->match_by_key(s, q->key, &found);
    if (q->found != FIND_FOUND)
        return;
    q->over = found.over;
    q->match = found.match.id;
    q->found = FIND_NONE;
    if (q->over || is_open(s, q->match))
        q->found = end_piece(q, s->ops->events(s, q->match, 0, take_piece, q));
}

void query_piece(struct reading *reading, struct store *s)
{
    struct read_file *q = (struct read_file *)reading;
    q->full = false;
    q->found = end_piece(q, s->ops->some_events(s, q->match, q->next, FILE_PIECE_LINES, take_piece,
                                                q));
}
