/*
 * room_text.c - a table's settings and seats as JSON, for the store.
 */
#include "server/tables/room_text.h"

#include <stdlib.h>
#include <string.h>

#include "server/hub/people.h"
#include "server/stored/store_queries.h"
#include "server/stored/summary.h"
#include "table/player.h"
#include "wire/json_write.h"
#include "wire/json_in.h"

/* ---- writing ---- */

static void put_seat(const struct seat *s, struct json_out *out)
{
    char bot[64];
    json_out_open(out, '{');
    json_out_string_at(out, "sits", table_info_sits[s->kind]);
    if (s->kind == SEAT_PERSON && s->person)
        json_out_int_at(out, "person", s->person->id);
    if (s->kind == SEAT_BOT) {
        player_write(s->level, s->style, 0, bot, sizeof bot);
        json_out_string_at(out, "bot", bot);
        if (s->kicked.id)
            json_out_int_at(out, "kicked", s->kicked.id);
    }
    if (s->kicked_by)
        json_out_int_at(out, "kicked_by", s->kicked_by);
    if (s->kind == SEAT_PROGRAM)
        json_out_string_at(out, "program", s->program);
    if (s->hash[0])
        json_out_string_at(out, "hash", s->hash);
    if (s->salt[0])
        json_out_string_at(out, "salt", s->salt);
    if (s->missed)
        json_out_int_at(out, "missed", s->missed);
    if (s->again)
        json_out_bool_at(out, "again", true);
    if (s->filled)
        json_out_bool_at(out, "filled", true);
    json_out_close(out, '}');
}

/* Those of the seats; left out as long as nobody has moved. */
static void put_faces(const struct room_state *s, struct json_out *out)
{
    bool moved = false;
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        moved |= s->face[i] != i;
    if (!moved)
        return;
    json_out_open_at(out, "faces", '[');
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        json_out_int(out, s->face[i]);
    json_out_close(out, ']');
}

