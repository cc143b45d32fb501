/*
 * ask.c - what the table asks of a player, and what the player can answer.
 */
#include "say/ask.h"

#include <stdarg.h>
#include <stdio.h>

#include "say/effect_say.h"
#include "say/event_text.h"

static bool may(const struct say_asked *a, int command)
{
    for (int i = 0; i < a->legal->count; i++)
        if (a->legal->at[i].type == command)
            return true;
    return false;
}

static const char *name_of(const struct say_asked *a, int seat)
{
    return seat < a->view->seats ? a->names[seat] : "?";
}

static void set_title(const struct say_asked *a, struct say_ask *out, const char *title)
{
    snprintf(out->title, sizeof out->title, "%s", text_in(a->lang, title));
}

static void set_sentence(const struct say_asked *a, struct say_ask *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(out->sentence, sizeof out->sentence, text_in(a->lang, format), args);
    va_end(args);
}

/* ---- the question of each phase ---- */

static void ask_play(const struct say_asked *a, struct say_ask *out)
{
    set_title(a, out, N_("Your turn"));
    set_sentence(a, out,
                 may(a, MAZO_CMD_pass) ? N_("Your turn: nothing fits and nothing can be drawn.")
                 : a->hints && !may(a, MAZO_CMD_draw)
                     ? N_("Your turn: you must play a card that fits.")
                 : a->hints && !may(a, MAZO_CMD_play) ? N_("Your turn: nothing fits, draw a card.")
                 : a->view->rules.draw == MAZO_draw_stuck
                     ? N_("Your turn: play a card that fits, or draw one if none does.")
                                                      : N_("Your turn: play a card, or draw one."));
}

static void ask_drawn(const struct say_asked *a, struct say_ask *out)
{
    char card[80];
    say_card_full_name(a->lang, a->view->drawn, card, sizeof card);
    set_title(a, out, N_("Your turn"));
    set_sentence(a, out,
                 a->view->must ? N_("You drew this card: %s. Nothing else fits: it must be played.")
                               : N_("You drew this card: %s. Play it or keep it."),
                 card);
}

/* W5: what decides a challenge, and what it costs. */
static void say_stakes(const struct say_asked *a, char *buf, size_t size)
{
    const struct mazo_view *v = a->view;
    const char *striker = name_of(a, v->striker);
    if (v->color_before >= MAZO_COLOR_COUNT) {
        snprintf(buf, size,
                 text_in(a->lang, N_("If it was a bluff, %s draws %d; if not, you draw %d.")),
                 striker, v->pending, v->pending + 2);
        return;
    }
    snprintf(buf, size,
             text_in(a->lang, v->rules.wild_four == MAZO_wild_four_no_number
                                  ? N_("If %s had a %s number, they draw %d; if not, you draw %d.")
                                  : N_("If %s had a %s card, they draw %d; if not, you draw %d.")),
             striker, say_color_name(a->lang, v->color_before), v->pending, v->pending + 2);
}

static void ask_struck(const struct say_asked *a, struct say_ask *out)
{
    char stakes[200];
    int due = a->view->pending;
    bool stacks = may(a, MAZO_CMD_play) || (a->view->rules.stacking && !a->hints);
    snprintf(out->title, sizeof out->title, text_in(a->lang, N_("Draw %d cards")), due);
    if (!may(a, MAZO_CMD_challenge)) {
        set_sentence(a, out,
                     stacks ? N_("Draw %d cards, or play a draw card on top.")
                            : N_("You must draw %d cards."),
                     due);
        return;
    }
    say_stakes(a, stakes, sizeof stakes);
    set_sentence(a, out,
                 stacks ? N_("Draw %d cards, challenge, or play a draw card on top. %s")
                        : N_("Draw %d cards, or challenge. %s"),
                 due, stakes);
}

static bool gives(const struct mazo_view *v)
{
    return v->target < v->seats && say_effect_now(v) == MAZO_EFFECT_give;
}

static void ask_throw(const struct say_asked *a, struct say_ask *out)
{
    int owed = a->view->owed;
    if (owed == 0) { /* one of each color */
        set_title(a, out, N_("Throw up to one card of each color"));
        set_sentence(a, out,
                     N_("Throw up to one card of each color. The last one is the new top card."));
        return;
    }
    set_title(a, out, gives(a->view) ? N_("Give cards") : N_("Throw cards"));
    if (gives(a->view)) {
        set_sentence(a, out,
                     owed == 1 ? N_("Choose %d card to give to %s.")
                               : N_("Choose %d cards to give to %s."),
                     owed, name_of(a, a->view->target));
    } else {
        set_sentence(a, out,
                     owed == 1 ? N_("Choose %d card to throw.") : N_("Choose %d cards to throw."),
                     owed);
    }
}

