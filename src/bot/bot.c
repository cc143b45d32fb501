/*
 * bot.c - one door for all levels, and what they remember.
 */
#include "bot/bot.h"

#include <stddef.h>
#include <string.h>

#include "bot/habits.h"
#include "bot/memory.h"
#include "bot/policy.h"
#include "bot/search.h"

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
    memory_clear(&bot->memory);
    bot->level = (uint8_t)level;
    bot->style = (uint8_t)style;
    bot->playouts = playouts ? playouts : BOT_PLAYOUTS;
    bot->dice = mazo_fast_seed(seed);
}

size_t bot_scratch_size(void) { return sizeof(struct bot_scratch); }

bool bot_listens(const struct bot *bot) { return bot->level >= BOT_HARD; }

void bot_hear(struct bot *bot, const struct mazo_view *view, const struct mazo_event *event,
              const mazo_card *cards)
{
    (void)cards;
    if (bot_listens(bot)) {
        memory_hear(&bot->memory, view, event);
    }
}

/* In front of a Wild Draw Four: is it worth two more cards to find out? */
static bool should_challenge(const struct bot *bot, const struct mazo_view *view)
{
    int least = bot->style == BOT_CAUTIOUS ? 400 : bot->style == BOT_VENGEFUL ? 150 : 240;
    return view->phase == MAZO_PHASE_struck && view->challengeable &&
           memory_bluff_chance(&bot->memory, view) >= least;
}

/* By the policy, from a game that the view could come from: it reads of it
 * only what the seat may know. */
static bool learnt_choose(struct bot *bot, const struct mazo_view *view, struct mazo_legal *scratch,
                          struct mazo_command *out)
{
    struct mazo_game g;
    if (should_challenge(bot, view)) {
        *out = (struct mazo_command){.type = MAZO_CMD_challenge, .seat = view->seat};
        return true;
    }
    mazo_resample(view, &bot->dice, &g);
    policy_move(&g, policy_for(view->seats), &bot->dice, scratch, out);
    return true;
}

bool bot_choose(struct bot *bot, const struct mazo_view *view, struct mazo_legal *legal,
                struct bot_scratch *scratch, struct mazo_command *out)
{
    bool thinks = bot->level >= BOT_HARD && view->turn == view->seat &&
                  view->phase > MAZO_PHASE_write && view->phase < MAZO_PHASE_round_over;
    if (!thinks) {
        return habit_choose(bot, view, legal, out);
    }
    bool cards = view->phase == MAZO_PHASE_play || view->phase == MAZO_PHASE_drawn ||
                 view->phase == MAZO_PHASE_struck || view->phase == MAZO_PHASE_run;
    if (bot->level == BOT_EXPERT && search_choose(bot, view, legal, scratch, out)) {
        return true;
    }
    return cards ? learnt_choose(bot, view, legal, out) : habit_choose(bot, view, legal, out);
}
