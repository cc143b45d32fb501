/*
 * table_info.h - the message `table`: a table as the server tells it to one guest, and as every client
 * of it reads it. docs/protocol.md says what its keys mean.
 */
#ifndef MAZO_TABLE_INFO_H
#define MAZO_TABLE_INFO_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "wire/json_out.h"

enum { TABLE_INFO_PROGRAMS_MAX = 16, TABLE_INFO_WATCHING_MAX = 20 };

/* Who sits at a seat, and how the table stands; in files and messages they are these words. */
enum seat_kind { SEAT_OPEN, SEAT_CLOSED, SEAT_PERSON, SEAT_BOT, SEAT_PROGRAM, SEAT_KINDS };
enum room_status {
    ROOM_OPEN,
    ROOM_PLAYING,
    ROOM_OVER,
    ROOM_STOPPED /* only in lists */,
    ROOM_STATUSES
};
extern const char *const table_info_sits[SEAT_KINDS];
extern const char *const table_info_status[ROOM_STATUSES];

/* The index of a word, or -1. */
int table_info_word(const char *word, const char *const *words, int count);

/* Texts belong to the caller, or to the message that was read; "" where there is none. */
struct table_info_seat {
    enum seat_kind sits;
    const char *name;       /* name of a person, bot or program */
    const char *player;     /* the key of a person */
    const char *bot;        /* "hard:cautious" */
    int face;               /* of 0 to 9: its color, and the name of a bot */
    const char *kicked;     /* who was kicked from this seat in this match */
    const char *hash;       /* hash of the salt; NULL: an older server without hashes */
    bool here, away, left;  /* left: left on purpose */
    bool committed, opened; /* has given a hash, or to an older server a salt; the salt is known */
    bool waits;             /* a program waiting for a place */
    int missed;             /* how often the salt was not opened, for this deal */
    bool again;             /* wants another match, now that one is over */
    int won;                /* matches of the series */
    bool gives;             /* a bot's seat that a person may take */
};

struct table_info_watcher {
    const char *player, *name;
};

struct table_info {
    const char *id; /* id of the message that this answers, or "" */
    const char *code, *title;
    struct mazo_rules rules; /* with the clock */
    bool listed;
    bool fills;       /* it deals by itself, and bots have the free seats: */
    int64_t deals_in; /* ms; -1: not now */
    enum room_status status;
    const char *host; /* the key of a person */
    int you;          /* the receiver's seat, or -1 */
    int seats;
    struct table_info_seat seat[MAZO_SEATS_MAX];
    int64_t watchers; /* connections, */
    int watching;     /* and the people; 0: nobody, or a crowd */
    struct table_info_watcher watches[TABLE_INFO_WATCHING_MAX];
    const char *commitment;
    bool opening;     /* the deal is waiting for players: */
    const char *deal; /* its code, "": for new hashes, else for salts */
    int64_t ends_in;  /* ms, at most */
    int64_t again;    /* how often this deal has started over */
    int64_t match, n;
    const char *key; /* of the match that is over */
    int64_t series;  /* matches of the same people, so far; 0: none */
    int programs;    /* programs that can be chosen */
    const char *program[TABLE_INFO_PROGRAMS_MAX];
};

void table_info_put(struct json_out *out, const struct table_info *t);

/* Reads what is present. False: something required is missing, or a newer server says what we
 * cannot show. */
bool table_info_read(const json_t *from, struct table_info *out);

#endif
