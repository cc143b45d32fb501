/*
 * rule_lines.c - the rules as players read them, sentence by sentence.
 *
 * Every line is true for the rules that its condition lets through, and together they are enough
 * to play by. {R7} is a picture of that card; it stands before the words that say the same.
 */
#include "say/rule_lines.h"

/* ---- when a line is true ---- */

#define WHEN(name, condition)                                                                      \
    static bool name(const struct mazo_rules *r) { return condition; }

static bool has_wilds(const struct mazo_rules *r)
{
    return r->wilds || r->wild_fours || r->wild_jackpots;
}

static bool has_lever(const struct mazo_rules *r) { return r->jackpots || r->wild_jackpots; }

static bool has_symbols(const struct mazo_rules *r)
{
    return r->skips || r->reverses || r->draw_twos || r->jackpots;
}

static bool has_draw_cards(const struct mazo_rules *r) { return r->draw_twos || r->wild_fours; }

static bool has_sevens(const struct mazo_rules *r)
{
    return mazo_deck_copies(r, mazo_card_of(MAZO_RED, 7)) > 0;
}

WHEN(seven_wild, has_sevens(r) && has_wilds(r))
WHEN(seven_only, has_sevens(r) && !has_wilds(r))

/* the deal */
WHEN(deals_by_lot, r->first_dealer == MAZO_first_dealer_lot && r->beginner != MAZO_beginner_lot)
WHEN(deals_highest,
     r->first_dealer == MAZO_first_dealer_highest && r->beginner != MAZO_beginner_lot)
WHEN(begins_left, r->beginner == MAZO_beginner_left)
WHEN(begins_by_lot, r->beginner == MAZO_beginner_lot)
WHEN(opens_apart, has_symbols(r) || has_wilds(r))
WHEN(opens_two, r->draw_twos && !r->stacking)
WHEN(opens_two_stacked, r->draw_twos && r->stacking)
WHEN(skips, r->skips)
WHEN(reverses, r->reverses)
WHEN(wilds, r->wilds)
WHEN(four_returns, r->wild_fours && r->first_wild_four == MAZO_first_wild_four_returns)
WHEN(four_counts,
     r->wild_fours && r->first_wild_four == MAZO_first_wild_four_counts && !r->stacking)
WHEN(four_counts_stacked,
     r->wild_fours && r->first_wild_four == MAZO_first_wild_four_counts && r->stacking)
WHEN(jackpots, r->jackpots)
WHEN(wild_jackpots, r->wild_jackpots)

/* a turn */
static bool draws_when_stuck(const struct mazo_rules *r)
{
    return r->draw == MAZO_draw_stuck || r->must_play;
}

/* Can a Wild Draw Four be played that is not clean? */
static bool bluffs(const struct mazo_rules *r)
{
    return r->wild_fours && r->wild_four != MAZO_wild_four_always && !r->no_bluffing;
}

/* May a card just drawn be played? */
static bool plays_drawn(const struct mazo_rules *r)
{
    return r->draw_until_playable || r->drawn_card != MAZO_drawn_card_keep;
}

WHEN(draws_freely, !draws_when_stuck(r))
WHEN(draw_until, r->draw_until_playable)
WHEN(keeps_drawn, !plays_drawn(r))
WHEN(drawn_always, plays_drawn(r) && r->must_play)
WHEN(drawn_choice, plays_drawn(r) && !r->must_play)
WHEN(drawn_must, plays_drawn(r) && !r->must_play && r->drawn_card == MAZO_drawn_card_must)
WHEN(drawn_may, plays_drawn(r) && !r->must_play && r->drawn_card != MAZO_drawn_card_must)
WHEN(must_play_only, r->must_play && !(r->stacking && has_draw_cards(r)))
WHEN(must_play_stacks, r->must_play && r->stacking && has_draw_cards(r))
WHEN(jump_in, r->jump_in)
WHEN(turn_clock, r->turn_clock)
WHEN(refuses, !r->wrong_card)
WHEN(talks, !r->suggestion && !r->teams)
WHEN(partners_talk, !r->suggestion && r->teams)

/* the cards */
WHEN(seven_zero, r->seven_zero)
WHEN(sevens, r->seven_zero &&has_sevens(r))
WHEN(zeros, r->seven_zero &&mazo_deck_copies(r, mazo_card_of(MAZO_RED, 0)) > 0)
WHEN(two_plain, r->draw_twos && !r->stacking)
WHEN(two_stacked, r->draw_twos && r->stacking)
WHEN(wild_fours, r->wild_fours)

