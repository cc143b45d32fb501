/*
 * test_pack.c - a table at rest: packed after every call it goes on as if it never had been.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "table/helper.h"
#include "table/pack.h"
#include "table/expert_seat.h"

static size_t largest;
static int waited[2]; /* catches, and commands that would have robbed one */

/* Pack, spoil the memory, and unpack; the packed bytes end where their memory ends. */
static void repack(struct table *t)
{
    static char room[TABLE_PACK_MAX];
    size_t len = table_pack(t, room);
    assert_in_range(len, 1, TABLE_PACK_MAX);
    largest = len > largest ? len : largest;
    char *packed = malloc(len);
    assert_non_null(packed);
    memcpy(packed, room, len);
    struct table front = {.scratch = t->scratch,
                          .heard = t->heard,
                          .ctx = t->ctx,
                          .apart = t->apart,
                          .fair = t->fair};
    memset(t, 0xa5, sizeof *t);
    t->scratch = front.scratch;
    t->heard = front.heard;
    t->ctx = front.ctx;
    t->apart = front.apart;
    t->fair = front.fair;
    table_unpack(t, packed, len);
    free(packed);
}

/* ---- twins ---- */

struct twins {
    struct bench *packed, *other;
    struct expert_seat *thought[2]; /* under way */
    bool thinks;
    uint64_t now, dice;
};

static int roll(struct twins *w, uint32_t below) { return (int)mazo_fast_below(&w->dice, below); }

static void are_the_same(struct twins *w)
{
    struct table *a = &w->packed->table, *b = &w->other->table;
    struct mazo_view x, y;
    struct say_texts p, q;
    assert_int_equal(a->commands, b->commands);
    assert_int_equal(table_due(a), table_due(b));
    assert_int_equal(table_thinks(a), table_thinks(b));
    assert_int_equal(table_has_people(a), table_has_people(b));
    assert_int_equal(a->dice, b->dice);
    assert_int_equal(w->packed->len, w->other->len);
    for (int seat = 0; seat < b->seats; seat++) {
        assert_int_equal(table_awaits(a, seat), table_awaits(b, seat));
        assert_string_equal(a->seat[seat].player.name, b->seat[seat].player.name);
        assert_string_equal(a->seat[seat].player.program, b->seat[seat].player.program);
        table_texts(a, seat, &p);
        table_texts(b, seat, &q);
        assert_memory_equal(&p, &q, sizeof p);
    }
    table_view(a, 0, &x);
    table_view(b, 0, &y);
    assert_memory_equal(&x, &y, sizeof x);
}

static void both_do(struct twins *w, const struct mazo_command *c)
{
    struct wire_error why[2];
    int one = (int)table_do(&w->packed->table, w->now, c, NULL, &why[0]);
    int two = (int)table_do(&w->other->table, w->now, c, NULL, &why[1]);
    assert_int_equal(one, two);
    assert_string_equal(why[0].word, why[1].word);
    assert_string_equal(why[0].message, why[1].message);
    waited[c->type != MAZO_CMD_catch] += one == TABLE_WAITS;
}

static void do_something_legal(struct twins *w)
{
    static struct mazo_legal legal;
    const struct table *t = &w->other->table;
    int seat = roll(w, t->seats);
    if (roll(w, 3))
        seat = t->play.game.turn < t->seats ? t->play.game.turn : seat;
    int count = mazo_legal(&t->play.game, seat, &legal);
    if (count > 0) {
        struct mazo_command c = mazo_legal_at(&legal, (int)roll(w, (uint32_t)count));
        both_do(w, &c);
    }
    if (t->play.game.phase == MAZO_PHASE_round_over)
        both_do(w, &(struct mazo_command){.type = MAZO_CMD_next});
}

/* One player tries to catch everyone who can be caught, another plays on. */
static void catch_them(struct twins *w)
{
    const struct table *t = &w->other->table;
    for (int i = 0; i < t->seats; i++) {
        if (t->play.game.catchable >> i & 1) {
            both_do(w, &(struct mazo_command){.type = MAZO_CMD_catch,
                                              .seat = (uint8_t)roll(w, t->seats),
                                              .who = (uint8_t)i});
            do_something_legal(w);
        }
    }
}

