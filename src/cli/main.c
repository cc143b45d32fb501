/*
 * main.c - the `mazo` command: finds the subcommand and runs it.
 */
#include <errno.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

#include "store/store.h"
#include "text/near.h"
#include "text/oserror.h"
#include "mazo/library.h"
#include "text/screen.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *sentence;
} commands[] = {
    {"play", cli_play, N_("play at this terminal, against bots or each other")},
    {"serve", cli_serve, N_("a table for friends: serves the game to browsers")},
    {"join", cli_join, N_("join a table online, with friends")},
    {"rules", cli_rules, N_("the rule sheets side by side; write and check rule sets")},
    {"referee", cli_referee, N_("the rules as a line protocol, for programs and bots")},
    {"replay", cli_replay, N_("replay a saved match, and check it")},
    {"sim", cli_sim, N_("thousands of rounds between bots, with intervals")},
    {"arena", cli_arena, N_("a round robin of bots, with ratings")},
    {"bot", cli_bot, N_("check a program that plays, on all sheets")},
    {"top", cli_top, N_("a running server, live: tables, moves, memory")},
    {"store", cli_store, N_("what a server stores: list, prune, forget, check, back up")},
    {"host", cli_host, N_("manage a running server: say, ban, close, drain")},
    {"load", cli_load, N_("fill a server with players who check everything it says")},
    {"site", cli_site, N_("the browser game as a folder, for any web server")},
    {"bench", cli_bench, N_("how fast the engine is, and its signature")},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0], SHOWN_MAX = 80 };

static int find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return i;
    return -1;
}

static int help(enum text_lang lang)
{
    const char *usage = text_in(lang, "Usage:");
    int blanks = screen_width(usage);
    printf("%s\n\n%s mazo [--lang %s] %s\n", text_in(lang, "Mazo: UNO by the rules you choose."),
           usage, text_in(lang, "LANG"), text_in(lang, "COMMAND [ARGUMENT]..."));
    printf("%*s mazo help [%s]\n%*s mazo --version\n\n%s\n", blanks, "", text_in(lang, "COMMAND"),
           blanks, "", text_in(lang, "Commands:"));
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-9s %s\n", commands[i].name, text_in(lang, commands[i].sentence));
    putchar('\n');
    cli_print_text(
        text_in(lang, "`mazo help COMMAND` explains a command. The language is LANG "
                      "(en, es, es-ES\n"
                      "or es-419), or else that of the environment. `mazo` alone, in a terminal,\n"
                      "starts the game."));
    return EXIT_FINE;
}

static int say_version(void)
{
    printf("mazo " MAZO_VERSION " (%s, store %d)\n", cli_commit, store_version());
    return EXIT_FINE;
}

static int usage_error(enum text_lang lang)
{
    fputs(text_in(lang, "See `mazo --help`.\n"), stderr);
    return EXIT_USAGE;
}

static int unknown_command(enum text_lang lang, const char *name)
{
    char clean[SHOWN_MAX];
    struct text_near near;
    text_near_begin(&near, name);
    for (int i = 0; i < COMMAND_COUNT; i++)
        text_near_offer(&near, commands[i].name);
    text_near_offer(&near, "help");
    screen_clean(name, clean, sizeof clean);
    fputs("mazo: ", stderr);
    if (name[0] == '-') {
        fprintf(stderr, text_in(lang, "unknown option %s"), clean);
    } else if (near.best) {
        fprintf(stderr, text_in(lang, "there is no command \"%s\"; did you mean %s?"), clean,
                near.best);
    } else {
        fprintf(stderr, text_in(lang, "there is no command \"%s\""), clean);
    }
    fputc('\n', stderr);
    return usage_error(lang);
}

