/*
 * jansson.c - reads JSON (RFC 8259) strictly into a tree, for WebAssembly.
 *
 * As jansson does: UTF-8 is checked, NUL has no place in a text, numbers without fraction
 * must have room in 64 bits, and no key is there twice.
 */
#include <jansson.h>
#include <string.h>

#include "wasm/heap.h"
#include "text/utf8.h"

enum { DEPTH_MAX = 200 }; /* of nested lists; our messages have at most five */

struct parser {
    const char *text;
    size_t size, at;
    json_error_t *error;
};

static json_t *read_value(struct parser *p, int depth);

static void *fail_at(struct parser *p, enum json_error_code code)
{
    if (p->error && p->error->position < 0) { /* keep the first error */
        p->error->code = code;
        p->error->position = (int)p->at;
    }
    return NULL;
}

static void *fail(struct parser *p) { return fail_at(p, json_error_invalid_syntax); }

static char peek(const struct parser *p) { return p->at < p->size ? p->text[p->at] : '\0'; }

static void skip_blanks(struct parser *p)
{
    while (p->at < p->size && strchr(" \t\r\n", p->text[p->at]) && p->text[p->at])
        p->at++;
}

static bool take_word(struct parser *p, const char *word)
{
    size_t length = strlen(word);
    if (p->size - p->at < length || memcmp(p->text + p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

static json_t *make(struct parser *p, json_type type)
{
    json_t *value = heap_take(sizeof *value);
    if (!value)
        return fail(p);
    memset(value, 0, sizeof *value);
    value->type = type;
    return value;
}

/* ---- texts ---- */

/* Four hex digits, or -1. */
static long read_hex(struct parser *p)
{
    long number = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        char c = peek(p);
        const char *digits = "0123456789abcdef";
        const char *found = strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        if (!c || !found)
            return -1;
        number = number * 16 + (found - digits);
    }
    return number;
}

/* A character written as \uXXXX, perhaps as a pair; -1 if it is not one. */
static long read_escaped(struct parser *p)
{
    long high = read_hex(p);
    if (high < 0xd800 || high > 0xdfff)
        return high;
    if (high > 0xdbff || !take_word(p, "\\u"))
        return -1;
    long low = read_hex(p);
    return low < 0xdc00 || low > 0xdfff ? -1 : 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
}

static char *put_character(char *to, unsigned long c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)(0xff00u >> (more + 1) | c >> (6 * more));
    while (more-- > 0)
        *to++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
    return to;
}

static char *read_escape(struct parser *p, char *to)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = peek(p);
    const char *found = c ? strchr(letters, c) : NULL;
    if (found) {
        p->at++;
        *to++ = meant[found - letters];
        return to;
    }
    if (!take_word(p, "u"))
        return fail(p);
    long number = read_escaped(p);
    return number > 0 ? put_character(to, (unsigned long)number) : fail(p);
}

/* The text after its first quote. It is at most as long as it is written. */
static const char *read_text(struct parser *p)
{
    const char *end = p->text + p->at;
    while (end < p->text + p->size && *end != '"')
        end += *end == '\\' ? 2 : 1;
    char *text = heap_take((size_t)(end - p->text) - p->at + 1), *to = text;
    if (!text || end >= p->text + p->size)
        return fail(p);
    while (peek(p) != '"') {
        unsigned char c = (unsigned char)peek(p);
        if (c == '\\') {
            p->at++;
            to = read_escape(p, to);
            if (!to)
                return NULL;
            continue;
        }
        int length = utf8_length(p->text + p->at, p->size - p->at);
        if (length == 0 || c < ' ')
            return fail_at(p, c < ' ' ? json_error_invalid_syntax : json_error_invalid_utf8);
        memcpy(to, p->text + p->at, (size_t)length);
        to += length;
        p->at += (size_t)length;
    }
    p->at++;
    *to = '\0';
    return text;
}

/* ---- numbers ---- */

static size_t skip_digits(struct parser *p)
{
    size_t from = p->at;
    while (peek(p) >= '0' && peek(p) <= '9')
        p->at++;
    return p->at - from;
}

static json_t *read_whole(struct parser *p, size_t from, bool minus)
{
    uint64_t number = 0, most = (uint64_t)INT64_MAX + minus;
    for (size_t i = from; i < p->at; i++) {
        uint64_t digit = (uint64_t)(p->text[i] - '0');
        if (number > (most - digit) / 10)
            return fail_at(p, json_error_numeric_overflow);
        number = number * 10 + digit;
    }
    json_t *value = make(p, JSON_INTEGER);
    if (value)
        value->number = (json_int_t)(minus ? -number : number);
    return value;
}

