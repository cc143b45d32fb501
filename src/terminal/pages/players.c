/*
 * players.c - the host of a server's table kicks or removes a player in the middle of a match, or lets one
 * back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/screen/page.h"
#include "terminal/pages/pages.h"

enum { LINE_MAX_BYTES = 160, REMOVABLE_MAX = 15 };

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

/* Asks who; the names are the answers. */
static void remove_somebody(struct page *p, const struct session_remote *remote)
{
    char name[REMOVABLE_MAX][LINE_MAX_BYTES];
    const char *answers[REMOVABLE_MAX + 1] = {N_("Nobody")}, *who;
    int count = 0;
    while (count < REMOVABLE_MAX && (who = remote->removable(remote->ctx, count)) != NULL) {
        snprintf(name[count], LINE_MAX_BYTES, "%s", who);
        answers[count + 1] = name[count];
        count++;
    }
    int answer = page_ask(p, text_in(p->lang, "Remove for good"),
                          text_in(p->lang, "They can neither come back nor watch."), answers,
                          count + 1);
    who = answer > 0 ? remote->removable(remote->ctx, answer - 1) : NULL;
    if (who && strcmp(who, name[answer - 1]) == 0) /* the seat has not changed since */
        remote->remove(remote->ctx, answer - 1);
}

void terminal_players(struct term *term, struct session *s)
{
    const struct session_remote *remote = s->remote;
    char line[MAZO_SEATS_MAX][LINE_MAX_BYTES];
    const char *answers[MAZO_SEATS_MAX + 2] = {N_("Nothing")}, *who;
    uint8_t seats[MAZO_SEATS_MAX];
    struct page *p = calloc(1, sizeof *p);
    if (!p)
        return;
    int count = list_orders(s, line, seats);
    for (int i = 0; i < count; i++)
        answers[i + 1] = line[i];
    bool removes = remote->removable(remote->ctx, 0) != NULL;
    answers[count + 1] = N_("Remove somebody for good…");
    page_init(p, term, s->setup.lang);
    page_begin(p, mazo_sheet_name(s->setup.rules.sheet));
    int answer = page_ask(p, text_in(p->lang, "Players"),
                          text_in(p->lang, "You are the host. What do you want to do?"), answers,
                          count + 1 + removes);
    if (answer == count + 1) {
        page_begin(p, mazo_sheet_name(s->setup.rules.sheet));
        remove_somebody(p, remote);
    } else if (answer > 0) {
        int seat = seats[answer - 1];
        remote->order(remote->ctx, remote->order_for(remote->ctx, seat, &who), seat);
    }
    free(p);
}
