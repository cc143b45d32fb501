/*
 * rule_house.c - what a table plays differently from its sheet, in a few words.
 */
#include "say/rule_house.h"

#include <stdio.h>
#include <string.h>

enum { ANY = -1 };

void rule_house_base(const struct mazo_rules *rules, struct mazo_rules *base)
{
    *base = *mazo_rules_of_sheet(rules->sheet);
    mazo_rules_as_of(rules->sheet, rules->revision, base);
    base->seats = rules->seats;
    base->seats_max = rules->seats_max;
    base->turn_clock = rules->turn_clock;
    if (rules->scoring == MAZO_scoring_quick)
        base->target = rules->target; /* nobody counts points */
#define MAZO_X_OFFERS(ID, rule, value)                                                             \
    if (rules->sheet == MAZO_SHEET_##ID && rules->rule == (value))                                 \
        base->rule = (value);
#include "mazo/sheets.def"
}

bool rule_house_any(const struct mazo_rules *rules)
{
    struct mazo_rules base;
    rule_house_base(rules, &base);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (mazo_rules_get(rules, rule) != mazo_rules_get(&base, rule))
            return true;
    return false;
}

/* What a rule is called with this value; the rules that players know best come first. The cards of
 * the deck share one name. */
static const struct name {
    int rule, value;
    const char *text; /* %d: the value */
} names[] = {
    {MAZO_RULE_stacking, 1, N_("stacking")},
    {MAZO_RULE_stacking, 0, N_("no stacking")},
    {MAZO_RULE_seven_zero, ANY, N_("7-0")},
    {MAZO_RULE_jump_in, ANY, N_("jump-in")},
    {MAZO_RULE_draw_until_playable, ANY, N_("draw until it fits")},
    {MAZO_RULE_must_play, ANY, N_("forced play")},
    {MAZO_RULE_no_bluffing, ANY, N_("no bluffing")},
    {MAZO_RULE_teams, ANY, N_("teams")},
    {MAZO_RULE_hand_size, ANY, N_("hands of %d")},
    {MAZO_RULE_target, ANY, N_("to %d points")},
    {MAZO_RULE_scoring, MAZO_scoring_winner, N_("the winner scores")},
    {MAZO_RULE_scoring, MAZO_scoring_hands, N_("everybody counts their hand")},
    {MAZO_RULE_scoring, MAZO_scoring_quick, N_("one round")},
    {MAZO_RULE_target_is, MAZO_target_is_loss, N_("the highest loses")},
    {MAZO_RULE_target_is, MAZO_target_is_end, N_("the lowest wins")},
    {MAZO_RULE_uno_penalty, 0, N_("no UNO call")},
    {MAZO_RULE_uno_penalty, ANY, N_("forgotten UNO: +%d")},
    {MAZO_RULE_uno_late, 0, N_("late UNO is free")},
    {MAZO_RULE_uno_late, ANY, N_("late UNO: +%d")},
    {MAZO_RULE_uno_until, MAZO_uno_until_next_turn, N_("catch before the next move")},
    {MAZO_RULE_uno_until, MAZO_uno_until_one_card, N_("catch at any time")},
    {MAZO_RULE_uno_until, MAZO_uno_until_own_turn, N_("catch before the next turn")},
    {MAZO_RULE_wrong_card, 0, N_("wrong cards are free")},
    {MAZO_RULE_wrong_card, ANY, N_("wrong card: +%d")},
    {MAZO_RULE_suggestion, 0, N_("no accusations")},
    {MAZO_RULE_suggestion, ANY, N_("suggestions: +%d")},
    {MAZO_RULE_draw, MAZO_draw_any, N_("draw whenever you like")},
    {MAZO_RULE_draw, MAZO_draw_stuck, N_("draw only if stuck")},
    {MAZO_RULE_drawn_card, MAZO_drawn_card_keep, N_("drawn card is kept")},
    {MAZO_RULE_drawn_card, MAZO_drawn_card_may, N_("drawn card may be played")},
    {MAZO_RULE_drawn_card, MAZO_drawn_card_must, N_("drawn card must be played")},
    {MAZO_RULE_wild_four, MAZO_wild_four_always, N_("+4 at any time")},
    {MAZO_RULE_wild_four, MAZO_wild_four_no_color, N_("+4 without the color")},
    {MAZO_RULE_wild_four, MAZO_wild_four_no_number, N_("+4 without its numbers")},
    {MAZO_RULE_last_card_draws, 1, N_("last draw card counts")},
    {MAZO_RULE_last_card_draws, 0, N_("last draw card does not count")},
    {MAZO_RULE_rule_cards, 1, N_("1 rule card")},
    {MAZO_RULE_rule_cards, ANY, N_("%d rule cards")},
    {MAZO_RULE_first_dealer, MAZO_first_dealer_lot, N_("dealer by lot")},
    {MAZO_RULE_first_dealer, MAZO_first_dealer_highest, N_("highest number deals")},
    {MAZO_RULE_beginner, MAZO_beginner_left, N_("left of the dealer begins")},
    {MAZO_RULE_beginner, MAZO_beginner_lot, N_("first player by lot")},
    {MAZO_RULE_first_wild_four, MAZO_first_wild_four_returns, N_("first +4 goes back")},
    {MAZO_RULE_first_wild_four, MAZO_first_wild_four_counts, N_("first +4 counts")},
    {MAZO_RULE_numbers, ANY, N_("other cards")},
    {MAZO_RULE_draw_twos, ANY, N_("other cards")},
    {MAZO_RULE_skips, ANY, N_("other cards")},
    {MAZO_RULE_reverses, ANY, N_("other cards")},
    {MAZO_RULE_wilds, ANY, N_("other cards")},
    {MAZO_RULE_wild_fours, ANY, N_("other cards")},
    {MAZO_RULE_jackpots, ANY, N_("other cards")},
    {MAZO_RULE_wild_jackpots, ANY, N_("other cards")},
};
enum { NAMES = sizeof names / sizeof names[0], NAME_SIZE = 80 };

/* Columns of a name: letters of one column each. wcwidth and its tables would weigh 4 KiB in the browser. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* The names of the rules that differ; returns how many. */
static int find_names(const struct mazo_rules *rules, enum text_lang lang,
                      char found[NAMES][NAME_SIZE])
{
    struct mazo_rules base;
    const char *last = "";
    int count = 0;
    rule_house_base(rules, &base);
    for (int i = 0; i < NAMES; i++) {
        const struct name *n = &names[i];
        uint32_t value = mazo_rules_get(rules, n->rule);
        bool differs = value != mazo_rules_get(&base, n->rule);
        bool named = n->value == ANY || (uint32_t)n->value == value;
        bool earlier = i > 0 && names[i - 1].rule == n->rule && n->value == ANY &&
                       (uint32_t)names[i - 1].value == value; /* it has a name of its own */
        if (differs && named && !earlier && strcmp(last, n->text) != 0) {
            snprintf(found[count++], NAME_SIZE, text_in(lang, n->text), (int)value);
            last = n->text;
        }
    }
    return count;
}

void rule_house_list(const struct mazo_rules *rules, enum text_lang lang, int columns, char *buf,
                     size_t size)
{
    char found[NAMES][NAME_SIZE];
    int count = find_names(rules, lang, found), width = 0;
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        char rest[NAME_SIZE]; /* not "+2", which is a card */
        snprintf(rest, sizeof rest, text_in(lang, ", %d more"), count - i);
        int more = i == count - 1 ? 0 : width_of(rest);
        width += width_of(found[i]) + (i ? 2 : 0);
        if (columns > 0 && width + more > columns) {
            snprintf(buf + used, size - used, "%s", i ? rest : "…");
            return;
        }
        used += (size_t)snprintf(buf + used, size - used, "%s%s", i ? ", " : "", found[i]);
    }
}

void rule_house_name(const struct mazo_rules *rules, enum text_lang lang, int columns, char *buf,
                     size_t size)
{
    char list[RULE_HOUSE_SIZE];
    const char *sheet = mazo_sheet_name(rules->sheet);
    int space = columns - width_of(sheet) - 3;
    rule_house_list(rules, lang, columns == 0 ? 0 : space > 1 ? space : 1, list, sizeof list);
    snprintf(buf, size, list[0] ? "%s + %s" : "%s%s", sheet, list);
}
