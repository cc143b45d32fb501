/*
 * rules_print.c - prints rule sets.
 */
#include "cli/rules_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "wire/explain.h"
#include "wire/json_out.h"
#include "wire/rule_text.h"
#include "wire/screen.h"

enum { TEXT_MAX = 400, TABLE_COLUMNS = 100, COLUMNS = 80, JSON_MAX = 64 * 1024, INDENT = 4 };

static const char *value_text(const struct rules_column *column, int rule, char buf[TEXT_MAX])
{
    rule_text_write(rule, mazo_rules_get(&column->rules, rule), buf, TEXT_MAX);
    return buf;
}

static bool differs(const struct rules_table *table, int rule)
{
    for (int i = 1; i < table->count; i++) {
        if (mazo_rules_get(&table->at[i].rules, rule) !=
            mazo_rules_get(&table->at[0].rules, rule)) {
            return true;
        }
    }
    return false;
}

int rules_count_differences(const struct rules_table *table)
{
    int count = 0;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        count += differs(table, rule);
    }
    return count;
}

static bool is_shown(const struct rules_table *table, int rule)
{
    return !table->differences || differs(table, rule);
}

/* The rule opens a group, going by the rows that are shown. */
static bool opens_group(const struct rules_table *table, int rule)
{
    for (int i = rule - 1; i >= 0 && mazo_rule_group(i) == mazo_rule_group(rule); i--) {
        if (is_shown(table, i)) {
            return false;
        }
    }
    return true;
}

void rules_seats_text(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size)
{
    int good[MAZO_SEATS_MAX];
    int count = 0;
    for (int seats = MAZO_SEATS_MIN; seats <= MAZO_SEATS_MAX; seats++) {
        if (mazo_rules_check(rules, seats) == MAZO_FAULT_none) {
            good[count++] = seats;
        }
    }
    if (count > 2 && good[count - 1] - good[0] == count - 1) {
        snprintf(buf, size, text_in(lang, "%d to %d"), good[0], good[count - 1]);
        return;
    }
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        used += (size_t)snprintf(buf + used, size - used, "%s%d", i ? ", " : "", good[i]);
    }
}

/* ---- the table ---- */

struct widths {
    int ids, name, value[MAZO_SHEET_COUNT];
};

static int widest_of(int width, const char *text)
{
    int own = screen_width(text);
    return own > width ? own : width;
}

static struct widths measure(const struct rules_table *table)
{
    struct widths w = {0};
    char buf[TEXT_MAX];
    for (int i = 0; i < table->count; i++) {
        w.value[i] = screen_width(table->at[i].title);
    }
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule)) {
            continue;
        }
        w.ids = widest_of(w.ids, mazo_rule_info(rule)->ids);
        w.name = widest_of(w.name, mazo_rule_info(rule)->name);
        for (int i = 0; i < table->count; i++) {
            w.value[i] = widest_of(w.value[i], value_text(&table->at[i], rule, buf));
        }
    }
    return w;
}

/* The text, and blanks up to the width; no blanks after the last of a line. */
static void print_cell(const char *text, int width, bool last)
{
    int blanks = last ? 0 : width - screen_width(text);
    printf("%s%*s", text, blanks > 0 ? blanks : 0, "");
}

static void print_paragraph(int indent, int columns, const char *text)
{
    printf("%*s", indent, "");
    cli_print_paragraph(indent, columns, indent, text);
}

static void print_meaning(const struct rules_table *table, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    char range[TEXT_MAX / 2];
    char text[TEXT_MAX];
    const char *word;
    rule_text_range(rule, table->lang, range, sizeof range);
    snprintf(text, sizeof text, "%s (%s)", text_in(table->lang, info->sentence), range);
    print_paragraph(INDENT, TABLE_COLUMNS, text);
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        snprintf(text, sizeof text, "%s: %s", word,
                 text_in(table->lang, mazo_rule_meaning(rule, value)));
        print_paragraph(2 * INDENT, TABLE_COLUMNS, text);
    }
}

