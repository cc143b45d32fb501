/*
 * truth.c - what the store has kept, replayed beside it, and what is promised about it.
 *
 * Nothing here asks a server. A batch that is kept is held against the rules and against what was
 * kept before; what a server tells is held against what is kept by then; what a client sees,
 * against the game itself.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "mazo/mazo.h"
#include "truth.h"
#include "wire/fair.h"
#include "wire/json_write.h"
#include "wire/game_driver.h"
#include "wire/view_read.h"

uint64_t play_hash_id(const char *id); /* the server's, whose header has other rooms */

enum { STATE_SIZE = 4096, ROOMS_MAX = 64, MATCHES_MAX = 64, IDS_MAX = 16384 };
enum { FAILURES_MAX = 256 };

struct command {
    int64_t person;
    uint64_t id;
    int64_t match;
    uint32_t n;
};

static struct {
    struct store_person *person;
    int *results; /* of each */
    size_t people, people_cap;
    struct room room[ROOMS_MAX];
    int rooms;
    struct match *match[MATCHES_MAX];
    int matches;
    struct command command[IDS_MAX];
    int commands;
    struct failure {
        int64_t person;
        uint64_t id, at;
    } failure[FAILURES_MAX]; /* the last commands that were said not to be stored */
    uint32_t failures;
    uint64_t promised; /* deals that players had a part in */
} s;

/* ---- finding ---- */

static struct store_person *person_by_id(int64_t id)
{
    for (size_t i = 0; i < s.people; i++)
        if (s.person[i].id == id)
            return &s.person[i];
    return NULL;
}

int64_t truth_person(const char *key)
{
    for (size_t i = 0; i < s.people; i++)
        if (strcmp(s.person[i].key, key) == 0)
            return s.person[i].id;
    return 0;
}

static struct room *room_by_id(int64_t id)
{
    for (int i = 0; i < s.rooms; i++)
        if (s.room[i].is.id == id)
            return &s.room[i];
    return NULL;
}

struct room *truth_room(const char *code)
{
    for (int i = 0; i < s.rooms; i++)
        if (strcmp(s.room[i].is.code, code) == 0)
            return &s.room[i];
    return NULL;
}

static struct match *match_by_id(int64_t id)
{
    for (int i = 0; i < s.matches; i++)
        if (s.match[i]->id == id)
            return s.match[i];
    return NULL;
}

struct match *truth_match(const struct room *r, int64_t ordinal)
{
    for (int i = 0; r && i < s.matches; i++)
        if (s.match[i]->room == r->is.id && s.match[i]->ordinal == ordinal)
            return s.match[i];
    return NULL;
}

static const char *text_at(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));
    return text ? text : "";
}

static int64_t number_at(const json_t *from, const char *key)
{
    return json_integer_value(json_object_get(from, key));
}

uint64_t truth_digest(const void *data, size_t len)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- what a table is, by its row or by what is told of it ---- */

struct state {
    char text[STATE_SIZE];
    size_t len;
};

static void add(struct state *to, const char *what, const char *text, int64_t number)
{
    int len = snprintf(to->text + to->len, sizeof to->text - to->len, "%s=%s%lld ", what, text,
                       (long long)number);
    to->len += (size_t)len;
    if (to->len >= sizeof to->text)
        abort();
}

static const char *opening_of(const json_t *from, bool told)
{
    const json_t *opening = json_object_get(from, "opening");
    if (told && opening)
        return text_at(opening, "deal")[0] ? "salts" : "hashes";
    return text_at(from, "opening");
}

