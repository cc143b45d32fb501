/*
 * json_out.c - writes JSON into memory that the caller owns.
 */
#include "wire/json_out.h"

#include <string.h>

#include "text/utf8.h"

void json_out_init(struct json_out *out, char *buf, size_t cap)
{
    *out = (struct json_out){.buf = buf, .cap = cap};
    buf[0] = '\0';
}

void json_out_clear(struct json_out *out) { json_out_init(out, out->buf, out->cap); }

static inline void put_bytes(struct json_out *out, const char *bytes, size_t n)
{
    if (out->full || n >= out->cap - out->len) {
        out->full = true;
        return;
    }
    memcpy(out->buf + out->len, bytes, n);
    out->len += n;
    out->buf[out->len] = '\0';
}

void json_out_raw(struct json_out *out, char byte) { put_bytes(out, &byte, 1); }

static void before_value(struct json_out *out)
{
    if (out->comma)
        put_bytes(out, ",", 1);
    out->comma = true;
}

void json_out_text(struct json_out *out, const char *json, size_t len)
{
    before_value(out);
    put_bytes(out, json, len);
}

void json_out_open(struct json_out *out, char bracket)
{
    before_value(out);
    put_bytes(out, &bracket, 1);
    out->comma = false;
}

void json_out_close(struct json_out *out, char bracket)
{
    put_bytes(out, &bracket, 1);
    out->comma = true;
}

/* These stand for themselves in a string. */
static inline bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* Any other character: quotes, backslashes and controls in their long form. Returns its bytes. */
static size_t put_special(struct json_out *out, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char c = (unsigned char)*text;
    const char code[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    const char quoted[2] = {'\\', (char)(c == '\n' ? 'n' : c == '\t' ? 't' : c)};
    int n = utf8_length(text, 4); /* it stops at the NUL */
    if (n == 0)
        put_bytes(out, "\xef\xbf\xbd", 3); /* not a character: U+FFFD stands for the byte */
    else if (n > 1)
        put_bytes(out, text, (size_t)n);
    else if (c == '"' || c == '\\' || c == '\n' || c == '\t')
        put_bytes(out, quoted, sizeof quoted);
    else
        put_bytes(out, code, sizeof code);
    return n ? (size_t)n : 1;
}

static void put_quoted(struct json_out *out, const char *text)
{
    put_bytes(out, "\"", 1);
    while (*text) {
        size_t n = 0;
        while (is_plain((unsigned char)text[n]))
            n++;
        put_bytes(out, text, n);
        text += n;
        if (*text)
            text += put_special(out, text);
    }
    put_bytes(out, "\"", 1);
}

void json_out_key(struct json_out *out, const char *key)
{
    before_value(out);
    put_quoted(out, key);
    put_bytes(out, ":", 1);
    out->comma = false;
}

void json_out_string(struct json_out *out, const char *text)
{
    if (!text) {
        json_out_null(out);
        return;
    }
    before_value(out);
    put_quoted(out, text);
}

void json_out_int(struct json_out *out, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        *--at = '-';
    before_value(out);
    put_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

void json_out_bool(struct json_out *out, bool truth)
{
    before_value(out);
    put_bytes(out, truth ? "true" : "false", truth ? 4 : 5);
}

void json_out_null(struct json_out *out)
{
    before_value(out);
    put_bytes(out, "null", 4);
}

void json_out_string_at(struct json_out *out, const char *key, const char *text)
{
    json_out_key(out, key);
    json_out_string(out, text);
}

void json_out_int_at(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_int(out, number);
}

void json_out_index_at(struct json_out *out, const char *key, int64_t number)
{
    if (number < 0)
        json_out_string_at(out, key, NULL);
    else
        json_out_int_at(out, key, number);
}

void json_out_bool_at(struct json_out *out, const char *key, bool truth)
{
    json_out_key(out, key);
    json_out_bool(out, truth);
}

void json_out_open_at(struct json_out *out, const char *key, char bracket)
{
    json_out_key(out, key);
    json_out_open(out, bracket);
}
