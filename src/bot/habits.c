/*
 * habits.c - scores for commands.
 */
#include "bot/habits.h"

#include "bot/style.h"

enum { NEVER = -1000000, ALWAYS = 1000000 };

static uint32_t roll(struct mazo_bot *bot, uint32_t bound)
{
    return mazo_fast_below(&bot->dice, bound);
}

/* Cards of a color in this seat's hand. */
static int color_count(const struct mazo_view *view, int color)
{
    int sum = 0;
    for (int value = 0; value < MAZO_VALUE_COUNT; value++)
        sum += view->hand[mazo_card_of(color, value)];
    return sum;
}

static bool is_attack(mazo_card card)
{
    return card == MAZO_WILD_FOUR ||
           (!mazo_card_is_wild(card) && mazo_card_value(card) >= MAZO_SKIP &&
            mazo_card_value(card) <= MAZO_DRAW_TWO);
}

/* What the cards of one hand tell, counted once for all its choices. */
struct hand {
    int colors[MAZO_COLOR_COUNT]; /* cards of each color */
};

static void count_hand(const struct mazo_view *view, struct hand *h)
{
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        h->colors[color] = color_count(view, color);
}

/* Sound habits: the color held most, expensive cards first, wilds last, and action cards when the
 * next player is about to go out. */
static int sound_card(const struct mazo_view *view, const struct hand *hand,
                      const struct mazo_command *c)
{
    bool wild = mazo_card_is_wild(c->card);
    int color = (wild ? c->color : mazo_card_color(c->card)) % MAZO_COLOR_COUNT;
    int mark = 40 * hand->colors[color] + mazo_card_points(c->card);
    if (view->size[view->seat] == 1)
        return ALWAYS;
    if (c->card == MAZO_WILD_FOUR && !mazo_view_is_clean(view))
        return NEVER / 2;
    if (wild)
        mark -= 1000;
    if (is_attack(c->card) && view->size[mazo_seat_after(&view->pub, view->seat)] <= 2)
        mark += 2000;
    return mark;
}

static int v1_card(const struct hand *hand, const struct mazo_command *c)
{
    if (c->card == MAZO_WILD_FOUR)
        return ALWAYS + hand->colors[c->color];
    if (mazo_card_is_wild(c->card))
        return 1 + hand->colors[c->color];
    return 1000; /* any of them */
}

/* Like a child: anything that fits, the wild ones gladly. */
static int childish_card(struct mazo_bot *bot, const struct mazo_command *c)
{
    return 100 + (mazo_card_is_wild(c->card) ? 30 : 0) + (int)roll(bot, 100);
}

/* The target to hurt or to swap with: the player nearest to going out. */
static int choose_mark(const struct mazo_view *view, const struct mazo_command *c)
{
    bool own_lever = view->purpose == MAZO_PURPOSE_lever ||
                     view->purpose == MAZO_PURPOSE_first_card;
    if (c->who == view->seat)
        return own_lever && view->size[view->seat] > 4 ? 500 : 0;
    if (c->who == mazo_partner(&view->pub, view->seat))
        return 0;
    return 300 - view->size[c->who];
}

/* A player who was caught bluffing once is not believed again; vengeful ones need less. */
static int challenge_mark(const struct mazo_bot *bot, const struct mazo_view *view)
{
    int striker = view->striker;
    bool paid_back = bot->style == MAZO_BOT_VENGEFUL && striker < view->seats &&
                     bot->beliefs.struck_by[striker] > 1;
    return paid_back || (striker < view->seats && bot->beliefs.guilty[striker]) ? 2 : -1;
}

/* What a sound player does in the phases in which no card is played, as a mark
 * for each command; also for the levels that think. */
static int answer_worth(const struct mazo_bot *bot, const struct mazo_view *view,
                        const struct mazo_command *c)
{
    switch (c->type) {
    case MAZO_CMD_color:
        return color_count(view, c->color);
    case MAZO_CMD_choose:
        return choose_mark(view, c);
    case MAZO_CMD_throw:
        return c->count; /* the expensive ones come first in the list */
    case MAZO_CMD_challenge:
        return challenge_mark(bot, view);
    case MAZO_CMD_accept:
    case MAZO_CMD_done:
    case MAZO_CMD_write:
    case MAZO_CMD_pass:
    case MAZO_CMD_next:
        return 0;
    case MAZO_CMD_catch:
        return ALWAYS / 2;
    case MAZO_CMD_draw:
    case MAZO_CMD_keep:
        return -1000;
    default:
        return NEVER; /* `uno` by itself: it is said with the card */
    }
}

