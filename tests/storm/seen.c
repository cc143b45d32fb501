/*
 * seen.c - what clients see, held against the game itself: the turn, the round so far, the clock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "table/table.h"
#include "truth.h"
#include "wire/json_write.h"
#include "wire/view_read.h"

enum {
    PAST_MAX = 60,          /* numbers of a round that are told, */
    PAST_BYTES = 16 * 1024, /* and bytes: emit.c */
    GRACE_MS = 20000,       /* what is left on a clock when a server opens its table: play.c */
    SLEPT_MS = 1000,        /* how long a machine is suspended before its server notices: serve.c */
    LATE_MS = 3 * MINUTE    /* a message waits at most this long for its commit */
};

/* ---- the turn ---- */

static int seat_of(const struct match *m, int64_t person)
{
    for (int i = 0; person && i < m->play.game.seats; i++)
        if (m->first[i] == person)
            return i;
    return MAZO_SPECTATOR;
}

/* The texts of the rule cards that a seat has written or everybody has seen. */
static void texts_for(const struct match *m, const struct mazo_game *g, int seat,
                      struct say_texts *out)
{
    int each = mazo_rule_cards_each(g);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        bool own = seat < g->seats && each > 0 && i / each == seat && g->written >> seat & 1;
        if (own || g->rules_seen >> i & 1)
            out->card[i] = m->play.texts.card[i];
    }
}

/* The turn as the game itself has it for that seat: "view", "legal" and "events". */
static json_t *expected(const struct match *m, const struct number *at, int seat)
{
    static char buf[256 * 1024];
    static struct mazo_view view;
    static struct mazo_legal legal;
    static struct mazo_events events;
    static struct say_texts texts;
    struct mazo_event event;
    struct json_out out;
    mazo_view_of(&at->game, seat, &view);
    texts_for(m, &at->game, seat, &texts);
    legal.count = 0;
    if (seat < at->game.seats)
        mazo_legal(&at->game, seat, &legal);
    memcpy(events.cards, at->card, at->cards);
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    wire_put_view_keys(&out, TEXT_EN, &view, &texts, &legal);
    json_out_open_at(&out, "events", '[');
    for (int i = 0; i < at->events; i++) {
        mazo_event_for(&at->event[i], seat, &event);
        wire_put_event(&out, &events, &event, view.rule_cards, &texts);
    }
    json_out_close(&out, ']');
    json_out_close(&out, '}');
    return json_loadb(out.buf, out.len, 0, NULL);
}

/* Lists of cards whose order does not matter. */
static bool same_cards(const json_t *a, const json_t *b)
{
    int count[2][64] = {{0}};
    const json_t *lists[2] = {a, b}, *card;
    size_t i;
    for (int k = 0; k < 2; k++) {
        json_array_foreach(lists[k], i, card)
        {
            const char *text = json_string_value(card);
            count[k][truth_digest(text ? text : "", text ? strlen(text) : 0) % 64]++;
        }
    }
    return json_array_size(a) == json_array_size(b) &&
           memcmp(count[0], count[1], sizeof count[0]) == 0;
}

static const char *other_key(const json_t *is, const json_t *should)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)is, key, value)
    {
        const json_t *other = json_object_get(should, key);
        if (!other ||
            !(strcmp(key, "discards") == 0 ? same_cards(value, other)
                                           : json_equal(value, (json_t *)(uintptr_t)other)))
            return key;
    }
    return json_object_size(is) == json_object_size(should) ? NULL : "a key that is missing";
}

/* By the JSON itself, in which nothing can hide. */
static const char *differs_in_words(const struct match *m, const struct client_turn *turn, int seat)
{
    json_t *should = expected(m, &m->at[turn->n], seat);
    const char *wrong = other_key(turn->view, json_object_get(should, "view"));
    if (!wrong && !json_equal((json_t *)(uintptr_t)turn->legal, json_object_get(should, "legal")))
        wrong = "what can be done";
    if (!wrong && turn->events &&
        !json_equal((json_t *)(uintptr_t)turn->events, json_object_get(should, "events")))
        wrong = "the events";
    if (wrong && storm_verbose) {
        char *is = json_dumps(turn->view, JSON_COMPACT);
        char *other = json_dumps(json_object_get(should, "view"), JSON_COMPACT);
        story("is %s\nshould be %s", is, other);
        free(is);
        free(other);
    }
    json_decref(should);
    return wrong;
}

/* By what it says: quicker. */
static const char *differs(const struct match *m, const struct client_turn *turn, int seat)
{
    static struct mazo_view is, should;
    static struct say_texts texts;
    struct wire_error why;
    mazo_view_of(&m->at[turn->n].game, seat, &should);
    return wire_read_view(turn->view, &is, &texts, &why) && memcmp(&is, &should, sizeof is) == 0
               ? NULL
               : "the view";
}

/* ---- the round so far ---- */

