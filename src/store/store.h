/*
 * store.h - what survives: people, tables, matches, results.
 *
 * One struct of functions, so that the server does not know where things are
 * kept: in a SQLite file (the default; a temporary one with `--store memory`) or in a PostgreSQL
 * database (`--store postgresql://…`). The tests have one more, in memory.
 *
 * Writes come in batches and are all or nothing; when `commit` returns STORE_KEPT
 * they are durable. It is called from one thread, the writer's (writer.h). The
 * reads are for one other thread, the reader's, and see what has been
 * committed.
 *
 * Several servers may use one database; each opened store is a node, with a number of its own. A
 * room belongs to the node that claimed or wrote it last. That only saves work: what keeps two
 * nodes from spoiling each other's tables is that every write names the version of the room that
 * it is based on.
 *
 * Times are milliseconds since 1970. Texts are UTF-8; the store does
 * not look into them. Why something failed is said in English; all these
 * sentences are in the catalogue: text_in(lang, why).
 */
#ifndef MAZO_STORE_H
#define MAZO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_HASH_SIZE = 32, /* of a token */
    STORE_NAME_SIZE = 48, /* with the NUL, as all of these */
    STORE_CODE_SIZE = 12, /* of a table: what people type */
    STORE_KEY_SIZE = 24,  /* of a person or a match, in public */
    STORE_WHY_SIZE = 256,
    STORE_ADDRESS_SIZE = 48,
    STORE_REASON_SIZE = 160,
    STORE_SEATS_MAX = 10,
    STORE_HEARD_MS = 5000,   /* a node is up */
    STORE_LIVES_MS = 10000,  /* a node may still be up */
    STORE_OVERDUE_MS = 90000 /* its owner does not look after it; see rooms_due */
};

/* Somebody with a token. */
struct store_person {
    int64_t id;                    /* 1 and more; given by the server, see store_top */
    char key[STORE_KEY_SIZE];      /* the public name of the identity, random */
    uint8_t hash[STORE_HASH_SIZE]; /* of the token, which nobody keeps */
    char name[STORE_NAME_SIZE];
    char lang[4];
    int64_t since, seen;
    double rating; /* a new person's is as given; then changed by results only */
    int32_t matches, wins;
};

/* A table: its settings and who sits there, as the server writes them. */
struct store_room {
    int64_t id;
    char code[STORE_CODE_SIZE];
    int64_t touched;
    int64_t due;     /* when its clock runs out, or 0: for rooms that sleep */
    bool listed;     /* in the public list */
    bool over;       /* put away for good */
    int64_t match;   /* the match under way, or 0 */
    int64_t version; /* counts its changes. In a write: the one that it replaces, which must be
                      * there; 0: whatever is there, or nothing */
    int people;      /* how many persons sit there; nobody where it is over: */
    int64_t person[STORE_SEATS_MAX];
    const char *text; /* JSON */
    size_t len;
};

/* A match begins; its lines are events. */
struct store_match {
    int64_t id, room;
    char key[STORE_KEY_SIZE]; /* in links, random */
    int64_t began;
    char rules[32]; /* the sheet */
};

/* A line of a match file. The first is number 0: the opening. */
struct store_event {
    int64_t match;
    uint32_t n;
    int64_t at;
    int64_t person;  /* who sent it, or 0 */
    uint64_t id;     /* hash of the id that the client gave it, or 0 */
    int64_t version; /* in a write: of its room, which must be there; 0: not checked */
    const char *text;
    size_t len; /* without the line's end */
};

/* How a match ended for one seat. */
struct store_result {
    int64_t match;
    int64_t person;             /* 0: a bot */
    char name[STORE_NAME_SIZE]; /* the person's then, or the bot's */
    int32_t seat, points;
    bool won;
    int64_t at;
    double delta;  /* in a write: added to the person's rating */
    double rating; /* of the person, after it; 0: a bot. In a write: where it is a copy */
    bool copied;   /* in a write: `rating` is kept as it is, and the person's is left alone */
};

