/*
 * string.h - the four functions of the C library that the engine asks for, where there is none.
 */
#ifndef MAZO_GPU_STRING_H
#define MAZO_GPU_STRING_H

#include <stddef.h>

static inline void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

static inline void *memmove(void *to, const void *from, size_t size)
{
    if ((char *)to <= (const char *)from)
        return memcpy(to, from, size);
    while (size--)
        ((char *)to)[size] = ((const char *)from)[size];
    return to;
}

static inline void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = (char)byte;
    return to;
}

static inline int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

#endif
