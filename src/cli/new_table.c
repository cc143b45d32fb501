/*
 * new_table.c - a table as the command line asks for it.
 */
#include "cli/new_table.h"

#include <stdio.h>
#include <string.h>

#include "cli/contest.h"
#include "terminal/plain/typed.h"
#include "text/screen.h"
#include "text/look.h"

enum { SHOWN_MAX = 80 };

static bool complain(struct cli_line *line, const char *format, const char *text)
{
    char shown[SHOWN_MAX];
    return cli_refuse(line, EXIT_USAGE, format, screen_clean(text, shown, sizeof shown));
}

void new_table_recall(struct cli_line *line, bool lang_given, struct game_setup *s)
{
    setup_init(s, line->lang);
    setup_recall(s);
    if (lang_given || !s->lang_chosen)
        s->lang = line->lang;
    line->lang = s->lang;
}

bool new_table_add_set(struct cli_line *line, void *into)
{
    struct new_table *r = into;
    size_t used = strlen(r->sets);
    int n = snprintf(r->sets + used, sizeof r->sets - used, "%s,", line->value);
    return (size_t)n < sizeof r->sets - used ||
           cli_refuse(line, EXIT_USAGE, N_("too many house rules"));
}

bool new_table_rules(struct cli_line *line, const struct new_table *r, struct game_setup *s)
{
    char text[NEW_TABLE_SETS_MAX + 100], scoring[60] = "", clock[40] = "";
    if (r->rules && !cli_rules_of(line, r->rules, 0, &s->rules))
        return false;
    if (r->scoring)
        snprintf(scoring, sizeof scoring, "scoring=%.40s,", r->scoring);
    if (r->has_clock)
        snprintf(clock, sizeof clock, "turn_clock=%u,", (unsigned)r->clock);
    snprintf(text, sizeof text, "%s%s%s", scoring, clock, r->sets);
    return cli_set_rules(line, text, &s->rules);
}

static bool set_seats(struct cli_line *line, const struct new_table *r, struct game_setup *s)
{
    int seats = r->seats ? (int)r->seats : r->rules ? s->rules.seats : s->seats;
    int people = r->has_people ? (int)r->people : s->people;
    if (r->has_people && !r->seats && people > seats)
        seats = people < MAZO_SEATS_MIN ? MAZO_SEATS_MIN : people;
    if (r->has_people && people > seats)
        return cli_refuse(line, EXIT_USAGE, N_("%d people do not fit on %d seats"), people, seats);
    setup_set_people(s, people < seats ? people : seats);
    setup_set_seats(s, seats);
    return cli_check_rules(line, &s->rules, seats);
}

int new_table_bots(struct cli_line *line, const char *list, struct table_player out[MAZO_SEATS_MAX])
{
    static struct player named[MAZO_SEATS_MAX];
    int count = cli_players(line, list, 0, named);
    memset(out, 0, MAZO_SEATS_MAX * sizeof *out);
    for (int i = 0; i < count; i++) {
        const struct player *one = &named[i];
        const size_t prefix = strlen("cmd:");
        if (one->outside)
            memcpy(out[i].program, one->name + prefix, sizeof one->name - prefix);
        out[i].sitter = one->outside ? TABLE_PROGRAM : TABLE_BOT;
        out[i].level = one->level;
        out[i].style = one->style;
        out[i].playouts = one->playouts;
    }
    return count;
}

/* Fewer than there are bots begin again with the first. */
static bool set_bots(struct cli_line *line, const char *list, struct game_setup *s)
{
    struct table_player read[MAZO_SEATS_MAX];
    int count = new_table_bots(line, list, read);
    for (int i = s->people; i < MAZO_SEATS_MAX && count > 0; i++) {
        char name[TABLE_NAME_MAX];
        memcpy(name, s->player[i].name, sizeof name);
        s->player[i] = read[(i - s->people) % count];
        memcpy(s->player[i].name, name, sizeof name);
    }
    return count > 0;
}

bool new_table_name(struct cli_line *line, const char *text, size_t len, struct table_player *p)
{
    char given[SHOWN_MAX], shown[SHOWN_MAX];
    snprintf(given, sizeof given, "%.*s", len < sizeof given ? (int)len : (int)sizeof given, text);
    enum look look = look_clean(given, p->name, sizeof p->name);
    return look == LOOK_FINE ||
           cli_refuse(line, EXIT_USAGE, "%s: \"%s\"", text_in(line->lang, look_why(look)),
                      screen_clean(given, shown, sizeof shown));
}

static bool set_names(struct cli_line *line, const struct new_table *r, struct game_setup *s)
{
    int seat = 0;
    for (const char *at = r->names; at && seat < MAZO_SEATS_MAX; seat++) {
        const char *comma = strchr(at, ',');
        if (!new_table_name(line, at, comma ? (size_t)(comma - at) : strlen(at), &s->player[seat]))
            return false;
        at = comma ? comma + 1 : NULL;
    }
    struct table_player self;
    if (r->name && !new_table_name(line, r->name, strlen(r->name), &self))
        return false;
    if (r->name)
        setup_set_own(s, self.name);
    return true;
}

static bool same_names(struct cli_line *line, const struct game_setup *s)
{
    char one[TABLE_NAME_MAX], other[TABLE_NAME_MAX];
    for (int i = 0; i < s->seats; i++) {
        for (int j = 0; j < i; j++) {
            typed_fold(s->player[i].name, one, sizeof one);
            typed_fold(s->player[j].name, other, sizeof other);
            if (one[0] && strcmp(one, other) == 0) {
                complain(line, N_("two players are called %s"), s->player[i].name);
                return true;
            }
        }
    }
    return false;
}

bool new_table_apply(struct cli_line *line, const struct new_table *r, struct game_setup *s)
{
    if (!new_table_rules(line, r, s) || !set_seats(line, r, s) ||
        (r->bots && !set_bots(line, r->bots, s)) || !set_names(line, r, s))
        return false;
    if ((r->names || r->name) && same_names(line, s))
        return false;
    s->has_seed = r->has_seed;
    s->seed = r->seed;
    s->hurry = r->fast;
    s->plain = r->plain;
    return true;
}
