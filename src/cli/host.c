/*
 * host.c - `mazo host`: manages a running server.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "cli/host_ask.h"
#include "cli/serve.h"
#include "text/screen.h"
#include "wire/json_in.h"

enum { SHOWN_MAX = 80, TEXT_SIZE = 2048, POLL_MS = 500 };

/* What the command line asks for. */
struct wish {
    const char *store, *control, *config, *table, *wait, *address, *span, *why;
    bool json, at_once;
    struct host_link link;
};

static const struct cli_option options[] = {
    {"store", 0, N_("FILE"), N_("the server with this store"), CLI_TEXT(struct wish, store)},
    {"control", 0, N_("PATH"), N_("the server with this socket"), CLI_TEXT(struct wish, control)},
    {"config", 'c', N_("FILE"), N_("the server with these settings"),
     CLI_TEXT(struct wish, config)},
    {"json", 0, NULL, N_("print the server's answer as it is"), CLI_FLAG(struct wish, json)},
    {"table", 0, N_("CODE"), N_("say: only at this table"), CLI_TEXT(struct wish, table)},
    {"wait", 0, N_("TIME"), N_("drain: stop after this time at the latest (90s, 10m, 2h)"),
     CLI_TEXT(struct wish, wait)},
    {"at-once", 0, NULL, N_("drain: do not wait for the matches"), CLI_FLAG(struct wish, at_once)},
    {"address", 0, N_("ADDRESS"), N_("ban, unban: everybody at this address"),
     CLI_TEXT(struct wish, address)},
    {"for", 0, N_("TIME"), N_("ban: for this time (7d); for good without it"),
     CLI_TEXT(struct wish, span)},
    {"why", 0, N_("TEXT"), N_("ban: why, for that person to read"), CLI_TEXT(struct wish, why)},
    {0},
};

static const struct cli_usage usage = {
    .name = "host",
    .forms =
        (const char *const[]){N_("[OPTION]... status"), N_("[OPTION]... say [--table CODE] TEXT"),
                              N_("[OPTION]... drain [--wait TIME | --at-once]"),
                              N_("[OPTION]... undrain"), N_("[OPTION]... tables"),
                              N_("[OPTION]... close CODE"), N_("[OPTION]... kick PLAYER"),
                              N_("[OPTION]... ban [--for TIME] [--why TEXT] PLAYER"),
                              N_("[OPTION]... ban [--for TIME] [--why TEXT] --address ADDRESS"),
                              N_("[OPTION]... unban PLAYER | --address ADDRESS"),
                              N_("[OPTION]... bans"), NULL},
    .about = N_(
        "Manages a server that is running on this machine. Only the user who runs it, and root,\n"
        "may do that. Without an option it is the server that `mazo serve` starts by default."),
    .options = options,
    .notes = N_(" status   is it running, and what is it doing?\n"
                " say      shows a line of text to everybody, at every table\n"
                " drain    no new tables from now on. When the matches that run are over, the\n"
                "          server stops; a match that begins until then goes on after the next\n"
                "          start. With other servers on the same store it stops at once: tables\n"
                "          and matches go on there\n"
                " undrain  cancels that\n"
                " tables   the tables in memory: who is there, with key and address\n"
                " close    a table for good: its people are told, its match stays unfinished\n"
                " kick     takes a player's seats away; in a match a bot plays on\n"
                " ban      keeps out a player, by key, or an address (IPv6: its /64); their\n"
                "          seats go as with kick. On all servers of the same store\n"
                " unban    lets them in again\n"
                " bans     who is banned\n"
                "\n"
                "    mazo host say \"We stop at ten\"\n"
                "    mazo host --store /var/lib/mazo/server.db drain --wait 15m"),
};

static enum text_lang lang_of(const struct wish *w) { return w->link.line->lang; }

static const char *text_at(const json_t *from, const char *key, char *buf, size_t size)
{
    return screen_clean(json_in_text(from, key), buf, size);
}

