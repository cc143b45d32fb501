/*
 * postgres_inner.h - what the files of the PostgreSQL store share.
 *
 * From the bottom up:
 *
 *   pg.c               the connection; the only file that knows libpq
 *   postgres_schema.c  the tables, and the functions in the database that write them
 *   postgres_base.c    connecting, and closing
 *   postgres_write.c   batches, each one transaction
 *   postgres_node.c    what several servers need of each other
 *   postgres_read.c    questions of the reader's thread
 *   postgres.c         opening
 */
#ifndef MAZO_POSTGRES_INNER_H
#define MAZO_POSTGRES_INNER_H

#include <stdatomic.h>

#include "store/pg.h"
#include "store/sql.h"
#include "store/store.h"

enum {
    POSTGRES_OPEN_MS = 30000, /* the start can wait */
    POSTGRES_CONNECT_MS = 4000,
    POSTGRES_ASK_MS = 5000,
    POSTGRES_COMMIT_MS = 5000,
    POSTGRES_TOKEN_SIZE = 16,
    POSTGRES_TOLD_SIZE = 4096
};

struct postgres {
    struct sql sql;
    char *address;
    enum store_use use;
    bool opened;                        /* successfully, so it was not newer */
    struct pg write, read;              /* the writer's connection and the reader's */
    _Atomic int64_t timeline;           /* the latest that any connection has seen */
    uint8_t token[POSTGRES_TOKEN_SIZE]; /* of the last batch */
    uint32_t commits;                   /* counts, to delete old tokens now and then */
    char told[POSTGRES_TOLD_SIZE];      /* numbers of the notes read so far: "3 7 9" */
    uint32_t beats;                     /* counts, to delete old notes now and then */
};

/* ---- postgres_schema.c ---- */

/* Upgrade the database on an open connection; *was is the version it had. NULL, or why not. `newer`
 * allows a newer version: another program may upgrade it while this one runs. */
const char *postgres_migrate(struct pg *c, bool newer, int64_t *was);
int postgres_version(void); /* the present one */

/* ---- postgres_base.c ---- */

/* Connect to the latest primary known, if not connected. */
bool postgres_connect(struct postgres *q, struct pg *c);
void postgres_close(struct store *s);

/* ---- postgres_write.c ---- */

extern const char *const postgres_writes[];
extern const int postgres_write_count;
enum store_outcome postgres_commit(struct store *s, const struct store_write *writes, size_t count,
                                   char why[STORE_WHY_SIZE]);
enum store_outcome postgres_resolve(struct store *s, char why[STORE_WHY_SIZE]);

/* ---- postgres_read.c ---- */

/* Statements of this database alone, after those of reads.def. */
enum postgres_read {
    POSTGRES_STRAYS = SQL_READ_COUNT,
    POSTGRES_SIZE,
    POSTGRES_RESERVE, /* of postgres_node.c */
    POSTGRES_CLAIM,
    POSTGRES_BEAT,
    POSTGRES_MOVED,
    POSTGRES_TIDY,
    POSTGRES_READ_COUNT
};

extern const char *const postgres_reads[POSTGRES_READ_COUNT];
extern const struct store_ops postgres_ops; /* without those of sql.h */
extern const struct sql_driver postgres_driver;

/* The people who sit in a room, as "3 7 9". */
#define POSTGRES_PEOPLE                                                                            \
    "(SELECT string_agg(person::text, ' ' ORDER BY place) FROM seat WHERE seat.room = room.id)"

/* ---- postgres_node.c ---- */

int postgres_reserve(struct store *s, int64_t count, struct store_top *first);
int postgres_room_claim(struct store *s, const char *code, store_room_found *found, void *ctx);
int postgres_heartbeat(struct store *s, const char *listed, size_t len,
                       void (*moved)(void *ctx, int64_t room),
                       void (*others)(void *ctx, const char *listed, size_t len), void *ctx);

#endif
