/*
 * exports_replay.c - match files in a page: step by step, and what the coach says.
 *
 * Chances and costs are given in millionths of a match: our JSON has whole numbers only.
 */
#include <stdio.h>
#include <string.h>

#include "mazo/mazo.h"
#include "sim/chances.h"
#include "sim/coach.h"
#include "sim/coach_why.h"
#include "table/table.h"
#include "wasm/exports.h"
#include "wire/fair.h"
#include "wire/json_write.h"
#include "wire/match.h"

enum { SPECTATOR = -1, EVERYTHING = -2 };

static struct match_reader match;

/* ---- stepping ---- */

static int refuse_line(void)
{
    struct json_out out;
    export_begin(&out, '{');
    json_out_int_at(&out, "line", match.line);
    json_out_string_at(&out, "error", match.why.word);
    json_out_string_at(&out, "message", match.why.message);
    return export_end(&out, '}');
}

int export_replay_begin(int size, int lang)
{
    match_begin(&match, export_lang(lang), export_text(), (size_t)size);
    return match_next(&match) == MATCH_STEP ? 0 : refuse_line();
}

int export_replay_next(void)
{
    switch (match_next(&match)) {
    case MATCH_STEP:
        return 1;
    case MATCH_END:
        return 0;
    default:
        return -refuse_line();
    }
}

void *export_replay_at(void) { return &match; }
int export_replay_size(void) { return (int)sizeof match; }

int export_replay_where(void)
{
    const struct mazo_game *g = &match.play.game;
    struct json_out out;
    export_begin(&out, '{');
    json_out_int_at(&out, "commands", match.commands);
    json_out_int_at(&out, "round", g->round);
    json_out_string_at(&out, "phase", mazo_phase_name(g->phase));
    json_out_bool_at(&out, "cut", match.cut);
    return export_end(&out, '}');
}

/* ---- the first line ---- */

