/*
 * players.c - people at tables: hosts, guests, spectators. They use the real client
 * (client/client.c), think for a moment, and try again as people do when nothing happens.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mazo/mazo.h"
#include "storm.h"

enum { NUDGE_MS = 3 * SECOND };

struct player {
    int index, number; /* of all, and at the table: 0 is the host */
    struct table *table;
    struct client *client; /* NULL: the browser is closed */
    char token[CLIENT_TOKEN_SIZE], key[CLIENT_PLAYER_SIZE];
    uv_timer_t timer;
    bool plans;    /* a move */
    bool left;     /* the table, on this connection, */
    bool again;    /* and came back to it: what was on its way then may come twice */
    json_t *last;  /* message `table` */
    json_t *legal; /* what can be done after match.n, */
    bool own_turn;
    int match; /* which is the last that was seen */
    int64_t n;
};

struct table {
    char code[CLIENT_CODE_SIZE]; /* "": not made yet */
    const char *sheet, *options;
    int people, spectators, bots, seats; /* the last spectator may be a player's second window */
    bool twin;
    const char *bot;
    uint32_t matches; /* to be played */
    uint32_t clock;
    struct player *player[8];
};

static struct {
    struct player player[PLAYERS_MAX];
    int players;
    struct table table[TABLES_MAX];
    int tables;
} s;

static void come(struct player *p);
static void come_back(void *ctx, uint64_t id);
static void join_again(void *ctx, uint64_t id);

/* Whose second window this is, or NULL. */
static struct player *twin_of(const struct player *p)
{
    const struct table *t = p->table;
    return t->twin && p->number == t->people + t->spectators - 1 ? t->player[0] : NULL;
}

static bool is_slow(const struct table *t) { return t->clock >= 3600; }

static const char *text_at(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));
    return text ? text : "";
}

/* ---- before a match ---- */

static void create(struct player *p)
{
    char text[1024];
    size_t used = 0;
    const struct table *t = p->table;
    used += (size_t)snprintf(text, sizeof text,
                             "{\"type\":\"create\",\"rules\":\"%s\",\"options\":%s,\"seats\":%d,"
                             "\"clock\":%u,\"bots\":[",
                             t->sheet, t->options, t->seats, t->clock);
    for (int i = 0; i < t->bots; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\"%s\"", i ? "," : "", t->bot);
    used += (size_t)snprintf(text + used, sizeof text - used, "]}");
    client_send(p->client, text, used);
}

static void on_welcome(void *ctx, const struct client_self *self, const json_t *message)
{
    struct player *p = ctx;
    const json_t *own = json_array_get(json_object_get(message, "tables"), 0);
    snprintf(p->token, sizeof p->token, "%s", self->token);
    snprintf(p->key, sizeof p->key, "%s", self->player);
    if (client_table(p->client)[0])
        return; /* the client goes there by itself */
    if (p->table->code[0])
        client_join(p->client, p->table->code);
    else if (p->number == 0 && own)
        client_join(p->client, text_at(own, "table")); /* it was made, but the answer was lost */
    else if (p->number == 0)
        create(p);
}

/* And all have given their salt; after a while that is not waited for. */
static bool all_sit(const struct table *t, const json_t *message)
{
    const json_t *seat;
    size_t i;
    int count = 0;
    json_array_foreach(json_object_get(message, "seats"), i, seat)
    {
        count += strcmp(text_at(seat, "sits"), "person") == 0 &&
                 (json_is_true(json_object_get(seat, "salt")) || chance(100));
    }
    return count == t->people;
}

static void go_away(struct player *p, uint64_t ms);

/* What a person at a table does while no match runs. */
static void get_going(struct player *p)
{
    const struct table *t = p->table;
    const char *status = text_at(p->last, "status");
    if (p->client && p->number == 0 && !t->code[0] && client_state(p->client) == CLIENT_HERE) {
        if (chance(900))
            create(p); /* it was refused, or is late */
        else
            go_away(p, SECOND); /* to be rid of the tables that are there by now */
    }
    if (!p->client || !p->last || !client_is_there(p->client) || strcmp(status, "playing") == 0)
        return;
    bool sits = json_is_integer(json_object_get(p->last, "you"));
    bool over = strcmp(status, "over") == 0;
    int64_t matches = json_integer_value(json_object_get(p->last, "match"));
    if (!sits && p->number < t->people)
        client_tell(p->client, "sit");
    else if (p->number == 0 && over && matches < (int64_t)t->matches)
        client_tell(p->client, "rematch");
    else if (p->number == 0 && !over && matches < (int64_t)t->matches && all_sit(t, p->last))
        client_tell(p->client, "start");
}

