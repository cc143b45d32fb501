/*
 * join.c - `mazo join`: a table on a server, played at this terminal.
 */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/identity.h"
#include "cli/join_bot.h"
#include "cli/new_table.h"
#include "terminal/remote/offers.h"
#include "terminal/remote/remote.h"
#include "terminal/plain/plain.h"
#include "terminal/menu/menu.h"
#include "text/number.h"
#include "text/screen.h"

enum { SHOWN_MAX = 80, BOT_LIMIT_MS = 10000 };

struct visit {
    struct new_table table;
    const char *ca;
    struct remote_request requested;
    const char *take; /* a code, or NULL */
    const char *bot;  /* a program that plays, or NULL */
    bool lend;
    bool plain;
};

static const struct cli_option options[] = {
    {"name", 'n', N_("NAME"), N_("your name there"), CLI_TEXT(struct visit, table.name)},
    {"watch", 'w', NULL, N_("watch, without a seat"), CLI_FLAG(struct visit, requested.watch)},
    {"plain", 'p', NULL, N_("line by line, for screen readers and simple terminals"),
     CLI_FLAG(struct visit, plain)},
    {"guest", 'g', NULL, N_("as somebody new; nothing is saved for next time"),
     CLI_FLAG(struct visit, requested.guest)},
    {"bot", 0, N_("PROGRAM"), N_("a program plays: 'cmd:python3 bot.py'"),
     CLI_TEXT(struct visit, bot)},
    {"ca", 0, N_("FILE"), N_("certificates to trust, in place of the system's"),
     CLI_TEXT(struct visit, ca)},
    {"lend", 0, NULL, N_("show a code that makes another device you, and end"),
     CLI_FLAG(struct visit, lend)},
    {"take", 0, N_("CODE"), N_("become the player who shows this code elsewhere"),
     CLI_TEXT(struct visit, take)},
    {"quick", 0, NULL, N_("play now: sit down where people wait for players"),
     CLI_FLAG(struct visit, requested.quick)},
    {"create", 0, NULL, N_("open a table, with the options below:"),
     CLI_FLAG(struct visit, requested.create)},
    {"rules", 'r', N_("RULES"), N_("a sheet or a rule-set file"),
     CLI_TEXT(struct visit, table.rules)},
    {"seats", 0, "N", N_("how many play, people and bots"),
     CLI_NUMBER(struct visit, table.seats, MAZO_SEATS_MIN, MAZO_SEATS_MAX)},
    {"bots", 'b', N_("A,B,..."), N_("bots on the last seats; the others are free"),
     CLI_TEXT(struct visit, table.bots)},
    {"set", 'o', N_("RULE=VALUE"), N_("a house rule; can be repeated"), .read = new_table_add_set},
    {"clock", 0, N_("SECONDS"), N_("for each turn; 0: no clock"),
     CLI_NUMBER(struct visit, table.clock, 0, NEW_TABLE_CLOCK_MOST),
     CLI_FLAG(struct visit, table.has_clock)},
    {"public", 0, NULL, N_("in the server's list of tables"),
     CLI_FLAG(struct visit, requested.listed)},
    {0},
};

static const struct cli_usage usage = {
    .name = "join",
    .forms = (const char *const[]){N_("[OPTION]... [ADDRESS [CODE]]"), NULL},
    .about = N_("Plays at a table on a server (`mazo serve`), with people who use a browser or a\n"
                "terminal. ADDRESS is its link or HOST:PORT, CODE the table; without a code the\n"
                "public tables are shown, without an address the servers where you played last\n"
                "and those that announce themselves on the local network."),
    .options = options,
    .notes = N_(
        "The first time, the server gives you a token, which is saved under ~/.local/state/mazo\n"
        "(or $XDG_STATE_HOME/mazo): when you come back you are the same person in the same\n"
        "seat. A second terminal on the same computer is another person. If the connection\n"
        "breaks it is retried, and nothing is lost.\n"
        "\n"
        "    mazo join https://uno.example/t/KZTRAB\n"
        "    mazo join 192.168.1.5:8117/t/KZTRAB\n"
        "    mazo join --quick --rules duelo uno.example\n"
        "    mazo join --create --rules jackpot --seats 4 --bots hard 192.168.1.5:8117"),
};

/* ---- the command line ---- */

