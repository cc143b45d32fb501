/*
 * menu_shelf.c - what lies on the shelf: kept matches, and the sheets to read.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "terminal/form.h"
#include "terminal/menu.h"
#include "terminal/pager.h"
#include "terminal/replay.h"
#include "terminal/save.h"
#include "text/oserror.h"
#include "wire/json_read.h"
#include "wire/roster.h"
#include "wire/screen.h"

enum { KEPT_MAX = 200, NAME_MAX_BYTES = 200 };

/* ---- kept matches ---- */

struct kept {
    char name[NAME_MAX_BYTES]; /* of the file, within the folder */
    time_t when;
    bool over;
};

struct shelf {
    char folder[SAVE_PATH_MAX];
    int count;
    struct kept at[KEPT_MAX]; /* the newest first */
};

static int newest_first(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    if (x->when != y->when) {
        return x->when > y->when ? -1 : 1;
    }
    return strcmp(y->name, x->name);
}

/* The oldest makes room when there are too many. */
static void put(struct shelf *s, const struct kept *new)
{
    if (s->count < KEPT_MAX) {
        s->at[s->count++] = *new;
        return;
    }
    int oldest = 0;
    for (int i = 1; i < s->count; i++) {
        oldest = s->at[i].when < s->at[oldest].when ? i : oldest;
    }
    if (s->at[oldest].when < new->when) {
        s->at[oldest] = *new;
    }
}

static void look_through(struct shelf *s)
{
    DIR *dir;
    const struct dirent *entry;
    s->count = 0;
    if (!save_folder(s->folder, sizeof s->folder) || !(dir = opendir(s->folder))) {
        return;
    }
    while ((entry = readdir(dir))) {
        struct kept new;
        char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2];
        struct stat st;
        size_t length = strlen(entry->d_name);
        if (length < 6 || length >= sizeof new.name) {
            continue;
        }
        new.over = strcmp(entry->d_name + length - 5, ".mazo") == 0;
        if (!new.over && strcmp(entry->d_name + length - 5, ".open") != 0) {
            continue;
        }
        memcpy(new.name, entry->d_name, length + 1);
        snprintf(path, sizeof path, "%s/%s", s->folder, new.name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= SAVE_FILE_MAX) {
            new.when = st.st_mtime;
            put(s, &new);
        }
    }
    closedir(dir);
    qsort(s->at, (size_t)s->count, sizeof s->at[0], newest_first);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        rewind(file);
        text = length >= 0 && length <= SAVE_FILE_MAX ? malloc((size_t)length + 1) : NULL;
        *size = text ? fread(text, 1, (size_t)length, file) : 0;
    }
    fclose(file);
    return text;
}

void menu_show_match(struct page *p, const char *path)
{
    char name[100], why[700];
    const char *slash = strrchr(path, '/');
    size_t size = 0;
    screen_clean(slash ? slash + 1 : path, name, sizeof name);
    errno = 0;
    char *text = read_file(path, &size);
    struct replay *r = calloc(1, sizeof *r);
    if (!text || !r) {
        page_say(p, name, text_oserror(p->lang, errno ? errno : ENOMEM));
    } else if (replay_open(r, p->lang, name, text, size)) {
        replay_run(r, p);
        replay_close(r);
    } else {
        snprintf(why, sizeof why, text_in(p->lang, "line %d: %s"), r->tape.reader.line,
                 r->tape.reader.why.message);
        page_say(p, name, why);
    }
    free(r);
    free(text);
}

/* Can it be gone on with? If not, say why: another mazo may be playing it. */
static bool is_free(struct page *p, const char *path, const char *name)
{
    struct save save = {.fd = -1};
    char *text = NULL;
    size_t len;
    errno = 0;
    enum save_open answer = save_open(&save, path, &text, &len);
    if (answer == SAVE_OPENED) {
        save_close(&save);
        free(text);
        return true;
    }
    page_say(p, name,
             answer == SAVE_IN_USE  ? text_in(p->lang, N_("Another mazo is playing this match."))
             : answer == SAVE_EMPTY ? text_in(p->lang, N_("There is no match in it."))
                                    : text_oserror(p->lang, errno));
    return false;
}

/* Look at a match that is over; true: it is not, and can be gone on with. */
static bool take(struct page *p, const struct shelf *s, int i, char resume[SAVE_PATH_MAX])
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], name[NAME_MAX_BYTES];
    snprintf(path, sizeof path, "%s/%s", s->folder, s->at[i].name);
    if (s->at[i].over) {
        menu_show_match(p, path);
        return false;
    }
    snprintf(resume, SAVE_PATH_MAX, "%.*s", SAVE_PATH_MAX - 1, path);
    return is_free(p, path, screen_clean(s->at[i].name, name, sizeof name));
}

