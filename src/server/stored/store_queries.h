/*
 * store_queries.h - what the server asks its store. Everything here runs on the reader's thread and fills
 * plain structs; what becomes of them is decided on the network's (room_load.c, await_store.c, reserve.c).
 */
#ifndef MAZO_STORE_QUERIES_H
#define MAZO_STORE_QUERIES_H

#include "server/stored/match_restore.h"
#include "server/stored/summary.h"
#include "store/match_text.h"
#include "store/reader.h"

/* Result of a search in memory or in the store. */
enum find {
    FIND_FAILED = -1, /* the store failed, or memory ran out: it may be there */
    FIND_NONE,
    FIND_FOUND,
    FIND_FULL,    /* no place in memory for one more table */
    FIND_LOADING, /* it is being read */
    FIND_CLOSED   /* closed by the operator */
};

/* ---- a table ---- */

/* Commands remembered per seat: one that is sent again counts once. */
enum { SEAT_IDS_MAX = 32 };

struct read_people {
    int count;
    struct store_person at[3 * STORE_SEATS_MAX + 1];
};

/* The person with this number among them, or NULL. */
const struct store_person *query_person(const struct read_people *people, int64_t id);

/* The lines of a match, and which commands had an id: the last SEAT_IDS_MAX of each person. */
struct read_lines {
    struct store_lines text;
    uint32_t count;
    size_t bytes; /* of the whole file */
    int64_t last_at;
    struct read_id {
        int64_t person;
        uint64_t id;
        uint32_t n;
    } * ids;
    size_t id_count, id_cap;
};

/* A table with its people and its match, replayed; or only the last lines of a match. */
struct read_room {
    struct reading reading;
    struct room *room; /* the room that waits for this; NULL: gone */
    char code[STORE_CODE_SIZE];
    int64_t match; /* of query_match */
    enum find found;
    struct store_room row;
    char *text; /* of the row */
    struct read_people people;
    struct read_lines lines;     /* lines of the match; only query_match leaves their text, */
    struct replay_recent recent; /* where the last ones begin */
    struct replay_table table;
};
void query_room(struct reading *q, struct store *s);
void query_match(struct reading *q, struct store *s);
void query_room_free(struct read_room *q);

/* ---- for a person ---- */

enum { OWN_MAX = 20, HISTORY_MAX = 50, BEST_MAX = 50, DAY_MAX = 50 };

/* A person's table, from its row. */
struct own_room {
    char code[STORE_CODE_SIZE];
    int64_t id;
    bool read; /* and what it says: */
    struct summary summary;
    bool newer; /* newer lines exist: whose turn it is is unknown */
};

/* The answers to a client's message. */
struct await {
    struct reading reading;
    struct guest *guest; /* NULL: gone */
    uint8_t hash[STORE_HASH_SIZE];
    char key[STORE_KEY_SIZE];
    int64_t person, before;
    int32_t day;
    enum find found;
    struct store_person who;
    struct store_standing standing;
    struct store_mute *mute; /* people muted by `who`, */
    int mutes;               /* how many; -1: could not be read */
    int count;
    union {
        struct own_room own[OWN_MAX];
        struct store_past past[HISTORY_MAX];
        struct store_person best[BEST_MAX];
        struct store_daily daily[DAY_MAX];
    };
    size_t len; /* of the message, */
    char text[];
};
void query_hello(struct reading *q, struct store *s);   /* by hash: who, mute, own */
void query_own(struct reading *q, struct store *s);     /* by person: own */
void query_by_key(struct reading *q, struct store *s);  /* who */
void query_by_id(struct reading *q, struct store *s);   /* by person: who */
void query_history(struct reading *q, struct store *s); /* by person and before: past */
void query_best(struct reading *q, struct store *s);
void query_day(struct reading *q, struct store *s); /* by person and day: daily, standing */

/* Does a person have a result for this day? Who handed in this match? */
struct read_standing {
    struct reading reading;
    struct handed *handed;
    int32_t day;
    int64_t person;
    uint64_t mark;
    bool failed; /* the store */
    bool played;
    int64_t owner; /* of the match, or 0 */
};
void query_standing(struct reading *q, struct store *s);

enum { READ_ENDPOINT_SIZE = 1001 };

/* Where a person receives messages while no page is open. */
struct read_pushes {
    struct reading reading;
    int64_t person;
    bool failed;
    int count;
    struct read_push {
        char endpoint[READ_ENDPOINT_SIZE];
        uint8_t key[STORE_PUSH_KEY_SIZE], secret[STORE_PUSH_SECRET_SIZE];
    } at[STORE_PUSHES_MAX];
};
void query_pushes(struct reading *q, struct store *s);

/* ---- for the server ---- */

enum { STOCK_NUMBERS = 1024, STOCK_CODES = 256, CODE_LENGTH = 6 };

/* Numbers and codes that no other server uses. */
struct read_stock {
    struct reading reading;
    bool failed;
    struct store_top first; /* of STOCK_NUMBERS each */
    int codes;
    char code[STOCK_CODES]
             [STORE_CODE_SIZE]; /* suggested by the server; those that are free remain */
};
void query_stock(struct reading *q, struct store *s);

enum { DUE_MAX = 256, OLD_MAX = 100 };

/* Sleeping tables whose clock is running out, and tables unused for long. */
struct read_upkeep {
    struct reading reading;
    int64_t due_by, idle_before; /* 0: not asked */
    int due_most;
    int due_count, old_count;
    struct {
        int64_t id, match;
        char code[STORE_CODE_SIZE];
    } * due; /* due_most of them */
    struct {
        int64_t id, touched;
        char code[STORE_CODE_SIZE];
    } old[OLD_MAX];
};
void query_upkeep(struct reading *q, struct store *s);

enum { MOVED_MAX = 1024 };

/* What this server tells the others, that it lives and its public list; and what they tell. */
struct read_news {
    struct reading reading;
    bool asks_bans; /* and here they are: */
    struct store_ban *bans;
    int ban_count;
    uint64_t decided; /* decided up to this ticket when it was asked */
    bool well;        /* the store, */
    uint64_t bytes;   /* and how large it is */
    struct store_space space;
    int nodes; /* other servers alive */
    int moved;
    int64_t room[MOVED_MAX]; /* tables that others have claimed */
    struct listed *others;   /* what they list */
    size_t others_count;
    size_t len;
    char listed[];
};
void query_news(struct reading *q, struct store *s);

/* The person with this key, for an order. */
struct read_person {
    struct reading reading;
    struct order *order;
    char key[STORE_KEY_SIZE];
    enum find found;
    struct store_person who;
};
void query_whose(struct reading *q, struct store *s);

/* All bans; false: the store failed, or there is no memory. The caller frees *out. */
bool query_bans(struct store *s, struct store_ban **out, int *count);

enum { FILE_PIECE = 64 * 1024, FILE_PIECE_LINES = 512 };

/* The file of a match, for anybody who has its key. Not of a match being played, or that may be
 * resumed: the file shows every card. */
struct read_file {
    struct reading reading;
    struct hub *hub;
    struct net_later *later;
    char key[STORE_KEY_SIZE];
    enum find found;
    bool over;
    int64_t match;
    size_t size;              /* of the whole file, */
    struct store_lines piece; /* and of it these lines, FILE_PIECE bytes or a single line, */
    uint32_t next;            /* before this one */
    bool full;                /* the piece */
};
void query_file(struct reading *q, struct store *s);  /* the size and the first piece; */
void query_piece(struct reading *q, struct store *s); /* and the next one */

#endif