/* Somebody does not want to hear of somebody else. */
struct store_mute {
    int64_t person; /* whose wish it is */
    int64_t muted;
    char key[STORE_KEY_SIZE]; /* of the muted person; not in a write */
    bool off;                 /* in a write: no longer */
};

/* Somebody who may not come: a person, or everybody at an address. */
struct store_ban {
    int64_t person;                   /* or 0, */
    char address[STORE_ADDRESS_SIZE]; /* or "" */
    int64_t until;                    /* 0: for good */
    int64_t at;
    char why[STORE_REASON_SIZE]; /* for that person to read, or "" */
    char key[STORE_KEY_SIZE];    /* of the person; not in a write, */
    char name[STORE_NAME_SIZE];  /* nor is this */
    bool off;                    /* in a write: no longer */
};

enum store_kind {
    STORE_PERSON, /* new, or changed (name, lang, seen); rating and counts are left alone */
    STORE_ROOM,   /* new or changed; who sits there must be known, and no other room that is
                   * not over may have its code */
    STORE_MATCH,  /* new */
    STORE_EVENT,  /* the next of its match: a number that is there, or a gap, fails the batch */
    STORE_RESULT, /* new; also changes the person's rating, matches + 1, wins + won */
    STORE_MUTE,   /* as it is already: nothing happens. Both must be known */
    STORE_BAN,    /* in place of what there was about the same person or address. A person must be
                   * known */
    STORE_FORGET, /* the person of `forget`: name, token, seats, bans, mutes by and of that person and
                   * links to results go; what is written of that person later is left out */
    STORE_AWAY,   /* the room of `old` is over, unless it was touched since `old.at` */
    STORE_DROP,   /* the room of `old` goes, with its matches that are not over; unless it was
                   * used at `old.at` or later, or its number or that of a match of it is the
                   * highest, which would be given away again */
    STORE_CUT,    /* the lines of the match of `old` go, if it was over before `old.at` */
    STORE_OPENING /* another text for line 0 of a match; without that line nothing happens */
};

/* What nobody has used for long. */
struct store_old {
    int64_t id, at;
};

struct store_write {
    enum store_kind kind;
    union {
        struct store_person person;
        struct store_room room;
        struct store_match match;
        struct store_event event;
        struct store_result result;
        struct store_mute mute;
        struct store_ban ban;
        int64_t forget;
        struct store_old old;
    };
};

/* The highest numbers given away so far; all 0 in an empty store. */
struct store_top {
    int64_t person, room, match;
};

/* One line of a person's history, the newest first. */
struct store_past {
    char match[STORE_KEY_SIZE];
    char rules[32];
    int64_t at;
    int32_t seats, points;
    bool won;
    double rating;
};

/* A finished or running match, looked up by its key. */
struct store_found {
    struct store_match match;
    bool over; /* it has results */
    int results;
    struct store_result result[STORE_SEATS_MAX];
    char person_key[STORE_SEATS_MAX][STORE_KEY_SIZE]; /* "" for bots */
};

/* A table as those see it who look after the store. */
struct store_entry {
    struct store_room room;
    int64_t used; /* touched, or the last line of its match */
    int32_t matches;
    uint64_t bytes; /* of its text and of all lines */
};

/* A match as those see it. */
struct store_kept {
    struct store_match match;
    int64_t ended; /* 0: not over */
    uint32_t lines;
    uint64_t bytes;
};

/* How much it holds, and what there is room for. */
struct store_space {
    uint64_t used; /* bytes, without what was deleted and will be used again */
    uint64_t left; /* free bytes of that disk; UINT64_MAX: not known */
};

struct store;

/* Told of each that a question finds. What it gets lives as long as the call. */
typedef void store_person_found(void *ctx, const struct store_person *person);
typedef void store_ban_found(void *ctx, const struct store_ban *ban);
typedef void store_mute_found(void *ctx, const struct store_mute *mute);
typedef void store_room_found(void *ctx, const struct store_room *room);
typedef void store_event_found(void *ctx, const struct store_event *event);
typedef void store_past_found(void *ctx, const struct store_past *past);
typedef void store_entry_found(void *ctx, const struct store_entry *entry);
typedef void store_kept_found(void *ctx, const struct store_kept *match);

