/*
 * memory.h - what a bot makes of the events it hears.
 */
#ifndef MAZO_BOT_MEMORY_H
#define MAZO_BOT_MEMORY_H

#include "bot/bot.h"

void memory_clear(struct bot_memory *m);
void memory_hear(struct bot_memory *m, const struct mazo_view *view,
                 const struct mazo_event *event);

/* How likely it is, in thousandths, that the Wild Draw Four before this seat
 * is a bluff: by the striker's hand, the cards not seen, and its past. */
int memory_bluff_chance(const struct bot_memory *m, const struct mazo_view *view);

/* How well a deal explains what one of the other players has chosen in this round: the
 * product of the chances of the choices, had that seat played by the policy with this hand.
 * `deal` is a game made by mazo_resample; *dice is used to guess which cards were drawn when. */
struct policy;
double memory_likelihood(const struct bot_memory *m, const struct mazo_game *deal, int seat,
                         const struct policy *policy, uint64_t *dice);

#endif