/* `told`: by a message `table`, where people have keys and not numbers. */
static void read_state(const json_t *from, bool told, struct state *to)
{
    char commitment[FAIR_HEX] = "";
    char *options = json_dumps(json_object_get(from, "options"), JSON_COMPACT | JSON_SORT_KEYS);
    const json_t *seat;
    size_t i;
    to->len = 0;
    if (!told)
        fair_commit(text_at(from, "secret"), commitment);
    add(to, "status", text_at(from, "status"), 0);
    add(to, "rules", text_at(from, "rules"), 0);
    add(to, "options", options ? options : "", 0);
    add(to, "title", text_at(from, "title"), json_is_true(json_object_get(from, "public")));
    add(to, "host", "", told ? truth_person(text_at(from, "host")) : number_at(from, "host"));
    add(to, "commitment", told ? text_at(from, "commitment") : commitment, 0);
    add(to, "opening", opening_of(from, told), number_at(from, "again"));
    add(to, "match", strcmp(text_at(from, "status"), "over") == 0 ? text_at(from, "key") : "",
        number_at(from, told ? "match" : "matches"));
    json_array_foreach(json_object_get(from, "seats"), i, seat)
    {
        add(to, text_at(seat, "sits"), text_at(seat, "bot"),
            told ? truth_person(text_at(seat, "player")) : number_at(seat, "person"));
        if (strcmp(text_at(seat, "sits"), "person") == 0) {
            const json_t *salt = json_object_get(seat, told ? "opened" : "salt");
            add(to, "hash", text_at(seat, "hash"), number_at(seat, "missed"));
            add(to, "opened", "", told ? json_is_true(salt) : salt != NULL);
        }
    }
    free(options);
}

/* ---- what is kept ---- */

static void keep_person(const struct store_person *from)
{
    struct store_person *p = person_by_id(from->id);
    if (p) {
        if (strcmp(p->key, from->key) != 0) {
            broken("nobody takes another's place", "Person %lld is %s and %s", (long long)from->id,
                   p->key, from->key);
        }
        return;
    }
    if (s.people == s.people_cap) {
        s.people_cap = s.people_cap ? s.people_cap * 2 : 64;
        s.person = realloc(s.person, s.people_cap * sizeof *s.person);
        s.results = realloc(s.results, s.people_cap * sizeof *s.results);
    }
    s.results[s.people] = 0;
    s.person[s.people++] = *from;
}

static void check_fence(const struct room *r, const struct store_room *from)
{
    if (r && from->version != r->is.version) {
        broken("the loser of a race for a table notices",
               "Version %lld of table %s is written over version %lld", (long long)from->version,
               from->code, (long long)r->is.version);
    }
    if (!r && from->version)
        broken("what is changed was there", "Table %s is changed before it is made", from->code);
}

/* Who sits where in the match. */
static void seat_match(const struct room *r, const json_t *text)
{
    struct match *m = r->is.match ? match_by_id(r->is.match) : NULL;
    const json_t *seat;
    size_t i;
    if (!m)
        return;
    json_array_foreach(json_object_get(text, "seats"), i, seat)
    {
        m->seat[i] = number_at(seat, "person");
        m->first[i] = m->ordinal ? m->first[i] : m->seat[i];
        m->kicked = m->kicked || m->first[i] != m->seat[i];
    }
    m->ordinal = m->ordinal ? m->ordinal : r->matches;
}

static void check_again(struct room *r, const json_t *text)
{
    int64_t again = number_at(text, "again");
    if (again > r->again && strcmp(text_at(text, "secret"), r->secret) == 0)
        broken("a deal that starts over has another secret", "Table %s", r->is.code);
    r->again = again;
    snprintf(r->secret, sizeof r->secret, "%s", text_at(text, "secret"));
}

