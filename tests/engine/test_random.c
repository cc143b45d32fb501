/*
 * test_random.c - the generator, and everything that is drawn from it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "engine/chi.h"
#include "mazo/mazo.h"
#include "sim/random_player.h"

/* ---- ChaCha8 ---- */

/* Written from the paper: a matrix of four rows; columns, then diagonals. */
static void reference_block(const uint8_t key[32], uint64_t counter, uint8_t out[64])
{
    static const char constant[] = "expand 32-byte k";
    uint8_t bytes[64] = {0};
    uint32_t in[4][4], m[4][4];
    memcpy(bytes, constant, 16);
    memcpy(bytes + 16, key, 32);
    for (int i = 0; i < 8; i++)
        bytes[48 + i] = (uint8_t)(counter >> (8 * i));
    for (int i = 0; i < 16; i++) {
        const uint8_t *b = bytes + 4 * i;
        in[i / 4][i % 4] = (uint32_t)b[0] + 0x100u * b[1] + 0x10000u * b[2] + 0x1000000u * b[3];
    }
    memcpy(m, in, sizeof m);
    for (int half = 0; half < 8; half++) {
        for (int c = 0; c < 4; c++) {
            static const int turns[4] = {16, 12, 8, 7};
            int at[4];
            for (int row = 0; row < 4; row++)
                at[row] = (c + (half % 2 ? row : 0)) % 4;
            for (int step = 0; step < 4; step++) { /* a += b; d ^= a; d <<<; c += d; b ^= c; … */
                int add = step % 2 ? 2 : 0, by = step % 2 ? 3 : 1, mix = step % 2 ? 1 : 3;
                uint32_t *sum = &m[add][at[add]], *other = &m[mix][at[mix]];
                *sum += m[by][at[by]];
                *other ^= *sum;
                *other = (*other << turns[step]) + (*other >> (32 - turns[step]));
            }
        }
    }
    for (int i = 0; i < 64; i++)
        out[i] = (uint8_t)((m[i / 16][i / 4 % 4] + in[i / 16][i / 4 % 4]) >> (8 * (i % 4)));
}

/* draft-strombergson-chacha-test-vectors, TC1: 256-bit key and nonce all zero, 8 rounds. */
static void test_reference_is_chacha8(void **state)
{
    static const uint8_t known[32] = {
        0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8,
        0xe8, 0x1f, 0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a,
        0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e,
    };
    uint8_t key[32] = {0}, out[64];
    (void)state;
    reference_block(key, 0, out);
    assert_memory_equal(out, known, sizeof known);
}

static void test_generator_is_chacha8(void **state)
{
    (void)state;
    for (int k = 0; k < 50; k++) {
        struct mazo_rng rng;
        uint8_t key[32], block[64];
        for (int i = 0; i < 32; i++)
            key[i] = (uint8_t)(k * 37 + i * (k + 3));
        mazo_rng_init(&rng, key, false);
        for (int n = 0; n < 16 * 20; n++) {
            if (n % 16 == 0)
                reference_block(key, (uint64_t)(n / 16), block);
            const uint8_t *b = block + 4 * (n % 16);
            uint32_t word = (uint32_t)b[0] + 0x100u * b[1] + 0x10000u * b[2] + 0x1000000u * b[3];
            assert_int_equal(mazo_rng_below(&rng, UINT32_C(1) << 31), word >> 1);
        }
    }
}

/* The counter has 64 bits. */
static void test_counter_carries(void **state)
{
    struct mazo_rng rng;
    uint8_t key[32] = {1, 2, 3}, block[64];
    (void)state;
    mazo_rng_init(&rng, key, false);
    rng.counter = UINT64_C(0x100000000);
    reference_block(key, rng.counter, block);
    uint32_t first = (uint32_t)block[0] + 0x100u * block[1] + 0x10000u * block[2] +
                     0x1000000u * block[3];
    assert_int_equal(mazo_rng_below(&rng, UINT32_C(1) << 31), first >> 1);
}

static void test_seed_from_number(void **state)
{
    uint8_t seed[32], zeros[24] = {0};
    (void)state;
    mazo_seed_from_number(UINT64_C(0x0807060504030201), seed);
    for (int i = 0; i < 8; i++)
        assert_int_equal(seed[i], i + 1);
    assert_memory_equal(seed + 8, zeros, sizeof zeros);
}

/* ---- ranges ---- */

