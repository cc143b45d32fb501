/*
 * past_matches.c - past matches, and the sheets to read.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "table/table.h"
#include "terminal/menu/inner.h"
#include "terminal/screen/pager.h"
#include "terminal/pages/viewer.h"
#include "session/save.h"
#include "text/oserror.h"
#include "wire/json_read.h"
#include "wire/roster.h"
#include "text/screen.h"

enum { KEPT_MAX = 200, NAME_MAX_BYTES = 200 };

/* ---- past matches ---- */

struct past_match {
    char name[NAME_MAX_BYTES]; /* of the file, within the folder */
    time_t when;
    bool over;
};

struct past_matches {
    char folder[SAVE_PATH_MAX];
    int count;
    struct past_match at[KEPT_MAX]; /* the newest first */
};

static int newest_first(const void *a, const void *b)
{
    const struct past_match *x = a, *y = b;
    if (x->when != y->when)
        return x->when > y->when ? -1 : 1;
    return strcmp(y->name, x->name);
}

/* The oldest makes room when there are too many. */
static void put_match(struct past_matches *s, const struct past_match *new)
{
    if (s->count < KEPT_MAX) {
        s->at[s->count++] = *new;
        return;
    }
    int oldest = 0;
    for (int i = 1; i < s->count; i++)
        oldest = s->at[i].when < s->at[oldest].when ? i : oldest;
    if (s->at[oldest].when < new->when)
        s->at[oldest] = *new;
}

static void look_through(struct past_matches *s)
{
    DIR *dir;
    const struct dirent *entry;
    s->count = 0;
    if (!save_folder(s->folder, sizeof s->folder) || !(dir = opendir(s->folder)))
        return;
    while ((entry = readdir(dir))) {
        struct past_match new;
        char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2];
        struct stat st;
        size_t length = strlen(entry->d_name);
        if (length < 6 || length >= sizeof new.name)
            continue;
        new.over = strcmp(entry->d_name + length - 5, ".mazo") == 0;
        if (!new.over && strcmp(entry->d_name + length - 5, ".open") != 0)
            continue;
        memcpy(new.name, entry->d_name, length + 1);
        snprintf(path, sizeof path, "%s/%s", s->folder, new.name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= SAVE_FILE_MAX) {
            new.when = st.st_mtime;
            put_match(s, &new);
        }
    }
    closedir(dir);
    qsort(s->at, (size_t)s->count, sizeof s->at[0], newest_first);
}

/* Can it be resumed? If not, say why: it may be open in another terminal. */
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
             answer == SAVE_IN_USE ? text_in(p->lang, N_("This match is open in another terminal."))
             : answer == SAVE_EMPTY ? text_in(p->lang, N_("There is no match in it."))
                                    : text_oserror(p->lang, errno));
    return false;
}

/* Watch a match that is over; true: it is not, and can be resumed. */
static bool take_match(struct page *p, const struct past_matches *s, int i,
                       char resume[SAVE_PATH_MAX])
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], name[NAME_MAX_BYTES];
    snprintf(path, sizeof path, "%s/%s", s->folder, s->at[i].name);
    if (s->at[i].over) {
        replay_show(p, path);
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
    if (file)
        fclose(file);
    free(line);
    free(roster);
}

/* "today, 18:40", "14 November 2026". */
static void write_date(enum text_lang lang, time_t when, char *buf, size_t size)
{
    static const char *const months[] = {N_("January"), N_("February"), N_("March"),
                                         N_("April"),   N_("May"),      N_("June"),
                                         N_("July"),    N_("August"),   N_("September"),
                                         N_("October"), N_("November"), N_("December")};
    time_t now = time(NULL), before = now - 24 * 60 * 60;
    struct tm then, today, yesterday;
    localtime_r(&when, &then);
    localtime_r(&now, &today);
    localtime_r(&before, &yesterday);
    if (then.tm_year == today.tm_year && then.tm_yday == today.tm_yday) {
        snprintf(buf, size, text_in(lang, "today, %d:%02d"), then.tm_hour, then.tm_min);
    } else if (then.tm_year == yesterday.tm_year && then.tm_yday == yesterday.tm_yday) {
        snprintf(buf, size, text_in(lang, "yesterday, %d:%02d"), then.tm_hour, then.tm_min);
    } else {
        snprintf(buf, size, text_in(lang, "%d %s %d"), then.tm_mday,
                 text_in(lang, months[then.tm_mon]), then.tm_year + 1900);
    }
}

