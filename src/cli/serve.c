/*
 * serve.c - `mazo serve`: a table for friends.
 */
#include "cli/serve.h"

#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/load_host.h"
#include "cli/serve_board.h"
#include "cli/store.h"
#include "client/fetch.h"
#include "net/local_network.h"
#include "server/hub/config.h"
#include "server/hub/log.h"
#include "server/messages/protocol.h"
#include "server/network/push_seal.h"
#include "server/pages/pages.h"
#include "server/pages/qr.h"
#include "server/serve.h"
#include "store/store.h"
#include "session/save.h"
#include "text/screen.h"

enum { OPT_CONFIG, OPT_PROTOCOL, OPT_KEYS };

enum { CLOSE_S = 5 }; /* time for the store to close its file */

static const struct cli_option options[] = {
    [OPT_CONFIG] = {"config", 'c', N_("FILE"), N_("settings, one per line: name = value"),
                    .read = NULL},
    [OPT_PROTOCOL] = {"protocol", 0, NULL, N_("print the protocol's messages and exit"),
                      .read = NULL},
#define KEY(name, type, field, least, most, value, sentence)                                       \
    {#name, 0, value, sentence, .read = NULL},
#include "server/hub/config.def"
    {0},
};

static const struct cli_usage usage = {
    .name = "serve",
    .forms = (const char *const[]){N_("[OPTION]..."), NULL},
    .about = N_("A table for friends: prints a link and a QR code, and serves the game to "
                "browsers and to\n"
                "`mazo join` until Ctrl-C. Every move is on disk before anybody sees it; after "
                "a restart\n"
                "all tables are as they were."),
    .options = options,
    .notes = N_(
        "Without --public only this machine can connect. TLS ends at a proxy in front: see\n"
        "docs/serving.md. The file of --config uses the same names; in its section [programs]\n"
        "a line \"name = command\" is a bot that hosts can choose as program:name.\n"
        "\n"
        "    mazo serve --public"),
};

/* ---- the command line ---- */

bool cli_config(struct cli_line *line, const char *path, struct config *c)
{
    char why[CONFIG_WHY_SIZE];
    size_t size;
    char *text = cli_read(line, path, CONFIG_FILE_MAX, &size);
    if (!text)
        return false;
    int wrong = config_read(c, text, size, line->lang, why);
    if (wrong)
        cli_blame(line, &(struct cli_place){path, text, size, wrong}, why);
    free(text);
    return !wrong;
}

/* Reads the file first, wherever the option stands: options override it. */
static bool read_options(struct cli_line *line, struct config *c, bool files)
{
    char why[CONFIG_WHY_SIZE];
    for (int option; (option = cli_next(line)) != CLI_END;) {
        if (option == CLI_STOP)
            return false;
        if (option == OPT_PROTOCOL) {
            protocol_print(stdout);
            line->exit = EXIT_FINE;
            return false;
        }
        if (option == OPT_CONFIG) {
            if (files && !cli_config(line, line->value, c))
                return false;
        } else if (!files && !config_set(c, option - OPT_KEYS, line->value, line->lang, why)) {
            cli_complain(line, EXIT_USAGE, "--%s", why); /* its name comes first */
            return false;
        }
    }
    return cli_operands(line, 0);
}

/* ---- the store ---- */

bool cli_store_path(char *buf, size_t size)
{
    char folder[1024 - 16];
    if (!save_folder(folder, sizeof folder))
        return false;
    snprintf(buf, size, "%s/server.db", folder);
    return true;
}

static struct store *open_store(struct cli_line *line, struct config *c)
{
    char why[STORE_WHY_SIZE];
    if (!c->store[0] && !cli_store_path(c->store, sizeof c->store)) {
        cli_complain(line, EXIT_BAD, N_("there is no folder to save matches in: use --store"));
        return NULL;
    }
    char shown[sizeof c->store];
    struct store *s = store_open(c->store, STORE_SERVE, why);
    store_shown(c->store, shown, sizeof shown);
    if (s)
        cli_tell_upgrade(line, shown, s);
    else
        cli_complain(line, EXIT_BAD, "%s: %s", shown, text_in(line->lang, why));
    return s;
}

static bool in_memory(const struct config *c) { return strcmp(c->store, "memory") == 0; }

/* ---- running ---- */

struct host {
    struct cli_line *line;
    const struct config *config;
    struct local_announcement *announced;
    struct serve_board board;
};

static bool is_everywhere(const struct config *c)
{
    return c->everywhere || strcmp(c->listen, "0.0.0.0") == 0 || strcmp(c->listen, "::") == 0;
}

/* Announce it on the local network, once the port is known. */
static void announce(struct host *host, int port)
{
    if (!host->config->announce)
        return;
    host->announced = local_network_announce((uint16_t)port);
    if (host->announced)
        return;
    if (host->config->log[0] == 'j')
        log_say("not_announced", NULL);
    else
        cli_complain(host->line, EXIT_FINE,
                     N_("not announced on the local network: Avahi is not running here"));
}

/* How others on this network can reach us. */
static void find_address(char *buf, size_t size)
{
    uv_interface_address_t *list;
    int count;
    snprintf(buf, size, "127.0.0.1");
    if (uv_interface_addresses(&list, &count) != 0)
        return;
    for (int i = 0; i < count; i++) {
        if (!list[i].is_internal && list[i].address.address4.sin_family == AF_INET) {
            uv_ip4_name(&list[i].address.address4, buf, size);
            break;
        }
    }
    uv_free_interface_addresses(list, count);
}

static void ready(void *ctx, int port)
{
    struct host *host = ctx;
    const struct config *c = host->config;
    enum text_lang lang = host->line->lang;
    char url[320], address[64];
    snprintf(address, sizeof address, "%s", c->listen);
    if (is_everywhere(c))
        find_address(address, sizeof address);
    bool six = strchr(address, ':');
    snprintf(url, sizeof url, six ? "http://[%s]:%d/" : "http://%s:%d/", address, port);
    if (c->url[0])
        snprintf(url, sizeof url, "%s", c->url);
    printf("%s %s\n", text_in(lang, "Mazo is at"), url);
    if (c->match_mib == 0 || c->match_mib > FETCH_MATCH_MIB) {
        printf(text_in(lang, "`mazo replay LINK` takes matches of up to %d MiB; match-size allows "
                             "larger ones.\n"),
               FETCH_MATCH_MIB);
    }
    if (isatty(STDOUT_FILENO)) {
        if (load_is_here(address) && !c->url[0]) {
            puts(text_in(
                lang,
                "Only this machine can connect. Use --public to let in friends on your network."));
        } else {
            qr_print(url, stdout);
        }
        puts(text_in(lang, in_memory(c) ? N_("Press Ctrl-C to stop. Nothing is saved.")
                                        : N_("Press Ctrl-C to stop. Tables are saved.")));
    }
    announce(host, port);
    fflush(stdout);
}

static void tell(void *ctx, enum serve_news news, const char *who, const char *table)
{
    static const char *const sentences[] = {
        N_("%s has opened table %s."),
        N_("%s sits down at table %s."),
        N_("%s is back at table %s."),
        N_("%s has left table %s."),
        N_("%s has lost the connection to table %s."),
        N_("The cards are dealt at table %s."),
        N_("The match at table %s is over."),
        N_("The match at table %s has become too long, and was ended.")}; /* ORDER enum serve_news */
    struct host *host = ctx;
    char name[80];
    screen_clean(who, name, sizeof name);
    serve_board_hide(&host->board);
    printf(text_in(host->line->lang, sentences[news]), who[0] ? name : table, table);
    putchar('\n');
    fflush(stdout);
    serve_board_show(&host->board);
}

static void show_table(void *ctx, const struct serve_table *table)
{
    serve_board_table(&((struct host *)ctx)->board, table);
}

/* A line of the log goes between. */
static void around_log(void *ctx, bool before)
{
    struct host *host = ctx;
    if (before)
        serve_board_hide(&host->board);
    else
        serve_board_show(&host->board);
}

/* Print why it cannot serve. */
static int complain(struct cli_line *line, const struct config *c, int error)
{
    if (error == SERVE_UNREAD) {
        return cli_complain(line, EXIT_BAD, "%s: %s", c->store,
                            text_in(line->lang, "it cannot be read"));
    }
    if (error == SERVE_NO_MEMORY)
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    if (error == SERVE_IN_DOUBT) {
        return cli_complain(line, EXIT_BAD,
                            N_("stopped without an answer from the store: the last moves may "
                               "be saved or not; the next start shows which"));
    }
    return cli_complain(line, EXIT_BAD, N_("port %u cannot be used: %s"), c->port,
                        uv_strerror(error));
}

/* Warn: friends who open the link would find no game. */
static void warn_of_no_client(struct cli_line *line, const struct config *config)
{
    if (pages_have_client)
        return;
    if (config->log[0] == 'j')
        log_say("no_browser_game", NULL);
    else
        cli_complain(line, EXIT_FINE,
                     N_("built without the browser game: friends can only come by "
                        "`mazo join` (docs/serving.md, Installing)"));
}

/* False after printing the reason. */
static bool read_push_key(struct cli_line *line, const struct config *c, struct push_key **key)
{
    const char *contact = c->push_contact[0] ? c->push_contact : c->url;
    *key = NULL;
    if (!c->push_key[0])
        return true;
    if (strncmp(contact, "mailto:", 7) != 0 && strncmp(contact, "https://", 8) != 0) {
        cli_complain(line, EXIT_USAGE,
                     N_("--push-key goes with --push-contact: mailto:… or https://…"));
        return false;
    }
    size_t size;
    char *text = cli_read(line, c->push_key, CONFIG_FILE_MAX, &size);
    if (!text)
        return false;
    *key = push_key_read(text, size);
    sodium_memzero(text, size);
    free(text);
    if (!*key)
        cli_complain(line, EXIT_BAD, N_("%s has no private key of the curve P-256"), c->push_key);
    return *key != NULL;
}

static void *end_anyway(void *unused)
{
    (void)unused;
    sleep(CLOSE_S);
    _exit(EXIT_FINE);
}

/* Every change is stored already; closing only tidies the file. If the disk hangs in that, the next
 * start does it. */
static void close_store(struct store *store)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_anyway, NULL) == 0)
        pthread_detach(thread);
    store->ops->close(store);
}

