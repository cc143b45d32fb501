/*
 * memory_write.c - batches, all or nothing.
 *
 * A batch is carried out write by write, and each leaves a note of how it was
 * before; if one fails, the notes are read backwards. What cannot fail, as
 * forgetting and putting away, comes last and needs no note.
 */
#include "memory_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"

/* How it was before a write. */
struct note {
    const struct store_write *write;
    void *it; /* the person, room or match */
    bool fresh;
    struct store_room room;
    int64_t owner;
    char *text;            /* of an opening, to be put in place when all is well */
    struct person *player; /* of a result */
    struct store_person person;
    struct store_ban ban; /* that was there before; `fresh`: there was none */
};

static const char no_memory[] = N_("there is not enough memory");
static const char there_already[] = N_("it already exists");
static const char not_there[] = N_("it belongs to something that is missing");
static const char unexpected[] = N_("it is not what the store expects");

/* ---- writing ---- */

/* The array with room for one more; NULL: no memory, and it is as it was. */
static void *grown(void *array, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return array;
    size_t more = *cap ? *cap * 2 : 4;
    void *bigger = realloc(array, more * size);
    if (bigger)
        *cap = more;
    return bigger;
}

static char *copied(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy) {
        if (len > 0)
            memcpy(copy, text, len);
        copy[len] = '\0';
    }
    return copy;
}

static void raise_top(int64_t *top, int64_t id) { *top = id > *top ? id : *top; }

static const char *write_person(struct memory *m, const struct store_person *from,
                                struct note *note)
{
    struct person *p = memory_person(m, from->id);
    if (p) {
        note->person = p->is;
        if (!p->gone) {
            memcpy(p->is.name, from->name, sizeof p->is.name);
            memcpy(p->is.lang, from->lang, sizeof p->is.lang);
            p->is.seen = from->seen;
        }
    } else if (memory_person_key(m, from->key) || memory_person_hash(m, from->hash)) {
        return there_already;
    } else {
        p = calloc(1, sizeof *p);
        if (!p)
            return no_memory;
        p->is = *from;
        p->is.matches = p->is.wins = 0;
        hash_table_add(&m->person_id, &p->by_id, hash_table_of_number(from->id));
        hash_table_add(&m->person_key, &p->by_key, memory_hash(from->key));
        hash_table_add(&m->person_hash, &p->by_hash, hash_table_of(from->hash, STORE_HASH_SIZE));
        raise_top(&m->top.person, from->id);
        note->fresh = true;
    }
    note->it = p;
    return NULL;
}

static size_t seat_in(const struct person *p, const struct room *r)
{
    size_t i = p->rooms;
    while (i > 0 && p->room[i - 1] != r)
        i--;
    return i; /* 1 and more, or 0 */
}

static void stand_up(struct person *p, const struct room *r)
{
    size_t at = seat_in(p, r);
    if (at > 0)
        p->room[at - 1] = p->room[--p->rooms];
}

static bool sit_down(struct person *p, struct room *r)
{
    if (seat_in(p, r) > 0)
        return true;
    struct room **more = grown(p->room, p->rooms, &p->room_cap, sizeof *more);
    if (!more)
        return false;
    p->room = more;
    p->room[p->rooms++] = r;
    return true;
}

static void all_stand_up(const struct memory *m, const struct room *r)
{
    for (int i = 0; i < r->is.people; i++)
        stand_up(memory_person(m, r->is.person[i]), r);
}

/* False: out of memory. A person who sat here before still has a place. */
static bool all_sit_down(const struct memory *m, struct room *r)
{
    for (int i = 0; i < r->is.people; i++)
        if (!sit_down(memory_person(m, r->is.person[i]), r))
            return false;
    return true;
}

