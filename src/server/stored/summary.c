/*
 * summary.c - a table's text in the store, read for lists.
 */
#include "server/stored/summary.h"

#include <stdio.h>
#include <string.h>

#include "wire/json_in.h"

const char *const summary_kinds[5] = {"open", "closed", "person", "bot", "program"};
const char *const summary_statuses[3] = {"open", "playing", "over"};

int summary_word(const char *word, const char *const *words, int count)
{
    for (int i = 0; word && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

void summary_text(const json_t *from, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(from, key));
    snprintf(to, size, "%s", text ? text : "");
}

static bool read_seats(const json_t *seats, struct summary *out)
{
    size_t count = json_array_size(seats);
    if (count < MAZO_SEATS_MIN || count > MAZO_SEATS_MAX)
        return false;
    for (; out->seats < (int)count; out->seats++) {
        const json_t *from = json_array_get(seats, (size_t)out->seats);
        int kind = summary_word(json_string_value(json_object_get(from, "sits")), summary_kinds, 5);
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
    int status = summary_word(json_string_value(json_object_get(from, "status")), summary_statuses,
                              3);
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
