/*
 * coach.c - what the coach found, for people and programs.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "cli/coach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/contest.h"
#include "wire/explain.h"
#include "wire/json_out.h"
#include "wire/json_write.h"
#include "wire/notation.h"
#include "wire/screen.h"

enum { DEED_MAX = 200, TEXT_MAX = 800, WORST = 3, COLUMNS = 7, SEAT_WIDTH = 10 };

#define WORTH_MENTIONING 0.01

/* One of the costliest decisions of a player. */
struct worst {
    double cost;
    int round;
    char text[TEXT_MAX];
};

struct printer {
    enum text_lang lang;
    const struct cli_coaching *coaching;
    const struct mazo_game *game; /* at the end of the file */
    struct cli_meter meter;
    int heading;  /* the round that has one */
    bool follows; /* JSON: a decision stands before */
    FILE *rounds; /* JSON: the rounds, for later */
    struct worst worst[MAZO_SEATS_MAX][WORST];
};

/* ---- for people ---- */

/* ORDER COMMAND: what was done, and what the expert does. */
static const char *const deeds[MAZO_CMD_COUNT][2] = {
    [MAZO_CMD_play] = {N_("laid %s"), N_("lays %s")},
    [MAZO_CMD_draw] = {N_("drew"), N_("draws")},
    [MAZO_CMD_keep] = {N_("kept the card"), N_("keeps the card")},
    [MAZO_CMD_accept] = {N_("accepted"), N_("accepts")},
    [MAZO_CMD_challenge] = {N_("challenged"), N_("challenges")},
    [MAZO_CMD_color] = {N_("named %s"), N_("names %s")},
    [MAZO_CMD_choose] = {N_("chose seat %s"), N_("chooses seat %s")},
    [MAZO_CMD_throw] = {N_("threw %s"), N_("throws %s")},
    [MAZO_CMD_done] = {N_("ended the run"), N_("ends the run")},
};

static void write_cards(const struct mazo_command *c, enum text_lang lang, char *buf, size_t size)
{
    char card[WIRE_CARD_SIZE];
    size_t len = 0;
    snprintf(buf, size, "%s", c->count ? "" : text_in(lang, N_("nothing")));
    for (int i = 0; i < c->count && len + WIRE_CARD_SIZE + 1 < size; i++) {
        len += (size_t)snprintf(buf + len, size - len, "%s%s", i ? " " : "",
                                wire_card_write(c->cards[i], card));
    }
}

/* What it is done with: a card, a colour, a seat. */
static void write_object(const struct mazo_command *c, enum text_lang lang, char *buf, size_t size)
{
    char card[WIRE_CARD_SIZE];
    buf[0] = '\0';
    if (c->type == MAZO_CMD_play) {
        wire_card_write(c->card, card);
        if (mazo_card_is_wild(c->card) && c->color < MAZO_COLOR_COUNT) {
            snprintf(buf, size, "%s (%s)", card, wire_color_name(lang, c->color));
        } else {
            snprintf(buf, size, "%s", card);
        }
    } else if (c->type == MAZO_CMD_color) {
        snprintf(buf, size, "%s", wire_color_name(lang, c->color));
    } else if (c->type == MAZO_CMD_choose) {
        snprintf(buf, size, "%d", c->who);
    } else if (c->type == MAZO_CMD_throw) {
        write_cards(c, lang, buf, size);
    }
}

static void write_deed(const struct mazo_command *c, enum text_lang lang, bool expert, char *buf,
                       size_t size)
{
    char object[DEED_MAX];
    write_object(c, lang, object, sizeof object);
    const char *deed = text_in(lang, deeds[c->type][expert]);
    const char *hole = strstr(deed, "%s");
    if (!hole) {
        snprintf(buf, size, "%s", deed);
    } else {
        snprintf(buf, size, "%.*s%s%s", (int)(hole - deed), deed, object, hole + 2);
    }
}

