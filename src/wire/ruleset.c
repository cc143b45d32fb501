/*
 * ruleset.c - reads and writes rule-set files.
 *
 * libinih takes a line apart. It reads through next_line below, which knows where we are and
 * keeps from it what it would not refuse by itself: lines longer than its buffer, which it
 * would read as two, indented lines, which it would join to the one before, and sections.
 */
#include "wire/ruleset.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "text/near.h"
#include "text/oserror.h"
#include "say/rule_text.h"
#include "text/screen.h"

enum {
    LINE_MAX_BYTES = 196, /* the limit of libinih, with the line's end */
    QUOTED_MAX = 60
};

struct reading {
    const char *text;
    size_t size, at;
    int line;                      /* the one last handed out, from 1 */
    bool open;                     /* it should hold a value, and none has been found yet */
    int base_line;                 /* where the base was named, or 0 */
    int set_line[MAZO_RULE_COUNT]; /* where each rule was set, or 0 */
    int last_set;                  /* the last line that set a rule, or 0 */
    bool first;                    /* stop at the first error */
    enum text_lang lang;
    struct mazo_rules rules;
    struct ruleset_errors *errors;
};

static void add_error(struct ruleset_errors *errors, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_error(struct ruleset_errors *errors, int line, const char *format, ...)
{
    if (errors->count == RULESET_ERRORS_MAX) {
        errors->left_out++;
        return;
    }
    struct ruleset_error *error = &errors->at[errors->count++];
    error->line = line;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
}

static void close_line(struct reading *r)
{
    if (r->open)
        add_error(r->errors, r->line, "%s", text_in(r->lang, "this is not \"name = value\""));
    r->open = false;
}

/* The line for libinih: in buf, or "" if it has nothing for libinih. */
static void take_line(struct reading *r, const char *start, size_t length, char *buf)
{
    static const char bom[] = "\xef\xbb\xbf";
    buf[0] = '\0';
    if (r->line == 1 && length >= 3 && memcmp(start, bom, 3) == 0) {
        start += 3;
        length -= 3;
    }
    while (length > 0 && strchr(" \t\r\f\v", start[0]) && start[0]) {
        start++;
        length--;
    }
    while (length > 0 && strchr(" \t\r\f\v", start[length - 1]) && start[length - 1])
        length--;
    if (length == 0 || start[0] == ';' || start[0] == '#')
        return;
    if (memchr(start, '\0', length)) {
        add_error(r->errors, r->line, "%s", text_in(r->lang, "there is a zero byte in this line"));
    } else if (start[0] == '[') {
        add_error(r->errors, r->line, "%s",
                  text_in(r->lang, "a rule-set file has no [sections]; write it as a comment"));
    } else if (length > LINE_MAX_BYTES) {
        add_error(r->errors, r->line, text_in(r->lang, "the line is too long: %d bytes at most"),
                  LINE_MAX_BYTES);
    } else {
        memcpy(buf, start, length);
        buf[length] = '\0';
        r->open = true;
    }
}

static bool is_over(const struct reading *r)
{
    return r->at >= r->size || (r->first && r->errors->count > 0);
}

/* The reader for libinih, as fgets: only the lines meant for it. */
static char *next_line(char *buf, int size, void *reading)
{
    struct reading *r = reading;
    close_line(r);
    buf[0] = '\0';
    while (!buf[0] && !is_over(r) && size >= LINE_MAX_BYTES + 2) {
        const char *start = r->text + r->at;
        const char *end = memchr(start, '\n', r->size - r->at);
        size_t length = end ? (size_t)(end - start) : r->size - r->at;
        r->at += length + (end != NULL);
        r->line++;
        take_line(r, start, length, buf);
    }
    size_t taken = strlen(buf);
    memcpy(buf + taken, "\n", 2);
    return taken > 0 ? buf : NULL;
}

static const char *nearest_rule(const char *name)
{
    struct text_near near;
    const char *rule = rule_text_near_rule(name);
    text_near_begin(&near, name);
    text_near_offer(&near, "base");
    if (rule)
        text_near_offer(&near, rule);
    return near.best;
}

static void refuse_value(struct reading *r, const char *name, const char *range, const char *value)
{
    char quoted[QUOTED_MAX];
    if (*value) {
        add_error(r->errors, r->line, text_in(r->lang, "%s takes %s, not \"%s\""), name, range,
                  screen_clean(value, quoted, sizeof quoted));
    } else {
        add_error(r->errors, r->line, text_in(r->lang, "%s has no value here; it takes %s"), name,
                  range);
    }
}

static void read_base(struct reading *r, const char *value)
{
    int sheet = mazo_sheet_by_name(value);
    if (r->base_line) {
        add_error(r->errors, r->line, text_in(r->lang, "%s was already set on line %d"), "base",
                  r->base_line);
    } else if (r->last_set) {
        add_error(r->errors, r->line, "%s", text_in(r->lang, "base has to come before the rules"));
    } else if (sheet < 0) {
        char sheets[RULE_TEXT_SHEETS_SIZE];
        rule_text_sheets(r->lang, sheets, sizeof sheets);
        refuse_value(r, "base", sheets, value);
    } else {
        r->rules = *mazo_rules_of_sheet(sheet);
    }
    r->base_line = r->base_line ? r->base_line : r->line;
}

static void read_rule(struct reading *r, int rule, const char *text)
{
    const char *name = mazo_rule_info(rule)->name;
    uint32_t value;
    if (r->set_line[rule]) {
        add_error(r->errors, r->line, text_in(r->lang, "%s was already set on line %d"), name,
                  r->set_line[rule]);
    } else if (!rule_text_read(rule, text, &value) || !mazo_rules_set(&r->rules, rule, value)) {
        char range[RULESET_MESSAGE_MAX / 2];
        rule_text_range(rule, r->lang, range, sizeof range);
        refuse_value(r, name, range, text);
    }
    r->set_line[rule] = r->set_line[rule] ? r->set_line[rule] : r->line;
    r->last_set = r->line;
}

static void refuse_name(struct reading *r, const char *name)
{
    char quoted[QUOTED_MAX];
    bool counts_only = r->errors->count == RULESET_ERRORS_MAX;
    const char *near = counts_only ? NULL : nearest_rule(name);
    screen_clean(name, quoted, sizeof quoted);
    if (near) {
        add_error(r->errors, r->line,
                  text_in(r->lang, "there is no rule called \"%s\"; did you mean %s?"), quoted,
                  near);
    } else {
        add_error(r->errors, r->line, text_in(r->lang, "there is no rule called \"%s\""), quoted);
    }
}

/* libinih ends a value at " ;"; here it also ends at " #". */
static void cut_comment(char *value)
{
    for (size_t i = 0; value[i]; i++) {
        if (value[i] == '#' && (i == 0 || value[i - 1] == ' ' || value[i - 1] == '\t')) {
            value[i] = '\0';
            break;
        }
    }
    size_t length = strlen(value);
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t'))
        value[--length] = '\0';
}

static int take_value(void *reading, const char *section, const char *name, const char *value)
{
    struct reading *r = reading;
    char text[LINE_MAX_BYTES + 1];
    (void)section;
    r->open = false;
    snprintf(text, sizeof text, "%s", value);
    cut_comment(text);
    int rule = mazo_rule_by_name(name);
    if (strcasecmp(name, "base") == 0)
        read_base(r, text);
    else if (rule >= 0)
        read_rule(r, rule, text);
    else
        refuse_name(r, name);
    return 1;
}

/* The rows involved in a fault, and whether the number of seats is. */
static const struct {
    enum mazo_rules_fault fault;
    int first, last;
    bool by_seats;
} blamed[] = {
    {MAZO_FAULT_seats, MAZO_RULE_seats, MAZO_RULE_seats_max, true},
    {MAZO_FAULT_deck_small, MAZO_RULE_seats, MAZO_RULE_hand_size, true},
    {MAZO_FAULT_deck_big, MAZO_RULE_numbers, MAZO_RULE_wild_jackpots, false},
    {MAZO_FAULT_deck_opener, MAZO_RULE_seats, MAZO_RULE_first_wild_four, true},
    {MAZO_FAULT_teams_seats, MAZO_RULE_seats, MAZO_RULE_seats, true},
    {MAZO_FAULT_teams_seats, MAZO_RULE_teams, MAZO_RULE_teams, true},
    {MAZO_FAULT_no_bluff, MAZO_RULE_wild_four, MAZO_RULE_no_bluffing, false},
    {MAZO_FAULT_rule_cards_missing, MAZO_RULE_jackpots, MAZO_RULE_rule_cards, false},
    {MAZO_FAULT_rule_cards_idle, MAZO_RULE_jackpots, MAZO_RULE_rule_cards, false},
    {MAZO_FAULT_rule_cards_few, MAZO_RULE_seats, MAZO_RULE_seats, true},
    {MAZO_FAULT_rule_cards_few, MAZO_RULE_rule_cards, MAZO_RULE_rule_cards, true},
};

/* Finds contradictions. The line is the last one involved. */
static void check(struct reading *r, int seats)
{
    seats = seats ? seats : r->rules.seats;
    enum mazo_rules_fault fault = mazo_rules_check(&r->rules, seats);
    int line = r->base_line;
    bool by_seats = false;
    for (size_t i = 0; i < sizeof blamed / sizeof blamed[0]; i++) {
        if (blamed[i].fault != fault)
            continue;
        by_seats = blamed[i].by_seats;
        for (int rule = blamed[i].first; rule <= blamed[i].last; rule++)
            line = r->set_line[rule] > line ? r->set_line[rule] : line;
    }
    const char *sentence = text_in(r->lang, mazo_rules_fault_text(fault));
    if (fault == MAZO_FAULT_seats) {
        add_error(r->errors, line, text_in(r->lang, "these rules are for %d to %d seats, not %d"),
                  MAZO_SEATS_MIN, r->rules.seats_max, seats);
    } else if (fault && by_seats) {
        add_error(r->errors, line, text_in(r->lang, "with %d seats: %s"), seats, sentence);
    } else if (fault) {
        add_error(r->errors, line, "%s", sentence);
    }
}

static bool read_text(const char *text, size_t size, int seats, enum text_lang lang, bool first,
                      struct mazo_rules *out, struct ruleset_errors *errors)
{
    struct reading r = {.text = text,
                        .size = size,
                        .lang = lang,
                        .first = first,
                        .rules = *mazo_rules_of_sheet(RULESET_SHEET),
                        .errors = errors};
    errors->count = errors->left_out = 0;
    if (size > RULESET_FILE_MAX) {
        add_error(errors, 0, text_in(lang, "the file is larger than %d bytes"), RULESET_FILE_MAX);
        return false;
    }
    ini_parse_stream(next_line, &r, take_value, &r);
    if (errors->count == 0)
        check(&r, seats);
    if (errors->count == 0)
        *out = r.rules;
    return errors->count == 0;
}

bool ruleset_read(const char *text, size_t size, int seats, enum text_lang lang,
                  struct mazo_rules *out, struct ruleset_errors *errors)
{
    return read_text(text, size, seats, lang, false, out, errors);
}

bool ruleset_read_first(const char *text, size_t size, int seats, enum text_lang lang,
                        struct mazo_rules *out, struct ruleset_errors *errors)
{
    return read_text(text, size, seats, lang, true, out, errors);
}

/* Say why the file could not be opened; a single word may be a misspelt sheet. */
static void refuse_file(const char *path, int error, enum text_lang lang,
                        struct ruleset_errors *errors)
{
    const char *near = error == ENOENT ? rule_text_near_sheet(path) : NULL;
    if (near) {
        add_error(errors, 0,
                  text_in(lang, "there is no sheet and no file with that name; did you mean %s?"),
                  near);
    } else if (error == ENOENT && !strpbrk(path, "./")) {
        char sheets[RULE_TEXT_SHEETS_SIZE];
        rule_text_sheets(lang, sheets, sizeof sheets);
        add_error(errors, 0,
                  text_in(lang, "there is no sheet and no file with that name; the sheets are %s"),
                  sheets);
    } else {
        add_error(errors, 0, text_in(lang, "cannot be read: %s"), text_oserror(lang, error));
    }
}

bool ruleset_of(const char *name_or_path, int seats, enum text_lang lang, struct mazo_rules *out,
                struct ruleset_errors *errors)
{
    char text[RULESET_FILE_MAX + 1];
    int sheet = mazo_sheet_by_name(name_or_path);
    errors->count = errors->left_out = 0;
    if (sheet >= 0) {
        struct reading r = {.lang = lang, .rules = *mazo_rules_of_sheet(sheet), .errors = errors};
        check(&r, seats);
        if (errors->count == 0)
            *out = r.rules;
        return errors->count == 0;
    }
    errno = 0;
    FILE *file = fopen(name_or_path, "rb");
    size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    int error = errno;
    bool read = file && !ferror(file);
    if (file)
        fclose(file);
    if (!read) {
        refuse_file(name_or_path, error, lang, errors);
        return false;
    }
    return ruleset_read(text, size, seats, lang, out, errors);
}
