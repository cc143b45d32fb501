/*
 * style.c - tastes, as numbers.
 */
#include "bot/style.h"

bool style_challenges(const struct mazo_bot *bot, int chance)
{
    static const int least[MAZO_BOT_STYLE_COUNT] = {[MAZO_BOT_PLAIN] = STYLE_CHALLENGED_AT,
                                                    [MAZO_BOT_CAUTIOUS] = 400,
                                                    [MAZO_BOT_BLUFFING] = STYLE_CHALLENGED_AT,
                                                    [MAZO_BOT_VENGEFUL] = 150};
    return chance >= least[bot->style];
}

int style_bonus(const struct mazo_bot *bot, mazo_card card, int next)
{
    bool draws = card == MAZO_WILD_FOUR ||
                 (!mazo_card_is_wild(card) && mazo_card_value(card) == MAZO_DRAW_TWO);
    if (bot->style == MAZO_BOT_CAUTIOUS)
        return 4 * mazo_card_points(card);
    if (bot->style == MAZO_BOT_VENGEFUL && draws)
        return 300 * bot->beliefs.struck_by[next];
    return 0;
}

bool style_bluffs(struct mazo_bot *bot, int size)
{
    return bot->style == MAZO_BOT_BLUFFING && size <= 3 && mazo_fast_below(&bot->dice, 2) == 0;
}
