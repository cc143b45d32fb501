/*
 * exports.c - the buffers between a page and the game.
 */
#include "wasm/exports.h"

#include "wasm/heap.h"

static char answer[EXPORT_OUT_SIZE];
static char *input;

char *export_in(int size)
{
    static char *base;
    base = base ? base : heap_mark();
    heap_release(base);
    input = size < 0 ? NULL : heap_take((size_t)size + 1);
    return input;
}

const char *export_text(void) { return input; }

const char *export_out(void) { return answer; }

void export_begin(struct json_out *out, char bracket)
{
    json_out_init(out, answer, sizeof answer);
    if (bracket)
        json_out_open(out, bracket);
}

int export_end(struct json_out *out, char bracket)
{
    if (bracket)
        json_out_close(out, bracket);
    return out->full ? 0 : (int)out->len;
}

int export_refuse(const struct wire_error *why)
{
    struct json_out out;
    export_begin(&out, '{');
    json_out_string_at(&out, "error", why->word);
    json_out_string_at(&out, "message", why->message);
    return export_end(&out, '}');
}

enum text_lang export_lang(int lang)
{
    return lang > TEXT_EN && lang < TEXT_LANG_COUNT ? (enum text_lang)lang : TEXT_EN;
}
