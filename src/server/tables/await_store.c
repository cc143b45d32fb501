/*
 * await_store.c - messages that need something from the store before they can be answered.
 */
#include "server/tables/await_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"

static void done(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct await *l = (struct await *)reading;
    struct guest *g = l->guest;
    if (g) {
        g->lookup = NULL;
        h->calls->again(h, l);
        h->calls->resume(h, g);
    }
    free(l->mute);
    free(l);
}

void await_ask(const struct request *q, void (*read)(struct reading *q, struct store *s),
               const struct await_for *what)
{
    struct await *l = calloc(1, sizeof *l + q->len + 1);
    if (!l) {
        request_busy(q);
        return;
    }
    l->reading.read = read;
    l->reading.done = done;
    l->guest = q->guest;
    l->person = what->person;
    l->before = what->before;
    l->day = what->day;
    if (what->hash)
        memcpy(l->hash, what->hash, sizeof l->hash);
    snprintf(l->key, sizeof l->key, "%s", what->key ? what->key : "");
    l->len = q->len;
    memcpy(l->text, q->text, q->len);
    q->guest->lookup = l;
    hub_read(q->hub, &l->reading);
}

void await_forget(struct guest *g)
{
    if (g->lookup) {
        g->lookup->guest = NULL;
        g->lookup = NULL;
    }
}
