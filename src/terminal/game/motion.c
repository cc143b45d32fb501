/*
 * motion.c - what moves after a command: when, and from where to where. draw_motion.c draws it.
 *
 * The table is always as it is: movement is drawn over it, the next key or command ends it, and on a
 * line that is slow there is none.
 */
#include "terminal/game/state.h"

enum { CARD_STEP_MS = 90, CARDS_AT_MOST_MS = 540, LEVER_MS = 3000 };

static bool is_on(const struct game *g)
{
    return !g->session->setup.still && !g->guide && !g->term->slow;
}

static void lasts(struct game *g, uint64_t until)
{
    g->motion.until = until > g->motion.until ? until : g->motion.until;
}

void motion_begin(struct game *g)
{
    struct motion before = g->motion;
    g->motion = (struct motion){.under = MAZO_CARD_NONE,
                                .wash = MAZO_COLOR_NONE,
                                .next = g->now,
                                .flash = before.flash,
                                .flash_seat = before.flash_seat,
                                .flash_at = before.flash_at};
    if (g->view.seats > 0 && g->view.phase < MAZO_PHASE_round_over) {
        g->motion.under = g->view.top;
        g->motion.under_color = g->view.color;
    }
}

void motion_end(struct game *g)
{
    g->motion.until = 0;
    g->motion.flash = NULL;
    if (g->lever_at)
        motion_pull(g);
    else if (game_spins(g))
        g->spun_at = g->now - SPIN_MS;
}

bool motion_is_on(const struct game *g) { return g->now < g->motion.until && is_on(g); }

bool motion_flashes(const struct game *g)
{
    return g->motion.flash && g->now < g->motion.flash_at + FLASH_MS && is_on(g);
}

/* ---- cards ---- */

/* Where the card was in the hand drawn last; for others, their seat. */
static struct place place_of(const struct game *g, int seat, mazo_card card)
{
    for (int i = 0; seat == g->viewer && i < g->zone_count; i++) {
        const struct zone *z = &g->zone[i];
        if (z->act == ACT_CARD && z->arg < g->hand_count && g->hand[z->arg] == card)
            return (struct place){z->row, z->column};
    }
    return (struct place){-1, -1};
}

static void fly(struct game *g, mazo_card card, int from, int to, uint64_t starts)
{
    struct motion *m = &g->motion;
    if (m->count == FLIGHTS_MAX)
        return;
    m->flight[m->count++] = (struct flight){.card = card,
                                            .from = (uint8_t)from,
                                            .to = (uint8_t)to,
                                            .place = place_of(g, from, card),
                                            .starts = starts};
    lasts(g, starts + FLIGHT_MS);
}

/* This many, one after another; `cards` is NULL if only their backs are seen. */
static void fly_all(struct game *g, const mazo_card *cards, int count, int from, int to)
{
    int step = count * CARD_STEP_MS > CARDS_AT_MOST_MS ? CARDS_AT_MOST_MS / count : CARD_STEP_MS;
    for (int i = 0; i < count && i < FLIGHTS_MAX; i++)
        fly(g, cards ? cards[i] : MAZO_CARD_NONE, from, to, g->motion.next + (uint64_t)(i * step));
    g->motion.next += (uint64_t)(count > 0 ? FLIGHT_MS + (count - 1) * step : 0);
}

int motion_on_the_way(const struct game *g, int seat)
{
    int count = 0;
    for (int i = 0; motion_is_on(g) && i < g->motion.count; i++) {
        const struct flight *f = &g->motion.flight[i];
        count += f->to == seat && g->now < f->starts + FLIGHT_MS;
    }
    return count;
}

bool motion_arrives(const struct game *g, int index)
{
    int away = 0, behind = 0;
    for (int i = 0; motion_is_on(g) && i < g->motion.count; i++) {
        const struct flight *f = &g->motion.flight[i];
        away += f->to == g->viewer && f->card == g->hand[index] && g->now < f->starts + FLIGHT_MS;
    }
    for (int i = index + 1; away > 0 && i < g->hand_count; i++)
        behind += g->hand[i] == g->hand[index];
    return behind < away;
}