static void ask_run(const struct say_asked *a, struct say_ask *out)
{
    int draws = a->view->run_draws;
    set_title(a, out, N_("Play cards while any fits"));
    set_sentence(a, out,
                 draws
                     ? N_("Play cards while any fits, then end the run. The next player draws %d.")
                     : N_("Play cards while any fits, then end the run."),
                 draws);
}

static void ask_own(const struct say_asked *a, struct say_ask *out)
{
    switch (a->view->phase) {
    case MAZO_PHASE_play:
        ask_play(a, out);
        break;
    case MAZO_PHASE_drawn:
        ask_drawn(a, out);
        break;
    case MAZO_PHASE_struck:
        ask_struck(a, out);
        break;
    case MAZO_PHASE_color:
        set_title(a, out, N_("Which color?"));
        set_sentence(a, out, N_("Which color?"));
        break;
    case MAZO_PHASE_choose:
        set_title(a, out, say_choose(a->view));
        set_sentence(a, out, say_choose(a->view));
        break;
    case MAZO_PHASE_throw:
        ask_throw(a, out);
        break;
    case MAZO_PHASE_run:
        ask_run(a, out);
        break;
    default:
        set_title(a, out, N_("Your dare"));
        set_sentence(a, out, N_("Perform your dare, then say that it is done."));
        break;
    }
}

static void ask_write(const struct say_asked *a, struct say_ask *out)
{
    const struct mazo_view *v = a->view;
    bool writes = v->seat < v->seats && !(v->written >> v->seat & 1);
    set_title(a, out, writes ? N_("Write the rule cards") : N_("The rule cards"));
    set_sentence(a, out,
                 writes ? N_("A Jackpot card reveals a rule card, and somebody must do what it "
                             "says. Everybody writes some; nobody else sees yours until then.")
                        : N_("The others are writing their rule cards."));
}

/* Another player's turn. */
static void tell_turn(const struct say_asked *a, struct say_ask *out)
{
    const char *name = name_of(a, a->view->turn);
    snprintf(out->title, sizeof out->title, text_in(a->lang, N_("%s's turn")), name);
    set_sentence(a, out,
                 a->hints && may(a, MAZO_CMD_play) ? N_("%s's turn, but you can jump in.")
                                                   : N_("%s's turn."),
                 name);
}

/* ---- the options ---- */

static const struct label {
    uint8_t command;
    bool yes;
    const char *label;
} labels[] = {
    {MAZO_CMD_draw, false, N_("D draw")},
    {MAZO_CMD_play, false, N_("play it")},
    {MAZO_CMD_keep, false, N_("K keep it")},
    {MAZO_CMD_accept, false, N_("A accept %d cards")},
    {MAZO_CMD_challenge, false, N_("L challenge")},
    {MAZO_CMD_throw, false, N_("T throw %d cards")},
    {MAZO_CMD_done, false, N_("E end the run")},
    {MAZO_CMD_pass, false, N_("P pass")},
    {MAZO_CMD_next, false, N_("N next round")},
    {MAZO_CMD_uno, false, N_("U UNO!")},
    {MAZO_CMD_catch, false, N_("C catch!")},
    {MAZO_CMD_vote, true, N_("G guilty")},
    {MAZO_CMD_vote, false, N_("I innocent")},
    {MAZO_CMD_admit, false, N_("M admit it")},
    {MAZO_CMD_accuse, false, N_("X accuse")},
};

const char *say_label(enum text_lang lang, int command, bool yes)
{
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (labels[i].command == command && labels[i].yes == yes)
            return text_in(lang, labels[i].label);
    return "";
}

const char *say_label_words(const char *label)
{
    return label[0] && label[1] == ' ' ? label + 2 : label;
}

/* The label of cards to throw or give, of which some are picked. */
static const char *throw_label(const struct say_asked *a)
{
    if (gives(a->view))
        return a->marked == 1 ? N_("V give %d card") : N_("V give %d cards");
    if (a->marked == 0 && a->view->owed == 0)
        return N_("T throw none");
    return a->marked == 1 ? N_("T throw %d card") : N_("T throw %d cards");
}

