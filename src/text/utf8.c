/*
 * utf8.c - UTF-8, checked strictly.
 */
#include "text/utf8.h"

#include <string.h>

int utf8_length(const char *text, size_t left)
{
    const unsigned char *s = (const unsigned char *)text;
    if (left == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    int n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 0;
    n = s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : n;
    if (n == 0 || left < (size_t)n)
        return 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] > 0x9f;
    bool too_big = s[0] == 0xf4 && s[1] > 0x8f;
    return overlong || surrogate || too_big ? 0 : n;
}

bool utf8_is_valid(const char *text, size_t len)
{
    while (len > 0) {
        int some = utf8_length(text, len);
        if (some == 0)
            return false;
        text += some;
        len -= (size_t)some;
    }
    return true;
}

unsigned utf8_number(const char *text, int n)
{
    const unsigned char *s = (const unsigned char *)text;
    unsigned number = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++)
        number = number << 6 | (s[i] & 0x3fu);
    return number;
}

size_t utf8_write(unsigned number, char out[5])
{
    static const unsigned first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int n = number < 0x80 ? 1 : number < 0x800 ? 2 : number < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (number & 0x3f));
        number >>= 6;
    }
    out[0] = (char)(first[n] | number);
    out[n] = '\0';
    return (size_t)n;
}

bool utf8_is_control(unsigned number)
{
    bool plain = number >= 0x20 && (number < 0x7f || number > 0x9f);
    bool line_end = number == 0x2028 || number == 0x2029;
    bool turns = (number >= 0x202a && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069) ||
                 number == 0x200e || number == 0x200f || number == 0x61c;
    return !plain || line_end || turns;
}

bool utf8_is_plain(const char *text, size_t most)
{
    size_t left = strlen(text);
    bool has_ink = false;
    if (left == 0 || left > most)
        return false;
    while (left > 0) {
        int n = utf8_length(text, left);
        unsigned number = n > 0 ? utf8_number(text, n) : 0;
        if (utf8_is_control(number))
            return false;
        has_ink |= number != ' ' && number != 0xa0;
        text += n;
        left -= (size_t)n;
    }
    return has_ink;
}
