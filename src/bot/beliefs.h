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

/* How well a deal explains the choices of another player in this round: the product of their
 * chances if that seat played by the policy with this hand. `deal` is a game made by mazo_resample;
 * *dice is used to guess which cards were drawn when. */
struct policy;
BOT double beliefs_likelihood(const struct bot_beliefs *m, const struct mazo_game *deal, int seat,
                              const struct policy *policy, uint64_t *dice);

/* Two manners of playing by the policy. */
enum { BELIEFS_STRICTLY, BELIEFS_LOOSELY, BELIEFS_MANNERS };

/* How likely a seat is to play in this manner, judging by earlier rounds. */
BOT double beliefs_manner(const struct bot_beliefs *m, int seat, int manner);

/* Note that the choices of this round showed strict play, with this chance. */
BOT void beliefs_learn(struct bot_beliefs *m, int seat, double strict);

/* Restore the table of a note, for then's seat in turn. */
BOT void beliefs_restore(struct mazo_game *then, const struct bot_note *n);

/* How likely the noted choice was in each manner, with the hand of then's seat as it stands. */
BOT void beliefs_chances(const struct bot_beliefs *m, const struct mazo_game *then,
                         const struct bot_note *n, const struct policy *policy,
                         double out[BELIEFS_MANNERS]);

#endif
