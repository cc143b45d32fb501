/*
 * plot.c - three panels below each other, drawn line by line.
 */
#include "sim/plot.h"

#include <math.h>

#include "sim/svg.h"
#include "text/screen.h"

enum {
    WIDTH = 760,
    MARGIN = 24,
    LABELS = 170, /* where the names end and the scale begins */
    RIGHT = WIDTH - 90,
    HEAD = 68,
    ROW = 30,
    TITLE = 30, /* above a panel */
    AXIS = 34,  /* below it */
    BARS = 150, /* height of the histogram */
    NAME_MAX = 22,
    TICKS = 6
};

static const char style[] = ".whisker{stroke:#0b63c4;stroke:var(--mark);stroke-width:2}"
                            ".dot{fill:#0b63c4;fill:var(--mark)}";

/* Maps values to positions. */
struct scale {
    double from, to, step;
};

struct canvas {
    FILE *out;
    enum text_lang lang;
    const struct sim_contest *contest;
    const struct sim_score *score;
    unsigned groups[MAZO_SEATS_MAX];
    int count; /* of groups */
    double y;  /* where the next panel begins */
};

/* Round steps of 1, 2 or 5 that cover the values. */
static struct scale scale_for(double from, double to)
{
    double span = to - from > 0 ? to - from : 1;
    double step = svg_step(span, TICKS);
    return (struct scale){.from = floor(from / step + 1e-9) * step,
                          .to = ceil(to / step - 1e-9) * step,
                          .step = step};
}

static double place(const struct scale *s, double value)
{
    return LABELS + (RIGHT - LABELS) * (value - s->from) / (s->to - s->from);
}

/* The scale below a panel, with lines up through it. */
static void put_axis(const struct canvas *c, const struct scale *s, double top, double bottom,
                     const char *unit)
{
    int digits = s->step < 0.1 ? 2 : s->step < 1 ? 1 : 0;
    for (double value = s->from; value <= s->to + s->step / 2; value += s->step) {
        char label[40];
        double x = place(s, value);
        snprintf(label, sizeof label, "%.*f%s", digits, fabs(value) < s->step / 2 ? 0.0 : value,
                 unit);
        svg_line(c->out, x, top, x, bottom, "grid");
        svg_text(c->out, x, bottom + 16, "soft small mid", text_decimals(c->lang, label));
    }
}

/* "hard ×3", not too long. */
static void write_name(const struct canvas *c, int group, char *buf, size_t size)
{
    char shown[NAME_MAX];
    int seats = __builtin_popcount(c->groups[group]);
    screen_clean(c->contest->players[__builtin_ctz(c->groups[group])]->name, shown, sizeof shown);
    if (seats == 1)
        snprintf(buf, size, "%s", shown);
    else
        snprintf(buf, size, "%s ×%d", shown, seats);
}

static void put_name(const struct canvas *c, int group, double y)
{
    char name[2 * NAME_MAX];
    write_name(c, group, name, sizeof name);
    svg_text(c->out, LABELS - 12, y + 4.5, "end", name);
}

static double begin_panel(struct canvas *c, const char *title)
{
    svg_text(c->out, MARGIN, c->y + 16, "head", text_in(c->lang, title));
    c->y += TITLE;
    return c->y;
}

/* ---- the panels ---- */

static void put_interval(const struct canvas *c, const struct scale *s,
                         const struct stats_interval *i, double y, const char *label)
{
    double low = place(s, i->low), high = place(s, i->high);
    svg_line(c->out, low, y, high, y, "whisker");
    svg_line(c->out, low, y - 5, low, y + 5, "whisker");
    svg_line(c->out, high, y - 5, high, y + 5, "whisker");
    fprintf(c->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"dot\"/>\n",
            place(s, i->mean), y);
    svg_text(c->out, RIGHT + 12, y + 4.5, "soft", label);
}

static void put_rates(struct canvas *c)
{
    struct stats_interval rate[MAZO_SEATS_MAX];
    double even = 100 * sim_even(c->contest), least = even, most = even;
    for (int i = 0; i < c->count; i++) {
        sim_win_rate(c->score, c->groups[i], &rate[i]);
        rate[i].mean *= 100, rate[i].low *= 100, rate[i].high *= 100;
        least = rate[i].low < least ? rate[i].low : least;
        most = rate[i].high > most ? rate[i].high : most;
    }
    struct scale s = scale_for(least - 0.5 > 0 ? least - 0.5 : 0,
                               most + 0.5 < 100 ? most + 0.5 : 100);
    double top = begin_panel(c, N_("Win rate and its interval (95 %)")),
           bottom = top + ROW * c->count;
    put_axis(c, &s, top, bottom, " %");
    svg_line(c->out, place(&s, even), top - 4, place(&s, even), bottom, "even");
    svg_text(c->out, place(&s, even), top - 8, "soft small mid", text_in(c->lang, "even"));
    for (int i = 0; i < c->count; i++) {
        char label[32];
        double y = top + ROW * (i + 0.5);
        snprintf(label, sizeof label, "%.2f %%", rate[i].mean);
        put_name(c, i, y);
        put_interval(c, &s, &rate[i], y, text_decimals(c->lang, label));
    }
    c->y = bottom + AXIS;
}

