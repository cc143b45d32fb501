/*
 * serve.h - the server as the command sees it.
 */
#ifndef MAZO_SERVE_H
#define MAZO_SERVE_H

#include "server/config.h"
#include "store/store.h"

/* Serve until SIGTERM or SIGINT. `ready` is told once it listens. Returns 0, or the error of
 * libuv when it cannot listen. The store stays open. */
int hub_run(const struct config *config, struct store *store, void (*ready)(void *ear, int port),
            void *ear);

#endif
