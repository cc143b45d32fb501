/*
 * format.c - snprintf, for WebAssembly: the conversions that our texts use, and no others.
 *
 * It knows s d u c x, with 0 and - flags, width, precision of s, and lengths l, ll and z; any
 * other traps. wasi-libc's makes a first visit 5 KiB larger and wants files: see docs/decisions.md.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct writing {
    char *buf;
    size_t size, length; /* length of the whole text, including what did not fit */
};

/* The part between % and the letter. */
struct conversion {
    bool left, zeros, has_precision;
    int width, precision;
    int longs; /* how many l; z is as long as one */
};

static void put_byte(struct writing *w, char byte)
{
    if (w->length + 1 < w->size)
        w->buf[w->length] = byte;
    w->length++;
}

static void put_padded(struct writing *w, const struct conversion *c, const char *text, int length)
{
    int blanks = c->width - length;
    for (int i = 0; i < blanks && !c->left; i++)
        put_byte(w, c->zeros ? '0' : ' ');
    for (int i = 0; i < length; i++)
        put_byte(w, text[i]);
    for (int i = 0; i < blanks && c->left; i++)
        put_byte(w, ' ');
}

static void put_text(struct writing *w, const struct conversion *c, const char *text)
{
    size_t most = c->has_precision ? (size_t)c->precision : SIZE_MAX;
    size_t length = 0;
    while (length < most && text[length])
        length++;
    struct conversion plain = *c;
    plain.zeros = false;
    put_padded(w, &plain, text, (int)length);
}

static void put_number(struct writing *w, struct conversion *c, uint64_t number, unsigned base,
                       bool minus)
{
    char digits[24];
    int at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    if (minus && c->zeros) {
        put_byte(w, '-');
        c->width--;
    } else if (minus) {
        digits[--at] = '-';
    }
    put_padded(w, c, digits + at, (int)sizeof digits - at);
}

static int read_digits(const char **at)
{
    int number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        number = number * 10 + (**at - '0');
    return number;
}

/* The arguments, so that functions can hand them on. */
struct arguments {
    va_list list;
};

/* Digits, or a star and the next argument. */
static int read_size(const char **at, struct arguments *args)
{
    if (**at == '*') {
        ++*at;
        return va_arg(args->list, int);
    }
    return read_digits(at);
}

/* What stands behind the %; *at is then at the letter. */
static struct conversion read_conversion(const char **at, struct arguments *args)
{
    struct conversion c = {0};
    for (; **at == '-' || **at == '0'; ++*at) {
        c.left |= **at == '-';
        c.zeros |= **at == '0';
    }
    c.width = read_size(at, args);
    if (**at == '.') {
        ++*at;
        c.has_precision = true;
        c.precision = read_size(at, args);
    }
    for (; **at == 'l' || **at == 'z'; ++*at)
        c.longs++;
    return c;
}

static void put_conversion(struct writing *w, struct conversion *c, char letter,
                           struct arguments *args)
{
    if (letter == 's') {
        put_text(w, c, va_arg(args->list, const char *));
    } else if (letter == 'c') {
        char byte = (char)va_arg(args->list, int);
        put_padded(w, c, &byte, 1);
    } else if (letter == '%') {
        put_byte(w, '%');
    } else if (letter == 'd') {
        int64_t number = c->longs > 1 ? va_arg(args->list, long long) : va_arg(args->list, int);
        put_number(w, c, number < 0 ? -(uint64_t)number : (uint64_t)number, 10, number < 0);
    } else if (letter == 'u' || letter == 'x') {
        uint64_t number = c->longs > 1 ? va_arg(args->list, unsigned long long)
                                       : va_arg(args->list, unsigned);
        put_number(w, c, number, letter == 'u' ? 10 : 16, false);
    } else {
        __builtin_trap(); /* none of our formats has this one */
    }
}

int vsnprintf(char *buf, size_t size, const char *format, va_list list)
{
    struct writing w = {.buf = buf, .size = size};
    struct arguments args;
    va_copy(args.list, list);
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put_byte(&w, *at);
            continue;
        }
        at++;
        struct conversion c = read_conversion(&at, &args);
        put_conversion(&w, &c, *at, &args);
    }
    va_end(args.list);
    if (size > 0)
        buf[w.length < size ? w.length : size - 1] = '\0';
    return (int)w.length;
}

int snprintf(char *buf, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(buf, size, format, args);
    va_end(args);
    return length;
}