/* Nothing of the round is missing up to `before`, or it is too long to be told as a whole. */
static bool is_whole(const struct match *m, int64_t before, int64_t last, int seat)
{
    size_t bytes = 0;
    uint16_t round = m->at[last].game.round;
    for (int64_t n = last; n >= 0 && n > last - PAST_MAX && m->at[n].game.round == round; n--) {
        json_t *one = expected(m, &m->at[n], seat);
        bytes += json_dumpb(json_object_get(one, "events"), NULL, 0, JSON_COMPACT);
        json_decref(one);
    }
    return before < 0 || before <= last - PAST_MAX || m->at[before].game.round != round ||
           bytes > PAST_BYTES / 2;
}

/* Each number of the round once, up to this one, with what that seat may know of it. The first ones
 * may be missing where they are many. */
static const char *differs_in_past(const struct match *m, const struct client_turn *turn, int seat,
                                   const json_t *past)
{
    size_t count = json_array_size(past), i;
    const json_t *one;
    int64_t n = turn->n - (int64_t)count;
    uint16_t round = m->at[turn->n].game.round;
    json_array_foreach(past, i, one)
    {
        n++;
        if (json_integer_value(json_object_get(one, "n")) != n || n < 0 ||
            m->at[n].game.round != round)
            return "the numbers of the round so far";
        json_t *should = expected(m, &m->at[n], seat);
        bool same = json_equal(json_object_get(one, "events"), json_object_get(should, "events"));
        json_decref(should);
        if (!same)
            return "the round so far";
    }
    return count == 0 || is_whole(m, turn->n - (int64_t)count, turn->n, seat)
               ? NULL
               : "the beginning of the round so far";
}

void truth_seen(const char *code, const char *player, const struct client_turn *turn,
                const json_t *past)
{
    const struct match *m = truth_match(truth_room(code), turn->match);
    if (!m || turn->n < 0 || (size_t)turn->n >= m->count) {
        broken("every client sees a part of its own log", "Table %s: %d.%lld", code, turn->match,
               (long long)turn->n);
    }
    int seat = seat_of(m, truth_person(player));
    const char *wrong = differs(m, turn, seat);
    if (wrong && m->kicked) {
        seat = MAZO_SPECTATOR;
        wrong = differs(m, turn, seat);
    }
    if (wrong || chance(150)) {
        const char *more = differs_in_words(m, turn, seat);
        wrong = more ? more : wrong;
    }
    if (!wrong && past)
        wrong = differs_in_past(m, turn, seat, past);
    if (wrong) {
        broken("everybody sees the match as it is, and nobody another's hand",
               "Table %s, %d.%lld, seat %d: %s", code, turn->match, (long long)turn->n,
               seat == MAZO_SPECTATOR ? -1 : seat, wrong);
    }
}

/* ---- the clock ---- */

/* How long the turn may last, by the rules; 0: for ever. */
static int64_t turn_ms(const struct mazo_game *g)
{
    int64_t ms = (int64_t)g->rules.turn_clock * 1000;
    int64_t least = g->phase == MAZO_PHASE_write        ? TABLE_WRITE_MS
                    : g->phase == MAZO_PHASE_dare       ? TABLE_DARE_MS
                    : g->phase == MAZO_PHASE_round_over ? TABLE_NEXT_MS
                                                        : 0;
    return ms == 0 || g->phase == MAZO_PHASE_match_over ? 0 : ms > least ? ms : least;
}

/* Since when has the table waited for this? What is said out of turn does not stop the clock. */
static int64_t began_at(const struct match *m, int n)
{
    const struct mazo_game *g = &m->at[n].game;
    while (n > 0 && m->at[n - 1].game.phase == g->phase &&
           (m->at[n - 1].game.turn == g->turn || g->phase == MAZO_PHASE_write))
        n--;
    return m->at[n].time;
}

static void check_clock(const struct room *r, const struct match *m, int n, int64_t is,
                        int64_t least, int64_t most)
{
    if (is < least || is > most) {
        broken("the clock is that of the record",
               "Table %s, %u.%d: ends in %lld ms, not in %lld to %lld", r->is.code, m->ordinal, n,
               (long long)is, (long long)least, (long long)most);
    }
}

void seen_clock(const struct room *r, const struct match *m, int n, bool view, const char *text)
{
    const char *at = strstr(text, "\"ends_in\":");
    bool none = !at || strncmp(at + 10, "null", 4) == 0;
    int64_t is = none ? -1 : strtoll(at + 10, NULL, 10);
    int64_t all = turn_ms(&m->at[n].game), now = (int64_t)node_time(), due = r->is.due;
    bool last = (size_t)n == m->count - 1 && r->is.match == m->id;
    if (none) { /* no clock runs; or these are moves that were missed */
        if (view && last && due)
            check_clock(r, m, n, -1, 0, due);
        return;
    }
    /* A turn lasts as long as the rules say, from its number on; longer where a server has just
     * opened the table. What was kept since the message was made may be later. A server that was
     * suspended for a moment is behind the others. */
    int64_t began = began_at(m, n) < now ? began_at(m, n) : now;
    int64_t left = began + all - now - weather.skew - SLEPT_MS;
    check_clock(r, m, n, is, left > 0 ? left : 0, all == 0 ? -1 : all > GRACE_MS ? all : GRACE_MS);
    if (last && due) { /* the row has it */
        left = due - now;
        check_clock(r, m, n, is, left - weather.skew,
                    (left > GRACE_MS ? left : GRACE_MS) + LATE_MS);
    }
}
