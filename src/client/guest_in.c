/*
 * guest_in.c - what a guest hears: each message checked and handed on, and what follows from it.
 */
#include <string.h>

#include "client/changes.h"
#include "client/guest_inner.h"
#include "client/link.h"
#include "client/promise.h"
#include "wire/json_in.h"

const char *guest_text(const json_t *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message, key));
    return text ? text : "";
}

void guest_set_state(struct guest *g, enum guest_state state, int code, const char *why, int ms)
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

/* Our part in the shuffle. */
static void mind_the_shuffle(struct guest *g, const json_t *m)
{
    int again = g->promise.next.again;
    enum promise_act act = promise_hear(&g->promise, m);
    if (g->promise.next.again > again && g->promise.next.again > json_in_number(m, "again", 0)) {
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

static void hear_welcome(struct guest *g, json_t *m)
{
    const char *token = guest_text(m, "token");
    if (token[0])
        guest_copy(g->self.token, sizeof g->self.token, token);
    guest_copy(g->self.player, sizeof g->self.player, guest_text(m, "player"));
    guest_copy(g->self.name, sizeof g->self.name, guest_text(m, "name"));
    g->requested_name[0] = '\0';
    if (g->later != LATER_TABLE) {
        g->later = LATER_NOT;
        g->pause_ms = PAUSE_FIRST_MS;
    }
    bool first = g->state != GUEST_HERE;
    if (first)
        guest_set_state(g, GUEST_HERE, 0, "", 0);
    if (g->handlers.welcome)
        g->handlers.welcome(g->ctx, &g->self, m);
    if (first)
        guest_ask_table(g, false);
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
           json_in_number(m, "match", 0) == g->match &&
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
        guest_copy(g->code, sizeof g->code, code);
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
        guest_send_unanswered(g);
    if (sits_elsewhere(g, m) && !g->asked && !g->ended) {
        g->asked = true;
        guest_ask_table(g, true);
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
        guest_ask_table(g, false);
    }
    return false;
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
        guest_forget_waiting(g);
        g->match = turn->match;
        g->n = turn->n;
    }
    g->asked = g->asked && !news;
}

static void hear_turn(struct guest *g, json_t *m, bool is_event)
{
    struct guest_turn turn = {
        .match = (int)json_in_number(m, "match", -1),
        .n = json_in_number(m, "n", -1),
        .events = json_object_get(m, "events"),
        .ends_in = json_in_number(m, "ends_in", -1),
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
    int i = guest_find_unanswered(g, guest_text(m, "id"));
    if (i < 0)
        return; /* sent twice, answered twice */
    if (answer == GUEST_WAITS)
        g->unanswered[i].waits = true;
    else
        guest_forget(g, i);
    if (g->handlers.answer) {
        g->handlers.answer(g->ctx, answer, guest_text(m, "id"),
                           answer == GUEST_DONE ? json_in_number(m, "n", -1) : -1,
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
    if (id[0] && guest_find_unanswered(g, id) >= 0) {
        answered(g, GUEST_REFUSED, m);
        return;
    }
    if (g->state == GUEST_CONNECTING && strcmp(word, "bad_version") == 0 && g->version > 1) {
        g->version = 1; /* an older server: it sends whole views */
        guest_say_hello(g);
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
    g->bye_ms = json_in_number(m, "in_ms", 0);
    if (g->handlers.other)
        g->handlers.other(g->ctx, "bye", m);
}

void guest_hear(struct guest *g, const char *text, size_t len)
{
    static const struct {
        const char *type;
        void (*hear)(struct guest *g, json_t *m);
    } known[] = {
        {"event", hear_event},     {"done", hear_done},   {"table", hear_table},
        {"view", hear_view},       {"waits", hear_waits}, {"refused", hear_refused},
        {"welcome", hear_welcome}, {"error", hear_error}, {"bye", hear_bye},
    };
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = guest_text(m, "type");
    size_t i = 0;
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
