/*
 * join_page.c - from the menu to a server: one used before, one on the local network, or a typed
 * address.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "terminal/menu/inner.h"
#include "terminal/menu/menu.h"
#include "terminal/remote/offers.h"
#include "terminal/remote/remote.h"
#include "text/screen.h"

/* ORDER of the rows: type an address, then the servers. */
enum { ROW_TYPE, ROW_SERVERS };

enum { WIDTH_MAX = 84 };

struct join_page {
    struct page *page;
    struct game_setup *setup;
    struct offers offers;
    struct local_search *search; /* under way, or NULL */
    struct event_source source;  /* its result */
    int count, at, top;
    struct page_row row[OFFERS_MAX + ROW_SERVERS];
};

/* ---- the local network ---- */

static int patience(void *ctx)
{
    (void)ctx;
    return -1;
}

static void stop_search(struct join_page *j)
{
    j->page->term->source = NULL;
    local_network_search_end(j->search);
    j->search = NULL;
}

static bool hear(void *ctx)
{
    struct join_page *j = ctx;
    struct local_server found[LOCAL_FOUND_MAX];
    int count = j->search ? local_network_search_result(j->search, found) : -1;
    if (count < 0)
        return false;
    offers_add(&j->offers, found, count);
    stop_search(j);
    return true;
}

/* Without Avahi only the last servers are known. */
static void begin_search(struct join_page *j)
{
    stop_search(j);
    offers_begin(&j->offers);
    j->search = local_network_search();
    if (!j->search)
        return;
    j->source = (struct event_source){local_network_search_fd(j->search), patience, hear, j};
    j->page->term->source = &j->source;
}

/* ---- the list ---- */

static void make_rows(struct join_page *j)
{
    enum text_lang lang = j->page->lang;
    j->row[ROW_TYPE] = (struct page_row){0};
    snprintf(j->row[ROW_TYPE].label, sizeof j->row[ROW_TYPE].label, "%s",
             text_in(lang, "Type an address…"));
    for (int i = 0; i < j->offers.count; i++) {
        const struct offer *one = &j->offers.at[i];
        struct page_row *row = &j->row[ROW_SERVERS + i];
        *row = (struct page_row){0};
        screen_clean(one->url, row->label, sizeof row->label);
        if (one->here)
            snprintf(row->value, sizeof row->value, "%s%s%s", one->name, one->name[0] ? " · " : "",
                     text_in(lang, "on the local network"));
        else
            snprintf(row->value, sizeof row->value, "%s", text_in(lang, "you have played there"));
    }
    j->count = ROW_SERVERS + j->offers.count;
    j->at = j->at < j->count ? j->at : j->count - 1;
}

static void draw(void *ctx)
{
    static const struct page_hint hints[] = {{TERM_ENTER, N_("Enter"), N_("choose")},
                                             {'r', "r", N_("refresh")},
                                             {TERM_ESCAPE, "Esc", N_("back")}};
    struct join_page *j = ctx;
    struct page *p = j->page;
    page_begin(p, text_in(p->lang, "Join a table"));
    make_rows(j);
    int width, column = page_middle(p, WIDTH_MAX, &width);
    int space = p->canvas.rows - 7, height = j->count < space ? j->count : space;
    page_rows(p, 2, column, width, height, j->row, j->count, j->at, &j->top);
    const char *note = j->search ? N_("Looking for tables on the local network…")
                       : j->count == ROW_SERVERS
                           ? N_("Nobody serves tables on the local network. Friends who play "
                                "elsewhere send you a link: type it here.")
                           : "";
    if (note[0])
        canvas_wrap(&p->canvas, 3 + height, column + 2, width - 4, 3, page_dim,
                    text_in(p->lang, note));
    page_hints(p, hints, 3);
}

/* ---- being there ---- */

/* True: the visit took place. The last address that worked is kept for next time. */
static bool visit(struct join_page *j, const char *server)
{
    static struct remote remote;
    struct page *p = j->page;
    struct game_setup *setup = j->setup;
    struct link_address address;
    struct remote_request requested = {0};
    const char *why, *title = text_in(p->lang, "Join a table");
    stop_search(j);
    if (!link_parse(server, &address, &why)) {
        page_say(p, title, text_in(p->lang, why));
        return false;
    }
    snprintf(requested.code, sizeof requested.code, "%s", address.code);
    if (sodium_init() < 0 || !remote_open(&remote, &address, setup, &requested)) {
        page_say(p, title, text_in(p->lang, "there is not enough memory"));
        return false;
    }
    p->gone = !terminal_remote(p->term, &remote);
    if (remote.welcomed) {
        snprintf(setup->server, sizeof setup->server, "%s", server);
        setup_remember(setup);
    }
    if (remote.state == REMOTE_ENDED && !p->gone)
        page_say(p, title, remote.why);
    remote_close(&remote);
    return remote.welcomed;
}

static bool type_address(struct join_page *j)
{
    struct page *p = j->page;
    char server[sizeof j->setup->server];
    snprintf(server, sizeof server, "%s", j->setup->server);
    return page_type(p, text_in(p->lang, "Join a table"),
                     text_in(p->lang, "The link of the table, or the address of a server:"), server,
                     sizeof server) &&
           visit(j, server);
}

/* True: the person comes back from a server to the menu. */
static bool choose(struct join_page *j)
{
    return j->at == ROW_TYPE ? type_address(j) : visit(j, j->offers.at[j->at - ROW_SERVERS].url);
}

void menu_join(struct page *p, struct game_setup *setup)
{
    struct join_page j = {.page = p, .setup = setup};
    begin_search(&j);
    j.at = j.offers.count > 0 ? ROW_SERVERS : ROW_TYPE;
    for (;;) {
        page_show(p, draw, &j);
        uint32_t key = page_pick(page_read(p, -1), &j.at, j.count, false);
        if (page_leaves(key))
            break;
        if (key == 'r')
            begin_search(&j);
        else if ((key == TERM_ENTER || key == ' ') && choose(&j))
            break;
        else
            page_move(key, &j.at, j.count);
    }
    stop_search(&j);
}
