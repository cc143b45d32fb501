/*
 * store.h - what survives: people, tables, matches, results.
 *
 * One struct of functions, so that the server does not know where things are
 * kept: in a SQLite file (the default; a temporary one with `--store memory`) or in a PostgreSQL
 * database (`--store postgresql://…`). The tests have one more, in memory.
 *
 * Writes come in batches, all or nothing; when `commit` returns STORE_KEPT they are durable. Only the
 * writer's thread calls it (writer.h). Only the reader's thread calls the reads (reader.h); they see
 * committed data.
 *
 * Several servers may use one database; each opened store is a node with its own number. A room
 * belongs to the node that claimed or wrote it last, but that only saves work. What protects a table
 * from a second node is that every write names the version of the room that it is based on.
 *
 * Times are milliseconds since 1970. Texts are UTF-8, opaque to the store. Reasons for a failure are
 * English sentences of the catalogue: text_in(lang, why).
 */
#ifndef MAZO_STORE_H
#define MAZO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_HASH_SIZE = 32, /* of a token */
    STORE_NAME_SIZE = 48, /* this and the next include the NUL */
    STORE_CODE_SIZE = 12, /* of a table: people type it */
    STORE_KEY_SIZE = 24,  /* of a person or a match, in public */
    STORE_WHY_SIZE = 256,
    STORE_ADDRESS_SIZE = 48,
    STORE_REASON_SIZE = 160,
    STORE_ROUNDS_SIZE = 48,
    STORE_SEATS_MAX = 10,
    STORE_PUSH_KEY_SIZE = 65, /* of a browser: a point of P-256, uncompressed */
    STORE_PUSH_SECRET_SIZE = 16,
    STORE_PUSHES_MAX = 8,    /* of one person; the newest */
    STORE_HEARD_MS = 5000,   /* a node is up */
    STORE_LIVES_MS = 10000,  /* a node may still be up */
    STORE_OVERDUE_MS = 90000 /* its owner is not servicing it; see rooms_due */
};

/* A player with a token. */
struct store_person {
    int64_t id;                    /* 1 and more; given by the server, see store_top */
    char key[STORE_KEY_SIZE];      /* the public name of the identity, random */
    uint8_t hash[STORE_HASH_SIZE]; /* of the token, which is not stored */
    char name[STORE_NAME_SIZE];
    char lang[4];
    int64_t since, seen;
    double rating; /* given for a new person; after that only results change it */
    int32_t matches, wins;
};

/* A table: its settings and its people, as the server writes them. */
struct store_room {
    int64_t id;
    char code[STORE_CODE_SIZE];
    int64_t touched;
    int64_t due;   /* when its clock runs out while it sleeps, or 0 */
    bool listed;   /* in the public list */
    bool over;     /* put away for good */
    int64_t match; /* the match under way, or 0 */
    int64_t
        version; /* counts its changes. In a write: the version it replaces, or 0 for any or none */
    int people;  /* how many sit there; none once it is over */
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
    int64_t person;  /* the sender, or 0 */
    uint64_t id;     /* hash of the client's id for it, or 0 */
    int64_t version; /* in a write: the version its room must have; 0: any */
    const char *text;
    size_t len; /* without the line's end */
};

/* How a match ended for one seat. */
struct store_result {
    int64_t match;
    int64_t person;             /* 0: a bot */
    char name[STORE_NAME_SIZE]; /* the person's at that time, or the bot's */
    int32_t seat, points;
    bool won;
    int64_t at;
    double delta;  /* in a write: added to the person's rating */
    double rating; /* of the person afterwards; 0: a bot. In a write: only for a copy */
    bool copied;   /* in a write: stores `rating` and leaves the person's alone */
};

/* One person mutes another. */
struct store_mute {
    int64_t person; /* who mutes */
    int64_t muted;
    char key[STORE_KEY_SIZE]; /* of the muted person; not in a write */
    bool off;                 /* in a write: no longer */
};

