/*
 * sql.h - reading a store in a database: the same for SQLite and PostgreSQL.
 *
 * reads.def has the statements. A database offers a cursor over the rows of an answer (struct
 * sql_driver); sql.c turns them into what store.h promises.
 */
#ifndef MAZO_STORE_SQL_H
#define MAZO_STORE_SQL_H

#include "store/store.h"

/* What a row of a room begins with; the people who sit there come next, as "3 7 9". */
#define SQL_ROOM "id, code, touched, due, listed, over, match, text, version, "

enum sql_read {
#define READ(name, text) SQL_##name,
#include "store/reads.def"
#undef READ
    SQL_READ_COUNT
};

/* A value of a statement. It points to bytes of the caller. */
struct sql_value {
    enum { SQL_NULL, SQL_NUMBER, SQL_REAL, SQL_WORD, SQL_TEXT, SQL_BYTES } kind;
    int64_t number;
    double real;
    const void *bytes; /* of a word, a text or bytes */
    size_t len;        /* of a text or bytes */
};

#define SQL_NUMBER_OF(n) ((struct sql_value){.kind = SQL_NUMBER, .number = (n)})
#define SQL_REAL_OF(n) ((struct sql_value){.kind = SQL_REAL, .real = (n)})
#define SQL_WORD_OF(word) ((struct sql_value){.kind = SQL_WORD, .bytes = (word)})
#define SQL_BYTES_OF(at, size) ((struct sql_value){.kind = SQL_BYTES, .bytes = (at), .len = (size)})
#define SQL_TEXT_OF(at, size) ((struct sql_value){.kind = SQL_TEXT, .bytes = (at), .len = (size)})

/* Expands to two arguments: the values, and how many. */
#define SQL_VALUES(...)                                                                            \
    (struct sql_value[]){__VA_ARGS__},                                                             \
        (int)(sizeof((struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))

/* The answer to a statement, at one of its rows. */
struct sql_rows {
    const struct sql_driver *driver;
    void *answer;     /* the database's; NULL: it failed */
    int row;          /* from 0 */
    bool any, failed; /* there was a row; one could not be read */
};

/* The functions of a database. A NULL in a row is 0, and NULL as bytes. */
struct sql_driver {
    void *(*ask)(struct store *s, int statement, const struct sql_value *values, int count);
    bool (*next)(struct sql_rows *rows);
    int64_t (*number)(const struct sql_rows *rows, int column);
    double (*real)(const struct sql_rows *rows, int column);
    const char *(*bytes)(const struct sql_rows *rows, int column,
                         size_t *len); /* with a NUL behind */
    bool (*end)(void *answer);         /* false: it broke off with an error */
};

/* What both stores begin with. */
struct sql {
    struct store store;
    struct store_ops ops;
    const struct sql_driver *driver;
    int64_t node; /* the number of this server; 0: not one of several */
};

/* The functions of `own`, and those that read by `driver`. Without a room_claim of its own it is
 * room_by_code. */
void sql_begin(struct sql *s, const struct sql_driver *driver, const struct store_ops *own);

/* Statements of a database's own have numbers from SQL_READ_COUNT on. */
struct sql_rows sql_ask(struct store *s, int statement, const struct sql_value *values, int count);
#define SQL_ASK(s, statement, ...) sql_ask(s, statement, SQL_VALUES(__VA_ARGS__))

/* Move to the first or next row; false: there is none. */
bool sql_next(struct sql_rows *rows);
int64_t sql_number(const struct sql_rows *rows, int column);
double sql_real(const struct sql_rows *rows, int column);
void sql_word(const struct sql_rows *rows, int column, char *out, size_t size);
/* A text that must be there; NULL, and the answer fails, if it is not. */
const char *sql_text(struct sql_rows *rows, int column, size_t *len);
/* Frees the answer: 1 if it had rows, 0, or -1 if the database failed. */
int sql_end(struct sql_rows *rows);

/* Every row is a room; ends the answer. */
int sql_tell_rooms(struct sql_rows rows, store_room_found *found, void *ctx);

#endif