bool motion_covers_top(const struct game *g)
{
    return motion_is_on(g) && g->motion.under != MAZO_CARD_NONE && g->now < g->motion.lands;
}

/* ---- the spinner ---- */

void motion_pull(struct game *g)
{
    g->lever_at = 0;
    g->spun_at = g->now;
}

void motion_tick(struct game *g)
{
    if (g->lever_at && g->now >= g->lever_at + LEVER_MS)
        motion_pull(g);
}

uint64_t motion_due(const struct game *g)
{
    if (g->lever_at)
        return g->lever_at + LEVER_MS;
    return motion_is_on(g) || motion_flashes(g) || game_spins(g) ? g->now + FRAME_MS : TABLE_NEVER;
}

/* A person here pulls the lever; others only watch. */
static void spin(struct game *g, const struct mazo_event *e)
{
    g->face = e->detail;
    g->spun_command = g->table->commands;
    g->lever_at = is_on(g) && e->seat == g->viewer ? g->now : 0;
    g->spun_at = is_on(g) ? g->now : g->now - SPIN_MS;
}

/* ---- what is heard ---- */

static void flash(struct game *g, int seat, const char *text)
{
    g->motion.flash_seat = (uint8_t)seat;
    g->motion.flash = text;
    g->motion.flash_at = g->motion.next;
}

static void wash(struct game *g, const struct mazo_event *e)
{
    g->motion.wash = e->color;
    g->motion.wash_seat = e->seat;
    g->motion.wash_at = g->motion.next;
    lasts(g, g->motion.wash_at + WASH_MS);
}

static void onto_the_pile(struct game *g, const mazo_card *cards, int count, int seat)
{
    fly_all(g, cards, count, seat, PLACE_TOP);
    g->motion.lands = g->motion.next;
}

static void rotate(struct game *g)
{
    uint64_t starts = g->motion.next;
    for (int seat = 0; seat < g->view.seats; seat++)
        fly(g, MAZO_CARD_NONE, seat, mazo_seat_after(&g->view.pub, seat), starts);
}

void motion_hear(struct game *g, const struct mazo_event *e, const mazo_card *cards)
{
    if (e->type == MAZO_EVENT_spun)
        spin(g, e);
    if (!is_on(g))
        return;
    switch (e->type) {
    case MAZO_EVENT_played:
        onto_the_pile(g, &e->card, 1, e->seat);
        if (mazo_card_is_wild(e->card) && e->color < MAZO_COLOR_COUNT)
            wash(g, e);
        if (e->detail)
            flash(g, e->seat, N_(" UNO! "));
        break;
    case MAZO_EVENT_color:
        wash(g, e);
        break;
    case MAZO_EVENT_threw:
    case MAZO_EVENT_discarded:
        onto_the_pile(g, cards, e->count, e->seat);
        break;
    case MAZO_EVENT_dealt:
        if (e->seat != g->viewer)
            break; /* everybody gets the same number */
        /* fall through */
    case MAZO_EVENT_drew:
        fly_all(g, cards, e->count, PLACE_DRAW, e->seat);
        break;
    case MAZO_EVENT_gave:
        fly_all(g, cards, e->count, e->seat, e->who);
        break;
    case MAZO_EVENT_took:
        fly_all(g, cards, e->count, e->who, e->seat);
        break;
    case MAZO_EVENT_swapped:
        fly(g, MAZO_CARD_NONE, e->seat, e->who, g->motion.next);
        fly(g, MAZO_CARD_NONE, e->who, e->seat, g->motion.next);
        break;
    case MAZO_EVENT_rotated:
        rotate(g);
        break;
    case MAZO_EVENT_uno:
        flash(g, e->seat, N_(" UNO! "));
        break;
    case MAZO_EVENT_caught:
        flash(g, e->who, N_(" Caught! "));
        break;
    default:
        break;
    }
}
