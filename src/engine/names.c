/*
 * names.c - the words of the lists and of cards, for writing and reading.
 *
 * A number that is not in its list has no name: NULL.
 */
#include "mazo/save.h"
#include "core.h"

static const char *name_at(const char *const *names, int count, int i)
{
    return i >= 0 && i < count ? names[i] : NULL;
}

const char *mazo_phase_name(int phase)
{
    static const char *const names[] = {
#define MAZO_X_PHASE(name, number) #name,
#include "mazo/phases.def"
    };
    return name_at(names, MAZO_PHASE_COUNT, phase);
}

const char *mazo_command_name(int type)
{
    static const char *const names[] = {
#define MAZO_X_COMMAND(name, fields, sentence) #name,
#include "mazo/commands.def"
    };
    return name_at(names, MAZO_CMD_COUNT, type);
}

const char *mazo_command_fields(int type)
{
    static const char *const lists[] = {
#define MAZO_X_COMMAND(name, fields, sentence) fields,
#include "mazo/commands.def"
    };
    return name_at(lists, MAZO_CMD_COUNT, type);
}

const char *mazo_error_word(int error)
{
    static const char *const words[] = {
#define MAZO_X_ERROR(word) #word,
#include "mazo/errors.def"
    };
    return name_at(words, MAZO_ERR_COUNT, error);
}

const char *mazo_effect_name(int effect)
{
    static const char *const names[] = {
#define MAZO_X_EFFECT(name, takes) #name,
#include "mazo/effects.def"
    };
    return name_at(names, MAZO_EFFECT_COUNT, effect);
}

const char *mazo_effect_takes(int effect)
{
    static const char *const lists[] = {
#define MAZO_X_EFFECT(name, takes) takes,
#include "mazo/effects.def"
    };
    return name_at(lists, MAZO_EFFECT_COUNT, effect);
}

const char *mazo_face_name(int face)
{
    static const char *const names[] = {"any", "right", "left", "each", "colors", "four"};
    return name_at(names, MAZO_FACE_COUNT, face);
}

const char *mazo_other_name(int other)
{
    static const char *const names[] = {"most", "fewest", "left", "right", "chosen"};
    return name_at(names, MAZO_OTHER_COUNT, other);
}

const char *mazo_reason_name(int reason)
{
    static const char *const names[] = {
#define MAZO_X_REASON(name, words) #name,
#include "mazo/reasons.def"
    };
    return name_at(names, MAZO_REASON_COUNT, reason);
}

const char *mazo_event_name(int type)
{
    static const char *const names[] = {
#define MAZO_X_EVENT(name, fields, sees, sentence) #name,
#include "mazo/events.def"
    };
    return name_at(names, MAZO_EVENT_COUNT, type);
}

const char *mazo_event_fields(int type)
{
    static const char *const lists[] = {
#define MAZO_X_EVENT(name, fields, sees, sentence) fields,
#include "mazo/events.def"
    };
    return name_at(lists, MAZO_EVENT_COUNT, type);
}

/* Letter by letter: other spellings are other words. */
bool same_word(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static int named(const char *(*name_of)(int), int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (same_word(name, name_of(i)))
            return i;
    return -1;
}

int mazo_phase_by_name(const char *name) { return named(mazo_phase_name, MAZO_PHASE_COUNT, name); }
int mazo_command_by_name(const char *name)
{
    return named(mazo_command_name, MAZO_CMD_COUNT, name);
}
int mazo_error_by_word(const char *word) { return named(mazo_error_word, MAZO_ERR_COUNT, word); }
int mazo_event_by_name(const char *name) { return named(mazo_event_name, MAZO_EVENT_COUNT, name); }
int mazo_reason_by_name(const char *name)
{
    return named(mazo_reason_name, MAZO_REASON_COUNT, name);
}
int mazo_face_by_name(const char *name) { return named(mazo_face_name, MAZO_FACE_COUNT, name); }

/* ---- cards ---- */

/* ORDER enum mazo_value */
static const char *const value_texts[MAZO_VALUE_COUNT] = {
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2", "J",
};
static const char *const color_texts[MAZO_COLOR_COUNT] = {"R", "G", "B", "Y"};

static const struct {
    const char *text;
    mazo_card card;
} wild_texts[] = {{"W", MAZO_WILD}, {"W+4", MAZO_WILD_FOUR}, {"WJ", MAZO_WILD_JACKPOT}};

enum { WILD_TEXTS = sizeof wild_texts / sizeof wild_texts[0] };

/* Not toupper: what a card is must not depend on the locale. */
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static bool same_card_text(const char *text, const char *card)
{
    for (; *card && upper(*text) == *card; card++)
        text++;
    return *text == '\0' && *card == '\0';
}

static int color_of_letter(char c)
{
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        if (upper(c) == color_texts[color][0])
            return color;
    return -1;
}

bool mazo_card_read(const char *text, mazo_card *out)
{
    for (int i = 0; i < WILD_TEXTS; i++)
        if (same_card_text(text, wild_texts[i].text)) {
            *out = wild_texts[i].card;
            return true;
        }
    int color = color_of_letter(text[0]);
    for (int value = 0; color >= 0 && value < MAZO_VALUE_COUNT; value++)
        if (same_card_text(text + 1, value_texts[value])) {
            *out = mazo_card_of(color, value);
            return true;
        }
    return false;
}

const char *mazo_card_write(mazo_card card, char out[MAZO_CARD_TEXT])
{
    const char *text = "?";
    size_t used = 0;
    for (int i = 0; i < WILD_TEXTS; i++)
        if (wild_texts[i].card == card)
            text = wild_texts[i].text;
    if (text[0] == '?' && mazo_card_is_valid(card)) {
        out[used++] = color_texts[mazo_card_color(card)][0];
        text = value_texts[mazo_card_value(card)];
    }
    while (*text && used < MAZO_CARD_TEXT - 1)
        out[used++] = *text++;
    out[used] = '\0';
    return out;
}

mazo_card mazo_card_at(int i)
{
    const int colored = (int)MAZO_COLOR_COUNT * MAZO_VALUE_COUNT;
    if (i < 0 || i >= MAZO_CARD_NAMES)
        return MAZO_CARD_NONE;
    return i < colored ? mazo_card_of(i / MAZO_VALUE_COUNT, i % MAZO_VALUE_COUNT)
                       : wild_texts[i - colored].card;
}

const char *mazo_color_letter(int color)
{
    return color >= 0 && color < MAZO_COLOR_COUNT ? color_texts[color] : "?";
}

bool mazo_color_read(const char *text, uint8_t *out)
{
    int color = color_of_letter(text[0]);
    if (color < 0 || text[1] != '\0')
        return false;
    *out = (uint8_t)color;
    return true;
}
