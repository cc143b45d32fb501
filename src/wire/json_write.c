/*
 * json_write.c - commands, events, states and views as JSON.
 */
#include "wire/json_write.h"

#include <string.h>

#include "say/notation.h"
#include "say/rule_text.h"
#include "wire/view_fields.h"

/* ---- small things ---- */

void wire_put_card(struct json_out *out, mazo_card card)
{
    char text[MAZO_CARD_TEXT];
    if (card == MAZO_CARD_NONE)
        json_out_null(out);
    else
        json_out_string(out, mazo_card_write(card, text));
}

void wire_put_cards(struct json_out *out, const mazo_card *cards, int count)
{
    json_out_open(out, '[');
    for (int i = 0; i < count; i++)
        wire_put_card(out, cards[i]);
    json_out_close(out, ']');
}

void wire_put_counts(struct json_out *out, const uint8_t counts[MAZO_KIND_COUNT])
{
    json_out_open(out, '[');
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        mazo_card card = mazo_card_at(i);
        for (int n = counts[card]; n > 0; n--)
            wire_put_card(out, card);
    }
    json_out_close(out, ']');
}

/* A set of kinds, each once. */
static void put_kinds(struct json_out *out, uint64_t kinds)
{
    json_out_open(out, '[');
    for (int i = 0; i < MAZO_CARD_NAMES; i++)
        if (kinds & MAZO_BIT(mazo_card_at(i)))
            wire_put_card(out, mazo_card_at(i));
    json_out_close(out, ']');
}

static void put_color_at(struct json_out *out, const char *key, int color)
{
    json_out_string_at(out, key, color < MAZO_COLOR_COUNT ? mazo_color_letter(color) : NULL);
}

/* A seat, or null for MAZO_SEAT_NONE. */
static void put_seat_at(struct json_out *out, const char *key, int seat)
{
    json_out_index_at(out, key, seat < MAZO_SEATS_MAX ? seat : -1);
}

static void put_card_at(struct json_out *out, const char *key, mazo_card card)
{
    json_out_key(out, key);
    wire_put_card(out, card);
}

void wire_put_seats(struct json_out *out, const char *key, unsigned bits)
{
    json_out_open_at(out, key, '[');
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        if (bits >> seat & 1)
            json_out_int(out, seat);
    json_out_close(out, ']');
}

static void put_rule_card_keys(struct json_out *out, const struct mazo_rule_card *card,
                               const struct say_card_text *text)
{
    char effect[WIRE_EFFECT_SIZE];
    json_out_string_at(out, "text", text->text);
    json_out_open_at(out, "effects", '[');
    for (int i = 0; i < card->count && i < MAZO_EFFECTS_MAX; i++) {
        say_effect_write(&card->effect[i], text->dare[i], effect, sizeof effect);
        json_out_string(out, effect);
    }
    json_out_close(out, ']');
}

void wire_put_rule_card(struct json_out *out, const struct mazo_rule_card *card,
                        const struct say_card_text *text)
{
    json_out_open(out, '{');
    put_rule_card_keys(out, card, text);
    json_out_close(out, '}');
}

/* One of the table's rule cards, with its number. */
static void put_numbered(struct json_out *out, int number, const struct mazo_rule_card *cards,
                         const struct say_texts *texts)
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
        if (value != mazo_rules_get(&sheet, rule))
            put_option(out, rule, value);
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
                           const struct say_card_text *texts)
{
    json_out_open_at(out, "rule_cards", '[');
    for (int i = 0; i < c->count; i++) {
        struct say_card_text text = {0};
        int idea = texts ? 0 : say_idea_of(&c->rule_cards[i]);
        if (idea > 0)
            say_idea_text(lang, idea, &text);
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
        if (c->color < MAZO_COLOR_COUNT && (c->type != MAZO_CMD_play || mazo_card_is_wild(c->card)))
            put_color_at(out, "color", c->color);
        break;
    case 'u':
        if (c->uno)
            json_out_bool_at(out, "uno", true);
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
                           const struct say_card_text *texts)
{
    json_out_string_at(out, "do", mazo_command_name(c->type));
    for (const char *letter = mazo_command_fields(c->type); *letter; letter++)
        if (*letter == 'r')
            put_rule_cards(out, lang, c, texts);
        else
            put_command_field(out, *letter, c);
}

void wire_put_command(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                      const struct say_card_text *texts)
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
                                const struct say_texts *texts)
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
        if (e->color < MAZO_COLOR_COUNT)
            put_color_at(out, "color", e->color);
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
        if (e->detail)
            json_out_bool_at(out, "uno", true);
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
                    const struct say_texts *texts)
{
    json_out_open(out, '{');
    json_out_string_at(out, "event", mazo_event_name(event->type));
    for (const char *letter = mazo_event_fields(event->type); *letter; letter++) {
        put_event_field(out, *letter, list, event);
        put_event_detail(out, *letter, event);
        if (*letter == 'r')
            put_event_rule_card(out, event, rule_cards, texts);
    }
    json_out_close(out, '}');
}

