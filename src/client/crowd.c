/*
 * crowd.c - brings the crowd in, watches it, and sends it home.
 */
#include "client/crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/crowd_inner.h"
#include "mazo/rng.h"

enum {
    TICK_MS = 20,
    ON_THE_WAY_MAX = 500, /* connections not yet welcomed */
    NUDGE_AFTER_S = 5,    /* without a match */
    NOBODY_AFTER_S = 3,   /* a server is gone after this long without a connection */
    COMING_MAX_S = 60,    /* longest time to come in, plus three times what the rate needs */
    STALLED_AFTER_S = 20, /* stalled after this long, plus the pace, without an event */
    GOING_MAX_S = 10      /* time for the last answers */
};

static const uint64_t second = 1000000000;

static double seconds_since(uint64_t then)
{
    return then ? (double)(uv_hrtime() - then) / (double)second : 0;
}

/* ---- what a client tells ---- */

static void on_state(void *ctx, enum client_state state, const char *word, int code,
                     const char *why, int ms)
{
    struct crowd_player *p = ctx;
    struct crowd *c = p->table->crowd;
    struct crowd_figures *f = &c->figures;
    char name[24], reason[LINK_WHY_SIZE];
    (void)ms;
    if (state == CLIENT_HERE) {
        p->here = true;
        f->here++;
        f->most_here = f->here > f->most_here ? f->here : f->most_here;
        return;
    }
    if (state == CLIENT_CONNECTING)
        return;
    bool was_here = p->here;
    p->here = false;
    f->here -= was_here;
    f->breaks += was_here;
    p->broke_at = p->broke_at ? p->broke_at : uv_hrtime();
    p->broke = true;
    if (!was_here)
        snprintf(f->why, sizeof f->why, "%s", why);
    if (f->stage >= CROWD_GOING || (c->plan->breaks && !word[0]))
        return;
    faults_add(&f->faults, was_here ? FAULT_closed : FAULT_connect, "%s: %d %s%s%s",
               crowd_table_name(p->table, name), code, word, word[0] ? " " : "",
               link_reason(why, TEXT_EN, reason, sizeof reason));
}

static void on_welcome(void *ctx, const struct client_self *self, const json_t *message)
{
    struct crowd_player *p = ctx;
    (void)self, (void)message;
    if (!p->welcomed) {
        histogram_add(&p->table->crowd->figures.connect, (uv_hrtime() - p->opened_at) / 1000);
        p->broke_at = 0;
    }
    p->welcomed = true;
    crowd_welcome(p);
}

static void on_table(void *ctx, const struct table_info *info, const json_t *message)
{
    struct crowd_player *p = ctx;
    (void)message;
    if (p->broke_at) {
        histogram_add(&p->table->crowd->figures.back, (uv_hrtime() - p->broke_at) / 1000);
        p->broke_at = 0;
    }
    p->table->crowd->figures.messages++;
    crowd_table_told(p, info);
}

static void on_view(void *ctx, const struct client_turn *turn, const json_t *message)
{
    struct crowd_player *p = ctx;
    (void)message;
    p->table->crowd->figures.messages++;
    crowd_turn(p, turn, false);
}

static void on_event(void *ctx, const struct client_turn *turn, const json_t *message)
{
    struct crowd_player *p = ctx;
    (void)message;
    p->table->crowd->figures.messages++;
    crowd_turn(p, turn, true);
}

static void on_answer(void *ctx, enum client_answer answer, const char *id, int64_t n,
                      const char *word, const char *sentence, const json_t *message)
{
    struct crowd_player *p = ctx;
    (void)id, (void)message;
    p->table->crowd->figures.messages++;
    crowd_answer(p, answer, n, word, sentence);
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *message)
{
    struct crowd_player *p = ctx;
    struct crowd_figures *f = &p->table->crowd->figures;
    enum fault fault = strcmp(word, "gap") == 0           ? FAULT_gap
                       : strcmp(word, "again") == 0       ? FAULT_again
                       : strcmp(word, "bad_message") == 0 ? FAULT_bad_message
                                                          : FAULT_error;
    char name[24];
    /* The answer to the first start was lost with the connection, or the server is about to stop
     * and takes it when it is back: the table is nudged. */
    bool later = p->table->crowd->plan->breaks &&
                 (strcmp(word, "running") == 0 || strcmp(word, "draining") == 0);
    (void)id, (void)message;
    if (client_store_fails(word)) {
        f->unstored++; /* the client retries by itself, and crowd_nudge helps the table */
    } else if (f->stage < CROWD_GOING && !later) {
        faults_add(&f->faults, fault, "%s seat %d: %s: %s", crowd_table_name(p->table, name),
                   p->seat == MAZO_SPECTATOR ? -1 : p->seat, word, sentence);
    }
}

