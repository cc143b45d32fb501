/*
 * rules_print.c - prints rule sets.
 */
#include "cli/rules_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "wire/json_out.h"
#include "say/rule_say.h"
#include "say/rule_text.h"
#include "text/screen.h"

enum {
    TEXT_MAX = 400,
    SENTENCE_MAX = 1000,
    COLUMNS = 80,
    TEXT_COLUMNS_MAX = 100, /* longer lines are hard to read */
    JSON_MAX = 64 * 1024,
    INDENT = 4
};

static const char *value_text(const struct rules_column *column, int rule, char buf[TEXT_MAX])
{
    rule_text_write(rule, mazo_rules_get(&column->rules, rule), buf, TEXT_MAX);
    return buf;
}

static bool differs(const struct rules_table *table, int rule)
{
    for (int i = 1; i < table->count; i++)
        if (mazo_rules_get(&table->at[i].rules, rule) != mazo_rules_get(&table->at[0].rules, rule))
            return true;
    return false;
}

int rules_count_differences(const struct rules_table *table)
{
    int count = 0;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        count += differs(table, rule);
    return count;
}

static bool is_shown(const struct rules_table *table, int rule)
{
    return !table->differences || differs(table, rule);
}

/* The rule opens a group, going by the rows that are shown. */
static bool opens_group(const struct rules_table *table, int rule)
{
    for (int i = rule - 1; i >= 0 && mazo_rule_group(i) == mazo_rule_group(rule); i--)
        if (is_shown(table, i))
            return false;
    return true;
}

/* ---- the table ---- */

struct widths {
    int ids, name, value[MAZO_SHEET_COUNT]; /* ids 0: too narrow, left out */
    int gap;                                /* between two columns */
    int columns;                            /* of the whole */
    int first, end;                         /* the rule sets of this table */
};

static int widest_of(int width, const char *text)
{
    int own = screen_width(text);
    return own > width ? own : width;
}

/* The width of the ids and names on the left. */
static int label_width(const struct widths *w) { return 2 + w->ids + (w->ids > 0) + w->name; }

/* If it is too wide, drop the ids first, then a blank of each gap. */
static void fit(const struct rules_table *table, struct widths *w)
{
    int values = 0;
    w->columns = cli_columns();
    w->gap = 2;
    for (int i = 0; i < table->count; i++)
        values += w->gap + w->value[i];
    w->ids = label_width(w) + values > w->columns ? 0 : w->ids;
    w->gap -= label_width(w) + values > w->columns;
}

/* Take as many rule sets as fit side by side, at least one; the rest form a table below. */
static void take_columns(const struct rules_table *table, struct widths *w)
{
    int width = label_width(w);
    w->first = w->end;
    do {
        width += w->gap + w->value[w->end++];
    } while (w->end < table->count && width + w->gap + w->value[w->end] <= w->columns);
}

static struct widths measure(const struct rules_table *table)
{
    struct widths w = {0};
    char buf[TEXT_MAX];
    for (int i = 0; i < table->count; i++)
        w.value[i] = screen_width(table->at[i].title);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule))
            continue;
        w.ids = widest_of(w.ids, mazo_rule_info(rule)->ids);
        w.name = widest_of(w.name, mazo_rule_info(rule)->name);
        for (int i = 0; i < table->count; i++)
            w.value[i] = widest_of(w.value[i], value_text(&table->at[i], rule, buf));
    }
    fit(table, &w);
    return w;
}

static void print_paragraph(int indent, int columns, const char *text)
{
    printf("%*s", indent, "");
    cli_print_paragraph(indent, columns, indent, text);
}

static void print_meaning(const struct rules_table *table, const struct widths *w, int rule)
{
    int columns = w->columns < TEXT_COLUMNS_MAX ? w->columns : TEXT_COLUMNS_MAX;
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    char range[TEXT_MAX / 2];
    char text[TEXT_MAX];
    const char *word;
    rule_text_range(rule, table->lang, range, sizeof range);
    snprintf(text, sizeof text, "%s%s%s (%s)", w->ids ? "" : info->ids, w->ids ? "" : ": ",
             text_in(table->lang, info->sentence), range);
    print_paragraph(INDENT, columns, text);
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        snprintf(text, sizeof text, "%s: %s", word,
                 text_in(table->lang, mazo_rule_meaning(rule, value)));
        print_paragraph(2 * INDENT, columns, text);
    }
}