void wire_put_events(struct json_out *out, const struct mazo_events *list,
                     const struct mazo_game *g, const struct say_texts *texts)
{
    json_out_open(out, '[');
    for (int i = 0; i < list->count; i++)
        wire_put_event(out, list, &list->at[i], g->rule_cards, texts);
    json_out_close(out, ']');
}

/* ---- states and views ---- */

/* A view being written: whole, or only its changes. */
struct view_out {
    struct json_out *out;
    const struct mazo_view *view, *was; /* `was` is NULL for a whole view */
    const struct say_texts *texts;
};

static bool differs(const struct view_out *o, const void *member, size_t size)
{
    size_t at = (size_t)((const char *)member - (const char *)o->view);
    return !o->was || memcmp(member, (const char *)o->was + at, size) != 0;
}

#define DIFFERS(o, member) differs(o, &(o)->view->member, sizeof(o)->view->member)

/* A key whose value is a number in one member of the view. */
#define PUT_INT(o, key, member)                                                                    \
    do {                                                                                           \
        if (DIFFERS(o, member))                                                                    \
            json_out_int_at((o)->out, key, (o)->view->member);                                     \
    } while (0)

/* And one that `put` writes from one member. */
#define PUT_AS(o, key, member, put)                                                                \
    do {                                                                                           \
        if (DIFFERS(o, member))                                                                    \
            put((o)->out, key, (o)->view->member);                                                 \
    } while (0)

static void put_said(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "uno", '[');
    for (int seat = 0; seat < v->seats; seat++)
        json_out_bool(out, v->said >> seat & 1);
    json_out_close(out, ']');
}

/* A member that everybody may know, under any key. */
static void put_member(const struct view_out *o, const char *key, int member)
{
    int value = view_get(o->view, member);
    switch (view_members[member].kind) {
    case VIEW_KIND_no_seat:
        put_seat_at(o->out, key, value);
        break;
    case VIEW_KIND_seats:
        if (member == VIEW_said)
            put_said(o->out, o->view);
        else
            wire_put_seats(o->out, key, (unsigned)value);
        break;
    case VIEW_KIND_truth:
        json_out_bool_at(o->out, key, value);
        break;
    case VIEW_KIND_color:
        put_color_at(o->out, key, value);
        break;
    case VIEW_KIND_card:
        put_card_at(o->out, key, (mazo_card)value);
        break;
    case VIEW_KIND_phase:
        json_out_string_at(o->out, key, mazo_phase_name(value));
        break;
    case VIEW_KIND_purpose:
        json_out_string_at(o->out, key, say_purpose_name(value));
        break;
    default:
        json_out_int_at(o->out, key, value);
        break;
    }
}

static void put_scores(const struct view_out *o)
{
    if (DIFFERS(o, scores)) {
        json_out_open_at(o->out, "scores", '[');
        for (int seat = 0; seat < o->view->seats; seat++)
            json_out_int(o->out, o->view->scores[seat]);
        json_out_close(o->out, ']');
    }
}

static void put_sheet_at(struct json_out *out, const char *key, int sheet)
{
    json_out_string_at(out, key, mazo_sheet_name(sheet));
}

/* The table as everybody sees it. */
static void put_table(const struct view_out *o)
{
    PUT_AS(o, "rules", rules.sheet, put_sheet_at);
    for (int i = 0; i < view_table_count; i++) {
        int member = view_table[i].member;
        if (!o->was || view_get(o->view, member) != view_get(o->was, member))
            put_member(o, view_table[i].key, member);
        if (member == VIEW_discard_count)
            put_scores(o);
    }
}

/* ---- keys that are written only now and then ---- */

/* Members of the view that only some phases have, then these. */
enum {
    KEY_rule_cards_each = VIEW_MEMBER_COUNT,
    KEY_drawn,
    KEY_must,
    KEY_actor,
    KEY_rule_card,
    KEY_vote,
    KEY_lose_turn,
    KEY_COUNT
};

#define HAS(name) (UINT64_C(1) << KEY_##name)

