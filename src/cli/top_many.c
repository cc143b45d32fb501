/*
 * top_many.c - several servers: sums at the head, then one line for each, those in trouble first.
 */
#include "cli/top_many.h"

#include <stdio.h>
#include <string.h>

#include "cli/top_rows.h"
#include "text/screen.h"

/* ---- sums ---- */

static int count_in(const struct top_many *m, enum top_trouble trouble)
{
    int count = 0;
    for (int i = 0; i < m->count; i++)
        count += top_trouble(&m->server[i]) == trouble;
    return count;
}

bool top_many_answer(const struct top_many *m) { return count_in(m, TOP_SILENT) == 0; }

/* Of the servers that answer. */
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
        snprintf(buf, size, text_in(lang, "%d of %d servers answer; THE STORE FAILS at %d."),
                 answer, m->count, fail);
    } else {
        snprintf(buf, size, text_in(lang, "%d of %d servers answer."), answer, m->count);
    }
}

/* ---- the list ---- */

enum {
    COLUMN_COUNT = 8,
    SERVER_WIDTH = 17,
    VERSION_WIDTH = 15,
    TEXT_SIZE = LINK_URL_SIZE + LINK_WHY_SIZE + 8 /* a name and why it is silent */
};

static const struct top_column columns[COLUMN_COUNT] = {
    {N_("Server"), -SERVER_WIDTH},
    {N_("Version"), -VERSION_WIDTH},
    {N_("Store"), 7},
    {N_("People"), 7},
    {N_("Tables"), 7},
    {N_("Moves/s"), 8},
    {N_("p99 ms"), 8},
    {N_("Up"), 7},
};

/* Lines of the list: two where a server answers but is in trouble. */
struct list {
    int count;
    struct {
        char text[TEXT_SIZE];
        bool bad;
    } at[2 * TOP_SERVERS_MAX];
};

/* Without the scheme. */
static const char *name_of(const struct top *t)
{
    const char *host = strstr(t->url, "://");
    return host ? host + 3 : t->url;
}

/* A text that leaves a blank in a column of this width, cut if it must be. */
static void clip(const char *text, int width, char cell[TOP_CELL_SIZE])
{
    size_t len = strlen(text);
    if (screen_width(text) < width && len < TOP_CELL_SIZE) {
        memcpy(cell, text, len + 1);
        return;
    }
    len = len < TOP_CELL_SIZE - 4 ? len : TOP_CELL_SIZE - 4;
    do {
        while (len > 0 && (text[len] & 0xC0) == 0x80)
            len--; /* inside a character */
        snprintf(cell, TOP_CELL_SIZE, "%.*s…", (int)len, text);
    } while (screen_width(cell) >= width && len-- > 0);
}

static void write_server(const struct top *t, enum text_lang lang, char *buf)
{
    char cell[COLUMN_COUNT][TOP_CELL_SIZE], version[80], wait[TOP_FIGURE_SIZE];
    const struct server_stats *v = &t->now;
    struct top_sum sum;
    top_sum_init(&sum);
    top_sum_up(t, &sum);
    clip(name_of(t), SERVER_WIDTH, cell[0]);
    snprintf(version, sizeof version, "%s %s", v->version, v->commit);
    clip(version, VERSION_WIDTH, cell[1]);
    snprintf(cell[2], TOP_CELL_SIZE, "%lld", (long long)v->store);
    snprintf(cell[3], TOP_CELL_SIZE, "%lld", (long long)v->people);
    snprintf(cell[4], TOP_CELL_SIZE, "%lld", (long long)v->tables);
    snprintf(cell[5], TOP_CELL_SIZE, "%.1f", sum.moves_per_s);
    snprintf(cell[6], TOP_CELL_SIZE, "%s", top_wait(sum.p99_ms, sum.bound_ms, "", wait));
    top_short_time(v->up_s, cell[7]);
    text_decimals(lang, cell[5]);
    text_decimals(lang, cell[6]);
    top_line(columns, COLUMN_COUNT, cell, buf);
}

static void list_server(struct list *l, const struct top *t, enum text_lang lang)
{
    char reason[LINK_WHY_SIZE];
    const char *warning = top_warning(t, lang, reason, sizeof reason);
    if (!t->why) {
        l->at[l->count].bad = top_trouble(t) <= TOP_FULL;
        write_server(t, lang, l->at[l->count++].text);
    }
    if (warning) {
        l->at[l->count].bad = true;
        snprintf(l->at[l->count++].text, TEXT_SIZE, "%s%s%s", t->why ? name_of(t) : "  ",
                 t->why ? ": " : "", warning);
    }
}

/* The worst first, and otherwise in the order of the command line. */
static void fill_list(const struct top_many *m, enum text_lang lang, struct list *l)
{
    l->count = 0;
    for (int trouble = TOP_SILENT; trouble <= TOP_WELL; trouble++) {
        for (int i = 0; i < m->count; i++)
            if ((int)top_trouble(&m->server[i]) == trouble)
                list_server(l, &m->server[i], lang);
    }
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
    printf("\n%s\n", top_head(columns, COLUMN_COUNT, lang, line));
    fill_list(m, lang, &list);
    for (int i = 0; i < list.count; i++)
        puts(list.at[i].text);
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
                top_head(columns, COLUMN_COUNT, p->lang, line));
    for (int i = 1; i < height && m->first + i - 1 < list.count; i++) {
        int at = m->first + i - 1;
        canvas_text(c, row + i, 2, c->columns - 4, list.at[at].bad ? page_bad : page_plain,
                    list.at[at].text);
    }
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
