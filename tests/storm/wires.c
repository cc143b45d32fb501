/*
 * wires.c - the network: the client's link, the proxy, and the server's end of a connection.
 *
 * What is sent arrives in order, sooner or later, unless the connection breaks: then some of what
 * is on its way arrives and the rest never does. Both ends notice in their own time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/network/net.h"
#include "storm.h"

enum { OPEN_MS = 10 * SECOND, LAST_MS = 5 * SECOND };

struct packet {
    struct packet *next;
    size_t len;
    char text[];
};

struct direction {
    struct packet *first, **end;
    uint64_t at; /* when the last of them arrives */
    size_t bytes;
};

struct link {
    struct link_handlers handlers;
    void *ctx;
};

/* A message that is sent again in a moment. */
struct again {
    struct net_conn *conn;
    size_t len;
    char text[];
};

enum end { END_NOT_YET, END_OPEN, END_CLOSING, END_CLOSED };

/* A connection, from end to end. */
struct net_conn {
    struct link link; /* first */
    struct net_conn *next;
    char path[64];
    int player, node; /* -1: no server has it yet */
    void *user;
    uint8_t client, server; /* enum end */
    bool dead;              /* nothing more gets in */
    uint64_t lost_at;       /* when it broke, and a moment more; or UINT64_MAX */
    struct direction up, down;
};

static struct {
    struct net_conn *first;
    uint64_t messages;
} s;

uint64_t wires_messages(void) { return s.messages; }
void wire_set_user(struct net_conn *c, void *user) { c->user = user; }
void *wire_user(const struct net_conn *c) { return c->user; }
int wire_player(const struct net_conn *c) { return c->player; }

static uint64_t delay(void)
{
    if (happens(weather.slow))
        return dice(chance(100) ? 15 * SECOND : 2 * SECOND);
    return between(1, 30);
}

/* ---- what is on its way ---- */

static void put(struct direction *d, const char *text, size_t len)
{
    struct packet *p = malloc(sizeof *p + len + 1);
    if (!p)
        abort();
    p->next = NULL;
    p->len = len;
    memcpy(p->text, text, len);
    p->text[len] = '\0';
    *d->end = p;
    d->end = &p->next;
    d->bytes += len;
}

static struct packet *take(struct direction *d)
{
    struct packet *p = d->first;
    if (p) {
        d->first = p->next;
        d->end = d->first ? d->end : &d->first;
        d->bytes -= p->len;
    }
    return p;
}

/* Some of it arrives, the rest is lost. */
static void lose_some(struct direction *d)
{
    struct packet **p = &d->first;
    while (*p && chance(600))
        p = &(*p)->next;
    d->end = p;
    while (*p) {
        struct packet *lost = *p;
        *p = lost->next;
        d->bytes -= lost->len;
        free(lost);
    }
}

static uint64_t arrival(struct direction *d)
{
    uint64_t at = storm_now + delay();
    d->at = at > d->at ? at : d->at;
    return d->at;
}

/* ---- the ends ---- */

static void close_server(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    (void)id;
    if (c->server == END_OPEN || c->server == END_CLOSING) {
        c->server = END_CLOSED;
        node_closed(c->node, c);
    }
}

static void close_client(void *ctx, uint64_t code)
{
    struct net_conn *c = ctx;
    if (c->client != END_CLOSED) {
        c->client = END_CLOSED;
        c->link.handlers.closed(&c->link, c->link.ctx, (int)code, "");
    }
}

