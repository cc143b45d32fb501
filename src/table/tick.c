/*
 * tick.c - runs whatever is due.
 */
#include "table/inner.h"

/* ---- bots ---- */

/* When nearly all cards are in the hands, bots can play the same few forever: everybody's Draw Two
 * draws the last one's. In an endless round every fourth move is any legal command. */
bool table_breaks_habits(struct table *t, int seat, struct mazo_command *out)
{
    uint32_t count = 0;
    if (t->in_round < TABLE_ROUND_LONG || !table_has_duty(t, seat) ||
        mazo_fast_below(&t->dice, 4) != 0)
        return false;
    mazo_legal(&t->play.game, seat, &t->legal);
    for (int i = 0; i < t->legal.count; i++)
        if (!mazo_is_social(t->legal.at[i].type) && mazo_fast_below(&t->dice, ++count) == 0)
            *out = mazo_legal_at(&t->legal, i);
    return count > 0;
}

static bool has_dare(const struct mazo_command *c)
{
    for (int i = 0; i < c->count; i++) {
        for (int j = 0; j < c->rule_cards[i].count; j++)
            if (c->rule_cards[i].effect[j].type == MAZO_EFFECT_dare)
                return true;
    }
    return false;
}

/* One person among bots has no one to hug and no one to see it: bots write no dares there. */
static void spare_dares(const struct table *t, struct mazo_legal *legal)
{
    int people = 0, kept = 0;
    for (int i = 0; i < t->seats; i++)
        people += t->seat[i].player.sitter == TABLE_PERSON;
    if (people != 1 || t->play.game.phase != MAZO_PHASE_write)
        return;
    for (int i = 0; i < legal->count; i++)
        if (!has_dare(&legal->at[i]))
            legal->at[kept++] = legal->at[i];
    legal->count = kept ? (uint16_t)kept : legal->count;
}

bool table_bot_choice(struct table *t, int seat, struct mazo_command *out)
{
    struct mazo_bot *bot = &t->seat[seat].bot;
    struct mazo_view view;
    uint8_t level = bot->level;
    if (t->daily)
        t->dice = bot->dice = table_daily_dice(t, seat);
    if (table_breaks_habits(t, seat, out))
        return true;
    mazo_legal(&t->play.game, seat, &t->legal);
    spare_dares(t, &t->legal);
    mazo_view_of(&t->play.game, seat, &view);
    if (table_searches_apart(t, seat))
        bot->level = MAZO_BOT_HARD; /* wanted immediately: no time to search */
    bool chose = mazo_bot_choose(bot, &view, &t->legal, t->scratch, out);
    bot->level = level;
    return chose;
}

/* A bot has failed, which is a bug: the first legal command that is not an accusation or a vote. */
static bool do_anything(struct table *t, int seat)
{
    t->bugs++;
    mazo_legal(&t->play.game, seat, &t->legal);
    for (int i = 0; i < t->legal.count; i++) {
        struct mazo_command c = mazo_legal_at(&t->legal, i);
        if (!mazo_is_social(c.type) && table_run(t, &c))
            return true;
    }
    return false;
}

bool table_bot_does(struct table *t, int seat, const struct mazo_command *c)
{
    struct table_seat *s = &t->seat[seat];
    bool duty = table_has_duty(t, seat);
    uint64_t until;
    table_act_at(s, TABLE_NEVER);
    if (!c)
        return duty && do_anything(t, seat);
    if (c->type == MAZO_CMD_catch && c->who < t->seats && t->now < t->seat[c->who].safe_until) {
        table_act_at(s, t->seat[c->who].safe_until);
        return false;
    }
    if (table_robs(t, c, &until) && until > t->now) {
        table_act_at(s, until);
        return false;
    }
    bool fine = c->seat == seat && !mazo_is_misplay(&t->play.game, c, NULL);
    if (fine && table_run(t, c))
        return true;
    return duty && do_anything(t, seat);
}

bool table_bot_acts(struct table *t, int seat)
{
    struct mazo_command c;
    return table_bot_does(t, seat, table_bot_choice(t, seat, &c) ? &c : NULL);
}

/* ---- the clock has run out ---- */

