/*
 * store.c - `mazo store`: manages the file of a server, while the server runs.
 */
#include "cli/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/cli_table.h"
#include "cli/contest.h"
#include "text/oserror.h"
#include "text/screen.h"

enum { OPT_PEOPLE, OPT_JSON, OPT_OLDER, OPT_REPLAYS, OPT_DRY, OPT_YES, OPT_COUNT };

enum {
    OLDER_DAYS = 365,
    DAYS_MAX = 36500,
    DAY_MS = 86400000,
    BATCH = 100, /* rows deleted per transaction, because a server has to wait for it */
    PATH_SIZE = 1024
};

enum verb { VERB_LIST, VERB_PRUNE, VERB_FORGET, VERB_CHECK, VERB_BACKUP, VERB_COPY, VERB_COUNT };

struct store_options {
    enum verb verb;
    bool given[OPT_COUNT];
    uint64_t days;
    const char *what, *file; /* or NULL */
};

static const struct cli_option options[] = {
    {"people", 0, NULL, N_("list: the people instead of the tables"),
     CLI_FLAG(struct store_options, given[OPT_PEOPLE])},
    {"json", 'j', NULL, N_("list: as JSON; times in milliseconds since 1970"),
     CLI_FLAG(struct store_options, given[OPT_JSON])},
    {"older", 0, N_("DAYS"), N_("prune: what was last used longer ago (365)"),
     CLI_NUMBER(struct store_options, days, 0, DAYS_MAX),
     CLI_FLAG(struct store_options, given[OPT_OLDER])},
    {"replays", 0, NULL, N_("prune: the moves of finished matches too"),
     CLI_FLAG(struct store_options, given[OPT_REPLAYS])},
    {"dry-run", 0, NULL, N_("prune: only say what would be deleted"),
     CLI_FLAG(struct store_options, given[OPT_DRY])},
    {"yes", 0, NULL, N_("prune, forget, backup: do it without asking"),
     CLI_FLAG(struct store_options, given[OPT_YES])},
    {0},
};

static const struct cli_usage usage = {
    .name = "store",
    .forms = (const char *const[]){N_("list [--people] [--json] [FILE]"),
                                   N_("prune [--older DAYS] [--replays] [--dry-run] [FILE]"),
                                   N_("forget NAME|ID [FILE]"), N_("check [FILE]"),
                                   N_("backup TO [FILE]"), N_("copy TO [FILE]"), NULL},
    .about = N_(
        "Manages what `mazo serve` stores, whether or not the server is running. FILE is its\n"
        "store, a file or postgresql://…; without it, the one that `mazo serve` uses by default."),
    .options = options,
    .notes = N_(" list    the tables: code, rules, state, when they were last used, size, players\n"
                " prune   deletes tables that nobody has used for a year, and the matches there\n"
                "         that were never finished. Finished matches, their links and all\n"
                "         ratings stay; with --replays the moves of matches that old go too\n"
                " forget  somebody wants to be forgotten: name, token, rating and history go; in\n"
                "         matches the seat stays, as \"Player 2\". ID is a number or a key of\n"
                "         list --people\n"
                " check   is the file sound, can every table be read, does every match replay to\n"
                "         its end? Exits with 1 if not\n"
                " backup  a consistent copy, checked; TO can be used as a store as it is\n"
                " copy    everything into another kind of store, a new file or an empty database,\n"
                "         compared afterwards; the server must be stopped\n"
                "\n"
                "    mazo store backup /backup/mazo.db /var/lib/mazo/server.db"),
};

/* ---- prune ---- */

struct pruning {
    int64_t before;
    struct store_write *write; /* what to do with them */
    size_t count, capacity;
    bool failed; /* no memory */
    bool replays;
    int tables, matches;
    uint64_t bytes;
};

static void plan(struct pruning *p, enum store_kind kind, int64_t id)
{
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? p->capacity * 2 : 64;
        struct store_write *more = realloc(p->write, capacity * sizeof *more);
        if (!more) {
            p->failed = true;
            return;
        }
        p->write = more;
        p->capacity = capacity;
    }
    p->write[p->count++] = (struct store_write){.kind = kind, .old = {.id = id, .at = p->before}};
}

static void plan_table(void *ctx, const struct store_entry *entry)
{
    struct pruning *p = ctx;
    if (entry->used < p->before) {
        p->tables++;
        p->bytes += entry->room.len;
        plan(p, STORE_DROP, entry->room.id);
    }
}

