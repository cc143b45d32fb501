/*
 * door.c - the buffers between a page and the game.
 */
#include "wasm/door.h"

#include "wasm/heap.h"

static char answer[DOOR_OUT_SIZE];
static char *input;

char *door_in(int size)
{
    static char *base;
    base = base ? base : heap_mark();
    heap_release(base);
    input = size < 0 ? NULL : heap_take((size_t)size + 1);
    return input;
}

const char *door_text(void) { return input; }

const char *door_out(void) { return answer; }

void door_begin(struct json_out *out) { json_out_init(out, answer, sizeof answer); }

int door_end(struct json_out *out) { return out->full ? 0 : (int)out->len; }

int door_refuse(const struct wire_error *why)
{
    struct json_out out;
    door_begin(&out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "error", why->word);
    json_out_string_at(&out, "message", why->message);
    json_out_close(&out, '}');
    return door_end(&out);
}

enum text_lang door_lang(int lang) { return lang == TEXT_ES ? TEXT_ES : TEXT_EN; }
