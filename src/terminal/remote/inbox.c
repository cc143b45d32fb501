/*
 * inbox.c - what a server has sent: what comes in, and later, in its order, what it means.
 */
#define _POSIX_C_SOURCE 200809L /* uv.h */
#include <stdio.h>
#include <string.h>

#include "terminal/remote/remote.h"
#include "text/screen.h"

enum { INBOX_MAX = 500 };

static const char *text_at(const json_t *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message, key));
    return text ? text : "";
}

static bool is(const json_t *message, const char *type)
{
    return strcmp(text_at(message, "type"), type) == 0;
}

static bool is_moment(const json_t *message) { return is(message, "view") || is(message, "event"); }

static uint32_t number_at(const json_t *message, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(message, key));
    return number > 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

/* ---- what takes effect at once: the connection ---- */

static struct remote_listed *list_one(struct remote *f, const json_t *from)
{
    struct remote_listed *one = &f->list[f->list_count];
    const char *status = text_at(from, "status");
    if (f->list_count == REMOTE_TABLES_MAX || !text_at(from, "table")[0]) {
        return NULL;
    }
    f->list_count++;
    *one = (struct remote_listed){.status = strcmp(status, "playing") == 0   ? REMOTE_PLAYING
                                            : strcmp(status, "over") == 0    ? REMOTE_OVER
                                            : strcmp(status, "stopped") == 0 ? REMOTE_STOPPED
                                                                             : REMOTE_WAITING};
    screen_clean(text_at(from, "table"), one->code, sizeof one->code);
    screen_clean(text_at(from, "title"), one->title, sizeof one->title);
    screen_clean(text_at(from, "rules"), one->rules, sizeof one->rules);
    one->seats = (int)number_at(from, "seats");
    one->free = (int)number_at(from, "free");
    one->people = (int)number_at(from, "people");
    return one;
}

/* The own tables come first; of those the list of public ones need not speak again. */
static void take_own(struct remote *f, const json_t *tables)
{
    f->own_count = f->list_count = 0;
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *from = json_array_get(tables, i);
        struct remote_listed *one = list_one(f, from);
        if (one) {
            one->own = true;
            one->turn = json_is_true(json_object_get(from, "your_turn"));
            f->own_count = f->list_count;
        }
    }
    f->list_count = -1; /* the others are not told yet */
}

static void take_tables(struct remote *f, const json_t *tables)
{
    f->list_count = f->own_count;
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *from = json_array_get(tables, i);
        bool known = false;
        for (int j = 0; j < f->own_count; j++) {
            known = known || strcmp(f->list[j].code, text_at(from, "table")) == 0;
        }
        if (!known) {
            list_one(f, from);
        }
    }
}

static void on_welcome(void *ctx, const struct guest_self *self, const json_t *message)
{
    struct remote *f = ctx;
    snprintf(f->player, sizeof f->player, "%s", self->player);
    if (!f->requested.guest) {
        ticket_write(&f->ticket, self->token);
    }
    f->fresh = true;
    take_own(f, json_object_get(message, "tables"));
    if (!guest_table(f->guest)[0] && !f->requested.create) {
        f->unread = false;
    }
    if (f->welcomed && !f->unread) {
        remote_tell(f, text_in(f->lang, "The connection is back."));
    }
    f->welcomed = true;
    if (f->requested.create && !f->created) {
        f->created = true;
        remote_create(f);
    } else if (!guest_table(f->guest)[0]) {
        remote_ask_tables(f);
    }
}

static void on_state(void *ctx, enum guest_state state, const char *word, int code, const char *why,
                     int ms)
{
    struct remote *f = ctx;
    char text[REMOTE_WHY_SIZE];
    (void)code, (void)ms;
    f->fresh = true;
    if (state == GUEST_HERE) {
        f->state = REMOTE_READY;
    } else if (state == GUEST_OVER && strcmp(word, "bad_token") == 0) {
        remote_begin_anew(f); /* of another server at the same place */
    } else if (state == GUEST_OVER) {
        remote_end(f, link_reason(why, f->lang, text, sizeof text));
    } else if (state == GUEST_WAITING && !f->welcomed && link_follow(&f->address, why)) {
        remote_move(f);
    } else if (state == GUEST_WAITING && !f->welcomed &&
               !f->unread) { /* trying again would not help */
        remote_end(f, link_explain(&f->address, why, f->lang, text, sizeof text));
    } else if (f->state == REMOTE_READY) {
        f->state = REMOTE_CALLING;
        if (!f->unread) { /* else it has been told */
            remote_tell(f, remote_trouble(f));
        }
    }
}

/* ---- into the inbox ---- */

