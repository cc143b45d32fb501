/*
 * sodium.h - what fair.c needs of libsodium to check a shuffle, for WebAssembly: see sha256.c.
 */
#ifndef MAZO_WASM_SODIUM_H
#define MAZO_WASM_SODIUM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t sum[8];
    uint64_t size; /* bytes so far */
    unsigned char block[64];
} crypto_hash_sha256_state;

int crypto_hash_sha256_init(crypto_hash_sha256_state *state);
int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *bytes,
                              unsigned long long size);
int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *hash);

char *sodium_bin2hex(char *hex, size_t hex_size, const unsigned char *bytes, size_t size);

/* Secrets are drawn by servers: what names this is not linked. */
void randombytes_buf(void *to, size_t size);

#endif
