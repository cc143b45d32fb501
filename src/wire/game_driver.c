/*
 * game_driver.c - a game with its texts, driven by lines that have been read.
 */
#include "wire/game_driver.h"

#include "say/error_text.h"

static bool start(struct wire_game *w, enum text_lang lang, const struct wire_line *line,
                  struct wire_error *why)
{
    const struct mazo_position *p = &line->opening.position;
    mazo_events_clear(&w->events);
    if (line->kind == WIRE_NEW) {
        enum mazo_rules_fault fault = mazo_init(&w->game, &p->rules, p->seats, p->seed, false,
                                                &w->events);
        if (fault)
            return wire_refuse(why, "bad_rules", "%s", text_in(lang, mazo_rules_fault_text(fault)));
    } else {
        const char *wrong = mazo_set_position(&w->game, p, &w->events);
        if (wrong) {
            return wire_refuse(why, "bad_position",
                               text_in(lang, "This position cannot be set up: %s"),
                               text_in(lang, wrong));
        }
    }
    w->texts = line->opening.texts;
    w->open = true;
    return true;
}

static bool command(struct wire_game *w, enum text_lang lang, const struct wire_line *line,
                    struct wire_error *why)
{
    const struct mazo_command *c = &line->command;
    enum mazo_error e = mazo_judge(&w->game, c);
    say_explain(lang, &w->game, c, e, why->message, sizeof why->message);
    why->word = mazo_error_word((int)e);
    if (e != MAZO_ERR_ok)
        return false;
    mazo_events_clear(&w->events);
    e = mazo_apply(&w->game, c, &w->events);
    if (e != MAZO_ERR_ok) /* judge and apply never disagree; if they do, say so */
        return wire_refuse(why, mazo_error_word((int)e), "%s", mazo_error_word((int)e));
    if (c->type == MAZO_CMD_write)
        say_texts_write(&w->texts, &w->game, c->seat, line->rule_texts, c->count);
    return true;
}

bool wire_game_do(struct wire_game *w, enum text_lang lang, const struct wire_line *line,
                  struct wire_error *why)
{
    *why = (struct wire_error){.word = "ok"};
    if (line->kind == WIRE_NEW || line->kind == WIRE_POSITION)
        return start(w, lang, line, why);
    if (!w->open) {
        return wire_refuse(why, "no_game", "%s",
                           text_in(lang,
                                   N_("There is no game yet: begin with \"new\" or \"position\"")));
    }
    if (line->kind == WIRE_STATE) {
        mazo_events_clear(&w->events);
        return true;
    }
    return command(w, lang, line, why);
}
