/*
 * library.c - the version of the library, and sizes of its structs.
 */
#include "mazo/library.h"

const char *mazo_version(void) { return MAZO_VERSION; }
int mazo_version_number(void) { return MAZO_VERSION_NUMBER; }

size_t mazo_rules_size(void) { return sizeof(struct mazo_rules); }
size_t mazo_game_size(void) { return sizeof(struct mazo_game); }
size_t mazo_view_size(void) { return sizeof(struct mazo_view); }
size_t mazo_legal_size(void) { return sizeof(struct mazo_legal); }
size_t mazo_command_size(void) { return sizeof(struct mazo_command); }
size_t mazo_events_size(void) { return sizeof(struct mazo_events); }
size_t mazo_position_size(void) { return sizeof(struct mazo_position); }
