/*
 * test_tape.c - a kept match wound forward and back is the match that was played.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/rng.h"
#include "say/event_text.h"
#include "sim/chances.h"
#include "terminal/pages/viewer.h"
#include "session/tape.h"
#include "terminal/screen/term.h"

enum { FILE_MAX = 24 * 1024 * 1024, STEPS_MAX = 20000 };

/* A match that was made up, and what it was like after each line. */
struct kept {
    char *text;
    size_t len;
    int steps; /* lines, the opening too */
    uint64_t hash[STEPS_MAX];
    int round[STEPS_MAX];
};

/* Play by chance until `most` commands or the end; what is accepted goes into the file. */
static void make_up(struct kept *k, int sheet, int seats, uint32_t target, int most)
{
    static struct wire_opening opening;
    static struct mazo_game g;
    static struct mazo_legal legal;
    struct json_out out;
    uint64_t dice = (uint64_t)sheet + 11;
    opening = (struct wire_opening){.has_seed = true};
    mazo_position_init(&opening.position, mazo_rules_of_sheet(sheet), seats);
    mazo_rules_set(&opening.position.rules, MAZO_RULE_target, target);
    mazo_seed_from_number(5, opening.position.seed);
    mazo_init(&g, &opening.position.rules, seats, opening.position.seed, false, NULL);
    json_out_init(&out, k->text, FILE_MAX);
    k->steps = 0;
    k->hash[0] = mazo_hash(&g);
    k->round[k->steps++] = g.round;
    match_put_opening(&out, WIRE_NEW, &opening, NULL, NULL, k->hash[0]);
    while (k->steps <= most && g.phase != MAZO_PHASE_match_over) {
        struct mazo_command c = {.type = MAZO_CMD_next, .seat = MAZO_SEAT_NONE};
        struct say_card_text texts[MAZO_RULE_CARDS_MAX];
        memset(texts, 0, sizeof texts);
        int seat = g.turn;
        while (g.phase == MAZO_PHASE_write && g.written >> seat & 1)
            seat++;
        if (g.phase != MAZO_PHASE_round_over) {
            assert_true(mazo_legal(&g, seat, &legal) > 0);
            c = mazo_legal_at(&legal, (int)mazo_fast_below(&dice, legal.count));
        }
        for (int i = 0; c.type == MAZO_CMD_write && i < c.count; i++)
            say_idea_text(TEXT_EN, say_idea_of(&c.rule_cards[i]), &texts[i]);
        assert_int_equal(mazo_apply(&g, &c, NULL), MAZO_ERR_ok);
        k->hash[k->steps] = mazo_hash(&g);
        k->round[k->steps] = g.round;
        match_put_command(&out, &c, texts, k->hash[k->steps++]);
    }
    assert_false(out.full);
    k->len = out.len;
}

static struct kept *new_kept(void)
{
    struct kept *k = calloc(1, sizeof *k);
    assert_non_null(k);
    assert_non_null(k->text = malloc(FILE_MAX));
    return k;
}

static void free_kept(struct kept *k)
{
    free(k->text);
    free(k);
}

static void assert_at(const struct tape *t, const struct kept *k, int step)
{
    assert_int_equal(t->step, step);
    assert_true(mazo_hash(&t->reader.play.game) == k->hash[step]);
}

/* Events are those of the step itself, however one has come there. */
static uint32_t sum_of_events(const struct tape *t)
{
    const struct mazo_events *ev = &t->reader.play.events;
    uint32_t sum = ev->count;
    for (int i = 0; i < ev->count; i++)
        sum = sum * 31 + ev->at[i].type * 7u + ev->at[i].seat + ev->at[i].card;
    return sum;
}

static void wind(struct tape *t, const struct kept *k)
{
    static uint32_t sum[STEPS_MAX];
    uint64_t dice = 3;
    assert_int_equal(t->last, k->steps - 1);
    for (int step = 0; step < k->steps; step++) {
        tape_go(t, step);
        assert_at(t, k, step);
        sum[step] = sum_of_events(t);
    }
    for (int step = k->steps - 1; step >= 0; step -= 1 + k->steps / 400) {
        tape_go(t, step);
        assert_at(t, k, step);
        assert_int_equal(sum_of_events(t), sum[step]);
    }
    for (int i = 0; i < 300; i++) {
        int step = (int)mazo_fast_below(&dice, (uint32_t)k->steps);
        tape_go(t, step);
        assert_at(t, k, step);
        assert_int_equal(sum_of_events(t), sum[step]);
    }
    tape_go(t, -5);
    assert_at(t, k, 0);
    tape_go(t, k->steps + 5);
    assert_at(t, k, k->steps - 1);
}

static void assert_rounds(struct tape *t, const struct kept *k)
{
    int rounds = 0;
    for (int step = 0; step < k->steps; step++) {
        if (step == 0 || (k->round[step] != k->round[step - 1] && k->round[step - 1] > 0)) {
            assert_int_equal(tape_round_start(t, rounds), step);
            rounds++;
        }
        if (step % 17 == 0) {
            tape_go(t, step);
            assert_int_equal(tape_round(t), rounds - 1);
        }
    }
    assert_int_equal(t->rounds, rounds);
}

