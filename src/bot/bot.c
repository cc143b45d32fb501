/*
 * bot.c - the common interface of all levels, and their memory.
 */
#include "bot/bot.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "bot/habits.h"
#include "bot/beliefs.h"
#include "bot/policy.h"
#include "bot/search.h"
#include "bot/stakes.h"
#include "bot/style.h"

static const char *const level_names[MAZO_BOT_NAME_COUNT] = {"random", "rule-v1", "easy",
                                                             "normal", "hard",    "expert",
                                                             "hard-1", "expert-1"};
static const char *const style_names[MAZO_BOT_STYLE_COUNT] = {"plain", "cautious", "bluffing",
                                                              "vengeful"};

static bool is_level(int level) { return level >= 0 && level < MAZO_BOT_NAME_COUNT; }
static bool is_style(int style) { return style >= 0 && style < MAZO_BOT_STYLE_COUNT; }

/* Not strcmp: of libc the library has only functions of memory. */
static bool is_word(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static int by_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (is_word(names[i], name))
            return i;
    return -1;
}

const char *mazo_bot_level_name(int level) { return is_level(level) ? level_names[level] : NULL; }

int mazo_bot_level_by_name(const char *name)
{
    return by_name(level_names, MAZO_BOT_NAME_COUNT, name);
}

const char *mazo_bot_style_name(int style) { return is_style(style) ? style_names[style] : NULL; }

int mazo_bot_style_by_name(const char *name)
{
    return by_name(style_names, MAZO_BOT_STYLE_COUNT, name);
}

void mazo_bot_init(struct mazo_bot *bot, int level, int style, uint32_t playouts, uint64_t seed)
{
    memset(bot, 0, sizeof *bot);
    beliefs_clear(&bot->beliefs);
    bot->first = level == MAZO_BOT_HARD_1 || level == MAZO_BOT_EXPERT_1;
    if (bot->first)
        level += MAZO_BOT_HARD - MAZO_BOT_HARD_1;
    bot->level = is_level(level) ? (uint8_t)level : (uint8_t)MAZO_BOT_RANDOM;
    bot->style = is_style(style) ? (uint8_t)style : (uint8_t)MAZO_BOT_PLAIN;
    bot->playouts = playouts ? playouts : MAZO_BOT_PLAYOUTS;
    bot->dice = mazo_fast_seed(seed);
}

size_t mazo_bot_size(void) { return sizeof(struct mazo_bot); }
size_t mazo_bot_scratch_size(void) { return sizeof(struct mazo_bot_scratch); }

bool mazo_bot_listens(const struct mazo_bot *bot)
{
    return bot->level >= MAZO_BOT_HARD || bot->style != MAZO_BOT_PLAIN;
}

void mazo_bot_hear(struct mazo_bot *bot, const struct mazo_view *view,
                   const struct mazo_event *event, const mazo_card *cards)
{
    (void)cards;
    if (mazo_bot_listens(bot))
        beliefs_hear(&bot->beliefs, view, event);
}

/* Facing a Wild Draw Four: is it worth risking two more cards to find out? */
static bool should_challenge(const struct mazo_bot *bot, const struct mazo_view *view)
{
    return view->phase == MAZO_PHASE_struck && view->challengeable &&
           style_challenges(bot, beliefs_bluff_chance(&bot->beliefs, view));
}

/* A Wild Draw Four that the hand does not allow, when the next player must be stopped. */
static bool bluffs(struct mazo_bot *bot, const struct mazo_game *g)
{
    return g->phase == MAZO_PHASE_play && mazo_playable(g) >> MAZO_WILD_FOUR & 1 &&
           !mazo_is_clean(g, g->turn) &&
           style_bluffs(bot, g->size[mazo_seat_after(&g->pub, g->turn)]);
}

/* Choose by the network and the bot's style. False: nothing to choose. */
static bool best_choice_of(struct mazo_bot *bot, const struct mazo_game *g,
                           struct mazo_command *out)
{
    struct policy_choice choices[POLICY_CHOICES_MAX], best = {POLICY_DRAW, 0};
    int values[POLICY_CHOICES_MAX], most = INT_MIN, n = policy_choices(g, choices);
    int next = mazo_seat_after(&g->pub, g->turn);
    if (n < 2)
        return false;
    stakes_opinion(bot, g, choices, n, values);
    for (int i = 0; i < n; i++) {
        bool plays = choices[i].card < POLICY_DRAW;
        int value = values[i] + (plays ? style_bonus(bot, choices[i].card, next) : 0);
        if (value > most) {
            most = value;
            best = choices[i];
        }
    }
    policy_command(g, best, out);
    return true;
}

/* Choose by what was learnt, on a game sampled from the view: it reads only what the seat may know. */
static bool learnt_choose(struct mazo_bot *bot, const struct mazo_view *view,
                          struct mazo_legal *scratch, struct mazo_command *out)
{
    struct mazo_game g;
    if (should_challenge(bot, view)) {
        *out = (struct mazo_command){.type = MAZO_CMD_challenge, .seat = view->seat};
        return true;
    }
    mazo_resample(view, &bot->dice, &g);
    if (bluffs(bot, &g)) {
        int color = g.color; /* the color for which it would not be a bluff */
        policy_command(&g, (struct policy_choice){MAZO_WILD_FOUR, (uint8_t)color}, out);
    } else if (view->phase == MAZO_PHASE_run || !best_choice_of(bot, &g, out)) {
        policy_move(&g, policy_for(&view->rules, view->seats), &bot->dice, scratch, out);
    }
    return true;
}

/* Making another player draw two is always worth it. */
static bool catches(const struct mazo_view *view, const struct mazo_legal *legal,
                    struct mazo_command *out)
{
    for (int i = 0; view->catchable && i < legal->count; i++) {
        if (legal->at[i].type == MAZO_CMD_catch) {
            *out = legal->at[i];
            return true;
        }
    }
    return false;
}

bool mazo_bot_choose(struct mazo_bot *bot, const struct mazo_view *view, struct mazo_legal *legal,
                     struct mazo_bot_scratch *scratch, struct mazo_command *out)
{
    bool thinks = bot->level >= MAZO_BOT_HARD && view->turn == view->seat &&
                  mazo_is_running(view->phase);
    if (!thinks)
        return habit_choose(bot, view, legal, out);
    if (catches(view, legal, out))
        return true;
    bool cards = mazo_is_card_phase(view->phase) || view->phase == MAZO_PHASE_run;
    if (bot->level == MAZO_BOT_EXPERT && scratch && search_choose(bot, view, legal, scratch, out))
        return true;
    return cards ? learnt_choose(bot, view, legal, out) : habit_choose(bot, view, legal, out);
}
