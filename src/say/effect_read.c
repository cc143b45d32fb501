/*
 * effect_read.c - a rule card from the line in which a person writes it.
 */
#include "say/effect_read.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "say/effect_say.h"
#include "say/error_text.h"
#include "say/notation.h"
#include "text/number.h"
#include "text/utf8.h"

enum { LINE_MAX_BYTES = 1000, NUMBER_MOST = 9999 };

/* Without the blanks around it. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1]))
        text[--n] = '\0';
    return text;
}

/* Spanish words, and the effect's own word. The longer ones come first. */
static const struct {
    const char *typed, *means;
} aliases[] = {
    {"los demás roban", "others_draw"},
    {"los demas roban", "others_draw"},
    {"los demás toman", "others_draw"},
    {"los demas toman", "others_draw"},
    {"robar hasta", "draw_to"},
    {"roba hasta", "draw_to"},
    {"robar", "draw"},
    {"roba", "draw"},
    {"tomar hasta", "draw_to"},
    {"toma hasta", "draw_to"},
    {"tomar", "draw"},
    {"toma", "draw"},
    {"tirar hasta", "discard_to"},
    {"tira hasta", "discard_to"},
    {"descarta hasta", "discard_to"},
    {"descarta", "discard"},
    {"tirar", "discard"},
    {"tira", "discard"},
    {"throw to", "discard_to"},
    {"throw", "discard"},
    {"draw to", "draw_to"},
    {"others draw", "others_draw"},
    {"play a run", "run"},
    {"jugar una tanda", "run"},
    {"tanda", "run"},
    {"comodines", "wilds"},
    {"quitar", "take"},
    {"quita", "take"},
    {"dar", "give"},
    {"da", "give"},
    {"cambiar", "swap"},
    {"cambia", "swap"},
    {"perder turno", "skip"},
    {"pierde turno", "skip"},
    {"salta", "skip"},
    {"reversa", "reverse"},
    {"cambio de sentido", "reverse"},
    {"reto", "dare"},
    {"dare", "dare"},
};

static const struct {
    const char *typed, *means;
} other_aliases[] = {
    {"más", "most"},      {"mas", "most"},       {"menos", "fewest"},   {"izquierda", "left"},
    {"derecha", "right"}, {"elegido", "chosen"}, {"elegida", "chosen"}, {"elige", "chosen"},
};

enum {
    ALIASES = sizeof aliases / sizeof aliases[0],
    OTHER_ALIASES = sizeof other_aliases / sizeof other_aliases[0]
};

/* The effect's own word, number or player for a word of theirs. */
static void put_word(const char *word, char *buf, size_t size)
{
    char low[32];
    size_t n = strlen(word);
    int number;
    for (size_t i = 0; i <= n && n < sizeof low; i++)
        low[i] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] - 'A' + 'a') : word[i];
    if (n >= sizeof low) {
        snprintf(buf, size, " %s", word);
        return;
    }
    number = text_number_word(low, NUMBER_MOST);
    for (int i = 0; i < OTHER_ALIASES; i++)
        if (strcmp(low, other_aliases[i].typed) == 0)
            snprintf(low, sizeof low, "%s", other_aliases[i].means);
    if (number >= 0)
        snprintf(buf, size, " %d", number);
    else
        snprintf(buf, size, " %s", low);
}

/* The effect's own words in place of the Spanish ones; a dare keeps its text. */
static void to_notation(const char *typed, char *buf, size_t size)
{
    char rest[LINE_MAX_BYTES];
    snprintf(rest, sizeof rest, "%s", typed);
    buf[0] = '\0';
    for (int i = 0; i < ALIASES; i++) {
        size_t n = strlen(aliases[i].typed);
        if (strncasecmp(typed, aliases[i].typed, n) == 0 && (typed[n] == ' ' || !typed[n])) {
            snprintf(buf, size, "%s", aliases[i].means);
            snprintf(rest, sizeof rest, "%s", typed + n);
            break;
        }
    }
    if (strcmp(buf, "dare") == 0) {
        snprintf(buf, size, "dare%.*s", (int)(size - sizeof "dare"), rest);
        return;
    }
    for (char *word = strtok(rest, " "); word; word = strtok(NULL, " ")) {
        size_t used = strlen(buf);
        put_word(word, buf + used, size - used);
    }
    if (buf[0] == ' ')
        memmove(buf, buf + 1, strlen(buf));
}

