/*
 * stdlib.h - for WebAssembly: see libc.c.
 */
#ifndef MAZO_WASM_STDLIB_H
#define MAZO_WASM_STDLIB_H

#include <stddef.h>

/* From a heap that only grows; the input of the next call resets it: see door.h. */
void *calloc(size_t count, size_t size);
void free(void *memory);

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));

char *getenv(const char *name); /* there is no environment */

#endif
