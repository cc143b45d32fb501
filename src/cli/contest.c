/*
 * contest.c - what `mazo sim` and `mazo arena` share.
 */

#include "cli/contest.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "table/program.h"
#include "text/near.h"
#include "text/oserror.h"
#include "wire/json_out.h"
#include "say/rule_text.h"
#include "text/screen.h"

enum { SHOWN_MAX = 80, LINE_EVERY = 10, BAR_WIDTH = 30 };

/* ---- bots ---- */

static void unknown_level(struct cli_line *line, const char *shown)
{
    struct text_near near;
    text_near_begin(&near, shown);
    for (int i = 0; i < MAZO_BOT_NAME_COUNT; i++)
        text_near_offer(&near, mazo_bot_level_name(i));
    if (near.best) {
        cli_complain(line, EXIT_USAGE, N_("there is no bot \"%s\"; did you mean %s?"), shown,
                     near.best);
    } else {
        cli_complain(line, EXIT_USAGE,
                     N_("there is no bot \"%s\"; there are random, rule-v1, easy, "
                        "normal, hard, expert, hard-1, expert-1 and cmd:PROGRAM"),
                     shown);
    }
}

bool cli_player(struct cli_line *line, const char *text, size_t len, uint32_t playouts,
                struct player *out)
{
    char shown[SHOWN_MAX];
    enum player_fault fault = player_read(text, len, playouts, out);
    screen_clean(out->name, shown, sizeof shown);
    switch (fault) {
    case PLAYER_FINE:
    case PLAYER_YARDSTICK:
        return true;
    case PLAYER_NO_LEVEL:
        unknown_level(line, shown);
        break;
    case PLAYER_NO_STYLE:
        cli_complain(line, EXIT_USAGE, N_("%s: the styles are plain, cautious, bluffing, vengeful"),
                     shown);
        break;
    case PLAYER_NO_PLAYOUTS:
        cli_complain(line, EXIT_USAGE, N_("%s: @ takes a number of playouts"), shown);
        break;
    case PLAYER_NO_COMMAND:
        cli_complain(line, EXIT_USAGE, N_("%s: cmd: takes a program, with at most %d words"), shown,
                     PLAYER_WORDS_MAX - 1);
        break;
    case PLAYER_TOO_LONG:
        cli_complain(line, EXIT_USAGE, N_("a bot's name or command may have at most %d bytes"),
                     PLAYER_NAME_MAX - 1);
        break;
    }
    return false;
}

int cli_players(struct cli_line *line, const char *list, uint32_t playouts,
                struct player out[MAZO_SEATS_MAX])
{
    int count = 0;
    for (const char *at = list; at; count++) {
        const char *comma = strchr(at, ',');
        size_t len = comma ? (size_t)(comma - at) : strlen(at);
        if (count == MAZO_SEATS_MAX) {
            cli_complain(line, EXIT_USAGE, N_("at most %d bots can sit down"), MAZO_SEATS_MAX);
            return 0;
        }
        if (!cli_player(line, at, len, playouts, &out[count]))
            return 0;
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

bool cli_try_programs(struct cli_line *line, const struct player *players, int count)
{
    static struct program program;
    for (int i = 0; i < count; i++) {
        if (!players[i].outside)
            continue;
        signal(SIGPIPE, SIG_IGN);
        program_init(&program, &players[i]);
        int error = program_start(&program);
        program_end(&program);
        if (error) {
            char shown[SHOWN_MAX];
            return cli_refuse(line, EXIT_BAD, N_("%s cannot be started: %s"),
                              screen_clean(players[i].name, shown, sizeof shown),
                              text_oserror(line->lang, error));
        }
    }
    return true;
}

/* ---- house rules ---- */

static bool bad_option(struct cli_line *line, int rule, const char *word)
{
    char range[128], shown[SHOWN_MAX];
    rule_text_range(rule, line->lang, range, sizeof range);
    return cli_refuse(line, EXIT_USAGE, N_("%s takes %s, not \"%s\""), mazo_rule_info(rule)->name,
                      range, screen_clean(word, shown, sizeof shown));
}

static bool set_option(struct cli_line *line, char *text, struct mazo_rules *rules)
{
    char shown[SHOWN_MAX];
    uint32_t value;
    char *equals = strchr(text, '=');
    const char *word = "yes"; /* a name alone switches it on */
    if (equals) {
        *equals = '\0';
        word = equals + 1;
    }
    int rule = mazo_rule_by_name(text);
    const char *near = rule < 0 ? rule_text_near_rule(text) : NULL;
    screen_clean(text, shown, sizeof shown);
    if (near) {
        return cli_refuse(line, EXIT_USAGE, N_("there is no rule called \"%s\"; did you mean %s?"),
                          shown, near);
    }
    if (rule < 0)
        return cli_refuse(line, EXIT_USAGE, N_("there is no rule called \"%s\""), shown);
    return (rule_text_read(rule, word, &value) && mazo_rules_set(rules, rule, value)) ||
           bad_option(line, rule, word);
}

bool cli_set_rules(struct cli_line *line, const char *options, struct mazo_rules *rules)
{
    char *copy = strdup(options);
    char *rest = copy;
    bool fine = true;
    for (char *one = copy ? strtok_r(copy, ", ", &rest) : NULL; fine && one;
         one = strtok_r(NULL, ", ", &rest))
        fine = set_option(line, one, rules);
    free(copy);
    return fine;
}

bool cli_house_rules(struct cli_line *line, const char *name, const char *options, int seats,
                     struct mazo_rules *out)
{
    if (!cli_rules_of(line, name, options ? 0 : seats, out) ||
        (options && !cli_set_rules(line, options, out)))
        return false;
    return cli_check_rules(line, out, seats);
}

bool cli_check_rules(struct cli_line *line, const struct mazo_rules *rules, int seats)
{
    enum mazo_rules_fault fault = mazo_rules_check(rules, seats);
    if (fault != MAZO_FAULT_none) {
        cli_complain(line, EXIT_BAD, N_("These rules cannot be played: %s"),
                     text_in(line->lang, mazo_rules_fault_text(fault)));
    }
    return fault == MAZO_FAULT_none;
}

int cli_cores(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
#else
    int count = (int)sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? count : 1;
}

/* ---- Ctrl-C ---- */

atomic_bool cli_interrupted;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&cli_interrupted, true);
}

