/*
 * referee.c - `mazo referee`: the rules as a line protocol.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/cli.h"
#include "text/oserror.h"
#include "wire/referee.h"
#include "text/screen.h"

enum { COLUMNS = 80, HEAD_COLUMN = 23 };

struct referee_options {
    const char *log, *rules;
};

static const struct cli_option options[] = {
    {"log", 0, N_("FILE"), N_("save the match to FILE, for `mazo replay`"),
     CLI_TEXT(struct referee_options, log)},
    {"rules", 'r', N_("RULES"),
     N_("a sheet or a rule-set file: used when an opening line has no \"rules\""),
     CLI_TEXT(struct referee_options, rules)},
    {0},
};

/* What the letters of commands.def stand for in a line; "seat" is not shown. */
static void print_fields(const char *fields, char *buf, size_t size)
{
    static const struct {
        char letter;
        const char *key;
    } keys[] = {{'c', "card"},  {'o', "color"},      {'u', "uno"}, {'w', "who"},
                {'k', "cards"}, {'r', "rule_cards"}, {'y', "yes"}};
    size_t used = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strchr(fields, keys[i].letter))
            used += (size_t)snprintf(buf + used, size - used, " %s", keys[i].key);
}

static void print_command(const char *name, const char *fields, const char *sentence)
{
    char keys[40], head[60];
    print_fields(fields, keys, sizeof keys);
    int length = snprintf(head, sizeof head, "  %s%s", name, keys);
    printf("%s", head);
    cli_print_paragraph(HEAD_COLUMN, COLUMNS, length, sentence);
}

static void list_commands(enum text_lang lang)
{
    static const struct {
        const char *name, *fields, *sentence;
    } commands[] = {
#define MAZO_X_COMMAND(name, fields, sentence) {#name, fields, sentence},
#include "mazo/commands.def"
    };
    puts(text_in(lang, "To open a match and inspect it:"));
    print_command("new", "", text_in(lang, "a new match; with rules, options, players, seed"));
    print_command("position", "", text_in(lang, "any position; see docs/notation.md"));
    print_command("state", "", text_in(lang, "the state again; changes nothing"));
    printf("\n%s\n", text_in(lang, "Commands, and their fields besides \"do\" and \"seat\":"));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        print_command(commands[i].name, commands[i].fields, text_in(lang, commands[i].sentence));
}

static const struct cli_usage usage = {
    .name = "referee",
    .forms = (const char *const[]){N_("[--rules RULES] [--log FILE]"), NULL},
    .about = N_(
        "Plays a whole table by the rules, for programs, bots and tests: reads one JSON object "
        "per line and answers each with another. For example, begin with\n"
        "  {\"do\":\"new\",\"rules\":\"oficial\",\"players\":4,\"seed\":7}"),
    .options = options,
    .more = list_commands,
    .notes = N_(
        "A card is a color and a value: R red, G green, B blue, Y yellow; 0 to 9, S Skip, R "
        "Reverse, +2 Draw Two, J Jackpot. Wilds: W, W+4, WJ.\n"
        "\n"
        "Without \"seed\" a new match is dealt at random. FILE is written line by line as "
        "commands are accepted. It holds only the newest match: opening another one replaces "
        "it. The whole protocol is described in docs/notation.md."),
};

/* All memory of the command. */
struct referee_run {
    struct cli_line *line;
    struct referee referee;
    FILE *log; /* or NULL */
    const char *log_name;
    struct json_out answer, log_line;
    char in[WIRE_LINE_MAX + 1];
    char out[REFEREE_ANSWER_MAX];
    char log_out[WIRE_LINE_MAX];
};

static void fresh_seed(uint8_t out[32])
{
    if (getentropy(out, 32) != 0)
        abort(); /* a predictable deal is worse than none */
}

/* Read a line, without its terminator, into p->in. Returns its length, or -1 at the end of input;
 * the rest of an overlong line is dropped, and the length shows it. */
