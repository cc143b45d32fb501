/*
 * top_draw.h - the figures of one server as text and as a screen.
 */
#ifndef MAZO_TOP_DRAW_H
#define MAZO_TOP_DRAW_H

#include "cli/top_rows.h"

enum top_order { TOP_LATEST, TOP_MOVES, TOP_PEOPLE, TOP_ORDER_COUNT };

/* The worst first. */
enum top_trouble { TOP_SILENT, TOP_FAILS, TOP_FULL, TOP_DRAINS, TOP_NEARLY_FULL, TOP_WELL };

/* What is known of a server. */
struct top {
    struct link_address address;
    char url[LINK_URL_SIZE];
    bool has_now, has_before; /* it has answered now; and last time */
    struct server_stats now, before;
    const char *why; /* why it does not answer: for link_reason */
    enum top_order order;
    int first; /* first visible table */
    struct top_curves curves;
};

/* Add the server to the sum. */
void top_sum_up(const struct top *t, struct top_sum *sum);

enum top_trouble top_trouble(const struct top *t);

/* The trouble as a sentence, perhaps in `buf`; NULL: all is well. */
const char *top_warning(const struct top *t, enum text_lang lang, char *buf, size_t size);

/* Put the tables into the requested order. */
void top_sort(struct top *t);

/* Print a snapshot as lines of text. */
void top_print(const struct top *t, enum text_lang lang);

void top_draw(struct page *p, struct top *t);

#endif
