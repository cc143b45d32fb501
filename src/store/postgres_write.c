/*
 * postgres_write.c - batches into the database, each one transaction and one round trip.
 *
 * A batch carries a token. If the connection breaks before the answer, the batch is in doubt;
 * postgres_resolve then inserts the token itself, marked as not kept. If the batch's own token is there,
 * the batch was kept. If ours is, it was not and never will be: it would need the same token, and
 * PostgreSQL makes an insert wait for an undecided transaction with the same key. The answer is itself
 * a commit, so the standbys confirm it too: the batch may be in the database but not with them.
 */
#include "store/postgres_inner.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/oserror.h"

enum { TIDY_EVERY = 1000, TRIES = 5 };

enum to {
    TOKEN,
    TOKEN_CLAIM,
    TOKEN_KEPT,
    TOKENS_OLD,
    PEOPLE,
    PERSON,
    ROOM,
    MATCH,
    EVENT,
    RESULT,
    MUTE,
    BAN,
    FORGET,
    AWAY,
    DROP,
    CUT,
    OPENING,
    TO_COUNT
};

const char *const postgres_writes[TO_COUNT] = {
    [TOKEN] = "INSERT INTO batch (token, kept) VALUES ($1, true)",
    [TOKEN_CLAIM] = "INSERT INTO batch (token, kept) VALUES ($1, false) ON CONFLICT DO NOTHING",
    [TOKEN_KEPT] = "UPDATE batch SET kept = kept WHERE token = $1 RETURNING kept",
    [TOKENS_OLD] = "DELETE FROM batch WHERE at < now() - interval '1 day'",
    [PEOPLE] = "SELECT 1 FROM person WHERE id = ANY (string_to_array($1, ' ')::int8[])"
               " ORDER BY id FOR NO KEY UPDATE",
    [PERSON] = "INSERT INTO person (id, key, hash, name, lang, since, seen, rating)"
               " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE"
               " SET name = $4, lang = $5, seen = $7 WHERE person.key IS NOT NULL",
    [ROOM] = "SELECT put_room($1, $2, $3, $4, $5::int8 <> 0, $6::int8 <> 0, $7, $8,"
             " string_to_array($9, ' ')::int8[], $10, $11)",
    [MATCH] = "INSERT INTO match (id, room, key, began, rules) VALUES ($1, $2, $3, $4, $5)",
    [EVENT] = "SELECT put_event($1, $2, $3, $4, $5, $6, $7)",
    [RESULT] = "SELECT put_result($1, $2, $3, $4, $5, $6::int8 <> 0, $7, $8, $9)",
    [MUTE] = "SELECT put_mute($1, $2, $3::int8 <> 0)",
    [BAN] = "SELECT put_ban($1, $2, $3, $4, $5, $6::int8 <> 0)",
    [FORGET] = "SELECT forget($1)",
    [AWAY] = "SELECT put_away($1, $2)",
    [DROP] = "SELECT drop_room($1, $2)",
    [CUT] = "DELETE FROM event WHERE match = $1"
            " AND (SELECT max(at) FROM result WHERE result.match = $1) < $2",
    [OPENING] = "UPDATE event SET text = $2 WHERE match = $1 AND n = 0",
};
const int postgres_write_count = TO_COUNT;

/* ---- the kinds ---- */

static bool put_ban(struct pg *c, const struct store_ban *b)
{
    struct pg_values v = {0};
    pg_put_number(&v, b->person);
    pg_put_word(&v, b->address);
    pg_put_number(&v, b->until);
    pg_put_number(&v, b->at);
    pg_put_word(&v, b->why);
    pg_put_number(&v, b->off);
    return pg_batch_add(c, BAN, &v);
}

static bool put_person(struct pg *c, const struct store_person *p)
{
    struct pg_values v = {0};
    pg_put_number(&v, p->id);
    pg_put_word(&v, p->key);
    pg_put_bytes(&v, p->hash, STORE_HASH_SIZE);
    pg_put_word(&v, p->name);
    pg_put_word(&v, p->lang);
    pg_put_number(&v, p->since);
    pg_put_number(&v, p->seen);
    pg_put_real(&v, p->rating);
    return pg_batch_add(c, PERSON, &v);
}