static void add_option(const struct say_asked *a, struct say_ask *out, int command, bool yes)
{
    struct say_option *o = &out->option[out->count++];
    const char *label = say_label(a->lang, command, yes);
    int number = 0;
    if (command == MAZO_CMD_throw) {
        label = text_in(a->lang, throw_label(a));
        number = a->marked;
    } else if (command == MAZO_CMD_accept) {
        number = a->view->pending;
    } else if (command == MAZO_CMD_done && a->view->phase == MAZO_PHASE_dare) {
        label = text_in(a->lang, N_("E done!"));
    }
    o->command = (uint8_t)command;
    o->yes = yes;
    snprintf(o->label, sizeof o->label, label, number);
}

static void add_if(const struct say_asked *a, struct say_ask *out, bool now, int command)
{
    if (now)
        add_option(a, out, command, false);
}

/* Where mistakes are part of the game, options must not show which moves are right. */
static void add_own_turn(const struct say_asked *a, struct say_ask *out)
{
    uint8_t phase = a->view->phase;
    add_if(a, out, phase == MAZO_PHASE_play && (may(a, MAZO_CMD_draw) || !a->hints), MAZO_CMD_draw);
    add_if(a, out, phase == MAZO_PHASE_drawn && may(a, MAZO_CMD_play), MAZO_CMD_play);
    add_if(a, out, may(a, MAZO_CMD_keep), MAZO_CMD_keep);
    add_if(a, out, may(a, MAZO_CMD_accept), MAZO_CMD_accept);
    add_if(a, out, may(a, MAZO_CMD_challenge), MAZO_CMD_challenge);
    add_if(a, out, phase == MAZO_PHASE_throw, MAZO_CMD_throw);
    bool ends = phase == MAZO_PHASE_run && (may(a, MAZO_CMD_done) || !a->hints);
    add_if(a, out, ends || phase == MAZO_PHASE_dare, MAZO_CMD_done);
    add_if(a, out, may(a, MAZO_CMD_pass), MAZO_CMD_pass);
}

/* Can UNO be said now, or with a card that jumps in? */
static bool may_say_uno(const struct say_asked *a)
{
    const struct mazo_view *v = a->view;
    bool two = v->size[v->seat] == 2, late = v->catchable >> v->seat & 1;
    bool jumps = two && v->rules.jump_in && v->rules.uno_penalty;
    return (may(a, MAZO_CMD_uno) && (late || two)) || (jumps && !(v->said >> v->seat & 1));
}

static void add_any_time(const struct say_asked *a, struct say_ask *out)
{
    add_if(a, out, may_say_uno(a), MAZO_CMD_uno);
    add_if(a, out, may(a, MAZO_CMD_catch), MAZO_CMD_catch);
    if (may(a, MAZO_CMD_vote))
        add_option(a, out, MAZO_CMD_vote, true);
    add_if(a, out, may(a, MAZO_CMD_vote), MAZO_CMD_vote);
    add_if(a, out, may(a, MAZO_CMD_admit), MAZO_CMD_admit);
    add_if(a, out, may(a, MAZO_CMD_accuse), MAZO_CMD_accuse);
}

/* ---- all of it ---- */

void say_ask(const struct say_asked *a, struct say_ask *out)
{
    const struct mazo_view *v = a->view;
    bool plays = v->seat < v->seats, over = v->phase >= MAZO_PHASE_round_over;
    bool own = plays && v->turn == v->seat && !over && v->phase != MAZO_PHASE_write;
    *out = (struct say_ask){0};
    if (own) {
        ask_own(a, out);
        add_own_turn(a, out);
    } else if (over) {
        set_title(a, out, N_("The round is over"));
        set_sentence(a, out, N_("The round is over."));
        add_if(a, out, plays && v->phase == MAZO_PHASE_round_over, MAZO_CMD_next);
    } else if (v->phase == MAZO_PHASE_write) {
        ask_write(a, out);
    } else {
        tell_turn(a, out);
    }
    if (plays && !over && v->phase != MAZO_PHASE_write)
        add_any_time(a, out);
}

void say_vote(const struct say_asked *a, struct say_ask *out)
{
    const struct mazo_view *v = a->view;
    int yes = __builtin_popcount(v->voted & v->voted_yes);
    int no = __builtin_popcount(v->voted & (unsigned)~v->voted_yes);
    struct mazo_event accused = {.type = MAZO_EVENT_accused, .seat = v->accuser, .who = v->accused};
    struct tell tell = {.lang = a->lang, .reader = v->seat, .names = a->names};
    *out = (struct say_ask){0};
    say_tell(&tell, &accused, NULL, out->title, sizeof out->title);
    set_sentence(a, out, N_("Guilty: %d, innocent: %d"), yes, no);
}
