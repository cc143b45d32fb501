/*
 * view_read.c - views and events as JSON, and back.
 *
 * Reading goes by the lists that writing goes by: view_fields.h, and the field
 * letters of events.def. At the end a game is made from the view, and the
 * engine says whether that is one: what passes can be played on from.
 */
#include "wire/view_read.h"

#include <string.h>

#include "wire/json_in.h"
#include "say/notation.h"
#include "wire/view_fields.h"

enum { SCORE_MAX = 1000000000 };

/* ---- small things ---- */

static bool need_int(struct json_in *r, const json_t *object, const char *key, int least, int most,
                     int *out)
{
    return json_in_need(r, object, key) && json_in_int(r, object, key, least, most, out);
}

static bool need_byte(struct json_in *r, const json_t *object, const char *key, int least, int most,
                      uint8_t *out)
{
    return json_in_need(r, object, key) && json_in_byte(r, object, key, least, most, out);
}

static bool need_bool(struct json_in *r, const json_t *object, const char *key, bool *out)
{
    return json_in_need(r, object, key) && json_in_bool(r, object, key, out);
}

static bool need_list(struct json_in *r, const json_t *object, const char *key, size_t least,
                      size_t most, const json_t **out)
{
    return json_in_need(r, object, key) && json_in_list(r, object, key, least, most, out);
}

/* A word that `by_name` knows. */
static bool need_word(struct json_in *r, const json_t *object, const char *key,
                      int (*by_name)(const char *), uint8_t *out)
{
    const char *word = NULL;
    if (!json_in_need(r, object, key) || !json_in_string(r, object, key, &word))
        return false;
    int found = by_name(word);
    *out = (uint8_t)found;
    return found >= 0 || json_in_fail(r, "bad_field", "\"%s\" is not a known word", key);
}

/* A seat, or null. */
static bool need_seat(struct json_in *r, const json_t *object, const char *key, int seats,
                      uint8_t *out)
{
    *out = MAZO_SEAT_NONE;
    return json_in_need(r, object, key) && (json_is_null(json_object_get(object, key)) ||
                                            json_in_byte(r, object, key, 0, seats - 1, out));
}

/* A card, or null. */
static bool need_card(struct json_in *r, const json_t *object, const char *key, mazo_card *out)
{
    *out = MAZO_CARD_NONE;
    return json_in_need(r, object, key) &&
           (json_is_null(json_object_get(object, key)) || json_in_card(r, object, key, out));
}

/* A list of seats as bits; none where the key is not given. */
static bool read_seats(struct json_in *r, const json_t *object, const char *key, int seats,
                       uint16_t *out)
{
    const json_t *list;
    if (!json_in_list(r, object, key, 0, MAZO_SEATS_MAX, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        json_int_t seat = json_integer_value(value);
        if (!json_is_integer(value) || seat < 0 || seat >= seats)
            return json_in_fail(r, "bad_field", "\"%s\" must hold seats", key);
        *out = (uint16_t)(*out | 1u << seat);
    }
    return true;
}

/* A list of numbers, one a seat. */
static bool read_numbers(struct json_in *r, const json_t *object, const char *key, int most,
                         int seats, int out[MAZO_SEATS_MAX])
{
    const json_t *list;
    if (!need_list(r, object, key, (size_t)seats, (size_t)seats, &list))
        return false;
    for (int i = 0; i < seats; i++) {
        const json_t *value = json_array_get(list, (size_t)i);
        json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 0 || number > most) {
            return json_in_fail(r, "bad_field", "\"%s\" must hold whole numbers from 0 to %d", key,
                                most);
        }
        out[i] = (int)number;
    }
    return true;
}

/* A list of that many cards as counts by kind. */
static bool read_counts(struct json_in *r, const json_t *object, const char *key, int size,
                        uint8_t counts[MAZO_KIND_COUNT])
{
    const json_t *list;
    mazo_card cards[MAZO_CARDS_MAX];
    if (!need_list(r, object, key, (size_t)size, (size_t)size, &list) ||
        !json_in_cards(r, list, key, cards))
        return false;
    for (int i = 0; i < size; i++)
        counts[cards[i]]++;
    return true;
}

/* A list of cards as a set of kinds. */
static bool read_kinds(struct json_in *r, const json_t *object, const char *key, uint64_t *out)
{
    const json_t *list;
    mazo_card cards[MAZO_CARD_NAMES];
    if (!need_list(r, object, key, 0, MAZO_CARD_NAMES, &list) ||
        !json_in_cards(r, list, key, cards))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++)
        *out |= MAZO_BIT(cards[i]);
    return true;
}

/* ---- the table ---- */

static bool read_rules(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    struct mazo_rules rules;
    if (!json_in_need(r, object, "options") || !json_in_rules(r, object, &rules) ||
        !json_in_check_rules(r, &rules, v->seats))
        return false;
        /* One by one: what lies between them stays zero, for equal views are equal bytes. */
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence)                        \
    v->rules.name = rules.name;
