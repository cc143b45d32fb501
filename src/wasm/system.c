/*
 * system.c - what a libc asks of an operating system, for WebAssembly: memory, from a heap that
 * is given back in order; files and an environment, which a page does not have.
 *
 * The rest of C's library is wasi-libc. Functions here keep its own out of the module, and with
 * them the system calls that a page would have to answer.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/heap.h"

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
    if (size > UINTPTR_MAX / 2 - from)
        return NULL;
    if (from + size > room &&
        __builtin_wasm_memory_grow(0, (from + size - room + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
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

/* ---- what there is not ---- */

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    (void)path;
    (void)mode;
    return NULL;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}
