/*
 * programs.c - programs at tables: places, started, kept, ended.
 */
#include "server/tables/programs.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/hub/config.h"
#include "server/hub/hub.h"
#include "server/hub/log.h"

enum { KEEP_MS = 60000 }; /* for a rematch */

static uint32_t count_of(const struct room *r)
{
    uint32_t count = 0;
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        count += r->program[i] != NULL;
    return count;
}

static void end_one(struct hub *h, struct room *r, int seat)
{
    program_seat_end(r->program[seat]);
    free(r->program[seat]);
    r->program[seat] = NULL;
    *(r->kept_until ? &h->kept : &h->programs) -= 1;
    if (count_of(r) == 0) {
        LIST_REMOVE(r, with_programs);
        r->kept_until = 0;
    }
}

void programs_end(struct hub *h, struct room *r)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        if (r->program[i])
            end_one(h, r, i);
    r->waits = 0;
}

/* ---- places ---- */

/* Programs in running matches of the same host, or of the same address. */
static uint32_t count_of_owner(const struct hub *h, const struct room *r)
{
    struct turn own, other;
    uint32_t count = 0;
    room_owner(r, &own);
    for (const struct room *at = LIST_FIRST(&h->with_programs); at;
         at = LIST_NEXT(at, with_programs)) {
        room_owner(at, &other);
        if (!at->kept_until && at != r &&
            (own.person == other.person || (own.address && own.address == other.address)))
            count += count_of(at);
    }
    return count;
}

static bool has_place(const struct hub *h, const struct room *r)
{
    return h->programs < h->config->programs_at_once &&
           count_of_owner(h, r) + count_of(r) < h->config->programs_each;
}

bool programs_fit(const struct hub *h, const struct room *r, enum text_lang lang,
                  struct wire_error *why)
{
    const struct config *c = h->config;
    uint32_t wanted = (uint32_t)room_count(r, SEAT_PROGRAM);
    why->word = "busy";
    if (wanted > c->programs_each || wanted > c->programs_at_once) {
        snprintf(why->message, sizeof why->message,
                 text_in(lang, N_("At most %d programs can play at one table here")),
                 (int)(c->programs_each < c->programs_at_once ? c->programs_each
                                                              : c->programs_at_once));
    } else if (wanted > 0 && count_of_owner(h, r) + wanted > c->programs_each) {
        snprintf(why->message, sizeof why->message,
                 text_in(lang, N_("Too many programs play at your tables already (%d at most): "
                                  "finish a match first")),
                 (int)c->programs_each);
    } else if (wanted > 0 && h->programs + wanted > c->programs_at_once) {
        snprintf(why->message, sizeof why->message, "%s",
                 text_in(lang, N_("All the places for programs are taken: try again in a while, "
                                  "or choose another bot")));
    } else {
        why->word = "ok";
        return true;
    }
    return false;
}

/* End kept programs if their place is needed. */
static void make_place(struct hub *h)
{
    struct room *r = LIST_FIRST(&h->with_programs);
    if (h->programs + h->kept < h->config->programs_at_once)
        return;
    while (r && !r->kept_until)
        r = LIST_NEXT(r, with_programs);
    if (r)
        programs_end(h, r);
}

/* ---- the life of a program ---- */

/* The match file names the program; the command line stays here. */
static void start_one(struct hub *h, struct room *r, struct table *t, int seat, const char *command)
{
    make_place(h);
    r->program[seat] = malloc(sizeof *r->program[seat]);
    if (!r->program[seat])
        return;
    table_set_program(t, seat, command);
    program_seat_init(r->program[seat], t, seat, OUTSIDE_LIMIT_MS, hub_now(h));
    if (count_of(r) == 1)
        LIST_INSERT_HEAD(&h->with_programs, r, with_programs);
    h->programs++;
}

void programs_start(struct hub *h, struct room *r, struct table *t)
{
    r->waits = 0;
    for (int i = 0; i < r->now.seats; i++) {
        const char *command = config_program(h->config, r->now.seat[i].program);
        if (t->seat[i].player.sitter != TABLE_PROGRAM || r->program[i])
            continue;
        if (command && has_place(h, r))
            start_one(h, r, t, i, command);
        else if (command)
            r->waits |= (uint16_t)(1u << i);
        if (!r->program[i] && !t->seat[i].away)
            table_leave(t, i, hub_now(h)); /* otherwise the match would wait for it */
    }
}

void programs_again(struct hub *h, struct room *r, struct table *t)
{
    bool kept = r->kept_until != 0;
    for (int i = 0; kept && i < MAZO_SEATS_MAX; i++) {
        const struct seat *s = &r->now.seat[i];
        const char *command = s->kind == SEAT_PROGRAM ? config_program(h->config, s->program)
                                                      : NULL;
        if (!r->program[i])
            continue;
        if (command && i < r->now.seats)
            table_set_program(t, i, command);
        if (!command || i >= r->now.seats ||
            !program_seat_again(r->program[i], t, i, OUTSIDE_LIMIT_MS, hub_now(h)))
            end_one(h, r, i);
    }
    if (kept && r->kept_until) {
        r->kept_until = 0;
        h->kept -= count_of(r);
        h->programs += count_of(r);
        r->tally.programs_again += count_of(r);
    }
    programs_start(h, r, t);
}

/* A program that still owes an answer is ended: it would answer the first question of the next
 * match. */
void programs_keep(struct hub *h, struct room *r)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        if (r->program[i] && (r->program[i]->asks || r->program[i]->program.pid <= 0))
            end_one(h, r, i);
    r->waits = 0;
    if (count_of(r) > 0) {
        r->kept_until = hub_now(h) + KEEP_MS;
        h->programs -= count_of(r);
        h->kept += count_of(r);
    }
}

/* For the host, once in a round. */
static void log_offence(struct program_seat *o, const char *name)
{
    if (!o->offence || o->offence_told)
        return;
    o->offence_told = true;
    log_say(o->offence, "program", name, "why", o->reason, NULL);
}

bool programs_tick(struct hub *h, struct room *r, struct table *t)
{
    bool moved = false;
    for (int i = 0; i < r->now.seats && !moved; i++) {
        if (r->program[i]) {
            moved = program_seat_tick(r->program[i], t, hub_now(h));
            log_offence(r->program[i], r->now.seat[i].program);
        }
    }
    return moved;
}
