/*
 * libc.c - the few functions of C's library that the game uses, for WebAssembly.
 *
 * Compiled with -fno-builtin, so that no loop here becomes a call of itself.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "wasm/heap.h"

int errno;

/* ---- memory: single instructions ---- */

void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

void *memchr(const void *from, int byte, size_t size)
{
    const unsigned char *at = from;
    for (size_t i = 0; i < size; i++) {
        if (at[i] == (unsigned char)byte) {
            return (void *)(uintptr_t)(at + i);
        }
    }
    return NULL;
}

/* ---- texts ---- */

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}

/* Compare at most `size` bytes, of each what `fold` makes of it. */
static int compare(const char *a, const char *b, size_t size, bool fold)
{
    for (size_t i = 0; i < size; i++) {
        int x = (unsigned char)a[i], y = (unsigned char)b[i];
        x = fold && x >= 'A' && x <= 'Z' ? x - 'A' + 'a' : x;
        y = fold && y >= 'A' && y <= 'Z' ? y - 'A' + 'a' : y;
        if (x != y || x == 0) {
            return x - y;
        }
    }
    return 0;
}

int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, false); }
int strncmp(const char *a, const char *b, size_t size) { return compare(a, b, size, false); }
int strcasecmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, true); }
int strncasecmp(const char *a, const char *b, size_t size) { return compare(a, b, size, true); }

char *strchr(const char *text, int byte) { return memchr(text, byte, strlen(text) + 1); }

char *strrchr(const char *text, int byte)
{
    for (size_t i = strlen(text) + 1; i-- > 0;) {
        if (text[i] == (char)byte) {
            return (char *)(uintptr_t)(text + i);
        }
    }
    return NULL;
}

/* Bytes at the beginning that are in the set (or, wanted false, that are not). */
static size_t span(const char *text, const char *set, bool wanted)
{
    size_t length = 0;
    while (text[length] && (strchr(set, text[length]) != NULL) == wanted) {
        length++;
    }
    return length;
}

size_t strspn(const char *text, const char *set) { return span(text, set, true); }
size_t strcspn(const char *text, const char *set) { return span(text, set, false); }

char *strpbrk(const char *text, const char *set)
{
    const char *found = text + span(text, set, false);
    return *found ? (char *)(uintptr_t)found : NULL;
}

/* ---- the rest ---- */

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*order)(const void *, const void *))
{
    const char *from = base;
    while (count > 0) {
        const char *middle = from + count / 2 * size;
        int found = order(key, middle);
        if (found == 0) {
            return (void *)(uintptr_t)middle;
        }
        if (found > 0) {
            from = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return NULL;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* ---- the heap ---- */

extern char __heap_base; /* set by the linker */
static char *heap_top;

char *heap_mark(void)
{
    heap_top = heap_top ? heap_top : &__heap_base;
    return heap_top;
}

void heap_release(char *mark) { heap_top = mark; }

void *heap_take(size_t size)
{
    enum { PAGE = 65536 };
    uintptr_t from = ((uintptr_t)heap_mark() + 15) & ~(uintptr_t)15;
    uintptr_t room = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    if (size > UINTPTR_MAX / 2 - from) {
        return NULL;
    }
    if (from + size > room &&
        __builtin_wasm_memory_grow(0, (from + size - room + PAGE - 1) / PAGE) == SIZE_MAX) {
        return NULL;
    }
    heap_top = (char *)(from + size);
    return (void *)from;
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : heap_take(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void free(void *memory) { (void)memory; }