void cli_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- the meter ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_meter_init(struct cli_meter *m, struct cli_line *line, bool quiet, bool figures)
{
    *m = (struct cli_meter){.lang = line->lang, .name = line->usage->name};
    m->sentence = N_("mazo %s: %lld of %lld rounds, %s left\n");
    m->terminal = isatty(STDERR_FILENO);
    m->quiet = quiet || (figures && !isatty(STDOUT_FILENO));
    m->start = m->last = now();
}

/* "1:02:03", "4:05" */
static void write_time(double seconds, char *buf, size_t size)
{
    long all = (long)(seconds + 0.5);
    if (all >= 3600)
        snprintf(buf, size, "%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
    else
        snprintf(buf, size, "%ld:%02ld", all / 60, all % 60);
}

void cli_meter_tell(void *meter, int64_t done, int64_t total)
{
    struct cli_meter *m = meter;
    double time = now();
    if (m->quiet || time - m->last < (m->terminal ? 0.2 : LINE_EVERY))
        return;
    m->last = time;
    done += m->before;
    total = m->all ? m->all : total;
    double part = total > 0 ? (double)done / (double)total : 1;
    char left[24] = "?";
    if (done > 0)
        write_time((time - m->start) * (1 - part) / part, left, sizeof left);
    if (!m->terminal) {
        fprintf(stderr, text_in(m->lang, m->sentence), m->name, (long long)done, (long long)total,
                left);
        return;
    }
    char bar[BAR_WIDTH + 1];
    int filled = (int)(part * BAR_WIDTH);
    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', (size_t)(filled > BAR_WIDTH ? BAR_WIDTH : filled));
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%  ", bar, 100 * part);
    if (m->where)
        fprintf(stderr, text_in(m->lang, m->where), (long long)done, (long long)total);
    fprintf(stderr, text_in(m->lang, "%s left"), left);
    fputs("\033[K", stderr);
    m->shown = true;
}

void cli_meter_end(struct cli_meter *m)
{
    if (m->shown)
        fputs("\r\033[K", stderr);
    m->shown = false;
}

void cli_write_string(FILE *file, const char *text)
{
    size_t size = text ? 6 * strlen(text) + 8 : 8;
    char *buf = malloc(size);
    struct json_out out;
    if (!buf)
        return;
    json_out_init(&out, buf, size);
    json_out_string(&out, text);
    fputs(buf, file);
    free(buf);
}

void cli_print_string(const char *text) { cli_write_string(stdout, text); }
