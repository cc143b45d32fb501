/*
 * notation.c - cards, colors and effects as text.
 */
#include "say/notation.h"

#include <stdio.h>
#include <string.h>

#include "text/utf8.h"

static const char color_letters[] = "RGBY";

/* ORDER enum mazo_value */
static const char *const value_texts[MAZO_VALUE_COUNT] = {
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2", "J",
};

static const struct {
    const char *text;
    mazo_card card;
} wilds[] = {{"W", MAZO_WILD}, {"W+4", MAZO_WILD_FOUR}, {"WJ", MAZO_WILD_JACKPOT}};

enum { WILD_KINDS = sizeof wilds / sizeof wilds[0] };

/* Not toupper: what a card is must not depend on the locale. */
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static bool same_word(const char *a, const char *b)
{
    for (; *a && upper(*a) == upper(*b); a++)
        b++;
    return *a == '\0' && *b == '\0';
}

static int color_of(char c)
{
    const char *at = c ? strchr(color_letters, upper(c)) : NULL;
    return at ? (int)(at - color_letters) : -1;
}

bool say_card_read(const char *text, mazo_card *out)
{
    for (int i = 0; i < WILD_KINDS; i++) {
        if (same_word(text, wilds[i].text)) {
            *out = wilds[i].card;
            return true;
        }
    }
    int color = color_of(text[0]);
    for (int value = 0; color >= 0 && value < MAZO_VALUE_COUNT; value++) {
        if (same_word(text + 1, value_texts[value])) {
            *out = mazo_card_of(color, value);
            return true;
        }
    }
    return false;
}

const char *say_card_write(mazo_card card, char out[WIRE_CARD_SIZE])
{
    const char *text = "?";
    size_t used = 0;
    for (int i = 0; i < WILD_KINDS; i++)
        if (wilds[i].card == card)
            text = wilds[i].text;
    if (text[0] == '?' && mazo_card_is_valid(card)) {
        out[used++] = color_letters[mazo_card_color(card)];
        text = value_texts[mazo_card_value(card)];
    }
    while (*text && used < WIRE_CARD_SIZE - 1) /* no snprintf: a server writes many cards */
        out[used++] = *text++;
    out[used] = '\0';
    return out;
}

mazo_card say_card_at(int i)
{
    int colored = (int)MAZO_COLOR_COUNT * MAZO_VALUE_COUNT;
    return i < colored ? mazo_card_of(i / MAZO_VALUE_COUNT, i % MAZO_VALUE_COUNT)
                       : wilds[i - colored].card;
}

bool say_color_read(const char *text, uint8_t *out)
{
    int color = color_of(text[0]);
    if (color < 0 || text[1] != '\0')
        return false;
    *out = (uint8_t)color;
    return true;
}

const char *say_color_letter(int color)
{
    static const char *const letters[] = {"R", "G", "B", "Y"};
    return color >= 0 && color < MAZO_COLOR_COUNT ? letters[color] : "?";
}

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

static int by_name(const char *(*name_of)(int), int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, name_of(i)) == 0)
            return i;
    return -1;
}

int say_face_by_name(const char *name) { return by_name(mazo_face_name, MAZO_FACE_COUNT, name); }
int say_phase_by_name(const char *name) { return by_name(mazo_phase_name, MAZO_PHASE_COUNT, name); }
int say_event_by_name(const char *name) { return by_name(mazo_event_name, MAZO_EVENT_COUNT, name); }
int say_error_by_name(const char *name) { return by_name(mazo_error_word, MAZO_ERR_COUNT, name); }
int say_reason_by_name(const char *name)
{
    return by_name(mazo_reason_name, MAZO_REASON_COUNT, name);
}
int say_purpose_by_name(const char *name)
{
    return by_name(say_purpose_name, MAZO_PURPOSE_seven + 1, name);
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
