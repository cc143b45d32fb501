/*
 * load_plot.c - a load as a picture: latency over time, and its distribution.
 */
#include <math.h>

#include "cli/load_print.h"
#include "sim/svg.h"

enum {
    WIDTH = 760,
    LEFT = 74,
    RIGHT = WIDTH - 40,
    HEAD = 68,
    TITLE = 30,
    PANEL = 190,
    AXIS = 40,
    TICKS = 5
};

static const char style[] =
    ".p50{stroke:#8fbcee;stroke:var(--bar)}.p99{stroke:#0b63c4;stroke:var(--mark)}"
    ".most{stroke:#b3382c;stroke:var(--even);stroke-dasharray:3 3}"
    "polyline{fill:none;stroke-width:1.6}";

struct panel {
    FILE *out;
    enum text_lang lang;
    double top, bottom;
    double x_from, x_to, y_to; /* values at the edges; y begins at 0 */
    bool x_is_log;
};

static double x_of(const struct panel *p, double value)
{
    double part = p->x_is_log ? log(value / p->x_from) / log(p->x_to / p->x_from)
                              : (value - p->x_from) / (p->x_to - p->x_from);
    return LEFT + (RIGHT - LEFT) * part;
}

static double y_of(const struct panel *p, double value)
{
    return p->bottom - (p->bottom - p->top) * value / p->y_to;
}

static double step_for(double span) { return svg_step(span, TICKS); }

static void put_mark(const struct panel *p, double x, const char *unit, double value)
{
    char label[32];
    snprintf(label, sizeof label, "%g%s", value, unit);
    svg_line(p->out, x, p->top, x, p->bottom, "grid");
    svg_text(p->out, x, p->bottom + 16, "soft small mid", text_decimals(p->lang, label));
}

static void put_axes(const struct panel *p, const char *x_unit, const char *y_unit)
{
    double step = step_for(p->y_to);
    for (double value = 0; value <= p->y_to * 1.001; value += step) {
        char label[32];
        snprintf(label, sizeof label, "%g%s", value, y_unit);
        svg_line(p->out, LEFT, y_of(p, value), RIGHT, y_of(p, value), "grid");
        svg_text(p->out, LEFT - 8, y_of(p, value) + 4, "soft small end",
                 text_decimals(p->lang, label));
    }
    if (!p->x_is_log) {
        step = step_for(p->x_to - p->x_from);
        for (double value = p->x_from; value <= p->x_to * 1.001; value += step)
            put_mark(p, x_of(p, value), x_unit, value);
        return;
    }
    for (double power = p->x_from; power <= p->x_to * 1.001; power *= 10)
        put_mark(p, x_of(p, power), x_unit, power);
}

/* ---- over time ---- */

enum line { LINE_P50, LINE_P99, LINE_MOST, LINE_COUNT };

static double value_of(const struct crowd_moment *m, enum line line)
{
    uint64_t us = line == LINE_P50 ? m->p50 : line == LINE_P99 ? m->p99 : m->most;
    return (double)us / 1000;
}

static void put_lines(const struct panel *p, const struct crowd_figures *f)
{
    static const char *const names[] = {"p50", "p99", N_("longest")};
    static const char *const classes[] = {"p50", "p99", "most"};
    for (int line = 0; line < LINE_COUNT; line++) {
        fprintf(p->out, "<polyline class=\"%s\" points=\"", classes[line]);
        for (int i = 0; i < f->moment_count; i++) {
            fprintf(p->out, "%.1f,%.1f ", x_of(p, f->moments[i].at),
                    y_of(p, value_of(&f->moments[i], (enum line)line)));
        }
        fputs("\"/>\n", p->out);
        double x = RIGHT - 210 + 76 * line;
        fprintf(p->out,
                "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" class=\"%s\" "
                "stroke-width=\"2\"/>\n",
                x, p->top - 14, x + 18, p->top - 14, classes[line]);
        svg_text(p->out, x + 23, p->top - 10, "soft small", text_in(p->lang, names[line]));
    }
}

