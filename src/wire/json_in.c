/*
 * json_in.c - small readers of JSON from outside.
 */
#include "wire/json_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "say/error_text.h"
#include "say/notation.h"
#include "say/rule_text.h"
#include "text/screen.h"
#include "text/utf8.h"

enum { SEAT_BEYOND = 254 }; /* for numbers that are not a seat: the engine refuses it */

bool wire_refuse(struct wire_error *why, const char *word, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    why->word = word;
    why->line = 0;
    vsnprintf(why->message, sizeof why->message, format, args);
    va_end(args);
    return false;
}

bool json_in_fail(struct json_in *r, const char *word, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->err->word = word;
    vsnprintf(r->err->message, sizeof r->err->message, text_in(r->lang, format), args);
    va_end(args);
    return false;
}

static bool missing(struct json_in *r, const char *key)
{
    return json_in_fail(r, "missing_field", N_("\"%s\" is missing"), key);
}

bool json_in_need(struct json_in *r, const json_t *object, const char *key)
{
    return json_object_get(object, key) || missing(r, key);
}

bool json_in_int(struct json_in *r, const json_t *object, const char *key, int least, int most,
                 int *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return true;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most) {
        return json_in_fail(r, "bad_field", N_("\"%s\" must be a whole number from %d to %d"), key,
                            least, most);
    }
    *out = (int)number;
    return true;
}

int64_t json_in_number(const json_t *object, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int64_t)json_integer_value(value) : otherwise;
}

const char *json_in_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

bool json_in_flag(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

bool json_in_byte(struct json_in *r, const json_t *object, const char *key, int least, int most,
                  uint8_t *out)
{
    int number = *out;
    bool fine = json_in_int(r, object, key, least, most, &number);
    *out = (uint8_t)number;
    return fine;
}

bool json_in_bool(struct json_in *r, const json_t *object, const char *key, bool *out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_boolean(value))
        return json_in_fail(r, "bad_field", N_("\"%s\" must be true or false"), key);
    *out = value ? json_is_true(value) : *out;
    return true;
}

bool json_in_string(struct json_in *r, const json_t *object, const char *key, const char **out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_string(value))
        return json_in_fail(r, "bad_field", N_("\"%s\" must be a text"), key);
    *out = value ? json_string_value(value) : *out;
    return true;
}

bool json_in_seat(struct json_in *r, const json_t *object, const char *key, uint8_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return missing(r, key);
    if (!json_is_integer(value)) {
        return json_in_fail(r, "bad_field",
                            N_("\"%s\" must be the number of a seat, counted from 0"), key);
    }
    json_int_t seat = json_integer_value(value);
    *out = seat < 0 || seat > SEAT_BEYOND ? SEAT_BEYOND : (uint8_t)seat;
    return true;
}

bool json_in_card_value(struct json_in *r, const json_t *value, const char *key, mazo_card *out)
{
    char buf[JSON_IN_SHOWN];
    if (!json_is_string(value)) {
        return json_in_fail(r, "bad_field",
                            N_("\"%s\" must hold cards written as text, such as \"R7\""), key);
    }
    if (!mazo_card_read(json_string_value(value), out)) {
        return json_in_fail(r, "bad_card", N_("There is no card \"%s\""),
                            screen_clean(json_string_value(value), buf, sizeof buf));
    }
    return true;
}

bool json_in_card(struct json_in *r, const json_t *object, const char *key, mazo_card *out)
{
    const json_t *value = json_object_get(object, key);
    return !value || json_in_card_value(r, value, key, out);
}

bool json_in_color(struct json_in *r, const json_t *object, uint8_t *out)
{
    char buf[JSON_IN_SHOWN];
    const char *text = NULL;
    if (!json_in_string(r, object, "color", &text))
        return false;
    return !text || mazo_color_read(text, out) ||
           json_in_fail(r, "bad_color", N_("\"%s\" is not a color: write R, G, B or Y"),
                        screen_clean(text, buf, sizeof buf));
}

bool json_in_list(struct json_in *r, const json_t *object, const char *key, size_t least,
                  size_t most, const json_t **out)
{
    *out = json_object_get(object, key);
    if (!*out)
        return true;
    if (!json_is_array(*out))
        return json_in_fail(r, "bad_field", N_("\"%s\" must be a list"), key);
    size_t size = json_array_size(*out);
    if (size < least || size > most) {
        return least == most ? json_in_fail(r, "bad_field", N_("\"%s\" must have %d entries"), key,
                                            (int)least)
                             : json_in_fail(r, "bad_field", N_("\"%s\" must have %d to %d entries"),
                                            key, (int)least, (int)most);
    }
    return true;
}

