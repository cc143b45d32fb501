/*
 * memory.c - all that libmazo asks of a C library.
 */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    if ((char *)to < (const char *)from)
        return memcpy(to, from, n);
    while (n-- > 0)
        ((volatile char *)to)[n] = ((const char *)from)[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; n > 0 && *x == *y; n--)
        x++, y++;
    return n > 0 ? *x - *y : 0;
}
