/*
 * book.c - a bookkeeper that sees only the events of a match.
 */
#include "engine/book.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One event on its way into the book. */
struct entry {
    const struct mazo_event *event;
    const mazo_card *cards;
    const struct mazo_command *command; /* NULL: the beginning of the match */
    const struct mazo_game *before, *after;
};

__attribute__((format(printf, 2, 3))) static void wrong(struct book *b, const char *format, ...)
{
    va_list args;
    if (b->fault[0])
        return; /* the first one counts */
    va_start(args, format);
    vsnprintf(b->fault, sizeof b->fault, format, args);
    va_end(args);
}

static int after_seat(const struct book *b, int seat)
{
    return (seat + b->direction + b->seats) % b->seats;
}

static void clear_round(struct book *b)
{
    memset(b->hands, 0, sizeof b->hands);
    memset(b->size, 0, sizeof b->size);
    b->draw = b->deck_size;
    b->shuffles = 0;
    b->discard = 0;
    b->top = MAZO_CARD_NONE;
    b->color = MAZO_COLOR_NONE;
    b->direction = 1;
    b->said = b->catchable = 0;
    b->winner = -1;
    b->lever_opens = false;
    b->rule_card = -1;
    b->actor = -1;
}

void book_open(struct book *b, const struct mazo_rules *rules, int seats)
{
    memset(b, 0, sizeof *b);
    b->rules = *rules;
    b->seats = seats;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        b->deck[card] = (uint8_t)mazo_deck_copies(rules, (mazo_card)card);
        b->deck_size += b->deck[card];
    }
    clear_round(b);
}

/* ---- hands ---- */

static void hand_gets(struct book *b, int seat, mazo_card card)
{
    b->hands[seat][card]++;
    b->size[seat]++;
}

static void hand_loses(struct book *b, int seat, mazo_card card)
{
    if (b->hands[seat][card] == 0) {
        wrong(b, "seat %d parts with a card that it does not have: %d", seat, card);
        return;
    }
    b->hands[seat][card]--;
    b->size[seat]--;
}

static void forget_call(struct book *b, int seat)
{
    b->said &= ~(1u << seat);
    b->catchable &= ~(1u << seat);
}

/* U1: a call made before a card that was not played after all. */
static void unsay(struct book *b, int seat)
{
    if (b->size[seat] != 1)
        b->said &= ~(1u << seat);
}

static void hands_change_places(struct book *b, int x, int y)
{
    uint8_t held[MAZO_KIND_COUNT];
    int size = b->size[x];
    memcpy(held, b->hands[x], sizeof held);
    memcpy(b->hands[x], b->hands[y], sizeof held);
    memcpy(b->hands[y], held, sizeof held);
    b->size[x] = b->size[y];
    b->size[y] = size;
}

static void enter_swapped(struct book *b, const struct entry *n)
{
    hands_change_places(b, n->event->seat, n->event->who);
    forget_call(b, n->event->seat);
    forget_call(b, n->event->who);
}

static void enter_rotated(struct book *b, const struct entry *n)
{
    uint8_t hands[MAZO_SEATS_MAX][MAZO_KIND_COUNT];
    int size[MAZO_SEATS_MAX];
    memcpy(hands, b->hands, sizeof hands);
    memcpy(size, b->size, sizeof size);
    if ((n->event->detail ? 1 : -1) != b->direction)
        wrong(b, "hands are passed on against the direction of play");
    for (int seat = 0; seat < b->seats; seat++) {
        int to = after_seat(b, seat);
        memcpy(b->hands[to], hands[seat], sizeof hands[seat]);
        b->size[to] = size[seat];
    }
    b->said = b->catchable = 0;
}

static void enter_moved(struct book *b, const struct entry *n, int from, int to)
{
    for (int i = 0; i < n->event->count; i++) {
        hand_loses(b, from, n->cards[i]);
        hand_gets(b, to, n->cards[i]);
    }
    if (n->event->count || n->event->type == MAZO_EVENT_gave) {
        forget_call(b, to);
        forget_call(b, from);
    }
}

static int draws_for(mazo_card card)
{
    return card == MAZO_WILD_FOUR ? 4 : (card & 15) == MAZO_DRAW_TWO ? 2 : 0;
}