/* Anything that a command can hold, legal or not. */
static void do_anything(struct twins *w)
{
    struct mazo_command c = {
        .type = (uint8_t)roll(w, MAZO_CMD_COUNT + 2),
        .seat = (uint8_t)roll(w, MAZO_SEATS_MAX),
        .card = (uint8_t)roll(w, MAZO_KIND_COUNT),
        .color = (uint8_t)roll(w, MAZO_COLOR_COUNT),
        .who = (uint8_t)roll(w, MAZO_SEATS_MAX),
        .yes = roll(w, 2),
    };
    both_do(w, &c);
}

static void both_tick(struct twins *w)
{
    uint64_t due = table_due(&w->other->table);
    if (due == TABLE_NEVER || roll(w, 4) == 0)
        w->now += (uint64_t)roll(w, 900);
    else
        w->now = due > w->now ? due : w->now;
    bool one = table_tick(&w->packed->table, w->now);
    bool two = table_tick(&w->other->table, w->now);
    assert_int_equal(one, two);
}

static void come_or_go(struct twins *w)
{
    int seat = roll(w, MAZO_SEATS_MAX + 1);
    void (*which)(struct table *, int, uint64_t) = roll(w, 2) ? table_leave : table_return;
    which(&w->packed->table, seat, w->now);
    which(&w->other->table, seat, w->now);
}

static void stand_in(struct twins *w)
{
    int seat = roll(w, MAZO_SEATS_MAX);
    bool one = table_stand_in(&w->packed->table, seat, w->now);
    bool two = table_stand_in(&w->other->table, seat, w->now);
    assert_int_equal(one, two);
}

/* A thought begins, or comes back. */
static void think(struct twins *w)
{
    struct table *t[2] = {&w->packed->table, &w->other->table};
    int seat = table_thinks(t[1]);
    bool done[2];
    if (!w->thinks && seat < 0)
        return;
    for (int i = 0; i < 2; i++) {
        if (w->thinks) {
            done[i] = expert_seat_end(t[i], w->now, w->thought[i]);
        } else {
            expert_seat_begin(t[i], seat, w->thought[i]);
            expert_seat_think(w->thought[i], w->packed->table.scratch);
        }
    }
    assert_true(!w->thinks || done[0] == done[1]);
    w->thinks = !w->thinks;
}

static void step(struct twins *w)
{
    catch_them(w);
    switch (roll(w, 12)) {
    case 0:
        come_or_go(w);
        break;
    case 1:
        do_anything(w);
        break;
    case 2:
        stand_in(w);
        break;
    case 3:
    case 4:
        do_something_legal(w);
        break;
    case 5:
    case 6:
        think(w);
        break;
    default:
        both_tick(w);
        break;
    }
    repack(&w->packed->table);
    are_the_same(w);
}

static struct bench *sit_down(int match, const struct mazo_rules *rules, int seats, bool packs)
{
    static const uint8_t levels[] = {MAZO_BOT_EASY, MAZO_BOT_NORMAL, MAZO_BOT_HARD,
                                     MAZO_BOT_EXPERT};
    uint64_t dice = (uint64_t)match;
    struct bench *b = bench_new(NULL, dice);
    b->table.apart = match % 2;
    for (int i = 0; i < seats; i++) {
        struct table_player p = {.sitter = (uint8_t)(mazo_fast_word(&dice) % 3),
                                 .level = levels[mazo_fast_word(&dice) % 4],
                                 .style = (uint8_t)(mazo_fast_word(&dice) % MAZO_BOT_STYLE_COUNT),
                                 .playouts = 60,
                                 .program = "./bot --at once"};
        snprintf(p.name, sizeof p.name, "Ana %d", i);
        table_sit(&b->table, i, &p);
        if (packs)
            repack(&b->table);
    }
    bench_open_by(b, rules, seats, (uint64_t)match);
    return b;
}

static void play_twins(int match)
{
    struct twins w = {.now = 1000, .dice = mazo_fast_seed((uint64_t)match)};
    struct mazo_rules rules;
    int sheet = match % MAZO_SHEET_COUNT;
    int seats = sheet == MAZO_SHEET_DUELO ? 2 : 3 + roll(&w, 3);
    if (match < MAZO_SHEET_COUNT) {
        rules = *mazo_rules_of_sheet(sheet);
    } else {
        bench_house_rules(&w.dice, sheet, seats, &rules);
        rules.turn_clock = match % 3 ? 0 : 20;
    }
    w.packed = sit_down(match, &rules, seats, true);
    w.other = sit_down(match, &rules, seats, false);
    w.thought[0] = malloc(sizeof *w.thought[0]);
    w.thought[1] = malloc(sizeof *w.thought[1]);
    assert_non_null(w.thought[0]);
    assert_non_null(w.thought[1]);
    for (int i = 0; i < 900 && w.other->table.play.game.phase != MAZO_PHASE_match_over; i++)
        step(&w);
    assert_true(w.other->table.commands > 20 ||
                w.other->table.play.game.phase == MAZO_PHASE_match_over);
    assert_memory_equal(w.packed->log, w.other->log, w.other->len);
    free(w.thought[0]);
    free(w.thought[1]);
    bench_free(w.packed);
    bench_free(w.other);
}

