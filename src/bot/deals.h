/*
 * deals.h - the hidden cards as they could be, the likelier ones more often.
 *
 * Deals are made that agree with everything known. Each player's hand is
 * weighed by how well it explains what that player has done, and the deals to
 * look ahead in are put together from hands drawn by these weights. With many
 * players few whole deals would explain everything at once; hands that explain
 * one player each are easy to find.
 */
#ifndef MAZO_DEALS_H
#define MAZO_DEALS_H

#include "bot/search.h"

/* Fill s->deals: all of them count the same. */
BOT void deals_sample(struct mazo_bot *bot, const struct mazo_view *view,
                      struct mazo_bot_scratch *s);

/* The square root, as every processor rounds it, without a library. */
BOT double deals_root(double x);

#endif
