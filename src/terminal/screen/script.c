/*
 * script.c - a terminal for tests: keys from a text, screens into files.
 *
 * Its clock moves only where the script says <wait>, so a scripted match is
 * the same every time and takes no longer than the work it is.
 */
#include "terminal/screen/term.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"

struct script {
    struct term term;
    const char *at; /* the next key */
    const char *folder;
    uint64_t clock;
    uint64_t waiting; /* rest of a <wait> */
    struct canvas shown;
};

/* ORDER as in enum term_key, from TERM_ENTER on. */
static const char *const key_names[] = {
    "enter", "esc", "tab",  "backtab", "backspace", "delete",  "up",        "down", "left", "right",
    "home",  "end", "pgup", "pgdn",    "click",     "wheelup", "wheeldown", "size", "gone", "clear",
};

static void shoot(const struct script *s, const char *name)
{
    static const size_t capacity = (size_t)CANVAS_ROWS_MAX * CANVAS_COLUMNS_MAX * 8;
    char path[512];
    char *text = malloc(capacity);
    snprintf(path, sizeof path, "%s/%s.screen", s->folder, name);
    FILE *file = text ? fopen(path, "w") : NULL;
    if (!file) {
        fprintf(stderr, "script: cannot write %s\n", path);
        exit(1);
    }
    canvas_dump(&s->shown, text, capacity);
    fputs(text, file);
    fputs("---- styles\n", file);
    canvas_dump_styles(&s->shown, text, capacity);
    fputs(text, file);
    if (fclose(file) != 0) {
        fprintf(stderr, "script: cannot write %s\n", path);
        exit(1);
    }
    free(text);
}

static void show(struct term *t, const struct canvas *c, int cursor_row, int cursor_column)
{
    struct script *s = (struct script *)t;
    s->shown = *c;
    if (cursor_row >= 0 && cursor_row < c->rows && cursor_column >= 0 && cursor_column < c->columns)
        s->shown.cell[cursor_row][cursor_column].style.flags |= CANVAS_UNDERLINE;
}

static _Noreturn void bad_script(const char *at)
{
    fprintf(stderr, "script: not a key: %.30s\n", at);
    exit(1);
}

/* A word in angle brackets. False: not a key but an action, already carried out. */
static bool take_word(struct script *s, struct term_input *in)
{
    char word[80];
    int a = 0, b = 0;
    const char *end = strchr(s->at, '>');
    if (!end || end - s->at > 78)
        bad_script(s->at);
    snprintf(word, sizeof word, "%.*s", (int)(end - s->at - 1), s->at + 1);
    s->at = end + 1;
    if (strncmp(word, "shot ", 5) == 0) {
        shoot(s, word + 5);
        return false;
    }
    if (sscanf(word, "wait %d", &a) == 1) {
        s->waiting = (uint64_t)a;
        return false;
    }
    if (strcmp(word, "slow") == 0) {
        s->term.slow = true;
        return false;
    }
    if (strcmp(word, "space") == 0) {
        in->key = ' ';
        return true;
    }
    size_t length = strcspn(word, " ");
    for (uint32_t i = 0; i < sizeof key_names / sizeof *key_names; i++) {
        if (strlen(key_names[i]) == length && strncmp(key_names[i], word, length) == 0) {
            sscanf(word + length, "%d %d", &a, &b);
            *in = (struct term_input){.key = TERM_ENTER + i, .row = a, .column = b};
            return true;
        }
    }
    bad_script(word);
}

static struct term_input take_key(struct script *s)
{
    struct term_input in = {.key = TERM_NONE};
    if (*s->at == '\0') {
        in.key = TERM_GONE;
    } else if (*s->at == '<' && s->at[1] != '<') {
        if (take_word(s, &in) && in.key == TERM_RESIZE)
            s->term.rows = in.row, s->term.columns = in.column;
    } else if (*s->at == '\n') {
        s->at++; /* scripts may have lines */
    } else {
        int n = utf8_length(s->at, strlen(s->at));
        const unsigned char *c = (const unsigned char *)s->at;
        if (n == 0)
            bad_script(s->at);
        in.key = n == 1 ? c[0] : c[0] & (0x7fu >> n);
        for (int i = 1; i < n; i++)
            in.key = in.key << 6 | (c[i] & 0x3fu);
        s->at += *s->at == '<' ? 2 : n;
    }
    return in;
}

static struct term_input read_key(struct term *t, int ms)
{
    struct script *s = (struct script *)t;
    struct term_input in = {.key = TERM_NONE};
    while (s->waiting == 0 && in.key == TERM_NONE)
        in = take_key(s);
    if (in.key == TERM_NONE) {
        uint64_t pass = ms < 0 || (uint64_t)ms > s->waiting ? s->waiting : (uint64_t)ms;
        s->clock += pass;
        s->waiting -= pass;
        if (pass == 0 || (ms < 0 || (uint64_t)ms > pass))
            return ms == 0 ? in : read_key(t, ms < 0 ? ms : ms - (int)pass);
    }
    return in;
}

static uint64_t now(struct term *t) { return ((struct script *)t)->clock; }

static void bell(struct term *t) { (void)t; }

static void copy(struct term *t, const char *text) { (void)t, (void)text; }

static void close_script(struct term *t) { free(t); }

struct term *term_script(const char *keys, const char *folder, int rows, int columns)
{
    struct script *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    setlocale(LC_CTYPE, "C.UTF-8"); /* widths are the same everywhere */
    s->term = (struct term){.rows = rows,
                            .columns = columns,
                            .color = true,
                            .show = show,
                            .read = read_key,
                            .now = now,
                            .bell = bell,
                            .copy = copy,
                            .close = close_script};
    s->at = keys;
    s->clock = 1000;
    s->folder = folder;
    return &s->term;
}
