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

enum { PLAYER_NAME_MAX = 256, PLAYER_WORDS_MAX = 32 };

struct player {
    char name[PLAYER_NAME_MAX]; /* as written; a program's begins with "cmd:" */
    bool outside;               /* a program */
    uint8_t level;              /* enum mazo_bot_level; that of the stand-in for a program */
    uint8_t style;              /* enum mazo_bot_style */
    uint32_t playouts;          /* 0: the bots' default */
};

enum player_fault {
    PLAYER_FINE,
    PLAYER_NO_LEVEL,
    PLAYER_NO_STYLE,
    PLAYER_NO_PLAYOUTS,
    PLAYER_NO_COMMAND, /* nothing after cmd:, or too many words */
    PLAYER_TOO_LONG,
    PLAYER_YARDSTICK /* read completely, but only `mazo sim` and `mazo arena` may seat it */
};

/* Read a bot of `len` bytes. `playouts` counts where the text names none. */
enum player_fault player_read(const char *text, size_t len, uint32_t playouts, struct player *out);

/* Write a bot, so that player_read gives the same; returns what snprintf would. */
int player_write(int level, int style, uint32_t playouts, char *buf, size_t size);

/* The words of a program's command line: they are kept in `buf`, and a NULL follows the last.
 * A word with spaces is quoted, 'so' or "so". Returns how many there are. */
int player_words(const struct player *player, char buf[PLAYER_NAME_MAX],
                 char *words[PLAYER_WORDS_MAX + 1]);

/* Names for bots: short, and familiar in English and in Spanish. No two are equal. */
enum { PLAYER_BOT_NAMES = 20 };
extern const char *const player_bot_names[PLAYER_BOT_NAMES];

/* A server's name for the bot of a seat; `taken`: a person there already has the first choice. */
const char *player_bot_name(int seat, bool taken);

#endif
