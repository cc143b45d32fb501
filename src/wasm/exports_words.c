/*
 * exports_words.c - rules, cards, events and refusals in words, for a page.
 *
 * Everything here is a question: nothing is kept between two calls.
 */
#include <stdio.h>
#include <string.h>

#include "mazo/mazo.h"
#include "wasm/exports.h"
#include "say/ask.h"
#include "say/effect_say.h"
#include "say/error_text.h"
#include "wire/json_in.h"
#include "wire/json_write.h"
#include "say/notation.h"
#include "say/ranking.h"
#include "say/rule_house.h"
#include "say/rule_notes.h"
#include "say/rule_say.h"
#include "say/rule_text.h"
#include "wire/ruleset.h"
#include "say/event_text.h"
#include "wire/view_read.h"

static struct wire_line line;

/* ---- the matrix ---- */

/* A value as `options` take it. */
static void put_value(struct json_out *out, int rule, uint32_t value)
{
    char text[32];
    switch (mazo_rule_info(rule)->type) {
    case MAZO_TYPE_flag:
        json_out_bool(out, value);
        break;
    case MAZO_TYPE_number:
        json_out_int(out, value);
        break;
    default:
        rule_text_write(rule, value, text, sizeof text);
        json_out_string(out, text);
        break;
    }
}