/* ---- coming ---- */

static void open_next(struct crowd *c)
{
    static const struct client_handlers handlers = {.state = on_state,
                                                    .welcome = on_welcome,
                                                    .table = on_table,
                                                    .view = on_view,
                                                    .event = on_event,
                                                    .answer = on_answer,
                                                    .error = on_error};
    struct crowd_player *p = &c->players[c->opened];
    char name[24], from[24];
    struct client_config config = {.address = c->plan->address,
                                   .lang = c->plan->lang,
                                   .name = name};
    snprintf(name, sizeof name, "Load %d", c->opened + 1);
    if (c->plan->addresses > 0) {
        snprintf(from, sizeof from, "127.0.0.%d", 1 + c->opened % c->plan->addresses);
        config.from = from;
    }
    p->opened_at = uv_hrtime();
    p->client = client_open(c->loop, &config, &handlers, p);
    c->opened++;
    if (!p->client)
        faults_add(&c->figures.faults, FAULT_connect, "%s", uv_strerror(UV_ENOMEM));
}

/* No more at once than the plan allows or the server can welcome. */
static void open_some(struct crowd *c, double passed)
{
    int all = c->plan->tables * c->per_table;
    c->opens_due += passed * c->plan->rate;
    while (c->opens_due >= 1 && c->opened < all &&
           c->figures.connect.count + ON_THE_WAY_MAX > (uint64_t)c->opened) {
        open_next(c);
        c->opens_due -= 1;
    }
    c->opens_due = c->opens_due > 1 && c->opened < all ? 1 : c->opens_due;
    c->figures.opened = (uint32_t)c->opened;
}

/* ---- watching ---- */

static void drop_some(struct crowd *c, double passed)
{
    c->drops_due += passed * c->plan->drops / 60;
    while (c->drops_due >= 1) {
        struct crowd_player *p = &c->players[crowd_dice(c, (uint32_t)c->opened)];
        if (p->client && p->welcomed)
            client_drop(p->client);
        c->drops_due -= 1;
    }
}

/* Nothing happens there, and who is missing. */
static void add_stalled(struct crowd *c, const struct crowd_table *t)
{
    int out = 0;
    char reason[LINK_WHY_SIZE];
    for (int i = 0; i < c->plan->seats; i++)
        out += !t->players[i].here;
    faults_add(&c->figures.faults, FAULT_stalled, "%s, %d.%lld: %d of %d not connected%s%s",
               t->code, t->match, (long long)client_n(t->players[0].client), out, c->plan->seats,
               out ? ": " : "",
               out ? link_reason(c->figures.why, TEXT_EN, reason, sizeof reason) : "");
}

static void watch_table(struct crowd *c, struct crowd_table *t, uint64_t now)
{
    uint64_t stalled = STALLED_AFTER_S * second + 3 * (uint64_t)c->plan->pace_ms * 1000000;
    bool here = t->players[0].client && t->players[0].welcomed;
    if (t->playing && now - t->moved_at > stalled && now - t->nudged_at > stalled) {
        add_stalled(c, t);
        crowd_nudge(t);
    } else if (!t->playing && !t->finished && here && now - t->nudged_at > NUDGE_AFTER_S * second) {
        crowd_nudge(t);
    }
}

