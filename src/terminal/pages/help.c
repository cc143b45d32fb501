/*
 * help.c - `?`: the keys of the game, and the rules of this table in words.
 */
#include <stdlib.h>

#include "say/rule_house.h"
#include "say/rule_say.h"
#include "terminal/screen/pager.h"
#include "terminal/pages/pages.h"

struct help {
    struct pager pager;
    enum text_lang lang;
    const char *const *keys; /* not shown yet, or NULL */
};

static void add_keys(struct help *h)
{
    for (int i = 0; h->keys && h->keys[i]; i++) {
        if (i == 0)
            pager_add(&h->pager, PAGER_HEAD, text_in(h->lang, "Keys"));
        pager_add(&h->pager, PAGER_KEYS, text_in(h->lang, h->keys[i]));
    }
    h->keys = NULL;
}

/* House rules come first of all, the keys after them. */
static void add_rule(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    struct help *h = ctx;
    (void)ids;
    if (part == RULE_SAY_GROUP)
        add_keys(h);
    pager_add(&h->pager, part == RULE_SAY_SENTENCE ? PAGER_PARAGRAPH : PAGER_HEAD, text);
}

void terminal_help(struct term *term, enum text_lang lang, const char *const *keys,
                   const struct mazo_rules *rules)
{
    struct page *page = calloc(1, sizeof *page);
    struct help *h = malloc(sizeof *h);
    if (page && h) {
        page_init(page, term, lang);
        pager_clear(&h->pager);
        h->lang = lang, h->keys = keys;
        if (!rule_house_any(rules))
            add_keys(h);
        rule_say(rules, lang, NULL, add_rule, h);
        pager_show(&h->pager, page, text_in(lang, "Help"));
    }
    free(h);
    free(page);
}
