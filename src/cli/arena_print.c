/*
 * arena_print.c - prints the result of a tournament, for people and for programs.
 */
#include "cli/arena.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "cli/contest.h"
#include "cli/sim_print.h"
#include "text/screen.h"

enum { SHOWN_MAX = 32, NAME_WIDTH = 12 };

static double share(double part, double all) { return all > 0 ? part / all : 0; }

/* "12. name" */
static void add_name(struct cli_table *table, const struct arena *a, int place)
{
    char shown[SHOWN_MAX];
    screen_clean(a->player[a->order[place]].name, shown, sizeof shown);
    cli_table_add(table, "%2d. %s", place + 1, shown);
}

static void add_rating(struct cli_table *table, const struct arena *a, int bot)
{
    const struct stats_interval *rating = &a->rating[bot];
    if (a->rounds[bot] <= 0) {
        cli_table_add_text(table, "-");
        for (int i = 0; i < 3; i++)
            cli_table_add_text(table, "");
        return;
    }
    cli_table_add(table, "%+.1f", rating->mean);
    cli_table_add(table, "%+.1f .. %+.1f", rating->low, rating->high);
    cli_table_add(table, "%.2f %%", 100 * share(a->wins[bot], a->rounds[bot]));
    cli_table_add(table, "%.5f", sim_ms_per_move(&a->tally[bot]));
}

static void print_ratings(const struct arena *a)
{
    static const struct cli_column columns[] = {{"", CLI_LEFT, NAME_WIDTH, 0},
                                                {N_("Elo"), CLI_RIGHT, 8, 0},
                                                {N_("interval (95 %)"), CLI_RIGHT, 18, 0},
                                                {N_("win rate"), CLI_RIGHT, 12, 0},
                                                {N_("ms/move"), CLI_RIGHT, 11, 0}};
    struct cli_table table;
    cli_table_begin(&table, a->line->lang, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < a->bots; i++) {
        add_name(&table, a, i);
        add_rating(&table, a, a->order[i]);
    }
    cli_table_print(&table);
    cli_table_end(&table);
}

/* Two players: the share of all rounds that `row` won; more: its share of the rounds that either
 * won. -1: they played none. */
static double beats(const struct arena *a, int row, int column)
{
    double wins = a->against[row][column];
    double of = a->contest.seats == 2 ? a->met[row][column] : wins + a->against[column][row];
    return row == column || of <= 0 ? -1 : wins / of;
}

static void add_cross(struct cli_table *table, const struct arena *a, int place)
{
    add_name(table, a, place);
    for (int i = 0; i < a->bots; i++) {
        double part = beats(a, a->order[place], a->order[i]);
        if (part < 0)
            cli_table_add_text(table, "-");
        else
            cli_table_add(table, "%.2f", 100 * part);
    }
}

static void print_cross(const struct arena *a)
{
    struct cli_column columns[1 + RATING_BOTS_MAX] = {{"", CLI_LEFT, NAME_WIDTH, 0}};
    char heads[RATING_BOTS_MAX][4];
    struct cli_table table;
    puts(text_in(a->line->lang, a->contest.seats == 2
                                    ? N_("How often the row beats the column (%):")
                                    : N_("Row's share of the wins of both (%):")));
    for (int i = 0; i < a->bots; i++) {
        snprintf(heads[i], sizeof heads[i], "%d", (i + 1) % 100);
        columns[1 + i] = (struct cli_column){heads[i], CLI_RIGHT, 6, 0};
    }
    cli_table_begin(&table, a->line->lang, columns, 1 + a->bots);
    for (int i = 0; i < a->bots; i++)
        add_cross(&table, a, i);
    cli_table_print(&table);
    cli_table_end(&table);
}

static void print_blocked(const struct arena *a)
{
    char text[240];
    snprintf(text, sizeof text,
             text_in(a->line->lang, "Nobody won %lld of %lld rounds: no win for anybody, and "
                                    "shared equally in the ratings."),
             (long long)a->blocked, (long long)a->all);
    cli_print_paragraph(0, 80, 0, text);
}

void arena_print_text(const struct arena *a)
{
    enum text_lang lang = a->line->lang;
    printf(text_in(lang, "%s, %d seats, seed %llu: %d of %d tables, %lld rounds each"),
           mazo_sheet_name(a->contest.rules.sheet), a->contest.seats, (unsigned long long)a->seed,
           a->played, a->tables, (long long)(a->contest.deals * a->contest.seats));
    printf("\n\n");
    print_ratings(a);
    putchar('\n');
    print_cross(a);
    if (a->blocked) {
        putchar('\n');
        print_blocked(a);
    }
    for (int i = 0; i < a->bots; i++)
        sim_print_losses(a->player[i].name, &a->tally[i], lang);
}

static void json_bots(const struct arena *a)
{
    for (int i = 0; i < a->bots; i++) {
        int bot = a->order[i];
        const struct sim_tally *tally = &a->tally[bot];
        printf("%s{\"name\":", i ? ",\n  " : "\n  ");
        cli_print_string(a->player[bot].name);
        if (a->rounds[bot] > 0) {
            printf(",\"elo\":%.3f,\"ci95\":[%.3f,%.3f],\"wins\":%.0f,\"rounds\":%.0f,"
                   "\"win_rate\":%.6f,\"ms_per_move\":%.6f",
                   a->rating[bot].mean, a->rating[bot].low, a->rating[bot].high, a->wins[bot],
                   a->rounds[bot], share(a->wins[bot], a->rounds[bot]), sim_ms_per_move(tally));
        } else {
            printf(",\"elo\":null,\"ci95\":null,\"wins\":0,\"rounds\":0,\"win_rate\":null,"
                   "\"ms_per_move\":null");
        }
        if (a->player[bot].outside)
            sim_print_lost_json(tally);
        printf("}");
    }
}

static void json_tables(const struct arena *a)
{
    for (int i = 0; i < a->played; i++) {
        const struct rating_table *t = &a->table[i];
        printf("%s{\"bots\":[", i ? ",\n  " : "\n  ");
        for (int seat = 0; seat < t->seats; seat++) {
            printf("%s", seat ? "," : "");
            cli_print_string(a->player[t->bot[seat]].name);
        }
        printf("],\"rounds\":%.0f,\"wins\":[", t->rounds);
        for (int seat = 0; seat < t->seats; seat++)
            printf("%s%" PRId64, seat ? "," : "", a->won[i].wins[seat]);
        printf("],\"blocked\":%" PRId64 "}", a->won[i].blocked);
    }
}

void arena_print_json(const struct arena *a)
{
    printf("{\"rules\":\"%s\",", mazo_sheet_name(a->contest.rules.sheet));
    sim_print_options(&a->contest.rules);
    printf(",\"seats\":%d,\"rounds\":%" PRId64 ",\"seed\":%" PRIu64
           ",\"anchor\":\"%s\",\n \"bots\":[",
           a->contest.seats, a->contest.deals * a->contest.seats, a->seed,
           arena_anchor(a) < 0 ? "mean" : "random");
    json_bots(a);
    printf("],\n \"tables\":[");
    json_tables(a);
    printf("],\n \"blocked\":%" PRId64 ",\"stopped\":%s,\"seconds\":%.3f}\n", a->blocked,
           a->stopped ? "true" : "false", a->seconds);
}
