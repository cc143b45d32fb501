/*
 * apply.c - the only function through which a game changes.
 */
#include "core.h"

static void do_color(struct mazo_game *g, int color, struct mazo_events *ev)
{
    int seat = g->turn, purpose = g->purpose;
    g->purpose = MAZO_PURPOSE_none;
    set_color(g, color);
    tell_color(ev, MAZO_EVENT_color, seat, color);
    if (purpose == MAZO_PURPOSE_effect)
        resume_effects(g, ev);
    else if (purpose == MAZO_PURPOSE_first_four)
        strike(g, MAZO_SEAT_NONE, 4, seat, ev); /* S8 */
    else
        begin_turn(g, seat, ev); /* S7, S9 */
}

static void do_choose(struct mazo_game *g, int who, struct mazo_events *ev)
{
    int seat = g->turn, purpose = g->purpose;
    g->purpose = MAZO_PURPOSE_none;
    tell_who(ev, MAZO_EVENT_chose, seat, who);
    if (purpose == MAZO_PURPOSE_effect) {
        if (effect_chosen(g, who, ev))
            resume_effects(g, ev);
    } else if (purpose == MAZO_PURPOSE_seven) {
        hands_swap(g, seat, who);
        tell_who(ev, MAZO_EVENT_swapped, seat, who);
        pass_turn(g, seat, ev);
    } else {
        lever_chosen(g, who, ev);
    }
}

static void do_throw(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    int purpose = g->purpose;
    g->purpose = MAZO_PURPOSE_none;
    g->owed = 0;
    if (purpose == MAZO_PURPOSE_lever) {
        throw_colors(g, c, ev);
        return;
    }
    throw_owed(g, c, ev);
    resume_effects(g, ev);
}

static void do_done(struct mazo_game *g, struct mazo_events *ev)
{
    tell(ev, MAZO_EVENT_done, g->turn);
    g->purpose = MAZO_PURPOSE_none;
    if (g->phase == MAZO_PHASE_run)
        end_run(g, ev);
    resume_effects(g, ev);
}

static void do_write(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    if (write_rule_cards(g, c, ev))
        start_match(g, ev);
}

/* A card that is right, in a turn or in a run. */
HOT static void carry_out_play(struct mazo_game *g, const struct mazo_command *c,
                               struct mazo_events *ev)
{
    if (g->phase == MAZO_PHASE_run)
        play_in_run(g, c, ev);
    else
        play_card(g, c->seat, c->card, c->color, c->uno, ev);
}

/* All commands except play and draw, which are most of a round. */
static __attribute__((noinline)) void
carry_out_rest(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    switch (c->type) {
    case MAZO_CMD_accept:
        do_accept(g, ev);
        break;
    case MAZO_CMD_keep:
        do_keep(g, ev);
        break;
    case MAZO_CMD_challenge:
        do_challenge(g, ev);
        break;
    case MAZO_CMD_uno:
        do_uno(g, c->seat, ev);
        break;
    case MAZO_CMD_catch:
        do_catch(g, c->seat, c->who, ev);
        break;
    case MAZO_CMD_color:
        do_color(g, c->color, ev);
        break;
    case MAZO_CMD_choose:
        do_choose(g, c->who, ev);
        break;
    case MAZO_CMD_throw:
        do_throw(g, c, ev);
        break;
    case MAZO_CMD_done:
        do_done(g, ev);
        break;
    case MAZO_CMD_write:
        do_write(g, c, ev);
        break;
    case MAZO_CMD_accuse:
        do_accuse(g, c->seat, c->who, ev);
        break;
    case MAZO_CMD_admit:
        do_admit(g, ev);
        break;
    case MAZO_CMD_vote:
        do_vote(g, c->seat, c->yes, ev);
        break;
    case MAZO_CMD_pass:
        do_pass(g, ev);
        break;
    case MAZO_CMD_next:
        deal_round(g, ev);
        break;
    default:
        do_tally(g, ev);
        break;
    }
}

/* P2: a wrong card may be punished instead of refused. */
static enum mazo_error apply_play(struct mazo_game *g, const struct mazo_command *c,
                                  struct mazo_events *ev)
{
    enum mazo_error error = judge_play(g, c);
    if (error == MAZO_ERR_ok)
        carry_out_play(g, c, ev);
    else if (is_punished(g, error))
        do_misplay(g, c, (int)error, ev);
    else
        return error;
    return MAZO_ERR_ok;
}

enum mazo_error mazo_apply(struct mazo_game *g, const struct mazo_command *c,
                           struct mazo_events *ev)
{
    if (c->type == MAZO_CMD_play && c->seat < g->seats && mazo_is_running(g->phase))
        return apply_play(g, c, ev);
    enum mazo_error error = mazo_judge(g, c);
    if (error != MAZO_ERR_ok)
        return error;
    if (c->type == MAZO_CMD_draw)
        do_draw(g, ev);
    else
        carry_out_rest(g, c, ev);
    return error;
}

/* Apart, so that mazo_apply_play keeps no room for a command. */
static __attribute__((noinline)) void play_in_run_apart(struct mazo_game *g, int seat,
                                                        mazo_card card, int color, bool uno)
{
    struct mazo_command c = {.type = MAZO_CMD_play,
                             .seat = (uint8_t)seat,
                             .card = card,
                             .color = (uint8_t)color,
                             .uno = uno};
    play_in_run(g, &c, NULL);
}

void mazo_apply_play(struct mazo_game *g, int seat, mazo_card card, int color, bool uno)
{
    if (g->phase == MAZO_PHASE_run)
        play_in_run_apart(g, seat, card, color, uno);
    else
        play_card(g, seat, card, color, uno, NULL);
}

void mazo_apply_draw(struct mazo_game *g) { do_draw(g, NULL); }

void mazo_apply_other(struct mazo_game *g, struct mazo_command c) { carry_out_rest(g, &c, NULL); }
