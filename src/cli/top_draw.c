/*
 * top_draw.c - rows of figures, curves, and the tables; on a canvas or as plain lines.
 */
#define _POSIX_C_SOURCE 200809L /* for uv.h */
#include "cli/top_draw.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/screen.h"

enum {
    ROWS_MAX = 12,
    VALUE_SIZE = 120,
    LABEL_WIDTH = 16,
    CURVE_WIDTH = 24,
    TITLE_ROWS = 2,
    MANY = 100
};

/* ---- rows: a label and a value ---- */

enum curve { CURVE_NONE, CURVE_MOVES, CURVE_CPU };

struct row {
    const char *label; /* N_() */
    char value[VALUE_SIZE];
    enum curve curve;
};

struct rows {
    enum text_lang lang;
    int count;
    struct row at[ROWS_MAX];
};

static void add(struct rows *r, const char *label, enum curve curve, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void add(struct rows *r, const char *label, enum curve curve, const char *format, ...)
{
    struct row *row = &r->at[r->count++];
    va_list args;
    row->label = label;
    row->curve = curve;
    va_start(args, format);
    vsnprintf(row->value, sizeof row->value, format, args);
    va_end(args);
    text_decimals(r->lang, row->value);
}

/* "850 B", "1.2 MiB" */
static const char *write_bytes(double bytes, char buf[24])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    while (bytes >= 1024 && unit < 4) {
        bytes /= 1024;
        unit++;
    }
    snprintf(buf, 24, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
    return buf;
}

/* Past the last bound of the histogram only that is known. */
static const char *write_wait(const struct vitals *before, const struct vitals *now, double part,
                              char buf[24])
{
    double ms = vitals_wait_ms(before, now, part);
    if (ms < 0 || (isinf(ms) && now->bound_count < 2)) {
        snprintf(buf, 24, "-");
    } else if (isinf(ms)) {
        snprintf(buf, 24, "> %g ms", 1000 * now->bound[now->bound_count - 2]);
    } else {
        snprintf(buf, 24, "≤ %g ms", ms);
    }
    return buf;
}

static void add_load(struct rows *r, const struct vitals *before, const struct vitals *now)
{
    char a[24], b[24];
    add(r, N_("Connections"), CURVE_NONE, text_in(r->lang, "%lld, of %lld people"),
        (long long)now->connections, (long long)now->people);
    add(r, N_("Tables"), CURVE_NONE, text_in(r->lang, "%lld, of which %lld are playing"),
        (long long)now->tables, (long long)now->playing);
    add(r, N_("Moves"), CURVE_MOVES, text_in(r->lang, "%.1f per second"),
        vitals_moves_per_s(before, now));
    add(r, N_("Until announced"), CURVE_NONE, "p50 %s, p99 %s", write_wait(before, now, 0.5, a),
        write_wait(before, now, 0.99, b));
}

static void add_machine(struct rows *r, const struct vitals *before, const struct vitals *now)
{
    char a[24], b[24];
    double each = (double)now->rss / (double)(now->connections > 0 ? now->connections : 1);
    add(r, N_("Store"), CURVE_NONE, text_in(r->lang, "%s; commit %.1f ms, %lld waiting"),
        write_bytes(now->store_bytes, a), (double)now->commit_us / 1000, (long long)now->queued);
    add(r, N_("Processor"), CURVE_CPU, text_in(r->lang, "%.1f %% of a core"),
        vitals_cpu_percent(before, now));
    write_bytes((double)now->rss, a);
    if (now->connections < MANY) { /* of few the program itself is the most */
        add(r, N_("Memory"), CURVE_NONE, "%s", a);
    } else {
        add(r, N_("Memory"), CURVE_NONE, text_in(r->lang, "%s, %s per connection"), a,
            write_bytes(each, b));
    }
    add(r, N_("Network"), CURVE_NONE, text_in(r->lang, "%s/s in, %s/s out"),
        write_bytes(vitals_rate(before, now, before ? before->bytes_in : 0, now->bytes_in), a),
        write_bytes(vitals_rate(before, now, before ? before->bytes_out : 0, now->bytes_out), b));
    add(r, N_("Turned away"), CURVE_NONE,
        text_in(r->lang, "%.0f at the door, %.0f slow, %.0f too fast, %.0f silent; %.0f errors"),
        now->turned_away, now->cut_slow, now->cut_rate, now->cut_idle, now->errors);
}

static void fill_rows(const struct top *t, enum text_lang lang, struct rows *r)
{
    const struct vitals *before = t->has_before ? &t->before : NULL;
    r->lang = lang;
    r->count = 0;
    add_load(r, before, &t->now);
    add_machine(r, before, &t->now);
}

/* ---- tables ---- */

enum { COLUMN_COUNT = 7, CELL_SIZE = 32 };

static const struct {
    const char *head;
    int width; /* less than 0: to the left */
} columns[COLUMN_COUNT] = {{N_("Table"), -8},   {N_("Rules"), -14}, {N_("Status"), -12},
                           {N_("People"), 8},   {N_("Match"), 9},   {N_("Move"), 8},
                           {N_("Idle for"), 14}};

static const char *write_idle(int64_t seconds, char buf[CELL_SIZE])
{
    if (seconds < 60) {
        snprintf(buf, CELL_SIZE, "%lld s", (long long)seconds);
    } else if (seconds < 3600) {
        snprintf(buf, CELL_SIZE, "%lld min", (long long)seconds / 60);
    } else {
        snprintf(buf, CELL_SIZE, "%lld h", (long long)seconds / 3600);
    }
    return buf;
}

static const char *status_word(enum text_lang lang, const char *word)
{
    static const struct {
        const char *word, *shown;
    } known[] = {{"open", N_("is open")},
                 {"playing", N_("is playing")},
                 {"over", N_("is over")},
                 {"stopped", N_("is stopped")}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].word, word) == 0) {
            return text_in(lang, known[i].shown);
        }
    }
    return word;
}

