/*
 * commands.c - carrying out and announcing one command.
 */
#include "table/inner.h"

#include <string.h>

#include "text/utf8.h"

/* ---- what a line holds ---- */

bool table_texts_are_plain(const struct mazo_command *c, const struct say_card_text *texts)
{
    for (int i = 0; i < c->count && i < MAZO_RULE_CARDS_MAX; i++) {
        const struct mazo_rule_card *card = &c->rule_cards[i];
        const struct say_card_text *text = &texts[i];
        if (!memchr(text->text, '\0', sizeof text->text) ||
            (text->text[0] && !utf8_is_plain(text->text, WIRE_TEXT_MAX)))
            return false;
        for (int j = 0; j < card->count && j < MAZO_EFFECTS_MAX; j++)
            if (card->effect[j].type == MAZO_EFFECT_dare &&
                (!memchr(text->dare[j], '\0', sizeof text->dare[j]) ||
                 !utf8_is_plain(text->dare[j], WIRE_DARE_MAX)))
                return false;
    }
    return true;
}

/* A card without words gets those of the idea that it is. */
static void write_for(enum text_lang lang, const struct mazo_rule_card *card,
                      struct say_card_text *out)
{
    int idea = say_idea_of(card);
    struct say_card_text dare;
    *out = (struct say_card_text){0};
    if (idea) {
        say_idea_text(lang, idea, out);
        return;
    }
    say_idea_text(lang, WIRE_IDEA_COUNT, &dare); /* a dare needs some text */
    for (int i = 0; i < card->count && i < MAZO_EFFECTS_MAX; i++)
        if (card->effect[i].type == MAZO_EFFECT_dare)
            memcpy(out->dare[i], dare.dare[0], sizeof out->dare[i]);
}

static void fill_written(struct table *t, const struct mazo_command *c,
                         const struct say_card_text *texts)
{
    struct wire_line *line = &t->line;
    int count = c->count < MAZO_RULE_CARDS_MAX ? c->count : MAZO_RULE_CARDS_MAX;
    for (int i = 0; i < count; i++) {
        line->rule_cards[i] = c->rule_cards[i];
        if (texts)
            line->rule_texts[i] = texts[i];
        else
            write_for(t->lang, &c->rule_cards[i], &line->rule_texts[i]);
    }
    line->command.count = (uint8_t)count;
    line->command.rule_cards = line->rule_cards;
}

void table_fill(struct table *t, const struct mazo_command *c, const struct say_card_text *texts)
{
    struct wire_line *line = &t->line;
    const char *fields = mazo_command_fields(c->type);
    line->kind = WIRE_COMMAND;
    line->command = (struct mazo_command){
        .type = c->type,
        .seat = strchr(fields, 's') ? c->seat : MAZO_SEAT_NONE,
        .card = strchr(fields, 'c') ? c->card : MAZO_CARD_NONE,
        .color = strchr(fields, 'o') ? c->color : MAZO_COLOR_NONE,
        .who = strchr(fields, 'w') ? c->who : MAZO_SEAT_NONE,
        .uno = strchr(fields, 'u') && c->uno,
        .yes = strchr(fields, 'y') && c->yes,
    };
    if (c->type == MAZO_CMD_play && !mazo_card_is_wild(c->card))
        line->command.color = MAZO_COLOR_NONE;
    if (c->type == MAZO_CMD_throw) {
        line->command.count = c->count < MAZO_CARDS_MAX ? c->count : MAZO_CARDS_MAX;
        line->command.cards = line->cards;
        if (line->command.count > 0)
            memmove(line->cards, c->cards, line->command.count);
    } else if (c->type == MAZO_CMD_write) {
        fill_written(t, c, texts);
    }
}

void table_keep_line(struct wire_line *to, const struct wire_line *from)
{
    *to = *from;
    to->command.cards = from->command.cards ? to->cards : NULL;
    to->command.rule_cards = from->command.rule_cards ? to->rule_cards : NULL;
}

/* ---- carrying out ---- */

void table_tell_bots(struct table *t, const struct wire_game *play)
{
    const struct mazo_events *events = &play->events;
    for (int seat = 0; seat < t->seats; seat++) {
        struct mazo_view view;
        if (!mazo_bot_listens(&t->seat[seat].bot))
            continue;
        mazo_view_of(&play->game, seat, &view);
        for (int i = 0; i < events->count; i++) {
            struct mazo_event event;
            mazo_event_for(&events->at[i], seat, &event);
            mazo_bot_hear(&t->seat[seat].bot, &view, &event,
                          event.has_cards ? events->cards + event.first : NULL);
        }
    }
}

/* Social commands and mistakes do not pass the turn: clocks and thoughts continue. */
static bool advances(const struct mazo_game *g, const struct mazo_command *c)
{
    switch (c->type) {
    case MAZO_CMD_uno:
    case MAZO_CMD_catch:
    case MAZO_CMD_accuse:
    case MAZO_CMD_admit:
    case MAZO_CMD_vote:
    case MAZO_CMD_tally:
        return false;
    case MAZO_CMD_write: /* all seats write at the same time */
        return false;
    default:
        return !mazo_is_misplay(g, c, NULL);
    }
}

bool table_carry_out(struct table *t, struct wire_error *why)
{
    const struct mazo_game *g = &t->play.game;
    bool wrote = g->phase == MAZO_PHASE_write;
    struct table_change change = {.advanced = advances(g, &t->line.command),
                                  .seat = t->line.command.seat,
                                  .before = g->catchable};
    if (!wire_game_do(&t->play, t->lang, &t->line, why))
        return false;
    table_keep_line(&t->last, &t->line);
    t->commands++;
    t->in_round = t->line.command.type == MAZO_CMD_next ? 0 : t->in_round + 1;
    change.advanced |= wrote && g->phase != MAZO_PHASE_write;
    table_tell_bots(t, &t->play);
    table_plan(t, &change);
    if (t->heard)
        t->heard(t->ctx, t);
    return true;
}

bool table_run(struct table *t, const struct mazo_command *c)
{
    struct wire_error why;
    table_fill(t, c, NULL);
    return table_carry_out(t, &why);
}
