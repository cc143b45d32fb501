/*
 * vote.c - several people at one terminal vote (P3), one after the other.
 *
 * A vote is not secret and shows no cards, so nobody has to look away: the hands
 * are hidden, and the question goes round. The accused is asked first, who may
 * admit it; then everybody who has not voted. Nobody is asked twice.
 */
#include "terminal/game/state.h"

static bool is_open(const struct game *g)
{
    const struct mazo_game *game = &g->table->play.game;
    return game->accused < g->table->seats && game->phase < MAZO_PHASE_round_over;
}

/* The next voter, or MAZO_SEAT_NONE. */
static int next_voter(const struct game *g)
{
    const struct mazo_game *game = &g->table->play.game;
    uint16_t left = (uint16_t)(g->people & ~g->polled & ~game->voted);
    if (left >> game->accused & 1)
        return game->accused;
    for (int i = 1; i < g->table->seats; i++) {
        int seat = mazo_seat_at(&game->pub, game->accuser + i);
        if (left >> seat & 1)
            return seat;
    }
    return MAZO_SEAT_NONE;
}

/* Everybody has been asked: the keyboard goes to the player who must act, or back, behind the
 * curtain. */
static void end_poll(struct game *g)
{
    int seat = game_awaited(g);
    g->visiting = false;
    g->next_viewer = seat == MAZO_SEAT_NONE ? g->viewer : (uint8_t)seat;
    g->dialog = g->next_viewer == MAZO_SPECTATOR ? DIALOG_NONE : DIALOG_CURTAIN;
}

void game_poll(struct game *g)
{
    bool open = is_open(g);
    bool busy = g->dialog == DIALOG_SHOWN || g->dialog == DIALOG_QUIT ||
                g->dialog == DIALOG_PASSING || g->dialog == DIALOG_CURTAIN;
    if ((g->people & (g->people - 1)) == 0)
        return;
    if (!open)
        g->polled = 0;
    int seat = open ? next_voter(g) : MAZO_SEAT_NONE;
    if (seat != MAZO_SEAT_NONE && !busy) {
        g->dialog = DIALOG_VOTE;
        g->voter = (uint8_t)seat;
    } else if (seat == MAZO_SEAT_NONE && g->dialog == DIALOG_VOTE) {
        end_poll(g);
    }
}

bool game_polls_accused(const struct game *g) { return g->voter == g->table->play.game.accused; }
