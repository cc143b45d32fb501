/*
 * secret.c - another world that looks the same to one player.
 */
#include "engine/secret.h"

#include <string.h>

/* ---- the hidden cards ---- */

struct hidden {
    mazo_card cards[MAZO_CARDS_MAX];
    int count;
    int from[MAZO_SEATS_MAX]; /* how many of them came from each hand */
};

static void pin_command(const struct mazo_command *c, observer_hand pinned)
{
    if (c->type == MAZO_CMD_play && mazo_card_is_valid(c->card))
        pinned[c->card] = (uint8_t)(pinned[c->card] ? pinned[c->card] : 1);
    if (c->type == MAZO_CMD_throw) {
        observer_hand thrown = {0};
        for (int i = 0; i < c->count; i++)
            thrown[c->cards[i]]++;
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            pinned[card] = thrown[card] > pinned[card] ? thrown[card] : pinned[card];
    }
}

/* Take out of a hand what the viewer does not know to be there. */
static void hide_hand(int seat, const observer_hand pinned, struct mazo_game *out, struct hidden *h)
{
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        while (out->copies[seat][card] > pinned[card]) {
            out->copies[seat][card]--;
            h->cards[h->count++] = (mazo_card)card;
            h->from[seat]++;
        }
    }
}

static void shuffle_bytes(struct random_play *t, uint8_t *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(t, i + 1);
        uint8_t held = list[i];
        list[i] = list[j];
        list[j] = held;
    }
}

static void count_hand(struct mazo_game *g, int seat)
{
    g->have[seat] = g->twice[seat] = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        g->have[seat] |= (uint64_t)(g->copies[seat][card] > 0) << card;
        g->twice[seat] |= (uint64_t)(g->copies[seat][card] > 1) << card;
    }
}

static void deal_hidden(struct random_play *t, struct mazo_game *out, struct hidden *h)
{
    memcpy(h->cards + h->count, out->pile, out->draw_count);
    h->count += out->draw_count;
    shuffle_bytes(t, h->cards, h->count);
    for (int seat = 0; seat < out->seats; seat++) {
        for (; h->from[seat] > 0; h->from[seat]--)
            out->copies[seat][h->cards[--h->count]]++;
        count_hand(out, seat);
    }
    memcpy(out->pile, h->cards, (size_t)h->count);
}

static void permute_cards(struct random_play *t, const struct mazo_game *g,
                          const struct observer *m, int viewer, const struct mazo_command *c,
                          struct mazo_game *out)
{
    struct hidden h = {.count = 0};
    for (int seat = 0; seat < g->seats; seat++) {
        observer_hand pinned = {0};
        if (seat == viewer)
            continue;
        if (viewer < g->seats)
            memcpy(pinned, m->known[viewer][seat], sizeof pinned);
        if (c && c->seat == seat)
            pin_command(c, pinned);
        hide_hand(seat, pinned, out, &h);
    }
    deal_hidden(t, out, &h);
}

/* ---- the hidden facts ---- */

static mazo_card any_of(struct random_play *t, uint64_t kinds)
{
    int n = random_below(t, __builtin_popcountll(kinds));
    while (n-- > 0)
        kinds &= kinds - 1;
    return (mazo_card)__builtin_ctzll(kinds);
}

/* What others have been shown is nothing to this viewer. */
static void change_memories(struct random_play *t, int viewer, struct mazo_game *out)
{
    for (int seat = 0; seat < out->seats; seat++) {
        bool knows = viewer < out->seats && out->shown_to[seat] >> viewer & 1;
        if (knows || seat == viewer)
            continue;
        uint64_t some = (uint64_t)random_below(t, 1 << 30) << 32 |
                        (uint64_t)random_below(t, 1 << 30);
        unsigned all = (1u << out->seats) - 1;
        unsigned own = viewer < out->seats ? 1u << viewer : 0;
        out->shown[seat] = out->have[seat] & some;
        out->shown_to[seat] = (uint16_t)((unsigned)random_below(t, 1 << 10) & all & ~own);
    }
}

