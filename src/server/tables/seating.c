/*
 * seating.c - who sits where.
 */
#include "server/tables/seating.h"

#include <string.h>

#include "server/hub/people.h"

void seat_clear(struct hub *h, struct seat *s, enum seat_kind kind)
{
    people_set(h, &s->person, NULL);
    memset(s, 0, sizeof *s);
    s->kind = (uint8_t)kind;
}

void seat_change(struct hub *h, struct seat *s, enum seat_kind kind)
{
    struct seat was = *s;
    seat_clear(h, s, kind);
    memcpy(s->ids, was.ids, sizeof s->ids);
    memcpy(s->ns, was.ns, sizeof s->ns);
    s->id_at = was.id_at;
    s->kicked_by = was.kicked_by;
}

void seat_sit(struct hub *h, struct seat *s, struct person *p)
{
    seat_clear(h, s, SEAT_PERSON);
    people_set(h, &s->person, p);
}

void seat_find_host(struct hub *h, struct room *r)
{
    for (int i = 0; i < r->now.seats; i++) {
        if (r->now.seat[i].kind == SEAT_PERSON) {
            people_set(h, &r->now.host, r->now.seat[i].person);
            return;
        }
    }
}
