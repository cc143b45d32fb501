/*
 * place.c - "house.ini, line 3: …"
 */
#include "text/place.h"

#include <stdio.h>

#include "text/screen.h"

enum { NAME_MAX_BYTES = 160 };

char *text_place(enum text_lang lang, const char *file, int line, const char *message, char *buf,
                 size_t size)
{
    char name[NAME_MAX_BYTES];
    screen_clean(*file ? file : "\"\"", name, sizeof name);
    if (line > 0)
        snprintf(buf, size, text_in(lang, "%s, line %d: %s"), name, line, message);
    else
        snprintf(buf, size, "%s: %s", name, message);
    return buf;
}