static void keep_room(const struct store_room *from)
{
    struct room *r = room_by_id(from->id);
    struct state state;
    check_fence(r, from);
    json_t *text = json_loadb(from->text, from->len, 0, NULL);
    if (!text || (!r && (s.rooms == ROOMS_MAX || truth_room(from->code)))) {
        broken("every table has its code", "Table %s cannot be read, or is there already",
               from->code);
    }
    uint32_t matches = (uint32_t)number_at(text, "matches");
    if (r && (matches < r->matches || matches > r->matches + 1)) {
        broken("no match is forgotten", "Table %s has %u matches after %u", from->code, matches,
               r->matches);
    }
    if (r && strcmp(r->status, "playing") == 0 && from->match != r->is.match &&
        !nodes_cut(match_by_id(r->is.match)->count))
        broken("no match is forgotten", "Table %s leaves its match in the middle", from->code);
    int64_t version = r ? r->is.version : 0;
    r = r ? r : &s.room[s.rooms++];
    r->is = *from;
    r->is.text = NULL;
    r->is.version = version + 1;
    r->matches = matches;
    snprintf(r->status, sizeof r->status, "%s", text_at(text, "status"));
    check_again(r, text);
    seat_match(r, text);
    read_state(text, false, &state);
    story("kept: table %s, version %lld: %s", r->is.code, (long long)r->is.version, state.text);
    if (r->states == STATES_MAX) {
        broken("a table comes to rest", "Table %s has been changed %d times", from->code,
               STATES_MAX);
    }
    uint64_t sum = truth_digest(state.text, state.len);
    if (r->states == 0 || r->state[r->states - 1] != sum) /* else only its clock is different */
        r->state[r->states++] = sum;
    json_decref(text);
}

void truth_claimed(int64_t room)
{
    struct room *r = room_by_id(room);
    if (!r)
        broken("what is claimed was there", "Table %lld", (long long)room);
    r->is.version++;
}

static void keep_match(const struct store_match *from)
{
    if (match_by_id(from->id) || s.matches == MATCHES_MAX)
        broken("no number is given away twice", "There are two matches %lld", (long long)from->id);
    struct match *m = calloc(1, sizeof *m);
    m->id = from->id;
    m->room = from->room;
    s.match[s.matches++] = m;
}

/* The line is carried out; what it was is in *now. */
static void replay(struct match *m, const struct store_event *from, struct wire_line *now)
{
    struct wire_error why = {.message = "its hash is another"};
    if (!wire_read_line(TEXT_EN, from->text, from->len, now, &why) ||
        (now->kind == WIRE_COMMAND) != m->play.open ||
        !wire_game_do(&m->play, TEXT_EN, now, &why) || !now->has_hash ||
        now->hash != mazo_hash(&m->play.game)) {
        broken("what is stored is a match by the rules", "Match %lld, line %u: %s",
               (long long)m->id, from->n, why.message);
    }
}

static void keep_number(struct match *m, const struct store_event *from)
{
    if (m->count == m->cap) {
        m->cap = m->cap ? m->cap * 2 : 128;
        m->at = realloc(m->at, m->cap * sizeof *m->at);
    }
    const struct mazo_events *events = &m->play.events;
    struct number *to = &m->at[m->count++];
    *to = (struct number){.game = m->play.game,
                          .events = events->count,
                          .cards = events->card_count,
                          .text = truth_digest(from->text, from->len),
                          .time = from->at};
    to->event = malloc(events->count * sizeof *to->event + 1);
    to->card = malloc((size_t)events->card_count + 1);
    memcpy(to->event, events->at, events->count * sizeof *to->event);
    memcpy(to->card, events->cards, events->card_count);
}

static const struct command *find_command(int64_t person, uint64_t id)
{
    for (int i = s.commands - 1; i >= 0; i--)
        if (s.command[i].person == person && s.command[i].id == id)
            return &s.command[i];
    return NULL;
}

/* A server remembers the last 32 commands of a seat: a second window may have sent more since. */
static bool is_forgotten(const struct command *c)
{
    int later = 0;
    for (const struct command *one = c + 1; one < s.command + s.commands; one++)
        later += one->person == c->person && one->match == c->match;
    return later >= 32;
}

