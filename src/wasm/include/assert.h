/*
 * assert.h - for WebAssembly: a trap, which the page sees as an error.
 */
#ifndef MAZO_WASM_ASSERT_H
#define MAZO_WASM_ASSERT_H

#define assert(truth) ((truth) ? (void)0 : __builtin_trap())
#define static_assert _Static_assert

#endif