static void on_table(void *ctx, const struct table_info *info, const json_t *message)
{
    struct player *p = ctx;
    struct table *t = p->table;
    const struct shuffle_seen *promised = client_shuffle(p->client);
    json_decref(p->last);
    p->last = json_deep_copy(message);
    if (info->status != ROOM_OPEN && promised->match > 0)
        truth_promised(info->code, promised);
    if (!t->code[0]) {
        snprintf(t->code, sizeof t->code, "%s", info->code);
        for (int i = 1; i < t->people + t->spectators; i++) {
            struct client *g = t->player[i]->client;
            if (g && client_state(g) == CLIENT_HERE)
                client_join(g, t->code);
        }
    }
    if (chance(700)) /* else in a moment */
        get_going(p);
}

/* ---- in a match ---- */

static void plan(struct player *p);

/* One of what can be done: mostly a card, if it is the player's turn; else now and then a word. */
static const json_t *choose(const struct player *p)
{
    size_t i;
    const json_t *command, *card = NULL, *turn = NULL, *word = NULL;
    uint32_t cards = 0, turns = 0;
    json_array_foreach(p->legal, i, command)
    {
        const char *what = text_at(command, "do");
        if (strcmp(what, "play") == 0)
            card = dice(++cards) == 0 ? command : card;
        else if (strcmp(what, "uno") == 0 || strcmp(what, "catch") == 0 ||
                 strcmp(what, "vote") == 0 || strcmp(what, "admit") == 0 ||
                 (strcmp(what, "accuse") == 0 && chance(5)) || strcmp(what, "next") == 0)
            word = command;
        else if (strcmp(what, "accuse") != 0)
            turn = dice(++turns) == 0 ? command : turn;
    }
    if (word && (chance(300) || !(card || turn)))
        return word;
    if (card && (p->own_turn ? !turn || chance(970) : chance(300)))
        return card;
    return turn;
}

static void act(struct player *p)
{
    const json_t *command;
    p->plans = false;
    if (!p->client || !client_is_there(p->client) || client_unanswered(p->client) > 0 ||
        client_match(p->client) != p->match || client_n(p->client) != p->n)
        return;
    command = choose(p);
    if (command) {
        char *text = json_dumps(command, JSON_COMPACT);
        client_do(p->client, text, strlen(text));
        free(text);
    }
}

/* Anyone who was kicked gets the seat back, in this match or for the next. */
static void make_up(struct player *p)
{
    char text[80];
    const json_t *seat;
    size_t i;
    bool playing = strcmp(text_at(p->last, "status"), "playing") == 0;
    json_array_foreach(json_object_get(p->last, "seats"), i, seat)
    {
        bool bot = strcmp(text_at(seat, "sits"), "bot") == 0;
        if (playing && json_object_get(seat, "kicked") && chance(300)) {
            client_tell_number(p->client, "readmit", "seat", (int64_t)i);
        } else if (!playing && bot && (int)i < p->table->people) {
            int len = snprintf(text, sizeof text,
                               "{\"type\":\"seat\",\"table\":\"%s\",\"seat\":%d,\"to\":\"open\"}",
                               p->table->code, (int)i);
            client_send(p->client, text, (size_t)len);
        }
    }
}

static void on_time(uv_timer_t *timer)
{
    struct player *p = timer->data;
    if (p->number == 0 && p->client && p->last && client_is_there(p->client))
        make_up(p);
    if (p->plans)
        act(p);
    else if (json_array_size(p->legal) > 0 && strcmp(text_at(p->last, "status"), "playing") == 0)
        act(p);
    else
        get_going(p);
    if (p->client)
        uv_timer_start(timer, on_time, between(NUDGE_MS / 2, NUDGE_MS), 0);
}

static void plan(struct player *p)
{
    p->plans = true;
    uv_timer_start(&p->timer, on_time, chance(200) ? 0 : between(20, 1200), 0);
}

static void see(struct player *p, const struct client_turn *turn, const json_t *past)
{
    if (turn->match < p->match || (turn->match == p->match && turn->n < p->n)) {
        broken("nobody is taken back in the match", "Table %s, player %d: %d.%lld after %d.%lld",
               p->table->code, p->index, turn->match, (long long)turn->n, p->match,
               (long long)p->n);
    }
    truth_seen(p->table->code, p->key, turn, past);
    p->match = turn->match;
    p->n = turn->n;
    json_decref(p->legal);
    p->legal = json_incref((json_t *)(uintptr_t)turn->legal);
    const json_t *whose = json_object_get(turn->view, "turn"),
                 *you = json_object_get(p->last, "you");
    p->own_turn = json_is_integer(whose) && json_is_integer(you) &&
                  json_integer_value(whose) == json_integer_value(you);
    if (json_array_size(p->legal) > 0)
        plan(p);
}

