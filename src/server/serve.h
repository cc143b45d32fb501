/*
 * serve.h - the server as the command sees it.
 */
#ifndef MAZO_SERVE_H
#define MAZO_SERVE_H

#include "server/hub/config.h"
#include "store/store.h"

/* Results of serve_run besides 0 and libuv errors, which are negative. */
enum { SERVE_UNREAD = 1, SERVE_NO_MEMORY, SERVE_IN_DOUBT };

/* Serve until SIGTERM or SIGINT; a second one ends it at once. Calls `ready` once it listens.
 * Returns 0; SERVE_UNREAD if the store cannot be read; SERVE_NO_MEMORY; or the libuv error if it
 * cannot listen. The store stays open. SERVE_IN_DOUBT: the store did not answer for ten seconds, or
 * until the second signal. Its threads may still use it then: leave it alone, and exit. */
int serve_run(const struct config *config, struct store *store, const struct serve_host *host);

#endif
