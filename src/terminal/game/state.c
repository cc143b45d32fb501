/*
 * state.c - small questions about the state of the screen.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

#include "say/effect_say.h"

const char *game_name(const struct game *g, int seat)
{
    return seat >= 0 && seat < g->table->seats ? g->table->seat[seat].player.name : "?";
}

bool game_own_turn(const struct game *g)
{
    return g->viewer != MAZO_SPECTATOR && g->view.turn == g->viewer &&
           g->view.phase < MAZO_PHASE_round_over && g->view.phase != MAZO_PHASE_write;
}

bool game_is_played_for(const struct game *g)
{
    return g->session->remote && g->viewer != MAZO_SPECTATOR && g->table->seat[g->viewer].away;
}

uint8_t game_main_color(const struct game *g)
{
    int count[MAZO_COLOR_COUNT] = {0}, best = 0;
    for (int i = 0; i < g->hand_count; i++)
        if (!mazo_card_is_wild(g->hand[i]))
            count[mazo_card_color(g->hand[i])]++;
    for (int color = 1; color < MAZO_COLOR_COUNT; color++)
        best = count[color] > count[best] ? color : best;
    return (uint8_t)best;
}

bool game_may_jump_in(const struct game *g)
{
    return g->hints && g->fits && !game_own_turn(g) && g->viewer != MAZO_SPECTATOR;
}

/* A person who must act. */
int game_awaited(const struct game *g)
{
    const struct table *t = g->table;
    if (g->viewer != MAZO_SPECTATOR && table_awaits(t, g->viewer))
        return g->viewer;
    for (int i = 0; i < t->seats; i++) {
        int seat = mazo_seat_at(&t->play.game.pub, t->play.game.turn + i);
        if (g->people >> seat & 1 && table_awaits(t, seat))
            return seat;
    }
    return MAZO_SEAT_NONE;
}

bool game_may_hurry(const struct game *g)
{
    const struct table *t = g->table;
    return !g->session->remote && !g->guide && t->pace.think > 0 && g->view.turn < t->seats &&
           g->view.phase < MAZO_PHASE_round_over && game_awaited(g) == MAZO_SEAT_NONE &&
           t->seat[g->view.turn].player.sitter == TABLE_BOT;
}

bool game_is_late(const struct game *g)
{
    return g->viewer != MAZO_SPECTATOR && g->table->play.game.catchable >> g->viewer & 1;
}

int game_seconds_until(const struct game *g, uint64_t then)
{
    return then > g->now ? (int)((then - g->now + 999) / 1000) : 0;
}

bool game_spins(const struct game *g)
{
    return g->lever_at || (g->spun_at > 0 && g->now < g->spun_at + SPIN_MS);
}

uint8_t game_dialog(const struct game *g)
{
    if (g->dialog != DIALOG_NONE)
        return g->dialog;
    if (g->viewer == MAZO_SPECTATOR || game_spins(g))
        return DIALOG_NONE;
    if (g->view.phase == MAZO_PHASE_write && !(g->view.written >> g->viewer & 1))
        return DIALOG_WRITE;
    if (game_own_turn(g) && g->view.phase == MAZO_PHASE_color)
        return DIALOG_COLOR;
    if (game_own_turn(g) && g->view.phase == MAZO_PHASE_choose)
        return DIALOG_SEAT;
    return DIALOG_NONE;
}

const char *game_rule_card(const struct game *g, char *buf, size_t size)
{
    const struct mazo_view *v = &g->view;
    const struct mazo_rule_card *card = &v->rule_cards[v->rule_card];
    struct say_texts texts;
    char does[WIRE_DOES_SIZE];
    table_texts(g->table, g->viewer, &texts);
    say_card_text(g->lang, card, &texts.card[v->rule_card], buf, size);
    say_card_does(g->lang, card, &texts.card[v->rule_card], does, sizeof does);
    size_t used = strlen(buf);
    snprintf(buf + used, size - used, "%s%s", does[0] ? " → " : "", does);
    return buf;
}

void game_zone(struct game *g, int row, int column, int height, int width, enum act act, int arg)
{
    if (g->zone_count < ZONES_MAX)
        g->zone[g->zone_count++] = (struct zone){row, column, height, width, (uint8_t)act, arg};
}
