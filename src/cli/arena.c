/*
 * arena.c - `mazo arena`: everybody against everybody, and a rating for each.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/sim_print.h"
#include "sim/contest.h"
#include "sim/rating.h"
#include "text/oserror.h"
#include "wire/json_out.h"
#include "wire/json_write.h"
#include "text/screen.h"

enum {
    OPT_FILE,
    OPT_RULES,
    OPT_ROUNDS,
    OPT_SEED,
    OPT_SEATS,
    OPT_SET,
    OPT_OPTIONS, /* its old name */
    OPT_PLAYOUTS,
    OPT_THREADS,
    OPT_TIME_LIMIT,
    OPT_JSON,
    OPT_QUIET
};

enum {
    ROUNDS = 2000,
    TIME_LIMIT_MS = 1000,
    TABLES_MAX = 5000,
    FILE_MAX = 64 * 1024,
    SHOWN_MAX = 32
};

static const struct cli_option options[] = {
    [OPT_FILE] = {"file", CLI_OLD('f'), N_("FILE"),
                  N_("bots from a file, one per line (-: standard input)")},
    [OPT_RULES] = {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file (oficial)")},
    [OPT_ROUNDS] = {"rounds", CLI_OLD('n'), "N",
                    N_("rounds per table (2000), rounded up to whole deals")},
    [OPT_SEED] = {"seed", 's', "N", N_("random seed (1)")},
    [OPT_SEATS] = {"seats", 0, "N", N_("seats per table (2): every group of that many bots meets")},
    [OPT_SET] = {"set", 'o', N_("LIST"), N_("house rules: stacking=yes,target=200")},
    [OPT_OPTIONS] = {"options", 0, N_("LIST"), NULL},
    [OPT_PLAYOUTS] = {"playouts", CLI_OLD('p'), "N", N_("playouts per decision of an expert")},
    [OPT_THREADS] = {"threads", 't', "N", N_("threads (all cores); results do not depend on them")},
    [OPT_TIME_LIMIT] = {"time-limit", 0, "MS", N_("limit for each move of a program (1000)")},
    [OPT_JSON] = {"json", 'j', NULL, N_("print the figures as JSON")},
    [OPT_QUIET] = {"quiet", 'q', NULL, N_("no progress on standard error")},
    {0},
};

static const char *const forms[] = {N_("[OPTION]... BOT BOT..."), N_("[OPTION]... --file FILE"),
                                    NULL};

static const struct cli_usage usage = {
    .name = "arena",
    .forms = forms,
    .about = N_(
        "A tournament: every bot meets every other, each deal once for every rotation of\n"
        "the seats, and gets a rating on Elo's scale (Bradley-Terry, most likely values)\n"
        "with its interval (95 %). If random plays, it is rated 0; otherwise the mean is 0."),
    .options = options,
    .notes = N_(
        "Bots are written as for `mazo sim`. A program that dies, stalls or lies loses\n"
        "its move, not the tournament: for that move it draws, keeps, accepts, passes or is\n"
        "done, or else the first legal command is taken, and the loss is counted. A program's\n"
        "first answer may take 5 seconds longer than the others, because it has to start.\n"
        "A round that nobody wins counts as no win; in the ratings all share it equally.\n"
        "\n"
        "    mazo arena random easy normal hard 'cmd:./mybot.py --bold'"),
};

struct request {
    const char *file, *rules, *house;
    uint64_t rounds, seed, seats, playouts, threads, time_limit;
    bool json, quiet;
};

/* What was won at a table, as `mazo sim` counts it: a round that nobody wins is nobody's. */
struct won {
    int64_t wins[MAZO_SEATS_MAX], blocked;
};

struct arena {
    const struct cli_line *line;
    int bots;
    struct player player[RATING_BOTS_MAX];
    struct sim_contest contest;
    int tables, played;
    struct rating_table *table; /* for the ratings: there such a round is shared by all */
    struct won *won;            /* at each of them */
    struct sim_tally tally[RATING_BOTS_MAX];
    double wins[RATING_BOTS_MAX], rounds[RATING_BOTS_MAX];
    double against[RATING_BOTS_MAX][RATING_BOTS_MAX]; /* wins of the one at tables with the other */
    double met[RATING_BOTS_MAX][RATING_BOTS_MAX];     /* rounds at these */
    struct stats_interval rating[RATING_BOTS_MAX];
    int order[RATING_BOTS_MAX]; /* the best first */
    int64_t blocked, all;       /* rounds that nobody won, and all */
    double seconds;
    bool stopped;
    char bug[512];
};

/* ---- the command line ---- */

static bool read_option(struct cli_line *line, int option, void *ctx)
{
    struct request *r = ctx;
    const struct cli_place places[] = {
        [OPT_FILE] = {.text = &r->file},
        [OPT_RULES] = {.text = &r->rules},
        [OPT_ROUNDS] = {.number = &r->rounds, .least = 1, .most = 1000000000},
        [OPT_SEED] = {.number = &r->seed, .most = UINT64_MAX},
        [OPT_SEATS] = {.number = &r->seats, .least = MAZO_SEATS_MIN, .most = MAZO_SEATS_MAX},
        [OPT_SET] = {.text = &r->house},
        [OPT_OPTIONS] = {.text = &r->house},
        [OPT_PLAYOUTS] = {.number = &r->playouts, .least = 1, .most = 1000000000},
        [OPT_THREADS] = {.number = &r->threads, .least = 1, .most = SIM_THREADS_MAX},
        [OPT_TIME_LIMIT] = {.number = &r->time_limit, .least = 1, .most = 3600000},
        [OPT_JSON] = {.flag = &r->json},
        [OPT_QUIET] = {.flag = &r->quiet},
    };
    return cli_take(line, option, places);
}

static bool add_bot(struct arena *a, const char *text, size_t len, uint32_t playouts)
{
    char shown[SHOWN_MAX];
    if (a->bots == RATING_BOTS_MAX) {
        cli_complain(a->line, EXIT_USAGE, text_in(a->line->lang, "at most %d bots can take part"),
                     RATING_BOTS_MAX);
        return false;
    }
    struct player *player = &a->player[a->bots];
    if (!cli_player(a->line, text, len, playouts, player))
        return false;
    for (int i = 0; i < a->bots; i++) {
        if (strcmp(a->player[i].name, player->name) == 0) {
            cli_complain(a->line, EXIT_USAGE, text_in(a->line->lang, "%s appears twice"),
                         screen_clean(player->name, shown, sizeof shown));
            return false;
        }
    }
    a->bots++;
    return true;
}

/* One bot a line; empty lines and those that begin with # do not count. */
static bool add_file(struct arena *a, const struct request *r)
{
    size_t size;
    char *text = cli_read(a->line, r->file, FILE_MAX, &size);
    bool fine = text != NULL;
    for (char *at = text; fine && at && *at;) {
        size_t len = strcspn(at, "\n");
        size_t blank = strspn(at, " \t\r");
        if (blank < len && at[blank] != '#')
            fine = add_bot(a, at, len, (uint32_t)r->playouts);
        at += len + (at[len] == '\n');
    }
    free(text);
    return fine;
}

static bool read_bots(struct arena *a, const struct request *r)
{
    if (r->file && !add_file(a, r))
        return false;
    for (int i = 0; i < a->line->operand_count; i++) {
        const char *text = a->line->operands[i];
        if (!add_bot(a, text, strlen(text), (uint32_t)r->playouts))
            return false;
    }
    if (a->bots < 2 || (uint64_t)a->bots < r->seats) {
        cli_complain(a->line, EXIT_USAGE, "%s",
                     text_in(a->line->lang, "there are fewer bots than seats"));
        return false;
    }
    return true;
}

/* Partners win together: who of them is the better one cannot be told. */
static bool read_rules(struct arena *a, const struct request *r)
{
    struct mazo_rules *rules = &a->contest.rules;
    if (!cli_house_rules(a->line, r->rules, r->house, a->contest.seats, rules))
        return false;
    if (rules->teams) {
        cli_complain(a->line, EXIT_BAD, "%s",
                     text_in(a->line->lang, "partners win together and cannot be rated one by "
                                            "one; `mazo sim` plays in teams"));
    }
    return !rules->teams;
}

/* ---- playing ---- */

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

/* All tables; false, once it has said so, when they are too many. */
static bool list_tables(struct arena *a)
{
    uint8_t chosen[MAZO_SEATS_MAX];
    int seats = a->contest.seats;
    for (int i = 0; i < seats; i++)
        chosen[i] = (uint8_t)i;
    a->table = calloc(TABLES_MAX, sizeof *a->table);
    a->won = calloc(TABLES_MAX, sizeof *a->won);
    if (!a->table || !a->won) {
        cli_complain(a->line, EXIT_BAD, "%s", text_oserror(a->line->lang, ENOMEM));
        return false;
    }
    do {
        if (a->tables == TABLES_MAX) {
            cli_complain(a->line, EXIT_USAGE,
                         text_in(a->line->lang, "that would be more than %d tables"), TABLES_MAX);
            return false;
        }
        memcpy(a->table[a->tables++].bot, chosen, sizeof chosen);
    } while (next_choice(chosen, seats, a->bots));
    return true;
}

static void keep(struct arena *a, int table, const struct sim_score *score)
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

/* Every table has deals of its own, so that tables are independent of each other. */
static int play(struct arena *a, const struct request *r, struct cli_meter *meter)
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
        a->contest.seed = sim_deal_seed(r->seed, UINT64_MAX - (uint64_t)i);
        meter->before = rounds * i;
        int error = sim_contest_run(&a->contest, &score);
        if (error)
            return error;
        a->stopped = score.stopped;
        a->seconds += score.seconds;
        if (score.deals > 1) {
            keep(a, i, &score);
            a->played = i + 1;
        }
    }
    return 0;
}

