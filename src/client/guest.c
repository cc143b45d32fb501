/*
 * guest.c - one identity, one connection, at most one table: what every client does.
 *
 * A connection is welcomed, then it joins the table it was at, and only then is anything sent again
 * that had no answer. `match` and `n` are what has been handed on to the caller; they
 * outlive connections, and so do the commands.
 */
#include "client/guest.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/changes.h"
#include "wire/json_out.h"

enum {
    PROTOCOL_VERSION = 2,
    PAUSE_FIRST_MS = 250, /* before the first try to come back; it doubles, ... */
    PAUSE_HERE_MS = 1000, /* no more than that once it has answered at all, ... */
    PAUSE_MAX_MS = 6 * 1000,
    MESSAGE_SIZE = GUEST_COMMAND_MAX + 512
};

/* A command that has no answer yet, or one that waits: the server tries that in a moment, but if
 * it stops before anything happens nobody knows of it any more, and it is sent again. */
struct unanswered {
    uint32_t number; /* of its id */
    bool sent;       /* on this connection */
    bool waits;
    size_t len;
    char *text; /* the whole message */
};

/* The server's store fails: pauses grow, though it answers. */
enum later { LATER_NOT, LATER_HELLO /* until welcomed */, LATER_TABLE /* until told a table */ };

struct guest {
    struct link *link; /* NULL between two */
    uv_loop_t *loop;
    uv_timer_t timer;
    struct guest_handlers handlers;
    void *ctx;
    struct link_address address; /* its path without a code */
    char from[64];
    enum text_lang lang;
    bool stays_away, past;
    bool ended;        /* by guest_end */
    bool timer_closed; /* and its timer is gone */

    struct guest_self self;
    char requested_name[GUEST_NAME_SIZE]; /* the name to be told */
    uint8_t state;                        /* enum guest_state */
    uint8_t version;                      /* of the protocol; less with an older server */
    const char *word;                     /* why it is over, or NULL */
    uint32_t pause_ms;                    /* before the next try */
    uint8_t later;                        /* enum later */
    int64_t bye_ms;                       /* the server has asked for so much, or -1 */

    char code[GUEST_CODE_SIZE];
    bool joined; /* on this connection: the table has been told */
    bool asked;  /* for what is missing, and it has not come yet */
    int match;
    int64_t n;
    json_t *view; /* as of that number, or NULL */
    struct promise promise;
    bool doubles; /* it has asked for the table twice on this connection: events may come twice */

    uint64_t in, out; /* bytes of the connections that are over */
    uint32_t mark;    /* random: ids of two windows are not the same */
    uint32_t count;   /* commands so far */
    char id[GUEST_ID_SIZE];
    struct unanswered unanswered[GUEST_UNANSWERED_MAX]; /* the oldest first */
    int unanswered_count;
};

static void connect_now(struct guest *g);

/* ---- small things ---- */

static void copy(char *out, size_t size, const char *text)
{
    size_t len = strlen(text);
    len = len < size ? len : size - 1;
    memmove(out, text, len);
    out[len] = '\0';
}

const char *guest_text(const json_t *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message, key));
    return text ? text : "";
}

static int64_t number_at(const json_t *message, const char *key, int64_t otherwise)
{
    const json_t *number = json_object_get(message, key);
    return json_is_integer(number) ? (int64_t)json_integer_value(number) : otherwise;
}

static void set_state(struct guest *g, enum guest_state state, int code, const char *why, int ms)
{
    g->state = (uint8_t)state;
    if (g->handlers.state)
        g->handlers.state(g->ctx, state, g->word ? g->word : "", code, why, ms);
}

static void tell_error(struct guest *g, const char *word, const char *sentence,
                       const json_t *message)
{
    if (g->handlers.error)
        g->handlers.error(g->ctx, word, sentence, guest_text(message, "id"), message);
}

static void bad_message(struct guest *g)
{
    tell_error(g, "bad_message", "the server sent something that is not a Mazo message", NULL);
}

static void free_if_done(struct guest *g)
{
    if (!g->ended || !g->timer_closed || g->link)
        return;
    for (int i = 0; i < g->unanswered_count; i++)
        free(g->unanswered[i].text);
    json_decref(g->view);
    free(g);
}

/* ---- messages out ---- */

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

static void say_hello(struct guest *g)
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
static void ask(struct guest *g, bool whole)
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