static void count_bytes(struct crowd *c)
{
    c->figures.bytes_in = c->figures.bytes_out = 0;
    for (int i = 0; i < c->opened; i++) {
        uint64_t in, out;
        if (c->players[i].client) {
            client_bytes(c->players[i].client, &in, &out);
            c->figures.bytes_in += in;
            c->figures.bytes_out += out;
        }
    }
}

static bool all_finished(const struct crowd *c)
{
    for (int i = 0; i < c->plan->tables; i++)
        if (!c->tables[i].finished)
            return false;
    return true;
}

static void end_moment(struct crowd *c)
{
    struct crowd_figures *f = &c->figures;
    if (f->moment_count < CROWD_MOMENTS_MAX) {
        f->moments[f->moment_count++] = (struct crowd_moment){
            .at = seconds_since(c->playing_at),
            .moves = c->moment_moves,
            .p50 = histogram_at(&c->moment, 0.5),
            .p99 = histogram_at(&c->moment, 0.99),
            .most = c->moment.most,
        };
    }
    histogram_clear(&c->moment);
    c->moment_moves = 0;
}

/* ---- the stages ---- */

static void begin_playing(struct crowd *c)
{
    struct crowd_figures *f = &c->figures;
    f->coming_s = seconds_since(c->began_at);
    f->stage = CROWD_PLAYING;
    c->playing_at = c->moment_at = uv_hrtime();
    f->moment_s = c->plan->seconds > CROWD_MOMENTS_MAX
                      ? (double)c->plan->seconds / CROWD_MOMENTS_MAX
                      : 1;
    count_bytes(c);
    f->measured_in = f->bytes_in;
    f->measured_out = f->bytes_out;
    f->measured_messages = f->messages;
}

static void end_playing(struct crowd *c)
{
    struct crowd_figures *f = &c->figures;
    count_bytes(c);
    if (f->stage == CROWD_PLAYING) {
        if (c->moment.count > 0)
            end_moment(c);
        f->playing_s = seconds_since(c->playing_at);
        f->measured_in = f->bytes_in - f->measured_in;
        f->measured_out = f->bytes_out - f->measured_out;
        f->measured_messages = f->messages - f->measured_messages;
    } else {
        f->coming_s = seconds_since(c->began_at);
        f->measured_in = f->measured_out = f->measured_messages = 0;
    }
    f->stage = CROWD_GOING;
    c->going_at = uv_hrtime();
    for (int i = 0; i < c->opened; i++) {
        crowd_forget_move(&c->players[i]);
        free(c->players[i].sent);
    }
}

static int under_way(const struct crowd *c)
{
    int count = 0;
    for (int i = 0; i < c->opened; i++) {
        const struct crowd_player *p = &c->players[i];
        count += p->client && (p->sent_at || p->done_n >= 0);
    }
    return count;
}

/* Commands without an answer by now will not get one. */
static void settle(struct crowd *c)
{
    struct faults *faults = &c->figures.faults;
    for (int i = 0; i < c->opened; i++) {
        const struct crowd_player *p = &c->players[i];
        if (p->client && p->sent_at)
            faults_add(faults, FAULT_unanswered, "%s seat %d", p->table->code, p->seat);
        if (p->client && p->done_n >= 0) {
            faults_add(faults, FAULT_lost, "%s seat %d, %lld", p->table->code, p->seat,
                       (long long)p->done_n);
        }
    }
}

static void send_home(struct crowd *c)
{
    settle(c);
    count_bytes(c);
    c->figures.stage = CROWD_GONE;
    for (int i = 0; i < c->opened; i++) {
        if (c->players[i].client) {
            client_end(c->players[i].client);
            c->players[i].client = NULL;
        }
    }
    for (int i = 0; i < c->plan->tables; i++)
        uv_close((uv_handle_t *)&c->tables[i].timer, NULL);
    uv_close((uv_handle_t *)&c->ticker, NULL);
}

static void watch(struct crowd *c, uint64_t now)
{
    for (int i = 0; i < c->plan->tables; i++)
        watch_table(c, &c->tables[i], now);
}

