/*
 * promise.c - a client's part in the fair shuffle.
 */
#include "client/promise.h"

#include <sodium.h>
#include <string.h>

#include "wire/json_in.h"

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int match_of(const json_t *table) { return (int)json_in_number(table, "match", 0); }

void promise_resend(struct promise *p) { p->sent = PROMISE_NOTHING; }

static void draw_salt(struct promise *p)
{
    unsigned char bytes[FAIR_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(p->next.salt, sizeof p->next.salt, bytes, sizeof bytes);
    fair_hash_salt(p->next.salt, p->hash);
}

/* Another secret, or the salt is known: the next deal gets another one. */
static void begin_anew(struct promise *p, const char *commitment, int match)
{
    int again = p->next.match == match ? p->next.again + (p->next.deal[0] != '\0') : 0;
    p->next = (struct promise_kept){.match = match, .again = again};
    if (fair_is_salt(commitment))
        memcpy(p->next.commitment, commitment, FAIR_HEX);
    p->hash[0] = '\0';
    promise_resend(p);
}

/* The deal code by what the table says. */
static bool read_deal(const json_t *table, char deal[FAIR_HEX])
{
    struct fair fair = {.rule = FAIR_RULE};
    char about[FAIR_ABOUT_SIZE];
    const json_t *seats = json_object_get(table, "seats");
    size_t count = json_array_size(seats);
    if (count > MAZO_SEATS_MAX || !fair_take(text_at(table, "commitment"), fair.commitment) ||
        !fair_about(table, about))
        return false;
    fair.seats = (int)count;
    for (size_t i = 0; i < count; i++) {
        const char *hash = text_at(json_array_get(seats, i), "hash");
        if (hash[0] && !fair_take(hash, fair.hash[i]))
            return false;
    }
    fair_seal(&fair, about);
    memcpy(deal, fair.deal, FAIR_HEX);
    return true;
}

static enum promise_act act(struct promise *p, enum promise_act what)
{
    if (p->sent == what)
        return PROMISE_NOTHING;
    p->sent = (uint8_t)what;
    return what;
}

/* The salts are being opened. */
static enum promise_act open_salt(struct promise *p, const json_t *table, const json_t *seat)
{
    char deal[FAIR_HEX];
    if (!p->hash[0] || strcmp(text_at(seat, "hash"), p->hash) != 0)
        return PROMISE_NOTHING; /* another of our devices has given it */
    if (!read_deal(table, deal) ||
        strcmp(deal, text_at(json_object_get(table, "opening"), "deal")) != 0 ||
        (p->next.deal[0] && strcmp(p->next.deal, deal) != 0))
        return act(p, PROMISE_REFUSE);
    memcpy(p->next.deal, deal, sizeof p->next.deal);
    return json_is_true(json_object_get(seat, "opened")) ? PROMISE_NOTHING : act(p, PROMISE_OPEN);
}

static enum promise_act commit(struct promise *p, const json_t *seat)
{
    if (p->hash[0] && strcmp(text_at(seat, "hash"), p->hash) == 0)
        return PROMISE_NOTHING;
    if (!p->next.salt[0])
        draw_salt(p);
    return act(p, PROMISE_COMMIT);
}

/* A server that knows no hashes wants the salt itself, by rule 1. */
static enum promise_act give(struct promise *p, const json_t *seat)
{
    if (json_is_true(json_object_get(seat, "salt")))
        return PROMISE_NOTHING;
    if (!p->next.salt[0])
        draw_salt(p);
    return act(p, PROMISE_OPEN);
}

static bool knows_hashes(const json_t *table)
{
    const json_t *seat;
    size_t i;
    json_array_foreach(json_object_get(table, "seats"), i, seat)
    {
        if (json_object_get(seat, "hash"))
            return true;
    }
    return false;
}

/* The cards are dealt. By rule 2, with another secret than the one we know, the deal has started
 * over while we were away: we have no part in it. A salt counts if it was sent. */
static void note_dealt(struct promise *p, const json_t *table)
{
    int match = match_of(table);
    bool hashes = knows_hashes(table);
    if (p->dealt.match == match || p->next.match != match)
        return;
    if (hashes && strcmp(p->next.commitment, text_at(table, "commitment")) != 0)
        begin_anew(p, text_at(table, "commitment"), match);
    if (hashes ? !p->next.deal[0] : p->sent != PROMISE_OPEN)
        p->next.salt[0] = '\0';
    p->dealt = p->next;
    p->next = (struct promise_kept){0};
    p->hash[0] = '\0';
}

enum promise_act promise_hear(struct promise *p, const json_t *table)
{
    const json_t *you = json_object_get(table, "you");
    const char *status = text_at(table, "status"), *commitment = text_at(table, "commitment");
    if (strcmp(status, "open") != 0) {
        note_dealt(p, table);
        return PROMISE_NOTHING;
    }
    int match = match_of(table) + 1, seat_number = (int)json_integer_value(you);
    const json_t *seat = json_is_integer(you) ? json_array_get(json_object_get(table, "seats"),
                                                               (size_t)json_integer_value(you))
                                              : NULL;
    bool opening = text_at(json_object_get(table, "opening"), "deal")[0] != '\0';
    bool older = seat && !json_object_get(seat, "hash");
    if (p->next.match != match || strcmp(p->next.commitment, commitment) != 0 ||
        (p->next.deal[0] && !opening))
        begin_anew(p, commitment, match);
    if (!seat || p->seat != seat_number) {
        promise_resend(p); /* a player who sits down again gives it again */
        p->seat = seat_number;
    }
    if (!seat || !p->next.commitment[0])
        return PROMISE_NOTHING;
    return older ? give(p, seat) : opening ? open_salt(p, table, seat) : commit(p, seat);
}
