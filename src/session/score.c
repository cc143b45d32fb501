/*
 * score.c - how a round and a match ended, as lines of text.
 */
#include "session/score.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire/match.h"
#include "say/ranking.h"
#include "say/event_text.h"

enum { NAMES_MAX = 320 };

/* ---- keeping count ---- */

void score_begin(struct score_book *book, int seats)
{
    memset(book, 0, sizeof *book);
    book->seats = seats;
    book->first = 1;
}

static void begin_round(struct score_book *book)
{
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        book->gained[seat] = 0;
        book->held_points[seat] = -1;
        book->held_count[seat] = 0;
    }
}

static void end_round(struct score_book *book, const struct mazo_game *g)
{
    if (book->rounds - book->first + 1 == SCORE_ROUNDS_MAX) {
        memmove(book->total, book->total + 1, sizeof book->total - sizeof book->total[0]);
        memmove(book->winner, book->winner + 1, sizeof book->winner - 1);
        book->first++;
    }
    int at = book->rounds - book->first + 1;
    memcpy(book->total[at], g->scores, sizeof book->total[at]);
    book->winner[at] = g->round_winner;
    book->rounds++;
}

void score_join(struct score_book *book, const struct mazo_game *g)
{
    bool over = g->phase >= MAZO_PHASE_round_over;
    score_begin(book, g->seats);
    begin_round(book);
    book->rounds = g->round > 0 ? g->round - 1 : 0;
    book->first = book->rounds + 1;
    if (over)
        end_round(book, g);
}

static void count_hand(struct score_book *book, const struct mazo_events *ev,
                       const struct mazo_event *e)
{
    int space = (int)(sizeof book->held[0] / sizeof book->held[0][0]);
    int n = e->count < space ? e->count : space;
    book->held_points[e->seat] = e->points;
    book->held_count[e->seat] = (uint8_t)n;
    memcpy(book->held[e->seat], ev->cards + e->first, (size_t)n);
}

void score_hear(struct score_book *book, const struct mazo_game *g, const struct mazo_events *ev)
{
    bool over = false;
    for (int i = 0; i < ev->count; i++) {
        const struct mazo_event *e = &ev->at[i];
        switch (e->type) {
        case MAZO_EVENT_won:
        case MAZO_EVENT_blocked:
            begin_round(book);
            over = true;
            break;
        case MAZO_EVENT_counted:
            count_hand(book, ev, e);
            break;
        case MAZO_EVENT_scored:
            book->gained[e->seat] += e->points;
            break;
        default:
            break;
        }
    }
    if (over)
        end_round(book, g);
}

bool score_read(struct score_book *book, const char *text, size_t len)
{
    static struct match_reader m;
    enum match_step step;
    bool begun = false;
    match_begin(&m, TEXT_EN, text, len);
    while ((step = match_next(&m)) == MATCH_STEP) {
        if (!begun) {
            score_begin(book, m.play.game.seats);
            begun = true;
        }
        score_hear(book, &m.play.game, &m.play.events);
    }
    return step == MATCH_END && begun;
}

/* ---- lines ---- */

__attribute__((format(printf, 2, 3))) static void add(struct score_lines *out, const char *format,
                                                      ...)
{
    if (out->count == SCORE_LINES_MAX)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(out->line[out->count++], SCORE_LINE_MAX, format, args);
    va_end(args);
}

static void append(char *buf, size_t size, const char *text)
{
    size_t used = strlen(buf);
    snprintf(buf + used, size - used, "%s", text);
}

/* In Spanish "y" is "e" before an i. */
void score_names(enum text_lang lang, const char *const *names, unsigned seats, char *buf,
                 size_t size)
{
    buf[0] = '\0';
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1))
            continue;
        bool last = seats >> (seat + 1) == 0;
        const char *name = names[seat];
        bool sounds_i = strchr("iI", name[0]) || strncmp(name, "í", 2) == 0 ||
                        strncmp(name, "Í", 2) == 0 || strncmp(name, "Hi", 2) == 0;
        if (buf[0]) {
            append(buf, size,
                   !last                         ? ", "
                   : text_is_spanish(lang) && sounds_i ? " e "
                                                 : text_in(lang, " and "));
        }
        append(buf, size, name);
    }
}

static void say_winner(const struct score_book *book, const struct mazo_game *g,
                       enum text_lang lang, const char *const *names, int reader,
                       struct score_lines *out)
{
    int winner = book->winner[book->rounds - book->first];
    if (winner >= book->seats) {
        add(out, text_in(lang, "Round %d is blocked: nobody wins it, and it is dealt again."),
            g->round);
    } else if (winner == reader) {
        add(out, text_in(lang, "You win round %d!"), g->round);
    } else {
        add(out, text_in(lang, "%s wins round %d."), names[winner], g->round);
    }
}

/* "  Ana: 27 points = red 5 (5), blue Skip (20), red 2 (2)"; what one line does not hold stands in the next. */
static void say_hand(const struct score_book *book, int seat, enum text_lang lang, const char *name,
                     struct score_lines *out)
{
    char line[SCORE_LINE_MAX];
    int points = book->held_points[seat];
    snprintf(line, sizeof line,
             text_in(lang, points == 1 ? N_("  %s: %d point") : N_("  %s: %d points")), name,
             points);
    for (int i = 0; i < book->held_count[seat]; i++) {
        char one[96], full[64];
        mazo_card card = book->held[seat][i];
        say_card_full_name(lang, card, full, sizeof full);
        snprintf(one, sizeof one, "%s (%d)", full, mazo_card_points(card));
        append(line, sizeof line, i ? "," : " =");
        if (strlen(line) + strlen(one) + sizeof ", " > sizeof line) {
            add(out, "%s", line);
            snprintf(line, sizeof line, "   ");
        }
        append(line, sizeof line, " ");
        append(line, sizeof line, one);
    }
    add(out, "%s", line);
}

