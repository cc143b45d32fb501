/*
 * send.c - messages to the server, and texts for the person.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/phrase.h"
#include "terminal/remote/remote.h"
#include "wire/json_write.h"

enum { SAID_MAX = 1024 };

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
    if (text && f->client)
        client_send(f->client, text, strlen(text));
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
    f->deals = false; /* another wish replaces it */
}

void remote_once_more(struct remote *f)
{
    remote_send(f, "rematch", NULL);
    f->deals = true;
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
    send_object(f, json_pack("{s:s,s:s,s:s,s:o,s:i,s:o,s:b}", "type", "create", "id", CLIENT_OPENS,
                             "rules", mazo_sheet_name(s->rules.sheet), "options",
                             options_of(&s->rules), "seats", s->seats, "bots", bots, "public",
                             f->requested.listed));
    f->sat = true; /* opening a table seats its host */
}

void remote_quick(struct remote *f, int sheet)
{
    send_object(f, json_pack("{s:s,s:s,s:s}", "type", "quick", "id", CLIENT_OPENS, "rules",
                             mazo_sheet_name(sheet)));
    f->sat = true;
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
    while (isalnum((unsigned char)text[len]))
        len++;
    return len > 0 && len < CLIENT_CODE_SIZE && text[len] == '\0';
}

void remote_put_code(char code[CLIENT_CODE_SIZE], const char *text)
{
    size_t len = 0;
    for (; text[len] && len < CLIENT_CODE_SIZE - 1; len++)
        code[len] = (char)toupper((unsigned char)text[len]);
    code[len] = '\0';
}

void remote_enter(struct remote *f, const char *text)
{
    char code[CLIENT_CODE_SIZE];
    remote_put_code(code, text);
    if (strcmp(client_table(f->client), code) != 0)
        f->sat = false; /* a table that we wanted to open has not come */
    client_join(f->client, code);
}

void remote_forget_table(struct remote *f)
{
    f->table = (struct remote_table){.you = -1};
    f->sat = f->deals = false;
    f->list_count = -1;
    json_array_clear(f->inbox);
}

void remote_leave(struct remote *f)
{
    if (f->client) {
        client_leave(f->client);
        f->leaving = f->state == REMOTE_READY;
    }
    snprintf(f->left, sizeof f->left, "%s", f->table.you >= 0 ? f->table.code : "");
    remote_forget_table(f);
    f->requested.code[0] = '\0';
    f->requested.create = f->requested.quick = f->unread = false;
    remote_ask_tables(f);
}

static void tell_phrases(struct remote *f)
{
    char line[REMOTE_LINE_SIZE];
    size_t used = (size_t)snprintf(line, sizeof line, "%s",
                                   text_in(f->lang, "Everybody reads these in their own language:"));
    for (int i = 0; i < PHRASES && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s %s", i ? ";" : "",
                                 phrase_at(f->lang, i));
    remote_tell(f, line);
}

void remote_say(struct remote *f, const char *words)
{
    char text[SAID_MAX];
    snprintf(text, sizeof text, "%s", words);
    for (size_t len = strlen(text); len > 0 && strchr(" \t\r", text[len - 1]);)
        text[--len] = '\0';
    static const char *const faces[REMOTE_FACES] = {"👏", "😂", "😮", "😢", "😡", "🎉"};
    const char *phrase = phrase_find(f->lang, text);
    if (text[0] == '\0')
        tell_phrases(f);
    else if (f->state != REMOTE_READY)
        remote_tell(f, remote_trouble(f));
    else if (text[0] >= '1' && text[0] < '1' + REMOTE_FACES && text[1] == '\0')
        remote_send(f, "react", "{s:s}", "face", faces[text[0] - '1']);
    else if (phrase)
        remote_send(f, "chat", "{s:s, s:s}", "text", phrase_text(f->lang, phrase), "phrase", phrase);
    else
        remote_send(f, "chat", "{s:s}", "text", text);
}

/* With a seat, or among those who watch. */
static bool is_listed(const struct remote_table *t, const char *player)
{
    for (int i = 0; i < t->watching; i++)
        if (strcmp(t->watches[i].player, player) == 0)
            return true;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].sits == SEAT_PERSON && strcmp(t->seat[seat].player, player) == 0)
            return true;
    return false;
}

const struct remote_person *remote_removable(const struct remote *f, int i)
{
    static struct remote_person found;
    const struct remote_table *t = &f->table;
    if (!remote_is_host(t))
        return NULL;
    for (int seat = 0; seat < t->seats; seat++) {
        const struct remote_seat *s = &t->seat[seat];
        if (s->sits == SEAT_PERSON && seat != t->you && i-- == 0) {
            snprintf(found.name, sizeof found.name, "%s", s->name);
            snprintf(found.player, sizeof found.player, "%s", s->player);
            return &found;
        }
    }
    for (int w = 0; w < t->watching; w++)
        if (i-- == 0)
            return &t->watches[w];
    for (int voice = 0; voice < REMOTE_VOICES; voice++) {
        const char *player = f->voice[voice].player;
        if (*player && strcmp(player, t->host) != 0 && !is_listed(t, player) && i-- == 0)
            return &f->voice[voice];
    }
    return NULL;
}

void remote_remove(struct remote *f, const char *player)
{
    remote_send(f, "remove", "{s:s}", "player", player);
    for (int voice = 0; voice < REMOTE_VOICES; voice++)
        if (strcmp(f->voice[voice].player, player) == 0)
            f->voice[voice] = (struct remote_person){0};
}
