/*
 * join_bot.h - `mazo join --bot`: a program takes a seat at a table on a server.
 */
#ifndef MAZO_CLI_JOIN_BOT_H
#define MAZO_CLI_JOIN_BOT_H

#include "cli/cli.h"
#include "client/link.h"

/* Sit down as `name` ("": after the program) and play until Ctrl-C, or until the table or the program
 * is gone. `program` is cmd:PROGRAM ARGUMENT... Returns an exit code. */
int join_bot(struct cli_line *line, const struct link_address *address, const char *code,
             const char *name, const char *program, int limit_ms);

#endif