static void write_cell(const struct vitals_table *t, enum text_lang lang, int column,
                       char buf[CELL_SIZE])
{
    switch (column) {
    case 0:
        snprintf(buf, CELL_SIZE, "%s", t->code);
        break;
    case 1:
        snprintf(buf, CELL_SIZE, "%s", t->rules);
        break;
    case 2:
        snprintf(buf, CELL_SIZE, "%s", status_word(lang, t->status));
        break;
    case 3:
        snprintf(buf, CELL_SIZE, "%d/%d", t->people, t->seats);
        break;
    case 4:
        snprintf(buf, CELL_SIZE, "%d", t->match);
        break;
    case 5:
        snprintf(buf, CELL_SIZE, "%lld", (long long)t->n);
        break;
    default:
        write_idle(t->idle_s, buf);
        break;
    }
}

/* A line of the list, or (table NULL) its head. */
static void write_line(const struct vitals_table *table, enum text_lang lang, char *buf,
                       size_t size)
{
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < COLUMN_COUNT && used < size; i++) {
        char cell[CELL_SIZE];
        if (table) {
            write_cell(table, lang, i, cell);
        } else {
            snprintf(cell, sizeof cell, "%s", text_in(lang, columns[i].head));
        }
        int blanks = abs(columns[i].width) - screen_width(cell);
        blanks = blanks > 0 ? blanks : 0;
        bool left = columns[i].width < 0;
        used += (size_t)snprintf(buf + used, size - used, "%*s%s%*s", left ? 0 : blanks, "", cell,
                                 left ? blanks : 0, "");
    }
}

static int64_t rank(const struct vitals_table *t, enum top_order order)
{
    return order == TOP_MOVES ? t->n : order == TOP_PEOPLE ? t->people : -t->idle_s;
}

/* By insertion, which keeps the server's order among equals; there are few. */
void top_sort(struct top *t)
{
    struct vitals *v = &t->now;
    for (int i = 1; i < v->table_count; i++) {
        struct vitals_table table = v->table[i];
        int at = i;
        while (at > 0 && rank(&v->table[at - 1], t->order) < rank(&table, t->order)) {
            v->table[at] = v->table[at - 1];
            at--;
        }
        v->table[at] = table;
    }
}

/* ---- as text ---- */

