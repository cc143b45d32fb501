/*
 * record.c - the figures of a match, from its file.
 */
#include "table/record.h"

#include <stdio.h>
#include <string.h>

#include "mazo/save.h"
#include "say/ranking.h"
#include "wire/json_in.h"

/* ---- reading a match ---- */

/* State while replaying. */
struct way {
    struct record *r;
    uint16_t side;   /* the seats that win together with the player */
    int round_cards; /* most cards held in this round */
    int behind;      /* largest lead of another side after a round */
    int gained;      /* in this round */
    bool bluffing;   /* the player's Wild Draw Four is a bluff, and waits for an answer */
};

/* The lead of the best other side; reversed where low scores win. */
static int deficit(const struct mazo_public *p, uint16_t side, int *own, int *best)
{
    struct say_side sides[MAZO_SEATS_MAX];
    int count = say_ranking(p, sides);
    bool low = p->rules.scoring == MAZO_scoring_hands, seen = false;
    *own = *best = 0;
    for (int i = 0; i < count; i++) {
        bool quick = p->rules.scoring == MAZO_scoring_quick;
        int points = quick ? -sides[i].cards : sides[i].points;
        if (sides[i].seats & side)
            *own = points;
        else if (!seen || (low ? points < *best : points > *best))
            *best = points, seen = true;
    }
    return low ? *own - *best : *best - *own;
}

static void hear(struct way *w, const struct mazo_event *e)
{
    struct record *r = w->r;
    bool own = e->seat == r->you;
    switch (e->type) {
    case MAZO_EVENT_played:
        if (own && e->card < MAZO_KIND_COUNT)
            r->played[e->card]++;
        break;
    case MAZO_EVENT_drew:
        r->draws += own ? e->count : 0;
        break;
    case MAZO_EVENT_caught:
        r->caught += own && e->who != r->you;
        r->was_caught += e->who == r->you;
        break;
    case MAZO_EVENT_challenged:
        r->challenges += own;
        w->bluffing = w->bluffing && e->who != r->you;
        break;
    case MAZO_EVENT_scored:
        w->gained += own ? e->points : 0;
        break;
    default:
        break;
    }
}

static void end_round(struct way *w, const struct mazo_game *g)
{
    struct record *r = w->r;
    bool won = g->round_winner < g->seats && w->side >> g->round_winner & 1;
    int own, best, behind = deficit(&g->pub, w->side, &own, &best);
    if (r->rounds < RECORD_ROUNDS) {
        r->round[r->rounds] = g->round_winner >= g->seats                         ? RECORD_BLOCKED
                              : won                                               ? RECORD_WON
                              : mazo_hand_points(g, r->you) <= RECORD_LOW_HAND ? RECORD_NEAR
                                                                                  : RECORD_LOST;
    }
    r->rounds++;
    r->rounds_won += won;
    if (w->gained > r->best_round && g->rules.scoring == MAZO_scoring_winner)
        r->best_round = w->gained;
    if (won && w->round_cards > r->most_cards_won)
        r->most_cards_won = w->round_cards;
    if (behind > w->behind)
        w->behind = behind;
    w->gained = w->round_cards = 0;
}

static void step(struct way *w, const struct match_reader *m)
{
    struct record *r = w->r;
    const struct mazo_game *g = &m->play.game;
    const struct mazo_events *ev = &m->play.events;
    bool over = false;
    if (m->now.kind == WIRE_COMMAND)
        r->moves += m->now.command.seat == r->you;
    for (int i = 0; i < ev->count; i++) {
        const struct mazo_event *e = &ev->at[i];
        hear(w, e);
        r->challenges_won += e->type == MAZO_EVENT_verdict && e->detail &&
                             m->now.kind == WIRE_COMMAND && m->now.command.seat == r->you;
        over |= e->type == MAZO_EVENT_won || e->type == MAZO_EVENT_blocked;
    }
    int held = g->size[r->you];
    r->most_cards = held > r->most_cards ? held : r->most_cards;
    w->round_cards = held > w->round_cards ? held : w->round_cards;
    bool bluffs = g->phase == MAZO_PHASE_struck && g->striker == r->you && g->dirty;
    r->bluffs += w->bluffing && !bluffs;
    w->bluffing = bluffs;
    if (over)
        end_round(w, g);
}

static int first_person(const struct roster *roster)
{
    for (int i = 0; i < roster->count; i++)
        if (strcmp(roster->seat[i].sits, "person") == 0)
            return i;
    return -1;
}

static bool begin(struct way *w, const struct match_reader *m, int seat)
{
    struct record *r = w->r;
    const struct mazo_game *g = &m->play.game;
    struct mazo_rules sheet;
    struct daily day;
    r->you = seat < 0 ? first_person(&m->roster) : seat;
    if (r->you < 0 || r->you >= g->seats)
        return false;
    r->seats = g->seats;
    r->sheet = g->rules.sheet;
    r->roster = m->roster;
    w->side = mazo_side_of(g, r->you);
    if (m->now.kind == WIRE_NEW && daily_of_seed(m->now.opening.position.seed, &day))
        memcpy(r->day, day.date, sizeof r->day);
    if (mazo_rules_as_of(r->sheet, g->rules.revision, &sheet)) {
        for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
            r->house |= rule != MAZO_RULE_turn_clock && rule != MAZO_RULE_seats &&
                        mazo_rules_get(&sheet, rule) != mazo_rules_get(&g->rules, rule);
    }
    return true;
}

