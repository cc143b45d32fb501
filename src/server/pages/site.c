/*
 * site.c - HTTP: the pages inside the program, match files, figures.
 *
 *   /            and /t/CODE: the game
 *   /m/KEY       the file of a match that is over or cannot be continued
 *   /qr/CODE.svg the link to a table as a picture to scan; /qr/code.svg: to a device, see send_qr
 *   /healthz     is the server well?
 *   /metrics     figures for Prometheus, and
 *   /status      for `mazo top`: to this machine only
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/cluster/drain.h"
#include "server/tables/stopped.h"
#include "server/tables/think.h"
#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/hub/metrics.h"
#include "server/network/net.h"
#include "server/pages/pages.h"
#include "server/pages/qr.h"
#include "server/play/room_load.h"
#include "server/stored/store_queries.h"
#include "server/tables/room.h"
#include "store/match_text.h"
#include "mazo/library.h"

enum { STATUS_TABLES = 50, PREVIEWS_A_MINUTE = 120, TITLE_MAX = 2048 };

static const char no_match[] = "Match not found, or still being played.\n";

static void text_reply(struct net_reply *reply, int status, const char *text)
{
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    reply->body = text;
    reply->len = strlen(text);
    reply->keeps = true;
}

/* ---- pages ---- */

static const struct page *find_page(const char *path)
{
    if (strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0 || strncmp(path, "/r/", 3) == 0)
        path = "/index.html";
    for (int i = 0; i < page_count; i++)
        if (strcmp(pages[i].path, path) == 0)
            return &pages[i];
    return NULL;
}

/* The table that the preview of a link describes; NULL: not in memory, or too many previews. They would show
 * which codes exist, so previews are rationed, except for tables in the public list. */
static const struct room_state *previewed(struct hub *h, const char *path)
{
    const struct room *r = strncmp(path, "/t/", 3) == 0 ? load_in_memory(h, path + 3) : NULL;
    const struct room_state *s = r ? room_stored(r) : NULL;
    if (s && s->listed)
        return s;
    if (strncmp(path, "/t/", 3) != 0 || tally_now(&h->previews, uv_now(h->loop), 60 * 1000) >= PREVIEWS_A_MINUTE)
        return NULL;
    h->previews.count++;
    return s && s->seats > 0 && s->host ? s : NULL;
}

/* Escapes text for an HTML attribute in double quotes. */
static void escape(const char *text, char *out, size_t size)
{
    size_t len = 0;
    for (; *text; text++) {
        const char *as = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '"' ? "&quot;" : NULL;
        size_t more = as ? strlen(as) : 1;
        if (len + more >= size)
            break;
        memcpy(out + len, as ? as : text, more);
        len += more;
    }
    out[len] = '\0';
}

/* The title of a link's preview. */
static void write_title(struct hub *h, const struct net_request *r, char *out, size_t size)
{
    enum text_lang lang = strncmp(r->language, "es", 2) == 0 ? TEXT_ES : TEXT_EN;
    const struct room_state *s = previewed(h, r->path);
    char text[TITLE_MAX / 8];
    int open = 0;
    if (!s) {
        bool table = strncmp(r->path, "/t/", 3) == 0, match = strncmp(r->path, "/r/", 3) == 0;
        snprintf(out, size, "%s",
                 table   ? ": a table is waiting for you · te esperan en la mesa"
                 : match ? ": watch this match · mira esta partida"
                         : "");
        return;
    }
    for (int i = 0; i < s->seats; i++)
        open += s->seat[i].kind == SEAT_OPEN;
    const char *sheet = text_in(lang, mazo_sheet_title(s->rules.sheet));
    if (open > 0 && s->status == ROOM_OPEN)
        snprintf(text, sizeof text, text_in(lang, N_(": %s is waiting for you · %s · free seats: %d of %d")),
                 s->host->name, sheet, open, s->seats);
    else
        snprintf(text, sizeof text, text_in(lang, N_(": %s is playing · %s · %d seats")), s->host->name,
                 sheet, s->seats);
    escape(text, out, size);
}

/* The address people use for this server: the configured one, or the one in this request. */
static void write_base(const struct config *config, const struct net_request *r, char *out,
                       size_t size)
{
    size_t len = strlen(config->url);
    while (len > 0 && config->url[len - 1] == '/')
        len--;
    if (len > 0)
        snprintf(out, size, "%.*s", (int)len, config->url);
    else
        snprintf(out, size, "%s://%s", r->secure ? "https" : "http", r->host);
}

/* The page of the game, for the preview of a link, with a full address for the picture, which
 * previews need. False: the page has no place for them. */
