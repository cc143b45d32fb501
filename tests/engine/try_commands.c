/*
 * try_commands.c - commands right and wrong, tried on copies of a game.
 */
#include "engine/try_commands.h"

#include <string.h>

enum { BUFFER = 256 }; /* whatever `count` says is there to be read */

static struct {
    struct mazo_legal of[MAZO_SEATS_MAX]; /* what each seat may do */
    struct mazo_game copy, other;
    struct mazo_events events;
    mazo_card cards[BUFFER];
    struct mazo_rule_card rule_cards[BUFFER];
} s;

static void list_all(const struct mazo_game *g)
{
    for (int seat = 0; seat < g->seats; seat++)
        mazo_legal(g, seat, &s.of[seat]);
}

/* ---- what is legal ---- */

static bool is_running(const struct mazo_game *g)
{
    return g->phase != MAZO_PHASE_write && g->phase != MAZO_PHASE_round_over &&
           g->phase != MAZO_PHASE_match_over;
}

static bool throw_is_right(const struct mazo_game *g, const struct mazo_command *c)
{
    uint8_t left[MAZO_KIND_COUNT];
    unsigned colors = 0;
    bool lever = g->purpose == MAZO_PURPOSE_lever;
    if (g->phase != MAZO_PHASE_throw || c->seat != g->turn || (!lever && c->count != g->owed))
        return false;
    memcpy(left, g->copies[c->seat], sizeof left);
    for (int i = 0; i < c->count; i++) {
        mazo_card card = c->cards[i];
        if (card >= MAZO_KIND_COUNT || left[card] == 0)
            return false;
        left[card]--;
        if (lever && (mazo_card_is_wild(card) || colors >> (card >> 4) & 1))
            return false;
        colors |= 1u << (card >> 4);
    }
    return true;
}

static bool effect_is_right(const struct mazo_effect *e)
{
    if (e->type > MAZO_EFFECT_dare)
        return false;
    bool number = e->type <= MAZO_EFFECT_discard_to || e->type == MAZO_EFFECT_take ||
                  e->type == MAZO_EFFECT_give || e->type == MAZO_EFFECT_others_draw;
    bool other = e->type >= MAZO_EFFECT_take && e->type <= MAZO_EFFECT_swap;
    if (number && (e->n > 20 || (e->n < 1 && e->type != MAZO_EFFECT_discard_to)))
        return false;
    return !other || e->other <= MAZO_OTHER_chosen;
}

static bool writing_is_right(const struct mazo_game *g, const struct mazo_command *c)
{
    if (g->phase != MAZO_PHASE_write || g->written >> c->seat & 1 ||
        c->count != g->rules.rule_cards / g->seats)
        return false;
    for (int i = 0; i < c->count; i++) {
        const struct mazo_rule_card *card = &c->rule_cards[i];
        if (card->count < 1 || card->count > 4)
            return false;
        for (int j = 0; j < card->count; j++)
            if (!effect_is_right(&card->effect[j]))
                return false;
    }
    return true;
}

/* Equal in the fields that the command uses. The color of a colored card is
 * not used, and a call that does not leave one card is not heard. */
static bool same_command(const struct mazo_command *a, const struct mazo_command *b)
{
    if (a->type != b->type || a->seat != b->seat)
        return false;
    switch (a->type) {
    case MAZO_CMD_play:
        return a->card == b->card && (!mazo_card_is_wild(a->card) || a->color == b->color);
    case MAZO_CMD_color:
        return a->color == b->color;
    case MAZO_CMD_catch:
    case MAZO_CMD_choose:
    case MAZO_CMD_accuse:
        return a->who == b->who;
    case MAZO_CMD_vote:
        return a->yes == b->yes;
    default:
        return true;
    }
}

static bool is_legal(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_next)
        return g->phase == MAZO_PHASE_round_over;
    if (c->type == MAZO_CMD_tally)
        return g->accused != MAZO_SEAT_NONE;
    if (c->type >= MAZO_CMD_COUNT || c->seat >= g->seats)
        return false;
    if (c->type == MAZO_CMD_throw)
        return throw_is_right(g, c);
    if (c->type == MAZO_CMD_write)
        return writing_is_right(g, c);
    for (int i = 0; i < s.of[c->seat].count; i++)
        if (same_command(&s.of[c->seat].at[i], c))
            return true;
    return false;
}

/* A card that the seat in turn may not play now, whatever its color is named. */
static bool is_wrong_card(const struct mazo_game *g, mazo_card card)
{
    bool draws = card == MAZO_WILD_FOUR ||
                 (!mazo_card_is_wild(card) && mazo_card_value(card) == MAZO_DRAW_TWO);
    switch (g->phase) {
    case MAZO_PHASE_play:
        return !(g->fits >> card & 1);
    case MAZO_PHASE_run:
        return !(g->fits >> card & 1) || (card == MAZO_WILD_FOUR && !mazo_is_clean(g, g->turn));
    case MAZO_PHASE_drawn:
        return card != g->drawn;
    case MAZO_PHASE_struck:
        return !g->rules.stacking || !draws;
    default:
        return true;
    }
}

