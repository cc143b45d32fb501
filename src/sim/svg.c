/*
 * svg.c - the head, a few shapes, the end.
 */
#include "sim/svg.h"

#include <math.h>

/* Each color twice: some programs that show pictures know no var(). */
static const char style[] =
    ":root{--paper:#fff;--ink:#1d1d1f;--soft:#6b6b70;--grid:#e3e3e6;--mark:#0b63c4;--bar:#8fbcee;"
    "--even:#b3382c}"
    "@media(prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#ececee;--soft:#a3a3ab;"
    "--grid:#34353a;--mark:#7db7ff;--bar:#2f5f96;--even:#ff8a7a}}"
    "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "fill:#1d1d1f;fill:var(--ink)}"
    ".big{font-size:17px;font-weight:600}.head{font-weight:600}"
    ".soft{fill:#6b6b70;fill:var(--soft)}.small{font-size:11px}"
    ".end{text-anchor:end}.mid{text-anchor:middle}"
    ".paper{fill:#fff;fill:var(--paper)}"
    ".grid{stroke:#e3e3e6;stroke:var(--grid)}"
    ".even{stroke:#b3382c;stroke:var(--even);stroke-dasharray:4 3}"
    ".bar{fill:#8fbcee;fill:var(--bar)}";

void svg_begin(FILE *out, double width, double height, const char *more)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<style>%s%s</style>\n",
            width, height, width, height, style, more);
    svg_rect(out, 0, 0, width, height, "paper");
}

bool svg_end(FILE *out)
{
    fputs("</svg>\n", out);
    return fflush(out) == 0 && !ferror(out);
}

void svg_text(FILE *out, double x, double y, const char *class, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*text, out);
            break;
        }
    }
    fputs("</text>\n", out);
}

void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *class)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1,
            x2, y2, class);
}

void svg_rect(FILE *out, double x, double y, double width, double height, const char *class)
{
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", x,
            y, width, height, class);
}

double svg_step(double span, int ticks)
{
    double power = pow(10, floor(log10(span / ticks)));
    double rest = span / ticks / power;
    return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}
