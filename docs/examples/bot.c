/*
 * bot.c - a bot for Mazo in C, without a library: it plays a card rather than draw, and says UNO.
 *
 *     cc -o bot docs/examples/bot.c && mazo bot check cmd:./bot
 *
 * It does not read the whole question. The list of legal commands is at its end, each an object in
 * braces, and an answer may be the place of one in the list.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of the object that begins here. */
static size_t object_length(const char *at)
{
    size_t len = 0;
    int depth = 0, quoted = 0;
    do {
        if (at[len] == '"')
            quoted = !quoted;
        else if (quoted && at[len] == '\\' && at[len + 1] != '\0')
            len++;
        else if (!quoted)
            depth += (at[len] == '{') - (at[len] == '}');
        len++;
    } while (at[len] != '\0' && depth > 0);
    return len;
}

static int holds(const char *at, size_t len, const char *word)
{
    const char *found = strstr(at, word);
    return found && found + strlen(word) <= at + len;
}

/* The higher the better. */
static int worth(const char *command, size_t len)
{
    if (holds(command, len, "\"do\":\"catch\""))
        return 4;
    if (holds(command, len, "\"do\":\"play\""))
        return holds(command, len, "\"uno\":true") ? 3 : 2;
    return !holds(command, len, "\"do\":\"draw\"") && !holds(command, len, "\"do\":\"keep\"");
}

int main(void)
{
    char *line = NULL;
    size_t space = 0;
    while (getline(&line, &space, stdin) > 0) {
        const char *at = strstr(line, "\"legal\":[");
        int best = 0, most = -1;
        at = at ? at + strlen("\"legal\":[") : "";
        for (int place = 0; *at == '{'; place++) {
            size_t len = object_length(at);
            if (worth(at, len) > most) {
                most = worth(at, len);
                best = place;
            }
            at += len + (at[len] == ',');
        }
        printf("%d\n", best);
        fflush(stdout); /* or the answer stays in a buffer, and the time runs out */
    }
    free(line);
    return 0;
}