/* What became of a batch. */
enum store_outcome {
    STORE_KEPT,
    STORE_REFUSED, /* nothing of it is kept, and why */
    STORE_CONFLICT, /* the same, because somebody else has changed the room, or continued the match */
    STORE_UNKNOWN   /* the connection was lost meanwhile, or the disk failed; `resolve` finds out */
};

struct store_ops {
    /* The writer's thread. */
    enum store_outcome (*commit)(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE]);
    /* After STORE_UNKNOWN, until it is known, and before the next commit. NULL: it always is. */
    enum store_outcome (*resolve)(struct store *s, char why[STORE_WHY_SIZE]);

    /* The reader's thread. The return value says what was found: 1 found, 0 not there,
     * -1 the store failed. A callback may ask the store, but not the question that it is being
     * answered. */
    int (*top)(struct store *s, struct store_top *out); /* from the disk: can it be read? */
    /* So many new numbers of each kind that nobody else ever gets; *first has the first of each. */
    int (*reserve)(struct store *s, int64_t count, struct store_top *first);
    int (*person_by_hash)(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out);
    int (*person_by_key)(struct store *s, const char *key, struct store_person *out);
    int (*person_by_id)(struct store *s, int64_t id, struct store_person *out);
    /* The people a person has muted, in the order of their numbers. */
    int (*mutes)(struct store *s, int64_t person, store_mute_found *found, void *ctx);
    /* All bans, also those that are over, the oldest first. */
    int (*bans)(struct store *s, store_ban_found *found, void *ctx);
    /* One that is not over before one that is; else the newest. */
    int (*room_by_code)(struct store *s, const char *code, store_room_found *found, void *ctx);
    /* The same, and from then on the room belongs to this node. Its version is one higher; a node that
     * had it before gets STORE_CONFLICT for any write to it, and hears of it by `heartbeat`. Where
     * there is one node only (SQLite) it is room_by_code. */
    int (*room_claim)(struct store *s, const char *code, store_room_found *found, void *ctx);
    /* This node lives, and this is its public list: a text that the store does not look into. To be
     * called about twice a second. `moved` is called for each room that another node has claimed
     * from this one since the last time, `others` with the list of each other node that was
     * heard of in the last STORE_HEARD_MS. 1, or -1: the store failed. */
    int (*heartbeat)(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx);
    /* Rooms not put away whose clock runs out by then, the earliest first, at most `most`. Those
     * that belong to another node which was heard of in the last STORE_LIVES_MS are left out, unless
     * theirs ran out more than STORE_OVERDUE_MS before `by`, which is a minute from now where a server
     * asks. */
    int (*rooms_due)(struct store *s, int64_t by, int most, store_room_found *found, void *ctx);
    /* Rooms not put away, without a clock that runs, last touched before `before`; the oldest
     * first, at most `most`. */
    int (*rooms_idle)(struct store *s, int64_t before, int most, store_room_found *found,
                      void *ctx);
    /* Rooms not put away where this person sits, the last touched first, at most 50. */
    int (*rooms_of)(struct store *s, int64_t person, store_room_found *found, void *ctx);
    int (*match_by_id)(struct store *s, int64_t id, struct store_found *out);
    int (*match_by_key)(struct store *s, const char *key, struct store_found *out);
    /* The first line of a match, and the lines from number `from` on, in order. */
    int (*opening)(struct store *s, int64_t match, store_event_found *found, void *ctx);
    int (*events)(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx);
    /* The same, at most `most` of them. */
    int (*some_events)(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx);
    /* At most `most` matches of a person, the newest first, older than `before` (0: from now). */
    int (*history)(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx);
    /* The best rated, at least five matches. */
    int (*best)(struct store *s, int most, store_person_found *found, void *ctx);

    /* For those who look after the store; slow. All rooms, the last used first; all persons who
     * are not forgotten, and all matches, in the order of their numbers. */
    int (*rooms)(struct store *s, store_entry_found *found, void *ctx);
    int (*people)(struct store *s, store_person_found *found, void *ctx);
    int (*matches)(struct store *s, store_kept_found *found, void *ctx);
    /* The matches where a person sat: those with a result, and those with a line of that
     * person. The seat is -1 where no result says it. */
    int (*matches_of)(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx);
    /* Is what it keeps sound? 1 yes; 0 no, and `fault` is called for each problem, in English. */
    int (*check)(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx);
    /* A consistent copy in a new file, while others keep writing. `on` is told how far it
     * is; it has been checked when this is true. False: why, and there is no such file. */
    bool (*backup)(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE]);

    /* Bytes on disk, for the metrics. And for limits. */
    uint64_t (*size)(struct store *s);
    void (*space)(struct store *s, struct store_space *out);
    void (*close)(struct store *s);
};

