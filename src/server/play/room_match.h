/*
 * room_match.h - matches at a table: begun, moved, ended. Everything here happens within a change, except
 * where it says that it makes its own.
 *
 * Each command that the table accepts becomes the next line in the store, and a message to everybody
 * who watches.
 */
#ifndef MAZO_ROOM_MATCH_H
#define MAZO_ROOM_MATCH_H

#include "server/tables/stopped.h"

/* Before a deal: open seats get bots, closed ones go. False: these rules and programs cannot be
 * played, and why. */
bool play_prepare(struct hub *h, struct room *r, enum text_lang lang, struct wire_error *why);

/* Deal; `q` is the message that asked for it, or NULL. */
bool play_deal(struct hub *h, struct room *r, const struct request *q, struct wire_error *why);

enum table_answer play_do(struct hub *h, struct room *r, int seat, const struct request *q,
                          const struct wire_line *line, struct wire_error *why);
uint64_t play_hash_id(const char *id);

/* Do what is due; begins and ends its own changes. */
void play_tick(struct hub *h, struct room *r);

/* A person has come back to the seat, or has gone for good. */
void play_return(struct hub *h, struct room *r, int seat);
void play_leave(struct hub *h, struct room *r, int seat);

/* The seat is played by a bot from now on; or by a person again. */
void play_replace(struct hub *h, struct room *r, int seat);
void play_readmit(struct hub *h, struct room *r, int seat);

/* What the reader's thread needs to replay a match; and the replayed match, into r->now.packed,
 * without a change. */
void play_ask(struct hub *h, struct replay_table *out);
void play_load(struct hub *h, struct room *r, const struct read_room *q);

/* After `slept` ms of suspend, clocks get the same grace as after a restart. Without a change. */
void play_suspended(struct hub *h, struct room *r, uint64_t slept);

#endif
