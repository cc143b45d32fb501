/*
 * load.c - `mazo load`: real clients that play whole matches over the network, and check
 * everything the server says.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/load_host.h"
#include "cli/load_print.h"
#include "client/crowd.h"
#include "text/oserror.h"
#include "text/screen.h"

enum {
    TABLES = 10,
    SECONDS = 30,
    PACE_MS = 3000,
    RATE = 500,
    VERIFY_ALL_TABLES = 200, /* up to this many tables every message is checked */
    VERIFY_EVERY = 8,        /* with more tables, one number in this many */
    FILES_BESIDES = 64,
    SHOW_MS = 200,
    LINE_EVERY_S = 10,
    BAR = 20,
    SHOWN_MAX = 80,
    SENTENCE_MAX = 400
};

struct load_options {
    const char *rules, *house, *plot, *ca;
    uint64_t tables, seats, watchers, duration, matches, rate, verify, drops, addresses, pid, seed;
    uint32_t pace_ms;
    bool has_duration, has_verify, breaks, json, quiet, yes_really;
};

static bool read_pace(struct cli_line *line, void *into)
{
    struct load_options *r = into;
    char *end;
    errno = 0;
    double seconds = strtod(line->value, &end);
    if (end == line->value || *end || errno || !(seconds >= 0) || seconds > 3600)
        return cli_refuse(line, EXIT_USAGE, N_("--pace takes seconds, 0 to 3600"));
    r->pace_ms = (uint32_t)lround(1000 * seconds);
    return true;
}

static const struct cli_option options[] = {
    {"tables", 0, "N", N_("tables (10)"),
     CLI_NUMBER(struct load_options, tables, 1, CROWD_TABLES_MAX)},
    {"seats", 0, "N", N_("players at each (4)"),
     CLI_NUMBER(struct load_options, seats, 2, MAZO_SEATS_MAX)},
    {"watchers", 0, "N", N_("spectators at each (0)"),
     CLI_NUMBER(struct load_options, watchers, 0, 100)},
    {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file (oficial)"),
     CLI_TEXT(struct load_options, rules)},
    {"set", 'o', N_("LIST"), N_("house rules: stacking=yes,target=200"),
     CLI_TEXT(struct load_options, house)},
    {"options", 0, N_("LIST"), NULL, CLI_TEXT(struct load_options, house)},
    {"pace", 0, "S", N_("seconds between the moves of a table (3); 0: none"), .read = read_pace},
    {"duration", 'd', "S", N_("seconds to measure (30)"),
     CLI_NUMBER(struct load_options, duration, 1, 86400),
     CLI_FLAG(struct load_options, has_duration)},
    {"matches", 0, "N", N_("or: until each table has played N matches"),
     CLI_NUMBER(struct load_options, matches, 1, 1000000)},
    {"rate", 0, "N", N_("new connections per second (500)"),
     CLI_NUMBER(struct load_options, rate, 1, 100000)},
    {"verify", 0, "N", N_("check every Nth number in full (1; with many tables 8)"),
     CLI_NUMBER(struct load_options, verify, 0, 1000000),
     CLI_FLAG(struct load_options, has_verify)},
    {"drops", 0, "N", N_("connections to drop per minute, at random"),
     CLI_NUMBER(struct load_options, drops, 0, 1000000)},
    {"breaks", 0, NULL, N_("tolerate broken connections (for tests that kill the server)"),
     CLI_FLAG(struct load_options, breaks)},
    {"addresses", 0, "N", N_("connect from 127.0.0.1, 127.0.0.2, ... in turn"),
     CLI_NUMBER(struct load_options, addresses, 0, 250)},
    {"pid", 0, "PID", N_("the server's process: report its memory and processor time"),
     CLI_NUMBER(struct load_options, pid, 1, 4194304)},
    {"seed", 0, "N", N_("random seed for the players (1)"),
     CLI_NUMBER(struct load_options, seed, 0, UINT64_MAX)},
    {"json", 'j', NULL, N_("print the figures as JSON"), CLI_FLAG(struct load_options, json)},
    {"plot", 0, N_("FILE"), N_("also draw the figures, as SVG"),
     CLI_TEXT(struct load_options, plot)},
    {"quiet", 'q', NULL, N_("no progress on standard error"), CLI_FLAG(struct load_options, quiet)},
    {"yes-really", 0, NULL, N_("load a server that is not on this machine"),
     CLI_FLAG(struct load_options, yes_really)},
    {"ca", 0, N_("FILE"), N_("certificates to trust, in place of the system's"),
     CLI_TEXT(struct load_options, ca)},
    {0},
};

static const struct cli_usage usage = {
    .name = "load",
    .forms = (const char *const[]){N_("[OPTION]... URL"), NULL},
    .about = N_(
        "Fills a server with players: they create tables, sit down and play match after\n"
        "match over WebSocket, each from its own view. Everything the server says is checked:\n"
        "numbers without gaps, views that the rules allow and that agree with the events and\n"
        "with each other, no card that its reader may not see, each command counted once."),
    .options = options,
    .notes = N_("The exit code is 0 when there was no fault. docs/load.md explains the figures.\n"
                "\n"
                "    mazo load http://127.0.0.1:8117 --tables 100 --duration 60"),
};

