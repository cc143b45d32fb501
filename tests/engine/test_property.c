/*
 * test_property.c - what holds in every match, over many random ones.
 *
 * test_property SHEET ROUNDS [FIRST [all]]: ROUNDS rounds, from the match FIRST
 * on. Costly cases look at a share of them, with `all` at every one.
 * A failure names its match: `test_property penas 1 4711` plays it again.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/try_commands.h"
#include "engine/book.h"
#include "engine/observer.h"
#include "engine/secret.h"
#include "engine/random_play.h"

static struct {
    int sheet;
    long rounds;
    uint64_t first;
    bool all;
} args;

static struct random_play matches;

static long share(long part) { return args.all ? args.rounds : args.rounds / part; }

static void play(long rounds, void (*look)(struct random_play *))
{
    memset(&matches, 0, sizeof matches);
    matches.match = args.first;
    random_play(&matches, args.sheet, rounds > 0 ? rounds : 1, look);
    print_message("# %ld rounds in %ld matches, %ld commands; the longest round had %ld; "
                  "%ld matches given up\n",
                  matches.rounds, (long)(matches.match - args.first), matches.total,
                  matches.longest, matches.given_up);
}

/* ---- invariants, conservation, events ---- */

static struct book book;

static void look_at_books(struct random_play *t)
{
    if (t->commands == 0)
        book_open(&book, &t->rules, t->seats);
    const char *fault = mazo_check(&t->game);
    if (fault)
        random_fail(t, "%s", fault);
    if (t->events.cut_short)
        random_fail(t, "the list of events is full");
    fault = book_follow(&book, t->commands ? &t->order.command : NULL, &t->before, &t->events,
                        &t->game);
    if (fault)
        random_fail(t, "%s", fault);
    if (t->game.phase != MAZO_PHASE_match_over && !try_can_go_on(&t->game))
        random_fail(t, "the seat in turn can do nothing");
}

static void test_books(void **state)
{
    (void)state;
    play(args.rounds, look_at_books);
    if (matches.given_up * 200 > (long)(matches.match - args.first))
        fail_msg("%ld matches have a round without end", matches.given_up);
}

/* Between people in a hurry, by the sheet alone, every round ends soon. */
static void look_at_length(struct random_play *t)
{
    enum { LONG = 3000 };
    if (t->in_round > LONG)
        random_fail(t, "a round of more than %d commands", LONG);
}

static void begin_casual(long rounds)
{
    memset(&matches, 0, sizeof matches);
    matches.match = args.first;
    matches.casual = true;
    random_play(&matches, args.sheet, rounds > 0 ? rounds : 1, look_at_length);
}

static void test_casual_rounds_end(void **state)
{
    (void)state;
    begin_casual(args.rounds);
    print_message("# the longest of %ld rounds had %ld commands\n", matches.rounds,
                  matches.longest);
}

/* ---- legal and refused ---- */

static void look_at_listed(struct random_play *t)
{
    if (t->total % 4 == 0 || t->game.phase > MAZO_PHASE_drawn)
        try_listed(t);
}

static void test_listed_commands_are_accepted(void **state)
{
    (void)state;
    play(share(10), look_at_listed);
}

/* A game that is saved comes back as it was. */
static void look_at_saved(struct random_play *t)
{
    static char text[MAZO_SAVE_MAX];
    static struct mazo_game loaded;
    if (t->commands % 16)
        return;
    size_t size = mazo_save(&t->game, text, sizeof text);
    const char *wrong = size <= sizeof text ? mazo_load(&loaded, text, size) : "too long";
    if (wrong)
        random_fail(t, "the saved game does not load: %s", wrong);
    if (!random_same_game(&t->game, &loaded))
        random_fail(t, "the saved game comes back as another");
}

static void test_saved_games(void **state)
{
    (void)state;
    play(share(4), look_at_saved);
}

static void look_at_wrong(struct random_play *t)
{
    if (t->total % 4 == 0 || t->game.phase != MAZO_PHASE_play)
        try_wrong(t);
}

static void test_others_are_refused(void **state)
{
    (void)state;
    play(share(10), look_at_wrong);
}

/* ---- the same again ---- */

enum { LOG_MAX = 4096 };

static struct {
    struct mazo_game start;
    struct order order[LOG_MAX];
    uint64_t hash[LOG_MAX];
    int count;
} match_log;

static void look_at_log(struct random_play *t)
{
    if (t->commands == 0) {
        match_log.count = 0;
        match_log.start = t->game;
        return;
    }
    if (match_log.count < LOG_MAX) {
        order_copy(&match_log.order[match_log.count], &t->order.command);
        match_log.hash[match_log.count++] = mazo_hash(&t->game);
    }
}

