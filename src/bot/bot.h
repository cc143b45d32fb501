/*
 * bot.h - bots: players that are not people.
 *
 * A bot is handed views, the events that its seat may see, and lists of legal
 * commands; never a game. It decides by these, its own memory and a budget in
 * playouts, so the same seed gives the same play on every machine.
 */
#ifndef MAZO_BOT_H
#define MAZO_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/game.h"
#include "mazo/view.h"

enum bot_level {
    BOT_RANDOM,  /* yardstick: uniform over the legal commands of its turn */
    BOT_RULE_V1, /* yardstick: RLCard's rule agent */
    BOT_EASY,    /* plays like a child */
    BOT_NORMAL,  /* sound habits */
    BOT_HARD,    /* an evaluation learnt from search */
    BOT_EXPERT,  /* search */
    BOT_LEVEL_COUNT
};

enum bot_style { BOT_PLAIN, BOT_CAUTIOUS, BOT_BLUFFING, BOT_VENGEFUL, BOT_STYLE_COUNT };

enum { BOT_PLAYOUTS = 6000, BOT_NOTES_MAX = 96 };

/* The table as everybody sees it between two commands. */
struct bot_sight {
    uint64_t fits;     /* kinds that go on the top card */
    uint64_t gone;     /* sixteen bits a color: its cards in the discards */
    uint64_t declined; /* of the player after the one in turn: see struct mazo_game */
    uint8_t since;     /* and declined_since */
    uint8_t color;     /* the present color */
    uint8_t phase, turn;
    int8_t direction;
    uint8_t size[MAZO_SEATS_MAX]; /* cards in each hand */
};

/* What is known of the card that a player drew instead of playing one. */
enum bot_fresh { BOT_FRESH_ANY, BOT_FRESH_MISFIT, BOT_FRESH_KEPT };

/* One choice of another player, as everybody saw it. */
struct bot_note {
    struct bot_sight sight; /* when it was made */
    uint8_t seat;
    uint8_t card;  /* what was played, or MAZO_CARD_NONE: drew or accepted instead */
    uint8_t color; /* named with it */
    uint8_t drawn; /* cards the seat had drawn in this round */
    uint8_t fresh; /* enum bot_fresh: of the first card drawn since */
};

/* What a bot remembers of the match. */
struct bot_beliefs {
    struct bot_sight now;  /* the table after the last command, as the view showed it */
    struct bot_sight then; /* and before it */
    uint8_t drew;          /* the seat that has just drawn a card */
    uint8_t
        drawn[MAZO_SEATS_MAX]; /* cards each seat has drawn in this round and not played at once */
    uint8_t guilty[MAZO_SEATS_MAX];    /* bluffs of each seat that a challenge has shown */
    uint8_t innocent[MAZO_SEATS_MAX];  /* and challenges that it survived */
    uint8_t struck_by[MAZO_SEATS_MAX]; /* draw cards that each seat has played against this one */
    uint8_t note_count;
    struct bot_note notes[BOT_NOTES_MAX]; /* of this round, the oldest first */
};

struct bot {
    uint8_t level;     /* enum bot_level */
    uint8_t style;     /* enum bot_style */
    uint32_t playouts; /* playouts per decision of an expert */
    uint64_t dice;     /* a mazo_fast state */
    struct bot_beliefs beliefs;
};

/* Memory that a search needs; one for a thread is enough, and it may start as anything. */
struct bot_scratch;
size_t bot_scratch_size(void);

void bot_init(struct bot *bot, int level, int style, uint32_t playouts, uint64_t seed);

/* Tell the bot what its seat may see of an event: `event` has passed through
 * mazo_event_for, `cards` are the event's own. `view` is the view after the
 * command that brought the event. Only bots for which bot_listens need it. */
void bot_hear(struct bot *bot, const struct mazo_view *view, const struct mazo_event *event,
              const mazo_card *cards);
bool bot_listens(const struct bot *bot);

/* The bot's choice: a command of `legal` (or a throw or a writing of its own
 * that the engine accepts; its cards lie in `legal` or in `scratch`). `legal`
 * is mazo_legal's list for the view's seat. False: nothing that the seat wants
 * to do now; never in the seat's own turn. */
bool bot_choose(struct bot *bot, const struct mazo_view *view, struct mazo_legal *legal,
                struct bot_scratch *scratch, struct mazo_command *out);

/* "expert", "rule-v1", ...; "cautious", ... By name: -1 if there is none. */
const char *bot_level_name(int level);
int bot_level_by_name(const char *name);
const char *bot_style_name(int style);
int bot_style_by_name(const char *name);

#endif
