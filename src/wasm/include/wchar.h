/*
 * wchar.h - for WebAssembly. Columns of a terminal are nobody's business in a page.
 */
#ifndef MAZO_WASM_WCHAR_H
#define MAZO_WASM_WCHAR_H

#include <stddef.h>

static inline int wcwidth(wchar_t character) { return character ? 1 : 0; }

#endif
