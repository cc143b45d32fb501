/*
 * ini.c - what ruleset.c needs of libinih, for WebAssembly.
 *
 * The lines that come here are trimmed and hold neither sections nor comment lines: that is
 * ruleset.c's work.
 */
#include <ini.h>
#include <stdbool.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        text[--length] = '\0';
    while (is_blank(*text))
        text++;
    return text;
}

/* A value ends at a semicolon after a blank. */
static void cut_comment(char *value)
{
    bool blank = false;
    for (char *at = value; *at; at++) {
        if (*at == ';' && blank) {
            *at = '\0';
            return;
        }
        blank = is_blank(*at);
    }
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user)
{
    char line[200];
    while (reader(line, sizeof line, stream)) {
        size_t name = strcspn(line, "=:");
        if (line[name]) {
            line[name] = '\0';
            cut_comment(line + name + 1);
            handler(user, "", trim(line), trim(line + name + 1));
        }
    }
    return 0;
}