static int anchor_of(const struct arena *a)
{
    for (int i = 0; i < a->bots; i++)
        if (strcmp(a->player[i].name, "random") == 0)
            return i;
    return -1;
}

/* Anyone who has played no round to its end has no rating, and stands behind the others. */
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

/* ---- what came of it ---- */

static double share(double part, double all) { return all > 0 ? part / all : 0; }

/* "12. name", and blanks up to its width. */
static void print_name(const struct arena *a, int place, int width)
{
    char shown[SHOWN_MAX];
    screen_clean(a->player[a->order[place]].name, shown, sizeof shown);
    printf("%2d. %s%*s", place + 1, shown, width - screen_width(shown), "");
}

static void print_rating(const struct arena *a, int bot)
{
    const struct stats_interval *rating = &a->rating[bot];
    char interval[48];
    if (a->rounds[bot] <= 0) {
        printf("%9s\n", "-");
        return;
    }
    snprintf(interval, sizeof interval, "%+.1f .. %+.1f", rating->low, rating->high);
    cli_print(a->line->lang, " %+8.1f %18s %10.2f %% %11.5f\n", rating->mean, interval,
              100 * share(a->wins[bot], a->rounds[bot]), sim_ms_per_move(&a->tally[bot]));
}

static void print_ratings(const struct arena *a, int width)
{
    static const char *const heads[] = {N_("Elo"), N_("interval (95 %)"), N_("win rate"),
                                        N_("ms/move")};
    static const int widths[] = {9, 19, 13, 12};
    enum text_lang lang = a->line->lang;
    printf("%*s", width + 4, "");
    for (int i = 0; i < 4; i++) {
        const char *head = text_in(lang, heads[i]);
        int blanks = widths[i] - screen_width(head);
        printf("%*s%s", blanks > 0 ? blanks : 1, "", head);
    }
    putchar('\n');
    for (int i = 0; i < a->bots; i++) {
        print_name(a, i, width);
        print_rating(a, a->order[i]);
    }
}

