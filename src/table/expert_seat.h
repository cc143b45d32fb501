/*
 * expert_seat.h - bots that think long, elsewhere.
 *
 * Where t->apart is set, table_tick does not ask an expert whose move is due:
 * table_thinks names the seat. The front end copies what the bot may know with
 * expert_seat_begin, lets any thread think with expert_seat_think, and gives the result
 * back with expert_seat_end. The table continues while the bot thinks: a result that no longer
 * applies is dropped, and the bot asked again. What a bot does out of turn is quick, and
 * table_tick does it as for other bots.
 */
#ifndef MAZO_EXPERT_SEAT_H
#define MAZO_EXPERT_SEAT_H

#include "table/table.h"

/* Do not copy it: it points into itself. */
struct expert_seat {
    int seat;
    uint32_t number;   /* number of the thought, counted by the table */
    uint32_t commands; /* commands at the table when it began */
    struct mazo_view view;
    struct mazo_legal legal;
    struct mazo_bot bot;
    bool chose;
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the command */
};

/* After table_tick, table_do or expert_seat_end: the seat whose bot should think now, or -1.
 * Once a thought has begun it is no longer named until expert_seat_end. */
int table_thinks(const struct table *t);

void expert_seat_begin(struct table *t, int seat, struct expert_seat *out);
void expert_seat_think(struct expert_seat *thought, struct mazo_bot_scratch *scratch);

/* True: a command was accepted. False: dropped, or the bot waits for a catch;
 * ask table_thinks and table_due again. */
bool expert_seat_end(struct table *t, uint64_t now, const struct expert_seat *thought);

/* Forget all thoughts: table_thinks names the seats again. */
void expert_seats_forget(struct table *t);

#endif
