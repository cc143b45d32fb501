/*
 * view.c - the game through one seat's eyes.
 */
#include "mazo/view.h"
#include "core.h"

/* Row by row, for a struct copied whole brings its padding along. */
void copy_public(struct mazo_public *to, const struct mazo_public *from)
{
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence)                        \
    to->rules.name = from->rules.name;
#include "mazo/rules.def"
    to->rules.sheet = from->rules.sheet;
    to->rules.revision = from->rules.revision;
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until)                                     \
    memcpy(&to->name, &from->name, sizeof to->name);
#define MAZO_X_PUBLIC_LIST(storage, name, count) memcpy(to->name, from->name, sizeof to->name);
#include "mazo/public.def"
}

/* A rule card is known to its writer and, once it has come out, to all. */
static void see_rule_cards(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    int each = mazo_rule_cards_each(g);
    for (int i = 0; i < g->rule_card_count; i++) {
        bool own = each && i / each == seat && (g->written & SEAT_BIT(seat));
        if (own || g->rules_seen >> i & 1)
            out->rule_cards[i] = g->rule_cards[i];
    }
}

/* What only this seat knows. */
static void see_own(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    memcpy(out->hand, g->copies[seat], sizeof out->hand);
    if (g->phase == MAZO_PHASE_drawn && g->turn == seat) {
        out->drawn = g->drawn;
        out->must = g->must;
    }
    for (int other = 0; other < g->seats; other++)
        if (g->shown_to[other] & SEAT_BIT(seat))
            out->shown[other] = g->shown[other];
}

bool mazo_view_of(const struct mazo_game *g, int seat, struct mazo_view *out)
{
    bool plays = is_seat(g, seat);
    memset(out, 0, sizeof *out); /* padding too: equal views are equal bytes */
    if (!plays && seat != MAZO_SPECTATOR)
        return false;
    out->seat = (uint8_t)seat;
    out->drawn = MAZO_CARD_NONE;
    copy_public(&out->pub, &g->pub);
    memset(out->used + g->used_count, 0, sizeof out->used - g->used_count);
    for (int i = 1; i <= g->discard_count; i++)
        out->discards[g->pile[MAZO_CARDS_MAX - i]]++;
    if (plays)
        see_own(g, seat, out);
    see_rule_cards(g, seat, out);
    return true;
}

bool mazo_view_is_clean(const struct mazo_view *view)
{
    for (uint64_t rest = mazo_dirt(&view->rules, view->color); rest; rest &= rest - 1)
        if (view->hand[lowest_card(rest)])
            return false;
    return true;
}
