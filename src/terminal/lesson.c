/*
 * lesson.c - one step after the other, on the real game screen.
 */
#include "terminal/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/page.h"
#include "terminal/terminal.h"

/* Nobody else moves while the learner thinks. */
static const struct table_pace still_pace = {.think = UINT32_MAX,
                                             .react = UINT32_MAX,
                                             .vote = UINT32_MAX};

/* ---- setting up ---- */

static void hear(void *ear, const struct table *t)
{
    struct session *s = ear;
    score_hear(&s->book, &t->play.game, &t->play.events);
    if (s->heard) {
        s->heard(s->ear, s);
    }
}

/* The learner and two others. They sit as people for as long as the position is made, for
 * nobody may give a command for a bot. */
static void sit_down(struct session *s, bool others_play)
{
    static const char *const names[LESSON_SEATS] = {N_("You"), "Ana", "Bruno"};
    for (int seat = 0; seat < LESSON_SEATS; seat++) {
        struct table_player *player = &s->setup.player[seat];
        *player = (struct table_player){.sitter = TABLE_PERSON, .level = BOT_NORMAL};
        snprintf(player->name, sizeof player->name, "%s",
                 seat == 0 ? text_in(s->setup.lang, names[0]) : names[seat]);
        if (others_play) {
            table_sit(&s->table, seat, player);
        } else if (seat > 0) {
            s->table.seat[seat].player.sitter = TABLE_BOT;
        }
        s->names[seat] = s->table.seat[seat].player.name;
    }
}

bool lesson_begin(struct lesson *l, struct session *s, enum text_lang lang, int number,
                  uint64_t now, struct wire_error *why)
{
    const struct lesson_step *step = &lesson_steps[number];
    *l = (struct lesson){.lang = lang, .number = number, .step = step};
    memset(s, 0, sizeof *s);
    s->save.fd = -1; /* nothing of it is kept */
    setup_init(&s->setup, lang);
    table_init(&s->table, lang, &still_pace, NULL, 1);
    sit_down(s, true);
    struct wire_line *line = calloc(1, sizeof *line);
    bool fine = line && wire_read_line(lang, step->opening, strlen(step->opening), line, why) &&
                table_open(&s->table, line->kind, &line->opening, now, why);
    free(line);
    if (!fine) {
        return false;
    }
    s->setup.rules = s->table.play.game.rules;
    s->setup.seats = LESSON_SEATS;
    s->setup.people = 1;
    score_begin(&s->book, LESSON_SEATS);
    if (step->before.type != MAZO_CMD_COUNT &&
        table_do(&s->table, now, &step->before, NULL, why) != TABLE_DONE) {
        return false;
    }
    sit_down(s, false);
    s->table.heard = hear;
    s->table.ear = s;
    return true;
}

/* ---- the teacher ---- */

static bool is_wanted(const struct lesson *l, const struct table *t, const struct mazo_command *c)
{
    if (l->done == l->step->want_count) {
        return false;
    }
    const struct lesson_want *want = &l->step->want[l->done];
    bool said = c->uno || t->play.game.said & 1u;
    return c->type == want->type && (want->card == MAZO_CARD_NONE || c->card == want->card) &&
           (want->color == MAZO_COLOR_NONE || c->color == want->color) &&
           (want->who == MAZO_SEAT_NONE || c->who == want->who) && (!want->uno || said);
}

/* The last right command has been carried out: on to the next one. */
static void go_on(struct lesson *l, const struct table *t)
{
    if (l->given && t->commands > l->commands) {
        l->given = false;
        l->scolded = false;
        l->done++;
    }
}

static bool allows(void *ear, const struct table *t, const struct mazo_command *c)
{
    struct lesson *l = ear;
    go_on(l, t);
    l->scolded = false;
    if (is_wanted(l, t, c)) {
        l->given = true;
        l->commands = t->commands;
        return true;
    }
    if (c->type == MAZO_CMD_uno || !table_would(t, c)) {
        return true; /* the table says why not */
    }
    l->scolded = true;
    return false;
}

static bool is_over(void *ear, const struct table *t)
{
    struct lesson *l = ear;
    go_on(l, t);
    return l->done == l->step->want_count;
}

