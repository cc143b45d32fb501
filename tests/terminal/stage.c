/*
 * stage.c - plays a scene for the golden screens: a position, keys, shots.
 *
 *     stage SCENE FOLDER ROWS COLUMNS LANG [mono|ascii]
 *
 * A scene is a text: lines "people N", "names A B…" and "open JSON" (an opening
 * line as the referee reads it), perhaps "pace none" (bots at once) and "moves" (with animations), then a line "keys" and
 * the script of term.h. Instead of "open" a line "page NAME [FILE]" shows what is around the
 * game: menu, lesson, form, help, replay FILE, ending FILE (a match file that is over) or far FILE
 * (messages of a server, a line each, which have come before the first key).
 * Seats without a person are bots of the level normal, with dice that are
 * always the same; time passes only by <wait>. With FOLDER "-" the scene is played at the
 * terminal itself, without its keys.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/remote/remote.h"
#include "terminal/pages/form.h"
#include "terminal/screen/page.h"
#include "terminal/game/game.h"
#include "terminal/menu/menu.h"
#include "terminal/pages/pages.h"
#include "terminal/pages/viewer.h"
#include "wire/json_read.h"

enum { SCENE_MAX = 256 * 1024 };

struct scene {
    int people;
    bool fast, moves;
    char names[MAZO_SEATS_MAX][TABLE_NAME_MAX];
    char open[WIRE_LINE_MAX];
    char page[400]; /* "" where a game is played */
    const char *keys;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "stage: %s: %s\n", what, why);
    exit(1);
}

static char *read_file(const char *path)
{
    char *text = calloc(1, SCENE_MAX);
    FILE *file = fopen(path, "r");
    if (!text || !file)
        fail(path, "cannot read it");
    fread(text, 1, SCENE_MAX - 1, file);
    fclose(file);
    return text;
}

static void read_names(struct scene *s, char *line)
{
    int seat = 0;
    for (char *word = strtok(line, " "); word && seat < MAZO_SEATS_MAX; word = strtok(NULL, " "))
        snprintf(s->names[seat++], TABLE_NAME_MAX, "%s", word);
}

static void read_scene(struct scene *s, char *text)
{
    *s = (struct scene){.people = 1};
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = '\0';
        if (strcmp(line, "keys") == 0) {
            s->keys = next;
            return;
        }
        if (strncmp(line, "names ", 6) == 0)
            read_names(s, line + 6);
        else if (strncmp(line, "open ", 5) == 0)
            snprintf(s->open, sizeof s->open, "%s", line + 5);
        else if (strncmp(line, "page ", 5) == 0)
            snprintf(s->page, sizeof s->page, "%s", line + 5);
        else if (strncmp(line, "people ", 7) == 0)
            s->people = atoi(line + 7);
        else if (strcmp(line, "pace none") == 0)
            s->fast = true;
        else if (strcmp(line, "moves") == 0)
            s->moves = true;
        else if (*line && *line != '#' && strncmp(line, "also ", 5) != 0) /* golden.py's */
            fail(line, "what is this?");
        line = next;
    }
    fail("scene", "there are no keys");
}

/* What the session does for a match with a file, without one. */
static void hear(void *ctx, const struct table *t)
{
    struct session *s = ctx;
    score_hear(&s->book, &t->play.game, &t->play.events);
    if (s->heard)
        s->heard(s->ctx, s);
}

static void seat_all(struct session *s, const struct scene *scene, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        struct table_player player = {.sitter = seat < scene->people ? TABLE_PERSON : TABLE_BOT,
                                      .level = MAZO_BOT_NORMAL};
        snprintf(player.name, sizeof player.name, "%s", scene->names[seat]);
        table_sit(&s->table, seat, &player);
        s->names[seat] = s->table.seat[seat].player.name;
    }
}

static struct session *set_up(const struct scene *scene, enum text_lang lang)
{
    struct session *s = calloc(1, sizeof *s);
    struct wire_line *line = calloc(1, sizeof *line);
    struct wire_error why = {0};
    if (!s || !line)
        fail("memory", "none");
    if (!wire_read_line(lang, scene->open, strlen(scene->open), line, &why))
        fail("opening", why.message);
    s->save.fd = -1;
    s->warned = true;
    s->setup.lang = lang;
    s->setup.still = !scene->moves;
    s->setup.people = (uint8_t)scene->people;
    s->setup.seats = line->opening.position.seats;
    s->setup.rules = line->opening.position.rules;
    table_init(&s->table, lang, scene->fast ? &table_pace_none : &table_pace_human, NULL, 7);
    seat_all(s, scene, line->opening.position.seats);
    score_begin(&s->book, line->opening.position.seats);
    s->table.heard = hear;
    s->table.ctx = s;
    if (!table_open(&s->table, line->kind, &line->opening, 0, &why))
        fail("opening", why.message);
    free(line);
    return s;
}