bool json_in_cards(struct json_in *r, const json_t *list, const char *key, mazo_card *out)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_in_card_value(r, json_array_get(list, i), key, &out[i]))
            return false;
    return true;
}

/* ---- rule cards ---- */

/* A dare without words of its own is what the card says. */
static bool read_effect(const char *word, struct mazo_effect *effect, const char *card_text,
                        char dare[WIRE_DARE_MAX + 1])
{
    if (strcmp(word, "dare") == 0 && *card_text) {
        *effect = (struct mazo_effect){.type = MAZO_EFFECT_dare};
        snprintf(dare, WIRE_DARE_MAX + 1, "%s", card_text);
        return true;
    }
    return say_effect_read(word, effect, dare);
}

/* A text without effects is a dare. */
static bool read_effects(struct json_in *r, const json_t *list, struct mazo_rule_card *card,
                         struct say_card_text *text)
{
    char why[256];
    size_t size = json_array_size(list);
    if (size == 0 && text->text[0]) {
        card->count = 1;
        return read_effect("dare", &card->effect[0], text->text, text->dare[0]);
    }
    if (size < 1 || size > MAZO_EFFECTS_MAX) {
        return json_in_fail(r, "bad_rule_cards", N_("A rule card has 1 to %d effects"),
                            MAZO_EFFECTS_MAX);
    }
    card->count = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word)
            return json_in_fail(r, "bad_field", N_("\"%s\" must be a list of texts"), "effects");
        if (!read_effect(word, &card->effect[i], text->text, text->dare[i])) {
            say_explain_effect(r->lang, word, why, sizeof why);
            return json_in_fail(r, "bad_rule_cards", "%s", why);
        }
    }
    return true;
}

bool json_in_rule_card(struct json_in *r, const json_t *value, struct mazo_rule_card *card,
                       struct say_card_text *text)
{
    const json_t *effects = NULL;
    const char *words = "";
    *card = (struct mazo_rule_card){0};
    *text = (struct say_card_text){0};
    if (!json_is_object(value)) {
        return json_in_fail(r, "bad_field",
                            N_("\"rule_cards\" must hold objects with \"text\" and \"effects\""));
    }
    if (!json_in_list(r, value, "effects", 0, JSON_IN_MANY, &effects) ||
        !json_in_string(r, value, "text", &words))
        return false;
    if (*words && !utf8_is_plain(words, WIRE_TEXT_MAX)) {
        return json_in_fail(r, "bad_rule_cards",
                            N_("The text of a rule card is one line of at most %d bytes"),
                            WIRE_TEXT_MAX);
    }
    snprintf(text->text, sizeof text->text, "%s", words);
    return read_effects(r, effects, card, text);
}

