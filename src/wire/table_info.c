/*
 * table_info.c - the message `table`, written and read.
 */
#include "wire/table_info.h"

#include <string.h>

#include "wire/json_in.h"
#include "wire/json_write.h"

enum { COUNT_MAX = 1000000000 }; /* of anything that a server counts */

const char *const table_info_sits[] = {"open", "closed", "person", "bot", "program"};
const char *const table_info_status[] = {"open", "playing", "over", "stopped"};

int table_info_word(const char *word, const char *const *words, int count)
{
    for (int i = 0; word && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* ---- writing ---- */

static const char *or_null(const char *text) { return text && text[0] ? text : NULL; }

static void put_kicked(struct json_out *out, const struct table_info_seat *s)
{
    if (s->kicked[0])
        json_out_string_at(out, "kicked", s->kicked);
}

static void put_person(struct json_out *out, const struct table_info_seat *s, bool series)
{
    json_out_string_at(out, "name", s->name);
    json_out_string_at(out, "player", s->player);
    json_out_bool_at(out, "here", s->here);
    json_out_bool_at(out, "away", s->away);
    json_out_bool_at(out, "left", s->left);
    json_out_bool_at(out, "salt", s->committed);
    json_out_string_at(out, "hash", or_null(s->hash));
    json_out_bool_at(out, "opened", s->opened);
    if (s->missed)
        json_out_int_at(out, "missed", s->missed);
    if (s->again)
        json_out_bool_at(out, "again", true);
    if (series)
        json_out_int_at(out, "won", s->won);
}

static void put_seat(struct json_out *out, const struct table_info_seat *s, int number, bool series)
{
    json_out_open(out, '{');
    json_out_int_at(out, "seat", number);
    json_out_string_at(out, "sits", table_info_sits[s->sits]);
    if (s->face != number)
        json_out_int_at(out, "face", s->face);
    switch (s->sits) {
    case SEAT_PERSON:
        put_person(out, s, series);
        break;
    case SEAT_BOT:
        json_out_string_at(out, "name", s->name);
        json_out_string_at(out, "bot", s->bot);
        if (s->gives)
            json_out_bool_at(out, "gives", true);
        put_kicked(out, s);
        break;
    case SEAT_PROGRAM:
        json_out_string_at(out, "name", s->name);
        json_out_bool_at(out, "away", s->away);
        json_out_bool_at(out, "waits", s->waits);
        break;
    default:
        put_kicked(out, s);
        break;
    }
    json_out_close(out, '}');
}

static void put_opening(struct json_out *out, const struct table_info *t)
{
    json_out_open_at(out, "opening", '{');
    json_out_string_at(out, "deal", or_null(t->deal));
    json_out_int_at(out, "ends_in", t->ends_in);
    json_out_close(out, '}');
}

static void put_watching(struct json_out *out, const struct table_info *t)
{
    if (t->watching == 0)
        return;
    json_out_open_at(out, "watching", '[');
    for (int i = 0; i < t->watching; i++) {
        json_out_open(out, '{');
        json_out_string_at(out, "player", t->watches[i].player);
        json_out_string_at(out, "name", t->watches[i].name);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

void table_info_put(struct json_out *out, const struct table_info *t)
{
    json_out_open(out, '{');
    json_out_string_at(out, "type", "table");
    if (t->id[0])
        json_out_string_at(out, "id", t->id);
    json_out_string_at(out, "table", t->code);
    json_out_string_at(out, "title", t->title);
    wire_put_rules(out, &t->rules);
    json_out_int_at(out, "clock", t->rules.turn_clock);
    json_out_bool_at(out, "public", t->listed);
    if (t->fills)
        json_out_bool_at(out, "fill", true);
    if (t->fills && t->deals_in >= 0)
        json_out_int_at(out, "deals_in", t->deals_in);
    json_out_string_at(out, "status", table_info_status[t->status]);
    json_out_string_at(out, "host", t->host);
    json_out_index_at(out, "you", t->you);
    json_out_open_at(out, "seats", '[');
    for (int i = 0; i < t->seats; i++)
        put_seat(out, &t->seat[i], i, t->series > 0);
    json_out_close(out, ']');
    json_out_int_at(out, "watchers", t->watchers);
    put_watching(out, t);
    json_out_string_at(out, "commitment", t->commitment);
    if (t->opening)
        put_opening(out, t);
    if (t->again)
        json_out_int_at(out, "again", t->again);
    json_out_int_at(out, "match", t->match);
    json_out_int_at(out, "n", t->n);
    json_out_string_at(out, "key", or_null(t->key));
    if (t->series)
        json_out_int_at(out, "series", t->series);
    json_out_open_at(out, "programs", '[');
    for (int i = 0; i < t->programs; i++)
        json_out_string(out, t->program[i]);
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* ---- reading ---- */

/* A number of things; 0 where it makes no sense. */
static int64_t count_at(const json_t *from, const char *key)
{
    int64_t number = json_in_number(from, key, 0);
    return number >= 0 && number <= COUNT_MAX ? number : 0;
}

static bool read_seat(const json_t *from, int number, struct table_info_seat *out)
{
    int sits = table_info_word(json_in_text(from, "sits"), table_info_sits, SEAT_KINDS);
    out->sits = sits < 0 ? SEAT_OPEN : (enum seat_kind)sits;
    out->name = json_in_text(from, "name");
    out->face = (int)json_in_number(from, "face", number);
    out->player = json_in_text(from, "player");
    out->bot = json_in_text(from, "bot");
    out->kicked = json_in_text(from, "kicked");
    out->hash = json_object_get(from, "hash") ? json_in_text(from, "hash") : NULL;
    out->here = json_in_flag(from, "here");
    out->away = json_in_flag(from, "away");
    out->left = json_in_flag(from, "left");
    out->committed = json_in_flag(from, "salt");
    out->opened = json_in_flag(from, "opened");
    out->waits = json_in_flag(from, "waits");
    out->missed = (int)count_at(from, "missed");
    out->again = json_in_flag(from, "again");
    out->won = (int)count_at(from, "won");
    out->gives = json_in_flag(from, "gives");
    return sits >= 0;
}

static bool read_seats(const json_t *list, struct table_info *out)
{
    size_t count = json_array_size(list);
    bool fine = count >= MAZO_SEATS_MIN && count <= MAZO_SEATS_MAX;
    out->seats = count > MAZO_SEATS_MAX ? MAZO_SEATS_MAX : (int)count;
    for (int i = 0; i < out->seats; i++)
        fine &= read_seat(json_array_get(list, (size_t)i), i, &out->seat[i]);
    return fine;
}

static void read_watching(const json_t *list, struct table_info *out)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count && i < TABLE_INFO_WATCHING_MAX; i++) {
        const json_t *from = json_array_get(list, i);
        out->watches[out->watching++] = (struct table_info_watcher){json_in_text(from, "player"),
                                                                    json_in_text(from, "name")};
    }
}

static void read_programs(const json_t *list, struct table_info *out)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count && i < TABLE_INFO_PROGRAMS_MAX; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        out->program[out->programs++] = name ? name : "";
    }
}

bool table_info_read(const json_t *from, struct table_info *out)
{
    struct wire_error why;
    struct json_in r = {.lang = TEXT_EN, .lenient = true, .err = &why};
    const json_t *opening = json_object_get(from, "opening");
    int status = table_info_word(json_in_text(from, "status"), table_info_status, ROOM_STOPPED);
    *out = (struct table_info){.status = status < 0 ? ROOM_STOPPED : (enum room_status)status};
    bool fine = json_in_rules(&r, from, &out->rules) && status >= 0;
    fine &= read_seats(json_object_get(from, "seats"), out);
    out->id = json_in_text(from, "id");
    out->code = json_in_text(from, "table");
    out->title = json_in_text(from, "title");
    out->listed = json_in_flag(from, "public");
    out->fills = json_in_flag(from, "fill");
    out->deals_in = json_object_get(from, "deals_in") ? count_at(from, "deals_in") : -1;
    out->host = json_in_text(from, "host");
    int64_t you = json_in_number(from, "you", -1);
    out->you = you >= 0 && you < out->seats ? (int)you : -1;
    out->watchers = count_at(from, "watchers");
    out->commitment = json_in_text(from, "commitment");
    out->opening = json_is_object(opening);
    out->deal = json_in_text(opening, "deal");
    out->ends_in = count_at(opening, "ends_in");
    out->again = count_at(from, "again");
    out->match = count_at(from, "match");
    out->n = count_at(from, "n");
    out->key = json_in_text(from, "key");
    out->series = count_at(from, "series");
    read_watching(json_object_get(from, "watching"), out);
    read_programs(json_object_get(from, "programs"), out);
    return fine && out->code[0];
}
