/*
 * settings.c - preferences: name, language, bell, help.
 */
#include "terminal/menu/inner.h"

#include <stdio.h>
#include <stdlib.h>

#include "terminal/menu/menu.h"

enum setting { SET_NAME, SET_LANG, SET_PACE, SET_HELP, SET_BELL, SET_MOTION, SET_COUNT };

static const char *const labels[SET_COUNT] = {
    [SET_NAME] = N_("Your name"),
    [SET_LANG] = N_("Language"),
    [SET_PACE] = N_("Bots take their time"),
    [SET_HELP] = N_("Cards that fit stand out"),
    [SET_BELL] = N_("Bell when it is your turn"),
    [SET_MOTION] = N_("Animations"),
};

struct settings {
    struct page *page;
    const struct game_setup *setup;
    int at, top;
};

static const char *value_of(const struct game_setup *s, enum setting setting)
{
    static const char *const helps[] = {N_("except at strict tables"), N_("always"), N_("never")};
    switch (setting) {
    case SET_NAME:
        return s->own[0] ? s->own : text_in(s->lang, "you");
    case SET_LANG:
        return text_lang_name(s->lang);
    case SET_PACE:
        return s->fast || s->hurry ? text_in(s->lang, "no") : text_in(s->lang, "yes");
    case SET_HELP:
        return text_in(s->lang, helps[s->help <= SETUP_HELP_OFF ? s->help : 0]);
    case SET_BELL:
        return s->mute ? text_in(s->lang, "no") : text_in(s->lang, "yes");
    default:
        return s->still ? text_in(s->lang, "no") : text_in(s->lang, "yes");
    }
}

static void turn(struct page *p, struct game_setup *s, enum setting setting, int by)
{
    switch (setting) {
    case SET_NAME: {
        char name[TABLE_NAME_MAX];
        snprintf(name, sizeof name, "%s", s->own);
        if (page_name(p, text_in(s->lang, "Name"), text_in(s->lang, "What's your name?"), name,
                      sizeof name))
            setup_set_own(s, name);
        break;
    }
    case SET_LANG:
        s->lang = (enum text_lang)((s->lang + (by < 0 ? TEXT_LANG_COUNT - 1 : 1)) %
                                   TEXT_LANG_COUNT);
        s->lang_chosen = true;
        p->lang = s->lang;
        break;
    case SET_PACE:
        s->fast = !s->fast && !s->hurry;
        s->hurry = false;
        break;
    case SET_HELP:
        s->help = (uint8_t)((s->help + by + 3) % 3);
        break;
    case SET_BELL:
        s->mute = !s->mute;
        break;
    default:
        s->still = !s->still;
    }
    setup_remember(s);
}

bool terminal_name(struct term *term, struct game_setup *s)
{
    struct game_setup alone = *s;
    struct page *p = s->own[0] ? NULL : calloc(1, sizeof *p);
    char name[TABLE_NAME_MAX];
    if (!p)
        return false;
    setup_set_people(&alone, 1);
    setup_name_all(&alone);
    snprintf(name, sizeof name, "%s", alone.player[0].name);
    page_init(p, term, s->lang);
    page_begin(p, text_in(s->lang, "UNO by the rules you choose"));
    bool typed = page_name(p, text_in(s->lang, "Welcome!"), text_in(s->lang, "What's your name?"),
                           name, sizeof name);
    setup_set_own(s, typed && name[0] ? name : alone.player[0].name);
    bool gone = p->gone;
    free(p);
    return !gone;
}

static void draw(void *ctx)
{
    static const struct page_hint hints[] = {{TERM_RIGHT, "←→", N_("change")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct settings *s = ctx;
    struct page *p = s->page;
    struct page_row row[SET_COUNT];
    for (int i = 0; i < SET_COUNT; i++) {
        row[i].turns = i != SET_NAME;
        snprintf(row[i].label, sizeof row[i].label, "%s", text_in(p->lang, labels[i]));
        snprintf(row[i].value, sizeof row[i].value, "%s", value_of(s->setup, (enum setting)i));
    }
    page_begin(p, text_in(p->lang, "Settings"));
    int width, column = page_middle(p, 72, &width);
    page_rows(p, 3, column, width, SET_COUNT, row, SET_COUNT, s->at, &s->top);
    page_hints(p, hints, 2);
}

void menu_settings(struct page *p, struct game_setup *setup)
{
    struct settings s = {.page = p, .setup = setup};
    for (;;) {
        page_show(p, draw, &s);
        uint32_t key = page_read(p, -1);
        if (page_leaves(key))
            return;
        key = page_pick(key, &s.at, SET_COUNT, false);
        if (key == TERM_ENTER || key == ' ' || key == TERM_RIGHT || key == TERM_LEFT)
            turn(p, setup, (enum setting)s.at, key == TERM_LEFT ? -1 : 1);
        else
            page_move(key, &s.at, SET_COUNT);
    }
}