/* A banned person, or a banned address. */
struct store_ban {
    int64_t person;                   /* 0: the address is banned */
    char address[STORE_ADDRESS_SIZE]; /* "": the person is banned */
    int64_t until;                    /* 0: forever */
    int64_t at;
    char why[STORE_REASON_SIZE]; /* shown to that person; may be "" */
    char key[STORE_KEY_SIZE];    /* of the person; not in a write */
    char name[STORE_NAME_SIZE];  /* not in a write */
    bool off;                    /* in a write: no longer */
};

/* Where a browser of a person takes messages while no page is open (Web Push, RFC 8030). */
struct store_push {
    int64_t person;
    const char *endpoint; /* the address to send to; the store has each once, for the last person */
    size_t len;
    uint8_t key[STORE_PUSH_KEY_SIZE],
        secret[STORE_PUSH_SECRET_SIZE]; /* p256dh and auth, RFC 8291 */
    int64_t at;
    bool off; /* in a write: no longer, if it is still this person's */
};

/* The result of a person in the deal of a day, which the server has played again: table/daily_check.h.
 * Best first: by place, then by lead. */
struct store_daily {
    int32_t day; /* its number */
    int64_t person;
    int64_t at; /* when it was handed in */
    int32_t place, lead;
    char rounds[STORE_ROUNDS_SIZE]; /* opaque */
    uint64_t mark;                  /* of the match: it counts for one person only */
    char key[STORE_KEY_SIZE];       /* of the person, and */
    char name[STORE_NAME_SIZE];     /* the present name; not in a write */
};

/* How many played the deal of a day, and a person's place. */
struct store_standing {
    int32_t played;
    int32_t rank; /* 1 and more: how many are better, and one; 0: that person has not played, */
    struct store_daily own; /* else the result, without key and name */
};

enum store_kind {
    STORE_PERSON, /* new, or changed (name, lang, seen); rating and counts stay */
    STORE_ROOM,   /* new or changed; its people must exist, and no other room that is not over may
                   * have its code */
    STORE_MATCH,  /* new */
    STORE_EVENT,  /* the next of its match: a repeated number or a gap fails the batch */
    STORE_RESULT, /* new; also updates the person: rating, matches + 1, wins + won */
    STORE_MUTE,   /* both people must exist; repeating one changes nothing */
    STORE_BAN,    /* replaces a ban of the same person, who must exist, or address */
    STORE_PUSH,   /* its person must exist; of more than STORE_PUSHES_MAX the oldest goes */
    STORE_DAILY,  /* new; ignored if the person has a result of that day, or another has its mark */
    STORE_FORGET, /* deletes the name, token, seats, bans, mutes, pushes, days and links to results
                   * of person `forget`; later writes about that person are ignored */
    STORE_AWAY,   /* room `old.id` is over, unless it was touched after `old.at` */
    STORE_DROP, /* deletes room `old.id` and its unfinished matches, unless it was used at `old.at`
                   * or later, or has the highest number of a room or a match, which must not be
                   * given out again */
    STORE_CUT,  /* deletes the lines of match `old.id` if it ended before `old.at` */
    STORE_OPENING /* replaces the text of line 0 of a match, if there is one */
};

/* A room or match to clean up. */
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
        struct store_push push;
        struct store_daily daily;
        int64_t forget;
        struct store_old old;
    };
};

/* The highest numbers in use; 0 in an empty store. */
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

/* A table as `mazo store` lists it. */
struct store_entry {
    struct store_room room;
    int64_t used; /* touched, or the last line of its match */
    int32_t matches;
    uint64_t bytes; /* of its text and of all lines */
};

/* A match as `mazo store` lists it. */
struct store_kept {
    struct store_match match;
    int64_t ended; /* 0: not over */
    uint32_t lines;
    uint64_t bytes;
};

/* How much it holds, and how much still fits. */
struct store_space {
    uint64_t used; /* bytes, without freed space that will be reused */
    uint64_t left; /* free bytes on its disk; UINT64_MAX: unknown */
};

struct store;

