/*
 * top.c - `mazo top`: a running server, live.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/top_draw.h"
#include "client/vitals.h"
#include "terminal/screen/page.h"
#include "terminal/screen/term.h"
#include "text/screen.h"

enum { OPT_ONCE, OPT_EVERY };

enum { EVERY_S = 1, ANSWER_MS = 2000, SHOWN_MAX = 80 };

static const struct cli_option options[] = {
    [OPT_ONCE] = {"once", '1', NULL, N_("print one snapshot as text; a pipe does the same")},
    [OPT_EVERY] = {"every", 'e', "S", N_("seconds between two snapshots (1)")},
    {0},
};

static const char *const forms[] = {N_("[OPTION]... [URL]"), NULL};

static const struct cli_usage usage = {
    .name = "top",
    .forms = forms,
    .about = N_(
        "Shows a running server as it is now: connections, tables, moves per second, how long\n"
        "it takes to store and announce a move, processor, memory, network, and where the\n"
        "last moves were made. A server gives these figures only to its own machine."),
    .options = options,
    .notes = N_(
        "Without a URL it shows the server on this machine. Only the first letters of private\n"
        "tables are shown.\n"
        "\n"
        "    mazo top http://127.0.0.1:8117"),
};

static void look(struct top *t, const struct link_address *address)
{
    struct vitals now;
    t->why = NULL;
    if (!vitals_ask(address, ANSWER_MS, &now, &t->why)) {
        t->has_before = false;
        return;
    }
    t->has_before = t->has_now && t->now.up_s <= now.up_s;
    t->before = t->now;
    t->now = now;
    t->has_now = true;
    top_note(t);
}

static int print_once(const struct cli_line *line, struct top *t,
                      const struct link_address *address)
{
    look(t, address);
    if (t->why) {
        char reason[LINK_WHY_SIZE];
        return cli_complain(line, EXIT_BAD, "%s: %s", t->url,
                            link_reason(t->why, line->lang, reason, sizeof reason));
    }
    top_print(t, line->lang);
    return EXIT_FINE;
}

/* False: leave. */
static bool obey(struct top *t, uint32_t key)
{
    switch (key) {
    case TERM_DOWN:
    case TERM_WHEEL_DOWN:
    case 'j':
        t->first++;
        break;
    case TERM_UP:
    case TERM_WHEEL_UP:
    case 'k':
        t->first -= t->first > 0;
        break;
    case 'o':
        t->order = (enum top_order)((t->order + 1) % TOP_ORDER_COUNT);
        top_sort(t);
        break;
    default:
        break;
    }
    return !page_leaves(key);
}

static int show(const struct cli_line *line, struct top *t, const struct link_address *address,
                int every_ms)
{
    static struct page page;
    struct term *term = term_curses();
    if (!term) {
        return print_once(line, t, address);
    }
    page_init(&page, term, line->lang);
    uint64_t next = 0;
    uint32_t key = TERM_NONE;
    while (obey(t, key)) {
        uint64_t now = term->now(term);
        if (now >= next) {
            look(t, address);
            now = term->now(term);
            next = now + (uint64_t)every_ms;
        }
        top_draw(&page, t);
        key = page_read(&page, (int)(next - now));
    }
    term->close(term);
    return EXIT_FINE;
}

int cli_top(int argc, char **argv)
{
    static struct top top;
    struct cli_line line;
    struct link_address address;
    char url[LINK_URL_SIZE], shown[SHOWN_MAX];
    const char *why;
    uint64_t every = EVERY_S;
    bool once = false;
    int option;
    cli_begin(&line, &usage, argc, argv);
    while ((option = cli_next(&line)) >= 0) {
        once = once || option == OPT_ONCE;
        if (option == OPT_EVERY && !cli_number_value(&line, "every", 1, 3600, &every)) {
            return line.exit;
        }
    }
    if (option == CLI_STOP) {
        return line.exit;
    }
    if (!cli_operands(&line, 1)) {
        return line.exit;
    }
    const char *wanted = line.operand_count ? line.operands[0] : "127.0.0.1";
    if (!link_parse(wanted, &address, &why)) {
        return cli_complain(&line, EXIT_USAGE, "%s: %s", screen_clean(wanted, shown, sizeof shown),
                            text_in(line.lang, why));
    }
    top.url = link_url(&address, url);
    if (once || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return print_once(&line, &top, &address);
    }
    return show(&line, &top, &address, (int)every * 1000);
}