#include "mazo/rules.def"
    v->rules.sheet = rules.sheet;
    v->rules.revision = rules.revision;
    return true;
}

static bool read_color(struct json_in *r, const json_t *object, uint8_t *out)
{
    *out = MAZO_COLOR_NONE;
    return json_in_need(r, object, "color") &&
           (json_is_null(json_object_get(object, "color")) || json_in_color(r, object, out));
}

static bool read_direction(struct json_in *r, const json_t *object, int8_t *out)
{
    int direction = 0;
    bool fine = need_int(r, object, "direction", -1, 1, &direction);
    *out = (int8_t)direction;
    return fine &&
           (direction != 0 || json_in_fail(r, "bad_field", "\"direction\" must be 1 or -1"));
}

/* True or false for every seat, as bits. */
static bool read_said(struct json_in *r, const json_t *object, int seats, uint16_t *out)
{
    const json_t *list;
    if (!need_list(r, object, "uno", (size_t)seats, (size_t)seats, &list))
        return false;
    for (int i = 0; i < seats; i++) {
        const json_t *said = json_array_get(list, (size_t)i);
        if (!json_is_boolean(said))
            return json_in_fail(r, "bad_field", "\"uno\" must hold true or false for every seat");
        *out = (uint16_t)(*out | (unsigned)json_is_true(said) << i);
    }
    return true;
}

/* A member that everybody may know, by its kind. */
static bool read_member(struct json_in *r, const json_t *object, const char *key, int member,
                        struct mazo_view *v)
{
    const struct view_member_info *one = &view_members[member];
    void *at = (char *)v + one->offset;
    int number = 0;
    switch (one->kind) {
    case VIEW_KIND_seat:
        return need_byte(r, object, key, 0, v->seats - 1, at);
    case VIEW_KIND_no_seat:
        return need_seat(r, object, key, v->seats, at);
    case VIEW_KIND_seats:
        return member == VIEW_said ? read_said(r, object, v->seats, at)
                                   : read_seats(r, object, key, v->seats, at);
    case VIEW_KIND_truth:
        return need_bool(r, object, key, at);
    case VIEW_KIND_way:
        return read_direction(r, object, at);
    case VIEW_KIND_color:
        return read_color(r, object, at);
    case VIEW_KIND_card:
        return need_card(r, object, key, at);
    case VIEW_KIND_phase:
        return need_word(r, object, key, mazo_phase_by_name, at);
    case VIEW_KIND_purpose:
        return need_word(r, object, key, say_purpose_by_name, at);
    default:
        return need_int(r, object, key, 0, one->most, &number) && view_set(v, member, number);
    }
}

static bool read_scores(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    int scores[MAZO_SEATS_MAX];
    bool fine = read_numbers(r, object, "scores", SCORE_MAX, v->seats, scores);
    for (int i = 0; fine && i < v->seats; i++)
        v->scores[i] = scores[i];
    return fine;
}

static bool read_table(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    for (int i = 0; i < view_table_count; i++)
        if (!read_member(r, object, view_table[i].key, view_table[i].member, v))
            return false;
    return read_member(r, object, "lose_turn", VIEW_lose_turn, v) && read_scores(r, object, v);
}

/* ---- the cards ---- */

static bool read_hands(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    int sizes[MAZO_SEATS_MAX], total = v->draw_count + v->discard_count;
    if (!read_numbers(r, object, "sizes", MAZO_CARDS_MAX, v->seats, sizes))
        return false;
    for (int i = 0; i < v->seats; i++) {
        v->size[i] = (uint8_t)sizes[i];
        total += sizes[i];
    }
    if (total > MAZO_CARDS_MAX)
        return json_in_fail(r, "bad_view", "there are more than %d cards", MAZO_CARDS_MAX);
    int own = v->seat < v->seats ? v->size[v->seat] : 0;
    return read_counts(r, object, "hand", own, v->hand) &&
           read_counts(r, object, "discards", v->discard_count, v->discards);
}