static json_t *read_number(struct parser *p)
{
    bool minus = take_word(p, "-"), real = false;
    size_t from = p->at;
    if (!take_word(p, "0") && skip_digits(p) == 0)
        return fail(p);
    size_t end = p->at;
    if (take_word(p, ".")) {
        real = true;
        if (skip_digits(p) == 0)
            return fail(p);
    }
    if (take_word(p, "e") || take_word(p, "E")) {
        real = true;
        if (!take_word(p, "+"))
            take_word(p, "-");
        if (skip_digits(p) == 0)
            return fail(p);
    }
    if (real)
        return make(p, JSON_REAL);
    p->at = end;
    return read_whole(p, from, minus);
}

/* ---- lists and objects ---- */

static void append(json_t *list, json_t *value)
{
    if (list->last)
        list->last->next = value;
    else
        list->first = value;
    list->last = value;
    list->size++;
}

static const char *read_key(struct parser *p, const json_t *object)
{
    const char *key = take_word(p, "\"") ? read_text(p) : fail(p);
    if (!key)
        return NULL;
    if (json_object_get(object, key))
        return fail_at(p, json_error_duplicate_key);
    skip_blanks(p);
    return take_word(p, ":") ? key : fail(p);
}

static json_t *read_list(struct parser *p, json_type type, const char *end, int depth)
{
    json_t *list = make(p, type);
    skip_blanks(p);
    if (!list || take_word(p, end))
        return list;
    do {
        const char *key = NULL;
        skip_blanks(p);
        if (type == JSON_OBJECT && !(key = read_key(p, list)))
            return NULL;
        json_t *value = read_value(p, depth + 1);
        if (!value)
            return NULL;
        value->key = key;
        append(list, value);
        skip_blanks(p);
    } while (take_word(p, ","));
    return take_word(p, end) ? list : fail(p);
}

static json_t *read_value(struct parser *p, int depth)
{
    skip_blanks(p);
    if (depth > DEPTH_MAX)
        return fail(p);
    if (take_word(p, "{"))
        return read_list(p, JSON_OBJECT, "}", depth);
    if (take_word(p, "["))
        return read_list(p, JSON_ARRAY, "]", depth);
    if (take_word(p, "\"")) {
        const char *text = read_text(p);
        json_t *value = text ? make(p, JSON_STRING) : NULL;
        if (value)
            value->text = text;
        return value;
    }
    if (take_word(p, "true"))
        return make(p, JSON_TRUE);
    if (take_word(p, "false"))
        return make(p, JSON_FALSE);
    if (take_word(p, "null"))
        return make(p, JSON_NULL);
    return read_number(p);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    struct parser p = {.text = text, .size = size, .error = error};
    char *mark = heap_mark();
    (void)flags;
    if (error)
        error->position = -1;
    skip_blanks(&p);
    json_t *root = peek(&p) == '{' || peek(&p) == '[' ? read_value(&p, 0) : fail(&p);
    skip_blanks(&p);
    if (root && p.at < size)
        root = fail(&p);
    if (!root) {
        heap_release(mark);
        return NULL;
    }
    root->mark = mark;
    return root;
}

void json_decref(json_t *root)
{
    if (root)
        heap_release(root->mark);
}

/* ---- looking at it ---- */

json_t *json_object_get(const json_t *object, const char *key)
{
    for (json_t *at = json_is_object(object) ? object->first : NULL; at; at = at->next)
        if (strcmp(at->key, key) == 0)
            return at;
    return NULL;
}

size_t json_array_size(const json_t *array) { return json_is_array(array) ? array->size : 0; }

json_t *json_array_get(const json_t *array, size_t i)
{
    json_t *at = json_is_array(array) ? array->first : NULL;
    while (at && i-- > 0)
        at = at->next;
    return at;
}

const char *json_string_value(const json_t *value)
{
    return json_is_string(value) ? value->text : NULL;
}

json_int_t json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? value->number : 0;
}

void *json_object_iter(json_t *object) { return json_is_object(object) ? object->first : NULL; }

void *json_object_iter_next(json_t *object, void *at)
{
    (void)object;
    return ((json_t *)at)->next;
}

const char *json_object_iter_key(void *at) { return ((json_t *)at)->key; }
json_t *json_object_iter_value(void *at) { return at; }
