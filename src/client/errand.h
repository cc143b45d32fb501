/*
 * errand.h - a few questions to a server, one after the other, on a connection of their own.
 *
 *     struct errand *e = errand_open(&address, "KZTR");
 *     json_t *answer = errand_ask(e, json_pack("{s:s}", "type", "ping"));
 *     if (!answer) {
 *         ... errand_why(e) ...
 *     }
 *     errand_close(e);
 *
 * It waits, for ten seconds at most. What comes is JSON and no more than that: not trusted.
 */
#ifndef MAZO_ERRAND_H
#define MAZO_ERRAND_H

#include <jansson.h>

#include "client/link.h"

struct errand;

/* Connect to /ws/PLACE of the server (link_parse's `path` is not used). Where link_follow knows the
 * way it is followed, and `address` says so. NULL: no memory. */
struct errand *errand_open(struct link_address *address, const char *place);

/* The message, which is freed, and its answer, for the caller to free. NULL: none has come. */
json_t *errand_ask(struct errand *e, json_t *message);

/* Why no answer has come: for link_explain. */
const char *errand_why(const struct errand *e);

void errand_close(struct errand *e);

#endif
