/*
 * qr.c - a QR code in half blocks.
 */
#include "server/pages/qr.h"

#include <qrencode.h>

enum { MARGIN = 2 };

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
