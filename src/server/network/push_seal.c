/*
 * push_seal.c - messages of Web Push, by OpenSSL.
 */
#include "server/network/push_seal.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_out.h"

enum {
    SHARED_SIZE = 32, /* of ECDH, HKDF and a coordinate */
    CEK_SIZE = 16,
    NONCE_SIZE = 12,
    TAG_SIZE = 16,
    HEAD_SIZE = PUSH_SALT_SIZE + 4 + 1 + PUSH_KEY_SIZE,
    RECORD_SIZE = 4096, /* the longest message that push services must accept */
    LAST_RECORD = 2,    /* added after the text */
    SIGNED_MAX = PUSH_VOUCHED_SIZE - PUSH_PUBLIC_SIZE - 100
};

struct push_key {
    EVP_PKEY *pair;
};

/* ---- keys ---- */

static bool is_of_curve(const EVP_PKEY *pair)
{
    char group[32];
    return EVP_PKEY_get_group_name(pair, group, sizeof group, NULL) == 1 &&
           strcmp(group, SN_X9_62_prime256v1) == 0;
}

/* Takes ownership. */
static struct push_key *own(EVP_PKEY *pair)
{
    struct push_key *key = pair ? calloc(1, sizeof *key) : NULL;
    if (key)
        key->pair = pair;
    else
        EVP_PKEY_free(pair);
    return key;
}

struct push_key *push_key_read(const char *pem, size_t len)
{
    static char no_password[] = "";
    BIO *bio = BIO_new_mem_buf(pem, (int)len);
    EVP_PKEY *pair = bio ? PEM_read_bio_PrivateKey(bio, NULL, NULL, no_password) : NULL;
    BIO_free(bio);
    if (pair && is_of_curve(pair))
        return own(pair);
    EVP_PKEY_free(pair);
    return NULL;
}

struct push_key *push_key_make(void) { return own(EVP_EC_gen(SN_X9_62_prime256v1)); }

void push_key_free(struct push_key *key)
{
    if (key)
        EVP_PKEY_free(key->pair);
    free(key);
}

bool push_key_public(const struct push_key *key, uint8_t out[PUSH_KEY_SIZE])
{
    BIGNUM *x = NULL, *y = NULL;
    bool fine = EVP_PKEY_get_bn_param(key->pair, OSSL_PKEY_PARAM_EC_PUB_X, &x) == 1 &&
                EVP_PKEY_get_bn_param(key->pair, OSSL_PKEY_PARAM_EC_PUB_Y, &y) == 1;
    out[0] = POINT_CONVERSION_UNCOMPRESSED;
    fine = fine && BN_bn2binpad(x, out + 1, SHARED_SIZE) == SHARED_SIZE &&
           BN_bn2binpad(y, out + 1 + SHARED_SIZE, SHARED_SIZE) == SHARED_SIZE;
    BN_free(x);
    BN_free(y);
    return fine;
}

