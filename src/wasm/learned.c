/*
 * learned.c - the words of Spain or of America, which the page hands over for who reads them.
 *
 * They are few, and most visitors need none: so they are not in the module. Each comes after its
 * English text where the page has that anyway, else after a shorter hash of it (web/catalogue.mjs).
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "text/catalogue.h"
#include "wasm/exports.h"

enum { ROOM = 32 * 1024 };

static struct {
    size_t size;
    char texts[ROOM + 1]; /* the last is always 0 */
} learned[TEXT_LANG_COUNT];

char *export_learn(int lang, int size)
{
    enum text_lang variant = export_lang(lang);
    if (size < 0 || size > ROOM)
        return NULL;
    learned[variant].size = (size_t)size;
    return learned[variant].texts;
}

const char *text_of_variant(enum text_lang lang, const char *english)
{
    char key[9];
    uint32_t hash = 0x811c9dc5; /* FNV-1a */
    for (const char *c = english; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x01000193;
    snprintf(key, sizeof key, "%" PRIx32, hash);
    const char *end = learned[lang].texts + learned[lang].size;
    for (const char *at = learned[lang].texts; at < end;) {
        const char *other = at + strlen(at) + 1;
        if (strcmp(at, key) == 0 || strcmp(at, english) == 0)
            return other;
        at = other + strlen(other) + 1;
    }
    return NULL;
}
