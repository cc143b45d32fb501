/*
 * rules.c - `mazo rules`: the sheets side by side, rule-set files, their check.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rules_print.h"
#include "say/rule_notes.h"
#include "say/rule_say.h"
#include "wire/ruleset.h"
#include "text/screen.h"

enum { OPT_CHECK, OPT_EXPLAIN, OPT_SENTENCES, OPT_MARKDOWN, OPT_JSON, OPT_SEATS };

static const struct cli_option options[] = {
    [OPT_CHECK] = {"check", CLI_OLD('c'), NULL,
                   N_("check rule-set files; list errors, and rules without effect")},
    [OPT_EXPLAIN] = {"explain", 'e', NULL, N_("explain the rules of X in sentences")},
    [OPT_SENTENCES] = {"sentences", CLI_OLD('s'), NULL, N_("explain each row of a table below it")},
    [OPT_MARKDOWN] = {"markdown", CLI_OLD('m'), NULL, N_("print the table as a Markdown page")},
    [OPT_JSON] = {"json", 'j', NULL, N_("print the table as JSON")},
    [OPT_SEATS] = {"seats", CLI_OLD('n'), "N",
                   N_("check for a match with N seats, not the default number")},
    {0},
};

static const char *const forms[] = {
    "[--sentences | --markdown | --json]", N_("X > FILE"), "[--sentences | --json] A B",
    N_("--check [--seats N] FILE..."),     "--explain X",  NULL,
};

static const struct cli_usage usage = {
    .name = "rules",
    .forms = forms,
    .about = N_(
        "Without a name: the rule sheets side by side; * marks the rows in which they differ. With "
        "one name: that rule set as a file to change. With two: the rows in which they differ. X, "
        "A and B are a sheet or a rule-set file; - is standard input."),
    .options = options,
    .notes = N_(
        "A rule-set file has lines \"name = value\" and comments after ; or #. Its first line "
        "may be \"base = SHEET\"; anything the file omits stays as in that sheet (without it: "
        "oficial). `mazo referee --rules FILE` plays by it."),
};

enum mode { MODE_TABLE, MODE_CHECK, MODE_EXPLAIN, MODE_MARKDOWN, MODE_JSON };

struct request {
    enum mode mode;
    bool sentences;
    int seats; /* 0: the rule set's own number */
};

/* Read the options; false when the command is over, with line->exit set. */
static bool read_options(struct cli_line *line, struct request *request)
{
    static const enum mode mode_of[] = {[OPT_CHECK] = MODE_CHECK,
                                        [OPT_EXPLAIN] = MODE_EXPLAIN,
                                        [OPT_MARKDOWN] = MODE_MARKDOWN,
                                        [OPT_JSON] = MODE_JSON};
    int option;
    while ((option = cli_next(line)) >= 0) {
        uint64_t seats;
        if (option == OPT_SENTENCES) {
            request->sentences = true;
        } else if (option == OPT_SEATS) {
            if (!cli_number_value(line, "seats", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &seats))
                return false;
            request->seats = (int)seats;
        } else if (request->mode != MODE_TABLE && request->mode != mode_of[option]) {
            line->exit =
                cli_complain(line, EXIT_USAGE, "%s",
                             text_in(line->lang,
                                     "only one of --check, --explain, --markdown and --json"));
            return false;
        } else {
            request->mode = mode_of[option];
        }
    }
    return option == CLI_END;
}

static bool read_column(const struct cli_line *line, const char *name, int seats,
                        struct rules_column *out)
{
    screen_clean(name, out->title, sizeof out->title);
    return cli_rules_of(line, name, seats, &out->rules);
}

struct noting {
    const struct cli_line *line;
    const char *title;
};

static void print_note(void *ctx, const char *text)
{
    const struct noting *n = ctx;
    printf(text_in(n->line->lang, "%s: note: %s\n"), n->title, text);
}

