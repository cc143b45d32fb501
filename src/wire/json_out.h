/*
 * json_out.h - writes JSON into memory that the caller owns.
 *
 * Commas are set by themselves. What does not fit is dropped and `full` says
 * so; the buffer is a C string at all times. Strings come out as valid UTF-8
 * whatever goes in.
 */
#ifndef MAZO_JSON_OUT_H
#define MAZO_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_out {
    char *buf;
    size_t cap; /* bytes in buf, at least 1 */
    size_t len; /* bytes written, the final NUL not counted */
    bool full;  /* something did not fit: the text is useless */
    bool comma; /* the next value is not the first of its list */
};

void json_out_init(struct json_out *out, char *buf, size_t cap);

/* Start again with the same buffer. */
void json_out_clear(struct json_out *out);

void json_out_open(struct json_out *out, char bracket);  /* '{' or '[' */
void json_out_close(struct json_out *out, char bracket); /* '}' or ']' */
void json_out_key(struct json_out *out, const char *key);

void json_out_string(struct json_out *out, const char *text); /* NULL: null */
void json_out_int(struct json_out *out, int64_t number);
void json_out_bool(struct json_out *out, bool truth);
void json_out_null(struct json_out *out);

/* The byte as it is: a line's end, a blank. */
void json_out_raw(struct json_out *out, char byte);

/* A value, or several with commas between, that is JSON already. */
void json_out_text(struct json_out *out, const char *json, size_t len);

/* A key and its value in one. */
void json_out_string_at(struct json_out *out, const char *key, const char *text);
void json_out_int_at(struct json_out *out, const char *key, int64_t number);
void json_out_index_at(struct json_out *out, const char *key, int64_t number); /* below 0: null */
void json_out_bool_at(struct json_out *out, const char *key, bool truth);
void json_out_open_at(struct json_out *out, const char *key, char bracket);

#endif
