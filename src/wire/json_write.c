/*
 * json_write.c - commands, events, states and views as JSON.
 */
#include "wire/json_write.h"

#include <stdio.h>
#include <string.h>

#include "wire/notation.h"
#include "wire/rule_text.h"
#include "wire/view_rest.h"

/* ---- small things ---- */

void wire_put_card(struct json_out *out, mazo_card card)
{
    char text[WIRE_CARD_SIZE];
    if (card == MAZO_CARD_NONE) {
        json_out_null(out);
    } else {
        json_out_string(out, wire_card_write(card, text));
    }
}

void wire_put_cards(struct json_out *out, const mazo_card *cards, int count)
{
    json_out_open(out, '[');
    for (int i = 0; i < count; i++) {
        wire_put_card(out, cards[i]);
    }
    json_out_close(out, ']');
}

void wire_put_counts(struct json_out *out, const uint8_t counts[MAZO_KIND_COUNT])
{
    json_out_open(out, '[');
    for (int i = 0; i < WIRE_CARD_KINDS; i++) {
        mazo_card card = wire_card_at(i);
        for (int n = counts[card]; n > 0; n--) {
            wire_put_card(out, card);
        }
    }
    json_out_close(out, ']');
}

/* A set of kinds, each once. */
static void put_kinds(struct json_out *out, uint64_t kinds)
{
    json_out_open(out, '[');
    for (int i = 0; i < WIRE_CARD_KINDS; i++) {
        if (kinds & MAZO_BIT(wire_card_at(i))) {
            wire_put_card(out, wire_card_at(i));
        }
    }
    json_out_close(out, ']');
}

static void put_color_at(struct json_out *out, const char *key, int color)
{
    json_out_key(out, key);
    if (color < MAZO_COLOR_COUNT) {
        json_out_string(out, wire_color_letter(color));
    } else {
        json_out_null(out);
    }
}

/* A seat, or null for MAZO_SEAT_NONE. */
static void put_seat_at(struct json_out *out, const char *key, int seat)
{
    json_out_key(out, key);
    if (seat < MAZO_SEATS_MAX) {
        json_out_int(out, seat);
    } else {
        json_out_null(out);
    }
}

static void put_card_at(struct json_out *out, const char *key, mazo_card card)
{
    json_out_key(out, key);
    wire_put_card(out, card);
}

/* Bits as a list of seats. */
static void put_seats_at(struct json_out *out, const char *key, unsigned bits)
{
    json_out_open_at(out, key, '[');
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (bits >> seat & 1) {
            json_out_int(out, seat);
        }
    }
    json_out_close(out, ']');
}

static void put_rule_card_keys(struct json_out *out, const struct mazo_rule_card *card,
                               const struct wire_card_text *text)
{
    char effect[WIRE_EFFECT_SIZE];
    json_out_string_at(out, "text", text->text);
    json_out_open_at(out, "effects", '[');
    for (int i = 0; i < card->count && i < MAZO_EFFECTS_MAX; i++) {
        wire_effect_write(&card->effect[i], text->dare[i], effect, sizeof effect);
        json_out_string(out, effect);
    }
    json_out_close(out, ']');
}

void wire_put_rule_card(struct json_out *out, const struct mazo_rule_card *card,
                        const struct wire_card_text *text)
{
    json_out_open(out, '{');
    put_rule_card_keys(out, card, text);
    json_out_close(out, '}');
}

/* One of the table's rule cards, with its number. */
static void put_numbered(struct json_out *out, int number, const struct mazo_rule_card *cards,
                         const struct wire_texts *texts)
{
    json_out_open(out, '{');
    json_out_int_at(out, "number", number);
    put_rule_card_keys(out, &cards[number], &texts->card[number]);
    json_out_close(out, '}');
}

static void put_option(struct json_out *out, int rule, uint32_t value)
{
    char text[64];
    enum mazo_rule_type type = mazo_rule_info(rule)->type;
    json_out_key(out, mazo_rule_info(rule)->name);
    if (type == MAZO_TYPE_flag) {
        json_out_bool(out, value);
    } else if (type == MAZO_TYPE_number) {
        json_out_int(out, value);
    } else {
        rule_text_write(rule, value, text, sizeof text);
        json_out_string(out, text);
    }
}

void wire_put_options(struct json_out *out, const struct mazo_rules *rules)
{
    struct mazo_rules sheet = *rules;
    mazo_rules_as_of(rules->sheet, rules->revision, &sheet);
    json_out_open(out, '{');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        uint32_t value = mazo_rules_get(rules, rule);
        if (value != mazo_rules_get(&sheet, rule)) {
            put_option(out, rule, value);
        }
    }
    json_out_close(out, '}');
}

