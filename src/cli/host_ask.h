/*
 * host_ask.h - asks a running server over its control socket: one JSON object per line each way.
 */
#ifndef MAZO_CLI_HOST_ASK_H
#define MAZO_CLI_HOST_ASK_H

#include <jansson.h>

#include "cli/cli.h"

struct host_link {
    struct cli_line *line;
    const char *path;
    FILE *in, *out;
};

/* Connect. False after printing the reason. */
bool host_connect(struct host_link *l, struct cli_line *line, const char *path);
void host_hang_up(struct host_link *l);

/* The server drops a connection that is silent for ten seconds: connect again, printing nothing. */
bool host_again(struct host_link *l);

/* Send an order, adding the language; takes over the reference. NULL: the server has hung up. */
json_t *host_ask(struct host_link *l, json_t *order);

/* The same, but prints an error or a broken connection, and returns NULL. */
json_t *host_order(struct host_link *l, json_t *order);

#endif