static void every_sheet_forward_and_back(void **state)
{
    (void)state;
    static const int seats[MAZO_SHEET_COUNT] = {5, 2, 4, 4, 3};
    struct kept *k = new_kept();
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct tape t;
        make_up(k, sheet, seats[sheet], 200, 900);
        assert_true(tape_open(&t, TEXT_EN, k->text, k->len));
        assert_int_equal(t.gap, TAPE_FIRST_GAP);
        wind(&t, k);
        assert_rounds(&t, k);
        tape_close(&t);
    }
    free_kept(k);
}

/* More steps than marks: they lie further apart, and nothing else changes. */
static void a_long_match(void **state)
{
    (void)state;
    struct kept *k = new_kept();
    struct tape t;
    make_up(k, MAZO_SHEET_DUELO, 2, 5000, TAPE_FIRST_GAP * TAPE_MARKS_MAX + 1500);
    assert_true(k->steps > TAPE_FIRST_GAP * TAPE_MARKS_MAX);
    assert_true(tape_open(&t, TEXT_EN, k->text, k->len));
    assert_int_equal(t.gap, 2 * TAPE_FIRST_GAP);
    assert_true(t.mark_count <= TAPE_MARKS_MAX);
    wind(&t, k);
    tape_close(&t);
    free_kept(k);
}

static void what_is_damaged(void **state)
{
    (void)state;
    struct kept *k = new_kept();
    struct tape t;
    make_up(k, MAZO_SHEET_OFICIAL, 3, 200, 60);
    assert_true(tape_open(&t, TEXT_EN, k->text, k->len - 9)); /* a last line that is cut */
    assert_true(t.cut);
    assert_int_equal(t.last, k->steps - 2);
    tape_close(&t);
    char *hash = strstr(k->text + k->len / 2, "\"hash\":\"");
    assert_non_null(hash);
    hash[8] = hash[8] == '0' ? '1' : '0';
    assert_false(tape_open(&t, TEXT_EN, k->text, k->len));
    assert_true(t.reader.line > 1);
    assert_true(t.reader.why.message[0] != '\0');
    assert_false(tape_open(&t, TEXT_EN, "", 0));
    free_kept(k);
}

/* Everything that is on the page. */
static const char *page_text(struct page *p)
{
    static char text[CANVAS_ROWS_MAX * CANVAS_COLUMNS_MAX * 4];
    canvas_dump(&p->canvas, text, sizeof text);
    return text;
}

/* With the eyes of one seat no card of another hand is drawn or told. */
static void one_seat_sees_its_own_cards_only(void **state)
{
    (void)state;
    struct kept *k = new_kept();
    struct replay *r = calloc(1, sizeof *r);
    struct page *p = calloc(1, sizeof *p);
    struct term *term = term_script("", ".", 40, 120);
    assert_non_null(r);
    assert_non_null(p);
    make_up(k, MAZO_SHEET_OFICIAL, 2, 200, 40);
    assert_true(replay_open(r, TEXT_EN, "m", k->text, k->len));
    page_init(p, term, TEXT_EN);
    r->page = p;
    replay_draw(r);
    assert_null(strstr(page_text(p), "▒▒"));
    assert_true(replay_key(r, 'v'));
    assert_int_equal(r->eye, 0);
    replay_draw(r);
    const char *hidden = page_text(p);
    int backs = 0;
    while ((hidden = strstr(hidden, "▒▒"))) {
        backs++;
        hidden += strlen("▒▒");
    }
    assert_int_equal(backs, 7);
    assert_non_null(strstr(page_text(p), "What Seat 0 saw"));
    assert_non_null(strstr(page_text(p), "Seat 1 is dealt 7 cards"));
    assert_true(replay_key(r, PAGE_PICK + 1));
    assert_int_equal(r->eye, 1);
    assert_true(replay_key(r, 'e'));
    assert_int_equal(r->eye, MAZO_SPECTATOR);
    term->close(term);
    replay_close(r);
    free(p);
    free(r);
    free_kept(k);
}

static void keys_of_the_viewer(void **state)
{
    (void)state;
    struct kept *k = new_kept();
    struct replay *r = calloc(1, sizeof *r);
    assert_non_null(r);
    make_up(k, MAZO_SHEET_SIN_REVERSA, 4, 300, 700);
    assert_true(replay_open(r, TEXT_ES, "m", k->text, k->len));
    struct tape *t = &r->tape;
    assert_true(t->rounds >= 2);
    assert_true(replay_key(r, TERM_RIGHT) && replay_key(r, ' '));
    assert_at(t, k, 2);
    assert_true(replay_key(r, TERM_LEFT));
    assert_at(t, k, 1);
    assert_true(replay_key(r, 'n'));
    assert_at(t, k, t->round_at[1]);
    assert_true(replay_key(r, TERM_RIGHT) && replay_key(r, 'b'));
    assert_at(t, k, t->round_at[1]);
    assert_true(replay_key(r, 'b'));
    assert_at(t, k, 0);
    assert_true(replay_key(r, TERM_END));
    assert_at(t, k, k->steps - 1);
    assert_true(replay_key(r, 'n'));
    assert_at(t, k, k->steps - 1);
    assert_true(replay_key(r, TERM_HOME));
    assert_at(t, k, 0);
    assert_false(replay_key(r, 'z'));
    replay_close(r);
    free(r);
    free_kept(k);
}

