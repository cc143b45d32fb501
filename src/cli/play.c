/*
 * play.c - `mazo play` and `mazo` alone: the game at this terminal.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/new_table.h"
#include "terminal/screen/page.h"
#include "terminal/plain/plain.h"
#include "session/history.h"
#include "session/save.h"
#include "terminal/game/game.h"
#include "terminal/menu/menu.h"
#include "text/oserror.h"
#include "text/place.h"

static const struct cli_option options[] = {
    {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file"),
     CLI_TEXT(struct new_table, rules)},
    {"seats", 0, "N", N_("how many play, people and bots"),
     CLI_NUMBER(struct new_table, seats, MAZO_SEATS_MIN, MAZO_SEATS_MAX)},
    {"bots", 'b', N_("A,B,..."),
     N_("their levels: easy, normal, hard, expert; one is enough for all"),
     CLI_TEXT(struct new_table, bots)},
    {"people", 0, "N", N_("people at this terminal, taking turns (1)"),
     CLI_NUMBER(struct new_table, people, 0, MAZO_SEATS_MAX),
     CLI_FLAG(struct new_table, has_people)},
    {"name", 'n', N_("NAME"), N_("your name"), CLI_TEXT(struct new_table, name)},
    {"names", 0, N_("A,B,..."), N_("everybody's names, people first"),
     CLI_TEXT(struct new_table, names)},
    {"scoring", 0, N_("WORD"), N_("winner, hands or quick"), CLI_TEXT(struct new_table, scoring)},
    {"set", 'o', N_("RULE=VALUE"), N_("a house rule; can be repeated"), .read = new_table_add_set},
    {"clock", 0, N_("SECONDS"), N_("for each turn; 0: no clock"),
     CLI_NUMBER(struct new_table, clock, 0, NEW_TABLE_CLOCK_MOST),
     CLI_FLAG(struct new_table, has_clock)},
    {"seed", 's', "N", N_("the cards: the same seed deals the same match"),
     CLI_NUMBER(struct new_table, seed, 0, UINT64_MAX), CLI_FLAG(struct new_table, has_seed)},
    {"plain", 'p', NULL, N_("line by line, for screen readers and simple terminals"),
     CLI_FLAG(struct new_table, plain)},
    {"fast", 'f', NULL, N_("bots play without pauses, this time"),
     CLI_FLAG(struct new_table, fast)},
    {"resume", 0, N_("FILE"), N_("resume the match in that file"),
     CLI_TEXT(struct new_table, resume)},
    {"new", 0, NULL, N_("start a new match without asking about an unfinished one"),
     CLI_FLAG(struct new_table, fresh)},
    {0},
};

static const struct cli_usage usage = {
    .name = "play",
    .forms = (const char *const[]){N_("[OPTION]..."), NULL},
    .about = N_(
        "Plays UNO at this terminal, against bots or with several people who take turns at the\n"
        "keyboard. Anything omitted keeps its last value."),
    .options = options,
    .notes = N_(
        "Bots are LEVEL[:STYLE], with the styles plain, cautious, bluffing and vengeful;\n"
        "cmd:PROGRAM ARGUMENT... is a program of your own (see docs/notation.md). The names of\n"
        "house rules are those of `mazo rules`: stacking=yes, jump_in=yes, target=200.\n"
        "\n"
        "Matches are saved under ~/.local/state/mazo (or $XDG_STATE_HOME/mazo) as you play:\n"
        "nothing is lost if the terminal closes, and `mazo` offers to resume. `mazo replay\n"
        "FILE` shows them. The last table is in ~/.config/mazo/table.ini.\n"
        "\n"
        "    mazo play --rules jackpot --seats 4 --bots hard --seed 7"),
};

/* ---- the command line ---- */

/* Are there options about the table? Then a new match is wanted. */
static bool names_table(const struct new_table *r)
{
    return r->rules || r->seats || r->bots || r->has_people || r->name || r->names || r->scoring ||
           r->sets[0] || r->has_clock || r->has_seed;
}

