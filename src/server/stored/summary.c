/*
 * summary.c - a table's text in the store, read for lists.
 */
#include "server/stored/summary.h"

#include <stdio.h>
#include <string.h>

#include "wire/json_in.h"

void summary_text(const json_t *from, const char *key, char *to, size_t size)
{
    snprintf(to, size, "%s", json_in_text(from, key));
}

static bool read_seats(const json_t *seats, struct summary *out)
{
    size_t count = json_array_size(seats);
    if (count < MAZO_SEATS_MIN || count > MAZO_SEATS_MAX)
        return false;
    for (; out->seats < (int)count; out->seats++) {
        const json_t *from = json_array_get(seats, (size_t)out->seats);
        int kind = table_info_word(json_in_text(from, "sits"), table_info_sits, SEAT_KINDS);
        if (kind < 0)
            return false;
        out->seat[out->seats].kind = (enum seat_kind)kind;
        out->seat[out->seats].person = json_integer_value(json_object_get(from, "person"));
        out->seat[out->seats].kicked = json_integer_value(json_object_get(from, "kicked"));
    }
    return true;
}

static bool read_all(const json_t *from, struct summary *out)
{
    int status = table_info_word(json_in_text(from, "status"), table_info_status, ROOM_STOPPED);
    if (json_integer_value(json_object_get(from, "version")) != ROOM_TEXT_VERSION || status < 0)
        return false;
    out->status = (enum room_status)status;
    summary_text(from, "rules", out->rules, sizeof out->rules);
    summary_text(from, "title", out->title, sizeof out->title);
    out->host = json_integer_value(json_object_get(from, "host"));
    out->match = json_integer_value(json_object_get(from, "match"));
    out->turn = (int)json_in_number(from, "turn", -1);
    out->n = (uint32_t)json_integer_value(json_object_get(from, "n"));
    return read_seats(json_object_get(from, "seats"), out);
}

bool summary_read(const char *text, size_t len, struct summary *out)
{
    json_t *from = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    *out = (struct summary){.turn = -1};
    bool fine = from && read_all(from, out);
    json_decref(from);
    return fine;
}

int summary_seat_of(const struct summary *g, int64_t person)
{
    for (int i = 0; i < g->seats; i++)
        if (g->seat[i].kind == SEAT_PERSON && g->seat[i].person == person)
            return i;
    return -1;
}
