/*
 * setup.c - the settings of a table, and the file that keeps the last one.
 */
#include "session/setup.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/folder.h"
#include "table/player.h"
#include "say/rule_text.h"
#include "text/number.h"
#include "text/utf8.h"

enum { FILE_SIZE_MAX = 32 * 1024, NUMBER_MAX = 12 };

void setup_init(struct game_setup *s, enum text_lang lang)
{
    *s = (struct game_setup){.lang = lang, .rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL)};
    s->seats = s->rules.seats;
    s->people = 1;
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        s->player[i].sitter = i < s->people ? TABLE_PERSON : TABLE_BOT;
        s->player[i].level = MAZO_BOT_NORMAL;
    }
}

void setup_set_seats(struct game_setup *s, int seats)
{
    for (int i = s->seats; i < seats && i > 0; i++) {
        struct table_player *p = &s->player[i];
        if (p->name[0] == '\0' && i - 1 >= s->people) {
            p->level = s->player[i - 1].level;
            p->style = s->player[i - 1].style;
            p->playouts = s->player[i - 1].playouts;
        }
    }
    s->seats = (uint8_t)seats;
    setup_set_people(s, s->people < seats ? s->people : seats);
}

void setup_set_people(struct game_setup *s, int people)
{
    s->people = (uint8_t)people;
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        struct table_player *p = &s->player[i];
        bool person = i < people;
        if (person != (p->sitter == TABLE_PERSON)) /* a guest's name is not a bot's */
            snprintf(p->name, sizeof p->name, "%s", person && i == 0 ? s->own : "");
        p->sitter = person ? TABLE_PERSON : TABLE_BOT;
    }
}

void setup_set_own(struct game_setup *s, const char *name)
{
    snprintf(s->own, sizeof s->own, "%s", name);
    for (int i = 1; i < MAZO_SEATS_MAX; i++) /* a bot with that name gets another */
        if (s->people > 0 && strcasecmp(s->player[i].name, name) == 0)
            s->player[i].name[0] = '\0';
    if (s->people > 0)
        snprintf(s->player[0].name, sizeof s->player[0].name, "%s", name);
}

enum mazo_rules_fault setup_check(const struct game_setup *s)
{
    return mazo_rules_check(&s->rules, s->seats);
}

/* ---- names ---- */

static bool is_taken(const struct game_setup *s, const char *name)
{
    for (int i = 0; i < s->seats; i++)
        if (strcasecmp(s->player[i].name, name) == 0)
            return true;
    return false;
}

/* A single person gets the name of the system account. */
static void name_person(struct game_setup *s, int seat)
{
    char *name = s->player[seat].name;
    const char *user = getenv("USER");
    if (s->people == 1 && user && utf8_is_plain(user, TABLE_NAME_MAX - 1) && !is_taken(s, user)) {
        snprintf(name, TABLE_NAME_MAX, "%s", user);
        return;
    }
    for (int number = seat + 1; name[0] == '\0'; number++) {
        char text[TABLE_NAME_MAX];
        snprintf(text, sizeof text, text_in(s->lang, "Player %d"), number);
        if (!is_taken(s, text))
            snprintf(name, TABLE_NAME_MAX, "%s", text);
    }
}

void setup_name_all(struct game_setup *s)
{
    int next = 0;
    for (int i = 0; i < s->people && i < s->seats; i++)
        if (s->player[i].name[0] == '\0')
            name_person(s, i);
    for (int i = s->people; i < s->seats; i++) {
        while (s->player[i].name[0] == '\0' && next < PLAYER_BOT_NAMES) {
            if (!is_taken(s, player_bot_names[next]))
                snprintf(s->player[i].name, TABLE_NAME_MAX, "%s", player_bot_names[next]);
            next++;
        }
        if (s->player[i].name[0] == '\0')
            name_person(s, i);
    }
}

/* ---- bots ---- */

bool setup_bot_read(const char *text, size_t len, struct table_player *out)
{
    struct player player;
    if (player_read(text, len, 0, &player) != PLAYER_FINE || player.outside)
        return false;
    out->level = player.level;
    out->style = player.style;
    out->playouts = player.playouts;
    return true;
}

int setup_changes(const struct mazo_rules *rules)
{
    const struct mazo_rules *sheet = mazo_rules_of_sheet(rules->sheet);
    int count = 0;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        count += mazo_rules_get(rules, rule) != mazo_rules_get(sheet, rule);
    return count;
}