/* Late is better than never: with one card and no call, say it. */
static int uno_mark(const struct mazo_view *view)
{
    bool caught = view->catchable & 1u << view->seat;
    return caught && view->rules.uno_late == 0 ? ALWAYS / 2 : NEVER;
}

/* The style's bonus, in the units of this file: one per point of a card. */
static int style_mark(struct mazo_bot *bot, const struct mazo_view *view,
                      const struct mazo_command *c)
{
    int next = mazo_seat_after(&view->pub, view->seat);
    if (c->card == MAZO_WILD_FOUR && !mazo_view_is_clean(view))
        return style_bluffs(bot, view->size[next]) ? ALWAYS / 2 - NEVER / 2 : 0;
    return style_bonus(bot, c->card, next);
}

static int mark_of(struct mazo_bot *bot, const struct mazo_view *view, const struct hand *hand,
                   const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_uno)
        return uno_mark(view);
    if (c->type != MAZO_CMD_play)
        return answer_worth(bot, view, c);
    int style = bot->style == MAZO_BOT_PLAIN ? 0 : style_mark(bot, view, c);
    if (bot->level == MAZO_BOT_RULE_V1)
        return v1_card(hand, c); /* yardsticks have no style */
    return style +
           (bot->level == MAZO_BOT_EASY ? childish_card(bot, c) : sound_card(view, hand, c));
}

/* The best mark wins; among equals the dice decide. */
static bool best_mark(struct mazo_bot *bot, const struct mazo_view *view,
                      const struct mazo_legal *legal, bool forgets, struct mazo_command *out)
{
    int best = NEVER;
    uint32_t ties = 0;
    struct hand hand;
    count_hand(view, &hand);
    for (int i = 0; i < legal->count; i++) {
        const struct mazo_command *c = &legal->at[i];
        bool calls = c->type == MAZO_CMD_play && view->size[view->seat] == 2;
        if (mazo_is_social(c->type) ||
            (calls && c->uno == forgets && !(view->said & 1u << view->seat)))
            continue;
        int mark = mark_of(bot, view, &hand, c);
        if (mark < best || mark == NEVER)
            continue;
        ties = mark > best ? 1 : ties + 1;
        best = mark;
        if (ties == 1 || roll(bot, ties) == 0)
            *out = mazo_legal_at(legal, i);
    }
    return best > NEVER;
}

static bool any_of(struct mazo_bot *bot, const struct mazo_legal *legal, struct mazo_command *out)
{
    uint32_t count = 0;
    for (int i = 0; i < legal->count; i++)
        if (!mazo_is_social(legal->at[i].type) && roll(bot, ++count) == 0)
            *out = mazo_legal_at(legal, i);
    return count > 0;
}

/* Out of turn: catch, and jump in with any card that is not a wild. */
static bool out_of_turn(struct mazo_bot *bot, const struct mazo_view *view,
                        const struct mazo_legal *legal, struct mazo_command *out)
{
    if (bot->level == MAZO_BOT_RANDOM || (bot->level == MAZO_BOT_EASY && roll(bot, 3)))
        return false;
    for (int i = 0; i < legal->count; i++) {
        const struct mazo_command *c = &legal->at[i];
        bool jump = c->type == MAZO_CMD_play && !mazo_card_is_wild(c->card);
        if (c->type == MAZO_CMD_catch || jump ||
            (c->type == MAZO_CMD_uno && uno_mark(view) > NEVER)) {
            *out = *c;
            if (jump)
                out->uno = true;
            return true;
        }
    }
    return false;
}

bool habit_choose(struct mazo_bot *bot, const struct mazo_view *view,
                  const struct mazo_legal *legal, struct mazo_command *out)
{
    if (view->turn != view->seat && view->phase != MAZO_PHASE_write)
        return view->phase < MAZO_PHASE_round_over && out_of_turn(bot, view, legal, out);
    if (bot->level == MAZO_BOT_RANDOM)
        return any_of(bot, legal, out);
    bool easy = bot->level == MAZO_BOT_EASY, forgets = easy && roll(bot, 3) == 0;
    if (easy && view->phase == MAZO_PHASE_play && roll(bot, 12) == 0) {
        for (int i = 0; i < legal->count; i++) { /* overlooks what fits, and draws */
            if (legal->at[i].type == MAZO_CMD_draw) {
                *out = legal->at[i];
                return true;
            }
        }
    }
    return best_mark(bot, view, legal, forgets, out);
}
