/*
 * json_read.c - one line of the referee's protocol or of a match file.
 *
 * The only file that knows jansson. Every helper returns false after it has
 * written the refusal, so a reader is a chain of &&.
 */
#include "wire/json_read.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/near.h"
#include "wire/explain.h"
#include "wire/notation.h"
#include "wire/roster.h"
#include "wire/rule_text.h"
#include "wire/screen.h"
#include "wire/utf8.h"

enum {
    SEAT_BEYOND = 254, /* no seat, for numbers that are none: the engine refuses it */
    SHOWN_SIZE = 64,   /* bytes of foreign text that a message repeats */
    SCORE_MAX = 1000000,
    MANY = 1 << 20 /* more than any list has */
};

struct reader {
    enum text_lang lang;
    const struct mazo_rules *rules; /* of opening lines that name none, or NULL */
    struct wire_error *err;
};

__attribute__((format(printf, 3, 4))) static bool fail(struct reader *r, const char *word,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->err->word = word;
    vsnprintf(r->err->message, sizeof r->err->message, text_in(r->lang, format), args);
    va_end(args);
    return false;
}

static bool missing(struct reader *r, const char *key)
{
    return fail(r, "missing_field", N_("\"%s\" is missing"), key);
}

static bool need(struct reader *r, const json_t *object, const char *key)
{
    return json_object_get(object, key) || missing(r, key);
}

/* The optional readers leave *out alone when the key is not given. */
static bool read_int(struct reader *r, const json_t *object, const char *key, int least, int most,
                     int *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value) {
        return true;
    }
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most) {
        return fail(r, "bad_field", N_("\"%s\" must be a whole number from %d to %d"), key, least,
                    most);
    }
    *out = (int)number;
    return true;
}

static bool read_byte(struct reader *r, const json_t *object, const char *key, int least, int most,
                      uint8_t *out)
{
    int number = *out;
    bool fine = read_int(r, object, key, least, most, &number);
    *out = (uint8_t)number;
    return fine;
}

static bool read_bool(struct reader *r, const json_t *object, const char *key, bool *out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_boolean(value)) {
        return fail(r, "bad_field", N_("\"%s\" must be true or false"), key);
    }
    *out = value ? json_is_true(value) : *out;
    return true;
}

static bool read_string(struct reader *r, const json_t *object, const char *key, const char **out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_string(value)) {
        return fail(r, "bad_field", N_("\"%s\" must be a text"), key);
    }
    *out = value ? json_string_value(value) : *out;
    return true;
}

/* A seat that is a number but no seat of any table is left to the engine. */
static bool read_seat(struct reader *r, const json_t *object, const char *key, uint8_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value) {
        return missing(r, key);
    }
    if (!json_is_integer(value)) {
        return fail(r, "bad_field", N_("\"%s\" must be the number of a seat, counted from 0"), key);
    }
    json_int_t seat = json_integer_value(value);
    *out = seat < 0 || seat > SEAT_BEYOND ? SEAT_BEYOND : (uint8_t)seat;
    return true;
}

static bool read_card_value(struct reader *r, const json_t *value, const char *key, mazo_card *out)
{
    char buf[SHOWN_SIZE];
    if (!json_is_string(value)) {
        return fail(r, "bad_field", N_("\"%s\" must hold cards written as text, such as \"R7\""),
                    key);
    }
    if (!wire_card_read(json_string_value(value), out)) {
        return fail(r, "bad_card", N_("There is no card \"%s\""),
                    screen_clean(json_string_value(value), buf, sizeof buf));
    }
    return true;
}

static bool read_card(struct reader *r, const json_t *object, const char *key, mazo_card *out)
{
    const json_t *value = json_object_get(object, key);
    return !value || read_card_value(r, value, key, out);
}

static bool read_color(struct reader *r, const json_t *object, uint8_t *out)
{
    char buf[SHOWN_SIZE];
    const char *text = NULL;
    if (!read_string(r, object, "color", &text)) {
        return false;
    }
    return !text || wire_color_read(text, out) ||
           fail(r, "bad_color", N_("\"%s\" is no colour: write R, G, B or Y"),
                screen_clean(text, buf, sizeof buf));
}

