/*
 * share.c - a deal of the day in a few words to share.
 */
#include "terminal/pages/share.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/history.h"

void page_share(struct page *p, const struct record *r)
{
    struct history history;
    struct record_totals *totals = malloc(sizeof *totals);
    char line[RECORD_SHARE_SIZE], text[RECORD_SHARE_SIZE + 200];
    int streak = 0;
    if (history_open(&history, NULL, NULL) && totals) {
        history_totals(&history, totals);
        streak = record_daily_streak(totals, r->day);
    }
    history_close(&history);
    free(totals);
    record_share(r, p->lang, streak, line, sizeof line);
    p->term->copy(p->term, line);
    snprintf(text, sizeof text, "%s\n\n%s", line,
             text_in(p->lang, N_("It is copied where the terminal allows it. Send it to "
                                 "somebody who plays the same deal.")));
    page_say(p, text_in(p->lang, "Deal of the day"), text);
}
