/*
 * memory_inner.h - what the files of the store in memory share.
 */
#ifndef MAZO_STORE_MEMORY_INNER_H
#define MAZO_STORE_MEMORY_INNER_H

#include <pthread.h>

#include "hash_table.h"
#include "memory_store.h"

struct match {
    struct hash_table_link by_id, by_key;
    struct store_match is;
    struct store_event *event; /* number n is at n */
    size_t events, cap;
    struct store_result result[STORE_SEATS_MAX];
    int results;
};

/* A result of a person. */
struct past {
    struct match *match;
    int which; /* of its results */
    int64_t at;
};

struct person {
    struct hash_table_link by_id, by_key, by_hash;
    struct store_person is;
    bool gone; /* forgotten: only the number is left */
    struct past *past;
    size_t pasts, past_cap;
    struct room **room; /* where this person sits */
    size_t rooms, room_cap;
    int64_t *mute; /* numbers of persons, in order */
    size_t mutes, mute_cap;
};

struct room {
    struct hash_table_link by_id, by_code;
    struct store_room is; /* the text is our own */
    int64_t owner;        /* number of a node */
};

/* Where a person takes pushes. */
struct push {
    struct push *next;
    struct store_push is; /* its endpoint is behind it */
};

/* What callers hold as their struct store. */
struct node {
    struct store store;
    struct memory *memory;
    struct node *next;
    int64_t number;
    bool beats; /* it has a heartbeat, the last one at `heard` */
    int64_t heard;
    char *listed;
    size_t listed_len;
    int64_t *moved; /* rooms that others have claimed */
    size_t moved_count, moved_cap;
};

struct memory {
    pthread_mutex_t lock;
    struct node *nodes;
    int64_t last_node; /* the highest number of a node */
    int64_t (*now)(void *ctx);
    void *now_ctx;
    int64_t writer; /* number of the node whose batch it is */
    bool conflict;  /* why the last batch was refused */
    struct hash_table person_id, person_key, person_hash;
    struct hash_table room_id, room_code;
    struct hash_table match_id, match_key;
    struct store_ban *ban; /* the oldest first */
    size_t bans, ban_cap;
    struct store_daily *daily; /* in the order of their writing */
    size_t dailies, daily_cap;
    struct push *pushes; /* the oldest first */
    struct store_top top, reserved;
};

#define HOLDER(type, field, link) ((struct type *)((char *)(link)-offsetof(struct type, field)))

/* Look-ups by number, key, token or code, or NULL. By key and token they find no forgotten person. */
struct person *memory_person(const struct memory *m, int64_t id);
struct person *memory_person_key(const struct memory *m, const char *key);
struct person *memory_person_hash(const struct memory *m, const uint8_t *hash);
struct room *memory_room(const struct memory *m, int64_t id);
struct match *memory_match(const struct memory *m, int64_t id);
struct match *memory_match_key(const struct memory *m, const char *key);
/* The room with this code that is not over, or the newest. */
struct room *memory_room_code(const struct memory *m, const char *code);

uint64_t memory_hash(const char *text);

/* A question is asked between these; the second returns `found`. */
struct memory *memory_enter(struct store *s);
int memory_leave(struct memory *m, int found);

/* Remove from the hash tables, and free. */
void memory_drop_person(struct memory *m, struct person *p);
void memory_drop_room(struct memory *m, struct room *r);
void memory_drop_match(struct memory *m, struct match *it);
void memory_free(struct memory *m); /* all of it */

/* ---- memory_node.c ---- */

void memory_close(struct store *s);

/* Does another living node own this room? */
bool memory_is_owned_elsewhere(const struct memory *m, const struct room *r, int64_t me);

int memory_reserve(struct store *s, int64_t count, struct store_top *first);
int memory_room_claim(struct store *s, const char *code, store_room_found *found, void *ctx);
int memory_heartbeat(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx);

/* ---- memory_write.c ---- */

/* When a room was last used, and a match ended (0: it has not). */
int64_t memory_used_at(const struct memory *m, const struct store_room *is);
int64_t memory_ended_at(const struct match *it);

enum store_outcome memory_commit(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE]);

/* ---- memory_admin.c ---- */

int memory_rooms_due(struct store *s, int64_t by, int most, store_room_found *found, void *ctx);
int memory_rooms_idle(struct store *s, int64_t before, int most, store_room_found *found,
                      void *ctx);
int memory_rooms(struct store *s, store_entry_found *found, void *ctx);
int memory_people(struct store *s, store_person_found *found, void *ctx);
int memory_matches(struct store *s, store_kept_found *found, void *ctx);
int memory_matches_of(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx);
int memory_check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx);
bool memory_backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE]);

/* ---- memory_read.c ---- */

extern const struct store_ops memory_ops;

#endif
