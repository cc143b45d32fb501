/*
 * coach.c - what the coach found, for people and programs.
 */

#include "cli/coach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_table.h"
#include "cli/contest.h"
#include "sim/coach_say.h"
#include "terminal/pages/viewer.h"
#include "wire/json_out.h"
#include "wire/json_write.h"
#include "text/screen.h"

enum {
    WORST = 3,
    WIDTH = 80,
    NAME_WIDTH = 12,
    HANG = 17,
    SHARED_COLUMNS = 4 /* skill and luck need everybody's decisions */
};

#define WORTH_MENTIONING 0.01

/* For a finished round. */
struct round_score {
    int round;
    struct coach_tally player[MAZO_SEATS_MAX];
};

struct printer {
    enum text_lang lang;
    const struct cli_coaching *coaching;
    const struct mazo_game *game; /* at the end of the file */
    struct cli_meter meter;
    char name[MAZO_SEATS_MAX][REPLAY_NAME_MAX];
    const char *names[MAZO_SEATS_MAX];
    unsigned people;            /* seats of people, one bit each */
    struct coach_list found;    /* what deserves a remark */
    bool no_memory;             /* out of memory for a finding */
    struct round_score *scores; /* of the rounds */
    int score_count;
    bool follows; /* JSON: a decision came before */
    FILE *rounds; /* JSON: the rounds, for later */
};

static bool is_shown(const struct printer *p, int seat)
{
    return p->coaching->seat == COACH_EVERYBODY || p->coaching->seat == seat;
}

/* ---- for people ---- */

static void keep_decision(void *data, const struct coach_decision *d)
{
    struct printer *p = data;
    p->no_memory |= !coach_keep(&p->found, p->lang, p->names, d);
}

static void keep_round(void *data, int round, const struct coach_tally players[])
{
    struct printer *p = data;
    struct round_score *more = realloc(p->scores, (size_t)(p->score_count + 1) * sizeof *more);
    if (!more) {
        p->no_memory = true;
        return;
    }
    p->scores = more;
    struct round_score *score = &more[p->score_count++];
    score->round = round;
    memcpy(score->player, players, (size_t)p->game->seats * sizeof players[0]);
}

static void add_player(struct cli_table *table, const char *name, const struct coach_tally *t)
{
    enum text_lang lang = table->lang;
    double error = coach_skill_error(t);
    char cell[REPLAY_NAME_MAX];
    cli_table_add_text(table, cli_clip(name, NAME_WIDTH, cell, sizeof cell));
    cli_table_add(table, text_in(lang, "%d of %d"), t->agreed, t->decisions);
    cli_table_add(table, "%d", t->mistakes);
    cli_table_add_text(table, coach_percent(lang, t->cost, false, cell, sizeof cell));
    if (table->count == SHARED_COLUMNS)
        return;
    cli_table_add_text(table, coach_figure(lang, t->skill, error, cell, sizeof cell));
    cli_table_add_text(table, coach_figure(lang, t->luck, error, cell, sizeof cell));
    cli_table_add_text(table, coach_percent(lang, error, false, cell, sizeof cell));
    cli_table_add_text(table, coach_percent(lang, t->change, true, cell, sizeof cell));
}

static void print_table(const struct printer *p, const struct coach_report *report)
{
    static const struct cli_column columns[] = {{"", CLI_LEFT, NAME_WIDTH, 0},
                                                {N_("as expert"), CLI_RIGHT, 8, 0},
                                                {N_("mistakes"), CLI_RIGHT, 8, 0},
                                                {N_("cost"), CLI_RIGHT, 8, 0},
                                                {N_("skill"), CLI_RIGHT, 8, 0},
                                                {N_("luck"), CLI_RIGHT, 8, 0},
                                                {"±", CLI_RIGHT, 8, 0},
                                                {N_("result"), CLI_RIGHT, 8, 0}};
    bool all = p->coaching->seat == COACH_EVERYBODY;
    struct cli_table table;
    cli_table_begin(&table, p->lang, columns,
                    all ? sizeof columns / sizeof columns[0] : SHARED_COLUMNS);
    for (int seat = 0; seat < p->game->seats; seat++)
        if (is_shown(p, seat))
            add_player(&table, p->names[seat], &report->player[seat]);
    putchar('\n');
    cli_table_print(&table);
    cli_table_end(&table);
}

/* "  15.0 % ± 2.1  Round 1, step 29: Ana played a blue 4; the expert would have played a blue 3." */
static void print_found(const struct printer *p, const struct coach_found *f, bool with_round)
{
    const struct coach_decision *d = &f->decision;
    char text[COACH_TEXT_MAX + 40], cost[60] = "", error[24];
    int len = with_round ? snprintf(text, sizeof text, text_in(p->lang, "Round %d, step %d: "),
                                    d->round, d->command)
                         : snprintf(text, sizeof text, text_in(p->lang, "Step %d: "), d->command);
    coach_say(p->lang, p->names[d->seat], f, text + len, sizeof text - (size_t)len);
    if (d->cost > 0) {
        char part[24];
        snprintf(cost, sizeof cost, "%s %s",
                 coach_percent(p->lang, d->cost, false, part, sizeof part),
                 coach_error(p->lang, 2 * d->error, error, sizeof error));
    }
    printf("%*s%s", HANG - 2 - screen_width(cost), "", cost);
    cli_print_paragraph(HANG, WIDTH, HANG - 2, text);
}