/* ---- the command line ---- */

static bool read_address(struct cli_line *line, const struct load_options *r, const char *url,
                         struct link_address *out)
{
    char shown[SHOWN_MAX];
    const char *why;
    if (!link_parse(url, out, &why)) {
        return cli_refuse(line, EXIT_USAGE, "%s: %s", screen_clean(url, shown, sizeof shown),
                          text_in(line->lang, why));
    }
    if (!load_is_here(out->host) && !r->yes_really) {
        return cli_refuse(line, EXIT_USAGE,
                          N_("%s is another machine: only load servers that are yours "
                             "(--yes-really)"),
                          screen_clean(out->host, shown, sizeof shown));
    }
    out->ca = r->ca;
    return true;
}

static bool make_plan(struct cli_line *line, const struct load_options *r, struct crowd_plan *plan)
{
    uint64_t players = r->tables * (r->seats + r->watchers);
    if (players > CROWD_PLAYERS_MAX) {
        return cli_refuse(line, EXIT_USAGE, N_("%llu connections are too many (%d)"),
                          (unsigned long long)players, CROWD_PLAYERS_MAX);
    }
    *plan = (struct crowd_plan){
        .address = plan->address,
        .lang = line->lang,
        .tables = (int)r->tables,
        .seats = (int)r->seats,
        .watchers = (int)r->watchers,
        .pace_ms = r->pace_ms,
        .seconds = r->matches && !r->has_duration ? 0 : (uint32_t)r->duration,
        .matches = (uint32_t)r->matches,
        .rate = (uint32_t)r->rate,
        .verify = r->has_verify                    ? (uint32_t)r->verify
                  : r->tables <= VERIFY_ALL_TABLES ? 1
                                                   : VERIFY_EVERY,
        .drops = (uint32_t)r->drops,
        .addresses = (int)r->addresses,
        .breaks = r->breaks || r->drops > 0,
        .seed = r->seed,
    };
    return cli_house_rules(line, r->rules, r->house, plan->seats, &plan->rules);
}

static bool have_files(struct cli_line *line, const struct crowd_plan *plan)
{
    uint64_t wanted = (uint64_t)plan->tables * (uint64_t)(plan->seats + plan->watchers);
    uint64_t files = load_raise_files(wanted + FILES_BESIDES);
    if (files < wanted + FILES_BESIDES) {
        return cli_refuse(line, EXIT_BAD,
                          N_("%llu connections need as many open files, and only %llu "
                             "are allowed here (ulimit -Hn)"),
                          (unsigned long long)wanted, (unsigned long long)files);
    }
    return true;
}

/* ---- while it runs ---- */

struct load_run {
    struct cli_line *line;
    struct crowd *crowd;
    struct load_report *report;
    uv_timer_t timer;
    bool quiet, terminal, shown;
    bool began; /* usage at the start of the measurement is known */
    double line_at;
};

static void write_left(double seconds, char *buf, size_t size)
{
    long all = (long)(seconds + 0.5);
    snprintf(buf, size, "%ld:%02ld", all / 60, all % 60);
}

/* Progress from 0 to 1, and the total time; less than 0: unknown. */
static double progress(const struct crowd_plan *plan, const struct crowd_figures *f, double *left)
{
    *left = -1;
    if (f->stage == CROWD_COMING)
        return f->wanted ? (double)f->here / f->wanted : 0;
    if (plan->seconds) {
        *left = plan->seconds - f->playing_s > 0 ? plan->seconds - f->playing_s : 0;
        return f->playing_s / plan->seconds;
    }
    double part = (double)f->matches / ((double)plan->matches * plan->tables);
    if (part > 0.01)
        *left = f->playing_s * (1 - part) / part;
    return part;
}

static void write_progress(const struct load_run *r, const struct crowd_figures *f, char *buf,
                           size_t size)
{
    enum text_lang lang = r->line->lang;
    double left, part = progress(r->report->plan, f, &left);
    char bar[BAR + 1], time[24];
    int filled = part >= 1 ? BAR : (int)(part * BAR);
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    if (f->stage == CROWD_COMING) {
        snprintf(buf, size, text_in(lang, "[%s] %u of %u connections, %u of %d tables at play"),
                 bar, f->here, f->wanted, f->tables_begun, r->report->plan->tables);
        return;
    }
    int len = snprintf(buf, size, text_in(lang, "[%s] %.0f moves/s, p99 %.1f ms, %llu faults"), bar,
                       (double)f->measured_moves / (f->playing_s > 0.1 ? f->playing_s : 0.1),
                       (double)histogram_at(&f->all, 0.99) / 1000,
                       (unsigned long long)faults_all(&f->faults));
    text_decimals(lang, buf);
    if (left >= 0 && len > 0 && (size_t)len < size) {
        write_left(left, time, sizeof time);
        len += snprintf(buf + len, size - (size_t)len, "; ");
        snprintf(buf + len, size - (size_t)len, text_in(lang, "%s left"), time);
    }
}

