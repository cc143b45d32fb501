/*
 * inner.h - what the files of the menu share: the pages behind it.
 */
#ifndef MAZO_MENU_INNER_H
#define MAZO_MENU_INNER_H

#include "terminal/screen/page.h"
#include "session/save.h"
#include "session/setup.h"

/* table_form.c: set up a table; true: deal, or, for a table that is `far` (on a server), open it. */
bool menu_table(struct page *p, struct game_setup *setup, bool far);

/* join_page.c: choose a server or type its address, and play there. */
void menu_join(struct page *p, struct game_setup *setup);

/* record_page.c: what the person here has done so far; the deal of the day: true when it is to be played,
 * from the match at `resume` on if that is not "". */
void menu_record(struct page *p);
bool menu_daily(struct page *p, const char *name, char resume[SAVE_PATH_MAX]);

/* settings.c: name, language, bell, help. Saved immediately. */
void menu_settings(struct page *p, struct game_setup *setup);

/* past_matches.c: past matches; the sheets, to read. menu_replays: true
 * when a match that is not over was chosen, and `resume` is its file. */
bool menu_replays(struct page *p, char resume[SAVE_PATH_MAX]);
void menu_rules(struct page *p, const struct game_setup *setup);

#endif
