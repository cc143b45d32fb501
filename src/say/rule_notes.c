/*
 * rule_notes.c - rules without effect, and what differs from the lesson.
 */
#include "say/rule_notes.h"

#include <stdio.h>

#define WHEN(name, condition)                                                                      \
    static bool name(const struct mazo_rules *r) { return condition; }

struct note {
    bool (*when)(const struct mazo_rules *r);
    const char *text; /* N_ */
};

/* ---- without effect ---- */

static bool has_draw_cards(const struct mazo_rules *r) { return r->draw_twos || r->wild_fours; }

static bool has_sevens(const struct mazo_rules *r)
{
    return mazo_deck_copies(r, mazo_card_of(MAZO_RED, 7)) > 0 ||
           mazo_deck_copies(r, mazo_card_of(MAZO_RED, 0)) > 0;
}

/* Does the table set it otherwise than its sheet? */
#define SETS(rule) (r->rule != mazo_rules_of_sheet(r->sheet)->rule)

WHEN(idle_target_is, SETS(target_is) && r->scoring != MAZO_scoring_hands)
WHEN(idle_target, SETS(target) && r->scoring == MAZO_scoring_quick)
WHEN(idle_uno_late, SETS(uno_late) && !r->uno_penalty)
WHEN(idle_uno_until, SETS(uno_until) && !r->uno_penalty)
WHEN(idle_stacking, SETS(stacking) && r->stacking && !has_draw_cards(r))
WHEN(idle_last_card, SETS(last_card_draws) && !has_draw_cards(r))
WHEN(idle_no_bluffing, r->no_bluffing && !r->wild_fours)
WHEN(idle_wild_four, SETS(wild_four) && !r->wild_fours)
WHEN(idle_first_four, SETS(first_wild_four) && !r->wild_fours)
WHEN(idle_seven_zero, r->seven_zero && !has_sevens(r))
WHEN(idle_first_dealer, SETS(first_dealer) && r->beginner == MAZO_beginner_lot)
WHEN(idle_draw, SETS(draw) && r->draw == MAZO_draw_any && r->must_play)
WHEN(idle_keep, r->draw_until_playable && r->drawn_card == MAZO_drawn_card_keep)
WHEN(kept_anyway, r->must_play && !r->draw_until_playable && r->drawn_card == MAZO_drawn_card_keep)

static const struct note idle[] = {
    {idle_target_is, N_("target_is has no effect: it is for scoring = hands")},
    {idle_target, N_("target has no effect: in a match of one round there are no points")},
    {idle_uno_late, N_("uno_late has no effect: uno_penalty = 0 switches the UNO call off")},
    {idle_uno_until, N_("uno_until has no effect: uno_penalty = 0 switches the UNO call off")},
    {idle_stacking, N_("stacking has no effect: the deck has no draw cards")},
    {idle_last_card, N_("last_card_draws has no effect: the deck has no draw cards")},
    {idle_no_bluffing, N_("no_bluffing has no effect: the deck has no Wild Draw Four")},
    {idle_wild_four, N_("wild_four has no effect: the deck has no Wild Draw Four")},
    {idle_first_four, N_("first_wild_four has no effect: the deck has no Wild Draw Four")},
    {idle_seven_zero, N_("seven_zero has no effect: the deck has no 7 and no 0")},
    {idle_first_dealer, N_("first_dealer has no effect: beginner = lot draws lots every round")},
    {idle_draw, N_("draw = any has no effect: must_play forbids drawing by choice")},
    {idle_keep, N_("drawn_card = keep has no effect: with draw_until_playable the card that fits "
                   "may be played")},
    {kept_anyway, N_("must_play is only about the hand: drawn_card = keep keeps a drawn card that "
                     "fits")},
};

void rule_notes(const struct mazo_rules *rules, enum text_lang lang, rule_note_fn *note, void *ctx)
{
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
        if (idle[i].when(rules))
            note(ctx, text_in(lang, idle[i].text));
}

/* ---- other than in the lesson, which is played by oficial ---- */

WHEN(no_reverse, !r->reverses)
WHEN(stacks, r->stacking &&has_draw_cards(r))
WHEN(draws_stuck, r->draw == MAZO_draw_stuck || r->must_play)
WHEN(keeps, r->drawn_card == MAZO_drawn_card_keep && !r->draw_until_playable)
WHEN(may_keep, r->drawn_card == MAZO_drawn_card_may && !r->must_play)
WHEN(draws_on, r->draw_until_playable)
WHEN(four_always, r->wild_fours && r->wild_four == MAZO_wild_four_always)
WHEN(four_numbers, r->wild_fours && r->wild_four == MAZO_wild_four_no_number)
WHEN(no_bluffs, r->wild_fours && r->no_bluffing)
WHEN(no_uno, !r->uno_penalty)
WHEN(uno_long, r->uno_penalty && r->uno_until == MAZO_uno_until_one_card)
WHEN(uno_late, r->uno_penalty && r->uno_late)
WHEN(wrong_card, r->wrong_card)
WHEN(lever, r->jackpots || r->wild_jackpots)
WHEN(sevens, r->seven_zero &&has_sevens(r))
WHEN(jumps, r->jump_in)
WHEN(hands, r->scoring == MAZO_scoring_hands)
WHEN(quick, r->scoring == MAZO_scoring_quick)
WHEN(teams, r->teams)

static const struct note lesson[] = {
    {no_reverse, N_("There is no Reverse.")},
    {stacks, N_("A draw card can be answered with another one.")},
    {draws_stuck, N_("You may draw only when none of your cards fits.")},
    {keeps, N_("A card that you draw is kept, and your turn ends.")},
    {may_keep, N_("A drawn card that fits may be played; you need not.")},
    {draws_on, N_("You draw until a card fits.")},
    {four_always, N_("A Wild Draw Four can always be played, and nobody can challenge it.")},
    {four_numbers, N_("For a Wild Draw Four only number cards of the color count.")},
    {no_bluffs, N_("A Wild Draw Four that would be a bluff is refused.")},
    {no_uno, N_("Nobody has to say UNO.")},
    {uno_long, N_("You can be caught as long as you hold one card.")},
    {uno_late, N_("Saying UNO late costs cards.")},
    {wrong_card, N_("A card that does not fit costs cards.")},
    {lever, N_("Jackpot cards pull a lever, and the players write rule cards.")},
    {sevens, N_("A 7 swaps hands, a 0 passes them on.")},
    {jumps, N_("An identical card can be played out of turn.")},
    {hands, N_("The low score wins: you score what you still hold.")},
    {quick, N_("The winner of the round wins the match.")},
    {teams, N_("You play in teams of two.")},
};

int rule_notes_lesson(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size)
{
    int length = 0;
    if (size)
        buf[0] = '\0';
    for (size_t i = 0; i < sizeof lesson / sizeof lesson[0]; i++) {
        if (lesson[i].when(rules)) {
            size_t used = (size_t)length < size ? (size_t)length : size;
            length += snprintf(used < size ? buf + used : NULL, size - used, "%s%s",
                               length ? " " : "", text_in(lang, lesson[i].text));
        }
    }
    return length;
}
