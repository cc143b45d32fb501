/*
 * people.h - who people are (a random token each, stored hashed), and their connections.
 */
#ifndef MAZO_PEOPLE_H
#define MAZO_PEOPLE_H

#include "server/hub/hub.h"
#include "server/network/tally.h"

enum {
    TOKEN_LENGTH = 43,
    ID_MAX = 40,         /* of a message */
    GUEST_ROOMS_MAX = 8, /* tables that one connection can watch */
    MUTED_MAX = 100      /* people one person can mute */
};

/* A person who is connected, or sits at a table in memory. */
struct person {
    LIST_ENTRY(person) by_key, by_hash; /* in the hash tables */
    int64_t id;
    char key[STORE_KEY_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
    char name[STORE_NAME_SIZE];
    double rating;
    int32_t matches, wins;
    uint8_t lang;
    uint16_t guests; /* connections */
    uint16_t seats;  /* at tables in memory */
    uint16_t made;   /* tables opened lately */
    uint64_t made_since, chat_at;
    uint8_t chats;           /* lately */
    struct tally misses;     /* wrong codes: see guess.h */
    struct tally pushes;     /* turns told by push.h */
    struct guest_list here;  /* its connections */
    struct store_mute *mute; /* people this person has muted, read from the store with each hello */
    uint16_t mutes, muting;  /* how many; how many changes are being stored, */
    uint64_t mute_ticket;    /* the last of them */
    bool mutes_known;        /* they have been read */
    bool evicted;            /* loses all seats: see bans.h */
};

/* The last message about a match that a guest was sent: an event that follows it directly sends
 * only the changes. */
struct told {
    uint32_t match, n; /* 0: none */
    uint8_t seat;      /* whose view it was */
    uint32_t talk;     /* and the last line of talk: see queue_talk */
};

/* A connection. */
struct guest {
    struct net_conn *conn;
    struct person *who;          /* NULL before hello */
    LIST_ENTRY(guest) all, same; /* of all people, and of this one */
    char *hello;               /* the welcome, held back until a new identity is stored, or NULL, */
    char hello_id[ID_MAX + 1]; /* and the id of what it answers */
    uint8_t lang;
    uint8_t version;             /* of the protocol */
    char code[STORE_CODE_SIZE];  /* the table code in the address it connected to, or "" */
    struct handed *handed;       /* its match file for the table of the day: see days.c; or NULL */
    struct await *lookup;        /* its message that is being looked up, or NULL; */
    bool banned;                 /* and has been told: it is about to be disconnected */
    bool wants_stock;            /* or it waits for numbers; */
    struct queued *in, **in_end; /* messages that wait: see queue.h */
    uint32_t in_count;
    bool lends; /* it made a code for another device, and is told when that is used */
    uint8_t rooms;
    struct room *room[GUEST_ROOMS_MAX];
    struct told told[GUEST_ROOMS_MAX]; /* of each of them */
};

/* Its next message has to wait: until the store has been read, or has taken a new identity. */
static inline bool guest_waits(const struct guest *g)
{
    return g->lookup || g->wants_stock || g->hello;
}

/* The person in memory with this hash or key, or NULL. */
struct person *people_by_hash(const struct hub *h, const uint8_t hash[STORE_HASH_SIZE]);
struct person *people_by_key(const struct hub *h, const char *key);

void people_hash_token(const char *token, uint8_t out[STORE_HASH_SIZE]);

/* The person with this record, loaded into memory if needed. NULL: no memory. */
struct person *people_take(struct hub *h, const struct store_person *from);

/* A new identity and its token. NULL: no memory. The write is queued; its ticket is in *ticket. */
struct person *people_make(struct hub *h, const char *name, int64_t id,
                           char token[TOKEN_LENGTH + 1], uint64_t *ticket);
uint64_t people_save(struct hub *h, const struct person *p); /* returns the ticket */

/* The entry of p's list with this number, or this key; NULL: not muted. */
const struct store_mute *people_muted(const struct person *p, int64_t id);
const struct store_mute *people_muted_key(const struct person *p, const char *key);

/* The mute list as of this ticket; ignored if it changed later. */
void people_set_mutes(struct person *p, const struct store_mute *list, int count, uint64_t decided);
void people_mute(struct person *p, const struct store_mute *mute); /* one more, or one less */

/* Set who sits on a seat, or is host; NULL: no one. */
void people_set(struct hub *h, struct person **at, struct person *p);

/* Frees the person if unreferenced. */
void people_release(struct hub *h, struct person *p);

/* A name from the store, which may be older than the rules for names; "?" if nothing in it can be
 * seen. */
void people_show_name(const char *from, char to[STORE_NAME_SIZE]);

/* `count` random letters or digits, and a NUL. */
void people_random_key(char *out, size_t count);

#endif
