/*
 * arena.c - `mazo arena`: a tournament of bots.
 */
#include "cli/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/oserror.h"
#include "text/screen.h"

enum { ROUNDS = 2000, TIME_LIMIT_MS = 1000, FILE_MAX = 64 * 1024, SHOWN_MAX = 32 };

struct arena_options {
    const char *file, *rules, *house;
    uint64_t rounds, seed, seats, playouts, threads, time_limit;
    bool json, quiet;
};

static const struct cli_option options[] = {
    {"file", 0, N_("FILE"), N_("bots from a file, one per line (-: standard input)"),
     CLI_TEXT(struct arena_options, file)},
    {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file (oficial)"),
     CLI_TEXT(struct arena_options, rules)},
    {"rounds", 0, "N", N_("rounds per table (2000), rounded up to whole deals"),
     CLI_NUMBER(struct arena_options, rounds, 1, 1000000000)},
    {"seed", 's', "N", N_("random seed (1)"),
     CLI_NUMBER(struct arena_options, seed, 0, UINT64_MAX)},
    {"seats", 0, "N", N_("seats per table (2): every group of that many bots meets"),
     CLI_NUMBER(struct arena_options, seats, MAZO_SEATS_MIN, MAZO_SEATS_MAX)},
    {"set", 'o', N_("LIST"), N_("house rules: stacking=yes,target=200"),
     CLI_TEXT(struct arena_options, house)},
    {"options", 0, N_("LIST"), NULL, CLI_TEXT(struct arena_options, house)},
    {"playouts", 0, "N", N_("playouts per decision of an expert"),
     CLI_NUMBER(struct arena_options, playouts, 1, 1000000000)},
    {"threads", 't', "N", N_("threads (all cores); results do not depend on them"),
     CLI_NUMBER(struct arena_options, threads, 1, SIM_THREADS_MAX)},
    {"time-limit", 0, "MS", N_("limit for each move of a program (1000)"),
     CLI_NUMBER(struct arena_options, time_limit, 1, 3600000)},
    {"json", 'j', NULL, N_("print the figures as JSON"), CLI_FLAG(struct arena_options, json)},
    {"quiet", 'q', NULL, N_("no progress on standard error"),
     CLI_FLAG(struct arena_options, quiet)},
    {0},
};

static const struct cli_usage usage = {
    .name = "arena",
    .forms = (const char *const[]){N_("[OPTION]... BOT BOT..."), N_("[OPTION]... --file FILE"),
                                   NULL},
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

/* ---- the command line ---- */

static bool add_bot(struct arena *a, const char *text, size_t len, uint32_t playouts)
{
    char shown[SHOWN_MAX];
    if (a->bots == RATING_BOTS_MAX) {
        return cli_refuse(a->line, EXIT_USAGE, N_("at most %d bots can take part"),
                          RATING_BOTS_MAX);
    }
    struct player *player = &a->player[a->bots];
    if (!cli_player(a->line, text, len, playouts, player))
        return false;
    for (int i = 0; i < a->bots; i++) {
        if (strcmp(a->player[i].name, player->name) == 0) {
            return cli_refuse(a->line, EXIT_USAGE, N_("%s appears twice"),
                              screen_clean(player->name, shown, sizeof shown));
        }
    }
    a->bots++;
    return true;
}

/* One bot per line; empty lines and comments (#) are skipped. */
static bool add_file(struct arena *a, const struct arena_options *r)
{
    size_t size;
    char *text = cli_read(a->line, r->file, FILE_MAX, &size);
    bool fine = text != NULL;
    a->line->place = (struct cli_place){r->file, text, size, 1};
    for (char *at = text; fine && at && *at; a->line->place.line++) {
        size_t len = strcspn(at, "\n");
        size_t blank = strspn(at, " \t\r");
        if (blank < len && at[blank] != '#')
            fine = add_bot(a, at, len, (uint32_t)r->playouts);
        at += len + (at[len] == '\n');
    }
    a->line->place = (struct cli_place){0};
    free(text);
    return fine;
}

static bool read_bots(struct arena *a, const struct arena_options *r)
{
    if (r->file && !add_file(a, r))
        return false;
    for (int i = 0; i < a->line->operand_count; i++) {
        const char *text = a->line->operands[i];
        if (!add_bot(a, text, strlen(text), (uint32_t)r->playouts))
            return false;
    }
    if (a->bots < 2 || (uint64_t)a->bots < r->seats)
        return cli_refuse(a->line, EXIT_USAGE, N_("there are fewer bots than seats"));
    return true;
}

/* Partners win together: which of them is better cannot be told. */
static bool read_rules(struct arena *a, const struct arena_options *r)
{
    struct mazo_rules *rules = &a->contest.rules;
    if (!cli_house_rules(a->line, r->rules, r->house, a->contest.seats, rules))
        return false;
    if (rules->teams) {
        cli_complain(a->line, EXIT_BAD,
                     N_("partners win together and cannot be rated one by "
                        "one; `mazo sim` plays in teams"));
    }
    return !rules->teams;
}

static int report(struct arena *a, const struct arena_options *r)
{
    struct cli_line *line = a->line;
    bool rated = arena_rate(a);
    if (!rated && !a->stopped)
        return cli_complain(line, EXIT_BAD, N_("there is nothing to rate"));
    if (r->json) {
        arena_print_json(a);
    } else if (!rated) {
        puts(text_in(line->lang, "No table has played two deals to their end: there is nothing to "
                                 "rate."));
    } else {
        arena_print_text(a);
    }
    if (a->bug[0]) {
        return cli_complain(line, EXIT_BAD,
                            N_("bug: a built-in bot gave a command that was refused: %s"), a->bug);
    }
    return a->stopped ? EXIT_INTERRUPTED : EXIT_FINE;
}

static int run_arena(struct arena *a, const struct arena_options *r)
{
    struct cli_line *line = a->line;
    struct sim_contest *c = &a->contest;
    struct cli_meter meter;
    a->seed = r->seed;
    c->seats = (int)r->seats;
    c->deals = (int64_t)((r->rounds + r->seats - 1) / r->seats);
    c->deals = c->deals < 2 ? 2 : c->deals;
    c->threads = r->threads ? (int)r->threads : cli_cores();
    c->time_limit_ms = (int)r->time_limit;
    c->stop = &cli_interrupted;
    if (!read_bots(a, r) || !arena_list_tables(a))
        return a->line->exit;
    if (!read_rules(a, r) || !cli_try_programs(line, a->player, a->bots))
        return EXIT_BAD;
    cli_meter_init(&meter, line, r->quiet, r->json);
    cli_catch_interrupts();
    int error = arena_play(a, &meter);
    cli_meter_end(&meter);
    if (error)
        return cli_complain(line, EXIT_BAD, "%s", text_oserror(line->lang, error));
    return report(a, r);
}

int cli_arena(int argc, char **argv)
{
    static struct arena arena;
    struct cli_line line;
    struct arena_options r = {.rules = "oficial",
                              .rounds = ROUNDS,
                              .seed = 1,
                              .seats = 2,
                              .time_limit = TIME_LIMIT_MS};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &r))
        return line.exit;
    arena.line = &line;
    int code = run_arena(&arena, &r);
    free(arena.table);
    free(arena.won);
    return code;
}
