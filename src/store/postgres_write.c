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
    DAILY,
    PUSH,
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
    [PUSH] = "SELECT put_push($1, $2, $3, $4, $5, $6::int8 <> 0, $7)",
    [DAILY] = "SELECT put_daily($1, $2, $3, $4, $5, $6, $7)",
    [FORGET] = "SELECT forget($1)",
    [AWAY] = "SELECT put_away($1, $2)",
    [DROP] = "SELECT drop_room($1, $2)",
    [CUT] = "DELETE FROM event WHERE match = $1"
            " AND (SELECT max(at) FROM result WHERE result.match = $1) < $2",
    [OPENING] = "UPDATE event SET text = $2 WHERE match = $1 AND n = 0",
};
const int postgres_write_count = TO_COUNT;

/* ---- the kinds ---- */

#define ADD(c, which, ...) pg_batch_add(c, which, SQL_VALUES(__VA_ARGS__))

static bool put_ban(struct pg *c, const struct store_ban *b)
{
    return ADD(c, BAN, SQL_NUMBER_OF(b->person), SQL_WORD_OF(b->address), SQL_NUMBER_OF(b->until),
               SQL_NUMBER_OF(b->at), SQL_WORD_OF(b->why), SQL_NUMBER_OF(b->off));
}

static bool put_push(struct pg *c, const struct store_push *p)
{
    return ADD(c, PUSH, SQL_TEXT_OF(p->endpoint, p->len), SQL_NUMBER_OF(p->person),
               SQL_BYTES_OF(p->key, sizeof p->key), SQL_BYTES_OF(p->secret, sizeof p->secret),
               SQL_NUMBER_OF(p->at), SQL_NUMBER_OF(p->off), SQL_NUMBER_OF(STORE_PUSHES_MAX));
}

static bool put_daily(struct pg *c, const struct store_daily *d)
{
    return ADD(c, DAILY, SQL_NUMBER_OF(d->day), SQL_NUMBER_OF(d->person), SQL_NUMBER_OF(d->at),
               SQL_NUMBER_OF(d->place), SQL_NUMBER_OF(d->lead), SQL_WORD_OF(d->rounds),
               SQL_NUMBER_OF((int64_t)d->mark));
}

static bool put_person(struct pg *c, const struct store_person *p)
{
    return ADD(c, PERSON, SQL_NUMBER_OF(p->id), SQL_WORD_OF(p->key),
               SQL_BYTES_OF(p->hash, STORE_HASH_SIZE), SQL_WORD_OF(p->name), SQL_WORD_OF(p->lang),
               SQL_NUMBER_OF(p->since), SQL_NUMBER_OF(p->seen), SQL_REAL_OF(p->rating));
}

static bool put_room(struct pg *c, const struct store_room *r, int64_t node)
{
    char people[STORE_SEATS_MAX * 24] = "";
    size_t used = 0;
    /* Too many: a list that the database refuses. */
    bool fits = r->people >= 0 && r->people <= STORE_SEATS_MAX;
    for (int i = 0; fits && i < r->people; i++) {
        used += (size_t)snprintf(people + used, sizeof people - used, i ? " %lld" : "%lld",
                                 (long long)r->person[i]);
    }
    return ADD(c, ROOM, SQL_NUMBER_OF(r->id), SQL_WORD_OF(r->code), SQL_NUMBER_OF(r->touched),
               SQL_NUMBER_OF(r->due), SQL_NUMBER_OF(r->listed), SQL_NUMBER_OF(r->over),
               SQL_NUMBER_OF(r->match), SQL_TEXT_OF(r->text, r->len),
               SQL_WORD_OF(fits ? people : "?"), SQL_NUMBER_OF(r->version), SQL_NUMBER_OF(node));
}

static bool put_match(struct pg *c, const struct store_match *m)
{
    return ADD(c, MATCH, SQL_NUMBER_OF(m->id), SQL_NUMBER_OF(m->room), SQL_WORD_OF(m->key),
               SQL_NUMBER_OF(m->began), SQL_WORD_OF(m->rules));
}

