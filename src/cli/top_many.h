/*
 * top_many.h - several servers: their sums, and one line for each.
 */
#ifndef MAZO_TOP_MANY_H
#define MAZO_TOP_MANY_H

#include "cli/top_draw.h"

enum { TOP_SERVERS_MAX = 32 };

struct top_many {
    int count;
    struct top server[TOP_SERVERS_MAX];
    int first; /* first visible line */
    struct top_curves curves;
};

/* Note a new snapshot: all servers have been asked. */
void top_many_note(struct top_many *m);

/* Do all servers answer? */
bool top_many_answer(const struct top_many *m);

/* Print a snapshot as lines of text. */
void top_many_print(const struct top_many *m, enum text_lang lang);

/* The same as JSON. */
void top_print_json(const struct top_many *m, enum text_lang lang);

void top_many_draw(struct page *p, struct top_many *m);

#endif
