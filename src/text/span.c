/*
 * span.c - lengths of time in words.
 */
#include "text/span.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* The smaller unit stands only where there is some of it. */
static void add(char *buf, size_t size, const char *format, uint64_t count)
{
    size_t used = strlen(buf);
    if (count > 0 && used < size) {
        buf[used] = ' ';
        snprintf(buf + used + 1, size - used - 1, format, (unsigned long long)count);
    }
}

const char *text_span(enum text_lang lang, uint64_t seconds, char *buf, size_t size)
{
    const char *s = text_in(lang, N_("%llu s")), *min = text_in(lang, N_("%llu min")),
               *h = text_in(lang, N_("%llu h"));
    if (seconds < 2 * MINUTE) {
        snprintf(buf, size, s, (unsigned long long)seconds);
    } else if (seconds < 2 * HOUR) {
        snprintf(buf, size, min, (unsigned long long)(seconds / MINUTE));
        add(buf, size - 1, s, seconds % MINUTE);
    } else if (seconds < DAY) {
        snprintf(buf, size, h, (unsigned long long)(seconds / HOUR));
        add(buf, size - 1, min, seconds % HOUR / MINUTE);
    } else {
        uint64_t days = seconds / DAY;
        snprintf(buf, size, text_in(lang, days == 1 ? N_("%llu day") : N_("%llu days")),
                 (unsigned long long)days);
        add(buf, size - 1, h, seconds % DAY / HOUR);
    }
    return buf;
}
