/*
 * people.c - identities: random tokens, kept hashed; names; who is in memory.
 */
#include "server/hub/people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "text/look.h"

static struct person_list *list_of_key(const struct hub *h, const char *key)
{
    return &h->by_key[hub_slot(key, h->person_mask)];
}

static struct person_list *list_of_hash(const struct hub *h, const uint8_t *hash)
{
    uint32_t bits;
    memcpy(&bits, hash, sizeof bits); /* a hash is random enough */
    return &h->by_hash[bits & h->person_mask];
}

void people_hash_token(const char *token, uint8_t out[STORE_HASH_SIZE])
{
    crypto_generichash(out, STORE_HASH_SIZE, (const unsigned char *)token, strlen(token), NULL, 0);
}

void people_random_key(char *out, size_t count)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned char bytes[STORE_KEY_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++)
        out[i] = letters[bytes[i] & 31];
    out[count] = '\0';
}

void people_show_name(const char *from, char to[STORE_NAME_SIZE])
{
    char name[STORE_NAME_SIZE];
    enum look look = look_clean(from, name, sizeof name);
    snprintf(to, STORE_NAME_SIZE, "%s", look == LOOK_FINE ? name : "?");
}

/* ---- memory ---- */

static struct person *add(struct hub *h, const struct store_person *from)
{
    struct person *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->id = from->id;
    memcpy(p->key, from->key, sizeof p->key);
    memcpy(p->hash, from->hash, sizeof p->hash);
    people_show_name(from->name, p->name);
    p->rating = from->rating;
    p->matches = from->matches;
    p->wins = from->wins;
    int lang = text_lang_by_name(from->lang);
    p->lang = (uint8_t)(lang < 0 ? TEXT_ES : lang);
    LIST_INSERT_HEAD(list_of_key(h, p->key), p, by_key);
    LIST_INSERT_HEAD(list_of_hash(h, p->hash), p, by_hash);
    h->people++;
    return p;
}

void people_release(struct hub *h, struct person *p)
{
    if (p->guests || p->seats || p->muting)
        return;
    LIST_REMOVE(p, by_key);
    LIST_REMOVE(p, by_hash);
    h->people--;
    free(p->mute);
    free(p);
}

void people_set(struct hub *h, struct person **at, struct person *p)
{
    struct person *old = *at;
    if (p)
        p->seats++;
    *at = p;
    if (old) {
        old->seats--;
        people_release(h, old);
    }
}

/* ---- finding ---- */

struct person *people_by_hash(const struct hub *h, const uint8_t hash[STORE_HASH_SIZE])
{
    struct person *p = LIST_FIRST(list_of_hash(h, hash));
    while (p && sodium_memcmp(p->hash, hash, STORE_HASH_SIZE) != 0)
        p = LIST_NEXT(p, by_hash);
    return p;
}

struct person *people_by_key(const struct hub *h, const char *key)
{
    struct person *p = LIST_FIRST(list_of_key(h, key));
    while (p && strcmp(p->key, key) != 0)
        p = LIST_NEXT(p, by_key);
    return p;
}

struct person *people_take(struct hub *h, const struct store_person *from)
{
    struct person *p = people_by_key(h, from->key);
    return p ? p : add(h, from);
}

/* ---- mutes ---- */

const struct store_mute *people_muted(const struct person *p, int64_t id)
{
    for (int i = 0; i < p->mutes; i++)
        if (p->mute[i].muted == id)
            return &p->mute[i];
    return NULL;
}

const struct store_mute *people_muted_key(const struct person *p, const char *key)
{
    for (int i = 0; i < p->mutes; i++)
        if (strcmp(p->mute[i].key, key) == 0)
            return &p->mute[i];
    return NULL;
}

void people_set_mutes(struct person *p, const struct store_mute *list, int count, uint64_t decided)
{
    struct store_mute *copy = count > 0 ? malloc((size_t)count * sizeof *copy) : NULL;
    if (p->mute_ticket > decided || (count > 0 && !copy)) {
        free(copy);
        return;
    }
    if (copy)
        memcpy(copy, list, (size_t)count * sizeof *copy);
    free(p->mute);
    p->mute = copy;
    p->mutes = (uint16_t)count;
    p->mutes_known = true;
}

void people_mute(struct person *p, const struct store_mute *mute)
{
    const struct store_mute *old = people_muted(p, mute->muted);
    if (mute->off && old) {
        p->mute[old - p->mute] = p->mute[--p->mutes];
    } else if (!mute->off && !old) {
        struct store_mute *more = realloc(p->mute, (p->mutes + 1u) * sizeof *more);
        if (more) {
            more[p->mutes++] = *mute;
            p->mute = more;
        }
    }
}

/* ---- new ones, changes ---- */

uint64_t people_save(struct hub *h, const struct person *p)
{
    struct store_write w = {.kind = STORE_PERSON};
    w.person.id = p->id;
    memcpy(w.person.key, p->key, sizeof p->key);
    memcpy(w.person.hash, p->hash, sizeof p->hash);
    memcpy(w.person.name, p->name, sizeof p->name);
    memcpy(w.person.lang, p->lang == TEXT_EN ? "en" : "es", 3);
    w.person.since = w.person.seen = (int64_t)hub_now(h);
    w.person.rating = p->rating;
    h->wrote = true;
    return writer_put(h->writer, &w);
}

struct person *people_make(struct hub *h, const char *name, int64_t id,
                           char token[TOKEN_LENGTH + 1], uint64_t *ticket)
{
    unsigned char bytes[32];
    struct store_person fresh = {.id = id, .rating = 1500};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_LENGTH + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    people_hash_token(token, fresh.hash);
    people_random_key(fresh.key, 16);
    memcpy(fresh.name, name, strlen(name) + 1);
    struct person *p = add(h, &fresh);
    if (p) {
        p->mutes_known = true;
        *ticket = people_save(h, p);
    }
    return p;
}
