/*
 * coach.h - `mazo replay --coach`: what the coach found, for people and programs.
 */
#ifndef MAZO_CLI_COACH_H
#define MAZO_CLI_COACH_H

#include <stdbool.h>
#include <stdint.h>
#include "cli/cli.h"
#include "sim/coach.h"
#include "wire/match.h"

enum { CLI_COACH_PLAYOUTS_MAX = 100000000 };

struct cli_coaching {
    bool wanted;
    bool json, quiet;
    uint32_t playouts; /* a decision */
    int seat;          /* or COACH_EVERYBODY */
};

/* Go through the match that `match` has replayed to its end, and print. Returns what the
 * command returns: EXIT_INTERRUPTED when Ctrl-C has ended it early. */
int cli_coach(struct cli_line *line, const struct cli_coaching *coaching,
              const struct match_reader *match);

#endif
