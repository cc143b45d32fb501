/*
 * game_driver.h - a game with its texts, driven by lines that have been read.
 *
 * The referee and the reader of match files both play through here, so what
 * the one writes the other can repeat.
 */
#ifndef MAZO_GAME_DRIVER_H
#define MAZO_GAME_DRIVER_H

#include "mazo/game.h"
#include "text/text.h"
#include "wire/json_read.h"
#include "say/rule_card_text.h"

struct wire_game {
    bool open; /* a match has been opened */
    struct mazo_game game;
    struct say_texts texts;    /* of its rule cards */
    struct mazo_events events; /* of the last line that was accepted */
};

/* Carry out a line. False, *why filled and nothing changed, when it is
 * refused. Accepted with why->message not empty: it was a misplay (P2). */
bool wire_game_do(struct wire_game *w, enum text_lang lang, const struct wire_line *line,
                  struct wire_error *why);

#endif