void wire_put_rules(struct json_out *out, const struct mazo_rules *rules)
{
    json_out_string_at(out, "rules", mazo_sheet_name(rules->sheet));
    json_out_int_at(out, "revision", rules->revision);
    json_out_key(out, "options");
    wire_put_options(out, rules);
}

/* ---- commands ---- */

static void put_rule_cards(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                           const struct wire_card_text *texts)
{
    json_out_open_at(out, "rule_cards", '[');
    for (int i = 0; i < c->count; i++) {
        struct wire_card_text text = {0};
        int idea = texts ? 0 : wire_idea_of(&c->rule_cards[i]);
        if (idea > 0) {
            wire_idea_text(lang, idea, &text);
        }
        wire_put_rule_card(out, &c->rule_cards[i], texts ? &texts[i] : &text);
    }
    json_out_close(out, ']');
}

/* One field of a command by its letter in commands.def. */
static void put_command_field(struct json_out *out, char letter, const struct mazo_command *c)
{
    switch (letter) {
    case 's':
        json_out_int_at(out, "seat", c->seat);
        break;
    case 'c':
        put_card_at(out, "card", c->card);
        break;
    case 'o':
        if (c->color < MAZO_COLOR_COUNT &&
            (c->type != MAZO_CMD_play || mazo_card_is_wild(c->card))) {
            put_color_at(out, "color", c->color);
        }
        break;
    case 'u':
        if (c->uno) {
            json_out_bool_at(out, "uno", true);
        }
        break;
    case 'w':
        json_out_int_at(out, "who", c->who);
        break;
    case 'k':
        json_out_key(out, "cards");
        wire_put_cards(out, c->cards, c->count);
        break;
    case 'y':
        json_out_bool_at(out, "yes", c->yes);
        break;
    default:
        break;
    }
}

void wire_put_command_keys(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                           const struct wire_card_text *texts)
{
    json_out_string_at(out, "do", mazo_command_name(c->type));
    for (const char *letter = mazo_command_fields(c->type); *letter; letter++) {
        if (*letter == 'r') {
            put_rule_cards(out, lang, c, texts);
        } else {
            put_command_field(out, *letter, c);
        }
    }
}

void wire_put_command(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                      const struct wire_card_text *texts)
{
    json_out_open(out, '{');
    wire_put_command_keys(out, lang, c, texts);
    json_out_close(out, '}');
}

void wire_put_legal(struct json_out *out, enum text_lang lang, const struct mazo_legal *legal)
{
    json_out_open(out, '[');
    for (int i = 0; i < legal->count; i++) {
        struct mazo_command c = mazo_legal_at(legal, i);
        wire_put_command(out, lang, &c, NULL);
    }
    json_out_close(out, ']');
}

/* ---- events ---- */

/* The cards where they may be seen, else how many there are. */
static void put_event_cards(struct json_out *out, const struct mazo_events *list,
                            const struct mazo_event *e)
{
    if (e->has_cards || e->count == 0) {
        json_out_key(out, "cards");
        wire_put_cards(out, list->cards + e->first, e->count);
    } else {
        json_out_int_at(out, "count", e->count);
    }
}

static void put_event_rule_card(struct json_out *out, const struct mazo_event *e,
                                const struct mazo_rule_card *rule_cards,
                                const struct wire_texts *texts)
{
    if (e->detail < MAZO_RULE_CARDS_MAX) {
        json_out_key(out, "rule_card");
        put_numbered(out, e->detail, rule_cards, texts);
    }
}

/* The fields that have to do with cards and seats. */
static void put_event_field(struct json_out *out, char letter, const struct mazo_events *list,
                            const struct mazo_event *e)
{
    switch (letter) {
    case 's':
        put_seat_at(out, "seat", e->seat);
        break;
    case 'w':
        put_seat_at(out, "who", e->who);
        break;
    case 'c':
        put_card_at(out, "card", e->card);
        break;
    case 'o':
        if (e->color < MAZO_COLOR_COUNT) {
            put_color_at(out, "color", e->color);
        }
        break;
    case 'k':
        put_event_cards(out, list, e);
        break;
    case 'n':
        json_out_int_at(out, "count", e->count);
        break;
    case 'p':
        json_out_int_at(out, "points", e->points);
        break;
    default:
        break;
    }
}

