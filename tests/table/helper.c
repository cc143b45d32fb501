/*
 * helper.c - a table for tests.
 */
#include "table/helper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct wire_error bench_why;

static void hear(void *ctx, const struct table *t)
{
    struct bench *b = ctx;
    struct json_out out;
    assert_true(b->len + WIRE_LINE_MAX + 2 < LOG_MAX && b->lines < LOG_LINES_MAX);
    const char *wrong = mazo_check(&t->play.game);
    if (wrong)
        fail_msg("%s", wrong);
    json_out_init(&out, b->log + b->len, WIRE_LINE_MAX + 2);
    table_put_line(t, &out);
    assert_false(out.full);
    b->len += out.len;
    b->hashes[b->lines] = mazo_hash(&t->play.game);
    b->ends[b->lines++] = b->len;
}

struct bench *bench_new(const struct table_pace *pace, uint64_t dice)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->log = malloc(LOG_MAX);
    struct mazo_bot_scratch *scratch = malloc(mazo_bot_scratch_size());
    assert_non_null(b->log);
    assert_non_null(scratch);
    table_init(&b->table, TEXT_EN, pace, scratch, dice);
    b->table.heard = hear;
    b->table.ctx = b;
    b->now = 1000;
    b->dice = mazo_fast_seed(dice + 99);
    return b;
}

void bench_free(struct bench *b)
{
    assert_int_equal(b->table.bugs, 0);
    free(b->table.scratch);
    free(b->log);
    free(b);
}

void bench_person(struct bench *b, int seat, const char *name)
{
    struct table_player p = {.sitter = TABLE_PERSON, .level = MAZO_BOT_NORMAL};
    strncpy(p.name, name, sizeof p.name - 1);
    table_sit(&b->table, seat, &p);
}

void bench_bot(struct bench *b, int seat, int level)
{
    table_sit(&b->table, seat,
              &(struct table_player){.sitter = TABLE_BOT, .level = (uint8_t)level, .playouts = 60});
}

void bench_open_by(struct bench *b, const struct mazo_rules *rules, int seats, uint64_t seed)
{
    struct wire_opening *opening = calloc(1, sizeof *opening);
    assert_non_null(opening);
    assert_int_equal(mazo_rules_check(rules, seats), MAZO_FAULT_none);
    mazo_position_init(&opening->position, rules, seats);
    mazo_seed_from_number(seed, opening->position.seed);
    opening->has_seed = true;
    bool fine = table_open(&b->table, WIRE_NEW, opening, b->now, &bench_why);
    free(opening);
    assert_true(fine);
}

void bench_open(struct bench *b, int sheet, int seats, uint64_t seed)
{
    bench_open_by(b, mazo_rules_of_sheet(sheet), seats, seed);
}

void bench_position(struct bench *b, const char *json)
{
    static struct wire_line line;
    if (!wire_read_line(TEXT_EN, json, strlen(json), &line, &bench_why) ||
        !table_open(&b->table, line.kind, &line.opening, b->now, &bench_why))
        fail_msg("%s: %s", json, bench_why.message);
}

enum table_answer bench_do(struct bench *b, const char *json)
{
    static struct wire_line line;
    if (!wire_read_line(TEXT_EN, json, strlen(json), &line, &bench_why))
        fail_msg("%s: %s", json, bench_why.message);
    return table_do(&b->table, b->now, &line.command, line.rule_texts, &bench_why);
}

void bench_wait(struct bench *b, uint64_t until)
{
    for (uint64_t due; (due = table_due(&b->table)) <= until;) {
        b->now = due > b->now ? due : b->now;
        while (table_tick(&b->table, b->now)) {
        }
        assert_true(table_due(&b->table) > b->now);
    }
    b->now = until;
}

bool bench_act(struct bench *b, int seat)
{
    static struct mazo_legal legal;
    int count = mazo_legal(&b->table.play.game, seat, &legal);
    if (count == 0)
        return false;
    struct mazo_command c = mazo_legal_at(&legal, (int)mazo_fast_below(&b->dice, (uint32_t)count));
    return table_do(&b->table, b->now, &c, NULL, &bench_why) != TABLE_REFUSED;
}

static void people_act(struct bench *b)
{
    struct table *t = &b->table;
    for (int i = 0; i < t->seats; i++) {
        bool must = table_awaits(t, i);
        if (t->seat[i].player.sitter == TABLE_PERSON && !t->seat[i].away &&
            mazo_fast_below(&b->dice, must ? 3 : 25) == 0)
            bench_act(b, i);
    }
    if (t->play.game.phase == MAZO_PHASE_round_over && table_has_people(t)) {
        struct mazo_command next = {.type = MAZO_CMD_next};
        assert_int_equal(table_do(t, b->now, &next, NULL, &bench_why), TABLE_DONE);
    }
}

void bench_play(struct bench *b, uint32_t most)
{
    struct table *t = &b->table;
    uint64_t start = b->now;
    while (t->play.game.phase != MAZO_PHASE_match_over && t->commands < most) {
        people_act(b);
        bench_wait(b, b->now + 200 + mazo_fast_below(&b->dice, 900));
        assert_true(b->now - start < UINT64_C(400000000)); /* it hangs */
    }
}

void bench_house_rules(uint64_t *dice, int sheet, int seats, struct mazo_rules *out)
{
    do {
        *out = *mazo_rules_of_sheet(sheet);
        for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
            const struct mazo_rule_info *info = mazo_rule_info(rule);
            if (info->type == MAZO_TYPE_copies || mazo_fast_below(dice, 4))
                continue;
            uint32_t range = info->most - info->least + 1;
            mazo_rules_set(out, rule, info->least + mazo_fast_below(dice, range));
        }
        out->target = 150;
        out->turn_clock = 0;
    } while (mazo_rules_check(out, seats) != MAZO_FAULT_none);
}
