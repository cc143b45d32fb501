/*
 * coach_why.c - why the expert's choice was better, in words: the first reason that holds.
 */
#include "sim/coach_why.h"

#include <stdio.h>

#include "say/event_text.h"

enum { FEW_CARDS = 2 };

/* Cards of a color in the hand of a seat. */
static int held(const struct mazo_game *g, int seat, int color)
{
    int count = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        if (mazo_card_is_valid((mazo_card)card) && !mazo_card_is_wild((mazo_card)card) &&
            mazo_card_color((mazo_card)card) == color)
            count += g->copies[seat][card];
    return count;
}

/* The color in play after it, or MAZO_COLOR_NONE. */
static int color_after(const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_color)
        return c->color;
    if (c->type != MAZO_CMD_play)
        return MAZO_COLOR_NONE;
    return mazo_card_is_wild(c->card) ? c->color : mazo_card_color(c->card);
}

/* Does it cost the next player a turn or cards? */
static bool strikes(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->type != MAZO_CMD_play || c->card == MAZO_WILD)
        return false;
    int value = mazo_card_value(c->card);
    return c->card == MAZO_WILD_FOUR ||
           (!mazo_card_is_wild(c->card) && (value == MAZO_SKIP || value == MAZO_DRAW_TWO ||
                                            (value == MAZO_REVERSE && g->seats == 2)));
}

static bool lays_wild(const struct mazo_command *c)
{
    return c->type == MAZO_CMD_play && mazo_card_is_wild(c->card);
}

/* After it, more cards of the color in play are left in the hand. */
static bool say_color(enum text_lang lang, const struct mazo_game *g, const struct mazo_command *d,
                      const struct mazo_command *b, char *buf, size_t size)
{
    int better = color_after(b), worse = color_after(d), seat = b->seat;
    if (better >= MAZO_COLOR_COUNT || worse >= MAZO_COLOR_COUNT || better == worse)
        return false;
    int more = held(g, seat, better) - (b->type == MAZO_CMD_play && !lays_wild(b));
    int less = held(g, seat, worse) - (d->type == MAZO_CMD_play && !lays_wild(d));
    if (more <= less)
        return false;
    snprintf(buf, size, text_in(lang, N_("After it the hand has %d of the color in play, not %d.")),
             more, less);
    return true;
}

static bool say_next(enum text_lang lang, const char *const *names, const struct mazo_game *g,
                     const struct mazo_command *d, const struct mazo_command *b, char *buf,
                     size_t size)
{
    int next = mazo_seat_after(&g->pub, b->seat);
    if (!strikes(g, b) || strikes(g, d) || g->size[next] > FEW_CARDS)
        return false;
    snprintf(buf, size,
             text_in(lang, g->size[next] == 1
                               ? N_("%s was next with %d card left, and this stops that turn.")
                               : N_("%s was next with %d cards left, and this stops that turn.")),
             names[next], g->size[next]);
    return true;
}

static const char *plain(const struct mazo_game *g, const struct mazo_command *d,
                         const struct mazo_command *b)
{
    bool counts = g->rules.scoring != MAZO_scoring_quick;
    if (b->type == MAZO_CMD_play && d->type == MAZO_CMD_draw)
        return N_("Playing makes the hand smaller, drawing makes it larger.");
    if (b->type == MAZO_CMD_play && d->type == MAZO_CMD_keep)
        return N_("The drawn card could go at once.");
    if (lays_wild(d) && !lays_wild(b))
        return N_("A Wild fits nearly always: it is best kept for when nothing else does.");
    if (b->type == MAZO_CMD_draw && lays_wild(d))
        return N_("A Wild may be worth a drawn card: it fits nearly always.");
    if (b->type == MAZO_CMD_play && d->type == MAZO_CMD_play && counts &&
        mazo_card_points(b->card) > mazo_card_points(d->card))
        return N_("And it leaves fewer points in the hand if somebody else goes out.");
    if (b->type == MAZO_CMD_accept && d->type == MAZO_CMD_challenge)
        return N_("A challenge that fails costs more than the cards, and a bluff was not likely.");
    if (b->type == MAZO_CMD_challenge && d->type == MAZO_CMD_accept)
        return N_("A bluff was likely enough to try it.");
    return NULL;
}

void coach_why(enum text_lang lang, const char *const *names, const struct mazo_game *before,
               const struct mazo_command *done, const struct mazo_command *best, char *buf,
               size_t size)
{
    buf[0] = '\0';
    if (say_next(lang, names, before, done, best, buf, size))
        return;
    const char *reason = plain(before, done, best);
    if (say_color(lang, before, done, best, buf, size) || !reason)
        return;
    snprintf(buf, size, "%s", text_in(lang, reason));
}