/* The costliest of every player, people before bots. The list is sorted so. */
static void print_worst(const struct printer *p)
{
    int told[MAZO_SEATS_MAX] = {0}, all = 0;
    for (int i = 0; i < p->found.count; i++) {
        const struct coach_decision *d = &p->found.at[i].decision;
        if (d->cost > 0 && told[d->seat]++ < WORST) {
            if (all++ == 0)
                printf("\n%s\n", text_in(p->lang, "The costliest decisions, in chances to win the match"));
            print_found(p, &p->found.at[i], true);
        }
    }
    if (all == 0)
        printf("\n%s\n", text_in(p->lang, "No decision cost anything."));
}

static void print_score(const struct printer *p, const struct round_score *score)
{
    char one[24], other[24], error[24];
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct coach_tally *t = &score->player[seat];
        if (!is_shown(p, seat))
            continue;
        printf("%*s", HANG, "");
        if (p->coaching->seat == COACH_EVERYBODY) {
            double off = coach_skill_error(t);
            printf(text_in(p->lang, "%s: skill %s, luck %s (%s)\n"), p->names[seat],
                   coach_figure(p->lang, t->skill, off, one, sizeof one),
                   coach_figure(p->lang, t->luck, off, other, sizeof other),
                   coach_error(p->lang, off, error, sizeof error));
        } else {
            printf(text_in(p->lang, "%s: cost %s\n"), p->names[seat],
                   coach_percent(p->lang, t->cost, false, one, sizeof one));
        }
    }
}

/* Its decisions in order, then its skill and luck. */
static void print_round(const struct printer *p, int round, const struct round_score *score)
{
    putchar('\n');
    printf(text_in(p->lang, "Round %d"), round);
    putchar('\n');
    for (int i = 0; i < p->found.count; i++) {
        const struct coach_decision *d = &p->found.at[i].decision;
        if (d->round == round && (d->cost >= WORTH_MENTIONING || d->notes))
            print_found(p, &p->found.at[i], false);
    }
    if (score)
        print_score(p, score);
}

/* Explains "–", if it was printed. */
static void print_key(const struct printer *p, const struct coach_report *report)
{
    bool unclear = false;
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct coach_tally *t = &report->player[seat];
        double error = coach_skill_error(t);
        unclear |= fabs(t->skill) <= error || fabs(t->luck) <= error;
    }
    if (unclear && p->coaching->seat == COACH_EVERYBODY) {
        cli_print_paragraph(0, WIDTH, 0,
                            text_in(p->lang, "–: not larger than its ±, so these playouts cannot "
                                             "tell it from zero."));
    }
}

static void print_report(struct printer *p, const struct coach_report *report)
{
    coach_sort(&p->found, p->people);
    print_worst(p);
    print_table(p, report);
    print_key(p, report);
    coach_sort_by_time(&p->found);
    int last = p->found.count ? p->found.at[p->found.count - 1].decision.round : 0;
    int first = p->score_count ? p->scores[0].round : last;
    for (int i = 0, round = first; i < p->score_count || round <= last; i++, round++)
        print_round(p, round, i < p->score_count ? &p->scores[i] : NULL);
}

/* ---- for programs ---- */

static void put_command(const char *key, const struct mazo_command *c)
{
    char buf[2048];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    wire_put_command(&out, TEXT_EN, c, NULL);
    printf(",\"%s\":%s", key, out.full ? "null" : buf);
}

static void put_notes(unsigned notes)
{
    static const char *const words[] = {"bluff", "challenge_lost", "uno_forgotten", "caught",
                                        "misplay"};
    const char *comma = "";
    printf(",\"notes\":[");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (notes >> i & 1) {
            printf("%s\"%s\"", comma, words[i]);
            comma = ",";
        }
    }
    printf("]}");
}

/* Never "-0.000000". */
static double tidy(double value) { return fabs(value) < 5e-7 ? 0 : value; }

static void put_decision(void *data, const struct coach_decision *d)
{
    struct printer *p = data;
    printf("%s\n{\"round\":%d,\"command\":%d,\"seat\":%d", p->follows ? "," : "", d->round,
           d->command, d->seat);
    put_command("done", d->done);
    put_command("best", d->best);
    printf(",\"agree\":%s,\"cost\":%.6f,\"difference\":%.6f,\"se\":%.6f",
           d->agree ? "true" : "false", d->cost, tidy(d->difference), d->error);
    put_notes(d->notes);
    p->follows = true;
}

