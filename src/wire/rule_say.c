/*
 * rule_say.c - a rule set in words.
 */
#include "wire/rule_say.h"

#include <stdio.h>
#include <string.h>

#include "wire/explain.h"

enum { TEXT_MAX = 400 };

void rule_say_seats(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size)
{
    int good[MAZO_SEATS_MAX];
    int count = 0;
    for (int seats = MAZO_SEATS_MIN; seats <= MAZO_SEATS_MAX; seats++) {
        if (mazo_rules_check(rules, seats) == MAZO_FAULT_none) {
            good[count++] = seats;
        }
    }
    if (count > 2 && good[count - 1] - good[0] == count - 1) {
        snprintf(buf, size, text_in(lang, "%d to %d"), good[0], good[count - 1]);
        return;
    }
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        used += (size_t)snprintf(buf + used, size - used, "%s%d", i ? ", " : "", good[i]);
    }
}

/* The small Latin letters with accents lie 32 above the capital ones. */
void rule_say_capital(char *text)
{
    unsigned char *s = (unsigned char *)text;
    if (s[0] >= 'a' && s[0] <= 'z') {
        s[0] = (unsigned char)(s[0] - 32);
    } else if (s[0] == 0xc3 && s[1] >= 0xa0 && s[1] <= 0xbe && s[1] != 0xb7) {
        s[1] = (unsigned char)(s[1] - 32);
    }
}

/* What is said where a number is 0 or a flag is off; nothing is said of other rows then. */
static const struct {
    int rule;
    const char *sentence;
} absences[] = {
    {MAZO_RULE_uno_penalty, N_("nobody has to say UNO")},
    {MAZO_RULE_wrong_card,
     N_("a card that does not fit, or is laid at the wrong time, is just refused")},
    {MAZO_RULE_last_card_draws,
     N_("when the last card is a Draw Two or Wild Draw Four nobody draws for it")},
};

static const char *absence_of(int rule)
{
    for (size_t i = 0; i < sizeof absences / sizeof absences[0]; i++) {
        if (absences[i].rule == rule) {
            return absences[i].sentence;
        }
    }
    return NULL;
}

/* Does the row mean anything in a game by these rules? */
static bool applies(const struct mazo_rules *rules, int rule)
{
    switch (rule) {
    case MAZO_RULE_first_wild_four:
    case MAZO_RULE_wild_four:
        return rules->wild_fours > 0;
    case MAZO_RULE_uno_until:
        return rules->uno_penalty > 0;
    case MAZO_RULE_uno_late:
        return rules->uno_penalty > 0 && rules->uno_late > 0;
    case MAZO_RULE_target_is:
        return rules->scoring == MAZO_scoring_hands;
    case MAZO_RULE_target:
        return rules->scoring != MAZO_scoring_quick;
    default:
        return true;
    }
}

/* The deck has its own paragraphs, and the numbers of seats stand in the first line. */
static bool is_told(const struct mazo_rules *rules, int rule)
{
    enum mazo_rule_type type = mazo_rule_info(rule)->type;
    bool deck = rule >= MAZO_RULE_numbers && rule <= MAZO_RULE_rule_cards;
    if (deck || rule == MAZO_RULE_seats_max || !applies(rules, rule)) {
        return false;
    }
    return type == MAZO_TYPE_choice || mazo_rules_get(rules, rule) != 0 || absence_of(rule);
}

/* "cards that a caught player draws; 0 switches the UNO call off": not what 0 would do. */
static void number_sentence(const char *sentence, uint32_t value, char *out, size_t size)
{
    snprintf(out, size, "%.*s: %lu.", (int)strcspn(sentence, ";"), sentence, (unsigned long)value);
}

/* "a card just drawn that fits" and "may be played at once" are one sentence. */
static void choice_sentence(int rule, const char *sentence, const char *meaning, char *out,
                            size_t size)
{
    bool goes_on = rule == MAZO_RULE_first_wild_four || rule == MAZO_RULE_draw ||
                   rule == MAZO_RULE_drawn_card || rule == MAZO_RULE_wild_four ||
                   rule == MAZO_RULE_uno_until;
    snprintf(out, size, goes_on ? "%s %s." : "%s: %s.", sentence, meaning);
}

/* The row is told: is_told has said so. */
static void rule_sentence(const struct mazo_rules *rules, int rule, enum text_lang lang, char *out,
                          size_t size)
{
    const char *sentence = text_in(lang, mazo_rule_info(rule)->sentence);
    uint32_t value = mazo_rules_get(rules, rule);
    if (mazo_rule_info(rule)->type == MAZO_TYPE_choice) {
        choice_sentence(rule, sentence, text_in(lang, mazo_rule_meaning(rule, value)), out, size);
    } else if (value == 0) {
        snprintf(out, size, "%s.", text_in(lang, absence_of(rule)));
    } else if (mazo_rule_info(rule)->type == MAZO_TYPE_flag) {
        snprintf(out, size, "%s.", sentence);
    } else {
        number_sentence(sentence, value, out, size);
    }
    rule_say_capital(out);
}

