/*
 * config.c - options and files of `mazo serve`.
 */
#include "server/hub/config.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "text/number.h"
#include "text/screen.h"

enum { SHOWN_MAX = 80 };

/* A row of config.def. */
struct config_key {
    const char *name;
    enum { CONFIG_text, CONFIG_number, CONFIG_flag } type;
    size_t offset;
    uint64_t least, most;
};

static const struct config_key keys[] = {
#define KEY(name, type, field, least, most, value, sentence)                                       \
    {#name, CONFIG_##type, offsetof(struct config, field), least, most},
#include "server/hub/config.def"
};
static const int key_count = sizeof keys / sizeof keys[0];

void config_default(struct config *c)
{
    memset(c, 0, sizeof *c);
    snprintf(c->listen, sizeof c->listen, "127.0.0.1");
    snprintf(c->log, sizeof c->log, "text");
    c->port = 8117;
    c->connections = 20000;
    c->per_address = 100;
    c->opens_a_minute = 300;
    c->makes_an_hour = 600;
    c->makes_at_once = 120;
    c->rate = 20;
    c->tables = 20000;
    c->tables_each = 30;
    c->listed_each = 3;
    c->listed_address = 10;
    c->programs_at_once = 16;
    c->programs_each = 8;
    c->moves = 20000;
    c->match_mib = 16;
    c->reserve_mib = 64;
    c->leave_s = 30;
    c->open_s = 10;
    c->fill_s = 10;
    c->sleep_s = 600;
    c->close_days = 90;
    c->think_ms = table_pace_human.think;
    c->grace_ms = table_pace_human.grace;
    c->vote_s = table_pace_human.vote / 1000;
}

/* ---- values ---- */

static bool refuse_value(const struct config_key *k, enum text_lang lang, char why[CONFIG_WHY_SIZE])
{
    if (k->type == CONFIG_number) {
        snprintf(why, CONFIG_WHY_SIZE, text_in(lang, N_("%s takes a number from %llu to %llu")),
                 k->name, (unsigned long long)k->least, (unsigned long long)k->most);
    } else if (k->type == CONFIG_flag) {
        snprintf(why, CONFIG_WHY_SIZE, text_in(lang, N_("%s takes yes or no")), k->name);
    } else if (strcmp(k->name, "log") == 0) {
        snprintf(why, CONFIG_WHY_SIZE, "%s", text_in(lang, N_("log takes none, text or json")));
    } else {
        snprintf(why, CONFIG_WHY_SIZE, text_in(lang, N_("%s takes a text of at most %llu bytes")),
                 k->name, (unsigned long long)k->most);
    }
    return false;
}

static bool read_flag(const char *text, bool *out)
{
    static const char *const words[] = {"yes", "true", "on",    "1",   "si",
                                        "sí",  "no",   "false", "off", "0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(text, words[i]) == 0) {
            *out = i < 6;
            return true;
        }
    }
    return false;
}

bool config_set(struct config *c, int key, const char *value, enum text_lang lang,
                char why[CONFIG_WHY_SIZE])
{
    const struct config_key *k = &keys[key];
    void *at = (char *)c + k->offset;
    bool fine = false;
    if (k->type == CONFIG_flag) {
        bool flag = true;
        fine = !value || read_flag(value, &flag);
        memcpy(at, &flag, sizeof flag);
    } else if (k->type == CONFIG_number) {
        uint64_t number = 0;
        fine = text_number(value, k->least, k->most, &number);
        if (fine)
            memcpy(at, &(uint32_t){(uint32_t)number}, sizeof(uint32_t));
    } else if (strlen(value) <= k->most) {
        memcpy(at, value, strlen(value) + 1);
        fine = strcmp(k->name, "log") != 0 || strcmp(value, "none") == 0 ||
               strcmp(value, "text") == 0 || strcmp(value, "json") == 0;
    }
    return fine || refuse_value(k, lang, why);
}

/* ---- files ---- */

struct reader {
    struct config *config;
    const char *at, *end; /* what is still to be read */
    int line;             /* the one last handed out, from 1 */
    enum text_lang lang;
    char *why; /* the error of the line where reading stops */
};

/* Why `name`, which may hold anything, is wrong. */
static int refuse(struct reader *r, const char *format, const char *name)
{
    char shown[SHOWN_MAX];
    snprintf(r->why, CONFIG_WHY_SIZE, text_in(r->lang, format),
             screen_clean(name, shown, sizeof shown));
    return 0;
}

static int add_program(struct reader *r, const char *name, const char *command)
{
    struct config *c = r->config;
    if (c->programs == CONFIG_PROGRAMS_MAX || strlen(name) >= sizeof c->program[0].name ||
        strlen(command) >= sizeof c->program[0].command)
        return refuse(r, N_("too many programs, or too long: %s"), name);
    struct config_program *p = &c->program[c->programs++];
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->command, sizeof p->command, "%s", command);
    return 1;
}