/* Forgotten people are skipped; closed rooms have no seats. */
static const char *read_people(const struct memory *m, const struct store_room *from,
                               struct store_room *out)
{
    out->people = 0;
    if (from->people < 0 || from->people > STORE_SEATS_MAX)
        return unexpected;
    for (int i = 0; !from->over && i < from->people; i++) {
        const struct person *p = memory_person(m, from->person[i]);
        if (!p)
            return not_there;
        if (!p->gone)
            out->person[out->people++] = from->person[i];
    }
    return NULL;
}

static void replace_room(struct memory *m, struct room *r, const struct store_room *by)
{
    bool moved = strcmp(r->is.code, by->code) != 0;
    if (moved)
        hash_table_cut(&m->room_code, &r->by_code);
    r->is = *by;
    if (moved)
        hash_table_add(&m->room_code, &r->by_code, memory_hash(by->code));
}

static struct room *new_room(struct memory *m, const struct store_room *is)
{
    struct room *r = calloc(1, sizeof *r);
    if (r) {
        r->is = *is;
        hash_table_add(&m->room_id, &r->by_id, hash_table_of_number(is->id));
        hash_table_add(&m->room_code, &r->by_code, memory_hash(is->code));
        raise_top(&m->top.room, is->id);
    }
    return r;
}

static const char *write_room(struct memory *m, const struct store_room *from, struct note *note)
{
    struct store_room is = *from;
    struct room *r = memory_room(m, from->id), *same = memory_room_code(m, from->code);
    const char *why = read_people(m, from, &is);
    if (from->version && (!r || r->is.version != from->version)) {
        m->conflict = true;
        return N_("somebody else has changed it");
    }
    is.version = r ? r->is.version + 1 : 1;
    if (!why && same && same != r && !same->is.over && !is.over)
        why = there_already;
    if (why)
        return why;
    char *text = copied(from->text, from->len);
    if (!text)
        return no_memory;
    is.text = text;
    if (r) {
        note->room = r->is;
        note->owner = r->owner;
        all_stand_up(m, r);
        replace_room(m, r, &is);
    } else {
        r = new_room(m, &is);
        if (!r) {
            free(text);
            return no_memory;
        }
        note->fresh = true;
    }
    r->owner = m->writer;
    note->it = r; /* from here on the note can undo it */
    return all_sit_down(m, r) ? NULL : no_memory;
}

static const char *write_match(struct memory *m, const struct store_match *from, struct note *note)
{
    if (memory_match(m, from->id) || memory_match_key(m, from->key))
        return there_already;
    struct match *it = calloc(1, sizeof *it);
    if (!it)
        return no_memory;
    it->is = *from;
    hash_table_add(&m->match_id, &it->by_id, hash_table_of_number(from->id));
    hash_table_add(&m->match_key, &it->by_key, memory_hash(from->key));
    raise_top(&m->top.match, from->id);
    note->it = it;
    return NULL;
}

static const char *write_event(struct memory *m, const struct store_event *from, struct note *note)
{
    struct match *it = memory_match(m, from->match);
    const struct room *r = it && from->version ? memory_room(m, it->is.room) : NULL;
    if (from->version && (!r || r->is.version != from->version)) {
        m->conflict = true;
        return N_("somebody else has changed it");
    }
    if (!it || from->n > it->events)
        return not_there;
    if (from->n < it->events) {
        m->conflict = true;
        return there_already;
    }
    struct store_event *more = grown(it->event, it->events, &it->cap, sizeof *more);
    it->event = more ? more : it->event;
    char *text = more ? copied(from->text, from->len) : NULL;
    if (!text)
        return no_memory;
    it->event[it->events] = *from;
    it->event[it->events].version = 0;
    it->event[it->events++].text = text;
    note->it = it;
    return NULL;
}

/* They come almost in the order of time. */
static void put_past(struct person *p, struct past it)
{
    size_t i = p->pasts++;
    for (; i > 0 && p->past[i - 1].at > it.at; i--)
        p->past[i] = p->past[i - 1];
    p->past[i] = it;
}