static bool put_room(struct pg *c, const struct store_room *r, int64_t node)
{
    struct pg_values v = {0};
    char people[STORE_SEATS_MAX * 24] = "";
    size_t used = 0;
    /* Too many: a list that the database refuses. */
    bool fits = r->people >= 0 && r->people <= STORE_SEATS_MAX;
    for (int i = 0; fits && i < r->people; i++) {
        used += (size_t)snprintf(people + used, sizeof people - used, i ? " %lld" : "%lld",
                                 (long long)r->person[i]);
    }
    pg_put_number(&v, r->id);
    pg_put_word(&v, r->code);
    pg_put_number(&v, r->touched);
    pg_put_number(&v, r->due);
    pg_put_number(&v, r->listed);
    pg_put_number(&v, r->over);
    pg_put_number(&v, r->match);
    pg_put_bytes(&v, r->text, r->len);
    pg_put_word(&v, fits ? people : "?");
    pg_put_number(&v, r->version);
    pg_put_number(&v, node);
    return pg_batch_add(c, ROOM, &v);
}

static bool put_match(struct pg *c, const struct store_match *m)
{
    struct pg_values v = {0};
    pg_put_number(&v, m->id);
    pg_put_number(&v, m->room);
    pg_put_word(&v, m->key);
    pg_put_number(&v, m->began);
    pg_put_word(&v, m->rules);
    return pg_batch_add(c, MATCH, &v);
}

static bool put_event(struct pg *c, const struct store_event *e)
{
    struct pg_values v = {0};
    pg_put_number(&v, e->match);
    pg_put_number(&v, e->n);
    pg_put_number(&v, e->at);
    pg_put_number(&v, e->person);
    pg_put_number(&v, (int64_t)e->id);
    pg_put_bytes(&v, e->text, e->len);
    pg_put_number(&v, e->version);
    return pg_batch_add(c, EVENT, &v);
}

static bool put_result(struct pg *c, const struct store_result *r)
{
    struct pg_values v = {0};
    pg_put_number(&v, r->match);
    pg_put_number(&v, r->seat);
    pg_put_number(&v, r->person);
    pg_put_word(&v, r->name);
    pg_put_number(&v, r->points);
    pg_put_number(&v, r->won);
    pg_put_number(&v, r->at);
    pg_put_real(&v, r->delta);
    if (r->copied)
        pg_put_real(&v, r->rating);
    else
        pg_put_null(&v);
    return pg_batch_add(c, RESULT, &v);
}

static bool put_old(struct pg *c, enum to which, const struct store_old *old)
{
    struct pg_values v = {0};
    pg_put_number(&v, old->id);
    pg_put_number(&v, old->at);
    return pg_batch_add(c, (int)which, &v);
}

static bool put_one(struct postgres *q, const struct store_write *write)
{
    struct pg *c = &q->write;
    struct pg_values v = {0};
    switch (write->kind) {
    case STORE_PERSON:
        return put_person(c, &write->person);
    case STORE_ROOM:
        return put_room(c, &write->room, q->sql.node);
    case STORE_MATCH:
        return put_match(c, &write->match);
    case STORE_EVENT:
        return put_event(c, &write->event);
    case STORE_RESULT:
        return put_result(c, &write->result);
    case STORE_MUTE:
        pg_put_number(&v, write->mute.person);
        pg_put_number(&v, write->mute.muted);
        pg_put_number(&v, write->mute.off);
        return pg_batch_add(c, MUTE, &v);
    case STORE_BAN:
        return put_ban(c, &write->ban);
    case STORE_FORGET:
        pg_put_number(&v, write->forget);
        return pg_batch_add(c, FORGET, &v);
    case STORE_AWAY:
        return put_old(c, AWAY, &write->old);
    case STORE_DROP:
        return put_old(c, DROP, &write->old);
    case STORE_CUT:
        return put_old(c, CUT, &write->old);
    case STORE_OPENING:
        pg_put_number(&v, write->event.match);
        pg_put_bytes(&v, write->event.text, write->event.len);
        return pg_batch_add(c, OPENING, &v);
    }
    return false;
}

/* ---- all or nothing ---- */

static enum store_outcome say(enum store_outcome outcome, const char *text,
                              char why[STORE_WHY_SIZE])
{
    snprintf(why, STORE_WHY_SIZE, "%s", text);
    return outcome;
}

