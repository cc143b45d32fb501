/*
 * replay.c - `mazo replay`: shows a saved match step by step, or checks and summarizes it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/coach.h"
#include "cli/verify.h"
#include "client/fetch.h"
#include "terminal/pages/viewer.h"
#include "wire/json_write.h"
#include "wire/match.h"
#include "say/notation.h"
#include "wire/referee.h"
#include "say/rule_text.h"
#include "text/screen.h"

enum { FILE_MAX = 256 * 1024 * 1024, ANSWER_MS = 20000, PATH_SIZE = 300, SENTENCE_MAX = 400 };

struct replay_options {
    bool states, json, has_seat;
    bool details; /* an option for the coach only */
    uint64_t playouts, seat;
    struct cli_coaching coaching;
    struct cli_verifying verifying;
    const char *ca;
};

static const struct cli_option options[] = {
    {"states", 0, NULL, N_("print the state after every line, one JSON object each"),
     CLI_FLAG(struct replay_options, states)},
    {"json", 'j', NULL, N_("print the summary as JSON"), CLI_FLAG(struct replay_options, json)},
    {"coach", 0, NULL, N_("say what each decision cost, and what was luck"),
     CLI_FLAG(struct replay_options, coaching.wanted)},
    {"playouts", 0, "N", N_("with --coach: playouts per decision (4000)"),
     CLI_NUMBER(struct replay_options, playouts, 1, CLI_COACH_PLAYOUTS_MAX),
     CLI_FLAG(struct replay_options, details)},
    {"seat", 0, "N", N_("with --coach: judge only this player"),
     CLI_NUMBER(struct replay_options, seat, 0, MAZO_SEATS_MAX - 1),
     CLI_FLAG(struct replay_options, has_seat)},
    {"quiet", 'q', NULL, N_("with --coach: no progress on standard error"),
     CLI_FLAG(struct replay_options, coaching.quiet)},
    {"verify", 'v', NULL, N_("say whether the cards were shuffled fairly"),
     CLI_FLAG(struct replay_options, verifying.wanted)},
    {"commitment", 0, "HEX", N_("with --verify: what you were shown before the cards were dealt"),
     CLI_TEXT(struct replay_options, verifying.commitment)},
    {"salt", 0, "HEX", N_("with --verify: your own random bytes"),
     CLI_TEXT(struct replay_options, verifying.salt)},
    {"ca", 0, N_("FILE"), N_("with a link: certificates to trust, in place of the system's"),
     CLI_TEXT(struct replay_options, ca)},
    {0},
};

static const struct cli_usage usage = {
    .name = "replay",
    .forms =
        (const char *const[]){N_("[--states | --json] FILE|LINK"),
                              N_("--coach [--json] [--playouts N] [--seat N] FILE|LINK"),
                              N_("--verify [--json] [--commitment HEX] [--salt HEX] FILE|LINK"),
                              NULL},
    .about = N_(
        "In a terminal, without options: shows a saved match step by step, forward and back, with\n"
        "every hand or only what one player saw. Otherwise it replays the match from its file,\n"
        "checks after every line that the game is the same as it was then, and prints a summary.\n"
        "- is standard input, LINK the address of a match on a server."),
    .options = options,
    .notes = N_(
        "The exit status is 1 if the file is damaged or does not replay. A last line that a crash\n"
        "cut off is ignored, with a notice.\n"
        "\n"
        "The coach replays the match with an expert behind every player, who knows what that\n"
        "player knew. Where the player did something else, both choices are played out in the same\n"
        "deals: the cost is how much of the chance to win the match the choice gave away (± two\n"
        "standard errors). A cost within that error counts as nothing. Skill is what the mistakes\n"
        "of the others brought a player, less what their own cost; luck is the rest of the change\n"
        "in the chance to win, as the scores show it. Neither is shown where it is within its ±.\n"
        "docs/coach.md explains it in full.\n"
        "\n"
        "On a server nobody picks the cards. The server commits to a secret and every player's\n"
        "program to a salt; a deal code fixes all of them before any salt is opened. --verify\n"
        "checks the file, and compares it with what mazo join kept of the match or what you name:\n"
        "the deal code or the commitment, and your salt. It says what that proves, and exits with 1\n"
        "if anything differs or the file says nothing about it."),
};

/* All memory of the command besides the file. */
struct replay_run {
    struct cli_line *line;
    const char *name; /* of the file, safe to print */
    bool states, json;
    const struct cli_coaching *coaching;   /* or NULL */
    const struct cli_verifying *verifying; /* or NULL */
    struct cli_origin origin;
    struct match_reader match;
    struct json_out out;
    char buf[REFEREE_ANSWER_MAX];
};

static void print_line(struct replay_run *p)
{
    json_out_raw(&p->out, '\n');
    fwrite(p->out.buf, 1, p->out.len, stdout);
    json_out_clear(&p->out);
}

static void print_state(struct replay_run *p)
{
    const struct wire_game *w = &p->match.play;
    wire_put_state(&p->out, p->line->lang, &w->game, &w->texts);
    print_line(p);
}

/* ---- the summary ---- */

