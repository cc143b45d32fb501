/*
 * sim.c - `mazo sim`: bots against each other, many rounds, with intervals.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/sim_part.h"
#include "cli/sim_print.h"
#include "sim/contest.h"
#include "sim/plot.h"
#include "text/oserror.h"

enum { ROUNDS = 10000, TIME_LIMIT_MS = 1000 };

#define ROUNDS_MOST UINT64_C(1000000000000)

struct sim_options {
    const char *rules, *bots, *house, *plot, *trace;
    uint64_t rounds, seed, seats, playouts, threads, time_limit;
    bool matches, json, csv, quiet, sprt, merge, strict;
    double elo0, elo1;
    int part, parts;
};

static bool read_sprt(struct cli_line *line, void *into)
{
    struct sim_options *r = into;
    char *end, *last;
    r->elo0 = strtod(line->value, &end);
    r->elo1 = *end == ',' ? strtod(end + 1, &last) : 0;
    r->sprt = end != line->value && *end == ',' && last != end + 1 && *last == '\0' &&
              r->elo0 < r->elo1 && r->elo0 > -2000 && r->elo1 < 2000;
    if (!r->sprt)
        cli_complain(line, EXIT_USAGE, N_("--sprt takes two Elo margins, the smaller first: 0,10"));
    return r->sprt;
}

static bool read_part(struct cli_line *line, void *into)
{
    struct sim_options *r = into;
    return sim_part_read(line, &r->part, &r->parts);
}

static const struct cli_option options[] = {
    {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file (oficial)"),
     CLI_TEXT(struct sim_options, rules)},
    {"bots", 'b', N_("A,B,..."), N_("who plays, one per seat"), CLI_TEXT(struct sim_options, bots)},
    {"rounds", 0, "N", N_("rounds (10000), rounded up to whole deals"),
     CLI_NUMBER(struct sim_options, rounds, 1, ROUNDS_MOST)},
    {"seed", 's', "N", N_("random seed (1)"), CLI_NUMBER(struct sim_options, seed, 0, UINT64_MAX)},
    {"seats", 0, "N", N_("seats; with fewer bots, they repeat in order"),
     CLI_NUMBER(struct sim_options, seats, MAZO_SEATS_MIN, MAZO_SEATS_MAX)},
    {"set", 'o', N_("LIST"), N_("house rules: stacking=yes,target=200"),
     CLI_TEXT(struct sim_options, house)},
    {"options", 0, N_("LIST"), NULL, CLI_TEXT(struct sim_options, house)},
    {"matches", 0, NULL, N_("whole matches instead of rounds"),
     CLI_FLAG(struct sim_options, matches)},
    {"playouts", 0, "N", N_("playouts per decision of an expert"),
     CLI_NUMBER(struct sim_options, playouts, 1, 1000000000)},
    {"threads", 't', "N", N_("threads (all cores); results do not depend on them"),
     CLI_NUMBER(struct sim_options, threads, 1, SIM_THREADS_MAX)},
    {"sprt", 0, "E0,E1", N_("for two bots: stop when one of two Elo margins is certain"),
     .read = read_sprt},
    {"time-limit", 0, "MS", N_("limit for each move of a program (1000)"),
     CLI_NUMBER(struct sim_options, time_limit, 1, 3600000)},
    {"json", 'j', NULL, N_("print the figures as JSON"), CLI_FLAG(struct sim_options, json)},
    {"csv", 0, NULL, N_("print the figures as CSV, one row per bot"),
     CLI_FLAG(struct sim_options, csv)},
    {"plot", 0, N_("FILE"), N_("also draw the figures, as SVG"),
     CLI_TEXT(struct sim_options, plot)},
    {"trace", 0, N_("FILE"), N_("what programs are asked and answer, one JSON line each"),
     CLI_TEXT(struct sim_options, trace)},
    {"strict", 0, NULL, N_("stop at the first thing that a program does wrong"),
     CLI_FLAG(struct sim_options, strict)},
    {"part", 0, "K/N", N_("play only part K of N, for --merge: one machine per part"),
     .read = read_part},
    {"merge", 0, NULL, N_("combine the FILES of all parts, and print what one run would"),
     CLI_FLAG(struct sim_options, merge)},
    {"quiet", 'q', NULL, N_("no progress on standard error"), CLI_FLAG(struct sim_options, quiet)},
    {0},
};

static const struct cli_usage usage = {
    .name = "sim",
    .forms = (const char *const[]){N_("--bots A,B,... [OPTION]..."), N_("--merge FILE..."), NULL},
    .about = N_(
        "Lets bots play rounds against each other. Each deal is played once for every rotation\n"
        "of the bots over the seats, so that every bot plays every seat with the same cards.\n"
        "The same seed gives the same result."),
    .options = options,
    .notes = N_(
        "A bot is LEVEL[:STYLE][@PLAYOUTS], for example expert@2000 or hard:cautious.\n"
        "Levels: random, rule-v1, easy, normal, hard, expert, and to measure these by hard-1\n"
        "and expert-1, which play as they did in November 2026. Styles: plain, cautious,\n"
        "bluffing, vengeful. cmd:PROGRAM ARGUMENT... is a program that reads a line\n"
        "{\"view\":...,\"legal\":[...]} and answers with a legal command; it is split at spaces\n"
        "and run without a shell. Its first answer may take 5 seconds longer than the others,\n"
        "because it has to start. A program that dies, stalls or lies loses its move: for that\n"
        "move it draws, keeps, accepts, passes or is done, or else the first legal command is\n"
        "taken. A program that has died or stalled loses the rest of the round.\n"
        "\n"
        "The intervals (95 %) are over deals, not rounds: rounds of one deal share their cards.\n"
        "Where all deals gave the same, they allow for outcomes that have not come up yet.\n"
        "With --sprt both errors are 5 %.\n"
        "\n"
        "    mazo sim --bots expert,hard,hard,hard --rounds 20000\n"
        "\n"
        "Several machines share a run by --part, and --merge prints exactly its result:\n"
        "\n"
        "    mazo sim --bots expert,hard --part 1/2 > one\n"
        "    mazo sim --bots expert,hard --part 2/2 > two\n"
        "    mazo sim --merge one two"),
};

/* Every bot gets a seat, or all the same number of seats. */
static bool fill_seats(struct cli_line *line, const struct sim_options *r,
                       const struct player *players, int count, struct sim_contest *c)
{
    c->seats = r->seats ? (int)r->seats : count > 1 ? count : 2;
    if (c->seats % count != 0) {
        return cli_refuse(line, EXIT_USAGE, N_("%d bots cannot share %d seats equally"), count,
                          c->seats);
    }
    for (int i = 0; i < c->seats; i++)
        c->players[i] = &players[i % count];
    if (r->sprt && (c->seats != 2 || count != 2))
        return cli_refuse(line, EXIT_USAGE, N_("--sprt is for two bots"));
    return true;
}