static void put_series(const struct series *s, struct json_out *out)
{
    json_out_open_at(out, "series", '{');
    json_out_int_at(out, "matches", s->matches);
    json_out_open_at(out, "wins", '[');
    for (int i = 0; i < ROOM_SERIES_MAX && s->wins[i].person; i++) {
        json_out_open(out, '{');
        json_out_int_at(out, "person", s->wins[i].person);
        json_out_int_at(out, "won", s->wins[i].won);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    json_out_close(out, '}');
}

void room_text_write(const struct room *r, struct json_out *out)
{
    const struct room_state *s = &r->now;
    int status = s->status == ROOM_STOPPED ? ROOM_PLAYING : s->status; /* as it was read */
    json_out_open(out, '{');
    json_out_int_at(out, "version", ROOM_TEXT_VERSION);
    json_out_string_at(out, "status", table_info_status[status]);
    json_out_string_at(out, "rules", mazo_sheet_name(s->rules.sheet));
    json_out_key(out, "options");
    wire_put_options(out, &s->rules);
    json_out_string_at(out, "title", s->title);
    json_out_bool_at(out, "public", s->listed);
    if (s->fills)
        json_out_bool_at(out, "fill", true);
    if (s->closed)
        json_out_bool_at(out, "closed", true);
    json_out_int_at(out, "host", s->host ? s->host->id : 0);
    json_out_string_at(out, "secret", s->secret);
    if (s->opening)
        json_out_string_at(out, "opening", s->opening == OPENING_SALTS ? "salts" : "hashes");
    if (s->again)
        json_out_int_at(out, "again", s->again);
    json_out_int_at(out, "matches", s->matches);
    json_out_int_at(out, "match", s->match);
    json_out_string_at(out, "key", s->match_key);
    if (s->status == ROOM_PLAYING && s->packed) { /* for lists: whose turn it is after line n */
        json_out_int_at(out, "turn", table_packed_turn(s->packed));
        json_out_int_at(out, "n", s->n);
    }
    if (s->status == ROOM_OVER) {
        json_out_open_at(out, "dealt", '[');
        for (int i = 0; i < s->seats; i++)
            json_out_int(out, s->dealt[i]);
        json_out_close(out, ']');
    }
    if (s->series.matches)
        put_series(&s->series, out);
    if (s->removed[0]) {
        json_out_open_at(out, "removed", '[');
        for (int i = 0; i < ROOM_REMOVED_MAX && s->removed[i]; i++)
            json_out_int(out, s->removed[i]);
        json_out_close(out, ']');
    }
    put_faces(s, out);
    json_out_open_at(out, "seats", '[');
    for (int i = 0; i < s->seats; i++)
        put_seat(&s->seat[i], out);
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* ---- reading: what we wrote ourselves, but a file can be damaged ---- */

static void read_kicked(struct seat *s, const struct store_person *p)
{
    if (p) {
        s->kicked = (struct kicked){.id = p->id, .rating = p->rating, .matches = p->matches};
        memcpy(s->kicked.key, p->key, sizeof p->key);
        memcpy(s->kicked.name, p->name, sizeof p->name);
    }
}

/* Its part of the shuffle. Earlier servers wrote no hash: their salts were given openly. */
static void read_part(struct seat *s, const json_t *from)
{
    summary_text(from, "hash", s->hash, sizeof s->hash);
    summary_text(from, "salt", s->salt, sizeof s->salt);
    if (s->salt[0] && !s->hash[0])
        fair_hash_salt(s->salt, s->hash);
    json_int_t missed = json_integer_value(json_object_get(from, "missed"));
    s->missed = (uint8_t)(missed > 0 && missed < SEAT_MISSED_MAX ? missed
                          : missed > 0                           ? SEAT_MISSED_MAX
                                                                 : 0);
}

/* False: no memory. */
static bool read_person(struct hub *h, struct seat *s, const struct store_person *from)
{
    struct person *p = from ? people_take(h, from) : NULL;
    if (!from)
        s->kind = SEAT_OPEN; /* forgotten since */
    people_set(h, &s->person, p);
    return p || !from;
}

static enum find read_seat(struct hub *h, struct seat *s, const struct read_people *people,
                           const json_t *from)
{
    int kind = table_info_word(json_in_text(from, "sits"), table_info_sits, SEAT_KINDS);
    const char *bot = json_string_value(json_object_get(from, "bot"));
    struct player player = {.level = MAZO_BOT_NORMAL};
    if (kind < 0 || (bot && player_read(bot, strlen(bot), 0, &player) != PLAYER_FINE))
        return FIND_NONE;
    s->kind = (uint8_t)kind;
    s->level = player.level;
    s->style = player.style;
    summary_text(from, "program", s->program, sizeof s->program);
    s->kicked_by = json_integer_value(json_object_get(from, "kicked_by"));
    bool read = true;
    if (kind == SEAT_BOT) {
        read_kicked(s, query_person(people, json_integer_value(json_object_get(from, "kicked"))));
    } else if (kind == SEAT_PERSON) {
        int64_t id = json_integer_value(json_object_get(from, "person"));
        read = read_person(h, s, query_person(people, id));
    }
    s->filled = json_in_flag(from, "filled");
    s->again = s->kind == SEAT_PERSON && json_in_flag(from, "again");
    if (s->kind == SEAT_PERSON)
        read_part(s, from);
    return read ? FIND_FOUND : FIND_FAILED;
}

/* Reads the rules as a referee would. */
static bool read_rules(struct hub *h, const json_t *from, int seats, struct mazo_rules *out,
                       struct room_stop *stop)
{
    json_t *opening = json_pack("{s:s, s:O, s:i, s:O}", "do", "new", "rules",
                                json_object_get(from, "rules"), "players", seats, "options",
                                json_object_get(from, "options"));
    char *text = opening ? json_dumps(opening, JSON_COMPACT) : NULL;
    bool fine = text != NULL;
    for (int lang = 0; text && lang < TEXT_LANG_COUNT; lang++) {
        struct wire_error why = {.word = stop->word};
        fine = wire_read_line((enum text_lang)lang, text, strlen(text), &h->command, &why);
        if (fine) {
            *out = h->command.opening.position.rules;
            break;
        }
        stop->word = why.word;
        memcpy(stop->why[lang], why.message, sizeof stop->why[lang]);
    }
    free(text);
    json_decref(opening);
    return fine;
}

static void read_opening(struct room_state *s, const json_t *from)
{
    const char *opening = json_string_value(json_object_get(from, "opening"));
    if (opening && s->status == ROOM_OPEN)
        s->opening = strcmp(opening, "salts") == 0 ? OPENING_SALTS : OPENING_HASHES;
    s->again = (uint32_t)json_integer_value(json_object_get(from, "again"));
}

/* Absent from older servers: then everybody seated has played. */
static void read_dealt(struct room_state *s, const json_t *from)
{
    const json_t *dealt = json_object_get(from, "dealt");
    for (size_t i = 0; i < s->seats; i++) {
        const struct person *p = s->seat[i].person;
        s->dealt[i] = dealt ? json_integer_value(json_array_get(dealt, i)) : p ? p->id : 0;
    }
}

static void read_removed(struct room_state *s, const json_t *from)
{
    size_t count = json_array_size(from);
    for (size_t i = 0; i < count && i < ROOM_REMOVED_MAX; i++)
        s->removed[i] = json_integer_value(json_array_get(from, i));
}

static void read_series(struct series *s, const json_t *from)
{
    const json_t *wins = json_object_get(from, "wins");
    s->matches = (uint32_t)json_integer_value(json_object_get(from, "matches"));
    for (size_t i = 0; i < json_array_size(wins) && i < ROOM_SERIES_MAX; i++) {
        const json_t *one = json_array_get(wins, i);
        s->wins[i].person = json_integer_value(json_object_get(one, "person"));
        s->wins[i].won = (uint32_t)json_integer_value(json_object_get(one, "won"));
    }
}

/* Each once, or as they are at a new table. */
static void read_faces(struct room_state *s, const json_t *from)
{
    uint8_t face[MAZO_SEATS_MAX];
    unsigned seen = 0;
    for (size_t i = 0; i < MAZO_SEATS_MAX; i++) {
        json_int_t number = json_integer_value(json_array_get(from, i));
        face[i] = (uint8_t)(number > 0 && number < MAZO_SEATS_MAX ? number : 0);
        seen |= 1u << face[i];
    }
    if (seen == (1u << MAZO_SEATS_MAX) - 1)
        memcpy(s->face, face, sizeof face);
}

static enum find read_all(struct hub *h, struct room *r, const struct read_people *people,
                          const json_t *from, struct room_stop *why)
{
    struct room_state *s = &r->now;
    const json_t *seats = json_object_get(from, "seats");
    int status = table_info_word(json_in_text(from, "status"), table_info_status, ROOM_STOPPED);
    size_t count = json_array_size(seats);
    if (json_integer_value(json_object_get(from, "version")) != ROOM_TEXT_VERSION || status < 0 ||
        count < MAZO_SEATS_MIN || count > MAZO_SEATS_MAX ||
        !read_rules(h, from, (int)count, &s->rules, why))
        return FIND_NONE;
    s->status = (uint8_t)status;
    s->seats = (uint8_t)count;
    s->stand_in = MAZO_BOT_NORMAL;
    s->listed = json_in_flag(from, "public");
    s->fills = json_in_flag(from, "fill");
    s->closed = json_in_flag(from, "closed");
    s->matches = (uint32_t)json_integer_value(json_object_get(from, "matches"));
    s->match = json_integer_value(json_object_get(from, "match"));
    summary_text(from, "title", s->title, sizeof s->title);
    summary_text(from, "secret", s->secret, sizeof s->secret);
    summary_text(from, "key", s->match_key, sizeof s->match_key);
    fair_commit(s->secret, s->commitment);
    read_opening(s, from);
    read_removed(s, json_object_get(from, "removed"));
    read_series(&s->series, json_object_get(from, "series"));
    for (size_t i = 0; i < count; i++) {
        enum find read = read_seat(h, &s->seat[i], people, json_array_get(seats, i));
        if (read != FIND_FOUND)
            return read;
    }
    read_dealt(s, from);
    read_faces(s, json_object_get(from, "faces"));
    const struct store_person *host =
        query_person(people, json_integer_value(json_object_get(from, "host")));
    people_set(h, &s->host, host ? people_take(h, host) : NULL);
    return host && !s->host ? FIND_FAILED : FIND_FOUND;
}

enum find room_text_read(struct hub *h, struct room *r, const struct read_room *q,
                         struct room_stop *why)
{
    json_t *from = json_loadb(q->text, q->row.len, JSON_REJECT_DUPLICATES, NULL);
    *why = (struct room_stop){.word = from ? "bad_table" : "bad_json", .line = STOP_TABLE};
    enum find read = from ? read_all(h, r, &q->people, from, why) : FIND_NONE;
    json_decref(from);
    return read;
}
