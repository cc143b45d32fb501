/*
 * tape.c - a saved match that can be wound forward and back.
 */
#include "session/tape.h"

#include <stdlib.h>
#include <string.h>

/* Keep every second mark: a long match has them further apart. */
static void thin_out(struct tape *t)
{
    for (int i = 0; 2 * i < t->mark_count; i++)
        t->marks[i] = t->marks[2 * i];
    t->mark_count = (t->mark_count + 1) / 2;
    t->gap *= 2;
}

static void mark(struct tape *t, int step)
{
    const struct match_reader *m = &t->reader;
    if (step % t->gap != 0)
        return;
    if (t->mark_count == TAPE_MARKS_MAX) {
        thin_out(t);
        if (step % t->gap != 0)
            return;
    }
    struct tape_mark *new = &t->marks[t->mark_count++];
    new->step = step;
    new->line = m->line;
    new->at = m->at;
    new->game = m->play.game;
    new->texts = m->play.texts;
}

/* *round: the last round noted. */
static bool note_round(struct tape *t, int step, int *round)
{
    enum { ROOM = 64 };
    if (t->rounds > 0 && *round == t->reader.play.game.round)
        return true;
    bool written = t->rounds == 1 && *round == 0; /* J1: what was before belongs to round 1 */
    *round = t->reader.play.game.round;
    if (written)
        return true;
    if (t->rounds % ROOM == 0) {
        int *more = realloc(t->round_at, ((size_t)t->rounds + ROOM) * sizeof *more);
        if (!more)
            return false;
        t->round_at = more;
    }
    t->round_at[t->rounds++] = step;
    return true;
}

/* Everything from the beginning to the end; false: see the reader. */
static bool check_all(struct tape *t)
{
    enum match_step found;
    int step = 0, round = 0;
    while ((found = match_next(&t->reader)) == MATCH_STEP) {
        if (!note_round(t, step, &round))
            return false;
        mark(t, step++);
    }
    t->last = step - 1;
    t->cut = t->reader.cut;
    return found == MATCH_END;
}

static void go_to_mark(struct tape *t, const struct tape_mark *m)
{
    struct match_reader *r = &t->reader;
    r->at = m->at;
    r->line = m->line;
    r->commands = m->step;
    r->cut = false;
    r->play.game = m->game;
    r->play.texts = m->texts;
    mazo_events_clear(&r->play.events);
    t->step = m->step;
}

/* The last mark at or before the step. */
static const struct tape_mark *mark_before(const struct tape *t, int step)
{
    int i = step / t->gap;
    return &t->marks[i < t->mark_count ? i : t->mark_count - 1];
}

bool tape_open(struct tape *t, enum text_lang lang, const char *text, size_t len)
{
    memset(t, 0, sizeof *t);
    t->gap = TAPE_FIRST_GAP;
    t->marks = malloc(TAPE_MARKS_MAX * sizeof *t->marks);
    match_begin(&t->reader, lang, text, len);
    if (!t->marks || !check_all(t)) {
        tape_close(t);
        return false;
    }
    tape_go(t, 0);
    return true;
}

void tape_close(struct tape *t)
{
    free(t->marks);
    free(t->round_at);
    t->marks = NULL;
    t->round_at = NULL;
}

void tape_go(struct tape *t, int step)
{
    step = step < 0 ? 0 : step > t->last ? t->last : step;
    if (step == 0) { /* the opening has events too: read it once more */
        match_begin(&t->reader, t->reader.lang, t->reader.text, t->reader.len);
        match_next(&t->reader);
        t->step = 0;
        return;
    }
    const struct tape_mark *m = mark_before(t, step - 1); /* play up to the step, so that its events are heard */
    if (step <= t->step || m->step > t->step)
        go_to_mark(t, m);
    while (t->step < step && match_next(&t->reader) == MATCH_STEP)
        t->step++;
}

int tape_round(const struct tape *t)
{
    int round = t->rounds - 1;
    while (round > 0 && t->round_at[round] > t->step)
        round--;
    return round;
}

int tape_round_start(const struct tape *t, int round)
{
    round = round < 0 ? 0 : round >= t->rounds ? t->rounds - 1 : round;
    return t->round_at[round];
}
