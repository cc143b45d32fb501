/*
 * rules.h - a rule set: one value made from the matrix in rules.def.
 */
#ifndef MAZO_RULES_H
#define MAZO_RULES_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/card.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MAZO_SEATS_MIN = 2,
    MAZO_SEATS_MAX = 10,
    MAZO_SEATS_ALL = (1 << MAZO_SEATS_MAX) - 1, /* as bits */
    MAZO_CARDS_MAX = 240,
    MAZO_REVISION = 2,    /* of the rules: new matches are played by this one */
    MAZO_SPECTATOR = 254, /* instead of a seat: sees only what everybody may see */
    MAZO_SEAT_NONE = 255  /* instead of a seat: nobody */
};

/* Ten counts of 0 to 7, three bits each, 0 in the lowest. */
#define MAZO_COPIES(n0, n1, n2, n3, n4, n5, n6, n7, n8, n9)                                        \
    (UINT32_C(n0) | UINT32_C(n1) << 3 | UINT32_C(n2) << 6 | UINT32_C(n3) << 9 |                    \
     UINT32_C(n4) << 12 | UINT32_C(n5) << 15 | UINT32_C(n6) << 18 | UINT32_C(n7) << 21 |           \
     UINT32_C(n8) << 24 | UINT32_C(n9) << 27)

enum mazo_sheet {
#define MAZO_X_SHEET(ID, name, title, about) MAZO_SHEET_##ID,
#include "mazo/sheets.def"
    MAZO_SHEET_COUNT
};

/* One name per row: MAZO_RULE_seats, MAZO_RULE_seats_max, ... */
enum mazo_rule {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) MAZO_RULE_##name,
#include "mazo/rules.def"
    MAZO_RULE_COUNT
};

/* The words of the choices, counted from 0 in every rule: MAZO_draw_any, MAZO_draw_stuck, ... */
enum {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) MAZO_before_##name = -1,
#define MAZO_X_CHOICE(rule, word, sentence) MAZO_##rule##_##word,
#include "mazo/rules.def"
    MAZO_after_choices
};

struct mazo_rules {
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) storage name;
#include "mazo/rules.def"
    uint8_t sheet;    /* the sheet it began as; only for its name, no rule depends on it */
    uint8_t revision; /* 1 to MAZO_REVISION: see revisions.def */
};

enum mazo_rule_type { MAZO_TYPE_flag, MAZO_TYPE_number, MAZO_TYPE_choice, MAZO_TYPE_copies };

/* A row of the matrix, for programs that show or read rule sets. */
struct mazo_rule_info {
    const char *name;     /* as in a rule-set file */
    const char *ids;      /* rule ids, separated by spaces */
    const char *sentence; /* English; the catalogue has the other languages */
    enum mazo_rule_type type;
    uint32_t least, most; /* both allowed; for copies, of each digit */
    uint8_t group;        /* number of its group; rows of a group are adjacent */
};

/* Why a set of rules can be refused; see mazo_rules_fault_text. */
enum mazo_rules_fault {
#define MAZO_X_FAULT(name, sentence) MAZO_FAULT_##name,
#include "mazo/faults.def"
    MAZO_FAULT_COUNT
};

/* The sheet's rules, its id ("oficial"), and in English its title and a sentence about it; NULL
 * when there is no such sheet. */
const struct mazo_rules *mazo_rules_of_sheet(int sheet);
const char *mazo_sheet_name(int sheet);
const char *mazo_sheet_title(int sheet);
const char *mazo_sheet_about(int sheet);

/* The sheet as it was in an earlier revision. Returns false, and leaves *out
 * alone, if there is no such sheet or revision. */
bool mazo_rules_as_of(int sheet, int revision, struct mazo_rules *out);

/* The sheet with this name, upper or lower case, or -1. */
int mazo_sheet_by_name(const char *name);

/* The row's description; `rule` is below MAZO_RULE_COUNT. */
const struct mazo_rule_info *mazo_rule_info(int rule);

/* The English title of the rule's group; the word and the meaning of one of
 * its choices, NULL if it has no such choice. */
const char *mazo_rule_group(int rule);
const char *mazo_rule_word(int rule, uint32_t value);
const char *mazo_rule_meaning(int rule, uint32_t value);

/* The rule with this name ("jump_in" or "jump-in"), or -1. */
int mazo_rule_by_name(const char *name);

uint32_t mazo_rules_get(const struct mazo_rules *rules, int rule);

/* Set one row; returns false and changes nothing if the value is out of range. */
bool mazo_rules_set(struct mazo_rules *rules, int rule, uint32_t value);

/* MAZO_FAULT_none if a match with `seats` seats can be played by these
 * rules, otherwise the first contradiction found. */
enum mazo_rules_fault mazo_rules_check(const struct mazo_rules *rules, int seats);

/* The English sentence for a fault; the catalogue has the other languages. */
const char *mazo_rules_fault_text(enum mazo_rules_fault fault);

/* How many of a kind the deck has, and how many cards in total. */
int mazo_deck_copies(const struct mazo_rules *rules, mazo_card card);
int mazo_deck_size(const struct mazo_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
