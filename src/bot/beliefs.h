/*
 * beliefs.h - what a bot makes of the events it hears.
 */
#ifndef MAZO_BELIEFS_H
#define MAZO_BELIEFS_H

#include "bot/bot.h"

BOT void beliefs_clear(struct bot_beliefs *m);
BOT void beliefs_hear(struct bot_beliefs *m, const struct mazo_view *view,
                      const struct mazo_event *event);

/* How likely it is, in thousandths, that the Wild Draw Four before this seat
 * is a bluff: by the striker's hand, the cards not seen, and its past. */
BOT int beliefs_bluff_chance(const struct bot_beliefs *m, const struct mazo_view *view);

/* How well a deal explains what one of the other players has chosen in this round: the
 * product of the chances of the choices, had that seat played by the policy with this hand.
 * `deal` is a game made by mazo_resample; *dice is used to guess which cards were drawn when. */
struct policy;
BOT double beliefs_likelihood(const struct bot_beliefs *m, const struct mazo_game *deal, int seat,
                              const struct policy *policy, uint64_t *dice);

#endif