static void test_ranges_are_even(void **state)
{
    static const uint32_t bounds[] = {2, 3, 4, 5, 6, 7, 10, 52, 107, 108, 112, 240};
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
            struct mazo_rng rng;
            uint8_t seed[32];
            long counts[240] = {0};
            mazo_seed_from_number(1000 + i, seed);
            mazo_rng_init(&rng, seed, fast);
            for (long n = 0; n < 1000 * (long)bounds[i]; n++) {
                uint32_t got = mazo_rng_below(&rng, bounds[i]);
                assert_true(got < bounds[i]);
                counts[got]++;
            }
            assert_true(chi_is_even(counts, bounds[i]));
        }
    }
}

/* 3 * 2^30 would come out as 2:1:1 from a generator that only multiplies. */
static void test_big_ranges_are_even(void **state)
{
    const uint32_t bound = UINT32_C(3) << 30;
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        struct mazo_rng rng;
        uint8_t seed[32] = {7};
        long counts[6] = {0};
        mazo_rng_init(&rng, seed, fast);
        for (int n = 0; n < 60000; n++) {
            uint32_t got = mazo_rng_below(&rng, bound);
            assert_true(got < bound);
            counts[got / (bound / 3) + 3 * (got % 2)]++;
        }
        assert_true(chi_is_even(counts, 6));
    }
}

/* ---- the deal ---- */

enum { DEALS = 30000, PLACES = 5, SEATS = 4 };

/* Each kind in each hand, and in the pile. The first card: see below. */
static void test_deals_are_even(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        static long counts[PLACES][MAZO_KIND_COUNT];
        static double expected[MAZO_KIND_COUNT];
        const struct mazo_rules *rules = mazo_rules_of_sheet(MAZO_SHEET_SIN_REVERSA);
        int size = mazo_deck_size(rules), kinds = 0;
        memset(counts, 0, sizeof counts);
        for (int n = 0; n < DEALS; n++) {
            struct mazo_game g;
            uint8_t seed[32];
            mazo_seed_from_number((uint64_t)n, seed);
            mazo_init(&g, rules, SEATS, seed, fast, NULL);
            counts[SEATS][g.top]++;
            for (int seat = 0; seat < SEATS; seat++) /* S4: the beginner may have drawn two */
                for (int card = 0; g.size[seat] == 7 && card < MAZO_KIND_COUNT; card++)
                    counts[seat][card] += g.copies[seat][card];
        }
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            kinds += mazo_deck_copies(rules, (mazo_card)card) > 0;
        for (int place = 0; place < PLACES; place++) {
            for (int card = 0; card < MAZO_KIND_COUNT; card++) {
                double each = place == SEATS ? DEALS : 7.0 * DEALS;
                expected[card] = each * mazo_deck_copies(rules, (mazo_card)card) / size;
            }
            double sum = chi_square(counts[place], expected, MAZO_KIND_COUNT);
            assert_true(chi_is_likely(sum, (size_t)kinds));
        }
    }
}

/* S8: the first card is even among all except Wild Draw Fours. */
static void test_first_card_is_even(void **state)
{
    static long counts[MAZO_KIND_COUNT];
    static double expected[MAZO_KIND_COUNT];
    const struct mazo_rules *rules = mazo_rules_of_sheet(MAZO_SHEET_DUELO);
    int kinds = 0;
    (void)state;
    for (int n = 0; n < DEALS; n++) {
        struct mazo_game g;
        uint8_t seed[32];
        mazo_seed_from_number((uint64_t)n, seed);
        mazo_init(&g, rules, SEATS, seed, true, NULL);
        counts[g.top]++;
    }
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int copies = card == MAZO_WILD_FOUR ? 0 : mazo_deck_copies(rules, (mazo_card)card);
        expected[card] = (double)DEALS * copies / (mazo_deck_size(rules) - rules->wild_fours);
        kinds += copies > 0;
    }
    assert_true(chi_is_likely(chi_square(counts, expected, MAZO_KIND_COUNT), (size_t)kinds));
}

/* No seat deals or begins more often than another. */
static void test_dealers_are_even(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_JACKPOT; sheet++) {
        long dealers[MAZO_SEATS_MAX] = {0};
        for (int n = 0; n < DEALS; n++) {
            struct mazo_game g;
            uint8_t seed[32];
            mazo_seed_from_number((uint64_t)n, seed);
            mazo_init(&g, mazo_rules_of_sheet(sheet), 7, seed, false, NULL);
            assert_int_equal(g.beginner, (g.dealer + 1) % 7);
            dealers[g.dealer]++;
        }
        assert_true(chi_is_even(dealers, 7));
    }
}

