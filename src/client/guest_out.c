/*
 * guest_out.c - what a guest sends: hello, join, messages, and commands until they are answered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/guest_inner.h"
#include "client/link.h"
#include "wire/json_out.h"

enum { MESSAGE_SIZE = GUEST_COMMAND_MAX + 512 };

static bool send_out(struct guest *g, const struct json_out *out)
{
    return g->link && !out->full && link_send(g->link, out->buf, out->len);
}

static void begin_message(struct json_out *out, char *buf, size_t size, const char *type)
{
    json_out_init(out, buf, size);
    json_out_open(out, '{');
    json_out_string_at(out, "type", type);
}

void guest_say_hello(struct guest *g)
{
    char buf[512];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, "hello");
    json_out_int_at(&out, "version", g->version);
    json_out_string_at(&out, "lang", g->lang == TEXT_ES ? "es" : "en");
    if (g->self.token[0])
        json_out_string_at(&out, "token", g->self.token);
    if (g->requested_name[0])
        json_out_string_at(&out, "name", g->requested_name);
    json_out_close(&out, '}');
    send_out(g, &out);
}

/* The table again: with what was seen of its match, or as a whole. */
void guest_ask_table(struct guest *g, bool whole)
{
    char buf[512];
    struct json_out out;
    if (g->state != GUEST_HERE || !g->code[0])
        return;
    begin_message(&out, buf, sizeof buf, "join");
    json_out_string_at(&out, "table", g->code);
    if (g->n >= 0 && !whole) {
        json_out_int_at(&out, "match", g->match);
        json_out_int_at(&out, "since", g->n);
    }
    if (g->past)
        json_out_bool_at(&out, "past", true);
    json_out_close(&out, '}');
    send_out(g, &out);
}

/* ---- commands ---- */

static void write_id(const struct guest *g, uint32_t number, char out[GUEST_ID_SIZE])
{
    snprintf(out, GUEST_ID_SIZE, "%08lx-%lu", (unsigned long)g->mark, (unsigned long)number);
}

/* The command with that id, or -1. */
int guest_find_unanswered(const struct guest *g, const char *id)
{
    char own[GUEST_ID_SIZE];
    for (int i = 0; i < g->unanswered_count; i++) {
        write_id(g, g->unanswered[i].number, own);
        if (strcmp(own, id) == 0)
            return i;
    }
    return -1;
}

void guest_forget(struct guest *g, int i)
{
    free(g->unanswered[i].text);
    g->unanswered_count--;
    memmove(&g->unanswered[i], &g->unanswered[i + 1],
            (size_t)(g->unanswered_count - i) * sizeof g->unanswered[0]);
}

void guest_forget_waiting(struct guest *g)
{
    for (int i = g->unanswered_count - 1; i >= 0; i--)
        if (g->unanswered[i].waits)
            guest_forget(g, i);
}

void guest_send_unanswered(struct guest *g)
{
    for (int i = 0; i < g->unanswered_count && g->link && g->joined; i++) {
        struct unanswered *u = &g->unanswered[i];
        u->sent = u->sent || link_send(g->link, u->text, u->len);
    }
}

static size_t write_command(const struct guest *g, const char *command, size_t len, char *buf,
                            size_t size)
{
    int written = snprintf(buf, size,
                           "{\"type\":\"do\",\"id\":\"%s\",\"table\":\"%s\",\"match\":%d,"
                           "\"command\":%.*s}",
                           g->id, g->code, g->match, (int)len, command);
    return written > 0 && (size_t)written < size ? (size_t)written : 0;
}

const char *guest_do(struct guest *g, const char *command, size_t len)
{
    char buf[MESSAGE_SIZE];
    if (g->unanswered_count >= GUEST_UNANSWERED_MAX)
        guest_forget_waiting(g);
    if (g->unanswered_count >= GUEST_UNANSWERED_MAX || g->n < 0 || len > GUEST_COMMAND_MAX)
        return NULL;
    write_id(g, g->count + 1, g->id);
    size_t size = write_command(g, command, len, buf, sizeof buf);
    char *text = size ? malloc(size) : NULL;
    if (!text)
        return NULL;
    memcpy(text, buf, size);
    g->unanswered[g->unanswered_count++] =
        (struct unanswered){.number = ++g->count, .len = size, .text = text};
    guest_send_unanswered(g);
    return g->id;
}

int guest_unanswered(const struct guest *g)
{
    int count = 0;
    for (int i = 0; i < g->unanswered_count; i++)
        count += !g->unanswered[i].waits;
    return count;
}

/* ---- other messages ---- */

bool guest_send(struct guest *g, const char *text, size_t len)
{
    return g->state == GUEST_HERE && g->link && len <= GUEST_COMMAND_MAX &&
           link_send(g->link, text, len);
}

bool guest_tell(struct guest *g, const char *type) { return guest_tell_text(g, type, NULL, NULL); }

bool guest_tell_text(struct guest *g, const char *type, const char *key, const char *text)
{
    char buf[2048];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, type);
    json_out_string_at(&out, "table", g->code);
    if (key)
        json_out_string_at(&out, key, text);
    json_out_close(&out, '}');
    return !out.full && guest_send(g, out.buf, out.len);
}

bool guest_tell_number(struct guest *g, const char *type, const char *key, int64_t number)
{
    char buf[256];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, type);
    json_out_string_at(&out, "table", g->code);
    json_out_int_at(&out, key, number);
    json_out_close(&out, '}');
    return !out.full && guest_send(g, out.buf, out.len);
}

/* ---- the table ---- */

static void forget_table(struct guest *g)
{
    while (g->unanswered_count > 0)
        guest_forget(g, g->unanswered_count - 1);
    g->joined = g->asked = false;
    g->match = 0;
    g->n = -1;
    json_decref(g->view);
    g->view = NULL;
    memset(&g->promise, 0, sizeof g->promise);
    g->code[0] = '\0';
}

void guest_join(struct guest *g, const char *code)
{
    if (strcmp(g->code, code) != 0) {
        forget_table(g);
        guest_copy(g->code, sizeof g->code, code);
    }
    g->doubles |= g->joined;
    guest_ask_table(g, false);
}

void guest_leave(struct guest *g)
{
    guest_tell(g, "leave");
    forget_table(g);
}