static long read_line(struct referee_run *p)
{
    size_t len = 0;
    int c = getc_unlocked(stdin);
    if (c == EOF)
        return -1;
    for (; c != EOF && c != '\n'; c = getc_unlocked(stdin))
        if (len <= WIRE_LINE_MAX)
            p->in[len++] = (char)c;
    return (long)len;
}

/* Bypasses stdio, so that a reader who has gone causes no second error when stdout is closed. */
static bool write_all(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, text, len);
        if (n < 0 && errno != EINTR)
            return false;
        text += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The line of the match file for what was just accepted. */
static bool keep(struct referee_run *p)
{
    if (!p->log || !p->referee.accepted)
        return true;
    referee_log(&p->referee, &p->log_line);
    if (p->referee.line.kind != WIRE_COMMAND) {
        rewind(p->log);
        /* On a pipe or a terminal this fails, and the matches just follow each other. */
        (void)!ftruncate(fileno(p->log), 0);
    }
    fwrite(p->log_line.buf, 1, p->log_line.len, p->log);
    return fflush(p->log) == 0 && !ferror(p->log);
}

static int complain_log(const struct referee_run *p, int error)
{
    char name[80];
    enum text_lang lang = p->line->lang;
    return cli_complain(p->line, EXIT_BAD, N_("%s cannot be written: %s"),
                        screen_clean(*p->log_name ? p->log_name : "\"\"", name, sizeof name),
                        error == ENOENT ? text_in(lang, "there is no such folder")
                                        : text_oserror(lang, error));
}

static int serve(struct referee_run *p)
{
    enum text_lang lang = p->line->lang;
    for (long len; (len = read_line(p)) >= 0;) {
        referee_line(&p->referee, p->in, (size_t)len, &p->answer);
        if (!keep(p)) /* first kept, then told */
            return complain_log(p, errno);
        json_out_raw(&p->answer, '\n');
        if (!write_all(p->answer.buf, p->answer.len)) {
            return errno == EPIPE
                       ? EXIT_FINE
                       : cli_complain(p->line, EXIT_BAD, N_("the answers cannot be written: %s"),
                                      text_oserror(lang, errno));
        }
    }
    if (ferror(stdin)) {
        return cli_complain(p->line, EXIT_BAD, N_("%s cannot be read: %s"),
                            text_in(lang, "standard input"), text_oserror(lang, errno));
    }
    return EXIT_FINE;
}

/* The old content stays until a match is opened. */
static FILE *open_log(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

static int run_referee(struct referee_run *p)
{
    json_out_init(&p->answer, p->out, sizeof p->out);
    json_out_init(&p->log_line, p->log_out, sizeof p->log_out);
    p->log = p->log_name ? open_log(p->log_name) : NULL;
    if (p->log_name && !p->log)
        return complain_log(p, errno);
    if (isatty(STDIN_FILENO))
        cli_complain(p->line, EXIT_FINE, N_("one JSON object per line; see `mazo help referee`"));
    int code = serve(p);
    if (p->log && fclose(p->log) != 0 && code == EXIT_FINE)
        code = complain_log(p, errno);
    return code;
}

static bool take_rules(struct referee_run *p, const char *name)
{
    struct mazo_rules rules;
    if (strcmp(name, "-") == 0) /* standard input is for the lines */
        return cli_refuse(p->line, EXIT_BAD, N_("--rules needs a sheet or the name of a file"));
    if (!cli_rules_of(p->line, name, 0, &rules))
        return false;
    referee_set_rules(&p->referee, &rules);
    return true;
}

int cli_referee(int argc, char **argv)
{
    struct cli_line line;
    struct referee_options o = {0};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &o))
        return line.exit;
    if (line.operand_count > 0)
        return cli_complain(&line, EXIT_USAGE, N_("nothing but options may follow"));
    struct referee_run *p = calloc(1, sizeof *p);
    if (!p)
        return cli_complain(&line, EXIT_BAD, N_("there is not enough memory"));
    signal(SIGPIPE, SIG_IGN);
    p->line = &line;
    p->log_name = o.log;
    referee_init(&p->referee, line.lang, fresh_seed);
    int code = !o.rules || take_rules(p, o.rules) ? run_referee(p) : EXIT_BAD;
    free(p);
    return code;
}
