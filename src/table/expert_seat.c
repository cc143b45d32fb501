/*
 * expert_seat.c - long searches of bots, on another thread.
 */
#include "table/expert_seat.h"

#include <string.h>

#include "table/inner.h"

int table_thinks(const struct table *t)
{
    for (int i = 0; t->play.open && i < t->seats; i++)
        if (table_is_for_thought(t, i) && !t->seat[i].thought)
            return i;
    return -1;
}

void expert_seat_begin(struct table *t, int seat, struct expert_seat *out)
{
    struct table_seat *s = &t->seat[seat];
    if (++t->thoughts == 0)
        t->thoughts = 1; /* 0 is none */
    s->thought = t->thoughts;
    out->seat = seat;
    out->number = s->thought;
    out->commands = t->commands;
    out->bot = s->bot;
    out->chose = false;
    mazo_view_of(&t->play.game, seat, &out->view);
    mazo_legal(&t->play.game, seat, &out->legal);
}

void expert_seat_think(struct expert_seat *th, struct mazo_bot_scratch *scratch)
{
    struct mazo_command *c = &th->command;
    th->chose = mazo_bot_choose(&th->bot, &th->view, &th->legal, scratch, c);
    if (!th->chose)
        return;
    if (c->type == MAZO_CMD_throw && c->count > 0) /* the list may lie in the scratch */
        memcpy(th->cards, c->cards, c->count);
    c->cards = th->cards;
    c->rule_cards = NULL;
}

bool expert_seat_end(struct table *t, uint64_t now, const struct expert_seat *th)
{
    struct table_seat *s = &t->seat[th->seat];
    struct mazo_command c;
    table_set_time(t, now);
    if (s->thought != th->number)
        return false; /* the turn has passed, or the person is back */
    s->thought = 0;
    if (t->commands != th->commands)
        return false; /* something was said meanwhile: think again */
    s->bot.dice = th->bot.dice;
    if (table_breaks_habits(t, th->seat, &c))
        return table_bot_does(t, th->seat, &c);
    return table_bot_does(t, th->seat, th->chose ? &th->command : NULL);
}

void expert_seats_forget(struct table *t)
{
    for (int i = 0; i < t->seats; i++)
        t->seat[i].thought = 0;
}
