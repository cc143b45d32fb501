/*
 * sim_print.c - prints the result of a contest.
 */
#include "cli/sim_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_table.h"
#include "cli/contest.h"
#include "wire/json_out.h"
#include "wire/json_write.h"
#include "cli/cli.h"
#include "text/screen.h"

enum { NAME_WIDTH = 18, SHOWN_MAX = 40 };

/* ---- for people ---- */

static void print_head(const struct sim_contest *c, const struct sim_score *score,
                       enum text_lang lang)
{
    const char *many =
        c->matches
            ? N_("%s, %d seats, seed %llu: %lld matches, %lld deals with every rotation of seats")
            : N_("%s, %d seats, seed %llu: %lld rounds, %lld deals with every rotation of seats");
    const char *one =
        c->matches
            ? N_("%s, %d seats, seed %llu: %lld matches, one deal with every rotation of seats")
            : N_("%s, %d seats, seed %llu: %lld rounds, one deal with every rotation of seats");
    char text[200];
    snprintf(text, sizeof text, text_in(lang, score->deals == 1 ? one : many),
             mazo_sheet_name(c->rules.sheet), c->seats, (unsigned long long)c->seed,
             (long long)score->rounds, (long long)score->deals);
    cli_print_paragraph(0, 80, 0, text);
    putchar('\n');
}

/* The group's players as a table names them. */
static void write_name(const struct sim_contest *c, unsigned players, enum text_lang lang,
                       char *buf, size_t size)
{
    char shown[SHOWN_MAX];
    int count = __builtin_popcount(players);
    screen_clean(c->players[__builtin_ctz(players)]->name, shown, sizeof shown);
    if (count == 1)
        snprintf(buf, size, "%s", shown);
    else
        snprintf(buf, size, text_in(lang, "%s (each of %d)"), shown, count);
}

static int64_t wins_of(const struct sim_score *score, unsigned players)
{
    int64_t wins = 0;
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        wins += players >> i & 1 ? score->wins[i] : 0;
    return wins;
}

static void add_group(struct cli_table *table, const struct sim_contest *c,
                      const struct sim_score *score, unsigned players)
{
    struct stats_interval rate, points;
    struct sim_tally tally;
    char name[2 * SHOWN_MAX];
    int count = __builtin_popcount(players);
    sim_win_rate(score, players, &rate);
    sim_points(score, players, &points);
    sim_tally_of(score, players, &tally);
    write_name(c, players, table->lang, name, sizeof name);
    cli_table_add_text(table, name);
    cli_table_add(table, "%.0f", (double)wins_of(score, players) / count);
    cli_table_add(table, "%.2f %%", 100 * rate.mean);
    cli_table_add(table, "%.2f - %.2f", 100 * rate.low, 100 * rate.high);
    cli_table_add(table, "%.2f", points.mean);
    cli_table_add(table, "%.5f", sim_ms_per_move(&tally));
}

static void print_groups(const struct sim_contest *c, const struct sim_score *score,
                         const unsigned groups[], int count, enum text_lang lang)
{
    const struct cli_column columns[] = {{"", CLI_LEFT, NAME_WIDTH, NAME_WIDTH},
                                         {N_("wins"), CLI_RIGHT, 9, 0},
                                         {N_("win rate"), CLI_RIGHT, 11, 0},
                                         {N_("interval (95 %)"), CLI_RIGHT, 16, 0},
                                         {c->matches ? N_("points/match") : N_("points/round"),
                                          CLI_RIGHT, 12, 0},
                                         {N_("ms/move"), CLI_RIGHT, 9, 0}};
    struct cli_table table;
    cli_table_begin(&table, lang, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < count; i++)
        add_group(&table, c, score, groups[i]);
    cli_table_print(&table);
    cli_table_end(&table);
}

void sim_print_losses(const char *name, const struct sim_tally *tally, enum text_lang lang)
{
    char shown[SHOWN_MAX];
    if (tally->lost == 0)
        return;
    screen_clean(name, shown, sizeof shown);
    printf(text_in(lang, "%s lost %llu moves: died %u times, stalled %u times, lied %u times\n"),
           shown, (unsigned long long)tally->lost, (unsigned)tally->died, (unsigned)tally->stalled,
           (unsigned)tally->lied);
}

bool sim_print_offence(const char *name, const struct sim_offence *o, enum text_lang lang)
{
    char shown[SHOWN_MAX], text[sizeof o->question];
    if (!o->what)
        return false;
    screen_clean(name, shown, sizeof shown);
    fprintf(stderr, text_in(lang, "\nThe first thing that %s did wrong: %s\n"), shown, o->why);
    screen_clean(o->question, text, sizeof text);
    fprintf(stderr, text_in(lang, "It was asked: %s\n"), text);
    if (o->answer[0]) {
        screen_clean(o->answer, text, sizeof text);
        fprintf(stderr, text_in(lang, "It answered: %s\n"), text);
    }
    return true;
}

