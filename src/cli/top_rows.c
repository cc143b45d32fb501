/*
 * top_rows.c - rows of figures and curves, on a canvas or as plain lines.
 */
#include "cli/top_rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_table.h"

enum { LABEL_WIDTH = 16, CURVE_WIDTH = 24, MANY = 100 };

enum { LIST_ROWS = 7 }; /* below the figures: a heading, three lines, the hints, and blanks */

/* ---- figures ---- */

/* Beyond the last bound of the histogram only that is known. */
const char *top_wait(double ms, double bound_ms, const char *unit, char buf[TOP_FIGURE_SIZE])
{
    if (ms < 0 || (isinf(ms) && bound_ms <= 0))
        snprintf(buf, TOP_FIGURE_SIZE, "-");
    else if (isinf(ms))
        snprintf(buf, TOP_FIGURE_SIZE, "> %g%s", bound_ms, unit);
    else
        snprintf(buf, TOP_FIGURE_SIZE, "≤ %g%s", ms, unit);
    return buf;
}

const char *top_short_time(int64_t seconds, char buf[TOP_CELL_SIZE])
{
    if (seconds < 60)
        snprintf(buf, TOP_CELL_SIZE, "%lld s", (long long)seconds);
    else if (seconds < 3600)
        snprintf(buf, TOP_CELL_SIZE, "%lld min", (long long)seconds / 60);
    else
        snprintf(buf, TOP_CELL_SIZE, "%lld h", (long long)seconds / 3600);
    return buf;
}

/* ---- sums ---- */

void top_sum_init(struct top_sum *sum) { *sum = (struct top_sum){.p50_ms = -1, .p99_ms = -1}; }

static void add_waits(struct top_sum *sum, const struct server_stats *before,
                      const struct server_stats *now)
{
    double bound = now->bound_count < 2 ? 0 : 1000 * now->bound[now->bound_count - 2];
    sum->p50_ms = fmax(sum->p50_ms, server_stats_wait_ms(before, now, 0.5));
    sum->p99_ms = fmax(sum->p99_ms, server_stats_wait_ms(before, now, 0.99));
    sum->commit_ms = fmax(sum->commit_ms, (double)now->commit_us / 1000);
    sum->bound_ms = fmax(sum->bound_ms, bound);
}

void top_sum_add(struct top_sum *sum, const struct server_stats *before,
                 const struct server_stats *now)
{
    sum->servers++;
    sum->connections += now->connections;
    sum->people += now->people;
    sum->tables += now->tables;
    sum->playing += now->playing;
    sum->queued += now->queued;
    sum->moves_per_s += server_stats_moves_per_s(before, now);
    sum->cpu_percent += server_stats_cpu_percent(before, now);
    sum->rss += (double)now->rss;
    sum->in_per_s += server_stats_rate(before, now, before ? before->bytes_in : 0, now->bytes_in);
    sum->out_per_s += server_stats_rate(before, now, before ? before->bytes_out : 0,
                                        now->bytes_out);
    sum->store_bytes = now->store_bytes;
    sum->turned_away += now->turned_away;
    sum->cut_slow += now->cut_slow;
    sum->cut_rate += now->cut_rate;
    sum->cut_idle += now->cut_idle;
    sum->errors += now->errors;
    add_waits(sum, before, now);
}

/* ---- rows ---- */