struct store {
    const struct store_ops *ops;
    int was, now; /* the versions from which and to which it was brought when it was opened, or 0 */
    char *copy;   /* of the store as it was then: the path, or NULL */
};

/* The version of a store that this program writes, and the newest that it reads. */
int store_version(void);

/* A SQLite file, created if there is none, and brought to the present version where it is
 * older; before that it is copied to PATH.v1, after its version. WAL, synchronous=FULL. NULL, and why, when it cannot be opened, is of a newer version,
 * damaged, or another process has it. */
struct store *store_sqlite(const char *path, char why[STORE_WHY_SIZE]);

/* An empty SQLite store that ends with the process, however it ends: its files have no names. Commits
 * do not wait for the disk. NULL, and why. */
struct store *store_temporary(char why[STORE_WHY_SIZE]);

/* The same file, for somebody who looks after it, while another process may be using it. It is
 * not created if there is none, nor checked; and it is brought to the present version only
 * while nobody uses it. */
struct store *store_sqlite_admin(const char *path, char why[STORE_WHY_SIZE]);

/* The same file for somebody who only reads it: neither file nor log is changed, an older version is
 * read as it is, and it need not be possible to write it. If a log lies beside it that cannot be read in
 * place, a copy of both is read. */
struct store *store_sqlite_look(const char *path, char why[STORE_WHY_SIZE]);

/* A PostgreSQL database, by its address, which may name several hosts; its tables are created if
 * there are none, and brought to the present version. NULL, and why, when it cannot be reached, is
 * of a newer version, or somebody is copying it. Several servers may have it. The second: for
 * somebody who looks after it; the third: while no server has it, and none gets it; the fourth: to read
 * it, of whatever version it is. */
bool store_is_postgres(const char *address);
struct store *store_postgres(const char *address, char why[STORE_WHY_SIZE]);
struct store *store_postgres_admin(const char *address, char why[STORE_WHY_SIZE]);
struct store *store_postgres_alone(const char *address, char why[STORE_WHY_SIZE]);
struct store *store_postgres_look(const char *address, char why[STORE_WHY_SIZE]);

/* By what people write: "memory", the address of a database, or the path of a file. */
struct store *store_open(const char *where, char why[STORE_WHY_SIZE]);
struct store *store_open_admin(const char *where, char why[STORE_WHY_SIZE]);
struct store *store_open_alone(const char *where, char why[STORE_WHY_SIZE]);
struct store *store_open_look(const char *where, char why[STORE_WHY_SIZE]);

/* The same text without a password, for messages. Returns buf. */
const char *store_shown(const char *where, char *buf, size_t size);

/* Commit, and find out where it is not known at once: for those who can wait. False where it is not
 * known after half a minute, too; `why` says so. */
bool store_commit(struct store *s, const struct store_write *writes, size_t count,
                  char why[STORE_WHY_SIZE]);

#endif
