/*
 * top_draw.c - one server: its figures and its tables, on a canvas or as plain lines.
 */
#include "cli/top_draw.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli_table.h"

void top_sum_up(const struct top *t, struct top_sum *sum)
{
    top_sum_add(sum, t->has_before ? &t->before : NULL, &t->now);
}

static void fill_rows(const struct top *t, enum text_lang lang, struct top_rows *r)
{
    struct top_sum sum;
    top_sum_init(&sum);
    top_sum_up(t, &sum);
    top_fill_rows(&sum, lang, r);
}

/* ---- tables ---- */

static const struct cli_column columns[] = {
    {N_("Table"), CLI_LEFT, 7, 0},      {N_("Rules"), CLI_LEFT, 13, 0},
    {N_("Status"), CLI_LEFT, 12, 0},    {N_("People"), CLI_RIGHT, 7, 0},
    {N_("Match"), CLI_RIGHT, 8, 0},     {N_("Move"), CLI_RIGHT, 7, 0},
    {N_("Idle for"), CLI_RIGHT, 13, 0},
};

static void fill_tables(const struct top *t, enum text_lang lang, struct cli_table *out)
{
    cli_table_begin(out, lang, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < t->now.table_count; i++) {
        const struct server_stats_table *table = &t->now.table[i];
        char idle[TOP_CELL_SIZE];
        cli_table_add_text(out, table->code);
        cli_table_add_text(out, table->rules);
        cli_table_add_text(out, cli_status_word(lang, table->status));
        cli_table_add(out, "%d/%d", table->people, table->seats);
        cli_table_add(out, "%d", table->match);
        cli_table_add(out, "%lld", (long long)table->n);
        cli_table_add_text(out, top_short_time(table->idle_s, idle));
    }
}

static int64_t rank(const struct server_stats_table *t, enum top_order order)
{
    return order == TOP_MOVES ? t->n : order == TOP_PEOPLE ? t->people : -t->idle_s;
}

/* Insertion sort: keeps the server's order among equals, and there are few. */
void top_sort(struct top *t)
{
    struct server_stats *v = &t->now;
    for (int i = 1; i < v->table_count; i++) {
        struct server_stats_table table = v->table[i];
        int at = i;
        while (at > 0 && rank(&v->table[at - 1], t->order) < rank(&table, t->order)) {
            v->table[at] = v->table[at - 1];
            at--;
        }
        v->table[at] = table;
    }
}

/* ---- the title ---- */

