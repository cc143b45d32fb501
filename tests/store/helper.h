/*
 * helper.h - people, rooms and matches for the tests of the store.
 */
#ifndef MAZO_TEST_STORE_HELPER_H
#define MAZO_TEST_STORE_HELPER_H

#include "store/store.h"

enum { FOLDER_SIZE = 256 };

/* A folder of its own, taken away with all in it by drop_folder. */
void make_folder(char out[FOLDER_SIZE]);
void drop_folder(const char *folder);

/* SQLite finds nothing wrong with the file. */
void check_soundness(const char *path);

/* Made from the number alone: "Person 7", key "p7", a token like no other. */
struct store_write a_person(int64_t id);
/* Code "R7", nobody there, not listed, no clock. */
struct store_write a_room(int64_t id);
/* Key "m7". */
struct store_write a_match(int64_t id);
/* Its text says which it is. */
struct store_write an_event(int64_t match, uint32_t n);
/* Time and rating follow from the match. */
struct store_write a_result(int64_t match, int seat, int64_t person, bool won);
struct store_write a_mute(int64_t person, int64_t muted);
struct store_write a_farewell(int64_t person);
/* STORE_AWAY, STORE_DROP or STORE_CUT. */
struct store_write an_old(enum store_kind kind, int64_t id, int64_t at);

/* The text of an_event. */
void event_text(int64_t match, uint32_t n, char out[64]);

/* Commit that must succeed, and one that must not: returns why, until the next call. */
void keep(struct store *s, const struct store_write *writes, size_t count);
const char *refuse(struct store *s, const struct store_write *writes, size_t count);

#define KEEP(s, ...)                                                                               \
    keep(s, (struct store_write[]){__VA_ARGS__},                                                   \
         sizeof((struct store_write[]){__VA_ARGS__}) / sizeof(struct store_write))
#define REFUSE(s, ...)                                                                             \
    refuse(s, (struct store_write[]){__VA_ARGS__},                                                 \
           sizeof((struct store_write[]){__VA_ARGS__}) / sizeof(struct store_write))

#endif
