/*
 * rule_lists.c - the cards of a deck, what they count, the ideas for rule cards and the time per turn,
 * inside a sentence.
 */
#include <stdio.h>
#include <string.h>

#include "say/event_text.h"
#include "say/notation.h"
#include "say/rule_lines.h"
#include "say/rule_card_text.h"
#include "text/span.h"

static const char *name_of(mazo_card card, enum text_lang lang)
{
    switch (card) {
    case MAZO_WILD:
        return text_in(lang, "Wild");
    case MAZO_WILD_FOUR:
        return text_in(lang, "Wild Draw Four");
    case MAZO_WILD_JACKPOT:
        return text_in(lang, "Wild Jackpot");
    default:
        return say_symbol_name(lang, mazo_card_value(card));
    }
}

/* In the order in which they are listed, each in a color of its own. */
static const mazo_card symbols[] = {MAZO_BLUE * 16 + MAZO_DRAW_TWO, MAZO_RED * 16 + MAZO_SKIP,
                                    MAZO_GREEN * 16 + MAZO_REVERSE,
                                    MAZO_YELLOW * 16 + MAZO_JACKPOT};
static const mazo_card wilds[] = {MAZO_WILD, MAZO_WILD_FOUR, MAZO_WILD_JACKPOT};

enum { SYMBOLS = sizeof symbols / sizeof symbols[0], WILDS = sizeof wilds / sizeof wilds[0] };

/* "1 × 0, 2 × 1–9": numbers one after the other that are there equally often. */
static void list_numbers(struct rule_list *out, const struct mazo_rules *r)
{
    for (int first = 0, last; first < MAZO_SKIP; first = last + 1) {
        char name[16];
        int copies = mazo_deck_copies(r, mazo_card_of(MAZO_RED, first));
        for (last = first; last + 1 < MAZO_SKIP; last++)
            if (mazo_deck_copies(r, mazo_card_of(MAZO_RED, last + 1)) != copies)
                break;
        snprintf(name, sizeof name, first == last ? "%d" : "%d–%d", first, last);
        if (copies > 0) {
            out->used += (size_t)snprintf(out->text + out->used, sizeof out->text - out->used,
                                          "%s%d\u00a0×\u00a0%s", out->used ? ", " : "", copies,
                                          name);
        }
    }
}

static void list_copies(struct rule_list *out, const struct mazo_rules *r, const mazo_card *cards,
                        int count, enum text_lang lang)
{
    char mark[MAZO_CARD_TEXT];
    for (int i = 0; i < count; i++) {
        int copies = mazo_deck_copies(r, cards[i]);
        if (copies > 0) {
            out->used += (size_t)snprintf(out->text + out->used, sizeof out->text - out->used,
                                          "%s%d\u00a0×\u00a0{%s}\u00a0%s", out->used ? ", " : "",
                                          copies, mazo_card_write(cards[i], mark),
                                          name_of(cards[i], lang));
        }
    }
}

void rule_list_colored(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    list_numbers(out, r);
    list_copies(out, r, symbols, SYMBOLS, lang);
}

void rule_list_wild(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    list_copies(out, r, wilds, WILDS, lang);
}

/* "Draw Two +2, Skip ⊘ (S)": what the cards show, and in letters. */
void rule_list_signs(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    static const char *const of_symbols[SYMBOLS] = {"+2", "⊘ (S)", "⇄ (R)", "J"};
    static const char *const of_wilds[WILDS] = {"W", "W+4", "WJ"};
    for (int i = 0; i < SYMBOLS + WILDS; i++) {
        mazo_card card = i < SYMBOLS ? symbols[i] : wilds[i - SYMBOLS];
        bool wild = i >= SYMBOLS;
        if (mazo_deck_copies(r, card) > 0) {
            out->used += (size_t)snprintf(out->text + out->used, sizeof out->text - out->used,
                                          "%s%s\u00a0%s%s%s%s", out->used ? ", " : "",
                                          name_of(card, lang),
                                          wild ? text_in(lang, "all colors") : of_symbols[i],
                                          wild ? " (" : "", wild ? of_wilds[i - SYMBOLS] : "",
                                          wild ? ")" : "");
        }
    }
}

static void list_points(struct rule_list *out, const struct mazo_rules *r, const mazo_card *cards,
                        int count, enum text_lang lang)
{
    for (int i = 0; i < count; i++) {
        if (mazo_deck_copies(r, cards[i]) > 0) {
            out->used += (size_t)snprintf(out->text + out->used, sizeof out->text - out->used,
                                          ", %s\u00a0%d", name_of(cards[i], lang),
                                          mazo_card_points(cards[i]));
        }
    }
}

void rule_list_points(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    out->used = (size_t)snprintf(out->text, sizeof out->text, "%s",
                                 text_in(lang, "number cards their face value"));
    list_points(out, r, symbols, SYMBOLS, lang);
    list_points(out, r, wilds, WILDS, lang);
}

/* "1 day" */
void rule_list_clock(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    out->used = strlen(text_span(lang, r->turn_clock, out->text, sizeof out->text));
}

/* "(1) Throw cards until you hold 2. (2) …" */
void rule_list_ideas(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang)
{
    (void)r;
    for (int number = 1; number <= WIRE_IDEA_COUNT; number++) {
        struct say_card_text idea;
        say_idea_text(lang, number, &idea);
        out->used += (size_t)snprintf(out->text + out->used, sizeof out->text - out->used,
                                      "%s(%d)\u00a0%s", out->used ? " " : "", number, idea.text);
    }
}