/* Whoever is away from the screen for hours finds how it stands, not all that has happened: every
 * event has a whole view with it. */
static void make_room(struct remote *f)
{
    for (size_t i = 0; i < json_array_size(f->inbox); i++) {
        if (is(json_array_get(f->inbox, i), "event")) {
            json_array_remove(f->inbox, i);
            return;
        }
    }
    json_array_remove(f->inbox, 0);
}

static void keep(struct remote *f, const json_t *message)
{
    if (json_array_size(f->inbox) == INBOX_MAX) {
        make_room(f);
    }
    json_array_append(f->inbox, (json_t *)message);
    f->fresh = true;
}

static void on_table(void *ctx, const json_t *message)
{
    struct remote *f = ctx;
    if (f->unread) {
        f->unread = false;
        remote_tell(f, text_in(f->lang, "The server is well again."));
    }
    keep(f, message);
}

static void on_turn(void *ctx, const struct guest_turn *turn, const json_t *message)
{
    (void)turn;
    keep(ctx, message);
}

static void on_answer(void *ctx, enum guest_answer answer, const char *id, int64_t n,
                      const char *word, const char *sentence, const json_t *message)
{
    (void)answer, (void)id, (void)n, (void)word, (void)sentence;
    keep(ctx, message);
}

static void on_other(void *ctx, const char *type, const json_t *message)
{
    struct remote *f = ctx;
    if (strcmp(type, "tables") == 0) {
        take_tables(f, json_object_get(message, "tables"));
        f->fresh = true;
    } else if (strcmp(type, "left") == 0) {
        f->leaving = false;
    } else if (strcmp(type, "chat") == 0 || strcmp(type, "reaction") == 0) {
        keep(f, message);
    }
}

/* The table of an error `stopped` has perhaps a match file. */
static void add_file(const struct remote *f, const json_t *error, char *text, size_t size)
{
    char key[REMOTE_KEY_SIZE], file[REMOTE_LINE_SIZE];
    size_t len = strlen(text);
    screen_clean(error ? text_at(error, "key") : "", key, sizeof key);
    if (key[0] && len + 1 < size) {
        remote_file(f, key, file, sizeof file);
        text[len++] = ' ';
        snprintf(text + len, size - len, text_in(f->lang, "The match: %s"), file);
    }
}

/* The server's store fails: hello, the way to a table and the opening of one are tried again. */
static bool tries_again(struct remote *f, const char *word)
{
    bool comes = guest_state(f->guest) == GUEST_CONNECTING ||
                 (guest_table(f->guest)[0] && !guest_is_there(f->guest));
    bool opens = f->requested.create && f->created && !guest_table(f->guest)[0];
    if (strcmp(word, "store_failed") != 0 && strcmp(word, "not_stored") != 0) {
        return false;
    }
    if (!f->unread && (opens || comes)) {
        f->unread = true;
        remote_tell(f, remote_trouble(f));
    }
    if (opens && !comes) {
        f->created = false;
        guest_later(f->guest);
    }
    return opens || comes;
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *error)
{
    struct remote *f = ctx;
    char text[REMOTE_WHY_SIZE];
    bool nowhere = !f->table.code[0];
    bool lost = strcmp(word, "no_table") == 0 || strcmp(word, "stopped") == 0;
    bool full = strcmp(word, "full") == 0;
    (void)id;
    if (strcmp(word, "gap") == 0 || strcmp(word, "again") == 0 || tries_again(f, word)) {
        return; /* the guest asks by itself */
    }
    screen_clean(sentence, text, sizeof text);
    add_file(f, error, text, sizeof text);
    if (lost && nowhere && !f->requested.code[0]) {
        if (!guest_table(f->guest)[0]) {
            f->leaving = false;
            return; /* the answer to our leaving */
        }
        guest_leave(f->guest); /* one of the list, and gone since */
        remote_ask_tables(f);
    } else if (lost || (nowhere && (f->requested.create || (full && f->requested.code[0])))) {
        remote_end(f, text);
        return;
    }
    json_t *message = json_pack("{s:s,s:s}", "type", "error", "message", text);
    keep(f, message);
    json_decref(message);
}

const struct guest_handlers remote_handlers = {.state = on_state,
                                               .welcome = on_welcome,
                                               .table = on_table,
                                               .view = on_turn,
                                               .event = on_turn,
                                               .answer = on_answer,
                                               .other = on_other,
                                               .error = on_error};

/* ---- what the table says ---- */