static void enter_thrown(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    for (int i = 0; i < e->count; i++) {
        hand_loses(b, e->seat, n->cards[i]);
        b->discard++;
    }
    if (e->count)
        b->said &= ~(1u << e->seat);
    if (e->type == MAZO_EVENT_threw && e->count) {
        mazo_card last = n->cards[e->count - 1];
        b->thrown = 0;
        for (int i = 0; i < e->count; i++)
            b->thrown += draws_for(n->cards[i]);
        b->top = last;
        b->color = mazo_card_is_wild(last) ? MAZO_COLOR_NONE : mazo_card_color(last);
    }
}

/* ---- drawing ---- */

/* E2, J8: for the last card, and for all before it in a run, a throw or `wilds`. */
static int owed_at_last(const struct book *b, const struct entry *n)
{
    return b->thrown >= 0
               ? b->thrown
               : n->before->pending + n->before->run_draws + draws_for((mazo_card)b->top);
}

/* How many cards are owed for this reason; -1 where another event says so. */
static int cards_owed(const struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    switch (e->detail) {
    case MAZO_FOR_turn:
        return b->rules.draw_until_playable ? -1 : 1;
    case MAZO_FOR_draw_two:
        return 2;
    case MAZO_FOR_stack:
        return n->before->pending;
    case MAZO_FOR_challenge:
        return n->before->pending + (n->before->dirty ? 0 : 2); /* W6, W7 */
    case MAZO_FOR_uno:
        return n->command->type == MAZO_CMD_uno ? b->rules.uno_late : b->rules.uno_penalty;
    case MAZO_FOR_wrong_card:
        return b->rules.wrong_card;
    case MAZO_FOR_suggestion:
        return b->rules.suggestion;
    case MAZO_FOR_last_card:
        return owed_at_last(b, n);
    default:
        return -1;
    }
}

static void enter_drew(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    int owed = cards_owed(b, n);
    for (int i = 0; i < e->count; i++)
        hand_gets(b, e->seat, n->cards[i]);
    b->draw -= e->count;
    if (e->count)
        forget_call(b, e->seat);
    if (n->command && n->command->type == MAZO_CMD_accept && e->seat == n->command->seat)
        unsay(b, e->seat); /* even where there was nothing left to draw */
    if (owed >= 0 && e->count > owed)
        wrong(b, "seat %d draws %d cards instead of %d", e->seat, e->count, owed);
    if (owed >= 0 && e->count < owed && (b->draw > 0 || b->discard > 1))
        wrong(b, "seat %d draws %d cards of %d, and there are more", e->seat, e->count, owed);
    if (e->detail == MAZO_FOR_turn && n->after->phase != MAZO_PHASE_drawn)
        b->cursor = e->seat;
}

static void enter_recycled(struct book *b, const struct entry *n)
{
    if (n->event->count != b->discard - 1)
        wrong(b, "%d discards are shuffled, and there were %d", n->event->count, b->discard);
    b->draw += n->event->count;
    b->discard -= n->event->count;
    b->shuffles += n->event->count < b->seats ? 8 : 1;
}

/* ---- the turn ---- */

static void enter_dealer(struct book *b, const struct entry *n)
{
    int left = (b->dealer + 1) % b->seats;
    bool again = b->round > 0 && b->winner < 0;
    if (b->round && b->rules.beginner == MAZO_beginner_left &&
        n->event->seat != (again ? b->dealer : left))
        wrong(b, "the deal does not pass to the left");
    clear_round(b);
    b->dealer = b->cursor = n->event->seat;
    b->beginner = after_seat(b, b->dealer);
    if (n->event->count != ++b->round)
        wrong(b, "this is round %d and not %d", b->round, n->event->count);
}

static void enter_dealt(struct book *b, const struct entry *n)
{
    for (int i = 0; i < n->event->count; i++)
        hand_gets(b, n->event->seat, n->cards[i]);
    b->draw -= n->event->count;
    if (n->event->count != b->rules.hand_size)
        wrong(b, "seat %d is dealt %d cards", n->event->seat, n->event->count);
}

static void enter_turned(struct book *b, const struct entry *n)
{
    mazo_card card = n->event->card;
    bool wild = mazo_card_is_wild(card);
    b->draw--;
    b->discard++;
    b->top = card;
    b->color = wild ? MAZO_COLOR_NONE : mazo_card_color(card);
    b->reverse = !wild && mazo_card_value(card) == MAZO_REVERSE ? BOOK_BY_FIRST_CARD
                                                                : BOOK_BY_EFFECT;
    b->lever_opens = card == MAZO_WILD_JACKPOT || (!wild && mazo_card_value(card) == MAZO_JACKPOT);
}

