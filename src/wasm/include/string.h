/*
 * string.h - for WebAssembly, where there is no libc: see libc.c.
 */
#ifndef MAZO_WASM_STRING_H
#define MAZO_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void *memchr(const void *from, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *text, int byte);
char *strrchr(const char *text, int byte);
size_t strspn(const char *text, const char *set);
size_t strcspn(const char *text, const char *set);
char *strpbrk(const char *text, const char *set);

#endif
