/*
 * setup.h - what a table is like: rules, seats, who sits there, how fast.
 *
 * The options of `mazo play` and the menu both fill in one of these. The last
 * one is remembered in a small INI file, which is read for the next. A file
 * that is damaged or cannot be written never stops a game.
 */
#ifndef MAZO_SETUP_H
#define MAZO_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "table/table.h"
#include "text/text.h"

enum { SETUP_PATH_MAX = 1024, SETUP_BOT_MAX = 64, SETUP_SERVER_MAX = 256 };

/* Do the cards that fit stand out? */
enum setup_help { SETUP_HELP_SHEET, SETUP_HELP_ON, SETUP_HELP_OFF }; /* sheet: not in `penas` */

struct game_setup {
    enum text_lang lang;
    bool lang_chosen;        /* chosen in the menu: remembered, and overrides the environment */
    struct mazo_rules rules; /* house rules and the turn clock included */
    uint8_t seats;
    uint8_t people; /* people take the first seats; 0: bots only, to watch */
    struct table_player player[MAZO_SEATS_MAX]; /* TABLE_PERSON below `people`; names may be "" */
    bool has_seed;
    uint64_t seed;                 /* of the cards; without one it comes from the system */
    bool fast;                     /* bots do not pause */
    bool hurry;                    /* nor this time; not remembered */
    bool plain;                    /* line by line */
    uint8_t help;                  /* enum setup_help */
    bool mute;                     /* no bell */
    bool still;                    /* nothing moves on the screen */
    char own[TABLE_NAME_MAX];      /* the name of the person here, no matter who is seated; or "" */
    char server[SETUP_SERVER_MAX]; /* last server used, for `mazo join`; or "" */
};

/* A table of four by the sheet `oficial`, one person and three normal bots. */
void setup_init(struct game_setup *s, enum text_lang lang);

/* How many seats; a new seat gets a bot of the level of the last one. */
void setup_set_seats(struct game_setup *s, int seats);
void setup_set_people(struct game_setup *s, int people);

/* Set the name of the person here, from now on. */
void setup_set_own(struct game_setup *s, const char *name);

/* Give everybody a name who has none, each another. */
void setup_name_all(struct game_setup *s);

/* Can these rules be played with that many seats? MAZO_FAULT_none: yes. */
enum mazo_rules_fault setup_check(const struct game_setup *s);

/* A bot as people write it: LEVEL[:STYLE][@PLAYOUTS]. False, and nothing changed, if it is not one.
 * And back: returns what snprintf would. */
bool setup_bot_read(const char *text, size_t len, struct table_player *out);
int setup_bot_write(const struct table_player *player, char *buf, size_t size);

/* Load the last table as far as it is readable; missing settings stay. */
void setup_recall(struct game_setup *s);

/* Keep it for the next time. False: it could not be written. */
bool setup_remember(const struct game_setup *s);

/* The folder of the settings, created if needed; false: it cannot be. */
bool setup_folder(char *buf, size_t size);

/* As text, and from text of `size` bytes; for the two above. */
int setup_write(const struct game_setup *s, char *buf, size_t size);
void setup_read(struct game_setup *s, const char *text, size_t size);

/* Rules that differ from their sheet. */
int setup_changes(const struct mazo_rules *rules);

/* A bot's level and style in words. */
const char *setup_level(enum text_lang lang, int level);
const char *setup_style(enum text_lang lang, int style);

#endif