static void put_game(struct json_out *out, const struct mazo_game *g)
{
    char hash[17];
    say_hash_write(mazo_hash(g), hash);
    wire_put_rules(out, &g->rules);
    json_out_int_at(out, "seats", g->seats);
    json_out_int_at(out, "rounds", g->round);
    json_out_string_at(out, "phase", mazo_phase_name(g->phase));
    json_out_open_at(out, "scores", '[');
    for (int seat = 0; seat < g->seats; seat++)
        json_out_int(out, g->scores[seat]);
    json_out_close(out, ']');
    wire_put_seats(out, "match_winners", g->winners);
    wire_put_seats(out, "match_losers", g->losers);
    json_out_string_at(out, "hash", hash);
}

static void print_json(struct replay_run *p, bool ok)
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

static void print_seats(const struct replay_run *p, const char *format, unsigned bits,
                        char names[][REPLAY_NAME_MAX])
{
    char list[MAZO_SEATS_MAX * (REPLAY_NAME_MAX + 2)] = "";
    size_t len = 0;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (bits >> seat & 1) {
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "",
                                    names[seat]);
        }
    }
    if (len > 0)
        printf(text_in(p->line->lang, format), list);
}

/* What differs from the sheet, as in a rule-set file. */
static void print_options(const struct mazo_rules *rules, enum text_lang lang)
{
    struct mazo_rules sheet = *rules;
    mazo_rules_as_of(rules->sheet, rules->revision, &sheet);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        char value[40];
        if (mazo_rules_get(rules, rule) != mazo_rules_get(&sheet, rule)) {
            rule_text_write(rule, mazo_rules_get(rules, rule), value, sizeof value);
            printf(text_in(lang, "With: %s = %s\n"), mazo_rule_info(rule)->name, value);
        }
    }
}

static void print_summary(const struct replay_run *p)
{
    enum text_lang lang = p->line->lang;
    const struct mazo_game *g = &p->match.play.game;
    char hash[17], names[MAZO_SEATS_MAX][REPLAY_NAME_MAX];
    say_hash_write(mazo_hash(g), hash);
    replay_names(&p->match.roster, lang, names);
    printf(text_in(lang, "Rules: %s\n"), mazo_sheet_name(g->rules.sheet));
    print_options(&g->rules, lang);
    printf(text_in(lang, "Seats: %d\n"), g->seats);
    printf(text_in(lang, "Rounds: %d\n"), g->round);
    for (int seat = 0; seat < g->seats; seat++) {
        const char *format = g->scores[seat] == 1 ? N_("%s: %d point\n") : N_("%s: %d points\n");
        printf(text_in(lang, format), names[seat], (int)g->scores[seat]);
    }
    if (g->phase == MAZO_PHASE_match_over) {
        print_seats(p, N_("Won by: %s\n"), g->winners, names);
        print_seats(p, N_("Lost by: %s\n"), g->losers, names);
    } else {
        fputs(text_in(lang, "The match is not over.\n"), stdout);
    }
    printf(text_in(lang, "Moves: %d\n"), p->match.commands);
    printf(text_in(lang, "Hash: %s\n"), hash);
}

/* ---- the command ---- */

static int replay(struct replay_run *p)
{
    struct match_reader *m = &p->match;
    enum match_step step;
    while ((step = match_next(m)) == MATCH_STEP) {
        if (m->now.kind != WIRE_COMMAND) {
            p->origin.kind = m->now.kind;
            memcpy(p->origin.seed, m->now.opening.position.seed, sizeof p->origin.seed);
        }
        if (p->states)
            print_state(p);
    }
    if (p->json && ((!p->coaching && !p->verifying) || step == MATCH_BAD))
        print_json(p, step == MATCH_END);
    if (step == MATCH_BAD)
        return cli_blame(p->line, &(struct cli_place){p->name, m->text, m->len, m->line},
                         m->why.message);
    if (m->cut) {
        cli_blame(p->line, &(struct cli_place){.file = p->name, .line = m->line},
                  text_in(p->line->lang, "the last line is cut off and ignored"));
    }
    if (p->coaching)
        return cli_coach(p->line, p->coaching, m);
    if (p->verifying)
        return cli_verify(p->line, p->verifying, m, &p->origin);
    if (!p->json && !p->states)
        print_summary(p);
    return EXIT_FINE;
}

/* ---- the file ---- */

/* The path of the match file for a link: from "/r/KEY", where a browser shows the match, and from
 * "/m/KEY", the file itself. False: another page. */
static bool match_path(const char *url, char *buf, size_t size)
{
    const char *path = strchr(strstr(url, "://") + 3, '/');
    int len = path ? (int)strcspn(path, "?#") : 0;
    while (len > 0 && path[len - 1] == '/')
        len--;
    int key = len;
    while (key > 0 && path[key - 1] != '/')
        key--;
    if (key < 3 || key == len || (size_t)len >= size || path[key - 3] != '/' ||
        !strchr("mr", path[key - 2]))
        return false;
    snprintf(buf, size, "%.*s/m/%.*s", key - 3, path, len - key, path + key);
    return true;
}

