/*
 * cli.h - the `mazo` command: its subcommands, and what they share.
 *
 * A subcommand is a function with the arguments of a main(), argv[0] being its
 * name. It describes itself in a struct cli_usage, from which come its option
 * parsing, its --help in every language and its messages.
 */
#ifndef MAZO_CLI_H
#define MAZO_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "mazo/rules.h"
#include "text/text.h"

/* What every subcommand returns. */
enum {
    EXIT_FINE = 0,
    EXIT_BAD = 1,  /* the input is bad, a check failed, or something could not be read or written */
    EXIT_USAGE = 2 /* the command line makes no sense */
};

/* The commit of this program: "5219cce", with "+" if files were changed, or "unknown". */
extern const char cli_commit[]; /* tools/commit.py writes it */

struct cli_line;

/* An option. A table of them ends with one whose name is NULL. */
struct cli_option {
    const char *name;     /* "seats" for --seats */
    int letter;           /* 's' for -s, or 0 */
    const char *value;    /* N_("NUMBER"): the placeholder in the help; NULL: takes no value */
    const char *sentence; /* N_("…"), one line of the help; NULL: an old spelling, not shown */
    /* Where cli_options stores it, set by the macros below; or a function that reads line->value
     * (false after an error message). */
    size_t text, number, given; /* offset + 1, or 0 */
    uint64_t least, most;
    bool (*read)(struct cli_line *line, void *into);
};

/* The members of a `type`: a const char * for the value, a uint64_t for it as a number from least
 * to most, a bool that says that the option was there. */
#define CLI_TEXT(type, member) .text = CLI_AT(type, member, const char *)
#define CLI_NUMBER(type, member, low, high)                                                        \
    .number = CLI_AT(type, member, uint64_t), .least = (low), .most = (high)
#define CLI_FLAG(type, member) .given = CLI_AT(type, member, bool)

/* The second half refuses a member of another type. */
#define CLI_AT(type, member, kind)                                                                 \
    (offsetof(type, member) + 1 + 0 * sizeof(1 ? (kind *)0 : &((type *)0)->member))

/* A subcommand, as its help describes it. */
struct cli_usage {
    const char *name;         /* "rules" */
    const char *const *forms; /* N_("[OPTION]… FILE"): what can follow the name; NULL ends */
    const char *about;        /* N_("…"): what it does, a paragraph; see cli_print_text */
    const struct cli_option *options; /* its own options; --lang and --help are added */
    const char *notes; /* N_("…"): more to know, shown below the options, or NULL */
    void (*more)(enum text_lang lang); /* prints more than a text can hold, or NULL */
};

/* A line of a file, from 1; 0: the file as a whole. `text`, its `size` bytes, may be NULL: then the line
 * is not shown. "-" is standard input. */
struct cli_place {
    const char *file, *text;
    size_t size;
    int line;
};

/* A command line that is being read. */
struct cli_line {
    const struct cli_usage *usage;
    int argc;
    char **argv;
    enum text_lang lang; /* from --lang, wherever it stands, else from the environment */
    const char *value;   /* the value of the option that cli_next returned */
    int operand_count;   /* once cli_next has returned CLI_END */
    char **operands;
    struct cli_place place; /* errors refer to this place if it names a file */
    int exit;               /* once cli_next has returned CLI_STOP: what to return */
};

enum { CLI_END = -1, CLI_STOP = -2 };

/* The language that --lang names, wherever it stands, else that of the environment. */
enum text_lang cli_lang(int argc, char **argv);

/* Start reading a command line; `lang` is known after this. */
void cli_begin(struct cli_line *line, const struct cli_usage *usage, int argc, char **argv);

/* The next option as its number in the table; CLI_END after the last; CLI_STOP when
 * there is nothing more to do (--help was asked for, or the line is wrong and this was said). */
int cli_next(struct cli_line *line);

/* Print "mazo NAME: …" on stderr, translated; returns `code`, which becomes line->exit. With
 * EXIT_USAGE it also points to the help; with line->place it shows where in the file, and EXIT_BAD. */
int cli_complain(struct cli_line *line, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for what returns a bool: false. */
bool cli_refuse(struct cli_line *line, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Width of the output: that of the terminal, or 80. */
int cli_columns(void);

/* Print a paragraph within `columns`; its lines begin with `indent` blanks, and the first is
 * already `at` columns long (0: nothing is printed yet). */
void cli_print_paragraph(int indent, int columns, int at, const char *text);

/* Print a help text: lines are filled, but blank lines and lines that begin with a blank stay as
 * they are. */
void cli_print_text(const char *text);

/* A line for people, on standard output: `format` is N_(), figures get a decimal comma where the language
 * has one. */
void cli_print(enum text_lang lang, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Read all options into the struct of their table; false if one was refused, or nothing more is to
 * be done. */
bool cli_options(struct cli_line *line, void *into);

/* Are there at most `most` operands? Otherwise complains and returns false. */
bool cli_operands(struct cli_line *line, int most);

/* The value of the option as a number from least to most, in decimal digits; otherwise complains
 * and returns false. */
bool cli_number_value(struct cli_line *line, const char *option, uint64_t least, uint64_t most,
                      uint64_t *out);

/* The verb that the first operand names, among `count` names that lie `step` bytes apart. -1 after
 * a complaint, or after `missing` without an operand. */
int cli_verb(struct cli_line *line, const void *names, size_t step, int count, const char *missing);

/* A whole file ("-": standard input) of at most `most` bytes, with a NUL after them. The
 * caller frees it. NULL after printing the reason: it cannot be read or is larger. */
char *cli_read(struct cli_line *line, const char *path, size_t most, size_t *size);

/* Close a file that was written; NULL: it could not be opened. `fine` says whether all went well
 * until here, else errno says why not. EXIT_FINE; or EXIT_BAD after printing the reason. */
int cli_close(struct cli_line *line, const char *path, FILE *file, bool fine);

/* Complain about a place in a file: its name, the line, and a caret under what the message quotes.
 * EXIT_BAD. */
int cli_blame(struct cli_line *line, const struct cli_place *place, const char *message);

/* The rules with this name: a sheet, a rule-set file, or "-". `seats` as in ruleset_read.
 * False after listing everything that is wrong. */
bool cli_rules_of(struct cli_line *line, const char *name, int seats, struct mazo_rules *out);

/* Is there a --lang with a language in it? */
bool cli_lang_given(int argc, char **argv);

/* `mazo` alone, at a terminal: the menu, or the plain game. */
int cli_front_door(enum text_lang lang, bool lang_given);

/* The default store of `mazo serve`. False if no folder can hold it. */
bool cli_store_path(char *buf, size_t size);

int cli_play(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_join(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_referee(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_sim(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_bot(int argc, char **argv);
int cli_load(int argc, char **argv);
int cli_top(int argc, char **argv);
int cli_store(int argc, char **argv);
int cli_host(int argc, char **argv);
int cli_site(int argc, char **argv);

#endif
