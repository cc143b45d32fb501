/*
 * lesson.c - one step after the other, on the real game screen.
 */
#include "terminal/menu/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/rule_notes.h"
#include "terminal/screen/page.h"
#include "terminal/game/game.h"
#include "terminal/menu/menu.h"
#include "say/ask.h"

/* ---- setting up ---- */

static void hear(void *ctx, const struct table *t)
{
    struct session *s = ctx;
    score_hear(&s->book, &t->play.game, &t->play.events);
    if (s->heard)
        s->heard(s->ctx, s);
}

bool tutor_begin(struct tutor *tutor, struct session *s, enum text_lang lang, int number,
                 uint64_t now, struct wire_error *why)
{
    tutor->lang = lang;
    memset(s, 0, sizeof *s);
    s->save.fd = -1; /* not saved */
    setup_init(&s->setup, lang);
    table_init(&s->table, lang, &table_pace_none, NULL, 1);
    if (!lesson_begin(&tutor->lesson, &s->table, number, now, why))
        return false;
    s->setup.rules = s->table.play.game.rules;
    s->setup.seats = LESSON_SEATS;
    s->setup.people = 1;
    for (int seat = 0; seat < LESSON_SEATS; seat++) {
        s->setup.player[seat] = s->table.seat[seat].player;
        s->names[seat] = s->table.seat[seat].player.name;
    }
    score_begin(&s->book, LESSON_SEATS);
    s->table.heard = hear;
    s->table.ctx = s;
    return true;
}

/* ---- the teacher ---- */

static bool allows(void *ctx, const struct table *t, const struct mazo_command *c)
{
    struct tutor *tutor = ctx;
    return lesson_allows(&tutor->lesson, t, c);
}

static bool is_over(void *ctx, const struct table *t)
{
    struct tutor *tutor = ctx;
    return lesson_is_over(&tutor->lesson, t);
}

/* Names the key: the first letter of its label in the key line. */
static void say_how(enum text_lang lang, enum lesson_how how, char *buf, size_t size)
{
    static const uint8_t commands[LESSON_HOW_COUNT] = {[LESSON_HOW_DRAW] = MAZO_CMD_draw,
                                                       [LESSON_HOW_CHALLENGE] = MAZO_CMD_challenge,
                                                       [LESSON_HOW_UNO] = MAZO_CMD_uno,
                                                       [LESSON_HOW_CATCH] = MAZO_CMD_catch};
    buf[0] = '\0';
    if (how == LESSON_HOW_CARD) {
        snprintf(buf, size, " %s", text_in(lang, "Choose it with ◀ ▶ and press Enter."));
    } else if (commands[how]) {
        size_t used = (size_t)snprintf(buf, size, " ");
        snprintf(buf + used, size - used,
                 text_in(lang, how == LESSON_HOW_UNO ? N_("%c says UNO.") : N_("Press %c.")),
                 say_label(lang, commands[how], false)[0]);
    }
}

static const char *caption(void *ctx)
{
    struct tutor *tutor = ctx;
    const struct lesson *l = &tutor->lesson;
    struct lesson_words words = lesson_say(l, tutor->lang);
    char how[80];
    say_how(tutor->lang, words.how, how, sizeof how);
    bool done = l->done == l->step->want_count;
    snprintf(tutor->text, sizeof tutor->text, "%d/%d · %s: %s%s%s%s%s%s", l->number + 1,
             lesson_step_count, words.title, words.answer,
             words.answer[0] && words.text[0] ? " " : "", words.text, how, done ? " " : "",
             done ? text_in(tutor->lang, "(Enter)") : "");
    return tutor->text;
}

struct game_guide tutor_guide(struct tutor *tutor)
{
    return (
        struct game_guide){.caption = caption, .allows = allows, .is_over = is_over, .ctx = tutor};
}

/* ---- the whole ---- */

enum { CLOSING_MAX = 2000 };

enum choice { CHOICE_RESUME, CHOICE_SKIP, CHOICE_LEAVE };

static enum choice ask_choice(struct page *p)
{
    static const char *const answers[] = {N_("Resume the lesson"), N_("Skip this step"),
                                          N_("Leave the lesson")};
    page_begin(p, text_in(p->lang, "Lesson"));
    int answer = page_ask(p, text_in(p->lang, "Lesson"), "", answers, 3);
    return answer < 0 ? CHOICE_RESUME : (enum choice)answer;
}

static void say(struct page *p, const char *title, const char *text)
{
    page_begin(p, text_in(p->lang, "Lesson"));
    page_say(p, text_in(p->lang, title), text_in(p->lang, text));
}

/* Runs the step until it is done, skipped or left. */
static enum choice run_step(struct page *p, struct session *s, int number)
{
    struct tutor tutor;
    struct wire_error why;
    enum choice choice = CHOICE_RESUME;
    enum play_end end = PLAY_LEFT;
    while (choice == CHOICE_RESUME && end == PLAY_LEFT) {
        if (!tutor_begin(&tutor, s, p->lang, number, p->term->now(p->term), &why)) {
            say(p, N_("Lesson"), why.message);
            return CHOICE_SKIP;
        }
        struct game_guide guide = tutor_guide(&tutor);
        end = terminal_play_guided(p->term, s, &guide);
        p->gone = end == PLAY_GONE;
        if (end == PLAY_LEFT)
            choice = ask_choice(p);
    }
    return p->gone ? CHOICE_LEAVE : choice;
}

/* What is different at the next table. */
static void say_differences(enum text_lang lang, const struct mazo_rules *next, char *buf,
                            size_t size)
{
    char differs[CLOSING_MAX / 2];
    if (rule_notes_lesson(next, lang, differs, sizeof differs) == 0) {
        snprintf(buf, size, "%s",
                 text_in(lang, "The lesson used the sheet oficial, and so does your next table. "
                               "Other sheets differ: press ? at any time to read the rules of "
                               "your table. Good luck!"));
        return;
    }
    snprintf(buf, size,
             text_in(lang, "The lesson used the sheet oficial. At your next table (%s) this is "
                           "different: %s Press ? at any time to read its rules. Good luck!"),
             mazo_sheet_name(next->sheet), differs);
}

bool terminal_lesson(struct term *term, enum text_lang lang, const struct mazo_rules *next,
                     bool *plays)
{
    char closing[CLOSING_MAX];
    static const char *const answers[] = {N_("Play a match now"), N_("Back to the menu")};
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
        N_("Each step shows you one thing, and you try it. You can't break anything. The lesson "
           "uses the sheet oficial. Press q to leave a step: then you can skip it, or leave the "
           "lesson."));
    bool to_the_end = true;
    for (int i = 0; i < lesson_step_count && to_the_end && !page->gone; i++)
        to_the_end = run_step(page, session, i) != CHOICE_LEAVE;
    if (to_the_end && !page->gone) {
        say_differences(lang, next, closing, sizeof closing);
        page_begin(page, text_in(lang, "Lesson"));
        *plays = page_ask(page, text_in(lang, "Now you can play"), closing, answers, 2) == 0;
    }
    bool there = !page->gone;
    free(session);
    free(page);
    return there;
}
