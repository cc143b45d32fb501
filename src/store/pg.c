/*
 * pg.c - a connection to PostgreSQL by libpq, asynchronous and with deadlines.
 */
#include "store/pg.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/oserror.h"
#include "text/text.h"

enum {
    REST_MS = 500,
    BINARY = 1,
    SEND_MS = 5000,
    HOST_MS = 2000,
    VISIT_MS = 10000,
    HOST_SIZE = 256
};

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- values ---- */

static uint64_t swapped(uint64_t n)
{
    uint8_t out[8];
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(n >> (56 - 8 * i));
    memcpy(&n, out, sizeof n);
    return n;
}

/* The values of a statement as libpq wants them. */
struct pg_values {
    const char *at[PG_VALUES_MAX];
    int len[PG_VALUES_MAX];
    uint64_t number[PG_VALUES_MAX]; /* in network byte order */
};

static void put_value(struct pg_values *v, int i, const struct sql_value *value)
{
    uint64_t bits = (uint64_t)value->number;
    if (value->kind == SQL_REAL)
        memcpy(&bits, &value->real, sizeof bits);
    v->number[i] = swapped(bits);
    if (value->kind == SQL_NUMBER || value->kind == SQL_REAL) {
        v->at[i] = (const char *)&v->number[i];
        v->len[i] = 8;
    } else if (value->kind == SQL_NULL) {
        v->at[i] = NULL;
        v->len[i] = 0;
    } else {
        v->at[i] = value->bytes ? value->bytes : "";
        v->len[i] = !value->bytes
                        ? 0
                        : (int)(value->kind == SQL_WORD ? strlen(value->bytes) : value->len);
    }
}

/* ---- what went wrong ---- */

static const char *sentence(const char *state)
{
    static const struct {
        const char *state, *text;
    } list[] = {
        {"MZ003", N_("somebody else has changed it")},
        {"23505", N_("it already exists")},
        {"23503", N_("it belongs to something that is missing")},
        {"28", N_("the database does not accept the name or the password")},
        {"3D", N_("there is no such database")},
        {"42501", N_("the database does not allow it")},
        {"25006", N_("the database can only be read at present")},
        {"08", N_("the database cannot be reached")},
        {"57", N_("the database is stopping or starting")},
        {"XX", N_("it is damaged")},
    };
    if (strcmp(state, "53100") == 0)
        return text_oserror(TEXT_EN, ENOSPC);
    if (strncmp(state, "53", 2) == 0)
        return text_oserror(TEXT_EN, ENOMEM);
    if (strncmp(state, "40", 2) == 0)
        return text_oserror(TEXT_EN, EBUSY);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strncmp(state, list[i].state, strlen(list[i].state)) == 0)
            return list[i].text;
    return N_("it is not what the store expects");
}

static void set_why(struct pg *c, const char *why) { snprintf(c->why, sizeof c->why, "%s", why); }

static void note_error(struct pg *c, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    snprintf(c->state, sizeof c->state, "%s", state ? state : "08000");
    c->conflict = strcmp(c->state, "MZ003") == 0 ||
                  (constraint && strcmp(constraint, "event_pkey") == 0);
    set_why(c, sentence(c->state));
}

/* Leave the host: it may be cut off from its standbys. */
static enum pg_answer connection_lost(struct pg *c)
{
    pg_leave(c);
    memcpy(c->state, "08000", 6);
    set_why(c, N_("the database cannot be reached"));
    return PG_LOST;
}

/* A refusal leaves the connection open, unless the server is going away or is no longer the primary. */
static enum pg_answer refused(struct pg *c)
{
    if (strncmp(c->state, "57P", 3) == 0 || strncmp(c->state, "08", 2) == 0 ||
        strcmp(c->state, "25006") == 0) {
        char why[PG_WHY_SIZE];
        memcpy(why, c->why, sizeof why);
        pg_close(c);
        set_why(c, why);
    }
    return PG_REFUSED;
}

/* ---- waiting ---- */

/* Wait for the socket; false: timeout. */
static bool wait_for(PGconn *conn, short events, uint64_t until)
{
    for (;;) {
        uint64_t now = now_ms();
        if (now >= until)
            return false;
        struct pollfd fd = {.fd = PQsocket(conn), .events = events};
        int ready = poll(&fd, 1, (int)(until - now));
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return ready > 0;
    }
}