/* Of two what the one has won of all their rounds, of more what it has won of those that either
 * has won. -1: there are none. */
static double beats(const struct arena *a, int row, int column)
{
    double wins = a->against[row][column];
    double of = a->contest.seats == 2 ? a->met[row][column] : wins + a->against[column][row];
    return row == column || of <= 0 ? -1 : wins / of;
}

static void print_cross(const struct arena *a, int width)
{
    putchar('\n');
    puts(text_in(a->line->lang, a->contest.seats == 2
                                    ? N_("How often the row beats the column (%):")
                                    : N_("Row's share of the wins of both (%):")));
    printf("%*s", width + 4, "");
    for (int i = 0; i < a->bots; i++)
        printf("%7d", i + 1);
    putchar('\n');
    for (int i = 0; i < a->bots; i++) {
        print_name(a, i, width);
        for (int j = 0; j < a->bots; j++) {
            double part = beats(a, a->order[i], a->order[j]);
            if (part < 0)
                printf("%7s", "-");
            else
                cli_print(a->line->lang, " %6.2f", 100 * part);
        }
        putchar('\n');
    }
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

static void print_text(const struct arena *a, const struct request *r)
{
    enum text_lang lang = a->line->lang;
    int width = 8;
    for (int i = 0; i < a->bots; i++) {
        char shown[SHOWN_MAX];
        int own = screen_width(screen_clean(a->player[i].name, shown, sizeof shown));
        width = own > width ? own : width;
    }
    printf(text_in(lang, "%s, %d seats, seed %llu: %d of %d tables, %lld rounds each"),
           mazo_sheet_name(a->contest.rules.sheet), a->contest.seats, (unsigned long long)r->seed,
           a->played, a->tables, (long long)(a->contest.deals * a->contest.seats));
    printf("\n\n");
    print_ratings(a, width);
    print_cross(a, width);
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
        if (a->player[bot].outside) {
            printf(",\"lost\":%" PRIu64 ",\"died\":%u,\"stalled\":%u,\"lied\":%u", tally->lost,
                   tally->died, tally->stalled, tally->lied);
        }
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

static void print_json(const struct arena *a, const struct request *r)
{
    char buf[8192];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    wire_put_options(&out, &a->contest.rules);
    printf("{\"rules\":\"%s\",\"options\":%s,\"seats\":%d,\"rounds\":%" PRId64 ",\"seed\":%" PRIu64
           ",\"anchor\":\"%s\",\n \"bots\":[",
           mazo_sheet_name(a->contest.rules.sheet), buf, a->contest.seats,
           a->contest.deals * a->contest.seats, r->seed, anchor_of(a) < 0 ? "mean" : "random");
    json_bots(a);
    printf("],\n \"tables\":[");
    json_tables(a);
    printf("],\n \"blocked\":%" PRId64 ",\"stopped\":%s,\"seconds\":%.3f}\n", a->blocked,
           a->stopped ? "true" : "false", a->seconds);
}

static int report(struct arena *a, const struct request *r)
{
    const struct cli_line *line = a->line;
    bool rated = rating_of(a->table, a->played, a->bots, anchor_of(a), a->rating);
    if (!rated && !a->stopped)
        return cli_complain(line, EXIT_BAD, "%s", text_in(line->lang, "there is nothing to rate"));
    sort(a);
    if (r->json) {
        print_json(a, r);
    } else if (!rated) {
        puts(text_in(line->lang, "No table has played two deals to their end: there is nothing to "
                                 "rate."));
    } else {
        print_text(a, r);
    }
    if (a->bug[0]) {
        return cli_complain(line, EXIT_BAD,
                            text_in(line->lang,
                                    "bug: a built-in bot gave a command that was refused: %s"),
                            a->bug);
    }
    return a->stopped ? EXIT_INTERRUPTED : EXIT_FINE;
}

static int run(struct arena *a, const struct request *r)
{
    const struct cli_line *line = a->line;
    struct sim_contest *c = &a->contest;
    struct cli_meter meter;
    c->seats = (int)r->seats;
    c->deals = (int64_t)((r->rounds + r->seats - 1) / r->seats);
    c->deals = c->deals < 2 ? 2 : c->deals;
    c->threads = r->threads ? (int)r->threads : cli_cores();
    c->time_limit_ms = (int)r->time_limit;
    c->stop = &cli_interrupted;
    if (!read_bots(a, r) || !list_tables(a))
        return EXIT_USAGE;
    if (!read_rules(a, r) || !cli_try_programs(line, a->player, a->bots))
        return EXIT_BAD;
    cli_meter_init(&meter, line, r->quiet, r->json);
    cli_catch_interrupts();
    int error = play(a, r, &meter);
    cli_meter_end(&meter);
    if (error)
        return cli_complain(line, EXIT_BAD, "%s", text_oserror(line->lang, error));
    return report(a, r);
}

int cli_arena(int argc, char **argv)
{
    static struct arena arena;
    struct cli_line line;
    struct request r = {.rules = "oficial",
                        .rounds = ROUNDS,
                        .seed = 1,
                        .seats = 2,
                        .time_limit = TIME_LIMIT_MS};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, read_option, &r))
        return line.exit;
    arena.line = &line;
    int code = run(&arena, &r);
    free(arena.table);
    free(arena.won);
    return code;
}
