/*
 * page.c - libmazo for a page, without a C library:
 *
 *   clang --target=wasm32 -O2 -nostdlib -ffreestanding -Wl,--no-entry page.c memory.c mazo.c -o page.wasm
 */
#include "mazo.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct mazo_game game;
static struct mazo_legal legal;
static struct mazo_view view;
static uint64_t bot[1024]; /* mazo_bot_size() is below 8 KiB; the first lines of begin() look */
static char text[MAZO_SAVE_MAX];

/* A match of four, of which everyone is one and the same bot. False: it does not fit. */
EXPORT(begin) int begin(int number)
{
    uint8_t seed[32];
    if (mazo_bot_size() > sizeof bot)
        return 0;
    mazo_bot_init((struct mazo_bot *)bot, MAZO_BOT_NORMAL, MAZO_BOT_PLAIN, 0, (uint64_t)number);
    mazo_seed_from_number((uint64_t)number, seed);
    return !mazo_init(&game, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, seed, false, 0);
}

/* One command. False: the match is over. */
EXPORT(step) int step(void)
{
    struct mazo_command c;
    mazo_view_of(&game, game.turn, &view);
    return mazo_legal(&game, game.turn, &legal) > 0 &&
           mazo_bot_choose((struct mazo_bot *)bot, &view, &legal, 0, &c) &&
           mazo_apply(&game, &c, 0) == MAZO_ERR_ok;
}

/* The game as lines of text. */
EXPORT(at) const char *at(void) { return text; }
EXPORT(save) int save(void) { return (int)mazo_save(&game, text, sizeof text); }
