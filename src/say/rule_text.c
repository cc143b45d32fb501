/*
 * rule_text.c - reads and writes the value of one rule.
 */
#include "say/rule_text.h"

#include <stdio.h>
#include <string.h>

#include "mazo/rules.h"
#include "text/near.h"
#include "text/number.h"

enum { DIGITS = 10, DIGIT_BITS = 3 };

static bool same_word(const char *a, const char *b)
{
    while (*a && text_folded(*a) == text_folded(*b)) {
        a++;
        b++;
    }
    return text_folded(*a) == text_folded(*b);
}

static bool read_flag(const char *text, uint32_t *out)
{
    static const struct {
        const char *word;
        uint32_t value;
    } words[] = {
        {"yes", 1}, {"no", 0}, {"true", 1}, {"false", 0}, {"on", 1}, {"off", 0},
        {"1", 1},   {"0", 0},  {"si", 1},   {"sí", 1},    {"SÍ", 1},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (same_word(text, words[i].word)) {
            *out = words[i].value;
            return true;
        }
    }
    return false;
}

static bool read_number(const struct mazo_rule_info *info, const char *text, uint32_t *out)
{
    uint64_t value;
    if (!text_number(text, info->least, info->most, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool read_choice(int rule, const char *text, uint32_t *out)
{
    const char *word;
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        if (same_word(text, word)) {
            *out = value;
            return true;
        }
    }
    return false;
}

static bool read_copies(const struct mazo_rule_info *info, const char *text, uint32_t *out)
{
    uint32_t value = 0;
    for (int i = 0; i < DIGITS; i++) {
        if (text[i] < '0' || text[i] > '9' || (uint32_t)(text[i] - '0') > info->most)
            return false; /* a NUL too, so nothing after it is read */
        value |= (uint32_t)(text[i] - '0') << (DIGIT_BITS * i);
    }
    if (text[DIGITS] != '\0')
        return false;
    *out = value;
    return true;
}

bool rule_text_read(int rule, const char *text, uint32_t *out)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    switch (info->type) {
    case MAZO_TYPE_flag:
        return read_flag(text, out);
    case MAZO_TYPE_number:
        return read_number(info, text, out);
    case MAZO_TYPE_choice:
        return read_choice(rule, text, out);
    case MAZO_TYPE_copies:
        return read_copies(info, text, out);
    }
    return false;
}

static int write_copies(uint32_t value, char *buf, size_t size)
{
    char digits[DIGITS + 1] = {0};
    for (int i = 0; i < DIGITS; i++)
        digits[i] = (char)('0' + (value >> (DIGIT_BITS * i) & 7u));
    return snprintf(buf, size, "%s", digits);
}

int rule_text_write(int rule, uint32_t value, char *buf, size_t size)
{
    const char *word;
    switch (mazo_rule_info(rule)->type) {
    case MAZO_TYPE_flag:
        return snprintf(buf, size, "%s", value ? "yes" : "no");
    case MAZO_TYPE_choice:
        word = mazo_rule_word(rule, value);
        return snprintf(buf, size, "%s", word ? word : "?");
    case MAZO_TYPE_copies:
        return write_copies(value, buf, size);
    case MAZO_TYPE_number:
        break;
    }
    return snprintf(buf, size, "%lu", (unsigned long)value);
}

/* "keep, may or must" */
static int write_words(int rule, enum text_lang lang, char *buf, size_t size)
{
    int length = 0;
    const char *word;
    for (uint32_t value = 0; (word = mazo_rule_word(rule, value)); value++) {
        bool last = !mazo_rule_word(rule, value + 1);
        const char *before = value == 0 ? "" : last ? text_in(lang, " or ") : ", ";
        size_t used = (size_t)length < size ? (size_t)length : size;
        length += snprintf(buf + used, size - used, "%s%s", before, word);
    }
    return length;
}

int rule_text_range(int rule, enum text_lang lang, char *buf, size_t size)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    switch (info->type) {
    case MAZO_TYPE_flag:
        return snprintf(buf, size, "%s", text_in(lang, "yes or no"));
    case MAZO_TYPE_choice:
        return write_words(rule, lang, buf, size);
    case MAZO_TYPE_copies:
        return snprintf(buf, size, text_in(lang, "ten digits of %lu to %lu"),
                        (unsigned long)info->least, (unsigned long)info->most);
    case MAZO_TYPE_number:
        break;
    }
    return snprintf(buf, size, text_in(lang, "%lu to %lu"), (unsigned long)info->least,
                    (unsigned long)info->most);
}

void rule_text_sheets(enum text_lang lang, char *buf, size_t size)
{
    size_t used = 0;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        bool last = sheet == MAZO_SHEET_COUNT - 1;
        const char *before = sheet == 0 ? "" : last ? text_in(lang, " or ") : ", ";
        int length = snprintf(buf + used, size - used, "%s%s", before, mazo_sheet_name(sheet));
        used += (size_t)length < size - used ? (size_t)length : size - used - 1;
    }
}

const char *rule_text_near_sheet(const char *name)
{
    struct text_near near;
    text_near_begin(&near, name);
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        text_near_offer(&near, mazo_sheet_name(sheet));
    return near.best;
}

const char *rule_text_near_rule(const char *name)
{
    struct text_near near;
    text_near_begin(&near, name);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        text_near_offer(&near, mazo_rule_info(rule)->name);
    return near.best;
}
