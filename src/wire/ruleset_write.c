/*
 * ruleset_write.c - a rule set as a file that explains itself.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "say/rule_text.h"
#include "wire/ruleset.h"
#include "text/screen.h"

enum { COMMENT_WIDTH = 80, VALUE_MAX = 160 };

struct writing {
    char *buf;
    size_t size;
    size_t length; /* of the whole text, also of what found no room */
    enum text_lang lang;
};

static void put_text(struct writing *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_text(struct writing *w, const char *format, ...)
{
    size_t used = w->length < w->size ? w->length : w->size;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(used < w->size ? w->buf + used : NULL, w->size - used, format, args);
    va_end(args);
    w->length += length > 0 ? (size_t)length : 0;
}

/* A comment of one paragraph, broken at blanks; lines after the first begin with `indent`. */
static void put_comment(struct writing *w, const char *first, const char *indent, const char *text)
{
    int start = 2 + screen_width(first);
    int column = start;
    put_text(w, "; %s", first);
    while (*text) {
        char word[VALUE_MAX];
        size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        text += length + strspn(text + length, " ");
        int width = screen_width(word);
        if (column > start && column + 1 + width > COMMENT_WIDTH) {
            put_text(w, "\n; %s", indent);
            start = column = 2 + screen_width(indent);
        }
        put_text(w, "%s%s", column > start ? " " : "", word);
        column += width + (column > start);
    }
    put_text(w, "\n");
}

static void put_choices(struct writing *w, int rule)
{
    int widest = 0;
    const char *word;
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        int width = (int)strlen(word);
        widest = width > widest ? width : widest;
    }
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        char first[VALUE_MAX];
        snprintf(first, sizeof first, "    %-*s  ", widest, word);
        put_comment(w, first, "        ", text_in(w->lang, mazo_rule_meaning(rule, value)));
    }
}

static void put_rule(struct writing *w, const struct mazo_rules *rules, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    const char *sentence = text_in(w->lang, info->sentence);
    char text[3 * VALUE_MAX];
    char range[VALUE_MAX];
    char value[VALUE_MAX];
    rule_text_range(rule, w->lang, range, sizeof range);
    rule_text_write(rule, mazo_rules_get(rules, rule), value, sizeof value);
    if (info->type == MAZO_TYPE_choice) /* its range follows, word by word */
        snprintf(text, sizeof text, "%s [%s]:", sentence, info->ids);
    else
        snprintf(text, sizeof text, "%s (%s) [%s]", sentence, range, info->ids);
    put_text(w, "\n");
    put_comment(w, "", "", text);
    put_choices(w, rule);
    put_text(w, "%s = %s\n", info->name, value);
}

int ruleset_write(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size)
{
    struct writing w = {.buf = buf, .size = size, .lang = lang};
    const char *group = "";
    put_comment(&w, "", "",
                text_in(lang, "A rule set for Mazo. Change what you like; anything you leave out "
                              "stays as in the base. `mazo rules --check FILE` checks it."));
    put_text(&w, "\nbase = %s\n", mazo_sheet_name(rules->sheet));
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (group != mazo_rule_group(rule)) {
            group = mazo_rule_group(rule);
            put_text(&w, "\n\n; == %s ==\n", text_in(lang, group));
        }
        put_rule(&w, rules, rule);
    }
    return (int)w.length;
}