/* A subcommand with its own argv: its name, the language if one was named, what followed it. */
static int run_command(int command, const enum text_lang *lang, int argc, char **argv)
{
    static char lang_options[TEXT_LANG_COUNT][14] = {"--lang=en", "--lang=es", "--lang=es-ES",
                                                     "--lang=es-419"};
    int first = lang ? 2 : 1;
    char **own = calloc((size_t)argc + 3, sizeof *own);
    if (!own) {
        fputs(text_in(lang ? *lang : TEXT_EN, "mazo: there is not enough memory\n"), stderr);
        return EXIT_BAD;
    }
    char name[16];
    snprintf(name, sizeof name, "%s", commands[command].name);
    own[0] = name;
    if (lang)
        own[1] = lang_options[*lang];
    for (int i = 0; i < argc; i++)
        own[first + i] = argv[i];
    int code = commands[command].run(argc + first, own);
    free(own);
    return code;
}

static int unexpected(enum text_lang lang, const char *argument)
{
    char clean[SHOWN_MAX];
    fputs("mazo: ", stderr);
    fprintf(stderr, text_in(lang, "unexpected argument %s"),
            screen_clean(argument, clean, sizeof clean));
    fputc('\n', stderr);
    return usage_error(lang);
}

static bool is_help_option(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* How many of the arguments are --lang and its value; -1 if the value is not a language. */
static int lang_arguments(int argc, char **argv)
{
    const char *value = NULL;
    int count = 1;
    if (argc > 0 && strncmp(argv[0], "--lang=", 7) == 0) {
        value = argv[0] + 7;
    } else if (argc > 0 && (strcmp(argv[0], "--lang") == 0 || strcmp(argv[0], "-l") == 0)) {
        value = argc > 1 ? argv[1] : "";
        count = 2;
    }
    if (!value)
        return 0;
    return text_lang_by_name(value) < 0 ? -1 : count;
}

static int help_on(enum text_lang lang, int argc, char **argv)
{
    static char help_option[] = "--help";
    char *args[] = {help_option};
    int taken = lang_arguments(argc, argv);
    argc -= taken > 0 ? taken : 0;
    argv += taken > 0 ? taken : 0;
    if (argc > 1 && lang_arguments(argc - 1, argv + 1) != argc - 1)
        return unexpected(lang, argv[1]);
    if (argc == 0 || is_help_option(argv[0]) || strcmp(argv[0], "help") == 0)
        return help(lang);
    int command = find_command(argv[0]);
    return command < 0 ? unknown_command(lang, argv[0]) : run_command(command, &lang, 1, args);
}

static int dispatch(enum text_lang lang, int argc, char **argv)
{
    int taken = lang_arguments(argc, argv);
    if (taken < 0) {
        fprintf(stderr, "mazo: %s\n", text_in(lang, "--lang takes en, es, es-ES or es-419"));
        return usage_error(lang);
    }
    argc -= taken;
    argv += taken;
    if (argc > 0 && strcmp(argv[0], "--") == 0) {
        argc--;
        argv++;
    }
    if (argc == 0) {
        bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
        return terminal ? cli_front_door(lang, taken > 0) : help(lang);
    }
    if (is_help_option(argv[0]) || strcmp(argv[0], "help") == 0)
        return help_on(lang, argc - 1, argv + 1);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0)
        return argc > 1 ? unexpected(lang, argv[1]) : say_version();
    int command = find_command(argv[0]);
    return command < 0 ? unknown_command(lang, argv[0])
                       : run_command(command, taken > 0 ? &lang : NULL, argc - 1, argv + 1);
}

/* Flush and close: a full disk may show only now. */
static bool close_output(enum text_lang lang)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (failed) { /* an earlier error is still an error */
        clearerr(stdout);
        putchar('\n');
        fflush(stdout);
    }
    int error = errno;
    bool closed = fclose(stdout) == 0;
    errno = error ? error : errno;
    if (closed && !failed)
        return true;
    fprintf(stderr, "mazo: %s%s%s\n", text_in(lang, "the output could not be written"),
            errno ? ": " : "", errno ? text_oserror(lang, errno) : "");
    return false;
}

int main(int argc, char **argv)
{
    enum text_lang lang = cli_lang(argc, argv);
    setlocale(LC_CTYPE, "C.UTF-8"); /* tells wcwidth that we write UTF-8 */
    int code = dispatch(lang, argc > 0 ? argc - 1 : 0, argv + (argc > 0));
    return close_output(lang) || code != EXIT_FINE ? code : EXIT_BAD;
}
