/*
 * client_in.c - incoming messages: each is checked, handed on, and acted upon.
 */
#include <string.h>
#include <strings.h>

#include "client/changes.h"
#include "client/client_inner.h"
#include "client/link.h"
#include "client/shuffle_part.h"
#include "wire/json_in.h"

void client_set_state(struct client *c, enum client_state state, int code, const char *why, int ms)
{
    c->state = (uint8_t)state;
    if (c->handlers.state)
        c->handlers.state(c->ctx, state, c->word ? c->word : "", code, why, ms);
}

static void tell_error(struct client *c, const char *word, const char *sentence,
                       const json_t *message)
{
    if (c->handlers.error)
        c->handlers.error(c->ctx, word, sentence, json_in_text(message, "id"), message);
}

static void hear_other(struct client *c, const char *type, const json_t *m)
{
    if (c->handlers.other)
        c->handlers.other(c->ctx, type, m);
}

static void bad_message(struct client *c)
{
    tell_error(c, "bad_message", "the server sent something that is not a Mazo message", NULL);
}

/* Our part in the shuffle. */
static void mind_the_shuffle(struct client *c, const struct table_info *t, const json_t *m)
{
    int again = c->shuffle.next.again;
    enum shuffle_act act = shuffle_part_hear(&c->shuffle, t, m);
    if (c->shuffle.next.again > again && c->shuffle.next.again > t->again) {
        tell_error(c, "started_over", "the deal started over, and the server does not say so",
                   NULL);
    }
    switch (act) {
    case SHUFFLE_COMMIT:
        client_tell_text(c, "commit", "hash", c->shuffle.hash);
        break;
    case SHUFFLE_OPEN:
        client_tell_text(c, "salt", "salt", c->shuffle.next.salt);
        break;
    case SHUFFLE_REFUSE:
        tell_error(c, "unfair", "the server wants a salt for another deal than it showed", NULL);
        break;
    case SHUFFLE_NOTHING:
        break;
    }
}

static void hear_welcome(struct client *c, json_t *m)
{
    const char *token = json_in_text(m, "token");
    if (token[0])
        client_copy(c->self.token, sizeof c->self.token, token);
    client_copy(c->self.player, sizeof c->self.player, json_in_text(m, "player"));
    client_copy(c->self.name, sizeof c->self.name, json_in_text(m, "name"));
    c->requested_name[0] = '\0';
    if (c->later != LATER_TABLE) {
        c->later = LATER_NOT;
        c->pause_ms = PAUSE_FIRST_MS;
    }
    bool first = c->state != CLIENT_HERE;
    if (first)
        client_set_state(c, CLIENT_HERE, 0, "", 0);
    if (c->handlers.welcome)
        c->handlers.welcome(c->ctx, &c->self, m);
    if (first)
        client_ask_table(c, false);
}

/* Letters and digits: it becomes part of a path. */
static bool is_code(const char *text)
{
    size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return len > 0 && len < CLIENT_CODE_SIZE && text[len] == '\0';
}

/* Kicked or readmitted: the last view was from another seat. */
static bool sits_elsewhere(const struct client *c, const struct table_info *t)
{
    return json_object_get(c->view, "seat") && t->status == ROOM_PLAYING && t->match == c->match &&
           t->you != json_in_number(c->view, "seat", -1);
}

static void hear_table(struct client *c, json_t *m)
{
    struct table_info t;
    table_info_read(m, &t); /* a newer server may say more than we understand */
    if (!is_code(t.code)) {
        bad_message(c);
        return;
    }
    if (!c->code[0] && strcmp(json_in_text(m, "id"), CLIENT_OPENS) == 0)
        client_copy(c->code, sizeof c->code, t.code);
    if (strcmp(t.code, c->code) != 0)
        return; /* a table that we have left */
    bool first = !c->joined;
    c->joined = true;
    c->later = LATER_NOT;
    c->pause_ms = PAUSE_FIRST_MS;
    mind_the_shuffle(c, &t, m);
    if (c->handlers.table)
        c->handlers.table(c->ctx, &t, m);
    if (first)
        client_send_unanswered(c);
    if (sits_elsewhere(c, &t) && !c->asked && !c->ended) {
        c->asked = true;
        client_ask_table(c, true);
    }
}

/* Asks once for a missing number; what was seen is not handed on again. A match begins with number
 * 0, the deal. */
static bool is_next(struct client *c, const struct client_turn *turn)
{
    if ((turn->match == c->match && turn->n == c->n + 1) ||
        (turn->match > c->match && turn->n == 0))
        return true;
    if (turn->match < c->match || (turn->match == c->match && turn->n <= c->n)) {
        if (!c->doubles)
            tell_error(c, "again", "an event came twice", NULL);
    } else if (!c->asked) {
        tell_error(c, "gap", "an event is missing", NULL);
        c->asked = true;
        client_ask_table(c, false);
    }
    return false;
}

/* An event that follows directly on what we know has only changes: make it whole. */
static bool complete(struct client *c, json_t *m)
{
    json_t *changes = json_object_get(m, "changes");
    if (!changes)
        return true;
    return json_object_set_new(m, "view",
                               changes_apply(c->view, changes, json_object_get(m, "gone"))) == 0 &&
           (json_object_get(m, "legal") || json_object_set_new(m, "legal", json_array()) == 0);
}

/* Remember what came last, because the next event builds on it, even if its number is known: it may
 * be for another seat. */
