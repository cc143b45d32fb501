/*
 * bot.h - the bots: computer players.
 *
 * A bot is handed views, the events that its seat may see, and lists of legal
 * commands; never a game. It decides from these, its own memory and a budget in
 * playouts, so the same seed gives the same play on every machine.
 *
 * Its memory belongs to the caller: mazo_bot_size() bytes, aligned as malloc does.
 */
#ifndef MAZO_BOT_H
#define MAZO_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/game.h"
#include "mazo/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mazo_bot_level {
    MAZO_BOT_RANDOM,  /* yardstick: uniform over the legal commands of its turn */
    MAZO_BOT_RULE_V1, /* yardstick: RLCard's rule agent */
    MAZO_BOT_EASY,    /* plays like a child */
    MAZO_BOT_NORMAL,  /* sound habits */
    MAZO_BOT_HARD,    /* an evaluation learnt from search */
    MAZO_BOT_EXPERT,  /* search */
    MAZO_BOT_LEVEL_COUNT,

    /* Yardsticks: two levels as they played in November 2026, to measure later ones against.
     * Players are not offered them. */
    MAZO_BOT_HARD_1 = MAZO_BOT_LEVEL_COUNT,
    MAZO_BOT_EXPERT_1,
    MAZO_BOT_NAME_COUNT
};

enum mazo_bot_style {
    MAZO_BOT_PLAIN,
    MAZO_BOT_CAUTIOUS,
    MAZO_BOT_BLUFFING,
    MAZO_BOT_VENGEFUL,
    MAZO_BOT_STYLE_COUNT
};

enum { MAZO_BOT_PLAYOUTS = 6000 };

/* A plain value: copied with memcpy. */
struct mazo_bot;
size_t mazo_bot_size(void);

/* Work space for an expert's search; one per thread is enough, and it needs no initialization. */
struct mazo_bot_scratch;
size_t mazo_bot_scratch_size(void);

/* `playouts` is the budget of an expert's decision; 0: MAZO_BOT_PLAYOUTS. An unknown level or
 * style becomes random or plain. */
void mazo_bot_init(struct mazo_bot *bot, int level, int style, uint32_t playouts, uint64_t seed);

/* Tell the bot what its seat may see of an event: `event` has passed through
 * mazo_event_for, `cards` are the event's own. `view` is the view after the
 * command that brought the event. Only bots for which mazo_bot_listens need it. */
void mazo_bot_hear(struct mazo_bot *bot, const struct mazo_view *view,
                   const struct mazo_event *event, const mazo_card *cards);
bool mazo_bot_listens(const struct mazo_bot *bot);

/* The bot's choice: a command of `legal` (or a throw or a writing of its own
 * that the engine accepts; its cards lie in `legal` or in `scratch`). `legal`
 * is mazo_legal's list for the view's seat. False: the seat does
 * nothing now; never on its own turn. Only an expert uses `scratch`: for
 * others it may be NULL. */
bool mazo_bot_choose(struct mazo_bot *bot, const struct mazo_view *view, struct mazo_legal *legal,
                     struct mazo_bot_scratch *scratch, struct mazo_command *out);

/* Names ("expert", "rule-v1", "hard-1", ...; "cautious", ...) and back; NULL or -1 if there is
 * none. */
const char *mazo_bot_level_name(int level);
int mazo_bot_level_by_name(const char *name);
const char *mazo_bot_style_name(int style);
int mazo_bot_style_by_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