static void write_up(int64_t seconds, char *buf, size_t size)
{
    long long s = (long long)seconds;
    if (s >= 86400)
        snprintf(buf, size, "%lld d %02lld:%02lld", s / 86400, s / 3600 % 24, s / 60 % 60);
    else
        snprintf(buf, size, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
}

static void write_title(const struct top *t, enum text_lang lang, char *buf, size_t size)
{
    const struct server_stats *v = &t->now;
    char up[40], version[120];
    write_up(v->up_s, up, sizeof up);
    if (v->commit[0]) { /* as in `mazo --version` */
        snprintf(version, sizeof version, "%s (%s, store %lld)", v->version, v->commit,
                 (long long)v->store);
    } else {
        memcpy(version, v->version, sizeof v->version);
    }
    snprintf(buf, size, text_in(lang, "mazo %s, up for %s"), version, up);
}

/* ---- what matters more than all figures ---- */

enum top_trouble top_trouble(const struct top *t)
{
    const struct server_stats *v = &t->now;
    return t->why                 ? TOP_SILENT
           : v->store_fails       ? TOP_FAILS
           : v->store_full >= 1   ? TOP_FULL
           : v->draining > 0      ? TOP_DRAINS
           : v->store_full >= 0.8 ? TOP_NEARLY_FULL
                                  : TOP_WELL;
}

const char *top_warning(const struct top *t, enum text_lang lang, char *buf, size_t size)
{
    static const char *const sentences[] = {
        [TOP_FAILS] = N_("THE STORE IS FAILING: what cannot be saved does not count."),
        [TOP_FULL] = N_("THE STORE IS FULL: no new tables or matches begin."),
        [TOP_DRAINS] = N_("The server is about to stop."),
        [TOP_NEARLY_FULL] = N_("The store is nearly full."),
    };
    enum top_trouble trouble = top_trouble(t);
    if (trouble == TOP_SILENT)
        return link_reason(t->why, lang, buf, size);
    return trouble == TOP_WELL ? NULL : text_in(lang, sentences[trouble]);
}

/* ---- as text ---- */

void top_print(const struct top *t, enum text_lang lang)
{
    char line[TOP_LINE_SIZE], reason[LINK_WHY_SIZE];
    struct top_rows rows;
    struct cli_table tables;
    const char *warning = top_warning(t, lang, reason, sizeof reason);
    write_title(t, lang, line, sizeof line);
    printf("%s: %s\n", t->url, line);
    if (warning)
        puts(warning);
    putchar('\n');
    fill_rows(t, lang, &rows);
    top_print_rows(&rows);
    putchar('\n');
    fill_tables(t, lang, &tables);
    cli_table_print(&tables);
    cli_table_end(&tables);
}

/* ---- as a screen ---- */

enum { TITLE_SPACE = 11 }; /* "Mazo · " and margins */

static void draw_tables(struct page *p, struct top *t, int row)
{
    struct canvas *c = &p->canvas;
    char line[TOP_LINE_SIZE];
    struct cli_table tables;
    int height = c->rows - row - 2;
    if (t->now.table_count == 0) {
        canvas_text(c, row, 2, c->columns - 4, page_dim, text_in(p->lang, "No tables."));
        return;
    }
    t->first = page_scroll(t->first, t->first, t->now.table_count, height - 1);
    fill_tables(t, p->lang, &tables);
    canvas_text(c, row, 2, c->columns - 4, page_bold,
                cli_table_line(&tables, -1, line, sizeof line));
    for (int i = 1; i < height && t->first + i - 1 < t->now.table_count; i++) {
        int at = t->first + i - 1;
        bool plays = strcmp(t->now.table[at].status, "playing") == 0;
        canvas_text(c, row + i, 2, c->columns - 4, plays ? page_plain : page_dim,
                    cli_table_line(&tables, at, line, sizeof line));
    }
    cli_table_end(&tables);
}

/* The address, and on the right, where both fit, version and uptime. */
static void draw_title(struct page *p, const struct top *t)
{
    static const char usual[] = "http://";
    const char *url = t->url + (strncmp(t->url, usual, strlen(usual)) == 0 ? strlen(usual) : 0);
    char title[TOP_LINE_SIZE];
    page_begin(p, url);
    if (t->has_now) {
        write_title(t, p->lang, title, sizeof title);
        if (TITLE_SPACE + canvas_width(url) + canvas_width(title) <= p->canvas.columns)
            page_title_right(p, title);
    }
}

void top_draw(struct page *p, struct top *t)
{
    static const char *const orders[] = {N_("order: latest first"), N_("order: most moves"),
                                         N_("order: most people")};
    const struct page_hint hints[] = {{'q', "q", N_("leave")},
                                      {'o', "o", orders[t->order]},
                                      {TERM_DOWN, "↓", N_("down")},
                                      {TERM_UP, "↑", N_("back up")}};
    char reason[LINK_WHY_SIZE];
    const char *warning = top_warning(t, p->lang, reason, sizeof reason);
    draw_title(p, t);
    if (t->has_now) {
        struct top_rows rows;
        fill_rows(t, p->lang, &rows);
        draw_tables(p, t, top_draw_rows(p, &rows, &t->curves) + 1);
    }
    if (warning) {
        canvas_text(&p->canvas, t->has_now ? 1 : TOP_TITLE_ROWS, 2, p->canvas.columns - 4, page_bad,
                    warning);
    }
    page_hints(p, hints, 4);
}