static void print_row(const struct rules_table *table, const struct widths *w, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    char buf[TEXT_MAX];
    bool mark = !table->differences && differs(table, rule);
    printf("%s", mark ? "* " : "  ");
    print_cell(info->ids, w->ids, false);
    printf(" ");
    print_cell(info->name, w->name, false);
    for (int i = 0; i < table->count; i++) {
        printf("  ");
        print_cell(value_text(&table->at[i], rule, buf), w->value[i], i == table->count - 1);
    }
    putchar('\n');
    if (table->sentences) {
        print_meaning(table, rule);
    }
}

void rules_print_table(const struct rules_table *table)
{
    struct widths w = measure(table);
    printf("%*s", w.ids + 1 + w.name + 2, "");
    for (int i = 0; i < table->count; i++) {
        printf("  ");
        print_cell(table->at[i].title, w.value[i], i == table->count - 1);
    }
    putchar('\n');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule)) {
            continue;
        }
        if (opens_group(table, rule)) {
            printf("\n%s\n", text_in(table->lang, mazo_rule_group(rule)));
        }
        print_row(table, &w, rule);
    }
}

/* ---- sentences ---- */

/* With a capital letter; the small Latin ones with accents lie 32 above theirs. */
static void capitalise(char *text)
{
    unsigned char *s = (unsigned char *)text;
    if (s[0] >= 'a' && s[0] <= 'z') {
        s[0] = (unsigned char)(s[0] - 32);
    } else if (s[0] == 0xc3 && s[1] >= 0xa0 && s[1] <= 0xbe && s[1] != 0xb7) {
        s[1] = (unsigned char)(s[1] - 32);
    }
}

/* What is said where a number is 0 or a flag is off; nothing is said of other rows then. */
static const struct {
    int rule;
    const char *sentence;
} absences[] = {
    {MAZO_RULE_uno_penalty, N_("nobody has to say UNO")},
    {MAZO_RULE_wrong_card, N_("a card that does not fit, or is laid out of turn, is just refused")},
    {MAZO_RULE_last_card_draws,
     N_("when the last card is a Draw Two or Wild Draw Four nobody draws for it")},
};

static const char *absence_of(int rule)
{
    for (size_t i = 0; i < sizeof absences / sizeof absences[0]; i++) {
        if (absences[i].rule == rule) {
            return absences[i].sentence;
        }
    }
    return NULL;
}

/* Does the row mean anything in a game by these rules? */
static bool applies(const struct mazo_rules *rules, int rule)
{
    switch (rule) {
    case MAZO_RULE_first_wild_four:
    case MAZO_RULE_wild_four:
        return rules->wild_fours > 0;
    case MAZO_RULE_uno_until:
        return rules->uno_penalty > 0;
    case MAZO_RULE_uno_late:
        return rules->uno_penalty > 0 && rules->uno_late > 0;
    case MAZO_RULE_target_is:
        return rules->scoring == MAZO_scoring_hands;
    case MAZO_RULE_target:
        return rules->scoring != MAZO_scoring_quick;
    default:
        return true;
    }
}

/* The deck has its own paragraphs, and the numbers of seats stand in the first line. */
static bool is_told(const struct mazo_rules *rules, int rule)
{
    enum mazo_rule_type type = mazo_rule_info(rule)->type;
    bool deck = rule >= MAZO_RULE_numbers && rule <= MAZO_RULE_rule_cards;
    if (deck || rule == MAZO_RULE_seats_max || !applies(rules, rule)) {
        return false;
    }
    return type == MAZO_TYPE_choice || mazo_rules_get(rules, rule) != 0 || absence_of(rule);
}

/* "cards that a caught player draws; 0 switches the UNO call off": not what 0 would do. */
static void number_sentence(const char *sentence, uint32_t value, char *out, size_t size)
{
    snprintf(out, size, "%.*s: %lu.", (int)strcspn(sentence, ";"), sentence, (unsigned long)value);
}

