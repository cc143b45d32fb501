/*
 * identity.h - the same player at this computer and on another device: `mazo join --lend` and `--take`.
 */
#ifndef MAZO_CLI_IDENTITY_H
#define MAZO_CLI_IDENTITY_H

#include "cli/cli.h"
#include "client/link.h"

/* Print a code with which another device becomes this computer's player. Returns an exit code. */
int identity_lend(struct cli_line *line, struct link_address *address);

/* Become the player of another device, after a question that names both. EXIT_FINE: done. */
int identity_take(struct cli_line *line, struct link_address *address, const char *code);

#endif
