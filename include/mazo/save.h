/*
 * save.h - a game as text that every later version can open; cards and words as text.
 *
 * One line per field: its name, then its numbers or cards. Where a line is missing, the field keeps
 * its initial value; an unknown line is refused. So a field can be added without a new version, and
 * a newer game is never half understood. The text holds every card: show it only to those who may
 * see the whole game.
 */
#ifndef MAZO_SAVED_GAME_H
#define MAZO_SAVED_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MAZO_SAVE_MAX = 8192, /* bytes of the longest text */
    MAZO_CARD_TEXT = 4,   /* bytes of the longest card, "W+4", with its NUL */
    MAZO_CARD_NAMES = 59  /* different cards */
};

/* Write the text, without a NUL, as far as there is room. Returns its whole size. */
size_t mazo_save(const struct mazo_game *g, char *out, size_t room);

/* Read such a text. Returns NULL, or an English sentence that says what is wrong with it (the
 * catalogue has the other languages); then *g is unchanged. The input may be any bytes: a game
 * that was read has passed mazo_check. */
const char *mazo_load(struct mazo_game *g, const char *text, size_t size);

/* "R7", "W+4", ...: red, green, blue, yellow; 0-9 S R +2 J; W W+4 WJ. Read in any case, and the
 * whole text must be the card. */
bool mazo_card_read(const char *text, mazo_card *out);

/* The card's text, "?" if it is not a card. Returns `out`. */
const char *mazo_card_write(mazo_card card, char out[MAZO_CARD_TEXT]);

/* Every card in the order in which hands are shown; MAZO_CARD_NONE from MAZO_CARD_NAMES on. */
mazo_card mazo_card_at(int i);

/* "R", "G", "B" or "Y"; "?" if it is not a color. */
const char *mazo_color_letter(int color);
bool mazo_color_read(const char *text, uint8_t *out);

/* The inverse of mazo_phase_name, mazo_error_word and so on; -1: there is no such name. */
int mazo_phase_by_name(const char *name);
int mazo_command_by_name(const char *name);
int mazo_error_by_word(const char *word);
int mazo_event_by_name(const char *name);
int mazo_reason_by_name(const char *name);
int mazo_face_by_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