/* The command for an idle player; MAZO_CMD_COUNT leaves it to the stand-in. */
static int idle_command(const struct mazo_game *g)
{
    switch (g->phase) {
    case MAZO_PHASE_play:
        return MAZO_CMD_draw;
    case MAZO_PHASE_drawn:
        return MAZO_CMD_keep;
    case MAZO_PHASE_struck:
        return MAZO_CMD_accept;
    case MAZO_PHASE_run:
    case MAZO_PHASE_dare:
        return MAZO_CMD_done;
    default:
        return MAZO_CMD_COUNT;
    }
}

static bool time_is_up(struct table *t)
{
    const struct mazo_game *g = &t->play.game;
    int seat = 0;
    while (seat < t->seats && !table_awaits(t, seat))
        seat++;
    t->turn_ends = TABLE_NEVER;
    if (seat == t->seats)
        return false;
    struct mazo_command c = {.type = (uint8_t)idle_command(g), .seat = (uint8_t)seat};
    bool idles = c.type < MAZO_CMD_COUNT && mazo_judge(g, &c) == MAZO_ERR_ok;
    uint64_t until;
    if (idles && table_robs(t, &c, &until) && until > t->now) {
        t->turn_ends = until; /* the catch comes first */
        return false;
    }
    t->seat[seat].away = true;
    if (idles && table_run(t, &c))
        return true;
    if (table_searches_apart(t, seat)) {
        table_act_at(&t->seat[seat], t->now);
        return false;
    }
    return table_bot_acts(t, seat);
}

/* ---- waiting ---- */

static bool catch_now(struct table *t, int seat)
{
    struct mazo_command c = {.type = MAZO_CMD_catch,
                             .seat = (uint8_t)seat,
                             .who = t->seat[seat].catching};
    t->seat[seat].catching = MAZO_SEAT_NONE;
    return table_run(t, &c);
}

bool table_catch(struct table *t, uint64_t now)
{
    table_set_time(t, now);
    for (;;) {
        struct table_due_thing due = {.at = TABLE_NEVER};
        table_consider_catches(t, &due);
        if (due.at > t->now)
            return false;
        if (catch_now(t, due.seat))
            return true;
    }
}

/* Drops what came too late, or has become a mistake while it waited. */
static bool release(struct table *t, int seat)
{
    struct table_held *h = &t->seat[seat].held;
    h->is_there = false;
    bool fine = h->asked == t->asked && mazo_judge(&t->play.game, &h->command) == MAZO_ERR_ok &&
                mazo_is_misplay(&t->play.game, &h->command, NULL) == h->misplay;
    if (fine && table_run(t, &h->command))
        return true;
    table_plan(t, &(struct table_change){.seat = seat, .before = t->play.game.catchable});
    return false;
}

static bool do_due(struct table *t, const struct table_due_thing *due)
{
    struct mazo_command c = {.seat = MAZO_SEAT_NONE};
    switch (due->kind) {
    case TABLE_DUE_CATCH:
        return catch_now(t, due->seat);
    case TABLE_DUE_HELD:
        return release(t, due->seat);
    case TABLE_DUE_VOTE:
        t->vote_ends = TABLE_NEVER;
        c.type = MAZO_CMD_tally;
        return table_run(t, &c);
    case TABLE_DUE_BOT:
        return table_bot_acts(t, due->seat);
    case TABLE_DUE_CLOCK:
        return time_is_up(t);
    default:
        t->next_at = TABLE_NEVER;
        c.type = MAZO_CMD_next;
        return table_run(t, &c);
    }
}

void table_hurry(struct table *t, uint64_t now)
{
    enum { SEEN_MS = 150 }; /* the move before is seen */
    table_set_time(t, now);
    uint64_t at = table_later(t->began, SEEN_MS);
    for (int i = 0; i < t->seats; i++) {
        struct table_seat *s = &t->seat[i];
        if (table_is_played_by_bot(s) && table_has_duty(t, i) && s->acts_at > at &&
            s->acts_at != TABLE_NEVER)
            s->acts_at = at;
    }
}

bool table_tick(struct table *t, uint64_t now)
{
    table_set_time(t, now);
    for (;;) {
        struct table_due_thing due = table_next_due(t);
        if (due.at > t->now)
            return false;
        if (do_due(t, &due))
            return true;
    }
}
