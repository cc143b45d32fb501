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

struct rules_options {
    bool check, explain, markdown, json, sentences;
    uint64_t seats; /* 0: the rule set's own number */
};

static const struct cli_option options[] = {
    {"check", 0, NULL, N_("check rule-set files; list errors, and rules without effect"),
     CLI_FLAG(struct rules_options, check)},
    {"explain", 'e', NULL, N_("explain the rules of X in sentences"),
     CLI_FLAG(struct rules_options, explain)},
    {"sentences", 0, NULL, N_("explain each row of a table below it"),
     CLI_FLAG(struct rules_options, sentences)},
    {"markdown", 0, NULL, N_("print the table as a Markdown page"),
     CLI_FLAG(struct rules_options, markdown)},
    {"json", 'j', NULL, N_("print the table as JSON"), CLI_FLAG(struct rules_options, json)},
    {"seats", 0, "N", N_("check for a match with N seats, not the default number"),
     CLI_NUMBER(struct rules_options, seats, MAZO_SEATS_MIN, MAZO_SEATS_MAX)},
    {0},
};

static const struct cli_usage usage = {
    .name = "rules",
    .forms =
        (const char *const[]){
            "[--sentences | --markdown | --json]",
            N_("X > FILE"),
            "[--sentences | --json] A B",
            N_("--check [--seats N] FILE..."),
            "--explain X",
            NULL,
        },
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

static bool read_column(struct cli_line *line, const char *name, int seats,
                        struct rules_column *out)
{
    screen_clean(name, out->title, sizeof out->title);
    return cli_rules_of(line, name, seats, &out->rules);
}

struct noting {
    struct cli_line *line;
    const char *title;
};

static void print_note(void *ctx, const char *text)
{
    const struct noting *n = ctx;
    printf(text_in(n->line->lang, "%s: note: %s\n"), n->title, text);
}

static int check(struct cli_line *line, int seats)
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

static int write_file(struct cli_line *line, const struct rules_column *column)
{
    char *text = malloc(RULESET_TEXT_MAX);
    int length = text ? ruleset_write(&column->rules, line->lang, text, RULESET_TEXT_MAX) : -1;
    if (length < 0 || length >= RULESET_TEXT_MAX) {
        free(text);
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    }
    fputs(text, stdout);
    free(text);
    return EXIT_FINE;
}

/* The columns: what the command line names, else all sheets. */
static bool read_table(struct cli_line *line, const struct rules_options *o,
                       struct rules_table *out)
{
    *out = (struct rules_table){.lang = line->lang,
                                .sentences = o->sentences,
                                .differences = line->operand_count > 1,
                                .count = line->operand_count};
    for (int i = 0; i < line->operand_count; i++)
        if (!read_column(line, line->operands[i], (int)o->seats, &out->at[i]))
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

static int show(struct cli_line *line, const struct rules_options *o)
{
    struct rules_table table;
    if (!read_table(line, o, &table))
        return EXIT_BAD;
    if (o->explain) {
        rules_print_sentences(&table.at[0], line->lang);
    } else if (o->markdown) {
        rules_print_markdown(&table);
    } else if (o->json) {
        return rules_print_json(&table)
                   ? EXIT_FINE
                   : cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
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

/* The fault in the number of names, or NULL. */
static const char *operand_fault(struct cli_line *line, const struct rules_options *o)
{
    int count = line->operand_count;
    int pipes = 0;
    for (int i = 0; i < count; i++)
        pipes += strcmp(line->operands[i], "-") == 0;
    if (o->check + o->explain + o->markdown + o->json > 1)
        return N_("only one of --check, --explain, --markdown and --json");
    if (pipes > 1)
        return N_("standard input can be read only once");
    if (o->seats && !o->check)
        return N_("--seats goes with --check only");
    if (o->sentences && (o->check + o->explain + o->markdown + o->json > 0 || count == 1))
        return N_("--sentences is for tables: of all sheets, or of two rule sets");
    if (o->check)
        return count > 0 ? NULL : N_("--check needs a FILE");
    if (o->explain)
        return count == 1 ? NULL : N_("--explain needs one sheet or FILE");
    return count <= 2 ? NULL : N_("two rule sets at most");
}

int cli_rules(int argc, char **argv)
{
    struct cli_line line;
    struct rules_options o = {0};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &o))
        return line.exit;
    const char *fault = operand_fault(&line, &o);
    if (fault)
        return cli_complain(&line, EXIT_USAGE, "%s", text_in(line.lang, fault));
    return o.check ? check(&line, (int)o.seats) : show(&line, &o);
}