/* What must be named as what it is, or "". */
static const char *remark(unsigned notes, enum text_lang lang)
{
    const char *text = notes & COACH_MISPLAY          ? N_(" (wrong card, taken back)")
                       : notes & COACH_CAUGHT         ? N_(" (UNO not said, and caught)")
                       : notes & COACH_UNO_FORGOTTEN  ? N_(" (UNO not said; nobody noticed)")
                       : notes & COACH_BLUFF          ? N_(" (a bluff)")
                       : notes & COACH_CHALLENGE_LOST ? N_(" (the challenge failed)")
                                                      : "";
    return *text ? text_in(lang, text) : "";
}

static void write_decision(const struct coach_decision *d, enum text_lang lang, char *buf,
                           size_t size)
{
    char done[DEED_MAX + 40], best[DEED_MAX + 40];
    const char *noted = remark(d->notes, lang);
    write_deed(d->done, lang, false, done, sizeof done);
    write_deed(d->best, lang, true, best, sizeof best);
    if (d->agree) {
        snprintf(buf, size, text_in(lang, "seat %d: %s%s, as expert would"), d->seat, done, noted);
    } else if (d->cost > 0) {
        snprintf(buf, size, text_in(lang, "seat %d: %s%s; expert: %s. Cost %.1f %% ± %.1f"),
                 d->seat, done, noted, best, 100 * d->cost, 200 * d->error);
    } else {
        snprintf(buf, size, text_in(lang, "seat %d: %s%s; expert: %s. As good"), d->seat, done,
                 noted, best);
    }
}

/* Keep it if it is among the costliest of its player. */
static void remember(struct printer *p, const struct coach_decision *d, const char *text)
{
    struct worst *list = p->worst[d->seat];
    int at = WORST;
    while (at > 0 && d->cost > list[at - 1].cost) {
        at--;
    }
    if (at == WORST) {
        return;
    }
    memmove(&list[at + 1], &list[at], (size_t)(WORST - 1 - at) * sizeof list[0]);
    list[at].cost = d->cost;
    list[at].round = d->round;
    snprintf(list[at].text, sizeof list[at].text, "%s", text);
}

static void print_heading(struct printer *p, int round)
{
    cli_meter_end(&p->meter);
    if (p->heading != round) {
        putchar('\n');
        printf(text_in(p->lang, "Round %d"), round);
        putchar('\n');
        p->heading = round;
    }
}

static void tell_decision(void *data, const struct coach_decision *d)
{
    struct printer *p = data;
    char text[TEXT_MAX];
    write_decision(d, p->lang, text, sizeof text);
    if (d->cost > 0) {
        remember(p, d, text);
    }
    if (d->cost >= WORTH_MENTIONING || d->notes) {
        print_heading(p, d->round);
        printf("  %4d  %s\n", d->command, text);
        fflush(stdout);
    }
}

static void tell_round(void *data, int round, const struct coach_tally players[])
{
    struct printer *p = data;
    print_heading(p, round);
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct coach_tally *t = &players[seat];
        if (p->coaching->seat == COACH_EVERYBODY) {
            printf(text_in(p->lang, "        seat %d: skill %+.1f %%, luck %+.1f %%\n"), seat,
                   100 * t->skill, 100 * t->luck);
        } else if (p->coaching->seat == seat) {
            printf(text_in(p->lang, "        seat %d: cost %.1f %%\n"), seat, 100 * t->cost);
        }
    }
    fflush(stdout);
}

static void print_cell(int width, const char *text)
{
    int blanks = width - screen_width(text);
    printf("%*s%s", blanks > 1 ? blanks : 1, "", text);
}

static void print_columns(const struct printer *p, int columns)
{
    static const char *const heads[COLUMNS] = {N_("decisions"), N_("as expert"), N_("mistakes"),
                                               N_("cost"),      N_("skill"),     N_("luck"),
                                               N_("result")};
    printf("\n%*s", SEAT_WIDTH, "");
    for (int i = 0; i < columns; i++) {
        print_cell(i < 3 ? 13 : 12, text_in(p->lang, heads[i]));
    }
    putchar('\n');
}

