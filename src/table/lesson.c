/*
 * lesson.c - one step of the lesson: its position, and the teacher.
 */
#include "table/lesson.h"

#include <stdio.h>
#include <string.h>

/* No other seat moves while the learner thinks. */
static const struct table_pace still_pace = {.think = UINT32_MAX,
                                             .react = UINT32_MAX,
                                             .vote = UINT32_MAX};

/* ---- setting up ---- */

/* Seats the learner and two others, all as people while the position is made, because nobody may
 * give a command for a bot. */
static void sit_down(struct table *t)
{
    static const char *const names[LESSON_SEATS] = {N_("You"), "Ana", "Bruno"};
    for (int seat = 0; seat < LESSON_SEATS; seat++) {
        struct table_player player = {.sitter = TABLE_PERSON, .level = MAZO_BOT_NORMAL};
        snprintf(player.name, sizeof player.name, "%s",
                 seat == 0 ? text_in(t->lang, names[0]) : names[seat]);
        table_sit(t, seat, &player);
    }
}

bool lesson_begin(struct lesson *l, struct table *t, int number, uint64_t now,
                  struct wire_error *why)
{
    const struct lesson_step *step = &lesson_steps[number];
    *l = (struct lesson){.number = number, .step = step};
    t->pace = still_pace;
    sit_down(t);
    struct wire_line *line = &t->last;
    bool fine = wire_read_line(t->lang, step->opening, strlen(step->opening), line, why) &&
                table_open(t, line->kind, &line->opening, now, why) &&
                (step->before.type == MAZO_CMD_COUNT ||
                 table_do(t, now, &step->before, NULL, why) == TABLE_DONE);
    for (int seat = 1; seat < LESSON_SEATS; seat++)
        t->seat[seat].player.sitter = TABLE_BOT;
    return fine;
}

/* ---- the teacher ---- */

static bool is_wanted(const struct lesson *l, const struct table *t, const struct mazo_command *c)
{
    if (l->done == l->step->want_count)
        return false;
    const struct lesson_want *want = &l->step->want[l->done];
    bool said = c->uno || t->play.game.said & 1u;
    return c->type == want->type && (want->card == MAZO_CARD_NONE || c->card == want->card) &&
           (want->color == MAZO_COLOR_NONE || c->color == want->color) &&
           (want->who == MAZO_SEAT_NONE || c->who == want->who) && (!want->uno || said);
}

/* The last right command was carried out: go on to the next. */
static void go_on(struct lesson *l, const struct table *t)
{
    if (l->given && t->commands > l->commands) {
        l->given = false;
        l->scolded = false;
        l->done++;
    }
}

bool lesson_allows(struct lesson *l, const struct table *t, const struct mazo_command *c)
{
    go_on(l, t);
    l->scolded = false;
    if (is_wanted(l, t, c)) {
        l->given = true;
        l->commands = t->commands;
        return true;
    }
    l->said = l->said || c->type == MAZO_CMD_uno;
    if (c->type == MAZO_CMD_uno || !table_would(t, c))
        return true; /* the table says why not */
    l->scolded = true;
    return false;
}

bool lesson_is_over(struct lesson *l, const struct table *t)
{
    go_on(l, t);
    return l->done == l->step->want_count;
}

struct lesson_words lesson_say(const struct lesson *l, enum text_lang lang)
{
    struct lesson_words words = {.title = text_in(lang, l->step->title), .answer = ""};
    if (l->done == l->step->want_count) {
        words.text = text_in(lang, l->step->after);
        return words;
    }
    const struct lesson_want *want = &l->step->want[l->done];
    words.how = (enum lesson_how)want->how;
    words.text = text_in(lang, want->say);
    if (want->uno && l->said) {
        words.how = LESSON_HOW_CARD;
        words.text = text_in(lang, "You have said UNO. Now play the card.");
    }
    if (l->scolded && want->wrong) {
        words.answer = text_in(lang, want->wrong);
        words.text = "";
    } else if (l->scolded) {
        words.answer = text_in(lang, "That is allowed too, but try this first.");
    }
    return words;
}
