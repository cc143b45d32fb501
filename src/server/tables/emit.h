/*
 * emit.h - every byte that goes to people at a table.
 *
 * What depends on who looks is made here and nowhere else: `seat` is the
 * viewer's, or MAZO_SPECTATOR, and cards are put into a message only by
 * mazo_view_of, mazo_event_for and table_texts for that seat.
 */
#ifndef MAZO_EMIT_H
#define MAZO_EMIT_H

#include "server/tables/request.h"

/* Send the table to everybody; `q` (or NULL) is the message that it answers. Or to its sender
 * alone. More than WATCHERS_TOLD spectators get it from emit_tick, or before the next event. */
void emit_table(struct hub *h, struct room *r, const struct request *q);
void emit_table_to(const struct request *q);

/* For a change outside the one under way, if any: should that one fail, emit_tick sends it again. */
void emit_aside(struct hub *h, struct room *r);

/* Send chat. A crowd gets it from emit_tick, together with other lines; the speaker and seated
 * people at once. False: no memory. */
bool emit_talk(struct hub *h, struct room *r, const struct guest *speaker, const char *text,
               size_t len);

/* Send a crowd what it is waiting for, once it is due. */
void emit_tick(struct hub *h, struct room *r);

/* The cost of a message to everybody there, in messages: for net_spend. emit_table with a request
 * spends it; moves cost their player nothing, however many watch. */
uint32_t emit_cost(const struct room *r);
/* Send the last command to everybody; `was` is the game before it. */
void emit_event(struct hub *h, struct room *r, const struct table *t, const struct mazo_game *was);
/* Tell players who have not joined the table: when their turn comes or has passed, when the match
 * begins or ends, when the table opens again (`t` is NULL then), and when they lose their seat. */
void emit_turn(struct hub *h, struct room *r, const struct table *t);
/* The match has just been read from the store: everybody has already been told its present state. */
void emit_turn_known(struct room *r, const struct table *t);
void emit_unseated(struct hub *h, struct room *r, const struct person *p);
/* A sentence for one guest at the table, once the change is stored; `word` is stable, for programs. */
void emit_notice(struct hub *h, struct room *r, struct guest *g, const char *word,
                 const char *text);

/* With `past`, include the round so far. */
void emit_view(struct hub *h, struct room *r, const struct table *t, struct guest *g, bool past);

/* Would emit_missed, or a view with `past`, need the last moves (catch_up.h)? `since` -1: not said. */
bool emit_needs_recent(const struct room *r, uint32_t match, int64_t since, bool past);

/* Send g what it missed since number `since` of match `match`: the events, or a view. */
void emit_missed(struct hub *h, struct room *r, struct guest *g, uint32_t match, uint32_t since,
                 bool past);

/* Send a person who changed seats the new hand, and whether to move. */
void emit_hand(struct hub *h, struct room *r, const struct person *p);

#endif