/* Only what they take: the table of a match that is not over may be young. */
static void plan_match(void *ctx, const struct store_kept *kept)
{
    struct pruning *p = ctx;
    if (p->replays && kept->ended && kept->ended < p->before && kept->lines > 0) {
        p->matches++;
        p->bytes += kept->bytes;
        plan(p, STORE_CUT, kept->match.id);
    }
}

static void say_plan(const struct admin *c, const struct pruning *p, uint64_t days)
{
    enum text_lang lang = c->line->lang;
    char tables[ADMIN_COUNT_SIZE];
    fprintf(stderr,
            text_in(lang, N_("%s: last used more than %llu days ago: %s; finished matches whose "
                             "moves go: %d.\n")),
            c->shown, (unsigned long long)days,
            admin_count(c, p->tables, N_("%d table"), N_("%d tables"), tables), p->matches);
}

static int carry_out(const struct admin *c, const struct pruning *p)
{
    struct store *s = c->store;
    struct cli_meter meter;
    char why[STORE_WHY_SIZE];
    cli_meter_init(&meter, c->line, false, false);
    meter.sentence = N_("mazo %s: %lld of %lld, %s left\n");
    for (size_t at = 0; at < p->count; at += BATCH) {
        size_t count = p->count - at < BATCH ? p->count - at : BATCH;
        if (!store_commit(s, p->write + at, count, why)) {
            cli_meter_end(&meter);
            return admin_unwritten(c, why);
        }
        cli_meter_tell(&meter, (int64_t)(at + count), (int64_t)p->count);
    }
    cli_meter_end(&meter);
    puts(text_in(c->line->lang,
                 N_("Done. The file keeps its size; the free space in it is reused.")));
    return EXIT_FINE;
}

static int64_t now_ms(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
}

static int prune(const struct admin *c, uint64_t days, bool replays, bool dry)
{
    struct store *s = c->store;
    struct pruning p = {.before = now_ms() - (int64_t)days * DAY_MS, .replays = replays};
    int code = EXIT_FINE;
    if (s->ops->rooms(s, plan_table, &p) < 0 || s->ops->matches(s, plan_match, &p) < 0) {
        code = admin_unread(c);
    } else if (p.failed) {
        code = admin_unwritten(c, N_("there is not enough memory"));
    } else {
        say_plan(c, &p, days);
        if (!dry && p.count > 0)
            code = admin_agrees(c) ? carry_out(c, &p) : EXIT_BAD;
    }
    free(p.write);
    return code;
}

/* ---- backup ---- */

/* May we write the copy there? False after printing the reason. */
static bool may_write(const struct admin *c, const char *to, const char *shown)
{
    struct stat there, own;
    char wal[PATH_SIZE];
    const char *why = NULL;
    if (stat(to, &there) != 0)
        return true; /* or the copy will say */
    snprintf(wal, sizeof wal, "%s-wal", to);
    if (stat(c->path, &own) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev)
        why = text_in(c->line->lang, N_("it is the store itself"));
    else if (!S_ISREG(there.st_mode))
        why = text_oserror(c->line->lang, S_ISDIR(there.st_mode) ? EISDIR : EINVAL);
    else if (access(wal, F_OK) == 0)
        why = text_oserror(c->line->lang, EBUSY);
    if (why)
        return cli_refuse(c->line, EXIT_BAD, "%s: %s", shown, why);
    fprintf(stderr, text_in(c->line->lang, N_("%s already exists and will be replaced.\n")), shown);
    return admin_agrees(c);
}

static int say_copied(const struct admin *c, const char *to, const char *shown)
{
    struct stat is;
    char size[CLI_BYTES_SIZE];
    uint64_t bytes = stat(to, &is) == 0 ? (uint64_t)is.st_size : 0;
    printf(text_in(c->line->lang, N_("%s: %s, checked.\n")), shown,
           cli_bytes(c->line->lang, (double)bytes, size));
    return EXIT_FINE;
}

static int backup(const struct admin *c, const char *to)
{
    char part[PATH_SIZE], shown[80], why[STORE_WHY_SIZE];
    struct cli_meter meter;
    screen_clean(to, shown, sizeof shown);
    if (strlen(to) + sizeof "-part" > sizeof part) {
        return cli_complain(c->line, EXIT_BAD, "%s: %s", shown,
                            text_oserror(c->line->lang, ENAMETOOLONG));
    }
    if (!admin_has_folder(c, to, shown) || !may_write(c, to, shown))
        return EXIT_BAD;
    snprintf(part, sizeof part, "%s-part", to);
    unlink(part); /* left by an interrupted copy */
    cli_meter_init(&meter, c->line, false, false);
    meter.sentence = N_("mazo %s: %lld of %lld pages, %s left\n");
    bool made = c->store->ops->backup(c->store, part, admin_tell_copied, &meter, why);
    cli_meter_end(&meter);
    if (!made)
        return cli_complain(c->line, EXIT_BAD, "%s: %s", shown, text_in(c->line->lang, why));
    if (rename(part, to) != 0) {
        int error = errno;
        unlink(part);
        return cli_complain(c->line, EXIT_BAD, "%s: %s", shown, text_oserror(c->line->lang, error));
    }
    return say_copied(c, to, shown);
}