static void path_of(const struct past_matches *s, int i, char *buf, size_t size)
{
    snprintf(buf, size, "%s/%s", s->folder, s->at[i].name);
}

/* The match as its file ends; NULL, or for free(). */
static struct table *replayed(const struct past_matches *s, int i, enum text_lang lang)
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2];
    size_t len = 0;
    struct wire_error why;
    int line;
    path_of(s, i, path, sizeof path);
    char *text = save_read(path, &len);
    struct table *t = text ? calloc(1, sizeof *t) : NULL;
    if (t)
        table_init(t, lang, &table_pace_none, NULL, 1);
    if (t && !table_resume(t, text, len, 0, &why, &line)) {
        free(t);
        t = NULL;
    }
    free(text);
    return t;
}

/* "oficial · won by Ana · " */
static void write_result(const struct table *t, enum text_lang lang, char *buf, size_t size)
{
    const struct mazo_game *g = &t->play.game;
    char winners[100] = "";
    for (int seat = 0; seat < g->seats; seat++) {
        size_t used = strlen(winners);
        if (g->winners >> seat & 1) {
            snprintf(winners + used, sizeof winners - used, "%s%s", used ? ", " : "",
                     t->seat[seat].player.name);
        }
    }
    snprintf(buf, size, text_in(lang, winners[0] ? N_("%s · won by %s · ") : N_("%s · ")),
             mazo_sheet_name(g->rules.sheet), winners);
}

static void fill_row(const struct past_matches *s, int i, enum text_lang lang, struct page_row *row)
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], who[sizeof row->value], result[160] = "";
    struct table *t = replayed(s, i, lang);
    if (t)
        write_result(t, lang, result, sizeof result);
    free(t);
    path_of(s, i, path, sizeof path);
    write_date(lang, s->at[i].when, row->label, sizeof row->label);
    row->turns = false;
    read_players(path, lang, who, sizeof who);
    snprintf(row->value, sizeof row->value, "%s%.100s%.*s",
             s->at[i].over ? "" : text_in(lang, N_("not over · ")), result, (int)sizeof who / 4,
             who);
}

/* Only those that are seen: every match is replayed for its row. */
static void fill_seen(const struct past_matches *s, enum text_lang lang, struct page_row *row,
                      int top, int height)
{
    for (int i = top; i < s->count && i < top + height; i++)
        if (!row[i].label[0])
            fill_row(s, i, lang, &row[i]);
}

/* "oficial · round 3 · Ana 120, Luis 45"; the name of the file where it does not say. */
static void write_detail(const struct past_matches *s, int i, enum text_lang lang, char *buf,
                         size_t size)
{
    struct table *t = replayed(s, i, lang);
    screen_clean(s->at[i].name, buf, size);
    if (t) {
        const struct mazo_game *g = &t->play.game;
        int used = snprintf(buf, size, text_in(lang, "%s · round %d"),
                            mazo_sheet_name(g->rules.sheet), g->round);
        for (int seat = 0; seat < g->seats && used > 0 && (size_t)used < size; seat++) {
            used += snprintf(buf + used, size - (size_t)used, "%s%s %d", seat ? ", " : " · ",
                             t->seat[seat].player.name, (int)g->scores[seat]);
        }
    }
    free(t);
}

/* Ask, and then it is gone for good; true: it is. */
static bool throw_away(struct page *p, const struct past_matches *s, int i)
{
    static const char *const answers[] = {N_("Keep the match"), N_("Delete it")};
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], name[NAME_MAX_BYTES];
    path_of(s, i, path, sizeof path);
    screen_clean(s->at[i].name, name, sizeof name);
    if (!s->at[i].over && !is_free(p, path, name))
        return false;
    if (page_ask(p, text_in(p->lang, "Delete this match?"), name, answers, 2) != 1)
        return false;
    if (remove(path) != 0) {
        page_say(p, name, text_oserror(p->lang, errno));
        return false;
    }
    return true;
}