/* ---- playing ---- */

static struct session session; /* too large for the stack */

/* Last words, after the screen has been restored. */
static void say_farewell(enum play_end end)
{
    enum text_lang lang = session.setup.lang;
    if (session.save.error != 0) {
        printf(text_in(lang, "The match could not be saved: %s. It is lost.\n"),
               text_oserror(lang, session.save.error));
    } else if (end == PLAY_OVER) {
        printf(text_in(lang, "The match is saved to %s\n"), session.save.path);
    } else if (session.save.elsewhere) {
        printf(text_in(lang, "The match is saved. To resume it: mazo play --resume %s\n"),
               session.save.path);
    } else {
        printf(text_in(lang, "The match is saved to %s. Run `mazo` to resume.\n"),
               session.save.path);
    }
    fflush(stdout);
}

static char resumed[SAVE_PATH_MAX]; /* the file that was opened last */

/* Names the wrong line of the file, if there is one. */
static int complain(struct cli_line *line, const struct wire_error *why)
{
    size_t size = 0;
    if (!why->line)
        return cli_complain(line, EXIT_BAD, "%s", why->message);
    char *text = save_read(resumed, &size);
    cli_blame(line, &(struct cli_place){resumed, text, size, why->line}, why->message);
    free(text);
    return EXIT_BAD;
}

static bool resume_match(struct game_setup *setup, const char *path, struct wire_error *why)
{
    snprintf(resumed, sizeof resumed, "%s", path);
    return session_resume(&session, setup, resumed, session_now(), why);
}

enum { REFUSED = -1 };

/* One match and, while people like, another. *end says how the last one ended. REFUSED: there
 * was none, and why says why. */
static int play(struct term *term, struct game_setup *setup, const char *resume, const char *day,
                enum play_end *end, struct wire_error *why)
{
    bool open = day      ? session_daily(&session, setup, day, session_now(), why)
                : resume ? resume_match(setup, resume, why)
                         : session_new(&session, setup, session_now(), why);
    while (open) {
        *end = term ? terminal_play(term, &session) : plain_play(&session);
        static char next[SAVE_PATH_MAX];
        bool again = *end == PLAY_AGAIN, on = *end == PLAY_ON;
        memcpy(next, session.next, sizeof next);
        if (again) {
            *setup = session.setup;
            setup->has_seed = false; /* not the same cards again */
        } else if (!term) {
            if (*end != PLAY_GONE)
                plain_rescue(&session);
            say_farewell(*end);
        }
        session_end(&session);
        if (!again && !on)
            return *end == PLAY_GONE && plain_signal() ? 128 + plain_signal() : EXIT_FINE;
        open = on ? resume_match(setup, next, why)
                  : session_new(&session, setup, session_now(), why);
    }
    return REFUSED;
}

/* The match that was not over: resume it? -1: the input is at its end. */
static int ask_to_resume(enum text_lang lang, struct save_info *info)
{
    char question[2 * SAVE_LABEL_MAX];
    snprintf(question, sizeof question,
             text_in(lang, "Resume the match against %s (%s, round %d)? [Y/n] "), info->names,
             info->sheet, info->round);
    int yes = plain_ask(lang, question);
    if (yes == 0 && save_set_aside(info->path))
        printf(text_in(lang, "It is saved: mazo play --resume %s\n"), info->path);
    return yes;
}

static int play_plain(struct cli_line *line, struct game_setup *setup, const struct new_table *r)
{
    struct save_info info;
    enum play_end end;
    const char *resume = r->resume;
    plain_begin();
    bool at_once = resume || r->fresh || names_table(r);
    if (!at_once && !plain_ask_name(setup))
        return plain_signal() ? 128 + plain_signal() : EXIT_FINE;
    if (!at_once && save_find(setup->lang, &info)) {
        int yes = ask_to_resume(setup->lang, &info);
        if (yes < 0)
            return plain_signal() ? 128 + plain_signal() : EXIT_FINE;
        resume = yes ? info.path : NULL;
    }
    if (!resume)
        setup_remember(setup);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        setup->hurry = true; /* input from a pipe is played at once */
    struct wire_error why = {0};
    int code = play(NULL, setup, resume, NULL, &end, &why);
    return code == REFUSED ? complain(line, &why) : code;
}