static void keep_command(const struct match *m, const struct store_event *from,
                         const struct mazo_command *c)
{
    const struct command *before = find_command(from->person, from->id);
    if (before && !is_forgotten(before)) {
        broken("a command counts once", "A command of person %lld is %lld.%u and %lld.%u",
               (long long)from->person, (long long)before->match, before->n, (long long)from->match,
               from->n);
    }
    if (c->type != MAZO_CMD_next && m->seat[c->seat] != from->person && m->ordinal) {
        broken("nobody plays for another", "Match %lld, line %u: person %lld on seat %d",
               (long long)m->id, from->n, (long long)from->person, c->seat);
    }
    if (s.commands == IDS_MAX)
        broken("a match comes to its end", "%d commands", IDS_MAX);
    s.command[s.commands++] = (struct command){from->person, from->id, from->match, from->n};
}

static void check_shuffle(struct match *m, const struct store_event *from,
                          const struct wire_line *now)
{
    struct wire_error why = {.message = ""};
    if (!fair_read(TEXT_EN, from->text, from->len, &m->fair, &why) || !m->fair.deal[0] ||
        !fair_checks(&m->fair, now->opening.position.seed)) {
        broken("the cards come from the secret and the salts", "Match %lld: %s", (long long)m->id,
               why.message);
    }
}

void truth_promised(const char *code, const struct shuffle_seen *p)
{
    const struct match *m = truth_match(truth_room(code), p->match);
    bool found = !p->salt[0];
    for (int i = 0; m && i < m->fair.seats; i++)
        found |= strcmp(m->fair.salt[i], p->salt) == 0;
    if (m && (strcmp(m->fair.commitment, p->commitment) != 0 || !found ||
              (p->deal[0] && strcmp(m->fair.deal, p->deal) != 0))) {
        broken("a match is dealt as it was promised", "Table %s, match %d: deal code %s, not %s",
               code, p->match, m->fair.deal, p->deal);
    }
    s.promised += p->deal[0] != '\0';
}

uint64_t truth_promises(void) { return s.promised; }

static void keep_event(const struct store_event *from)
{
    static struct wire_line now;
    struct match *m = match_by_id(from->match);
    if (!m || from->n != m->count) {
        broken("numbers have no gap and come once", "Match %lld has %zu lines, and now number %u",
               (long long)from->match, m ? m->count : 0, from->n);
    }
    const struct room *r = room_by_id(m->room);
    if (!r || r->is.version != from->version) {
        broken("the loser of a race for a table notices",
               "Match %lld, number %u by version %lld of the table, which has %lld",
               (long long)m->id, from->n, (long long)from->version,
               (long long)(r ? r->is.version : 0));
    }
    replay(m, from, &now);
    if (from->n == 0)
        check_shuffle(m, from, &now);
    keep_number(m, from);
    story("kept: match %lld, %u: %.*s", (long long)m->id, from->n,
          (int)(from->len < 160 ? from->len : 160), from->text);
    if (from->id)
        keep_command(m, from, &now.command);
}

static void keep_result(const struct store_result *from)
{
    struct match *m = match_by_id(from->match);
    const struct mazo_game *g = m ? &m->play.game : NULL;
    uint16_t bit = (uint16_t)(1u << from->seat);
    if (!m || !(g->phase == MAZO_PHASE_match_over || nodes_cut(m->count)) || m->results & bit ||
        from->points != g->scores[from->seat] || from->won != (g->winners >> from->seat & 1) ||
        from->person != m->first[from->seat]) {
        broken("a result is that of the match, and counts once", "Match %lld, seat %d",
               (long long)from->match, from->seat);
    }
    m->results |= bit;
    for (size_t i = 0; i < s.people; i++)
        s.results[i] += s.person[i].id == from->person;
}

static void keep(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_PERSON:
        keep_person(&w->person);
        break;
    case STORE_ROOM:
        keep_room(&w->room);
        break;
    case STORE_MATCH:
        keep_match(&w->match);
        break;
    case STORE_EVENT:
        keep_event(&w->event);
        break;
    case STORE_RESULT:
        keep_result(&w->result);
        break;
    default:
        broken("nothing is thrown away", "A write of kind %d", w->kind);
    }
}