/* ---- the command line ---- */

/* "90s", "10m", "2h", "7d" */
static bool read_time(struct cli_line *line, const char *text, int64_t *seconds)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    size_t digits = strspn(text, "0123456789");
    char shown[SHOWN_MAX];
    for (size_t i = 0; i < sizeof units / sizeof units[0] && digits > 0 && digits < 7; i++) {
        if (text[digits] == units[i].letter && !text[digits + 1]) {
            *seconds = strtoll(text, NULL, 10) * units[i].seconds;
            return true;
        }
    }
    return cli_refuse(line, EXIT_USAGE, N_("a time is like 90s, 10m, 2h or 7d, not \"%s\""),
                      screen_clean(text, shown, sizeof shown));
}

/* Where the server's socket is. */
static bool find_socket(struct cli_line *line, const struct wish *w, char path[CONFIG_PATH_SIZE])
{
    static struct config config;
    config_default(&config);
    if (w->config && !cli_config(line, w->config, &config))
        return false;
    if (w->store)
        snprintf(config.store, sizeof config.store, "%s", w->store);
    if (w->control || w->store)
        snprintf(config.control, sizeof config.control, "%s", w->control ? w->control : "");
    bool found = (config.store[0] || config.control[0] ||
                  cli_store_path(config.store, sizeof config.store)) &&
                 config_control(&config, (int)config.port, path);
    if (!found) {
        cli_complain(line, EXIT_BAD,
                     N_("this server has no control socket: name one with --control, here and "
                        "for `mazo serve`"));
    }
    return found;
}

/* ---- answers ---- */

/* As JSON, if that is wanted. */
static bool print_json(const struct wish *w, const json_t *answer)
{
    if (w->json) {
        json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
    }
    return w->json;
}

static void print_drain(const struct wish *w, const json_t *answer)
{
    long long left = (long long)json_in_number(answer, "waits_for", 0);
    enum text_lang lang = lang_of(w);
    if (json_in_flag(answer, "moves")) {
        puts(text_in(lang, N_("It is about to stop: its tables go on at the other servers.")));
    } else if (left == 0) {
        puts(text_in(lang, N_("It is about to stop, and has no matches to wait for.")));
    } else if (left == 1) {
        puts(
            text_in(lang, N_("It is about to stop, and waits for one match. No new tables open.")));
    } else {
        cli_print(lang, N_("It is about to stop, and waits for %lld matches. No new tables open."),
                  left);
    }
    if (json_object_get(answer, "stops_in_s")) {
        cli_print(lang, N_("It stops in %lld s at the latest."),
                  (long long)json_in_number(answer, "stops_in_s", 0));
    }
    fflush(stdout);
}

/* As `mazo --version` says it; servers older than this command name only the first. */
static const char *version_of(const json_t *answer, char buf[SHOWN_MAX])
{
    char version[SHOWN_MAX / 4], commit[SHOWN_MAX / 2];
    text_at(answer, "version", version, sizeof version);
    text_at(answer, "commit", commit, sizeof commit);
    if (json_object_get(answer, "commit")) {
        snprintf(buf, SHOWN_MAX, "%s (%s, store %lld)", version, commit,
                 (long long)json_in_number(answer, "store", 0));
    } else {
        snprintf(buf, SHOWN_MAX, "%s", version);
    }
    return buf;
}