/* Once with events, once without, once on the playout path. */
static void replay(struct random_play *t)
{
    static struct mazo_game a, b, c;
    static struct mazo_events ev;
    mazo_init(&a, &t->rules, t->seats, t->seed, match_log.start.rng.fast, NULL);
    if (!random_same_game(&a, &match_log.start))
        random_fail(t, "the same seed gives another deal");
    b = c = a;
    for (int i = 0; i < match_log.count; i++) {
        const struct mazo_command *now = &match_log.order[i].command;
        bool legal = !mazo_is_misplay(&a, now, NULL);
        mazo_events_clear(&ev);
        if (mazo_apply(&a, now, &ev) != MAZO_ERR_ok || mazo_apply(&b, now, NULL) != MAZO_ERR_ok)
            random_fail(t, "command %d of the log is refused", i);
        if (legal)
            mazo_apply_legal(&c, now);
        else
            mazo_apply(&c, now, NULL);
        if (mazo_hash(&a) != match_log.hash[i] || mazo_hash(&b) != match_log.hash[i] ||
            mazo_hash(&c) != match_log.hash[i])
            random_fail(t, "command %d of the log leads elsewhere", i);
    }
    if (!random_same_game(&a, &b) || !random_same_game(&a, &c) ||
        (match_log.count < LOG_MAX && mazo_hash(&a) != mazo_hash(&t->game)))
        random_fail(t, "the replay ends elsewhere");
}

static void test_replay(void **state)
{
    (void)state;
    memset(&matches, 0, sizeof matches);
    matches.match = args.first;
    matches.over = replay;
    random_play(&matches, args.sheet, share(10) + 1, look_at_log);
}

/* ---- secrecy ---- */

static struct observer memory;
static struct mazo_game other;
static struct mazo_view view, other_view;

static int any_viewer(struct random_play *t)
{
    int viewer = random_below(t, t->game.seats + 1);
    return viewer == t->game.seats ? MAZO_SPECTATOR : viewer;
}

static void remember(struct random_play *t)
{
    if (t->commands == 0)
        observer_clear(&memory, t->seats);
    observer_follow(&memory, &t->events);
}

/* A view names no card of another hand that the seat has not seen go there. */
static void look_at_knowledge(struct random_play *t)
{
    remember(t);
    for (int viewer = 0; viewer < t->seats; viewer++) {
        mazo_view_of(&t->game, viewer, &view);
        for (int seat = 0; seat < t->seats; seat++) {
            for (uint64_t rest = view.shown[seat]; rest; rest &= rest - 1) {
                int card = __builtin_ctzll(rest);
                if (seat != viewer && memory.known[viewer][seat][card] == 0) {
                    random_fail(t, "seat %d is told that seat %d holds card %d", viewer, seat,
                                card);
                }
            }
        }
    }
}

static void test_views_tell_what_was_seen(void **state)
{
    (void)state;
    play(share(5), look_at_knowledge);
}

static void look_at_views(struct random_play *t)
{
    remember(t);
    if (t->total % 4)
        return;
    for (int i = 0; i <= t->seats; i++) {
        int viewer = i == t->seats ? MAZO_SPECTATOR : i;
        secret_world(t, &t->game, &memory, viewer, SECRET_ALL, NULL, &other);
        mazo_view_of(&t->game, viewer, &view);
        mazo_view_of(&other, viewer, &other_view);
        if (memcmp(&view, &other_view, sizeof view) != 0)
            random_fail(t, "the view of %d depends on what it cannot see", viewer);
    }
}

static void test_views_hide(void **state)
{
    (void)state;
    play(share(10), look_at_views);
}

/* The events, with every card that the viewer may not see made another one. */
static void look_at_events(struct random_play *t)
{
    for (int i = 0; i < t->events.count; i++) {
        const struct mazo_event *e = &t->events.at[i];
        struct mazo_event changed = *e, seen, seen_changed;
        int viewer = any_viewer(t);
        bool may = observer_may_see(e, viewer);
        changed.card = may ? e->card : random_kind(t);
        changed.first = may ? e->first : (uint16_t)random_below(t, MAZO_EVENT_CARDS_MAX);
        mazo_event_for(e, viewer, &seen);
        mazo_event_for(&changed, viewer, &seen_changed);
        if (!secret_same_event(&seen, &seen_changed))
            random_fail(t, "%s tells %d about hidden cards", mazo_event_name(e->type), viewer);
        if (seen.has_cards && !may)
            random_fail(t, "%s shows its cards to %d", mazo_event_name(e->type), viewer);
        if (may && !secret_same_event(&seen, e))
            random_fail(t, "%s hides from %d what it may see", mazo_event_name(e->type), viewer);
    }
}

static void test_events_hide(void **state)
{
    (void)state;
    play(share(10), look_at_events);
}

/* A second world goes along with the first as long as one viewer cannot tell
 * the two apart; then another one begins. */