/* A list of `least` to `most` entries, or NULL where it is not given. */
static bool read_list(struct reader *r, const json_t *object, const char *key, size_t least,
                      size_t most, const json_t **out)
{
    *out = json_object_get(object, key);
    if (!*out) {
        return true;
    }
    if (!json_is_array(*out)) {
        return fail(r, "bad_field", N_("\"%s\" must be a list"), key);
    }
    size_t size = json_array_size(*out);
    if (size < least || size > most) {
        return least == most
                   ? fail(r, "bad_field", N_("\"%s\" must have %d entries"), key, (int)least)
                   : fail(r, "bad_field", N_("\"%s\" must have %d to %d entries"), key, (int)least,
                          (int)most);
    }
    return true;
}

static bool read_cards(struct reader *r, const json_t *list, const char *key, mazo_card *out)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_card_value(r, json_array_get(list, i), key, &out[i])) {
            return false;
        }
    }
    return true;
}

/* ---- rule cards ---- */

static bool read_effects(struct reader *r, const json_t *list, struct mazo_rule_card *card,
                         struct wire_card_text *text)
{
    char why[256];
    size_t size = json_array_size(list);
    if (size < 1 || size > MAZO_EFFECTS_MAX) {
        return fail(r, "bad_rule_cards", N_("A rule card has 1 to %d effects"), MAZO_EFFECTS_MAX);
    }
    card->count = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word) {
            return fail(r, "bad_field", N_("\"%s\" must be a list of texts"), "effects");
        }
        if (!wire_effect_read(word, &card->effect[i], text->dare[i])) {
            wire_explain_effect(r->lang, word, why, sizeof why);
            return fail(r, "bad_rule_cards", "%s", why);
        }
    }
    return true;
}

static bool read_rule_card(struct reader *r, const json_t *value, struct mazo_rule_card *card,
                           struct wire_card_text *text)
{
    const json_t *effects;
    const char *words = "";
    *card = (struct mazo_rule_card){0};
    *text = (struct wire_card_text){0};
    if (!json_is_object(value)) {
        return fail(r, "bad_field",
                    N_("\"rule_cards\" must hold objects with \"text\" and \"effects\""));
    }
    if (!need(r, value, "effects") || !read_list(r, value, "effects", 0, MANY, &effects) ||
        !read_string(r, value, "text", &words) || !read_effects(r, effects, card, text)) {
        return false;
    }
    if (*words && !utf8_is_plain(words, WIRE_TEXT_MAX)) {
        return fail(r, "bad_rule_cards",
                    N_("The text of a rule card is one line of at most %d bytes"), WIRE_TEXT_MAX);
    }
    snprintf(text->text, sizeof text->text, "%s", words);
    return true;
}

/* All rule cards of the line; *count is how many. */
static bool read_rule_cards(struct reader *r, const json_t *object, struct mazo_rule_card *cards,
                            struct wire_card_text *texts, uint8_t *count)
{
    const json_t *list;
    if (!read_list(r, object, "rule_cards", 0, MAZO_RULE_CARDS_MAX, &list)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_rule_card(r, json_array_get(list, i), &cards[i], &texts[i])) {
            return false;
        }
    }
    *count = (uint8_t)json_array_size(list);
    return true;
}

/* ---- commands ---- */

static bool read_thrown(struct reader *r, const json_t *object, struct wire_line *out)
{
    const json_t *list;
    if (!need(r, object, "cards") || !read_list(r, object, "cards", 0, MAZO_CARDS_MAX, &list) ||
        !read_cards(r, list, "cards", out->cards)) {
        return false;
    }
    out->command.count = (uint8_t)json_array_size(list);
    out->command.cards = out->cards;
    return true;
}

/* With a coloured card the colour is not even looked at. */
static bool read_command_color(struct reader *r, const json_t *object, struct mazo_command *c)
{
    if (c->type == MAZO_CMD_play) {
        return !mazo_card_is_wild(c->card) || read_color(r, object, &c->color);
    }
    return need(r, object, "color") && read_color(r, object, &c->color);
}

static bool read_written(struct reader *r, const json_t *object, struct wire_line *out)
{
    out->command.rule_cards = out->rule_cards;
    return need(r, object, "rule_cards") &&
           read_rule_cards(r, object, out->rule_cards, out->rule_texts, &out->command.count);
}

