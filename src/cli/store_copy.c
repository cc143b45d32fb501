/*
 * store_copy.c - `mazo store copy`: everything in a store into another kind of store.
 */
#include "cli/cli.h"
#include "cli/store.h"

#include <stdio.h>

#include "cli/contest.h"
#include "store/copy.h"

enum { WHERE_SIZE = 1024 };

static int say_copied(const struct admin *c, const char *shown, const struct store_copied *n)
{
    printf(text_in(c->line->lang, N_("%s: %llu people, %llu tables, %llu matches with %llu lines, "
                                     "compared.\n")),
           shown, (unsigned long long)n->people, (unsigned long long)n->rooms,
           (unsigned long long)n->matches, (unsigned long long)n->lines);
    return EXIT_FINE;
}

int admin_copy(const struct admin *c, const char *to)
{
    char shown[WHERE_SIZE], why[STORE_WHY_SIZE];
    struct store_copied copied;
    struct cli_meter meter;
    store_shown(to, shown, sizeof shown);
    if (!admin_has_folder(c, to, shown))
        return EXIT_BAD;
    struct store *target = store_open(to, STORE_ALONE, why);
    if (!target)
        return cli_complain(c->line, EXIT_BAD, "%s: %s", shown, text_in(c->line->lang, why));
    cli_meter_init(&meter, c->line, false, false);
    meter.sentence = N_("mazo %s: %lld of %lld rows, %s left\n");
    bool made = store_copy(c->store, target, admin_tell_copied, &meter, &copied, why);
    cli_meter_end(&meter);
    target->ops->close(target);
    return made ? say_copied(c, shown, &copied)
                : cli_complain(c->line, EXIT_BAD, "%s: %s", shown, text_in(c->line->lang, why));
}
