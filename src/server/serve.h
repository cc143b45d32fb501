/*
 * serve.h - the server as the command sees it.
 */
#ifndef MAZO_SERVE_H
#define MAZO_SERVE_H

#include "server/hub/config.h"
#include "store/store.h"

/* What serve_run returns besides 0 and errors of libuv, which are negative. */
enum { SERVE_UNREAD = 1, SERVE_NO_MEMORY, SERVE_IN_DOUBT };

/* Serve until SIGTERM or SIGINT; a second one ends it at once. `ready` is told once it listens.
 * Returns 0; SERVE_UNREAD when the store cannot be read; SERVE_NO_MEMORY; or the error of libuv when
 * it cannot listen. The store stays open. SERVE_IN_DOUBT: the store did not answer for ten seconds,
 * or until the second signal. Then its threads may still use it: leave it alone, and exit. */
int serve_run(const struct config *config, struct store *store, const struct serve_host *host);

#endif
