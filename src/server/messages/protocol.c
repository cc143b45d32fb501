/*
 * protocol.c - messages of clients: read, checked by the table of messages, handed to their handler.
 */
#include "server/messages/protocol.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/cluster/drain.h"
#include "server/hub/guess.h"
#include "server/messages/handlers.h"
#include "server/messages/outline.h"
#include "server/hub/hub.h"
#include "server/play/room_load.h"
#include "server/tables/await_store.h"
#include "server/network/net.h"
#include "server/tables/queue.h"
#include "server/stored/store_queries.h"
#include "server/tables/room.h"
#include "server/tables/stopped.h"
#include "text/look.h"
#include "text/utf8.h"

enum {
    VALUES_MAX = 250,      /* in a message */
    LONG_BYTES_MAX = 8192, /* longest message of a kind that may be long: rules, commands, */
    BYTES_MAX = 2048       /* longest of any other kind */
};

enum {
    FREE = 1,
    ROOM = 2,
    SEATED = 4,
    HOST = 8,
    IDLE = 16,
    SUCCESSOR = 32,
    STOPPED = 64,
    STILL = 128,
    NEW = 256,
    LONG = 512
};

#define MESSAGE(file, name, flags, answer, sentence) MESSAGE_##name,
#define FIELD(message, name, type, needed, least, most, sentence)
enum message {
#include "server/messages/protocol.def"
    MESSAGE_COUNT
};

static const struct {
    const char *name;
    unsigned flags;
    void (*handler)(struct request *q);
    const char *answer, *sentence;
} messages[] = {
#define MESSAGE(file, name, flags, answer, sentence)                                               \
    {#name, flags, file##_##name, answer, sentence},
#define FIELD(message, name, type, needed, least, most, sentence)
#include "server/messages/protocol.def"
};

/* Names are not checked here: the handler answers with what is wrong. */
enum field_type {
    FIELD_number,
    FIELD_text,
    FIELD_long_text,
    FIELD_flag,
    FIELD_object,
    FIELD_list,
    FIELD_name
};

static const struct field {
    uint8_t message, type;
    bool needed;
    const char *name;
    int64_t least, most;
    const char *sentence;
} fields[] = {
#define MESSAGE(file, name, flags, answer, sentence)
#define FIELD(message, name, type, needed, least, most, sentence)                                  \
    {MESSAGE_##message, FIELD_##type, needed, #name, least, most, sentence},
#include "server/messages/protocol.def"
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* ---- fields ---- */

static bool is_text(const json_t *value, const struct field *f)
{
    const char *text = json_string_value(value);
    size_t len = json_string_length(value);
    if (!text || (int64_t)len < f->least || (int64_t)len > f->most || strlen(text) != len)
        return false;
    return f->type == FIELD_long_text || len == 0 ||
           (utf8_is_plain(text, (size_t)f->most) && look_is_visible(text));
}

static bool fits(const json_t *value, const struct field *f)
{
    switch (f->type) {
    case FIELD_number:
        return json_is_integer(value) && json_integer_value(value) >= f->least &&
               json_integer_value(value) <= f->most;
    case FIELD_name:
        return json_is_string(value);
    case FIELD_flag:
        return json_is_boolean(value);
    case FIELD_object:
        return json_is_object(value);
    case FIELD_list:
        return json_is_array(value) && (int64_t)json_array_size(value) <= f->most;
    default:
        return is_text(value, f);
    }
}

static void refuse_field(const struct request *q, const struct field *f, bool absent)
{
    char sentence[160];
    const char *format = absent                    ? N_("The field \"%s\" is missing")
                         : f->type == FIELD_number ? N_("\"%s\" must be %lld to %lld")
                                                   : N_("The field \"%s\" has an invalid value");
    snprintf(sentence, sizeof sentence, text_in((enum text_lang)q->guest->lang, format), f->name,
             (long long)f->least, (long long)f->most);
    request_error(q, "bad_message", sentence);
}

static bool fields_fit(const struct request *q, int message)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        const struct field *f = &fields[i];
        if (f->message != message)
            continue;
        const json_t *value = json_object_get(q->json, f->name);
        if (value ? !fits(value, f) : f->needed) {
            refuse_field(q, f, !value);
            return false;
        }
    }
    return true;
}

static bool is_id(const char *id, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!isalnum((unsigned char)id[i]) && id[i] != '_' && id[i] != '-')
            return false;
    return len > 0 && len <= ID_MAX;
}

/* ---- who may ---- */

/* A table that needs no guess: it is in the public list, or the guest is at it already. */
static bool is_no_secret(const struct request *q, const char *code)
{
    const struct room *r = load_in_memory(q->hub, code);
    if (!r)
        return false;
    for (int i = 0; i < q->guest->rooms; i++)
        if (q->guest->room[i] == r)
            return true;
    return r->now.listed || room_seat_of(r, q->guest->who) >= 0;
}