/* After a batch everything fits together: it is all or nothing. */
static void check_whole(void)
{
    for (int i = 0; i < s.matches; i++) {
        const struct match *m = s.match[i];
        const struct room *r = room_by_id(m->room);
        bool over = m->play.game.phase == MAZO_PHASE_match_over || nodes_cut(m->count);
        if (!r || !m->ordinal || m->count == 0 ||
            m->results != (over ? (1u << m->play.game.seats) - 1 : 0) ||
            (r->is.match == m->id && (strcmp(r->status, "over") == 0) != over)) {
            broken("a step is kept as a whole", "Match %lld, table %s", (long long)m->id,
                   r ? r->is.code : "?");
        }
    }
}

void truth_kept(const struct store_write *writes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        note(&writes[i].kind, sizeof writes[i].kind);
        keep(&writes[i]);
    }
    check_whole();
}

/* ---- what is told ---- */

static void told_table(const json_t *message)
{
    const struct room *r = truth_room(text_at(message, "table"));
    struct state state;
    read_state(message, true, &state);
    uint64_t sum = truth_digest(state.text, state.len);
    bool was = false;
    for (int i = 0; r && i < r->states; i++)
        was = was || r->state[i] == sum;
    const struct match *m = truth_match(r, number_at(message, "match"));
    if (!was || (m && (size_t)number_at(message, "n") >= m->count)) {
        broken("nothing is told before it is stored", "Table %s is told to be %s",
               text_at(message, "table"), state.text);
    }
}

/* Most messages are these, and long: their beginning is enough here; the client reads them. */
static bool told_turn(const char *text)
{
    char type[8], code[12];
    int ordinal, n;
    if (sscanf(text, "{\"type\":\"%7[a-z]\",\"table\":\"%11[A-Z]\",\"match\":%d,\"n\":%d,", type,
               code, &ordinal, &n) != 4)
        return false;
    const struct match *m = truth_match(truth_room(code), ordinal);
    if (!m || n < 0 || (size_t)n >= m->count) {
        broken("nothing is told before it is stored", "Table %s: %s %d.%d of %zu", code, type,
               ordinal, n, m ? m->count : 0);
    }
    seen_clock(truth_room(code), m, n, type[0] == 'v', text);
    return true;
}

static void told_done(const json_t *message, int64_t person)
{
    const struct command *c = find_command(person, play_hash_id(text_at(message, "id")));
    if (!c || c->n != (uint32_t)number_at(message, "n")) {
        broken("what is acknowledged is stored", "Person %lld, %s: number %lld", (long long)person,
               text_at(message, "id"), (long long)number_at(message, "n"));
    }
}

/* Errors that our client can never deserve; and a kept change is not reported as failed. */
static void told_no(const json_t *message, int64_t person)
{
    static const char *const never[] = {"bad_token",   "no_table",    "stopped",     "bad_json",
                                        "bad_message", "hello_first", "bad_options", "bad_rules"};
    const char *word = text_at(message, "error"), *id = text_at(message, "id");
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        if (strcmp(word, never[i]) == 0) {
            broken("everybody and everything that is stored is known", "Person %lld is told %s: %s",
                   (long long)person, word, text_at(message, "message"));
        }
    }
    if (strcmp(word, "not_stored") == 0 && id[0]) {
        s.failure[s.failures++ % FAILURES_MAX] = (struct failure){person, play_hash_id(id),
                                                                  storm_now};
    }
    const struct command *c = id[0] ? find_command(person, play_hash_id(id)) : NULL;
    if (c && strcmp(word, "not_running") != 0 && strcmp(word, "busy") != 0 &&
        strcmp(word, "store_failed") != 0 && strcmp(word, "not_seated") != 0 && !is_forgotten(c)) {
        broken("what is stored is acknowledged", "Person %lld, %s: %s, but it is %lld.%u",
               (long long)person, id, word, (long long)c->match, c->n);
    }
}

