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

/* Connect to /ws/PLACE of the server (link_parse's `path` is not used). Follows where link_follow
 * allows, and updates `address`. NULL: no memory. */
struct errand *errand_open(struct link_address *address, const char *place);

/* Send a message (freed) and return its answer, for the caller to free. NULL: none came. */
json_t *errand_ask(struct errand *e, json_t *message);

/* Why no answer came: for link_explain. */
const char *errand_why(const struct errand *e);

void errand_close(struct errand *e);

#endif