static void print_player(const struct printer *p, const struct coach_report *report, int seat,
                         int columns)
{
    const struct coach_tally *t = &report->player[seat];
    const int counts[] = {t->decisions, t->agreed, t->mistakes};
    const double parts[] = {t->cost, t->skill, t->luck, t->change};
    char cell[40];
    snprintf(cell, sizeof cell, text_in(p->lang, "Seat %d"), seat);
    printf("%s%*s", cell, SEAT_WIDTH - screen_width(cell), "");
    for (int i = 0; i < columns; i++) {
        if (i < 3) {
            snprintf(cell, sizeof cell, "%d", counts[i]);
        } else if (i == 3) {
            snprintf(cell, sizeof cell, "%.1f %%", 100 * parts[0]);
        } else {
            snprintf(cell, sizeof cell, "%+.1f %%", 100 * parts[i - 3]);
        }
        print_cell(i < 3 ? 13 : 12, cell);
    }
    putchar('\n');
}

static void print_worst(const struct printer *p, int seat)
{
    if (p->worst[seat][0].cost <= 0) {
        return;
    }
    putchar('\n');
    printf(text_in(p->lang, "The costliest decisions of seat %d"), seat);
    putchar('\n');
    for (int i = 0; i < WORST && p->worst[seat][i].cost > 0; i++) {
        printf("  ");
        printf(text_in(p->lang, "Round %d"), p->worst[seat][i].round);
        printf(", %s\n", p->worst[seat][i].text);
    }
}

static bool is_shown(const struct printer *p, int seat)
{
    return p->coaching->seat == COACH_EVERYBODY || p->coaching->seat == seat;
}

static void print_summary(const struct printer *p, const struct coach_report *report)
{
    int columns = p->coaching->seat == COACH_EVERYBODY ? COLUMNS : 4;
    print_columns(p, columns);
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (is_shown(p, seat)) {
            print_player(p, report, seat, columns);
        }
    }
    for (int seat = 0; seat < p->game->seats; seat++) {
        print_worst(p, seat);
    }
}

/* ---- for programs ---- */

static void put_command(const char *key, const struct mazo_command *c)
{
    char buf[2048];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    wire_put_command(&out, TEXT_EN, c, NULL);
    printf(",\"%s\":%s", key, out.full ? "null" : buf);
}

static void put_notes(unsigned notes)
{
    static const char *const words[] = {"bluff", "challenge_lost", "uno_forgotten", "caught",
                                        "misplay"};
    const char *comma = "";
    printf(",\"notes\":[");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (notes >> i & 1) {
            printf("%s\"%s\"", comma, words[i]);
            comma = ",";
        }
    }
    printf("]}");
}

/* Never "-0.000000". */
static double tidy(double value) { return fabs(value) < 5e-7 ? 0 : value; }

static void put_decision(void *data, const struct coach_decision *d)
{
    struct printer *p = data;
    printf("%s\n{\"round\":%d,\"command\":%d,\"seat\":%d", p->follows ? "," : "", d->round,
           d->command, d->seat);
    put_command("done", d->done);
    put_command("best", d->best);
    printf(",\"agree\":%s,\"cost\":%.6f,\"difference\":%.6f,\"se\":%.6f",
           d->agree ? "true" : "false", d->cost, tidy(d->difference), d->error);
    put_notes(d->notes);
    p->follows = true;
}

static void put_tally(FILE *out, const struct printer *p, int seat, const struct coach_tally *t)
{
    fprintf(out,
            "{\"seat\":%d,\"decisions\":%d,\"agreed\":%d,\"mistakes\":%d,\"cost\":%.6f,"
            "\"se\":%.6f",
            seat, t->decisions, t->agreed, t->mistakes, t->cost, sqrt(t->variance));
    if (p->coaching->seat == COACH_EVERYBODY) {
        fprintf(out, ",\"change\":%.6f,\"skill\":%.6f,\"luck\":%.6f", tidy(t->change),
                tidy(t->skill), tidy(t->luck));
    }
}