/* The fields that are a detail. */
static void put_event_detail(struct json_out *out, char letter, const struct mazo_event *e)
{
    switch (letter) {
    case 'd':
        json_out_int_at(out, "direction", e->detail ? 1 : -1);
        break;
    case 'f':
        json_out_string_at(out, "face", mazo_face_name(e->detail));
        break;
    case 'e':
        json_out_string_at(out, "error", mazo_error_word(e->detail));
        break;
    case 'y':
        json_out_bool_at(out, "yes", e->detail);
        break;
    case 'u':
        if (e->detail) {
            json_out_bool_at(out, "uno", true);
        }
        break;
    case 'x':
        json_out_string_at(out, "for", mazo_reason_name(e->detail));
        break;
    default:
        break;
    }
}

void wire_put_event(struct json_out *out, const struct mazo_events *list,
                    const struct mazo_event *event, const struct mazo_rule_card *rule_cards,
                    const struct wire_texts *texts)
{
    json_out_open(out, '{');
    json_out_string_at(out, "event", mazo_event_name(event->type));
    for (const char *letter = mazo_event_fields(event->type); *letter; letter++) {
        put_event_field(out, *letter, list, event);
        put_event_detail(out, *letter, event);
        if (*letter == 'r') {
            put_event_rule_card(out, event, rule_cards, texts);
        }
    }
    json_out_close(out, '}');
}

void wire_put_events(struct json_out *out, const struct mazo_events *list,
                     const struct mazo_game *g, const struct wire_texts *texts)
{
    json_out_open(out, '[');
    for (int i = 0; i < list->count; i++) {
        wire_put_event(out, list, &list->at[i], g->rule_cards, texts);
    }
    json_out_close(out, ']');
}

/* ---- states and views ---- */

static void put_said(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "uno", '[');
    for (int seat = 0; seat < v->seats; seat++) {
        json_out_bool(out, v->said >> seat & 1);
    }
    json_out_close(out, ']');
}

static void put_scores(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "scores", '[');
    for (int seat = 0; seat < v->seats; seat++) {
        json_out_int(out, v->scores[seat]);
    }
    json_out_close(out, ']');
}

/* The table as everybody sees it. */
static void put_table(struct json_out *out, const struct mazo_view *v)
{
    json_out_string_at(out, "rules", mazo_sheet_name(v->rules.sheet));
    json_out_string_at(out, "phase", mazo_phase_name(v->phase));
    json_out_int_at(out, "turn", v->turn);
    json_out_int_at(out, "direction", v->direction);
    put_color_at(out, "color", v->color);
    put_card_at(out, "top", v->top);
    json_out_int_at(out, "pending", v->pending);
    put_said(out, v);
    put_seats_at(out, "catchable", v->catchable);
    json_out_int_at(out, "draw_count", v->draw_count);
    json_out_int_at(out, "discard_count", v->discard_count);
    put_scores(out, v);
    json_out_int_at(out, "dealer", v->dealer);
    json_out_int_at(out, "beginner", v->beginner);
    json_out_int_at(out, "round", v->round);
    put_seat_at(out, "round_winner", v->round_winner);
    put_seats_at(out, "match_winners", v->winners);
    put_seats_at(out, "match_losers", v->losers);
}

/* The rule card that is being carried out. */
static void put_current_rule_card(struct json_out *out, const struct mazo_view *v,
                                  const struct wire_texts *texts)
{
    if (v->rule_card < MAZO_RULE_CARDS_MAX) {
        put_seat_at(out, "actor", v->actor);
        json_out_key(out, "rule_card");
        put_numbered(out, v->rule_card, v->rule_cards, texts);
    }
}

static void put_vote(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "vote", '{');
    put_seat_at(out, "accuser", v->accuser);
    put_seat_at(out, "accused", v->accused);
    put_seats_at(out, "voted", v->voted);
    put_seats_at(out, "yes", v->voted_yes);
    json_out_close(out, '}');
}

static void put_written(struct json_out *out, const struct mazo_view *v)
{
    put_seats_at(out, "written", v->written);
    json_out_int_at(out, "rule_cards_each", v->seats ? v->rules.rule_cards / v->seats : 0);
}

