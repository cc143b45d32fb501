/*
 * arena_play.c - the tournament: tables, wins and ratings.
 */
#include "cli/arena.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "text/oserror.h"

enum { TABLES_MAX = 5000 };

/* The next choice of `count` out of `bots`; false after the last. */
static bool next_choice(uint8_t *chosen, int count, int bots)
{
    int at = count - 1;
    while (at >= 0 && chosen[at] == bots - count + at)
        at--;
    if (at < 0)
        return false;
    chosen[at]++;
    for (int i = at + 1; i < count; i++)
        chosen[i] = (uint8_t)(chosen[i - 1] + 1);
    return true;
}

bool arena_list_tables(struct arena *a)
{
    uint8_t chosen[MAZO_SEATS_MAX];
    int seats = a->contest.seats;
    for (int i = 0; i < seats; i++)
        chosen[i] = (uint8_t)i;
    a->table = calloc(TABLES_MAX, sizeof *a->table);
    a->won = calloc(TABLES_MAX, sizeof *a->won);
    if (!a->table || !a->won)
        return cli_refuse(a->line, EXIT_BAD, "%s", text_oserror(a->line->lang, ENOMEM));
    do {
        if (a->tables == TABLES_MAX) {
            return cli_refuse(a->line, EXIT_USAGE, N_("that would be more than %d tables"),
                              TABLES_MAX);
        }
        memcpy(a->table[a->tables++].bot, chosen, sizeof chosen);
    } while (next_choice(chosen, seats, a->bots));
    return true;
}

static void count_table(struct arena *a, int table, const struct sim_score *score)
{
    struct rating_table *t = &a->table[table];
    rating_table_set(t, a->contest.seats, &score->sums);
    memcpy(a->won[table].wins, score->wins, sizeof score->wins);
    a->won[table].blocked = score->blocked;
    a->blocked += score->blocked;
    a->all += score->rounds;
    if (score->bug[0] && !a->bug[0])
        memcpy(a->bug, score->bug, sizeof a->bug);
    for (int i = 0; i < t->seats; i++) {
        int bot = t->bot[i];
        sim_tally_add(&a->tally[bot], &score->tally[i]);
        a->wins[bot] += (double)score->wins[i];
        a->rounds[bot] += t->rounds;
        for (int j = 0; j < t->seats; j++) {
            a->against[bot][t->bot[j]] += (double)score->wins[i];
            a->met[bot][t->bot[j]] += t->rounds;
        }
    }
}

/* Every table has its own deals, so that tables are independent of each other. */
int arena_play(struct arena *a, struct cli_meter *meter)
{
    static struct sim_score score;
    int64_t rounds = a->contest.deals * a->contest.seats;
    meter->all = rounds * a->tables;
    a->contest.progress = cli_meter_tell;
    a->contest.progress_data = meter;
    for (int i = 0; i < a->tables && !a->stopped; i++) {
        struct rating_table *t = &a->table[i];
        for (int seat = 0; seat < a->contest.seats; seat++)
            a->contest.players[seat] = &a->player[t->bot[seat]];
        a->contest.seed = sim_deal_seed(a->seed, UINT64_MAX - (uint64_t)i);
        meter->before = rounds * i;
        int error = sim_contest_run(&a->contest, &score);
        if (error)
            return error;
        a->stopped = score.stopped;
        a->seconds += score.seconds;
        if (score.deals > 1) {
            count_table(a, i, &score);
            a->played = i + 1;
        }
    }
    return 0;
}

/* ---- ratings ---- */

int arena_anchor(const struct arena *a)
{
    for (int i = 0; i < a->bots; i++)
        if (strcmp(a->player[i].name, "random") == 0)
            return i;
    return -1;
}

/* A bot that finished no round has no rating and comes last. */
static void sort(struct arena *a)
{
    for (int i = 0; i < a->bots; i++) {
        int at = i;
        a->rating[i].mean = a->rounds[i] > 0 ? a->rating[i].mean : -INFINITY;
        while (at > 0 && a->rating[a->order[at - 1]].mean < a->rating[i].mean) {
            a->order[at] = a->order[at - 1];
            at--;
        }
        a->order[at] = i;
    }
}

bool arena_rate(struct arena *a)
{
    bool rated = rating_of(a->table, a->played, a->bots, arena_anchor(a), a->rating);
    sort(a);
    return rated;
}
