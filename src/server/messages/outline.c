/*
 * outline.c - a look at a message before it is parsed.
 */
#include "server/messages/outline.h"

#include <stdbool.h>
#include <string.h>

/* Where the string that begins at `at` ends: its closing quote, or `len`. */
static size_t string_end(const char *text, size_t len, size_t at)
{
    while (at < len && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return at < len ? at : len;
}

static bool is_key(const char *text, size_t len, size_t after)
{
    while (after < len && text[after] && strchr(" \t\r\n", text[after]))
        after++;
    return after < len && text[after] == ':';
}

static struct outline_text *text_of_key(struct outline *out, const char *key, size_t len)
{
    if (len == 4 && memcmp(key, "type", 4) == 0)
        return &out->type;
    return len == 2 && memcmp(key, "id", 2) == 0 ? &out->id : NULL;
}

/* In the outermost object each comma begins another key, so a value belongs to the key before it. */
void outline_read(const char *text, size_t len, int most, struct outline *out)
{
    struct outline_text *wanted = NULL;
    int depth = 0;
    *out = (struct outline){.values = 0};
    for (size_t i = 0; i < len && out->values <= most; i++) {
        if (text[i] == '"') {
            size_t start = i + 1;
            i = string_end(text, len, start);
            if (depth != 1)
                continue;
            bool key = is_key(text, len, i + 1);
            if (wanted && !key)
                *wanted = (struct outline_text){text + start, i - start};
            wanted = key ? text_of_key(out, text + start, i - start) : NULL;
        } else if (text[i] == '{' || text[i] == '[') {
            depth++;
            out->values++;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        } else {
            out->values += text[i] == ',';
        }
    }
}