/* A table where the guest sits, according to the store. */
static bool is_own(const struct await *l, const char *code)
{
    for (int i = 0; i < l->count; i++)
        if (strcasecmp(l->own[i].code, code) == 0)
            return true;
    return false;
}

/* Too many wrong codes, perhaps from another client at this address: people still get to their own
 * tables. What is looked up, and so how long the answer takes, does not depend on the code. */
static bool may_look(struct request *q, const char *code)
{
    const struct await *l = q->lookup;
    if (guess_allowed(q->hub, q->guest) || is_no_secret(q, code))
        return true;
    if (!l) {
        await_ask(q, query_own, &(struct await_for){.person = q->guest->who->id});
        return false;
    }
    q->lookup = NULL; /* the handler did not ask for it */
    if (l->found == FIND_FOUND && is_own(l, code))
        return true;
    request_missing(q, l->found == FIND_FAILED ? FIND_FAILED : FIND_NONE, "too_fast",
                    N_("Too many wrong codes: wait a minute"));
    return false;
}

/* With several servers a client opens the table's own address, and the proxy finds its server. A
 * table missing here may be live on another one: do not claim it. */
static bool is_elsewhere(const struct request *q, const char *code)
{
    return q->hub->nodes > 0 && strcasecmp(q->guest->code, code) != 0 &&
           !load_in_memory(q->hub, code);
}

static bool find_room(struct request *q, unsigned flags)
{
    const char *code = q->code = request_text(q, "table");
    if (!q->waited && !may_look(q, code))
        return false;
    if (is_elsewhere(q, code)) {
        net_close(q->guest->conn, NET_CLOSE_AGAIN, "open the table's own address");
        return false;
    }
    struct room *r;
    enum find found = load_room(q->hub, code, &r);
    if (!r) {
        request_missing(q, found, "no_table", N_("There is no such table"));
        return false;
    }
    if (room_is_busy(r)) {
        if (!queue_wait(r, q->guest, q->text, q->len))
            request_busy(q);
        else if (r->id == 0) /* not known yet to exist */
            guess_begin(q->hub, q->guest);
        return false;
    }
    q->room = r;
    if (r->now.status == ROOM_STOPPED && !(flags & STOPPED))
        stopped_tell(q);
    else if (flags & SEATED && room_seat_of(r, q->guest->who) < 0)
        request_error(q, "not_seated", N_("You do not have a seat at this table"));
    else if (flags & HOST && r->now.host != q->guest->who &&
             !(flags & SUCCESSOR && room_is_successor(r, q->guest->who)))
        request_error(q, "not_host", N_("Only the host can do that"));
    else if (flags & IDLE && r->now.status == ROOM_PLAYING)
        request_error(q, "running", N_("Not while a match is running"));
    else if (flags & STILL && r->now.opening)
        request_error(q, "opening", N_("Wait a moment: the cards are about to be dealt"));
    else
        return true;
    return false;
}

static int find_message(const char *type, size_t len)
{
    for (int i = 0; type && i < MESSAGE_COUNT; i++)
        if (strlen(messages[i].name) == len && memcmp(messages[i].name, type, len) == 0)
            return i;
    return -1;
}

static void handle(struct request *q)
{
    const json_t *type = json_object_get(q->json, "type"), *id = json_object_get(q->json, "id");
    int message = find_message(json_string_value(type), json_string_length(type));
    if (id && (!json_is_string(id) || !is_id(json_string_value(id), json_string_length(id)))) {
        request_error(q, "bad_message", N_("An id has 1 to 40 letters, digits, _ or -"));
        return;
    }
    q->id = json_string_value(id);
    if (message < 0) {
        request_error(q, "unknown_type", N_("There is no message of this type"));
    } else if (!q->guest->who && !(messages[message].flags & FREE)) {
        request_error(q, "hello_first", N_("Say hello first"));
    } else if (messages[message].flags & NEW && drain_refuses(q->hub)) {
        request_error(q, "draining",
                      N_("The server is about to stop: no new table opens here now"));
    } else if (fields_fit(q, message) &&
               (!(messages[message].flags & ROOM) || find_room(q, messages[message].flags))) {
        messages[message].handler(q);
    }
}

/* Bytes that a message of this type may have. */
static size_t longest(const struct outline_text *type)
{
    int message = find_message(type->at, type->len);
    return message >= 0 && messages[message].flags & LONG ? LONG_BYTES_MAX : BYTES_MAX;
}

/* Parses a message, unless it is too long for its kind or has too many values: thousands of them
 * take a hundred times as long as a usual message, and none needs them. NULL: an error was sent. */
