/*
 * verify.h - `mazo replay --verify`: were the cards shuffled fairly?
 */
#ifndef MAZO_CLI_VERIFY_H
#define MAZO_CLI_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include "cli/cli.h"
#include "session/receipt.h"
#include "wire/match.h"

struct cli_verifying {
    bool wanted;
    bool json;
    const char *commitment;     /* shown to the player: the commitment or the deal code; or NULL */
    const char *salt;           /* the player's own, or NULL */
    char key[RECEIPT_KEY_SIZE]; /* the match's key, from its link or file name */
};

/* The key of a match: the last part of a link or path, without its ending. */
void cli_match_key(const char *name, char key[RECEIPT_KEY_SIZE]);

/* How the match began. */
struct cli_origin {
    enum wire_line_kind kind;
    uint8_t seed[FAIR_SIZE];
};

/* Print it for the match that `match` has replayed to its end. Returns the exit status. */
int cli_verify(struct cli_line *line, const struct cli_verifying *verifying,
               const struct match_reader *match, const struct cli_origin *origin);

#endif