/* Send what is queued and read what arrives; false: broken, or timeout. */
static bool pump(PGconn *conn, uint64_t until)
{
    int left = PQflush(conn);
    return left >= 0 && wait_for(conn, (short)(POLLIN | (left ? POLLOUT : 0)), until) &&
           PQconsumeInput(conn);
}

/* The next result, or NULL if there is none; *fine is false if the connection is lost. */
static PGresult *next_result(struct pg *c, uint64_t until, bool *fine)
{
    PGconn *conn = c->conn;
    *fine = PQflush(conn) >= 0;
    while (*fine && PQisBusy(conn))
        *fine = pump(conn, until);
    *fine = *fine && PQstatus(conn) == CONNECTION_OK;
    return *fine ? PQgetResult(conn) : NULL;
}

/* ---- connecting ---- */

static bool await_connection(PGconn *conn, uint64_t until)
{
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED &&
           wait_for(conn, state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
        state = PQconnectPoll(conn);
    return state == PGRES_POLLING_OK;
}

/* libpq gives no code for a failed connection, so go by the words of the server. */
static void note_connection(struct pg *c, PGconn *conn)
{
    const char *text = PQerrorMessage(conn);
    const char *state = strstr(text, "authentication failed") || strstr(text, "no password") ||
                                strstr(text, "pg_hba.conf") || strstr(text, "role \"")
                            ? "28000"
                        : strstr(text, "database \"") && strstr(text, "does not exist") ? "3D000"
                                                                                        : "08001";
    snprintf(c->state, sizeof c->state, "%s", state);
    set_why(c, sentence(state));
}

static bool prepare(struct pg *c, uint64_t until)
{
    PGconn *conn = c->conn;
    bool fine = PQenterPipelineMode(conn);
    for (int i = 0; fine && i < c->count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        fine = PQsendPrepare(conn, name, c->statements[i], 0, NULL) &&
               (!c->some || PQpipelineSync(conn));
    }
    fine = fine && (c->some || PQpipelineSync(conn));
    for (int left = c->some ? c->count : 1; fine && left > 0;) {
        PGresult *result = next_result(c, until, &fine);
        ExecStatusType status = result ? PQresultStatus(result) : PGRES_COMMAND_OK;
        left -= result && status == PGRES_PIPELINE_SYNC;
        if (result && status == PGRES_FATAL_ERROR && !c->some) {
            note_error(c, result);
            fine = false;
        }
        PQclear(result);
    }
    return fine && PQexitPipelineMode(conn);
}

/* Item `i` of a comma-separated list; a single item counts for every i. */
static const char *list_item(const char *list, unsigned i, char out[HOST_SIZE])
{
    const char *at = list;
    for (; i > 0 && strchr(at, ','); i--)
        at = strchr(at, ',') + 1;
    snprintf(out, HOST_SIZE, "%.*s", (int)strcspn(i > 0 ? list : at, ","), i > 0 ? list : at);
    return out;
}

static const char *find_option(const PQconninfoOption *all, const char *key)
{
    while (all->keyword && strcmp(all->keyword, key) != 0)
        all++;
    return all->keyword && all->val && all->val[0] ? all->val : NULL;
}

static unsigned count_hosts(const PQconninfoOption *all)
{
    const char *at = find_option(all, "hostaddr");
    unsigned count = 1;
    for (at = at ? at : find_option(all, "host"); at && (at = strchr(at, ',')); at++)
        count++;
    return count;
}

/* Start connecting to one host. libpq would try all of them, but asynchronously it waits for the first
 * one forever. The address overrides our choices. */
static PGconn *start_connecting(const PQconninfoOption *all, unsigned host)
{
    enum { OURS = 5, MOST = 96 };
    static const char *const lists[] = {"host", "hostaddr", "port"};
    const char *keys[MOST + 1] = {"target_session_attrs", "tcp_user_timeout", "keepalives_idle",
                                  "keepalives_interval", "application_name"};
    const char *values[MOST + 1] = {"read-write", "5000", "5", "2", "mazo"};
    char one[3][HOST_SIZE];
    int count = OURS;
    for (; all->keyword; all++) {
        if (!all->val || !all->val[0] || count == MOST)
            continue;
        keys[count] = all->keyword;
        values[count] = all->val;
        for (int i = 0; i < 3; i++)
            if (strcmp(all->keyword, lists[i]) == 0)
                values[count] = list_item(all->val, host, one[i]);
        count++;
    }
    return PQconnectStartParams(keys, values, 0);
}

/* Ignore notices of the server, except one: the standbys did not confirm the commit that it is about to
 * report. Its text may be in any language. */
static void hear_notice(void *ctx, const PGresult *remark)
{
    const char *from = PQresultErrorField(remark, PG_DIAG_SOURCE_FUNCTION);
    ((struct pg *)ctx)->alone |= from && strcmp(from, "SyncRepWaitForLSN") == 0;
}

/* It must answer by `soon` and be ready by `until`. */
static bool connect_to(struct pg *c, const PQconninfoOption *all, uint64_t soon, uint64_t until)
{
    c->conn = start_connecting(all, c->host % count_hosts(all));
    PQsetNoticeReceiver(c->conn, hear_notice, c);
    bool fine = c->conn && PQstatus(c->conn) != CONNECTION_BAD &&
                await_connection(c->conn, soon < until ? soon : until);
    if (!fine && c->conn)
        note_connection(c, c->conn);
    c->alone = false;
    return fine && PQsetnonblocking(c->conn, 1) == 0 && (!c->greet || c->greet(c, c->ctx)) &&
           prepare(c, until);
}

/* Notice a server that has hung up before sending a batch, whose outcome would be unknown. */
static bool is_open(PGconn *conn)
{
    struct pollfd fd = {.fd = PQsocket(conn), .events = POLLIN};
    while (poll(&fd, 1, 0) > 0) {
        if (!PQconsumeInput(conn))
            return false;
        PQisBusy(conn); /* parses what has arrived */
    }
    return PQstatus(conn) == CONNECTION_OK;
}

bool pg_connect(struct pg *c, int ms)
{
    uint64_t now = now_ms(), until = now + (uint64_t)ms;
    if (c->conn && is_open(c->conn))
        return true;
    if (c->tried_at && now < c->tried_at + REST_MS)
        return false;
    PQconninfoOption *all = PQconninfoParse(c->address, NULL);
    bool fine = false;
    bool open = true; /* after our own refusal, do not ask another host */
    set_why(c, N_("the database cannot be reached"));
    unsigned hosts = all ? count_hosts(all) : 0;
    for (unsigned i = 0; !fine && open && i < hosts && now_ms() < until; i++) {
        pg_close(c);
        c->state[0] = '\0';
        fine = connect_to(c, all, hosts > 1 ? now_ms() + HOST_MS : until, until);
        c->host += !fine;
        open = strncmp(c->state, "MZ", 2) != 0;
    }
    PQconninfoFree(all);
    c->tried_at = fine ? 0 : now_ms();
    if (!fine)
        pg_close(c);
    return fine;
}

void pg_visit(struct pg *c)
{
    PQconninfoOption *all = PQconninfoParse(c->address, NULL);
    unsigned hosts = all ? count_hosts(all) : 0;
    for (unsigned i = 0; hosts > 1 && i < hosts; i++) {
        uint64_t until = now_ms() + VISIT_MS;
        connect_to(c, all, until, until);
        pg_leave(c);
    }
    PQconninfoFree(all);
}

void pg_close(struct pg *c)
{
    PQfinish(c->conn);
    c->conn = NULL;
}

void pg_leave(struct pg *c)
{
    pg_close(c);
    c->host++;
}

/* ---- asking ---- */

enum pg_answer pg_run(struct pg *c, const char *sql, int ms)
{
    int64_t number;
    return pg_run_number(c, sql, ms, &number);
}

enum pg_answer pg_run_number(struct pg *c, const char *sql, int ms, int64_t *out)
{
    *out = 0;
    uint64_t until = now_ms() + (uint64_t)ms;
    bool fine = c->conn && PQsendQuery(c->conn, sql), kept = true;
    PGresult *result;
    if (!fine)
        return connection_lost(c);
    while ((result = next_result(c, until, &fine))) {
        ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            note_error(c, result);
            kept = false;
        } else if (PQntuples(result) > 0) {
            *out = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        }
        PQclear(result);
    }
    return !fine ? connection_lost(c) : kept ? PG_DONE : refused(c);
}

