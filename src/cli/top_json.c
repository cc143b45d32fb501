/*
 * top_json.c - `mazo top --json`: a snapshot of all servers, for programs.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "cli/top_many.h"

static json_t *json_of_tables(const struct server_stats *v)
{
    json_t *list = json_array();
    for (int i = 0; i < v->table_count; i++) {
        const struct server_stats_table *t = &v->table[i];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:I, s:I}", "table", t->code,
                            "rules", t->rules, "status", t->status, "seats", t->seats, "people",
                            t->people, "watchers", t->watchers, "match", t->match, "n",
                            (json_int_t)t->n, "idle_s", (json_int_t)t->idle_s));
    }
    return list;
}

/* null: no figure, or nonsense from the server. */
static json_t *json_of(double figure)
{
    if (!isfinite(figure))
        return json_null();
    return figure == floor(figure) && fabs(figure) < 9e15 ? json_integer((json_int_t)figure)
                                                          : json_real(figure);
}

static double wait_ms(const struct top *t, double part)
{
    double ms = server_stats_wait_ms(t->has_before ? &t->before : NULL, &t->now, part);
    return ms < 0 ? (double)NAN : ms;
}

static json_t *json_of_server(const struct top *t, enum text_lang lang)
{
    const struct server_stats *v = &t->now;
    char why[LINK_WHY_SIZE + LINK_URL_SIZE];
    if (t->why) {
        return json_pack("{s:s, s:s}", "url", t->url, "error",
                         link_explain(&t->address, t->why, lang, why, sizeof why));
    }
    json_t *out = json_pack("{s:s, s:s, s:s, s:b, s:b, s:o}", "url", t->url, "version", v->version,
                            "commit", v->commit, "store_fails", v->store_fails, "draining",
                            v->draining > 0, "last_tables", json_of_tables(v));
    const struct {
        const char *name;
        double value;
    } figures[] = {{"store", (double)v->store},
                   {"up_s", (double)v->up_s},
                   {"connections", (double)v->connections},
                   {"people", (double)v->people},
                   {"tables", (double)v->tables},
                   {"playing", (double)v->playing},
                   {"moves", (double)v->moves},
                   {"moves_per_s", (double)v->moves_per_s},
                   {"commit_us", (double)v->commit_us},
                   {"queued", (double)v->queued},
                   {"p50_ms", wait_ms(t, 0.5)},
                   {"p99_ms", wait_ms(t, 0.99)},
                   {"cpu_ms", (double)v->cpu_ms},
                   {"memory_bytes", (double)v->rss},
                   {"store_bytes", v->store_bytes},
                   {"store_full", v->store_full},
                   {"bytes_in", v->bytes_in},
                   {"bytes_out", v->bytes_out},
                   {"refused", v->refused},
                   {"turned_away", v->turned_away},
                   {"cut_slow", v->cut_slow},
                   {"cut_rate", v->cut_rate},
                   {"cut_idle", v->cut_idle},
                   {"errors", v->errors}};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        json_object_set_new(out, figures[i].name, json_of(figures[i].value));
    return out;
}

void top_print_json(const struct top_many *m, enum text_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < m->count; i++)
        json_array_append_new(list, json_of_server(&m->server[i], lang));
    json_dumpf(list, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(list);
}
