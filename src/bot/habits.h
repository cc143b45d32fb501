/*
 * habits.h - players that do not look ahead: random, rule-v1, easy, normal.
 *
 * Each gives every legal command a mark and takes the best; what no habit
 * speaks about is decided by the dice.
 */
#ifndef MAZO_HABITS_H
#define MAZO_HABITS_H

#include "bot/bot.h"

/* See mazo_bot_choose. */
BOT bool habit_choose(struct mazo_bot *bot, const struct mazo_view *view,
                      const struct mazo_legal *legal, struct mazo_command *out);

#endif
