/*
 * number.c - reads a whole number from text.
 */
#include "text/number.h"

#include <string.h>

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

int text_number_word(const char *word, int most)
{
    static const char *const words[][2] = {
        {"zero", "cero"},   {"one", "una"},    {"two", "dos"},  {"three", "tres"},
        {"four", "cuatro"}, {"five", "cinco"}, {"six", "seis"}, {"seven", "siete"},
        {"eight", "ocho"},  {"nine", "nueve"}, {"ten", "diez"},
    };
    uint64_t number;
    if (text_number(word, 0, (uint64_t)most, &number))
        return (int)number;
    for (int i = 0; i < (int)(sizeof words / sizeof *words) && i <= most; i++)
        if (strcmp(word, words[i][0]) == 0 || strcmp(word, words[i][1]) == 0)
            return i;
    return -1;
}
