/*
 * load_print.h - results of a load: as a table, as JSON, as a picture.
 */
#ifndef MAZO_LOAD_PRINT_H
#define MAZO_LOAD_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/load_host.h"
#include "client/crowd.h"
#include "text/text.h"

struct load_report {
    enum text_lang lang;
    const struct crowd_plan *plan;
    const struct crowd_figures *figures;
    bool stopped;               /* before its time */
    int pid;                    /* of the server, 0: not known */
    bool has_server;            /* the three below are there */
    struct load_use before;     /* anybody came */
    struct load_use began, end; /* at both ends of the measurement */
    struct load_use own_began, own_end;
};

void load_print_text(const struct load_report *r);
void load_print_json(const struct load_report *r);

/* Draw latency over time, and its distribution. False, with errno set: it could not be written. */
bool load_plot(FILE *out, const struct load_report *r);

#endif