void truth_found(const struct store_write *writes, size_t count, uint64_t since)
{
    for (size_t i = 0; i < count; i++) {
        const struct store_event *e = &writes[i].event;
        for (int j = 0; writes[i].kind == STORE_EVENT && e->id && j < FAILURES_MAX; j++) {
            const struct failure *f = &s.failure[j];
            if (f->person == e->person && f->id == e->id && f->at >= since) {
                broken("what was refused never happens",
                       "Match %lld, line %u: person %lld heard that it is not stored",
                       (long long)e->match, e->n, (long long)e->person);
            }
        }
    }
}

void truth_told(const char *text, size_t len, int64_t person)
{
    if (told_turn(text))
        return;
    json_t *message = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = text_at(message, "type");
    if (!type[0] || strcmp(type, "event") == 0 || strcmp(type, "view") == 0) {
        broken("every message is one of the protocol", "%.300s", text);
    } else if (strcmp(type, "table") == 0) {
        told_table(message);
    } else if (strcmp(type, "done") == 0) {
        told_done(message, person);
    } else if (strcmp(type, "error") == 0 || strcmp(type, "refused") == 0) {
        told_no(message, person);
    } else if (strcmp(type, "welcome") == 0 && !truth_person(text_at(message, "player"))) {
        broken("nothing is told before it is stored", "A new player, %s",
               text_at(message, "player"));
    }
    json_decref(message);
}

/* ---- the end ---- */

bool truth_over(const char *code, uint32_t matches)
{
    const struct room *r = truth_room(code);
    return r && r->matches >= matches && strcmp(r->status, "playing") != 0;
}

int64_t truth_last(const char *code, uint32_t match)
{
    const struct match *m = truth_match(truth_room(code), match);
    return m ? (int64_t)m->count - 1 : -1;
}

uint64_t truth_moves(void)
{
    uint64_t all = 0;
    for (int i = 0; i < s.matches; i++)
        all += s.match[i]->count;
    return all;
}

uint64_t truth_matches(void) { return (uint64_t)s.matches; }

int64_t truth_late(int64_t now)
{
    for (int i = 0; i < s.rooms; i++) {
        const struct room *r = &s.room[i];
        if (r->is.due && strcmp(r->status, "playing") == 0 && r->is.due + 3 * MINUTE < now)
            return r->is.id;
    }
    return 0;
}

struct check {
    const struct match *match;
    size_t count;
};

static void check_line(void *ctx, const struct store_event *e)
{
    struct check *c = ctx;
    if (c->count >= c->match->count || e->n != c->count ||
        truth_digest(e->text, e->len) != c->match->at[c->count].text)
        broken("what is kept stays", "Match %lld, line %u", (long long)c->match->id, e->n);
    c->count++;
}

void truth_final(struct store *store)
{
    struct store_person p;
    for (int i = 0; i < s.matches; i++) {
        struct check c = {.match = s.match[i]};
        store->ops->events(store, s.match[i]->id, 0, check_line, &c);
        if (c.count != s.match[i]->count) {
            broken("what is kept stays", "Match %lld has %zu lines of %zu",
                   (long long)s.match[i]->id, c.count, s.match[i]->count);
        }
    }
    for (size_t i = 0; i < s.people; i++) {
        if (store->ops->person_by_id(store, s.person[i].id, &p) != 1 || p.matches != s.results[i]) {
            broken("a result counts once", "Person %lld has %d results of %d",
                   (long long)s.person[i].id, p.matches, s.results[i]);
        }
    }
}

void truth_begin(void)
{
    s.rooms = s.matches = s.commands = 0;
    s.failures = 0;
    s.promised = 0;
    memset(s.failure, 0, sizeof s.failure);
    memset(s.room, 0, sizeof s.room);
}

void truth_end(void)
{
    for (int i = 0; i < s.matches; i++) {
        for (size_t n = 0; n < s.match[i]->count; n++) {
            free(s.match[i]->at[n].event);
            free(s.match[i]->at[n].card);
        }
        free(s.match[i]->at);
        free(s.match[i]);
    }
    free(s.person);
    free(s.results);
    s.person = NULL;
    s.results = NULL;
    s.people_cap = s.people = 0;
}