static struct {
    struct mazo_game game;
    struct mazo_events events;
    int viewer;
    bool alive;
    long compared, begun;
} shadow;

static void compare_worlds(struct random_play *t)
{
    struct mazo_event seen, seen_other;
    mazo_view_of(&t->game, shadow.viewer, &view);
    mazo_view_of(&shadow.game, shadow.viewer, &other_view);
    if (memcmp(&view, &other_view, sizeof view) != 0) {
        size_t at = 0;
        while (((uint8_t *)&view)[at] == ((uint8_t *)&other_view)[at])
            at++;
        random_fail(t, "seat %d can tell two worlds apart by byte %d of its view", shadow.viewer,
                    (int)at);
    }
    for (int i = 0; i < t->events.count; i++) {
        mazo_event_for(&t->events.at[i], shadow.viewer, &seen);
        mazo_event_for(&shadow.events.at[i], shadow.viewer, &seen_other);
        if (!secret_same_event(&seen, &seen_other)) {
            random_fail(t, "seat %d can tell two worlds apart by %s", shadow.viewer,
                        mazo_event_name(seen.type));
        }
    }
    shadow.compared++;
}

static void look_at_worlds(struct random_play *t)
{
    const struct mazo_command *c = &t->order.command;
    if (t->commands == 0) {
        shadow.alive = false;
        remember(t);
        return;
    }
    if (!shadow.alive || random_chance(t, 16)) {
        shadow.viewer = any_viewer(t);
        secret_world(t, &t->before, &memory, shadow.viewer, SECRET_PLAYABLE, c, &shadow.game);
        shadow.begun++;
    }
    mazo_events_clear(&shadow.events);
    bool mistake = mazo_is_misplay(&t->before, c, NULL);
    shadow.alive = mazo_is_misplay(&shadow.game, c, NULL) == mistake &&
                   mazo_apply(&shadow.game, c, &shadow.events) == MAZO_ERR_ok &&
                   secret_same_outcome(&t->game, &t->events, &shadow.game, &shadow.events,
                                       shadow.viewer);
    remember(t);
    if (shadow.alive)
        compare_worlds(t);
}

static void test_two_worlds(void **state)
{
    (void)state;
    memset(&shadow, 0, sizeof shadow);
    play(share(5), look_at_worlds);
    print_message("# %ld worlds, %ld steps compared\n", shadow.begun, shadow.compared);
    assert_true(shadow.compared > matches.total / 20);
}

/* ---- games that a view could come from ---- */

static void play_resampled(struct random_play *t, int viewer)
{
    for (int i = 0; i < 20 && other.phase < MAZO_PHASE_round_over; i++) {
        struct mazo_command c;
        sim_casual(&other, &t->die, &t->legal, &c);
        enum mazo_error error = mazo_apply(&other, &c, NULL);
        const char *fault = mazo_check(&other);
        if (error != MAZO_ERR_ok || fault) {
            random_fail(t, "the game that %d imagines goes wrong after %d commands: %s", viewer, i,
                        error ? mazo_error_word((int)error) : fault);
        }
    }
}

static void look_at_resampled(struct random_play *t)
{
    static uint64_t dice = 1;
    int viewer = random_chance(t, 2) ? t->game.turn : any_viewer(t);
    if (t->total % 8)
        return;
    mazo_view_of(&t->game, viewer, &view);
    mazo_resample(&view, &dice, &other);
    const char *fault = mazo_check(&other);
    if (fault)
        random_fail(t, "what %d imagines is not a game: %s", viewer, fault);
    mazo_view_of(&other, viewer, &other_view);
    if (memcmp(&view, &other_view, sizeof view) != 0)
        random_fail(t, "%d imagines another game than it sees", viewer);
    play_resampled(t, viewer);
}

static void test_resampled_games(void **state)
{
    (void)state;
    play(share(10), look_at_resampled);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_books),
        cmocka_unit_test(test_casual_rounds_end),
        cmocka_unit_test(test_listed_commands_are_accepted),
        cmocka_unit_test(test_saved_games),
        cmocka_unit_test(test_others_are_refused),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_views_tell_what_was_seen),
        cmocka_unit_test(test_views_hide),
        cmocka_unit_test(test_events_hide),
        cmocka_unit_test(test_two_worlds),
        cmocka_unit_test(test_resampled_games),
    };
    args.sheet = argc > 1 ? mazo_sheet_by_name(argv[1]) : -1;
    args.rounds = argc > 2 ? atol(argv[2]) : 1000;
    args.first = argc > 3 ? (uint64_t)atoll(argv[3]) : 0;
    args.all = argc > 4 && strcmp(argv[4], "all") == 0;
    if (args.sheet < 0) {
        fprintf(stderr, "usage: test_property SHEET [ROUNDS [FIRST [all]]]\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
