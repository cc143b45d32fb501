/*
 * bot.c - one door for all levels, and what they remember.
 */
#include "bot/bot.h"

#include <stddef.h>
#include <string.h>

#include "bot/habits.h"

static const char *const level_names[BOT_LEVEL_COUNT] = {"random", "rule-v1", "easy",
                                                         "normal", "hard",    "expert"};
static const char *const style_names[BOT_STYLE_COUNT] = {"plain", "cautious", "bluffing",
                                                         "vengeful"};

static int by_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *bot_level_name(int level) { return level_names[level]; }
int bot_level_by_name(const char *name) { return by_name(level_names, BOT_LEVEL_COUNT, name); }
const char *bot_style_name(int style) { return style_names[style]; }
int bot_style_by_name(const char *name) { return by_name(style_names, BOT_STYLE_COUNT, name); }

void bot_init(struct bot *bot, int level, int style, uint32_t playouts, uint64_t seed)
{
    memset(bot, 0, sizeof *bot);
    bot->level = (uint8_t)level;
    bot->style = (uint8_t)style;
    bot->playouts = playouts ? playouts : BOT_PLAYOUTS;
    bot->dice = mazo_fast_seed(seed);
}
