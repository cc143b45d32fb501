/*
 * top_rows.h - what the pages of `mazo top` share: rows of figures and curves.
 */
#ifndef MAZO_TOP_ROWS_H
#define MAZO_TOP_ROWS_H

#include "client/server_stats.h"
#include "terminal/screen/page.h"
#include "text/text.h"

enum {
    TOP_LOOKS = 120, /* kept for the curves */
    TOP_ROWS_MAX = 12,
    TOP_VALUE_SIZE = 120,
    TOP_CELL_SIZE = 32,
    TOP_FIGURE_SIZE = 24,
    TOP_LINE_SIZE = 200,
    TOP_TITLE_ROWS = 2
};

/* ---- the figures of one server, or of several together ---- */

struct top_sum {
    int servers;
    int64_t connections, people, tables, playing, queued;
    double moves_per_s, cpu_percent, rss, in_per_s, out_per_s;
    double store_bytes; /* from the last server: several may share a store */
    double turned_away, cut_slow, cut_rate, cut_idle, errors;
    double p50_ms, p99_ms, commit_ms; /* the worst server's; negative: nothing was stored */
    double bound_ms;                  /* a wait beyond it is infinite */
};

/* An empty sum; add a server to it. `before` may be NULL. */
void top_sum_init(struct top_sum *sum);
void top_sum_add(struct top_sum *sum, const struct server_stats *before,
                 const struct server_stats *now);

/* ---- rows: a label and a value ---- */

enum top_curve { TOP_NO_CURVE, TOP_CURVE_MOVES, TOP_CURVE_CPU };

struct top_rows {
    enum text_lang lang;
    int count;
    struct {
        const char *label; /* N_() */
        char value[TOP_VALUE_SIZE];
        enum top_curve curve;
    } at[TOP_ROWS_MAX];
};

void top_fill_rows(const struct top_sum *sum, enum text_lang lang, struct top_rows *r);

void top_print_rows(const struct top_rows *r);

/* ---- figures ---- */

/* A wait by server_stats_wait_ms: "≤ 5", "> 20" (beyond `bound_ms`) or "-", with `unit` after it. */
const char *top_wait(double ms, double bound_ms, const char *unit, char buf[TOP_FIGURE_SIZE]);

/* "5 s", "12 min", "3 h" */
const char *top_short_time(int64_t seconds, char buf[TOP_CELL_SIZE]);

/* ---- on a screen ---- */

struct top_curves {
    int looks;
    double moves[TOP_LOOKS], cpu[TOP_LOOKS]; /* the latest last */
};

/* A new look. */
void top_note(struct top_curves *c, const struct top_sum *sum);

/* Draw them below the title, leaving room for a list. Returns the row after the last. */
int top_draw_rows(struct page *p, const struct top_rows *r, const struct top_curves *curves);

#endif