static bool put_event(struct pg *c, const struct store_event *e)
{
    return ADD(c, EVENT, SQL_NUMBER_OF(e->match), SQL_NUMBER_OF(e->n), SQL_NUMBER_OF(e->at),
               SQL_NUMBER_OF(e->person), SQL_NUMBER_OF((int64_t)e->id),
               SQL_TEXT_OF(e->text, e->len), SQL_NUMBER_OF(e->version));
}

static bool put_result(struct pg *c, const struct store_result *r)
{
    const struct sql_value rating = {.kind = r->copied ? SQL_REAL : SQL_NULL, .real = r->rating};
    return ADD(c, RESULT, SQL_NUMBER_OF(r->match), SQL_NUMBER_OF(r->seat), SQL_NUMBER_OF(r->person),
               SQL_WORD_OF(r->name), SQL_NUMBER_OF(r->points), SQL_NUMBER_OF(r->won),
               SQL_NUMBER_OF(r->at), SQL_REAL_OF(r->delta), rating);
}

static bool put_old(struct pg *c, enum to which, const struct store_old *old)
{
    return ADD(c, (int)which, SQL_NUMBER_OF(old->id), SQL_NUMBER_OF(old->at));
}

static bool put_one(struct postgres *q, const struct store_write *write)
{
    struct pg *c = &q->write;
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
        return ADD(c, MUTE, SQL_NUMBER_OF(write->mute.person), SQL_NUMBER_OF(write->mute.muted),
                   SQL_NUMBER_OF(write->mute.off));
    case STORE_BAN:
        return put_ban(c, &write->ban);
    case STORE_DAILY:
        return put_daily(c, &write->daily);
    case STORE_PUSH:
        return put_push(c, &write->push);
    case STORE_FORGET:
        return ADD(c, FORGET, SQL_NUMBER_OF(write->forget));
    case STORE_AWAY:
        return put_old(c, AWAY, &write->old);
    case STORE_DROP:
        return put_old(c, DROP, &write->old);
    case STORE_CUT:
        return put_old(c, CUT, &write->old);
    case STORE_OPENING:
        return ADD(c, OPENING, SQL_NUMBER_OF(write->event.match),
                   SQL_TEXT_OF(write->event.text, write->event.len));
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
    randombytes_buf(q->token, sizeof q->token);
    return ADD(&q->write, TOKEN, SQL_BYTES_OF(q->token, sizeof q->token)) &&
           (q->commits++ % TIDY_EVERY != 0 || pg_batch_add(&q->write, TOKENS_OLD, NULL, 0));
}

/* The person whose row or list it changes, or 0. */
static int64_t person_of(const struct store_write *write)
{
    return write->kind == STORE_PERSON   ? write->person.id
           : write->kind == STORE_RESULT ? write->result.person
           : write->kind == STORE_MUTE   ? write->mute.person
           : write->kind == STORE_BAN    ? write->ban.person
           : write->kind == STORE_DAILY  ? write->daily.person
           : write->kind == STORE_PUSH   ? write->push.person
           : write->kind == STORE_FORGET ? write->forget
                                         : 0;
}

/* Lock the people of the batch first, in the order of their numbers, so that nodes do not deadlock. */
static bool lock_people(struct pg *c, const struct store_write *writes, size_t count)
{
    enum { DIGITS = 21 };
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
    bool sent = !list || ADD(c, PEOPLE, SQL_TEXT_OF(list, used));
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
    if (q->use == STORE_LOOK)
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
    const struct sql_value token = SQL_BYTES_OF(q->token, sizeof q->token);
    struct pg_rows *rows = NULL;
    if (!postgres_connect(q, &q->write) ||
        pg_ask(&q->write, TOKEN_CLAIM, &token, 1, POSTGRES_COMMIT_MS, &rows) != PG_DONE)
        return say(STORE_UNKNOWN, q->write.why, why);
    pg_free(rows);
    if (pg_ask(&q->write, TOKEN_KEPT, &token, 1, POSTGRES_COMMIT_MS, &rows) != PG_DONE)
        return say(STORE_UNKNOWN, q->write.why, why);
    bool kept = pg_count(rows) > 0 && pg_number(rows, 0, 0);
    pg_free(rows);
    return kept ? say(STORE_KEPT, "", why)
                : say(STORE_REFUSED, N_("the database cannot be reached"), why);
}
