/*
 * room.h - a room is a table as the server keeps it: settings, seats, watchers, and its match. The
 * `struct table` of table/table.h is that match alone.
 *
 * The match is at rest in a few kilobytes; room_wake unpacks it into the one table that
 * is awake, room_rest packs it again.
 */
#ifndef MAZO_ROOM_H
#define MAZO_ROOM_H

#include "server/hub/fair_queue.h"
#include "server/stored/summary.h"
#include "server/hub/people.h"
#include "wire/fair.h"

enum {
    ROOM_WATCHERS_MAX = 250, /* connections that watch one table, */
    SEAT_GUESTS_MAX = 16,    /* per player at one table */
    /* Up to this many spectators may come and go and everybody is told; for a crowd that would be a
     * flood. */
    WATCHERS_TOLD = 20,
    ROOM_SERIES_MAX = 32,  /* people whose wins at a table are counted */
    ROOM_REMOVED_MAX = 32, /* people who were removed; beyond that the earliest may return */
    /* After this many salts committed to and not opened, a seat has no part in this deal. */
    SEAT_MISSED_MAX = 2
};

/* Between `start` and the deal; the table stays as it is. See opening.h. */
enum opening { OPENING_NOT, OPENING_HASHES /* committing anew */, OPENING_SALTS /* opening */ };

/* A player the host has kicked in the match: for readmit, and for the result. */
struct kicked {
    int64_t id;
    double rating;
    int32_t matches;
    char key[STORE_KEY_SIZE];
    char name[STORE_NAME_SIZE];
};

/* A seat, as the lobby sees it. */
struct seat {
    uint8_t kind;         /* enum seat_kind */
    uint8_t level, style; /* of a bot */
    bool won;             /* the last match, */
    double gained;        /* change of that rating */
    bool away;            /* the stand-in plays: told by the table */
    uint8_t said;         /* last sent by emit_turn, or 0 */
    bool left;            /* said `leave`; meaningful while gone_at is set */
    bool again;           /* wants another match */
    bool filled;          /* a bot holds it until a person comes; or a person who came during the match */
    struct person *person;
    struct kicked kicked;       /* a bot's: who was in this match; an open seat's: the name only */
    int64_t kicked_by;          /* the host who kicked, also once the player is back; or 0 */
    char program[32];           /* its name in the configuration */
    char hash[FAIR_HEX];        /* hash of the salt, public; "": none */
    char salt[FAIR_HEX];        /* the salt, once opened */
    uint8_t missed;             /* how often it was not opened, for this deal */
    uint64_t gone_at;           /* since when the person has been gone; 0: is here */
    uint64_t accuse_after;      /* no accusation of this seat before then */
    uint64_t ids[SEAT_IDS_MAX]; /* hashes of the last commands' ids, */
    uint32_t ns[SEAT_IDS_MAX];  /* and the numbers they got */
    uint8_t id_at;
    uint8_t wait_type; /* a command that the table holds back for a moment, */
    uint64_t wait_id;  /* or 0 */
};

/* Finished matches at a table, and who won how many. */
struct series {
    uint32_t matches;
    struct series_wins {
        int64_t person; /* 0: end of the list */
        uint32_t won;
    } wins[ROOM_SERIES_MAX];
};