/* "a card just drawn that fits" and "may be played at once" are one sentence. */
static void choice_sentence(int rule, const char *sentence, const char *meaning, char *out,
                            size_t size)
{
    bool goes_on = rule == MAZO_RULE_first_wild_four || rule == MAZO_RULE_draw ||
                   rule == MAZO_RULE_drawn_card || rule == MAZO_RULE_wild_four ||
                   rule == MAZO_RULE_uno_until;
    snprintf(out, size, goes_on ? "%s %s." : "%s: %s.", sentence, meaning);
}

static void rule_sentence(const struct mazo_rules *rules, int rule, enum text_lang lang, char *out,
                          size_t size)
{
    const char *sentence = text_in(lang, mazo_rule_info(rule)->sentence);
    uint32_t value = mazo_rules_get(rules, rule);
    if (mazo_rule_info(rule)->type == MAZO_TYPE_choice) {
        choice_sentence(rule, sentence, text_in(lang, mazo_rule_meaning(rule, value)), out, size);
    } else if (value == 0) {
        snprintf(out, size, "%s.", text_in(lang, absence_of(rule)));
    } else if (mazo_rule_info(rule)->type == MAZO_TYPE_flag) {
        snprintf(out, size, "%s.", sentence);
    } else {
        number_sentence(sentence, value, out, size);
    }
    capitalise(out);
}

/* ---- the deck, as cards ---- */

struct listing {
    char text[TEXT_MAX];
    size_t used;
};

static void list_cards(struct listing *list, int copies, const char *name)
{
    if (copies > 0 && list->used < sizeof list->text) {
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used,
                                       "%s%d\u00a0×\u00a0%s", list->used ? ", " : "", copies, name);
    }
}

/* "1 × 0, 2 × 1–9": numbers one after the other that are there equally often. */
static void list_numbers(struct listing *list, const struct mazo_rules *rules)
{
    for (int first = 0, last; first < MAZO_SKIP; first = last + 1) {
        char name[16];
        int copies = mazo_deck_copies(rules, mazo_card_of(MAZO_RED, first));
        for (last = first; last + 1 < MAZO_SKIP; last++) {
            if (mazo_deck_copies(rules, mazo_card_of(MAZO_RED, last + 1)) != copies) {
                break;
            }
        }
        snprintf(name, sizeof name, first == last ? "%d" : "%d–%d", first, last);
        list_cards(list, copies, name);
    }
}

static void print_list(enum text_lang lang, const char *format, const struct listing *list)
{
    char text[2 * TEXT_MAX];
    if (list->used > 0) {
        snprintf(text, sizeof text, text_in(lang, format), list->text);
        print_paragraph(2, COLUMNS, text);
    }
}

static void print_deck(const struct mazo_rules *rules, enum text_lang lang)
{
    struct listing colored = {.used = 0}, wild = {.used = 0}, written = {.used = 0};
    list_numbers(&colored, rules);
    list_cards(&colored, rules->draw_twos, wire_symbol_name(lang, MAZO_DRAW_TWO));
    list_cards(&colored, rules->skips, wire_symbol_name(lang, MAZO_SKIP));
    list_cards(&colored, rules->reverses, wire_symbol_name(lang, MAZO_REVERSE));
    list_cards(&colored, rules->jackpots, wire_symbol_name(lang, MAZO_JACKPOT));
    list_cards(&wild, rules->wilds, text_in(lang, "Wild"));
    list_cards(&wild, rules->wild_fours, text_in(lang, "Wild Draw Four"));
    list_cards(&wild, rules->wild_jackpots, text_in(lang, "Wild Jackpot"));
    list_cards(&written, rules->rule_cards, text_in(lang, "rule card"));
    print_list(lang, N_("In each of the four colours: %s."), &colored);
    print_list(lang, N_("Without a colour: %s."), &wild);
    print_list(lang, N_("For the players to write on before the match: %s."), &written);
}