static void ask_table(struct guest *g) { ask(g, false); }

static void send_unanswered(struct guest *g)
{
    for (int i = 0; i < g->unanswered_count && g->link && g->joined; i++) {
        struct unanswered *u = &g->unanswered[i];
        u->sent = u->sent || link_send(g->link, u->text, u->len);
    }
}

/* Our part in the shuffle. */
static void mind_the_shuffle(struct guest *g, const json_t *m)
{
    int again = g->promise.next.again;
    enum promise_act act = promise_hear(&g->promise, m);
    if (g->promise.next.again > again && g->promise.next.again > number_at(m, "again", 0)) {
        tell_error(g, "started_over", "the deal started over, and the server does not say so",
                   NULL);
    }
    switch (act) {
    case PROMISE_COMMIT:
        guest_tell_text(g, "commit", "hash", g->promise.hash);
        break;
    case PROMISE_OPEN:
        guest_tell_text(g, "salt", "salt", g->promise.next.salt);
        break;
    case PROMISE_REFUSE:
        tell_error(g, "unfair", "the server wants a salt for another deal than it showed", NULL);
        break;
    case PROMISE_NOTHING:
        break;
    }
}

/* ---- messages in ---- */

static void hear_welcome(struct guest *g, json_t *m)
{
    const char *token = guest_text(m, "token");
    if (token[0])
        copy(g->self.token, sizeof g->self.token, token);
    copy(g->self.player, sizeof g->self.player, guest_text(m, "player"));
    copy(g->self.name, sizeof g->self.name, guest_text(m, "name"));
    g->requested_name[0] = '\0';
    if (g->later != LATER_TABLE) {
        g->later = LATER_NOT;
        g->pause_ms = PAUSE_FIRST_MS;
    }
    bool first = g->state != GUEST_HERE;
    if (first)
        set_state(g, GUEST_HERE, 0, "", 0);
    if (g->handlers.welcome)
        g->handlers.welcome(g->ctx, &g->self, m);
    if (first)
        ask_table(g);
}

/* Letters and digits: it becomes part of a path. */
static bool is_code(const char *text)
{
    size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return len > 0 && len < GUEST_CODE_SIZE && text[len] == '\0';
}

/* Kicked or readmitted: what was seen last is not what can be seen from here. */
static bool sits_elsewhere(const struct guest *g, const json_t *m)
{
    const json_t *you = json_object_get(m, "you"), *seat = json_object_get(g->view, "seat");
    return g->view && you && seat && strcmp(guest_text(m, "status"), "playing") == 0 &&
           number_at(m, "match", 0) == g->match &&
           !json_equal((json_t *)(uintptr_t)you, (json_t *)(uintptr_t)seat);
}

static void hear_table(struct guest *g, json_t *m)
{
    const char *code = guest_text(m, "table");
    if (!is_code(code)) {
        bad_message(g);
        return;
    }
    if (!g->code[0])
        copy(g->code, sizeof g->code, code);
    if (strcmp(code, g->code) != 0)
        return; /* one that was left */
    bool first = !g->joined;
    g->joined = true;
    g->later = LATER_NOT;
    g->pause_ms = PAUSE_FIRST_MS;
    mind_the_shuffle(g, m);
    if (g->handlers.table)
        g->handlers.table(g->ctx, m);
    if (first)
        send_unanswered(g);
    if (sits_elsewhere(g, m) && !g->asked && !g->ended) {
        g->asked = true;
        ask(g, true);
    }
}

/* A number that is missing is asked for, once; what was seen is not told again. A match begins
 * with number 0, the deal. */
static bool is_next(struct guest *g, const struct guest_turn *turn)
{
    if ((turn->match == g->match && turn->n == g->n + 1) ||
        (turn->match > g->match && turn->n == 0))
        return true;
    if (turn->match < g->match || (turn->match == g->match && turn->n <= g->n)) {
        if (!g->doubles)
            tell_error(g, "again", "an event came twice", NULL);
    } else if (!g->asked) {
        tell_error(g, "gap", "an event is missing", NULL);
        g->asked = true;
        ask_table(g);
    }
    return false;
}

static void write_id(const struct guest *g, uint32_t number, char out[GUEST_ID_SIZE])
{
    snprintf(out, GUEST_ID_SIZE, "%08lx-%lu", (unsigned long)g->mark, (unsigned long)number);
}