static void to_text(char *out, size_t size, const void *bytes, size_t len)
{
    sodium_bin2base64(out, size, bytes, len, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool push_key_text(const struct push_key *key, char out[PUSH_PUBLIC_SIZE])
{
    uint8_t point[PUSH_KEY_SIZE];
    bool fine = push_key_public(key, point);
    if (fine)
        to_text(out, PUSH_PUBLIC_SIZE, point, sizeof point);
    return fine;
}

/* The public key of somebody else; NULL: not a point of the curve, or no memory. */
static EVP_PKEY *read_point(const uint8_t point[PUSH_KEY_SIZE])
{
    char group[] = SN_X9_62_prime256v1;
    uint8_t copy[PUSH_KEY_SIZE];
    memcpy(copy, point, sizeof copy);
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
                           OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy,
                                                             sizeof copy),
                           OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *found = NULL;
    bool fine = point[0] == POINT_CONVERSION_UNCOMPRESSED && ctx &&
                EVP_PKEY_fromdata_init(ctx) == 1 &&
                EVP_PKEY_fromdata(ctx, &found, EVP_PKEY_PUBLIC_KEY, params) == 1;
    EVP_PKEY_CTX_free(ctx);
    if (!fine) {
        EVP_PKEY_free(found);
        return NULL;
    }
    return found;
}

bool push_is_point(const uint8_t point[PUSH_KEY_SIZE])
{
    EVP_PKEY *key = read_point(point);
    EVP_PKEY_CTX *ctx = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    bool fine = ctx && EVP_PKEY_public_check(ctx) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return fine;
}

/* ---- sealing ---- */

static bool agree(const struct push_key *mine, const uint8_t theirs[PUSH_KEY_SIZE],
                  uint8_t out[SHARED_SIZE])
{
    size_t len = SHARED_SIZE;
    EVP_PKEY *other = read_point(theirs);
    EVP_PKEY_CTX *ctx = other ? EVP_PKEY_CTX_new_from_pkey(NULL, mine->pair, NULL) : NULL;
    bool fine = ctx && EVP_PKEY_derive_init(ctx) == 1 &&
                EVP_PKEY_derive_set_peer_ex(ctx, other, 1) == 1 &&
                EVP_PKEY_derive(ctx, out, &len) == 1 && len == SHARED_SIZE;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(other);
    return fine;
}

/* HKDF with SHA-256, both steps. */
static bool derive(const void *salt, size_t salt_len, const uint8_t secret[SHARED_SIZE],
                   const void *about, size_t about_len, uint8_t *out, size_t len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    bool fine = ctx && EVP_PKEY_derive_init(ctx) == 1 &&
                EVP_PKEY_CTX_set_hkdf_md(ctx, EVP_sha256()) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_salt(ctx, salt, (int)salt_len) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_key(ctx, secret, SHARED_SIZE) == 1 &&
                EVP_PKEY_CTX_add1_hkdf_info(ctx, about, (int)about_len) == 1 &&
                EVP_PKEY_derive(ctx, out, &len) == 1;
    EVP_PKEY_CTX_free(ctx);
    return fine;
}

/* RFC 8291, section 3.4: the key material, from what the browser and `once` share. */
static bool combine(const struct push_reader *to, const struct push_key *once,
                    const uint8_t mine[PUSH_KEY_SIZE], uint8_t out[SHARED_SIZE])
{
    static const char label[] = "WebPush: info"; /* including its NUL */
    uint8_t about[sizeof label + 2 * PUSH_KEY_SIZE], shared[SHARED_SIZE];
    memcpy(about, label, sizeof label);
    memcpy(about + sizeof label, to->key, PUSH_KEY_SIZE);
    memcpy(about + sizeof label + PUSH_KEY_SIZE, mine, PUSH_KEY_SIZE);
    bool fine = agree(once, to->key, shared) && derive(to->secret, sizeof to->secret, shared, about,
                                                       sizeof about, out, SHARED_SIZE);
    sodium_memzero(shared, sizeof shared);
    return fine;
}

static bool encrypt(const uint8_t cek[CEK_SIZE], const uint8_t nonce[NONCE_SIZE], const char *text,
                    size_t len, uint8_t *out)
{
    static const uint8_t last = LAST_RECORD;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int some = 0;
    bool fine = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
                EVP_EncryptUpdate(ctx, out, &some, (const uint8_t *)text, (int)len) == 1 &&
                EVP_EncryptUpdate(ctx, out + len, &some, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(ctx, out + len + 1, &some) == 1 &&
                EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG_SIZE, out + len + 1) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return fine;
}

size_t push_seal_by(const struct push_reader *to, const struct push_key *once,
                    const uint8_t salt[PUSH_SALT_SIZE], const char *text, size_t len,
                    uint8_t out[PUSH_SEALED_MAX])
{
    static const char cek_label[] = "Content-Encoding: aes128gcm",
                      nonce_label[] = "Content-Encoding: nonce"; /* with their NULs */
    uint8_t *mine = out + PUSH_SALT_SIZE + 5, keys[SHARED_SIZE], cek[CEK_SIZE], nonce[NONCE_SIZE];
    memcpy(out, salt, PUSH_SALT_SIZE);
    out[PUSH_SALT_SIZE] = out[PUSH_SALT_SIZE + 1] = 0;
    out[PUSH_SALT_SIZE + 2] = RECORD_SIZE >> 8;
    out[PUSH_SALT_SIZE + 3] = RECORD_SIZE & 255;
    out[PUSH_SALT_SIZE + 4] = PUSH_KEY_SIZE;
    bool fine = len <= PUSH_TEXT_MAX && push_key_public(once, mine) &&
                combine(to, once, mine, keys) &&
                derive(salt, PUSH_SALT_SIZE, keys, cek_label, sizeof cek_label, cek, CEK_SIZE) &&
                derive(salt, PUSH_SALT_SIZE, keys, nonce_label, sizeof nonce_label, nonce,
                       NONCE_SIZE) &&
                encrypt(cek, nonce, text, len, out + HEAD_SIZE);
    sodium_memzero(keys, sizeof keys);
    sodium_memzero(cek, sizeof cek);
    return fine ? HEAD_SIZE + len + 1 + TAG_SIZE : 0;
}

size_t push_seal(const struct push_reader *to, const char *text, size_t len,
                 uint8_t out[PUSH_SEALED_MAX])
{
    uint8_t salt[PUSH_SALT_SIZE];
    struct push_key *once = push_key_make();
    randombytes_buf(salt, sizeof salt);
    size_t sealed = once ? push_seal_by(to, once, salt, text, len, out) : 0;
    push_key_free(once);
    return sealed;
}

/* ---- vouching ---- */

/* ECDSA with SHA-256 as JWS has it: two numbers of 32 bytes. */
static bool sign(const struct push_key *key, const char *text, size_t len,
                 uint8_t out[2 * SHARED_SIZE])
{
    uint8_t der[128];
    const uint8_t *at = der;
    size_t size = sizeof der;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool fine = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key->pair) == 1 &&
                EVP_DigestSign(ctx, der, &size, (const uint8_t *)text, len) == 1;
    EVP_MD_CTX_free(ctx);
    ECDSA_SIG *sig = fine ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    fine = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, SHARED_SIZE) == SHARED_SIZE &&
           BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + SHARED_SIZE, SHARED_SIZE) == SHARED_SIZE;
    ECDSA_SIG_free(sig);
    return fine;
}

