/*
 * player.h - who sits down: a bot as people write it.
 *
 *     LEVEL[:STYLE][@PLAYOUTS]    hard   normal:cautious   expert@2000
 *     cmd:PROGRAM [ARGUMENT]...   a program that speaks the line protocol
 *
 * A command line is split at blanks and run as it is, without a shell: no
 * quoting, no wildcards, nothing that could be anything but words.
 */
#ifndef MAZO_PLAYER_H
#define MAZO_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_NAME_MAX = 256, SIM_WORDS_MAX = 32 };

struct sim_player {
    char name[SIM_NAME_MAX]; /* as it was written; a program's begins with "cmd:" */
    bool outside;            /* a program */
    uint8_t level;           /* enum bot_level; that of the stand-in for a program */
    uint8_t style;           /* enum bot_style */
    uint32_t playouts;       /* 0: as many as the bots themselves think right */
};

enum sim_player_fault {
    SIM_PLAYER_FINE,
    SIM_PLAYER_NO_LEVEL,
    SIM_PLAYER_NO_STYLE,
    SIM_PLAYER_NO_PLAYOUTS,
    SIM_PLAYER_NO_COMMAND, /* nothing behind cmd:, or too many words */
    SIM_PLAYER_TOO_LONG
};

/* Read a bot of `len` bytes. `playouts` counts where the text names none. */
enum sim_player_fault sim_player_read(const char *text, size_t len, uint32_t playouts,
                                      struct sim_player *out);

/* The words of a program's command line: they are cut out of `buf`, and a NULL follows
 * the last. Returns how many there are. */
int sim_player_words(const struct sim_player *player, char buf[SIM_NAME_MAX],
                     char *words[SIM_WORDS_MAX + 1]);

#endif