static void print_sprt(const struct sim_contest *c, const struct sim_score *score,
                       enum text_lang lang)
{
    const char *verdict = score->verdict == STATS_STRONGER ? N_("%s is at least %g Elo better")
                          : score->verdict == STATS_WEAKER ? N_("%s is not more than %g Elo better")
                                                           : N_("not decided");
    double elo = score->verdict == STATS_STRONGER ? c->elo1 : c->elo0;
    char shown[SHOWN_MAX], text[2 * SHOWN_MAX];
    screen_clean(c->players[0]->name, shown, sizeof shown);
    snprintf(text, sizeof text, text_in(lang, verdict), shown, elo);
    cli_print(lang, "SPRT [%g, %g]: LLR %.2f (-2.94, 2.94): %s", c->elo0, c->elo1, score->llr,
              text);
}

static void print_tail(const struct sim_contest *c, const struct sim_score *score,
                       enum text_lang lang)
{
    double rounds = score->rounds ? (double)score->rounds : 1;
    putchar('\n');
    cli_print(lang,
              c->matches ? N_("An even share is %.2f %%. A match takes %.1f turns.")
                         : N_("An even share is %.2f %%. A round takes %.1f turns."),
              100 * sim_even(c), (double)score->turns / rounds);
    cli_print(lang, N_("%.1f s; %.0f per second and core."), score->seconds,
              score->cpu_seconds > 0 ? rounds / score->cpu_seconds : 0);
    if (score->blocked) {
        printf(text_in(lang, "Nobody won %lld of them: blocked, or given up after %d commands "
                             "(%lld).\n"),
               (long long)score->blocked, SIM_COMMANDS_MAX, (long long)score->endless);
    }
    if (c->sprt)
        print_sprt(c, score, lang);
}

void sim_print_text(const struct sim_contest *c, const struct sim_score *score, enum text_lang lang)
{
    unsigned groups[MAZO_SEATS_MAX];
    int count = sim_groups(c, groups);
    if (score->deals == 0) {
        printf(text_in(lang, "%s, %d seats, seed %llu: no deal was finished, so there are no "
                             "figures.\n"),
               mazo_sheet_name(c->rules.sheet), c->seats, (unsigned long long)c->seed);
        return;
    }
    print_head(c, score, lang);
    print_groups(c, score, groups, count, lang);
    print_tail(c, score, lang);
    for (int i = 0; i < count; i++) {
        struct sim_tally tally;
        sim_tally_of(score, groups[i], &tally);
        sim_print_losses(c->players[__builtin_ctz(groups[i])]->name, &tally, lang);
    }
}

/* ---- for programs ---- */

void sim_print_lost_json(const struct sim_tally *tally)
{
    printf(",\"lost\":%" PRIu64 ",\"died\":%" PRIu64 ",\"stalled\":%" PRIu64 ",\"lied\":%" PRIu64,
           tally->lost, tally->died, tally->stalled, tally->lied);
}

static void json_figures(const struct sim_contest *c, const struct sim_score *score,
                         unsigned players)
{
    struct stats_interval rate, points;
    struct sim_tally tally;
    char sure[80] = "null";
    sim_win_rate(score, players, &rate);
    if (sim_points(score, players, &points))
        snprintf(sure, sizeof sure, "[%.4f,%.4f]", points.low, points.high);
    sim_tally_of(score, players, &tally);
    printf("{\"name\":");
    cli_print_string(c->players[__builtin_ctz(players)]->name);
    if (score->deals == 0) { /* nothing was finished: no figures */
        printf(",\"wins\":0,\"win_rate\":null,\"ci95\":null,\"ms_per_move\":null,"
               "\"points\":null,\"points_ci95\":null,\"moves\":%" PRIu64,
               tally.moves);
    } else {
        printf(",\"wins\":%" PRId64 ",\"win_rate\":%.6f,\"ci95\":[%.6f,%.6f],"
               "\"ms_per_move\":%.6f,\"points\":%.4f,\"points_ci95\":%s,\"moves\":%" PRIu64,
               wins_of(score, players), rate.mean, rate.low, rate.high, sim_ms_per_move(&tally),
               points.mean, sure, tally.moves);
    }
    if (c->players[__builtin_ctz(players)]->outside)
        sim_print_lost_json(&tally);
}