/* Was it committed without any standby? */
static bool unconfirmed(struct pg *c)
{
    bool so = c->alone;
    c->alone = false;
    return so;
}

static bool send_statement(struct pg *c, int statement, const struct sql_value *values, int count)
{
    struct pg_values v;
    static const int binary[PG_VALUES_MAX] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    char name[16];
    snprintf(name, sizeof name, "s%d", statement);
    for (int i = 0; i < count; i++)
        put_value(&v, i, &values[i]);
    return c->conn && PQsendQueryPrepared(c->conn, name, count, v.at, v.len, binary, BINARY);
}

enum pg_answer pg_ask(struct pg *c, int statement, const struct sql_value *values, int count,
                      int ms, struct pg_rows **rows)
{
    uint64_t until = now_ms() + (uint64_t)ms;
    bool fine = true, kept = true;
    PGresult *result, *found = NULL;
    *rows = NULL;
    if (!send_statement(c, statement, values, count))
        return connection_lost(c);
    while ((result = next_result(c, until, &fine))) {
        if (PQresultStatus(result) == PGRES_TUPLES_OK && !found) {
            found = result;
            continue;
        }
        if (PQresultStatus(result) != PGRES_COMMAND_OK) {
            note_error(c, result);
            kept = false;
        }
        PQclear(result);
    }
    fine = fine && !unconfirmed(c);
    if (!fine || !kept) {
        PQclear(found);
        return fine ? refused(c) : connection_lost(c);
    }
    *rows = (struct pg_rows *)found;
    return PG_DONE;
}

