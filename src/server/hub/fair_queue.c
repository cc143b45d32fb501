/*
 * fair_queue.c - who is next.
 *
 * At most TURNS_MAX wait, so looking through all of them costs less than any order would.
 */
#include "server/hub/fair_queue.h"

#include <stddef.h>

static uint64_t *last_of_address(struct fair_queue *q, const struct turn *t)
{
    return &q->address[t->address % TURNS_SLOTS];
}

static uint64_t *last_of_person(struct fair_queue *q, const struct turn *t)
{
    return &q->person[(uint64_t)t->person % TURNS_SLOTS];
}

bool fair_queue_put(struct fair_queue *q, struct turn *t)
{
    uint32_t address = 0, person = 0;
    struct turn **end = &q->first;
    for (; *end; end = &(*end)->next) {
        bool beside = (*end)->address == t->address;
        address += beside;
        person += beside && (*end)->person == t->person;
    }
    if (q->count >= TURNS_MAX || address >= TURNS_ADDRESS_MAX || person >= TURNS_PERSON_MAX)
        return false;
    t->next = NULL;
    *end = t;
    q->count++;
    return true;
}

/* The one served longest ago. */
static bool is_before(struct fair_queue *q, const struct turn *a, const struct turn *b)
{
    uint64_t x = *last_of_address(q, a), y = *last_of_address(q, b);
    return x != y ? x < y : *last_of_person(q, a) < *last_of_person(q, b);
}

struct turn *fair_queue_take(struct fair_queue *q)
{
    struct turn *best = q->first;
    for (struct turn *t = best; t; t = t->next)
        best = is_before(q, t, best) ? t : best;
    if (best) {
        fair_queue_drop(q, best);
        *last_of_address(q, best) = *last_of_person(q, best) = ++q->served;
    }
    return best;
}

bool fair_queue_drop(struct fair_queue *q, const struct turn *t)
{
    for (struct turn **at = &q->first; *at; at = &(*at)->next) {
        if (*at == t) {
            *at = t->next;
            q->count--;
            return true;
        }
    }
    return false;
}

uint32_t fair_queue_load(const struct fair_queue *q, const struct turn *t)
{
    uint32_t beside = 0;
    for (const struct turn *other = q->first; other; other = other->next)
        beside += other != t && other->address == t->address;
    return beside > q->count / 4 ? beside : q->count / 4;
}
