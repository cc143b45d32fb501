/*
 * store_list.c - `mazo store list`: the tables and the people of a store.
 */
#include "cli/store.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "server/stored/summary.h"
#include "text/screen.h"
#include "wire/match.h"

enum { PLAYERS_SIZE = 512 };

/* What was found and counted. */
struct listing {
    const struct admin *admin;
    struct cli_table table; /* for people */
    int closed, stopped;
    struct match_reader *match; /* for first lines */
    bool opens;                 /* the last of them */
    json_t *json;               /* for programs */
};

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

/* Reads the first line of a match, which has its rules. */
static void read_opening(void *ctx, const struct store_event *event)
{
    struct listing *l = ctx;
    match_begin(l->match, TEXT_EN, event->text, event->len);
    l->opens = match_next(l->match) == MATCH_STEP;
}

/* As far as that line shows; only `mazo store check` replays the others. */
static bool can_be_continued(struct listing *l, int64_t match)
{
    struct store *s = l->admin->store;
    l->opens = false;
    return s->ops->opening(s, match, read_opening, l) < 0 || l->opens;
}

static const char *state_of(struct listing *l, const struct store_entry *entry,
                            const struct summary *g)
{
    static const char *const words[] = {"open", "playing", "over"};
    if (entry->room.over)
        return "closed";
    if (g->status == ROOM_PLAYING && !can_be_continued(l, g->match)) {
        l->stopped++;
        return "stopped";
    }
    return words[g->status];
}

static void list_table(void *ctx, const struct store_entry *entry)
{
    struct listing *l = ctx;
    const struct admin *c = l->admin;
    struct summary g;
    char players[PLAYERS_SIZE] = "", size[CLI_BYTES_SIZE], time[ADMIN_TIME_SIZE], code[32];
    bool read = summary_read(entry->room.text, entry->room.len, &g);
    if (read)
        write_players(c, &g, players);
    l->closed += entry->room.over;
    cli_table_add_text(&l->table, screen_clean(entry->room.code, code, sizeof code));
    cli_table_add_text(&l->table, read ? g.rules : "?");
    const char *state = read ? state_of(l, entry, &g) : N_("unreadable");
    cli_table_add_text(&l->table, cli_status_word(c->line->lang, state));
    cli_table_add_text(&l->table, admin_time(entry->used, time));
    cli_table_add_text(&l->table, cli_bytes(c->line->lang, (double)entry->bytes, size));
    cli_table_add_text(&l->table, players);
}

static int list_tables(const struct admin *c)
{
    static const struct cli_column columns[] = {{N_("TABLE"), CLI_LEFT, 8, 0},
                                                {N_("RULES"), CLI_LEFT, 11, 0},
                                                {N_("STATE"), CLI_LEFT, 9, 0},
                                                {N_("LAST USED"), CLI_LEFT, 16, 0},
                                                {N_("SIZE"), CLI_RIGHT, 10, 0},
                                                {N_("PLAYERS"), CLI_LEFT, 0, 0}};
    enum text_lang lang = c->line->lang;
    struct listing l = {.admin = c, .match = malloc(sizeof *l.match)};
    char size[CLI_BYTES_SIZE], count[ADMIN_COUNT_SIZE];
    if (!l.match)
        return admin_unwritten(c, N_("there is not enough memory"));
    cli_table_begin(&l.table, lang, columns, sizeof columns / sizeof columns[0]);
    int read = c->store->ops->rooms(c->store, list_table, &l);
    int count_read = cli_table_rows(&l.table);
    free(l.match);
    cli_table_print(&l.table);
    cli_table_end(&l.table);
    if (read < 0)
        return admin_unread(c);
    printf(text_in(lang, N_("%s: %s, %d of them closed; %s on the disk.\n")), c->shown,
           admin_count(c, count_read, N_("%d table"), N_("%d tables"), count), l.closed,
           cli_bytes(c->line->lang, (double)c->store->ops->size(c->store), size));
    if (l.stopped > 0) {
        printf(text_in(lang,
                       N_("Tables that cannot be continued: %d. `mazo store check` says why.\n")),
               l.stopped);
    }
    return EXIT_FINE;
}

/* ---- people ---- */

static void list_person(void *ctx, const struct store_person *p)
{
    struct cli_table *table = ctx;
    char text[ADMIN_NAME_SIZE], time[ADMIN_TIME_SIZE];
    cli_table_add(table, "%lld", (long long)p->id);
    cli_table_add_text(table, screen_clean(p->key, text, sizeof text));
    cli_table_add_text(table, admin_time(p->seen, time));
    cli_table_add(table, "%d", p->matches);
    cli_table_add(table, "%.0f", p->rating);
    cli_table_add_text(table, screen_clean(p->name, text, sizeof text));
}

static int list_people(const struct admin *c)
{
    static const struct cli_column columns[] = {{N_("ID"), CLI_RIGHT, 6, 0},
                                                {N_("KEY"), CLI_LEFT, 16, 0},
                                                {N_("LAST CHANGE"), CLI_LEFT, 16, 0},
                                                {N_("MATCHES"), CLI_RIGHT, 8, 0},
                                                {N_("RATING"), CLI_RIGHT, 6, 0},
                                                {N_("NAME"), CLI_LEFT, 0, 0}};
    struct cli_table table;
    cli_table_begin(&table, c->line->lang, columns, sizeof columns / sizeof columns[0]);
    int read = c->store->ops->people(c->store, list_person, &table);
    int count = cli_table_rows(&table);
    cli_table_print(&table);
    cli_table_end(&table);
    if (read < 0)
        return admin_unread(c);
    printf(text_in(c->line->lang, N_("%s: %d people.\n")), c->shown, count);
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
        json_t *seat = json_pack("{s:s}", "sits", table_info_sits[g->seat[i].kind]);
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
