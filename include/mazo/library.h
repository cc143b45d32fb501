/*
 * library.h - the version of the library (meson.build checks that it has the same), and the sizes
 * of its structs, for languages that cannot see them.
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

/* For comparisons: MAZO_VERSION_NUMBER >= 10200 means 1.2.0 or later. */
#define MAZO_VERSION_NUMBER                                                                        \
    (MAZO_VERSION_MAJOR * 10000 + MAZO_VERSION_MINOR * 100 + MAZO_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* MAZO_VERSION and MAZO_VERSION_NUMBER of the library that the program runs with. */
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