static void print_row(const struct rules_table *table, const struct widths *w, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    char buf[TEXT_MAX];
    bool mark = !table->differences && differs(table, rule);
    printf("%s", mark ? "* " : "  ");
    if (w->ids) {
        cli_print_padded(info->ids, w->ids);
        printf(" ");
    }
    cli_print_padded(info->name, w->name);
    for (int i = w->first; i < w->end; i++) {
        printf("%*s", w->gap, "");
        cli_print_padded(value_text(&table->at[i], rule, buf), i < w->end - 1 ? w->value[i] : 0);
    }
    putchar('\n');
    if (table->sentences && w->first == 0)
        print_meaning(table, w, rule);
}

static void print_columns(const struct rules_table *table, const struct widths *w)
{
    printf("%*s", label_width(w), "");
    for (int i = w->first; i < w->end; i++) {
        printf("%*s", w->gap, "");
        cli_print_padded(table->at[i].title, i < w->end - 1 ? w->value[i] : 0);
    }
    putchar('\n');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule))
            continue;
        if (opens_group(table, rule))
            printf("\n%s\n", text_in(table->lang, mazo_rule_group(rule)));
        print_row(table, w, rule);
    }
}

void rules_print_table(const struct rules_table *table)
{
    struct widths w = measure(table);
    while (w.end < table->count) {
        take_columns(table, &w);
        fputs(w.first ? "\n\n" : "", stdout);
        print_columns(table, &w);
    }
}

/* ---- sentences ---- */

static void print_part(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    char words[SENTENCE_MAX];
    (void)ctx;
    (void)ids;
    if (part == RULE_SAY_SENTENCE) {
        snprintf(words, sizeof words, "%s", text);
        rule_say_words(words);
        bool inner = strncmp(words, "- ", 2) == 0;
        printf(inner ? "  - " : "  ");
        cli_print_paragraph(inner ? 4 : 2, COLUMNS, inner ? 4 : 2, words + (inner ? 2 : 0));
    } else {
        printf(part == RULE_SAY_TITLE ? "%s\n" : "\n%s\n", text);
    }
}

void rules_print_sentences(const struct rules_column *column, enum text_lang lang)
{
    rule_say(&column->rules, lang, column->title, print_part, NULL);
}

/* ---- Markdown ---- */

static void print_markdown_row(const struct rules_table *table, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    const char *bold = differs(table, rule) ? "**" : "";
    char buf[TEXT_MAX];
    const char *word;
    printf("| %s | %s`%s`%s |", info->ids, bold, info->name, bold);
    for (int i = 0; i < table->count; i++)
        printf(" %s |", value_text(&table->at[i], rule, buf));
    rule_text_range(rule, table->lang, buf, sizeof buf);
    printf(" %s", text_in(table->lang, info->sentence));
    if (info->type != MAZO_TYPE_choice)
        printf(" (%s)", buf);
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++)
        printf("<br>`%s`: %s", word, text_in(table->lang, mazo_rule_meaning(rule, value)));
    printf(" |\n");
}

/* "- Skip: … `A2`": with the ids that the sentence says. */
static void print_markdown_part(void *ctx, enum rule_say_part part, const char *ids,
                                const char *text)
{
    char words[SENTENCE_MAX];
    (void)ctx;
    if (part != RULE_SAY_SENTENCE) {
        printf(part == RULE_SAY_TITLE ? "\n## %s\n" : "\n### %s\n\n", text);
        return;
    }
    snprintf(words, sizeof words, "%s", text);
    rule_say_words(words);
    bool inner = strncmp(words, "- ", 2) == 0;
    printf("%s%s%s%s%s\n", inner ? "  " : "- ", words, *ids ? " `" : "", ids, *ids ? "`" : "");
}

