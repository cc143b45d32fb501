/*
 * menu.h - the pages behind the menu. For menu*.c and ending.c only.
 */
#ifndef MAZO_MENU_H
#define MAZO_MENU_H

#include "terminal/page.h"
#include "terminal/save.h"
#include "terminal/setup.h"

/* "oficial · 4 seats · 3 bots normal" */
void menu_setup_text(const struct game_setup *setup, char *buf, size_t size);

/* How good a bot is, and its temper, in words. */
const char *menu_level(enum text_lang lang, int level);
const char *menu_style(enum text_lang lang, int style);

/* menu_table.c: put a table together; true: do as the first row says, which is `start` (N_). */
bool menu_table(struct page *p, struct game_setup *setup, const char *start);

/* door.c: ask for the address of a server, and play there. */
void menu_join(struct page *p, struct game_setup *setup);

/* menu_settings.c: name, language, bell, help. Kept at once. */
void menu_settings(struct page *p, struct game_setup *setup);

/* menu_shelf.c: past matches, all or one of them; the sheets, to read. menu_replays: true
 * when a match that is not over was chosen, and `resume` is its file. */
void menu_show_match(struct page *p, const char *path);
bool menu_replays(struct page *p, char resume[SAVE_PATH_MAX]);
void menu_rules(struct page *p, const struct game_setup *setup);

#endif
