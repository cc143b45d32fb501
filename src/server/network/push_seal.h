/*
 * push_seal.h - Web Push: a text that only one browser can read (RFC 8291, in the aes128gcm of RFC 8188), and the
 * word by which its push service knows this server (VAPID, RFC 8292). Of the server only push_seal.c knows OpenSSL.
 *
 *     uint8_t sealed[PUSH_SEALED_MAX];
 *     size_t len = push_seal(&to, "…", 3, sealed);
 *     push_vouch(key, "https://push.example", "mailto:ana@uno.example", until, vouched);
 */
#ifndef MAZO_PUSH_SEAL_H
#define MAZO_PUSH_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_KEY_SIZE = 65, /* a point of P-256, uncompressed */
    PUSH_SECRET_SIZE = 16,
    PUSH_SALT_SIZE = 16,
    PUSH_PUBLIC_SIZE = 88, /* a point in base64url, with its NUL */
    PUSH_TEXT_MAX = 1024,  /* longest text */
    PUSH_SEALED_MAX = PUSH_TEXT_MAX + PUSH_SALT_SIZE + 4 + 1 + PUSH_KEY_SIZE + 1 + 16,
    PUSH_CONTACT_SIZE = 256, /* "mailto:…" or "https://…" */
    PUSH_ORIGIN_SIZE = 300,
    PUSH_VOUCHED_SIZE = 1024
};

/* A private key of P-256: the server's own, or one that is used once. */
struct push_key;

/* Of a file in PEM. NULL: it has none. */
struct push_key *push_key_read(const char *pem, size_t len);
struct push_key *push_key_make(void); /* NULL: no memory */
void push_key_free(struct push_key *key);

bool push_key_public(const struct push_key *key, uint8_t out[PUSH_KEY_SIZE]);
bool push_key_text(const struct push_key *key, char out[PUSH_PUBLIC_SIZE]);

/* Is it a point of the curve? Anything else could reveal something of our keys. */
bool push_is_point(const uint8_t point[PUSH_KEY_SIZE]);

/* The reader's keys: `p256dh` and `auth` of a browser. */
struct push_reader {
    uint8_t key[PUSH_KEY_SIZE], secret[PUSH_SECRET_SIZE];
};

/* Returns the length; 0: it could not be sealed, or is too long. */
size_t push_seal(const struct push_reader *to, const char *text, size_t len,
                 uint8_t out[PUSH_SEALED_MAX]);

/* The same with a given key and salt, neither of which may be used twice. */
size_t push_seal_by(const struct push_reader *to, const struct push_key *once,
                    const uint8_t salt[PUSH_SALT_SIZE], const char *text, size_t len,
                    uint8_t out[PUSH_SEALED_MAX]);

/* The Authorization header for the push service at `origin`: who sends, valid until then (seconds
 * since 1970). */
bool push_vouch(const struct push_key *key, const char *origin, const char *contact, int64_t until,
                char out[PUSH_VOUCHED_SIZE]);

#endif