static void know(struct client *c, const struct client_turn *turn, json_t *view, bool news)
{
    json_decref(c->view);
    c->view = json_incref(view);
    if (news && (turn->match != c->match || turn->n != c->n)) {
        client_forget_waiting(c);
        c->match = turn->match;
        c->n = turn->n;
    }
    c->asked = c->asked && !news;
}

static void hear_turn(struct client *c, json_t *m, bool is_event)
{
    struct client_turn turn = {
        .match = (int)json_in_number(m, "match", -1),
        .n = json_in_number(m, "n", -1),
        .events = json_object_get(m, "events"),
        .ends_in = json_in_number(m, "ends_in", -1),
    };
    if (strcmp(json_in_text(m, "table"), c->code) != 0)
        return;
    if (turn.match < 1 || turn.n < 0 || is_event != json_is_array(turn.events)) {
        bad_message(c);
        return;
    }
    bool news = !is_event || is_next(c, &turn);
    if (!news && (turn.match != c->match || turn.n > c->n))
        return;
    bool fine = complete(c, m);
    json_t *view = json_object_get(m, "view");
    turn.view = view;
    turn.legal = json_object_get(m, "legal");
    if (!fine || !json_is_object(view) || !json_is_array(turn.legal)) {
        bad_message(c);
        return;
    }
    know(c, &turn, view, news);
    if (news && is_event && c->handlers.event)
        c->handlers.event(c->ctx, &turn, m);
    else if (!is_event && c->handlers.view)
        c->handlers.view(c->ctx, &turn, m);
}

static void hear_event(struct client *c, json_t *m) { hear_turn(c, m, true); }

static void hear_view(struct client *c, json_t *m) { hear_turn(c, m, false); }

static void answered(struct client *c, enum client_answer answer, const json_t *m)
{
    int i = client_find_unanswered(c, json_in_text(m, "id"));
    if (i < 0)
        return; /* sent twice, answered twice */
    if (answer == CLIENT_WAITS)
        c->unanswered[i].waits = true;
    else
        client_forget(c, i);
    if (c->handlers.answer) {
        c->handlers.answer(c->ctx, answer, json_in_text(m, "id"),
                           answer == CLIENT_DONE ? json_in_number(m, "n", -1) : -1,
                           json_in_text(m, "error"), json_in_text(m, "message"), m);
    }
}

static void hear_done(struct client *c, json_t *m) { answered(c, CLIENT_DONE, m); }

static void hear_waits(struct client *c, json_t *m) { answered(c, CLIENT_WAITS, m); }

static void hear_refused(struct client *c, json_t *m) { answered(c, CLIENT_REFUSED, m); }

static void come_later(struct client *c, enum later later)
{
    c->later = (uint8_t)later;
    if (c->link)
        link_close(c->link, 1000);
}

void client_later(struct client *c) { come_later(c, LATER_TABLE); }

/* Did the store fail a request of our own (hello, join)? */
static bool wants_later(const struct client *c, const char *word)
{
    return client_store_fails(word) &&
           (c->state == CLIENT_CONNECTING || (c->code[0] && !c->joined));
}

/* About a table that was left? Not where it answers our wish to go to one. */
static bool is_past(const struct client *c, const json_t *m)
{
    const char *code = json_in_text(m, "table");
    return code[0] && strcasecmp(code, c->code) != 0 &&
           strcmp(json_in_text(m, "id"), CLIENT_OPENS) != 0;
}

static void hear_error(struct client *c, json_t *m)
{
    const char *word = json_in_text(m, "error"), *id = json_in_text(m, "id");
    if (id[0] && client_find_unanswered(c, id) >= 0) {
        answered(c, CLIENT_REFUSED, m);
        return;
    }
    if (is_past(c, m)) {
        hear_other(c, "past", m);
        return;
    }
    if (c->state == CLIENT_CONNECTING && strcmp(word, "bad_version") == 0 && c->version > 1) {
        c->version = 1; /* an older server: it sends whole views */
        client_say_hello(c);
        return;
    }
    if (c->state == CLIENT_CONNECTING && strcmp(word, "bad_token") == 0)
        c->word = "bad_token";
    else if (c->state == CLIENT_CONNECTING && strcmp(word, "bad_version") == 0)
        c->word = "bad_version";
    else if (strcmp(word, "banned") == 0)
        c->word = "banned";
    if (strcmp(word, "not_stored") == 0)
        shuffle_part_resend(&c->shuffle); /* it may have answered our part of the shuffle */
    bool later = wants_later(c, word);
    tell_error(c, word, json_in_text(m, "message"), m);
    if (c->word && c->link)
        link_close(c->link, 1000);
    else if (later && !c->ended)
        come_later(c, c->code[0] ? LATER_TABLE : LATER_HELLO);
}

static void hear_bye(struct client *c, json_t *m)
{
    c->bye_ms = json_in_number(m, "in_ms", 0);
    hear_other(c, "bye", m);
}

void client_hear(struct client *c, const char *text, size_t len)
{
    static const struct {
        const char *type;
        void (*hear)(struct client *c, json_t *m);
    } known[] = {
        {"event", hear_event},     {"done", hear_done},   {"table", hear_table},
        {"view", hear_view},       {"waits", hear_waits}, {"refused", hear_refused},
        {"welcome", hear_welcome}, {"error", hear_error}, {"bye", hear_bye},
    };
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_in_text(m, "type");
    size_t i = 0;
    while (i < sizeof known / sizeof known[0] && strcmp(known[i].type, type) != 0)
        i++;
    if (i < sizeof known / sizeof known[0])
        known[i].hear(c, m);
    else if (!type[0])
        bad_message(c);
    else
        hear_other(c, type, m);
    json_decref(m);
}
