/*
 * error_text.c - why a command was refused, as a sentence.
 */
#include "say/error_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/near.h"
#include "say/notation.h"
#include "text/screen.h"
#include "say/event_text.h"

enum { CARD_NAME_SIZE = 80 };

struct saying {
    enum text_lang lang;
    const char *const *names; /* of the seats, for people; NULL: for programs */
    const struct mazo_game *g;
    const struct mazo_command *c;
    char *buf;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static int say(const struct saying *s, const char *format,
                                                     ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(s->buf, s->size, text_in(s->lang, format), args);
    va_end(args);
    return n;
}

/* A card as the reader knows it: "R7", or for people "red 7". */
static const char *card_name(const struct saying *s, mazo_card card, char buf[CARD_NAME_SIZE])
{
    if (s->names && mazo_card_is_valid(card)) {
        say_card_full_name(s->lang, card, buf, CARD_NAME_SIZE);
        return buf;
    }
    return mazo_card_write(card, buf);
}

static int say_no_seat(const struct saying *s)
{
    return say(s, N_("There is no such seat: the seats are 0 to %d"), s->g->seats - 1);
}

/* ---- what the game waits for ---- */

/* Each takes the seat in turn. */
static const char *const waits[MAZO_PHASE_COUNT] = {
    [MAZO_PHASE_write] = N_("\"%s\" is not possible now: seat %d must write the rule cards"),
    [MAZO_PHASE_play] = N_("\"%s\" is not possible now: seat %d must play a card or draw one"),
    [MAZO_PHASE_drawn] = N_(
        "\"%s\" is not possible now: seat %d must play or keep the card just drawn"),
    [MAZO_PHASE_struck] = N_("\"%s\" is not possible now: seat %d must \"accept\" the cards due"),
    [MAZO_PHASE_color] = N_("\"%s\" is not possible now: seat %d must name a color"),
    [MAZO_PHASE_choose] = N_("\"%s\" is not possible now: seat %d must choose a player"),
    [MAZO_PHASE_throw] = N_("\"%s\" is not possible now: seat %d must pick the cards to throw"),
    [MAZO_PHASE_run] = N_("\"%s\" is not possible now: seat %d must play cards while any fits"),
    [MAZO_PHASE_dare] = N_("\"%s\" is not possible now: seat %d must perform a dare"),
    [MAZO_PHASE_round_over] = N_("\"%s\" is not possible now: the round is over"),
    [MAZO_PHASE_match_over] = N_("\"%s\" is not possible now: the match is over"),
};

/* Phase struck: what is possible besides accepting? */
static const char *struck_waits(const struct mazo_game *g)
{
    if (g->challengeable && g->rules.stacking) {
        return N_("\"%s\" is not possible now: seat %d must \"accept\" the cards due, "
                  "\"challenge\" them, or \"play\" a Draw Two or Wild Draw Four on top");
    }
    if (g->challengeable) {
        return N_("\"%s\" is not possible now: seat %d must \"accept\" the cards due, or "
                  "\"challenge\" them");
    }
    if (g->rules.stacking) {
        return N_("\"%s\" is not possible now: seat %d must \"accept\" the cards due, or "
                  "\"play\" a Draw Two or Wild Draw Four on top");
    }
    return waits[MAZO_PHASE_struck];
}

/* Must the card just drawn be played? */
static bool must_play_drawn(const struct mazo_game *g)
{
    return g->phase == MAZO_PHASE_drawn && g->must && mazo_playable(g);
}

/* Are the cards that must be picked for another player? */
static bool gives(const struct mazo_game *g)
{
    return g->phase == MAZO_PHASE_throw && g->target < g->seats;
}

/* A draw card on a draw card, where that is not played. */
static bool stacks_in_vain(const struct saying *s)
{
    return s->c->type == MAZO_CMD_play && s->g->phase == MAZO_PHASE_struck &&
           !s->g->rules.stacking && mazo_card_is_valid(s->c->card) &&
           (s->c->card == MAZO_WILD_FOUR || mazo_card_value(s->c->card) == MAZO_DRAW_TWO);
}

static const char *what_waits(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    if (stacks_in_vain(s)) {
        return g->challengeable
                   ? N_("No stacking at this table, so \"%s\" is not possible: seat %d "
                        "must \"accept\" the cards due, or \"challenge\" them")
                   : N_("No stacking at this table, so \"%s\" is not possible: seat %d "
                        "must \"accept\" the cards due");
    }
    return g->phase == MAZO_PHASE_struck ? struck_waits(g)
           : must_play_drawn(g)
               ? N_("\"%s\" is not possible now: seat %d must play the card just drawn")
           : gives(g) ? N_("\"%s\" is not possible now: seat %d must pick the cards to give")
                      : waits[g->phase];
}

/* ---- challenges ---- */

static int say_no_challenge(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    bool struck = g->phase == MAZO_PHASE_struck;
    if (struck && g->top != MAZO_WILD_FOUR)
        return say(s, N_("A Draw Two cannot be challenged"));
    if (g->rules.wild_four == MAZO_wild_four_always)
        return say(s, N_("At this table nobody may challenge a Wild Draw Four"));
    if (g->rules.no_bluffing)
        return say(s, N_("There are no bluffs at this table, so there is nothing to challenge"));
    if (struck && g->striker >= g->seats)
        return say(s, N_("Nobody played this Wild Draw Four, so there is nothing to challenge"));
    return say(s, N_("You can challenge only a Wild Draw Four played on you"));
}

static int say_not_now(const struct saying *s)
{
    const char *name = mazo_command_name(s->c->type);
    if (s->c->type == MAZO_CMD_challenge && s->g->phase == MAZO_PHASE_play)
        return say_no_challenge(s);
    const char *format = text_in(s->lang, what_waits(s));
    return s->g->phase < MAZO_PHASE_round_over ? snprintf(s->buf, s->size, format, name, s->g->turn)
                                               : snprintf(s->buf, s->size, format, name);
}

/* ---- cards ---- */

/* The card that the command names and its hand has not, or MAZO_CARD_NONE. */
static mazo_card absent_card(const struct saying *s)
{
    uint8_t wanted[MAZO_KIND_COUNT] = {0};
    if (s->c->type != MAZO_CMD_throw)
        return s->c->card;
    for (int i = 0; i < s->c->count; i++) {
        mazo_card card = s->c->cards[i];
        if (card >= MAZO_KIND_COUNT || ++wanted[card] > s->g->copies[s->c->seat][card])
            return card;
    }
    return MAZO_CARD_NONE;
}

/* A card that the seat in turn could play; bluffs do not count. */
static mazo_card fitting_card(const struct mazo_game *g)
{
    uint64_t fits = mazo_playable(g) & g->have[g->turn];
    if (!mazo_is_clean(g, g->turn))
        fits &= ~MAZO_BIT(MAZO_WILD_FOUR);
    for (int i = 0; i < MAZO_CARD_NAMES; i++)
        if (fits & MAZO_BIT(mazo_card_at(i)))
            return mazo_card_at(i);
    return MAZO_CARD_NONE;
}

static int say_bluff(const struct saying *s)
{
    char card[CARD_NAME_SIZE];
    const char *color = say_color_name(s->lang, s->g->color);
    return s->g->rules.wild_four == MAZO_wild_four_no_number
               ? say(s,
                     N_("No bluffing here: %s can be played only with no number card of the "
                        "color %s in your hand"),
                     card_name(s, MAZO_WILD_FOUR, card), color)
               : say(s,
                     N_("No bluffing here: %s can be played only with no card of the color %s "
                        "in your hand"),
                     card_name(s, MAZO_WILD_FOUR, card), color);
}

static int say_does_not_match(const struct saying *s)
{
    char card[CARD_NAME_SIZE];
    const struct mazo_game *g = s->g;
    const char *color = say_color_name(s->lang, g->color);
    int value = mazo_card_value(g->top);
    card_name(s, s->c->card, card);
    if (s->c->card == MAZO_WILD_FOUR)
        return say_bluff(s); /* in a run, where it would be dirty */
    if (g->color >= MAZO_COLOR_COUNT || !mazo_card_is_valid(g->top))
        return say(s, N_("%s does not match the top card"), card);
    if (mazo_card_is_wild(g->top))
        return say(s, N_("%s does not match: the named color is %s"), card, color);
    if (value < MAZO_SKIP) {
        return say(s, N_("%s does not match: the color is %s and the number is %d"), card, color,
                   value);
    }
    return say(s, N_("%s does not match: the color is %s and the symbol is %s"), card, color,
               say_symbol_name(s->lang, value));
}

static int say_cannot_stack(const struct saying *s)
{
    char card[CARD_NAME_SIZE];
    return say(s,
               N_("%s does not answer the %d cards due: only a Draw Two or a Wild Draw Four does"),
               card_name(s, s->c->card, card), s->g->pending);
}

/* must_play and can_play: names the card that could be played. */
static int say_playable(const struct saying *s, enum mazo_error e)
{
    char card[CARD_NAME_SIZE];
    if (s->g->phase == MAZO_PHASE_drawn)
        return say(s, N_("The drawn card %s must be played"), card_name(s, s->g->drawn, card));
    if (s->names && s->g->rules.wrong_card > 0) /* P2: which one is for the player to see */
        return say(s, N_("Not now: you have a card that fits"));
    card_name(s, fitting_card(s->g), card);
    if (e == MAZO_ERR_must_play)
        return say(s, N_("You must play a card when one fits: %s fits"), card);
    if (s->c->type == MAZO_CMD_done)
        return say(s, N_("The run continues while a card fits: %s fits"), card);
    return s->c->type == MAZO_CMD_pass
               ? say(s, N_("You may pass only when no card fits: %s fits"), card)
               : say(s, N_("You may draw only when no card fits: %s fits"), card);
}

/* No card to draw: what can the player do? */
static int say_no_pile(const struct saying *s)
{
    return fitting_card(s->g) == MAZO_CARD_NONE
               ? say(s, N_("There is no card left to draw: pass"))
               : say(s, N_("There is no card left to draw: play one that fits"));
}

/* Passing while there are cards to draw; but may they be drawn? */
static int say_no_pass(const struct saying *s)
{
    const struct mazo_rules *r = &s->g->rules;
    bool stuck_only = r->draw == MAZO_draw_stuck || r->must_play;
    return stuck_only && fitting_card(s->g) != MAZO_CARD_NONE
               ? say_playable(s, MAZO_ERR_can_play)
               : say(s, N_("You may not pass while there are cards to draw"));
}

static int say_bad_throw(const struct saying *s)
{
    int owed = s->g->owed;
    if (owed == 0)
        return say(s, N_("You may throw at most one card of each color, and no wilds"));
    if (gives(s->g)) {
        return owed == 1 ? say(s, N_("You must give exactly %d card"), owed)
                         : say(s, N_("You must give exactly %d cards"), owed);
    }
    return owed == 1 ? say(s, N_("You must throw exactly %d card"), owed)
                     : say(s, N_("You must throw exactly %d cards"), owed);
}

static int say_about_cards(const struct saying *s, enum mazo_error e)
{
    char card[CARD_NAME_SIZE];
    switch (e) {
    case MAZO_ERR_bad_card:
        return say(s, N_("There is no such card"));
    case MAZO_ERR_not_in_hand:
        return say(s, N_("%s is not in the hand"), card_name(s, absent_card(s), card));
    case MAZO_ERR_does_not_match:
        return say_does_not_match(s);
    case MAZO_ERR_color_needed:
        return say(s, N_("Name a color with %s: R, G, B or Y"), card_name(s, s->c->card, card));
    case MAZO_ERR_bad_color:
        return say(s, N_("Not a color: write R, G, B or Y"));
    case MAZO_ERR_bluff_refused:
        return say_bluff(s);
    case MAZO_ERR_only_drawn_card:
        return say(s, N_("After drawing only the drawn card may be played: %s"),
                   card_name(s, s->g->drawn, card));
    case MAZO_ERR_must_play:
    case MAZO_ERR_can_play:
        return say_playable(s, e);
    case MAZO_ERR_cannot_stack:
        return say_cannot_stack(s);
    case MAZO_ERR_nothing_to_draw:
        return say_no_pile(s);
    case MAZO_ERR_can_draw:
        return say_no_pass(s);
    default:
        return say_bad_throw(s);
    }
}

/* ---- seats ---- */

static int say_uno_not_now(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    if (g->rules.uno_penalty == 0)
        return say(s, N_("At this table nobody has to say UNO"));
    if (g->said >> s->c->seat & 1)
        return say(s, N_("Seat %d has already said UNO"), s->c->seat);
    return say(
        s,
        N_("You can say UNO only with two cards in hand when you may play one, or late with one"));
}

/* Holds one card, has not said UNO, and still cannot be caught: why? */
enum safe { SAFE_NO_UNO, SAFE_NOT_DUE, SAFE_PERHAPS, SAFE_LATE };

static enum safe why_safe(const struct mazo_rules *r)
{
    if (r->uno_penalty == 0)
        return SAFE_NO_UNO;
    if (r->uno_until == MAZO_uno_until_one_card)
        return SAFE_NOT_DUE;
    return r->seven_zero || r->rule_cards || r->hand_size == 1 ? SAFE_PERHAPS : SAFE_LATE;
}

static int say_safe(const struct saying *s, int who)
{
    switch (why_safe(&s->g->rules)) {
    case SAFE_NO_UNO:
        return say(s, N_("At this table nobody has to say UNO"));
    case SAFE_NOT_DUE:
        return s->names ? say(s, N_("%s did not have to say UNO"), s->names[who])
                        : say(s, N_("Seat %d did not have to say UNO"), who);
    case SAFE_PERHAPS:
        return s->names
                   ? say(s, N_("It is too late to catch %s, or UNO was never due"), s->names[who])
                   : say(s, N_("It is too late to catch seat %d, or UNO was never due"), who);
    default:
        return s->names ? say(s, N_("It is too late to catch %s"), s->names[who])
                        : say(s, N_("It is too late to catch seat %d"), who);
    }
}

static int say_nothing_to_catch(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    int who = s->c->who;
    if (who >= g->seats)
        return say_no_seat(s);
    if (who == s->c->seat)
        return say(s, N_("You cannot catch yourself"));
    if (g->size[who] != 1)
        return say(s, N_("Seat %d does not hold exactly one card"), who);
    return g->said >> who & 1 ? say(s, N_("Seat %d has already said UNO"), who) : say_safe(s, who);
}

static int say_bad_choice(const struct saying *s)
{
    if (s->c->who >= s->g->seats)
        return say_no_seat(s);
    if (s->c->who != s->c->seat)
        return say(s, N_("Seat %d cannot be chosen here"), s->c->who);
    switch (s->c->type) {
    case MAZO_CMD_catch:
        return say(s, N_("You cannot catch yourself"));
    case MAZO_CMD_accuse:
        return say(s, N_("You cannot accuse yourself"));
    default:
        return say(s, N_("You cannot choose yourself here"));
    }
}

static int say_about_votes(const struct saying *s, enum mazo_error e)
{
    switch (e) {
    case MAZO_ERR_no_accusations:
        return say(s, N_("At this table nobody can be accused of making suggestions"));
    case MAZO_ERR_vote_open:
        return say(s, N_("There is already a vote on seat %d"), s->g->accused);
    case MAZO_ERR_no_vote:
        return say(s, N_("There is no vote now"));
    case MAZO_ERR_already_voted:
        return say(s, N_("Seat %d has already voted"), s->c->seat);
    case MAZO_ERR_is_accused:
        return say(s, N_("The accused does not vote"));
    default:
        return say(s, N_("Seat %d is not the accused"), s->c->seat);
    }
}

/* Out of turn; where jumping in or challenging would be possible, why not here. */
static int say_out_of_turn(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    bool jumps = g->rules.jump_in && s->c->type == MAZO_CMD_play;
    if (s->c->type == MAZO_CMD_challenge && g->challengeable) {
        return say(s,
                   N_("It is seat %d's turn: only the player who would have to draw can challenge"),
                   g->turn);
    }
    if (jumps && g->phase == MAZO_PHASE_play) {
        return say(s, N_("It is seat %d's turn: only a card identical to the top one can jump in"),
                   g->turn);
    }
    if (jumps && g->phase == MAZO_PHASE_struck)
        return say(s, N_("It is seat %d's turn: nobody can jump in while cards are due"), g->turn);
    return jumps ? say(s, N_("It is seat %d's turn, which has begun: nobody can jump in now"),
                       g->turn)
                 : say(s, N_("It is seat %d's turn"), g->turn);
}

static int tell_out_of_turn(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    const char *name = s->names[g->turn];
    bool jumps = g->rules.jump_in && s->c->type == MAZO_CMD_play;
    if (s->c->type == MAZO_CMD_challenge && g->challengeable)
        return say(s, N_("Only %s, who would have to draw, can challenge"), name);
    if (jumps && g->phase == MAZO_PHASE_play)
        return say(s, N_("%s's turn: only a card identical to the top one can jump in"), name);
    if (jumps && g->phase == MAZO_PHASE_struck)
        return say(s, N_("%s's turn: nobody can jump in while cards are due"), name);
    return jumps ? say(s, N_("%s's turn has begun: nobody can jump in now"), name)
                 : say(s, N_("%s's turn"), name);
}

static int say_about_seats(const struct saying *s, enum mazo_error e)
{
    switch (e) {
    case MAZO_ERR_bad_seat:
        return say_no_seat(s);
    case MAZO_ERR_not_your_turn:
        return say_out_of_turn(s);
    case MAZO_ERR_no_challenge:
        return say_no_challenge(s);
    case MAZO_ERR_uno_not_now:
        return say_uno_not_now(s);
    case MAZO_ERR_nothing_to_catch:
        return say_nothing_to_catch(s);
    case MAZO_ERR_bad_choice:
        return say_bad_choice(s);
    case MAZO_ERR_bad_rule_cards:
        return mazo_rule_cards_each(s->g) == 1
                   ? say(s,
                         N_("Each player writes exactly one rule card, with a text or 1 to %d effects"),
                         MAZO_EFFECTS_MAX)
                   : say(s,
                         N_("Each player writes exactly %d rule cards, each with a text or 1 to %d effects"),
                         mazo_rule_cards_each(s->g), MAZO_EFFECTS_MAX);
    case MAZO_ERR_already_written:
        return say(s, N_("Seat %d has already written its rule cards"), s->c->seat);
    default:
        return say_about_votes(s, e);
    }
}

/* ---- for people: players by their names, nothing in the words of the protocol ---- */

static const char *const first[MAZO_PHASE_COUNT] = {
    [MAZO_PHASE_write] = N_("First all rule cards must be written"),
    [MAZO_PHASE_play] = N_("That is not possible now: play a card or draw one"),
    [MAZO_PHASE_drawn] = N_("First play the card that you have drawn, or keep it"),
    [MAZO_PHASE_struck] = N_("First accept the cards you must draw"),
    [MAZO_PHASE_color] = N_("First name a color"),
    [MAZO_PHASE_choose] = N_("First choose a player"),
    [MAZO_PHASE_throw] = N_("First choose the cards to throw"),
    [MAZO_PHASE_run] = N_("First play your cards that fit"),
    [MAZO_PHASE_dare] = N_("First perform your dare"),
    [MAZO_PHASE_round_over] = N_("The round is over"),
    [MAZO_PHASE_match_over] = N_("The match is over"),
};

static const char *struck_first(const struct mazo_game *g)
{
    if (g->challengeable && g->rules.stacking) {
        return N_(
            "First accept the cards you must draw, call the bluff, or play a draw card on top");
    }
    if (g->challengeable)
        return N_("First accept the cards you must draw, or call the bluff");
    return g->rules.stacking
               ? N_("First accept the cards you must draw, or play a draw card on top")
               : first[MAZO_PHASE_struck];
}

static const char *vain_first(const struct mazo_game *g)
{
    return g->challengeable
               ? N_("No stacking at this table: accept the cards you must draw, or call "
                    "the bluff")
               : N_("No stacking at this table: accept the cards you must draw");
}

static int say_first(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    bool turns = g->phase != MAZO_PHASE_write && g->phase < MAZO_PHASE_round_over;
    if (s->c->type == MAZO_CMD_challenge)
        return say_no_challenge(s);
    if (turns && g->turn != s->c->seat)
        return tell_out_of_turn(s);
    const char *text = stacks_in_vain(s)               ? vain_first(g)
                       : g->phase == MAZO_PHASE_struck ? struck_first(g)
                       : must_play_drawn(g) ? N_("First play the card that you have drawn")
                       : gives(g)           ? N_("First choose the cards to give")
                                            : first[g->phase];
    return snprintf(s->buf, s->size, "%s", text_in(s->lang, text));
}

static int say_no_catch(const struct saying *s)
{
    const struct mazo_game *g = s->g;
    int who = s->c->who;
    if (who >= g->seats)
        return say(s, N_("There is no such player"));
    if (who == s->c->seat)
        return say(s, N_("You cannot catch yourself"));
    if (g->size[who] != 1)
        return say(s, N_("There is nothing to catch %s for"), s->names[who]);
    return g->said >> who & 1 ? say(s, N_("%s has already said UNO"), s->names[who])
                              : say_safe(s, who);
}

/* Sentences that differ for a person; -1: the same. */
static int say_to_person(const struct saying *s, enum mazo_error e)
{
    const struct mazo_game *g = s->g;
    char card[CARD_NAME_SIZE];
    switch (e) {
    case MAZO_ERR_not_now:
    case MAZO_ERR_round_over:
    case MAZO_ERR_match_over:
        return say_first(s);
    case MAZO_ERR_not_your_turn:
        return tell_out_of_turn(s);
    case MAZO_ERR_nothing_to_catch:
        return say_no_catch(s);
    case MAZO_ERR_bad_seat:
        return say(s, N_("There is no such player"));
    case MAZO_ERR_bad_choice:
        return s->c->who >= g->seats ? say(s, N_("There is no such player"))
               : s->c->who != s->c->seat
                   ? say(s, N_("%s cannot be chosen here"), s->names[s->c->who])
                   : say_bad_choice(s);
    case MAZO_ERR_not_in_hand:
        return say(s, N_("You do not have this card: %s"), card_name(s, absent_card(s), card));
    case MAZO_ERR_color_needed:
        return say(s, N_("Name a color with it: red, green, blue or yellow"));
    case MAZO_ERR_bad_color:
        return say(s, N_("Not a color: red, green, blue or yellow"));
    case MAZO_ERR_vote_open:
        return say(s, N_("There is already a vote on %s"), s->names[g->accused]);
    case MAZO_ERR_already_voted:
        return say(s, N_("You have already voted"));
    case MAZO_ERR_not_accused:
        return say(s, N_("Nobody accuses you"));
    case MAZO_ERR_already_written:
        return say(s, N_("You have already written your rule cards"));
    case MAZO_ERR_uno_not_now:
        return g->rules.uno_penalty != 0 && g->said >> s->c->seat & 1
                   ? say(s, N_("You have already said UNO"))
                   : -1;
    default:
        return -1;
    }
}

static int say_about_rounds(const struct saying *s, enum mazo_error e)
{
    return e == MAZO_ERR_not_now      ? say_not_now(s)
           : e == MAZO_ERR_round_over ? say(s, N_("The round is over: \"next\" deals another one"))
           : e == MAZO_ERR_match_over ? say(s, N_("The match is over"))
                                      : say(s, N_("The round is not over yet"));
}

/* Lists every error, so that the compiler names a missing one. */
static int say_to_program(const struct saying *s, enum mazo_error e)
{
    switch (e) {
    case MAZO_ERR_not_now:
    case MAZO_ERR_round_over:
    case MAZO_ERR_match_over:
    case MAZO_ERR_round_running:
        return say_about_rounds(s, e);
    case MAZO_ERR_bad_seat:
    case MAZO_ERR_not_your_turn:
    case MAZO_ERR_no_challenge:
    case MAZO_ERR_uno_not_now:
    case MAZO_ERR_nothing_to_catch:
    case MAZO_ERR_bad_choice:
    case MAZO_ERR_bad_rule_cards:
    case MAZO_ERR_already_written:
    case MAZO_ERR_no_accusations:
    case MAZO_ERR_vote_open:
    case MAZO_ERR_no_vote:
    case MAZO_ERR_already_voted:
    case MAZO_ERR_not_accused:
    case MAZO_ERR_is_accused:
        return say_about_seats(s, e);
    case MAZO_ERR_bad_card:
    case MAZO_ERR_not_in_hand:
    case MAZO_ERR_does_not_match:
    case MAZO_ERR_color_needed:
    case MAZO_ERR_bad_color:
    case MAZO_ERR_bluff_refused:
    case MAZO_ERR_only_drawn_card:
    case MAZO_ERR_must_play:
    case MAZO_ERR_can_play:
    case MAZO_ERR_nothing_to_draw:
    case MAZO_ERR_can_draw:
    case MAZO_ERR_cannot_stack:
    case MAZO_ERR_bad_throw:
        return say_about_cards(s, e);
    case MAZO_ERR_ok:
    case MAZO_ERR_COUNT:
        break;
    }
    s->buf[0] = '\0';
    return 0;
}

static int say_error(const struct saying *s, enum mazo_error e)
{
    int told = s->names ? say_to_person(s, e) : -1;
    return told >= 0 ? told : say_to_program(s, e);
}

int say_explain_to(enum text_lang lang, const char *const *names, const struct mazo_game *g,
                   const struct mazo_command *c, enum mazo_error e, char *buf, size_t size)
{
    struct saying s = {.lang = lang, .names = names, .g = g, .c = c, .buf = buf, .size = size};
    char why[256];
    enum mazo_error wrong;
    if (strchr(mazo_command_fields(c->type), 's') && c->seat >= g->seats)
        return names ? say(&s, N_("There is no such player")) : say_no_seat(&s);
    if (e != MAZO_ERR_ok || !mazo_is_misplay(g, c, &wrong))
        return say_error(&s, e);
    struct saying what = s;
    what.buf = why, what.size = sizeof why;
    say_error(&what, wrong);
    return g->rules.wrong_card == 1 ? say(&s, N_("%s. The card is taken back and costs %d card"),
                                          why, g->rules.wrong_card)
                                    : say(&s, N_("%s. The card is taken back and costs %d cards"),
                                          why, g->rules.wrong_card);
}

int say_explain(enum text_lang lang, const struct mazo_game *g, const struct mazo_command *c,
                enum mazo_error e, char *buf, size_t size)
{
    return say_explain_to(lang, NULL, g, c, e, buf, size);
}

/* ---- effects ---- */

enum { SHOWN_SIZE = 64 };

/* "most, fewest, left, right or chosen" */
static void list_others(enum text_lang lang, char *buf, size_t size)
{
    size_t used = 0;
    for (int other = 0; other < MAZO_OTHER_COUNT && used < size; other++) {
        bool last = other == MAZO_OTHER_COUNT - 1;
        const char *before = other == 0 ? "" : last ? text_in(lang, " or ") : ", ";
        used += (size_t)snprintf(buf + used, size - used, "%s%s", before, mazo_other_name(other));
    }
}

static int explain_no_effect(enum text_lang lang, const char *word, char *buf, size_t size)
{
    char shown[SHOWN_SIZE];
    struct text_near near;
    text_near_begin(&near, word);
    for (int type = 0; type < MAZO_EFFECT_COUNT; type++)
        text_near_offer(&near, mazo_effect_name(type));
    screen_clean(word, shown, sizeof shown);
    return near.best ? snprintf(buf, size,
                                text_in(lang, "There is no effect \"%s\"; did you mean \"%s\"?"),
                                shown, near.best)
                     : snprintf(buf, size, text_in(lang, "There is no effect \"%s\""), shown);
}

/* What the effect takes, for somebody who wrote something else. */
static int explain_takes(enum text_lang lang, int type, char *buf, size_t size)
{
    char others[80];
    const char *name = mazo_effect_name(type);
    const char *takes = mazo_effect_takes(type);
    int least = type == MAZO_EFFECT_discard_to ? 0 : 1;
    list_others(lang, others, sizeof others);
    if (strcmp(takes, "n") == 0) {
        return snprintf(buf, size, text_in(lang, "\"%s\" takes a number from %d to %d: \"%s 2\""),
                        name, least, MAZO_EFFECT_N_MAX, name);
    }
    if (strcmp(takes, "nw") == 0) {
        return snprintf(buf, size,
                        text_in(lang, "\"%s\" takes a number from %d to %d and a player (%s): "
                                      "\"%s 2 most\""),
                        name, least, MAZO_EFFECT_N_MAX, others, name);
    }
    if (strcmp(takes, "w") == 0) {
        return snprintf(buf, size, text_in(lang, "\"%s\" takes a player (%s): \"%s most\""), name,
                        others, name);
    }
    if (*takes) {
        return snprintf(buf, size,
                        text_in(lang, "\"%s\" takes a text of one line, at most %d bytes"), name,
                        WIRE_DARE_MAX);
    }
    return snprintf(buf, size, text_in(lang, "\"%s\" takes no number, player or text"), name);
}

int say_explain_effect(enum text_lang lang, const char *text, char *buf, size_t size)
{
    char word[SHOWN_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    for (int type = 0; type < MAZO_EFFECT_COUNT; type++)
        if (strcmp(word, mazo_effect_name(type)) == 0)
            return explain_takes(lang, type, buf, size);
    return explain_no_effect(lang, word, buf, size);
}