/* One field of a command by its letter in commands.def. */
static bool read_field(struct reader *r, const json_t *object, char letter, struct wire_line *out)
{
    struct mazo_command *c = &out->command;
    switch (letter) {
    case 's':
        return read_seat(r, object, "seat", &c->seat);
    case 'c':
        return need(r, object, "card") && read_card(r, object, "card", &c->card);
    case 'o':
        return read_command_color(r, object, c);
    case 'u':
        return read_bool(r, object, "uno", &c->uno);
    case 'w':
        return read_seat(r, object, "who", &c->who);
    case 'k':
        return read_thrown(r, object, out);
    case 'r':
        return read_written(r, object, out);
    default:
        return need(r, object, "yes") && read_bool(r, object, "yes", &c->yes);
    }
}

static bool refuse_command(struct reader *r, const char *name)
{
    char buf[SHOWN_SIZE];
    struct text_near near;
    text_near_begin(&near, name);
    for (int type = 0; type < MAZO_CMD_COUNT; type++) {
        text_near_offer(&near, mazo_command_name(type));
    }
    text_near_offer(&near, "new");
    text_near_offer(&near, "position");
    text_near_offer(&near, "state");
    screen_clean(name, buf, sizeof buf);
    return near.best ? fail(r, "unknown_command",
                            N_("There is no command \"%s\"; did you mean \"%s\"?"), buf, near.best)
                     : fail(r, "unknown_command", N_("There is no command \"%s\""), buf);
}

static bool read_command(struct reader *r, const json_t *object, const char *name,
                         struct wire_line *out)
{
    int type = 0;
    while (type < MAZO_CMD_COUNT && strcmp(name, mazo_command_name(type)) != 0) {
        type++;
    }
    if (type == MAZO_CMD_COUNT) {
        return refuse_command(r, name);
    }
    out->kind = WIRE_COMMAND;
    out->command = (struct mazo_command){.type = (uint8_t)type,
                                         .seat = MAZO_SEAT_NONE,
                                         .card = MAZO_CARD_NONE,
                                         .color = MAZO_COLOR_NONE,
                                         .who = MAZO_SEAT_NONE};
    for (const char *letter = mazo_command_fields(type); *letter; letter++) {
        if (!read_field(r, object, *letter, out)) {
            return false;
        }
    }
    return true;
}

/* ---- openings ---- */

/* The value of an option as the text that a rule-set file would have: docs/notation.md says
 * "names and values as in a rule-set file". NULL where JSON has no such text for it. */
static const char *option_text(const json_t *value, char *buf, size_t size)
{
    if (json_is_boolean(value)) {
        return json_is_true(value) ? "yes" : "no";
    }
    if (json_is_integer(value)) {
        snprintf(buf, size, "%lld", (long long)json_integer_value(value));
        return buf;
    }
    return json_string_value(value);
}

static bool refuse_option(struct reader *r, const char *name)
{
    char buf[SHOWN_SIZE];
    const char *near = rule_text_near_rule(name);
    screen_clean(name, buf, sizeof buf);
    return near ? fail(r, "unknown_option", N_("There is no option \"%s\"; did you mean \"%s\"?"),
                       buf, near)
                : fail(r, "unknown_option", N_("There is no option \"%s\""), buf);
}

static bool read_option(struct reader *r, const char *name, const json_t *value,
                        struct mazo_rules *rules)
{
    char buf[SHOWN_SIZE], range[128];
    uint32_t number;
    int rule = mazo_rule_by_name(name);
    if (rule < 0) {
        return refuse_option(r, name);
    }
    const char *text = option_text(value, buf, sizeof buf);
    if (!text || !rule_text_read(rule, text, &number) || !mazo_rules_set(rules, rule, number)) {
        rule_text_range(rule, r->lang, range, sizeof range);
        return fail(r, "bad_option", N_("The option \"%s\" must be: %s"),
                    mazo_rule_info(rule)->name, range);
    }
    return true;
}

static bool read_options(struct reader *r, const json_t *object, struct mazo_rules *rules)
{
    const json_t *options = json_object_get(object, "options");
    if (!options) {
        return true;
    }
    if (!json_is_object(options)) {
        return fail(r, "bad_field", N_("\"options\" must be an object of names and values"));
    }
    /* The iterators of jansson 2.14 want an object that is not const, and leave it alone. */
    json_t *each = (json_t *)(uintptr_t)options;
    for (void *at = json_object_iter(each); at; at = json_object_iter_next(each, at)) {
        if (!read_option(r, json_object_iter_key(at), json_object_iter_value(at), rules)) {
            return false;
        }
    }
    return true;
}