static bool read_others(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    const json_t *list;
    if (!need_list(r, object, "others", 0, v->seats, &list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        uint8_t seat = 0;
        if (!need_byte(r, one, "seat", 0, v->seats - 1, &seat) ||
            !read_kinds(r, one, "shown", &v->shown[seat]) ||
            !read_kinds(r, one, "declined", &v->declined[seat]) ||
            !need_byte(r, one, "since", 0, UINT8_MAX, &v->declined_since[seat]))
            return false;
    }
    return true;
}

/* ---- the phase ---- */

static bool read_phase(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    uint64_t keys = view_keys_of(v->phase);
    for (int i = 0; keys; i++, keys >>= 1)
        if (keys & 1 && !read_member(r, object, view_members[i].name, i, v))
            return false;
    return v->phase != MAZO_PHASE_drawn ||
           (need_card(r, object, "drawn", &v->drawn) && need_bool(r, object, "must", &v->must));
}

static bool read_vote(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    const json_t *vote = json_object_get(object, "vote");
    return !vote || (need_seat(r, vote, "accuser", v->seats, &v->accuser) &&
                     need_seat(r, vote, "accused", v->seats, &v->accused) &&
                     read_seats(r, vote, "voted", v->seats, &v->voted) &&
                     read_seats(r, vote, "yes", v->seats, &v->voted_yes));
}

/* What no other key says. */
static bool read_rest(struct json_in *r, const json_t *object, struct mazo_view *v)
{
    const json_t *rest = json_object_get(object, "rest");
    uint64_t told = view_told_in(v->phase);
    for (int i = 0; i < VIEW_MEMBER_COUNT; i++) {
        const struct view_member_info *one = &view_members[i];
        const json_t *value = json_object_get(rest, one->name);
        json_int_t number = json_integer_value(value);
        if (!value || told >> i & 1)
            continue;
        bool fine = (number >= one->least && number <= one->most) || number == one->first;
        if (!fine || !json_is_integer(value)) {
            return json_in_fail(r, "bad_field", "\"%s\" must be a whole number from %d to %d",
                                one->name, one->least, one->most);
        }
        view_set(v, i, (int)number);
    }
    return true;
}

/* ---- rule cards ---- */

/* One of the table's rule cards: where it belongs by its number. */
static bool read_numbered(struct json_in *r, const json_t *value, struct mazo_view *v,
                          struct say_texts *texts, uint8_t *number)
{
    struct mazo_rule_card card;
    struct say_card_text text;
    if (!need_byte(r, value, "number", 0, MAZO_RULE_CARDS_MAX - 1, number) ||
        !json_in_rule_card(r, value, &card, &text))
        return false;
    v->rule_cards[*number] = card;
    texts->card[*number] = text;
    return true;
}

static bool read_current(struct json_in *r, const json_t *object, struct mazo_view *v,
                         struct say_texts *texts)
{
    const json_t *card = json_object_get(object, "rule_card");
    return !card || (need_seat(r, object, "actor", v->seats, &v->actor) &&
                     read_numbered(r, card, v, texts, &v->rule_card));
}

static bool read_rule_cards(struct json_in *r, const json_t *object, struct mazo_view *v,
                            struct say_texts *texts)
{
    const json_t *known, *used;
    uint8_t number = 0;
    if (!json_in_byte(r, object, "dispenser_count", 0, MAZO_RULE_CARDS_MAX, &v->dispenser_count) ||
        !json_in_list(r, object, "rule_cards", 0, MAZO_RULE_CARDS_MAX, &known) ||
        !json_in_list(r, object, "used", 0, MAZO_RULE_CARDS_MAX, &used) ||
        !read_current(r, object, v, texts))
        return false;
    for (size_t i = 0; i < json_array_size(known); i++)
        if (!read_numbered(r, json_array_get(known, i), v, texts, &number))
            return false;
    v->used_count = (uint8_t)json_array_size(used);
    for (size_t i = 0; i < v->used_count; i++)
        if (!read_numbered(r, json_array_get(used, i), v, texts, &v->used[i]))
            return false;
    return true;
}

/* A view that no table can show is refused, and so is one that no deal explains. */
static bool check_view(struct json_in *r, const struct mazo_view *v)
{
    struct mazo_game game;
    uint64_t dice = 1;
    const char *wrong = mazo_view_check(v);
    if (!wrong) {
        mazo_resample(v, &dice, &game);
        wrong = mazo_check(&game);
    }
    return !wrong || json_in_fail(r, "bad_view", "this cannot be seen at any table: %s", wrong);
}

/* ---- the view ---- */

bool wire_read_view(const json_t *view, struct mazo_view *out, struct say_texts *texts,
                    struct wire_error *why)
{
    struct json_in r = {.lang = TEXT_EN, .revision = 1, .err = why};
    const json_t *sizes;
    memset(out, 0, sizeof *out);
    memset(texts, 0, sizeof *texts);
    *why = (struct wire_error){.word = "ok"};
    if (!need_list(&r, view, "sizes", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &sizes))
        return false;
    for (int i = 0; i < VIEW_MEMBER_COUNT; i++)
        view_set(out, i, view_members[i].first);
    out->seats = (uint8_t)json_array_size(sizes);
    out->drawn = MAZO_CARD_NONE;
    if (!need_seat(&r, view, "seat", out->seats, &out->seat))
        return false;
    out->seat = out->seat == MAZO_SEAT_NONE ? MAZO_SPECTATOR : out->seat;
    return read_rules(&r, view, out) && read_table(&r, view, out) && read_hands(&r, view, out) &&
           read_others(&r, view, out) && read_phase(&r, view, out) && read_vote(&r, view, out) &&
           read_rest(&r, view, out) && read_rule_cards(&r, view, out, texts) && check_view(&r, out);
}

/* ---- events ---- */

/* The cards where they may be seen, else how many there are. */
static bool read_event_cards(struct json_in *r, const json_t *object, struct mazo_events *list,
                             struct mazo_event *e)
{
    const json_t *cards;
    int count = 0;
    size_t left = MAZO_EVENT_CARDS_MAX - list->card_count;
    if (!json_object_get(object, "cards")) {
        bool fine = need_int(r, object, "count", 0, MAZO_CARDS_MAX, &count);
        e->count = (uint16_t)count;
        return fine;
    }
    if (!json_in_list(r, object, "cards", 0, left < MAZO_CARDS_MAX ? left : MAZO_CARDS_MAX,
                      &cards) ||
        !json_in_cards(r, cards, "cards", list->cards + list->card_count))
        return false;
    e->has_cards = true;
    e->first = list->card_count;
    e->count = (uint16_t)json_array_size(cards);
    list->card_count = (uint16_t)(list->card_count + e->count);
    return true;
}

static bool read_event_number(struct json_in *r, const json_t *object, const char *key,
                              uint16_t *out)
{
    int number = 0;
    bool fine = need_int(r, object, key, 0, UINT16_MAX, &number);
    *out = (uint16_t)number;
    return fine;
}

static bool read_event_direction(struct json_in *r, const json_t *object, uint8_t *out)
{
    int direction = 0;
    bool fine = need_int(r, object, "direction", -1, 1, &direction);
    *out = direction > 0;
    return fine;
}

static bool read_event_truth(struct json_in *r, const json_t *object, const char *key, uint8_t *out)
{
    bool truth = false;
    bool fine = json_in_bool(r, object, key, &truth);
    *out = truth;
    return fine;
}

static bool read_event_rule_card(struct json_in *r, const json_t *object, uint8_t *out)
{
    const json_t *card = json_object_get(object, "rule_card");
    return json_in_need(r, object, "rule_card") &&
           need_byte(r, card, "number", 0, MAZO_RULE_CARDS_MAX - 1, out);
}

/* One field of an event by its letter in events.def. */
static bool read_event_field(struct json_in *r, const json_t *object, char letter,
                             struct mazo_events *list, struct mazo_event *e)
{
    switch (letter) {
    case 's':
        return need_seat(r, object, "seat", MAZO_SEATS_MAX, &e->seat);
    case 'w':
        return need_seat(r, object, "who", MAZO_SEATS_MAX, &e->who);
    case 'c':
        return need_card(r, object, "card", &e->card);
    case 'o':
        return json_in_color(r, object, &e->color);
    case 'k':
        return read_event_cards(r, object, list, e);
    case 'n':
        return read_event_number(r, object, "count", &e->count);
    case 'p':
        return read_event_number(r, object, "points", &e->points);
    case 'd':
        return read_event_direction(r, object, &e->detail);
    case 'f':
        return need_word(r, object, "face", mazo_face_by_name, &e->detail);
    case 'e':
        return need_word(r, object, "error", mazo_error_by_word, &e->detail);
    case 'x':
        return need_word(r, object, "for", mazo_reason_by_name, &e->detail);
    case 'r':
        return read_event_rule_card(r, object, &e->detail);
    default:
        return read_event_truth(r, object, letter == 'y' ? "yes" : "uno", &e->detail);
    }
}

static bool read_event(struct json_in *r, const json_t *object, struct mazo_events *list)
{
    struct mazo_event *e = &list->at[list->count];
    uint8_t type;
    if (!need_word(r, object, "event", mazo_event_by_name, &type))
        return false;
    *e = (struct mazo_event){.type = type,
                             .seat = MAZO_SEAT_NONE,
                             .who = MAZO_SEAT_NONE,
                             .card = MAZO_CARD_NONE,
                             .color = MAZO_COLOR_NONE};
    for (const char *letter = mazo_event_fields(type); *letter; letter++)
        if (!read_event_field(r, object, *letter, list, e))
            return false;
    list->count++;
    return true;
}

bool wire_read_events(const json_t *list, struct mazo_events *out, struct wire_error *why)
{
    struct json_in r = {.lang = TEXT_EN, .err = why};
    mazo_events_clear(out);
    *why = (struct wire_error){.word = "ok"};
    if (!json_is_array(list) || json_array_size(list) > MAZO_EVENTS_MAX) {
        return json_in_fail(&r, "bad_field", "\"events\" must be a list of at most %d",
                            MAZO_EVENTS_MAX);
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_event(&r, json_array_get(list, i), out))
            return false;
    return true;
}
