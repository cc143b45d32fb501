/*
 * secret.h - another world that looks the same to one player.
 */
#ifndef MAZO_SECRET_H
#define MAZO_SECRET_H

#include "engine/observer.h"
#include "engine/random_play.h"

/* How different the other world is. */
enum secret_kind {
    SECRET_ALL,     /* everything hidden is drawn anew, whether it could come about or not */
    SECRET_PLAYABLE /* the same dice, so that both worlds may go on in the same way */
};

/* The game with all that `viewer` (a seat or MAZO_SPECTATOR) cannot know drawn
 * anew; the cards of the command stay with who gives it. */
void secret_world(struct random_play *t, const struct mazo_game *g, const struct observer *m,
                  int viewer, enum secret_kind kind, const struct mazo_command *c,
                  struct mazo_game *out);

/* Did the same happen in two worlds, as far as the viewer is concerned? */
bool secret_same_outcome(const struct mazo_game *a, const struct mazo_events *ea,
                         const struct mazo_game *b, const struct mazo_events *eb, int viewer);

/* Equal in every field. */
bool secret_same_event(const struct mazo_event *a, const struct mazo_event *b);

#endif