static bool refuse_rules(struct reader *r, const char *name)
{
    char buf[SHOWN_SIZE], sheets[SHOWN_SIZE];
    const char *near = rule_text_near_sheet(name);
    screen_clean(name, buf, sizeof buf);
    rule_text_sheets(r->lang, sheets, sizeof sheets);
    return near ? fail(r, "unknown_rules",
                       N_("There are no rules called \"%s\"; did you mean \"%s\"?"), buf, near)
                : fail(r, "unknown_rules",
                       N_("There are no rules called \"%s\"; the sheets are %s"), buf, sheets);
}

static bool read_rules(struct reader *r, const json_t *object, struct mazo_rules *out)
{
    const char *name = NULL;
    if (r->rules && !json_object_get(object, "rules")) {
        *out = *r->rules;
        return read_options(r, object, out);
    }
    if (!need(r, object, "rules") || !read_string(r, object, "rules", &name)) {
        return false;
    }
    int sheet = mazo_sheet_by_name(name);
    if (sheet < 0) {
        return refuse_rules(r, name);
    }
    *out = *mazo_rules_of_sheet(sheet);
    return read_options(r, object, out);
}

static bool check_rules(struct reader *r, const struct mazo_rules *rules, int seats)
{
    enum mazo_rules_fault fault = mazo_rules_check(rules, seats);
    if (fault == MAZO_FAULT_seats) {
        return fail(r, "bad_rules", N_("These rules are for %d to %d seats, not %d"),
                    MAZO_SEATS_MIN, rules->seats_max, seats);
    }
    return fault == MAZO_FAULT_none || fail(r, "bad_rules", N_("These rules cannot be played: %s"),
                                            text_in(r->lang, mazo_rules_fault_text(fault)));
}

static bool read_seed(struct reader *r, const json_t *object, struct wire_opening *out)
{
    const json_t *value = json_object_get(object, "seed");
    if (!value) {
        return true;
    }
    out->has_seed = true;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        mazo_seed_from_number((uint64_t)json_integer_value(value), out->position.seed);
        return true;
    }
    if (json_is_string(value) && wire_seed_read(json_string_value(value), out->position.seed)) {
        return true;
    }
    return fail(r, "bad_field",
                N_("\"seed\" must be a whole number from 0 up, or a text of 64 hex digits"));
}

static bool read_new(struct reader *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_rules rules;
    if (!read_rules(r, object, &rules)) {
        return false;
    }
    int seats = rules.seats;
    if (!read_int(r, object, "players", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &seats) ||
        !check_rules(r, &rules, seats)) {
        return false;
    }
    mazo_position_init(&out->position, &rules, seats);
    return read_seed(r, object, out);
}

/* ---- positions ---- */

static bool too_many_cards(struct reader *r)
{
    return fail(r, "bad_position", N_("A game has at most %d cards"), MAZO_CARDS_MAX);
}

/* Hands, discards and draw pile; *room is how many cards may still come. */
static bool read_pile(struct reader *r, const json_t *object, const char *key, size_t *room,
                      mazo_card *out, uint8_t *count)
{
    const json_t *list;
    if (!need(r, object, key) || !read_list(r, object, key, 0, MANY, &list)) {
        return false;
    }
    if (json_array_size(list) > *room) {
        return too_many_cards(r);
    }
    if (!read_cards(r, list, key, out)) {
        return false;
    }
    *count = (uint8_t)json_array_size(list);
    *room -= *count;
    return true;
}

static bool read_hands(struct reader *r, const json_t *hands, size_t *room, struct mazo_position *p)
{
    for (size_t seat = 0; seat < json_array_size(hands); seat++) {
        const json_t *hand = json_array_get(hands, seat);
        if (!json_is_array(hand)) {
            return fail(r, "bad_field", N_("\"hands\" must hold a list of cards for every seat"));
        }
        size_t size = json_array_size(hand);
        if (size > *room) {
            return too_many_cards(r);
        }
        *room -= size;
        for (size_t i = 0; i < size; i++) {
            mazo_card card;
            if (!read_card_value(r, json_array_get(hand, i), "hands", &card)) {
                return false;
            }
            p->hands[seat][card]++;
        }
    }
    return true;
}

