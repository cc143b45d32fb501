/*
 * names.c - numbers behind names that look alike.
 */
#include "server/tables/names.h"

#include <stdio.h>
#include <string.h>

#include "server/hub/people.h"
#include "table/player.h"
#include "text/look.h"
#include "text/utf8.h"

/* How the names at a table look. */
struct folds {
    int count;
    char fold[2 * MAZO_SEATS_MAX + WATCHERS_TOLD][STORE_NAME_SIZE];
};

static void add(struct folds *f, const char *name)
{
    look_fold(name, f->fold[f->count++], STORE_NAME_SIZE);
}

static bool has(const struct folds *f, int count, const char *name)
{
    char fold[STORE_NAME_SIZE];
    look_fold(name, fold, sizeof fold);
    for (int i = 0; i < count && fold[0]; i++)
        if (strcmp(f->fold[i], fold) == 0)
            return true;
    return false;
}

/* The name of a player who was kicked stays theirs in this match. "" for bots and empty seats. */
static const char *given(const struct room *r, int seat)
{
    const struct seat *s = &r->now.seat[seat];
    return s->kind == SEAT_PERSON                                 ? s->person->name
           : s->kind == SEAT_PROGRAM                              ? s->program
           : s->kind == SEAT_BOT && r->now.status == ROOM_PLAYING ? s->kicked.name
                                                                  : "";
}

/* "Ana (2)", cut between characters where it would be too long. */
static void number(const char *name, int n, char out[STORE_NAME_SIZE])
{
    char mark[16];
    size_t room = STORE_NAME_SIZE - 1 - (size_t)snprintf(mark, sizeof mark, " (%d)", n), len = 0;
    for (int some;
         (some = utf8_length(name + len, strlen(name + len))) > 0 && len + (size_t)some <= room;)
        len += (size_t)some;
    snprintf(out, STORE_NAME_SIZE, "%.*s%s", (int)len, name, mark);
}

/* A name unlike the first `count`; if it needs a number, unlike all names. */
static void choose(const struct folds *f, int count, const char *name, char out[STORE_NAME_SIZE])
{
    snprintf(out, STORE_NAME_SIZE, "%s", name);
    for (int n = 2; has(f, n == 2 ? count : f->count, out); n++)
        number(name, n, out);
}

void names_at(const struct room *r, struct names *out)
{
    struct folds f = {0};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < r->now.seats; i++)
        add(&f, given(r, i));
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        if (s->kind == SEAT_BOT) {
            bool taken = has(&f, r->now.seats, player_bot_name(r->now.face[i], false));
            snprintf(out->seat[i], STORE_NAME_SIZE, "%s", player_bot_name(r->now.face[i], taken));
        } else if (s->kind == SEAT_PERSON || s->kind == SEAT_PROGRAM) {
            choose(&f, i, given(r, i), out->seat[i]);
            add(&f, out->seat[i]);
        }
    }
}

void names_of(const struct room *r, const struct person *p, char out[STORE_NAME_SIZE])
{
    struct names names;
    struct folds f = {0};
    int seat = room_seat_of(r, p);
    names_at(r, &names);
    if (seat >= 0) {
        memcpy(out, names.seat[seat], STORE_NAME_SIZE);
        return;
    }
    for (int i = 0; i < r->now.seats; i++)
        add(&f, names.seat[i]);
    choose(&f, f.count, p->name, out);
}

static bool is_counted(const struct watching *w, const struct person *p)
{
    for (int i = 0; i < w->count; i++)
        if (w->who[i] == p)
            return true;
    return false;
}

void names_watching(const struct room *r, const struct names *seats, struct watching *out)
{
    struct folds f = {0};
    out->count = 0;
    if (room_watchers(r) > WATCHERS_TOLD)
        return;
    for (int i = 0; i < r->now.seats; i++)
        add(&f, seats->seat[i]);
    for (uint32_t i = 0; i < r->guest_count; i++) {
        const struct person *p = r->guests[i]->who;
        if (room_seat_of(r, p) >= 0 || is_counted(out, p))
            continue;
        char *name = out->name[out->count];
        choose(&f, f.count, p->name, name);
        add(&f, name);
        out->who[out->count++] = p;
    }
}
