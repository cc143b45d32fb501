/*
 * store_list.c - `mazo store list`: the tables and the people of a store.
 */
#include "cli/store.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/stored/summary.h"
#include "text/screen.h"
#include "wire/match.h"

enum { PLAYERS_SIZE = 512, CELL_SIZE = 640, STATE_WIDTH = 9, PLAYERS_AT = 59, INDENT = 9 };

/* What is counted while the rows are printed. */
struct listing {
    const struct admin *admin;
    int count, closed, stopped;
    struct match_reader *match; /* for first lines */
    bool opens;                 /* the last of them */
    json_t *json;               /* for programs: what was found */
};

/* A cell, and blanks up to its width. */
static void put_cell(const char *text, int width, bool last)
{
    int blanks = width - screen_width(text);
    printf("%s%*s", text, last || blanks < 0 ? 0 : blanks, "");
    putchar(last ? '\n' : ' ');
}

/* Right-aligned. */
static void put_number(const char *text, int width, bool last)
{
    int blanks = width - screen_width(text);
    printf("%*s%s%c", blanks < 0 ? 0 : blanks, "", text, last ? '\n' : ' ');
}

/* ---- tables ---- */

/* "Ana, Bob, 2 bots" */
static void write_players(const struct admin *c, const struct summary *g, char buf[PLAYERS_SIZE])
{
    enum text_lang lang = c->line->lang;
    size_t used = 0;
    int bots = 0;
    buf[0] = '\0';
    for (int i = 0; i < g->seats; i++) {
        struct store_person person;
        char name[ADMIN_NAME_SIZE];
        bots += g->seat[i].kind == SEAT_BOT || g->seat[i].kind == SEAT_PROGRAM;
        if (g->seat[i].kind != SEAT_PERSON)
            continue;
        if (c->store->ops->person_by_id(c->store, g->seat[i].person, &person) == 1)
            screen_clean(person.name, name, sizeof name);
        else /* forgotten */
            snprintf(name, sizeof name, text_in(lang, N_("Player %d")), i + 1);
        used += (size_t)snprintf(buf + used, PLAYERS_SIZE - used, "%s%s", used ? ", " : "", name);
    }
    if (bots > 0) {
        snprintf(buf + used, PLAYERS_SIZE - used, "%s", used ? ", " : "");
        used = strlen(buf);
        snprintf(buf + used, PLAYERS_SIZE - used,
                 text_in(lang, bots == 1 ? N_("%d bot") : N_("%d bots")), bots);
    }
}

/* The first line of a match, which says by which rules it is played. */
static void read_opening(void *ctx, const struct store_event *event)
{
    struct listing *l = ctx;
    match_begin(l->match, TEXT_EN, event->text, event->len);
    l->opens = match_next(l->match) == MATCH_STEP;
}

/* As far as that line tells; only `mazo store check` replays the others. */
static bool can_be_continued(struct listing *l, int64_t match)
{
    struct store *s = l->admin->store;
    l->opens = false;
    return s->ops->opening(s, match, read_opening, l) < 0 || l->opens;
}

static const char *state_of(struct listing *l, const struct store_entry *entry,
                            const struct summary *g)
{
    static const char *const words[] = {"open", N_("playing"), N_("over")};
    if (entry->room.over)
        return N_("closed");
    if (g->status == ROOM_PLAYING && !can_be_continued(l, g->match)) {
        l->stopped++;
        return N_("stopped");
    }
    return words[g->status];
}

/* Behind the other cells, or, where there is no room, in lines of their own. */
static void put_players(const char *players)
{
    if (PLAYERS_AT + screen_width(players) <= cli_columns()) {
        puts(players);
    } else {
        putchar('\n');
        cli_print_paragraph(INDENT, cli_columns(), 0, players);
    }
}

static void print_table(void *ctx, const struct store_entry *entry)
{
    struct listing *l = ctx;
    const struct admin *c = l->admin;
    enum text_lang lang = c->line->lang;
    struct summary g;
    char players[PLAYERS_SIZE] = "", size[ADMIN_BYTES_SIZE], time[ADMIN_TIME_SIZE], code[32];
    bool read = summary_read(entry->room.text, entry->room.len, &g);
    if (read)
        write_players(c, &g, players);
    l->count++;
    l->closed += entry->room.over;
    put_cell(screen_clean(entry->room.code, code, sizeof code), 8, false);
    put_cell(read ? g.rules : "?", 11, false);
    const char *state = read ? state_of(l, entry, &g) : N_("unreadable");
    put_cell(text_in(lang, strcmp(state, "open") == 0 ? N_("is open") : state), STATE_WIDTH, false);
    put_cell(admin_time(entry->used, time), 16, false);
    put_number(admin_bytes(c, entry->bytes, size), 10, false);
    put_players(players);
}

static void print_table_heads(enum text_lang lang)
{
    put_cell(text_in(lang, N_("TABLE")), 8, false);
    put_cell(text_in(lang, N_("RULES")), 11, false);
    put_cell(text_in(lang, N_("STATE")), STATE_WIDTH, false);
    put_cell(text_in(lang, N_("LAST USED")), 16, false);
    put_number(text_in(lang, N_("SIZE")), 10, false);
    printf("%s\n", text_in(lang, N_("PLAYERS")));
}