static void print_status(const struct wish *w, const json_t *answer)
{
    char version[SHOWN_MAX];
    enum text_lang lang = lang_of(w);
    long long up = (long long)json_in_number(answer, "up_s", 0);
    printf(text_in(lang, N_("mazo %s, port %lld, process %lld, up for %lld:%02lld:%02lld")),
           version_of(answer, version), (long long)json_in_number(answer, "port", 0),
           (long long)json_in_number(answer, "pid", 0), up / 3600, up / 60 % 60, up % 60);
    putchar('\n');
    cli_print(lang, N_("Connections: %lld. Tables: %lld, of which %lld are playing."),
              (long long)json_in_number(answer, "connections", 0),
              (long long)json_in_number(answer, "tables", 0),
              (long long)json_in_number(answer, "playing", 0));
    if (json_in_flag(answer, "store_fails"))
        puts(text_in(lang, N_("Its store IS FAILING: moves are not accepted.")));
    if (json_in_number(answer, "nodes", 0) > 0) {
        cli_print(lang, N_("Other servers on the same store: %lld."),
                  (long long)json_in_number(answer, "nodes", 0));
    }
    if (json_in_flag(answer, "draining"))
        print_drain(w, answer);
}

/* ---- orders ---- */

static int do_status(struct wish *w, char **operands)
{
    (void)operands;
    json_t *answer = host_order(&w->link, json_pack("{s:s}", "do", "status"));
    if (answer && !print_json(w, answer))
        print_status(w, answer);
    json_decref(answer);
    return answer ? EXIT_FINE : EXIT_BAD;
}

static int do_say(struct wish *w, char **operands)
{
    json_t *order = json_pack("{s:s, s:s}", "do", "say", "text", operands[0]);
    if (!order)
        return cli_complain(w->link.line, EXIT_BAD, N_("that text is not UTF-8"));
    if (w->table)
        json_object_set_new(order, "table", json_string(w->table));
    json_t *answer = host_order(&w->link, order);
    if (answer && !print_json(w, answer)) {
        cli_print(lang_of(w), N_("Shown on %lld connections."),
                  (long long)json_in_number(answer, "told", 0));
    }
    json_decref(answer);
    return answer ? EXIT_FINE : EXIT_BAD;
}

static json_t *ask_status(struct wish *w)
{
    return host_ask(&w->link, json_pack("{s:s}", "do", "status"));
}

static void pause_between(void)
{
    const struct timespec pause = {.tv_nsec = POLL_MS * 1000000};
    nanosleep(&pause, NULL);
}

/* NULL: it has stopped, perhaps to be replaced. It also disconnects if this process was suspended
 * for some seconds, or when others take all its connections. */
static json_t *ask_the_same(struct wish *w, json_int_t *pid)
{
    json_t *answer = ask_status(w);
    while (!answer && host_again(&w->link)) {
        answer = ask_status(w);
        if (!answer)
            pause_between();
    }
    json_int_t now = json_in_number(answer, "pid", 0);
    if (*pid && now && now != *pid) {
        json_decref(answer);
        return NULL;
    }
    *pid = now ? now : *pid;
    return answer;
}

/* Wait until the server has stopped. */
static int wait_for_the_end(struct wish *w)
{
    enum text_lang lang = lang_of(w);
    long long left = -1;
    json_int_t pid = 0;
    json_t *answer;
    while ((answer = ask_the_same(w, &pid))) {
        bool stopping = json_object_get(answer, "error");
        bool draining = json_in_flag(answer, "draining");
        long long now = (long long)json_in_number(answer, "waits_for", 0);
        if (!stopping && draining && now != left && !print_json(w, answer))
            print_drain(w, answer);
        left = now;
        json_decref(answer);
        if (!stopping && !draining) {
            return cli_complain(w->link.line, EXIT_BAD,
                                N_("somebody has taken it back: the server goes on"));
        }
        pause_between();
    }
    if (!w->json)
        puts(text_in(lang, N_("The server has stopped.")));
    return EXIT_FINE;
}

static int do_drain(struct wish *w, char **operands)
{
    int64_t seconds = 0;
    struct cli_line line = *w->link.line;
    (void)operands;
    if (w->wait && w->at_once)
        return cli_complain(&line, EXIT_USAGE, N_("only one of --wait and --at-once"));
    if (w->wait && !read_time(&line, w->wait, &seconds))
        return line.exit;
    json_t *order = json_pack("{s:s, s:I, s:b}", "do", "drain", "wait_s", (json_int_t)seconds,
                              "at_once", w->at_once || (w->wait && seconds == 0));
    json_t *answer = host_order(&w->link, order);
    json_decref(answer);
    return answer ? wait_for_the_end(w) : EXIT_BAD;
}