/* The command with that id, or -1. */
static int find_unanswered(const struct guest *g, const char *id)
{
    char own[GUEST_ID_SIZE];
    for (int i = 0; i < g->unanswered_count; i++) {
        write_id(g, g->unanswered[i].number, own);
        if (strcmp(own, id) == 0)
            return i;
    }
    return -1;
}

static void forget(struct guest *g, int i)
{
    free(g->unanswered[i].text);
    g->unanswered_count--;
    memmove(&g->unanswered[i], &g->unanswered[i + 1],
            (size_t)(g->unanswered_count - i) * sizeof g->unanswered[0]);
}

/* Something has happened: what waited has been tried, or is not what was meant any more. */
static void forget_waiting(struct guest *g)
{
    for (int i = g->unanswered_count - 1; i >= 0; i--)
        if (g->unanswered[i].waits)
            forget(g, i);
}

/* An event that follows upon what we know tells only what has changed: make it whole. */
static bool complete(struct guest *g, json_t *m)
{
    json_t *changes = json_object_get(m, "changes");
    if (!changes)
        return true;
    return json_object_set_new(m, "view",
                               changes_apply(g->view, changes, json_object_get(m, "gone"))) == 0 &&
           (json_object_get(m, "legal") || json_object_set_new(m, "legal", json_array()) == 0);
}

/* What came last is what the next event follows upon, even if its number is known: it may be seen
 * from another seat. */
static void know(struct guest *g, const struct guest_turn *turn, json_t *view, bool news)
{
    json_decref(g->view);
    g->view = json_incref(view);
    if (news && (turn->match != g->match || turn->n != g->n)) {
        forget_waiting(g);
        g->match = turn->match;
        g->n = turn->n;
    }
    g->asked = g->asked && !news;
}

static void hear_turn(struct guest *g, json_t *m, bool is_event)
{
    struct guest_turn turn = {
        .match = (int)number_at(m, "match", -1),
        .n = number_at(m, "n", -1),
        .events = json_object_get(m, "events"),
        .ends_in = number_at(m, "ends_in", -1),
    };
    if (strcmp(guest_text(m, "table"), g->code) != 0)
        return;
    if (turn.match < 1 || turn.n < 0 || is_event != json_is_array(turn.events)) {
        bad_message(g);
        return;
    }
    bool news = !is_event || is_next(g, &turn);
    if (!news && (turn.match != g->match || turn.n > g->n))
        return;
    bool fine = complete(g, m);
    json_t *view = json_object_get(m, "view");
    turn.view = view;
    turn.legal = json_object_get(m, "legal");
    if (!fine || !json_is_object(view) || !json_is_array(turn.legal)) {
        bad_message(g);
        return;
    }
    know(g, &turn, view, news);
    if (news && is_event && g->handlers.event)
        g->handlers.event(g->ctx, &turn, m);
    else if (!is_event && g->handlers.view)
        g->handlers.view(g->ctx, &turn, m);
}

static void hear_event(struct guest *g, json_t *m) { hear_turn(g, m, true); }

static void hear_view(struct guest *g, json_t *m) { hear_turn(g, m, false); }

static void answered(struct guest *g, enum guest_answer answer, const json_t *m)
{
    int i = find_unanswered(g, guest_text(m, "id"));
    if (i < 0)
        return; /* sent twice, answered twice */
    if (answer == GUEST_WAITS)
        g->unanswered[i].waits = true;
    else
        forget(g, i);
    if (g->handlers.answer) {
        g->handlers.answer(g->ctx, answer, guest_text(m, "id"),
                           answer == GUEST_DONE ? number_at(m, "n", -1) : -1,
                           guest_text(m, "error"), guest_text(m, "message"), m);
    }
}

static void hear_done(struct guest *g, json_t *m) { answered(g, GUEST_DONE, m); }

static void hear_waits(struct guest *g, json_t *m) { answered(g, GUEST_WAITS, m); }

static void hear_refused(struct guest *g, json_t *m) { answered(g, GUEST_REFUSED, m); }

static void come_later(struct guest *g, enum later later)
{
    g->later = (uint8_t)later;
    if (g->link)
        link_close(g->link, 1000);
}

void guest_later(struct guest *g) { come_later(g, LATER_TABLE); }

