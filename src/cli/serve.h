/*
 * serve.h - the settings of `mazo serve`, for other commands that look for the same server.
 */
#ifndef MAZO_CLI_SERVE_H
#define MAZO_CLI_SERVE_H

#include "cli/cli.h"
#include "server/hub/config.h"

/* Read a file of settings. False after printing the reason. */
bool cli_config(struct cli_line *line, const char *path, struct config *c);

#endif
