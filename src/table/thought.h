/*
 * thought.h - bots that think long, elsewhere.
 *
 * Where t->apart is set, table_tick does not ask an expert whose move is due:
 * table_thinks names the seat. The front end copies what the bot may know with
 * thought_begin, lets any thread think with thought_think, and gives the result
 * back with thought_end. Meanwhile the table goes on: what has become pointless
 * by then is dropped, and the bot asked again.
 */
#ifndef MAZO_THOUGHT_H
#define MAZO_THOUGHT_H

#include "table/table.h"

struct thought {
    int seat;
    uint32_t commands; /* of the table when it began */
    struct mazo_view view;
    struct mazo_legal legal;
    struct bot bot;
    bool chose;
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX];                       /* behind the command */
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX]; /* behind the command */
};

/* The seat whose bot should think now, or -1. It is no longer due until thought_end. */
int table_thinks(const struct table *t);

void thought_begin(struct table *t, int seat, struct thought *out);
void thought_think(struct thought *thought, struct bot_scratch *scratch);

/* True: a command was accepted (and `heard`). */
bool thought_end(struct table *t, uint64_t now, const struct thought *thought);

#endif