/* Does it begin with the word of an effect? Then it was hardly meant as a dare. */
static bool begins_effect(const char *text)
{
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    for (int type = 0; type < MAZO_EFFECT_COUNT; type++) {
        if (strcmp(word, mazo_effect_name(type)) == 0) {
            const char *next = text + strlen(word);
            next += strspn(next, " ");
            return *next == '\0' || strpbrk(next, "0123456789") == next || !strchr(next, ' ');
        }
    }
    return false;
}

static bool no(enum text_lang lang, const char *sentence, char *why, size_t size)
{
    snprintf(why, size, "%s", text_in(lang, sentence));
    return false;
}

/* Effects with ";" between. False with why[0] == 0: these are not effects at all. */
static bool read_effects(enum text_lang lang, char *line, struct mazo_rule_card *card,
                         struct say_card_text *text, char *why, size_t size)
{
    why[0] = '\0';
    for (char *at = line; at;) {
        char one[WIRE_EFFECT_SIZE + 40];
        char *end = strchr(at, ';');
        if (end)
            *end = '\0';
        to_notation(trim(at), one, sizeof one);
        if (card->count == MAZO_EFFECTS_MAX)
            return no(lang, N_("A rule card has at most four effects"), why, size);
        int i = card->count;
        if (!say_effect_read(one, &card->effect[i], text->dare[i])) {
            if (card->count > 0 || begins_effect(one))
                say_explain_effect(lang, one, why, size);
            return false;
        }
        card->count++;
        at = end ? end + 1 : NULL;
    }
    return true;
}

static bool read_dare(enum text_lang lang, const char *line, struct mazo_rule_card *card,
                      struct say_card_text *text, char *why, size_t size)
{
    if (!utf8_is_plain(line, WIRE_DARE_MAX)) {
        snprintf(why, size, text_in(lang, "A text for a rule card is one line of at most %d bytes"),
                 WIRE_DARE_MAX);
        return false;
    }
    *card = (struct mazo_rule_card){.count = 1, .effect = {{.type = MAZO_EFFECT_dare}}};
    *text = (struct say_card_text){0};
    snprintf(text->dare[0], sizeof text->dare[0], "%s", line);
    snprintf(text->text, sizeof text->text, "%s", line);
    return true;
}

bool say_rule_card_read(enum text_lang lang, const char *line, struct mazo_rule_card *card,
                        struct say_card_text *text, char *why, size_t size)
{
    char copy[LINE_MAX_BYTES], words[LINE_MAX_BYTES];
    *card = (struct mazo_rule_card){0};
    *text = (struct say_card_text){0};
    snprintf(copy, sizeof copy, "%s", line);
    char *typed = trim(copy);
    if (*typed == '\0')
        return no(lang, N_("Write a number, effects or a text"), why, size);
    if (strspn(typed, "0123456789") == strlen(typed)) {
        int number = typed[1] ? 0 : typed[0] - '0';
        if (number < 1 || number > WIRE_IDEA_COUNT)
            return no(lang, N_("The ideas have the numbers 1 to 8"), why, size);
        *card = *mazo_idea(number);
        say_idea_text(lang, number, text);
        return true;
    }
    snprintf(words, sizeof words, "%s", typed);
    char *equals = strchr(words, '=');
    if (equals)
        *equals = '\0';
    if (read_effects(lang, words, card, text, why, size)) {
        if (equals && !utf8_is_plain(trim(equals + 1), WIRE_TEXT_MAX))
            return no(lang, N_("After = comes the text that players read on the card"), why, size);
        if (equals)
            snprintf(text->text, sizeof text->text, "%s", trim(equals + 1));
        else
            say_effects(lang, card, text, text->text, sizeof text->text);
        return true;
    }
    return why[0] == '\0' && read_dare(lang, typed, card, text, why, size);
}
