/*
 * space.h - how much the store may still take: the limit that the host sets (`store-size`), and what the
 * disk has left (`disk-reserve`). At 80 percent the log says so; at 100 no new tables and matches begin,
 * and those that run come to their end.
 */
#ifndef MAZO_SPACE_H
#define MAZO_SPACE_H

#include "server/tables/request.h"

/* Take the figures that the store has just reported. */
void space_take(struct hub *h, const struct store_space *now);

/* Is there room for something new? If not, the sender was told. */
bool space_is_there(const struct request *q);

#endif