static void change_drawn(struct random_play *t, const struct mazo_command *c, enum secret_kind kind,
                         int viewer, struct mazo_game *out)
{
    if (out->phase != MAZO_PHASE_drawn || out->turn == viewer)
        return;
    uint64_t kinds = out->have[out->turn];
    if (kind == SECRET_PLAYABLE && kinds & out->fits)
        kinds &= out->fits;
    out->drawn = any_of(t, kinds);
    if (c && c->type == MAZO_CMD_play && c->seat == out->turn && out->copies[out->turn][c->card])
        out->drawn = c->card;
    out->must = kind == SECRET_ALL ? random_chance(t, 2) : out->must;
}

/* Rule cards that have not come out are known to their writers. */
static void change_rule_cards(struct random_play *t, int viewer, struct mazo_game *out)
{
    int each = mazo_rule_cards_each(out);
    for (int i = 0; each && i < each * out->seats; i++) {
        bool written = out->written >> (i / each) & 1;
        if (written && i / each != viewer && !(out->rules_seen >> i & 1))
            random_rule_card(t, &out->rule_cards[i]);
    }
    shuffle_bytes(t, out->dispenser, out->dispenser_count);
}

void secret_world(struct random_play *t, const struct mazo_game *g, const struct observer *m,
                  int viewer, enum secret_kind kind, const struct mazo_command *c,
                  struct mazo_game *out)
{
    memcpy(out, g, sizeof *out);
    permute_cards(t, g, m, viewer, c, out);
    change_memories(t, viewer, out);
    change_drawn(t, c, kind, viewer, out);
    if (g->striker != viewer)
        out->dirty = random_chance(t, 2);
    if (kind == SECRET_ALL || random_chance(t, 2))
        change_rule_cards(t, viewer, out);
    if (kind == SECRET_ALL) {
        uint8_t seed[32];
        random_seed(99, (uint64_t)random_below(t, 1 << 30), seed);
        mazo_rng_init(&out->rng, seed, random_chance(t, 2));
        shuffle_bytes(t, out->spins, out->spin_count);
    }
}

/* ---- the same, as far as one can see ---- */

bool secret_same_event(const struct mazo_event *a, const struct mazo_event *b)
{
    return a->type == b->type && a->seat == b->seat && a->who == b->who && a->card == b->card &&
           a->color == b->color && a->detail == b->detail && a->count == b->count &&
           a->points == b->points && a->first == b->first && a->has_cards == b->has_cards;
}

static bool same_to(const struct mazo_events *ea, const struct mazo_events *eb, int i, int viewer)
{
    const struct mazo_event *a = &ea->at[i], *b = &eb->at[i];
    if (a->type != b->type || a->seat != b->seat || a->who != b->who || a->color != b->color ||
        a->detail != b->detail || a->count != b->count || a->points != b->points)
        return false;
    if (!observer_may_see(a, viewer))
        return true;
    bool cards = strchr(mazo_event_fields(a->type), 'k') != NULL;
    return a->card == b->card &&
           (!cards || memcmp(ea->cards + a->first, eb->cards + b->first, a->count) == 0);
}

/* Hands that change places twice were seen in between: no two worlds then. */
static bool hands_travel_twice(const struct mazo_events *ev)
{
    int count = 0;
    for (int i = 0; i < ev->count; i++)
        count += ev->at[i].type == MAZO_EVENT_swapped || ev->at[i].type == MAZO_EVENT_rotated;
    return count > 1;
}

bool secret_same_outcome(const struct mazo_game *a, const struct mazo_events *ea,
                         const struct mazo_game *b, const struct mazo_events *eb, int viewer)
{
    if (ea->count != eb->count || a->phase != b->phase || a->turn != b->turn ||
        a->purpose != b->purpose || a->rules_seen != b->rules_seen || hands_travel_twice(ea))
        return false;
    if (viewer < a->seats && memcmp(a->copies[viewer], b->copies[viewer], MAZO_KIND_COUNT) != 0)
        return false; /* a hand came from elsewhere */
    for (int i = 0; i < a->rule_card_count; i++)
        if (a->rules_seen >> i & 1 &&
            memcmp(&a->rule_cards[i], &b->rule_cards[i], sizeof a->rule_cards[i]) != 0)
            return false;
    for (int i = 0; i < ea->count; i++)
        if (!same_to(ea, eb, i, viewer))
            return false;
    return true;
}