/* U1: is it said, can the seat be caught? */
static void hear_call(struct book *b, int seat, bool uno)
{
    unsigned bit = 1u << seat;
    if (b->size[seat] != 1)
        b->said &= ~bit;
    if (b->size[seat] == 1 && uno)
        b->said |= bit;
    if (b->size[seat] == 1 && !(b->said & bit) && b->rules.uno_penalty)
        b->catchable |= bit;
}

static void enter_played(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    bool in_run = n->before->phase == MAZO_PHASE_run, wild = mazo_card_is_wild(e->card);
    hand_loses(b, e->seat, e->card);
    b->discard++;
    b->top = e->card;
    b->color = e->color;
    if (e->color != (wild ? n->command->color : mazo_card_color(e->card)))
        wrong(b, "a card brings the wrong color");
    hear_call(b, e->seat, e->detail);
    b->reverse = BOOK_BY_EFFECT;
    if (!in_run) {
        b->cursor = e->seat;
        memcpy(b->played_from, b->hands[e->seat], sizeof b->played_from);
        if (!wild && mazo_card_value(e->card) == MAZO_REVERSE)
            b->reverse = BOOK_BY_CARD;
    }
}

static void enter_reversed(struct book *b, const struct entry *n)
{
    b->direction = -b->direction;
    if ((n->event->detail ? 1 : -1) != b->direction)
        wrong(b, "the direction is not what the Reverse makes it");
    if (b->reverse == BOOK_BY_FIRST_CARD)
        b->cursor = b->beginner; /* S6: then the dealer begins */
    else if (b->reverse == BOOK_BY_CARD && b->seats == 2)
        b->cursor = after_seat(b, b->cursor); /* A3: the one who plays it plays again */
    if (b->lever_opens)                       /* S9: the beginner plays, whatever the direction */
        b->cursor = (b->beginner - b->direction + b->seats) % b->seats;
    b->reverse = BOOK_BY_EFFECT;
}

static void enter_skipped(struct book *b, const struct entry *n)
{
    if (n->event->seat != after_seat(b, b->cursor))
        wrong(b, "seat %d loses a turn that is not its own", n->event->seat);
    b->cursor = n->event->seat;
}

/* ---- the end of a round ---- */

static int points_of(const struct book *b, int seat)
{
    int sum = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int value = card & 15;
        bool wild = card == MAZO_WILD || card == MAZO_WILD_FOUR || card == MAZO_WILD_JACKPOT;
        int each = wild ? 50 : value < 10 ? value : value == MAZO_JACKPOT ? 40 : 20; /* E3, J7 */
        sum += each * b->hands[seat][card];
    }
    return sum;
}

static bool same_side(const struct book *b, int x, int y)
{
    return x == y || (b->rules.teams && (x + b->seats / 2) % b->seats == y);
}

static void enter_won(struct book *b, const struct entry *n)
{
    int winner = n->event->seat;
    b->winner = winner;
    if (b->size[winner] != 0)
        wrong(b, "seat %d wins with cards in hand", winner);
    for (int seat = 0; seat < b->seats; seat++)
        if (b->rules.scoring == MAZO_scoring_hands)
            b->scores[seat] += points_of(b, seat); /* E5, E7 */
        else if (b->rules.scoring == MAZO_scoring_winner && !same_side(b, seat, winner))
            b->scores[winner] += points_of(b, seat); /* E4 */
}

static void enter_counted(struct book *b, const struct entry *n)
{
    uint8_t counts[MAZO_KIND_COUNT] = {0};
    for (int i = 0; i < n->event->count; i++)
        counts[n->cards[i]]++;
    /* W5: as it was when the card was played */
    bool shown = n->event->type == MAZO_EVENT_shown;
    if (memcmp(counts, shown ? b->played_from : b->hands[n->event->seat], sizeof counts) != 0)
        wrong(b, "a hand is shown with other cards than it has");
    if (n->event->type == MAZO_EVENT_counted && n->event->points != points_of(b, n->event->seat))
        wrong(b, "a hand is counted wrongly");
}

