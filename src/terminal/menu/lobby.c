/*
 * lobby.c - a server's tables on the screen: connecting, choosing, playing, and back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/menu/inner.h"
#include "terminal/menu/waiting_room.h"
#include "terminal/game/game.h"
#include "terminal/menu/menu.h"

/* ORDER of the rows: play now, open one, type a code, then the tables. */
enum { ROW_QUICK, ROW_OPEN, ROW_CODE, ROW_TABLES };

enum { WIDTH_MAX = 84, ROWS_MAX = REMOTE_TABLES_MAX + ROW_TABLES, NEWS = 4 };

struct table_list {
    struct page *page;
    struct remote *remote;
    int count, at, top;
    struct page_row row[ROWS_MAX];
};

/* ---- the list ---- */

static const char *state_of(const struct remote_listed *one)
{
    return one->status == ROOM_STOPPED   ? N_("cannot be continued")
           : one->turn                   ? N_("it is your turn")
           : one->own                    ? N_("you have a seat")
           : one->status == ROOM_PLAYING ? N_("in progress: watch")
           : one->status == ROOM_OVER    ? N_("the match is over")
           : one->free > 0               ? N_("there is a seat")
                                         : N_("no seat is free");
}

static void table_row(const struct table_list *d, const struct remote_listed *one,
                      struct page_row *row)
{
    char what[120] = "";
    *row = (struct page_row){0};
    if (one->seats > 0) {
        snprintf(what, sizeof what,
                 text_in(d->page->lang, one->free == 1 ? N_("%s · %d seats, 1 free · ")
                                                       : N_("%s · %d seats, %d free · ")),
                 one->rules, one->seats, one->free);
    }
    snprintf(row->label, sizeof row->label, "%s  %s", one->code, one->title);
    snprintf(row->value, sizeof row->value, "%s%s", what, text_in(d->page->lang, state_of(one)));
}

static void make_rows(struct table_list *d)
{
    const struct remote *f = d->remote;
    enum text_lang lang = d->page->lang;
    int tables = f->list_count < 0 ? f->own_count : f->list_count;
    static const char *const labels[] = {N_("Play now"), N_("Open a table…"),
                                         N_("Type the code of a table…")};
    for (int row = ROW_QUICK; row < ROW_TABLES; row++) {
        d->row[row] = (struct page_row){0};
        snprintf(d->row[row].label, sizeof d->row[row].label, "%s", text_in(lang, labels[row]));
    }
    snprintf(d->row[ROW_QUICK].value, sizeof d->row[ROW_QUICK].value,
             text_in(lang, "%s, with anyone; bots take the free seats"),
             mazo_sheet_name(f->setup.rules.sheet));
    for (int i = 0; i < tables; i++)
        table_row(d, &f->list[i], &d->row[ROW_TABLES + i]);
    d->count = ROW_TABLES + tables;
    d->at = d->at < d->count ? d->at : d->count - 1;
}

static void draw(void *ctx)
{
    struct table_list *d = ctx;
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("choose")},
                                             {'r', "r", N_("refresh")},
                                             {TERM_ESCAPE, "Esc", N_("leave")}};
    struct page *p = d->page;
    const struct remote *f = d->remote;
    page_begin(p, text_in(p->lang, "The tables of this server"));
    char place[sizeof f->address.host + 8];
    snprintf(place, sizeof place, "%s:%d", f->address.host, f->address.port);
    page_title_right(p, place);
    struct canvas *c = &p->canvas;
    int width, column = page_middle(p, WIDTH_MAX, &width);
    if (remote_trouble(f)) {
        canvas_text(c, 3, column, width, page_accent, remote_trouble(f));
    } else if (!client_table(f->client)[0]) {
        int space = c->rows - 5 - NEWS;
        int height = space < d->count ? space : d->count;
        page_rows(p, 2, column, width, height, d->row, d->count, d->at, &d->top);
        const char *note = f->list_count == 0 ? text_in(p->lang, "There are no public tables.")
                                              : "";
        canvas_text(c, 3 + height, column, width, page_dim, note);
        if (f->lines > 0) {
            canvas_wrap(c, c->rows - 1 - NEWS, column, width, NEWS, page_bad,
                        f->line[(f->lines - 1) % REMOTE_LINES_MAX]);
        }
    }
    page_hints(p, hints, 3);
}

static void press(struct table_list *d)
{
    struct remote *f = d->remote;
    char code[CLIENT_CODE_SIZE] = "";
    if (d->at == ROW_QUICK) {
        remote_quick(f, f->setup.rules.sheet);
    } else if (d->at == ROW_OPEN) {
        char before[TABLE_NAME_MAX];
        snprintf(before, sizeof before, "%s", f->setup.own);
        if (menu_table(d->page, &f->setup, true)) {
            if (strcmp(before, f->setup.own) != 0)
                remote_send(f, "name", "{s:s}", "name", f->setup.own);
            remote_create(f);
        }
    } else if (d->at == ROW_CODE) {
        if (page_type(d->page, text_in(d->page->lang, "A table"),
                      text_in(d->page->lang, "Its code:"), code, sizeof code) &&
            remote_is_code(code))
            remote_enter(f, code);
    } else {
        remote_enter(f, f->list[d->at - ROW_TABLES].code);
    }
}

/* Until we are at a table: calling the server, the list of tables. ROOM_PLAY: at one. */
static enum room_end choose_table(struct page *p, struct remote *f)
{
    struct table_list d = {.page = p, .remote = f};
    for (;;) {
        remote_step(f, NULL);
        if (p->gone)
            return ROOM_GONE;
        if (f->state == REMOTE_ENDED)
            return ROOM_ENDED;
        if (f->table.code[0])
            return ROOM_PLAY;
        make_rows(&d);
        page_show(p, draw, &d);
        uint32_t key = page_read(p, -1);
        key = page_pick(key, &d.at, d.count, false);
        if (page_leaves(key))
            return p->gone ? ROOM_GONE : ROOM_LEAVE;
        if (remote_trouble(f))
            continue;
        if (key == 'r')
            remote_ask_tables(f);
        else if (key == TERM_ENTER || key == ' ')
            press(&d);
        else
            page_move(key, &d.at, d.count);
    }
}

/* ---- all of it ---- */

/* Plays the match that has arrived. */
static enum room_end play(struct term *term, struct remote *f)
{
    static struct session session;
    if (!remote_mirror_begin(f, &session)) {
        remote_tell(f, text_in(f->lang, "A message from the server could not be understood."));
        return ROOM_PLAY;
    }
    enum play_end end = terminal_play(term, &session);
    return end == PLAY_GONE ? ROOM_GONE : end == PLAY_LEFT ? ROOM_AWAY : ROOM_PLAY;
}

static enum room_end visit(struct page *p, struct remote *f)
{
    for (;;) {
        bool there = f->table.code[0] != '\0';
        enum room_end end = there ? room_run(p, f) : choose_table(p, f);
        if (end == ROOM_PLAY && there && remote_has_match(f))
            end = play(p->term, f);
        if (end == ROOM_AWAY) {
            remote_leave(f);
            end = f->direct ? ROOM_LEAVE : ROOM_PLAY;
        }
        if (end != ROOM_PLAY)
            return end;
    }
}

bool terminal_remote(struct term *term, struct remote *f)
{
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        return false;
    page_init(page, term, f->lang);
    term->source = &f->source;
    enum room_end end = visit(page, f);
    term->source = NULL;
    free(page);
    return end != ROOM_GONE;
}
