/*
 * remote.c - the connection to a server, and what is sent there.
 */
#define _POSIX_C_SOURCE 200809L /* uv.h */
#include "terminal/remote/remote.h"

#include <ctype.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_write.h"

enum { LEAVING_MS = 1000 /* for the last words */, SAID_MAX = 1024 };

/* ---- words for people ---- */

void remote_tell(struct remote *f, const char *line)
{
    snprintf(f->line[f->lines++ % REMOTE_LINES_MAX], REMOTE_LINE_SIZE, "%s", line);
    f->fresh = true;
}

const char *remote_trouble(const struct remote *f)
{
    return f->unread ? text_in(f->lang, "The server cannot read or write its data: trying again…")
           : f->state == REMOTE_READY ? NULL
           : f->welcomed              ? text_in(f->lang, "The connection is lost: trying again…")
                                      : text_in(f->lang, "Calling the server…");
}

void remote_link(const struct remote *f, char *buf, size_t size)
{
    char url[LINK_URL_SIZE];
    snprintf(buf, size, "%s/t/%s", link_url(&f->address, url), f->table.code);
}

void remote_file(const struct remote *f, const char *key, char *buf, size_t size)
{
    char url[LINK_URL_SIZE];
    snprintf(buf, size, "%s/m/%s", link_url(&f->address, url), key);
}

/* ---- sending ---- */

/* Takes the object over. */
static void send_object(struct remote *f, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text && f->guest) {
        guest_send(f->guest, text, strlen(text));
    }
    free(text);
    json_decref(object);
}

void remote_send(struct remote *f, const char *type, const char *format, ...)
{
    va_list args;
    json_error_t error;
    va_start(args, format);
    json_t *object = format ? json_vpack_ex(&error, 0, format, args) : json_object();
    va_end(args);
    json_object_set_new(object, "type", json_string(type));
    json_object_set_new(object, "table", json_string(f->table.code));
    send_object(f, object);
}

static json_t *options_of(const struct mazo_rules *rules)
{
    char text[4096];
    struct json_out out;
    json_out_init(&out, text, sizeof text);
    wire_put_options(&out, rules);
    return json_loads(text, 0, NULL);
}

/* The bots have the last seats, and the server fills them from the end. */
void remote_create(struct remote *f)
{
    const struct game_setup *s = &f->setup;
    json_t *bots = json_array();
    for (int seat = s->seats - 1; seat >= s->people; seat--) {
        char bot[SETUP_BOT_MAX];
        setup_bot_write(&s->player[seat], bot, sizeof bot);
        json_array_append_new(bots, json_string(bot));
    }
    send_object(f, json_pack("{s:s,s:s,s:o,s:i,s:o,s:b}", "type", "create", "rules",
                             mazo_sheet_name(s->rules.sheet), "options", options_of(&s->rules),
                             "seats", s->seats, "bots", bots, "public", f->requested.listed));
    f->sat = true; /* who opens a table sits at it */
}

void remote_send_rules(struct remote *f, const struct mazo_rules *rules, int seats)
{
    remote_send(f, "rules", "{s:s,s:o,s:i}", "rules", mazo_sheet_name(rules->sheet), "options",
                options_of(rules), "seats", seats);
}

void remote_ask_tables(struct remote *f) { send_object(f, json_pack("{s:s}", "type", "tables")); }

bool remote_is_code(const char *text)
{
    size_t len = 0;
    while (isalnum((unsigned char)text[len])) {
        len++;
    }
    return len > 0 && len < GUEST_CODE_SIZE && text[len] == '\0';
}

/* Codes are read out over the telephone: lower case will do. */
static void put_code(char code[GUEST_CODE_SIZE], const char *text)
{
    size_t len = 0;
    for (; text[len] && len < GUEST_CODE_SIZE - 1; len++) {
        code[len] = (char)toupper((unsigned char)text[len]);
    }
    code[len] = '\0';
}

void remote_enter(struct remote *f, const char *text)
{
    char code[GUEST_CODE_SIZE];
    put_code(code, text);
    guest_join(f->guest, code);
}

void remote_leave(struct remote *f)
{
    if (f->guest) {
        guest_leave(f->guest);
        f->leaving = f->state == REMOTE_READY;
    }
    f->table = (struct remote_table){.you = -1};
    f->requested.code[0] = '\0';
    f->requested.create = f->sat = f->unread = false;
    f->list_count = -1;
    json_array_clear(f->inbox);
    remote_ask_tables(f);
}

void remote_say(struct remote *f, const char *words)
{
    char text[SAID_MAX];
    snprintf(text, sizeof text, "%s", words);
    for (size_t len = strlen(text); len > 0 && strchr(" \t\r", text[len - 1]);) {
        text[--len] = '\0';
    }
    static const char *const faces[REMOTE_FACES] = {"👏", "😂", "😮", "😢", "😡", "🎉"};
    if (f->state != REMOTE_READY) {
        remote_tell(f, remote_trouble(f));
    } else if (text[0] >= '1' && text[0] < '1' + REMOTE_FACES && text[1] == '\0') {
        remote_send(f, "react", "{s:s}", "face", faces[text[0] - '1']);
    } else {
        remote_send(f, "chat", "{s:s}", "text", text);
    }
}

