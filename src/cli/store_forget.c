/*
 * store_forget.c - `mazo store forget`: a person wants to be forgotten.
 *
 * The store forgets the person: name, token, rating, seats, history. The lines
 * of matches say who sat there, too: in the first of each the seat gets a name
 * that could be anybody's. No hash depends on it, so the match still replays.
 */
#include "cli/cli.h"
#include "cli/store.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/stored/summary.h"
#include "text/screen.h"

enum { SHOWN_MAX = 10 };

/* A match where the person sat. */
struct sat {
    int64_t match;
    unsigned seats; /* one bit each; 0: only the name identifies the seat */
    char *text;     /* its first line with another name, or NULL */
};

struct forgetting {
    const struct admin *admin;
    const char *who;
    int found;
    struct store_person person; /* the last of these */
    struct sat *sat;
    size_t count, capacity;
    bool failed; /* no memory */
};

/* ---- who ---- */

static void say_person(const struct store_person *p)
{
    char name[ADMIN_NAME_SIZE], time[ADMIN_TIME_SIZE];
    fprintf(stderr, "%6" PRId64 "  %s  %s  %s\n", p->id, p->key, admin_time(p->seen, time),
            screen_clean(p->name, name, sizeof name));
}

static void look_at(void *ctx, const struct store_person *p)
{
    struct forgetting *f = ctx;
    char id[24];
    snprintf(id, sizeof id, "%" PRId64, p->id);
    if (strcmp(id, f->who) != 0 && strcmp(p->key, f->who) != 0 && strcmp(p->name, f->who) != 0)
        return;
    if (f->found == 1)
        say_person(&f->person);
    f->person = *p;
    if (f->found++ > 0 && f->found <= SHOWN_MAX)
        say_person(p);
}

/* ---- where ---- */

static void add(struct forgetting *f, int64_t match, int seat)
{
    unsigned bit = seat >= 0 ? 1u << seat : 0;
    for (size_t i = 0; i < f->count; i++) {
        if (f->sat[i].match == match) {
            f->sat[i].seats |= bit;
            return;
        }
    }
    if (f->count == f->capacity) {
        size_t capacity = f->capacity ? f->capacity * 2 : 32;
        struct sat *more = realloc(f->sat, capacity * sizeof *more);
        if (!more) {
            f->failed = true;
            return;
        }
        f->sat = more;
        f->capacity = capacity;
    }
    f->sat[f->count++] = (struct sat){.match = match, .seats = bit};
}

static void add_match(void *ctx, int64_t match, int seat) { add(ctx, match, seat); }

static void add_room(void *ctx, const struct store_room *room)
{
    struct forgetting *f = ctx;
    struct summary g;
    if (room->match != 0 && summary_read(room->text, room->len, &g)) {
        int seat = summary_seat_of(&g, f->person.id);
        if (seat >= 0)
            add(f, room->match, seat);
    }
}

/* ---- another name ---- */

static bool is_theirs(const struct forgetting *f, const struct sat *sat, size_t i,
                      const json_t *seat)
{
    const char *name = json_string_value(json_object_get(seat, "name"));
    const char *sits = json_string_value(json_object_get(seat, "sits"));
    if (sat->seats)
        return sat->seats >> i & 1;
    return name && sits && strcmp(sits, "person") == 0 && strcmp(name, f->person.name) == 0;
}

struct renaming {
    struct forgetting *forgetting;
    struct sat *sat;
};

static void rename_in(void *ctx, const struct store_event *event)
{
    struct renaming *r = ctx;
    struct forgetting *f = r->forgetting;
    char name[32];
    if (event->n != 0)
        return;
    json_t *line = json_loadb(event->text, event->len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *seats = json_object_get(json_object_get(line, "table"), "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        if (is_theirs(f, r->sat, i, seat)) {
            snprintf(name, sizeof name, text_in(f->admin->line->lang, N_("Player %d")), (int)i + 1);
            json_object_set_new(seat, "name", json_string(name));
        }
    }
    r->sat->text = seats ? json_dumps(line, JSON_COMPACT) : NULL;
    f->failed |= seats && !r->sat->text;
    json_decref(line);
}

/* False: the store failed. */
static bool rename_all(struct forgetting *f)
{
    struct store *s = f->admin->store;
    for (size_t i = 0; i < f->count; i++) {
        struct renaming r = {.forgetting = f, .sat = &f->sat[i]};
        if (s->ops->events(s, f->sat[i].match, 0, rename_in, &r) < 0)
            return false;
    }
    return true;
}

/* ---- done ---- */

static int commit(struct forgetting *f)
{
    const struct admin *c = f->admin;
    char why[STORE_WHY_SIZE] = N_("there is not enough memory");
    size_t count = 0;
    struct store_write *writes = calloc(f->count + 1, sizeof *writes);
    for (size_t i = 0; writes && i < f->count; i++) {
        if (f->sat[i].text) {
            writes[count].kind = STORE_OPENING;
            writes[count++].event = (struct store_event){.match = f->sat[i].match,
                                                         .text = f->sat[i].text,
                                                         .len = strlen(f->sat[i].text)};
        }
    }
    bool kept = false;
    if (writes) {
        writes[count++] = (struct store_write){.kind = STORE_FORGET, .forget = f->person.id};
        kept = store_commit(c->store, writes, count, why);
    }
    free(writes);
    if (!kept)
        return admin_unwritten(c, why);
    puts(text_in(c->line->lang, N_("Forgotten. A running server drops the name once that person is "
                                   "disconnected and the tables are idle.")));
    return EXIT_FINE;
}

static int forget(struct forgetting *f)
{
    const struct admin *c = f->admin;
    struct store *s = c->store;
    char name[ADMIN_NAME_SIZE], played[ADMIN_COUNT_SIZE], kept[ADMIN_COUNT_SIZE];
    if (s->ops->matches_of(s, f->person.id, add_match, f) < 0 ||
        s->ops->rooms_of(s, f->person.id, add_room, f) < 0 || !rename_all(f))
        return admin_unread(c);
    if (f->failed)
        return admin_unwritten(c, N_("there is not enough memory"));
    fprintf(stderr,
            text_in(c->line->lang,
                    N_("%s (%s), with %s behind them, will be forgotten for good: name, token, "
                       "rating and history. In %s the seat stays under another name.\n")),
            screen_clean(f->person.name, name, sizeof name), f->person.key,
            admin_count(c, f->person.matches, N_("%d match"), N_("%d matches"), played),
            admin_count(c, (int)f->count, N_("%d match"), N_("%d matches"), kept));
    return admin_agrees(c) ? commit(f) : EXIT_BAD;
}

int admin_forget(const struct admin *c, const char *who)
{
    struct forgetting f = {.admin = c, .who = who};
    char clean[ADMIN_NAME_SIZE];
    int code;
    screen_clean(who, clean, sizeof clean);
    if (c->store->ops->people(c->store, look_at, &f) < 0) {
        code = admin_unread(c);
    } else if (f.found == 0) {
        code = cli_complain(c->line, EXIT_BAD, N_("%s: there is nobody called %s"), c->shown,
                            clean);
    } else if (f.found > 1) {
        code = cli_complain(c->line, EXIT_BAD,
                            N_("%s: there are %d people called %s: say the number"), c->shown,
                            f.found, clean);
    } else {
        code = forget(&f);
    }
    for (size_t i = 0; i < f.count; i++)
        free(f.sat[i].text);
    free(f.sat);
    return code;
}
