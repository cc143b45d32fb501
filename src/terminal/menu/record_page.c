/*
 * record_page.c - what a player has done so far, and the deal of the day.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/history.h"
#include "session/score.h"
#include "sim/coach_say.h"
#include "say/event_text.h"
#include "say/rule_house.h"
#include "terminal/menu/inner.h"
#include "terminal/pages/share.h"
#include "terminal/screen/pager.h"
#include "text/oserror.h"

enum { BAR = 20 };

/* ---- a line of the page ---- */

static void add(struct page *p, struct pager *g, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void add(struct page *p, struct pager *g, const char *name, const char *format, ...)
{
    char value[200], line[280];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    snprintf(line, sizeof line, "%s|%s", text_in(p->lang, name), value);
    pager_add(g, PAGER_KEYS, line);
}

static void write_bar(int part, int all, char *buf, size_t size)
{
    size_t len = 0;
    for (int i = 0; i < BAR; i++)
        len += (size_t)snprintf(buf + len, size - len, "%s", i < BAR * part / all ? "━" : "─");
}

static void add_sheets(struct page *p, struct pager *g, const struct record_totals *t)
{
    char bar[4 * BAR], text[40];
    pager_add(g, PAGER_HEAD, text_in(p->lang, N_("Wins by sheet")));
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        const struct record_count *c = &t->sheet[sheet];
        if (c->matches == 0)
            continue;
        write_bar(c->wins, c->matches, bar, sizeof bar);
        snprintf(text, sizeof text, text_in(p->lang, N_("%d of %d")), c->wins, c->matches);
        add(p, g, mazo_sheet_name(sheet), "%s  %s", bar, text);
    }
}

static void add_feats(struct page *p, struct pager *g, const struct record_totals *t)
{
    pager_add(g, PAGER_HEAD, text_in(p->lang, N_("Achievements")));
    for (int pass = 0; pass < 2; pass++) {
        for (int feat = 0; feat < RECORD_FEATS; feat++) {
            char line[400];
            if ((t->feat[feat] != 0) == pass)
                continue;
            snprintf(line, sizeof line, "%s %s · %s", pass ? " " : "★",
                     text_in(p->lang, record_feat_title(feat)),
                     text_in(p->lang, record_feat_text(feat)));
            pager_add(g, PAGER_PARAGRAPH, line);
        }
    }
}

static void add_cost(struct page *p, struct pager *g, const struct record_totals *t)
{
    char cost[24], text[120];
    if (t->decisions == 0) {
        add(p, g, N_("A decision costs"), "%s",
            text_in(p->lang, N_("the coach has not looked at any match yet")));
        return;
    }
    snprintf(text, sizeof text, text_in(p->lang, N_("on average of %d that the coach has judged")),
             t->decisions);
    add(p, g, N_("A decision costs"), "%s %s",
        coach_percent(p->lang, t->cost / t->decisions, false, cost, sizeof cost), text);
}

static void fill(struct page *p, struct pager *g, const struct record_totals *t)
{
    char today[DAILY_DATE_SIZE], text[120], card[80];
    const char *of = text_in(p->lang, N_("%d of %d"));
    history_today(today);
    pager_clear(g);
    pager_add(g, PAGER_HEAD, text_in(p->lang, N_("Matches")));
    snprintf(text, sizeof text, of, t->all.wins, t->all.matches);
    add(p, g, N_("Won"), "%s", text);
    snprintf(text, sizeof text, of, t->online.wins, t->online.matches);
    if (t->online.matches > 0)
        add(p, g, N_("On servers"), "%s", text);
    snprintf(text, sizeof text, text_in(p->lang, N_("%d, at best %d")), t->streak, t->best_streak);
    add(p, g, N_("In a row"), "%s", text);
    snprintf(text, sizeof text, of, t->rounds_won, t->rounds);
    add(p, g, N_("Rounds won"), "%s", text);
    snprintf(text, sizeof text, text_in(p->lang, N_("%d points")), t->best_round);
    add(p, g, N_("Best round"), "%s", text);
    snprintf(text, sizeof text, text_in(p->lang, N_("after being %d points behind")), t->comeback);
    if (t->comeback > 0)
        add(p, g, N_("Best comeback"), "%s", text);
    add_cost(p, g, t);
    snprintf(text, sizeof text, text_in(p->lang, N_("%d; in a row %d, at best %d")), t->daily,
             record_daily_streak(t, today), t->daily_best_streak);
    add(p, g, N_("Deals of the day"), "%s", text);
    add_sheets(p, g, t);
    pager_add(g, PAGER_HEAD, text_in(p->lang, N_("At the table")));
    snprintf(text, sizeof text, of, t->challenges_won, t->challenges);
    add(p, g, N_("Challenges won"), "%s", text);
    add(p, g, N_("Bluffs unnoticed"), "%d", t->bluffs);
    snprintf(text, sizeof text, text_in(p->lang, N_("others: %d · you: %d")), t->caught,
             t->was_caught);
    add(p, g, N_("Caught"), "%s", text);
    mazo_card favorite = record_favorite(t);
    if (mazo_card_is_valid(favorite)) {
        say_card_full_name(p->lang, favorite, card, sizeof card);
        add(p, g, N_("Favorite card"), "%s", card);
    }
    add_feats(p, g, t);
}

