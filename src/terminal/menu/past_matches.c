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
#include "session/online.h"
#include "session/save.h"
#include "session/score.h"
#include "say/ranking.h"
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

/* If there are too many, drop the oldest. */
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

/* Show a finished match; true: play `resume`, this one or one continued from it. */
static bool take_match(struct page *p, const struct past_matches *s, int i,
                       char resume[SAVE_PATH_MAX])
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], name[NAME_MAX_BYTES];
    snprintf(path, sizeof path, "%s/%s", s->folder, s->at[i].name);
    if (s->at[i].over)
        return replay_show(p, path, false, MAZO_SPECTATOR, resume);
    snprintf(resume, SAVE_PATH_MAX, "%.*s", SAVE_PATH_MAX - 1, path);
    return is_free(p, path, screen_clean(s->at[i].name, name, sizeof name));
}

/* "Ana, Luis, Eva" from the first line of the file; "" if it does not say. */
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

/* The match at the end of its file; NULL, or for free(). */
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

/* The person it is about: who played it here on a server, else the first one. */
static int person_at(const struct table *t, const char *file)
{
    if (online_seat(file) >= 0)
        return online_seat(file);
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].player.sitter == TABLE_PERSON)
            return seat;
    return MAZO_SEAT_NONE;
}

/* "Carmen won with 701 · you: 4th" */
static void write_result(const struct table *t, const char *file, enum text_lang lang, char *buf,
                         size_t size)
{
    const struct mazo_game *g = &t->play.game;
    const char *names[MAZO_SEATS_MAX];
    struct say_side sides[MAZO_SEATS_MAX];
    char winners[100];
    int you = person_at(t, file), count = say_ranking(&g->pub, sides), used;
    for (int seat = 0; seat < t->seats; seat++)
        names[seat] = t->seat[seat].player.name;
    bool own = you < t->seats && g->winners >> you & 1;
    score_names(lang, names, g->winners, winners, sizeof winners);
    if (g->rules.scoring == MAZO_scoring_quick)
        used = own ? snprintf(buf, size, "%s", text_in(lang, N_("you won")))
                   : snprintf(buf, size, text_in(lang, N_("%s won")), winners);
    else
        used = own ? snprintf(buf, size, text_in(lang, N_("you won with %d")), sides[0].points)
                   : snprintf(buf, size, text_in(lang, N_("%s won with %d")), winners,
                              sides[0].points);
    for (int i = 0; i < count && !own && used > 0 && (size_t)used < size; i++) {
        if (you < t->seats && sides[i].seats >> you & 1)
            snprintf(buf + used, size - (size_t)used, text_in(lang, N_(" · you: place %d")),
                     sides[i].place);
    }
}

/* "oficial · online · Carmen won with 701 · you: place 4", and when. */
static void fill_row(const struct past_matches *s, int i, enum text_lang lang, struct page_row *row)
{
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2], text[160] = "", who[100];
    struct table *t = replayed(s, i, lang);
    path_of(s, i, path, sizeof path);
    read_players(path, lang, who, sizeof who);
    if (t && t->play.game.phase == MAZO_PHASE_match_over)
        write_result(t, s->at[i].name, lang, text, sizeof text);
    else
        snprintf(text, sizeof text, text_in(lang, N_("not over · %s")), who);
    snprintf(row->label, sizeof row->label, "%s%s%s%s",
             t ? mazo_sheet_name(t->play.game.rules.sheet) : "", t ? " · " : "",
             online_seat(s->at[i].name) >= 0 ? text_in(lang, N_("online · ")) : "", text);
    free(t);
    write_date(lang, s->at[i].when, row->value, sizeof row->value);
    row->turns = false;
}

/* Fills only visible rows: each replays its match. */
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

/* Asks, then deletes the file; true: deleted. */
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

/* The page of past matches. */
struct shelf {
    struct page *page;
    struct past_matches *matches;
    struct page_row *row; /* KEPT_MAX, filled when they are seen */
    int at, top;
    char told[NAME_MAX_BYTES]; /* the file that the detail is about */
    char detail[400];
};