/* ---- a batch ---- */

static bool send_plain(struct pg *c, const char *sql)
{
    return PQsendQueryParams(c->conn, sql, 0, NULL, NULL, NULL, NULL, BINARY);
}

bool pg_batch_begin(struct pg *c)
{
    c->aborted = false;
    return c->conn && PQenterPipelineMode(c->conn) && send_plain(c, "BEGIN");
}

bool pg_batch_add(struct pg *c, int statement, const struct sql_value *values, int count)
{
    return send_statement(c, statement, values,
                          count); /* sent together: half a batch would hold locks */
}

/* Handle one result of the batch. True: it was the last. */
static bool take_result(struct pg *c, const PGresult *result)
{
    switch (PQresultStatus(result)) {
    case PGRES_FATAL_ERROR:
        if (!c->aborted)
            note_error(c, result);
        c->aborted = true;
        return false;
    case PGRES_PIPELINE_SYNC:
        return true;
    default:
        return false;
    }
}

enum pg_answer pg_batch_end(struct pg *c, int ms)
{
    uint64_t until = now_ms() + (uint64_t)ms;
    bool fine = c->conn && send_plain(c, "COMMIT") && PQpipelineSync(c->conn);
    for (bool last = false; fine && !last;) {
        PGresult *result = next_result(c, until, &fine);
        last = result && take_result(c, result);
        PQclear(result);
    }
    fine = fine && PQexitPipelineMode(c->conn) && !unconfirmed(c);
    if (!fine)
        return connection_lost(c);
    if (!c->aborted)
        return PG_DONE;
    char why[PG_WHY_SIZE], state[sizeof c->state];
    memcpy(why, c->why, sizeof why);
    memcpy(state, c->state, sizeof state);
    pg_run(c, "ROLLBACK", SEND_MS);
    memcpy(c->why, why, sizeof why);
    memcpy(c->state, state, sizeof state);
    return refused(c);
}

bool pg_is_jam(const struct pg *c) { return c->conn && strncmp(c->state, "40", 2) == 0; }

/* ---- rows ---- */

static const PGresult *of(const struct pg_rows *rows) { return (const PGresult *)rows; }

int pg_count(const struct pg_rows *rows) { return PQntuples(of(rows)); }

int64_t pg_number(const struct pg_rows *rows, int row, int column)
{
    int len = PQgetlength(of(rows), row, column);
    const uint8_t *at = (const uint8_t *)PQgetvalue(of(rows), row, column);
    uint64_t n = len > 0 && at[0] & 0x80 && len > 1 ? UINT64_MAX : 0;
    for (int i = 0; i < len && i < 8; i++)
        n = n << 8 | at[i];
    return (int64_t)n;
}

double pg_real(const struct pg_rows *rows, int row, int column)
{
    int64_t bits = pg_number(rows, row, column);
    double n;
    memcpy(&n, &bits, sizeof n);
    return n;
}

const char *pg_bytes(const struct pg_rows *rows, int row, int column, size_t *len)
{
    *len = (size_t)PQgetlength(of(rows), row, column);
    return PQgetvalue(of(rows), row, column);
}

void pg_free(struct pg_rows *rows) { PQclear((PGresult *)rows); }
