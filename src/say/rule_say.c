/*
 * rule_say.c - a rule set in words.
 */
#include "say/rule_say.h"

#include <stdio.h>
#include <string.h>

#include "say/notation.h"
#include "say/rule_house.h"
#include "say/rule_lines.h"

enum { TEXT_MAX = 1000 };

void rule_say_seats(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size)
{
    int good[MAZO_SEATS_MAX];
    int count = 0;
    for (int seats = MAZO_SEATS_MIN; seats <= MAZO_SEATS_MAX; seats++)
        if (mazo_rules_check(rules, seats) == MAZO_FAULT_none)
            good[count++] = seats;
    if (count > 2 && good[count - 1] - good[0] == count - 1) {
        snprintf(buf, size, text_in(lang, "%d to %d"), good[0], good[count - 1]);
        return;
    }
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(buf + used, size - used, "%s%d", i ? ", " : "", good[i]);
}

/* The small Latin letters with accents are 32 above the capital ones. */
void rule_say_capital(char *text)
{
    unsigned char *s = (unsigned char *)text;
    if (s[0] >= 'a' && s[0] <= 'z')
        s[0] = (unsigned char)(s[0] - 32);
    else if (s[0] == 0xc3 && s[1] >= 0xa0 && s[1] <= 0xbe && s[1] != 0xb7)
        s[1] = (unsigned char)(s[1] - 32);
}

/* ---- cards in the text ---- */

size_t rule_say_mark(const char *text, mazo_card *card)
{
    char name[MAZO_CARD_TEXT];
    size_t length = text[0] == '{' ? strcspn(text, "}") : 0;
    if (length < 2 || length > sizeof name || text[length] != '}')
        return 0;
    memcpy(name, text + 1, length - 1);
    name[length - 1] = '\0';
    return mazo_card_read(name, card) ? length + 1 : 0;
}

static size_t blank_at(const char *text)
{
    return text[0] == ' ' ? 1 : strncmp(text, "\u00a0", 2) == 0 ? 2 : 0;
}

void rule_say_words(char *text)
{
    char *to = text;
    mazo_card card;
    while (*text) {
        size_t mark = rule_say_mark(text, &card);
        if (mark) {
            text += mark;
            text += blank_at(text);
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
}

/* ---- the lines ---- */

/* What the line says under these rules; false when it says nothing. */
static bool fill(const struct rule_line *line, const struct mazo_rules *rules, enum text_lang lang,
                 char *text, size_t size)
{
    struct rule_list list = {.used = 0};
    uint32_t number = line->number ? mazo_rules_get(rules, line->number) : 0;
    const char *english = line->one && number == 1 ? line->one : line->text;
    if (line->when && !line->when(rules))
        return false;
    if (line->list) {
        line->list(&list, rules, lang);
        snprintf(text, size, text_in(lang, english), list.text);
        return list.used > 0;
    }
    snprintf(text, size, text_in(lang, english), (int)number);
    return true;
}

static void say_title(const struct mazo_rules *rules, enum text_lang lang, const char *title,
                      rule_say_fn *say, void *ctx)
{
    char name[RULE_HOUSE_SIZE], seats[TEXT_MAX / 4], text[RULE_HOUSE_SIZE + TEXT_MAX];
    if (!title)
        rule_house_name(rules, lang, 0, name, sizeof name);
    rule_say_seats(rules, lang, seats, sizeof seats);
    snprintf(text, sizeof text, text_in(lang, "%s: %d cards; seats: %s"), title ? title : name,
             mazo_deck_size(rules), seats);
    say(ctx, RULE_SAY_TITLE, "", text);
}

static bool is_point(const char *text) { return strncmp(text, "- ", 2) == 0; }

/* The sentence before the points of a list. */
static bool is_lead(const char *text) { return *text && text[strlen(text) - 1] == ':'; }

/* Is this sentence true here because of a house rule? Of the points of lists only those about the
 * card turned over (S) are rules; others are ways to count that others might choose, or ideas. */
static bool is_changed(const struct mazo_rules *base, enum text_lang lang, const char *ids,
                       const char *text)
{
    char other[TEXT_MAX];
    if (is_lead(text) || (is_point(text) && ids[0] != 'S'))
        return false;
    for (int i = 0; i < rule_line_count; i++)
        if (rule_lines[i].ids && fill(&rule_lines[i], base, lang, other, sizeof other) &&
            strcmp(text, other) == 0)
            return false;
    return true;
}

static void say_house_rules(const struct mazo_rules *rules, const struct mazo_rules *base,
                            enum text_lang lang, rule_say_fn *say, void *ctx)
{
    bool any = false;
    char lead[TEXT_MAX] = "", text[TEXT_MAX];
    for (int i = 0; i < rule_line_count; i++) {
        const struct rule_line *line = &rule_lines[i];
        if (!line->ids || !fill(line, rules, lang, text, sizeof text))
            continue;
        if (is_lead(text))
            memcpy(lead, text, sizeof lead);
        if (!is_changed(base, lang, line->ids, text))
            continue;
        if (!any)
            say(ctx, RULE_SAY_HOUSE, "", text_in(lang, "House rules of this table"));
        any = true;
        if (is_point(text) && lead[0])
            say(ctx, RULE_SAY_SENTENCE, "", lead);
        lead[0] = '\0';
        say(ctx, RULE_SAY_SENTENCE, line->ids, text);
    }
}

void rule_say(const struct mazo_rules *rules, enum text_lang lang, const char *title,
              rule_say_fn *say, void *ctx)
{
    const char *group = NULL; /* of which nothing has been said yet */
    struct mazo_rules base;
    rule_house_base(rules, &base);
    bool house = rule_house_any(rules);
    say_title(rules, lang, title, say, ctx);
    if (house)
        say_house_rules(rules, &base, lang, say, ctx);
    for (int i = 0; i < rule_line_count; i++) {
        char text[TEXT_MAX], marked[TEXT_MAX + sizeof "- ≠ "];
        if (!rule_lines[i].ids) {
            group = rule_lines[i].text;
        } else if (fill(&rule_lines[i], rules, lang, text, sizeof text)) {
            if (group) {
                say(ctx, RULE_SAY_GROUP, "", text_in(lang, group));
                group = NULL;
            }
            bool point = is_point(text);
            bool changed = house && is_changed(&base, lang, rule_lines[i].ids, text);
            snprintf(marked, sizeof marked, "%s%s%s", point ? "- " : "", changed ? "≠ " : "",
                     text + (point ? 2 : 0));
            say(ctx, RULE_SAY_SENTENCE, rule_lines[i].ids, marked);
        }
    }
}