static int list_tables(const struct admin *c)
{
    enum text_lang lang = c->line->lang;
    struct listing l = {.admin = c, .match = malloc(sizeof *l.match)};
    char size[ADMIN_BYTES_SIZE], count[ADMIN_BYTES_SIZE];
    if (!l.match)
        return admin_unwritten(c, N_("there is not enough memory"));
    print_table_heads(lang);
    int read = c->store->ops->rooms(c->store, print_table, &l);
    free(l.match);
    if (read < 0)
        return admin_unread(c);
    printf(text_in(lang, N_("%s: %s, %d of them closed; %s on the disk.\n")), c->shown,
           admin_count(c, l.count, N_("%d table"), N_("%d tables"), count), l.closed,
           admin_bytes(c, c->store->ops->size(c->store), size));
    if (l.stopped > 0) {
        printf(text_in(lang,
                       N_("Tables that cannot be continued: %d. `mazo store check` says why.\n")),
               l.stopped);
    }
    return EXIT_FINE;
}

/* ---- people ---- */

static void print_person(void *ctx, const struct store_person *p)
{
    struct listing *l = ctx;
    char text[ADMIN_NAME_SIZE], time[ADMIN_TIME_SIZE];
    l->count++;
    snprintf(text, sizeof text, "%lld", (long long)p->id);
    put_number(text, 6, false);
    put_cell(screen_clean(p->key, text, sizeof text), 16, false);
    put_cell(admin_time(p->seen, time), 16, false);
    snprintf(text, sizeof text, "%d", p->matches);
    put_number(text, 8, false);
    snprintf(text, sizeof text, "%.0f", p->rating);
    put_number(text, 6, false);
    printf(" %s\n", screen_clean(p->name, text, sizeof text));
}

static int list_people(const struct admin *c)
{
    enum text_lang lang = c->line->lang;
    struct listing l = {.admin = c};
    put_number(text_in(lang, N_("ID")), 6, false);
    put_cell(text_in(lang, N_("KEY")), 16, false);
    put_cell(text_in(lang, N_("LAST CHANGE")), 16, false);
    put_number(text_in(lang, N_("MATCHES")), 8, false);
    put_number(text_in(lang, N_("RATING")), 6, false);
    printf(" %s\n", text_in(lang, N_("NAME")));
    if (c->store->ops->people(c->store, print_person, &l) < 0)
        return admin_unread(c);
    printf(text_in(lang, N_("%s: %d people.\n")), c->shown, l.count);
    return EXIT_FINE;
}

/* ---- for programs ---- */

static json_t *players_of(const struct admin *c, const struct summary *g)
{
    json_t *players = json_array();
    for (int i = 0; i < g->seats; i++) {
        struct store_person person = {0};
        bool known = g->seat[i].kind == SEAT_PERSON &&
                     c->store->ops->person_by_id(c->store, g->seat[i].person, &person) == 1;
        json_t *seat = json_pack("{s:s}", "sits", summary_kinds[g->seat[i].kind]);
        if (known) {
            json_object_set_new(seat, "name", json_string(person.name));
            json_object_set_new(seat, "key", json_string(person.key));
        }
        json_array_append_new(players, seat);
    }
    return players;
}

static void add_table(void *ctx, const struct store_entry *entry)
{
    struct listing *l = ctx;
    struct summary g = {0};
    bool read = summary_read(entry->room.text, entry->room.len, &g);
    json_array_append_new(l->json,
                          json_pack("{s:s, s:s?, s:s, s:I, s:I, s:o}", "table", entry->room.code,
                                    "rules", read ? g.rules : NULL, "state",
                                    read ? state_of(l, entry, &g) : "unreadable", "used",
                                    (json_int_t)entry->used, "bytes", (json_int_t)entry->bytes,
                                    "seats", read ? players_of(l->admin, &g) : json_array()));
}

static void add_person(void *ctx, const struct store_person *p)
{
    struct listing *l = ctx;
    json_array_append_new(l->json,
                          json_pack("{s:I, s:s, s:s, s:I, s:i, s:f}", "id", (json_int_t)p->id,
                                    "key", p->key, "name", p->name, "seen", (json_int_t)p->seen,
                                    "matches", p->matches, "rating", p->rating));
}

int admin_list_json(const struct admin *c, bool people)
{
    struct store *s = c->store;
    struct listing l = {.admin = c, .match = malloc(sizeof *l.match), .json = json_array()};
    int code = EXIT_FINE;
    if (!l.match || !l.json) {
        code = admin_unwritten(c, N_("there is not enough memory"));
    } else if ((people ? s->ops->people(s, add_person, &l) : s->ops->rooms(s, add_table, &l)) < 0) {
        code = admin_unread(c);
    } else {
        json_dumpf(l.json, stdout, JSON_INDENT(1));
        putchar('\n');
    }
    json_decref(l.json);
    free(l.match);
    return code;
}

int admin_list(const struct admin *c, bool people)
{
    return people ? list_people(c) : list_tables(c);
}
