/*
 * habits.h - players that do not look ahead: random, rule-v1, easy, normal.
 *
 * Each gives every legal command a mark and takes the best; what no habit
 * speaks about is decided by the dice.
 */
#ifndef MAZO_HABITS_H
#define MAZO_HABITS_H

#include "bot/bot.h"

/* See bot_choose. */
bool habit_choose(struct bot *bot, const struct mazo_view *view, const struct mazo_legal *legal,
                  struct mazo_command *out);

/* What a sound player does in the phases in which no card is played, as a mark
 * for each command; also for the levels that think. */
int habit_answer(const struct bot *bot, const struct mazo_view *view, const struct mazo_command *c);

/* Cards of a color in this seat's hand. */
int habit_color_count(const struct mazo_view *view, int color);

#endif