/* ---- the page ---- */

/* Reading many matches for the first time can be interrupted. */
static bool goes_on(void *ctx, int read)
{
    static const struct page_hint hints[] = {{TERM_ESCAPE, "Esc", N_("stop")}};
    struct page *p = ctx;
    char text[80];
    page_begin(p, text_in(p->lang, "Your record"));
    snprintf(text, sizeof text, text_in(p->lang, N_("Reading the matches: %d")), read + 1);
    canvas_text(&p->canvas, 3, 4, p->canvas.columns - 8, page_plain, text);
    page_hints(p, hints, 1);
    return !page_leaves(page_read(p, 0));
}

/* Asks, then starts over. */
static void erase(struct page *p)
{
    static const char *const answers[] = {N_("Keep it"), N_("Erase it")};
    if (page_ask(p, text_in(p->lang, N_("Erase your record?")),
                 text_in(p->lang, N_("Figures, streaks and achievements begin at zero. Your matches "
                                     "stay, to be replayed.")),
                 answers, 2) != 1)
        return;
    bool erased = history_erase();
    page_begin(p, text_in(p->lang, "Your record"));
    page_say(p, text_in(p->lang, "Your record"),
             erased ? text_in(p->lang, N_("It begins anew with your next match."))
                    : text_oserror(p->lang, errno));
}

void menu_record(struct page *p)
{
    static const struct page_hint offer = {'x', "x", N_("erase")};
    struct history history;
    struct record_totals *totals = malloc(sizeof *totals);
    struct pager *g = malloc(sizeof *g);
    history_open(&history, goes_on, p);
    if (history.count == 0) {
        page_begin(p, text_in(p->lang, "Your record"));
        page_say(p, text_in(p->lang, "Your record"),
                 text_in(p->lang, N_("Nothing yet: finish a match first.")));
    } else if (totals && g) {
        history_totals(&history, totals);
        fill(p, g, totals);
        if (pager_offer(g, p, text_in(p->lang, "Your record"), &offer))
            erase(p);
    }
    history_close(&history);
    free(g);
    free(totals);
}

/* ---- the deal of the day ---- */

/* Shows today's deal and the bots, and asks. */
static bool wants_deal(struct page *p, const struct daily *day, bool begun)
{
    const char *const answers[] = {begun ? N_("Resume") : N_("Deal the cards"), N_("Back")};
    char rules[RULE_HOUSE_SIZE], text[RULE_HOUSE_SIZE + 300], others[200];
    const char *names[MAZO_SEATS_MAX];
    rule_house_name(&day->rules, p->lang, 0, rules, sizeof rules);
    for (int seat = 0; seat < day->roster.count; seat++)
        names[seat] = day->roster.seat[seat].name;
    score_names(p->lang, names, (1u << day->roster.count) - 2, others, sizeof others);
    snprintf(text, sizeof text,
             text_in(p->lang, N_("Deal %d: %s, against %s. Everybody gets the same cards and the "
                                 "same bots. Strength of the bots: %d of %d.")),
             day->number, rules, others, day->strength, DAILY_STRENGTH_MOST);
    return page_ask(p, text_in(p->lang, "Deal of the day"), text, answers, 2) == 0;
}

/* A deal that was begun is resumed: its cards are known. */
static bool has_begun(enum text_lang lang, const struct daily *day, char path[SAVE_PATH_MAX])
{
    struct wire_opening opening;
    struct save_info open;
    daily_opening(day, &opening);
    bool begun = save_find_daily(lang, daily_dice(opening.position.seed), &open);
    snprintf(path, SAVE_PATH_MAX, "%s", begun ? open.path : "");
    return begun;
}

bool menu_daily(struct page *p, const char *name, char resume[SAVE_PATH_MAX])
{
    static const char *const answers[] = {N_("Share the result"),
                                          N_("Play it again; it does not count"), N_("Back")};
    char today[DAILY_DATE_SIZE];
    struct record r;
    struct daily day;
    history_today(today);
    resume[0] = '\0';
    if (!history_of_day(today, &r)) {
        if (!daily_of(today, &day))
            return false; /* the clock is wrong */
        daily_sit(&day, name);
        return wants_deal(p, &day, has_begun(p->lang, &day, resume));
    }
    int answer = page_ask(p, text_in(p->lang, "Deal of the day"),
                          text_in(p->lang, N_("You have played today's deal. Tomorrow there is "
                                              "another one.")),
                          answers, 3);
    if (answer == 0)
        page_share(p, &r);
    return answer == 1;
}