static void on_turn(void *ctx, const struct client_turn *turn, const json_t *message)
{
    see(ctx, turn, json_object_get(message, "past"));
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *message)
{
    struct player *p = ctx;
    (void)id;
    if (!message && !(p->again && strcmp(word, "again") == 0)) {
        broken("every client sees its log without a gap, each number once",
               "Table %s, player %d: %s: %s", p->table->code, p->index, word, sentence);
    }
    if (message && p->again && strcmp(word, "store_failed") == 0) {
        p->left = true; /* it may have been the join: once more */
        clock_at(&outside, storm_now + 2 * SECOND, join_again, p, 0);
    }
}

static void on_state(void *ctx, enum client_state state, const char *word, int code,
                     const char *why, int ms)
{
    struct player *p = ctx;
    (void)code, (void)why, (void)ms;
    p->left = p->left && state == CLIENT_HERE;
    p->again = p->again && state == CLIENT_HERE;
    if (state == CLIENT_OVER)
        broken("everybody who is stored is known", "Player %d: %s", p->index, word);
}

/* ---- coming and going ---- */

static void come(struct player *p)
{
    static const struct client_handlers handlers = {.state = on_state,
                                                    .welcome = on_welcome,
                                                    .table = on_table,
                                                    .view = on_turn,
                                                    .event = on_turn,
                                                    .error = on_error};
    char name[24], from[8];
    const struct player *twin = twin_of(p);
    if (twin && !twin->token[0]) {
        clock_at(&outside, storm_now + SECOND, come_back, p, 0);
        return;
    }
    if (twin)
        memcpy(p->token, twin->token, sizeof p->token);
    struct client_config config = {.address = {.host = "storm", .path = "/ws"},
                                   .from = from,
                                   .lang = TEXT_EN,
                                   .name = twin ? NULL : name,
                                   .token = p->token[0] ? p->token : NULL,
                                   .past = chance(200)};
    snprintf(name, sizeof name, "P%d", p->index);
    snprintf(from, sizeof from, "%d", p->index);
    snprintf(config.address.code, sizeof config.address.code, "%s", p->table->code);
    p->client = client_open(&outside.loop, &config, &handlers, p);
    uv_timer_start(&p->timer, on_time, between(NUDGE_MS / 2, NUDGE_MS), 0);
}

static void come_back(void *ctx, uint64_t id)
{
    struct player *p = ctx;
    (void)id;
    if (!p->client) {
        story("player %d comes back", p->index);
        come(p);
    }
}

/* The browser is closed and opened again later: it has its token, and no more. */
static void go_away(struct player *p, uint64_t ms)
{
    if (p->client && p->token[0]) {
        story("player %d closes the browser for %llu ms", p->index, (unsigned long long)ms);
        client_end(p->client);
        p->client = NULL;
        p->left = p->again = false;
        p->match = 0;
        p->n = -1;
        json_decref(p->legal);
        p->legal = NULL;
        clock_at(&outside, storm_now + ms, come_back, p, 0);
    }
}

static void join_again(void *ctx, uint64_t id)
{
    struct player *p = ctx;
    (void)id;
    if (p->client && p->left) {
        p->left = false;
        p->again = true;
        client_join(p->client, p->table->code);
    }
}

/* The table is left, and the browser stays open. */
static void leave(struct player *p)
{
    if (p->client && client_is_there(p->client) && client_tell(p->client, "leave")) {
        story("player %d leaves the table for a moment", p->index);
        p->left = true;
        clock_at(&outside, storm_now + between(3, 20) * SECOND, join_again, p, 0);
    }
}

static void kick(const struct table *t)
{
    struct player *host = t->player[0];
    if (t->people > 1 && host->client && client_is_there(host->client) &&
        strcmp(text_at(host->last, "status"), "playing") == 0) {
        uint32_t seat = between(1, (uint32_t)t->people - 1);
        story("the host of table %s kicks seat %u", t->code, seat);
        client_tell_number(host->client, "kick", "seat", seat);
    }
}

static void wander(void *ctx, uint64_t id)
{
    (void)ctx, (void)id;
    if (happens(200))
        leave(&s.player[dice((uint32_t)s.players)]);
    if (happens(200))
        kick(&s.table[dice((uint32_t)s.tables)]);
    if (happens(500)) {
        struct player *p = &s.player[dice((uint32_t)s.players)];
        go_away(p, chance(300) ? between(10, 120) * SECOND : dice(5 * SECOND));
    }
    if (!weather.calm)
        clock_at(&outside, storm_now + between(5, 40) * SECOND, wander, NULL, 0);
}

