/*
 * json_read.c - one line of the referee's protocol or of a match file.
 *
 * Every reader returns false after it has written the refusal; json_in.h has
 * the small ones.
 */
#include "wire/json_read.h"

#include <string.h>

#include "text/near.h"
#include "wire/json_in.h"
#include "say/notation.h"
#include "text/screen.h"

enum { SCORE_MAX = 1000000 };

/* ---- commands ---- */

static bool read_thrown(struct json_in *r, const json_t *object, struct wire_line *out)
{
    const json_t *list;
    if (!json_in_need(r, object, "cards") ||
        !json_in_list(r, object, "cards", 0, MAZO_CARDS_MAX, &list) ||
        !json_in_cards(r, list, "cards", out->cards))
        return false;
    out->command.count = (uint8_t)json_array_size(list);
    out->command.cards = out->cards;
    return true;
}

/* With a colored card the color is ignored. */
static bool read_command_color(struct json_in *r, const json_t *object, struct mazo_command *c)
{
    if (c->type == MAZO_CMD_play)
        return !mazo_card_is_wild(c->card) || json_in_color(r, object, &c->color);
    return json_in_need(r, object, "color") && json_in_color(r, object, &c->color);
}

static bool read_written(struct json_in *r, const json_t *object, struct wire_line *out)
{
    out->command.rule_cards = out->rule_cards;
    return json_in_need(r, object, "rule_cards") &&
           json_in_rule_cards(r, object, out->rule_cards, out->rule_texts, &out->command.count);
}

/* One field of a command by its letter in commands.def. */
static bool read_field(struct json_in *r, const json_t *object, char letter, struct wire_line *out)
{
    struct mazo_command *c = &out->command;
    switch (letter) {
    case 's':
        return json_in_seat(r, object, "seat", &c->seat);
    case 'c':
        return json_in_need(r, object, "card") && json_in_card(r, object, "card", &c->card);
    case 'o':
        return read_command_color(r, object, c);
    case 'u':
        return json_in_bool(r, object, "uno", &c->uno);
    case 'w':
        return json_in_seat(r, object, "who", &c->who);
    case 'k':
        return read_thrown(r, object, out);
    case 'r':
        return read_written(r, object, out);
    default:
        return json_in_need(r, object, "yes") && json_in_bool(r, object, "yes", &c->yes);
    }
}

static bool refuse_command(struct json_in *r, const char *name)
{
    char buf[JSON_IN_SHOWN];
    struct text_near near;
    text_near_begin(&near, name);
    for (int type = 0; type < MAZO_CMD_COUNT; type++)
        text_near_offer(&near, mazo_command_name(type));
    text_near_offer(&near, "new");
    text_near_offer(&near, "position");
    text_near_offer(&near, "state");
    screen_clean(name, buf, sizeof buf);
    return near.best ? json_in_fail(r, "unknown_command",
                                    N_("There is no command \"%s\"; did you mean \"%s\"?"), buf,
                                    near.best)
                     : json_in_fail(r, "unknown_command", N_("There is no command \"%s\""), buf);
}

static bool read_command(struct json_in *r, const json_t *object, const char *name,
                         struct wire_line *out)
{
    int type = 0;
    while (type < MAZO_CMD_COUNT && strcmp(name, mazo_command_name(type)) != 0)
        type++;
    if (type == MAZO_CMD_COUNT)
        return refuse_command(r, name);
    out->kind = WIRE_COMMAND;
    out->command = (struct mazo_command){.type = (uint8_t)type,
                                         .seat = MAZO_SEAT_NONE,
                                         .card = MAZO_CARD_NONE,
                                         .color = MAZO_COLOR_NONE,
                                         .who = MAZO_SEAT_NONE};
    for (const char *letter = mazo_command_fields(type); *letter; letter++)
        if (!read_field(r, object, *letter, out))
            return false;
    return true;
}

/* ---- openings ---- */

static bool read_seed(struct json_in *r, const json_t *object, struct wire_opening *out)
{
    const json_t *value = json_object_get(object, "seed");
    if (!value)
        return true;
    out->has_seed = true;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        mazo_seed_from_number((uint64_t)json_integer_value(value), out->position.seed);
        return true;
    }
    if (json_is_string(value) && say_seed_read(json_string_value(value), out->position.seed))
        return true;
    return json_in_fail(
        r, "bad_field",
        N_("\"seed\" must be a whole number from 0 up, or a text of 64 hex digits"));
}

