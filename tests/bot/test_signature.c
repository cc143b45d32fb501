/*
 * test_signature.c FILE - does every bot play as it did, on every machine?
 *
 * A number per level that depends on every command it gives in some matches of every sheet, at two and
 * four seats, with styles. Those of the yardsticks, hard-1 and expert-1, never change. The file has them as they should be. When a change of play is meant, write
 * it anew with `test_signature --write FILE`, and say in the commit what plays differently.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots.h"

enum { PLAYOUTS = 60, COMMANDS = 160 };

static struct bots s;

static uint64_t stir(uint64_t sum, uint64_t word)
{
    return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t stir_command(uint64_t sum, const struct mazo_command *c)
{
    const uint8_t fields[] = {c->type, c->seat, c->card, c->color,
                              c->who,  c->uno,  c->yes,  c->count};
    for (size_t i = 0; i < sizeof fields; i++)
        sum = stir(sum, fields[i]);
    for (int i = 0; c->type == MAZO_CMD_throw && i < c->count; i++)
        sum = stir(sum, c->cards[i]);
    return sum;
}

/* The first seat that wants to do something does it, the one in turn last. */
static bool act(uint64_t *sum)
{
    for (int i = 1; i <= s.game.seats; i++) {
        int seat = (s.game.turn + i) % s.game.seats;
        struct mazo_command c = {.type = MAZO_CMD_next};
        if (s.game.phase == MAZO_PHASE_round_over || bots_choose(&s, seat, &c)) {
            *sum = stir_command(*sum, &c);
            return mazo_apply(&s.game, &c, &s.events) == MAZO_ERR_ok;
        }
    }
    return false;
}

static uint64_t match_of(int level, const struct mazo_rules *rules, int seats)
{
    uint64_t sum = 0;
    for (int seat = 0; seat < seats; seat++)
        mazo_bot_init(&s.bots[seat], level, seat % MAZO_BOT_STYLE_COUNT, PLAYOUTS, (uint64_t)seat);
    uint8_t seed[32] = {7, s.bots[0].level}; /* a yardstick's is that of its level */
    mazo_events_clear(&s.events);
    mazo_init(&s.game, rules, seats, seed, false, &s.events);
    bots_tell(&s);
    for (int i = 0; i < COMMANDS && s.game.phase != MAZO_PHASE_match_over && act(&sum); i++)
        bots_tell(&s);
    return sum;
}

static uint64_t signature_of(int level)
{
    uint64_t sum = 0;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        for (int seats = 2; seats <= 4; seats += 2)
            sum = stir(sum, match_of(level, mazo_rules_of_sheet(sheet), seats));
    return sum;
}

static int compare(const char *path)
{
    FILE *file = fopen(path, "r");
    int failed = 0;
    printf("1..%d\n", MAZO_BOT_NAME_COUNT);
    for (int level = 0; level < MAZO_BOT_NAME_COUNT; level++) {
        char name[32] = "";
        uint64_t should = 0, is = signature_of(level);
        bool found = file && fscanf(file, "%31s %" SCNx64, name, &should) == 2 &&
                     strcmp(name, mazo_bot_level_name(level)) == 0;
        bool fine = found && should == is;
        failed += !fine;
        printf("%sok %d - %s\n", fine ? "" : "not ", level + 1, mazo_bot_level_name(level));
        if (!fine)
            printf("# it plays %016" PRIx64 ", and the file says %016" PRIx64 "\n", is, should);
    }
    if (file)
        fclose(file);
    return failed > 0;
}

static int write_all(const char *path)
{
    FILE *file = fopen(path, "w");
    for (int level = 0; file && level < MAZO_BOT_NAME_COUNT; level++)
        fprintf(file, "%s %016" PRIx64 "\n", mazo_bot_level_name(level), signature_of(level));
    return !file || fclose(file) != 0;
}

int main(int count, char **arguments)
{
    s.scratch = malloc(mazo_bot_scratch_size());
    if (count < 2 || !s.scratch)
        return 2;
    int result = count > 2 ? write_all(arguments[2]) : compare(arguments[1]);
    free(s.scratch);
    return result;
}