static void drop_past(struct person *p, const struct match *match, int which)
{
    size_t i = p->pasts;
    while (p->past[i - 1].match != match || p->past[i - 1].which != which)
        i--;
    memmove(&p->past[i - 1], &p->past[i], (p->pasts - i) * sizeof *p->past);
    p->pasts--;
}

/* The person of a result, with room for it; NULL for a bot or a forgotten person. */
static const char *find_player(const struct memory *m, int64_t id, struct person **out)
{
    struct person *p = id != 0 ? memory_person(m, id) : NULL;
    if (id != 0 && !p)
        return not_there;
    if (p && !p->gone) {
        struct past *more = grown(p->past, p->pasts, &p->past_cap, sizeof *more);
        if (!more)
            return no_memory;
        p->past = more;
        *out = p;
    }
    return NULL;
}

static const char *write_result(struct memory *m, const struct store_result *from,
                                struct note *note)
{
    struct match *it = memory_match(m, from->match);
    if (!it)
        return not_there;
    if (from->seat < 0 || from->seat >= STORE_SEATS_MAX)
        return unexpected;
    for (int i = 0; i < it->results; i++)
        if (it->result[i].seat == from->seat)
            return there_already;
    struct person *p = NULL;
    const char *why = find_player(m, from->person, &p);
    if (why)
        return why;
    struct store_result *to = &it->result[it->results++];
    *to = *from;
    to->delta = 0;
    to->rating = from->copied ? from->rating : p ? p->is.rating + from->delta : 0;
    to->copied = false;
    note->it = it;
    if (p) {
        note->player = p;
        note->person = p->is;
        p->is.rating = from->copied ? p->is.rating : to->rating;
        p->is.matches++;
        p->is.wins += from->won;
        put_past(p, (struct past){.match = it, .which = it->results - 1, .at = from->at});
    } else if (from->person != 0) { /* forgotten */
        to->person = 0;
        to->name[0] = '\0';
    }
    return NULL;
}

/* The place of a person in the list that p has muted. */
static size_t mute_at(const struct person *p, int64_t muted)
{
    size_t i = 0;
    while (i < p->mutes && p->mute[i] < muted)
        i++;
    return i;
}

static bool has_muted(const struct person *p, int64_t muted)
{
    size_t at = mute_at(p, muted);
    return at < p->mutes && p->mute[at] == muted;
}

/* One more or one less; there is room for it. */
static void change_mute(struct person *p, int64_t muted)
{
    size_t at = mute_at(p, muted);
    if (has_muted(p, muted)) {
        p->mutes--;
        memmove(&p->mute[at], &p->mute[at + 1], (p->mutes - at) * sizeof *p->mute);
    } else {
        memmove(&p->mute[at + 1], &p->mute[at], (p->mutes - at) * sizeof *p->mute);
        p->mute[at] = muted;
        p->mutes++;
    }
}

static const char *write_mute(struct memory *m, const struct store_mute *from, struct note *note)
{
    struct person *p = memory_person(m, from->person);
    const struct person *other = memory_person(m, from->muted);
    if (!p || !other)
        return not_there;
    if (p->gone || other->gone || has_muted(p, from->muted) != from->off)
        return NULL;
    int64_t *more = grown(p->mute, p->mutes, &p->mute_cap, sizeof *more);
    if (!more)
        return no_memory;
    p->mute = more;
    change_mute(p, from->muted);
    note->it = p;
    return NULL;
}

static size_t ban_at(const struct memory *m, const struct store_ban *like)
{
    size_t i = 0;
    while (i < m->bans &&
           (m->ban[i].person != like->person || strcmp(m->ban[i].address, like->address) != 0))
        i++;
    return i;
}

static void drop_ban(struct memory *m, const struct store_ban *like)
{
    size_t at = ban_at(m, like);
    if (at < m->bans) {
        m->bans--;
        memmove(&m->ban[at], &m->ban[at + 1], (m->bans - at) * sizeof *m->ban);
    }
}

