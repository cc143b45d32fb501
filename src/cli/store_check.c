/*
 * store_check.c - `mazo store check`: is the file sound, and can all that is in it be used?
 *
 * First what SQLite can tell of its file, then what only we can: that every
 * table can be read, and that every match replays to its last line with the
 * same hash after each.
 */
#include "cli/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/contest.h"
#include "server/stored/summary.h"
#include "store/match_text.h"
#include "wire/match.h"
#include "text/screen.h"
#include "text/place.h"

struct checking {
    const struct admin *admin;
    int faults, tables, matches;
    int64_t done, all; /* matches, for the meter */
    struct cli_meter meter;
    struct match_reader match;
};

static void fault_begins(struct checking *k)
{
    cli_meter_end(&k->meter);
    k->faults++;
}

static void damage(void *ctx, const char *what)
{
    struct checking *k = ctx;
    char clean[200];
    fault_begins(k);
    printf("%s: %s\n", k->admin->shown,
           screen_clean(text_in(k->admin->line->lang, what), clean, sizeof clean));
}

/* ---- tables ---- */

static void table_fault(struct checking *k, const struct store_room *room, const char *why)
{
    char code[32];
    fault_begins(k);
    printf(text_in(k->admin->line->lang, N_("table %s: %s\n")),
           screen_clean(room->code, code, sizeof code), text_in(k->admin->line->lang, why));
}

static void check_table(void *ctx, const struct store_entry *entry)
{
    struct checking *k = ctx;
    struct store *s = k->admin->store;
    struct store_found found;
    struct summary g;
    k->tables++;
    if (!summary_read(entry->room.text, entry->room.len, &g))
        table_fault(k, &entry->room, N_("it cannot be read"));
    else if (g.match != entry->room.match ||
             (g.match != 0 && s->ops->match_by_id(s, g.match, &found) != 1))
        table_fault(k, &entry->room, N_("its match is missing"));
}

/* ---- matches ---- */

static void match_fault(struct checking *k, const struct store_match *match, int line,
                        const char *why)
{
    char key[STORE_KEY_SIZE + 8], match_name[STORE_KEY_SIZE + 40], clean[400], whole[600];
    enum text_lang lang = k->admin->line->lang;
    fault_begins(k);
    screen_clean(match->key, key, sizeof key);
    screen_clean(why, clean, sizeof clean);
    snprintf(match_name, sizeof match_name, text_in(lang, "match %s"), key);
    puts(text_place(lang, match_name, line, clean, whole, sizeof whole));
}

static void replay(struct checking *k, const struct store_kept *kept,
                   const struct store_lines *text)
{
    enum text_lang lang = k->admin->line->lang;
    enum match_step step;
    match_begin(&k->match, lang, text->bytes, text->len);
    while ((step = match_next(&k->match)) == MATCH_STEP) {
    }
    if (step == MATCH_BAD)
        match_fault(k, &kept->match, k->match.line, k->match.why.message);
    else if (kept->ended && k->match.play.game.phase != MAZO_PHASE_match_over)
        match_fault(k, &kept->match, 0, text_in(lang, N_("it has results but no end")));
}

/* The moves of a finished match may have been pruned. */
static void check_match(void *ctx, const struct store_kept *kept)
{
    struct checking *k = ctx;
    struct store *s = k->admin->store;
    enum text_lang lang = k->admin->line->lang;
    struct store_lines text = {0};
    k->matches++;
    cli_meter_tell(&k->meter, k->matches, k->all > k->matches ? k->all : k->matches);
    if (kept->lines == 0) {
        if (!kept->ended)
            match_fault(k, &kept->match, 0, text_in(lang, N_("it has no lines")));
        return;
    }
    if (s->ops->events(s, kept->match.id, 0, store_add_line, &text) < 0 || text.failed)
        match_fault(k, &kept->match, 0, text_in(lang, N_("it cannot be read")));
    else
        replay(k, kept, &text);
    free(text.bytes);
}

static void count_match(void *ctx, const struct store_entry *entry)
{
    struct checking *k = ctx;
    k->all += entry->matches;
    check_table(ctx, entry);
}

static bool check_all(struct checking *k)
{
    struct store *s = k->admin->store;
    return s->ops->check(s, damage, k) >= 0 && s->ops->rooms(s, count_match, k) >= 0 &&
           s->ops->matches(s, check_match, k) >= 0;
}

int admin_check(const struct admin *c)
{
    struct checking *k = calloc(1, sizeof *k);
    if (!k)
        return admin_unwritten(c, N_("there is not enough memory"));
    k->admin = c;
    cli_meter_init(&k->meter, c->line, false, false);
    k->meter.sentence = N_("mazo %s: %lld of %lld matches, %s left\n");
    bool read = check_all(k);
    cli_meter_end(&k->meter);
    char tables[ADMIN_COUNT_SIZE], matches[ADMIN_COUNT_SIZE];
    admin_count(c, k->tables, N_("%d table"), N_("%d tables"), tables);
    admin_count(c, k->matches, N_("%d match"), N_("%d matches"), matches);
    int code = EXIT_BAD;
    if (!read) {
        admin_unread(c);
    } else if (k->faults > 0) {
        printf(text_in(c->line->lang, N_("%s: %s and %s; faults: %d.\n")), c->shown, tables,
               matches, k->faults);
    } else {
        printf(text_in(c->line->lang, N_("%s: %s and %s, all sound.\n")), c->shown, tables,
               matches);
        code = EXIT_FINE;
    }
    free(k);
    return code;
}