static void tick_playing(struct crowd *c, uint64_t now, double passed)
{
    drop_some(c, passed);
    if (seconds_since(c->moment_at) >= c->figures.moment_s) {
        end_moment(c);
        c->moment_at = now;
    }
    bool late = c->plan->seconds && seconds_since(c->playing_at) >= c->plan->seconds;
    if (late || all_finished(c))
        end_playing(c);
}

static void tick_coming(struct crowd *c)
{
    struct crowd_figures *f = &c->figures;
    double most = COMING_MAX_S + 3.0 * f->wanted / c->plan->rate;
    char reason[LINK_WHY_SIZE];
    if (f->tables_begun == (uint32_t)c->plan->tables) {
        begin_playing(c);
    } else if (f->connect.count == 0 && f->faults.count[FAULT_connect] > 0 &&
               seconds_since(c->began_at) > NOBODY_AFTER_S) {
        end_playing(c);
    } else if (seconds_since(c->began_at) > most) {
        faults_add(&f->faults, FAULT_stalled,
                   "only %u of %d tables have begun a match; %u of %u connected, last refusal: %s",
                   f->tables_begun, c->plan->tables, f->here, f->wanted,
                   link_reason(f->why, TEXT_EN, reason, sizeof reason));
        end_playing(c);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct crowd *c = timer->data;
    uint64_t now = uv_hrtime();
    double passed = (double)(now - c->tick_at) / (double)second;
    if (now / second != c->tick_at / second && c->figures.stage < CROWD_GOING)
        watch(c, now);
    c->tick_at = now;
    switch (c->figures.stage) {
    case CROWD_COMING:
        open_some(c, passed);
        tick_coming(c);
        break;
    case CROWD_PLAYING:
        tick_playing(c, now, passed);
        break;
    case CROWD_GOING:
        if (under_way(c) == 0 || seconds_since(c->going_at) > GOING_MAX_S)
            send_home(c);
        break;
    case CROWD_GONE:
        break;
    }
}

/* ---- the door ---- */

static void set_tables(struct crowd *c)
{
    for (int i = 0; i < c->plan->tables; i++) {
        struct crowd_table *t = &c->tables[i];
        t->crowd = c;
        t->players = &c->players[i * c->per_table];
        uv_timer_init(c->loop, &t->timer);
        t->timer.data = t;
        t->nudged_at = c->began_at;
        for (int k = 0; k < c->per_table; k++) {
            t->players[k] = (struct crowd_player){.table = t,
                                                  .index = (uint16_t)k,
                                                  .seat = MAZO_SPECTATOR,
                                                  .done_n = -1,
                                                  .seen_n = -1};
        }
    }
}

struct crowd *crowd_new(uv_loop_t *loop, const struct crowd_plan *plan)
{
    struct crowd *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->loop = loop;
    c->plan = plan;
    c->per_table = plan->seats + plan->watchers;
    c->dice = mazo_fast_seed(plan->seed);
    c->tables = calloc((size_t)plan->tables, sizeof *c->tables);
    c->players = calloc((size_t)plan->tables * (size_t)c->per_table, sizeof *c->players);
    c->witness = verifier_new(&c->figures.faults, plan->lang);
    if (!c->tables || !c->players || !c->witness) {
        crowd_free(c);
        return NULL;
    }
    c->began_at = c->tick_at = uv_hrtime();
    c->figures.wanted = (uint32_t)(plan->tables * c->per_table);
    set_tables(c);
    uv_timer_init(loop, &c->ticker);
    c->ticker.data = c;
    uv_timer_start(&c->ticker, on_tick, 0, TICK_MS);
    return c;
}

const struct crowd_figures *crowd_figures(struct crowd *c)
{
    if (c->figures.stage == CROWD_COMING)
        c->figures.coming_s = seconds_since(c->began_at);
    else if (c->figures.stage == CROWD_PLAYING)
        c->figures.playing_s = seconds_since(c->playing_at);
    return &c->figures;
}

void crowd_stop(struct crowd *c)
{
    if (c->figures.stage < CROWD_GOING)
        end_playing(c);
}

void crowd_free(struct crowd *c)
{
    verifier_free(c->witness);
    free(c->players);
    free(c->tables);
    free(c);
}
