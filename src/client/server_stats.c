/*
 * server_stats.c - reads /status (JSON) and /metrics (Prometheus text) of a server.
 */
#include "client/server_stats.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/fetch.h"
#include "text/text.h"
#include "text/screen.h"
#include "wire/json_in.h"

/* ---- /status ---- */

/* Text from outside, for the screen. */
static void text_at(const json_t *object, const char *key, char *buf, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    screen_clean(text ? text : "?", buf, size);
}

static void read_table(const json_t *from, struct server_stats_table *out)
{
    text_at(from, "table", out->code, sizeof out->code);
    text_at(from, "rules", out->rules, sizeof out->rules);
    text_at(from, "status", out->status, sizeof out->status);
    out->seats = (int)json_in_number(from, "seats", 0);
    out->people = (int)json_in_number(from, "people", 0);
    out->watchers = (int)json_in_number(from, "watchers", 0);
    out->match = (int)json_in_number(from, "match", 0);
    out->n = json_in_number(from, "n", 0);
    out->idle_s = json_in_number(from, "idle_s", 0);
}

/* False: the text is not of our server. */
static bool read_status(const char *text, struct server_stats *out)
{
    json_t *status = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const json_t *list = json_object_get(status, "list"), *table;
    size_t i;
    if (!json_is_string(json_object_get(status, "version")) || !json_is_array(list)) {
        json_decref(status);
        return false;
    }
    text_at(status, "version", out->version, sizeof out->version);
    if (json_object_get(status, "commit"))
        text_at(status, "commit", out->commit, sizeof out->commit);
    out->store = json_in_number(status, "store", 0);
    out->up_s = json_in_number(status, "up_s", 0);
    out->connections = json_in_number(status, "connections", 0);
    out->people = json_in_number(status, "people", 0);
    out->tables = json_in_number(status, "tables", 0);
    out->playing = json_in_number(status, "playing", 0);
    out->moves = json_in_number(status, "moves", 0);
    out->moves_per_s = json_in_number(status, "moves_per_s", 0);
    out->commit_us = json_in_number(status, "commit_us", 0);
    out->queued = json_in_number(status, "queued", 0);
    out->store_fails = json_is_false(json_object_get(status, "store_well"));
    out->rss = json_in_number(status, "rss", 0);
    out->cpu_ms = json_in_number(status, "cpu_ms", 0);
    out->table_count = 0;
    json_array_foreach(list, i, table)
    {
        if (out->table_count < VITALS_TABLES_MAX)
            read_table(table, &out->table[out->table_count++]);
    }
    json_decref(status);
    return true;
}

/* ---- /metrics ---- */

static void read_bound(const char *rest, struct server_stats *out)
{
    char *end;
    double bound = strncmp(rest, "+Inf", 4) == 0 ? INFINITY : strtod(rest, &end);
    const char *value = strstr(rest, "} ");
    if (value && out->bound_count < VITALS_BOUNDS_MAX) {
        out->bound[out->bound_count] = bound;
        out->within[out->bound_count++] = strtod(value + 2, NULL);
    }
}

static void read_figure(const char *name, size_t len, double value, struct server_stats *out)
{
    const struct {
        const char *name;
        double *to;
    } known[] = {
        {"draining", &out->draining},
        {"store_bytes", &out->store_bytes},
        {"store_full_ratio", &out->store_full},
        {"received_bytes_total", &out->bytes_in},
        {"sent_bytes_total", &out->bytes_out},
        {"commands_refused_total", &out->refused},
        {"errors_total", &out->errors},
        {"cut_slow_total", &out->cut_slow},
        {"cut_rate_total", &out->cut_rate},
        {"cut_idle_total", &out->cut_idle},
        {"connections_refused_total", &out->turned_away},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strlen(known[i].name) == len && strncmp(known[i].name, name, len) == 0)
            *known[i].to = value;
}

static void read_metrics(const char *text, struct server_stats *out)
{
    static const char bucket[] = "durable_seconds_bucket{le=\"";
    out->bound_count = 0;
    while (text) {
        if (strncmp(text, "mazo_", 5) == 0) {
            const char *name = text + 5;
            size_t len = strcspn(name, " {\n");
            if (strncmp(name, bucket, sizeof bucket - 1) == 0)
                read_bound(name + sizeof bucket - 1, out);
            else if (name[len] == ' ')
                read_figure(name, len, strtod(name + len, NULL), out);
        }
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
}

/* ---- asking ---- */

static bool ask_page(const struct link_address *address, const char *path, int ms,
                     struct fetch *page, const char **why)
{
    if (fetch_get(address, path, ms, 1024 * 1024, page))
        return true;
    *why = page->status == 0     ? page->why
           : page->status == 403 ? N_("the server gives its figures only to its own machine")
                                 : N_("there is no Mazo server at this address");
    free(page->body);
    return false;
}

bool server_stats_ask(const struct link_address *address, int ms, struct server_stats *out,
                      const char **why)
{
    struct fetch page;
    struct timespec now;
    memset(out, 0, sizeof *out);
    if (!ask_page(address, "/status", ms, &page, why))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    out->at = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    bool fine = read_status(page.body, out);
    free(page.body);
    if (!fine) {
        *why = N_("there is no Mazo server at this address");
        return false;
    }
    if (!ask_page(address, "/metrics", ms, &page, why))
        return false;
    read_metrics(page.body, out);
    free(page.body);
    return true;
}

/* ---- rates ---- */

double server_stats_rate(const struct server_stats *before, const struct server_stats *now,
                         double was, double is)
{
    double seconds = before ? now->at - before->at : (double)now->up_s;
    double grown = before ? is - was : is;
    return seconds > 0 && grown > 0 ? grown / seconds : 0; /* smaller: it was restarted */
}

double server_stats_moves_per_s(const struct server_stats *before, const struct server_stats *now)
{
    return before ? server_stats_rate(before, now, (double)before->moves, (double)now->moves)
                  : (double)now->moves_per_s;
}

double server_stats_cpu_percent(const struct server_stats *before, const struct server_stats *now)
{
    double was = before ? (double)before->cpu_ms : 0;
    return server_stats_rate(before, now, was, (double)now->cpu_ms) / 10;
}

double server_stats_wait_ms(const struct server_stats *before, const struct server_stats *now,
                            double part)
{
    int last = now->bound_count - 1;
    bool same = before && before->bound_count == now->bound_count && last >= 0 &&
                before->within[last] <= now->within[last];
    double all = last >= 0 ? now->within[last] - (same ? before->within[last] : 0) : 0;
    if (all <= 0)
        return -1;
    for (int i = 0; i <= last; i++)
        if (now->within[i] - (same ? before->within[i] : 0) >= part * all)
            return 1000 * now->bound[i];
    return INFINITY;
}