static void put_over_time(FILE *out, const struct load_report *r, double top)
{
    const struct crowd_figures *f = r->figures;
    double most = 0.1;
    for (int i = 0; i < f->moment_count; i++)
        most = fmax(most, (double)f->moments[i].most / 1000);
    struct panel p = {.out = out,
                      .lang = r->lang,
                      .top = top + TITLE,
                      .bottom = top + TITLE + PANEL,
                      .x_to = f->moment_count ? f->moments[f->moment_count - 1].at : 1,
                      .y_to = most};
    p.y_to = ceil(most / step_for(most)) * step_for(most);
    svg_text(out, 24, top + 16, "head", text_in(r->lang, "Command to all events, over time"));
    put_axes(&p, " s", " ms");
    put_lines(&p, f);
}

/* ---- how it is spread ---- */

enum { BARS_A_DECADE = 20, BARS_MAX = BARS_A_DECADE * 6 };

/* Bars as wide as each other on a scale of powers of ten, from 0.1 ms. */
static int sort_bars(const struct histogram *s, double bars[BARS_MAX])
{
    int last = 0;
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if (s->bucket[i] == 0)
            continue;
        double ms = fmax((double)histogram_bucket_from(i) / 1000, 0.1);
        int bar = (int)(log10(ms / 0.1) * BARS_A_DECADE);
        bar = bar < BARS_MAX ? bar : BARS_MAX - 1;
        bars[bar] += 100 * (double)s->bucket[i] / (double)s->count;
        last = bar > last ? bar : last;
    }
    return last / BARS_A_DECADE + 1; /* decades */
}

static void put_part(const struct panel *p, const struct histogram *s, double part,
                     const char *name)
{
    double ms = fmax((double)histogram_at(s, part) / 1000, p->x_from);
    double x = x_of(p, ms);
    svg_line(p->out, x, p->top - 4, x, p->bottom, "even");
    svg_text(p->out, x, p->top - 8, "soft small mid", name);
}

static void put_spread(FILE *out, const struct load_report *r, double top)
{
    const struct histogram *s = &r->figures->all;
    double bars[BARS_MAX] = {0}, most = 1;
    int decades = sort_bars(s, bars);
    for (int i = 0; i < BARS_MAX; i++)
        most = fmax(most, bars[i]);
    struct panel p = {.out = out,
                      .lang = r->lang,
                      .top = top + TITLE,
                      .bottom = top + TITLE + PANEL,
                      .x_from = 0.1,
                      .x_to = 0.1 * pow(10, decades),
                      .x_is_log = true};
    p.y_to = ceil(most / step_for(most)) * step_for(most);
    svg_text(out, 24, top + 16, "head", text_in(r->lang, "Command to all events, spread"));
    put_axes(&p, " ms", " %");
    for (int i = 0; i < decades * BARS_A_DECADE && i < BARS_MAX; i++) {
        double from = x_of(&p, 0.1 * pow(10, (double)i / BARS_A_DECADE));
        double to = x_of(&p, 0.1 * pow(10, (double)(i + 1) / BARS_A_DECADE));
        svg_rect(out, from, y_of(&p, bars[i]), to - from - 0.8, p.bottom - y_of(&p, bars[i]),
                 "bar");
    }
    put_part(&p, s, 0.5, "p50");
    put_part(&p, s, 0.99, "p99");
}

static void put_head(FILE *out, const struct load_report *r, double height)
{
    char text[160];
    const struct crowd_plan *p = r->plan;
    svg_begin(out, WIDTH, height, style);
    snprintf(text, sizeof text, text_in(r->lang, "Mazo: %d tables of %d, %u connections"),
             p->tables, p->seats, r->figures->most_here);
    svg_text(out, 24, 32, "big", text);
    snprintf(text, sizeof text, text_in(r->lang, "%s, %.0f moves per second for %.0f s"),
             mazo_sheet_name(p->rules.sheet),
             (double)r->figures->measured_moves /
                 (r->figures->playing_s > 0 ? r->figures->playing_s : 1),
             r->figures->playing_s);
    svg_text(out, 24, 52, "soft", text);
}

bool load_plot(FILE *out, const struct load_report *r)
{
    double panel = TITLE + PANEL + AXIS;
    put_head(out, r, HEAD + 2 * panel + 8);
    put_over_time(out, r, HEAD);
    put_spread(out, r, HEAD + panel);
    return svg_end(out);
}
