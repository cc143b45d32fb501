/*
 * evict.h - people who lose their seats at all tables (person->evicted, hub->evicts), as after a kick: they were banned,
 * or the person who runs the server wants it.
 */
#ifndef MAZO_EVICT_H
#define MAZO_EVICT_H

#include "server/hub/hub.h"

/* Every second, and at once after an order: where no change is under way. */
void evict_second(struct hub *h);

#endif
