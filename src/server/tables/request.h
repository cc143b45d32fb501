/*
 * request.h - a message of a client that has been read and checked: its fields, and answers to it.
 */
#ifndef MAZO_SERVER_REQUEST_H
#define MAZO_SERVER_REQUEST_H

#include <jansson.h>

#include "server/tables/room.h"

struct request {
    struct hub *hub;
    struct guest *guest;
    struct room *room; /* for messages about a table */
    const char *code;  /* its code, even if it does not exist; or NULL */
    const json_t *json;
    const char *id; /* or NULL */
    const char *text;
    size_t len;
    bool waited;                /* it was in the inbox of its table */
    const struct await *lookup; /* the store's answer for it; NULL: not asked */
};

/* Fields, already checked against protocol.def. */
const char *request_text(const struct request *q, const char *name); /* or NULL */
int64_t request_number(const struct request *q, const char *name, int64_t otherwise);
bool request_flag(const struct request *q, const char *name, bool otherwise);

/* Answers. `word` is stable; the sentence is from the catalogue. */
void request_error(const struct request *q, const char *word, const char *english);
void request_refuse(const struct request *q, const struct wire_error *why);
void request_busy(const struct request *q); /* too many at once, or out of memory */

/* Answer with why a search failed: not found, the store has failed, or the server is full. */
void request_missing(const struct request *q, enum find found, const char *word,
                     const char *english);

/* It was valid, but could not be stored. */
void request_not_stored(const struct request *q);
void request_begin(const struct request *q, struct json_out *out, const char *type);
void request_send(const struct request *q, struct json_out *out);

#endif
