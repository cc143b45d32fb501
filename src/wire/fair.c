/*
 * fair.c - the fair shuffle.
 */
#include "wire/fair.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "wire/json_read.h"

static void hash_line(crypto_hash_sha256_state *state, const char *text)
{
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text));
    crypto_hash_sha256_update(state, (const unsigned char *)"\n", 1);
}

void fair_commit(const char secret[FAIR_HEX], char commitment[FAIR_HEX])
{
    crypto_hash_sha256_state state;
    unsigned char hash[FAIR_SIZE];
    crypto_hash_sha256_init(&state);
    hash_line(&state, "mazo secret 1");
    hash_line(&state, secret);
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(commitment, FAIR_HEX, hash, sizeof hash);
}

void fair_begin(struct fair *f)
{
    unsigned char secret[FAIR_SIZE];
    memset(f, 0, sizeof *f);
    f->is_there = true;
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(f->secret, sizeof f->secret, secret, sizeof secret);
    fair_commit(f->secret, f->commitment);
}

bool fair_is_salt(const char *text)
{
    return strlen(text) == FAIR_HEX - 1 && strspn(text, "0123456789abcdefABCDEF") == FAIR_HEX - 1;
}

void fair_seed(const struct fair *f, uint8_t seed[FAIR_SIZE])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_line(&state, "mazo seed 1");
    hash_line(&state, f->secret);
    for (int i = 0; i < f->seats; i++) {
        hash_line(&state, f->salt[i]);
    }
    crypto_hash_sha256_final(&state, seed);
}

bool fair_keeps_promise(const struct fair *f)
{
    char commitment[FAIR_HEX];
    fair_commit(f->secret, commitment);
    return strcmp(commitment, f->commitment) == 0;
}

bool fair_makes(const struct fair *f, const uint8_t seed[FAIR_SIZE])
{
    uint8_t own[FAIR_SIZE];
    fair_seed(f, own);
    return memcmp(own, seed, sizeof own) == 0;
}

bool fair_checks(const struct fair *f, const uint8_t seed[FAIR_SIZE])
{
    return fair_keeps_promise(f) && fair_makes(f, seed);
}

/* ---- in the first line of a match file ---- */

void fair_put(struct json_out *out, const struct fair *f)
{
    json_out_open_at(out, "fair", '{');
    json_out_string_at(out, "commitment", f->commitment);
    json_out_string_at(out, "secret", f->secret);
    json_out_open_at(out, "salts", '[');
    for (int i = 0; i < f->seats; i++) {
        json_out_string(out, f->salt[i][0] ? f->salt[i] : NULL);
    }
    json_out_close(out, ']');
    json_out_close(out, '}');
}

static bool read_hex(const json_t *from, char to[FAIR_HEX])
{
    const char *text = json_string_value(from);
    if (!text || !fair_is_salt(text)) {
        return false;
    }
    for (int i = 0; i < FAIR_HEX; i++) { /* the seed is made of lower case */
        to[i] = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
    }
    return true;
}

static bool read_salts(const json_t *list, struct fair *out)
{
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > MAZO_SEATS_MAX) {
        return false;
    }
    out->seats = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *salt = json_array_get(list, i);
        if (!json_is_null(salt) && !read_hex(salt, out->salt[i])) {
            return false;
        }
    }
    return true;
}

bool fair_read(enum text_lang lang, const char *line, size_t len, struct fair *out,
               struct wire_error *why)
{
    json_t *from = json_loadb(line, len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *fair = json_object_get(from, "fair");
    memset(out, 0, sizeof *out);
    out->is_there = fair != NULL;
    bool fine = !fair || (read_hex(json_object_get(fair, "commitment"), out->commitment) &&
                          read_hex(json_object_get(fair, "secret"), out->secret) &&
                          read_salts(json_object_get(fair, "salts"), out));
    json_decref(from);
    if (!fine) {
        wire_refuse(why, "bad_match", "%s",
                    text_in(lang, N_("what it says about the fair shuffle is damaged")));
    }
    return fine;
}
