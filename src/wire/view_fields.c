/*
 * view_fields.c - the members of a view as JSON: which key tells each of them, and when.
 */
#include "wire/view_fields.h"

#include <string.h>

const struct view_member_info view_members[VIEW_MEMBER_COUNT] = {
#define MAZO_X_PUBLIC(storage, member, of_kind, largest, usual, until)                             \
    [VIEW_##member] = {.name = #member,                                                            \
                       .kind = VIEW_KIND_##of_kind,                                                \
                       .least = VIEW_KIND_##of_kind == VIEW_KIND_way ? -1 : 0,                     \
                       .most = largest,                                                            \
                       .first = usual,                                                             \
                       .offset = offsetof(struct mazo_view, member),                               \
                       .size = sizeof(storage)},
#include "mazo/public.def"
};

const struct view_key view_table[] = {
    {"phase", VIEW_phase},
    {"turn", VIEW_turn},
    {"direction", VIEW_direction},
    {"color", VIEW_color},
    {"top", VIEW_top},
    {"pending", VIEW_pending},
    {"uno", VIEW_said},
    {"catchable", VIEW_catchable},
    {"draw_count", VIEW_draw_count},
    {"discard_count", VIEW_discard_count},
    {"dealer", VIEW_dealer},
    {"beginner", VIEW_beginner},
    {"round", VIEW_round},
    {"round_winner", VIEW_round_winner},
    {"match_winners", VIEW_winners},
    {"match_losers", VIEW_losers},
};

const int view_table_count = (int)(sizeof view_table / sizeof view_table[0]);

#define BIT(name) (UINT64_C(1) << VIEW_##name)

uint64_t view_keys_of(int phase)
{
    static const uint64_t keys[MAZO_PHASE_COUNT] = {
        [MAZO_PHASE_write] = BIT(written),
        [MAZO_PHASE_struck] = BIT(striker) | BIT(challengeable),
        [MAZO_PHASE_color] = BIT(purpose),
        [MAZO_PHASE_choose] = BIT(purpose),
        [MAZO_PHASE_throw] = BIT(purpose) | BIT(owed) | BIT(target),
        [MAZO_PHASE_run] = BIT(run_draws) | BIT(run_skips),
    };
    return keys[phase];
}

uint64_t view_told_in(int phase)
{
    uint64_t told = BIT(seats) | BIT(lose_turn) | BIT(accuser) | BIT(accused) | BIT(voted) |
                    BIT(voted_yes) | BIT(actor) | BIT(rule_card) | BIT(dispenser_count) |
                    BIT(used_count) | view_keys_of(phase);
    for (int i = 0; i < view_table_count; i++)
        told |= UINT64_C(1) << view_table[i].member;
    return told;
}

int view_get(const struct mazo_view *v, int member)
{
    const char *at = (const char *)v + view_members[member].offset;
    uint16_t wide;
    if (view_members[member].size == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    return view_members[member].kind == VIEW_KIND_way ? *(const int8_t *)at : *(const uint8_t *)at;
}

bool view_set(struct mazo_view *v, int member, int value)
{
    char *at = (char *)v + view_members[member].offset;
    uint16_t wide = (uint16_t)value;
    uint8_t byte = (uint8_t)value;
    bool is_wide = view_members[member].size == sizeof wide;
    memcpy(at, is_wide ? (const void *)&wide : &byte, view_members[member].size);
    return true;
}
