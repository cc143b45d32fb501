/*
 * rules.c - rules.def and sheets.def as tables.
 */
#include "mazo/rules.h"

#include <stddef.h>

static const struct {
    const char *name, *title, *about;
} sheet_texts[MAZO_SHEET_COUNT] = {
#define MAZO_X_SHEET(ID, name, title, about) {name, title, about},
#include "mazo/sheets.def"
};

/* Every sheet begins with the first values; what it sets itself comes after and counts. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
#pragma GCC diagnostic ignored "-Wpedantic"
static const struct mazo_rules sheets[MAZO_SHEET_COUNT] = {
    [0 ... MAZO_SHEET_COUNT - 1] =
        {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) .name = first,
#include "mazo/rules.def"
            .revision = MAZO_REVISION,
        },
#define MAZO_X_SHEET(ID, name, title, about) [MAZO_SHEET_##ID].sheet = MAZO_SHEET_##ID,
#define MAZO_X_SET(ID, rule, value) [MAZO_SHEET_##ID].rule = (value),
#include "mazo/sheets.def"
};
#pragma GCC diagnostic pop

enum group {
#define MAZO_X_GROUP(name, title) GROUP_##name,
#include "mazo/rules.def"
    GROUP_COUNT
};

static const char *const group_titles[GROUP_COUNT] = {
#define MAZO_X_GROUP(name, title) title,
#include "mazo/rules.def"
};

/* MARK counts groups and rules in one enum, so that the group of a rule is
 * the number of marks before it less the number of rules before it. */
enum mark {
#define MAZO_X_GROUP(name, title) MARK_G_##name,
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) MARK_R_##name,
#include "mazo/rules.def"
    MARK_COUNT
};

static const struct {
    uint8_t rule;
    const char *word;
    const char *meaning;
} choices[] = {
#define MAZO_X_CHOICE(rule_name, choice_word, sentence)                                            \
    {MAZO_RULE_##rule_name, #choice_word, sentence},
#include "mazo/rules.def"
};

static const struct mazo_rule_info infos[MAZO_RULE_COUNT] = {
#define MAZO_X_RULE(storage, rule_type, rule_name, rule_ids, low, high, first, text)               \
    [MAZO_RULE_##rule_name] = {.name = #rule_name,                                                 \
                               .ids = rule_ids,                                                    \
                               .sentence = text,                                                   \
                               .group = (uint8_t)(MARK_R_##rule_name - 1 - MAZO_RULE_##rule_name), \
                               .type = MAZO_TYPE_##rule_type,                                      \
                               .least = low,                                                       \
                               .most = high},
#include "mazo/rules.def"
};

static bool is_sheet(int sheet) { return sheet >= 0 && sheet < MAZO_SHEET_COUNT; }

static bool is_rule(int rule) { return rule >= 0 && rule < MAZO_RULE_COUNT; }

const struct mazo_rules *mazo_rules_of_sheet(int sheet)
{
    return is_sheet(sheet) ? &sheets[sheet] : NULL;
}

const char *mazo_sheet_name(int sheet) { return is_sheet(sheet) ? sheet_texts[sheet].name : NULL; }

const char *mazo_sheet_title(int sheet)
{
    return is_sheet(sheet) ? sheet_texts[sheet].title : NULL;
}

const char *mazo_sheet_about(int sheet)
{
    return is_sheet(sheet) ? sheet_texts[sheet].about : NULL;
}

bool mazo_rules_as_of(int sheet, int revision, struct mazo_rules *out)
{
    static const struct {
        uint8_t revision, sheet, rule;
        uint32_t value;
    } was[] = {
#define MAZO_X_WAS(last, of_sheet, rule, value)                                                    \
    {last, MAZO_SHEET_##of_sheet, MAZO_RULE_##rule, value},
#include "mazo/revisions.def"
    };
    if (!is_sheet(sheet) || revision < 1 || revision > MAZO_REVISION)
        return false;
    *out = sheets[sheet];
    for (int back = MAZO_REVISION - 1; back >= revision; back--)
        for (size_t i = 0; i < sizeof was / sizeof was[0]; i++)
            if (was[i].revision == back && was[i].sheet == sheet)
                mazo_rules_set(out, was[i].rule, was[i].value);
    out->revision = (uint8_t)revision;
    return true;
}

static char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

static bool same_name(const char *a, const char *b)
{
    while (*a && folded(*a) == folded(*b)) {
        a++;
        b++;
    }
    return folded(*a) == folded(*b);
}

int mazo_sheet_by_name(const char *name)
{
    for (int i = 0; i < MAZO_SHEET_COUNT; i++)
        if (same_name(name, sheet_texts[i].name))
            return i;
    return -1;
}

const struct mazo_rule_info *mazo_rule_info(int rule)
{
    return is_rule(rule) ? &infos[rule] : NULL;
}

const char *mazo_rule_group(int rule)
{
    return is_rule(rule) ? group_titles[infos[rule].group] : NULL;
}

static int find_choice(int rule, uint32_t value)
{
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (choices[i].rule == rule && value-- == 0)
            return (int)i;
    return -1;
}

const char *mazo_rule_word(int rule, uint32_t value)
{
    int i = find_choice(rule, value);
    return i < 0 ? NULL : choices[i].word;
}

const char *mazo_rule_meaning(int rule, uint32_t value)
{
    int i = find_choice(rule, value);
    return i < 0 ? NULL : choices[i].meaning;
}

int mazo_rule_by_name(const char *name)
{
    for (int i = 0; i < MAZO_RULE_COUNT; i++)
        if (same_name(name, infos[i].name))
            return i;
    return -1;
}

uint32_t mazo_rules_get(const struct mazo_rules *rules, int rule)
{
    switch (rule) {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence)                        \
    case MAZO_RULE_##name:                                                                         \
        return rules->name;
#include "mazo/rules.def"
    default:
        return 0;
    }
}

static bool in_range(int rule, uint32_t value)
{
    const struct mazo_rule_info *info = &infos[rule];
    if (info->type == MAZO_TYPE_copies)
        return value < UINT32_C(1) << 30; /* ten digits of three bits */
    return value >= info->least && value <= info->most;
}

bool mazo_rules_set(struct mazo_rules *rules, int rule, uint32_t value)
{
    if (!is_rule(rule) || !in_range(rule, value))
        return false;
    switch (rule) {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence)                        \
    case MAZO_RULE_##name:                                                                         \
        rules->name = (storage)value;                                                              \
        break;
#include "mazo/rules.def"
    default:
        break;
    }
    return true;
}

/* Checks all rows at once, because every new match asks. */
static bool rows_are_in_range(const struct mazo_rules *r)
{
#define IN_flag(value, low, high) ((value) <= 1)
#define IN_number(value, low, high) ((uint32_t)(value) - (low) <= (uint32_t)(high) - (low))
#define IN_choice(value, low, high) IN_number(value, low, high)
#define IN_copies(value, low, high) ((value) < UINT32_C(1) << 30) /* ten digits of three bits */
    return true
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence)                        \
    &&IN_##type(r->name, least, most)
#include "mazo/rules.def"
        ;
#undef IN_flag
#undef IN_number
#undef IN_choice
#undef IN_copies
}

