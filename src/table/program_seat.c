/*
 * program_seat.c - questions and answers.
 */
#include "table/program_seat.h"

#include <stdio.h>
#include <string.h>

#include "table/inner.h"
#include "table/program_answer.h"
#include "text/oserror.h"
#include "wire/json_write.h"

size_t program_seat_question(const struct mazo_game *g, const struct say_texts *texts, int seat,
                             struct mazo_legal *legal, char *buf, size_t size)
{
    struct json_out out;
    struct mazo_view view;
    uint16_t kept = 0;
    mazo_legal(g, seat, legal);
    for (int i = 0; i < legal->count; i++)
        if (!mazo_is_social(legal->at[i].type))
            legal->at[kept++] = legal->at[i];
    legal->count = kept;
    mazo_view_of(g, seat, &view);
    json_out_init(&out, buf, size);
    wire_put_view(&out, TEXT_EN, &view, texts, legal);
    json_out_raw(&out, '\n');
    return out.len;
}

static void put_seats(struct json_out *out, const char *key, unsigned seats)
{
    json_out_open_at(out, key, '[');
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        if (seats >> i & 1)
            json_out_int(out, i);
    json_out_close(out, ']');
}

void program_seat_news(struct program *p, const struct mazo_game *g, int seat)
{
    char buf[PROGRAM_NEWS_MAX];
    struct json_out out;
    bool over = g->phase >= MAZO_PHASE_round_over;
    if (!p->curious)
        return;
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    json_out_string_at(&out, "news",
                       g->phase == MAZO_PHASE_match_over ? "match_over"
                       : over                            ? "round_over"
                                                         : "round_begins");
    json_out_int_at(&out, "round", g->round);
    json_out_int_at(&out, "seat", seat);
    json_out_open_at(&out, "scores", '[');
    for (int i = 0; i < g->seats; i++)
        json_out_int(&out, g->scores[i]);
    json_out_close(&out, ']');
    if (over)
        json_out_index_at(&out, "winner", g->round_winner < g->seats ? g->round_winner : -1);
    if (g->phase == MAZO_PHASE_match_over)
        put_seats(&out, "match_winners", g->winners);
    json_out_close(&out, '}');
    json_out_raw(&out, '\n');
    program_tell(p, buf, out.len);
}

static bool read_player(const struct table *t, int seat, struct player *out)
{
    char line[TABLE_PROGRAM_MAX + 8];
    snprintf(line, sizeof line, "cmd:%s", t->seat[seat].player.program);
    return player_read(line, strlen(line), 0, out) == PLAYER_FINE;
}

bool program_seat_init(struct program_seat *o, struct table *t, int seat, uint32_t limit_ms,
                       uint64_t now)
{
    memset(o, 0, sizeof *o);
    o->seat = seat;
    o->limit_ms = limit_ms;
    o->round = t->play.game.round;
    bool fine = read_player(t, seat, &o->player);
    program_init(&o->program, &o->player);
    if (fine) {
        table_return(t, seat, now);
    } else {
        o->failures = OUTSIDE_PATIENCE;
        table_leave(t, seat, now);
    }
    return fine;
}

bool program_seat_again(struct program_seat *o, struct table *t, int seat, uint32_t limit_ms,
                        uint64_t now)
{
    struct player wanted;
    if (o->asks || !read_player(t, seat, &wanted) || strcmp(wanted.name, o->player.name) != 0 ||
        !program_is_idle(&o->program))
        return false;
    o->seat = seat;
    o->limit_ms = limit_ms;
    o->round = t->play.game.round;
    o->failed = false;
    o->failures = 0;
    o->about = o->lies = 0;
    table_return(t, seat, now);
    return true;
}

void program_seat_end(struct program_seat *o)
{
    o->asks = false;
    program_end(&o->program);
}

static void note_offence(struct program_seat *o, const char *offence, const char *reason)
{
    if (o->offence)
        return;
    o->offence = offence;
    snprintf(o->reason, sizeof o->reason, "%s", reason);
}

static void note_failure(struct program_seat *o, enum program_reply reply)
{
    char fate[128];
    if (reply == PROGRAM_DIED)
        note_offence(o, "program_died", program_fate(&o->program, TEXT_EN, fate, sizeof fate));
    else if (reply == PROGRAM_FLOODED)
        note_offence(o, "program_lied", "it talks without being asked");
    else
        note_offence(o, "program_stalled", "no answer in time");
}