static void end(struct way *w, const struct mazo_game *g)
{
    struct record *r = w->r;
    struct say_side sides[MAZO_SEATS_MAX];
    r->of = say_ranking(&g->pub, sides);
    for (int i = 0; i < r->of; i++)
        if (sides[i].seats & w->side)
            r->place = sides[i].place;
    deficit(&g->pub, w->side, &r->points, &r->best_other);
    if (g->rules.scoring == MAZO_scoring_quick)
        r->points = r->best_other = 0; /* cards left do not count as points */
    r->won = g->winners & w->side;
    r->comeback = r->won ? w->behind : 0;
}

bool record_read(struct match_reader *m, const char *text, size_t len, int seat, struct record *out)
{
    struct way w = {.r = out};
    enum match_step next;
    bool begun = false;
    memset(out, 0, sizeof *out);
    match_begin(m, TEXT_EN, text, len);
    while ((next = match_next(m)) == MATCH_STEP) {
        if (!begun && !begin(&w, m, seat))
            return false;
        begun = true;
        step(&w, m);
    }
    if (next == MATCH_BAD || !begun || m->play.game.phase != MAZO_PHASE_match_over)
        return false;
    end(&w, &m->play.game);
    return true;
}

int record_lead(const struct record *r)
{
    const struct mazo_rules *rules = mazo_rules_of_sheet(r->sheet);
    bool low = rules && rules->scoring == MAZO_scoring_hands;
    return low ? r->best_other - r->points : r->points - r->best_other;
}

/* ---- a line of JSON ---- */

/* All whole numbers, with their keys. */
#define NUMBERS(X)                                                                                 \
    X(seats) X(you) X(place) X(of) X(points) X(best_other) X(rounds) X(rounds_won) X(best_round)   \
    X(comeback) X(moves) X(draws) X(most_cards) X(most_cards_won) X(caught) X(was_caught)          \
    X(challenges) X(challenges_won) X(bluffs) X(decisions)

static void put_players(struct json_out *out, const struct record *r)
{
    json_out_open_at(out, "players", '[');
    for (int i = 0; i < r->roster.count; i++) {
        json_out_open(out, '{');
        json_out_string_at(out, "name", r->roster.seat[i].name);
        json_out_string_at(out, "sits", r->roster.seat[i].sits);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

void record_put(struct json_out *out, const struct record *r)
{
    char card[MAZO_CARD_TEXT];
    json_out_open(out, '{');
    json_out_int_at(out, "at", r->at);
    json_out_string_at(out, "sheet", mazo_sheet_name(r->sheet));
    json_out_bool_at(out, "online", r->online);
    json_out_bool_at(out, "house", r->house);
    json_out_bool_at(out, "won", r->won);
#define X(name) json_out_int_at(out, #name, r->name);
    NUMBERS(X)
#undef X
    json_out_int_at(out, "lead", record_lead(r));
    json_out_int_at(out, "cost", (int64_t)(r->cost * 1e6));
    json_out_string_at(out, "day", r->day);
    json_out_string_at(out, "round", r->round);
    json_out_open_at(out, "played", '{');
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++)
        if (r->played[kind])
            json_out_int_at(out, mazo_card_write((mazo_card)kind, card), r->played[kind]);
    json_out_close(out, '}');
    put_players(out, r);
    json_out_close(out, '}');
}

static void get_text(const json_t *from, const char *key, char *out, size_t size)
{
    snprintf(out, size, "%s", json_in_text(from, key));
}

static void get_players(const json_t *list, struct roster *out)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count && i < MAZO_SEATS_MAX; i++) {
        const json_t *one = json_array_get(list, i);
        struct roster_seat *s = &out->seat[out->count++];
        get_text(one, "name", s->name, sizeof s->name);
        get_text(one, "sits", s->sits, sizeof s->sits);
    }
}

static void get_played(const json_t *from, struct record *out)
{
    char card[MAZO_CARD_TEXT];
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++)
        if (mazo_card_is_valid((mazo_card)kind))
            out->played[kind] =
                (uint16_t)json_in_number(from, mazo_card_write((mazo_card)kind, card), 0);
}

bool record_get(const json_t *from, struct record *out)
{
    memset(out, 0, sizeof *out);
    out->sheet = mazo_sheet_by_name(json_in_text(from, "sheet"));
    if (out->sheet < 0)
        return false;
    out->at = json_in_number(from, "at", 0);
    out->online = json_in_flag(from, "online");
    out->house = json_in_flag(from, "house");
    out->won = json_in_flag(from, "won");
#define X(name) out->name = (int)json_in_number(from, #name, 0);
    NUMBERS(X)
#undef X
    out->cost = (double)json_in_number(from, "cost", 0) / 1e6;
    get_text(from, "day", out->day, sizeof out->day);
    get_text(from, "round", out->round, sizeof out->round);
    get_played(json_object_get(from, "played"), out);
    get_players(json_object_get(from, "players"), &out->roster);
    return true;
}
