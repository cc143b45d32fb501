/*
 * offers.c - `mazo join` without an address, and the same from the menu.
 */
#include "terminal/remote/offers.h"

#include <stdio.h>
#include <string.h>

static struct offer *offer_of(struct offers *o, const char *url)
{
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->at[i].url, url) == 0)
            return &o->at[i];
    if (o->count == OFFERS_MAX)
        return NULL;
    struct offer *one = &o->at[o->count++];
    *one = (struct offer){0};
    snprintf(one->url, sizeof one->url, "%s", url);
    return one;
}

void offers_begin(struct offers *o)
{
    struct servers used;
    servers_read(&used);
    o->count = 0;
    for (int i = 0; i < used.count; i++) {
        struct offer *one = offer_of(o, used.url[i]);
        one->used = true;
    }
}

void offers_add(struct offers *o, const struct local_server *found, int count)
{
    for (int i = 0; i < count; i++) {
        struct offer *one = offer_of(o, found[i].url);
        if (!one)
            return;
        one->here = true;
        snprintf(one->name, sizeof one->name, "%s", found[i].name);
    }
}
