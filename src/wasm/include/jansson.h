/*
 * jansson.h - reading JSON, for WebAssembly: see jansson.c.
 *
 * The part of jansson that src/wire uses, with the same meaning, so that the same readers
 * are compiled for the page. A tree is on the heap and is freed by the json_decref of its
 * root; the last tree read goes first.
 */
#ifndef MAZO_WASM_JANSSON_H
#define MAZO_WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t json_int_t;

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL, /* its value is not kept: nothing asks for it */
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    uint32_t size;        /* of an array or object */
    json_int_t number;    /* of an integer */
    const char *text;     /* of a string */
    const char *key;      /* in an object */
    struct json_t *first; /* of an array or object */
    struct json_t *last;
    struct json_t *next; /* in the same array or object */
    char *mark;          /* of a root: where the heap was before it */
} json_t;

enum json_error_code {
    json_error_invalid_syntax,
    json_error_invalid_utf8,
    json_error_duplicate_key,
    json_error_numeric_overflow
};

typedef struct {
    int position; /* in bytes */
    enum json_error_code code;
} json_error_t;

enum { JSON_REJECT_DUPLICATES = 1 };

#define json_error_code(error) ((error)->code)

#define json_is(value, kind) ((value) && (value)->type == (kind))
#define json_is_object(value) json_is(value, JSON_OBJECT)
#define json_is_array(value) json_is(value, JSON_ARRAY)
#define json_is_string(value) json_is(value, JSON_STRING)
#define json_is_integer(value) json_is(value, JSON_INTEGER)
#define json_is_true(value) json_is(value, JSON_TRUE)
#define json_is_null(value) json_is(value, JSON_NULL)
#define json_is_boolean(value) (json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE))

/* A tree of an object or an array; keys that are there twice are always refused. */
json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
void json_decref(json_t *root);

json_t *json_object_get(const json_t *object, const char *key);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t i);
const char *json_string_value(const json_t *value);
json_int_t json_integer_value(const json_t *value);

void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *at);
const char *json_object_iter_key(void *at);
json_t *json_object_iter_value(void *at);

#endif