/* T5: colors and values are knots, every card ties two of them together. What can be played hangs,
 * over however many cards, on a card of the piles. */
enum { KNOT_VALUES = MAZO_COLOR_COUNT, KNOTS = KNOT_VALUES + 16 };

static void tie(bool knots[KNOTS], mazo_card card, bool *more)
{
    bool *color = &knots[card >> 4], *value = &knots[KNOT_VALUES + (card & 15)];
    *more |= *color != *value;
    *color = *value = true;
}

static bool nobody_can_win(const struct book *b)
{
    bool knots[KNOTS] = {false}, more = true;
    if (b->color < MAZO_COLOR_COUNT)
        knots[b->color] = true;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int held = 0;
        for (int seat = 0; seat < b->seats; seat++)
            held += b->hands[seat][card];
        if (b->deck[card] && mazo_card_is_wild((mazo_card)card))
            return false; /* it is somewhere, and helps */
        if (b->deck[card] > held)
            tie(knots, (mazo_card)card, &more);
    }
    while (more) {
        more = false;
        for (int card = 0; card < MAZO_KIND_COUNT; card++) {
            for (int seat = 0; seat < b->seats; seat++)
                if (b->hands[seat][card] && (knots[card >> 4] || knots[KNOT_VALUES + (card & 15)]))
                    tie(knots, (mazo_card)card, &more);
        }
    }
    for (int seat = 0; seat < b->seats; seat++) {
        bool stuck = false;
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            stuck |= b->hands[seat][card] && !knots[card >> 4];
        if (!stuck)
            return false;
    }
    return true;
}

static void enter_blocked(struct book *b, const struct entry *n)
{
    uint16_t all = (uint16_t)((1u << b->seats) - 1);
    uint16_t passed = (uint16_t)(n->before->passes | 1u << n->command->seat);
    b->winner = -1;
    if ((n->command->type != MAZO_CMD_pass || passed != all) && !nobody_can_win(b) &&
        b->shuffles < 248)
        wrong(b, "a blocked round could still be won");
}

/* ---- all of them ---- */

static void enter_lever(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    if (e->type == MAZO_EVENT_spun && e->seat != b->cursor) {
        wrong(b, "a lever is pulled by who did not play the card");
    } else if (e->type == MAZO_EVENT_refilled) {
        if (b->dispenser != 0)
            wrong(b, "a dispenser is refilled that is not empty");
        b->dispenser = e->count;
    } else if (e->type == MAZO_EVENT_rule_card) {
        b->dispenser--;
        b->rule_card = e->detail;
        b->actor = e->seat;
    }
}

static void enter_call(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    if (e->type == MAZO_EVENT_uno) {
        b->said |= 1u << e->seat;
        b->catchable &= ~(1u << e->seat);
    } else {
        if (!(b->catchable >> e->who & 1))
            wrong(b, "seat %d is caught without a reason", e->who);
        b->catchable &= ~(1u << e->who);
    }
}

/* U1: a call for a card that the run did not bring. */
static void enter_done(struct book *b, const struct entry *n)
{
    if (n->before->phase == MAZO_PHASE_run)
        unsay(b, n->event->seat);
}