static bool read_new(struct json_in *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_rules rules;
    if (!json_in_rules(r, object, &rules))
        return false;
    int seats = rules.seats;
    if (!json_in_int(r, object, "players", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &seats) ||
        !json_in_check_rules(r, &rules, seats))
        return false;
    mazo_position_init(&out->position, &rules, seats);
    return read_seed(r, object, out);
}

/* ---- positions ---- */

static bool too_many_cards(struct json_in *r)
{
    return json_in_fail(r, "bad_position", N_("A game has at most %d cards"), MAZO_CARDS_MAX);
}

/* Hands, discards and draw pile; *left is how many cards may still come. */
static bool read_pile(struct json_in *r, const json_t *object, const char *key, size_t *left,
                      mazo_card *out, uint8_t *count)
{
    const json_t *list;
    if (!json_in_need(r, object, key) || !json_in_list(r, object, key, 0, JSON_IN_MANY, &list))
        return false;
    if (json_array_size(list) > *left)
        return too_many_cards(r);
    if (!json_in_cards(r, list, key, out))
        return false;
    *count = (uint8_t)json_array_size(list);
    *left -= *count;
    return true;
}

static bool read_hands(struct json_in *r, const json_t *hands, size_t *left,
                       struct mazo_position *p)
{
    for (size_t seat = 0; seat < json_array_size(hands); seat++) {
        const json_t *hand = json_array_get(hands, seat);
        if (!json_is_array(hand)) {
            return json_in_fail(r, "bad_field",
                                N_("\"hands\" must hold a list of cards for every seat"));
        }
        size_t size = json_array_size(hand);
        if (size > *left)
            return too_many_cards(r);
        *left -= size;
        for (size_t i = 0; i < size; i++) {
            mazo_card card;
            if (!json_in_card_value(r, json_array_get(hand, i), "hands", &card))
                return false;
            p->hands[seat][card]++;
        }
    }
    return true;
}

static bool read_said(struct json_in *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!json_in_list(r, object, "uno", p->seats, p->seats, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *said = json_array_get(list, i);
        if (!json_is_boolean(said)) {
            return json_in_fail(r, "bad_field",
                                N_("\"uno\" must hold true or false for every seat"));
        }
        p->said = (uint16_t)(p->said | (unsigned)json_is_true(said) << i);
    }
    return true;
}

static bool read_scores(struct json_in *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!json_in_list(r, object, "scores", p->seats, p->seats, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *score = json_array_get(list, i);
        json_int_t number = json_integer_value(score);
        if (!json_is_integer(score) || number < 0 || number > SCORE_MAX) {
            return json_in_fail(r, "bad_field", N_("\"%s\" must hold whole numbers from 0 to %d"),
                                "scores", SCORE_MAX);
        }
        p->scores[i] = (int32_t)number;
    }
    return true;
}