static void put_choices(struct json_out *out, int rule, enum text_lang lang)
{
    const char *word;
    json_out_open_at(out, "choices", '[');
    for (uint32_t i = 0; (word = mazo_rule_word(rule, i)); i++) {
        json_out_open(out, '{');
        json_out_string_at(out, "word", word);
        json_out_string_at(out, "meaning", text_in(lang, mazo_rule_meaning(rule, i)));
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void put_row(struct json_out *out, int rule, int group, enum text_lang lang)
{
    static const char *const types[] = {"flag", "number", "choice", "copies"};
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    char range[160];
    rule_text_range(rule, lang, range, sizeof range);
    json_out_open(out, '{');
    json_out_string_at(out, "name", info->name);
    json_out_string_at(out, "ids", info->ids);
    json_out_int_at(out, "group", group);
    json_out_string_at(out, "type", types[info->type]);
    json_out_string_at(out, "sentence", text_in(lang, info->sentence));
    json_out_int_at(out, "least", info->least);
    json_out_int_at(out, "most", info->most);
    json_out_string_at(out, "range", range);
    put_choices(out, rule, lang);
    json_out_open_at(out, "values", '[');
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        put_value(out, rule, mazo_rules_get(mazo_rules_of_sheet(sheet), rule));
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* Does this rule open a new group? */
static bool opens_group(int rule)
{
    return rule == 0 || mazo_rule_info(rule)->group != mazo_rule_info(rule - 1)->group;
}

int export_words_matrix(int lang_number)
{
    enum text_lang lang = export_lang(lang_number);
    struct json_out out;
    export_begin(&out, '{');
    json_out_open_at(&out, "sheets", '[');
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        json_out_string(&out, mazo_sheet_name(sheet));
    json_out_close(&out, ']');
    json_out_open_at(&out, "groups", '[');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (opens_group(rule))
            json_out_string(&out, text_in(lang, mazo_rule_group(rule)));
    json_out_close(&out, ']');
    json_out_open_at(&out, "rows", '[');
    for (int rule = 0, group = -1; rule < MAZO_RULE_COUNT; rule++) {
        group += opens_group(rule);
        put_row(&out, rule, group, lang);
    }
    json_out_close(&out, ']');
    return export_end(&out, '}');
}

/* ---- cards ---- */

int export_words_cards(int lang_number)
{
    enum text_lang lang = export_lang(lang_number);
    struct json_out out;
    char card[MAZO_CARD_TEXT], name[64];
    export_begin(&out, '{');
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        say_card_full_name(lang, mazo_card_at(i), name, sizeof name);
        json_out_string_at(&out, mazo_card_write(mazo_card_at(i), card), name);
    }
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        json_out_string_at(&out, mazo_color_letter(color), say_color_name(lang, color));
    return export_end(&out, '}');
}

/* ---- rule cards ---- */

static void put_idea(struct json_out *out, int number, enum text_lang lang)
{
    struct say_card_text text;
    char says[600], effect[WIRE_EFFECT_SIZE];
    const struct mazo_rule_card *card = mazo_idea(number);
    say_idea_text(lang, number, &text);
    say_effects(lang, card, &text, says, sizeof says);
    json_out_open(out, '{');
    json_out_string_at(out, "text", text.text);
    json_out_open_at(out, "effects", '[');
    for (int i = 0; i < card->count; i++) {
        say_effect_write(&card->effect[i], text.dare[i], effect, sizeof effect);
        json_out_string(out, effect);
    }
    json_out_close(out, ']');
    json_out_string_at(out, "says", says);
    json_out_close(out, '}');
}

static void put_effect_kinds(struct json_out *out, enum text_lang lang)
{
    json_out_open_at(out, "effects", '[');
    for (int i = 0; i < MAZO_EFFECT_COUNT; i++) {
        json_out_open(out, '{');
        json_out_string_at(out, "name", mazo_effect_name(i));
        json_out_string_at(out, "takes", mazo_effect_takes(i));
        json_out_string_at(out, "title", say_effect_title(lang, i));
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    json_out_open_at(out, "others", '[');
    for (int i = 0; i < MAZO_OTHER_COUNT; i++)
        json_out_string(out, mazo_other_name(i));
    json_out_close(out, ']');
}

int export_words_kit(int lang_number)
{
    enum text_lang lang = export_lang(lang_number);
    struct json_out out;
    export_begin(&out, '{');
    put_effect_kinds(&out, lang);
    json_out_open_at(&out, "ideas", '[');
    for (int number = 1; number <= WIRE_IDEA_COUNT; number++)
        put_idea(&out, number, lang);
    json_out_close(&out, ']');
    json_out_int_at(&out, "most_effects", MAZO_EFFECTS_MAX);
    json_out_int_at(&out, "most_n", MAZO_EFFECT_N_MAX);
    json_out_int_at(&out, "most_text", WIRE_TEXT_MAX);
    json_out_int_at(&out, "most_dare", WIRE_DARE_MAX);
    return export_end(&out, '}');
}

/* An answer of one text. */
static int answer_text(const char *key, const char *text)
{
    struct json_out out;
    export_begin(&out, '{');
    json_out_string_at(&out, key, text);
    return export_end(&out, '}');
}

int export_words_effects(int size, int lang)
{
    struct mazo_rule_card card;
    struct say_card_text text;
    struct wire_error why;
    struct json_in r = {.lang = export_lang(lang), .err = &why};
    char says[600];
    json_t *object = json_in_load(&r, export_text(), (size_t)size);
    bool fine = object && json_in_rule_card(&r, object, &card, &text);
    if (fine && !mazo_rule_card_is_valid(&card)) {
        fine = json_in_fail(&r, "bad_rule_cards", "A rule card has 1 to %d effects",
                            MAZO_EFFECTS_MAX);
    }
    if (object)
        json_decref(object);
    if (!fine)
        return export_refuse(&why);
    say_effects(r.lang, &card, &text, says, sizeof says);
    return answer_text("says", says);
}

/* ---- rules in words ---- */

static void say_part(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    (void)ids;
    static const char *const parts[] = {"title", "group", "group", "sentence"};
    struct json_out *out = ctx;
    json_out_open(out, '[');
    json_out_string(out, parts[part]);
    json_out_string(out, text);
    json_out_close(out, ']');
}

static void put_rules(struct json_out *out, const struct mazo_rules *rules, int seats)
{
    json_out_string_at(out, "rules", mazo_sheet_name(rules->sheet));
    json_out_key(out, "options");
    wire_put_options(out, rules);
    json_out_int_at(out, "seats", seats);
    json_out_int_at(out, "clock", rules->turn_clock);
    json_out_open_at(out, "playable", '[');
    for (int count = MAZO_SEATS_MIN; count <= MAZO_SEATS_MAX; count++)
        if (mazo_rules_check(rules, count) == MAZO_FAULT_none)
            json_out_int(out, count);
    json_out_close(out, ']');
}

int export_words_rules(int size, int lang_number)
{
    enum text_lang lang = export_lang(lang_number);
    struct wire_error why;
    struct json_out out;
    char lesson[2000];
    if (!wire_read_line(lang, export_text(), (size_t)size, &line, &why))
        return export_refuse(&why);
    const struct mazo_position *p = &line.opening.position;
    rule_notes_lesson(&p->rules, lang, lesson, sizeof lesson);
    export_begin(&out, '{');
    put_rules(&out, &p->rules, p->seats);
    json_out_string_at(&out, "lesson", lesson);
    json_out_open_at(&out, "parts", '[');
    rule_say(&p->rules, lang, NULL, say_part, &out);
    json_out_close(&out, ']');
    return export_end(&out, '}');
}

int export_words_house(int size, int lang)
{
    struct wire_error why;
    char list[RULE_HOUSE_SIZE];
    if (!wire_read_line(export_lang(lang), export_text(), (size_t)size, &line, &why))
        return export_refuse(&why);
    rule_house_list(&line.opening.position.rules, export_lang(lang), 0, list, sizeof list);
    return answer_text("house", list);
}

int export_words_ruleset(int size, int lang)
{
    static struct ruleset_errors errors;
    struct mazo_rules rules;
    struct wire_error why = {.word = "bad_rules"};
    struct json_out out;
    if (!ruleset_read(export_text(), (size_t)size, 0, export_lang(lang), &rules, &errors)) {
        snprintf(why.message, sizeof why.message, text_in(export_lang(lang), N_("Line %d: %s")),
                 errors.at[0].line, errors.at[0].message);
        return export_refuse(&why);
    }
    export_begin(&out, '{');
    put_rules(&out, &rules, rules.seats);
    return export_end(&out, '}');
}

/* ---- what happens ---- */

/* The names of the seats, as the page gives them; "?" where one is missing. */
static void read_names(const json_t *object, const char *names[MAZO_SEATS_MAX])
{
    const json_t *list = json_object_get(object, "names");
    for (size_t i = 0; i < MAZO_SEATS_MAX; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        names[i] = name ? name : "?";
    }
}

/* Rule cards come with the event that shows them. */
static void read_shown(struct json_in *r, const json_t *list, struct mazo_rule_card *cards,
                       struct say_texts *texts)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *card = json_object_get(json_array_get(list, i), "rule_card");
        int number = 0;
        if (card && json_in_int(r, card, "number", 0, MAZO_RULE_CARDS_MAX - 1, &number))
            json_in_rule_card(r, card, &cards[number], &texts->card[number]);
    }
}

static int tell_events(const json_t *object, struct json_in *r)
{
    static struct mazo_events events;
    static struct say_texts texts;
    struct mazo_rule_card cards[MAZO_RULE_CARDS_MAX] = {0};
    const char *names[MAZO_SEATS_MAX];
    int reader = MAZO_SPECTATOR;
    struct json_out out;
    char sentence[1024];
    const json_t *list = json_object_get(object, "events");
    memset(&texts, 0, sizeof texts);
    if (!wire_read_events(list, &events, r->err) ||
        !json_in_int(r, object, "seat", 0, MAZO_SPECTATOR, &reader))
        return export_refuse(r->err);
    read_names(object, names);
    read_shown(r, list, cards, &texts);
    struct tell tell = {.lang = r->lang,
                        .reader = reader,
                        .names = names,
                        .texts = &texts,
                        .rule_cards = cards};
    export_begin(&out, '[');
    for (int i = 0; i < events.count; i++) {
        say_tell(&tell, &events.at[i], events.cards, sentence, sizeof sentence);
        json_out_string(&out, sentence);
    }
    return export_end(&out, ']');
}

/* A question that is one object. */
static int answer_object(int size, int lang, int (*answer)(const json_t *, struct json_in *))
{
    struct wire_error why;
    struct json_in r = {.lang = export_lang(lang), .err = &why};
    json_t *object = json_in_load(&r, export_text(), (size_t)size);
    if (!object)
        return export_refuse(&why);
    int written = answer(object, &r);
    json_decref(object);
    return written;
}

int export_words_tell(int size, int lang) { return answer_object(size, lang, tell_events); }

/* ---- why not ---- */

static int answer_why(const struct wire_error *why, bool misplay)
{
    struct json_out out;
    export_begin(&out, '{');
    json_out_string_at(&out, "error", why->word);
    json_out_string_at(&out, "message", why->message);
    json_out_bool_at(&out, "misplay", misplay);
    return export_end(&out, '}');
}

/* A game that the seat could be in says the same about its commands as the real one: what
 * is refused depends only on what the seat knows. */
static int explain(const json_t *object, struct json_in *r)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static struct mazo_game game;
    const char *names[MAZO_SEATS_MAX];
    uint64_t dice = 1;
    enum mazo_error e, hidden = MAZO_ERR_ok;
    if (!wire_read_view(json_object_get(object, "view"), &view, &texts, r->err))
        return export_refuse(r->err);
    read_names(object, names);
    mazo_resample(&view, &dice, &game);
    e = mazo_judge(&game, &line.command);
    bool misplay = e == MAZO_ERR_ok && mazo_is_misplay(&game, &line.command, &hidden);
    if (e == MAZO_ERR_ok && !misplay)
        return 0;
    r->err->word = mazo_error_word((int)(misplay ? hidden : e));
    say_explain_to(r->lang, names, &game, &line.command, e, r->err->message,
                   sizeof r->err->message);
    return answer_why(r->err, misplay);
}