/* ---- waiting for the server and the keyboard ---- */

static int patience(void *ctx)
{
    struct remote *f = ctx;
    uv_update_time(&f->loop);
    return uv_backend_timeout(&f->loop);
}

static bool serve(void *ctx)
{
    struct remote *f = ctx;
    uv_run(&f->loop, UV_RUN_NOWAIT);
    bool fresh = f->fresh;
    f->fresh = false;
    return fresh;
}

/* ---- from beginning to end ---- */

/* Who is new there is called as at a table here. */
static void name_oneself(struct remote *f)
{
    struct game_setup alone = f->setup;
    setup_set_people(&alone, 1);
    setup_name_all(&alone);
    memcpy(f->requested.name, alone.player[0].name, sizeof f->requested.name);
    f->unnamed = true;
    if (f->ticket.number > 1) { /* "Ana 2": the other terminal is Ana */
        size_t len = strlen(f->requested.name);
        snprintf(f->requested.name + len, sizeof f->requested.name - len, " %d", f->ticket.number);
    }
}

/* Who we are there, as kept; or somebody new. */
static void identify(struct remote *f, char token[GUEST_TOKEN_SIZE])
{
    f->ticket = (struct ticket){.lock = -1};
    if (!f->requested.guest) {
        ticket_take(&f->ticket, f->address.host, f->address.port, token, GUEST_TOKEN_SIZE);
    }
    if (f->ticket.number > 1) {
        remote_tell(f, text_in(f->lang, "You are on this server in another terminal too. Here you "
                                        "are a different person."));
    }
    if (!token[0] && !f->requested.name[0]) {
        name_oneself(f);
    }
}

static bool call(struct remote *f, const char *token)
{
    struct guest_config config = {.address = f->address,
                                  .lang = f->lang,
                                  .name = f->requested.name[0] ? f->requested.name : NULL,
                                  .token = token[0] ? token : NULL,
                                  .past = true};
    put_code(config.address.code, f->requested.code);
    f->guest = guest_open(&f->loop, &config, &remote_handlers, f);
    return f->guest != NULL;
}

void remote_begin_anew(struct remote *f)
{
    guest_end(f->guest);
    f->guest = NULL;
    if (!f->requested.name[0]) {
        name_oneself(f);
    }
    if (!call(f, "")) {
        remote_end(f, text_in(f->lang, "there is not enough memory"));
    }
}

void remote_move(struct remote *f)
{
    char token[GUEST_TOKEN_SIZE] = "";
    guest_end(f->guest);
    f->guest = NULL;
    ticket_give_back(&f->ticket);
    if (f->unnamed) { /* there they may know us by another name */
        f->requested.name[0] = '\0';
    }
    identify(f, token);
    if (!call(f, token)) {
        remote_end(f, text_in(f->lang, "there is not enough memory"));
    }
}

void remote_end(struct remote *f, const char *why)
{
    f->state = REMOTE_ENDED;
    f->fresh = true;
    snprintf(f->why, sizeof f->why, "%s", why);
    if (f->guest) {
        guest_end(f->guest);
        f->guest = NULL;
    }
}

bool remote_open(struct remote *f, const struct link_address *address,
                 const struct game_setup *setup, const struct remote_request *requested)
{
    char token[GUEST_TOKEN_SIZE] = "";
    memset(f, 0, sizeof *f);
    f->lang = setup->lang;
    f->setup = *setup;
    f->requested = *requested;
    f->address = *address;
    f->direct = requested->create || requested->code[0];
    f->table.you = -1;
    f->list_count = -1;
    randombytes_buf(&f->dice, sizeof f->dice);
    identify(f, token);
    f->inbox = json_array();
    if (!f->inbox || uv_loop_init(&f->loop) != 0) {
        ticket_give_back(&f->ticket);
        json_decref(f->inbox);
        return false;
    }
    f->source = (struct event_source){.fd = uv_backend_fd(&f->loop),
                                      .patience = patience,
                                      .serve = serve,
                                      .ctx = f};
    if (call(f, token)) {
        return true;
    }
    remote_close(f);
    return false;
}

static void on_late(uv_timer_t *timer)
{
    struct remote *f = timer->data;
    f->leaving = false;
    uv_stop(timer->loop);
}

/* The last words get a moment. A server that is still storing the table answers `leave` only then,
 * and would take a connection that ends before for a lost one. */
void remote_close(struct remote *f)
{
    uv_timer_t late;
    uv_timer_init(&f->loop, &late);
    late.data = f;
    uv_timer_start(&late, on_late, LEAVING_MS, 0);
    uv_unref((uv_handle_t *)&late);
    while (f->leaving && f->state == REMOTE_READY) {
        uv_run(&f->loop, UV_RUN_ONCE);
    }
    if (f->guest) {
        guest_end(f->guest);
        f->guest = NULL;
    }
    uv_run(&f->loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&late, NULL);
    uv_run(&f->loop, UV_RUN_NOWAIT);
    uv_loop_close(&f->loop);
    ticket_give_back(&f->ticket);
    json_decref(f->inbox);
    json_decref(f->past);
}
