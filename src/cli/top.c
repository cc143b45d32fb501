/*
 * top.c - `mazo top`: a running server, or several of them, live.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "cli/cli.h"
#include "cli/top_draw.h"
#include "cli/top_many.h"
#include "cli/top_rows.h"
#include "client/server_stats.h"
#include "terminal/screen/page.h"
#include "terminal/screen/term.h"
#include "text/screen.h"

enum { EVERY_S = 1, ANSWER_MS = 2000, SHOWN_MAX = 80 };

struct top_options {
    uint64_t every;
    bool once, json;
};

static const struct cli_option options[] = {
    {"once", '1', NULL, N_("print one snapshot as text; a pipe does the same"),
     CLI_FLAG(struct top_options, once)},
    {"json", 'j', NULL, N_("print one snapshot as JSON, a list with an object for each server"),
     CLI_FLAG(struct top_options, json)},
    {"every", 0, "S", N_("seconds between two snapshots (1)"),
     CLI_NUMBER(struct top_options, every, 1, 3600)},
    {0},
};

static const struct cli_usage usage = {
    .name = "top",
    .forms = (const char *const[]){N_("[OPTION]... [URL]..."), NULL},
    .about = N_(
        "Shows a running server as it is now: connections, tables, moves per second, how long\n"
        "it takes to store and announce a move, processor, memory, network, and where the\n"
        "last moves were made. A server gives these figures only to its own machine."),
    .options = options,
    .notes = N_(
        "Without a URL it shows the server on this machine. Only the first letters of private\n"
        "tables are shown. With several URLs it shows their sums and one line per server; one\n"
        "that does not answer or cannot save comes first. Servers on other machines are reached\n"
        "through a tunnel:\n"
        "\n"
        "    ssh -N -L 8118:127.0.0.1:8117 node-b &\n"
        "    mazo top http://127.0.0.1:8117 http://127.0.0.1:8118"),
};

/* ---- asking ---- */

static void look(struct top *t)
{
    struct server_stats now;
    t->why = NULL;
    if (!server_stats_ask(&t->address, ANSWER_MS, &now, &t->why)) {
        t->has_before = false;
        return;
    }
    t->has_before = t->has_now && t->now.up_s <= now.up_s;
    t->before = t->now;
    t->now = now;
    t->has_now = true;
    top_sort(t);
}

/* Several servers are asked in parallel, each by a thread that sleeps between two snapshots. One
 * that hangs delays the others by no more than its own time-out. */
struct asker {
    struct top *server;
    uv_thread_t thread;
    uv_sem_t go, done;
    bool stop;
};

static struct asker askers[TOP_SERVERS_MAX];

static void run_asker(void *ctx)
{
    struct asker *a = ctx;
    for (uv_sem_wait(&a->go); !a->stop; uv_sem_wait(&a->go)) {
        look(a->server);
        uv_sem_post(&a->done);
    }
}

/* How many were started; fewer than servers: no memory. */
static int begin_askers(struct top_many *m)
{
    int count = 0;
    for (; count < m->count; count++) {
        struct asker *a = &askers[count];
        a->server = &m->server[count];
        if (uv_sem_init(&a->go, 0) != 0 || uv_sem_init(&a->done, 0) != 0 ||
            uv_thread_create(&a->thread, run_asker, a) != 0)
            break;
    }
    return count;
}

static void end_askers(int count)
{
    for (int i = 0; i < count; i++) {
        askers[i].stop = true;
        uv_sem_post(&askers[i].go);
        uv_thread_join(&askers[i].thread);
        uv_sem_destroy(&askers[i].go);
        uv_sem_destroy(&askers[i].done);
    }
}

/* SIGPIPE is ignored here for all of them: fetch_get sets it for the whole process. */
static void look_at_all(struct top_many *m)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < m->count; i++)
        uv_sem_post(&askers[i].go);
    for (int i = 0; i < m->count; i++)
        uv_sem_wait(&askers[i].done);
    signal(SIGPIPE, before);
    top_many_note(m);
}