static void put_points(struct canvas *c)
{
    struct stats_interval points[MAZO_SEATS_MAX];
    double most = 0.01, least = 0;
    for (int i = 0; i < c->count; i++) {
        sim_points(c->score, c->groups[i], &points[i]);
        most = points[i].high > most ? points[i].high : most;
        least = points[i].low < least ? points[i].low : least;
    }
    struct scale s = scale_for(least, most);
    double top = begin_panel(c,
                             c->contest->matches ? N_("Points per match") : N_("Points per round"));
    double bottom = top + ROW * c->count, zero = place(&s, 0);
    put_axis(c, &s, top, bottom, "");
    for (int i = 0; i < c->count; i++) {
        char label[32];
        double y = top + ROW * (i + 0.5), end = place(&s, points[i].mean);
        snprintf(label, sizeof label, "%.1f", points[i].mean);
        put_name(c, i, y);
        svg_rect(c->out, end < zero ? end : zero, y - 8, fabs(end - zero), 16, "bar");
        svg_line(c->out, place(&s, points[i].low), y, place(&s, points[i].high), y, "whisker");
        svg_text(c->out, RIGHT + 12, y + 4.5, "soft", text_decimals(c->lang, label));
    }
    c->y = bottom + AXIS;
}

/* The length that covers nearly all rounds; the rest goes into the last column. */
static int last_length(const struct sim_score *score)
{
    int64_t seen = 0;
    for (int i = 0; i < SIM_LENGTHS; i++) {
        seen += score->lengths[i];
        if ((double)seen >= 0.995 * (double)score->rounds)
            return i + 1;
    }
    return SIM_LENGTHS;
}

static void put_lengths(struct canvas *c)
{
    enum { COLUMNS_MAX = 60 };
    double column[COLUMNS_MAX + 1] = {0}, most = 1;
    int last = last_length(c->score), wide = (last + COLUMNS_MAX - 1) / COLUMNS_MAX;
    int count = (last + wide - 1) / wide;
    for (int i = 0; i < SIM_LENGTHS; i++)
        column[i / wide < count ? i / wide : count - 1] += (double)c->score->lengths[i];
    for (int i = 0; i < count; i++)
        most = column[i] > most ? column[i] : most;
    double top = begin_panel(c,
                             c->contest->matches ? N_("Turns per match") : N_("Turns per round"));
    double bottom = top + BARS, mean = (double)c->score->turns / (double)c->score->rounds;
    struct scale s = {.from = 0, .to = count * wide, .step = scale_for(0, count * wide).step};
    put_axis(c, &s, top, bottom, "");
    for (int i = 0; i < count; i++) {
        double x = place(&s, i * wide), width = place(&s, (i + 1) * wide) - x;
        double height = BARS * column[i] / most;
        svg_rect(c->out, x + 0.5, bottom - height, width > 2 ? width - 1 : width, height, "bar");
    }
    if (mean < s.to) {
        char label[64];
        snprintf(label, sizeof label, text_in(c->lang, "mean %.1f"), mean);
        svg_line(c->out, place(&s, mean), top - 4, place(&s, mean), bottom, "even");
        svg_text(c->out, place(&s, mean), top - 8, "soft small mid", text_decimals(c->lang, label));
    }
    svg_text(c->out, LABELS - 12, top + 12, "soft small end",
             text_in(c->lang, "last column: that many or more"));
    c->y = bottom + AXIS;
}

static void put_head(const struct canvas *c, double height)
{
    char line[160];
    svg_begin(c->out, WIDTH, height, style);
    snprintf(line, sizeof line, text_in(c->lang, "Mazo: %s, %d seats"),
             mazo_sheet_name(c->contest->rules.sheet), c->contest->seats);
    svg_text(c->out, MARGIN, 32, "big", line);
    snprintf(line, sizeof line,
             text_in(c->lang, c->contest->matches ? N_("%lld matches in %lld deals, seed %llu")
                                                  : N_("%lld rounds in %lld deals, seed %llu")),
             (long long)c->score->rounds, (long long)c->score->deals,
             (unsigned long long)c->contest->seed);
    svg_text(c->out, MARGIN, 52, "soft", line);
}

bool sim_plot(FILE *out, enum text_lang lang, const struct sim_contest *contest,
              const struct sim_score *score)
{
    struct canvas c = {.out = out, .lang = lang, .contest = contest, .score = score, .y = HEAD};
    c.count = sim_groups(contest, c.groups);
    put_head(&c, HEAD + 3 * (TITLE + AXIS) + 2 * ROW * c.count + BARS + 8);
    if (score->rounds > 0) {
        put_rates(&c);
        put_points(&c);
        put_lengths(&c);
    }
    return svg_end(out);
}
