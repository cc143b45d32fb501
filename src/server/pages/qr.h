/*
 * qr.h - a link as a QR code, in the blocks of a terminal and as a picture.
 */
#ifndef MAZO_QR_H
#define MAZO_QR_H

#include <stdbool.h>
#include <stdio.h>

/* Two rows of the code in a line, dark on light whatever the terminal's colors. False: it
 * cannot be made. */
bool qr_print(const char *text, FILE *to);

/* An SVG, to be freed, and its length; NULL: it cannot be made. */
char *qr_svg(const char *text, size_t *len);

#endif