/* All of them: a table by correspondence is left to itself. */
static void abandon(void *ctx, uint64_t id)
{
    const struct table *t = ctx;
    (void)id;
    for (int i = 0; i < t->people + t->spectators; i++)
        go_away(t->player[i], between(65, 150) * MINUTE);
}

/* ---- the whole ---- */

static void add_player(struct table *t, int number)
{
    struct player *p = &s.player[s.players];
    *p = (struct player){.index = s.players++, .number = number, .table = t, .n = -1};
    t->player[number] = p;
    uv_timer_init(&outside.loop, &p->timer);
    p->timer.data = p;
    clock_at(&outside, storm_now + between(500, 4000), come_back, p, 0);
}

static void add_table(void)
{
    static const char *const options[] = {
        "{\"scoring\":\"quick\"}",
        "{\"target\":50,\"hand_size\":5}",
        "{\"scoring\":\"quick\",\"stacking\":true,\"hand_size\":3}",
        "{\"scoring\":\"quick\",\"jump_in\":true,\"hand_size\":2}",
        "{\"scoring\":\"quick\",\"seven_zero\":true,\"jump_in\":true,\"hand_size\":3}",
        "{\"scoring\":\"quick\",\"draw_until_playable\":true,\"must_play\":true,\"hand_size\":2}",
        "{\"scoring\":\"quick\",\"uno_penalty\":4,\"hand_size\":3}",
        "{\"scoring\":\"quick\",\"hand_size\":2}",
    };
    static const char *const bots[] = {"easy",   "normal", "hard:cautious",
                                       "expert", "expert", "random"};
    struct table *t = &s.table[s.tables++];
    t->sheet = mazo_sheet_name((int)dice(MAZO_SHEET_COUNT));
    t->options = options[dice(sizeof options / sizeof options[0])];
    t->people = (int)between(1, 3);
    bool pair = strcmp(t->sheet, "duelo") == 0;
    t->people = pair && t->people > 2 ? 2 : t->people;
    t->bots = t->people == 1 ? 1 : pair ? 2 - t->people : (int)dice(3);
    t->seats = t->people + t->bots;
    t->bot = bots[dice(sizeof bots / sizeof bots[0])];
    t->spectators = chance(400) ? (int)between(1, 2) : 0;
    t->twin = t->spectators > 0 && chance(300);
    t->matches = chance(250) ? 2 : 1;
    t->clock = chance(300) ? between(5, 30) : chance(80) ? 3600 : 0;
    story("a table by %s with %s: %d people, %d bots (%s), %d spectators, %u matches, clock %u",
          t->sheet, t->options, t->people, t->bots, t->bot, t->spectators, t->matches, t->clock);
    for (int i = 0; i < t->people + t->spectators; i++)
        add_player(t, i);
    if (is_slow(t))
        clock_at(&outside, storm_now + between(10, 60) * SECOND, abandon, t, 0);
}

void players_begin(void)
{
    memset(&s, 0, sizeof s);
    int tables = (int)(chance(100) ? between(1, TABLES_MAX) : between(1, 2));
    for (int i = 0; i < tables; i++)
        add_table();
    clock_at(&outside, storm_now + between(5, 40) * SECOND, wander, NULL, 0);
}

bool players_are_slow(void)
{
    bool slow = false;
    for (int i = 0; i < s.tables; i++)
        slow = slow || is_slow(&s.table[i]);
    return slow;
}

bool players_done(char *why, size_t size)
{
    for (int i = 0; i < s.tables; i++) {
        const struct table *t = &s.table[i];
        if (!t->code[0] || !truth_over(t->code, t->matches)) {
            snprintf(why, size, "table %s (%s) has not played its %u matches", t->code, t->sheet,
                     t->matches);
            return false;
        }
        bool cut = nodes_cut((size_t)truth_last(t->code, t->matches) +
                             1); /* nobody is shown it again */
        for (int k = 0; k < t->people + t->spectators && !cut; k++) {
            const struct player *p = t->player[k];
            if (p->n != truth_last(t->code, t->matches) || p->match != (int)t->matches) {
                snprintf(why, size, "player %d has seen %d.%lld of table %s, which is at %u.%lld",
                         p->index, p->match, (long long)p->n, t->code, t->matches,
                         (long long)truth_last(t->code, t->matches));
                return false;
            }
        }
    }
    return true;
}

void players_end(void)
{
    for (int i = 0; i < s.players; i++) {
        struct player *p = &s.player[i];
        uv_close((uv_handle_t *)&p->timer, NULL);
        if (p->client)
            client_end(p->client);
        p->client = NULL;
        json_decref(p->last);
        json_decref(p->legal);
        clock_forget(p);
        clock_forget(p->table);
    }
}
