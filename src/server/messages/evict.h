/*
 * evict.h - people who lose their seats at all tables (person->evicted, hub->evicts), as after a
 * kick: banned, or removed by the person who runs the server.
 */
#ifndef MAZO_EVICT_H
#define MAZO_EVICT_H

#include "server/hub/hub.h"

/* Every second, and at once after an order; skips tables with a change under way. */
void evict_second(struct hub *h);

#endif