/* ---- the deck, as cards ---- */

struct listing {
    char text[TEXT_MAX];
    size_t used;
};

static void list_cards(struct listing *list, int copies, const char *name)
{
    if (copies > 0 && list->used < sizeof list->text) {
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used,
                                       "%s%d\u00a0×\u00a0%s", list->used ? ", " : "", copies, name);
    }
}

/* "1 × 0, 2 × 1–9": numbers one after the other that are there equally often. */
static void list_numbers(struct listing *list, const struct mazo_rules *rules)
{
    for (int first = 0, last; first < MAZO_SKIP; first = last + 1) {
        char name[16];
        int copies = mazo_deck_copies(rules, mazo_card_of(MAZO_RED, first));
        for (last = first; last + 1 < MAZO_SKIP; last++) {
            if (mazo_deck_copies(rules, mazo_card_of(MAZO_RED, last + 1)) != copies) {
                break;
            }
        }
        snprintf(name, sizeof name, first == last ? "%d" : "%d–%d", first, last);
        list_cards(list, copies, name);
    }
}

/* Where the sentences go. */
struct saying {
    enum text_lang lang;
    rule_say_fn *say;
    void *ear;
};

static void say_list(const struct saying *s, const char *format, const struct listing *list)
{
    char text[2 * TEXT_MAX];
    if (list->used > 0) {
        snprintf(text, sizeof text, text_in(s->lang, format), list->text);
        s->say(s->ear, RULE_SAY_SENTENCE, text);
    }
}

static void say_deck(const struct saying *s, const struct mazo_rules *rules)
{
    enum text_lang lang = s->lang;
    struct listing colored = {.used = 0}, wild = {.used = 0}, written = {.used = 0};
    list_numbers(&colored, rules);
    list_cards(&colored, rules->draw_twos, wire_symbol_name(lang, MAZO_DRAW_TWO));
    list_cards(&colored, rules->skips, wire_symbol_name(lang, MAZO_SKIP));
    list_cards(&colored, rules->reverses, wire_symbol_name(lang, MAZO_REVERSE));
    list_cards(&colored, rules->jackpots, wire_symbol_name(lang, MAZO_JACKPOT));
    list_cards(&wild, rules->wilds, text_in(lang, "Wild"));
    list_cards(&wild, rules->wild_fours, text_in(lang, "Wild Draw Four"));
    list_cards(&wild, rules->wild_jackpots, text_in(lang, "Wild Jackpot"));
    list_cards(&written, rules->rule_cards, text_in(lang, "rule card"));
    say_list(s, N_("In each of the four colours: %s."), &colored);
    say_list(s, N_("Without a colour: %s."), &wild);
    say_list(s, N_("For the players to write on before the match: %s."), &written);
}

/* ---- what no row says by itself ---- */

static void say_sentence(const struct saying *s, const char *english)
{
    s->say(s->ear, RULE_SAY_SENTENCE, text_in(s->lang, english));
}

/* W4 to W8, in a game with bluffs. */
static void say_challenge(const struct saying *s, const struct mazo_rules *rules)
{
    if (!rules->wild_fours || rules->wild_four == MAZO_wild_four_always || rules->no_bluffing) {
        return;
    }
    say_sentence(s, N_("A Wild Draw Four can be laid though it is not legal: that is a bluff. Only "
                       "the player it strikes may challenge it, before drawing, and only the "
                       "challenger is shown the hand."));
    if (rules->stacking) {
        say_sentence(s, N_("If it was a bluff, the bluffer draws all the cards that were due, and "
                           "the challenger draws none and plays. If it was no bluff, the "
                           "challenger draws them and two more, and loses the turn."));
    } else {
        say_sentence(s,
                     N_("If it was a bluff, the bluffer draws the four, and the challenger draws "
                        "none and plays. If it was no bluff, the challenger draws six and "
                        "loses the turn."));
    }
}