/* The table chosen in the menu cannot be played: say so, and return there. */
static void say_refused(struct term *term, enum text_lang lang, const struct wire_error *why)
{
    struct page *page = calloc(1, sizeof *page);
    char text[sizeof why->message + SAVE_PATH_MAX];
    if (page) {
        page_init(page, term, lang);
        page_say(page, text_in(lang, "This match cannot be played"),
                 why->line ? text_place(lang, resumed, why->line, why->message, text, sizeof text)
                           : why->message);
        free(page);
    }
}

/* The choice in the menu; *resume is a saved match, or NULL for a new one; `daily`: the deal of the
 * day. False: leave. */
static bool ask_menu(struct term *term, struct game_setup *setup, const char **resume, bool *daily)
{
    static char chosen[SAVE_PATH_MAX];
    struct save_info info;
    bool found = save_find(setup->lang, &info);
    enum menu_choice choice = terminal_menu(term, setup, found ? &info : NULL, chosen);
    *resume = choice == MENU_RESUME ? chosen : NULL;
    *daily = choice == MENU_DAILY;
    return choice != MENU_LEAVE;
}

/* Menu, match, menu again; a match at once if the command line asks for one. */
static int play_screen(struct cli_line *line, struct term *term, struct game_setup *setup,
                       const struct new_table *r)
{
    enum play_end end = PLAY_OVER;
    const char *resume = r->resume;
    bool at_once = resume || r->fresh || names_table(r);
    int code = EXIT_FINE;
    bool played = false, daily = false;
    char day[DAILY_DATE_SIZE];
    struct wire_error why = {0};
    if (!at_once && terminal_name(term, setup))
        setup_remember(setup);
    for (;;) {
        bool asked = !at_once;
        if (asked && !ask_menu(term, setup, &resume, &daily))
            break;
        history_today(day);
        at_once = false;
        if (!resume)
            setup_remember(setup);
        code = play(term, setup, resume, daily ? day : NULL, &end, &why);
        setup->has_seed = false;
        if (code == REFUSED && asked) {
            say_refused(term, setup->lang, &why);
            code = EXIT_FINE;
            continue;
        }
        played = code == EXIT_FINE;
        if (code != EXIT_FINE || end == PLAY_GONE)
            break;
    }
    term->close(term);
    if (code == REFUSED)
        return complain(line, &why);
    if (played && (end == PLAY_GONE || end == PLAY_LEFT))
        say_farewell(end);
    return code;
}

static int start(struct cli_line *line, struct game_setup *setup, const struct new_table *r)
{
    signal(SIGXFSZ, SIG_IGN); /* a file limit is an error like a full disk */
    struct term *term = setup->plain ? NULL : term_curses();
    return term ? play_screen(line, term, setup, r) : play_plain(line, setup, r);
}

int cli_play(int argc, char **argv)
{
    struct cli_line line;
    struct new_table r = {0};
    struct game_setup setup;
    cli_begin(&line, &usage, argc, argv);
    new_table_recall(&line, cli_lang_given(argc, argv), &setup);
    if (!cli_options(&line, &r) || !cli_operands(&line, 0))
        return line.exit;
    if (r.resume && (r.fresh || names_table(&r))) {
        return cli_complain(
            &line, EXIT_USAGE,
            N_("--resume continues a match as it was: it takes no options about the table"));
    }
    return new_table_apply(&line, &r, &setup) ? start(&line, &setup, &r) : line.exit;
}

int cli_front_door(enum text_lang lang, bool lang_given)
{
    struct cli_line line = {.usage = &usage, .lang = lang};
    struct new_table r = {0};
    struct game_setup setup;
    new_table_recall(&line, lang_given, &setup);
    return start(&line, &setup, &r);
}
