/*
 * sim_print.h - results of a contest: for people, as JSON, as CSV.
 */
#ifndef MAZO_CLI_SIM_PRINT_H
#define MAZO_CLI_SIM_PRINT_H

#include "sim/contest.h"
#include "text/text.h"

void sim_print_text(const struct sim_contest *c, const struct sim_score *score,
                    enum text_lang lang);
void sim_print_json(const struct sim_contest *c, const struct sim_score *score);
void sim_print_csv(const struct sim_contest *c, const struct sim_score *score);

/* ,"offence":… or null. */
void sim_print_offence_json(const struct sim_offence *offence);

/* "options":{…}, the rules as JSON. */
void sim_print_options(const struct mazo_rules *rules);

/* What a program lost, as the end of a JSON object. */
void sim_print_lost_json(const struct sim_tally *tally);

/* Print the first wrong thing a program did, on standard error: question, answer and reason. False:
 * there is none. */
bool sim_print_offence(const char *name, const struct sim_offence *o, enum text_lang lang);

/* One line about a program that lost moves; nothing otherwise. */
void sim_print_losses(const char *name, const struct sim_tally *tally, enum text_lang lang);

#endif