static const char *key_name(int key)
{
    static const char *const names[] = {"rule_cards_each", "drawn", "must",     "actor",
                                        "rule_card",       "vote",  "lose_turn"};
    return key < VIEW_MEMBER_COUNT ? view_members[key].name : names[key - VIEW_MEMBER_COUNT];
}

/* Which of those keys a view has, as bits. */
static uint64_t phase_keys(const struct mazo_view *v)
{
    uint64_t keys = view_keys_of(v->phase);
    keys |= v->phase == MAZO_PHASE_write ? HAS(rule_cards_each) : 0;
    keys |= v->phase == MAZO_PHASE_drawn ? HAS(drawn) | HAS(must) : 0;
    keys |= v->rule_card < MAZO_RULE_CARDS_MAX ? HAS(actor) | HAS(rule_card) : 0;
    keys |= v->accused < MAZO_SEATS_MAX ? HAS(vote) : 0;
    return keys | (v->lose_turn ? HAS(lose_turn) : 0);
}

static void put_vote(struct json_out *out, const struct mazo_view *v)
{
    json_out_open_at(out, "vote", '{');
    put_seat_at(out, "accuser", v->accuser);
    put_seat_at(out, "accused", v->accused);
    wire_put_seats(out, "voted", v->voted);
    wire_put_seats(out, "yes", v->voted_yes);
    json_out_close(out, '}');
}

static void put_phase_key(const struct view_out *o, int key)
{
    const struct mazo_view *v = o->view;
    switch (key) {
    case KEY_rule_cards_each:
        json_out_int_at(o->out, key_name(key), v->seats ? v->rules.rule_cards / v->seats : 0);
        break;
    case KEY_drawn:
        put_card_at(o->out, key_name(key), v->drawn);
        break;
    case KEY_must:
        json_out_bool_at(o->out, key_name(key), v->must);
        break;
    case KEY_actor:
        put_member(o, key_name(key), VIEW_actor);
        break;
    case KEY_rule_card:
        json_out_key(o->out, key_name(key));
        put_numbered(o->out, v->rule_card, v->rule_cards, o->texts);
        break;
    case KEY_vote:
        put_vote(o->out, v);
        break;
    case KEY_lose_turn:
        put_member(o, key_name(key), VIEW_lose_turn);
        break;
    default:
        put_member(o, key_name(key), key);
        break;
    }
}

static void put_phase(const struct view_out *o)
{
    uint64_t keys = phase_keys(o->view);
    for (int key = 0; key < KEY_COUNT; key++)
        if (keys >> key & 1)
            put_phase_key(o, key);
}

/* ---- the whole ---- */

void wire_put_state(struct json_out *out, enum text_lang lang, const struct mazo_game *g,
                    const struct say_texts *texts)
{
    struct mazo_view view; /* the view of the seat in turn has everything but the hands */
    struct mazo_legal legal;
    struct view_out o = {.out = out, .view = &view, .texts = texts};
    mazo_view_of(g, g->turn, &view);
    mazo_legal(g, g->turn, &legal);
    json_out_open(out, '{');
    put_table(&o);
    json_out_open_at(out, "hands", '[');
    for (int seat = 0; seat < g->seats; seat++)
        wire_put_counts(out, g->copies[seat]);
    json_out_close(out, ']');
    put_phase(&o);
    json_out_key(out, "legal");
    wire_put_legal(out, lang, &legal);
    json_out_close(out, '}');
}

/* What may be told about the others' hands. */
static void put_known(const struct view_out *o)
{
    const struct mazo_view *v = o->view;
    if (!DIFFERS(o, shown) && !DIFFERS(o, declined) && !DIFFERS(o, declined_since))
        return;
    json_out_open_at(o->out, "others", '[');
    for (int seat = 0; seat < v->seats; seat++) {
        if (!v->shown[seat] && !v->declined[seat] && !v->declined_since[seat])
            continue;
        json_out_open(o->out, '{');
        json_out_int_at(o->out, "seat", seat);
        json_out_key(o->out, "shown");
        put_kinds(o->out, v->shown[seat]);
        json_out_key(o->out, "declined");
        put_kinds(o->out, v->declined[seat]);
        json_out_int_at(o->out, "since", v->declined_since[seat]);
        json_out_close(o->out, '}');
    }
    json_out_close(o->out, ']');
}

