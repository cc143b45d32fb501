/*
 * replay.c - `mazo replay`: checks a kept match and says how it went.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "wire/json_write.h"
#include "wire/match.h"
#include "wire/notation.h"
#include "wire/referee.h"
#include "wire/rule_text.h"
#include "wire/screen.h"

enum { OPT_STATES, OPT_JSON, FILE_MAX = 256 * 1024 * 1024 };

static const struct cli_option options[] = {
    [OPT_STATES] = {"states", 's', NULL,
                    N_("print the state after every line, a JSON object each")},
    [OPT_JSON] = {"json", 'j', NULL, N_("print the summary as JSON")},
    {0},
};

static const char *const forms[] = {N_("[--states | --json] FILE"), NULL};

static const struct cli_usage usage = {
    .name = "replay",
    .forms = forms,
    .about = N_(
        "Plays a kept match again from its file, checks after every line that the game is the same\n"
        "as it was then, and prints a summary. - is standard input."),
    .options = options,
    .notes = N_(
        "The exit status is 1 when the file is damaged or does not replay. A last line that was cut\n"
        "off, as a crash leaves it, is left out with a notice."),
};

/* All the memory that the command needs besides the file. */
struct program {
    const struct cli_line *line;
    const char *name; /* of the file, safe to print */
    bool states, json;
    struct match_reader match;
    struct json_out out;
    char buf[REFEREE_ANSWER_MAX];
};

static void print_line(struct program *p)
{
    json_out_raw(&p->out, '\n');
    fwrite(p->out.buf, 1, p->out.len, stdout);
    json_out_clear(&p->out);
}

static void print_state(struct program *p)
{
    const struct wire_game *w = &p->match.play;
    wire_put_state(&p->out, p->line->lang, &w->game, &w->texts);
    print_line(p);
}

/* ---- the summary ---- */

static void put_seats(struct json_out *out, const char *key, unsigned bits)
{
    json_out_open_at(out, key, '[');
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (bits >> seat & 1) {
            json_out_int(out, seat);
        }
    }
    json_out_close(out, ']');
}

static void put_game(struct json_out *out, const struct mazo_game *g)
{
    char hash[17];
    wire_hash_write(mazo_hash(g), hash);
    json_out_string_at(out, "rules", mazo_sheet_name(g->rules.sheet));
    json_out_key(out, "options");
    wire_put_options(out, &g->rules);
    json_out_int_at(out, "seats", g->seats);
    json_out_int_at(out, "rounds", g->round);
    json_out_string_at(out, "phase", mazo_phase_name(g->phase));
    json_out_open_at(out, "scores", '[');
    for (int seat = 0; seat < g->seats; seat++) {
        json_out_int(out, g->scores[seat]);
    }
    json_out_close(out, ']');
    put_seats(out, "match_winners", g->winners);
    put_seats(out, "match_losers", g->losers);
    json_out_string_at(out, "hash", hash);
}

static void print_json(struct program *p, bool ok)
{
    const struct match_reader *m = &p->match;
    json_out_open(&p->out, '{');
    json_out_bool_at(&p->out, "ok", ok);
    json_out_int_at(&p->out, "line", m->line);
    if (!ok) {
        json_out_string_at(&p->out, "error", m->why.word);
        json_out_string_at(&p->out, "message", m->why.message);
    } else {
        json_out_int_at(&p->out, "commands", m->commands);
        json_out_bool_at(&p->out, "cut", m->cut);
        put_game(&p->out, &m->play.game);
    }
    json_out_close(&p->out, '}');
    print_line(p);
}

static void print_seats(const struct program *p, const char *format, unsigned bits)
{
    char list[64] = "";
    size_t len = 0;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (bits >> seat & 1) {
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%d", len ? ", " : "", seat);
        }
    }
    if (len > 0) {
        printf(text_in(p->line->lang, format), list);
    }
}

/* What differs from the sheet, as in a rule-set file. */
static void print_options(const struct mazo_rules *rules, enum text_lang lang)
{
    const struct mazo_rules *sheet = mazo_rules_of_sheet(rules->sheet);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        char value[40];
        if (mazo_rules_get(rules, rule) != mazo_rules_get(sheet, rule)) {
            rule_text_write(rule, mazo_rules_get(rules, rule), value, sizeof value);
            printf(text_in(lang, "With: %s = %s\n"), mazo_rule_info(rule)->name, value);
        }
    }
}

