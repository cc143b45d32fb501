/*
 * view_fields.h - the members of a view as JSON: which key tells each of them, and when.
 *
 * The JSON of a view is for people and bots in any language. A member without a key of its own,
 * which only an engine needs to continue from the view, is under "rest", as a number: a new row
 * of public.def comes there by itself. Writer and reader go by the same lists.
 */
#ifndef MAZO_VIEW_FIELDS_H
#define MAZO_VIEW_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/view.h"

/* The kinds of public.def. */
enum view_kind {
    VIEW_KIND_seat,
    VIEW_KIND_no_seat,
    VIEW_KIND_seats,
    VIEW_KIND_truth,
    VIEW_KIND_way,
    VIEW_KIND_color,
    VIEW_KIND_card,
    VIEW_KIND_phase,
    VIEW_KIND_purpose,
    VIEW_KIND_number
};

/* The members that everybody may know, lists apart: VIEW_turn, ... */
enum view_member {
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) VIEW_##name,
#include "mazo/public.def"
    VIEW_MEMBER_COUNT
};

struct view_member_info {
    const char *name;
    enum view_kind kind;
    int least, most; /* as a number under "rest" */
    int first;       /* not written there when it is so */
    size_t offset, size;
};

extern const struct view_member_info view_members[VIEW_MEMBER_COUNT];

/* The keys that every view has, in the order in which they are written. */
struct view_key {
    const char *key;
    int member; /* enum view_member */
};

extern const struct view_key view_table[];
extern const int view_table_count;

int view_get(const struct mazo_view *v, int member);
bool view_set(struct mazo_view *v, int member, int value); /* true */

/* As bits: the members that have a key with their name in this phase and not in all; all that any
 * key tells, so that "rest" does not. */
uint64_t view_keys_of(int phase);
uint64_t view_told_in(int phase);

#endif
