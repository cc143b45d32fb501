/*
 * errand.c - a link on a loop of its own, and a timer over each step.
 */
#include "client/errand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE_MS = 10000, ID_SIZE = 16 };

struct errand {
    uv_loop_t loop;
    uv_timer_t timer;
    struct link_address address;
    struct link *link; /* NULL: closed */
    bool opened, waits;
    const char *why;
    int asked;
    char id[ID_SIZE]; /* id of the pending question */
    json_t *answer;
};

static void on_opened(struct link *l, void *ctx)
{
    struct errand *e = ctx;
    (void)l;
    e->opened = true;
    e->waits = false;
}

static void on_message(struct link *l, void *ctx, const char *text, size_t len)
{
    struct errand *e = ctx;
    json_t *message = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(message, "id"));
    (void)l;
    if (e->waits && !e->answer && id && strcmp(id, e->id) == 0) {
        e->answer = json_incref(message);
        e->waits = false;
    }
    json_decref(message);
}

static void on_closed(struct link *l, void *ctx, int code, const char *why)
{
    struct errand *e = ctx;
    (void)l, (void)code;
    e->link = NULL;
    e->opened = e->waits = false;
    e->why = e->why ? e->why : why;
}

static const struct link_handlers handlers = {.opened = on_opened,
                                              .message = on_message,
                                              .closed = on_closed};

static void on_late(uv_timer_t *timer)
{
    struct errand *e = timer->data;
    e->waits = false;
    e->why = link_error(UV_ETIMEDOUT);
}

static void await(struct errand *e)
{
    e->waits = true;
    uv_timer_start(&e->timer, on_late, PATIENCE_MS, 0);
    while (e->waits)
        uv_run(&e->loop, UV_RUN_ONCE);
    uv_timer_stop(&e->timer);
}

struct errand *errand_open(struct link_address *address, const char *place)
{
    struct errand *e = calloc(1, sizeof *e);
    if (!e || uv_loop_init(&e->loop) != 0) {
        free(e);
        return NULL;
    }
    uv_timer_init(&e->loop, &e->timer);
    e->timer.data = e;
    do {
        e->address = *address;
        snprintf(e->address.path, sizeof e->address.path, "/ws/%s", place);
        e->why = NULL;
        e->link = link_open(&e->loop, &e->address, NULL, &handlers, e);
        if (!e->link) {
            errand_close(e);
            return NULL;
        }
        await(e);
    } while (!e->opened && !e->link && link_follow(address, e->why));
    return e;
}

json_t *errand_ask(struct errand *e, json_t *message)
{
    char *text = NULL;
    snprintf(e->id, sizeof e->id, "e%d", ++e->asked);
    if (message && json_object_set_new(message, "id", json_string(e->id)) == 0)
        text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (e->opened && text && link_send(e->link, text, strlen(text)))
        await(e);
    free(text);
    json_t *answer = e->answer;
    e->answer = NULL;
    return answer;
}

const char *errand_why(const struct errand *e) { return e->why ? e->why : link_error(UV_ENOMEM); }

void errand_close(struct errand *e)
{
    if (e->link)
        link_close(e->link, 1000);
    uv_close((uv_handle_t *)&e->timer, NULL);
    uv_run(&e->loop, UV_RUN_DEFAULT);
    uv_loop_close(&e->loop);
    free(e);
}
