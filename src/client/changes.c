/*
 * changes.c - rebuilds whole views from changes.
 */
#include "client/changes.h"

#include <stdbool.h>

/* The list of discards with those that were added. */
static json_t *longer_list(json_t *list, json_t *more)
{
    json_t *longer = json_is_array(list) ? json_copy(list) : NULL;
    if (longer && json_array_extend(longer, more) != 0) {
        json_decref(longer);
        longer = NULL;
    }
    return longer;
}

json_t *changes_apply(json_t *was, json_t *changes, const json_t *gone)
{
    json_t *view = json_is_object(was) && json_is_object(changes) ? json_copy(was) : NULL;
    json_t *more = json_object_get(changes, "discarded"), *name;
    size_t i;
    if (!view)
        return NULL;
    bool fine = json_object_update(view, changes) == 0 &&
                (!more ||
                 (json_object_set_new(view, "discards",
                                      longer_list(json_object_get(was, "discards"), more)) == 0 &&
                  json_object_del(view, "discarded") == 0));
    json_array_foreach(gone, i, name)
    {
        fine = fine && json_is_string(name) && json_object_del(view, json_string_value(name)) == 0;
    }
    if (!fine) {
        json_decref(view);
        view = NULL;
    }
    return view;
}
