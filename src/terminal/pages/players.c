/*
 * players.c - the host of a table far away kicks a player in the middle of a match, or lets one back.
 */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/screen/page.h"
#include "terminal/pages/pages.h"

enum { LINE_MAX_BYTES = 160 };

static int list_orders(const struct session *s, char line[][LINE_MAX_BYTES], uint8_t seats[])
{
    const struct session_remote *remote = s->remote;
    int count = 0;
    for (int seat = 0; seat < s->table.seats; seat++) {
        const char *who;
        enum session_order order = remote->order_for(remote->ctx, seat, &who);
        if (order != SESSION_NO_ORDER) {
            snprintf(line[count], LINE_MAX_BYTES,
                     text_in(s->setup.lang, order == SESSION_KICK ? N_("Remove %s; a bot plays on")
                                                                  : N_("Give the seat back to %s")),
                     who);
            seats[count++] = (uint8_t)seat;
        }
    }
    return count;
}

void terminal_players(struct term *term, struct session *s)
{
    const struct session_remote *remote = s->remote;
    char line[MAZO_SEATS_MAX][LINE_MAX_BYTES];
    const char *answers[MAZO_SEATS_MAX + 1] = {N_("Nothing")}, *who;
    uint8_t seats[MAZO_SEATS_MAX];
    struct page *p = calloc(1, sizeof *p);
    if (!p)
        return;
    int count = list_orders(s, line, seats);
    for (int i = 0; i < count; i++)
        answers[i + 1] = line[i];
    page_init(p, term, s->setup.lang);
    page_begin(p, mazo_sheet_name(s->setup.rules.sheet));
    int answer = page_ask(p, text_in(p->lang, "Players"),
                          text_in(p->lang, "You are the host. What do you want to do?"), answers,
                          count + 1);
    if (answer > 0) {
        int seat = seats[answer - 1];
        remote->order(remote->ctx, remote->order_for(remote->ctx, seat, &who), seat);
    }
    free(p);
}
