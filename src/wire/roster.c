/*
 * roster.c - writes who sat at the table; json_read.c reads it.
 */
#include "wire/roster.h"

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
        if (s->program[0]) {
            json_out_string_at(out, "program", s->program);
        }
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    json_out_close(out, '}');
}