static bool read_said(struct reader *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!read_list(r, object, "uno", p->seats, p->seats, &list)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *said = json_array_get(list, i);
        if (!json_is_boolean(said)) {
            return fail(r, "bad_field", N_("\"uno\" must hold true or false for every seat"));
        }
        p->said = (uint16_t)(p->said | (unsigned)json_is_true(said) << i);
    }
    return true;
}

static bool read_scores(struct reader *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!read_list(r, object, "scores", p->seats, p->seats, &list)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *score = json_array_get(list, i);
        json_int_t number = json_integer_value(score);
        if (!json_is_integer(score) || number < 0 || number > SCORE_MAX) {
            return fail(r, "bad_field", N_("\"%s\" must hold whole numbers from 0 to %d"), "scores",
                        SCORE_MAX);
        }
        p->scores[i] = (int32_t)number;
    }
    return true;
}

static bool read_spins(struct reader *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!read_list(r, object, "spins", 0, MAZO_SPINS_MAX, &list)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        int face = name ? wire_face_by_name(name) : -1;
        if (face < 0) {
            return fail(r, "bad_field",
                        N_("\"spins\" must hold faces: any, right, left, each, colors or four"));
        }
        p->spins[i] = (uint8_t)face;
    }
    p->spin_count = (uint8_t)json_array_size(list);
    return true;
}

/* The card just drawn, where nobody says which: the last of the hand as it is listed. */
static void last_of_hand(const json_t *object, struct mazo_position *p)
{
    const json_t *hand = json_array_get(json_object_get(object, "hands"), p->turn);
    const char *name = json_string_value(json_array_get(hand, json_array_size(hand) - 1));
    if (name) {
        wire_card_read(name, &p->drawn);
    }
}

static bool read_phase(struct reader *r, const json_t *object, struct mazo_position *p)
{
    const char *name = NULL;
    if (!read_string(r, object, "phase", &name)) {
        return false;
    }
    int phase = name ? wire_phase_by_name(name) : p->phase;
    if (phase < 0) {
        return fail(r, "bad_field", N_("\"phase\" must be play, drawn or struck"));
    }
    p->phase = (uint8_t)phase;
    if (p->phase == MAZO_PHASE_drawn) {
        last_of_hand(object, p);
    }
    return read_card(r, object, "drawn", &p->drawn);
}

static bool read_direction(struct reader *r, const json_t *object, struct mazo_position *p)
{
    int direction = p->direction;
    if (!read_int(r, object, "direction", -1, 1, &direction)) {
        return false;
    }
    p->direction = (int8_t)direction;
    return direction != 0 || fail(r, "bad_field", N_("\"direction\" must be 1 or -1"));
}

/* What a position may say beside the cards. */
static bool read_rest(struct reader *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_position *p = &out->position;
    int last = p->seats - 1;
    return need(r, object, "turn") && read_byte(r, object, "turn", 0, last, &p->turn) &&
           read_byte(r, object, "dealer", 0, last, &p->dealer) &&
           read_color(r, object, &p->color) && read_direction(r, object, p) &&
           read_byte(r, object, "pending", 0, MAZO_CARDS_MAX, &p->pending) &&
           read_bool(r, object, "turned_up", &p->turned_up) && read_phase(r, object, p) &&
           read_said(r, object, p) && read_scores(r, object, p) && read_spins(r, object, p) &&
           read_rule_cards(r, object, p->rule_cards, out->texts.card, &p->rule_card_count) &&
           read_seed(r, object, out);
}

static bool read_position(struct reader *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_position *p = &out->position;
    struct mazo_rules rules;
    const json_t *hands;
    if (!read_rules(r, object, &rules) || !need(r, object, "hands") ||
        !read_list(r, object, "hands", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &hands)) {
        return false;
    }
    int seats = (int)json_array_size(hands);
    size_t room = MAZO_CARDS_MAX;
    if (!read_int(r, object, "players", seats, seats, &seats) || !check_rules(r, &rules, seats)) {
        return false;
    }
    mazo_position_init(p, &rules, seats);
    return read_hands(r, hands, &room, p) &&
           read_pile(r, object, "discard", &room, p->discard, &p->discard_count) &&
           read_pile(r, object, "draw", &room, p->draw, &p->draw_count) &&
           read_rest(r, object, out);
}

/* ---- lines ---- */