static int do_undrain(struct wish *w, char **operands)
{
    (void)operands;
    json_t *answer = host_order(&w->link, json_pack("{s:s}", "do", "undrain"));
    if (answer && !print_json(w, answer))
        puts(text_in(lang_of(w), N_("The server goes on: new tables can be opened.")));
    json_decref(answer);
    return answer ? EXIT_FINE : EXIT_BAD;
}

/* ---- tables ---- */

/* "  Ana  k3…  192.0.2.7" */
static void print_people(const struct wish *w, const json_t *people, const char *format)
{
    const json_t *one;
    size_t i;
    json_array_foreach(people, i, one)
    {
        char name[SHOWN_MAX], key[SHOWN_MAX], address[SHOWN_MAX];
        printf(text_in(lang_of(w), format), text_at(one, "player", key, sizeof key),
               text_at(one, "address", address, sizeof address)[0] ? address : "-",
               text_at(one, "name", name, sizeof name));
        putchar('\n');
    }
}

static void print_table(const struct wish *w, const json_t *t)
{
    char code[SHOWN_MAX], rules[SHOWN_MAX], status[SHOWN_MAX], title[SHOWN_MAX];
    printf(text_in(lang_of(w), N_("%s  %s, %s, move %lld, idle for %lld s, watching: %lld  %s")),
           text_at(t, "table", code, sizeof code), text_at(t, "rules", rules, sizeof rules),
           cli_status_word(lang_of(w), text_at(t, "status", status, sizeof status)),
           (long long)json_in_number(t, "n", 0), (long long)json_in_number(t, "idle_s", 0),
           (long long)json_in_number(t, "watchers", 0), text_at(t, "title", title, sizeof title));
    putchar('\n');
    print_people(w, json_object_get(t, "people"), N_("    plays    %-16s  %-18s  %s"));
    print_people(w, json_object_get(t, "watching"), N_("    watches  %-16s  %-18s  %s"));
}

/* A list that comes in pages; `print` is called for each entry. */
static int print_list(struct wish *w, const char *name,
                      void (*print)(const struct wish *w, const json_t *one))
{
    int64_t from = 0;
    while (from >= 0) {
        if (from > 0)
            host_again(&w->link); /* a pager may have blocked us */
        json_t *answer = host_order(&w->link,
                                    json_pack("{s:s, s:I}", "do", name, "from", (json_int_t)from));
        const json_t *one;
        size_t i;
        if (!answer)
            return EXIT_BAD;
        json_array_foreach(json_object_get(answer, name), i, one)
        {
            if (!print_json(w, one))
                print(w, one);
        }
        from = json_in_number(answer, "next", -1);
        json_decref(answer);
    }
    return EXIT_FINE;
}

static int do_tables(struct wish *w, char **operands)
{
    (void)operands;
    return print_list(w, "tables", print_table);
}

/* An order without data in its answer: print the sentence. */
static int say_done(struct wish *w, json_t *order, const char *english)
{
    json_t *answer = order ? host_order(&w->link, order) : NULL;
    if (!order)
        return cli_complain(w->link.line, EXIT_BAD, N_("that text is not UTF-8"));
    if (answer && !print_json(w, answer))
        puts(text_in(lang_of(w), english));
    json_decref(answer);
    return answer ? EXIT_FINE : EXIT_BAD;
}

static int do_close(struct wish *w, char **operands)
{
    return say_done(w, json_pack("{s:s, s:s}", "do", "close", "table", operands[0]),
                    N_("The table is closed."));
}

/* ---- people ---- */

static int do_kick(struct wish *w, char **operands)
{
    return say_done(w, json_pack("{s:s, s:s}", "do", "kick", "player", operands[0]),
                    N_("That player loses all seats."));
}

