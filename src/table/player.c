/*
 * player.c - bots from text, and to text.
 */
#include "table/player.h"

#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "text/number.h"

enum { PLAYOUTS_MOST = 1000000000 };

const char *const player_bot_names[PLAYER_BOT_NAMES] = {"Ana",   "Luis",    "Carmen",  "Diego",
                                                        "Lucía", "Mateo",   "Sofía",   "Hugo",
                                                        "Elena", "Pablo",   "Martina", "Andrés",
                                                        "Julia", "Marcos",  "Clara",   "Bruno",
                                                        "Irene", "Nicolás", "Vera",    "Óscar"};

const char *player_bot_name(int seat, bool taken)
{
    return player_bot_names[seat + (taken ? MAZO_SEATS_MAX : 0)];
}

/* Cut the text at the last `mark`; what follows it, or NULL. */
static char *cut(char *text, char mark)
{
    char *at = strrchr(text, mark);
    if (at)
        *at++ = '\0';
    return at;
}

static enum player_fault read_level(struct player *out)
{
    char text[PLAYER_NAME_MAX];
    memcpy(text, out->name, sizeof text);
    char *playouts = cut(text, '@');
    char *style = cut(text, ':');
    int level = mazo_bot_level_by_name(text);
    int found = style ? mazo_bot_style_by_name(style) : MAZO_BOT_PLAIN;
    if (level < 0)
        return PLAYER_NO_LEVEL;
    if (found < 0)
        return PLAYER_NO_STYLE;
    uint64_t many = out->playouts;
    if (playouts && !text_number(playouts, 1, PLAYOUTS_MOST, &many))
        return PLAYER_NO_PLAYOUTS;
    out->playouts = (uint32_t)many;
    out->level = (uint8_t)level;
    out->style = (uint8_t)found;
    return level < MAZO_BOT_LEVEL_COUNT ? PLAYER_FINE : PLAYER_YARDSTICK;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

enum player_fault player_read(const char *text, size_t len, uint32_t playouts, struct player *out)
{
    while (len > 0 && is_blank(text[0]))
        text++, len--;
    while (len > 0 && is_blank(text[len - 1]))
        len--;
    *out = (struct player){.playouts = playouts};
    if (len >= PLAYER_NAME_MAX)
        return PLAYER_TOO_LONG;
    memcpy(out->name, text, len);
    if (strncmp(out->name, "cmd:", 4) != 0)
        return read_level(out);
    char buf[PLAYER_NAME_MAX];
    char *words[PLAYER_WORDS_MAX + 1];
    int count = player_words(out, buf, words);
    out->outside = true;
    out->level = MAZO_BOT_NORMAL;
    return count > 0 && count < PLAYER_WORDS_MAX ? PLAYER_FINE : PLAYER_NO_COMMAND;
}

int player_write(int level, int style, uint32_t playouts, char *buf, size_t size)
{
    char count[16] = "";
    if (playouts)
        snprintf(count, sizeof count, "@%u", (unsigned)playouts);
    return snprintf(buf, size, "%s%s%s%s", mazo_bot_level_name(level),
                    style == MAZO_BOT_PLAIN ? "" : ":",
                    style == MAZO_BOT_PLAIN ? "" : mazo_bot_style_name(style), count);
}

/* Write a word without its quotes to *to; where it ended. */
static const char *cut_word(const char *at, char **to)
{
    char quote = '\0';
    for (; *at && (quote || !is_blank(*at)); at++)
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? '\0' : *at;
        else
            *(*to)++ = *at;
    *(*to)++ = '\0';
    return at;
}

int player_words(const struct player *player, char buf[PLAYER_NAME_MAX],
                 char *words[PLAYER_WORDS_MAX + 1])
{
    int count = 0;
    const char *at = player->name + 4;
    while (*at && count < PLAYER_WORDS_MAX) {
        if (is_blank(*at)) {
            at++;
        } else {
            words[count++] = buf;
            at = cut_word(at, &buf);
        }
    }
    words[count] = NULL;
    return count;
}