/* "Ana, Luis, Eva": who sat there, by the first line of the file; "" where it does not say. */
static void read_players(const char *path, enum text_lang lang, char *buf, size_t size)
{
    static const size_t most = 16 * 1024;
    struct roster *roster = calloc(1, sizeof *roster);
    char *line = malloc(most);
    FILE *file = roster && line ? fopen(path, "rb") : NULL;
    size_t length = file ? fread(line, 1, most, file) : 0;
    const char *end = length > 0 ? memchr(line, '\n', length) : NULL;
    struct wire_error why;
    buf[0] = '\0';
    if (end && roster_read(lang, line, (size_t)(end - line), roster, &why)) {
        for (int i = 0; i < roster->count; i++) {
            char name[ROSTER_NAME_SIZE];
            size_t used = strlen(buf);
            snprintf(buf + used, size - used, "%s%s", i ? ", " : "",
                     screen_clean(roster->seat[i].name, name, sizeof name));
        }
    }
    if (file) {
        fclose(file);
    }
    free(line);
    free(roster);
}

static void fill_rows(const struct shelf *s, enum text_lang lang, struct page_row *row)
{
    for (int i = 0; i < s->count; i++) {
        char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], clean[NAME_MAX_BYTES];
        struct tm when;
        snprintf(path, sizeof path, "%s/%s", s->folder, s->at[i].name);
        snprintf(clean, sizeof clean, "%s", s->at[i].name);
        clean[strlen(clean) - 5] = '\0';
        screen_clean(clean, row[i].label, sizeof row[i].label);
        row[i].turns = false;
        char who[sizeof row[i].value];
        read_players(path, lang, who, sizeof who);
        snprintf(row[i].value, sizeof row[i].value, "%s%.*s",
                 s->at[i].over ? "" : text_in(lang, N_("not over · ")), (int)sizeof who / 2, who);
        if (!row[i].value[0] && localtime_r(&s->at[i].when, &when)) {
            strftime(row[i].value, sizeof row[i].value, "%Y-%m-%d %H:%M", &when);
        }
    }
}

bool menu_replays(struct page *p, char resume[SAVE_PATH_MAX])
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("look at it, or go on")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    bool chosen = false;
    struct shelf *s = calloc(1, sizeof *s);
    struct page_row *row = calloc(KEPT_MAX, sizeof *row);
    int at = 0, top = 0;
    uint32_t key = TERM_NONE;
    if (s && row) {
        look_through(s);
        fill_rows(s, p->lang, row);
    }
    while (s && row && !chosen && !page_leaves(key)) {
        page_begin(p, text_in(p->lang, "Kept matches"));
        int width = p->canvas.columns - 4 < 76 ? p->canvas.columns - 4 : 76;
        int column = (p->canvas.columns - width) / 2;
        if (s->count == 0) {
            canvas_wrap(&p->canvas, 3, column, width, 3, page_plain,
                        text_in(p->lang,
                                "There is none yet: every match that you play is kept here."));
        } else {
            page_rows(p, 2, column, width, p->canvas.rows - 5, row, s->count, at, &top);
        }
        canvas_text(&p->canvas, p->canvas.rows - 2, column, width, page_dim, s->folder);
        page_hints(p, hints, 2);
        key = page_read(p, -1);
        if (key >= PAGE_PICK && (int)(key - PAGE_PICK) < s->count) {
            at = (int)(key - PAGE_PICK);
            key = TERM_ENTER;
        }
        if (key == TERM_ENTER && s->count > 0) {
            chosen = take(p, s, at, resume);
        } else if (s->count > 0) {
            page_move(key, &at, s->count);
        }
    }
    free(row);
    free(s);
    return chosen;
}

/* ---- the sheets ---- */

static void show_rules(struct page *p, const struct mazo_rules *rules)
{
    struct pager *g = malloc(sizeof *g);
    if (g) {
        pager_clear(g);
        pager_add_rules(g, p->lang, rules, mazo_sheet_name(rules->sheet));
        pager_show(g, p, text_in(p->lang, "Rules"));
    }
    free(g);
}

void menu_rules(struct page *p, const struct game_setup *setup)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("read")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct page_row row[MAZO_SHEET_COUNT + 1];
    int count = MAZO_SHEET_COUNT + (form_changes(&setup->rules) > 0);
    int at = setup->rules.sheet, top = 0;
    for (;;) {
        for (int i = 0; i < count; i++) {
            bool own = i == MAZO_SHEET_COUNT;
            row[i].turns = false;
            snprintf(row[i].label, sizeof row[i].label, "%s",
                     own ? text_in(p->lang, "Your table") : mazo_sheet_name(i));
            snprintf(row[i].value, sizeof row[i].value, "%s",
                     own ? mazo_sheet_name(setup->rules.sheet)
                         : text_in(p->lang, menu_sheet_sentence(i)));
        }
        page_begin(p, text_in(p->lang, "Rules"));
        int width = p->canvas.columns - 2 < 104 ? p->canvas.columns - 2 : 104;
        page_rows(p, 3, (p->canvas.columns - width) / 2, width, count, row, count, at, &top);
        page_hints(p, hints, 2);
        uint32_t key = page_read(p, -1);
        if (page_leaves(key)) {
            return;
        }
        if (key >= PAGE_PICK && (int)(key - PAGE_PICK) < count) {
            at = (int)(key - PAGE_PICK);
            key = TERM_ENTER;
        }
        if (key == TERM_ENTER || key == ' ') {
            show_rules(p, at < MAZO_SHEET_COUNT ? mazo_rules_of_sheet(at) : &setup->rules);
        } else {
            page_move(key, &at, count);
        }
    }
}
