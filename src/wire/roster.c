/*
 * roster.c - writes and reads who sat at the table.
 */
#include "wire/roster.h"

#include <string.h>

#include "wire/json_in.h"

/* ---- writing ---- */

void roster_put(struct json_out *out, const struct roster *roster)
{
    json_out_open_at(out, "table", '{');
    json_out_open_at(out, "seats", '[');
    for (int i = 0; i < roster->count; i++) {
        const struct roster_seat *s = &roster->seat[i];
        json_out_open(out, '{');
        json_out_string_at(out, "name", s->name);
        json_out_string_at(out, "sits", s->sits);
        json_out_string_at(out, "bot", s->bot);
        if (s->program[0])
            json_out_string_at(out, "program", s->program);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* ---- reading ---- */

static bool read_roster(struct json_in *r, const json_t *object, struct roster *out)
{
    const json_t *table = json_object_get(object, "table"), *seats;
    if (!table)
        return true;
    if (!json_in_need(r, table, "seats") ||
        !json_in_list(r, table, "seats", 0, MAZO_SEATS_MAX, &seats))
        return false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        struct roster_seat *to = &out->seat[i];
        if (!json_in_need(r, seat, "name") || !json_in_need(r, seat, "sits") ||
            !json_in_word(r, seat, "name", to->name, sizeof to->name) ||
            !json_in_word(r, seat, "sits", to->sits, sizeof to->sits) ||
            !json_in_word(r, seat, "bot", to->bot, sizeof to->bot) ||
            !json_in_word(r, seat, "program", to->program, sizeof to->program))
            return false;
    }
    out->count = (int)json_array_size(seats);
    return true;
}

bool roster_read(enum text_lang lang, const char *line, size_t len, struct roster *out,
                 struct wire_error *err)
{
    struct json_in r = {.lang = lang, .err = err};
    memset(out, 0, sizeof *out);
    json_t *object = json_in_load(&r, line, len);
    bool fine = object && read_roster(&r, object, out);
    json_decref(object);
    return fine;
}
