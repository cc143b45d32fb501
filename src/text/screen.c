/*
 * screen.c - width and cleaning of UTF-8.
 */
#include "text/screen.h"

#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#include "text/utf8.h"

/* The character at `text`, and in *length its bytes; a bad byte is one of no meaning. */
static wchar_t character_at(const char *text, int *length)
{
    *length = utf8_length(text, strlen(text));
    if (*length == 0) {
        *length = 1;
        return 0;
    }
    const unsigned char *s = (const unsigned char *)text;
    unsigned number = *length == 1 ? s[0] : s[0] & (0x7fu >> *length);
    for (int i = 1; i < *length; i++)
        number = number << 6 | (s[i] & 0x3fu);
    return (wchar_t)number;
}

int screen_width(const char *text)
{
    int width = 0;
    for (int length; *text; text += length) {
        int columns = wcwidth(character_at(text, &length));
        width += columns < 0 ? 1 : columns; /* -1: the locale does not know it */
    }
    return width;
}

char *screen_clean(const char *text, char *buf, size_t size)
{
    size_t used = 0;
    size_t space = size - 4; /* "..." and the NUL */
    while (*text) {
        size_t length = (size_t)utf8_length(text, strlen(text));
        char one[5] = {0};
        memcpy(one, text, length);
        /* A blank is good, and a bad byte has length 0. */
        bool good = strcmp(one, " ") == 0 || utf8_is_plain(one, sizeof one - 1);
        text += length ? length : 1;
        length = good ? length : 1;
        if (used + length > space) {
            memcpy(buf + used, "...", 3);
            used += 3;
            break;
        }
        memcpy(buf + used, good ? one : "?", length);
        used += length;
    }
    buf[used] = '\0';
    return buf;
}
