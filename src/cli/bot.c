/*
 * bot.c - `mazo bot check`: tries a program on all sheets before it plays anywhere.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "cli/contest.h"
#include "cli/sim_print.h"
#include "sim/contest.h"
#include "text/oserror.h"

struct bot_options {
    uint64_t rounds, seed, time_limit;
    bool quiet, json;
};

static const struct cli_option options[] = {
    {"rounds", 0, "N", N_("rounds for each line of the report (24)"),
     CLI_NUMBER(struct bot_options, rounds, 1, 1000000)},
    {"seed", 's', "N", N_("random seed (1)"), CLI_NUMBER(struct bot_options, seed, 0, UINT64_MAX)},
    {"time-limit", 0, "MS", N_("limit for each move of a program (1000)"),
     CLI_NUMBER(struct bot_options, time_limit, 1, 3600000)},
    {"json", 'j', NULL, N_("print the report as JSON"), CLI_FLAG(struct bot_options, json)},
    {"quiet", 'q', NULL, N_("no progress on standard error"), CLI_FLAG(struct bot_options, quiet)},
    {0},
};

static const struct cli_usage usage = {
    .name = "bot",
    .forms = (const char *const[]){N_("check [OPTION]... 'cmd:PROGRAM ARGUMENT...'"), NULL},
    .about = N_(
        "Tries a program that plays: on every sheet, with few and many seats, by house rules\n"
        "that ask more of it, and against itself. The report says how often it was asked, in\n"
        "turn and out of turn, how long its answers took, and what was wrong with the first\n"
        "wrong one. The exit code is 0 when all were right."),
    .options = options,
    .notes = N_(
        "docs/bot-in-ten-minutes.md shows how to write one. docs/examples has four to start\n"
        "from: in Python, JavaScript, C and shell.\n"
        "\n"
        "    mazo bot check 'cmd:python3 docs/examples/bot.py'"),
};

/* What one line of the report plays. */
static const struct trial {
    const char *rules, *house;
    int seats;
    bool itself; /* the program sits everywhere */
} more[] = {
    {"oficial", "stacking=yes,jump_in=yes,seven_zero=yes,draw_until_playable=yes", 3, false},
    {"oficial", "uno_late=1,must_play=yes", 2, false},
    {"jackpot", NULL, 3, true},
};

/* What programs were asked and answered during one trial; `lock` guards it. */
struct notes {
    pthread_mutex_t lock;
    uint64_t questions, others, waits, wrong;
    uint64_t slowest_start;
    uint32_t *us; /* time of each answer except the first, which includes the start */
    size_t count, space;
    uint32_t phases; /* bits of enum mazo_phase, in all trials */
};

static void hear(void *ctx, const struct sim_exchange *e)
{
    struct notes *n = ctx;
    pthread_mutex_lock(&n->lock);
    n->questions++;
    n->others += !e->in_turn;
    n->waits += e->waits;
    n->wrong += e->what != NULL;
    n->phases |= 1u << e->phase;
    if (e->first)
        n->slowest_start = e->ns > n->slowest_start ? e->ns : n->slowest_start;
    else if (n->count == n->space) {
        size_t space = n->space ? 2 * n->space : 1024;
        uint32_t *us = realloc(n->us, space * sizeof *us);
        n->us = us ? us : n->us;
        n->space = us ? space : n->space;
    }
    if (!e->first && n->count < n->space)
        n->us[n->count++] = (uint32_t)(e->ns / 1000);
    pthread_mutex_unlock(&n->lock);
}