/* Called for each row found. The row lives as long as the call. */
typedef void store_person_found(void *ctx, const struct store_person *person);
typedef void store_ban_found(void *ctx, const struct store_ban *ban);
typedef void store_mute_found(void *ctx, const struct store_mute *mute);
typedef void store_push_found(void *ctx, const struct store_push *push);
typedef void store_daily_found(void *ctx, const struct store_daily *daily);
typedef void store_room_found(void *ctx, const struct store_room *room);
typedef void store_event_found(void *ctx, const struct store_event *event);
typedef void store_past_found(void *ctx, const struct store_past *past);
typedef void store_entry_found(void *ctx, const struct store_entry *entry);
typedef void store_kept_found(void *ctx, const struct store_kept *match);

/* The outcome of a batch. */
enum store_outcome {
    STORE_KEPT,
    STORE_REFUSED,  /* nothing of it is kept, and why */
    STORE_CONFLICT, /* the same, because another writer changed the room or continued the match */
    STORE_UNKNOWN   /* the connection or the disk failed on the way; `resolve` finds out */
};

struct store_ops {
    /* The writer's thread. */
    enum store_outcome (*commit)(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE]);
    /* Call after STORE_UNKNOWN until it gives another answer, before the next commit. NULL: the
     * outcome is always known. */
    enum store_outcome (*resolve)(struct store *s, char why[STORE_WHY_SIZE]);

    /* The reader's thread. They return 1 found, 0 not found, -1 the store failed. A callback may ask
     * the store, but not repeat the question that called it. */
    int (*top)(struct store *s, struct store_top *out); /* reads the disk: can it be read? */
    /* Reserves `count` new numbers of each kind for this caller; *first has the first of each. */
    int (*reserve)(struct store *s, int64_t count, struct store_top *first);
    int (*person_by_hash)(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out);
    int (*person_by_key)(struct store *s, const char *key, struct store_person *out);
    int (*person_by_id)(struct store *s, int64_t id, struct store_person *out);
    /* The people a person has muted, by number. */
    int (*mutes)(struct store *s, int64_t person, store_mute_found *found, void *ctx);
    /* All bans, expired ones too, oldest first. */
    int (*bans)(struct store *s, store_ban_found *found, void *ctx);
    /* Where a person takes pushes, oldest first. */
    int (*pushes)(struct store *s, int64_t person, store_push_found *found, void *ctx);
    /* The room that is not over, or the newest of those that are. */
    int (*room_by_code)(struct store *s, const char *code, store_room_found *found, void *ctx);
    /* The same, and the room now belongs to this node. Its version goes up by one: the node that had
     * it gets STORE_CONFLICT for any write to it, and learns of it by `heartbeat`. For SQLite, which
     * has one node, it is room_by_code. */
    int (*room_claim)(struct store *s, const char *code, store_room_found *found, void *ctx);
    /* This node lives, and this is its public list, opaque to the store. Call it about twice a second.
     * It calls `moved` for each room that another node has claimed from this one since the last time,
     * and `others` with the list of each other node seen in the last STORE_HEARD_MS. 1, or -1: the
     * store failed. */
    int (*heartbeat)(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx);
    /* Rooms not over whose clock runs out at `by` or before, earliest first, at most `most`. It leaves
     * out rooms of other nodes seen in the last STORE_LIVES_MS, except those that ran out more than
     * STORE_OVERDUE_MS before `by`. Servers ask for a minute ahead. */
    int (*rooms_due)(struct store *s, int64_t by, int most, store_room_found *found, void *ctx);
    /* Rooms not over, without a clock, last touched before `before`; oldest first, at most `most`. */
    int (*rooms_idle)(struct store *s, int64_t before, int most, store_room_found *found,
                      void *ctx);
    /* Rooms not over where this person sits, last touched first, at most 50. */
    int (*rooms_of)(struct store *s, int64_t person, store_room_found *found, void *ctx);
    int (*match_by_id)(struct store *s, int64_t id, struct store_found *out);
    int (*match_by_key)(struct store *s, const char *key, struct store_found *out);
    /* The first line of a match; the lines from number `from` on, in order. */
    int (*opening)(struct store *s, int64_t match, store_event_found *found, void *ctx);
    int (*events)(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx);
    /* The same, at most `most` of them. */
    int (*some_events)(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx);
    /* At most `most` matches of a person that ended before `before` (0: all), newest first. */
    int (*history)(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx);
    /* The best rated people with at least five matches. */
    int (*best)(struct store *s, int most, store_person_found *found, void *ctx);
    /* The best results of a day, at most `most`; equal ones in the order in which they were handed in. */
    int (*day)(struct store *s, int32_t day, int most, store_daily_found *found, void *ctx);
    /* A person's place among them: 1, or -1 if the store failed. */
    int (*standing)(struct store *s, int32_t day, int64_t person, struct store_standing *out);
    /* All days of a person, oldest first; the person who has a result with this mark. */
    int (*days_of)(struct store *s, int64_t person, store_daily_found *found, void *ctx);
    int (*day_mark)(struct store *s, int32_t day, uint64_t mark, int64_t *person);

    /* For `mazo store`; slow. All rooms, last used first; all people not forgotten and all matches, by
     * number. */
    int (*rooms)(struct store *s, store_entry_found *found, void *ctx);
    int (*people)(struct store *s, store_person_found *found, void *ctx);
    int (*matches)(struct store *s, store_kept_found *found, void *ctx);
    /* The matches with a result or a line of this person. The seat is -1 if there is no result. */
    int (*matches_of)(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx);
    /* Is it sound? 1 yes; 0 no, and it calls `fault` for each problem, in English. */
    int (*check)(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx);
    /* Writes a consistent, checked copy to a new file while others keep writing. `on` gets the
     * progress. False: why, and there is no such file. */
    bool (*backup)(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE]);

    /* Bytes on disk, for the metrics; and what limits go by. */
    uint64_t (*size)(struct store *s);
    void (*space)(struct store *s, struct store_space *out);
    void (*close)(struct store *s);
};

