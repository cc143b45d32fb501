/*
 * help.c - `?`: the keys of the game, and the rules of this table in words.
 */
#include <stdlib.h>

#include "terminal/screen/pager.h"
#include "terminal/pages/pages.h"

void terminal_help(struct term *term, enum text_lang lang, const char *const *keys,
                   const struct mazo_rules *rules)
{
    struct page *page = calloc(1, sizeof *page);
    struct pager *g = malloc(sizeof *g);
    if (page && g) {
        page_init(page, term, lang);
        pager_clear(g);
        if (keys && keys[0]) {
            pager_add(g, PAGER_HEAD, text_in(lang, "Keys"));
        }
        for (int i = 0; keys && keys[i]; i++) {
            pager_add(g, PAGER_KEYS, text_in(lang, keys[i]));
        }
        pager_add_rules(g, lang, rules, mazo_sheet_name(rules->sheet));
        pager_show(g, page, text_in(lang, "Help"));
    }
    free(g);
    free(page);
}
