/*
 * style.c - tastes, as numbers.
 */
#include "bot/style.h"

bool style_challenges(const struct bot *bot, int chance)
{
    static const int least[BOT_STYLE_COUNT] = {[BOT_PLAIN] = STYLE_CHALLENGED_AT,
                                               [BOT_CAUTIOUS] = 400,
                                               [BOT_BLUFFING] = STYLE_CHALLENGED_AT,
                                               [BOT_VENGEFUL] = 150};
    return chance >= least[bot->style];
}

int style_bonus(const struct bot *bot, mazo_card card, int next)
{
    bool draws = card == MAZO_WILD_FOUR ||
                 (!mazo_card_is_wild(card) && mazo_card_value(card) == MAZO_DRAW_TWO);
    if (bot->style == BOT_CAUTIOUS)
        return 4 * mazo_card_points(card);
    if (bot->style == BOT_VENGEFUL && draws)
        return 300 * bot->beliefs.struck_by[next];
    return 0;
}

bool style_bluffs(struct bot *bot, int size)
{
    return bot->style == BOT_BLUFFING && size <= 3 && mazo_fast_below(&bot->dice, 2) == 0;
}
