/*
 * view_rest.c - what a view holds besides what everybody can read out of it.
 */
#include "wire/view_rest.h"

#include <string.h>

#define IN(phase) (1u << MAZO_PHASE_##phase)
#define ALL_SEATS ((1 << MAZO_SEATS_MAX) - 1)
#define ALL_RULE_CARDS ((1 << MAZO_RULE_CARDS_MAX) - 1)

#define MEMBER(name, letter, from, to, as_ever, no, phases)                                        \
    {                                                                                              \
        .key = #name, .least = (from), .most = (to), .usual = (as_ever), .none = (no),             \
        .offset = offsetof(struct mazo_view, name), .type = (letter), .told = (phases)             \
    }
#define SEAT(name, phases)                                                                         \
    MEMBER(name, 'b', 0, MAZO_SEATS_MAX - 1, MAZO_SEAT_NONE, MAZO_SEAT_NONE, phases)
#define BYTE(name, to, phases) MEMBER(name, 'b', 0, to, 0, -1, phases)
/* A bool is a byte that is 0 or 1. */
#define TRUTH(name, phases) MEMBER(name, 'b', 0, 1, 0, -1, phases)
#define SEATS(name, phases) MEMBER(name, 'w', 0, ALL_SEATS, 0, -1, phases)

/* The usual values are those of a round that has just been dealt. */
const struct view_rest view_rest[] = {
    SEAT(striker, IN(struck)),
    TRUTH(challengeable, IN(struck)),
    MEMBER(color_before, 'b', 0, MAZO_COLOR_COUNT - 1, MAZO_COLOR_NONE, MAZO_COLOR_NONE, 0),
    SEATS(passes, 0),
    BYTE(purpose, MAZO_PURPOSE_seven, IN(color) | IN(choose) | IN(throw)),
    SEAT(lever, 0),
    TRUTH(lever_opens, 0),
    BYTE(effect, MAZO_EFFECTS_MAX, 0),
    SEAT(target, IN(throw)),
    BYTE(owed, MAZO_CARDS_MAX, IN(throw)),
    BYTE(each_left, MAZO_SEATS_MAX, 0),
    MEMBER(each_direction, 'i', -1, 1, 1, -1, 0),
    BYTE(run_draws, UINT8_MAX, IN(run)),
    TRUTH(run_skips, IN(run)),
    SEATS(written, IN(write)),
    BYTE(rule_card_count, MAZO_RULE_CARDS_MAX, 0),
    BYTE(rules_seen, ALL_RULE_CARDS, 0),
};

const int view_rest_count = (int)(sizeof view_rest / sizeof view_rest[0]);

int view_rest_get(const struct mazo_view *v, const struct view_rest *r)
{
    const char *at = (const char *)v + r->offset;
    uint16_t wide;
    switch (r->type) {
    case 'w':
        memcpy(&wide, at, sizeof wide);
        return wide;
    case 'i':
        return *(const int8_t *)at;
    default:
        return *(const uint8_t *)at;
    }
}

void view_rest_set(struct mazo_view *v, const struct view_rest *r, int value)
{
    char *at = (char *)v + r->offset;
    uint16_t wide = (uint16_t)value;
    if (r->type == 'w') {
        memcpy(at, &wide, sizeof wide);
    } else if (r->type == 'i') {
        *(int8_t *)at = (int8_t)value;
    } else {
        *(uint8_t *)at = (uint8_t)value;
    }
}