/* The state that a change may touch, besides the match itself. */
struct room_state {
    uint8_t status;
    uint8_t seats;
    uint8_t stand_in; /* level of the stand-ins for people */
    bool listed;
    bool closed; /* for good, by the operator */
    bool fills;  /* it deals by itself; bots hold the free seats and give them up */
    struct mazo_rules rules;
    struct person *host;
    char title[TITLE_SIZE];
    struct seat seat[MAZO_SEATS_MAX];
    uint8_t face
        [MAZO_SEATS_MAX]; /* each number once: the name of a bot, the color of anybody; goes where the seat goes */
    int64_t dealt[MAZO_SEATS_MAX]; /* the people who got the cards of the last match, by seat */
    struct series series;
    int64_t removed[ROOM_REMOVED_MAX];           /* removed by a host, latest first; 0: none */
    char secret[FAIR_HEX], commitment[FAIR_HEX]; /* of the next or current match */
    uint8_t opening;                             /* enum opening, */
    uint64_t opening_ends;                       /* and when the wait ends */
    uint64_t deals_at;                           /* when it deals by itself; 0: never */
    uint32_t again;                              /* how often this deal has started over */
    uint32_t matches;                            /* matches so far, with the current one */
    int64_t match;                               /* its number in the store, 0: none */
    char match_key[STORE_KEY_SIZE];
    uint32_t n;      /* its last event, */
    uint64_t bytes;  /* the size of its file, */
    uint8_t warned;  /* percent of the longest length at the last warning, or 0 */
    int64_t version; /* version of the row, once the change is stored; 0: new */
    uint64_t wakes;  /* when the table has something to do */
    uint64_t crowd;  /* when a crowd gets the table; 0: it has it. See emit.h */
    uint64_t turn_ends;
    void *packed;      /* the table of the match, at rest; NULL: none */
    uint32_t pack_len; /* its bytes */
};

/* What a change counts and announces once it is stored. */
struct change_tally {
    uint32_t commands, programs_again;
    uint32_t turns;            /* seats that got the turn, one bit each */
    int64_t removed;           /* whose connections it has sent away, or 0 */
    uint32_t news;             /* one bit for each enum serve_news, */
    char who[STORE_NAME_SIZE]; /* and the person they are about */
};

struct room {
    LIST_ENTRY(room) by_code;
    int64_t id;
    char code[STORE_CODE_SIZE];
    struct room_state now;
    struct room_state *before; /* a change is under way: the state to roll back to */
    struct read_room *loading; /* the room or its match is being read; or NULL */
    LIST_ENTRY(room) by_loading;
    bool missing; /* could not be loaded: the reason is in `found`, and it is about to be dropped */
    bool sure;    /* the store has just confirmed that no other server continued the match */
    bool leaves;  /* is dropped once its row is stored */
    bool moved;   /* another server has it: a change under way may have been kept before that */
    enum find found;
    struct room_stop *stop; /* for ROOM_STOPPED, see stopped.h; or NULL */
    uint64_t ticket;        /* ticket of that change's last write, or 0 */
    uint64_t ended;         /* when it was made, in nanoseconds */
    struct change_tally tally;
    struct guest *asker;       /* whose message is being carried out, or NULL, */
    char asker_id[ID_MAX + 1]; /* and its id */
    struct guest **guests;     /* who watches it */
    uint32_t guest_count, guest_cap;
    struct queued *out, **out_end; /* messages of the change: see queue.h */
    bool owed;                     /* owes everybody the table if the change fails */
    struct queued *in, **in_end;   /* messages that wait for the change */
    uint32_t in_count;
    struct queued *talk, **talk_end; /* chat that a crowd has not received yet, */
    uint32_t talked, talk_bytes;     /* how many lines ever, and bytes waiting; */
    uint64_t talk_due;               /* when the crowd gets them, or 0 */
    struct job *thinking, *thought;  /* an expert's search: waiting or in the pool; and finished */
    uint64_t due;                    /* when there is something to do, */
    uint64_t not_before;             /* but not before: the store has failed; */
    bool due_now;                    /* or at once, whatever the table says */
    uint32_t heap_at;                /* in the hub's heap, from 1; 0: not there */
    uint64_t touched;                /* time of the last change, or of the last guest leaving */
    uint64_t prepared;               /* when the deal of the present match was asked for */
    struct program_seat *program[MAZO_SEATS_MAX];
    LIST_ENTRY(room) with_programs;
    uint64_t kept_until;     /* the match is over, and its programs wait for a rematch; or 0 */
    uint16_t waits;          /* seats whose program has no place yet, one bit each */
    struct catch_up *recent; /* see catch_up.h; or NULL */
};

