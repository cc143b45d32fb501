/*
 * notation.c - cards, colors and effects as text.
 */
#include "say/notation.h"

#include <stdio.h>
#include <string.h>

#include "text/utf8.h"

/* Not toupper: what a digit is must not depend on the locale. */
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* The next word of an effect, which ends at a blank or at the end; its length. */
static size_t word_length(const char *text) { return strcspn(text, " "); }

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(text, word, n) == 0;
}

/* A number without sign or leading zero. */
static bool read_number(const char *text, size_t n, int least, uint8_t *out)
{
    int number = 0;
    if (n == 0 || n > 2 || (n > 1 && text[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (text[i] - '0');
    }
    *out = (uint8_t)number;
    return number >= least && number <= MAZO_EFFECT_N_MAX;
}

static bool read_other(const char *text, size_t n, uint8_t *out)
{
    for (int other = 0; other < MAZO_OTHER_COUNT; other++) {
        if (is_word(text, n, mazo_other_name(other))) {
            *out = (uint8_t)other;
            return true;
        }
    }
    return false;
}

/* What the effect takes, one after the other, each behind one blank. */
static bool read_takes(const char *text, struct mazo_effect *effect, char *dare)
{
    for (const char *take = mazo_effect_takes(effect->type); *take; take++) {
        if (*text++ != ' ')
            return false;
        size_t n = *take == 't' ? strlen(text) : word_length(text);
        bool fine;
        if (*take == 'n') {
            fine = read_number(text, n, effect->type == MAZO_EFFECT_discard_to ? 0 : 1, &effect->n);
        } else if (*take == 'w') {
            fine = read_other(text, n, &effect->other);
        } else {
            fine = utf8_is_plain(text, WIRE_DARE_MAX);
            memcpy(dare, text, fine ? n + 1 : 0);
        }
        if (!fine)
            return false;
        text += n;
    }
    return *text == '\0';
}

bool say_effect_read(const char *text, struct mazo_effect *out, char dare[WIRE_DARE_MAX + 1])
{
    size_t n = word_length(text);
    *out = (struct mazo_effect){0};
    dare[0] = '\0';
    for (int type = 0; type < MAZO_EFFECT_COUNT; type++) {
        if (is_word(text, n, mazo_effect_name(type))) {
            out->type = (uint8_t)type;
            return read_takes(text + n, out, dare);
        }
    }
    return false;
}

int say_effect_write(const struct mazo_effect *effect, const char *dare, char *buf, size_t size)
{
    const char *name = mazo_effect_name(effect->type);
    const char *takes = mazo_effect_takes(effect->type);
    if (strcmp(takes, "n") == 0)
        return snprintf(buf, size, "%s %d", name, effect->n);
    if (strcmp(takes, "nw") == 0)
        return snprintf(buf, size, "%s %d %s", name, effect->n, mazo_other_name(effect->other));
    if (strcmp(takes, "w") == 0)
        return snprintf(buf, size, "%s %s", name, mazo_other_name(effect->other));
    return snprintf(buf, size, *takes ? "%s %s" : "%s", name, dare);
}

/* ORDER enum mazo_purpose */
static const char *const purposes[] = {
    "none", "first_card", "first_four", "first_color", "lever", "effect", "seven",
};

const char *say_purpose_name(int purpose) { return purposes[purpose]; }

int say_purpose_by_name(const char *name)
{
    for (int purpose = 0; purpose <= MAZO_PURPOSE_seven; purpose++)
        if (strcmp(name, purposes[purpose]) == 0)
            return purpose;
    return -1;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *at = c ? strchr(digits, upper(c)) : NULL;
    return at ? (int)(at - digits) : -1;
}

bool say_seed_read(const char *text, uint8_t out[32])
{
    if (strlen(text) != WIRE_SEED_SIZE - 1)
        return false;
    for (int i = 0; i < 32; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

void say_seed_write(const uint8_t seed[32], char out[WIRE_SEED_SIZE])
{
    for (int i = 0; i < 32; i++)
        snprintf(out + 2 * i, 3, "%02x", seed[i]);
}

bool say_hash_read(const char *text, uint64_t *out)
{
    uint64_t hash = 0;
    if (strlen(text) != 16)
        return false;
    for (int i = 0; i < 16; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0)
            return false;
        hash = hash << 4 | (unsigned)digit;
    }
    *out = hash;
    return true;
}

void say_hash_write(uint64_t hash, char out[17])
{
    snprintf(out, 17, "%08x%08x", (unsigned)(hash >> 32), (unsigned)(hash & 0xffffffffu));
}