static void add(struct top_rows *r, const char *label, enum top_curve curve, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
static void add(struct top_rows *r, const char *label, enum top_curve curve, const char *format,
                ...)
{
    va_list args;
    char *value = r->at[r->count].value;
    r->at[r->count].label = label;
    r->at[r->count++].curve = curve;
    va_start(args, format);
    vsnprintf(value, TOP_VALUE_SIZE, format, args);
    va_end(args);
    text_decimals(r->lang, value);
}

static void add_load(struct top_rows *r, const struct top_sum *sum)
{
    char a[TOP_FIGURE_SIZE], b[TOP_FIGURE_SIZE];
    add(r, N_("Connections"), TOP_NO_CURVE, text_in(r->lang, "%lld, of %lld people"),
        (long long)sum->connections, (long long)sum->people);
    add(r, N_("Tables"), TOP_NO_CURVE, text_in(r->lang, "%lld, of which %lld are playing"),
        (long long)sum->tables, (long long)sum->playing);
    add(r, N_("Moves"), TOP_CURVE_MOVES, text_in(r->lang, "%.1f per second"), sum->moves_per_s);
    add(r, N_("Until announced"), TOP_NO_CURVE,
        sum->servers == 1 ? "p50 %s, p99 %s"
                          : text_in(r->lang, "p50 %s, p99 %s (the slowest server)"),
        top_wait(sum->p50_ms, sum->bound_ms, " ms", a),
        top_wait(sum->p99_ms, sum->bound_ms, " ms", b));
}

static void add_store(struct top_rows *r, const struct top_sum *sum)
{
    char a[TOP_FIGURE_SIZE];
    if (sum->servers == 1) {
        add(r, N_("Store"), TOP_NO_CURVE, text_in(r->lang, "%s; commit %.1f ms, %lld waiting"),
            cli_bytes(r->lang, sum->store_bytes, a), sum->commit_ms, (long long)sum->queued);
    } else {
        add(r, N_("Store"), TOP_NO_CURVE,
            text_in(r->lang, "commit %.1f ms (the slowest server), %lld waiting"), sum->commit_ms,
            (long long)sum->queued);
    }
}

static void add_memory(struct top_rows *r, const struct top_sum *sum)
{
    char a[TOP_FIGURE_SIZE], b[TOP_FIGURE_SIZE];
    cli_bytes(r->lang, sum->rss, a);
    if (sum->connections < MANY) { /* with few connections the program itself takes most */
        add(r, N_("Memory"), TOP_NO_CURVE, "%s", a);
    } else {
        add(r, N_("Memory"), TOP_NO_CURVE, text_in(r->lang, "%s, %s per connection"), a,
            cli_bytes(r->lang, sum->rss / (double)sum->connections, b));
    }
}

void top_fill_rows(const struct top_sum *sum, enum text_lang lang, struct top_rows *r)
{
    char a[TOP_FIGURE_SIZE], b[TOP_FIGURE_SIZE];
    r->lang = lang;
    r->count = 0;
    add_load(r, sum);
    add_store(r, sum);
    add(r, N_("Processor"), TOP_CURVE_CPU, text_in(lang, "%.1f %% of a core"), sum->cpu_percent);
    add_memory(r, sum);
    add(r, N_("Network"), TOP_NO_CURVE, text_in(lang, "%s/s in, %s/s out"),
        cli_bytes(r->lang, sum->in_per_s, a), cli_bytes(r->lang, sum->out_per_s, b));
    add(r, N_("Turned away"), TOP_NO_CURVE,
        text_in(lang, "%.0f at the door, %.0f slow, %.0f too fast, %.0f silent; %.0f errors"),
        sum->turned_away, sum->cut_slow, sum->cut_rate, sum->cut_idle, sum->errors);
}

void top_print_rows(const struct top_rows *r)
{
    for (int i = 0; i < r->count; i++) {
        cli_print_padded(text_in(r->lang, r->at[i].label), LABEL_WIDTH);
        puts(r->at[i].value);
    }
}

/* ---- on a screen ---- */

void top_note(struct top_curves *c, const struct top_sum *sum)
{
    if (c->looks == TOP_LOOKS) {
        memmove(c->moves, c->moves + 1, sizeof c->moves - sizeof c->moves[0]);
        memmove(c->cpu, c->cpu + 1, sizeof c->cpu - sizeof c->cpu[0]);
        c->looks--;
    }
    c->moves[c->looks] = sum->moves_per_s;
    c->cpu[c->looks++] = sum->cpu_percent;
}

/* Draws the latest values as a row of bars, scaled to the highest. */
static void draw_curve(struct page *p, int row, int column, int width, const double *values,
                       int count, double least)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int from = count > width ? count - width : 0;
    double most = least;
    for (int i = from; i < count; i++)
        most = fmax(most, values[i]);
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

int top_draw_rows(struct page *p, const struct top_rows *r, const struct top_curves *curves)
{
    struct canvas *c = &p->canvas;
    int curve = c->columns - 2 - CURVE_WIDTH;
    int fit = c->rows - TOP_TITLE_ROWS - LIST_ROWS;
    int count = fit < 0 ? 0 : fit < r->count ? fit : r->count;
    for (int i = 0; i < count; i++) {
        int row = TOP_TITLE_ROWS + i, width = c->columns - LABEL_WIDTH - 4;
        canvas_text(c, row, 2, LABEL_WIDTH, page_dim, text_in(p->lang, r->at[i].label));
        canvas_text(c, row, 2 + LABEL_WIDTH, width, page_plain, r->at[i].value);
        if (r->at[i].curve != TOP_NO_CURVE && curve > 2 + LABEL_WIDTH + 24) {
            bool moves = r->at[i].curve == TOP_CURVE_MOVES;
            draw_curve(p, row, curve, CURVE_WIDTH, moves ? curves->moves : curves->cpu,
                       curves->looks, moves ? 1 : 100);
        }
    }
    return TOP_TITLE_ROWS + count;
}
