/*
 * coach.c - what the coach's figures can bear.
 *
 *     coach SHEET TARGET MATCHES PLAYOUTS REFERENCE BOT...
 *
 * Bots play matches to TARGET points (0: one round); the coach goes through each with PLAYOUTS per
 * decision and again with REFERENCE. Prints a line per match and seat, then for every kind of bot:
 * how often its skill is clear and how often it has the best figure of the table; the same if only
 * costs above their noise were summed; and how often the interval holds what the reference says.
 * REFERENCE 0: not asked. With KEEP=FOLDER in the environment the match files stay there;
 * FIRST=N begins with the N-th match.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/coach.h"
#include "table/player.h"
#include "table/table.h"

enum { TEXT_MAX = 8 << 20, KINDS_MAX = MAZO_SEATS_MAX };

static char text[TEXT_MAX];
static size_t length;
static struct table table;

struct kind {
    const char *name;
    int sat, praised, blamed, best, best_by_costs, checked, held;
    double decisions, agreed, skill, by_costs, error;
};

static void heard(void *ctx, const struct table *t)
{
    struct json_out out;
    (void)ctx;
    json_out_init(&out, text + length, TEXT_MAX - length);
    table_put_line(t, &out);
    length += out.len;
}

static bool play(int sheet, int target, int seats, const struct player *bots, uint64_t seed,
                 struct mazo_bot_scratch *scratch)
{
    static struct wire_opening opening;
    struct mazo_position *at = &opening.position;
    struct wire_error why;
    opening.has_seed = true;
    memset(at, 0, sizeof *at);
    memcpy(at->seed, &seed, sizeof seed);
    at->seats = (uint8_t)seats;
    at->rules = *mazo_rules_of_sheet(sheet);
    if (target)
        at->rules.target = (uint16_t)target;
    else
        at->rules.scoring = MAZO_scoring_quick;
    length = 0;
    table_init(&table, TEXT_EN, &table_pace_none, scratch, seed);
    table.heard = heard;
    for (int i = 0; i < seats; i++) {
        /* rotated, so that nobody always sits behind the same player */
        const struct player *bot = &bots[(i + (int)seed) % seats];
        table_sit(&table, i,
                  &(struct table_player){.sitter = TABLE_BOT,
                                         .level = bot->level,
                                         .style = bot->style,
                                         .playouts = bot->playouts});
    }
    if (!table_open(&table, WIRE_NEW, &opening, 0, &why))
        return false;
    for (uint64_t now = 0; table.play.game.phase != MAZO_PHASE_match_over;) {
        while (table_tick(&table, now)) {
        }
        uint64_t due = table_due(&table);
        now = due == TABLE_NEVER ? now : due;
    }
    return true;
}

static bool keep(int number)
{
    char path[4096];
    if (!getenv("KEEP"))
        return true;
    snprintf(path, sizeof path, "%s/%d.mazo", getenv("KEEP"), number);
    FILE *f = fopen(path, "w");
    return f && fwrite(text, 1, length, f) == length && fclose(f) == 0;
}

/* -(own) + (the others') / (n - 1): the skill if only costs above their noise counted. */
static double by_costs(const struct coach_report *r, int seats, int seat)
{
    double sum = 0;
    for (int i = 0; i < seats; i++)
        sum += i == seat ? -r->player[i].cost : r->player[i].cost / (seats - 1);
    return sum;
}

static struct kind *kind_of(struct kind kinds[KINDS_MAX], const char *name)
{
    struct kind *k = kinds;
    while (k->name && strcmp(k->name, name) != 0)
        k++;
    k->name = name;
    return k;
}

static void note(struct kind *k, const struct coach_report *r, const struct coach_report *reference,
                 int seats, int seat)
{
    const struct coach_tally *t = &r->player[seat];
    bool best = true, best_by_costs = true;
    for (int i = 0; i < seats; i++) {
        best &= r->player[i].skill <= t->skill;
        best_by_costs &= by_costs(r, seats, i) <= by_costs(r, seats, seat);
    }
    k->sat++;
    k->decisions += t->decisions;
    k->agreed += t->agreed;
    k->skill += t->skill;
    k->by_costs += by_costs(r, seats, seat);
    k->error += coach_skill_error(t);
    k->praised += t->skill > coach_skill_error(t);
    k->blamed += -t->skill > coach_skill_error(t);
    k->best += best;
    k->best_by_costs += best_by_costs;
    printf("%-8s %4d %4d  skill %+.4f +- %.4f  by costs %+.4f", k->name, t->decisions, t->agreed,
           t->skill, coach_skill_error(t), by_costs(r, seats, seat));
    if (reference) {
        const struct coach_tally *o = &reference->player[seat];
        k->checked++;
        k->held += fabs(t->skill - o->skill) <= hypot(coach_skill_error(t), coach_skill_error(o));
        printf("  reference %+.4f +- %.4f", o->skill, coach_skill_error(o));
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static struct kind kinds[KINDS_MAX + 1];
    static struct player bots[MAZO_SEATS_MAX];
    int seats = argc - 6, sheet = argc > 1 ? mazo_sheet_by_name(argv[1]) : -1;
    if (seats < MAZO_SEATS_MIN || seats > MAZO_SEATS_MAX || sheet < 0) {
        fprintf(stderr, "coach SHEET TARGET MATCHES PLAYOUTS REFERENCE BOT...\n");
        return 2;
    }
    for (int i = 0; i < seats; i++) {
        if (player_read(argv[6 + i], strlen(argv[6 + i]), 0, &bots[i]) != PLAYER_FINE) {
            fprintf(stderr, "%s?\n", argv[6 + i]);
            return 2;
        }
    }
    int target = atoi(argv[2]), matches = atoi(argv[3]), reference = atoi(argv[5]);
    struct coach coach = {.playouts = (uint32_t)atoi(argv[4]), .seat = COACH_EVERYBODY};
    struct mazo_bot_scratch *scratch = malloc(mazo_bot_scratch_size());
    int first = getenv("FIRST") ? atoi(getenv("FIRST")) : 0;
    for (int i = first; scratch && i < first + matches; i++) {
        struct coach_report report, other;
        struct coach careful = {.playouts = (uint32_t)reference, .seat = COACH_EVERYBODY};
        if (!play(sheet, target, seats, bots, 1000 + (uint64_t)i, scratch) || !keep(i) ||
            coach_run(&coach, text, length, &report) != 0 ||
            (reference && coach_run(&careful, text, length, &other) != 0))
            return 1;
        printf("match %d, %d commands\n", i, report.commands);
        for (int seat = 0; seat < seats; seat++) {
            note(kind_of(kinds, bots[(seat + 1000 + i) % seats].name), &report,
                 reference ? &other : NULL, seats, seat);
        }
        fflush(stdout);
    }
    printf("\nbot      seats decisions agreed    skill  by costs      +-  praised blamed  best  "
           "by costs  held\n");
    for (struct kind *k = kinds; k->name; k++) {
        double n = k->sat;
        printf("%-8s %5d %9.1f %5.0f%% %+7.1f%% %+7.1f%% %7.1f%% %6.0f%% %5.0f%% %5.0f%% %6.0f%%  "
               "%d/%d\n",
               k->name, k->sat, k->decisions / n, 100 * k->agreed / k->decisions,
               100 * k->skill / n, 100 * k->by_costs / n, 100 * k->error / n, 100 * k->praised / n,
               100 * k->blamed / n, 100 * k->best / n, 100 * k->best_by_costs / n, k->held,
               k->checked);
    }
    free(scratch);
    return 0;
}