/* The rule cards that this seat has written or everybody has seen. */
static void put_known_rule_cards(const struct view_out *o)
{
    const struct mazo_view *v = o->view;
    PUT_INT(o, "dispenser_count", dispenser_count);
    if (DIFFERS(o, rule_cards)) {
        json_out_open_at(o->out, "rule_cards", '[');
        for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++)
            if (v->rule_cards[i].count > 0)
                put_numbered(o->out, i, v->rule_cards, o->texts);
        json_out_close(o->out, ']');
    }
    if (DIFFERS(o, used) || DIFFERS(o, used_count)) {
        json_out_open_at(o->out, "used", '[');
        for (int i = 0; i < v->used_count && v->used[i] < MAZO_RULE_CARDS_MAX; i++)
            put_numbered(o->out, v->used[i], v->rule_cards, o->texts);
        json_out_close(o->out, ']');
    }
}

/* The members that no other key tells, with what they usually are in place of the others. */
static void list_rest(const struct mazo_view *v, int rest[VIEW_MEMBER_COUNT])
{
    uint64_t told = view_told_in(v->phase);
    for (int i = 0; i < VIEW_MEMBER_COUNT; i++)
        rest[i] = told >> i & 1 ? view_members[i].first : view_get(v, i);
}

/* For engines that continue from here. */
static void put_rest(const struct view_out *o)
{
    int rest[VIEW_MEMBER_COUNT], was[VIEW_MEMBER_COUNT];
    list_rest(o->view, rest);
    if (o->was) {
        list_rest(o->was, was);
        if (memcmp(rest, was, sizeof rest) == 0)
            return;
    }
    json_out_open_at(o->out, "rest", '{');
    for (int i = 0; i < VIEW_MEMBER_COUNT; i++)
        if (rest[i] != view_members[i].first)
            json_out_int_at(o->out, view_members[i].name, rest[i]);
    json_out_close(o->out, '}');
}

static void put_sizes(const struct view_out *o)
{
    if (DIFFERS(o, size)) {
        json_out_open_at(o->out, "sizes", '[');
        for (int seat = 0; seat < o->view->seats; seat++)
            json_out_int(o->out, o->view->size[seat]);
        json_out_close(o->out, ']');
    }
}

static void put_counts_at(struct json_out *out, const char *key, const uint8_t *counts)
{
    json_out_key(out, key);
    wire_put_counts(out, counts);
}

static void put_options_at(struct json_out *out, const char *key, struct mazo_rules rules)
{
    json_out_key(out, key);
    wire_put_options(out, &rules);
}

/* Cards added to the discard pile; false if some have left it, too. */
static bool put_discarded(const struct view_out *o)
{
    uint8_t more[MAZO_KIND_COUNT];
    for (int i = 0; i < MAZO_KIND_COUNT; i++) {
        if (o->view->discards[i] < o->was->discards[i])
            return false;
        more[i] = (uint8_t)(o->view->discards[i] - o->was->discards[i]);
    }
    put_counts_at(o->out, "discarded", more);
    return true;
}

static void put_view(const struct view_out *o)
{
    json_out_open(o->out, '{');
    PUT_AS(o, "seat", seat, put_seat_at);
    put_table(o);
    PUT_INT(o, "revision", rules.revision);
    PUT_AS(o, "options", rules, put_options_at);
    PUT_AS(o, "hand", hand, put_counts_at);
    put_sizes(o);
    if (DIFFERS(o, discards) && !(o->was && put_discarded(o)))
        put_counts_at(o->out, "discards", o->view->discards);
    put_known(o);
    put_phase(o);
    if (o->view->rules.rule_cards > 0)
        put_known_rule_cards(o);
    put_rest(o);
    json_out_close(o->out, '}');
}

void wire_put_changes(struct json_out *out, const struct mazo_view *was,
                      const struct mazo_view *view, const struct say_texts *texts)
{
    struct view_out o = {.out = out, .view = view, .was = was, .texts = texts};
    uint64_t gone = phase_keys(was) & ~phase_keys(view);
    json_out_key(out, "changes");
    put_view(&o);
    if (gone) {
        json_out_open_at(out, "gone", '[');
        for (int key = 0; key < KEY_COUNT; key++)
            if (gone >> key & 1)
                json_out_string(out, key_name(key));
        json_out_close(out, ']');
    }
}

void wire_put_view_keys(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                        const struct say_texts *texts, const struct mazo_legal *legal)
{
    struct view_out o = {.out = out, .view = view, .texts = texts};
    json_out_key(out, "view");
    put_view(&o);
    json_out_key(out, "legal");
    wire_put_legal(out, lang, legal);
}

void wire_put_view(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                   const struct say_texts *texts, const struct mazo_legal *legal)
{
    json_out_open(out, '{');
    wire_put_view_keys(out, lang, view, texts, legal);
    json_out_close(out, '}');
}