static void draw_shelf(void *ctx)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("open")},
                                             {'v', "v", N_("view replay")},
                                             {'x', "x", N_("delete")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct shelf *f = ctx;
    const struct past_matches *s = f->matches;
    struct page *p = f->page;
    page_begin(p, text_in(p->lang, "Past matches"));
    int width, column = page_middle(p, 76, &width);
    if (s->count == 0) {
        canvas_wrap(&p->canvas, 3, column, width, 3, page_plain,
                    text_in(p->lang, "No matches yet. Every match you play is saved here."));
    } else {
        int height = p->canvas.rows - 6;
        fill_seen(s, p->lang, f->row, page_scroll(f->top, f->at, s->count, height), height);
        page_rows(p, 2, column, width, height, f->row, s->count, f->at, &f->top);
        canvas_text(&p->canvas, p->canvas.rows - 3, column, width, page_plain, f->detail);
    }
    canvas_text(&p->canvas, p->canvas.rows - 2, column, width, page_dim, s->folder);
    page_hints(p, s->count ? hints : &hints[3], s->count ? 4 : 1);
}

/* Carries out a key on the marked match; true: resume it. */
static bool press(struct shelf *f, uint32_t key, char resume[SAVE_PATH_MAX])
{
    struct page *p = f->page;
    struct past_matches *s = f->matches;
    char path[SAVE_PATH_MAX + NAME_MAX_BYTES + 2];
    if (key == TERM_ENTER)
        return take_match(p, s, f->at, resume);
    if (key == 'v') {
        path_of(s, f->at, path, sizeof path);
        return replay_show(p, path, false, MAZO_SPECTATOR, resume);
    } else if ((key == 'x' || key == TERM_DELETE) && throw_away(p, s, f->at)) {
        look_through(s);
        memset(f->row, 0, KEPT_MAX * sizeof *f->row);
        f->at = f->at < s->count ? f->at : s->count > 0 ? s->count - 1 : 0;
    } else {
        page_move(key, &f->at, s->count);
    }
    return false;
}

bool menu_replays(struct page *p, char resume[SAVE_PATH_MAX])
{
    bool chosen = false;
    struct past_matches *s = calloc(1, sizeof *s);
    struct page_row *row = calloc(KEPT_MAX, sizeof *row);
    struct shelf f = {.page = p, .matches = s, .row = row};
    uint32_t key = TERM_NONE;
    if (s && row)
        look_through(s);
    while (s && row && !chosen && !page_leaves(key)) {
        if (s->count > 0 && strcmp(f.told, s->at[f.at].name) != 0) {
            snprintf(f.told, sizeof f.told, "%s", s->at[f.at].name);
            write_detail(s, f.at, p->lang, f.detail, sizeof f.detail);
        }
        page_show(p, draw_shelf, &f);
        key = page_read(p, -1);
        key = page_pick(key, &f.at, s->count, false);
        if (s->count > 0)
            chosen = press(&f, key, resume);
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

/* Each with its whole sentence, over as many lines as that takes. */
static void draw_sheets(struct page *p, const struct page_row *row, int count, int at)
{
    struct canvas *c = &p->canvas;
    int width = c->columns - 2 < 104 ? c->columns - 2 : 104, label = 0, line = 3;
    int column = (c->columns - width) / 2;
    for (int i = 0; i < count; i++)
        label = canvas_width(row[i].label) > label ? canvas_width(row[i].label) : label;
    for (int i = 0; i < count; i++) {
        int indent = label + 6, lines = canvas_wrap_lines(row[i].value, width - indent - 2);
        struct canvas_style style = i == at ? page_mark : page_plain;
        canvas_fill(c, line, column, lines, width, style, " ");
        canvas_text(c, line, column, 1, style, i == at ? "►" : " ");
        canvas_text(c, line, column + 2, label, style, row[i].label);
        canvas_wrap(c, line, column + indent, width - indent - 2, lines, i == at ? style : page_dim,
                    row[i].value);
        page_area(p, line, column, lines, width, PAGE_PICK + (uint32_t)i);
        line += lines;
    }
}

void menu_rules(struct page *p, const struct game_setup *setup)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("read")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct page_row row[MAZO_SHEET_COUNT + 1];
    int count = MAZO_SHEET_COUNT + (setup_changes(&setup->rules) > 0);
    int at = setup->rules.sheet;
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
        draw_sheets(p, row, count, at);
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