static void show(struct load_run *r, const struct crowd_figures *f)
{
    char text[200];
    double now = (double)uv_hrtime() / 1e9;
    bool nothing = f->stage == CROWD_COMING && f->here == 0; /* perhaps nobody can come */
    if (r->quiet || (!r->terminal && (nothing || now - r->line_at < LINE_EVERY_S)))
        return;
    r->line_at = now;
    write_progress(r, f, text, sizeof text);
    if (r->terminal) {
        fprintf(stderr, "\r%s\033[K", text);
        r->shown = true;
    } else {
        fprintf(stderr, "mazo load: %s\n", text);
    }
}

/* Note usage during the measurement: at the start, and the latest. */
static void note_uses(struct load_run *r)
{
    struct load_report *report = r->report;
    bool server = report->pid && load_use_of(report->pid, &report->end);
    load_use_of(0, &report->own_end);
    if (!r->began) {
        r->began = true;
        report->began = report->end;
        report->own_began = report->own_end;
    }
    report->has_server = server;
}

static void on_look(uv_timer_t *timer)
{
    struct load_run *r = timer->data;
    const struct crowd_figures *f = crowd_figures(r->crowd);
    if (atomic_load(&cli_interrupted) && f->stage < CROWD_GOING) {
        r->report->stopped = true;
        crowd_stop(r->crowd);
    }
    if (f->stage == CROWD_PLAYING)
        note_uses(r);
    if (f->stage < CROWD_GOING)
        show(r, f);
    else if (f->stage == CROWD_GONE)
        uv_close((uv_handle_t *)timer, NULL);
}

static int write_plot(struct cli_line *line, const char *path, const struct load_report *r)
{
    errno = 0;
    FILE *file = fopen(path, "w");
    return cli_close(line, path, file, file && load_plot(file, r));
}

static int report(struct cli_line *line, const struct load_options *r,
                  const struct load_report *report)
{
    const struct crowd_figures *f = report->figures;
    if (f->connect.count == 0 && !report->stopped && !r->json) {
        char text[SENTENCE_MAX];
        return cli_complain(line, EXIT_BAD, "%s",
                            link_explain(&report->plan->address, f->why, line->lang, text,
                                         sizeof text));
    }
    int code = faults_all(&report->figures->faults) ? EXIT_BAD : EXIT_FINE;
    if (r->json)
        load_print_json(report);
    else
        load_print_text(report);
    if (r->plot && write_plot(line, r->plot, report) != EXIT_FINE)
        return EXIT_BAD;
    return code == EXIT_FINE && report->stopped ? EXIT_INTERRUPTED : code;
}

static int run_load(struct cli_line *line, const struct load_options *r,
                    const struct crowd_plan *plan)
{
    struct load_report figures = {.lang = line->lang, .plan = plan, .pid = (int)r->pid};
    struct load_run state = {.line = line,
                             .report = &figures,
                             .quiet = r->quiet || (r->json && !isatty(STDOUT_FILENO)),
                             .terminal = isatty(STDERR_FILENO)};
    uv_loop_t loop;
    if (r->pid && !load_use_of((int)r->pid, &figures.before)) {
        return cli_complain(line, EXIT_BAD, N_("there is no process %llu"),
                            (unsigned long long)r->pid);
    }
    uv_loop_init(&loop);
    state.crowd = crowd_new(&loop, plan);
    if (!state.crowd)
        return cli_complain(line, EXIT_BAD, "%s", text_oserror(line->lang, ENOMEM));
    cli_catch_interrupts();
    uv_timer_init(&loop, &state.timer);
    state.timer.data = &state;
    uv_timer_start(&state.timer, on_look, 0, SHOW_MS);
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* the server may be killed */
    uv_run(&loop, UV_RUN_DEFAULT);
    signal(SIGPIPE, before);
    uv_loop_close(&loop);
    if (state.shown)
        fputs("\r\033[K", stderr);
    figures.figures = crowd_figures(state.crowd);
    int code = report(line, r, &figures);
    crowd_free(state.crowd);
    return code;
}

int cli_load(int argc, char **argv)
{
    struct cli_line line;
    struct load_options r = {.rules = "oficial",
                             .tables = TABLES,
                             .seats = 4,
                             .duration = SECONDS,
                             .rate = RATE,
                             .seed = 1,
                             .pace_ms = PACE_MS};
    struct crowd_plan plan = {0};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &r))
        return line.exit;
    if (line.operand_count != 1)
        return cli_complain(&line, EXIT_USAGE, N_("say which server: http://127.0.0.1:8117"));
    if (!read_address(&line, &r, line.operands[0], &plan.address) || !make_plan(&line, &r, &plan))
        return EXIT_USAGE;
    return have_files(&line, &plan) ? run_load(&line, &r, &plan) : EXIT_BAD;
}
