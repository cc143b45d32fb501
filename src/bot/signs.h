/*
 * signs.h - what everybody has seen a player do in each color.
 */
#ifndef MAZO_SIGNS_H
#define MAZO_SIGNS_H

#include "bot/bot.h"

BOT void signs_played(struct bot_signs *s, int color_before, mazo_card card, int named);
BOT void signs_declined(struct bot_signs *s, int color);
BOT void signs_joined(struct bot_signs *s, int cards);

/* Follow a command in a game without events: `before` is what everybody knew, `after` what they
 * know now. */
BOT void signs_follow(struct bot_signs signs[MAZO_SEATS_MAX], const struct mazo_public *before,
                      const struct mazo_command *c, const struct mazo_public *after);

#endif
