/*
 * math.h - for WebAssembly, which has the square root as an instruction, as exact as elsewhere.
 */
#ifndef MAZO_WASM_MATH_H
#define MAZO_WASM_MATH_H

static inline double sqrt(double number) { return __builtin_sqrt(number); }

#endif