/* The curve is worked out in small parts; together they are what chances_of says, and the line of turns
 * stops where the chance has changed most. */
static void chances_and_their_turns(void **state)
{
    (void)state;
    struct kept *k = new_kept();
    struct replay *r = calloc(1, sizeof *r);
    assert_non_null(r);
    make_up(k, MAZO_SHEET_OFICIAL, 2, 100, 30);
    assert_true(replay_open(r, TEXT_EN, "m", k->text, k->len));
    struct tape *t = &r->tape;
    assert_int_equal(replay_known(r), 0);
    assert_int_equal(replay_turn_from(r, 0, 1), -1);
    while (replay_think(r))
        assert_true(replay_known(r) <= t->last);
    assert_int_equal(replay_known(r), t->last + 1);
    double greatest = 0, change, all[MAZO_SEATS_MAX];
    int at = 0;
    for (int step = 0; step <= t->last; step++) {
        tape_go(t, step);
        chances_of(&t->reader.play.game, CHANCES_PLAYOUTS, all);
        double chance = replay_chance(r, step, &change);
        assert_true(chance > all[0] - 1e-5 && chance < all[0] + 1e-5);
        if (change * change > greatest) {
            greatest = change * change;
            at = step;
        }
    }
    assert_true(greatest > 0.01);
    assert_int_equal(replay_turn_from(r, at - 1, 1), at);
    assert_int_equal(replay_turn_from(r, at + 1, -1), at);
    r->eye = 1; /* two players: what one wins the other loses */
    assert_int_equal(replay_turn_from(r, at - 1, 1), at);
    replay_close(r);
    free(r);
    free_kept(k);
}

/* A decision as the coach keeps it, whatever was played there. */
static void add_decision(struct coach_list *list, enum text_lang lang, struct mazo_command done,
                         struct mazo_command best)
{
    static const char *const names[MAZO_SEATS_MAX] = {"Ana", "Beto"};
    struct coach_decision d = {.round = 1, .command = 1, .cost = 0.2, .done = &done, .best = &best};
    assert_true(coach_keep(list, lang, names, &d));
}

/* The rows of the coach have what the expert would have done, even the widest at 80 columns. */
static void the_coach_names_the_card(void **state)
{
    (void)state;
    static const struct mazo_command plays = {.type = MAZO_CMD_play,
                                              .card = MAZO_WILD_FOUR,
                                              .color = MAZO_YELLOW},
                                     accepts = {.type = MAZO_CMD_accept};
    struct kept *k = new_kept();
    struct page *p = calloc(1, sizeof *p);
    make_up(k, MAZO_SHEET_OFICIAL, 2, 200, 10);
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        struct replay *r = calloc(1, sizeof *r);
        struct term *term = term_script("<esc>", ".", 24, 80);
        char card[80], accepted[400];
        assert_true(replay_open(r, (enum text_lang)lang, "m", k->text, k->len));
        page_init(p, term, (enum text_lang)lang);
        while (replay_think(r)) {
        }
        add_decision(&r->mistakes, (enum text_lang)lang, accepts, plays);
        add_decision(&r->mistakes, (enum text_lang)lang, plays, plays);
        add_decision(&r->mistakes, (enum text_lang)lang, plays, accepts);
        r->coached = true;
        assert_false(replay_coach(r, p));
        const char *expert = text_in((enum text_lang)lang, " · the expert: ");
        const char *yellow = say_color_name((enum text_lang)lang, MAZO_YELLOW);
        snprintf(card, sizeof card, "%s W+4  %s\n", expert, yellow);
        snprintf(accepted, sizeof accepted, " W+4  %s%s%s\n", yellow, expert,
                 r->mistakes.at[0].done_words);
        const char *first = strstr(page_text(p), card);
        assert_non_null(first);
        assert_non_null(strstr(first + 1, card));
        assert_non_null(strstr(page_text(p), accepted));
        term->close(term);
        replay_close(r);
        free(r);
    }
    free(p);
    free_kept(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sheet_forward_and_back),
        cmocka_unit_test(a_long_match),
        cmocka_unit_test(what_is_damaged),
        cmocka_unit_test(one_seat_sees_its_own_cards_only),
        cmocka_unit_test(keys_of_the_viewer),
        cmocka_unit_test(chances_and_their_turns),
        cmocka_unit_test(the_coach_names_the_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