static void put_tally(FILE *out, const struct printer *p, int seat, const struct coach_tally *t)
{
    fprintf(out,
            "{\"seat\":%d,\"decisions\":%d,\"agreed\":%d,\"mistakes\":%d,\"cost\":%.6f,"
            "\"se\":%.6f",
            seat, t->decisions, t->agreed, t->mistakes, t->cost, sqrt(t->variance));
    if (p->coaching->seat == COACH_EVERYBODY) {
        fprintf(out, ",\"change\":%.6f,\"skill\":%.6f,\"luck\":%.6f,\"skill_error\":%.6f",
                tidy(t->change), tidy(t->skill), tidy(t->luck), coach_skill_error(t));
    }
}

static void put_round(void *data, int round, const struct coach_tally players[])
{
    struct printer *p = data;
    const char *comma = "";
    fprintf(p->rounds, "%s\n{\"round\":%d,\"players\":[", ftell(p->rounds) > 0 ? "," : "", round);
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (is_shown(p, seat)) {
            fputs(comma, p->rounds);
            put_tally(p->rounds, p, seat, &players[seat]);
            fputc('}', p->rounds);
            comma = ",";
        }
    }
    fputs("]}", p->rounds);
}

static void put_players(const struct printer *p, const struct coach_report *report)
{
    const char *comma = "";
    printf(",\n\"players\":[");
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (is_shown(p, seat)) {
            printf("%s\n", comma);
            put_tally(stdout, p, seat, &report->player[seat]);
            printf(",\"start\":%.6f,\"result\":%.6f}", report->start[seat], report->result[seat]);
            comma = ",";
        }
    }
    printf("]}\n");
}

/* ---- the command ---- */

static void print_head(const struct printer *p, const struct match_reader *m)
{
    const struct mazo_game *g = p->game;
    unsigned playouts = p->coaching->playouts;
    if (p->coaching->json) {
        printf("{\"ok\":true,\"rules\":\"%s\",\"seats\":%d,\"commands\":%d,\"playouts\":%u,"
               "\"decisions\":[",
               mazo_sheet_name(g->rules.sheet), g->seats, m->commands, playouts);
        return;
    }
    printf(text_in(p->lang, "%s; players: %d, rounds: %d, steps: %d, playouts per decision: %u\n"),
           mazo_sheet_name(g->rules.sheet), g->seats, g->round, m->commands, playouts);
}

static void print_tail(struct printer *p, const struct match_reader *m,
                       const struct coach_report *report, const char *rounds)
{
    if (p->coaching->json) {
        printf("],\n\"judged\":%d,\"stopped\":%s,\"rounds\":[%s]", report->commands,
               report->stopped ? "true" : "false", rounds);
        put_players(p, report);
        return;
    }
    print_report(p, report);
    if (report->stopped) {
        putchar('\n');
        printf(text_in(p->lang, "Stopped after %d of %d moves.\n"), report->commands, m->commands);
    }
}

static void tell_progress(void *data, int64_t done, int64_t all)
{
    struct printer *p = data;
    cli_meter_tell(&p->meter, done, all);
}

static int run_coach(struct cli_line *line, struct printer *p, const struct match_reader *m)
{
    struct coach_report report;
    struct coach coach = {.playouts = p->coaching->playouts,
                          .seat = p->coaching->seat,
                          .stop = &cli_interrupted,
                          .decided = p->coaching->json ? put_decision : keep_decision,
                          .round_over = p->coaching->json ? put_round : keep_round,
                          .progress = tell_progress,
                          .data = p};
    char *rounds = NULL;
    size_t size = 0;
    p->rounds = open_memstream(&rounds, &size);
    if (!p->rounds)
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    print_head(p, m);
    cli_catch_interrupts();
    int error = coach_run(&coach, m->text, m->len, &report);
    cli_meter_end(&p->meter);
    bool kept = fclose(p->rounds) == 0;
    int code = report.stopped ? EXIT_INTERRUPTED : EXIT_FINE;
    if (error || !kept || p->no_memory)
        code = cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    else
        print_tail(p, m, &report, rounds);
    free(rounds);
    free(p->scores);
    coach_forget(&p->found);
    return code;
}

int cli_coach(struct cli_line *line, const struct cli_coaching *coaching,
              const struct match_reader *match)
{
    static struct printer p;
    const struct mazo_game *g = &match->play.game;
    if (coaching->seat >= g->seats) {
        return cli_complain(line, EXIT_USAGE, N_("there is no seat %d in this match"),
                            coaching->seat);
    }
    p.lang = line->lang;
    p.coaching = coaching;
    p.game = g;
    replay_names(&match->roster, line->lang, p.name);
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        p.names[seat] = p.name[seat];
        p.people |= (unsigned)(strcmp(match->roster.seat[seat].sits, "person") == 0) << seat;
    }
    cli_meter_init(&p.meter, line, coaching->quiet, coaching->json);
    p.meter.sentence = N_("mazo %s: looking at move %lld of %lld, %s left\n");
    p.meter.where = N_("looking at move %lld of %lld, ");
    return run_coach(line, &p, match);
}