static void set_contest(const struct cli_line *line, const struct sim_options *r,
                        struct sim_contest *c)
{
    uint64_t seats = (uint64_t)c->seats;
    c->deals = (int64_t)((r->rounds + seats - 1) / seats);
    c->seed = r->seed;
    c->matches = r->matches;
    c->threads = r->threads ? (int)r->threads : cli_cores();
    c->time_limit_ms = (int)r->time_limit;
    c->part = r->part;
    c->parts = r->parts;
    c->lang = line->lang;
    c->strict = r->strict;
    c->sprt = r->sprt;
    c->elo0 = r->elo0;
    c->elo1 = r->elo1;
    c->stop = &cli_interrupted;
}

static int write_plot(struct cli_line *line, const char *path, const struct sim_contest *c,
                      const struct sim_score *score)
{
    errno = 0;
    FILE *file = fopen(path, "w");
    return cli_close(line, path, file, file && sim_plot(file, line->lang, c, score));
}

struct trace {
    FILE *file;
    int error; /* errno of a failed write, or 0 */
};

/* Writes a question and its answer immediately: the file may be watched. */
static void write_trace(void *ctx, const struct sim_exchange *e)
{
    struct trace *t = ctx;
    FILE *file = t->file;
    flockfile(file);
    fputs("{\"bot\":", file);
    cli_write_string(file, e->bot);
    fprintf(file, ",\"us\":%" PRIu64 ",\"verdict\":\"%s\",\"why\":", e->ns / 1000,
            e->what ? e->what : "fine");
    cli_write_string(file, e->why);
    fputs(",\"answer\":", file);
    cli_write_string(file, e->answer);
    fprintf(file, ",\"question\":%.*s}\n", (int)strcspn(e->question, "\n"), e->question);
    if (fflush(file) != 0)
        t->error = errno;
    funlockfile(file);
}