static bool send_shared(struct hub *h, const struct page *p, const struct net_request *r,
                        struct net_reply *reply)
{
    const struct config *config = h->config;
    static const char title[] = "og:title\" content=\"Mazo", image[] = "og:image\" content=\"";
    const char *html = (const char *)p->body;
    const char *at = strstr(html, title);
    const char *to = at ? strstr(at, image) : NULL;
    char base[sizeof config->url + NET_HEAD_MAX], said[TITLE_MAX];
    if (!to || (!*r->host && !config->url[0]))
        return false;
    at += strlen(title);
    to += strlen(image);
    write_base(config, r, base, sizeof base);
    write_title(h, r, said, sizeof said);
    size_t size = p->len + strlen(said) + strlen(base) + 1;
    char *out = malloc(size);
    if (!out)
        return false;
    reply->len = (size_t)snprintf(out, size, "%.*s%s%.*s%s%s", (int)(at - html), html,
                                  said, (int)(to - at), at, base, to);
    reply->body = out;
    reply->free = free;
    return true;
}

static bool send_page(struct hub *h, const struct net_request *r, struct net_reply *reply)
{
    const struct page *p = find_page(r->path);
    if (!p)
        return false;
    reply->status = 200;
    reply->type = p->type;
    if (strcmp(p->path, "/index.html") == 0 && send_shared(h, p, r, reply)) {
        reply->cache = "no-cache";
        return true;
    }
    reply->etag = p->etag;
    reply->cache = p->lasts ? "public, max-age=31536000, immutable" : "no-cache";
    reply->keeps = true;
    reply->gzip = r->takes_gzip && p->gzip_len > 0;
    reply->body = reply->gzip ? p->gzip : p->body;
    reply->len = reply->gzip ? p->gzip_len : p->len;
    return true;
}

/* ---- links to scan ---- */

/* A device code is worth its player's identity, so it comes in a header: addresses end up in the
 * logs of proxies. Whether a table exists is not said: that would help to guess codes. */
static void send_qr(const struct config *config, const struct net_request *r,
                    struct net_reply *reply)
{
    char base[sizeof config->url + NET_HEAD_MAX], link[sizeof base + 32];
    const char *name = r->path + strlen("/qr/");
    bool device = strcmp(name, "code.svg") == 0;
    const char *code = device ? r->code : name;
    size_t len = strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool known = *r->host || config->url[0];
    if (known && len > 0 && len < STORE_CODE_SIZE &&
        strcmp(code + len, device ? "" : ".svg") == 0) {
        write_base(config, r, base, sizeof base);
        snprintf(link, sizeof link, "%s%s%.*s", base, device ? "/#code=" : "/t/", (int)len, code);
        reply->body = qr_svg(link, &reply->len);
    }
    if (!reply->body) {
        text_reply(reply, 404, "There is no such code.\n");
        return;
    }
    reply->status = 200;
    reply->type = "image/svg+xml";
    reply->free = free;
}

/* ---- match files ---- */

static void end_file(void *ctx)
{
    struct read_file *q = ctx;
    free(q->piece.bytes);
    free(q);
}

/* Takes it over from the question. */
static char *take_piece(struct read_file *q, size_t *len)
{
    char *bytes = q->found == FIND_FOUND ? q->piece.bytes : NULL;
    *len = bytes ? q->piece.len : 0;
    if (bytes)
        q->piece = (struct store_lines){0};
    return bytes;
}

static void send_piece(struct reading *reading, void *ctx)
{
    struct read_file *q = (struct read_file *)reading;
    size_t len;
    char *bytes = take_piece(q, &len);
    (void)ctx;
    net_piece(q->later, bytes, len, free);
}

static void next_piece(void *ctx)
{
    struct read_file *q = ctx;
    if (q->hub->stopping) {
        net_piece(q->later, NULL, 0, NULL);
        return;
    }
    q->reading.read = query_piece;
    q->reading.done = send_piece;
    hub_read(q->hub, &q->reading);
}

static void answer_match(struct reading *reading, void *ctx)
{
    struct read_file *q = (struct read_file *)reading;
    struct net_reply reply = {0};
    (void)ctx;
    if (q->found == FIND_FOUND) {
        reply.status = 200;
        reply.type = "text/plain; charset=utf-8";
        reply.cache = q->over ? "public, max-age=31536000, immutable" : "no-cache";
        reply.more = "Content-Disposition: attachment; filename=\"match.mazo\"\r\n";
        reply.body = take_piece(q, &reply.piece);
        reply.len = q->size;
        reply.free = free;
    } else {
        bool failed = q->found == FIND_FAILED;
        text_reply(&reply, failed ? 503 : 404, failed ? "Try again later.\n" : no_match);
    }
    reply.source = (struct net_source){next_piece, end_file, q};
    net_answer(q->later, &reply);
}