/* Bots take the last seats; the others are for people. */
static bool seat_bots(struct cli_line *line, const char *list, struct game_setup *s)
{
    struct table_player bots[MAZO_SEATS_MAX];
    int count = list ? new_table_bots(line, list, bots) : 0;
    if (list && count == 0)
        return false;
    if (count >= s->seats)
        return cli_refuse(line, EXIT_USAGE, N_("%d bots leave no seat for people"), count);
    setup_set_people(s, s->seats - count);
    for (int i = 0; i < count; i++) {
        if (bots[i].sitter == TABLE_PROGRAM) {
            return cli_refuse(line, EXIT_USAGE,
                              N_("bots that are programs cannot play on a server from here"));
        }
        s->player[s->people + i] = bots[i];
    }
    return true;
}

/* Anything omitted comes from the sheet, not from the last table here. */
static bool set_table(struct cli_line *line, const struct visit *v, struct game_setup *s)
{
    s->rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    if (!new_table_rules(line, &v->table, s))
        return false;
    s->seats = v->table.seats ? (uint8_t)v->table.seats : s->rules.seats;
    enum mazo_rules_fault fault = setup_check(s);
    if (fault != MAZO_FAULT_none)
        return cli_refuse(line, EXIT_BAD, "%s", text_in(line->lang, mazo_rules_fault_text(fault)));
    return seat_bots(line, v->table.bots, s);
}

static void print_offer(const struct offers *o, int i)
{
    char shown[SERVERS_URL_SIZE];
    const struct offer *one = &o->at[i];
    printf("  %2d  %s%s%s\n", i + 1, screen_clean(one->url, shown, sizeof shown),
           one->name[0] ? "  " : "", one->name);
}

/* List the last servers at once, then those on the local network. False: there are none. */
static bool offer_servers(struct cli_line *line, struct offers *o)
{
    struct local_server found[LOCAL_FOUND_MAX];
    offers_begin(o);
    if (o->count > 0)
        puts(text_in(line->lang, "You have played on these servers:"));
    for (int i = 0; i < o->count; i++)
        print_offer(o, i);
    fflush(stdout);
    int count = local_network_find(found);
    offers_add(o, found, count);
    if (count > 0)
        puts(text_in(line->lang, "On the local network:"));
    for (int i = 0; i < o->count; i++)
        if (o->at[i].here)
            print_offer(o, i);
    return o->count > 0 ||
           cli_refuse(line, EXIT_USAGE,
                      N_("you have not played on a server from here yet: name the address of one"));
}

/* Without an address: an offered one, or one that is typed. NULL after saying why there is none. */
static const char *choose_server(struct cli_line *line)
{
    static struct offers o;
    static char typed[SERVERS_URL_SIZE];
    uint64_t number = 1;
    if (!offer_servers(line, &o))
        return NULL;
    printf("%s ",
           text_in(line->lang, "Which one? Its number, or an address; Enter for the first."));
    fflush(stdout);
    setvbuf(stdin, NULL, _IONBF, 0); /* what follows is for the game */
    if (!fgets(typed, sizeof typed, stdin)) {
        putchar('\n');
        line->exit = EXIT_FINE;
        return NULL;
    }
    typed[strcspn(typed, "\r\n")] = '\0';
    if (typed[0] && !text_number(typed, 1, (uint64_t)o.count, &number))
        return typed;
    return o.at[number - 1].url;
}

static bool set_address(struct cli_line *line, struct visit *v, struct link_address *address)
{
    const char *why, *code;
    char shown[SHOWN_MAX];
    if (line->operand_count > 2) {
        return cli_refuse(
            line, EXIT_USAGE,
            N_("name the address of a server, and the code of a table if you have one"));
    }
    const char *server = line->operand_count > 0 ? line->operands[0] : choose_server(line);
    if (!server)
        return false;
    screen_clean(server, shown, sizeof shown);
    if (!link_parse(server, address, &why))
        return cli_refuse(line, EXIT_USAGE, "%s: %s", shown, text_in(line->lang, why));
    address->ca = v->ca;
    code = line->operand_count == 2 ? line->operands[1] : address->code;
    if (!remote_is_code(code) && code[0]) {
        return cli_refuse(line, EXIT_USAGE, N_("\"%s\" is not a table code"),
                          screen_clean(code, shown, sizeof shown));
    }
    snprintf(v->requested.code, sizeof v->requested.code, "%s", code);
    return true;
}

/* Play now takes a sheet without house rules. */
static bool choose_sheet(struct cli_line *line, struct visit *v)
{
    char shown[SHOWN_MAX];
    const char *name = v->table.rules ? v->table.rules : mazo_sheet_name(MAZO_SHEET_OFICIAL);
    if (v->requested.code[0] || v->requested.watch || v->requested.create) {
        return cli_refuse(line, EXIT_USAGE,
                          N_("--quick finds a table: it takes neither a code nor --watch nor "
                             "--create"));
    }
    v->requested.sheet = mazo_sheet_by_name(name);
    return v->requested.sheet >= 0 ||
           cli_refuse(line, EXIT_USAGE, N_("\"%s\" is not a sheet, and --quick plays no house rules"),
                      screen_clean(name, shown, sizeof shown));
}