/* ---- pages around the game ---- */

static void show_ending(struct term *term, enum text_lang lang, const char *path)
{
    char *text = read_file(path);
    struct session *s = calloc(1, sizeof *s);
    struct wire_error why = {0};
    int line;
    if (!s)
        fail("memory", "none");
    setup_init(&s->setup, lang);
    table_init(&s->table, lang, &table_pace_none, NULL, 7);
    if (!table_resume(&s->table, text, strlen(text), 0, &why, &line) ||
        !score_read(&s->book, text, strlen(text)))
        fail(path, why.message);
    for (int seat = 0; seat < s->table.seats; seat++)
        s->names[seat] = s->table.seat[seat].player.name;
    snprintf(s->save.path, sizeof s->save.path, "%s", path);
    terminal_ending(term, s, 0);
    free(s);
    free(text);
}

static void show_form(struct term *term, enum text_lang lang)
{
    struct page *page = calloc(1, sizeof *page);
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    if (!page)
        fail("memory", "none");
    page_init(page, term, lang);
    form_run(page, &rules, rules.seats);
    free(page);
}

static void show_far(struct term *term, enum text_lang lang, const char *path)
{
    static struct remote remote;
    char *text = read_file(path);
    setup_init(&remote.setup, lang);
    remote.setup.still = true;
    remote.lang = lang;
    remote.state = REMOTE_READY;
    remote.welcomed = remote.direct = true;
    remote.table.you = -1;
    remote.dice = 7;
    remote.inbox = json_array();
    snprintf(remote.address.host, sizeof remote.address.host, "192.168.1.5");
    remote.address.port = 8117;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *message = json_loads(line, 0, NULL);
        if (!message || json_array_append_new(remote.inbox, message) != 0)
            fail(path, "not a message");
    }
    terminal_remote(term, &remote);
    json_decref(remote.inbox);
    free(text);
}

static void show_page(struct term *term, enum text_lang lang, const char *page)
{
    const char *file = strchr(page, ' ') ? strchr(page, ' ') + 1 : "";
    if (strcmp(page, "menu") == 0) {
        static const struct save_info unfinished = {.sheet = "jackpot", .round = 3, .names = "Ana"};
        static char resume[SAVE_PATH_MAX];
        struct game_setup setup;
        setup_init(&setup, lang);
        terminal_menu(term, &setup, &unfinished, resume);
    } else if (strcmp(page, "lesson") == 0) {
        bool plays;
        terminal_lesson(term, lang, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), &plays);
    } else if (strcmp(page, "form") == 0) {
        show_form(term, lang);
    } else if (strcmp(page, "help") == 0) {
        static const char *const keys[] = {N_("Esc|close a question"), NULL};
        terminal_help(term, lang, keys, mazo_rules_of_sheet(MAZO_SHEET_JACKPOT));
    } else if (strncmp(page, "replay ", 7) == 0) {
        char *text = read_file(file);
        static char next[SAVE_PATH_MAX];
        if (terminal_replay(term, lang, file, text, strlen(text), next) != 0)
            fail(file, "it does not replay");
        free(text);
    } else if (strncmp(page, "ending ", 7) == 0) {
        show_ending(term, lang, file);
    } else if (strncmp(page, "far ", 4) == 0) {
        show_far(term, lang, file);
    } else {
        fail(page, "there is no such page");
    }
}

int main(int argc, char **argv)
{
    static struct scene scene;
    if (argc < 6)
        fail("usage", "stage SCENE FOLDER ROWS COLUMNS LANG [mono|ascii]");
    char *text = read_file(argv[1]);
    read_scene(&scene, text);
    enum text_lang lang = (enum text_lang)text_lang_by_name(argv[5]);
    struct session *s = scene.page[0] ? NULL : set_up(&scene, lang);
    bool real = strcmp(argv[2], "-") == 0;
    struct term *term = real ? term_curses()
                             : term_script(scene.keys, argv[2], atoi(argv[3]), atoi(argv[4]));
    if (!term)
        fail("terminal", "there is none");
    if (!real) {
        term->ascii = argc > 6 && strcmp(argv[6], "ascii") == 0;
        term->color = argc <= 6;
        term->letters = argc > 6;
    }
    if (s)
        terminal_play(term, s);
    else
        show_page(term, lang, scene.page);
    term->close(term);
    free(s);
    free(text);
    return 0;
}
