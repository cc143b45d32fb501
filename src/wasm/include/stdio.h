/*
 * stdio.h - for WebAssembly: see format.c.
 *
 * Of printf's conversions it knows those that our texts use: s d u c x, with
 * 0 and - flags, width, precision of s, and lengths l, ll and z. Any other traps.
 */
#ifndef MAZO_WASM_STDIO_H
#define MAZO_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

__attribute__((format(printf, 3, 4))) int snprintf(char *buf, size_t size, const char *format, ...);
__attribute__((format(printf, 3, 0))) int vsnprintf(char *buf, size_t size, const char *format,
                                                    va_list args);

/* There are no files: what names these is not linked. */
typedef struct file FILE;
FILE *fopen(const char *path, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *file);
int ferror(FILE *file);
int fclose(FILE *file);

#endif