static void send_match(struct hub *h, const char *key, struct net_reply *reply)
{
    struct read_file *q = calloc(1, sizeof *q);
    if (strlen(key) >= STORE_KEY_SIZE || !q || !(q->later = net_wait(h->net))) {
        text_reply(reply, 404, no_match);
        free(q);
        return;
    }
    q->reading.read = query_file;
    q->reading.done = answer_match;
    q->hub = h;
    memcpy(q->key, key, strlen(key) + 1);
    reply->later = q->later;
    hub_read(h, &q->reading);
}

/* ---- figures ---- */

static void figure(FILE *f, const char *name, const char *kind, const char *help, double value)
{
    fprintf(f, "# HELP mazo_%s %s\n# TYPE mazo_%s %s\nmazo_%s %.15g\n", name, help, name, kind,
            name, value);
}

static void counter(FILE *f, const char *name, const char *help, uint64_t value)
{
    figure(f, name, "counter", help, (double)value);
}

static void put_network(FILE *f, const struct net_stats *n)
{
    figure(f, "connections", "gauge", "open WebSocket connections", n->websockets);
    figure(f, "http_connections", "gauge", "open HTTP connections", n->http);
    counter(f, "connections_total", "connections accepted", n->accepted);
    counter(f, "connections_refused_total", "connections refused", n->refused);
    counter(f, "requests_total", "HTTP requests", n->requests);
    counter(f, "received_messages_total", "messages in", n->messages_in);
    counter(f, "sent_messages_total", "messages out", n->messages_out);
    counter(f, "received_bytes_total", "bytes in", n->bytes_in);
    counter(f, "sent_bytes_total", "bytes out", n->bytes_out);
    counter(f, "sent_writes_total", "writes to connections", n->writes);
    counter(f, "cut_slow_total", "clients cut off: did not read", n->cut_slow);
    counter(f, "cut_rate_total", "clients cut off: too fast", n->cut_rate);
    counter(f, "paused_total", "clients not read for a while: made too much work", n->paused);
    counter(f, "cut_idle_total", "clients cut off: silent", n->cut_idle);
    counter(f, "cut_protocol_total", "clients cut off: broken frames", n->cut_protocol);
    counter(f, "bad_origins_total", "upgrades from foreign pages", n->bad_origins);
}

/* Counts what is stored. */
static uint32_t count_playing(const struct hub *h)
{
    uint32_t count = h->playing;
    for (uint32_t i = 0; i < h->pending_count; i++) {
        const struct room *r = hub_pending(h, i)->room;
        if (r && r->before) {
            count += r->before->status == ROOM_PLAYING;
            count -= r->now.status == ROOM_PLAYING;
        }
    }
    return count;
}

static void put_game(FILE *f, const struct hub *h)
{
    const struct metrics *m = &h->metrics;
    figure(f, "tables", "gauge", "tables in memory", h->rooms);
    figure(f, "matches_running", "gauge", "matches that run", count_playing(h));
    figure(f, "draining", "gauge", "about to stop", h->drain.on);
    figure(f, "people", "gauge", "identities in memory", h->people);
    counter(f, "commands_total", "accepted commands", m->commands);
    counter(f, "commands_refused_total", "refused commands", m->refused);
    counter(f, "commands_repeated_total", "commands sent again", m->repeated);
    counter(f, "errors_total", "messages answered with an error", m->errors);
    counter(f, "matches_total", "matches begun", m->matches);
    counter(f, "matches_too_long_total", "matches ended because they were too long",
            m->matches_cut);
    counter(f, "tables_opened_total", "tables opened", m->rooms_made);
    counter(f, "tables_loaded_total", "tables loaded from the store", m->rooms_loaded);
    figure(f, "tables_stopped", "gauge", "tables found that cannot be continued", stopped_count(h));
    counter(f, "tables_slept_total", "tables put to rest", m->rooms_slept);
    counter(f, "tables_closed_total", "tables closed that nobody used", m->rooms_closed);
    counter(f, "resumed_total", "people who came back by their token", m->resumed);
    counter(f, "events_told_again_total", "events sent after a reconnect", m->missed);
    counter(f, "matches_replayed_total", "matches played again for a reconnect", m->replays);
    counter(f, "pushes_sent_total", "notifications that push services took", m->pushes_sent);
    counter(f, "pushes_gone_total", "of browsers that no longer take any", m->pushes_gone);
    counter(f, "pushes_failed_total", "not delivered to a push service", m->pushes_failed);
    counter(f, "pushes_private_total", "not sent: the address is not public", m->pushes_private);
    counter(f, "pushes_dropped_total", "not sent: too many waited", m->pushes_dropped);
    figure(f, "programs", "gauge", "programs that play", h->programs);
    figure(f, "programs_kept", "gauge", "programs kept for a rematch", h->kept);
    counter(f, "programs_again_total", "programs that stayed for a rematch", m->programs_again);
}