int export_words_why(int size, int lang)
{
    struct wire_error why;
    struct json_in r = {.lang = export_lang(lang), .err = &why};
    const char *text = export_text();
    const char *command = memchr(text, '\n', (size_t)size);
    if (!command) {
        json_in_fail(&r, "bad_json", "A line must be a JSON object");
        return export_refuse(&why);
    }
    size_t before = (size_t)(command - text);
    if (!wire_read_line(r.lang, command + 1, (size_t)size - before - 1, &line, &why))
        return export_refuse(&why);
    json_t *object = json_in_load(&r, text, before);
    if (!object)
        return export_refuse(&why);
    int answer = explain(object, &r);
    json_decref(object);
    return answer;
}

/* ---- who stands where ---- */

static void put_side(struct json_out *out, const struct say_side *side)
{
    json_out_open(out, '{');
    json_out_open_at(out, "seats", '[');
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        if (side->seats >> seat & 1)
            json_out_int(out, seat);
    json_out_close(out, ']');
    json_out_int_at(out, "place", side->place);
    json_out_int_at(out, "points", side->points);
    json_out_int_at(out, "cards", side->cards);
    json_out_close(out, '}');
}

static bool read_view(int size, struct mazo_view *view, struct wire_error *why)
{
    static struct say_texts texts;
    struct json_in r = {.lang = TEXT_EN, .err = why};
    json_t *object = json_in_load(&r, export_text(), (size_t)size);
    bool fine = object && wire_read_view(object, view, &texts, why);
    if (object)
        json_decref(object);
    return fine;
}