/* What is told only in some phases. */
static void put_phase(struct json_out *out, const struct mazo_view *v,
                      const struct wire_texts *texts)
{
    switch (v->phase) {
    case MAZO_PHASE_write:
        put_written(out, v);
        break;
    case MAZO_PHASE_drawn:
        put_card_at(out, "drawn", v->drawn);
        json_out_bool_at(out, "must", v->must);
        break;
    case MAZO_PHASE_struck:
        put_seat_at(out, "striker", v->striker);
        json_out_bool_at(out, "challengeable", v->challengeable);
        break;
    case MAZO_PHASE_color:
    case MAZO_PHASE_choose:
    case MAZO_PHASE_throw:
        json_out_string_at(out, "purpose", wire_purpose_name(v->purpose));
        break;
    case MAZO_PHASE_run:
        json_out_int_at(out, "run_draws", v->run_draws);
        json_out_bool_at(out, "run_skips", v->run_skips);
        break;
    default:
        break;
    }
    if (v->phase == MAZO_PHASE_throw) {
        json_out_int_at(out, "owed", v->owed);
        put_seat_at(out, "target", v->target);
    }
    put_current_rule_card(out, v, texts);
    if (v->accused < MAZO_SEATS_MAX) {
        put_vote(out, v);
    }
    if (v->lose_turn) {
        put_seats_at(out, "lose_turn", v->lose_turn);
    }
}

void wire_put_state(struct json_out *out, enum text_lang lang, const struct mazo_game *g,
                    const struct wire_texts *texts)
{
    struct mazo_view view; /* of the seat in turn: all but the hands is in it */
    struct mazo_legal legal;
    mazo_view_of(g, g->turn, &view);
    mazo_legal(g, g->turn, &legal);
    json_out_open(out, '{');
    put_table(out, &view);
    json_out_open_at(out, "hands", '[');
    for (int seat = 0; seat < g->seats; seat++) {
        wire_put_counts(out, g->copies[seat]);
    }
    json_out_close(out, ']');
    put_phase(out, &view, texts);
    json_out_key(out, "legal");
    wire_put_legal(out, lang, &legal);
    json_out_close(out, '}');
}

/* What can be told about the others' hands. */
static void put_known(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "others", '[');
    for (int seat = 0; seat < v->seats; seat++) {
        if (!v->shown[seat] && !v->declined[seat] && !v->declined_since[seat]) {
            continue;
        }
        json_out_open(out, '{');
        json_out_int_at(out, "seat", seat);
        json_out_key(out, "shown");
        put_kinds(out, v->shown[seat]);
        json_out_key(out, "declined");
        put_kinds(out, v->declined[seat]);
        json_out_int_at(out, "since", v->declined_since[seat]);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

/* The rule cards that this seat has written or everybody has seen. */
static void put_known_rule_cards(struct json_out *out, const struct mazo_view *v,
                                 const struct wire_texts *texts)
{
    json_out_int_at(out, "dispenser_count", v->dispenser_count);
    json_out_open_at(out, "rule_cards", '[');
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        if (v->rule_cards[i].count > 0) {
            put_numbered(out, i, v->rule_cards, texts);
        }
    }
    json_out_close(out, ']');
    json_out_open_at(out, "used", '[');
    for (int i = 0; i < v->used_count && v->used[i] < MAZO_RULE_CARDS_MAX; i++) {
        put_numbered(out, v->used[i], v->rule_cards, texts);
    }
    json_out_close(out, ']');
}

/* For engines that go on from here: what no other key says. */
static void put_rest(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "rest", '{');
    for (int i = 0; i < view_rest_count; i++) {
        const struct view_rest *r = &view_rest[i];
        int value = view_rest_get(v, r);
        if (value != r->usual && !view_rest_is_told(v, r)) {
            json_out_int_at(out, r->key, value);
        }
    }
    json_out_close(out, '}');
}

static void put_view(struct json_out *out, const struct mazo_view *view,
                     const struct wire_texts *texts)
{
    json_out_open(out, '{');
    put_seat_at(out, "seat", view->seat);
    put_table(out, view);
    json_out_int_at(out, "revision", view->rules.revision);
    json_out_key(out, "options");
    wire_put_options(out, &view->rules);
    json_out_key(out, "hand");
    wire_put_counts(out, view->hand);
    json_out_open_at(out, "sizes", '[');
    for (int seat = 0; seat < view->seats; seat++) {
        json_out_int(out, view->size[seat]);
    }
    json_out_close(out, ']');
    json_out_key(out, "discards");
    wire_put_counts(out, view->discards);
    put_known(out, view);
    put_phase(out, view, texts);
    if (view->rules.rule_cards > 0) {
        put_known_rule_cards(out, view, texts);
    }
    put_rest(out, view);
    json_out_close(out, '}');
}

void wire_put_view_keys(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                        const struct wire_texts *texts, const struct mazo_legal *legal)
{
    json_out_key(out, "view");
    put_view(out, view, texts);
    json_out_key(out, "legal");
    wire_put_legal(out, lang, legal);
}

void wire_put_view(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                   const struct wire_texts *texts, const struct mazo_legal *legal)
{
    json_out_open(out, '{');
    wire_put_view_keys(out, lang, view, texts, legal);
    json_out_close(out, '}');
}
