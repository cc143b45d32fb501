/*
 * pager.h - a text longer than the screen: helps, rules, what a match was like.
 *
 * It is filled part by part and broken into lines when it is shown, so it
 * follows the width of the terminal.
 */
#ifndef MAZO_PAGER_H
#define MAZO_PAGER_H

#include "mazo/rules.h"
#include "terminal/screen/page.h"

enum { PAGER_PARTS_MAX = 400, PAGER_TEXT_MAX = 48 * 1024 };

enum pager_kind {
    PAGER_HEAD,      /* a heading, with a blank line before it */
    PAGER_PARAGRAPH, /* filled */
    PAGER_KEYS       /* "Enter|what it does": two columns */
};

struct pager {
    int count;
    struct {
        uint8_t kind;
        uint32_t at; /* offset of its text */
    } part[PAGER_PARTS_MAX];
    size_t used;
    struct page *page; /* while it is shown: there, from the line `top` on, */
    const char *title;
    const struct page_hint *offer;
    int top, height; /* so many lines */
    char text[PAGER_TEXT_MAX];
};

void pager_clear(struct pager *g);

/* Drops what does not fit. */
void pager_add(struct pager *g, enum pager_kind kind, const char *text);

/* The rules of a table in words. */
void pager_add_rules(struct pager *g, enum text_lang lang, const struct mazo_rules *rules);

/* Show it until the reader leaves. */
void pager_show(struct pager *g, struct page *p, const char *title);

/* The same; true: the reader pressed the key of this hint, and the page stays behind a window that
 * follows. Then `g` must live until the next page begins. */
bool pager_offer(struct pager *g, struct page *p, const char *title, const struct page_hint *offer);

#endif
