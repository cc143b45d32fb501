/*
 * errno.h - for WebAssembly.
 */
#ifndef MAZO_WASM_ERRNO_H
#define MAZO_WASM_ERRNO_H

enum { ENOENT = 2, ENOMEM = 12 };
extern int errno;

#endif