static bool understand(struct cli_line *line, struct visit *v, struct link_address *address,
                       struct game_setup *setup)
{
    if (!set_address(line, v, address))
        return false;
    if (v->requested.create && (v->requested.code[0] || v->requested.watch)) {
        return cli_refuse(line, EXIT_USAGE,
                          N_("--create opens a table: it takes neither a "
                             "code nor --watch"));
    }
    const struct new_table *r = &v->table;
    if (v->requested.quick && !choose_sheet(line, v))
        return false;
    bool said = (r->rules && !v->requested.quick) || r->seats || r->bots || r->sets[0] || r->has_clock ||
                v->requested.listed;
    if (said && !v->requested.create)
        return cli_refuse(line, EXIT_USAGE, N_("options about the table need --create"));
    if (v->requested.guest && (v->lend || v->take)) {
        return cli_refuse(line, EXIT_USAGE,
                          N_("a guest exists on this device only: --guest goes with neither "
                             "--lend nor --take"));
    }
    if (v->bot && (v->lend || v->take || v->requested.watch || v->requested.create ||
                   v->requested.quick)) {
        return cli_refuse(line, EXIT_USAGE,
                          N_("--bot takes a seat: it goes without --watch, --quick, --create, --lend "
                             "and --take"));
    }
    if (v->table.name) {
        struct table_player self = {0};
        if (!new_table_name(line, v->table.name, strlen(v->table.name), &self))
            return false;
        memcpy(v->requested.name, self.name, sizeof v->requested.name);
        setup_set_own(setup, self.name);
    }
    return !v->requested.create || set_table(line, v, setup);
}

/* ---- being there ---- */

/* Ask the name of a player who is new on this server and in this home; keep it as the menu does. */
static bool ask_name(struct term *term, const struct visit *v, const struct link_address *address,
                     struct game_setup *setup)
{
    char token[CLIENT_TOKEN_SIZE];
    struct game_setup kept;
    ticket_read(address->host, address->port, token, sizeof token);
    if (setup->own[0] || (token[0] && !v->requested.guest))
        return true;
    setup_init(&kept, setup->lang);
    setup_recall(&kept);
    kept.lang = setup->lang;
    bool answered = term ? terminal_name(term, &kept) : plain_ask_name(&kept);
    if (answered && kept.own[0]) {
        setup_set_own(setup, kept.own);
        if (!v->requested.guest)
            setup_remember(&kept);
    }
    return answered;
}

static int farewell(struct cli_line *line, const struct remote *remote)
{
    char url[LINK_URL_SIZE];
    if (remote->left[0] && remote->state != REMOTE_ENDED) {
        printf(text_in(line->lang, "You have left the table. To return: mazo join %s/t/%s\n"),
               link_url(&remote->address, url), remote->left);
    }
    if (remote->state == REMOTE_ENDED)
        return cli_complain(line, EXIT_BAD, "%s", remote->why);
    return plain_signal() ? 128 + plain_signal() : EXIT_FINE;
}

static int visit(struct cli_line *line, const struct visit *v, const struct link_address *address,
                 struct game_setup *setup)
{
    static struct remote remote;
    struct term *term = v->plain ? NULL : term_curses();
    signal(SIGPIPE, SIG_IGN);
    if (!term)
        plain_begin();
    bool stays = ask_name(term, v, address, setup);
    bool open = stays && remote_open(&remote, address, setup, &v->requested);
    if (open && term)
        terminal_remote(term, &remote);
    else if (open)
        plain_remote(&remote);
    if (term)
        term->close(term);
    if (stays && !open)
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    if (open)
        remote_close(&remote);
    return farewell(line, &remote);
}

int cli_join(int argc, char **argv)
{
    struct cli_line line;
    struct visit v = {0};
    struct link_address address;
    struct game_setup setup;
    cli_begin(&line, &usage, argc, argv);
    new_table_recall(&line, cli_lang_given(argc, argv), &setup);
    bool fine = cli_options(&line, &v) && understand(&line, &v, &address, &setup);
    if (!fine)
        return line.exit;
    if (sodium_init() < 0)
        return EXIT_BAD;
    if (v.bot)
        return join_bot(&line, &address, v.requested.code, v.requested.name, v.bot, BOT_LIMIT_MS);
    if (v.lend)
        return identity_lend(&line, &address);
    int taken = v.take ? identity_take(&line, &address, v.take) : EXIT_FINE;
    return taken == EXIT_FINE ? visit(&line, &v, &address, &setup) : taken;
}