static enum mazo_rules_fault fault_of_deck(const struct mazo_rules *r, int seats)
{
    int size = mazo_deck_size(r);
    int dealt = seats * r->hand_size;
    if (size > MAZO_CARDS_MAX)
        return MAZO_FAULT_deck_big;
    if (dealt + 2 > size)
        return MAZO_FAULT_deck_small;
    /* S8 turns cards until one is not a Wild Draw Four: there must be one left. */
    if (r->first_wild_four == MAZO_first_wild_four_returns && size - r->wild_fours <= dealt)
        return MAZO_FAULT_deck_opener;
    return MAZO_FAULT_none;
}

static enum mazo_rules_fault fault_of_rule_cards(const struct mazo_rules *r, int seats)
{
    bool lever = r->jackpots || r->wild_jackpots;
    if (lever && !r->rule_cards)
        return MAZO_FAULT_rule_cards_missing;
    if (!lever && r->rule_cards)
        return MAZO_FAULT_rule_cards_idle;
    if (r->rule_cards && r->rule_cards < seats)
        return MAZO_FAULT_rule_cards_few;
    return MAZO_FAULT_none;
}

enum mazo_rules_fault mazo_rules_check(const struct mazo_rules *r, int seats)
{
    if (!rows_are_in_range(r) || r->sheet >= MAZO_SHEET_COUNT)
        return MAZO_FAULT_range;
    if (r->revision < 1 || r->revision > MAZO_REVISION)
        return MAZO_FAULT_revision;
    if (seats < MAZO_SEATS_MIN || seats > r->seats_max)
        return MAZO_FAULT_seats;
    if (r->teams && (seats < 4 || seats % 2))
        return MAZO_FAULT_teams_seats;
    if (r->no_bluffing && r->wild_four == MAZO_wild_four_always)
        return MAZO_FAULT_no_bluff;
    enum mazo_rules_fault fault = fault_of_rule_cards(r, seats);
    return fault ? fault : fault_of_deck(r, seats);
}

const char *mazo_rules_fault_text(enum mazo_rules_fault fault)
{
    static const char *const sentences[MAZO_FAULT_COUNT] = {
#define MAZO_X_FAULT(name, sentence) sentence,
#include "mazo/faults.def"
    };
    return (unsigned)fault < MAZO_FAULT_COUNT ? sentences[fault] : NULL;
}

int mazo_deck_copies(const struct mazo_rules *r, mazo_card card)
{
    if (card == MAZO_WILD)
        return r->wilds;
    if (card == MAZO_WILD_FOUR)
        return r->wild_fours;
    if (card == MAZO_WILD_JACKPOT)
        return r->wild_jackpots;
    if (!mazo_card_is_valid(card))
        return 0;
    int value = mazo_card_value(card);
    switch (value) {
    case MAZO_SKIP:
        return r->skips;
    case MAZO_REVERSE:
        return r->reverses;
    case MAZO_DRAW_TWO:
        return r->draw_twos;
    case MAZO_JACKPOT:
        return r->jackpots;
    default:
        return (int)(r->numbers >> (3 * value) & 7);
    }
}

int mazo_deck_size(const struct mazo_rules *r)
{
    int each = r->draw_twos + r->skips + r->reverses + r->jackpots;
    for (int value = 0; value < MAZO_SKIP; value++)
        each += (int)(r->numbers >> (3 * value) & 7);
    return MAZO_COLOR_COUNT * each + r->wilds + r->wild_fours + r->wild_jackpots;
}

int mazo_card_points(mazo_card c)
{
    static const uint8_t points[MAZO_COLOR_COUNT * 16] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 40, 50, 50, /* red, Wild, Wild Draw Four */
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 40, 50, 0,  /* green, Wild Jackpot */
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 40, 0,  0,  /* blue */
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 40, 0,  0,  /* yellow */
    };
    return c < sizeof points ? points[c] : 0;
}