static void draw_shelf(struct page *p, const struct past_matches *s, struct page_row *row, int at,
                       int *top, const char *detail)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("open")},
                                             {'v', "v", N_("watch replay")},
                                             {'x', "x", N_("delete")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    page_begin(p, text_in(p->lang, "Past matches"));
    int width, column = page_middle(p, 76, &width);
    if (s->count == 0) {
        canvas_wrap(&p->canvas, 3, column, width, 3, page_plain,
                    text_in(p->lang, "No matches yet. Every match you play is saved here."));
    } else {
        int height = p->canvas.rows - 6;
        fill_seen(s, p->lang, row, page_scroll(*top, at, s->count, height), height);
        page_rows(p, 2, column, width, height, row, s->count, at, top);
        canvas_text(&p->canvas, p->canvas.rows - 3, column, width, page_plain, detail);
    }
    canvas_text(&p->canvas, p->canvas.rows - 2, column, width, page_dim, s->folder);
    page_hints(p, s->count ? hints : &hints[3], s->count ? 4 : 1);
}

/* What a key does to the marked match; true: resume it. */
static bool press(struct page *p, struct past_matches *s, struct page_row *row, uint32_t key,
                  int *at, char resume[SAVE_PATH_MAX])
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2];
    if (key == TERM_ENTER)
        return take_match(p, s, *at, resume);
    if (key == 'v') {
        path_of(s, *at, path, sizeof path);
        replay_show(p, path);
    } else if ((key == 'x' || key == TERM_DELETE) && throw_away(p, s, *at)) {
        look_through(s);
        memset(row, 0, KEPT_MAX * sizeof *row);
        *at = *at < s->count ? *at : s->count > 0 ? s->count - 1 : 0;
    } else {
        page_move(key, at, s->count);
    }
    return false;
}

bool menu_replays(struct page *p, char resume[SAVE_PATH_MAX])
{
    bool chosen = false;
    struct past_matches *s = calloc(1, sizeof *s);
    struct page_row *row = calloc(KEPT_MAX, sizeof *row);
    int at = 0, top = 0;
    char detail[400] = "", told[NAME_MAX_BYTES] = "";
    uint32_t key = TERM_NONE;
    if (s && row)
        look_through(s);
    while (s && row && !chosen && !page_leaves(key)) {
        if (s->count > 0 && strcmp(told, s->at[at].name) != 0) {
            snprintf(told, sizeof told, "%s", s->at[at].name);
            write_detail(s, at, p->lang, detail, sizeof detail);
        }
        draw_shelf(p, s, row, at, &top, detail);
        key = page_read(p, -1);
        key = page_pick(key, &at, s->count, false);
        if (s->count > 0)
            chosen = press(p, s, row, key, &at, resume);
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
        pager_add_rules(g, p->lang, rules);
        pager_show(g, p, text_in(p->lang, "Rules"));
    }
    free(g);
}

void menu_rules(struct page *p, const struct game_setup *setup)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("read")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct page_row row[MAZO_SHEET_COUNT + 1];
    int count = MAZO_SHEET_COUNT + (setup_changes(&setup->rules) > 0);
    int at = setup->rules.sheet, top = 0;
    for (;;) {
        for (int i = 0; i < count; i++) {
            bool own = i == MAZO_SHEET_COUNT;
            row[i].turns = false;
            snprintf(row[i].label, sizeof row[i].label, "%s",
                     own ? text_in(p->lang, "Your table") : mazo_sheet_name(i));
            snprintf(row[i].value, sizeof row[i].value, "%s",
                     own ? mazo_sheet_name(setup->rules.sheet)
                         : text_in(p->lang, mazo_sheet_about(i)));
        }
        page_begin(p, text_in(p->lang, "Rules"));
        int width = p->canvas.columns - 2 < 104 ? p->canvas.columns - 2 : 104;
        page_rows(p, 3, (p->canvas.columns - width) / 2, width, count, row, count, at, &top);
        page_hints(p, hints, 2);
        uint32_t key = page_read(p, -1);
        if (page_leaves(key))
            return;
        key = page_pick(key, &at, count, false);
        if (key == TERM_ENTER || key == ' ')
            show_rules(p, at < MAZO_SHEET_COUNT ? mazo_rules_of_sheet(at) : &setup->rules);
        else
            page_move(key, &at, count);
    }
}
