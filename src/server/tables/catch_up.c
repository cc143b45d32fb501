/*
 * catch_up.c - the last moves of a match, for players who come back in the middle of it.
 */
#include "server/tables/catch_up.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/stored/match_restore.h"
#include "store/match_text.h"

enum {
    RECENT_MS = 60000, /* kept this long after the last request, */
    RECENT_SPARE = 16  /* drop the oldest when there are this many more than RECENT_LINES */
};

static_assert((int)RECENT_LINES > (int)MISSED_MAX && (int)RECENT_LINES > (int)PAST_MAX,
              "what can be asked for");

struct catch_up {
    int64_t match;
    int64_t n;             /* number of the game before the lines; -1: they are the whole match */
    struct mazo_game base; /* which is this */
    uint32_t count;
    struct store_lines lines; /* from n + 1 on */
    uint64_t used;
    bool failed; /* they could not be read */
};

void catch_up_drop(struct room *r)
{
    if (r->recent) {
        free(r->recent->lines.bytes);
        free(r->recent);
        r->recent = NULL;
    }
}

/* Replay the oldest lines and drop them. */
static bool advance(struct catch_up *recent, struct match_reader *m, uint32_t count)
{
    if (!replay_lines(m, count))
        return false;
    recent->base = m->play.game;
    recent->n += count;
    recent->count -= count;
    recent->lines.len -= m->at;
    memmove(recent->lines.bytes, recent->lines.bytes + m->at, recent->lines.len);
    return true;
}

/* Begin to read the kept lines. Texts of rule cards are the present ones; the game decides which
 * may be told. */
static void begin_reading(struct hub *h, struct room *r, struct match_reader *m)
{
    const struct catch_up *recent = r->recent;
    match_begin(m, TEXT_EN, recent->lines.bytes, recent->lines.len);
    if (recent->n >= 0) {
        m->play = room_wake(h, r)->play;
        m->play.game = recent->base;
    }
}

void catch_up_add(struct hub *h, struct room *r, const struct store_event *line)
{
    static struct match_reader m;
    struct catch_up *recent = r->recent;
    if (!recent)
        return;
    if (recent->failed) {
        catch_up_drop(r);
        return;
    }
    store_add_line(&recent->lines, line);
    recent->count++;
    if (recent->lines.failed || recent->match != line->match ||
        recent->n + recent->count != line->n || hub_now(h) - recent->used > RECENT_MS) {
        catch_up_drop(r);
    } else if (recent->count > RECENT_LINES + RECENT_SPARE) {
        begin_reading(h, r, &m);
        if (!advance(recent, &m, RECENT_SPARE))
            catch_up_drop(r);
    }
}

bool catch_up_is_there(const struct room *r)
{
    return r->recent && r->recent->match == r->now.match;
}

/* If they cannot be read, remember that until the next request. */
void catch_up_take(struct hub *h, struct room *r, struct read_room *q)
{
    catch_up_drop(r);
    r->recent = calloc(1, sizeof *r->recent);
    if (!r->recent)
        return;
    r->recent->match = r->now.match;
    r->recent->failed = true;
    if (q->found == FIND_FOUND && q->lines.count == r->now.n + 1) { /* the opening counts as a line */
        r->recent->n = q->recent.n;
        r->recent->base = q->recent.base;
        r->recent->count = q->recent.count;
        r->recent->lines = q->lines.text;
        r->recent->failed = !q->recent.fine;
        q->lines.text = (struct store_lines){0};
        h->metrics.replays++;
    }
}

bool catch_up_begin(struct hub *h, struct room *r, struct match_reader *m, int64_t *n)
{
    if (!catch_up_is_there(r) || r->recent->failed) {
        catch_up_drop(r);
        return false;
    }
    r->recent->used = hub_now(h);
    begin_reading(h, r, m);
    *n = r->recent->n;
    return true;
}