/* There is room for it. */
static void add_ban(struct memory *m, const struct store_ban *from)
{
    size_t at = m->bans++;
    for (; at > 0 && m->ban[at - 1].at > from->at; at--)
        m->ban[at] = m->ban[at - 1];
    m->ban[at] = *from;
}

static const char *write_ban(struct memory *m, const struct store_ban *from, struct note *note)
{
    struct person *p = from->person ? memory_person(m, from->person) : NULL;
    if (from->person && !p)
        return not_there;
    if (p && p->gone)
        return NULL;
    struct store_ban *more = grown(m->ban, m->bans + 1, &m->ban_cap, sizeof *more);
    if (!more)
        return no_memory;
    m->ban = more;
    size_t at = ban_at(m, from);
    note->it = m;
    note->fresh = at == m->bans;
    note->ban = note->fresh ? *from : m->ban[at];
    drop_ban(m, from);
    if (!from->off)
        add_ban(m, from);
    return NULL;
}

static void undo_ban(struct memory *m, const struct note *note)
{
    drop_ban(m, &note->ban);
    if (note->it && !note->fresh)
        add_ban(m, &note->ban);
}

/* A place for it; it is put there by finish. */
static const char *write_push(struct memory *m, const struct store_push *from, struct note *note)
{
    if (!memory_person(m, from->person))
        return not_there;
    struct push *p = malloc(sizeof *p + from->len);
    if (!p)
        return no_memory;
    p->is = *from;
    p->is.endpoint = memcpy(p + 1, from->endpoint, from->len);
    note->text = (char *)p;
    return NULL;
}

static void drop_push(struct push **at)
{
    struct push *p = *at;
    *at = p->next;
    free(p);
}

/* All of a person; of all people, one of these endpoints. */
static void drop_pushes(struct memory *m, int64_t person, const struct store_push *like)
{
    for (struct push **at = &m->pushes; *at;) {
        const struct store_push *is = &(*at)->is;
        if ((!person || is->person == person) &&
            (!like ||
             (is->len == like->len && memcmp(is->endpoint, like->endpoint, like->len) == 0)))
            drop_push(at);
        else
            at = &(*at)->next;
    }
}

static void finish_push(struct memory *m, struct note *note)
{
    struct push *p = (struct push *)(void *)note->text, **end = &m->pushes, **oldest = NULL;
    int count = 0;
    if (memory_person(m, p->is.person)->gone)
        return;
    drop_pushes(m, p->is.off ? p->is.person : 0, &p->is);
    if (p->is.off)
        return;
    for (; *end && (*end)->is.at <= p->is.at; end = &(*end)->next)
        ;
    p->next = *end;
    *end = p;
    note->text = NULL;
    for (struct push **at = &m->pushes; *at; at = &(*at)->next) {
        if ((*at)->is.person == p->is.person) {
            oldest = oldest ? oldest : at;
            count++;
        }
    }
    if (count > STORE_PUSHES_MAX)
        drop_push(oldest);
}

static const char *write_daily(struct memory *m, const struct store_daily *from, struct note *note)
{
    const struct person *p = memory_person(m, from->person);
    if (!p)
        return not_there;
    for (size_t i = 0; i < m->dailies; i++)
        if (m->daily[i].day == from->day &&
            (m->daily[i].person == from->person || m->daily[i].mark == from->mark))
            return NULL;
    struct store_daily *more = grown(m->daily, m->dailies, &m->daily_cap, sizeof *more);
    if (!more)
        return no_memory;
    m->daily = more;
    if (!p->gone) {
        m->daily[m->dailies++] = *from;
        note->it = m;
    }
    return NULL;
}