/* Only match files mean something by these keys: to all others they are unknown ones. */
static void read_marks(const json_t *object, struct wire_line *out)
{
    json_int_t version = json_integer_value(json_object_get(object, "mazo"));
    const char *hash = json_string_value(json_object_get(object, "hash"));
    out->version = version > 0 && version < MANY ? (int)version : 0;
    out->has_hash = hash && wire_hash_read(hash, &out->hash);
}

static bool read_object(struct reader *r, const json_t *object, struct wire_line *out)
{
    const char *name = NULL;
    if (!json_is_object(object)) {
        return fail(r, "bad_json", N_("A line must be a JSON object"));
    }
    read_marks(object, out);
    if (!need(r, object, "do") || !read_string(r, object, "do", &name)) {
        return false;
    }
    if (strcmp(name, "new") == 0) {
        out->kind = WIRE_NEW;
        return read_new(r, object, &out->opening);
    }
    if (strcmp(name, "position") == 0) {
        out->kind = WIRE_POSITION;
        return read_position(r, object, &out->opening);
    }
    if (strcmp(name, "state") == 0) {
        out->kind = WIRE_STATE;
        return true;
    }
    return read_command(r, object, name, out);
}

static bool refuse_json(struct reader *r, const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_invalid_utf8:
        return fail(r, "bad_json", N_("This line is not valid UTF-8 (byte %d)"), error->position);
    case json_error_duplicate_key:
        return fail(r, "bad_json", N_("A key is there twice in one object (byte %d)"),
                    error->position);
    case json_error_numeric_overflow:
        return fail(r, "bad_json",
                    N_("A number is too large (byte %d): whole numbers go up to %lld; a larger "
                       "seed is a text of 64 hex digits"),
                    error->position, (long long)INT64_MAX);
    default:
        return fail(r, "bad_json", N_("This line is not valid JSON (byte %d)"), error->position);
    }
}

bool wire_read_line(enum text_lang lang, const char *text, size_t len, struct wire_line *out,
                    struct wire_error *err)
{
    return wire_read_line_by(NULL, lang, text, len, out, err);
}

bool wire_read_line_by(const struct mazo_rules *rules, enum text_lang lang, const char *text,
                       size_t len, struct wire_line *out, struct wire_error *err)
{
    struct reader r = {.lang = lang, .rules = rules, .err = err};
    json_error_t error;
    memset(out, 0, sizeof *out);
    *err = (struct wire_error){.word = "bad_json"};
    if (len > WIRE_LINE_MAX) {
        return fail(&r, "too_long", N_("A line has at most %d bytes"), WIRE_LINE_MAX);
    }
    json_t *object = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    if (!object) {
        return refuse_json(&r, &error);
    }
    bool fine = read_object(&r, object, out);
    json_decref(object);
    return fine;
}

/* ---- who sat at the table ---- */

static bool read_word(struct reader *r, const json_t *object, const char *key, char *out,
                      size_t size)
{
    const char *text = "";
    if (!read_string(r, object, key, &text)) {
        return false;
    }
    if (strlen(text) >= size) {
        return fail(r, "bad_field", N_("\"%s\" has at most %d bytes"), key, (int)size - 1);
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_roster(struct reader *r, const json_t *object, struct roster *out)
{
    const json_t *table = json_object_get(object, "table"), *seats;
    if (!table) {
        return true;
    }
    if (!need(r, table, "seats") || !read_list(r, table, "seats", 0, MAZO_SEATS_MAX, &seats)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        struct roster_seat *to = &out->seat[i];
        if (!need(r, seat, "name") || !need(r, seat, "sits") ||
            !read_word(r, seat, "name", to->name, sizeof to->name) ||
            !read_word(r, seat, "sits", to->sits, sizeof to->sits) ||
            !read_word(r, seat, "bot", to->bot, sizeof to->bot) ||
            !read_word(r, seat, "program", to->program, sizeof to->program)) {
            return false;
        }
    }
    out->count = (int)json_array_size(seats);
    return true;
}

bool roster_read(enum text_lang lang, const char *line, size_t len, struct roster *out,
                 struct wire_error *err)
{
    struct reader r = {.lang = lang, .err = err};
    json_error_t error;
    memset(out, 0, sizeof *out);
    json_t *object = json_loadb(line, len, JSON_REJECT_DUPLICATES, &error);
    if (!object) {
        return refuse_json(&r, &error);
    }
    bool fine = read_roster(&r, object, out);
    json_decref(object);
    return fine;
}
