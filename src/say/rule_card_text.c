/*
 * rule_card_text.c - what people have written on the rule cards.
 */
#include "say/rule_card_text.h"

#include <stdio.h>
#include <string.h>

static const char *const ideas[WIRE_IDEA_COUNT] = {
    N_("Throw cards until you hold 2."),
    N_("Play as many cards in a row as you can."),
    N_("Draw until you hold 7 cards."),
    N_("Use all your wilds."),
    N_("Take 2 cards from the player who has the most cards."),
    N_("Cluck like a chicken until your next turn."),
    N_("Hug the player who has the most cards."),
    N_("High-five everyone with your feet!"),
};

void say_texts_write(struct say_texts *texts, const struct mazo_game *g, int seat,
                     const struct say_card_text *cards, int count)
{
    int first = seat * mazo_rule_cards_each(g);
    for (int i = 0; i < count && first + i < MAZO_RULE_CARDS_MAX; i++)
        texts->card[first + i] = cards[i];
}

void say_idea_text(enum text_lang lang, int number, struct say_card_text *out)
{
    const struct mazo_rule_card *idea = mazo_idea(number);
    const char *text = text_in(lang, ideas[number - 1]);
    *out = (struct say_card_text){0};
    snprintf(out->text, sizeof out->text, "%s", text);
    for (int i = 0; i < idea->count; i++)
        if (idea->effect[i].type == MAZO_EFFECT_dare)
            snprintf(out->dare[i], sizeof out->dare[i], "%s", text);
}

const char *say_written(enum text_lang lang, const char *text)
{
    for (int i = 0; i < WIRE_IDEA_COUNT; i++) {
        for (int other = 0; other < TEXT_LANG_COUNT; other++)
            if (strcmp(text, text_in((enum text_lang)other, ideas[i])) == 0)
                return text_in(lang, ideas[i]);
    }
    return text;
}

static bool same_effects(const struct mazo_rule_card *a, const struct mazo_rule_card *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        const struct mazo_effect *x = &a->effect[i], *y = &b->effect[i];
        if (x->type != y->type || x->n != y->n || x->other != y->other)
            return false;
    }
    return true;
}

/* Three ideas are dares and the same to the engine, so first by address. */
int say_idea_of(const struct mazo_rule_card *card)
{
    for (int i = 1; i <= WIRE_IDEA_COUNT; i++)
        if (card == mazo_idea(i))
            return i;
    for (int i = 1; i <= WIRE_IDEA_COUNT; i++)
        if (same_effects(card, mazo_idea(i)))
            return i;
    return 0;
}