static const char *write_one(struct memory *m, const struct store_write *write, struct note *note)
{
    switch (write->kind) {
    case STORE_PERSON:
        return write_person(m, &write->person, note);
    case STORE_ROOM:
        return write_room(m, &write->room, note);
    case STORE_MATCH:
        return write_match(m, &write->match, note);
    case STORE_EVENT:
        return write_event(m, &write->event, note);
    case STORE_RESULT:
        return write_result(m, &write->result, note);
    case STORE_MUTE:
        return write_mute(m, &write->mute, note);
    case STORE_BAN:
        return write_ban(m, &write->ban, note);
    case STORE_DAILY:
        return write_daily(m, &write->daily, note);
    case STORE_PUSH:
        return write_push(m, &write->push, note);
    case STORE_OPENING:
        note->text = copied(write->event.text, write->event.len);
        return note->text ? NULL : no_memory;
    case STORE_FORGET:
    case STORE_AWAY:
    case STORE_DROP:
    case STORE_CUT:
        break;
    }
    return NULL;
}

static void unmute_everywhere(struct memory *m, int64_t id)
{
    for (struct hash_table_link *link = NULL; (link = hash_table_walk(&m->person_id, link));) {
        struct person *p = HOLDER(person, by_id, link);
        if (has_muted(p, id))
            change_mute(p, id);
    }
}

static void forget_days(struct memory *m, int64_t id)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->dailies; i++)
        if (m->daily[i].person != id)
            m->daily[kept++] = m->daily[i];
    m->dailies = kept;
}

static void forget(struct memory *m, int64_t id)
{
    struct person *p = memory_person(m, id);
    if (!p || p->gone)
        return;
    for (size_t i = 0; i < p->pasts; i++) {
        struct store_result *result = &p->past[i].match->result[p->past[i].which];
        result->person = 0;
        result->name[0] = '\0';
    }
    for (size_t i = 0; i < p->rooms; i++) {
        struct store_room *is = &p->room[i]->is;
        int people = 0;
        for (int k = 0; k < is->people; k++)
            if (is->person[k] != id)
                is->person[people++] = is->person[k];
        is->people = people;
    }
    hash_table_cut(&m->person_key, &p->by_key);
    hash_table_cut(&m->person_hash, &p->by_hash);
    p->is = (struct store_person){.id = id};
    unmute_everywhere(m, id);
    drop_ban(m, &(struct store_ban){.person = id});
    forget_days(m, id);
    drop_pushes(m, id, NULL);
    p->pasts = p->rooms = p->mutes = 0;
    p->gone = true;
}

/* ---- old things ---- */

int64_t memory_used_at(const struct memory *m, const struct store_room *is)
{
    const struct match *it = memory_match(m, is->match);
    int64_t at = it && it->events > 0 ? it->event[it->events - 1].at : 0;
    return at > is->touched ? at : is->touched;
}

int64_t memory_ended_at(const struct match *it)
{
    int64_t at = 0;
    for (int i = 0; i < it->results; i++)
        at = it->result[i].at > at ? it->result[i].at : at;
    return at;
}

static void put_away(struct memory *m, const struct store_old *old)
{
    struct room *r = memory_room(m, old->id);
    if (r && !r->is.over && r->is.touched <= old->at) {
        all_stand_up(m, r);
        r->is.people = 0;
        r->is.over = true;
        r->is.version++;
    }
}

static void drop_old_room(struct memory *m, const struct store_old *old)
{
    struct room *r = memory_room(m, old->id);
    const struct match *newest = memory_match(m, m->top.match);
    if (!r || memory_used_at(m, &r->is) >= old->at || r->is.id == m->top.room ||
        (newest && newest->is.room == r->is.id))
        return;
    for (struct hash_table_link *link = hash_table_walk(&m->match_id, NULL), *next; link;
         link = next) {
        struct match *it = HOLDER(match, by_id, link);
        next = hash_table_walk(&m->match_id, link);
        if (it->is.room == r->is.id && it->results == 0)
            memory_drop_match(m, it);
    }
    all_stand_up(m, r);
    memory_drop_room(m, r);
}

