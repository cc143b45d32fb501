/*
 * style.h - a taste on top of a level, so that a table of bots does not feel like copies.
 *
 * Cautious players get rid of dear cards and challenge late; bluffing ones play
 * a forbidden Wild Draw Four now and then; vengeful ones pay draw cards back
 * and challenge gladly. Enough to be noticed, little enough to stay as good a
 * player as the level is.
 */
#ifndef MAZO_STYLE_H
#define MAZO_STYLE_H

#include "bot/bot.h"

/* Thousandths: how likely a bluff must be before a plain player challenges. */
enum { STYLE_CHALLENGED_AT = 240 };

/* Does this player challenge a Wild Draw Four that is a bluff with this chance? */
BOT bool style_challenges(const struct mazo_bot *bot, int chance);

/* The style's bonus for a card, in ten-thousandths of a won round; `next` is the player who would
 * suffer. */
BOT int style_bonus(const struct mazo_bot *bot, mazo_card card, int next);

/* Play a forbidden Wild Draw Four? `size` is what the next player holds. */
BOT bool style_bluffs(struct mazo_bot *bot, int size);

#endif