/* Could it not be done because the store fails? Only what we ask by ourselves: hello and join. */
static bool wants_later(const struct guest *g, const char *word)
{
    return guest_store_fails(word) && (g->state == GUEST_CONNECTING || (g->code[0] && !g->joined));
}

static void hear_error(struct guest *g, json_t *m)
{
    const char *word = guest_text(m, "error"), *id = guest_text(m, "id");
    if (id[0] && find_unanswered(g, id) >= 0) {
        answered(g, GUEST_REFUSED, m);
        return;
    }
    if (g->state == GUEST_CONNECTING && strcmp(word, "bad_version") == 0 && g->version > 1) {
        g->version = 1; /* an older server: it sends whole views */
        say_hello(g);
        return;
    }
    if (g->state == GUEST_CONNECTING && strcmp(word, "bad_token") == 0)
        g->word = "bad_token";
    else if (g->state == GUEST_CONNECTING && strcmp(word, "bad_version") == 0)
        g->word = "bad_version";
    else if (strcmp(word, "banned") == 0)
        g->word = "banned";
    if (strcmp(word, "not_stored") == 0)
        promise_resend(&g->promise); /* it may have been our part in the shuffle */
    bool later = wants_later(g, word);
    tell_error(g, word, guest_text(m, "message"), m);
    if (g->word && g->link)
        link_close(g->link, 1000);
    else if (later && !g->ended)
        come_later(g, g->code[0] ? LATER_TABLE : LATER_HELLO);
}

static void hear_bye(struct guest *g, json_t *m)
{
    g->bye_ms = number_at(m, "in_ms", 0);
    if (g->handlers.other)
        g->handlers.other(g->ctx, "bye", m);
}

static void on_message(struct link *l, void *ctx, const char *text, size_t len)
{
    static const struct {
        const char *type;
        void (*hear)(struct guest *g, json_t *m);
    } known[] = {
        {"event", hear_event},     {"done", hear_done},   {"table", hear_table},
        {"view", hear_view},       {"waits", hear_waits}, {"refused", hear_refused},
        {"welcome", hear_welcome}, {"error", hear_error}, {"bye", hear_bye},
    };
    struct guest *g = ctx;
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = guest_text(m, "type");
    size_t i = 0;
    (void)l;
    while (i < sizeof known / sizeof known[0] && strcmp(known[i].type, type) != 0)
        i++;
    if (i < sizeof known / sizeof known[0])
        known[i].hear(g, m);
    else if (!type[0])
        bad_message(g);
    else if (g->handlers.other)
        g->handlers.other(g->ctx, type, m);
    json_decref(m);
}

/* ---- the connection ---- */

static void on_opened(struct link *l, void *ctx)
{
    struct guest *g = ctx;
    (void)l;
    if (!g->later && g->pause_ms > PAUSE_HERE_MS)
        g->pause_ms = PAUSE_HERE_MS;
    say_hello(g);
}

static void on_pause_over(uv_timer_t *timer)
{
    struct guest *g = timer->data;
    connect_now(g);
}

/* Half of the pause is certain, the other half is left to chance: thousands who lost the server
 * in the same moment do not come back in one. */
static int next_pause(struct guest *g)
{
    uint32_t base = g->pause_ms;
    if (g->bye_ms > (int64_t)base)
        base = g->bye_ms < PAUSE_MAX_MS ? (uint32_t)g->bye_ms : PAUSE_MAX_MS;
    g->bye_ms = -1;
    g->pause_ms = g->pause_ms * 2 < PAUSE_MAX_MS ? g->pause_ms * 2 : PAUSE_MAX_MS;
    return (int)(base / 2 + randombytes_uniform(base / 2 + 1));
}

static void on_closed(struct link *l, void *ctx, int code, const char *why)
{
    struct guest *g = ctx;
    uint64_t in, out;
    link_bytes(l, &in, &out);
    g->in += in;
    g->out += out;
    g->link = NULL;
    g->joined = g->asked = g->doubles = false;
    promise_resend(&g->promise);
    for (int i = 0; i < g->unanswered_count; i++)
        g->unanswered[i].sent = false;
    if (g->ended) {
        free_if_done(g);
        return;
    }
    if (g->word || g->stays_away) {
        set_state(g, GUEST_OVER, code, why, 0);
        return;
    }
    int ms = next_pause(g);
    uv_timer_start(&g->timer, on_pause_over, (uint64_t)ms, 0);
    set_state(g, GUEST_WAITING, code, why, ms);
}