int export_words_ranking(int size, int lang)
{
    (void)lang; /* numbers only */
    static struct mazo_view view;
    struct say_side sides[MAZO_SEATS_MAX];
    struct wire_error why;
    struct json_out out;
    if (!read_view(size, &view, &why))
        return export_refuse(&why);
    int count = say_ranking(&view.pub, sides);
    export_begin(&out, '[');
    for (int i = 0; i < count; i++)
        put_side(&out, &sides[i]);
    return export_end(&out, ']');
}

/* ---- what a player is asked ---- */

/* The kinds of commands that are offered: the words depend on no more. */
static void read_offered(const json_t *list, struct mazo_legal *legal)
{
    legal->count = 0;
    for (int type = 0; type < MAZO_CMD_COUNT; type++) {
        for (size_t i = 0; i < json_array_size(list); i++) {
            const char *name = json_string_value(json_object_get(json_array_get(list, i), "do"));
            if (name && strcmp(name, mazo_command_name(type)) == 0) {
                legal->at[legal->count++].type = (uint8_t)type;
                break;
            }
        }
    }
}

static void put_ask(struct json_out *out, const struct say_asked *asked)
{
    static struct say_ask ask;
    say_ask(asked, &ask);
    json_out_open(out, '{');
    json_out_string_at(out, "title", ask.title);
    json_out_string_at(out, "sentence", ask.sentence);
    json_out_open_at(out, "options", '[');
    for (const struct say_option *o = ask.option; o < ask.option + ask.count; o++) {
        json_out_open(out, '{');
        json_out_string_at(out, "do", mazo_command_name(o->command));
        if (o->command == MAZO_CMD_vote)
            json_out_bool_at(out, "yes", o->yes);
        json_out_string_at(out, "label", say_label_words(o->label));
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    if (asked->view->accuser < asked->view->seats) {
        say_vote(asked, &ask);
        json_out_string_at(out, "vote", ask.title);
    }
    json_out_close(out, '}');
}

static int ask_seat(const json_t *object, struct json_in *r)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static struct mazo_legal legal;
    const char *names[MAZO_SEATS_MAX];
    struct say_asked asked = {.lang = r->lang,
                              .view = &view,
                              .legal = &legal,
                              .names = names,
                              .hints = true};
    struct json_out out;
    if (!wire_read_view(json_object_get(object, "view"), &view, &texts, r->err) ||
        !json_in_int(r, object, "marked", 0, MAZO_CARDS_MAX, &asked.marked))
        return export_refuse(r->err);
    read_names(object, names);
    read_offered(json_object_get(object, "legal"), &legal);
    export_begin(&out, 0);
    put_ask(&out, &asked);
    return export_end(&out, 0);
}

int export_words_ask(int size, int lang) { return answer_object(size, lang, ask_seat); }
