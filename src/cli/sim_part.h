/*
 * sim_part.h - a simulation that several machines share: the file of one part, and all of them
 * added up.
 *
 * A part is a range of the deals. It counts in whole numbers, so the sum of all parts is exactly
 * what one run would have counted.
 */
#ifndef MAZO_CLI_SIM_PART_H
#define MAZO_CLI_SIM_PART_H

#include "cli/cli.h"
#include "sim/contest.h"

/* Read the option's value, "3/16"; complains and returns false if it is something else. */
bool sim_part_read(struct cli_line *line, int *part, int *parts);

/* Print the counts of the part, one JSON object per line. */
void sim_part_print(const struct sim_contest *c, const struct sim_score *score);

/* Add up all parts of one run; a file holds one or more, each in a line. `players` is the storage of c->players. Complains and
 * returns false unless each part is there once and all are of the same run. */
bool sim_part_merge(struct cli_line *line, char *const paths[], int count,
                    struct player players[MAZO_SEATS_MAX], struct sim_contest *c,
                    struct sim_score *score);

#endif