const char *setup_level(enum text_lang lang, int level)
{
    static const char *const words[MAZO_BOT_LEVEL_COUNT] = {
        N_("random"), N_("by a rule"), N_("easy"), N_("normal"), N_("hard"), N_("expert"),
    };
    return level >= 0 && level < MAZO_BOT_LEVEL_COUNT ? text_in(lang, words[level]) : "";
}

const char *setup_style(enum text_lang lang, int style)
{
    static const char *const words[MAZO_BOT_STYLE_COUNT] = {
        N_("plain"),
        N_("cautious"),
        N_("bluffing"),
        N_("vengeful"),
    };
    return style >= 0 && style < MAZO_BOT_STYLE_COUNT ? text_in(lang, words[style]) : "";
}

int setup_bot_write(const struct table_player *player, char *buf, size_t size)
{
    return player_write(player->level, player->style, player->playouts, buf, size);
}

/* ---- reading ---- */

static bool is_yes(const char *text) { return strcmp(text, "yes") == 0; }

/* "name.2", "bot.3": the seat, counted from 0; -1 if it is neither. */
static int seat_of(const char *key, const char *prefix)
{
    uint64_t number;
    size_t n = strlen(prefix);
    if (strncmp(key, prefix, n) != 0 || !text_number(key + n, 1, MAZO_SEATS_MAX, &number))
        return -1;
    return (int)number - 1;
}

/* ORDER enum setup_help */
static const char *const helps[] = {"sheet", "on", "off"};

static void read_help(struct game_setup *s, const char *value)
{
    for (uint8_t help = 0; help < sizeof helps / sizeof helps[0]; help++)
        if (strcmp(value, helps[help]) == 0)
            s->help = help;
}

static void read_table(struct game_setup *s, const char *key, const char *value)
{
    uint64_t number;
    int seat;
    if (strcmp(key, "seats") == 0 && text_number(value, MAZO_SEATS_MIN, MAZO_SEATS_MAX, &number)) {
        setup_set_seats(s, (int)number);
    } else if (strcmp(key, "people") == 0 && text_number(value, 0, s->seats, &number)) {
        setup_set_people(s, (int)number);
    } else if (strcmp(key, "lang") == 0 && text_lang_by_name(value) >= 0) {
        s->lang = (enum text_lang)text_lang_by_name(value);
        s->lang_chosen = true;
    } else if (strcmp(key, "fast") == 0) {
        s->fast = is_yes(value);
    } else if (strcmp(key, "mute") == 0) {
        s->mute = is_yes(value);
    } else if (strcmp(key, "still") == 0) {
        s->still = is_yes(value);
    } else if (strcmp(key, "server") == 0 && utf8_is_plain(value, SETUP_SERVER_MAX - 1)) {
        snprintf(s->server, sizeof s->server, "%s", value);
    } else if (strcmp(key, "help") == 0) {
        read_help(s, value);
    } else if ((strcmp(key, "name") == 0 || (strcmp(key, "name.1") == 0 && s->people > 0)) &&
               utf8_is_plain(value, TABLE_NAME_MAX - 1)) {
        setup_set_own(s, value);
    } else if ((seat = seat_of(key, "name.")) >= 0 && utf8_is_plain(value, TABLE_NAME_MAX - 1)) {
        snprintf(s->player[seat].name, TABLE_NAME_MAX, "%s", value);
    } else if ((seat = seat_of(key, "bot.")) >= 0) {
        setup_bot_read(value, strlen(value), &s->player[seat]);
    }
}

static void read_rule(struct game_setup *s, const char *key, const char *text)
{
    uint32_t value;
    int rule = mazo_rule_by_name(key);
    int sheet = strcmp(key, "base") == 0 ? mazo_sheet_by_name(text) : -1;
    if (sheet >= 0)
        s->rules = *mazo_rules_of_sheet(sheet);
    else if (rule >= 0 && rule_text_read(rule, text, &value))
        mazo_rules_set(&s->rules, rule, value);
}

/* Skips unknown settings: the file may be of a later version. */
static int take_setting(void *setup, const char *section, const char *key, const char *value)
{
    struct game_setup *s = setup;
    if (strcmp(section, "table") == 0)
        read_table(s, key, value);
    else if (strcmp(section, "rules") == 0)
        read_rule(s, key, value);
    return 1;
}

