/*
 * effect_say.c - what a rule card makes a player do, in words.
 */
#include "say/effect_say.h"

#include <stdio.h>
#include <string.h>

/* ORDER enum mazo_other */
static const char *const others[MAZO_OTHER_COUNT] = {
    N_("the player with the most cards"), N_("the player with the fewest cards"),
    N_("the player on your left"),        N_("the player on your right"),
    N_("a player of your choice"),
};

/* ORDER enum mazo_effect_type; with one card and with more, where they differ */
static const struct {
    const char *title, *one, *many;
} sayings[MAZO_EFFECT_COUNT] = {
    {N_("draw cards"), N_("Draw a card."), N_("Draw %d cards.")},
    {N_("draw up to a number"), NULL, N_("Draw until you hold %d cards.")},
    {N_("throw cards"), N_("Throw a card."), N_("Throw %d cards.")},
    {N_("throw down to a number"), NULL, N_("Throw cards until you hold %d.")},
    {N_("play a run"), NULL, N_("Play as many cards in a row as you can.")},
    {N_("use all wilds"), NULL, N_("Use all your wilds.")},
    {N_("take cards from a player"), N_("Take a card from %s."), N_("Take %d cards from %s.")},
    {N_("give cards to a player"), N_("Give a card to %s."), N_("Give %d cards to %s.")},
    {N_("swap hands with a player"), NULL, N_("Swap hands with %s.")},
    {N_("everybody else draws"), N_("Everybody else draws a card."),
     N_("Everybody else draws %d cards.")},
    {N_("lose a turn"), NULL, N_("Lose your next turn.")},
    {N_("reverse play"), NULL, N_("Play reverses.")},
    {N_("name the color"), NULL, N_("Name the color.")},
    {N_("a dare"), NULL, "%s"},
};

int say_effect(enum text_lang lang, const struct mazo_effect *effect, const char *dare, char *buf,
               size_t size)
{
    if (effect->type >= MAZO_EFFECT_COUNT)
        return snprintf(buf, size, "?");
    const char *takes = mazo_effect_takes(effect->type);
    const char *one = sayings[effect->type].one, *many = sayings[effect->type].many;
    const char *other = effect->other < MAZO_OTHER_COUNT ? text_in(lang, others[effect->other])
                                                         : "?";
    if (effect->type == MAZO_EFFECT_dare)
        return snprintf(buf, size, "%s", say_written(lang, dare));
    if (strcmp(takes, "w") == 0)
        return snprintf(buf, size, text_in(lang, many), other);
    if (strcmp(takes, "nw") == 0) {
        return effect->n == 1 ? snprintf(buf, size, text_in(lang, one), other)
                              : snprintf(buf, size, text_in(lang, many), effect->n, other);
    }
    return one && effect->n == 1 ? snprintf(buf, size, "%s", text_in(lang, one))
                                 : snprintf(buf, size, text_in(lang, many), effect->n);
}

int say_effects(enum text_lang lang, const struct mazo_rule_card *card,
                const struct say_card_text *text, char *buf, size_t size)
{
    int length = 0;
    if (size)
        buf[0] = '\0';
    for (int i = 0; i < card->count; i++) {
        char one[WIRE_TEXT_MAX + 1];
        size_t used = (size_t)length < size ? (size_t)length : size;
        say_effect(lang, &card->effect[i], text ? text->dare[i] : "", one, sizeof one);
        length += snprintf(used < size ? buf + used : NULL, size - used, "%s%s", i ? " " : "", one);
    }
    return length;
}

const char *say_effect_title(enum text_lang lang, int type)
{
    return text_in(lang, sayings[type].title);
}

const char *say_effect_usage(enum text_lang lang, int type)
{
    /* ORDER enum mazo_effect_type; effect_read.c understands them in both languages */
    static const char *const usages[MAZO_EFFECT_COUNT] = {
        N_("draw 2"), N_("draw to 7"),   N_("throw 2"),     N_("throw to 2"), N_("play a run"),
        N_("wilds"),  N_("take 1 most"), N_("give 1 most"), N_("swap most"),  N_("others draw 2"),
        N_("skip"),   N_("reverse"),     N_("color"),       N_("dare sing"),
    };
    return text_in(lang, usages[type]);
}

const char *say_card_does(enum text_lang lang, const struct mazo_rule_card *card,
                          const struct say_card_text *text, char *buf, size_t size)
{
    char other[WIRE_DOES_SIZE];
    say_effects(lang, card, text, buf, size);
    int idea = say_idea_of(card);
    bool told = !text->text[0] || strcmp(say_written(lang, text->text), buf) == 0;
    if (idea && !told) {
        struct say_card_text own;
        say_idea_text(lang, idea, &own);
        told = strcmp(say_written(lang, text->text), own.text) == 0;
    }
    for (int i = 0; i < TEXT_LANG_COUNT && !told; i++) {
        say_effects((enum text_lang)i, card, text, other, sizeof other);
        told = strcmp(text->text, other) == 0; /* the writer left the words to us */
    }
    if (told)
        buf[0] = '\0';
    return buf;
}

const char *say_card_text(enum text_lang lang, const struct mazo_rule_card *card,
                          const struct say_card_text *text, char *buf, size_t size)
{
    char does[WIRE_DOES_SIZE];
    say_effects(lang, card, text, buf, size);
    if (!buf[0] || say_card_does(lang, card, text, does, sizeof does)[0])
        snprintf(buf, size, "%s", say_written(lang, text->text));
    return buf;
}

/* ---- while it is carried out ---- */

int say_effect_now(const struct mazo_view *v)
{
    bool open = v->rule_card < v->rule_card_count && v->effect > 0;
    return open ? v->rule_cards[v->rule_card].effect[v->effect - 1].type : -1;
}

const char *say_choose(const struct mazo_view *v)
{
    int effect = v->purpose == MAZO_PURPOSE_effect ? say_effect_now(v) : -1;
    if (v->purpose == MAZO_PURPOSE_seven || effect == MAZO_EFFECT_swap)
        return N_("Swap hands with who?");
    return effect == MAZO_EFFECT_take          ? N_("Take cards from who?")
           : effect == MAZO_EFFECT_give        ? N_("Give cards to who?")
           : v->purpose == MAZO_PURPOSE_effect ? N_("The rule card says: choose a player")
                                               : N_("Who carries out the rule card?");
}