/* ---- S2 ---- */

static int worth(mazo_card card)
{
    return !mazo_card_is_wild(card) && mazo_card_value(card) <= 9 ? mazo_card_value(card) : 0;
}

/* One round of drawing: who is left in? Moves *at behind it. */
static unsigned cut_once(const struct mazo_events *ev, int *at, unsigned among, int seats)
{
    int best = -1;
    unsigned left = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (!(among >> seat & 1))
            continue;
        const struct mazo_event *e = &ev->at[(*at)++];
        assert_int_equal(e->type, MAZO_EVENT_cut);
        assert_int_equal(e->seat, seat);
        left = worth(e->card) > best ? 0 : left;
        best = worth(e->card) > best ? worth(e->card) : best;
        left |= worth(e->card) == best ? 1u << seat : 0;
    }
    return left;
}

/* The highest number deals; those tied for it, and no others, draw again. */
static void test_highest_card_deals(void **state)
{
    int ties = 0;
    (void)state;
    for (int n = 0; n < 5000; n++) {
        static struct mazo_events ev;
        struct mazo_game g;
        uint8_t seed[32];
        int seats = 2 + n % 9, at = 0;
        unsigned among = (1u << seats) - 1;
        mazo_seed_from_number((uint64_t)n, seed);
        mazo_events_clear(&ev);
        mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), seats, seed, true, &ev);
        while (among & (among - 1)) {
            among = cut_once(&ev, &at, among, seats);
            ties += (among & (among - 1)) != 0;
        }
        assert_int_equal(ev.at[at].type, MAZO_EVENT_dealer);
        assert_int_equal(1u << ev.at[at].seat, among);
        assert_int_equal(mazo_deck_size(&g.rules),
                         g.draw_count + g.discard_count + 7 * seats +
                             (g.size[g.beginner] - 7)); /* S4 may have cost two */
    }
    assert_true(ties > 500);
}

/* A deck without numbers never decides: then the lot does, soon. */
static void test_endless_ties_end(void **state)
{
    static struct mazo_events ev;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    struct mazo_game g;
    uint8_t seed[32] = {5};
    (void)state;
    rules.numbers = 0;
    rules.hand_size = 1;
    assert_int_equal(mazo_rules_check(&rules, 10), MAZO_FAULT_none);
    mazo_events_clear(&ev);
    mazo_init(&g, &rules, 10, seed, true, &ev);
    assert_false(ev.cut_short);
    assert_null(mazo_check(&g));
}

/* ---- J3 ---- */

static void test_spinner_is_even(void **state)
{
    static struct mazo_events ev;
    static struct mazo_legal legal;
    long faces[MAZO_FACE_COUNT] = {0}, spins = 0;
    struct sim_random dice;
    (void)state;
    sim_random_init(&dice, mazo_rules_of_sheet(MAZO_SHEET_JACKPOT), 3);
    for (uint64_t match = 0; spins < 12000; match++) {
        struct mazo_game g;
        struct mazo_command c;
        uint8_t seed[32];
        mazo_seed_from_number(match, seed);
        mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_JACKPOT), 4, seed, match % 2, NULL);
        while (g.phase != MAZO_PHASE_match_over) {
            sim_casual(&g, &dice, &legal, &c);
            mazo_events_clear(&ev);
            assert_int_equal(mazo_apply(&g, &c, &ev), MAZO_ERR_ok);
            for (int i = 0; i < ev.count; i++) {
                if (ev.at[i].type == MAZO_EVENT_spun) {
                    faces[ev.at[i].detail]++;
                    spins++;
                }
            }
        }
    }
    assert_true(chi_is_even(faces, MAZO_FACE_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_is_chacha8), cmocka_unit_test(test_generator_is_chacha8),
        cmocka_unit_test(test_counter_carries),      cmocka_unit_test(test_seed_from_number),
        cmocka_unit_test(test_ranges_are_even),      cmocka_unit_test(test_big_ranges_are_even),
        cmocka_unit_test(test_deals_are_even),       cmocka_unit_test(test_first_card_is_even),
        cmocka_unit_test(test_dealers_are_even),     cmocka_unit_test(test_highest_card_deals),
        cmocka_unit_test(test_endless_ties_end),     cmocka_unit_test(test_spinner_is_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
