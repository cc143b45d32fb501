/*
 * top_many.c - several servers: sums at the head, then one line for each, those in trouble first.
 */
#include "cli/top_many.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli_table.h"
#include "cli/top_rows.h"

/* ---- sums ---- */

static int count_in(const struct top_many *m, enum top_trouble trouble)
{
    int count = 0;
    for (int i = 0; i < m->count; i++)
        count += top_trouble(&m->server[i]) == trouble;
    return count;
}

bool top_many_answer(const struct top_many *m) { return count_in(m, TOP_SILENT) == 0; }

/* Sums up the servers that answer. */
static void sum_up(const struct top_many *m, struct top_sum *sum)
{
    top_sum_init(sum);
    for (int i = 0; i < m->count; i++)
        if (!m->server[i].why)
            top_sum_up(&m->server[i], sum);
}

void top_many_note(struct top_many *m)
{
    struct top_sum sum;
    sum_up(m, &sum);
    top_note(&m->curves, &sum);
}

static void write_state(const struct top_many *m, enum text_lang lang, char *buf, size_t size)
{
    int answer = m->count - count_in(m, TOP_SILENT), fail = count_in(m, TOP_FAILS);
    if (fail) {
        snprintf(buf, size, text_in(lang, "%d of %d servers answer; THE STORE IS FAILING at %d."),
                 answer, m->count, fail);
    } else {
        snprintf(buf, size, text_in(lang, "%d of %d servers answer."), answer, m->count);
    }
}

/* ---- the list ---- */

enum {
    SERVER_WIDTH = 16,
    VERSION_WIDTH = 14,
    TEXT_SIZE = LINK_URL_SIZE + LINK_WHY_SIZE + 8 /* a name and why it is silent */
};

static const struct cli_column columns[] = {
    {N_("Server"), CLI_LEFT, SERVER_WIDTH, 0},
    {N_("Version"), CLI_LEFT, VERSION_WIDTH, 0},
    {N_("Store"), CLI_RIGHT, 7, 0},
    {N_("People"), CLI_RIGHT, 6, 0},
    {N_("Tables"), CLI_RIGHT, 6, 0},
    {N_("Moves/s"), CLI_RIGHT, 7, 0},
    {N_("p99 ms"), CLI_RIGHT, 7, 0},
    {N_("Up"), CLI_RIGHT, 6, 0},
};

/* Lines of the list: two for a server that answers but is in trouble. */
struct list {
    struct cli_table servers; /* those that answer */
    int count;
    struct {
        int row;              /* of `servers`, or -1: the text */
        char text[TEXT_SIZE]; /* what is wrong */
        bool bad;
    } at[2 * TOP_SERVERS_MAX];
};

/* Without the scheme. */
static const char *name_of(const struct top *t)
{
    const char *host = strstr(t->url, "://");
    return host ? host + 3 : t->url;
}

static void add_server(struct cli_table *table, const struct top *t)
{
    char cell[TOP_CELL_SIZE], version[80];
    const struct server_stats *v = &t->now;
    struct top_sum sum;
    top_sum_init(&sum);
    top_sum_up(t, &sum);
    cli_table_add_text(table, cli_clip(name_of(t), SERVER_WIDTH, cell, sizeof cell));
    snprintf(version, sizeof version, "%s %s", v->version, v->commit);
    cli_table_add_text(table, cli_clip(version, VERSION_WIDTH, cell, sizeof cell));
    cli_table_add(table, "%lld", (long long)v->store);
    cli_table_add(table, "%lld", (long long)v->people);
    cli_table_add(table, "%lld", (long long)v->tables);
    cli_table_add(table, "%.1f", sum.moves_per_s);
    cli_table_add(table, "%s", top_wait(sum.p99_ms, sum.bound_ms, "", cell));
    cli_table_add_text(table, top_short_time(v->up_s, cell));
}

static void list_server(struct list *l, const struct top *t, enum text_lang lang)
{
    char reason[LINK_WHY_SIZE];
    const char *warning = top_warning(t, lang, reason, sizeof reason);
    if (!t->why) {
        l->at[l->count].bad = top_trouble(t) <= TOP_FULL;
        l->at[l->count++].row = cli_table_rows(&l->servers);
        add_server(&l->servers, t);
    }
    if (warning) {
        l->at[l->count].bad = true;
        l->at[l->count].row = -1;
        snprintf(l->at[l->count++].text, TEXT_SIZE, "%s%s%s", t->why ? name_of(t) : "  ",
                 t->why ? ": " : "", warning);
    }
}

/* Worst first, otherwise in the order of the command line. */
static void fill_list(const struct top_many *m, enum text_lang lang, struct list *l)
{
    cli_table_begin(&l->servers, lang, columns, sizeof columns / sizeof columns[0]);
    l->count = 0;
    for (int trouble = TOP_SILENT; trouble <= TOP_WELL; trouble++) {
        for (int i = 0; i < m->count; i++)
            if ((int)top_trouble(&m->server[i]) == trouble)
                list_server(l, &m->server[i], lang);
    }
}

static const char *line_of(const struct list *l, int at, char line[TOP_LINE_SIZE])
{
    return l->at[at].row < 0 ? l->at[at].text
                             : cli_table_line(&l->servers, l->at[at].row, line, TOP_LINE_SIZE);
}

/* ---- as text ---- */

void top_many_print(const struct top_many *m, enum text_lang lang)
{
    char line[TOP_LINE_SIZE];
    struct top_sum sum;
    struct top_rows rows;
    struct list list;
    write_state(m, lang, line, sizeof line);
    printf("%s\n\n", line);
    sum_up(m, &sum);
    top_fill_rows(&sum, lang, &rows);
    top_print_rows(&rows);
    fill_list(m, lang, &list);
    printf("\n%s\n", cli_table_line(&list.servers, -1, line, sizeof line));
    for (int i = 0; i < list.count; i++)
        puts(line_of(&list, i, line));
    cli_table_end(&list.servers);
}

/* ---- as a screen ---- */

static void draw_list(struct page *p, struct top_many *m, int row)
{
    struct canvas *c = &p->canvas;
    struct list list;
    char line[TOP_LINE_SIZE];
    int height = c->rows - row - 2;
    fill_list(m, p->lang, &list);
    m->first = page_scroll(m->first, m->first, list.count, height - 1);
    canvas_text(c, row, 2, c->columns - 4, page_bold,
                cli_table_line(&list.servers, -1, line, sizeof line));
    for (int i = 1; i < height && m->first + i - 1 < list.count; i++) {
        int at = m->first + i - 1;
        canvas_text(c, row + i, 2, c->columns - 4, list.at[at].bad ? page_bad : page_plain,
                    line_of(&list, at, line));
    }
    cli_table_end(&list.servers);
}

void top_many_draw(struct page *p, struct top_many *m)
{
    static const struct page_hint hints[] = {{'q', "q", N_("leave")},
                                             {TERM_DOWN, "↓", N_("down")},
                                             {TERM_UP, "↑", N_("back up")}};
    char line[TOP_LINE_SIZE];
    struct top_sum sum;
    struct top_rows rows;
    bool well = count_in(m, TOP_SILENT) + count_in(m, TOP_FAILS) == 0;
    page_begin(p, text_in(p->lang, "Servers"));
    write_state(m, p->lang, line, sizeof line);
    canvas_text(&p->canvas, 1, 2, p->canvas.columns - 4, well ? page_dim : page_bad, line);
    sum_up(m, &sum);
    top_fill_rows(&sum, p->lang, &rows);
    draw_list(p, m, top_draw_rows(p, &rows, &m->curves) + 1);
    page_hints(p, hints, 3);
}