static void put_waits(FILE *f, const char *name, const char *help, const struct metrics_waits *w)
{
    uint64_t sum = 0;
    fprintf(f, "# HELP mazo_%s_seconds %s\n# TYPE mazo_%s_seconds histogram\n", name, help, name);
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        sum += w->count[i];
        if (i < METRICS_BUCKETS - 1) {
            fprintf(f, "mazo_%s_seconds_bucket{le=\"%g\"} %llu\n", name,
                    metrics_bounds_ms[i] / 1000.0, (unsigned long long)sum);
        }
    }
    fprintf(f,
            "mazo_%s_seconds_bucket{le=\"+Inf\"} %llu\nmazo_%s_seconds_sum %.6f\n"
            "mazo_%s_seconds_count %llu\n",
            name, (unsigned long long)sum, name, (double)w->us / 1e6, name,
            (unsigned long long)sum);
}

static void put_thoughts(FILE *f, const struct hub *h)
{
    const struct metrics *m = &h->metrics;
    counter(f, "thoughts_total", "moves of experts", m->thoughts);
    counter(f, "thoughts_short_total", "of these with less time, because others waited",
            m->thoughts_short);
    counter(f, "thoughts_plain_total", "moves of experts made without a search", m->thoughts_plain);
    figure(f, "thoughts_waiting", "gauge", "experts waiting for a thread", think_waiting(h));
    put_waits(f, "thought_wait", "from an expert's turn until it begins to think", &m->thought);
}

static void put_store(FILE *f, const struct hub *h)
{
    struct writer_stats w;
    writer_look(h->writer, &w);
    counter(f, "store_commits_total", "commits of the store", w.commits);
    counter(f, "store_writes_total", "rows written", w.writes);
    counter(f, "store_failures_total", "commits that failed", w.failures);
    figure(f, "store_queue", "gauge", "writes that wait", (double)w.queued);
    figure(f, "store_commit_seconds", "gauge", "the last commit", (double)w.commit_us / 1e6);
    figure(f, "store_bytes", "gauge", "the store on disk", (double)h->store_bytes);
    figure(f, "store_well", "gauge", "1: it can be read and written; 0: it fails",
           hub_store_is_well(h));
    figure(f, "store_used_bytes", "gauge", "what it holds: without what was deleted",
           (double)h->space.used);
    figure(f, "store_full_ratio", "gauge", "of what it may hold, or its disk; from 1 on it is full",
           h->space_percent / 100.0);
    if (h->space.left != UINT64_MAX)
        figure(f, "store_disk_free_bytes", "gauge", "left on its disk", (double)h->space.left);
    figure(f, "nodes", "gauge", "other servers on the same store", h->nodes);
    counter(f, "store_unread_total", "questions that it could not answer", h->metrics.unread);
    counter(f, "steps_total", "changes of tables", h->metrics.steps);
    counter(f, "steps_failed_total", "changes taken back: they could not be stored",
            h->metrics.steps_failed);
    counter(f, "steps_conflict_total", "changes given up: somebody else had changed the table",
            h->metrics.steps_conflict);
    figure(f, "steps_waiting", "gauge", "changes that wait for the store", h->pending_count);
}

static void send_metrics(struct hub *h, struct net_reply *reply)
{
    FILE *f = fmemopen(h->out, sizeof h->out, "w");
    if (!f) {
        text_reply(reply, 503, "Try again later.\n");
        return;
    }
    fprintf(f,
            "# HELP mazo_info which Mazo this is\n# TYPE mazo_info gauge\n"
            "mazo_info{version=\"" MAZO_VERSION "\",commit=\"%s\",store=\"%d\"} 1\n",
            h->host->commit, store_version());
    put_network(f, net_stats(h->net));
    put_game(f, h);
    put_thoughts(f, h);
    put_waits(f, "durable", "from a change until it is stored and told", &h->metrics.durable);
    put_store(f, h);
    figure(f, "memory_bytes", "gauge", "resident memory", (double)metrics_rss());
    figure(f, "cpu_seconds_total", "counter", "processor time used", metrics_cpu_seconds());
    reply->status = 200;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    reply->body = h->out;
    reply->len = (size_t)ftell(f);
    fclose(f);
}