static int take_line(void *ctx, const char *section, const char *name, const char *value)
{
    struct reader *r = ctx;
    if (strcmp(section, "programs") == 0)
        return add_program(r, name, value);
    if (section[0])
        return refuse(r, N_("there is no section [%s], only [programs]"), section);
    for (int i = 0; i < key_count; i++)
        if (strcmp(keys[i].name, name) == 0)
            return config_set(r->config, i, value, r->lang, r->why);
    return refuse(r, N_("there is no setting %s"), name);
}

/* The reader for libinih, as fgets; it stops at the first error. A line longer than the buffer is
 * refused, because libinih would take it for two. */
static char *next_line(char *buf, int size, void *ctx)
{
    struct reader *r = ctx;
    const char *start = r->at, *end = memchr(start, '\n', (size_t)(r->end - start));
    size_t length = (size_t)((end ? end : r->end) - start);
    bool comment = start[0] == '#' || start[0] == ';';
    if (start == r->end || r->why[0])
        return NULL;
    r->at += length + (end != NULL);
    r->line++;
    if (!comment && (length + 2 > (size_t)size || memchr(start, '\0', length))) {
        snprintf(r->why, CONFIG_WHY_SIZE,
                 text_in(r->lang, N_("a line is a text of at most %d bytes")), size - 2);
        return NULL;
    }
    snprintf(buf, (size_t)size, "%.*s\n", comment ? 0 : (int)length, start);
    return buf;
}

int config_read(struct config *c, const char *text, size_t size, enum text_lang lang,
                char why[CONFIG_WHY_SIZE])
{
    struct reader r = {.config = c, .at = text, .end = text + size, .lang = lang, .why = why};
    why[0] = '\0';
    int line = ini_parse_stream(next_line, &r, take_line, &r);
    if (line == 0)
        return why[0] ? r.line : 0;
    if (!why[0] || line < r.line) /* libinih refused that line before we refused another */
        snprintf(why, CONFIG_WHY_SIZE, "%s", text_in(lang, N_("this is not \"name = value\"")));
    return line;
}

/* ---- what others need of it ---- */

void config_limits(const struct config *c, struct net_limits *out, const char *origins[2])
{
    *out = net_limits_default;
    out->connections = c->connections;
    out->per_address = c->per_address;
    out->spare = c->per_address / 4;
    out->opens_a_minute = c->opens_a_minute;
    out->makes_an_hour = c->makes_an_hour;
    out->makes_at_once = c->makes_at_once;
    out->rate = c->rate;
    out->burst = c->rate * 3;
    out->trust_forwarded = c->behind_proxy;
    origins[0] = c->origin[0] ? c->origin : NULL;
    origins[1] = NULL;
    out->origins = origins;
}

void config_pace(const struct config *c, struct table_pace *out)
{
    *out = table_pace_human;
    out->think = c->think_ms;
    out->think_more = c->think_ms * 3 / 2;
    out->grace = c->grace_ms;
    out->vote = c->vote_s * 1000;
    if (c->think_ms == 0)
        out->react = out->react_more = 0;
}

/* For a server whose store is not a file. */
static bool runtime_folder(char *buf, size_t size)
{
    const char *given = getenv("RUNTIME_DIRECTORY"), *own = getenv("XDG_RUNTIME_DIR");
    if (given && given[0] == '/')
        snprintf(buf, size, "%.*s", (int)strcspn(given, ":"), given);
    else if (access("/run/mazo", W_OK) == 0)
        snprintf(buf, size, "/run/mazo");
    else
        snprintf(buf, size, "%s", own ? own : "");
    return buf[0] == '/';
}

bool config_control(const struct config *c, int port, char path[CONFIG_PATH_SIZE])
{
    char folder[1024];
    path[0] = '\0';
    if (c->control[0])
        snprintf(path, CONFIG_PATH_SIZE, "%s", strcmp(c->control, "none") == 0 ? "" : c->control);
    else if (strcmp(c->store, "memory") != 0 && !store_is_postgres(c->store))
        snprintf(path, CONFIG_PATH_SIZE, "%s-control", c->store);
    else if (runtime_folder(folder, sizeof folder))
        snprintf(path, CONFIG_PATH_SIZE, "%s/mazo-%d.control", folder, port);
    return path[0] != '\0';
}

const char *config_program(const struct config *c, const char *name)
{
    for (int i = 0; i < c->programs; i++)
        if (strcmp(c->program[i].name, name) == 0)
            return c->program[i].command;
    return NULL;
}
