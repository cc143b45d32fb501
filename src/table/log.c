/*
 * log.c - lines of the match file, and back.
 */
#include "table/inner.h"

#include <stdio.h>
#include <string.h>

#include "table/daily.h"
#include "table/player.h"

static const char *const sitter_words[] = {"person", "bot", "program"};

/* ---- writing ---- */

static void write_roster(const struct table *t, struct roster *out)
{
    memset(out, 0, sizeof *out);
    out->count = t->seats;
    for (int i = 0; i < t->seats; i++) {
        const struct table_player *p = &t->seat[i].player;
        struct roster_seat *to = &out->seat[i];
        snprintf(to->name, sizeof to->name, "%s", p->name);
        snprintf(to->sits, sizeof to->sits, "%s", sitter_words[p->sitter]);
        player_write(p->level, p->style, p->playouts, to->bot, sizeof to->bot);
        if (p->sitter == TABLE_PROGRAM)
            snprintf(to->program, sizeof to->program, "%s", p->program);
    }
}

void table_put_line(const struct table *t, struct json_out *out)
{
    uint64_t hash = mazo_hash(&t->play.game);
    struct roster roster;
    if (t->last.kind == WIRE_COMMAND) {
        match_put_command(out, &t->last.command, t->last.rule_texts, hash);
    } else if (t->last.kind != WIRE_STATE) { /* nothing was heard since unpacking */
        write_roster(t, &roster);
        match_put_opening(out, t->last.kind, &t->last.opening, &roster, t->fair, hash);
    }
}

/* ---- reading ---- */

static bool read_seat(const struct roster_seat *from, struct table_player *out)
{
    struct player bot = {.level = MAZO_BOT_NORMAL};
    memset(out, 0, sizeof *out);
    int sitter = 0, words = (int)(sizeof sitter_words / sizeof sitter_words[0]);
    while (sitter < words && strcmp(sitter_words[sitter], from->sits) != 0)
        sitter++;
    if (sitter == words ||
        (from->bot[0] && player_read(from->bot, strlen(from->bot), 0, &bot) != PLAYER_FINE) ||
        bot.outside)
        return false;
    out->sitter = (uint8_t)sitter;
    out->level = bot.level;
    out->style = bot.style;
    out->playouts = bot.playouts;
    snprintf(out->name, sizeof out->name, "%s", from->name);
    snprintf(out->program, sizeof out->program, "%s", from->program);
    return true;
}

bool table_sit_as(struct table *t, const struct roster *roster, struct wire_error *why)
{
    struct table_player players[MAZO_SEATS_MAX];
    for (int i = 0; i < roster->count; i++) {
        if (!read_seat(&roster->seat[i], &players[i])) {
            return wire_refuse(why, "bad_match",
                               text_in(t->lang, N_("it is not clear who sat at seat %d")), i);
        }
    }
    for (int i = 0; i < roster->count; i++)
        table_sit(t, i, &players[i]);
    return true;
}

/* Bots have heard everything; their dice depend on the length of the match. */
static void take_up(struct table *t, const struct match_reader *m, uint64_t now)
{
    static const struct table_change fresh = {.advanced = true, .seat = MAZO_SEAT_NONE};
    uint64_t dice = mazo_fast_seed(t->dice + t->commands);
    t->play = m->play;
    for (int i = 0; i < t->seats; i++) {
        struct table_seat *s = &t->seat[i];
        s->bot.dice = mazo_fast_seed(dice + ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
        s->away = s->player.sitter == TABLE_PROGRAM;
    }
    t->dice = mazo_fast_seed(dice);
    table_set_time(t, now);
    table_plan(t, &fresh);
}

bool table_resume(struct table *t, const char *text, size_t len, uint64_t now,
                  struct wire_error *why, int *line)
{
    struct match_reader m;
    enum match_step step;
    match_begin(&m, t->lang, text, len);
    t->kept = 0;
    while ((step = match_next(&m)) == MATCH_STEP) {
        bool opening = m.now.kind != WIRE_COMMAND;
        if (opening) {
            if (!table_sit_as(t, &m.roster, &m.why)) {
                step = MATCH_BAD;
                break;
            }
            t->daily = m.now.kind == WIRE_NEW ? daily_dice(m.now.opening.position.seed) : 0;
            table_seat_all(t, m.play.game.seats, t->dice);
        }
        t->commands += !opening;
        t->in_round = opening || m.now.command.type == MAZO_CMD_next ? 0 : t->in_round + 1;
        table_keep_line(&t->last, &m.now);
        table_tell_bots(t, &m.play);
        t->kept = m.at;
    }
    *line = m.line;
    *why = m.why;
    if (step == MATCH_BAD) {
        t->play.open = false;
        return false;
    }
    *why = (struct wire_error){.word = "ok"};
    take_up(t, &m, now);
    return true;
}