/* Wild Draw Four, stacking */
WHEN(four_always, r->wild_fours && r->wild_four == MAZO_wild_four_always)
WHEN(four_no_color, r->wild_fours && r->wild_four == MAZO_wild_four_no_color)
WHEN(four_no_number, r->wild_fours && r->wild_four == MAZO_wild_four_no_number)
WHEN(no_bluffing, r->wild_fours && r->no_bluffing)
WHEN(bluffs_plain, bluffs(r) && !r->stacking)
WHEN(bluffs_stacked, bluffs(r) && r->stacking)
WHEN(stacks, r->stacking &&has_draw_cards(r))
WHEN(stacks_none, !r->stacking && has_draw_cards(r))

/* UNO */
WHEN(no_uno, !r->uno_penalty)
WHEN(uno_before, r->uno_penalty && r->uno_until == MAZO_uno_until_one_card)
WHEN(uno_with, r->uno_penalty && r->uno_until != MAZO_uno_until_one_card)
WHEN(uno, r->uno_penalty)

/* Does the rule come from the source that the sheet cites? */
static bool is_added(const struct mazo_rules *r, int number)
{
    bool added = false;
#define MAZO_X_ADDS(ID, rule) added |= r->sheet == MAZO_SHEET_##ID && number == MAZO_RULE_##rule;
#include "mazo/sheets.def"
    return added;
}
WHEN(uno_added, r->uno_penalty &&is_added(r, MAZO_RULE_uno_penalty))

WHEN(caught_one_card, r->uno_penalty && r->uno_until == MAZO_uno_until_one_card)
WHEN(caught_own_turn, r->uno_penalty && r->uno_until == MAZO_uno_until_own_turn)
WHEN(caught_next_turn, r->uno_penalty && r->uno_until == MAZO_uno_until_next_turn && !r->stacking &&
                           has_draw_cards(r))
WHEN(caught_next_plain, r->uno_penalty && r->uno_until == MAZO_uno_until_next_turn &&
                            (r->stacking || !has_draw_cards(r)))
WHEN(lost_by_both, caught_own_turn(r) && r->skips && has_draw_cards(r))
WHEN(lost_by_one, caught_own_turn(r) && !r->skips != !has_draw_cards(r))
WHEN(jumps_uno, r->uno_penalty && r->jump_in)
WHEN(jump_closes, r->uno_penalty && r->jump_in && r->uno_until != MAZO_uno_until_one_card)
WHEN(swaps_uno, r->uno_penalty && r->seven_zero && !has_lever(r))
WHEN(late_is_free, r->uno_penalty && !r->uno_late)
WHEN(late_costs, r->uno_penalty && r->uno_late)
WHEN(lever_stacks, has_lever(r) && has_draw_cards(r) && r->stacking)
WHEN(lever_sevens, has_lever(r) && r->seven_zero)
WHEN(run_clean, has_lever(r) && r->wild_fours && r->wild_four != MAZO_wild_four_always)
WHEN(lever_last_draws, has_lever(r) && has_draw_cards(r) && r->last_card_draws)
WHEN(uno_thrown, r->uno_penalty &&has_lever(r))

/* penalties */
WHEN(wrong_card, r->wrong_card)
WHEN(suggestion, r->suggestion)

/* the end */
WHEN(last_draws, has_draw_cards(r) && r->last_card_draws)
WHEN(last_draws_not, has_draw_cards(r) && !r->last_card_draws)
WHEN(counts, r->scoring != MAZO_scoring_quick)
WHEN(counts_not, r->scoring == MAZO_scoring_quick)
WHEN(winner_alone, r->scoring == MAZO_scoring_winner && !r->teams)
WHEN(winner_team, r->scoring == MAZO_scoring_winner && r->teams)
WHEN(hands, r->scoring == MAZO_scoring_hands)
WHEN(hands_loss, r->scoring == MAZO_scoring_hands && r->target_is == MAZO_target_is_loss)
WHEN(hands_end, r->scoring == MAZO_scoring_hands && r->target_is == MAZO_target_is_end)
WHEN(hands_loss_alone, hands_loss(r) && !r->teams)
WHEN(hands_loss_team, hands_loss(r) && r->teams)
WHEN(hands_end_alone, hands_end(r) && !r->teams)
WHEN(hands_end_team, hands_end(r) && r->teams)
WHEN(teams_count, r->teams && r->scoring != MAZO_scoring_quick)
WHEN(teams_quick, r->teams && r->scoring == MAZO_scoring_quick)
WHEN(to_500, r->scoring != MAZO_scoring_quick && r->target == 500)