/* P2: a card in hand that does not fit, or at the wrong time. */
static bool is_misplay(const struct mazo_game *g, const struct mazo_command *c)
{
    if (!g->rules.wrong_card || c->type != MAZO_CMD_play || c->seat >= g->seats || !is_running(g) ||
        c->card >= MAZO_KIND_COUNT || !g->copies[c->seat][c->card])
        return false;
    if (c->seat != g->turn)
        return !(g->rules.jump_in && g->phase == MAZO_PHASE_play && c->card == g->top);
    return is_wrong_card(g, c->card);
}

/* ---- trying ---- */

static void check_misplay(struct random_play *t, const struct mazo_command *c)
{
    const struct mazo_game *g = &t->game;
    int stock = g->draw_count + g->discard_count - 1;
    int owed = g->rules.wrong_card < stock ? g->rules.wrong_card : stock;
    if (s.copy.size[c->seat] != g->size[c->seat] + owed) {
        random_fail(t, "a wrong card costs %d cards and not %d",
                    s.copy.size[c->seat] - g->size[c->seat], owed);
    }
    if (s.copy.turn != g->turn || s.copy.phase != g->phase || s.copy.top != g->top)
        random_fail(t, "a wrong card ends the turn");
    if (s.events.count < 2 || s.events.at[0].type != MAZO_EVENT_misplayed ||
        s.events.at[0].card != c->card || s.events.at[0].seat != c->seat)
        random_fail(t, "a wrong card is not told");
}

static void try_one(struct random_play *t, const struct mazo_command *c)
{
    const struct mazo_game *g = &t->game;
    bool legal = is_legal(g, c), misplay = !legal && is_misplay(g, c);
    enum mazo_error why, judged = mazo_judge(g, c);
    memcpy(&s.copy, g, sizeof *g);
    mazo_events_clear(&s.events);
    enum mazo_error error = mazo_apply(&s.copy, c, &s.events);
    const char *name = c->type < MAZO_CMD_COUNT ? mazo_command_name(c->type) : "nonsense";
    if (error != judged) {
        random_fail(t, "%s: judged %s, but %s", name, mazo_error_word((int)judged),
                    mazo_error_word((int)error));
    }
    if (mazo_is_misplay(g, c, &why) != misplay)
        random_fail(t, "%s of card %d by %d: a misplay or not?", name, c->card, c->seat);
    if ((error == MAZO_ERR_ok) != (legal || misplay)) {
        random_fail(t, "%s by %d (card %d, color %d, who %d, count %d): %s, but the list says %s",
                    name, c->seat, c->card, c->color, c->who, c->count, mazo_error_word((int)error),
                    legal ? "legal" : "not");
    }
    if (error != MAZO_ERR_ok && (memcmp(&s.copy, g, sizeof *g) != 0 || s.events.count)) {
        random_fail(t, "%s is refused (%s) and yet changes the game", name,
                    mazo_error_word((int)error));
    }
    if (error == MAZO_ERR_ok && mazo_check(&s.copy))
        random_fail(t, "%s: %s", name, mazo_check(&s.copy));
    if (misplay)
        check_misplay(t, c);
}

static void check_listed(struct random_play *t, const struct mazo_command *c)
{
    memcpy(&s.copy, &t->game, sizeof s.copy);
    memcpy(&s.other, &t->game, sizeof s.other);
    mazo_events_clear(&s.events);
    enum mazo_error error = mazo_apply(&s.copy, c, &s.events);
    if (error != MAZO_ERR_ok || mazo_is_misplay(&t->game, c, NULL)) {
        random_fail(t, "%s by %d is listed and refused: %s", mazo_command_name(c->type), c->seat,
                    mazo_error_word((int)error));
    }
    const char *fault = mazo_check(&s.copy);
    if (fault || s.events.cut_short) {
        random_fail(t, "%s by %d: %s", mazo_command_name(c->type), c->seat,
                    fault ? fault : "the list of events is full");
    }
    mazo_apply_legal(&s.other, c);
    if (!random_same_game(&s.copy, &s.other)) {
        random_fail(t, "%s by %d: mazo_apply_legal goes another way", mazo_command_name(c->type),
                    c->seat);
    }
}

bool try_can_go_on(const struct mazo_game *g)
{
    mazo_legal(g, g->turn, &s.of[g->turn]);
    for (int i = 0; i < s.of[g->turn].count; i++) {
        switch (s.of[g->turn].at[i].type) {
        case MAZO_CMD_uno:
        case MAZO_CMD_catch:
        case MAZO_CMD_accuse:
        case MAZO_CMD_vote:
        case MAZO_CMD_admit:
            break;
        default:
            return true;
        }
    }
    return false;
}

