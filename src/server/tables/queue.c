/*
 * queue.c - messages of a table that wait while a change is being stored.
 */
#include "server/tables/queue.h"

#include <stdlib.h>
#include <string.h>

#include "server/network/net.h"
#include "server/hub/people.h"

/* After a restart everybody comes back at once, while the table is loading. */
enum { INBOX_MAX = 512, INBOX_OF_ONE_MAX = 8, INBOX_OF_GUEST_MAX = 64 };

static bool append(struct queued ***end, struct guest *g, const char *text, size_t len)
{
    struct queued *l = malloc(sizeof *l + len + 1);
    if (!l)
        return false;
    l->next = NULL;
    l->guest = g;
    l->len = len;
    memcpy(l->text, text, len);
    l->text[len] = '\0';
    **end = l;
    *end = &l->next;
    return true;
}

/* Spectators in a crowd get it a moment later, several messages per write. */
static void send_to(const struct room *r, struct guest *g, const char *text, size_t len)
{
    if (r->guest_count > WATCHERS_TOLD && room_seat_of(r, g->who) < 0)
        net_later(g->conn);
    net_send(g->conn, text, len);
}

void queue_tell(struct room *r, struct guest *g, const char *text, size_t len)
{
    if (!r->before)
        send_to(r, g, text, len);
    else if (!append(&r->out_end, g, text, len))
        net_close(g->conn, NET_CLOSE_SLOW, "memory"); /* the client reconnects and asks for the rest */
}

static void free_list(struct queued *l)
{
    while (l) {
        struct queued *next = l->next;
        free(l);
        l = next;
    }
}

void queue_untell(struct room *r, struct queued **mark)
{
    free_list(*mark);
    *mark = NULL;
    r->out_end = mark;
}

bool queue_talk(struct room *r, int64_t who, const char *text, size_t len)
{
    struct queued **end = r->talk ? r->talk_end : &r->talk, **line = end;
    if (!append(&end, NULL, text, len))
        return false;
    (*line)->who = who;
    (*line)->n = ++r->talked;
    r->talk_end = end;
    r->talk_bytes += (uint32_t)len;
    return true;
}

void queue_hear(struct room *r, struct guest *g)
{
    struct told *told = room_told(r, g);
    for (const struct queued *l = r->talk; l; l = l->next)
        if (l->n > told->talk && !people_muted(g->who, l->who))
            send_to(r, g, l->text, l->len);
    told->talk = r->talked;
}

void queue_talk_over(struct room *r)
{
    free_list(r->talk);
    r->talk = NULL;
    r->talk_bytes = 0;
    r->talk_due = 0;
}

/* The asker gets the answer and the event in one write. */
void queue_deliver(struct room *r, bool tell)
{
    if (r->asker)
        net_gather(r->asker->conn);
    for (const struct queued *l = r->out; l && tell; l = l->next)
        if (l->guest)
            send_to(r, l->guest, l->text, l->len);
    queue_untell(r, &r->out);
    if (r->asker)
        net_flush(r->asker->conn);
}

bool queue_wait(struct room *r, struct guest *g, const char *text, size_t len)
{
    uint32_t own = 0;
    for (const struct queued *l = r->in; l; l = l->next)
        own += l->guest == g;
    if (r->in_count >= INBOX_MAX || own >= INBOX_OF_ONE_MAX || !append(&r->in_end, g, text, len))
        return false;
    r->in_count++;
    return true;
}

struct queued *queue_take(struct room *r)
{
    struct queued *l = room_is_busy(r) ? NULL : r->in;
    if (l) {
        r->in = l->next;
        r->in_end = r->in ? r->in_end : &r->in;
        r->in_count--;
    }
    return l;
}

bool queue_wait_guest(struct guest *g, const char *text, size_t len, bool first)
{
    struct queued *one = NULL, **end = &one;
    if ((g->in_count >= INBOX_OF_GUEST_MAX && !first) || !append(&end, g, text, len))
        return false;
    if (!g->in)
        g->in_end = &g->in;
    if (first) {
        one->next = g->in;
        g->in_end = g->in ? g->in_end : &one->next;
        g->in = one;
    } else {
        *g->in_end = one;
        g->in_end = &one->next;
    }
    g->in_count++;
    return true;
}

struct queued *queue_take_guest(struct guest *g)
{
    struct queued *l = guest_waits(g) ? NULL : g->in;
    if (l) {
        g->in = l->next;
        g->in_count--;
    }
    return l;
}

void queue_forget(struct room *r, const struct guest *g)
{
    for (struct queued *l = r->out; l; l = l->next)
        l->guest = l->guest == g ? NULL : l->guest;
    for (struct queued *l = r->in; l; l = l->next)
        l->guest = l->guest == g ? NULL : l->guest;
    r->asker = r->asker == g ? NULL : r->asker;
}

void queue_free_guest(struct guest *g) { free_list(g->in); }

void queue_free(struct room *r)
{
    free_list(r->out);
    free_list(r->in);
    free_list(r->talk);
}
