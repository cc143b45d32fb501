/*
 * postgres_base.c - a connection to the database, a question on it, and what the rows say.
 */
#include "store/postgres_inner.h"

#include <stdlib.h>
#include <string.h>

bool postgres_connect(struct postgres *q, struct pg *c)
{
    if (c->conn && c->timeline < atomic_load(&q->timeline))
        pg_leave(c);
    return pg_connect(c, POSTGRES_CONNECT_MS);
}

void postgres_close(struct store *s)
{
    struct postgres *q = (struct postgres *)s;
    pg_close(&q->read);
    pg_close(&q->write);
    free(q->address);
    free(q);
}

/* A connection that was lost while nobody asked is made again at once. */
struct pg_rows *postgres_ask(struct store *s, int statement, const struct pg_values *v)
{
    struct postgres *q = (struct postgres *)s;
    struct pg *c = &q->read;
    struct pg_rows *rows = NULL;
    enum pg_answer answer = PG_LOST;
    for (int i = 0; answer == PG_LOST && i < 2; i++) {
        if (!postgres_connect(q, c))
            return NULL;
        answer = pg_ask(c, statement, v, POSTGRES_ASK_MS, &rows);
    }
    return rows;
}

struct pg_rows *postgres_ask_number(struct store *s, int statement, int64_t number)
{
    struct pg_values v = {0};
    pg_put_number(&v, number);
    return postgres_ask(s, statement, &v);
}

int postgres_answered(struct pg_rows *rows)
{
    int any = rows ? pg_count(rows) > 0 : -1;
    pg_free(rows);
    return any;
}

void postgres_get_person(const struct pg_rows *rows, int row, struct store_person *out)
{
    size_t len;
    const char *hash = pg_bytes(rows, row, 2, &len);
    *out = (struct store_person){
        .id = pg_number(rows, row, 0),
        .since = pg_number(rows, row, 5),
        .seen = pg_number(rows, row, 6),
        .rating = pg_real(rows, row, 7),
        .matches = (int32_t)pg_number(rows, row, 8),
        .wins = (int32_t)pg_number(rows, row, 9),
    };
    if (len == STORE_HASH_SIZE)
        memcpy(out->hash, hash, STORE_HASH_SIZE);
    pg_word(rows, row, 1, out->key, sizeof out->key);
    pg_word(rows, row, 3, out->name, sizeof out->name);
    pg_word(rows, row, 4, out->lang, sizeof out->lang);
}

void postgres_get_room(const struct pg_rows *rows, int row, struct store_room *out)
{
    char people[STORE_SEATS_MAX * 24], *at = people;
    *out = (struct store_room){
        .id = pg_number(rows, row, 0),
        .touched = pg_number(rows, row, 2),
        .due = pg_number(rows, row, 3),
        .listed = pg_number(rows, row, 4),
        .over = pg_number(rows, row, 5),
        .match = pg_number(rows, row, 6),
        .version = pg_number(rows, row, 8),
    };
    out->text = pg_bytes(rows, row, 7, &out->len);
    pg_word(rows, row, 1, out->code, sizeof out->code);
    pg_word(rows, row, 9, people, sizeof people);
    while (*at && out->people < STORE_SEATS_MAX)
        out->person[out->people++] = strtoll(at, &at, 10);
}

int postgres_tell_rooms(struct pg_rows *rows, store_room_found *found, void *ctx)
{
    struct store_room room;
    for (int i = 0; rows && i < pg_count(rows); i++) {
        postgres_get_room(rows, i, &room);
        found(ctx, &room);
    }
    return postgres_answered(rows);
}
