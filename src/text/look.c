/*
 * look.c - compact lists of Unicode: Default_Ignorable_Code_Point of version 16.0 with the
 * annotation marks, its blanks, and the letters most used to imitate others.
 */
#include "text/look.h"

#include <stdint.h>
#include <string.h>

#include "text/text.h"
#include "text/utf8.h"

enum {
    NAME_SIZE = 256,
    MARKS_MAX = 3, /* on one letter */
    ZWNJ = 0x200c,
    ZWJ = 0x200d,
    TEXT_STYLE = 0xfe0e,
    EMOJI_STYLE = 0xfe0f
};

struct range {
    unsigned from, to;
};

static const struct range hidden[] = {
    {0xad, 0xad},       {0x34f, 0x34f},   {0x61c, 0x61c},      {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f}, {0x200b, 0x200f},    {0x202a, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164}, {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3},  {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff}, {0xe000, 0xf8ff}, {0xf0000, 0x10ffff}, /* private use */
};

static const struct range blanks[] = {{' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                      {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                      {0x2800, 0x2800}, {0x3000, 0x3000}};

/* Accents and frames for the character before them, of no script in particular. */
static const struct range marks[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                                     {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};

#define IS_IN(list, number) is_in(list, sizeof(list) / sizeof *(list), number)

static bool is_in(const struct range *list, size_t count, unsigned number)
{
    for (size_t i = 0; i < count; i++)
        if (number >= list[i].from && number <= list[i].to)
            return true;
    return false;
}

/* Most letters are before all of these. */
static bool is_hidden(unsigned number) { return number >= 0xad && IS_IN(hidden, number); }

static bool is_blank(unsigned number)
{
    return number == ' ' || (number >= 0xa0 && IS_IN(blanks, number));
}

static bool is_mark(unsigned number)
{
    return number >= 0x300 && IS_IN(marks, number) && !is_hidden(number);
}

static bool is_joiner(unsigned number) { return number == ZWNJ || number == ZWJ; }

static bool is_style(unsigned number) { return number == TEXT_STYLE || number == EMOJI_STYLE; }

bool look_is_visible(const char *text)
{
    size_t left = strlen(text);
    for (int n; (n = utf8_length(text, left)) > 0; text += n, left -= (size_t)n) {
        unsigned number = utf8_number(text, n);
        if (!is_hidden(number) && !is_blank(number) && !is_mark(number))
            return true;
    }
    return false;
}

/* ---- cleaning ---- */

struct cleaning {
    char *to;
    size_t used, size;
    unsigned last;   /* the last character with ink; 0: none */
    bool blank;      /* one waits */
    int marks;       /* on that character */
    unsigned joiner; /* one waits, or 0 */
};

static bool put_bytes(struct cleaning *c, const char *from, size_t n)
{
    if (c->used + n >= c->size)
        return false;
    memcpy(c->to + c->used, from, n);
    c->used += n;
    return true;
}

/* From Hebrew on: scripts that need joiners, and emoji. */
static bool may_join(unsigned number) { return number >= 0x590; }

/* A character with ink, and what waits before it. False: it does not fit. */
static bool put_ink(struct cleaning *c, const char *from, int n, unsigned number)
{
    bool fits = true;
    if (c->blank && c->used > 0)
        fits = put_bytes(c, " ", 1);
    else if (c->joiner && may_join(c->last) && may_join(number))
        fits = put_bytes(c, c->joiner == ZWJ ? "\u200d" : "\u200c", 3);
    c->blank = false;
    c->joiner = 0;
    c->last = number;
    return fits && put_bytes(c, from, (size_t)n);
}

static bool put_any(struct cleaning *c, const char *from, int n, unsigned number)
{
    bool digit = (c->last >= '0' && c->last <= '9') || c->last == '#' || c->last == '*';
    if (is_blank(number)) {
        c->blank = true;
    } else if (is_joiner(number)) {
        c->joiner = number;
    } else if (is_style(number) && !c->blank && !is_style(c->last) && (digit || c->last > 0xa8)) {
        c->last = number;
        return put_bytes(c, from, (size_t)n);
    } else if (is_mark(number)) {
        bool fine = c->used > 0 && !c->blank && ++c->marks <= MARKS_MAX;
        return !fine || put_bytes(c, from, (size_t)n);
    } else if (!is_hidden(number)) {
        c->marks = 0;
        return put_ink(c, from, n, number);
    }
    return true;
}

enum look look_clean(const char *from, char *to, size_t size)
{
    struct cleaning c = {.to = to, .size = size};
    enum look look = LOOK_FINE;
    size_t left = strlen(from);
    while (left > 0 && look == LOOK_FINE) {
        int n = utf8_length(from, left);
        unsigned number = n > 0 ? utf8_number(from, n) : 0;
        look = utf8_is_control(number)        ? LOOK_BAD
               : put_any(&c, from, n, number) ? LOOK_FINE
                                              : LOOK_LONG;
        from += n;
        left -= (size_t)n;
    }
    look = look == LOOK_FINE && c.used == 0 ? LOOK_EMPTY : look;
    to[look == LOOK_FINE ? c.used : 0] = '\0';
    return look;
}

const char *look_why(enum look look)
{
    static const char *const why[] = {
        [LOOK_EMPTY] = N_("That name has no characters that can be seen"),
        [LOOK_BAD] = N_("That name has characters that cannot be shown"),
        [LOOK_LONG] = N_("That name is too long: 47 letters at most, fewer with accents or emoji"),
    };
    return look == LOOK_FINE ? NULL : why[look];
}

/* ---- likeness ---- */

/* U+00C0 to U+017F without accents and case; * stays as it is. */
static const char latin[] = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo*ouuuuypy"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllllll"
                            "lnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Greek, Cyrillic, Armenian, Cherokee and phonetic letters that look like these, in order. */
static const struct {
    uint16_t from;
    char to;
} imitators[] = {
    {0x251, 'a'},  {0x261, 'g'},  {0x391, 'a'},  {0x392, 'b'},  {0x395, 'e'},  {0x396, 'z'},
    {0x397, 'h'},  {0x399, 'i'},  {0x39a, 'k'},  {0x39c, 'm'},  {0x39d, 'n'},  {0x39f, 'o'},
    {0x3a1, 'p'},  {0x3a4, 't'},  {0x3a5, 'y'},  {0x3a7, 'x'},  {0x3b1, 'a'},  {0x3b3, 'y'},
    {0x3b5, 'e'},  {0x3b7, 'n'},  {0x3b9, 'i'},  {0x3ba, 'k'},  {0x3bd, 'v'},  {0x3bf, 'o'},
    {0x3c1, 'p'},  {0x3c4, 't'},  {0x3c5, 'u'},  {0x3c7, 'x'},  {0x3c9, 'w'},  {0x3f2, 'c'},
    {0x3f3, 'j'},  {0x3f9, 'c'},  {0x401, 'e'},  {0x405, 's'},  {0x406, 'i'},  {0x407, 'i'},
    {0x408, 'j'},  {0x410, 'a'},  {0x412, 'b'},  {0x413, 'r'},  {0x415, 'e'},  {0x41a, 'k'},
    {0x41c, 'm'},  {0x41d, 'h'},  {0x41e, 'o'},  {0x420, 'p'},  {0x421, 'c'},  {0x422, 't'},
    {0x423, 'y'},  {0x425, 'x'},  {0x42c, 'b'},  {0x430, 'a'},  {0x432, 'b'},  {0x433, 'r'},
    {0x435, 'e'},  {0x43a, 'k'},  {0x43c, 'm'},  {0x43d, 'h'},  {0x43e, 'o'},  {0x440, 'p'},
    {0x441, 'c'},  {0x442, 't'},  {0x443, 'y'},  {0x445, 'x'},  {0x44c, 'b'},  {0x451, 'e'},
    {0x455, 's'},  {0x456, 'i'},  {0x457, 'i'},  {0x458, 'j'},  {0x4ae, 'y'},  {0x4af, 'y'},
    {0x4ba, 'h'},  {0x4bb, 'h'},  {0x4c0, 'l'},  {0x4cf, 'l'},  {0x501, 'd'},  {0x51a, 'q'},
    {0x51b, 'q'},  {0x51c, 'w'},  {0x51d, 'w'},  {0x54d, 'u'},  {0x555, 'o'},  {0x566, 'q'},
    {0x570, 'h'},  {0x578, 'n'},  {0x57d, 'u'},  {0x581, 'g'},  {0x585, 'o'},  {0x13a0, 'd'},
    {0x13a1, 'r'}, {0x13a2, 't'}, {0x13a5, 'i'}, {0x13aa, 'a'}, {0x13ab, 'j'}, {0x13ac, 'e'},
    {0x13b3, 'w'}, {0x13b7, 'm'}, {0x13bb, 'h'}, {0x13c0, 'g'}, {0x13c3, 'z'}, {0x13d9, 'v'},
    {0x13da, 's'}, {0x13de, 'l'}, {0x13df, 'c'}, {0x13e2, 'p'}, {0x13e6, 'k'}, {0x13f4, 'b'},
};

enum { IMITATORS = sizeof imitators / sizeof *imitators };

/* The Latin letter that it looks like, or the same letter in lower case, or itself. */
static unsigned plain_of(unsigned number)
{
    if (number >= 0xff01 && number <= 0xff5e) /* of full width */
        number -= 0xff01 - '!';
    else if (number >= 0x1d400 && number <= 0x1d6a3) /* for formulas: bold, script, … */
        number = (number - 0x1d400) % 52 < 26 ? 'A' + (number - 0x1d400) % 26
                                              : 'a' + (number - 0x1d400) % 26;
    else if (number >= 0xc0 && number <= 0x17f && latin[number - 0xc0] != '*')
        number = (unsigned)latin[number - 0xc0];
    for (size_t i = 0; i < IMITATORS && imitators[i].from <= number; i++)
        if (imitators[i].from == number)
            number = (unsigned)imitators[i].to;
    if (number >= 'A' && number <= 'Z')
        number += 'a' - 'A';
    else if ((number >= 0x391 && number <= 0x3a9) || (number >= 0x410 && number <= 0x42f))
        number += 0x20;
    else if (number >= 0x400 && number <= 0x40f)
        number += 0x50;
    return number == '0' ? 'o' : number == 'i' || number == '1' || number == '|' ? 'l' : number;
}

void look_fold(const char *name, char *to, size_t size)
{
    size_t left = strlen(name), used = 0;
    bool blank = false;
    for (int n; (n = utf8_length(name, left)) > 0; name += n, left -= (size_t)n) {
        unsigned number = utf8_number(name, n);
        char bytes[5];
        if (is_blank(number)) {
            blank = used > 0;
            continue;
        }
        if (is_hidden(number) || (used > 0 && is_mark(number)))
            continue; /* accents that are characters of their own, too */
        size_t some = utf8_write(plain_of(number), bytes);
        if (used + some + blank >= size)
            break;
        to[used] = ' ';
        used += blank;
        memcpy(to + used, bytes, some);
        used += some;
        blank = false;
    }
    to[used] = '\0';
}

bool look_alike(const char *one, const char *other)
{
    char a[NAME_SIZE], b[NAME_SIZE];
    look_fold(one, a, sizeof a);
    look_fold(other, b, sizeof b);
    return strcmp(a, b) == 0;
}
