/*
 * client_out.c - what a client sends: hello, join, messages, and commands until they are answered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/client_inner.h"
#include "client/link.h"
#include "wire/json_out.h"

enum { MESSAGE_SIZE = CLIENT_COMMAND_MAX + 512 };

static bool send_out(struct client *c, const struct json_out *out)
{
    return c->link && !out->full && link_send(c->link, out->buf, out->len);
}

static void begin_message(struct json_out *out, char *buf, size_t size, const char *type)
{
    json_out_init(out, buf, size);
    json_out_open(out, '{');
    json_out_string_at(out, "type", type);
}

void client_say_hello(struct client *c)
{
    char buf[512];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, "hello");
    json_out_int_at(&out, "version", c->version);
    json_out_string_at(&out, "lang", text_lang_tag(c->lang));
    if (c->self.token[0])
        json_out_string_at(&out, "token", c->self.token);
    if (c->requested_name[0])
        json_out_string_at(&out, "name", c->requested_name);
    json_out_close(&out, '}');
    send_out(c, &out);
}

/* Requests the table again: from the last number seen, or as a whole. */
void client_ask_table(struct client *c, bool whole)
{
    char buf[512];
    struct json_out out;
    if (c->state != CLIENT_HERE || !c->code[0])
        return;
    begin_message(&out, buf, sizeof buf, "join");
    json_out_string_at(&out, "table", c->code);
    if (c->n >= 0 && !whole) {
        json_out_int_at(&out, "match", c->match);
        json_out_int_at(&out, "since", c->n);
    }
    if (c->past)
        json_out_bool_at(&out, "past", true);
    json_out_close(&out, '}');
    send_out(c, &out);
}

/* ---- commands ---- */

static void write_id(const struct client *c, uint32_t number, char out[CLIENT_ID_SIZE])
{
    snprintf(out, CLIENT_ID_SIZE, "%08lx-%lu", (unsigned long)c->mark, (unsigned long)number);
}

/* The command with that id, or -1. */
int client_find_unanswered(const struct client *c, const char *id)
{
    char own[CLIENT_ID_SIZE];
    for (int i = 0; i < c->unanswered_count; i++) {
        write_id(c, c->unanswered[i].number, own);
        if (strcmp(own, id) == 0)
            return i;
    }
    return -1;
}

void client_forget(struct client *c, int i)
{
    free(c->unanswered[i].text);
    c->unanswered_count--;
    memmove(&c->unanswered[i], &c->unanswered[i + 1],
            (size_t)(c->unanswered_count - i) * sizeof c->unanswered[0]);
}

void client_forget_waiting(struct client *c)
{
    for (int i = c->unanswered_count - 1; i >= 0; i--)
        if (c->unanswered[i].waits)
            client_forget(c, i);
}

void client_send_unanswered(struct client *c)
{
    for (int i = 0; i < c->unanswered_count && c->link && c->joined; i++) {
        struct unanswered *u = &c->unanswered[i];
        u->sent = u->sent || link_send(c->link, u->text, u->len);
    }
}

static size_t write_command(const struct client *c, const char *command, size_t len, char *buf,
                            size_t size)
{
    int written = snprintf(buf, size,
                           "{\"type\":\"do\",\"id\":\"%s\",\"table\":\"%s\",\"match\":%d,"
                           "\"command\":%.*s}",
                           c->id, c->code, c->match, (int)len, command);
    return written > 0 && (size_t)written < size ? (size_t)written : 0;
}

const char *client_do(struct client *c, const char *command, size_t len)
{
    char buf[MESSAGE_SIZE];
    if (c->unanswered_count >= CLIENT_UNANSWERED_MAX)
        client_forget_waiting(c);
    if (c->unanswered_count >= CLIENT_UNANSWERED_MAX || c->n < 0 || len > CLIENT_COMMAND_MAX)
        return NULL;
    write_id(c, c->count + 1, c->id);
    size_t size = write_command(c, command, len, buf, sizeof buf);
    char *text = size ? malloc(size) : NULL;
    if (!text)
        return NULL;
    memcpy(text, buf, size);
    c->unanswered[c->unanswered_count++] =
        (struct unanswered){.number = ++c->count, .len = size, .text = text};
    client_send_unanswered(c);
    return c->id;
}

int client_unanswered(const struct client *c)
{
    int count = 0;
    for (int i = 0; i < c->unanswered_count; i++)
        count += !c->unanswered[i].waits;
    return count;
}

/* ---- other messages ---- */

bool client_send(struct client *c, const char *text, size_t len)
{
    return c->state == CLIENT_HERE && c->link && len <= CLIENT_COMMAND_MAX &&
           link_send(c->link, text, len);
}

bool client_tell(struct client *c, const char *type)
{
    return client_tell_text(c, type, NULL, NULL);
}

bool client_tell_text(struct client *c, const char *type, const char *key, const char *text)
{
    char buf[2048];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, type);
    json_out_string_at(&out, "table", c->code);
    if (key)
        json_out_string_at(&out, key, text);
    json_out_close(&out, '}');
    return !out.full && client_send(c, out.buf, out.len);
}

bool client_tell_number(struct client *c, const char *type, const char *key, int64_t number)
{
    char buf[256];
    struct json_out out;
    begin_message(&out, buf, sizeof buf, type);
    json_out_string_at(&out, "table", c->code);
    json_out_int_at(&out, key, number);
    json_out_close(&out, '}');
    return !out.full && client_send(c, out.buf, out.len);
}

/* ---- the table ---- */

static void forget_table(struct client *c)
{
    while (c->unanswered_count > 0)
        client_forget(c, c->unanswered_count - 1);
    c->joined = c->asked = false;
    c->match = 0;
    c->n = -1;
    json_decref(c->view);
    c->view = NULL;
    memset(&c->shuffle, 0, sizeof c->shuffle);
    c->code[0] = '\0';
}

void client_join(struct client *c, const char *code)
{
    if (strcmp(c->code, code) != 0) {
        forget_table(c);
        client_copy(c->code, sizeof c->code, code);
    }
    c->doubles |= c->joined;
    client_ask_table(c, false);
}

void client_leave(struct client *c)
{
    client_tell(c, "leave");
    forget_table(c);
}
