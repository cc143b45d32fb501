/*
 * thought.h - bots that think long, elsewhere.
 *
 * Where t->apart is set, table_tick does not ask an expert whose move is due:
 * table_thinks names the seat. The front end copies what the bot may know with
 * thought_begin, lets any thread think with thought_think, and gives the result
 * back with thought_end. Meanwhile the table continues: what has become pointless
 * by then is dropped, and the bot asked again. Everything that a bot does out
 * of turn is quick, and table_tick does it as ever.
 */
#ifndef MAZO_THOUGHT_H
#define MAZO_THOUGHT_H

#include "table/table.h"

/* Not to be copied: it points into itself. */
struct thought {
    int seat;
    uint32_t number;   /* of the thought, counted by the table */
    uint32_t commands; /* of the table when it began */
    struct mazo_view view;
    struct mazo_legal legal;
    struct bot bot;
    bool chose;
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the command */
};

/* After table_tick, table_do or thought_end: the seat whose bot should think now, or -1.
 * Once a thought has begun it is no longer named until thought_end. */
int table_thinks(const struct table *t);

void thought_begin(struct table *t, int seat, struct thought *out);
void thought_think(struct thought *thought, struct bot_scratch *scratch);

/* True: a command was accepted (and `heard`). False: dropped, or the bot waits for a catch;
 * ask table_thinks and table_due again. */
bool thought_end(struct table *t, uint64_t now, const struct thought *thought);

#endif