static void sit_down(struct remote *f)
{
    const struct remote_table *t = &f->table;
    if (f->requested.watch || f->sat || t->you >= 0) {
        return;
    }
    f->sat = true;
    for (int seat = 0; seat < t->seats && t->status == REMOTE_WAITING; seat++) {
        if (t->seat[seat].sits == REMOTE_OPEN) {
            remote_send(f, "sit", NULL);
            return;
        }
    }
    remote_tell(f, t->status == REMOTE_PLAYING
                       ? text_in(f->lang, "Match in progress: you're watching.")
                       : text_in(f->lang, "No free seat: you're watching."));
}

static void tell(void *ctx, const char *line) { remote_tell(ctx, line); }

static void take_table(struct remote *f, struct session *s, const json_t *message)
{
    struct remote_table now;
    if (!remote_table_read(message, f->lang, &now)) {
        return;
    }
    bool known = f->table.code[0] != '\0';
    bool moved = known && f->table.you != now.you;
    if (known) {
        remote_compare(&f->table, &now, f->lang, tell, f);
    }
    f->table = now;
    if (now.status != REMOTE_WAITING) {
        snprintf(f->played, sizeof f->played, "%s", now.commitment);
    }
    sit_down(f);
    if (s && moved) {
        s->left = true; /* other eyes: begin again with what they see */
    } else if (s) {
        remote_mirror_seats(f, s);
    }
}

static void take_talk(struct remote *f, const json_t *message)
{
    static const struct {
        const char *face, *format;
    } faces[REMOTE_FACES] = {
        {"👏", N_("%s applauds.")},     {"😂", N_("%s laughs.")}, {"😮", N_("%s is amazed.")},
        {"😢", N_("%s sheds a tear.")}, {"😡", N_("%s fumes.")},  {"🎉", N_("%s celebrates.")},
    };
    char name[TABLE_NAME_MAX], text[REMOTE_LINE_SIZE - TABLE_NAME_MAX - 4], line[REMOTE_LINE_SIZE];
    screen_clean(text_at(message, "name"), name, sizeof name);
    if (is(message, "chat")) {
        screen_clean(text_at(message, "text"), text, sizeof text);
        snprintf(line, sizeof line, "%s: %s", name, text);
        remote_tell(f, line);
        return;
    }
    for (int i = 0; i < REMOTE_FACES; i++) {
        if (strcmp(text_at(message, "face"), faces[i].face) == 0) {
            snprintf(line, sizeof line, text_in(f->lang, faces[i].format), name);
            remote_tell(f, line);
        }
    }
}

/* done, waits, refused, or an error that somebody must be told of. */
static void take_answer(struct remote *f, struct session *s, const json_t *message)
{
    char text[REMOTE_WHY_SIZE];
    enum session_answer answer = is(message, "done")    ? SESSION_DONE
                                 : is(message, "waits") ? SESSION_WAITS
                                                        : SESSION_REFUSED;
    screen_clean(text_at(message, "message"), text, sizeof text);
    if (s && s->answered) {
        s->answered(s->ctx, answer, text);
    } else if (answer == SESSION_REFUSED) {
        remote_tell(f, text);
    }
}

/* False: the message must wait, it belongs to another match. */
static bool take(struct remote *f, struct session *s, const json_t *message)
{
    if (is_moment(message)) {
        if (!s || s->left || s->match != number_at(message, "match")) {
            return false;
        }
        if (!remote_mirror_take(f, s, message)) {
            remote_tell(f, text_in(f->lang, "A message from the server could not be understood."));
        }
    } else if (is(message, "table")) {
        take_table(f, s, message);
    } else if (is(message, "chat") || is(message, "reaction")) {
        take_talk(f, message);
    } else if (is(message, "done") || is(message, "waits") || is(message, "refused") ||
               is(message, "error")) {
        take_answer(f, s, message);
    }
    return true;
}

bool remote_step(struct remote *f, struct session *s)
{
    bool happened = false;
    while (json_array_size(f->inbox) > 0 && !(s && s->left)) {
        json_t *message = json_incref(json_array_get(f->inbox, 0));
        bool taken = take(f, s, message);
        json_decref(message);
        if (!taken) {
            if (s) {
                s->left = happened = true;
            }
            break;
        }
        json_array_remove(f->inbox, 0);
        happened = true;
    }
    for (; s && s->told && f->told < f->lines; f->told++) {
        s->told(s->ctx, f->line[f->told % REMOTE_LINES_MAX]);
        happened = true;
    }
    if (s && f->state == REMOTE_ENDED && !s->left) {
        s->left = happened = true;
    }
    return happened;
}

bool remote_has_match(const struct remote *f)
{
    return json_array_size(f->inbox) > 0 && is_moment(json_array_get(f->inbox, 0));
}