static void put_players(struct json_out *out)
{
    json_out_open_at(out, "players", '[');
    for (int i = 0; i < match.roster.count; i++) {
        const struct roster_seat *s = &match.roster.seat[i];
        json_out_open(out, '{');
        json_out_string_at(out, "name", s->name);
        json_out_string_at(out, "sits", s->sits);
        json_out_string_at(out, "bot", s->bot);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void put_fair(struct json_out *out, const struct fair *fair)
{
    json_out_string_at(out, "shuffle",
                       !fair->is_there                                      ? "none"
                       : fair_checks(fair, match.now.opening.position.seed) ? "right"
                                                                            : "wrong");
    if (fair->is_there)
        fair_put(out, fair);
    if (fair->deal[0])
        json_out_string_at(out, "deal", fair->deal);
}

int export_replay_head(void)
{
    const struct mazo_position *p = &match.now.opening.position;
    struct json_out out;
    struct fair fair;
    if (match.commands > 0 || !fair_read(match.lang, match.text, match.at, &fair, &match.why))
        return refuse_line();
    export_begin(&out, '{');
    wire_put_rules(&out, &p->rules);
    json_out_int_at(&out, "seats", p->seats);
    put_players(&out);
    put_fair(&out, &fair);
    return export_end(&out, '}');
}

/* ---- what is seen ---- */

static void event_for(const struct mazo_event *event, int seat, struct mazo_event *out)
{
    if (seat == EVERYTHING)
        *out = *event;
    else
        mazo_event_for(event, seat == SPECTATOR ? MAZO_SPECTATOR : seat, out);
}

static void put_events(struct json_out *out, int seat, const struct mazo_rule_card *cards,
                       const struct say_texts *texts)
{
    const struct mazo_events *events = &match.play.events;
    json_out_open_at(out, "events", '[');
    for (int i = 0; i < events->count; i++) {
        struct mazo_event event;
        event_for(&events->at[i], seat, &event);
        wire_put_event(out, events, &event, cards, texts);
    }
    json_out_close(out, ']');
}

static void put_command(struct json_out *out, enum text_lang lang)
{
    json_out_key(out, "command");
    if (match.now.kind == WIRE_COMMAND && match.commands > 0)
        wire_put_command(out, lang, &match.now.command, match.now.rule_texts);
    else
        json_out_null(out);
}

/* As a table would show it to that seat. */
static void put_view(struct json_out *out, int seat, enum text_lang lang, struct mazo_view *view,
                     struct say_texts *texts)
{
    static struct table table;
    static struct mazo_legal legal;
    int viewer = seat == SPECTATOR ? MAZO_SPECTATOR : seat;
    table.play = match.play;
    table.seats = match.play.game.seats;
    table_view(&table, viewer, view);
    table_texts(&table, viewer, texts);
    legal.count = 0;
    if (viewer < table.seats)
        mazo_legal(&match.play.game, viewer, &legal);
    json_out_key(out, "now");
    wire_put_view(out, lang, view, texts, &legal);
}

static void put_hands(struct json_out *out)
{
    const struct mazo_game *g = &match.play.game;
    json_out_open_at(out, "hands", '[');
    for (int seat = 0; seat < g->seats; seat++)
        wire_put_counts(out, g->copies[seat]);
    json_out_close(out, ']');
}

int export_replay_show(int seat, int lang_number)
{
    static struct mazo_view view;
    static struct say_texts texts;
    enum text_lang lang = export_lang(lang_number);
    const struct mazo_rule_card *cards = match.play.game.rule_cards;
    struct json_out out;
    if (!match.play.open)
        return 0;
    export_begin(&out, '{');
    put_command(&out, lang);
    if (seat < 0 || seat >= match.play.game.seats)
        seat = seat == EVERYTHING ? EVERYTHING : SPECTATOR;
    if (seat == EVERYTHING) {
        texts = match.play.texts;
        put_hands(&out);
    } else {
        put_view(&out, seat, lang, &view, &texts);
        cards = view.rule_cards;
    }
    put_events(&out, seat, cards, &texts);
    return export_end(&out, '}');
}

/* ---- the coach ---- */

static void put_millionths(struct json_out *out, const char *key, double number)
{
    json_out_int_at(out, key, (int64_t)(number * 1e6 + (number < 0 ? -0.5 : 0.5)));
}

/* Why the expert's choice was better, in the language of `match`; "" where nothing is to be said. */
static void put_why(struct json_out *out, const struct coach_decision *d)
{
    const char *names[MAZO_SEATS_MAX];
    char why[512] = "";
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        names[i] = i < match.roster.count ? match.roster.seat[i].name : "";
    if (d->cost > 0)
        coach_why(match.lang, names, d->before, d->done, d->best, why, sizeof why);
    json_out_string_at(out, "why", why);
}

static void put_decision(struct json_out *out, const struct coach_decision *d)
{
    json_out_open(out, '{');
    json_out_string_at(out, "type", "decision");
    json_out_int_at(out, "command", d->command);
    json_out_int_at(out, "seat", d->seat);
    json_out_key(out, "done");
    wire_put_command(out, TEXT_EN, d->done, NULL);
    json_out_key(out, "best");
    wire_put_command(out, TEXT_EN, d->best, NULL);
    json_out_bool_at(out, "agree", d->agree);
    put_millionths(out, "cost", d->cost);
    put_millionths(out, "margin", d->margin);
    put_why(out, d);
    json_out_close(out, '}');
}

static void put_tallies(struct json_out *out, int seats, const struct coach_tally *players)
{
    json_out_open_at(out, "players", '[');
    for (int i = 0; i < seats; i++) {
        const struct coach_tally *t = &players[i];
        json_out_open(out, '{');
        json_out_int_at(out, "decisions", t->decisions);
        json_out_int_at(out, "agreed", t->agreed);
        put_millionths(out, "skill", t->skill);
        put_millionths(out, "luck", t->luck);
        put_millionths(out, "skill_error", coach_skill_error(t));
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void decided(void *data, const struct coach_decision *d)
{
    char text[2048];
    struct json_out out;
    (void)data;
    json_out_init(&out, text, sizeof text);
    put_decision(&out, d);
    export_coached(out.buf, (int)out.len);
}

static void progress(void *data, int64_t commands, int64_t all)
{
    char text[128];
    struct json_out out;
    (void)data;
    json_out_init(&out, text, sizeof text);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", "progress");
    json_out_int_at(&out, "commands", commands);
    json_out_int_at(&out, "all", all);
    json_out_close(&out, '}');
    export_coached(out.buf, (int)out.len);
}

static void put_chances(struct json_out *out, const char *key, int seats, const double *chances)
{
    json_out_open_at(out, key, '[');
    for (int i = 0; i < seats; i++)
        json_out_int(out, (int64_t)(chances[i] * 1e6 + 0.5));
    json_out_close(out, ']');
}

static void put_chance(void *data, int command, int seats, const double chance[])
{
    char text[512];
    struct json_out out;
    (void)data;
    json_out_init(&out, text, sizeof text);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", "chance");
    json_out_int_at(&out, "command", command);
    put_chances(&out, "chance", seats, chance);
    json_out_close(&out, '}');
    export_coached(out.buf, (int)out.len);
}

int export_replay_chances(int size, int playouts)
{
    struct chances chances = {.playouts = (uint32_t)playouts, .at = put_chance};
    if (chances_run(&chances, export_text(), (size_t)size) != 0)
        return export_refuse(&(struct wire_error){.word = "no_memory"});
    return 0;
}

int export_replay_coach(int size, int playouts, int seat, int lang)
{
    struct coach_report report;
    struct json_out out;
    struct coach coach = {.playouts = (uint32_t)playouts,
                          .seat = seat < 0 ? COACH_EVERYBODY : seat,
                          .decided = decided,
                          .progress = progress};
    if (export_replay_begin(size, lang) > 0)
        return refuse_line();
    if (coach_run(&coach, export_text(), (size_t)size, &report) != 0)
        return export_refuse(&(struct wire_error){.word = "no_memory"});
    export_begin(&out, '{');
    json_out_int_at(&out, "commands", report.commands);
    put_tallies(&out, match.play.game.seats, report.player);
    return export_end(&out, '}');
}

/* ---- one decision ---- */

static void advised(void *data, const struct coach_decision *d) { put_decision(data, d); }

int export_replay_advise(int size, int command, int playouts)
{
    struct coach_report report;
    struct json_out out;
    struct coach coach = {.playouts = (uint32_t)playouts,
                          .seat = COACH_EVERYBODY,
                          .only = command,
                          .decided = advised,
                          .data = &out};
    export_begin(&out, 0);
    if (coach_run(&coach, export_text(), (size_t)size, &report) != 0)
        return export_refuse(&(struct wire_error){.word = "no_memory"});
    return export_end(&out, 0);
}