void rules_print_sentences(const struct rules_column *column, enum text_lang lang)
{
    const struct mazo_rules *rules = &column->rules;
    const char *group = NULL;
    char seats[TEXT_MAX];
    rules_seats_text(rules, lang, seats, sizeof seats);
    printf(text_in(lang, "%s: %d cards; seats: %s\n"), column->title, mazo_deck_size(rules), seats);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        char text[2 * TEXT_MAX];
        bool deck = rule == MAZO_RULE_numbers;
        if (!deck && !is_told(rules, rule)) {
            continue;
        }
        if (group != mazo_rule_group(rule)) {
            group = mazo_rule_group(rule);
            printf("\n%s\n", text_in(lang, group));
        }
        if (deck) {
            print_deck(rules, lang);
            continue;
        }
        rule_sentence(rules, rule, lang, text, sizeof text);
        print_paragraph(2, COLUMNS, text);
    }
}

/* ---- Markdown ---- */

static void print_markdown_row(const struct rules_table *table, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    const char *bold = differs(table, rule) ? "**" : "";
    char buf[TEXT_MAX];
    const char *word;
    printf("| %s | %s`%s`%s |", info->ids, bold, info->name, bold);
    for (int i = 0; i < table->count; i++) {
        printf(" %s |", value_text(&table->at[i], rule, buf));
    }
    rule_text_range(rule, table->lang, buf, sizeof buf);
    printf(" %s", text_in(table->lang, info->sentence));
    if (info->type != MAZO_TYPE_choice) {
        printf(" (%s)", buf);
    }
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        printf("<br>`%s`: %s", word, text_in(table->lang, mazo_rule_meaning(rule, value)));
    }
    printf(" |\n");
}

static void print_markdown_head(const struct rules_table *table, int rule)
{
    printf("\n## %s\n\n| %s | %s |", text_in(table->lang, mazo_rule_group(rule)),
           text_in(table->lang, "ids"), text_in(table->lang, "rule"));
    for (int i = 0; i < table->count; i++) {
        printf(" %s |", table->at[i].title);
    }
    printf(" %s |\n|---|---|", text_in(table->lang, "what it says"));
    for (int i = 0; i < table->count; i++) {
        printf("---|");
    }
    printf("---|\n");
}

void rules_print_markdown(const struct rules_table *table)
{
    printf(
        "<!-- %s: mazo rules --markdown --lang %s -->\n# %s\n\n%s\n",
        text_in(table->lang, "Not written by hand. Made by"), table->lang == TEXT_ES ? "es" : "en",
        text_in(table->lang, "The rules, row by row"),
        text_in(table->lang,
                "Every row is a rule that a table can set; every column is a rule sheet. A name "
                "in bold: the sheets\ndiffer there. The ids are those that the tests name. The "
                "names and values are those of rule-set files:\n`mazo rules oficial > mine.ini`, "
                "change it, `mazo rules --check mine.ini`."));
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (!is_shown(table, rule)) {
            continue;
        }
        if (opens_group(table, rule)) {
            print_markdown_head(table, rule);
        }
        print_markdown_row(table, rule);
    }
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
        for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
            json_out_string_at(out, word, text_in(table->lang, mazo_rule_meaning(rule, value)));
        }
        json_out_close(out, '}');
    }
    json_out_string_at(out, "sentence", text_in(table->lang, info->sentence));
    json_out_open_at(out, "values", '{');
    for (int i = 0; i < table->count; i++) {
        put_value(out, &table->at[i], rule);
    }
    json_out_close(out, '}');
    json_out_close(out, '}');
}

bool rules_print_json(const struct rules_table *table)
{
    char *buf = malloc(JSON_MAX);
    if (!buf) {
        return false;
    }
    struct json_out out;
    json_out_init(&out, buf, JSON_MAX);
    json_out_open(&out, '[');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (is_shown(table, rule)) {
            put_rule(&out, table, rule);
        }
    }
    json_out_close(&out, ']');
    bool fits = !out.full;
    if (fits) {
        puts(buf);
    }
    free(buf);
    return fits;
}