static void print_summary(const struct program *p)
{
    enum text_lang lang = p->line->lang;
    const struct mazo_game *g = &p->match.play.game;
    char hash[17];
    wire_hash_write(mazo_hash(g), hash);
    printf(text_in(lang, "Rules: %s\n"), mazo_sheet_name(g->rules.sheet));
    print_options(&g->rules, lang);
    printf(text_in(lang, "Seats: %d\n"), g->seats);
    printf(text_in(lang, "Rounds: %d\n"), g->round);
    for (int seat = 0; seat < g->seats; seat++) {
        const char *format = g->scores[seat] == 1 ? N_("Seat %d: %d point\n")
                                                  : N_("Seat %d: %d points\n");
        printf(text_in(lang, format), seat, (int)g->scores[seat]);
    }
    if (g->phase == MAZO_PHASE_match_over) {
        print_seats(p, N_("Won by seat: %s\n"), g->winners);
        print_seats(p, N_("Lost by seat: %s\n"), g->losers);
    } else {
        fputs(text_in(lang, "The match is not over.\n"), stdout);
    }
    printf(text_in(lang, "Commands: %d\n"), p->match.commands);
    printf(text_in(lang, "Hash: %s\n"), hash);
}

/* ---- the command ---- */

static int replay(struct program *p)
{
    struct match_reader *m = &p->match;
    enum text_lang lang = p->line->lang;
    enum match_step step;
    while ((step = match_next(m)) == MATCH_STEP) {
        if (p->states) {
            print_state(p);
        }
    }
    if (p->json) {
        print_json(p, step == MATCH_END);
    }
    if (step == MATCH_BAD && m->line == 0) {
        return cli_complain(p->line, EXIT_BAD, "%s: %s", p->name, m->why.message);
    }
    if (step == MATCH_BAD) {
        return cli_complain(p->line, EXIT_BAD, text_in(lang, "%s, line %d: %s"), p->name, m->line,
                            m->why.message);
    }
    if (m->cut) {
        cli_complain(p->line, EXIT_FINE,
                     text_in(lang, "%s, line %d: the last line is cut off and is left out"),
                     p->name, m->line);
    }
    if (!p->json && !p->states) {
        print_summary(p);
    }
    return EXIT_FINE;
}

/* Read the options and the name of the file; false when the command is over. */
static bool read_options(struct cli_line *line, bool *states, bool *json)
{
    int option;
    while ((option = cli_next(line)) >= 0) {
        *states |= option == OPT_STATES;
        *json |= option == OPT_JSON;
    }
    if (option == CLI_STOP) {
        return false;
    }
    if (*states && *json) {
        line->exit = cli_complain(line, EXIT_USAGE, "%s",
                                  text_in(line->lang, "only one of --states and --json"));
        return false;
    }
    if (line->operand_count != 1) {
        line->exit = cli_complain(line, EXIT_USAGE, "%s",
                                  text_in(line->lang, "name one match file"));
        return false;
    }
    return true;
}

int cli_replay(int argc, char **argv)
{
    struct cli_line line;
    bool states = false, json = false;
    char name[80];
    size_t size;
    cli_begin(&line, &usage, argc, argv);
    if (!read_options(&line, &states, &json)) {
        return line.exit;
    }
    char *text = cli_read(&line, line.operands[0], FILE_MAX, &size);
    if (!text) {
        return EXIT_BAD;
    }
    struct program *p = calloc(1, sizeof *p);
    if (!p) {
        free(text);
        return cli_complain(&line, EXIT_BAD, "%s",
                            text_in(line.lang, "there is not enough memory"));
    }
    p->line = &line;
    p->name = screen_clean(line.operands[0], name, sizeof name);
    p->states = states;
    p->json = json;
    json_out_init(&p->out, p->buf, sizeof p->buf);
    match_begin(&p->match, line.lang, text, size);
    int code = replay(p);
    free(p);
    free(text);
    return code;
}