/* ---- the command line ---- */

static const struct {
    const char *name;
    const char *needs; /* an operand of its own, or NULL */
    unsigned options;  /* a bit each */
} verbs[VERB_COUNT] = {
    [VERB_LIST] = {"list", NULL, 1u << OPT_PEOPLE | 1u << OPT_JSON},
    [VERB_PRUNE] = {"prune", NULL,
                    1u << OPT_OLDER | 1u << OPT_REPLAYS | 1u << OPT_DRY | 1u << OPT_YES},
    [VERB_FORGET] = {"forget", N_("NAME|ID"), 1u << OPT_YES},
    [VERB_CHECK] = {"check", NULL, 0},
    [VERB_BACKUP] = {"backup", N_("TO"), 1u << OPT_YES},
    [VERB_COPY] = {"copy", N_("TO"), 0},
};

/* Checks the verb, its operands and its options. */
static bool fits(struct cli_line *line, struct store_options *a)
{
    int verb = cli_verb(line, verbs, sizeof verbs[0], VERB_COUNT,
                        N_("use list, prune, forget, check, backup or copy"));
    if (verb < 0)
        return false;
    const char *needs = verbs[verb].needs;
    int at = 1;
    a->verb = (enum verb)verb;
    for (int i = 0; i < OPT_COUNT; i++) {
        if (a->given[i] && !(verbs[verb].options >> i & 1)) {
            return cli_refuse(line, EXIT_USAGE, N_("--%s is not for %s"), options[i].name,
                              verbs[verb].name);
        }
    }
    if (needs && line->operand_count < 2) {
        return cli_refuse(line, EXIT_USAGE, N_("%s needs %s"), verbs[verb].name,
                          text_in(line->lang, needs));
    }
    a->what = needs ? line->operands[at++] : NULL;
    a->file = at < line->operand_count ? line->operands[at++] : NULL;
    return cli_operands(line, at);
}

static int carry_out_verb(const struct admin *c, const struct store_options *a)
{
    const bool *given = a->given;
    switch (a->verb) {
    case VERB_LIST:
        return (given[OPT_JSON] ? admin_list_json : admin_list)(c, given[OPT_PEOPLE]);
    case VERB_PRUNE:
        return prune(c, a->days, given[OPT_REPLAYS], given[OPT_DRY]);
    case VERB_FORGET:
        return admin_forget(c, a->what);
    case VERB_CHECK:
        return admin_check(c);
    case VERB_BACKUP:
        return backup(c, a->what);
    default:
        return admin_copy(c, a->what);
    }
}

/* Only these may upgrade an older store; a copy opens it read-only first, too. */
static bool changes(const struct store_options *a)
{
    return a->verb == VERB_FORGET || (a->verb == VERB_PRUNE && !a->given[OPT_DRY]);
}

int cli_store(int argc, char **argv)
{
    struct cli_line line;
    struct store_options asked = {.days = OLDER_DAYS};
    char path[PATH_SIZE], why[STORE_WHY_SIZE];
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, &asked) || !fits(&line, &asked))
        return line.exit;
    if (!asked.file && !cli_store_path(path, sizeof path)) {
        return cli_complain(&line, EXIT_BAD,
                            N_("there is no folder with a store: name the "
                               "FILE"));
    }
    struct admin c = {.line = &line,
                      .path = asked.file ? asked.file : path,
                      .yes = asked.given[OPT_YES]};
    char shown[PATH_SIZE];
    screen_clean(store_shown(c.path, shown, sizeof shown), c.shown, sizeof c.shown);
    c.store = store_open(c.path, changes(&asked) ? STORE_ADMIN : STORE_LOOK, why);
    if (c.store && asked.verb == VERB_COPY) { /* it exists; now without other writers */
        c.store->ops->close(c.store);
        c.store = store_open(c.path, STORE_ALONE, why);
    }
    if (!c.store)
        return admin_unwritten(&c, why);
    cli_tell_upgrade(&line, c.shown, c.store);
    int code = carry_out_verb(&c, &asked);
    c.store->ops->close(c.store);
    return code;
}
