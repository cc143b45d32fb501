/*
 * phrase.c - the list of phrases.
 */
#include "say/phrase.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "text/look.h"

static const struct {
    const char *id, *sentence;
} phrases[] = {
#define PHRASE(id, sentence) {#id, sentence},
#include "say/phrases.def"
};

enum { WORDS_MAX = 120 };

/* Without case, accents, blanks and the signs that nobody types in a hurry. */
static void words_of(const char *text, char words[WORDS_MAX])
{
    char folded[WORDS_MAX];
    size_t used = 0;
    look_fold(text, folded, sizeof folded);
    for (const char *c = folded; *c; c++) {
        bool turned = strncmp(c, "¡", 2) == 0 || strncmp(c, "¿", 2) == 0;
        if (turned)
            c++;
        else if (!strchr(" !?.,", *c))
            words[used++] = *c;
    }
    words[used] = '\0';
}

const char *phrase_at(enum text_lang lang, int i)
{
    return text_in(lang, phrases[(i % PHRASES + PHRASES) % PHRASES].sentence);
}

const char *phrase_text(enum text_lang lang, const char *id)
{
    for (int i = 0; i < PHRASES; i++)
        if (strcmp(phrases[i].id, id) == 0)
            return text_in(lang, phrases[i].sentence);
    return NULL;
}

const char *phrase_find(enum text_lang lang, const char *text)
{
    char typed[WORDS_MAX], known[WORDS_MAX];
    words_of(text, typed);
    for (int i = 0; typed[0] && i < PHRASES; i++) {
        words_of(text_in(lang, phrases[i].sentence), known);
        if (strcmp(typed, known) == 0)
            return phrases[i].id;
    }
    return NULL;
}
