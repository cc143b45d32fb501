/*
 * view_rest.h - what a view holds besides what everybody can read out of it.
 *
 * The JSON of a view is for people and bots in any language; what only an
 * engine needs to continue from it is under "rest", as numbers. Writer and
 * reader go by the same list.
 */
#ifndef MAZO_VIEW_REST_H
#define MAZO_VIEW_REST_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/view.h"

/* One member of struct mazo_view. */
struct view_rest {
    const char *key;
    int least, most;
    int usual; /* not written when it is so */
    int none;  /* allowed too, or -1 */
    size_t offset;
    char type;     /* b uint8_t or bool, i int8_t, w uint16_t */
    unsigned told; /* bits: phases in which the view says it by a key of its own */
};

extern const struct view_rest view_rest[];
extern const int view_rest_count;

int view_rest_get(const struct mazo_view *v, const struct view_rest *r);
void view_rest_set(struct mazo_view *v, const struct view_rest *r, int value);

/* Does another key say it in this view? */
static inline bool view_rest_is_told(const struct mazo_view *v, const struct view_rest *r)
{
    return r->told >> v->phase & 1;
}

#endif