/* The letter that stands for "%c", as the key line has it in this language. */
static void put_key(const char *text, char key, char *buf, size_t size)
{
    const char *place = strstr(text, "%c");
    if (place) {
        snprintf(buf, size, "%.*s%c%s", (int)(place - text), text, key, place + 2);
    } else {
        snprintf(buf, size, "%s", text);
    }
}

static const char *caption(void *ear)
{
    struct lesson *l = ear;
    char text[LESSON_TEXT_MAX - 100];
    bool done = l->done == l->step->want_count;
    const struct lesson_want *want = &l->step->want[done ? 0 : l->done];
    const char *english = done                              ? l->step->after
                          : l->scolded && l->step->wrong[0] ? l->step->wrong
                                                            : want->say;
    bool also = l->scolded && !done && !l->step->wrong[0];
    const char *label = want->key ? text_in(l->lang, want->key) : " ";
    put_key(text_in(l->lang, english), label[0], text, sizeof text);
    snprintf(l->text, sizeof l->text, "%d/%d · %s: %s%s%s%s", l->number + 1, lesson_step_count,
             text_in(l->lang, l->step->title),
             also ? text_in(l->lang, "That is allowed too, but now try this. ") : "", text,
             done ? " " : "", done ? text_in(l->lang, "(Enter)") : "");
    return l->text;
}

struct game_guide lesson_guide(struct lesson *l)
{
    return (struct game_guide){.caption = caption, .allows = allows, .is_over = is_over, .ear = l};
}

/* ---- the whole ---- */

enum wish { WISH_GO_ON, WISH_SKIP, WISH_LEAVE };

static enum wish ask(struct page *p)
{
    static const char *const answers[] = {N_("Go on with the lesson"), N_("Skip this step"),
                                          N_("Leave the lesson")};
    page_begin(p, text_in(p->lang, "Lesson"));
    int answer = page_ask(p, text_in(p->lang, "Lesson"), "", answers, 3);
    return answer < 0 ? WISH_GO_ON : (enum wish)answer;
}

static void say(struct page *p, const char *title, const char *text)
{
    page_begin(p, text_in(p->lang, "Lesson"));
    page_say(p, text_in(p->lang, title), text_in(p->lang, text));
}

/* The step until it is done, skipped or left. */
static enum wish run_step(struct page *p, struct session *s, int number)
{
    struct lesson lesson;
    struct wire_error why;
    enum wish wish = WISH_GO_ON;
    enum play_end end = PLAY_LEFT;
    while (wish == WISH_GO_ON && end == PLAY_LEFT) {
        if (!lesson_begin(&lesson, s, p->lang, number, p->term->now(p->term), &why)) {
            say(p, N_("Lesson"), why.message);
            return WISH_SKIP;
        }
        struct game_guide guide = lesson_guide(&lesson);
        end = terminal_play_guided(p->term, s, &guide);
        p->gone = end == PLAY_GONE;
        if (end == PLAY_LEFT) {
            wish = ask(p);
        }
    }
    return p->gone ? WISH_LEAVE : wish;
}

bool terminal_lesson(struct term *term, enum text_lang lang, bool *plays)
{
    static const char *const answers[] = {N_("Play a game now"), N_("Back to the menu")};
    *plays = false;
    struct page *page = calloc(1, sizeof *page);
    struct session *session = calloc(1, sizeof *session);
    if (!page || !session) {
        free(page);
        free(session);
        return true;
    }
    page_init(page, term, lang);
    say(page, N_("Two minutes, and you can play"),
        N_("Every step shows one thing, and you do it. Nothing can go wrong. q leaves a step: then "
           "you can skip it, or leave the lesson."));
    bool to_the_end = true;
    for (int i = 0; i < lesson_step_count && to_the_end && !page->gone; i++) {
        to_the_end = run_step(page, session, i) != WISH_LEAVE;
    }
    if (to_the_end && !page->gone) {
        page_begin(page, text_in(lang, "Lesson"));
        *plays = page_ask(page, text_in(lang, "That is the whole game"),
                          text_in(lang, "The sheets differ in details: ? shows the rules of your "
                                        "table at any time. Good luck!"),
                          answers, 2) == 0;
    }
    bool there = !page->gone;
    free(session);
    free(page);
    return there;
}
