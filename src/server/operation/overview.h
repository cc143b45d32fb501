/*
 * overview.h - the tables in memory, for the terminal that the server runs in.
 */
#ifndef MAZO_OVERVIEW_H
#define MAZO_OVERVIEW_H

#include "server/hub/hub.h"

/* Once a second, if a terminal wants it: the state that is stored. */
void overview_tell(const struct hub *h);

#endif