static void enter(struct book *b, const struct entry *n)
{
    const struct mazo_event *e = n->event;
    switch (e->type) { /* clang-format off */
    case MAZO_EVENT_wrote: b->dispenser += e->count; break;
    case MAZO_EVENT_dealer: enter_dealer(b, n); break;
    case MAZO_EVENT_dealt: enter_dealt(b, n); break;
    case MAZO_EVENT_turned: enter_turned(b, n); break;
    case MAZO_EVENT_returned: b->draw++, b->discard--; break;
    case MAZO_EVENT_played: enter_played(b, n); break;
    case MAZO_EVENT_drew: enter_drew(b, n); break;
    case MAZO_EVENT_jumped_in: unsay(b, n->before->turn); break;
    case MAZO_EVENT_kept:
    case MAZO_EVENT_passed: unsay(b, e->seat), b->cursor = e->seat; break;
    case MAZO_EVENT_done: enter_done(b, n); break;
    case MAZO_EVENT_skipped: enter_skipped(b, n); break;
    case MAZO_EVENT_reversed: enter_reversed(b, n); break;
    case MAZO_EVENT_color: b->color = e->color; break;
    case MAZO_EVENT_uno:
    case MAZO_EVENT_caught: enter_call(b, n); break;
    case MAZO_EVENT_recycled: enter_recycled(b, n); break;
    case MAZO_EVENT_spun:
    case MAZO_EVENT_refilled:
    case MAZO_EVENT_rule_card: enter_lever(b, n); break;
    case MAZO_EVENT_threw:
    case MAZO_EVENT_discarded: enter_thrown(b, n); break;
    case MAZO_EVENT_gave: enter_moved(b, n, e->seat, e->who); break;
    case MAZO_EVENT_took: enter_moved(b, n, e->who, e->seat); break;
    case MAZO_EVENT_swapped: enter_swapped(b, n); break;
    case MAZO_EVENT_rotated: enter_rotated(b, n); break;
    case MAZO_EVENT_won: enter_won(b, n); break;
    case MAZO_EVENT_blocked: enter_blocked(b, n); break;
    case MAZO_EVENT_shown:
    case MAZO_EVENT_counted: enter_counted(b, n); break;
    case MAZO_EVENT_scored: b->told[e->seat] += e->points; break;
    case MAZO_EVENT_match_over: b->match_over = true; break;
    default: break; /* no card, turn or point changes */
    } /* clang-format on */
}

static bool found_guilty(const struct mazo_events *ev)
{
    for (int i = 0; i < ev->count; i++)
        if (ev->at[i].type == MAZO_EVENT_verdict)
            return ev->at[i].detail;
    return false;
}

/* U3: a player plays or draws on their own turn, or takes the cards due. */
static void begin_command(struct book *b, const struct mazo_command *c,
                          const struct mazo_game *before, const struct mazo_events *ev)
{
    b->thrown = -1;
    bool plays = c->type == MAZO_CMD_play && before->phase != MAZO_PHASE_run &&
                 ev->at[0].type != MAZO_EVENT_misplayed;
    bool begins = plays || c->type == MAZO_CMD_draw;
    bool takes = c->type == MAZO_CMD_accept || (c->type == MAZO_CMD_challenge && !found_guilty(ev));
    if ((begins && b->rules.uno_until != MAZO_uno_until_one_card) ||
        (takes && b->rules.uno_until == MAZO_uno_until_next_turn))
        b->catchable = 0;
}

/* ---- the game against the book ---- */

static void compare_cards(struct book *b, const struct mazo_game *g)
{
    uint8_t count[MAZO_KIND_COUNT] = {0};
    if (memcmp(b->hands, g->copies, sizeof b->hands) != 0)
        wrong(b, "a hand holds other cards than the events say");
    for (int seat = 0; seat < b->seats; seat++) {
        if (b->size[seat] != g->size[seat])
            wrong(b, "seat %d has %d cards, by the events %d", seat, g->size[seat], b->size[seat]);
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            count[card] = (uint8_t)(count[card] + g->copies[seat][card]);
    }
    for (int i = 0; i < g->draw_count; i++)
        count[g->pile[i]]++;
    for (int i = 1; i <= g->discard_count; i++)
        count[g->pile[MAZO_CARDS_MAX - i]]++;
    if (memcmp(count, b->deck, sizeof count) != 0)
        wrong(b, "cards of some kind have come or gone");
    if (b->draw != g->draw_count || b->discard != g->discard_count) {
        wrong(b, "the piles have %d and %d cards, by the events %d and %d", g->draw_count,
              g->discard_count, b->draw, b->discard);
    }
}

static void compare_table(struct book *b, const struct mazo_game *g)
{
    if (b->top != g->top || b->color != g->color)
        wrong(b, "the top card or its color is not what the events say");
    if (b->direction != g->direction)
        wrong(b, "the direction is not what the events say");
    bool running = g->phase < MAZO_PHASE_round_over; /* later it does not matter who has said it */
    if (b->catchable != g->catchable || (running && b->said != g->said)) {
        wrong(b, "said %x, by the events %x; catchable %x, by the events %x", g->said, b->said,
              g->catchable, b->catchable);
    }
    if (b->dealer != g->dealer || b->beginner != g->beginner || b->round != g->round)
        wrong(b, "dealer, beginner or round is not what the events say");
    uint64_t fits = MAZO_WILDS;
    fits |= b->color == MAZO_COLOR_NONE ? 0 : MAZO_OF_COLOR(b->color);
    fits |= mazo_card_is_wild((mazo_card)b->top) ? 0 : MAZO_OF_VALUE(b->top & 15);
    if (fits != g->fits)
        wrong(b, "the kinds that fit are not those of the top card");
}

