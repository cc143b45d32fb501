/*
 * strings.h - for WebAssembly: see libc.c. Only ASCII letters have case.
 */
#ifndef MAZO_WASM_STRINGS_H
#define MAZO_WASM_STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);

#endif