bool push_vouch(const struct push_key *key, const char *origin, const char *contact, int64_t until,
                char out[PUSH_VOUCHED_SIZE])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[PUSH_ORIGIN_SIZE + PUSH_CONTACT_SIZE + 80], text[SIGNED_MAX],
        public[PUSH_PUBLIC_SIZE];
    char signature[sodium_base64_ENCODED_LEN(2 * SHARED_SIZE,
                                             sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    uint8_t bytes[2 * SHARED_SIZE];
    struct json_out json;
    json_out_init(&json, claims, sizeof claims);
    json_out_open(&json, '{');
    json_out_string_at(&json, "aud", origin);
    json_out_int_at(&json, "exp", until);
    json_out_string_at(&json, "sub", contact);
    json_out_close(&json, '}');
    size_t head_len = sodium_base64_encoded_len(sizeof head - 1,
                                                sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (json.full ||
        head_len + sodium_base64_encoded_len(json.len, sodium_base64_VARIANT_URLSAFE_NO_PADDING) >
            sizeof text)
        return false;
    to_text(text, sizeof text, head, sizeof head - 1);
    text[head_len - 1] = '.'; /* where its NUL was */
    to_text(text + head_len, sizeof text - head_len, claims, json.len);
    if (!sign(key, text, strlen(text), bytes) || !push_key_text(key, public))
        return false;
    to_text(signature, sizeof signature, bytes, sizeof bytes);
    return snprintf(out, PUSH_VOUCHED_SIZE, "vapid t=%s.%s, k=%s", text, signature, public) <
           PUSH_VOUCHED_SIZE;
}