static void cut_match(struct memory *m, const struct store_old *old)
{
    struct match *it = memory_match(m, old->id);
    if (it && it->results > 0 && memory_ended_at(it) < old->at) {
        for (size_t i = 0; i < it->events; i++)
            free((char *)it->event[i].text);
        it->events = 0;
    }
}

static void write_opening(struct memory *m, const struct store_event *from, struct note *note)
{
    struct match *it = memory_match(m, from->match);
    if (it && it->events > 0) {
        free((char *)it->event[0].text);
        it->event[0].text = note->text;
        it->event[0].len = from->len;
        note->text = NULL;
    }
}

/* The rest of a write, which cannot fail. */
static void finish(struct memory *m, const struct store_write *write, struct note *note)
{
    switch (write->kind) {
    case STORE_FORGET:
        forget(m, write->forget);
        break;
    case STORE_AWAY:
        put_away(m, &write->old);
        break;
    case STORE_DROP:
        drop_old_room(m, &write->old);
        break;
    case STORE_CUT:
        cut_match(m, &write->old);
        break;
    case STORE_OPENING:
        write_opening(m, &write->event, note);
        break;
    case STORE_PUSH:
        finish_push(m, note);
        break;
    default:
        break;
    }
}

/* ---- all or nothing ---- */

static void undo_room(struct memory *m, const struct note *note)
{
    struct room *r = note->it;
    all_stand_up(m, r);
    if (note->fresh) {
        memory_drop_room(m, r);
    } else {
        free((char *)r->is.text);
        replace_room(m, r, &note->room);
        r->owner = note->owner;
        all_sit_down(m, r);
    }
}

static void undo_result(const struct note *note)
{
    struct match *it = note->it;
    it->results--;
    if (note->player) {
        drop_past(note->player, it, it->results);
        note->player->is = note->person;
    }
}

static void undo(struct memory *m, const struct note *note)
{
    struct match *it = note->it;
    switch (it ? note->write->kind : STORE_FORGET) {
    case STORE_PERSON:
        if (note->fresh)
            memory_drop_person(m, note->it);
        else
            ((struct person *)note->it)->is = note->person;
        break;
    case STORE_ROOM:
        undo_room(m, note);
        break;
    case STORE_MATCH:
        memory_drop_match(m, it);
        break;
    case STORE_EVENT:
        free((char *)it->event[--it->events].text);
        break;
    case STORE_RESULT:
        undo_result(note);
        break;
    case STORE_MUTE:
        change_mute(note->it, note->write->mute.muted);
        break;
    case STORE_BAN:
        undo_ban(m, note);
        break;
    case STORE_DAILY:
        m->dailies--;
        break;
    default: /* nothing was done */
        break;
    }
}

static const char *write_all(struct memory *m, const struct store_write *writes, size_t count)
{
    const char *why = NULL;
    struct store_top top = m->top;
    struct note *note = calloc(count, sizeof *note);
    size_t done = 0;
    if (!note)
        return no_memory;
    for (; !why && done < count; done++) {
        note[done].write = &writes[done];
        why = write_one(m, &writes[done], &note[done]);
    }
    while (why && done > 0) {
        free(note[done - 1].text);
        undo(m, &note[--done]);
        m->top = top;
    }
    for (size_t i = 0; i < done; i++) {
        finish(m, &writes[i], &note[i]);
        free((char *)note[i].room.text);
        free(note[i].text);
    }
    free(note);
    return why;
}

enum store_outcome memory_commit(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE])
{
    if (count == 0)
        return STORE_KEPT;
    struct memory *m = memory_enter(s);
    m->writer = ((struct node *)s)->number;
    m->conflict = false;
    const char *fault = write_all(m, writes, count);
    enum store_outcome outcome = !fault ? STORE_KEPT : m->conflict ? STORE_CONFLICT : STORE_REFUSED;
    memory_leave(m, 0);
    snprintf(why, STORE_WHY_SIZE, "%s", fault ? fault : "");
    return outcome;
}
