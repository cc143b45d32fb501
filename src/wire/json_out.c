/*
 * json_out.c - writes JSON into memory that the caller owns.
 */
#include "wire/json_out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "wire/utf8.h"

void json_out_init(struct json_out *out, char *buf, size_t cap)
{
    *out = (struct json_out){.buf = buf, .cap = cap};
    buf[0] = '\0';
}

void json_out_clear(struct json_out *out) { json_out_init(out, out->buf, out->cap); }

static void put(struct json_out *out, const char *bytes, size_t n)
{
    if (out->full || n >= out->cap - out->len) {
        out->full = true;
        return;
    }
    memcpy(out->buf + out->len, bytes, n);
    out->len += n;
    out->buf[out->len] = '\0';
}

void json_out_raw(struct json_out *out, char byte) { put(out, &byte, 1); }

static void before_value(struct json_out *out)
{
    if (out->comma) {
        put(out, ",", 1);
    }
    out->comma = true;
}

void json_out_open(struct json_out *out, char bracket)
{
    before_value(out);
    put(out, &bracket, 1);
    out->comma = false;
}

void json_out_close(struct json_out *out, char bracket)
{
    put(out, &bracket, 1);
    out->comma = true;
}

/* A character of one byte; quotes, backslashes and controls in their long form. */
static void put_ascii(struct json_out *out, char c)
{
    char escape[8];
    if (c == '"' || c == '\\') {
        snprintf(escape, sizeof escape, "\\%c", c);
    } else if (c == '\n') {
        snprintf(escape, sizeof escape, "\\n");
    } else if (c == '\t') {
        snprintf(escape, sizeof escape, "\\t");
    } else if (c < 0x20 || c == 0x7f) {
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
    } else {
        snprintf(escape, sizeof escape, "%c", c);
    }
    put(out, escape, strlen(escape));
}

static void put_quoted(struct json_out *out, const char *text)
{
    size_t left = strlen(text);
    put(out, "\"", 1);
    while (left > 0) {
        int n = utf8_length(text, left);
        if (n == 0) {
            put(out, "\xef\xbf\xbd", 3); /* no character: U+FFFD stands for the byte */
            n = 1;
        } else if (n == 1) {
            put_ascii(out, *text);
        } else {
            put(out, text, (size_t)n);
        }
        text += n;
        left -= (size_t)n;
    }
    put(out, "\"", 1);
}

void json_out_key(struct json_out *out, const char *key)
{
    before_value(out);
    put_quoted(out, key);
    put(out, ":", 1);
    out->comma = false;
}

void json_out_string(struct json_out *out, const char *text)
{
    before_value(out);
    put_quoted(out, text);
}

void json_out_int(struct json_out *out, int64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRId64, number);
    before_value(out);
    put(out, digits, (size_t)n);
}

void json_out_bool(struct json_out *out, bool truth)
{
    before_value(out);
    put(out, truth ? "true" : "false", truth ? 4 : 5);
}

void json_out_null(struct json_out *out)
{
    before_value(out);
    put(out, "null", 4);
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
