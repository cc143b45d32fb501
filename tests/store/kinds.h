/*
 * kinds.h - stores of every kind for the tests of what store.h promises.
 *
 * The same tests run for the store in memory, for SQLite in a temporary and in a lasting file and,
 * where MAZO_TEST_POSTGRES names one, for a PostgreSQL database.
 */
#ifndef MAZO_TEST_STORE_KINDS_H
#define MAZO_TEST_STORE_KINDS_H

#include <stdlib.h>

#include "helper.h"

struct kind {
    struct store *store;
    char folder[FOLDER_SIZE]; /* "" in memory */
    char path[FOLDER_SIZE + 16];
};

/* What callbacks heard. */
struct heard {
    int count;
    struct store_room room[60];
    char text[60][128];
    struct store_past past[60];
    struct store_person person[60];
    uint32_t first, events;
};

int begin_memory(void **state);
int begin_temporary(void **state);
int begin_sqlite(void **state);
int begin_postgres(void **state);
int end(void **state);
struct store *of(void **state);
/* Another node on the same store; the caller closes it. */
struct store *another(void **state);
void hear_room(void *ctx, const struct store_room *room);
void hear_past(void *ctx, const struct store_past *past);
void hear_person(void *ctx, const struct store_person *person);
void hear_event(void *ctx, const struct store_event *event);
/* The people a person has muted, as "p2 p5", until the next call. */
const char *mutes_of(struct store *s, int64_t person);
uint32_t events_of(struct store *s, int64_t match, uint32_t from);

#define TEST(test, kind) {#kind ": " #test, test, begin_##kind, end, NULL},

/* PROMISES lists the tests, FILES those that need something to open again. */
#define RUN_PROMISES()                                                                             \
    do {                                                                                           \
        static const struct CMUnitTest tests[] = {PROMISES(TEST, memory) PROMISES(TEST, temporary) \
                                                      PROMISES(TEST, sqlite) FILES(TEST, sqlite)}; \
        static const struct CMUnitTest postgres[] = {PROMISES(TEST, postgres)                      \
                                                         FILES(TEST, postgres)};                   \
        return getenv("MAZO_TEST_POSTGRES") ? cmocka_run_group_tests(postgres, NULL, NULL)         \
                                            : cmocka_run_group_tests(tests, NULL, NULL);           \
    } while (0)

#endif