/* A player or an address, one of the two; NULL after printing the reason. */
static json_t *about(struct wish *w, const char *order, const char *player)
{
    if (!player == !w->address) {
        cli_complain(w->link.line, EXIT_USAGE, N_("name the key of a player, or --address"));
        return NULL;
    }
    return json_pack("{s:s, s:s}", "do", order, player ? "player" : "address",
                     player ? player : w->address);
}

static int do_ban(struct wish *w, char **operands)
{
    struct cli_line line = *w->link.line;
    int64_t seconds = 0;
    if (w->span && !read_time(&line, w->span, &seconds))
        return line.exit;
    json_t *order = about(w, "ban", operands[0]);
    if (!order)
        return EXIT_USAGE;
    json_object_set_new(order, "for_s", json_integer((json_int_t)seconds));
    json_object_set_new(order, "why", json_string(w->why ? w->why : ""));
    return say_done(w, order, N_("Banned."));
}

static int do_unban(struct wish *w, char **operands)
{
    json_t *order = about(w, "unban", operands[0]);
    return order ? say_done(w, order, N_("No longer banned.")) : EXIT_USAGE;
}

static void write_date(int64_t ms, char *buf, size_t size)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(buf, size, "%Y-%m-%d %H:%M", &tm);
}

static void print_ban(const struct wish *w, const json_t *b)
{
    char who[SHOWN_MAX], name[SHOWN_MAX], why[SHOWN_MAX * 2], until[SHOWN_MAX];
    bool person = json_is_string(json_object_get(b, "player"));
    write_date(json_in_number(b, "until", 0), until, sizeof until);
    printf("%-24s  %-18s  %s  %s\n", text_at(b, person ? "player" : "address", who, sizeof who),
           json_in_number(b, "until", 0) ? until : text_in(lang_of(w), N_("for good")),
           text_at(b, "name", name, sizeof name), text_at(b, "why", why, sizeof why));
}

static int do_bans(struct wish *w, char **operands)
{
    (void)operands;
    return print_list(w, "bans", print_ban);
}

/* ---- which ---- */

static const struct {
    const char *name;
    int least, most; /* operands */
    int (*carry_out)(struct wish *w, char **operands);
} orders[] = {
    {"status", 0, 0, do_status},   {"say", 1, 1, do_say},       {"drain", 0, 0, do_drain},
    {"undrain", 0, 0, do_undrain}, {"tables", 0, 0, do_tables}, {"close", 1, 1, do_close},
    {"kick", 1, 1, do_kick},       {"ban", 0, 1, do_ban},       {"unban", 0, 1, do_unban},
    {"bans", 0, 0, do_bans},
};

enum { ORDER_COUNT = sizeof orders / sizeof orders[0] };

static bool operands_fit(struct cli_line *line, int order)
{
    if (line->operand_count - 1 < orders[order].least)
        return cli_refuse(line, EXIT_USAGE, N_("%s needs one more argument"), orders[order].name);
    return cli_operands(line, orders[order].most + 1);
}

int cli_host(int argc, char **argv)
{
    struct cli_line line;
    struct wish w = {0};
    char path[CONFIG_PATH_SIZE];
    cli_begin(&line, &usage, argc, argv);
    int order = -1;
    if (cli_options(&line, &w))
        order = cli_verb(&line, orders, sizeof orders[0], ORDER_COUNT,
                         N_("say what to do: status, say, drain…"));
    if (order < 0 || !operands_fit(&line, order) || !find_socket(&line, &w, path))
        return line.exit;
    signal(SIGPIPE, SIG_IGN);
    if (!host_connect(&w.link, &line, path)) {
        host_hang_up(&w.link);
        return EXIT_BAD;
    }
    int code = orders[order].carry_out(&w, line.operands + 1);
    host_hang_up(&w.link);
    return code;
}
