/*
 * top_draw.h - the figures of a server as text and as a screen.
 */
#ifndef MAZO_TOP_DRAW_H
#define MAZO_TOP_DRAW_H

#include "client/vitals.h"
#include "terminal/screen/page.h"
#include "text/text.h"

enum { TOP_LOOKS = 120 }; /* kept for the curves */

enum top_order { TOP_LATEST, TOP_MOVES, TOP_PEOPLE, TOP_ORDER_COUNT };

/* What a live screen shows. */
struct top {
    const char *url;
    bool has_now, has_before; /* a server that answers; and it did the time before */
    struct vitals now, before;
    const char *why; /* it does not answer: a key of the catalogue, or an error of the system */
    enum top_order order;
    int first; /* table that is seen */
    int looks;
    double moves[TOP_LOOKS], cpu[TOP_LOOKS]; /* the latest last */
};

/* A new look; `now` has been filled. */
void top_note(struct top *t);

/* Put the tables into the requested order. */
void top_sort(struct top *t);

/* One look as lines of text, on standard output. */
void top_print(const struct top *t, enum text_lang lang);

void top_draw(struct page *p, struct top *t);

#endif
