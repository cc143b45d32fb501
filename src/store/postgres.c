/*
 * postgres.c - the store in a PostgreSQL database: opening it.
 *
 * Two connections, one for the writer's thread, one for the reader's. Servers share an advisory lock;
 * a copy takes it alone. The database releases it when the writer's connection is gone.
 */
#include "store/postgres_inner.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/oserror.h"

/* Commits wait for the disk and for any standbys, whatever the database's default. The check of the
 * client's connection ends sessions of lost connections, which would pile up on locks while no standby
 * answers. */
static const char settings[] =
    "SET search_path = mazo; SET client_min_messages = warning; SET standard_conforming_strings = on;"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');"
    "DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2000', false);"
    " EXCEPTION WHEN OTHERS THEN NULL; END $$"; /* not supported everywhere */

#define LOCK(suffix)                                                                               \
    "DO $$ BEGIN IF NOT pg_try_advisory_lock" suffix "(1835104880) THEN"                           \
    " RAISE EXCEPTION USING ERRCODE = 'MZ002'; END IF; END $$"

static const char *const locks[] =
    {[STORE_SERVE] = LOCK("_shared"), [STORE_ADMIN] = "SELECT 1", [STORE_ALONE] = LOCK("")};

/* Each promotion starts a new timeline. A primary of an older one may still answer, with old data. */
static const char timeline[] =
    "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int";

static bool greet_reader(struct pg *c, void *ctx)
{
    struct postgres *q = ctx;
    int64_t latest = atomic_load(&q->timeline);
    if (pg_run(c, settings, POSTGRES_ASK_MS) != PG_DONE ||
        pg_run_number(c, timeline, POSTGRES_ASK_MS, &c->timeline) != PG_DONE)
        return false;
    while (c->timeline > latest &&
           !atomic_compare_exchange_weak(&q->timeline, &latest, c->timeline)) {
    }
    return c->timeline >= latest;
}

static bool greet_writer(struct pg *c, void *ctx)
{
    struct postgres *q = ctx;
    int64_t was = 0;
    if (!greet_reader(c, ctx))
        return false;
    bool fine = pg_run(c, locks[q->use], POSTGRES_ASK_MS) == PG_DONE;
    if (!fine && strcmp(c->state, "MZ002") == 0)
        snprintf(c->why, sizeof c->why, "%s", N_("another process is using it"));
    if (!fine || postgres_migrate(c, q->opened, &was))
        return false;
    if (!q->opened && was > 0 && was < postgres_version()) {
        q->sql.store.was = (int)was + 1; /* as files count, which had one version more */
        q->sql.store.now = postgres_version() + 1;
    }
    return true;
}

static bool greet_look(struct pg *c, void *ctx)
{
    int64_t version;
    if (!greet_reader(c, ctx))
        return false;
    enum pg_answer answer = pg_run_number(c, "SELECT max(n) FROM version", POSTGRES_ASK_MS,
                                          &version);
    bool empty = answer == PG_REFUSED && strcmp(c->state, "42P01") == 0;
    bool newer = answer == PG_DONE && version > postgres_version();
    if (empty || newer) {
        snprintf(c->why, sizeof c->why, "%s",
                 empty ? N_("it is empty") : N_("a newer version of Mazo has written it"));
    }
    return answer == PG_DONE && !newer;
}

/* 63 random bits, never 0. */
static int64_t new_number(void)
{
    uint64_t n;
    randombytes_buf(&n, sizeof n);
    return (int64_t)(n >> 1 ? n >> 1 : 1);
}

/* NULL or why. */
static const char *open_both(struct postgres *q, const char *address)
{
    q->address = strdup(address);
    if (!q->address || sodium_init() < 0)
        return text_oserror(TEXT_EN, ENOMEM);
    q->sql.node = q->use == STORE_SERVE ? new_number() : 0;
    q->write = (struct pg){.address = q->address,
                           .statements = postgres_writes,
                           .count = postgres_write_count,
                           .greet = greet_writer,
                           .ctx = q};
    bool look = q->use == STORE_LOOK;
    q->read = (struct pg){.address = q->address,
                          .statements = postgres_reads,
                          .count = POSTGRES_READ_COUNT,
                          .some = look,
                          .greet = look ? greet_look : greet_reader,
                          .ctx = q};
    struct pg visitor = {.address = q->address, .greet = greet_reader, .ctx = q};
    pg_visit(&visitor); /* the first host may be an old primary */
    if (!look && !pg_connect(&q->write, POSTGRES_OPEN_MS))
        return q->write.why;
    q->opened = true;
    q->read.host = q->write.host;
    return pg_connect(&q->read, POSTGRES_OPEN_MS) ? NULL : q->read.why;
}

struct store *store_postgres(const char *address, enum store_use use, char why[STORE_WHY_SIZE])
{
    struct postgres *q = calloc(1, sizeof *q);
    const char *fault = text_oserror(TEXT_EN, ENOMEM);
    if (q) {
        sql_begin(&q->sql, &postgres_driver, &postgres_ops);
        q->use = use;
        fault = open_both(q, address);
    }
    snprintf(why, STORE_WHY_SIZE, "%s", fault ? fault : "");
    if (fault && q)
        postgres_close(&q->sql.store);
    return fault ? NULL : &q->sql.store;
}

bool store_is_postgres(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}
