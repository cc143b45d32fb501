/*
 * bench.c - `mazo bench`: the engine's speed on this machine, and its signature.
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "sim/bench.h"
#include "text/screen.h"

enum { ROUNDS = 100000, ROUNDS_MOST = 1000000000, REPEATS = 3 };

struct bench_options {
    uint64_t rounds, seats;
    bool json, only_signature;
};

static const struct cli_option options[] = {
    {"json", 'j', NULL, N_("print the figures as JSON"), CLI_FLAG(struct bench_options, json)},
    {"rounds", 0, "N", N_("rounds per measurement (100000)"),
     CLI_NUMBER(struct bench_options, rounds, 1, ROUNDS_MOST)},
    {"seats", 0, "N", N_("seats at the table (4)"), CLI_NUMBER(struct bench_options, seats, 2, 8)},
    {"signature", 0, NULL, N_("only the signature"),
     CLI_FLAG(struct bench_options, only_signature)},
    {0},
};

static const struct cli_usage usage = {
    .name = "bench",
    .forms = (const char *const[]){"[--json] [--rounds N] [--seats N]", "--signature [--json]",
                                   NULL},
    .about = N_(
        "Rounds per second of random legal play on one core, for each sheet: on the playout path\n"
        "(the one bots use to look ahead) and on the full path (legal list, checked command, events).\n"
        "The best of three runs counts. The signature depends on every state of a fixed set of\n"
        "matches: it is the same everywhere, and changes as soon as any rule plays differently."),
    .options = options,
};

struct row {
    double playout, full;
    struct sim_speed speed; /* on the playout path */
    bool agree;             /* both paths played the same rounds */
};

static double best_of(const struct mazo_rules *rules, int seats, enum sim_path path, long rounds,
                      struct sim_speed *speed)
{
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        sim_speed_of(rules, seats, path, rounds, speed);
        double rate = speed->seconds > 0 ? (double)rounds / speed->seconds : 0;
        best = rate > best ? rate : best;
    }
    return best;
}

static void measure(int sheet, int seats, long rounds, struct row *row)
{
    struct sim_speed full;
    const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "mazo bench: %s...\n", mazo_sheet_name(sheet));
    row->playout = best_of(rules, seats, SIM_PLAYOUT, rounds, &row->speed);
    row->full = best_of(rules, seats, SIM_FULL, rounds, &full);
    row->agree = row->speed.hash == full.hash;
}

static void print_json(const struct row rows[], int seats, uint64_t signature)
{
    printf("[");
    for (int i = 0; i < MAZO_SHEET_COUNT; i++) {
        printf("{\"rules\":\"%s\",\"seats\":%d,\"playout_rounds_per_s\":%.0f,"
               "\"full_rounds_per_s\":%.0f,\"turns_per_round\":%.3f,\"points_per_round\":%.2f},\n ",
               mazo_sheet_name(i), seats, rows[i].playout, rows[i].full,
               rows[i].speed.turns_per_round, rows[i].speed.points_per_round);
    }
    printf("{\"signature\":%" PRIu64 "}]\n", signature);
}

static void print_table(const struct row rows[], uint64_t signature, enum text_lang lang)
{
    static const char *const heads[] = {N_("playouts/s"), N_("full/s"), N_("turns/round"),
                                        N_("points/round")};
    printf("%-12s", "");
    for (int i = 0; i < 4; i++) {
        const char *head = text_in(lang, heads[i]);
        printf(" %*s%s", 13 - screen_width(head), "", head);
    }
    putchar('\n');
    for (int i = 0; i < MAZO_SHEET_COUNT; i++) {
        cli_print(lang, "%-12s %13.0f %13.0f %13.2f %13.2f", mazo_sheet_name(i), rows[i].playout,
                  rows[i].full, rows[i].speed.turns_per_round, rows[i].speed.points_per_round);
    }
    printf("%s %" PRIu64 "\n", text_in(lang, "Signature:"), signature);
}

static int run_bench(struct cli_line *line, int seats, long rounds, bool json)
{
    struct row rows[MAZO_SHEET_COUNT];
    for (int i = 0; i < MAZO_SHEET_COUNT; i++) {
        measure(i, seats, rounds, &rows[i]);
        if (!rows[i].agree) {
            return cli_complain(line, EXIT_BAD, N_("%s: the two paths disagree"),
                                mazo_sheet_name(i));
        }
    }
    if (json)
        print_json(rows, seats, sim_signature());
    else
        print_table(rows, sim_signature(), line->lang);
    return EXIT_FINE;
}

int cli_bench(int argc, char **argv)
{
    struct cli_line line;
    struct bench_options o = {.rounds = ROUNDS, .seats = 4};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &o) || !cli_operands(&line, 0))
        return line.exit;
    if (o.only_signature) {
        printf(o.json ? "{\"signature\":%" PRIu64 "}\n" : "%" PRIu64 "\n", sim_signature());
        return EXIT_FINE;
    }
    return run_bench(&line, (int)o.seats, (long)o.rounds, o.json);
}