int cli_serve(int argc, char **argv)
{
    static struct config config;
    struct cli_line line;
    config_default(&config);
    for (int files = 1; files >= 0; files--) {
        cli_begin(&line, &usage, argc, argv);
        if (!read_options(&line, &config, files))
            return line.exit;
    }
    if (config.announce && !is_everywhere(&config)) {
        return cli_complain(&line, EXIT_USAGE,
                            N_("--announce goes with --public: nobody else could connect"));
    }
    if (sodium_init() < 0)
        return cli_complain(&line, EXIT_BAD, N_("cannot get random numbers from the system"));
    log_open(config.log[0] == 'j' ? LOG_JSON : config.log[0] == 't' ? LOG_TEXT : LOG_NONE);
    struct push_key *push_key;
    if (!read_push_key(&line, &config, &push_key))
        return line.exit;
    struct store *store = open_store(&line, &config);
    if (!store) {
        push_key_free(push_key);
        return EXIT_BAD;
    }
    warn_of_no_client(&line, &config);
    static struct host host;
    bool shown = isatty(STDOUT_FILENO);
    host = (struct host){.line = &line, .config = &config};
    serve_board_begin(&host.board, line.lang);
    if (shown && isatty(STDERR_FILENO))
        log_around(around_log, &host);
    struct serve_host teller = {.commit = cli_commit,
                                .push_key = push_key,
                                .ready = ready,
                                .news = shown ? tell : NULL,
                                .table = shown ? show_table : NULL,
                                .ctx = &host};
    int error = serve_run(&config, store, &teller);
    log_around(NULL, NULL);
    serve_board_hide(&host.board);
    local_network_withdraw(host.announced);
    push_key_free(push_key);
    if (error != SERVE_IN_DOUBT)
        close_store(store);
    if (error)
        return complain(&line, &config, error);
    if (shown) {
        puts(text_in(
            line.lang,
            in_memory(&config)
                ? N_("\nMazo has stopped.")
                : N_("\n"
                     "Mazo has stopped. The tables are saved: `mazo serve` resumes them.")));
    }
    return EXIT_FINE;
}