/* "Ana is left with 27 points: red 5, blue Skip and red 2." */
static void say_hand_aloud(const struct score_book *book, int seat, enum text_lang lang,
                           const char *const *names, int reader, struct score_lines *out)
{
    char line[SCORE_LINE_MAX];
    struct tell tell = {.lang = lang, .reader = reader, .names = names};
    struct mazo_event left = {.type = MAZO_EVENT_counted,
                              .seat = (uint8_t)seat,
                              .who = MAZO_SEAT_NONE,
                              .points = (uint16_t)book->held_points[seat],
                              .count = book->held_count[seat],
                              .has_cards = true};
    say_tell(&tell, &left, book->held[seat], line, sizeof line);
    add(out, "%s.", line);
}

void score_round(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                 const char *const *names, int reader, struct score_lines *out)
{
    out->count = 0;
    if (book->rounds == 0)
        return;
    if (!out->aloud) /* who listens has just heard it */
        say_winner(book, g, lang, names, reader, out);
    for (int seat = 0; seat < book->seats; seat++) {
        bool counted = book->held_points[seat] >= 0 && book->held_count[seat] > 0;
        if (counted && out->aloud)
            say_hand_aloud(book, seat, lang, names, reader, out);
        else if (counted)
            say_hand(book, seat, lang, names[seat], out);
    }
    for (int seat = 0; seat < book->seats; seat++) {
        if (book->gained[seat] > 0) {
            bool you = seat == reader;
            const char *format = you ? N_("You score %d points and now have %d.")
                                     : N_("%s scores %d points and now has %d.");
            if (you) {
                add(out, text_in(lang, format), (int)book->gained[seat], (int)g->scores[seat]);
            } else {
                add(out, text_in(lang, format), names[seat], (int)book->gained[seat],
                    (int)g->scores[seat]);
            }
        }
    }
}

/* ---- the match so far ---- */

static void team_totals(const struct mazo_game *g, enum text_lang lang, const char *const *names,
                        struct score_lines *out)
{
    struct say_side sides[MAZO_SEATS_MAX];
    int count = g->rules.teams ? say_ranking(&g->pub, sides) : 0;
    for (int i = 0; i < count; i++) {
        char list[NAMES_MAX];
        score_names(lang, names, sides[i].seats, list, sizeof list);
        add(out, text_in(lang, "%s together have %d points."), list, sides[i].points);
    }
}

void score_totals(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                  const char *const *names, int reader, struct score_lines *out)
{
    out->count = 0;
    if (book->rounds == 0 || g->rules.scoring == MAZO_scoring_quick)
        return;
    for (int seat = 0; seat < book->seats; seat++) {
        int points = (int)g->scores[seat], target = (int)g->rules.target;
        if (seat == reader)
            add(out, text_in(lang, "You have %d of %d points."), points, target);
        else
            add(out, text_in(lang, "%s has %d of %d points."), names[seat], points, target);
    }
    team_totals(g, lang, names, out);
}

/* ---- the end of the match ---- */

static bool is_one(unsigned seats) { return seats && (seats & (seats - 1)) == 0; }

static int seat_in(unsigned seats)
{
    int seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    return seat;
}

static void say_winners(const struct mazo_game *g, enum text_lang lang, const char *const *names,
                        int reader, struct score_lines *out)
{
    char list[NAMES_MAX];
    bool counted = g->rules.scoring != MAZO_scoring_quick;
    score_names(lang, names, g->winners, list, sizeof list);
    if (g->winners == 0) {
        add(out, "%s", text_in(lang, "Nobody wins the match."));
    } else if (!is_one(g->winners)) {
        const char *format = g->rules.teams ? N_("%s win the match together.") /* or a tie */
                                            : N_("%s win the match.");
        add(out, text_in(lang, format), list);
    } else {
        int seat = seat_in(g->winners), points = (int)g->scores[seat];
        if (seat == reader && counted)
            add(out, text_in(lang, "You win the match with %d points!"), points);
        else if (seat == reader)
            add(out, "%s", text_in(lang, "You win the match!"));
        else if (counted)
            add(out, text_in(lang, "%s wins the match with %d points."), list, points);
        else
            add(out, text_in(lang, "%s wins the match."), list);
    }
}

void score_match(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                 const char *const *names, int reader, struct score_lines *out)
{
    char list[NAMES_MAX];
    (void)book;
    out->count = 0;
    if (g->phase != MAZO_PHASE_match_over)
        return;
    say_winners(g, lang, names, reader, out);
    score_names(lang, names, g->losers, list, sizeof list);
    if (is_one(g->losers) && seat_in(g->losers) == reader)
        add(out, "%s", text_in(lang, "You lose the match."));
    else if (is_one(g->losers))
        add(out, text_in(lang, "%s loses the match."), list);
    else if (g->losers)
        add(out, text_in(lang, "%s lose the match."), list);
}

void score_stood_in(const struct mazo_game *g, unsigned seats, enum text_lang lang,
                    const char *const *names, int reader, struct score_lines *out)
{
    char list[NAMES_MAX];
    if (g->phase != MAZO_PHASE_match_over || seats == 0)
        return;
    if (is_one(seats) && seat_in(seats) == reader) {
        add(out, "%s", text_in(lang, "At the end a bot played for you."));
        return;
    }
    score_names(lang, names, seats, list, sizeof list);
    add(out, text_in(lang, "At the end a bot played for %s."), list);
}