/* J2 to J6, S9: in a game with a lever; its rule cards are there then, or the rules are refused. */
static void say_jackpot(const struct saying *s, const struct mazo_rules *rules)
{
    static const char *const sentences[] = {
        N_("Whoever lays one pulls the lever, unless it was the last card. The spinner stops on "
           "one of six faces, all equally likely:"),
        N_("- Any player: you choose somebody, or yourself, to get a rule card."),
        N_("- The right, the left: the player sitting on that side of you gets a rule card, "
           "whichever way play goes."),
        N_("- Everybody: each player gets a rule card, beginning with you."),
        N_("- One of each colour: you may throw a card of each colour that you hold, fitting or "
           "not. The last one is the new top card, and the next player bears what the action "
           "cards among them do."),
        N_("- Draw four: you draw four cards."),
        N_("Rule cards are shared out evenly before the match, and the players write on them: an "
           "idea from the list, effects put together, or a dare. Whoever gets one does what it "
           "says. Used ones are shuffled back when all have come out."),
        N_("In a run you lay card after card while any fits; a Wild Draw Four fits only when it "
           "would be no bluff. UNO is due as in any turn."),
        N_("When a Jackpot card opens the round, the beginner chooses who gets a rule card, and "
           "then plays. Whoever gets rid of the whole hand through the lever or a rule card wins "
           "the round; nobody can be robbed of the last card."),
    };
    if (!rules->jackpots && !rules->wild_jackpots) {
        return;
    }
    s->say(s->ear, RULE_SAY_GROUP, text_in(s->lang, "Jackpot cards and the lever"));
    if (rules->jackpots) {
        say_sentence(s, N_("A Jackpot card goes on its own colour or on another Jackpot."));
    }
    if (rules->wild_jackpots) {
        say_sentence(s, N_("A Wild Jackpot goes on anything, and names the colour."));
    }
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        say_sentence(s, sentences[i]);
    }
}

/* "Draw Two 20, Skip 20": the deck has such a card. */
static void list_points(struct listing *list, const struct mazo_rules *rules, mazo_card card,
                        const char *name)
{
    if (mazo_deck_copies(rules, card) > 0 && list->used < sizeof list->text) {
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used,
                                       ", %s\u00a0%d", name, mazo_card_points(card));
    }
}

/* E3, J7 */
static void say_points(const struct saying *s, const struct mazo_rules *rules)
{
    static const int symbols[] = {MAZO_DRAW_TWO, MAZO_SKIP, MAZO_REVERSE, MAZO_JACKPOT};
    struct listing list = {.used = 0};
    if (rules->scoring == MAZO_scoring_quick) {
        return;
    }
    list.used = (size_t)snprintf(list.text, sizeof list.text, "%s",
                                 text_in(s->lang, "numbers their own number"));
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        list_points(&list, rules, mazo_card_of(MAZO_RED, symbols[i]),
                    wire_symbol_name(s->lang, symbols[i]));
    }
    list_points(&list, rules, MAZO_WILD, text_in(s->lang, "Wild"));
    list_points(&list, rules, MAZO_WILD_FOUR, text_in(s->lang, "Wild Draw Four"));
    list_points(&list, rules, MAZO_WILD_JACKPOT, text_in(s->lang, "Wild Jackpot"));
    say_list(s, N_("What the cards left in a hand count: %s."), &list);
}

/* T5 */
static void say_blocked(const struct saying *s)
{
    say_sentence(s, N_("When the draw pile is empty, the discards are shuffled into a new one. A "
                       "round that nobody can win any more ends without points and is dealt "
                       "again."));
}

/* What goes with a row, told or not. */
static void say_more(const struct saying *s, const struct mazo_rules *rules, int rule)
{
    switch (rule) {
    case MAZO_RULE_wild_four:
        say_challenge(s, rules);
        break;
    case MAZO_RULE_stacking: /* the last of its group */
        say_jackpot(s, rules);
        break;
    case MAZO_RULE_target:
        say_points(s, rules);
        say_blocked(s);
        break;
    default:
        break;
    }
}

static void say_title(const struct saying *s, const struct mazo_rules *rules, const char *title)
{
    char seats[TEXT_MAX], text[2 * TEXT_MAX];
    rule_say_seats(rules, s->lang, seats, sizeof seats);
    snprintf(text, sizeof text, text_in(s->lang, "%s: %d cards; seats: %s"), title,
             mazo_deck_size(rules), seats);
    s->say(s->ear, RULE_SAY_TITLE, text);
}

static void say_row(const struct saying *s, const struct mazo_rules *rules, int rule)
{
    char text[2 * TEXT_MAX];
    if (rule == MAZO_RULE_numbers) {
        say_deck(s, rules);
    } else {
        rule_sentence(rules, rule, s->lang, text, sizeof text);
        s->say(s->ear, RULE_SAY_SENTENCE, text);
    }
}

void rule_say(const struct mazo_rules *rules, enum text_lang lang, const char *title,
              rule_say_fn *say, void *ear)
{
    struct saying s = {lang, say, ear};
    const char *group = NULL;
    say_title(&s, rules, title);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        bool told = rule == MAZO_RULE_numbers || is_told(rules, rule);
        if (told && group != mazo_rule_group(rule)) {
            group = mazo_rule_group(rule);
            say(ear, RULE_SAY_GROUP, text_in(lang, group));
        }
        if (told) {
            say_row(&s, rules, rule);
        }
        say_more(&s, rules, rule);
    }
}
