/*
 * library.h - which library this is: its version, that of meson.build, which checks it; and how
 * large its structs are, for languages that cannot see them.
 */
#ifndef MAZO_LIBRARY_H
#define MAZO_LIBRARY_H

#include <stddef.h>
#include "mazo/game.h"
#include "mazo/view.h"

#define MAZO_VERSION_MAJOR 1
#define MAZO_VERSION_MINOR 0
#define MAZO_VERSION_PATCH 0
#define MAZO_VERSION "1.0.0"

/* To compare: #if MAZO_VERSION_NUMBER >= 10200, from 1.2.0 on. */
#define MAZO_VERSION_NUMBER                                                                        \
    (MAZO_VERSION_MAJOR * 10000 + MAZO_VERSION_MINOR * 100 + MAZO_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* What the program runs with, MAZO_VERSION and MAZO_VERSION_NUMBER of the library. */
const char *mazo_version(void);
int mazo_version_number(void);

size_t mazo_rules_size(void);
size_t mazo_game_size(void);
size_t mazo_view_size(void);
size_t mazo_legal_size(void);
size_t mazo_command_size(void);
size_t mazo_events_size(void);
size_t mazo_position_size(void);

#ifdef __cplusplus
}
#endif

#endif