static int check(const struct cli_line *line, int seats)
{
    int code = EXIT_FINE;
    for (int i = 0; i < line->operand_count; i++) {
        struct rules_column column;
        if (!read_column(line, line->operands[i], seats, &column)) {
            code = EXIT_BAD;
            continue;
        }
        char good[80];
        rule_say_seats(&column.rules, line->lang, good, sizeof good);
        printf(text_in(line->lang, "%s: fine (%d cards; seats: %s)\n"), column.title,
               mazo_deck_size(&column.rules), good);
        struct noting noting = {line, column.title};
        rule_notes(&column.rules, line->lang, print_note, &noting);
    }
    return code;
}

static int write_file(const struct cli_line *line, const struct rules_column *column)
{
    char *text = malloc(RULESET_TEXT_MAX);
    int length = text ? ruleset_write(&column->rules, line->lang, text, RULESET_TEXT_MAX) : -1;
    if (length < 0 || length >= RULESET_TEXT_MAX) {
        free(text);
        return cli_complain(line, EXIT_BAD, "%s",
                            text_in(line->lang, "there is not enough memory"));
    }
    fputs(text, stdout);
    free(text);
    return EXIT_FINE;
}

/* The columns: what the command line names, else all sheets. */
static bool read_table(const struct cli_line *line, const struct request *request,
                       struct rules_table *out)
{
    *out = (struct rules_table){.lang = line->lang,
                                .sentences = request->sentences,
                                .differences = line->operand_count > 1,
                                .count = line->operand_count};
    for (int i = 0; i < line->operand_count; i++)
        if (!read_column(line, line->operands[i], request->seats, &out->at[i]))
            return false;
    if (line->operand_count == 0) {
        out->count = MAZO_SHEET_COUNT;
        for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
            snprintf(out->at[sheet].title, sizeof out->at[sheet].title, "%s",
                     mazo_sheet_name(sheet));
            out->at[sheet].rules = *mazo_rules_of_sheet(sheet);
        }
    }
    return true;
}

static int show(const struct cli_line *line, const struct request *request)
{
    struct rules_table table;
    if (!read_table(line, request, &table))
        return EXIT_BAD;
    if (request->mode == MODE_EXPLAIN) {
        rules_print_sentences(&table.at[0], line->lang);
    } else if (request->mode == MODE_MARKDOWN) {
        rules_print_markdown(&table);
    } else if (request->mode == MODE_JSON) {
        return rules_print_json(&table)
                   ? EXIT_FINE
                   : cli_complain(line, EXIT_BAD, "%s",
                                  text_in(line->lang, "there is not enough memory"));
    } else if (table.count == 1) {
        return write_file(line, &table.at[0]);
    } else if (table.differences && rules_count_differences(&table) == 0) {
        printf(text_in(line->lang, "%s and %s say the same.\n"), table.at[0].title,
               table.at[1].title);
    } else {
        rules_print_table(&table);
    }
    return EXIT_FINE;
}

/* What is wrong with the number of names, or NULL. */
static const char *operand_fault(const struct cli_line *line, const struct request *request)
{
    int count = line->operand_count;
    int pipes = 0;
    for (int i = 0; i < count; i++)
        pipes += strcmp(line->operands[i], "-") == 0;
    if (pipes > 1)
        return N_("standard input can be read only once");
    if (request->seats && request->mode != MODE_CHECK)
        return N_("--seats goes with --check only");
    if (request->sentences && (request->mode != MODE_TABLE || count == 1))
        return N_("--sentences is for tables: of all sheets, or of two rule sets");
    if (request->mode == MODE_CHECK)
        return count > 0 ? NULL : N_("--check needs a FILE");
    if (request->mode == MODE_EXPLAIN)
        return count == 1 ? NULL : N_("--explain needs one sheet or FILE");
    return count <= 2 ? NULL : N_("two rule sets at most");
}

int cli_rules(int argc, char **argv)
{
    struct cli_line line;
    struct request request = {.mode = MODE_TABLE};
    cli_begin(&line, &usage, argc, argv);
    if (!read_options(&line, &request))
        return line.exit;
    const char *fault = operand_fault(&line, &request);
    if (fault)
        return cli_complain(&line, EXIT_USAGE, "%s", text_in(line.lang, fault));
    return request.mode == MODE_CHECK ? check(&line, request.seats) : show(&line, &request);
}