/* Downloads the file behind a link, to be freed; NULL after printing the reason. */
static char *fetch_match(struct cli_line *line, const char *url, const char *ca, const char *name,
                         size_t *size)
{
    struct link_address address;
    struct fetch page;
    char path[PATH_SIZE], text[SENTENCE_MAX];
    const char *why;
    if (!link_parse(url, &address, &why)) {
        cli_complain(line, EXIT_BAD, "%s: %s", name, text_in(line->lang, why));
        return NULL;
    }
    if (!match_path(url, path, sizeof path)) {
        cli_complain(line, EXIT_BAD, N_("%s is not the link of a match"), name);
        return NULL;
    }
    address.ca = ca;
    if (fetch_get(&address, path, ANSWER_MS, FETCH_MATCH_MIB << 20, &page)) {
        *size = page.len;
        return page.body;
    }
    if (page.too_long) {
        cli_complain(line, EXIT_BAD,
                     N_("%s is larger than %d MiB: download it, and replay the file"), name,
                     FETCH_MATCH_MIB);
    } else if (page.status == 0) {
        cli_complain(line, EXIT_BAD, "%s",
                     link_explain(&address, page.why, line->lang, text, sizeof text));
    } else {
        cli_complain(line, EXIT_BAD, N_("there is no match at %s"), name);
    }
    free(page.body);
    return NULL;
}

/* Read the options and the name of the file; false when the command is over. */
static bool read_options(struct cli_line *line, struct replay_options *r)
{
    if (!cli_options(line, r))
        return false;
    struct cli_verifying *v = &r->verifying;
    r->coaching.playouts = (uint32_t)r->playouts;
    r->coaching.seat = r->has_seat ? (int)r->seat : COACH_EVERYBODY;
    if (v->commitment && !fair_is_salt(v->commitment))
        return cli_refuse(line, EXIT_USAGE, N_("a commitment has 64 hex digits"));
    if (v->salt && !fair_is_salt(v->salt))
        return cli_refuse(line, EXIT_USAGE, N_("a salt has 64 hex digits"));
    if (r->states && r->json)
        return cli_refuse(line, EXIT_USAGE, N_("only one of --states and --json"));
    if (r->states && r->coaching.wanted)
        return cli_refuse(line, EXIT_USAGE, N_("only one of --states and --coach"));
    if ((r->details || r->has_seat || r->coaching.quiet) && !r->coaching.wanted)
        return cli_refuse(line, EXIT_USAGE, N_("--playouts, --seat and --quiet go with --coach"));
    if (v->wanted && (r->states || r->coaching.wanted))
        return cli_refuse(line, EXIT_USAGE, N_("--verify can be combined only with --json"));
    if ((v->commitment || v->salt) && !v->wanted)
        return cli_refuse(line, EXIT_USAGE, N_("--commitment and --salt go with --verify"));
    r->coaching.json = v->json = r->json;
    return line->operand_count == 1 || cli_refuse(line, EXIT_USAGE, N_("name one match file"));
}

/* At a terminal, with nothing else asked for: step by step on the screen. False: not here. */
static bool replay_on_screen(struct cli_line *line, const struct replay_options *r,
                             const char *name, const char *text, size_t size,
                             char next[SAVE_PATH_MAX])
{
    bool plain = r->states || r->json || r->coaching.wanted || r->verifying.wanted ||
                 strcmp(line->operands[0], "-") == 0;
    if (plain || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    struct term *term = term_curses();
    if (!term)
        return false;
    int code = terminal_replay(term, line->lang, name, text, size, next);
    term->close(term);
    return code == 0;
}

int cli_replay(int argc, char **argv)
{
    struct cli_line line;
    struct replay_options r = {.playouts = COACH_PLAYOUTS};
    char name[80];
    size_t size;
    cli_begin(&line, &usage, argc, argv);
    if (!read_options(&line, &r))
        return line.exit;
    const char *file = line.operands[0];
    screen_clean(file, name, sizeof name);
    cli_match_key(file, r.verifying.key);
    char *text = strstr(file, "://") ? fetch_match(&line, file, r.ca, name, &size)
                                     : cli_read(&line, file, FILE_MAX, &size);
    if (!text)
        return EXIT_BAD;
    static char next[SAVE_PATH_MAX];
    if (replay_on_screen(&line, &r, name, text, size, next)) {
        char lang[8], *play[] = {"play", "--resume", next, "--lang", lang, NULL};
        snprintf(lang, sizeof lang, "%s", text_lang_tag(line.lang));
        free(text);
        return next[0] ? cli_play(5, play) : EXIT_FINE;
    }
    struct replay_run *p = calloc(1, sizeof *p);
    if (!p) {
        free(text);
        return cli_complain(&line, EXIT_BAD, N_("there is not enough memory"));
    }
    p->line = &line;
    p->name = name;
    p->states = r.states;
    p->json = r.json;
    p->coaching = r.coaching.wanted ? &r.coaching : NULL;
    p->verifying = r.verifying.wanted ? &r.verifying : NULL;
    json_out_init(&p->out, p->buf, sizeof p->buf);
    match_begin(&p->match, line.lang, text, size);
    int code = replay(p);
    free(p);
    free(text);
    return code;
}