static void goes_on_as_if_never_packed(void **state)
{
    (void)state;
    for (int match = 0; match < 60; match++)
        play_twins(match);
    print_message("# largest packed table: %zu bytes; waited: %d catches, %d commands\n", largest,
                  waited[0], waited[1]);
    assert_true(waited[0] > 20 && waited[1] > 5);
}

static void what_is_held_keeps_its_cards(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 1);
    bench_person(b, 0, "Ana");
    bench_open(b, MAZO_SHEET_JACKPOT, 2, 1);
    struct table_held *h = &b->table.seat[0].held;
    *h = (struct table_held){.is_there = true,
                             .asked = 7,
                             .command = {.type = MAZO_CMD_throw, .count = 2, .cards = h->cards},
                             .cards = {3, 5}};
    repack(&b->table);
    assert_true(h->is_there);
    assert_int_equal(h->asked, 7);
    assert_ptr_equal(h->command.cards, h->cards);
    assert_int_equal(h->cards[0], 3);
    assert_int_equal(h->cards[1], 5);
    bench_free(b);
}

static void empty_seats_are_empty_again(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 1);
    struct json_out out;
    char line[80];
    bench_open(b, MAZO_SHEET_OFICIAL, 3, 1);
    repack(&b->table);
    for (int i = 3; i < MAZO_SEATS_MAX; i++) {
        assert_string_equal(b->table.seat[i].player.name, "");
        assert_int_equal(b->table.seat[i].acts_at, TABLE_NEVER);
        assert_int_equal(b->table.seat[i].catching, MAZO_SEAT_NONE);
    }
    assert_int_equal(b->table.play.events.count, 0);
    json_out_init(&out, line, sizeof line); /* and there is nothing to write */
    table_put_line(&b->table, &out);
    assert_int_equal(out.len, 0);
    bench_free(b);
}

/* ---- sizes and times ---- */

static struct bench *four_people(int sheet, int level)
{
    struct bench *b = bench_new(NULL, 8);
    for (int i = 0; i < 4; i++) {
        struct table_player p = {.sitter = TABLE_PERSON,
                                 .level = (uint8_t)level,
                                 .playouts = 60,
                                 .name = "Ana"};
        table_sit(&b->table, i, &p);
    }
    bench_open(b, sheet, 4, 5);
    bench_play(b, 120);
    return b;
}

static void four_people_take_little_room(void **state)
{
    (void)state;
    static char room[TABLE_PACK_MAX];
    struct bench *b = four_people(MAZO_SHEET_OFICIAL, MAZO_BOT_NORMAL);
    assert_in_range(table_pack(&b->table, room), 1, 5 * 1024);
    bench_free(b);
}

/* test_pack --measure: bytes and microseconds, for docs/table.md. */
static void measure(const char *what, int sheet, int level)
{
    enum { TIMES = 200000 };
    static char room[TABLE_PACK_MAX];
    struct timespec from, to;
    struct bench *b = four_people(sheet, level);
    size_t len = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int i = 0; i < TIMES; i++) {
        len = table_pack(&b->table, room);
        table_unpack(&b->table, room, len);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double s = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    printf("%s: %zu bytes, pack and unpack %.2f us\n", what, len, s / TIMES * 1e6);
    bench_free(b);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_as_if_never_packed),
        cmocka_unit_test(what_is_held_keeps_its_cards),
        cmocka_unit_test(empty_seats_are_empty_again),
        cmocka_unit_test(four_people_take_little_room),
    };
    if (argc == 2 && strcmp(argv[1], "--measure") == 0) {
        printf("struct table: %zu bytes\n", sizeof(struct table));
        measure("oficial, normal", MAZO_SHEET_OFICIAL, MAZO_BOT_NORMAL);
        measure("oficial, expert", MAZO_SHEET_OFICIAL, MAZO_BOT_EXPERT);
        measure("jackpot, normal", MAZO_SHEET_JACKPOT, MAZO_BOT_NORMAL);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
