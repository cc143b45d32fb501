/*
 * test_emit.c - two deals that differ only in what a viewer cannot see send that viewer the same
 * bytes.
 *
 * Random matches; after every command everything hidden from one viewer is drawn anew: hands,
 * draw pile, dice, rule cards that have not come out, cards in events. What emit.c makes of both
 * worlds for that viewer must not differ in a byte.
 *
 *     server_test_emit SHEET ROUNDS
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/secret.h"
#include "server/tables/emit.c" /* put_moment is its own affair */

static struct {
    int sheet;
    long rounds, compared, changes;
    struct random_play play;
    struct observer memory;
    struct hub hub;
    struct room room;
    struct table table, other;
    struct mazo_game was, other_was; /* both worlds one command earlier, for `viewer`, */
    int viewer;
    long was_at; /* and at which command that was */
    char first[HUB_OUT_SIZE];
} s;

static int any_viewer(struct random_play *t)
{
    int seat = random_below(t, t->seats + 1);
    return seat == t->seats ? MAZO_SPECTATOR : seat;
}

/* What stands on rule cards; on those that the viewer may not read, something else. */
static void write_texts(struct table *t, int viewer, const char *hidden)
{
    const struct mazo_game *g = &t->play.game;
    int each = mazo_rule_cards_each(g);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        bool own = each && i / each == viewer && g->written >> viewer & 1;
        bool seen = own || g->rules_seen >> i & 1;
        struct say_card_text *text = &t->play.texts.card[i];
        memset(text, 0, sizeof *text);
        snprintf(text->text, sizeof text->text, "%s %d", seen ? "text" : hidden, i);
        for (int j = 0; j < MAZO_EFFECTS_MAX; j++)
            snprintf(text->dare[j], sizeof text->dare[j], "%s %d", seen ? "dare" : hidden, i);
    }
}

static void hide_events(struct random_play *t, struct mazo_events *events, int viewer)
{
    for (int i = 0; i < events->count; i++) {
        struct mazo_event *e = &events->at[i];
        if (observer_may_see(e, viewer))
            continue;
        e->card = random_kind(t);
        for (int j = 0; j < e->count && strchr(mazo_event_fields(e->type), 'k'); j++)
            events->cards[e->first + j] = random_kind(t);
    }
}

static size_t put_world(int viewer, enum moment_kind kind, const struct table *world,
                        const struct mazo_game *was)
{
    struct moment m = {.kind = kind, .seat = viewer, .n = 7, .ends_in = 1000, .was = was};
    return put_moment(&s.hub, &s.room, world, &m);
}

static void compare(struct random_play *t, int viewer, enum moment_kind kind, bool changes)
{
    size_t len = put_world(viewer, kind, &s.table, changes ? &s.was : NULL);
    memcpy(s.first, s.hub.out, len);
    size_t other = put_world(viewer, kind, &s.other, changes ? &s.other_was : NULL);
    if (len != other || memcmp(s.first, s.hub.out, len) != 0) {
        size_t at = 0;
        while (at < len && s.first[at] == s.hub.out[at])
            at++;
        at = at > 60 ? at - 60 : 0;
        random_fail(t, "%d can tell two worlds apart: %.80s | %.80s", viewer, s.first + at,
                    s.hub.out + at);
    }
    s.compared++;
}

static void look(struct random_play *t)
{
    if (t->commands == 0)
        observer_clear(&s.memory, t->seats);
    observer_follow(&s.memory, &t->events);
    if (t->commands % 8 == 7) {
        s.viewer = any_viewer(t);
        s.was_at = t->commands;
        s.was = t->game;
        secret_world(t, &t->game, &s.memory, s.viewer, SECRET_ALL, NULL, &s.other_was);
    }
    if (t->commands % 8)
        return; /* the game goes on faster than it is compared */
    bool follows = t->commands > 0 && s.was_at == t->commands - 1;
    int viewer = follows ? s.viewer : any_viewer(t);
    s.table.play.game = t->game;
    s.table.play.events = s.other.play.events = t->events;
    secret_world(t, &t->game, &s.memory, viewer, SECRET_ALL, NULL, &s.other.play.game);
    write_texts(&s.table, viewer, "hidden");
    write_texts(&s.other, viewer, "secret");
    hide_events(t, &s.other.play.events, viewer);
    compare(t, viewer, MOMENT_EVENT, false);
    compare(t, viewer, MOMENT_VIEW, false);
    if (follows) {
        compare(t, viewer, MOMENT_EVENT, true);
        s.changes++;
    }
}

static void test_same_bytes(void **state)
{
    (void)state;
    memcpy(s.room.code, "ABCDEF", 7);
    s.room.now.matches = 1;
    s.table.play.open = s.other.play.open = true;
    random_play(&s.play, s.sheet, s.rounds, look);
    assert_true(s.compared > s.rounds * 2);
    assert_true(s.changes > s.rounds / 2);
}

/* The test itself: a card of another's hand in the bytes would be noticed. */
static void test_a_leak_is_noticed(void **state)
{
    (void)state;
    size_t len = put_world(0, MOMENT_EVENT, &s.table, NULL);
    memcpy(s.first, s.hub.out, len);
    size_t other = put_world(1, MOMENT_EVENT, &s.table, NULL);
    assert_true(len != other || memcmp(s.first, s.hub.out, len) != 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_a_leak_is_noticed),
    };
    s.sheet = argc > 1 ? mazo_sheet_by_name(argv[1]) : -1;
    s.rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
    if (s.sheet < 0)
        return 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