static void connect_now(struct guest *g)
{
    static const struct link_handlers handlers = {on_opened, on_message, on_closed};
    struct link_address address = g->address;
    if (g->code[0]) { /* so that a proxy can find the table's machine */
        size_t len = strlen(address.path);
        snprintf(address.path + len, sizeof address.path - len, "/%s", g->code);
    }
    uv_timer_stop(&g->timer);
    g->link = link_open(g->loop, &address, g->from[0] ? g->from : NULL, &handlers, g);
    if (g->link)
        set_state(g, GUEST_CONNECTING, 0, "", 0);
    else
        uv_timer_start(&g->timer, on_pause_over, PAUSE_MAX_MS, 0);
}

/* ---- the door ---- */

/* No handler is called from within guest_open: the first try comes from the loop. */
struct guest *guest_open(uv_loop_t *loop, const struct guest_config *config,
                         const struct guest_handlers *handlers, void *ctx)
{
    struct guest *g = calloc(1, sizeof *g);
    if (!g || sodium_init() < 0) {
        free(g);
        return NULL;
    }
    g->loop = loop;
    g->handlers = *handlers;
    g->ctx = ctx;
    g->address = config->address;
    char *last = strrchr(g->address.path, '/');
    if (last && strcmp(last, "/ws") != 0)
        *last = '\0';
    copy(g->code, sizeof g->code, config->address.code);
    copy(g->from, sizeof g->from, config->from ? config->from : "");
    copy(g->requested_name, sizeof g->requested_name, config->name ? config->name : "");
    copy(g->self.token, sizeof g->self.token, config->token ? config->token : "");
    g->lang = config->lang;
    g->stays_away = config->stays_away;
    g->past = config->past;
    g->version = PROTOCOL_VERSION;
    g->mark = randombytes_random();
    g->n = g->bye_ms = -1;
    g->pause_ms = PAUSE_FIRST_MS;
    uv_timer_init(loop, &g->timer);
    g->timer.data = g;
    uv_timer_start(&g->timer, on_pause_over, 0, 0);
    return g;
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct guest *g = handle->data;
    g->timer_closed = true;
    free_if_done(g);
}

void guest_end(struct guest *g)
{
    if (g->ended)
        return;
    g->ended = true;
    g->state = GUEST_OVER;
    memset(&g->handlers, 0, sizeof g->handlers);
    if (g->link)
        link_close(g->link, 1000);
    uv_close((uv_handle_t *)&g->timer, on_timer_closed);
}

void guest_drop(struct guest *g)
{
    if (g->link)
        link_close(g->link, 0);
    else if (g->state == GUEST_WAITING)
        uv_timer_start(&g->timer, on_pause_over, 0, 0);
}

enum guest_state guest_state(const struct guest *g) { return (enum guest_state)g->state; }

const struct guest_self *guest_self(const struct guest *g) { return &g->self; }

const char *guest_table(const struct guest *g) { return g->code; }

bool guest_is_there(const struct guest *g) { return g->joined; }

int guest_match(const struct guest *g) { return g->match; }

int64_t guest_n(const struct guest *g) { return g->n; }

const struct promise_kept *guest_promise(const struct guest *g) { return &g->promise.dealt; }

const char *guest_salt(const struct guest *g) { return g->promise.next.salt; }

void guest_bytes(const struct guest *g, uint64_t *in, uint64_t *out)
{
    *in = *out = 0;
    if (g->link)
        link_bytes(g->link, in, out);
    *in += g->in;
    *out += g->out;
}

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

static void forget_table(struct guest *g)
{
    while (g->unanswered_count > 0)
        forget(g, g->unanswered_count - 1);
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
        copy(g->code, sizeof g->code, code);
    }
    g->doubles |= g->joined;
    ask_table(g);
}

void guest_leave(struct guest *g)
{
    guest_tell(g, "leave");
    forget_table(g);
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
        forget_waiting(g);
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
    send_unanswered(g);
    return g->id;
}

int guest_unanswered(const struct guest *g)
{
    int count = 0;
    for (int i = 0; i < g->unanswered_count; i++)
        count += !g->unanswered[i].waits;
    return count;
}