struct store {
    const struct store_ops *ops;
    int was, now; /* the versions before and after an upgrade at opening, or 0 */
    char *copy;   /* path of the copy made before that upgrade, or NULL */
};

/* The version of the store that this program writes, the newest it can read. */
int store_version(void);

/* What a store is opened for. ALONE: no server uses it, now or until it is closed. */
enum store_use { STORE_SERVE, STORE_ADMIN, STORE_ALONE, STORE_LOOK };

/* A SQLite file. NULL, and why: it cannot be opened, is newer, damaged, or in use by another process.
 *
 * SERVE and ALONE create it if it is missing, and upgrade it if it is older, after a copy to PATH.vN, N
 * being its version. ADMIN is for `mazo store`, while another process may be using it: it is neither
 * created nor checked, and upgraded only while it is not in use. LOOK only reads: it changes neither
 * file nor log, reads older versions as they are, and needs no permission to write. A log that cannot
 * be read in place is read from a copy. */
struct store *store_sqlite(const char *path, enum store_use use, char why[STORE_WHY_SIZE]);

/* An empty SQLite store that ends with the process, however it ends: its files have no names. Commits
 * do not wait for the disk. NULL, and why. */
struct store *store_temporary(char why[STORE_WHY_SIZE]);

/* A PostgreSQL database by its address, which may name several hosts; its tables are created or
 * upgraded, but not by LOOK, which reads whatever its version. NULL, and why: it cannot be reached, is
 * newer, or is being copied. Several servers may use it. */
bool store_is_postgres(const char *address);
struct store *store_postgres(const char *address, enum store_use use, char why[STORE_WHY_SIZE]);

/* `where` is what people type: the address of a database, or the path of a file; to SERVE or ALONE also
 * "memory". */
struct store *store_open(const char *where, enum store_use use, char why[STORE_WHY_SIZE]);

/* `where` without the password, for messages. Returns buf. */
const char *store_shown(const char *where, char *buf, size_t size);

/* Commit, and wait up to half a minute for an unknown outcome. False: refused, or still unknown; `why`
 * says which. */
bool store_commit(struct store *s, const struct store_write *writes, size_t count,
                  char why[STORE_WHY_SIZE]);

#endif
