/*
 * plot.h - a contest as a picture (svg.h): win rates, points, lengths of rounds.
 */
#ifndef MAZO_PLOT_H
#define MAZO_PLOT_H

#include <stdbool.h>
#include <stdio.h>
#include "sim/contest.h"
#include "text/text.h"

/* Draw it. False, and errno set, when it could not be written. */
bool sim_plot(FILE *out, enum text_lang lang, const struct sim_contest *contest,
              const struct sim_score *score);

#endif