/* The question is printed as a string, because it may have been cut. */
void sim_print_offence_json(const struct sim_offence *o)
{
    if (!o->what) {
        printf(",\"offence\":null");
        return;
    }
    printf(",\"offence\":{\"what\":\"%s\",\"why\":", o->what);
    cli_print_string(o->why);
    printf(",\"answer\":");
    cli_print_string(o->answer[0] ? o->answer : NULL);
    printf(",\"question\":");
    cli_print_string(o->question);
    printf("}");
}

void sim_print_options(const struct mazo_rules *rules)
{
    char buf[8192];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    wire_put_options(&out, rules);
    printf("\"options\":%s", buf);
}

static void json_sprt(const struct sim_contest *c, const struct sim_score *score)
{
    static const char *const verdicts[] =
        {[STATS_OPEN] = "open", [STATS_WEAKER] = "elo0", [STATS_STRONGER] = "elo1"};
    printf(",\n \"sprt\":{\"elo0\":%g,\"elo1\":%g,\"alpha\":0.05,\"beta\":0.05,\"llr\":%.4f,"
           "\"accepted\":\"%s\"}",
           c->elo0, c->elo1, score->llr, verdicts[score->verdict]);
}

/* Rounds of 0, 1, 2, ... turns, up to the longest. */
static void json_lengths(const struct sim_score *score)
{
    int last = SIM_LENGTHS - 1;
    while (last > 0 && score->lengths[last] == 0)
        last--;
    printf(",\n \"lengths\":[");
    for (int i = 0; i <= last; i++)
        printf("%s%" PRId64, i ? "," : "", score->lengths[i]);
    printf("]");
}

void sim_print_json(const struct sim_contest *c, const struct sim_score *score)
{
    unsigned groups[MAZO_SEATS_MAX];
    int count = sim_groups(c, groups);
    double rounds = score->rounds ? (double)score->rounds : 1;
    printf("{\"rules\":\"%s\",", mazo_sheet_name(c->rules.sheet));
    sim_print_options(&c->rules);
    printf(",\"rounds\":%" PRId64 ",\"deals\":%" PRId64 ",\"seats\":%d,\"seed\":%" PRIu64
           ",\"matches\":%s,\n \"bots\":[",
           score->rounds, score->deals, c->seats, c->seed, c->matches ? "true" : "false");
    for (int i = 0; i < c->seats; i++) {
        printf("%s", i ? ",\n  " : "\n  ");
        json_figures(c, score, 1u << i);
        if (c->players[i]->outside)
            sim_print_offence_json(&score->offence[i]);
        printf("}");
    }
    printf("],\n \"groups\":[");
    for (int i = 0; i < count; i++) {
        printf("%s", i ? ",\n  " : "\n  ");
        json_figures(c, score, groups[i]);
        printf(",\"seats\":%d}", __builtin_popcount(groups[i]));
    }
    printf("],\n \"even\":%.6f,\"turns_per_round\":%.4f,\"blocked\":%" PRId64
           ",\"endless\":%" PRId64,
           sim_even(c), (double)score->turns / rounds, score->blocked, score->endless);
    if (c->sprt)
        json_sprt(c, score);
    json_lengths(score);
    printf(",\n \"stopped\":%s,\"seconds\":%.3f,\"cpu_seconds\":%.3f}\n",
           score->stopped ? "true" : "false", score->seconds, score->cpu_seconds);
}

/* Quoted, with quotes doubled. */
static void csv_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

void sim_print_csv(const struct sim_contest *c, const struct sim_score *score)
{
    puts("name,rounds,wins,win_rate,ci95_low,ci95_high,points,points_low,points_high,ms_per_move,"
         "lost,died,stalled,lied");
    for (int i = 0; i < c->seats && score->deals > 0; i++) {
        struct stats_interval rate, points;
        const struct sim_tally *tally = &score->tally[i];
        char sure[80] = ","; /* without an interval, two empty fields */
        sim_win_rate(score, 1u << i, &rate);
        if (sim_points(score, 1u << i, &points))
            snprintf(sure, sizeof sure, "%.4f,%.4f", points.low, points.high);
        csv_string(c->players[i]->name);
        printf(",%" PRId64 ",%" PRId64 ",%.6f,%.6f,%.6f,%.4f,%s,%.6f,%" PRIu64 ",%" PRIu64
               ",%" PRIu64 ",%" PRIu64 "\n",
               score->rounds, score->wins[i], rate.mean, rate.low, rate.high, points.mean, sure,
               sim_ms_per_move(tally), tally->lost, tally->died, tally->stalled, tally->lied);
    }
}
