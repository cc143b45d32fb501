/*
 * referee.c - `mazo referee`: the rules as a line protocol.
 */
#define _GNU_SOURCE /* getentropy */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "text/oserror.h"
#include "wire/referee.h"
#include "wire/screen.h"

enum { OPT_LOG };

static const struct cli_option options[] = {
    [OPT_LOG] = {"log", 'o', N_("FILE"), N_("keep the match in FILE, for `mazo replay`")},
    {0},
};

static const char *const forms[] = {N_("[--log FILE]"), NULL};

static const struct cli_usage usage = {
    .name = "referee",
    .forms = forms,
    .about = N_(
        "Plays a whole table by the rules, for programs, bots and tests: reads a JSON object a line\n"
        "and answers each with one. Begin with {\"do\":\"new\",\"rules\":\"oficial\",\"players\":4,\"seed\":7}."),
    .options = options,
    .notes = N_(
        "Without \"seed\" a new match is dealt by chance. FILE is written line by line as commands\n"
        "are accepted. It holds the newest match: what was in it before goes when one is opened."),
};

/* All the memory that the command needs. */
struct program {
    const struct cli_line *line;
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
    if (getentropy(out, 32) != 0) {
        abort(); /* a deal that can be foreseen is worse than none */
    }
}

/* A line without its end into p->in; its length, or -1 at the end of the input. What
 * is over the limit is read and dropped; the length then says that it was too long. */
static long read_line(struct program *p)
{
    size_t len = 0;
    int c = getc_unlocked(stdin);
    if (c == EOF) {
        return -1;
    }
    for (; c != EOF && c != '\n'; c = getc_unlocked(stdin)) {
        if (len <= WIRE_LINE_MAX) {
            p->in[len++] = (char)c;
        }
    }
    return (long)len;
}

/* Past stdio: a reader who has gone must not be met again when stdout is closed. */
static bool write_all(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, text, len);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        text += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The line of the match file for what was just accepted. */
static bool keep(struct program *p)
{
    if (!p->log || !p->referee.accepted) {
        return true;
    }
    referee_log(&p->referee, &p->log_line);
    if (p->referee.line.kind != WIRE_COMMAND) {
        rewind(p->log);
        /* On a pipe or a terminal this fails, and the matches just follow each other. */
        (void)!ftruncate(fileno(p->log), 0);
    }
    fwrite(p->log_line.buf, 1, p->log_line.len, p->log);
    return fflush(p->log) == 0 && !ferror(p->log);
}

static int complain_log(const struct program *p, int error)
{
    char name[80];
    return cli_complain(p->line, EXIT_BAD, text_in(p->line->lang, "%s cannot be written: %s"),
                        screen_clean(p->log_name, name, sizeof name),
                        text_oserror(p->line->lang, error));
}

static int serve(struct program *p)
{
    enum text_lang lang = p->line->lang;
    for (long len; (len = read_line(p)) >= 0;) {
        referee_line(&p->referee, p->in, (size_t)len, &p->answer);
        if (!keep(p)) { /* first kept, then told */
            return complain_log(p, errno);
        }
        json_out_raw(&p->answer, '\n');
        if (!write_all(p->answer.buf, p->answer.len)) {
            return errno == EPIPE ? EXIT_FINE
                                  : cli_complain(p->line, EXIT_BAD,
                                                 text_in(lang, "the answers cannot be written: %s"),
                                                 text_oserror(lang, errno));
        }
    }
    if (ferror(stdin)) {
        return cli_complain(p->line, EXIT_BAD, text_in(lang, "%s cannot be read: %s"),
                            text_in(lang, "standard input"), text_oserror(lang, errno));
    }
    return EXIT_FINE;
}

/* What is in the file stays until a match is opened. */
static FILE *open_log(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !file) {
        close(fd);
    }
    return file;
}

static int run(struct program *p)
{
    referee_init(&p->referee, p->line->lang, fresh_seed);
    json_out_init(&p->answer, p->out, sizeof p->out);
    json_out_init(&p->log_line, p->log_out, sizeof p->log_out);
    p->log = p->log_name ? open_log(p->log_name) : NULL;
    if (p->log_name && !p->log) {
        return complain_log(p, errno);
    }
    int code = serve(p);
    if (p->log && fclose(p->log) != 0 && code == EXIT_FINE) {
        code = complain_log(p, errno);
    }
    return code;
}

int cli_referee(int argc, char **argv)
{
    struct cli_line line;
    const char *log_name = NULL;
    int option;
    cli_begin(&line, &usage, argc, argv);
    while ((option = cli_next(&line)) >= 0) {
        log_name = line.value;
    }
    if (option == CLI_STOP) {
        return line.exit;
    }
    if (line.operand_count > 0) {
        return cli_complain(&line, EXIT_USAGE, "%s",
                            text_in(line.lang, "nothing but options may follow"));
    }
    struct program *p = calloc(1, sizeof *p);
    if (!p) {
        return cli_complain(&line, EXIT_BAD, "%s",
                            text_in(line.lang, "there is not enough memory"));
    }
    signal(SIGPIPE, SIG_IGN);
    p->line = &line;
    p->log_name = log_name;
    int code = run(p);
    free(p);
    return code;
}