static bool fail(struct program_seat *o, struct table *t, uint64_t now)
{
    program_seat_end(o);
    o->failed = true;
    o->failures++;
    table_leave(t, o->seat, now);
    return false;
}

/* An answer that is not legal is a lie, unless the table has moved on since the question. */
static bool take_answer(struct program_seat *o, struct table *t, uint64_t now)
{
    struct wire_error why;
    const struct mazo_command *c = &o->line.command;
    const struct program *p = &o->program;
    o->failures = 0;
    enum program_said said = program_answer_read(TEXT_EN, o->seat, !table_awaits(t, o->seat),
                                                 &o->legal, p->buf, p->line, &o->line,
                                                 &o->program.curious, &why);
    if (said == PROGRAM_SAID_WAIT)
        return false;
    bool reads = said == PROGRAM_SAID_COMMAND;
    if (reads && program_answer_judge(TEXT_EN, &t->play.game, c, &why)) {
        uint32_t before = t->commands;
        if (table_do(t, now, c, o->line.rule_texts, &why) != TABLE_REFUSED)
            return t->commands != before;
    }
    if (reads && o->about != t->commands + 1) {
        o->about = 0; /* too late: ask again if needed */
        return false;
    }
    o->lies++;
    note_offence(o, "program_lied", why.word);
    return table_stand_in(t, o->seat, now);
}

static bool hear(struct program_seat *o, struct table *t, enum program_reply reply, uint64_t now)
{
    if (reply == PROGRAM_THINKS && now < o->until)
        return false;
    o->asks = false;
    if (reply == PROGRAM_ANSWERED)
        return take_answer(o, t, now);
    program_end(&o->program);
    note_failure(o, reply);
    return fail(o, t, now);
}

static bool ask_program(struct program_seat *o, struct table *t, uint64_t now)
{
    struct say_texts texts;
    int error = o->program.pid > 0 ? 0 : program_start(&o->program);
    if (error) {
        note_offence(o, "program_not_started", text_oserror(TEXT_EN, error));
        return fail(o, t, now);
    }
    table_texts(t, o->seat, &texts);
    size_t len = program_seat_question(&t->play.game, &texts, o->seat, &o->legal, o->question,
                                       sizeof o->question);
    o->about = t->commands + 1;
    o->until = table_later(now, o->limit_ms + (o->program.fresh ? PROGRAM_START_MS : 0));
    o->asks = true;
    return hear(o, t, program_begin(&o->program, o->question, len), now);
}

/* Tell of rounds that began or ended since the last call. */
static void tell_news(struct program_seat *o, const struct table *t)
{
    const struct mazo_game *g = &t->play.game;
    uint32_t stage = 2u * g->round + (g->phase >= MAZO_PHASE_round_over);
    if (stage != o->told && !o->asks) {
        o->told = stage;
        program_seat_news(&o->program, g, o->seat);
    }
}

/* A new round gives the program another chance. */
static void forgive(struct program_seat *o, struct table *t, uint64_t now)
{
    if (o->round != t->play.game.round) {
        o->round = t->play.game.round;
        o->offence = NULL;
        o->offence_told = false;
        if (o->failed && o->failures < OUTSIDE_PATIENCE) {
            o->failed = false;
            table_return(t, o->seat, now);
        }
    }
}

bool program_seat_tick(struct program_seat *o, struct table *t, uint64_t now)
{
    if (table_catch(t, now))
        return true; /* send it before reading the answer, which may be there already */
    forgive(o, t, now);
    tell_news(o, t);
    if (o->asks && hear(o, t, program_step(&o->program), now))
        return true;
    bool asked = o->about == t->commands + 1;
    return !o->asks && !asked && !t->seat[o->seat].away &&
           (table_awaits(t, o->seat) || table_may_react(t, o->seat)) && ask_program(o, t, now);
}

uint64_t program_seat_due(const struct program_seat *o) { return o->asks ? o->until : TABLE_NEVER; }

int program_seat_fd(const struct program_seat *o, bool *sends)
{
    *sends = o->program.rest_len > 0;
    return !o->asks ? -1 : *sends ? o->program.to : o->program.from;
}