static json_t *read_json(const struct request *q, const struct outline *o)
{
    char sentence[160];
    size_t most = longest(&o->type);
    bool few = o->values <= VALUES_MAX;
    if (few && q->len > most) {
        snprintf(sentence, sizeof sentence,
                 text_in((enum text_lang)q->guest->lang,
                         N_("This message is too long: it has %d bytes, and may have %d")),
                 (int)q->len, (int)most);
        request_error(q, "too_long", sentence);
        return NULL;
    }
    json_t *json = few ? json_loadb(q->text, q->len, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (json_is_object(json))
        return json;
    json_decref(json);
    request_error(q, "bad_json", N_("Not a JSON object, or one with too many values"));
    return NULL;
}

/* The id of a message that is not parsed, for the answer. */
static const char *id_of(const struct outline *o, char buf[ID_MAX + 1])
{
    if (!o->id.at || !is_id(o->id.at, o->id.len))
        return NULL;
    memcpy(buf, o->id.at, o->id.len);
    buf[o->id.len] = '\0';
    return buf;
}

static void read_and_handle(struct request *q)
{
    struct outline outline;
    char id[ID_MAX + 1];
    const char *key;
    json_t *value;
    void *next;
    if (q->guest->banned)
        return;
    outline_read(q->text, q->len, VALUES_MAX, &outline);
    q->id = id_of(&outline, id);
    json_t *json = read_json(q, &outline);
    if (!json)
        return;
    json_object_foreach_safe(json, next, key, value)
    {
        if (json_is_null(value) && strcmp(key, "id") != 0) /* the same as not given */
            json_object_del(json, key);
    }
    q->id = NULL;
    q->json = json;
    handle(q);
    json_decref(json);
}

/* Too much is waiting already: answer without reading the message. */
static void refuse_unread(struct request *q)
{
    struct outline outline;
    char id[ID_MAX + 1];
    outline_read(q->text, q->len, VALUES_MAX, &outline);
    q->id = id_of(&outline, id);
    request_busy(q);
}

static void take_message(struct hub *h, struct guest *g, const char *text, size_t len, bool waited)
{
    struct request q = {.hub = h, .guest = g, .text = text, .len = len, .waited = waited};
    h->metrics.messages++;
    if (!guest_waits(g))
        read_and_handle(&q);
    else if (!queue_wait_guest(g, text, len, false))
        refuse_unread(&q);
}

void protocol_message(struct hub *h, struct guest *g, const char *text, size_t len)
{
    take_message(h, g, text, len, false);
}

void protocol_again(struct hub *h, const struct await *l)
{
    struct request q = {.hub = h, .guest = l->guest, .text = l->text, .len = l->len, .lookup = l};
    read_and_handle(&q);
}

void protocol_resume(struct hub *h, struct guest *g)
{
    struct queued *l;
    while ((l = queue_take_guest(g))) {
        protocol_message(h, g, l->text, l->len);
        free(l);
    }
}

void protocol_inbox(struct hub *h, struct room *r)
{
    struct queued *l;
    while ((l = queue_take(r))) {
        if (l->guest)
            take_message(h, l->guest, l->text, l->len, true);
        free(l);
    }
}

/* ---- the documentation ---- */

static const char *const type_names[] = {"number",        "text",   "text of several lines",
                                         "true or false", "object", "list",
                                         "text"};

static void print_field(const struct field *f, FILE *to)
{
    fprintf(to, "| `%s`%s | %s", f->name, f->needed ? "" : "?", type_names[f->type]);
    if (f->type == FIELD_number)
        fprintf(to, ", %lld to %lld", (long long)f->least, (long long)f->most);
    else if (f->type == FIELD_text || f->type == FIELD_long_text || f->type == FIELD_name)
        if (f->least == f->most)
            fprintf(to, ", %lld bytes", (long long)f->most);
        else
            fprintf(to, ", %lld to %lld bytes", (long long)f->least, (long long)f->most);
    else if (f->type == FIELD_list)
        fprintf(to, ", at most %lld", (long long)f->most);
    fprintf(to, " | %s |\n", f->sentence);
}

static const char *who(unsigned flags)
{
    if (flags & SUCCESSOR)
        return "the host; or a seated player, for their own seat, while the host is away";
    if (flags & HOST)
        return flags & IDLE ? "the host, while no match runs" : "the host";
    if (flags & SEATED)
        return flags & IDLE ? "a seated player, while no match runs" : "a seated player";
    return flags & FREE   ? "anyone, even before hello"
           : flags & IDLE ? "anyone, while no match runs"
                          : "anyone";
}

void protocol_print(FILE *to)
{
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        fprintf(to, "### `%s`\n\n%s. Allowed: %s. Answer: %s.\n", messages[i].name,
                messages[i].sentence, who(messages[i].flags), messages[i].answer);
        if (messages[i].flags & LONG)
            fprintf(to, "At most %d bytes.\n", LONG_BYTES_MAX);
        bool any = false;
        for (int j = 0; j < FIELD_COUNT; j++) {
            if (fields[j].message == i) {
                fputs(any ? "" : "\n| field | | |\n|---|---|---|\n", to);
                any = true;
                print_field(&fields[j], to);
            }
        }
        fputc('\n', to);
    }
}
