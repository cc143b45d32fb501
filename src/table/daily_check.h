/*
 * daily_check.h - believes a match file of a deal of the day only after playing it again.
 *
 * The cards are those of the day, the bots sit where they sat, and each of their commands is what
 * they choose when asked again. What it cannot check is who was quicker: a bot may have been
 * too late for a catch. That the person knew the cards in advance cannot be seen: everybody can
 * work them out from the date.
 */
#ifndef MAZO_DAILY_CHECK_H
#define MAZO_DAILY_CHECK_H

#include "table/daily.h"
#include "table/table.h"

/* Work space; afterwards `match` is at the end of the file. `mark` identifies what was played: the
 * same commands give the same mark, under any name. */
struct daily_work {
    struct table table;
    struct match_reader match;
    struct mazo_game other;
    uint64_t mark;
};

/* False, and why: not a finished match of a deal of the day as its bots play it. */
bool daily_check(struct daily_work *w, enum text_lang lang, const char *text, size_t len,
                 struct daily *day, struct wire_error *why);

#endif