bool json_in_rule_cards(struct json_in *r, const json_t *object, struct mazo_rule_card *cards,
                        struct say_card_text *texts, uint8_t *count)
{
    const json_t *list;
    if (!json_in_list(r, object, "rule_cards", 0, MAZO_RULE_CARDS_MAX, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_in_rule_card(r, json_array_get(list, i), &cards[i], &texts[i]))
            return false;
    *count = (uint8_t)json_array_size(list);
    return true;
}

bool json_in_word(struct json_in *r, const json_t *object, const char *key, char *out, size_t size)
{
    const char *text = "";
    if (!json_in_string(r, object, key, &text))
        return false;
    if (strlen(text) >= size)
        return json_in_fail(r, "bad_field", N_("\"%s\" has at most %d bytes"), key, (int)size - 1);
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* ---- rules ---- */

/* The value of an option as the text that a rule-set file would have: docs/notation.md says
 * "names and values as in a rule-set file". NULL where JSON has no such text for it. */
static const char *option_text(const json_t *value, char *buf, size_t size)
{
    if (json_is_boolean(value))
        return json_is_true(value) ? "yes" : "no";
    if (json_is_integer(value)) {
        snprintf(buf, size, "%lld", (long long)json_integer_value(value));
        return buf;
    }
    return json_string_value(value);
}

static bool refuse_option(struct json_in *r, const char *name)
{
    char buf[JSON_IN_SHOWN];
    const char *near = rule_text_near_rule(name);
    screen_clean(name, buf, sizeof buf);
    return near ? json_in_fail(r, "unknown_option",
                               N_("There is no option \"%s\"; did you mean \"%s\"?"), buf, near)
                : json_in_fail(r, "unknown_option", N_("There is no option \"%s\""), buf);
}

static bool read_option(struct json_in *r, const char *name, const json_t *value,
                        struct mazo_rules *rules)
{
    char buf[JSON_IN_SHOWN], range[128], shown[JSON_IN_SHOWN];
    uint32_t number;
    int rule = mazo_rule_by_name(name);
    if (rule < 0)
        return refuse_option(r, name);
    const char *text = option_text(value, buf, sizeof buf);
    if (!text || !rule_text_read(rule, text, &number) || !mazo_rules_set(rules, rule, number)) {
        rule_text_range(rule, r->lang, range, sizeof range);
        return json_in_fail(r, "bad_option",
                            text ? N_("%s takes %s, not \"%s\"") : N_("%s takes %s"), name, range,
                            text ? screen_clean(text, shown, sizeof shown) : "");
    }
    return true;
}

static bool read_options(struct json_in *r, const json_t *object, struct mazo_rules *rules)
{
    const json_t *options = json_object_get(object, "options");
    if (!options)
        return true;
    if (!json_is_object(options)) {
        return json_in_fail(r, "bad_field",
                            N_("\"options\" must be an object of names and values"));
    }
    /* The iterators of jansson 2.14 want an object that is not const, and leave it alone. */
    json_t *each = (json_t *)(uintptr_t)options;
    for (void *at = json_object_iter(each); at; at = json_object_iter_next(each, at))
        if (!read_option(r, json_object_iter_key(at), json_object_iter_value(at), rules) &&
            !r->lenient)
            return false;
    return true;
}

static bool refuse_rules(struct json_in *r, const char *name)
{
    char buf[JSON_IN_SHOWN], sheets[RULE_TEXT_SHEETS_SIZE];
    const char *near = rule_text_near_sheet(name);
    screen_clean(name, buf, sizeof buf);
    rule_text_sheets(r->lang, sheets, sizeof sheets);
    return near ? json_in_fail(r, "unknown_rules",
                               N_("There are no rules called \"%s\"; did you mean \"%s\"?"), buf,
                               near)
                : json_in_fail(r, "unknown_rules",
                               N_("There are no rules called \"%s\"; the sheets are %s"), buf,
                               sheets);
}

/* A match that a later release has kept cannot be replayed here. */
static bool read_revision(struct json_in *r, const json_t *object, int *out)
{
    *out = r->revision > 0 ? r->revision : MAZO_REVISION;
    if (r->revision >= 0 && !json_in_int(r, object, "revision", 1, JSON_IN_MANY, out))
        return false;
    if (r->lenient && *out > MAZO_REVISION)
        *out = MAZO_REVISION;
    return *out <= MAZO_REVISION ||
           json_in_fail(r, "newer_rules",
                        N_("This needs a newer Mazo: it uses revision %d of the rules, and this "
                           "program knows only up to %d"),
                        *out, MAZO_REVISION);
}

bool json_in_rules(struct json_in *r, const json_t *object, struct mazo_rules *out)
{
    const char *name = NULL;
    int revision;
    if (!read_revision(r, object, &revision))
        return false;
    if (r->rules && !json_object_get(object, "rules")) {
        *out = *r->rules;
        out->revision = (uint8_t)revision;
        return read_options(r, object, out);
    }
    if (!json_in_need(r, object, "rules") || !json_in_string(r, object, "rules", &name))
        return false;
    int sheet = mazo_sheet_by_name(name);
    if (sheet < 0)
        return refuse_rules(r, name);
    mazo_rules_as_of(sheet, revision, out);
    return read_options(r, object, out);
}

bool json_in_check_rules(struct json_in *r, const struct mazo_rules *rules, int seats)
{
    enum mazo_rules_fault fault = mazo_rules_check(rules, seats);
    if (fault == MAZO_FAULT_seats) {
        return json_in_fail(r, "bad_rules", N_("These rules are for %d to %d seats, not %d"),
                            MAZO_SEATS_MIN, rules->seats_max, seats);
    }
    return fault == MAZO_FAULT_none ||
           json_in_fail(r, "bad_rules", N_("These rules cannot be played: %s"),
                        text_in(r->lang, mazo_rules_fault_text(fault)));
}

/* ---- lines ---- */

static bool refuse_syntax(struct json_in *r, const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_invalid_utf8:
        return json_in_fail(r, "bad_json", N_("This line is not valid UTF-8 (byte %d)"),
                            error->position);
    case json_error_duplicate_key:
        return json_in_fail(r, "bad_json", N_("A key appears twice in one object (byte %d)"),
                            error->position);
    case json_error_numeric_overflow:
        return json_in_fail(
            r, "bad_json",
            N_("A number is too large (byte %d): whole numbers go up to %lld; a larger "
               "seed is a text of 64 hex digits"),
            error->position, (long long)INT64_MAX);
    default:
        return json_in_fail(r, "bad_json", N_("This line is not valid JSON (byte %d)"),
                            error->position);
    }
}

json_t *json_in_load(struct json_in *r, const char *text, size_t len)
{
    json_error_t error;
    json_t *object = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        refuse_syntax(r, &error);
    return object;
}
