/*
 * referee.c - the referee of docs/notation.md.
 */
#include "wire/referee.h"

#include <string.h>

#include "wire/json_write.h"
#include "wire/match.h"

void referee_init(struct referee *r, enum text_lang lang, void (*fresh_seed)(uint8_t out[32]))
{
    memset(r, 0, sizeof *r);
    r->lang = lang;
    r->fresh_seed = fresh_seed;
}

void referee_set_rules(struct referee *r, const struct mazo_rules *rules)
{
    r->has_rules = true;
    r->rules = *rules;
}

static void put_answer(struct referee *r, bool ok, bool with_events, struct json_out *out)
{
    struct wire_game *w = &r->play;
    json_out_clear(out);
    json_out_open(out, '{');
    json_out_bool_at(out, "ok", ok);
    if (!ok)
        json_out_string_at(out, "error", r->why.word);
    if (r->why.message[0])
        json_out_string_at(out, "message", r->why.message);
    if (ok && with_events) {
        json_out_key(out, "events");
        wire_put_events(out, &w->events, &w->game, &w->texts);
    } else if (ok) {
        json_out_open_at(out, "events", '[');
        json_out_close(out, ']');
    }
    if (ok && (w->events.cut_short || !with_events))
        json_out_bool_at(out, "cut_short", true);
    json_out_key(out, "state");
    if (w->open)
        wire_put_state(out, r->lang, &w->game, &w->texts);
    else
        json_out_null(out);
    json_out_close(out, '}');
}

void referee_line(struct referee *r, const char *text, size_t len, struct json_out *answer)
{
    const struct mazo_rules *rules = r->has_rules ? &r->rules : NULL;
    bool ok = wire_read_line_by(rules, r->lang, text, len, &r->line, &r->why);
    struct wire_opening *opening = &r->line.opening;
    if (ok && r->line.kind == WIRE_NEW && !opening->has_seed && r->fresh_seed)
        r->fresh_seed(opening->position.seed);
    ok = ok && wire_game_do(&r->play, r->lang, &r->line, &r->why);
    r->accepted = ok && r->line.kind != WIRE_STATE;
    put_answer(r, ok, true, answer);
    if (answer->full) /* the buffer is smaller than it should be: the state matters most */
        put_answer(r, ok, false, answer);
}

void referee_log(const struct referee *r, struct json_out *out)
{
    uint64_t hash = mazo_hash(&r->play.game);
    json_out_clear(out);
    if (!r->accepted)
        return;
    if (r->line.kind == WIRE_COMMAND)
        match_put_command(out, &r->line.command, r->line.rule_texts, hash);
    else
        match_put_opening(out, r->line.kind, &r->line.opening, NULL, NULL, hash);
}