static bool read_spins(struct json_in *r, const json_t *object, struct mazo_position *p)
{
    const json_t *list;
    if (!json_in_list(r, object, "spins", 0, MAZO_SPINS_MAX, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        int face = name ? mazo_face_by_name(name) : -1;
        if (face < 0) {
            return json_in_fail(
                r, "bad_field",
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
    if (name)
        mazo_card_read(name, &p->drawn);
}

static bool read_phase(struct json_in *r, const json_t *object, struct mazo_position *p)
{
    const char *name = NULL;
    if (!json_in_string(r, object, "phase", &name))
        return false;
    int phase = name ? mazo_phase_by_name(name) : p->phase;
    if (phase < 0)
        return json_in_fail(r, "bad_field", N_("\"phase\" must be play, drawn or struck"));
    p->phase = (uint8_t)phase;
    if (p->phase == MAZO_PHASE_drawn)
        last_of_hand(object, p);
    return json_in_card(r, object, "drawn", &p->drawn);
}

static bool read_direction(struct json_in *r, const json_t *object, struct mazo_position *p)
{
    int direction = p->direction;
    if (!json_in_int(r, object, "direction", -1, 1, &direction))
        return false;
    p->direction = (int8_t)direction;
    return direction != 0 || json_in_fail(r, "bad_field", N_("\"direction\" must be 1 or -1"));
}

/* What a position may say beside the cards. */
static bool read_rest(struct json_in *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_position *p = &out->position;
    int last = p->seats - 1;
    return json_in_need(r, object, "turn") && json_in_byte(r, object, "turn", 0, last, &p->turn) &&
           json_in_byte(r, object, "dealer", 0, last, &p->dealer) &&
           json_in_color(r, object, &p->color) && read_direction(r, object, p) &&
           json_in_byte(r, object, "pending", 0, MAZO_CARDS_MAX, &p->pending) &&
           json_in_bool(r, object, "turned_up", &p->turned_up) && read_phase(r, object, p) &&
           read_said(r, object, p) && read_scores(r, object, p) && read_spins(r, object, p) &&
           json_in_rule_cards(r, object, p->rule_cards, out->texts.card, &p->rule_card_count) &&
           read_seed(r, object, out);
}

static bool read_position(struct json_in *r, const json_t *object, struct wire_opening *out)
{
    struct mazo_position *p = &out->position;
    struct mazo_rules rules;
    const json_t *hands;
    if (!json_in_rules(r, object, &rules) || !json_in_need(r, object, "hands") ||
        !json_in_list(r, object, "hands", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &hands))
        return false;
    int seats = (int)json_array_size(hands);
    size_t left = MAZO_CARDS_MAX;
    if (!json_in_int(r, object, "players", seats, seats, &seats) ||
        !json_in_check_rules(r, &rules, seats))
        return false;
    mazo_position_init(p, &rules, seats);
    return read_hands(r, hands, &left, p) &&
           read_pile(r, object, "discard", &left, p->discard, &p->discard_count) &&
           read_pile(r, object, "draw", &left, p->draw, &p->draw_count) &&
           read_rest(r, object, out);
}

/* ---- lines ---- */

/* Only match files mean something by these keys: to all others they are unknown ones. A file
 * without a revision is from before there were any. */
static void read_marks(struct json_in *r, const json_t *object, struct wire_line *out)
{
    json_int_t version = json_integer_value(json_object_get(object, "mazo"));
    const char *hash = json_string_value(json_object_get(object, "hash"));
    out->version = version > 0 && version < JSON_IN_MANY ? (int)version : 0;
    out->has_hash = hash && say_hash_read(hash, &out->hash);
    r->revision = out->version > 0;
}

static bool read_object(struct json_in *r, const json_t *object, struct wire_line *out)
{
    const char *name = NULL;
    if (!json_is_object(object))
        return json_in_fail(r, "bad_json", N_("A line must be a JSON object"));
    read_marks(r, object, out);
    if (!json_in_need(r, object, "do") || !json_in_string(r, object, "do", &name))
        return false;
    if (strcmp(name, "new") == 0 || strcmp(name, "position") == 0) {
        out->kind = name[0] == 'n' ? WIRE_NEW : WIRE_POSITION;
        memset(&out->opening, 0, sizeof out->opening);
        return (out->kind == WIRE_NEW ? read_new : read_position)(r, object, &out->opening);
    }
    if (strcmp(name, "state") == 0) {
        out->kind = WIRE_STATE;
        return true;
    }
    return read_command(r, object, name, out);
}

bool wire_read_line(enum text_lang lang, const char *text, size_t len, struct wire_line *out,
                    struct wire_error *err)
{
    return wire_read_line_by(NULL, lang, text, len, out, err);
}

bool wire_read_object(const struct mazo_rules *rules, enum text_lang lang, const json_t *object,
                      struct wire_line *out, struct wire_error *err)
{
    struct json_in r = {.lang = lang, .rules = rules, .err = err};
    *err = (struct wire_error){.word = "bad_json"};
    return read_object(&r, object, out);
}

bool wire_read_line_by(const struct mazo_rules *rules, enum text_lang lang, const char *text,
                       size_t len, struct wire_line *out, struct wire_error *err)
{
    struct json_in r = {.lang = lang, .err = err};
    *err = (struct wire_error){.word = "bad_json"};
    if (len > WIRE_LINE_MAX)
        return json_in_fail(&r, "too_long", N_("A line has at most %d bytes"), WIRE_LINE_MAX);
    json_t *object = json_in_load(&r, text, len);
    bool fine = object && wire_read_object(rules, lang, object, out, err);
    json_decref(object);
    return fine;
}