static void look_at_one(struct top_many *m)
{
    struct top *t = m->server;
    look(t);
    if (!t->why) {
        struct top_sum sum;
        top_sum_init(&sum);
        top_sum_up(t, &sum);
        top_note(&t->curves, &sum);
    }
}

static void look_again(struct top_many *m)
{
    if (m->count == 1)
        look_at_one(m);
    else
        look_at_all(m);
}

/* ---- once ---- */

static int print_json(struct cli_line *line, struct top_many *m)
{
    look_again(m);
    top_print_json(m, line->lang);
    return top_many_answer(m) ? EXIT_FINE : EXIT_BAD;
}

static int print_once(struct cli_line *line, struct top_many *m)
{
    const struct top *t = m->server;
    look_again(m);
    if (m->count > 1) {
        top_many_print(m, line->lang);
        return top_many_answer(m) ? EXIT_FINE : EXIT_BAD;
    }
    if (t->why) {
        char text[LINK_WHY_SIZE + LINK_URL_SIZE];
        return cli_complain(line, EXIT_BAD, "%s",
                            link_explain(&t->address, t->why, line->lang, text, sizeof text));
    }
    top_print(t, line->lang);
    return EXIT_FINE;
}

/* ---- live ---- */

/* False: leave. */
static bool obey(struct top_many *m, uint32_t key)
{
    struct top *t = m->server;
    int *first = m->count > 1 ? &m->first : &t->first;
    switch (key) {
    case TERM_DOWN:
    case TERM_WHEEL_DOWN:
    case 'j':
        ++*first;
        break;
    case TERM_UP:
    case TERM_WHEEL_UP:
    case 'k':
        *first -= *first > 0;
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

static int show(struct cli_line *line, struct top_many *m, int every_ms)
{
    static struct page page;
    struct term *term = term_curses();
    if (!term)
        return print_once(line, m);
    page_init(&page, term, line->lang);
    uint64_t next = 0;
    uint32_t key = TERM_NONE;
    while (obey(m, key)) {
        uint64_t now = term->now(term);
        if (now >= next) {
            look_again(m);
            now = term->now(term);
            next = now + (uint64_t)every_ms;
        }
        if (m->count > 1)
            top_many_draw(&page, m);
        else
            top_draw(&page, m->server);
        key = page_read(&page, (int)(next - now));
    }
    term->close(term);
    return EXIT_FINE;
}

/* ---- the command ---- */

/* False, after a complaint: one of them is not an address. */
static bool read_addresses(struct cli_line *line, struct top_many *m)
{
    bool given = line->operand_count > 0;
    m->count = given ? line->operand_count : 1;
    for (int i = 0; i < m->count; i++) {
        struct top *t = &m->server[i];
        const char *wanted = given ? line->operands[i] : "127.0.0.1", *why;
        char shown[SHOWN_MAX];
        if (!link_parse(wanted, &t->address, &why)) {
            return cli_refuse(line, EXIT_USAGE, "%s: %s", screen_clean(wanted, shown, sizeof shown),
                              text_in(line->lang, why));
        }
        link_url(&t->address, t->url);
    }
    return true;
}

int cli_top(int argc, char **argv)
{
    static struct top_many top;
    struct cli_line line;
    struct top_options o = {.every = EVERY_S};
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &o) || !cli_operands(&line, TOP_SERVERS_MAX) ||
        !read_addresses(&line, &top))
        return line.exit;
    bool once = o.once || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO);
    int threads = top.count > 1 ? begin_askers(&top) : 0, code;
    if (top.count > 1 && threads < top.count)
        code = cli_complain(&line, EXIT_BAD, "%s", strerror(ENOMEM));
    else
        code = o.json ? print_json(&line, &top)
               : once ? print_once(&line, &top)
                      : show(&line, &top, (int)o.every * 1000);
    end_askers(threads);
    return code;
}