static void write_up(int64_t seconds, char *buf, size_t size)
{
    long long s = (long long)seconds;
    if (s >= 86400) {
        snprintf(buf, size, "%lld d %02lld:%02lld", s / 86400, s / 3600 % 24, s / 60 % 60);
    } else {
        snprintf(buf, size, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    }
}

static void write_title(const struct top *t, enum text_lang lang, char *buf, size_t size)
{
    const struct vitals *v = &t->now;
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

/* What matters more than all figures. */
static const char *first_of_all(const struct vitals *v)
{
    if (v->store_fails) {
        return N_("THE STORE FAILS: what cannot be saved does not count.");
    }
    if (v->store_full >= 1) {
        return N_("THE STORE IS FULL: no new tables or matches begin.");
    }
    return v->store_full >= 0.8 ? N_("The store is nearly full.") : NULL;
}

void top_print(const struct top *t, enum text_lang lang)
{
    char line[160];
    struct rows rows;
    write_title(t, lang, line, sizeof line);
    printf("%s: %s\n", t->url, line);
    if (first_of_all(&t->now)) {
        puts(text_in(lang, first_of_all(&t->now)));
    }
    putchar('\n');
    fill_rows(t, lang, &rows);
    for (int i = 0; i < rows.count; i++) {
        const char *label = text_in(lang, rows.at[i].label);
        printf("%s%*s%s\n", label, LABEL_WIDTH - screen_width(label), "", rows.at[i].value);
    }
    putchar('\n');
    for (int i = -1; i < t->now.table_count; i++) {
        write_line(i < 0 ? NULL : &t->now.table[i], lang, line, sizeof line);
        puts(line);
    }
}

/* ---- as a screen ---- */

void top_note(struct top *t)
{
    const struct vitals *before = t->has_before ? &t->before : NULL;
    if (t->looks == TOP_LOOKS) {
        memmove(t->moves, t->moves + 1, sizeof t->moves - sizeof t->moves[0]);
        memmove(t->cpu, t->cpu + 1, sizeof t->cpu - sizeof t->cpu[0]);
        t->looks--;
    }
    t->moves[t->looks] = vitals_moves_per_s(before, &t->now);
    t->cpu[t->looks++] = vitals_cpu_percent(before, &t->now);
    top_sort(t);
}

/* The latest values as a row of bars, the highest of them as high as a line. */
static void draw_curve(struct page *p, int row, int column, int width, const double *values,
                       int count, double least)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int from = count > width ? count - width : 0;
    double most = least;
    for (int i = from; i < count; i++) {
        most = fmax(most, values[i]);
    }
    for (int i = from; i < count; i++) {
        int height = (int)lround(values[i] / most * 7);
        const char *bar = p->term->ascii ? (height > 3   ? "#"
                                            : height > 0 ? "="
                                                         : "_")
                                         : bars[height < 0   ? 0
                                                : height > 7 ? 7
                                                             : height];
        canvas_text(&p->canvas, row, column + i - from, 1, page_accent, bar);
    }
}

static int draw_rows(struct page *p, const struct top *t)
{
    struct rows rows;
    struct canvas *c = &p->canvas;
    int curve = c->columns - 2 - CURVE_WIDTH;
    fill_rows(t, p->lang, &rows);
    for (int i = 0; i < rows.count; i++) {
        int row = TITLE_ROWS + i, width = c->columns - LABEL_WIDTH - 4;
        canvas_text(c, row, 2, LABEL_WIDTH, page_dim, text_in(p->lang, rows.at[i].label));
        canvas_text(c, row, 2 + LABEL_WIDTH, width, page_plain, rows.at[i].value);
        if (rows.at[i].curve != CURVE_NONE && curve > 2 + LABEL_WIDTH + 24) {
            bool moves = rows.at[i].curve == CURVE_MOVES;
            draw_curve(p, row, curve, CURVE_WIDTH, moves ? t->moves : t->cpu, t->looks,
                       moves ? 1 : 100);
        }
    }
    return TITLE_ROWS + rows.count;
}

static void draw_tables(struct page *p, struct top *t, int row)
{
    struct canvas *c = &p->canvas;
    char line[160];
    int height = c->rows - row - 2;
    if (t->now.table_count == 0) {
        canvas_text(c, row, 2, c->columns - 4, page_dim, text_in(p->lang, "No tables."));
        return;
    }
    t->first = page_scroll(t->first, t->first, t->now.table_count, height - 1);
    write_line(NULL, p->lang, line, sizeof line);
    canvas_text(c, row, 2, c->columns - 4, page_bold, line);
    for (int i = 1; i < height && t->first + i - 1 < t->now.table_count; i++) {
        const struct vitals_table *table = &t->now.table[t->first + i - 1];
        bool plays = strcmp(table->status, "playing") == 0;
        write_line(table, p->lang, line, sizeof line);
        canvas_text(c, row + i, 2, c->columns - 4, plays ? page_plain : page_dim, line);
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
    page_begin(p, t->url);
    if (t->has_now) {
        char title[120];
        write_title(t, p->lang, title, sizeof title);
        page_title_right(p, title);
        draw_tables(p, t, draw_rows(p, t) + 1);
    }
    if (t->has_now && first_of_all(&t->now) && !t->why) {
        canvas_text(&p->canvas, 1, 2, p->canvas.columns - 4, page_bad,
                    text_in(p->lang, first_of_all(&t->now)));
    }
    if (t->why) {
        int row = t->has_now ? 1 : TITLE_ROWS;
        char reason[LINK_WHY_SIZE];
        canvas_text(&p->canvas, row, 2, p->canvas.columns - 4, page_bad,
                    link_reason(t->why, p->lang, reason, sizeof reason));
    }
    page_hints(p, hints, 4);
}