void setup_read(struct game_setup *s, const char *text, size_t size)
{
    char copy[FILE_SIZE_MAX + 1];
    struct game_setup fresh = *s;
    if (size > FILE_SIZE_MAX || memchr(text, '\0', size))
        return;
    memcpy(copy, text, size);
    copy[size] = '\0';
    ini_parse_string(copy, take_setting, &fresh);
    if (setup_check(&fresh) != MAZO_FAULT_none) { /* a contradiction: none of its rules */
        fresh.rules = s->rules;
        setup_set_seats(&fresh, s->seats);
    }
    *s = fresh;
}

/* ---- writing ---- */

struct text {
    char *buf;
    size_t size, length;
};

static void put_setting(struct text *t, const char *key, const char *value)
{
    size_t used = t->length < t->size ? t->length : t->size;
    int n = snprintf(used < t->size ? t->buf + used : NULL, t->size - used, "%s%s%s\n", key,
                     *value ? " = " : "", value);
    t->length += n > 0 ? (size_t)n : 0;
}

static void put_number(struct text *t, const char *key, int number)
{
    char value[NUMBER_MAX];
    snprintf(value, sizeof value, "%d", number);
    put_setting(t, key, value);
}

static void put_rules(struct text *t, const struct mazo_rules *rules)
{
    const struct mazo_rules *base = mazo_rules_of_sheet(rules->sheet);
    put_setting(t, "\n[rules]", "");
    put_setting(t, "base", mazo_sheet_name(rules->sheet));
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        uint32_t value = mazo_rules_get(rules, rule);
        char text[40];
        if (value != mazo_rules_get(base, rule)) {
            rule_text_write(rule, value, text, sizeof text);
            put_setting(t, mazo_rule_info(rule)->name, text);
        }
    }
}

int setup_write(const struct game_setup *s, char *buf, size_t size)
{
    struct text t = {.buf = buf, .size = size};
    char key[24], bot[SETUP_BOT_MAX];
    put_setting(&t, "; The last table of `mazo`, which writes this file anew for every match.", "");
    put_setting(&t, "\n[table]", "");
    if (s->lang_chosen)
        put_setting(&t, "lang", text_lang_tag(s->lang));
    put_number(&t, "seats", s->seats);
    put_number(&t, "people", s->people);
    if (s->own[0])
        put_setting(&t, "name", s->own);
    put_setting(&t, "fast", s->fast ? "yes" : "no");
    put_setting(&t, "mute", s->mute ? "yes" : "no");
    put_setting(&t, "still", s->still ? "yes" : "no");
    if (s->server[0])
        put_setting(&t, "server", s->server);
    put_setting(&t, "help", s->help <= SETUP_HELP_OFF ? helps[s->help] : helps[0]);
    for (int i = 0; i < s->seats; i++) {
        if (s->player[i].name[0] && (i > 0 || s->people == 0)) {
            snprintf(key, sizeof key, "name.%d", i + 1);
            put_setting(&t, key, s->player[i].name);
        }
        if (i >= s->people) {
            setup_bot_write(&s->player[i], bot, sizeof bot);
            snprintf(key, sizeof key, "bot.%d", i + 1);
            put_setting(&t, key, bot);
        }
    }
    put_rules(&t, &s->rules);
    return (int)t.length;
}

/* ---- the file ---- */

static bool folder(char *buf, size_t size)
{
    return folder_find("XDG_CONFIG_HOME", ".config", buf, size);
}

bool setup_folder(char *buf, size_t size) { return folder(buf, size) && folder_make(buf); }

/* The path of that file; false without a home directory. */
static bool find_path(char *buf, size_t size)
{
    char path[SETUP_PATH_MAX];
    return folder(path, sizeof path) && (size_t)snprintf(buf, size, "%s/table.ini", path) < size;
}

void setup_recall(struct game_setup *s)
{
    char path[SETUP_PATH_MAX + 16], text[FILE_SIZE_MAX + 1];
    FILE *file = find_path(path, sizeof path) ? fopen(path, "rb") : NULL;
    if (file) {
        size_t size = fread(text, 1, sizeof text, file);
        if (!ferror(file))
            setup_read(s, text, size);
        fclose(file);
    }
}

bool setup_remember(const struct game_setup *s)
{
    char path[SETUP_PATH_MAX + 16], made[SETUP_PATH_MAX], text[FILE_SIZE_MAX];
    int length = setup_write(s, text, sizeof text);
    return length > 0 && (size_t)length < sizeof text && setup_folder(made, sizeof made) &&
           find_path(path, sizeof path) && folder_replace(path, text, (size_t)length);
}