/* A change is under way, or the room is being read: messages wait. */
static inline bool room_is_busy(const struct room *r) { return r->before || r->loading; }

/* A guest begins or stops watching; `sits` or is about to. FIND_FULL: too many watch it already, or
 * the player has it open too often (spectators never keep players out). FIND_NONE: this guest
 * watches too many tables. */
enum find room_enter(struct room *r, struct guest *g, bool sits);
void room_leave(struct hub *h, struct room *r, struct guest *g);

/* What this guest was last sent about the match there. */
struct told *room_told(const struct room *r, struct guest *g);

int room_seat_of(const struct room *r, const struct person *p); /* or -1 */
bool room_is_here(const struct room *r, const struct person *p);
/* May this guest take the table over? Sits there while the host is away. */
bool room_is_successor(const struct room *r, const struct person *p);
uint32_t room_watchers(const struct room *r);              /* connections without a seat */
int room_count(const struct room *r, enum seat_kind kind); /* seats of this kind */
bool room_has_company(const struct room *r);               /* a player is connected */

/* Has a host sent this person away for good? Set it, or forget it. */
bool room_is_removed(const struct room *r, const struct person *p);
void room_set_removed(struct room *r, int64_t person, bool removed);

/* Matches won here by this person; and add one. */
uint32_t room_wins(const struct room *r, const struct person *p);
void room_count_win(struct room *r, int64_t person);

/* Release the people held by this copy. */
void room_release_people(struct hub *h, struct room_state *s);

/* Another secret for the next match; players give new salts. */
void room_new_secret(struct room *r);

/* Within a change: the match is finished with, and the table is open for another one with the same
 * people. */
void room_open_again(struct hub *h, struct room *r);

/* Those at two seats change places: each takes along who or what sits there, and how it looks. */
void room_swap(struct room_state *s, int one, int other);

/* For another match in a row: the first seat stays and the others move on by one, so that everybody
 * gets new neighbors. In teams the partners of every second team change places: A stays A. */
void room_move_on(struct room *r);

/* For a table that fills up by itself: set when the cards are dealt, if a player is waiting there. */
void room_set_deal(const struct hub *h, struct room *r);

/* May a person take this seat? */
bool room_is_free(const struct room *r, int seat);
int room_free_seats(const struct room *r);

/* Forget missed openings: the next deal has not started over yet. */
void room_forget_misses(struct room *r);

/* The known parts of the shuffle, and its deal code. */
void room_fair(const struct room *r, struct fair *out);

/* Has everybody done what the opening waits for? */
bool room_is_opened(const struct room *r);

/* Who is charged for the table: the host, at the host's or a player's address; 0: none is
 * connected. */
void room_owner(const struct room *r, struct turn *out);

/* The mark of that address, the same on every server: see net_address_mark. */
uint32_t room_mark(const struct room *r);

/* The stored state, without a change under way. */
static inline const struct room_state *room_stored(const struct room *r)
{
    return r->before ? r->before : &r->now;
}

/* The same as a room for reading: `r`, or `copy` while a change is under way. */
const struct room *room_as_stored(const struct room *r, struct room *copy);

/* Tell the server's terminal; false if it has none. News of changes go through change_news. */
bool room_news(const struct hub *h, enum serve_news news, const char *who, const struct room *r);

/* Does the clock run while nobody is connected? Yes if turns are long. */
bool room_is_slow(const struct room *r);

/* When such a table's clock runs out, for its row; 0: no clock. */
int64_t room_deadline(const struct room *r);

/* Only one match is unpacked at a time: from r->now.packed, which must exist, and packed again. */
void room_init(struct hub *h);
struct table *room_wake(struct hub *h, const struct room *r);
void room_rest(struct hub *h, struct room *r);

/* Wake an empty table, for a match that begins or is being read. */
struct table *room_wake_empty(struct hub *h, const struct room *r);

/* Discard the unpacked match of this room. */
void room_forget_awake(struct hub *h, const struct room *r);

#endif
