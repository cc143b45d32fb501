/*
 * qr.c - a QR code in half blocks, and as a picture.
 */
#include "server/pages/qr.h"

#include <qrencode.h>

enum { MARGIN = 2, SVG_MARGIN = 4 };

static bool is_dark(const QRcode *code, int x, int y)
{
    bool inside = x >= 0 && y >= 0 && x < code->width && y < code->width;
    return inside && code->data[y * code->width + x] & 1;
}

bool qr_print(const char *text, FILE *to)
{
    static const char *const blocks[] = {" ", "▄", "▀", "█"}; /* of light */
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return false;
    for (int y = -MARGIN; y < code->width + MARGIN; y += 2) {
        fputs("\x1b[97;40m", to);
        for (int x = -MARGIN; x < code->width + MARGIN; x++) {
            int light = (is_dark(code, x, y) ? 0 : 2) | (is_dark(code, x, y + 1) ? 0 : 1);
            fputs(blocks[light], to);
        }
        fputs("\x1b[0m\n", to);
    }
    QRcode_free(code);
    return true;
}

/* The dark modules of a row; adjacent ones form one box. */
static void put_row(const QRcode *code, int y, FILE *to)
{
    for (int x = 0, end; x < code->width; x = end + 1) {
        for (end = x; is_dark(code, end, y);)
            end++;
        if (end > x)
            fprintf(to, "M%d %dh%dv1h-%dz", x, y, end - x, end - x);
    }
}

char *qr_svg(const char *text, size_t *len)
{
    char *svg = NULL;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    FILE *to = code ? open_memstream(&svg, len) : NULL;
    if (to) {
        int side = code->width + 2 * SVG_MARGIN;
        fprintf(to,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%d -%d %d %d\" "
                "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M-%d-%dh%dv%dh-%dz\"/>"
                "<path fill=\"#10201d\" d=\"",
                SVG_MARGIN, SVG_MARGIN, side, side, SVG_MARGIN, SVG_MARGIN, side, side, side);
        for (int y = 0; y < code->width; y++)
            put_row(code, y, to);
        fputs("\"/></svg>\n", to);
        fclose(to);
    }
    QRcode_free(code);
    return svg;
}