/* The seats that mazo_waiting names are those with something in their list, accusations apart. */
static void check_waiting(const struct random_play *t)
{
    for (int seat = 0; seat < t->game.seats; seat++) {
        bool waits = false;
        for (int i = 0; i < s.of[seat].count; i++)
            waits |= s.of[seat].at[i].type != MAZO_CMD_accuse;
        if (waits != (bool)(mazo_waiting(&t->game) >> seat & 1))
            random_fail(t, "mazo_waiting is wrong about seat %d", seat);
    }
}

void try_listed(struct random_play *t)
{
    const struct mazo_game *g = &t->game;
    bool over = g->phase == MAZO_PHASE_match_over;
    list_all(g);
    if (over && s.of[g->turn].count)
        random_fail(t, "something is legal after the match");
    for (int seat = 0; seat < g->seats; seat++) {
        for (int i = 0; i < s.of[seat].count; i++) {
            struct mazo_command c = mazo_legal_at(&s.of[seat], i);
            check_listed(t, &c);
        }
    }
    check_waiting(t);
}

/* ---- wrong commands ---- */

static uint8_t odd_byte(struct random_play *t, int below)
{
    static const uint8_t odd[] = {10, 14, 31, 46, 62, 63, 64, 128, 200, 254, 255};
    return random_chance(t, 3) ? odd[random_below(t, sizeof odd)] : (uint8_t)random_below(t, below);
}

static mazo_card card_held(struct random_play *t, int seat)
{
    const struct mazo_game *g = &t->game;
    mazo_card card = random_kind(t);
    for (int i = 0; seat < g->seats && i < MAZO_KIND_COUNT && !g->copies[seat][card]; i++)
        card = (mazo_card)((card + 1) % MAZO_KIND_COUNT);
    return card;
}

static void fill_lists(struct random_play *t, int seat)
{
    for (int i = 0; i < BUFFER; i++)
        s.cards[i] = random_chance(t, 40) ? odd_byte(t, 64) : card_held(t, seat);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        random_rule_card(t, &s.rule_cards[i]);
        if (random_chance(t, 8)) {
            ((uint8_t *)&s.rule_cards[i])[random_below(t, sizeof s.rule_cards[i])] = odd_byte(t,
                                                                                              22);
        }
    }
}

static void try_random(struct random_play *t, int type)
{
    int seats = t->game.seats;
    struct mazo_command c = {.type = (uint8_t)type, .cards = s.cards, .rule_cards = s.rule_cards};
    c.seat = random_chance(t, 2) ? t->game.turn : odd_byte(t, seats);
    c.card = random_chance(t, 2) ? card_held(t, c.seat) : odd_byte(t, 64);
    c.color = odd_byte(t, 5);
    c.who = odd_byte(t, seats);
    c.uno = random_chance(t, 2);
    c.yes = random_chance(t, 2);
    c.count = odd_byte(t, 6);
    try_one(t, &c);
}

/* A listed command with one thing changed. */
static void try_spoilt(struct random_play *t, struct mazo_command c)
{
    if (c.type == MAZO_CMD_throw) {
        memcpy(s.cards, c.cards, c.count);
        c.cards = s.cards;
    } else if (c.type == MAZO_CMD_write) {
        memcpy(s.rule_cards, c.rule_cards, c.count * sizeof *c.rule_cards);
        c.rule_cards = s.rule_cards;
    }
    switch (random_below(t, 8)) {
    case 0:
        c.type = odd_byte(t, MAZO_CMD_COUNT);
        break;
    case 1:
        c.seat = odd_byte(t, t->game.seats);
        break;
    case 2:
        c.card = odd_byte(t, 64);
        break;
    case 3:
        c.color = odd_byte(t, 5);
        break;
    case 4:
        c.who = odd_byte(t, t->game.seats);
        break;
    case 5:
        c.count = (uint8_t)(c.count + (random_chance(t, 2) ? 1 : -1));
        break;
    case 6:
        s.cards[random_below(t, c.count ? c.count : 1)] = odd_byte(t, 64);
        break;
    default:
        c.uno = !c.uno, c.yes = !c.yes;
        break;
    }
    c.cards = s.cards;
    c.rule_cards = s.rule_cards;
    try_one(t, &c);
}

void try_wrong(struct random_play *t)
{
    const struct mazo_game *g = &t->game;
    list_all(g);
    fill_lists(t, g->turn);
    for (int type = 0; type <= MAZO_CMD_COUNT; type++)
        try_random(t, type);
    for (int i = 0; i < 12; i++) {
        const struct mazo_legal *list = &s.of[i < 8 ? g->turn : random_below(t, g->seats)];
        if (list->count)
            try_spoilt(t, mazo_legal_at(list, random_below(t, list->count)));
    }
}