/* ---- for `mazo top` ---- */

static void put_room(struct json_out *out, const struct hub *h, const struct room *r)
{
    char code[STORE_CODE_SIZE + 4];
    const struct room_state *s = room_stored(r);
    int people = 0;
    for (int i = 0; i < s->seats; i++)
        people += s->seat[i].kind == SEAT_PERSON;
    snprintf(code, sizeof code, s->listed ? "%s" : "%.2s…", r->code);
    json_out_open(out, '{');
    json_out_string_at(out, "table", code);
    json_out_string_at(out, "rules", mazo_sheet_name(s->rules.sheet));
    json_out_string_at(out, "status", table_info_status[s->status]);
    json_out_int_at(out, "seats", s->seats);
    json_out_int_at(out, "people", people);
    json_out_int_at(out, "watchers", room_watchers(r));
    json_out_int_at(out, "match", s->matches);
    json_out_int_at(out, "n", s->n);
    json_out_int_at(out, "idle_s", (int64_t)((hub_now(h) - r->touched) / 1000));
    json_out_close(out, '}');
}

/* The tables with the latest activity. */
static void put_rooms(struct json_out *out, struct hub *h)
{
    const struct room *best[STATUS_TABLES];
    int count = 0;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (room_stored(r)->seats == 0)
                continue; /* not there yet */
            if (count == STATUS_TABLES && best[count - 1]->touched >= r->touched)
                continue;
            int at = count < STATUS_TABLES ? count++ : count - 1;
            while (at > 0 && best[at - 1]->touched < r->touched) {
                best[at] = best[at - 1];
                at--;
            }
            best[at] = r;
        }
    }
    json_out_open_at(out, "list", '[');
    for (int i = 0; i < count; i++)
        put_room(out, h, best[i]);
    json_out_close(out, ']');
}

static void send_status(struct hub *h, struct net_reply *reply)
{
    struct json_out out;
    struct writer_stats w;
    writer_look(h->writer, &w);
    json_out_init(&out, h->out, sizeof h->out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "version", MAZO_VERSION);
    json_out_string_at(&out, "commit", h->host->commit);
    json_out_int_at(&out, "store", store_version());
    json_out_int_at(&out, "up_s", (int64_t)((uv_now(h->loop) - h->start) / 1000));
    json_out_int_at(&out, "connections", net_stats(h->net)->websockets);
    json_out_int_at(&out, "people", h->people);
    json_out_int_at(&out, "tables", h->rooms);
    json_out_int_at(&out, "playing", count_playing(h));
    json_out_int_at(&out, "moves", (int64_t)h->metrics.commands);
    json_out_int_at(&out, "moves_per_s", (int64_t)h->metrics.moves_per_s);
    json_out_int_at(&out, "commit_us", (int64_t)w.commit_us);
    json_out_int_at(&out, "queued", (int64_t)w.queued);
    json_out_bool_at(&out, "store_well", hub_store_is_well(h));
    json_out_int_at(&out, "rss", (int64_t)metrics_rss());
    json_out_int_at(&out, "cpu_ms", (int64_t)(metrics_cpu_seconds() * 1000));
    put_rooms(&out, h);
    json_out_close(&out, '}');
    reply->status = 200;
    reply->type = "application/json";
    reply->body = out.buf;
    reply->len = out.len;
}

static void send_health(const struct hub *h, struct net_reply *reply)
{
    if (h->stopping || !hub_store_is_well(h))
        text_reply(reply, 503, "not well\n");
    else if (h->drain.on) /* a lone server is the only one that can take players back */
        text_reply(reply, drain_moves(h) ? 503 : 200, "draining\n");
    else
        text_reply(reply, 200, "ok\n");
}

void site_request(void *ctx, const struct net_request *r, struct net_reply *reply)
{
    struct hub *h = ctx;
    bool figures = strcmp(r->path, "/metrics") == 0 || strcmp(r->path, "/status") == 0;
    if (strcmp(r->path, "/healthz") == 0)
        send_health(h, reply);
    else if (figures && !r->local)
        text_reply(reply, 403, "Only for this machine.\n");
    else if (h->stopping)
        text_reply(reply, 503, "The server stops.\n");
    else if (figures)
        (r->path[1] == 'm' ? send_metrics : send_status)(h, reply);
    else if (strncmp(r->path, "/m/", 3) == 0)
        send_match(h, r->path + 3, reply);
    else if (strncmp(r->path, "/qr/", 4) == 0)
        send_qr(h->config, r, reply);
    else if (!send_page(h, r, reply))
        text_reply(reply, 404, "There is nothing here.\n");
}
