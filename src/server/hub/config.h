/*
 * config.h - how a server is set up: by options, and by a file of the same names.
 *
 *     ; mazo.ini
 *     public = yes
 *     url = https://uno.example
 *     [programs]
 *     clever = /opt/clever/bot --fast     ; a bot that hosts can choose as program:clever
 */
#ifndef MAZO_CONFIG_H
#define MAZO_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "server/network/net.h"
#include "table/table.h"
#include "text/text.h"
#include "wire/table_info.h"

enum {
    CONFIG_PROGRAMS_MAX = 16,
    CONFIG_WHY_SIZE = 512,
    CONFIG_FILE_MAX = 64 * 1024,
    CONFIG_PATH_SIZE = 1200
};

struct config_program {
    char name[32];
    char command[TABLE_PROGRAM_MAX];
};

struct config {
    char listen[64], url[256], store[1024], control[1024], origin[256], log[8],
        push_key[1024], push_contact[256];
    uint32_t port, connections, per_address, opens_a_minute, makes_an_hour, makes_at_once, rate,
        tables, tables_each, listed_each, listed_address, programs_at_once, programs_each, moves,
        match_mib, store_mib, reserve_mib;
    uint32_t leave_s, sleep_s, close_days, think_ms, grace_ms, vote_s, open_s, fill_s;
    bool everywhere, announce, behind_proxy, push_anywhere;
    int programs;
    struct config_program program[CONFIG_PROGRAMS_MAX];
};

/* What people do, for the terminal of the server. */
enum serve_news {
    NEWS_OPENED,
    NEWS_SAT,
    NEWS_BACK,
    NEWS_LEFT,
    NEWS_LOST,
    NEWS_DEALT,
    NEWS_OVER,
    NEWS_CUT
};

/* A table as the terminal of the server shows it. Texts live as long as the call. */
struct serve_table {
    const char *code;
    const struct mazo_rules *rules;
    enum room_status status;
    int seats;
    uint32_t watchers;
    struct serve_seat {
        enum seat_kind kind;
        const char *name; /* of a person, a bot or a program */
        bool here, host;  /* of a person */
    } seat[MAZO_SEATS_MAX];
};

/* Who is told the news (`news` may be NULL); `who` is "" for news about the table. `table`, or
 * NULL, is given every table once a second, oldest first, then NULL. */
struct serve_host {
    const char *commit; /* that this program is built from */
    const struct push_key *push_key; /* of config.push_key, or NULL; see push_seal.h */
    void (*ready)(void *ctx, int port);
    void (*news)(void *ctx, enum serve_news news, const char *who, const char *table);
    void (*table)(void *ctx, const struct serve_table *table);
    void *ctx;
};

void config_default(struct config *c);

/* `value` NULL is yes. False, and why in `lang`: there is no such value. */
bool config_set(struct config *c, int key, const char *value, enum text_lang lang,
                char why[CONFIG_WHY_SIZE]);

/* Reads a whole file. Returns 0, or the first wrong line, and why in `lang`. */
int config_read(struct config *c, const char *text, size_t size, enum text_lang lang,
                char why[CONFIG_WHY_SIZE]);

void config_limits(const struct config *c, struct net_limits *out, const char *origins[2]);
void config_pace(const struct config *c, struct table_pace *out);

/* Where the socket for `mazo host` is: as set, next to the file of the store, or by the port in the folder for
 * such things: $RUNTIME_DIRECTORY, /run/mazo or $XDG_RUNTIME_DIR. False: there is none. */
bool config_control(const struct config *c, int port, char path[CONFIG_PATH_SIZE]);

/* The command line of the program with that name, or NULL. */
const char *config_program(const struct config *c, const char *name);

#endif
