/*
 * deals.h - the hidden cards as they could be, the likelier ones more often.
 *
 * A chain (see chain.h) wanders among the deals that agree with everything known, and stands at each as often as
 * the others' choices make it likely. Several chains are run, and deals taken from each on its way.
 *
 * The yardsticks do it as experts did first: uniform deals are made, each player's hand in them is weighed, and
 * the deals to look ahead in are put together from hands drawn by these weights.
 */
#ifndef MAZO_DEALS_H
#define MAZO_DEALS_H

#include "bot/search.h"

/* Fill s->deals; all deals count equally. */
BOT void deals_sample(struct mazo_bot *bot, const struct mazo_view *view,
                      struct mazo_bot_scratch *s);

#endif
