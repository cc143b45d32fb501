/*
 * ini.h - the one function of libinih that ruleset.c needs, for WebAssembly: see ini.c.
 */
#ifndef MAZO_WASM_INI_H
#define MAZO_WASM_INI_H

typedef char *(*ini_reader)(char *line, int size, void *stream);
typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

#endif
