/*
 * listing.c - which public tables are listed, and in which order.
 */
#include "server/stored/listing.h"

#include <jansson.h>
#include <mazo/mazo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_in.h"

/* ---- choosing ---- */

static int compare(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    if (x->waits != y->waits)
        return x->waits ? -1 : 1;
    if (x->people != y->people)
        return x->people > y->people ? -1 : 1;
    return x->id > y->id ? -1 : x->id < y->id;
}

static bool fits(const struct listed *chosen, size_t count, const struct listed *one,
                 const struct listing_limits *limits)
{
    uint32_t same_host = 0, same_mark = 0;
    for (size_t i = 0; i < count; i++) {
        same_host += one->host && chosen[i].host == one->host;
        same_mark += one->mark && chosen[i].mark == one->mark;
    }
    return (!limits->each || same_host < limits->each) &&
           (!limits->of_mark || same_mark < limits->of_mark);
}

size_t listing_choose(struct listed *list, size_t count, const struct listing_limits *limits)
{
    size_t chosen = 0;
    if (count > 0)
        qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count && chosen < limits->most; i++) {
        if (fits(list, chosen, &list[i], limits)) {
            struct listed swap = list[chosen];
            list[chosen++] = list[i];
            list[i] = swap;
        }
    }
    return chosen;
}

int listing_suits(int people, bool waits) { return people + (waits ? MAZO_SEATS_MAX : 0); }

/* ---- of other servers ---- */

/* The sheet of a table that fills up by itself, has a free seat and no house rules; -1: another
 * kind of table. */
static int quick_sheet(const json_t *table)
{
    const json_t *options = json_object_get(table, "options");
    size_t clock = json_object_get(options, "turn_clock") != NULL;
    const char *status = json_string_value(json_object_get(table, "status"));
    const char *sheet = json_string_value(json_object_get(table, "rules"));
    bool open = status && (strcmp(status, "open") == 0 || strcmp(status, "playing") == 0);
    return open && sheet && json_in_flag(table, "fill") && json_is_object(options) &&
                   json_object_size(options) == clock && json_in_number(table, "free", 0) > 0
               ? mazo_sheet_by_name(sheet)
               : -1;
}

/* `by` is for servers only and not sent to clients. Servers of earlier versions send none. */
static bool read_one(json_t *table, struct listed *out)
{
    const char *status = json_string_value(json_object_get(table, "status"));
    const json_t *by = json_object_get(table, "by");
    *out = (struct listed){.id = json_in_number(by, "id", 0),
                           .host = json_in_number(by, "host", 0),
                           .mark = (uint32_t)json_in_number(by, "mark", 0),
                           .people = (uint32_t)json_in_number(table, "people", 0),
                           .waits = status && strcmp(status, "open") == 0 &&
                                    json_in_number(table, "free", 0) > 0,
                           .quick = quick_sheet(table)};
    const char *code = json_string_value(json_object_get(table, "table"));
    if (!code || snprintf(out->code, sizeof out->code, "%s", code) >= (int)sizeof out->code)
        out->quick = -1;
    json_object_del(table, "by");
    out->text = json_dumps(table, JSON_COMPACT);
    return out->text != NULL;
}

bool listing_read(const char *text, size_t len, struct listed **list, size_t *count)
{
    json_t *tables = json_loadb(text, len, 0, NULL);
    size_t more = json_array_size(tables);
    struct listed *all = more ? realloc(*list, (*count + more) * sizeof *all) : *list;
    bool fine = all || !more;
    *list = all ? all : *list;
    for (size_t i = 0; i < more && fine; i++) {
        fine = read_one(json_array_get(tables, i), &(*list)[*count]);
        *count += fine;
    }
    json_decref(tables);
    return fine;
}

void listing_free(struct listed *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].text);
    free(list);
}
