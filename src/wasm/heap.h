/*
 * heap.h - memory that is taken in order and given back all at once.
 *
 * Everything above a mark goes when the heap is released to it.
 */
#ifndef MAZO_WASM_HEAP_H
#define MAZO_WASM_HEAP_H

#include <stddef.h>

char *heap_mark(void);
void heap_release(char *mark);

/* NULL if out of memory. Contents are uninitialized. */
void *heap_take(size_t size);

#endif