static int report(struct cli_line *line, const struct sim_options *r, const struct sim_contest *c,
                  const struct sim_score *score)
{
    if (c->parts && !score->stopped)
        sim_part_print(c, score);
    else if (c->parts)
        cli_complain(line, EXIT_BAD, N_("this part is not written"));
    else if (r->json)
        sim_print_json(c, score);
    else if (r->csv)
        sim_print_csv(c, score);
    else
        sim_print_text(c, score, line->lang);
    int code = r->plot && score->deals > 0 ? write_plot(line, r->plot, c, score) : EXIT_FINE;
    for (int i = 0; i < c->seats; i++)
        if (sim_print_offence(c->players[i]->name, &score->offence[i], line->lang) && r->strict)
            code = EXIT_BAD;
    if (score->bug[0]) {
        code = cli_complain(line, EXIT_BAD,
                            N_("bug: a built-in bot gave a command that was refused: %s"),
                            score->bug);
    }
    if (score->stopped) {
        return cli_complain(line, EXIT_INTERRUPTED,
                            c->matches ? N_("stopped after %lld of %lld matches")
                                       : N_("stopped after %lld of %lld rounds"),
                            (long long)score->rounds, (long long)(c->deals * c->seats));
    }
    return code;
}

static int merge(struct cli_line *line, const struct sim_options *r)
{
    static struct player players[MAZO_SEATS_MAX];
    static struct sim_contest contest;
    static struct sim_score score;
    if (!sim_part_merge(line, line->operands, line->operand_count, players, &contest, &score))
        return EXIT_BAD;
    return report(line, r, &contest, &score);
}

static int run_contest(struct cli_line *line, const struct sim_options *r)
{
    static struct player players[MAZO_SEATS_MAX];
    static struct sim_contest contest;
    static struct sim_score score;
    struct cli_meter meter;
    int count = cli_players(line, r->bots, (uint32_t)r->playouts, players);
    if (count == 0 || !fill_seats(line, r, players, count, &contest))
        return EXIT_USAGE;
    if (!cli_house_rules(line, r->rules, r->house, contest.seats, &contest.rules) ||
        !cli_try_programs(line, players, count))
        return EXIT_BAD;
    set_contest(line, r, &contest);
    if (!r->quiet && !r->json && !r->csv && r->rounds % (uint64_t)contest.seats != 0) {
        fprintf(stderr, text_in(line->lang, "mazo sim: %lld rounds, to rotate all seats\n"),
                (long long)(contest.deals * contest.seats));
    }
    cli_meter_init(&meter, line, r->quiet, r->json || r->csv);
    contest.progress = cli_meter_tell;
    contest.progress_data = &meter;
    cli_catch_interrupts();
    struct trace trace = {.file = r->trace ? fopen(r->trace, "w") : NULL};
    if (r->trace && !trace.file)
        return cli_close(line, r->trace, NULL, false);
    contest.heard = trace.file ? write_trace : NULL;
    contest.heard_ctx = &trace;
    int error = sim_contest_run(&contest, &score);
    cli_meter_end(&meter);
    errno = trace.error;
    if (trace.file && cli_close(line, r->trace, trace.file, !trace.error) != EXIT_FINE)
        return EXIT_BAD;
    if (error)
        return cli_complain(line, EXIT_BAD, "%s", text_oserror(line->lang, error));
    return report(line, r, &contest, &score);
}

int cli_sim(int argc, char **argv)
{
    struct cli_line line;
    struct sim_options r = {.rules = "oficial",
                            .rounds = ROUNDS,
                            .seed = 1,
                            .time_limit = TIME_LIMIT_MS};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &r) || !cli_operands(&line, r.merge ? INT_MAX : 0))
        return line.exit;
    const char *wrong = r.json && r.csv ? N_("use either --json or --csv")
                        : r.merge && (r.bots || r.parts)
                            ? N_("--merge plays nothing: it takes files only")
                        : r.merge && line.operand_count == 0
                            ? N_("--merge takes the files of all parts")
                        : !r.merge && !r.bots ? N_("say who plays: --bots normal,easy")
                        : r.parts && r.sprt   ? N_("--sprt needs the whole run, not a part")
                        : r.parts && (r.json || r.csv || r.plot)
                            ? N_("figures are printed by --merge")
                            : NULL;
    if (wrong)
        return cli_complain(&line, EXIT_USAGE, "%s", text_in(line.lang, wrong));
    return r.merge ? merge(&line, &r) : run_contest(&line, &r);
}
