/*
 * beliefs.c - how much an expert finds out about the others' hands.
 *
 *     beliefs [SHEET [SEATS [ROUNDS [SEED [PLAYER [LEVEL]]]]]]
 *
 * ROUNDS (200) single rounds are played by PLAYER (hard-1) at every seat. Before every decision of a seat a bot of
 * LEVEL (expert) that has heard what this seat may hear makes the deals that it would look ahead in. They give
 * each kind of hidden card a chance to be in another hand; so does a uniform deal, one that knows only what
 * the view shows. Printed are the bits about a hand, by how many choices of its owner had been seen: the sum over
 * the kinds of log2(chance given to what is true / chance of the same in a uniform deal). Nothing known is 0.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/deals.h"

enum { BINS = 7, UNIFORM = 4 };

static struct mazo_game game;
static struct mazo_events events;
static struct mazo_bot player[MAZO_SEATS_MAX], watcher[MAZO_SEATS_MAX];
static struct mazo_bot_scratch *scratch;
static struct mazo_legal legal;

struct bin {
    long hands;
    double bits, squares;
};
static struct bin bins[BINS], all;
static const int bin_from[BINS] = {0, 1, 2, 4, 7, 11, 16};

static int bin_of(int choices)
{
    int bin = BINS - 1;
    while (choices < bin_from[bin])
        bin--;
    return bin;
}

static void add(struct bin *bin, double bits)
{
    bin->hands++;
    bin->bits += bits;
    bin->squares += bits * bits;
}

/* The chance that none of n cards out of `cards` is of the `copies`. */
static double chance_of_none(int cards, int copies, int n)
{
    double chance = 1;
    for (int i = 0; i < n; i++)
        chance *= cards - i > 0 ? fmax(0, (double)(cards - copies - i) / (cards - i)) : 1;
    return chance;
}

/* Bits about the hand of `seat` in the deals that scratch holds. */
static double bits_about(const struct mazo_view *view, int seat)
{
    int left[MAZO_KIND_COUNT], hidden = 0, size = view->size[seat];
    uint64_t shown = 0;
    for (int other = 0; other < view->seats; other++)
        shown |= other == view->seat ? 0 : view->shown[other];
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        left[card] = mazo_deck_copies(&view->rules, (mazo_card)card) - view->hand[card] -
                     view->discards[card];
        for (int other = 0; other < view->seats; other++)
            left[card] -= other != view->seat && view->shown[other] >> card & 1;
        left[card] = left[card] > 0 ? left[card] : 0;
        hidden += left[card];
    }
    size -= mazo_count_bits(view->shown[seat]);
    double bits = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        if (left[card] == 0 || shown >> card & 1 || size <= 0)
            continue;
        double blind = 1 - chance_of_none(hidden, left[card], size), holds = UNIFORM * blind;
        if (blind >= 1)
            continue;
        for (int i = 0; i < scratch->deal_count; i++)
            holds += scratch->deals[i].copies[seat][card] > 0;
        holds /= scratch->deal_count + UNIFORM;
        bits += game.copies[seat][card] ? log2(holds / blind) : log2((1 - holds) / (1 - blind));
    }
    return bits;
}

static void look(void)
{
    int self = game.turn;
    struct mazo_view view;
    struct mazo_bot *bot = &watcher[self];
    mazo_view_of(&game, self, &view);
    deals_sample(bot, &view, scratch);
    for (int seat = 0; seat < game.seats; seat++) {
        int choices = 0;
        if (seat == self)
            continue;
        for (int i = 0; i < bot->beliefs.note_count; i++)
            choices += bot->beliefs.notes[i].seat == seat;
        double bits = bits_about(&view, seat);
        add(&bins[bin_of(choices)], bits);
        add(&all, bits);
    }
}

static void tell(void)
{
    for (int seat = 0; seat < game.seats; seat++) {
        struct mazo_view view;
        mazo_view_of(&game, seat, &view);
        for (int i = 0; i < events.count; i++) {
            struct mazo_event event;
            mazo_event_for(&events.at[i], seat, &event);
            mazo_bot_hear(&player[seat], &view, &event, events.cards + event.first);
            mazo_bot_hear(&watcher[seat], &view, &event, events.cards + event.first);
        }
    }
    mazo_events_clear(&events);
}

/* The first seat that wants to do something does it, the one in turn last. */
static bool act(void)
{
    for (int i = 1; i <= game.seats; i++) {
        int seat = (game.turn + i) % game.seats;
        struct mazo_view view;
        struct mazo_command c;
        mazo_view_of(&game, seat, &view);
        if (mazo_legal(&game, seat, &legal) > 0 &&
            mazo_bot_choose(&player[seat], &view, &legal, scratch, &c))
            return mazo_apply(&game, &c, &events) == MAZO_ERR_ok;
    }
    return false;
}

static void play(const struct mazo_rules *rules, int seats, uint64_t seed, int level, int watches)
{
    uint8_t bytes[32];
    mazo_seed_from_number(seed, bytes);
    for (int seat = 0; seat < seats; seat++) {
        mazo_bot_init(&player[seat], level, MAZO_BOT_PLAIN, 0,
                      seed * MAZO_SEATS_MAX + (uint64_t)seat);
        mazo_bot_init(&watcher[seat], watches, MAZO_BOT_PLAIN, 0, seed * 31 + (uint64_t)seat);
    }
    mazo_events_clear(&events);
    mazo_init(&game, rules, seats, bytes, true, &events);
    tell();
    while (game.phase < MAZO_PHASE_round_over) {
        if (mazo_is_card_phase(game.phase))
            look();
        if (!act())
            break;
        tell();
    }
}

static void print(const char *name, const struct bin *b)
{
    double n = b->hands ? (double)b->hands : 1, mean = b->bits / n;
    double spread = sqrt(fmax(0, b->squares / n - mean * mean));
    printf("%-8s %8ld hands  %6.3f bits ± %.3f\n", name, b->hands, mean, 1.96 * spread / sqrt(n));
}

int main(int argc, char **argv)
{
    const char *sheet = argc > 1 ? argv[1] : "duelo";
    int seats = argc > 2 ? atoi(argv[2]) : 2, rounds = argc > 3 ? atoi(argv[3]) : 200;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    int level = mazo_bot_level_by_name(argc > 5 ? argv[5] : "hard-1");
    int watches = mazo_bot_level_by_name(argc > 6 ? argv[6] : "expert");
    int number = mazo_sheet_by_name(sheet);
    if (number < 0 || seats < 2 || seats > MAZO_SEATS_MAX || rounds < 1 || level < 0 ||
        watches < 0) {
        fprintf(stderr, "usage: beliefs [SHEET [SEATS [ROUNDS [SEED [PLAYER [LEVEL]]]]]]\n");
        return 2;
    }
    struct mazo_rules rules = *mazo_rules_of_sheet(number);
    rules.scoring = MAZO_scoring_quick;
    scratch = malloc(mazo_bot_scratch_size());
    if (!scratch)
        return 1;
    for (int i = 0; i < rounds; i++)
        play(&rules, seats, seed * 1000003 + (uint64_t)i, level, watches);
    for (int i = 0; i < BINS; i++) {
        char name[32];
        snprintf(name, sizeof name, i + 1 < BINS ? "%d-%d" : "%d+", bin_from[i],
                 i + 1 < BINS ? bin_from[i + 1] - 1 : 0);
        print(name, &bins[i]);
    }
    print("all", &all);
    free(scratch);
    return 0;
}