static void print_markdown_head(const struct rules_table *table, int rule)
{
    printf("\n## %s\n\n| %s | %s |", text_in(table->lang, mazo_rule_group(rule)),
           text_in(table->lang, "ids"), text_in(table->lang, "rule"));
    for (int i = 0; i < table->count; i++)
        printf(" %s |", table->at[i].title);
    printf(" %s |\n|---|---|", text_in(table->lang, "what it says"));
    for (int i = 0; i < table->count; i++)
        printf("---|");
    printf("---|\n");
}

void rules_print_markdown(const struct rules_table *table)
{
    printf("<!-- %s: mazo rules --markdown --lang %s -->\n# %s\n\n%s\n",
           text_in(table->lang, "Generated, do not edit. Made by"),
           text_is_spanish(table->lang) ? "es" : "en", text_in(table->lang, "The rules, row by row"),
           text_in(table->lang,
                   "Every row is a rule that a table can set; every column is a rule sheet. A name "
                   "in bold means that the\n"
                   "sheets differ there. The ids are the ones the tests use; the names and values "
                   "are those of rule-set files:\n"
                   "`mazo rules oficial > mine.ini`, change it, `mazo rules --check mine.ini`."));
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule))
            continue;
        if (opens_group(table, rule))
            print_markdown_head(table, rule);
        print_markdown_row(table, rule);
    }
    if (!table->differences) {
        printf(
            "\n# %s\n\n%s\n", text_in(table->lang, "The rules in words"),
            text_in(
                table->lang,
                "As players read them at the table. After each sentence come the ids it covers."));
    }
    for (int i = 0; i < table->count && !table->differences; i++)
        rule_say(&table->at[i].rules, table->lang, table->at[i].title, print_markdown_part, NULL);
}

/* ---- JSON ---- */

static void put_value(struct json_out *out, const struct rules_column *column, int rule)
{
    uint32_t value = mazo_rules_get(&column->rules, rule);
    char buf[TEXT_MAX];
    json_out_key(out, column->title);
    switch (mazo_rule_info(rule)->type) {
    case MAZO_TYPE_flag:
        json_out_bool(out, value != 0);
        break;
    case MAZO_TYPE_number:
        json_out_int(out, (int64_t)value);
        break;
    case MAZO_TYPE_choice:
    case MAZO_TYPE_copies:
        json_out_string(out, value_text(column, rule, buf));
        break;
    }
}

static void put_ids(struct json_out *out, const char *ids)
{
    json_out_open_at(out, "ids", '[');
    while (*ids) {
        char id[TEXT_MAX];
        size_t length = strcspn(ids, " ");
        snprintf(id, sizeof id, "%.*s", (int)length, ids);
        json_out_string(out, id);
        ids += length + strspn(ids + length, " ");
    }
    json_out_close(out, ']');
}

static void put_rule(struct json_out *out, const struct rules_table *table, int rule)
{
    static const char *const types[] = {"flag", "number", "choice", "copies"};
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    const char *word;
    json_out_open(out, '{');
    json_out_string_at(out, "name", info->name);
    put_ids(out, info->ids);
    json_out_string_at(out, "group", text_in(table->lang, mazo_rule_group(rule)));
    json_out_string_at(out, "type", types[info->type]);
    json_out_int_at(out, "least", (int64_t)info->least);
    json_out_int_at(out, "most", (int64_t)info->most);
    if (info->type == MAZO_TYPE_choice) {
        json_out_open_at(out, "choices", '{');
        for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++)
            json_out_string_at(out, word, text_in(table->lang, mazo_rule_meaning(rule, value)));
        json_out_close(out, '}');
    }
    json_out_string_at(out, "sentence", text_in(table->lang, info->sentence));
    json_out_open_at(out, "values", '{');
    for (int i = 0; i < table->count; i++)
        put_value(out, &table->at[i], rule);
    json_out_close(out, '}');
    json_out_close(out, '}');
}

bool rules_print_json(const struct rules_table *table)
{
    char *buf = malloc(JSON_MAX);
    if (!buf)
        return false;
    struct json_out out;
    json_out_init(&out, buf, JSON_MAX);
    json_out_open(&out, '[');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (is_shown(table, rule))
            put_rule(&out, table, rule);
    json_out_close(&out, ']');
    bool fits = !out.full;
    if (fits)
        puts(buf);
    free(buf);
    return fits;
}