static void compare_turn(struct book *b, const struct mazo_game *g)
{
    int should = after_seat(b, b->cursor);
    if (g->phase >= MAZO_PHASE_color && g->phase <= MAZO_PHASE_dare) {
        bool first = g->purpose == MAZO_PURPOSE_first_card ||
                     g->purpose == MAZO_PURPOSE_first_four ||
                     g->purpose == MAZO_PURPOSE_first_color;
        bool own = g->purpose == MAZO_PURPOSE_seven || g->purpose == MAZO_PURPOSE_lever;
        should = first ? b->beginner : own ? b->cursor : b->actor;
    }
    if (should != g->turn)
        wrong(b, "it is the turn of seat %d, by the events of %d", g->turn, should);
    if (g->phase == MAZO_PHASE_play)
        b->lever_opens = false;
}

static int side_points(const struct book *b, int seat)
{
    int sum = 0;
    for (int other = 0; other < b->seats; other++)
        sum += same_side(b, seat, other) ? b->scores[other] : 0;
    return sum;
}

/* E4 to E8: is the match over, and who has won and lost it? */
static void compare_end(struct book *b, const struct mazo_game *g)
{
    int most = side_points(b, 0), least = most;
    unsigned highest = 0, lowest = 0, side = 0;
    for (int seat = 0; seat < b->seats; seat++) {
        int points = side_points(b, seat);
        most = points > most ? points : most;
        least = points < least ? points : least;
    }
    for (int seat = 0; seat < b->seats; seat++) {
        highest |= (unsigned)(side_points(b, seat) == most) << seat;
        lowest |= (unsigned)(side_points(b, seat) == least) << seat;
        side |= (unsigned)(b->winner >= 0 && same_side(b, b->winner, seat)) << seat;
    }
    bool quick = b->rules.scoring == MAZO_scoring_quick;
    bool over = b->winner >= 0 && (quick || most >= b->rules.target);
    bool loss = b->rules.scoring == MAZO_scoring_hands && b->rules.target_is == MAZO_target_is_loss;
    unsigned winners = quick ? side : b->rules.scoring == MAZO_scoring_winner ? highest : lowest;
    if (over != (g->phase == MAZO_PHASE_match_over) || over != b->match_over)
        wrong(b, "the match is over too early or too late");
    unsigned losers = loss ? highest : 0; /* E5: a tie loses together */
    if (over && (g->winners != (winners & ~losers) || g->losers != losers))
        wrong(b, "the match has the wrong winners or losers");
    if (g->round_winner != (b->winner < 0 ? MAZO_SEAT_NONE : b->winner))
        wrong(b, "the round has the wrong winner");
}

static void compare(struct book *b, const struct mazo_game *g)
{
    if (g->phase == MAZO_PHASE_write)
        return;
    compare_cards(b, g);
    compare_table(b, g);
    if (memcmp(b->told, g->scores, sizeof b->told) != 0 ||
        memcmp(b->scores, g->scores, sizeof b->scores) != 0)
        wrong(b, "the points are not those of the hands");
    if (g->dispenser_count != b->dispenser)
        wrong(b, "the dispenser has %d cards, by the events %d", g->dispenser_count, b->dispenser);
    if (g->phase < MAZO_PHASE_round_over)
        compare_turn(b, g);
    else
        compare_end(b, g);
}

const char *book_follow(struct book *b, const struct mazo_command *c,
                        const struct mazo_game *before, const struct mazo_events *ev,
                        const struct mazo_game *after)
{
    b->fault[0] = '\0';
    if (c)
        begin_command(b, c, before, ev);
    for (int i = 0; i < ev->count && !b->fault[0]; i++) {
        const struct mazo_event *e = &ev->at[i];
        struct entry n = {e, ev->cards + e->first, c, before, after};
        enter(b, &n);
    }
    if (after->phase >= MAZO_PHASE_round_over)
        b->catchable = 0;
    compare(b, after);
    return b->fault[0] ? b->fault : NULL;
}