/* Does the sheet itself count this way, or name it as another way to count? */
static bool is_own_scoring(const struct mazo_rules *r, int scoring, int target_is)
{
    const struct mazo_rules *sheet = mazo_rules_of_sheet(r->sheet);
    bool own = sheet->scoring == scoring;
#define MAZO_X_OFFERS(ID, rule, value) own |= r->sheet == MAZO_SHEET_##ID && scoring == (value);
#include "mazo/sheets.def"
    return own && (scoring != MAZO_scoring_hands || sheet->target_is == target_is);
}

static bool is_scoring(const struct mazo_rules *r, int scoring, int target_is)
{
    return r->scoring == scoring && (scoring != MAZO_scoring_hands || r->target_is == target_is);
}

/* What the sheet offers besides how this table counts, and what only house rules offer. */
#define SCORING(name, scoring, target_is)                                                          \
    WHEN(offers_##name,                                                                            \
         is_own_scoring(r, scoring, target_is) && !is_scoring(r, scoring, target_is))              \
    WHEN(house_##name, !is_own_scoring(r, scoring, target_is) && !is_scoring(r, scoring, target_is))

SCORING(winner, MAZO_scoring_winner, 0)
SCORING(hands_loss, MAZO_scoring_hands, MAZO_target_is_loss)
SCORING(hands_end, MAZO_scoring_hands, MAZO_target_is_end)
SCORING(quick, MAZO_scoring_quick, 0)
WHEN(offers, offers_winner(r) || offers_hands_loss(r) || offers_hands_end(r) || offers_quick(r))

/* ---- the lines ---- */

#define GROUP(title)                                                                               \
    {                                                                                              \
        .text = title                                                                              \
    }
#define SAY(ids_, when_, text_)                                                                    \
    {                                                                                              \
        .ids = ids_, .when = when_, .text = text_                                                  \
    }
#define NUMBER(ids_, when_, rule, one_, text_)                                                     \
    {                                                                                              \
        .ids = ids_, .when = when_, .text = text_, .one = one_, .number = MAZO_RULE_##rule         \
    }
#define LIST(ids_, when_, list_, text_)                                                            \
    {                                                                                              \
        .ids = ids_, .when = when_, .text = text_, .list = list_                                   \
    }

const struct rule_line rule_lines[] = {
    GROUP(N_("The game in brief")),
    SAY("E1", NULL,
        N_("Get rid of all your cards: the first to play their last card wins the round.")),
    SAY("T1 T2", draws_freely,
        N_("On your turn, play a card that matches the top of the discard pile, or draw one from "
           "the draw pile.")),
    SAY("T1 T2", draws_when_stuck,
        N_("On your turn, play a card that matches the top of the discard pile. If you have none, "
           "draw one from the draw pile.")),
    SAY("U1", uno, N_("Say UNO when you are about to have one card left.")),
    SAY("", counts_not, N_("The winner of the round wins the match.")),
    SAY("", winner_alone,
        N_("A match is several rounds. The winner of a round scores, and the high score wins.")),
    SAY("", winner_team,
        N_("A match is several rounds. The winner of a round scores, and the high score wins.")),
    SAY("", hands,
        N_("A match is several rounds. You score what you still hold when somebody else wins, and "
           "the low score wins.")),

    GROUP(N_("The deck")),
    LIST(
        "D1 D2 D3 D4 D7 D8", NULL, rule_list_colored,
        N_("In each of the four colors, red, green, blue and yellow: %s. The number before × is "
           "how many of each there are.")),
    LIST("D5 D6 D7", NULL, rule_list_wild, N_("Without a color, the wilds: %s.")),
    LIST(
        "", opens_apart, rule_list_signs,
        N_("Cards without a number show a sign; in brackets is how it is written in letters: %s.")),
    NUMBER("J1", has_lever, rule_cards, NULL,
           N_("And %d rule cards, on which the players write before the match.")),

    GROUP(N_("Setting up a round")),
    NUMBER("S1 H-hand-size", NULL, hand_size, N_("Everybody is dealt one card."),
           N_("Everybody is dealt %d cards, one at a time, starting left of the dealer.")),
    SAY("S1", NULL,
        N_("The rest is the draw pile. Its top card is turned over and begins the discard pile.")),
    SAY("S2", deals_by_lot,
        N_("A player drawn by lot deals the first round; then the deal passes to the left.")),
    SAY("S2", deals_highest,
        N_("To find the first dealer everybody draws a card: the highest number deals, symbols "
           "count zero, and players tied for the highest draw again. Then the deal passes to the "
           "left.")),
    SAY("S3", begins_left,
        N_("The player left of the dealer begins, and play goes to the left, clockwise.")),
    SAY("S2 S3", begins_by_lot,
        N_("A player drawn by lot begins each round, and play goes to the left; the player on "
           "that one's right is the dealer.")),
    SAY("S1 S3", NULL,
        N_("The program deals; who counts as the dealer only decides who begins. The player on "
           "your left is the first of the others on the screen.")),
    SAY("", opens_apart, N_("If the card turned over is not a number:")),
    SAY("S4", opens_two,
        N_("- {B+2} Draw Two: the player who would begin draws two and loses the turn.")),
    SAY("S4", opens_two_stacked,
        N_("- {B+2} Draw Two: the player who would begin draws two and loses the turn, or "
           "stacks (explained below).")),
    SAY("S5", skips, N_("- {RS} Skip: the player who would begin is skipped.")),
    SAY("S6", reverses,
        N_("- {GR} Reverse: the dealer begins, and play goes to the right; with two players "
           "too.")),
    SAY("S7", wilds, N_("- {W} Wild: the first player names the color, and then plays.")),
    SAY("S8", four_returns,
        N_("- {W+4} Wild Draw Four: it goes back into the pile, which is shuffled, and another "
           "card is turned over.")),
    SAY("S8", four_counts,
        N_("- {W+4} Wild Draw Four: the player who would begin names the color, draws four and "
           "loses the turn.")),
    SAY("S8", four_counts_stacked,
        N_("- {W+4} Wild Draw Four: the player who would begin names the color, and then draws "
           "four and loses the turn, or stacks.")),
    SAY("S9", has_lever,
        N_("- A Jackpot card: the first player chooses a player, perhaps themselves, who gets a "
           "rule card and does what it says. Then the first player plays.")),
    SAY("S9 J10", wild_jackpots,
        N_("- After a {WJ} Wild Jackpot the first player names the color too, unless the rule "
           "card already made somebody name it.")),

    GROUP(N_("A turn")),
    SAY("T1", NULL,
        N_("A card fits when it has the color, the number or the symbol of the top card.")),
    SAY("T1 A4", has_wilds,
        N_("A wild goes on anything. After it only the color that was named fits, or another "
           "wild.")),
    SAY("T1", seven_wild,
        N_("For example, a {G7} green 7 takes any {G2} green card, any {R7} 7 and any {W} wild.")),
    SAY("T1", seven_only,
        N_("For example, a {G7} green 7 takes any {G2} green card and any {R7} 7.")),
    SAY("T2", draws_freely,
        N_("Instead of playing a card you may draw one, even if you hold one that fits.")),
    SAY("T2", draws_when_stuck, N_("You may draw only when you hold no card that you may play.")),
    SAY("H-must-play", must_play_only, N_("If you can play a card, you must.")),
    SAY("H-must-play", must_play_stacks,
        N_("If you can play a card, you must; but nobody has to stack.")),
    SAY("H-draw-until", draw_until, N_("You draw card after card until one fits.")),
    SAY("T3 T4", keeps_drawn,
        N_("The card you draw goes into your hand and the turn passes, even if it fits.")),
    SAY("T3 H-must-play", drawn_always,
        N_("If the drawn card fits you must play it right away, and no other card.")),
    SAY("T3", drawn_must,
        N_("If the drawn card fits and nothing in your hand did, you must play it right away. "
           "If you drew although you could have played a card, you may play it or keep it, but "
           "play no other card.")),
    SAY("T3", drawn_may,
        N_("If the drawn card fits you may play it right away, but no other card.")),
    SAY("T4", drawn_always, N_("If it does not fit, you keep it and your turn is over.")),
    SAY("T4", drawn_choice, N_("If you do not play it, you keep it and your turn is over.")),
    SAY("H-jump-in", jump_in,
        N_("Jumping in: while the player whose turn it is has done nothing yet and no cards are "
           "due, anybody, even the player who has just played, may play a card that is "
           "identical to the top one, in color too. Play continues from there.")),
    SAY("T5", NULL,
        N_("When the draw pile is empty, the top discard stays and the others are shuffled into "
           "a new draw pile. If that is not enough you draw what there is; a player who can "
           "neither play nor draw passes.")),
    SAY("T5", NULL,
        N_("A round in which nobody gets any further is blocked, when nobody can play or draw or "
           "when shuffle after shuffle helps nobody: it ends with no winner and no points, and is "
           "dealt again.")),
    SAY("T6", refuses,
        N_("A card that does not fit, or is played at the wrong time, is refused with the reason; "
           "it costs nothing.")),
    SAY("", talks, N_("Only you see your hand. No rule forbids talking about it.")),
    SAY("H-teams", partners_talk,
        N_("Only you see your hand. No rule forbids talking about it, between partners either.")),
    LIST("H-turn-clock", turn_clock, rule_list_clock,
         N_("You have %s per turn; after that the table plays for you, usually by drawing.")),

    GROUP(N_("What the cards do")),
    SAY("A2", skips,
        N_("{RS} Skip: the next player loses the turn. With two players you play again.")),
    SAY("A3", reverses,
        N_("{GR} Reverse: the direction of play changes. With two players you play again.")),
    SAY("A1", two_plain,
        N_("{B+2} Draw Two: the next player draws two cards and loses the turn. With two "
           "players you play again.")),
    SAY("A1", two_stacked,
        N_("{B+2} Draw Two: the next player stacks (explained below), or draws two cards and "
           "loses the turn. Then, with two players, you play again.")),
    SAY("T1", has_symbols,
        N_("Each card with a symbol goes on its own color, or on another with the same "
           "symbol.")),
    SAY("A4", wilds,
        N_("{W} Wild: you name any color, even the current one. You may play it even if other "
           "cards of yours fit.")),
    SAY("A5 W8", wild_fours,
        N_("{W+4} Wild Draw Four: you name the color, and the next player draws four cards and "
           "loses the turn. With two players you play again. When you may play it, and how it "
           "can be answered, is explained below.")),
    SAY("J2", jackpots, N_("{YJ} Jackpot: you pull the lever; see below.")),
    SAY("J2", wild_jackpots,
        N_("{WJ} Wild Jackpot: it goes on anything; you name the color and pull the lever.")),
    SAY("H-seven-zero", sevens, N_("{R7} Seven: you swap hands with another player you choose.")),
    SAY("H-seven-zero", zeros,
        N_("{Y0} Zero: everybody passes the hand on in the direction of play.")),
    SAY("H-seven-zero", seven_zero,
        N_("If a seven or a zero is your last card you win the round, and no hands move.")),

    GROUP(N_("Draw cards, bluffs and stacking")),
    SAY("W1 W9", four_always,
        N_("A {W+4} Wild Draw Four may be played at any turn, and nobody can challenge it.")),
    SAY("W2", four_no_color,
        N_("A {W+4} Wild Draw Four is legal when no other card in your hand has the color that "
           "counts before you play it: that of the top card or, after a wild, the one named "
           "then. The color that you name now does not matter. Cards with the same number or "
           "symbol do not matter, and wilds have no color.")),
    SAY("W2 W3", four_no_number,
        N_("A {W+4} Wild Draw Four is legal when no number card in your hand has the color that "
           "counts before you play it: that of the top card or, after a wild, the one named "
           "then. The color that you name now does not matter. Action cards of that color do "
           "not matter, nor do cards with the same number.")),
    SAY("H-no-bluffing W4", no_bluffing,
        N_("No bluffing: a Wild Draw Four that is not legal is refused, so there is nothing to "
           "challenge.")),
    SAY("W4", bluffs,
        N_("You may play it even when it is not legal: that is a bluff. It is judged by the hand "
           "you have at that moment.")),
    SAY("W5", bluffs,
        N_("Only the player who would have to draw may challenge it, before drawing. Only the "
           "challenger sees the hand.")),
    SAY("W5 W8", bluffs,
        N_("Nobody has to challenge, and only the hand shows whether it was a bluff. Unchallenged, "
           "the card counts as if it were legal.")),
    SAY("W6 W7", bluffs_plain,
        N_("If the challenged card was a bluff, the bluffer draws the four, and the challenger "
           "draws none and plays on the named color. If it was legal, the challenger draws six "
           "and loses the turn.")),
    SAY("W6 W7", bluffs_stacked,
        N_("If the challenged card was a bluff, the bluffer draws all the cards that were due, "
           "and the challenger draws none and plays on the named color. If it was legal, the "
           "challenger draws them and two more, and loses the turn.")),
    SAY("W9", bluffs, N_("As a last card it is always legal, so nobody can challenge it.")),
    SAY("X1 H-stacking", stacks,
        N_("Stacking: if somebody plays a {B+2} Draw Two or a {W+4} Wild Draw Four on you, you "
           "may answer with either of them, whatever the color, instead of drawing. The cards "
           "due add up and pass to the next player.")),
    SAY("X2 H-stacking", stacks,
        N_("A player who does not stack draws all the cards due and loses the turn.")),
    SAY("", stacks_none, N_("No stacking: a draw card cannot be answered with another one.")),

    GROUP(N_("Jackpot cards and the lever")),
    SAY("J1", has_lever,
        N_("Before the match the rule cards are shared out evenly, and those left over are set "
           "aside. On each of yours you write a rule: one of the ideas, up to four of the effects, "
           "or a dare in your own words. They are shuffled into the dispenser, and can be "
           "rewritten for the next match.")),
    SAY("J2 J8", has_lever,
        N_("A player who plays a Jackpot card on their turn pulls the lever, unless it was the "
           "last card. One that is thrown, used with all the wilds or played in a run pulls "
           "nothing.")),
    SAY("J3", has_lever, N_("The spinner stops on one of six faces, all equally likely:")),
    SAY("J3", has_lever,
        N_("- Any player: you choose somebody, or yourself. A rule card comes out, and that "
           "player does what it says.")),
    SAY("J3", has_lever,
        N_("- The right, the left: the player who sits on that side of you gets a rule card, "
           "whichever way play goes.")),
    SAY("J3", has_lever,
        N_("- Everybody: each player gets a rule card, beginning with you, in the direction of "
           "play.")),
    SAY("J3 J4", has_lever,
        N_("- One of each color: you may throw one card of each color that you hold, in any "
           "order and fitting or not; no wilds, and none at all if you like. The last one is the "
           "new top card. The action cards among them are for the player after you.")),
    SAY("J3", has_lever, N_("- Draw four: you draw four cards.")),
    SAY("J5", has_lever,
        N_("Then play goes on with the player after the one who pulled the lever, no matter who "
           "had the rule card.")),
    SAY("J6", has_lever, N_("Used rule cards are shuffled back when all have come out.")),
    LIST("J1", has_lever, rule_list_ideas, N_("The ideas, ready to use: %s")),
    SAY("J1", has_lever,
        N_("The effects that a rule card can have. \"You\" is the player who got the card:")),
    SAY("J1", has_lever, N_("- You draw cards, or draw until you hold a certain number.")),
    SAY("J3 J8", has_lever,
        N_("- You throw cards, or throw until you hold a certain number: you pick them; they go "
           "under the top card and do nothing, not even the last one.")),
    SAY("J4", has_lever,
        N_("- You play a run: card after card, and you stop only when none fits. The action cards "
           "in it are for the player after you.")),
    SAY("J4", run_clean,
        N_("- In a run a Wild Draw Four fits only when it is legal, so there is nothing to "
           "challenge.")),
    SAY("J3 J4", has_lever,
        N_("- You use all your wilds: they all go on the pile and you name the color. For Wild "
           "Draw Fours among them the player after you draws, and loses their next turn.")),
    SAY("J9", has_lever,
        N_("- You take cards from another player, without seeing them; nobody loses their last "
           "card.")),
    SAY("J8", has_lever,
        N_("- You give cards to another player: you pick them. You swap hands with another "
           "player.")),
    SAY("J1", has_lever,
        N_("- Everybody else draws cards. You lose your next turn. The direction of play changes. "
           "You name the color.")),
    SAY("J1", has_lever,
        N_("- A dare: you do what the card says, and then say that it is done. Nobody checks it "
           "but the people at the table.")),
    SAY("J1", has_lever,
        N_("The other player is the one who holds the most or the fewest cards, the one on your "
           "left or right, or one that you choose; never yourself. If players tie, it is the "
           "nearest one in the direction of play.")),
    SAY("J4", has_lever,
        N_("Action cards that you throw for one of each color, or play in a run, are for the "
           "player after you: draws add up, a draw card or a Skip costs their next turn, once, "
           "and a Reverse changes the direction first. With two players a Reverse gives you no "
           "second turn here.")),
    SAY("J4 H-stacking", lever_stacks,
        N_("Draw cards played in a run, used with all the wilds or thrown for one of each color "
           "are drawn for right away: nobody can stack on them.")),
    SAY("J4 H-seven-zero", lever_sevens,
        N_("A seven or a zero thrown, or played in a run, moves no hands.")),
    SAY("J8", has_lever,
        N_("A player who gets rid of the whole hand through the lever or a rule card wins the "
           "round immediately.")),
    SAY("J8 E2", lever_last_draws,
        N_("If their last card was a Draw Two or a Wild Draw Four of a run, of all their wilds or "
           "of one of each color, the player after them draws all the cards due before the points "
           "are counted. For cards thrown or given for a rule card nobody draws.")),

    GROUP(N_("Saying UNO")),
    SAY("U1 U2 U3 U4 U5 U6 H-uno-penalty", no_uno, N_("Nobody has to say UNO.")),
    SAY("U1", uno_added,
        N_("The sheet itself does not mention UNO. It is said as in the instructions it cites.")),
    SAY("U1", uno_before,
        N_("Say UNO before you play your last card but one, or together with it.")),
    SAY("U1", uno_with, N_("Say UNO as you play your last card but one, or just before.")),
    SAY("U1", uno, N_("To say it press U or the UNO button, or type uno, and then play the card.")),
    SAY("U1 H-jump-in", jumps_uno,
        N_("When you jump in you can say UNO only together with the card.")),
    SAY("U2 U3", caught_one_card,
        N_("If you forget to say UNO, any other player can catch you as long as you hold "
           "exactly one card.")),
    SAY("U2 U3", caught_own_turn,
        N_("If you forget to say UNO, any other player can catch you until somebody plays or "
           "draws on their own turn.")),
    SAY("U3", lost_by_both,
        N_("A turn that is lost, by a Skip or by drawing for a draw card, does not count.")),
    SAY("U3", lost_by_one, N_("A turn that is lost does not count.")),
    SAY("U2 U3", caught_next_turn,
        N_("If you forget to say UNO, any other player can catch you until the next player "
           "plays a card, draws one, or takes a Wild Draw Four. The cards for a Draw Two do not "
           "count.")),
    SAY("U2 U3", caught_next_plain,
        N_("If you forget to say UNO, any other player can catch you until the next player "
           "plays or draws.")),
    SAY("U3 H-jump-in", jump_closes, N_("A jump-in also ends the time to catch somebody.")),
    SAY("U3", uno, N_("If nobody catches you, nothing happens.")),
    NUMBER("U4 P1 H-uno-penalty", uno, uno_penalty,
           N_("A player who is caught without UNO draws a card."),
           N_("A player who is caught without UNO draws %d cards.")),
    SAY("U5", late_is_free, N_("If you say UNO late, before anybody catches you, you are safe.")),
    NUMBER("U5 P1", late_costs, uno_late,
           N_("If you say UNO late, before anybody catches you, it costs a card."),
           N_("If you say UNO late, before anybody catches you, it costs %d cards.")),
    SAY("U6", uno, N_("Catching somebody who forgot nothing is refused, and costs nothing.")),
    SAY("U1", uno, N_("If you draw and have more cards again, you must say it again next time.")),
    SAY("U1", uno_thrown,
        N_("Cards that are thrown or given need no UNO; those played in a run do. "
           "Nor do you have to say it when a swap, or cards taken from you, leave you with one.")),
    SAY("U1 H-seven-zero", swaps_uno,
        N_("If a swap leaves you with one card you do not have to say UNO.")),

    GROUP(N_("Penalties")),
    NUMBER("P2 T6", wrong_card, wrong_card,
           N_("A card that does not fit, or is played out of turn or at the wrong moment, is "
              "taken back and costs a card. If it was your turn, it still is."),
           N_("A card that does not fit, or is played out of turn or at the wrong moment, is "
              "taken back and costs %d cards. If it was your turn, it still is.")),
    NUMBER("P3", suggestion, suggestion,
           N_("A player who tells other players what to play draws a card."),
           N_("A player who tells other players what to play draws %d cards.")),
    SAY("P3", suggestion,
        N_("Accuse the player: that is your yes. The accused may admit it; otherwise it takes "
           "at least two votes for yes, and more yes than no. Bots do not vote, a vote has a "
           "time limit, and the game continues meanwhile. With fewer than two people besides the "
           "accused only an admission counts.")),

    GROUP(N_("The end of a round and of the match")),
    SAY("E1", NULL, N_("The first player to play their last card wins the round.")),
    SAY("E2", last_draws,
        N_("If the last card is a Draw Two or a Wild Draw Four, the next player still draws, and "
           "those cards count.")),
    SAY("E2", last_draws_not,
        N_("If the last card is a Draw Two or a Wild Draw Four, nobody draws for it.")),
    LIST("E3 J7", counts, rule_list_points, N_("Cards left in a hand are worth: %s.")),
    NUMBER("E4 E8", winner_alone, target, NULL,
           N_("The winner of a round scores what all the others hold. The first to reach %d points "
              "wins the match; until then another round is dealt.")),
    NUMBER("E4 E8", winner_team, target, NULL,
           N_("The winner of a round scores what the other teams hold. The first team to reach %d "
              "points wins the match; until then another round is dealt.")),
    NUMBER("E5 E8", hands_loss_alone, target, NULL,
           N_("Everybody adds up their own hand. When somebody reaches %d points the match is "
              "over: the player with the most loses (together if tied), and the fewest points rank "
              "first. Until then another round is dealt.")),
    NUMBER("E5 E8", hands_loss_team, target, NULL,
           N_("Everybody adds up their own hand. When the points of a team together reach %d the "
              "match is over: the team with the most loses (together if tied), and the fewest "
              "points rank first. Until then another round is dealt.")),
    NUMBER("E7 E8", hands_end_alone, target, NULL,
           N_("Everybody adds up their own hand. When somebody reaches %d points the match is "
              "over, and the player with the fewest wins (together if tied). Until then another "
              "round is dealt.")),
    NUMBER("E7 E8", hands_end_team, target, NULL,
           N_("Everybody adds up their own hand. When the points of a team together reach %d the "
              "match is over, and the team with the fewest wins (together if tied). Until then "
              "another round is dealt.")),
    SAY("E6 E8", counts_not,
        N_("The first without cards wins, and that is the match: there are no points.")),
    SAY("H-teams", teams_count,
        N_("Teams of two: partners sit opposite each other. Their points add up, and they win or "
           "lose the match together.")),
    SAY("H-teams", teams_quick,
        N_("Teams of two: partners sit opposite each other. When one of them wins, both do.")),
    SAY("", offers, N_("This sheet can also be scored another way:")),
    SAY("E4", offers_winner,
        N_("- The winner of a round scores what the others hold; the first to the target wins.")),
    SAY("E5", offers_hands_loss,
        N_("- Everybody adds up their own hand; at the target, the player with the most points "
           "loses.")),
    SAY("E7", offers_hands_end,
        N_("- Everybody adds up their own hand; at the target, the player with the fewest "
           "points wins.")),
    SAY("E6", offers_quick, N_("- The first without cards wins the match.")),
    SAY("", NULL, N_("House rules can change the scoring:")),
    SAY("E4", house_winner,
        N_("- The winner of a round scores what the others hold; the first to the target wins.")),
    SAY("E5", house_hands_loss,
        N_("- Everybody adds up their own hand; at the target, the player with the most points "
           "loses.")),
    SAY("E7", house_hands_end,
        N_("- Everybody adds up their own hand; at the target, the player with the fewest "
           "points wins.")),
    SAY("E6", house_quick, N_("- The first without cards wins the match.")),
    SAY("E8", counts, N_("- The target can be 50 to 5,000 points.")),
    SAY("E8", to_500,
        N_("A match to 500 points takes 6 to 20 rounds on average with four players, 10 to 25 "
           "with two; that depends on the sheet.")),
};

const int rule_line_count = sizeof rule_lines / sizeof rule_lines[0];