static int by_time(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void add_row(struct cli_table *table, const struct trial *t, const struct notes *n)
{
    cli_table_add(table, "%s%s%s", t->rules, t->house ? " + " : "", t->house ? t->house : "");
    cli_table_add(table, "%d", t->seats);
    cli_table_add(table, "%" PRIu64, n->questions);
    cli_table_add(table, "%" PRIu64, n->others);
    cli_table_add(table, "%" PRIu64, n->waits);
    cli_table_add(table, "%.2f", n->count ? n->us[n->count / 2] / 1000.0 : 0);
    cli_table_add(table, "%.2f", n->count ? n->us[n->count - 1] / 1000.0 : 0);
    cli_table_add(table, "%" PRIu64, n->wrong);
}

static void print_row_json(const struct trial *t, const struct notes *n, bool first)
{
    printf("%s{\"rules\":\"%s\",\"house\":", first ? "\n  " : ",\n  ", t->rules);
    cli_print_string(t->house);
    printf(",\"seats\":%d,\"itself\":%s,\"questions\":%" PRIu64 ",\"out_of_turn\":%" PRIu64
           ",\"waited\":%" PRIu64,
           t->seats, t->itself ? "true" : "false", n->questions, n->others, n->waits);
    if (n->count > 0)
        printf(",\"median_ms\":%.3f,\"longest_ms\":%.3f", n->us[n->count / 2] / 1000.0,
               n->us[n->count - 1] / 1000.0);
    else
        printf(",\"median_ms\":null,\"longest_ms\":null");
    printf(",\"wrong\":%" PRIu64 "}", n->wrong);
}

/* ---- all trials ---- */

struct checking {
    struct cli_line *line;
    const struct bot_options *options;
    struct player program, opponent;
    struct sim_contest contest;
    struct sim_score score;
    struct sim_offence offence; /* the first wrong answer of all trials */
    struct notes notes;
    struct cli_table table;
    uint64_t questions, wrong;
    int trials;
};

/* Print a trial as a row and reset the notes. */
static void report(struct checking *k, const struct trial *t)
{
    struct notes *n = &k->notes;
    if (n->count > 0)
        qsort(n->us, n->count, sizeof *n->us, by_time);
    if (k->options->json)
        print_row_json(t, n, k->trials == 0);
    else
        add_row(&k->table, t, n);
    k->trials++;
    n->questions = n->others = n->waits = n->wrong = 0;
    n->count = 0;
}

static bool play_trial(struct checking *k, const struct trial *t)
{
    struct sim_contest *c = &k->contest;
    *c = (struct sim_contest){.seats = t->seats,
                              .seed = k->options->seed,
                              .threads = 1,
                              .time_limit_ms = (int)k->options->time_limit,
                              .lang = k->line->lang,
                              .stop = &cli_interrupted,
                              .heard = hear,
                              .heard_ctx = &k->notes};
    c->deals = (int64_t)(k->options->rounds + (uint64_t)t->seats - 1) / t->seats;
    if (!cli_house_rules(k->line, t->rules, t->house, t->seats, &c->rules))
        return false;
    for (int i = 0; i < t->seats; i++)
        c->players[i] = i == 0 || t->itself ? &k->program : &k->opponent;
    int error = sim_contest_run(c, &k->score);
    if (error) {
        cli_complain(k->line, EXIT_BAD, "%s", text_oserror(k->line->lang, error));
        return false;
    }
    for (int i = 0; i < t->seats && !k->offence.what; i++)
        k->offence = k->score.offence[i];
    k->questions += k->notes.questions;
    k->wrong += k->notes.wrong;
    report(k, t);
    return !k->score.stopped;
}

/* Every sheet with two seats and with its own number, then what asks more. */
static bool play_trials(struct checking *k)
{
    int sheets = MAZO_SHEET_COUNT, all = 2 * sheets + (int)(sizeof more / sizeof more[0]);
    struct cli_meter meter;
    bool fine = true;
    cli_meter_init(&meter, k->line, k->options->quiet, false);
    meter.sentence = N_("mazo %s: %lld of %lld trials, %s left\n");
    for (int i = 0; i < all && fine; i++) {
        const struct mazo_rules *rules = i < 2 * sheets ? mazo_rules_of_sheet(i / 2) : NULL;
        int seats = rules ? rules->seats : 0;
        const struct trial of_sheet = {.rules = mazo_sheet_name(i / 2),
                                       .seats = i % 2 ? (seats > 2 ? seats : 3) : 2};
        fine = play_trial(k, rules ? &of_sheet : &more[i - 2 * sheets]);
        cli_meter_tell(&meter, i + 1, all);
    }
    cli_meter_end(&meter);
    return fine;
}

static void print_end(const struct checking *k)
{
    enum text_lang lang = k->line->lang;
    printf(text_in(lang, "\nIt was asked %llu times, in these phases:"),
           (unsigned long long)k->questions);
    for (int phase = 0; phase < MAZO_PHASE_COUNT; phase++)
        if (k->notes.phases >> phase & 1)
            printf(" %s", mazo_phase_name(phase));
    putchar('\n');
    cli_print(lang, N_("From its start to its first answer: at most %.0f ms."),
              (double)k->notes.slowest_start / 1e6);
    if (cli_interrupted)
        puts(text_in(lang, "Interrupted: the report is not whole."));
    else if (k->wrong == 0)
        puts(text_in(lang, "All its answers were right."));
    else
        printf(text_in(lang, "Wrong: %llu.\n"), (unsigned long long)k->wrong);
    fflush(stdout);
}

static void print_end_json(const struct checking *k)
{
    const char *comma = "";
    printf("],\n \"questions\":%" PRIu64 ",\"wrong\":%" PRIu64 ",\"phases\":[", k->questions,
           k->wrong);
    for (int phase = 0; phase < MAZO_PHASE_COUNT; phase++) {
        if (k->notes.phases >> phase & 1) {
            printf("%s\"%s\"", comma, mazo_phase_name(phase));
            comma = ",";
        }
    }
    printf("],\"first_answer_ms\":%.3f", (double)k->notes.slowest_start / 1e6);
    sim_print_offence_json(&k->offence);
    printf(",\"stopped\":%s}\n", cli_interrupted ? "true" : "false");
}

/* Play, and print the report: a table for people, or JSON. */
static bool play_and_print(struct checking *k)
{
    static const struct cli_column columns[] = {{N_("rules"), CLI_LEFT, 12, 24},
                                                {N_("seats"), CLI_RIGHT, 5, 0},
                                                {N_("questions"), CLI_RIGHT, 9, 0},
                                                {N_("out of turn"), CLI_RIGHT, 11, 0},
                                                {N_("waited"), CLI_RIGHT, 6, 0},
                                                {N_("median ms"), CLI_RIGHT, 9, 0},
                                                {N_("longest ms"), CLI_RIGHT, 10, 0},
                                                {N_("wrong"), CLI_RIGHT, 5, 0}};
    if (k->options->json) {
        printf("{\"program\":");
        cli_print_string(k->program.name);
        printf(",\"rounds\":%" PRIu64 ",\"seed\":%" PRIu64 ",\n \"trials\":[", k->options->rounds,
               k->options->seed);
        bool played = play_trials(k);
        print_end_json(k);
        return played;
    }
    cli_table_begin(&k->table, k->line->lang, columns, sizeof columns / sizeof columns[0]);
    bool played = play_trials(k);
    cli_table_print(&k->table);
    print_end(k);
    sim_print_offence(k->program.name, &k->offence, k->line->lang);
    cli_table_end(&k->table);
    return played;
}

static int check(struct cli_line *line, const struct bot_options *o, const char *program)
{
    static struct checking k;
    char text[PLAYER_NAME_MAX + 8];
    k = (struct checking){.line = line, .options = o};
    snprintf(text, sizeof text, "%s%s", strncmp(program, "cmd:", 4) == 0 ? "" : "cmd:", program);
    if (!cli_player(line, text, strlen(text), 0, &k.program) ||
        !cli_player(line, "easy", strlen("easy"), 0, &k.opponent))
        return EXIT_USAGE;
    if (!cli_try_programs(line, &k.program, 1))
        return EXIT_BAD;
    pthread_mutex_init(&k.notes.lock, NULL);
    cli_catch_interrupts();
    bool played = play_and_print(&k);
    free(k.notes.us);
    return cli_interrupted ? EXIT_INTERRUPTED : played && k.wrong == 0 ? EXIT_FINE : EXIT_BAD;
}

int cli_bot(int argc, char **argv)
{
    struct cli_line line;
    struct bot_options o = {.rounds = 24, .seed = 1, .time_limit = 1000};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &o) || !cli_operands(&line, 2))
        return line.exit;
    if (line.operand_count != 2 || strcmp(line.operands[0], "check") != 0)
        return cli_complain(&line, EXIT_USAGE, N_("say what to check: check 'cmd:PROGRAM'"));
    return check(&line, &o, line.operands[1]);
}
