/*
 * near.c - how many typing errors apart two words are.
 */
#include "text/near.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

enum { LETTERS_MAX = 32 }; /* a longer word is not a misspelt name */

void text_near_begin(struct text_near *near, const char *typed)
{
    *near = (struct text_near){.typed = typed, .best = NULL, .distance = INT_MAX};
}

char text_folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

static int least_of(int a, int b) { return a < b ? a : b; }

/* Letters to insert, drop, change or swap with their neighbor (optimal string alignment). */
static int distance_of(const char *a, int a_length, const char *b, int b_length)
{
    int row[3][LETTERS_MAX + 1]; /* the two rows before this one, and this one */
    for (int j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        int *now = row[i % 3];
        const int *up = row[(i + 2) % 3];
        const int *up2 = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= b_length; j++) {
            bool same = text_folded(a[i - 1]) == text_folded(b[j - 1]);
            now[j] = least_of(up[j - 1] + !same, least_of(up[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && text_folded(a[i - 1]) == text_folded(b[j - 2]) &&
                text_folded(a[i - 2]) == text_folded(b[j - 1]))
                now[j] = least_of(now[j], up2[j - 2] + 1);
        }
    }
    return row[a_length % 3][b_length];
}

static bool begins_with(const char *word, const char *start, int length)
{
    for (int i = 0; i < length; i++)
        if (text_folded(word[i]) != text_folded(start[i]))
            return false;
    return true;
}

/* Half of a short word would make "foo" mean "robo". */
static int slips_allowed(int length) { return length < 2 ? 0 : length < 5 ? 1 : length / 3 + 1; }

void text_near_offer(struct text_near *near, const char *candidate)
{
    size_t a = strlen(near->typed);
    size_t b = strlen(candidate);
    if (a == 0 || a > LETTERS_MAX || b > LETTERS_MAX)
        return;
    int typed_length = (int)a;
    int length = (int)b;
    int distance = distance_of(near->typed, typed_length, candidate, length);
    int allowed = slips_allowed(least_of(typed_length, length));
    bool is_start = typed_length > 2 && typed_length < length &&
                    begins_with(candidate, near->typed, typed_length);
    if ((distance <= allowed || is_start) && distance < near->distance) {
        near->best = candidate;
        near->distance = distance;
    }
}