static uint64_t latest(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void close_server_at(struct net_conn *c, uint64_t at)
{
    if (c->node >= 0)
        clock_at(node_home(c->node), latest(at, c->up.at), close_server, c, 0);
}

static void close_client_at(struct net_conn *c, uint64_t at, int code)
{
    clock_at(&outside, latest(at, c->down.at), close_client, c, (uint64_t)code);
}

/* The wire breaks. A half of them each: both ends hear of it soon, or find out by silence. */
static void cut(struct net_conn *c)
{
    bool half = happens(weather.half);
    story("the connection of player %d to server %d breaks%s", c->player, c->node,
          half ? ", and nobody notices" : "");
    c->dead = true;
    c->lost_at = storm_now + LAST_MS;
    lose_some(&c->up);
    lose_some(&c->down);
    close_server_at(c, storm_now + (half ? between(20, 90) * SECOND : dice(2 * SECOND)));
    close_client_at(c, storm_now + (half ? between(15, 60) * SECOND : dice(2 * SECOND)), 1006);
}

/* ---- messages ---- */

static void arrive_up(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    struct packet *p = take(&c->up);
    (void)id;
    if (p && c->server == END_OPEN && storm_now <= c->lost_at) {
        story("player %d to server %d: %s", c->player, c->node, p->text);
        note(p->text, p->len);
        s.messages++;
        node_message(c->node, c, p->text, p->len);
    }
    free(p);
}

static void arrive_down(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    struct packet *p = take(&c->down);
    (void)id;
    if (p && c->client == END_OPEN) {
        note(p->text, p->len);
        s.messages++;
        c->link.handlers.message(&c->link, c->link.ctx, p->text, p->len);
    }
    free(p);
}

void wire_send(struct net_conn *c, const char *text, size_t len)
{
    if (c->server == END_CLOSED)
        broken("nobody speaks to anyone who has gone", "Player %d", c->player);
    if (c->server != END_OPEN)
        return;
    if (c->dead) {
        c->down.bytes += len; /* into the void */
    } else {
        put(&c->down, text, len);
        clock_at(&outside, arrival(&c->down), arrive_down, c, 0);
    }
    if (c->down.bytes > NET_QUEUE_MAX) {
        story("player %d does not read", c->player);
        wire_close(c, NET_CLOSE_SLOW);
    } else if (!c->dead && happens(weather.cut)) {
        cut(c);
    }
}

void wire_close(struct net_conn *c, int code)
{
    if (c->server == END_OPEN) {
        c->server = END_CLOSING;
        clock_at(node_home(c->node), storm_now, close_server, c, 0);
        if (!c->dead)
            close_client_at(c, storm_now + delay(), code);
        c->dead = true;
    }
}

/* ---- the proxy ---- */

static uint32_t weight(const char *code, int node)
{
    uint32_t sum = 2166136261u + (uint32_t)node;
    for (; *code; code++)
        sum = (sum ^ (uint8_t)*code) * 16777619u;
    sum ^= sum >> 15;
    return sum * 2246822519u;
}

/* The server that a table belongs to, of those that seem to answer; any, without a table. */
static int choose_node(const char *path)
{
    const char *code = strncmp(path, "/ws/", 4) == 0 ? path + 4 : NULL;
    int best = -1;
    uint32_t most = 0;
    for (int i = 0; i < nodes_count(); i++) {
        uint32_t w = code ? weight(code, i) : dice(1 << 30);
        if (node_answers(i) && node_accepts(i) && (best < 0 || w > most)) {
            best = i;
            most = w;
        }
    }
    return best;
}

/* ---- the client's link ---- */

static void open_client(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    (void)id;
    if (c->client == END_NOT_YET) {
        c->client = END_OPEN;
        c->link.handlers.opened(&c->link, c->link.ctx);
    }
}

static void open_server(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    (void)id;
    if (c->client != END_NOT_YET || !node_accepts(c->node))
        return; /* it has lost its patience, and soon will */
    c->server = END_OPEN;
    node_opened(c->node, c, c->path);
    clock_at(&outside, arrival(&c->down), open_client, c, 0);
}

static void reach_proxy(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    (void)id;
    c->node = choose_node(c->path);
    story("player %d asks for %s: server %d", c->player, c->path, c->node);
    if (c->node < 0)
        close_client_at(c, storm_now + delay(), 1006);
    else
        clock_at(node_home(c->node), arrival(&c->up), open_server, c, 0);
}

static void lose_patience(void *ctx, uint64_t id)
{
    struct net_conn *c = ctx;
    (void)id;
    if (c->client == END_NOT_YET) {
        c->dead = true;
        close_server_at(c, storm_now + delay());
        close_client(c, 1006);
    }
}

struct link *link_open(uv_loop_t *loop, const struct link_address *address, const char *from,
                       const struct link_handlers *handlers, void *ctx)
{
    struct net_conn *c = calloc(1, sizeof *c);
    (void)loop;
    if (!c)
        abort();
    c->link.handlers = *handlers;
    c->link.ctx = ctx;
    c->player = atoi(from);
    c->node = -1;
    c->lost_at = UINT64_MAX;
    c->up.end = &c->up.first;
    c->down.end = &c->down.first;
    snprintf(c->path, sizeof c->path, "%.60s", address->path);
    c->next = s.first;
    s.first = c;
    clock_at(&outside, arrival(&c->up), reach_proxy, c, 0);
    clock_at(&outside, storm_now + OPEN_MS, lose_patience, c, 0);
    return &c->link;
}

static void send_up(struct net_conn *c, const char *text, size_t len)
{
    if (!c->dead && c->client == END_OPEN) {
        put(&c->up, text, len);
        clock_at(node_home(c->node), arrival(&c->up), arrive_up, c, 0);
    }
}

/* A command without an answer is sent once more. */
static void send_again(void *ctx, uint64_t id)
{
    struct again *a = ctx;
    (void)id;
    send_up(a->conn, a->text, a->len);
    free(a);
}

static void send_later(struct net_conn *c, const char *text, size_t len)
{
    struct again *a = malloc(sizeof *a + len);
    if (!a)
        abort();
    a->conn = c;
    a->len = len;
    memcpy(a->text, text, len);
    clock_at(&outside, storm_now + dice(chance(500) ? 50 : 1500), send_again, a, 0);
}

bool link_send(struct link *l, const char *text, size_t len)
{
    struct net_conn *c = (struct net_conn *)l;
    static const char command[] = "{\"type\":\"do\"";
    if (c->client != END_OPEN)
        return false;
    send_up(c, text, len);
    if (len > sizeof command && memcmp(text, command, sizeof command - 1) == 0 &&
        happens(weather.twice))
        send_later(c, text, len);
    if (!c->dead && happens(weather.cut))
        cut(c);
    return true;
}

void link_close(struct link *l, int code)
{
    struct net_conn *c = (struct net_conn *)l;
    if (c->client == END_NOT_YET || c->client == END_OPEN) {
        c->client = END_CLOSING;
        clock_at(&outside, storm_now, close_client, c, (uint64_t)(code ? code : 1006));
        if (!c->dead)
            close_server_at(c, storm_now + delay());
        c->dead = true;
    }
}

void link_bytes(const struct link *l, uint64_t *in, uint64_t *out)
{
    (void)l;
    *in = *out = 0;
}

/* ---- all of them ---- */

void wires_killed(int node)
{
    for (struct net_conn *c = s.first; c; c = c->next) {
        if (c->node != node || c->server == END_CLOSED)
            continue;
        if (c->server != END_NOT_YET)
            node_closed(node, c);
        c->server = END_CLOSED;
        if (!c->dead) {
            bool silent = happens(weather.half);
            lose_some(&c->down);
            close_client_at(c, storm_now + (silent ? between(15, 60) * SECOND : dice(300)), 1006);
        }
        c->dead = true;
    }
}

void wires_close(int node, int code)
{
    for (struct net_conn *c = s.first; c; c = c->next)
        if (c->node == node)
            wire_close(c, code);
}

void wires_begin(void) { memset(&s, 0, sizeof s); }

void wires_end(void)
{
    while (s.first) {
        struct net_conn *c = s.first;
        s.first = c->next;
        for (struct packet *p; (p = take(&c->up)) || (p = take(&c->down));)
            free(p);
        free(c);
    }
}