static void put_round(void *data, int round, const struct coach_tally players[])
{
    struct printer *p = data;
    const char *comma = "";
    fprintf(p->rounds, "%s\n{\"round\":%d,\"players\":[", ftell(p->rounds) > 0 ? "," : "", round);
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (is_shown(p, seat)) {
            fputs(comma, p->rounds);
            put_tally(p->rounds, p, seat, &players[seat]);
            fputc('}', p->rounds);
            comma = ",";
        }
    }
    fputs("]}", p->rounds);
}

static void put_players(const struct printer *p, const struct coach_report *report)
{
    const char *comma = "";
    printf(",\n\"players\":[");
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (is_shown(p, seat)) {
            printf("%s\n", comma);
            put_tally(stdout, p, seat, &report->player[seat]);
            printf(",\"start\":%.6f,\"result\":%.6f}", report->start[seat], report->result[seat]);
            comma = ",";
        }
    }
    printf("]}\n");
}

/* ---- the command ---- */

static void print_head(const struct printer *p, const struct match_reader *m)
{
    const struct mazo_game *g = p->game;
    unsigned playouts = p->coaching->playouts;
    if (p->coaching->json) {
        printf("{\"ok\":true,\"rules\":\"%s\",\"seats\":%d,\"commands\":%d,\"playouts\":%u,"
               "\"decisions\":[",
               mazo_sheet_name(g->rules.sheet), g->seats, m->commands, playouts);
        return;
    }
    printf(text_in(p->lang, "%s, %d seats; rounds: %d, commands: %d, playouts a decision: %u\n"),
           mazo_sheet_name(g->rules.sheet), g->seats, g->round, m->commands, playouts);
}

static void print_tail(struct printer *p, const struct match_reader *m,
                       const struct coach_report *report, const char *rounds)
{
    if (p->coaching->json) {
        printf("],\n\"judged\":%d,\"stopped\":%s,\"rounds\":[%s]", report->commands,
               report->stopped ? "true" : "false", rounds);
        put_players(p, report);
        return;
    }
    print_summary(p, report);
    if (report->stopped) {
        putchar('\n');
        printf(text_in(p->lang, "Stopped after %d of %d commands.\n"), report->commands,
               m->commands);
    }
}

static void tell_progress(void *data, int64_t done, int64_t all)
{
    struct printer *p = data;
    cli_meter_tell(&p->meter, done, all);
}

static int run(const struct cli_line *line, struct printer *p, const struct match_reader *m)
{
    struct coach_report report;
    struct coach coach = {.playouts = p->coaching->playouts,
                          .seat = p->coaching->seat,
                          .stop = &cli_interrupted,
                          .decided = p->coaching->json ? put_decision : tell_decision,
                          .round_over = p->coaching->json ? put_round : tell_round,
                          .progress = tell_progress,
                          .data = p};
    char *rounds = NULL;
    size_t size = 0;
    p->rounds = open_memstream(&rounds, &size);
    if (!p->rounds) {
        return cli_complain(line, EXIT_BAD, "%s",
                            text_in(line->lang, "there is not enough memory"));
    }
    print_head(p, m);
    cli_catch_interrupts();
    int error = coach_run(&coach, m->text, m->len, &report);
    cli_meter_end(&p->meter);
    bool kept = fclose(p->rounds) == 0;
    int code = report.stopped ? EXIT_INTERRUPTED : EXIT_FINE;
    if (error || !kept) {
        code = cli_complain(line, EXIT_BAD, "%s",
                            text_in(line->lang, "there is not enough memory"));
    } else {
        print_tail(p, m, &report, rounds);
    }
    free(rounds);
    return code;
}

int cli_coach(const struct cli_line *line, const struct cli_coaching *coaching,
              const struct match_reader *match)
{
    static struct printer p;
    const struct mazo_game *g = &match->play.game;
    if (coaching->seat >= g->seats) {
        return cli_complain(line, EXIT_USAGE,
                            text_in(line->lang, "there is no seat %d in this match"),
                            coaching->seat);
    }
    p.lang = line->lang;
    p.coaching = coaching;
    p.game = g;
    cli_meter_init(&p.meter, line, coaching->quiet, coaching->json);
    p.meter.sentence = N_("mazo %s: %lld of %lld commands, %s left\n");
    return run(line, &p, match);
}
