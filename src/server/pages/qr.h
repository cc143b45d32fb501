/*
 * qr.h - a link as a QR code, in the blocks of a terminal.
 */
#ifndef MAZO_QR_H
#define MAZO_QR_H

#include <stdbool.h>
#include <stdio.h>

/* Two rows of the code in a line, dark on light whatever the terminal's colors. False: it
 * cannot be made. */
bool qr_print(const char *text, FILE *to);

#endif