/* Tokens matter only while a commit may be in doubt. */
static bool put_token(struct postgres *q)
{
    struct pg_values token = {0}, none = {0};
    randombytes_buf(q->token, sizeof q->token);
    pg_put_bytes(&token, q->token, sizeof q->token);
    return pg_batch_add(&q->write, TOKEN, &token) &&
           (q->commits++ % TIDY_EVERY != 0 || pg_batch_add(&q->write, TOKENS_OLD, &none));
}

/* The person whose row or list it changes, or 0. */
static int64_t person_of(const struct store_write *write)
{
    return write->kind == STORE_PERSON   ? write->person.id
           : write->kind == STORE_RESULT ? write->result.person
           : write->kind == STORE_MUTE   ? write->mute.person
           : write->kind == STORE_BAN    ? write->ban.person
           : write->kind == STORE_FORGET ? write->forget
                                         : 0;
}

/* Lock the people of the batch first, in the order of their numbers, so that nodes do not deadlock. */
static bool lock_people(struct pg *c, const struct store_write *writes, size_t count)
{
    enum { DIGITS = 21 };
    struct pg_values v = {0};
    char *list = NULL;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t person = person_of(&writes[i]);
        list = person && !list ? malloc((count - i) * DIGITS) : list;
        if (person && list) { /* else a deadlock may refuse one node, which retries */
            used += (size_t)snprintf(list + used, DIGITS, used ? " %lld" : "%lld",
                                     (long long)person);
        }
    }
    pg_put_bytes(&v, list, used);
    bool sent = !list || pg_batch_add(c, PEOPLE, &v);
    free(list);
    return sent;
}

static enum store_outcome try_commit(struct postgres *q, const struct store_write *writes,
                                     size_t count, char why[STORE_WHY_SIZE])
{
    struct pg *c = &q->write;
    if (!postgres_connect(q, c))
        return say(STORE_REFUSED, c->why, why);
    bool sent = pg_batch_begin(c) && put_token(q) && lock_people(c, writes, count);
    for (size_t i = 0; sent && i < count; i++)
        sent = put_one(q, &writes[i]);
    if (!sent) { /* COMMIT was not sent: nothing is kept */
        pg_close(c);
        return say(STORE_REFUSED, N_("the database cannot be reached"), why);
    }
    switch (pg_batch_end(c, POSTGRES_COMMIT_MS)) {
    case PG_DONE:
        return say(STORE_KEPT, "", why);
    case PG_REFUSED:
        return say(c->conflict ? STORE_CONFLICT : STORE_REFUSED, c->why, why);
    default:
        return say(STORE_UNKNOWN, c->why, why);
    }
}

/* On a serialization failure or deadlock (class 40), retry. */
enum store_outcome postgres_commit(struct store *s, const struct store_write *writes, size_t count,
                                   char why[STORE_WHY_SIZE])
{
    struct postgres *q = (struct postgres *)s;
    if (q->use == POSTGRES_LOOK)
        return say(STORE_REFUSED, text_oserror(TEXT_EN, EROFS), why);
    enum store_outcome outcome = try_commit(q, writes, count, why);
    for (int i = 1; i < TRIES && outcome == STORE_REFUSED && pg_is_jam(&q->write); i++) {
        long ms = 1 + (long)randombytes_uniform((uint32_t)(10 << i));
        nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
        outcome = try_commit(q, writes, count, why);
    }
    return outcome;
}

/* Insert the token unless present; then ask which of the two wrote it. */
enum store_outcome postgres_resolve(struct store *s, char why[STORE_WHY_SIZE])
{
    struct postgres *q = (struct postgres *)s;
    struct pg_values v = {0};
    struct pg_rows *rows = NULL;
    pg_put_bytes(&v, q->token, sizeof q->token);
    if (!postgres_connect(q, &q->write) ||
        pg_ask(&q->write, TOKEN_CLAIM, &v, POSTGRES_COMMIT_MS, &rows) != PG_DONE)
        return say(STORE_UNKNOWN, q->write.why, why);
    pg_free(rows);
    if (pg_ask(&q->write, TOKEN_KEPT, &v, POSTGRES_COMMIT_MS, &rows) != PG_DONE)
        return say(STORE_UNKNOWN, q->write.why, why);
    bool kept = pg_count(rows) > 0 && pg_number(rows, 0, 0);
    pg_free(rows);
    return kept ? say(STORE_KEPT, "", why)
                : say(STORE_REFUSED, N_("the database cannot be reached"), why);
}
