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

static void end(crypto_hash_sha256_state *state, char hex[FAIR_HEX])
{
    unsigned char hash[FAIR_SIZE];
    crypto_hash_sha256_final(state, hash);
    sodium_bin2hex(hex, FAIR_HEX, hash, sizeof hash);
}

void fair_commit(const char secret[FAIR_HEX], char commitment[FAIR_HEX])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_line(&state, "mazo secret 1");
    hash_line(&state, secret);
    end(&state, commitment);
}

void fair_hash_salt(const char salt[FAIR_HEX], char hash[FAIR_HEX])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_line(&state, "mazo salt 2");
    hash_line(&state, salt);
    end(&state, hash);
}

void fair_begin(struct fair *f)
{
    unsigned char secret[FAIR_SIZE];
    memset(f, 0, sizeof *f);
    f->is_there = true;
    f->rule = FAIR_RULE;
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(f->secret, sizeof f->secret, secret, sizeof secret);
    fair_commit(f->secret, f->commitment);
}

bool fair_is_salt(const char *text)
{
    return strlen(text) == FAIR_HEX - 1 && strspn(text, "0123456789abcdefABCDEF") == FAIR_HEX - 1;
}

bool fair_take(const char *text, char lower[FAIR_HEX])
{
    if (!fair_is_salt(text))
        return false;
    for (int i = 0; i < FAIR_HEX; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
    return true;
}

void fair_seal(struct fair *f, const char *about)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_line(&state, "mazo deal 2");
    hash_line(&state, about);
    hash_line(&state, f->commitment);
    for (int i = 0; i < f->seats; i++)
        hash_line(&state, f->hash[i]);
    end(&state, f->deal);
}

void fair_seed(const struct fair *f, uint8_t seed[FAIR_SIZE])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_line(&state, f->rule == 1 ? "mazo seed 1" : "mazo seed 2");
    hash_line(&state, f->secret);
    for (int i = 0; i < f->seats; i++)
        hash_line(&state, f->salt[i]);
    crypto_hash_sha256_final(&state, seed);
}

bool fair_keeps_promise(const struct fair *f)
{
    char commitment[FAIR_HEX];
    fair_commit(f->secret, commitment);
    return strcmp(commitment, f->commitment) == 0;
}

bool fair_opens(const struct fair *f)
{
    for (int i = 0; f->rule != 1 && i < f->seats; i++) {
        char hash[FAIR_HEX] = "";
        if (f->salt[i][0])
            fair_hash_salt(f->salt[i], hash);
        if (strcmp(hash, f->hash[i]) != 0)
            return false;
    }
    return true;
}

bool fair_makes(const struct fair *f, const uint8_t seed[FAIR_SIZE])
{
    uint8_t own[FAIR_SIZE];
    fair_seed(f, own);
    return memcmp(own, seed, sizeof own) == 0;
}

bool fair_checks(const struct fair *f, const uint8_t seed[FAIR_SIZE])
{
    return fair_keeps_promise(f) && fair_opens(f) && fair_makes(f, seed);
}

/* ---- the rules that it was for ---- */

/* An option is a word, a number, or yes or no. */
static bool put_option(struct json_out *out, const char *key, const json_t *value)
{
    json_out_key(out, key);
    if (json_is_boolean(value))
        json_out_bool(out, json_is_true(value));
    else if (json_is_integer(value))
        json_out_int(out, json_integer_value(value));
    else if (json_is_string(value))
        json_out_string(out, json_string_value(value));
    else
        return false;
    return true;
}

bool fair_about(const json_t *from, char about[FAIR_ABOUT_SIZE])
{
    struct json_out out;
    const char *rules = json_string_value(json_object_get(from, "rules"));
    const json_t *revision = json_object_get(from, "revision");
    json_t *options = json_object_get(from, "options");
    if (!rules || !json_is_integer(revision) || !json_is_object(options))
        return false;
    json_out_init(&out, about, FAIR_ABOUT_SIZE);
    json_out_open(&out, '{');
    json_out_string_at(&out, "rules", rules);
    json_out_int_at(&out, "revision", json_integer_value(revision));
    json_out_open_at(&out, "options", '{');
    bool fine = true;
    for (void *at = json_object_iter(options); at; at = json_object_iter_next(options, at))
        fine = put_option(&out, json_object_iter_key(at), json_object_iter_value(at)) && fine;
    json_out_close(&out, '}');
    json_out_close(&out, '}');
    return fine && !out.full;
}

/* ---- in the first line of a match file ---- */

static void put_list(struct json_out *out, const char *key, const char (*list)[FAIR_HEX], int count)
{
    json_out_open_at(out, key, '[');
    for (int i = 0; i < count; i++)
        json_out_string(out, list[i][0] ? list[i] : NULL);
    json_out_close(out, ']');
}

void fair_put(struct json_out *out, const struct fair *f)
{
    json_out_open_at(out, "fair", '{');
    if (f->rule != 1)
        json_out_int_at(out, "rule", f->rule);
    json_out_string_at(out, "commitment", f->commitment);
    json_out_string_at(out, "secret", f->secret);
    if (f->rule != 1)
        put_list(out, "hashes", f->hash, f->seats);
    put_list(out, "salts", f->salt, f->seats);
    json_out_close(out, '}');
}

static bool read_hex(const json_t *from, char to[FAIR_HEX])
{
    const char *text = json_string_value(from);
    return text && fair_take(text, to);
}

/* The number of entries; -1: it is damaged. */
static int read_list(const json_t *list, char (*to)[FAIR_HEX])
{
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > MAZO_SEATS_MAX)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        if (!json_is_null(one) && !read_hex(one, to[i]))
            return -1;
    }
    return (int)count;
}

static bool read_rule(const json_t *fair, struct fair *out)
{
    const json_t *rule = json_object_get(fair, "rule");
    out->rule = rule ? (int)json_integer_value(rule) : 1;
    return (!rule || json_is_integer(rule)) && (out->rule == 1 || out->rule == FAIR_RULE);
}

static bool read_fair(const json_t *line, const json_t *fair, struct fair *out)
{
    char about[FAIR_ABOUT_SIZE];
    if (!read_rule(fair, out) || !read_hex(json_object_get(fair, "commitment"), out->commitment) ||
        !read_hex(json_object_get(fair, "secret"), out->secret))
        return false;
    out->seats = read_list(json_object_get(fair, "salts"), out->salt);
    if (out->rule == 1 || out->seats < 0)
        return out->seats >= 0;
    if (read_list(json_object_get(fair, "hashes"), out->hash) != out->seats ||
        !fair_about(line, about))
        return false;
    fair_seal(out, about);
    return true;
}

bool fair_read(enum text_lang lang, const char *line, size_t len, struct fair *out,
               struct wire_error *why)
{
    json_t *from = json_loadb(line, len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *fair = json_object_get(from, "fair");
    memset(out, 0, sizeof *out);
    out->is_there = fair != NULL;
    bool fine = !fair || read_fair(from, fair, out);
    json_decref(from);
    if (!fine) {
        wire_refuse(why, "bad_match", "%s",
                    text_in(lang, N_("what it says about the fair shuffle is damaged")));
    }
    return fine;
}
