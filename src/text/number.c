/*
 * number.c - a whole number that somebody wrote.
 */
#include "text/number.h"

bool text_number(const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (*text < '0' || *text > '9' || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (value < least || value > most)
        return false;
    *out = value;
    return true;
}
