/*
 * recent.c - the last moves of a match, for whoever comes back in the middle of it.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/recent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/lines.h"

enum { RECENT_MS = 60000 }; /* they are kept for so long after the last who asked */

static_assert(RECENT_LINES > MISSED_MAX && RECENT_LINES > PAST_MAX, "what can be asked for");

struct recent {
    int64_t match;
    int64_t n;             /* of the game before the lines, -1: they are the whole match; */
    struct mazo_game base; /* which is this */
    uint32_t count;
    struct store_lines lines; /* from n + 1 on */
    uint64_t used;
};

void recent_drop(struct room *r)
{
    if (r->recent) {
        free(r->recent->lines.bytes);
        free(r->recent);
        r->recent = NULL;
    }
}

/* Replay `count` lines and let them go. */
static bool advance(struct recent *recent, struct match_reader *m, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (match_next(m) != MATCH_STEP) {
            return false;
        }
    }
    recent->base = m->play.game;
    recent->n += count;
    recent->count -= count;
    recent->lines.len -= m->at;
    memmove(recent->lines.bytes, recent->lines.bytes + m->at, recent->lines.len);
    return true;
}

/* A reader of the lines that are kept. The texts of rule cards are the present ones: which of them
 * may be told goes by the game. */
static void begin_reading(struct hub *h, struct room *r, struct match_reader *m)
{
    const struct recent *recent = r->recent;
    match_begin(m, TEXT_EN, recent->lines.bytes, recent->lines.len);
    if (recent->n >= 0) {
        m->play = room_wake(h, r)->play;
        m->play.game = recent->base;
    }
}

void recent_add(struct hub *h, struct room *r, const struct store_event *line)
{
    static struct match_reader m;
    struct recent *recent = r->recent;
    if (!recent) {
        return;
    }
    store_add_line(&recent->lines, line);
    recent->count++;
    if (recent->lines.failed || recent->match != line->match ||
        recent->n + recent->count != line->n || hub_now(h) - recent->used > RECENT_MS) {
        recent_drop(r);
    } else if (recent->count > 2 * RECENT_LINES) {
        begin_reading(h, r, &m);
        if (!advance(recent, &m, RECENT_LINES)) {
            recent_drop(r);
        }
    }
}

/* From the store: the whole match, of which the last lines are kept. */
static bool load(struct hub *h, struct room *r, struct match_reader *m)
{
    struct recent *recent = calloc(1, sizeof *recent);
    r->recent = recent;
    if (!recent ||
        h->store->ops->events(h->store, r->now.match, 0, store_add_line, &recent->lines) != 1 ||
        recent->lines.failed) {
        return false;
    }
    recent->match = r->now.match;
    recent->n = -1;
    recent->count = r->now.n + 1; /* the opening is a line, too */
    h->metrics.replays++;
    match_begin(m, TEXT_EN, recent->lines.bytes, recent->lines.len);
    return recent->count <= RECENT_LINES || advance(recent, m, recent->count - RECENT_LINES);
}

bool recent_begin(struct hub *h, struct room *r, struct match_reader *m, int64_t *n)
{
    if (r->recent && r->recent->match != r->now.match) {
        recent_drop(r);
    }
    if (!r->recent && !load(h, r, m)) {
        recent_drop(r);
        return false;
    }
    r->recent->used = hub_now(h);
    begin_reading(h, r, m);
    *n = r->recent->n;
    return true;
}
