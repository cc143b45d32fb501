/*
 * inttypes.h - for WebAssembly.
 */
#ifndef MAZO_WASM_INTTYPES_H
#define MAZO_WASM_INTTYPES_H

#include <stdint.h>

#define PRId64 "lld"
#define PRIu64 "llu"

#endif
