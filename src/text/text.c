/*
 * text.c - looks texts up in the catalogue and finds out the language.
 */
#include "text/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/catalogue.h"

static int compare(const void *key, const void *entry)
{
    return strcmp(key, ((const struct text_entry *)entry)->english);
}

static const char *find(const char *english, const struct text_entry *table, size_t count)
{
    const struct text_entry *found = bsearch(english, table, count, sizeof *table, compare);
    return found ? found->other : NULL;
}

#ifndef __wasm__ /* there the page hands them over */
const char *text_of_variant(enum text_lang lang, const char *english)
{
    if (lang == TEXT_ES_ES)
        return find(english, text_es_ES, text_es_ES_count);
    return lang == TEXT_ES_419 ? find(english, text_es_419, text_es_419_count) : NULL;
}
#endif

const char *text_in(enum text_lang lang, const char *english)
{
    if (!text_is_spanish(lang))
        return english;
    const char *other = text_of_variant(lang, english);
    other = other ? other : find(english, text_es, text_es_count);
    return other ? other : english;
}

static bool is_in_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char *text_decimals(enum text_lang lang, char *text)
{
    bool comma = lang == TEXT_ES || lang == TEXT_ES_ES; /* America writes a point */
    for (char *at = text; comma && *at;) {
        bool in_word = at > text && is_in_word(at[-1]);
        size_t whole = strspn(at, "0123456789"), run = strspn(at, "0123456789.");
        size_t part = strspn(at + whole + (run > whole), "0123456789");
        if (!in_word && whole > 0 && part > 0 && run == whole + 1 + part)
            at[whole] = ',';
        at += run ? run : 1;
    }
    return text;
}

/* A locale is a word, then perhaps a country, an encoding and a variant. */
static bool begins_with_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    return strncasecmp(name, word, length) == 0 && strchr("_-.@", name[length]) != NULL;
}

/* "es_ES.UTF-8", "es-419": the words of Spain or of America; "es": those that both know. */
static enum text_lang spanish_of(const char *name)
{
    size_t word = strcspn(name, "_-.@");
    if (name[word] != '_' && name[word] != '-')
        return TEXT_ES;
    return begins_with_word(name + word + 1, "ES") ? TEXT_ES_ES : TEXT_ES_419;
}

int text_lang_by_name(const char *name)
{
    static const struct {
        const char *word;
        enum text_lang lang;
    } words[] = {
        {"en", TEXT_EN},      {"eng", TEXT_EN},     {"english", TEXT_EN},    {"inglés", TEXT_EN},
        {"ingles", TEXT_EN},  {"es", TEXT_ES},      {"spa", TEXT_ES},        {"spanish", TEXT_ES},
        {"español", TEXT_ES}, {"espanol", TEXT_ES}, {"castellano", TEXT_ES},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins_with_word(name, words[i].word))
            return words[i].lang == TEXT_ES ? (int)spanish_of(name) : (int)words[i].lang;
    return -1;
}

const char *text_lang_tag(enum text_lang lang)
{
    static const char *const tags[TEXT_LANG_COUNT] = {"en", "es", "es-ES", "es-419"};
    return tags[lang];
}

const char *text_lang_name(enum text_lang lang)
{
    static const char *const names[TEXT_LANG_COUNT] = {"English", "español", "español (España)",
                                                       "español (América)"};
    return names[lang];
}

enum text_lang text_lang_other(enum text_lang lang)
{
    enum text_lang here = text_lang_of_locale();
    return text_is_spanish(lang) ? TEXT_EN : text_is_spanish(here) ? here : TEXT_ES;
}

enum text_lang text_lang_of_locale(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) { /* the first one that is set decides */
            int lang = text_lang_by_name(value);
            return lang < 0 ? TEXT_EN : (enum text_lang)lang;
        }
    }
    return TEXT_EN;
}
