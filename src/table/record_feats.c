/*
 * record_feats.c - many matches together, achievements, and the line to share.
 */
#include <stdio.h>
#include <string.h>

#include "table/daily.h"
#include "table/record.h"
#include "text/text.h"

/* ---- achievements ---- */

static const struct {
    const char *id, *title, *text;
} feats[RECORD_FEATS] = {
    {"first", N_("Beginner's luck"), N_("Win a match.")},
    {"three", N_("And they still sit down with you"), N_("Win three matches in a row.")},
    {"clean", N_("Nothing left for the others"), N_("Win every round of a match, two or more.")},
    {"comeback", N_("Never pack up early"), N_("Win a match after being 100 points behind.")},
    {"library", N_("Is that all?"), N_("Hold twenty cards at once.")},
    {"phoenix", N_("From the ashes"), N_("Win a round in which you held twelve cards.")},
    {"poker", N_("Poker face"), N_("Get away with five bluffs.")},
    {"detective", N_("I saw that"), N_("Win five challenges.")},
    {"hawk", N_("Eyes like a hawk"), N_("Catch ten players who forgot to say UNO.")},
    {"tongue", N_("It was on the tip of my tongue"),
     N_("Get caught without saying UNO five times.")},
    {"jackpot", N_("A round like a year's pay"), N_("Score 150 points in one round.")},
    {"marathon", N_("Nobody goes to bed"), N_("Finish a match of fifteen rounds.")},
    {"sheets", N_("At home at every table"), N_("Win with every rule sheet.")},
    {"week", N_("Seven days, seven deals"),
     N_("Play the deal of the day for a week without a gap.")},
};

static const char *const nothing = "";

const char *record_feat_id(int feat) { return feat < RECORD_FEATS ? feats[feat].id : nothing; }
const char *record_feat_title(int feat)
{
    return feat < RECORD_FEATS ? feats[feat].title : nothing;
}
const char *record_feat_text(int feat) { return feat < RECORD_FEATS ? feats[feat].text : nothing; }

static bool every_sheet(const struct record_totals *t)
{
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        if (!t->sheet[sheet].wins)
            return false;
    return true;
}

bool record_feat_done(int feat, const struct record_totals *t, const struct record *r)
{
    const bool done[RECORD_FEATS] = {
        t->all.wins > 0,
        t->best_streak >= 3,
        r->won && r->rounds > 1 && r->rounds_won == r->rounds,
        r->comeback >= 100,
        r->most_cards >= 20,
        r->most_cards_won >= 12,
        t->bluffs >= 5,
        t->challenges_won >= 5,
        t->caught >= 10,
        t->was_caught >= 5,
        r->best_round >= 150,
        r->rounds >= 15,
        every_sheet(t),
        t->daily_best_streak >= 7,
    };
    return feat >= 0 && feat < RECORD_FEATS && done[feat];
}

/* ---- together ---- */

static void count(struct record_count *c, const struct record *r)
{
    c->matches++;
    c->wins += r->won;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* A day counts once, whatever is played again. */
static void add_day(struct record_totals *t, const char *day)
{
    int days = t->daily_last[0] ? daily_days(t->daily_last, day) : 1;
    if (days < 1)
        return;
    t->daily++;
    t->daily_streak = days == 1 ? t->daily_streak + 1 : 1;
    t->daily_best_streak = larger(t->daily_best_streak, t->daily_streak);
    memcpy(t->daily_last, day, sizeof t->daily_last);
}

void record_add(struct record_totals *t, const struct record *r)
{
    count(&t->all, r);
    if (r->online)
        count(&t->online, r);
    count(&t->sheet[r->sheet], r);
    t->streak = r->won ? t->streak + 1 : 0;
    t->best_streak = larger(t->best_streak, t->streak);
    if (r->day[0])
        add_day(t, r->day);
    t->points += r->points;
    t->rounds += r->rounds;
    t->rounds_won += r->rounds_won;
    t->best_round = larger(t->best_round, r->best_round);
    t->comeback = larger(t->comeback, r->comeback);
    t->moves += r->moves;
    t->draws += r->draws;
    t->caught += r->caught;
    t->was_caught += r->was_caught;
    t->challenges += r->challenges;
    t->challenges_won += r->challenges_won;
    t->bluffs += r->bluffs;
    t->decisions += r->decisions;
    t->cost += r->cost;
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++)
        t->played[kind] += r->played[kind];
    for (int feat = 0; feat < RECORD_FEATS; feat++)
        if (!t->feat[feat] && record_feat_done(feat, t, r))
            t->feat[feat] = r->at ? r->at : 1;
}

mazo_card record_favorite(const struct record_totals *t)
{
    mazo_card best = MAZO_CARD_NONE;
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++)
        if (t->played[kind] > (best < MAZO_KIND_COUNT ? t->played[best] : 0))
            best = (mazo_card)kind;
    return best;
}

int record_daily_streak(const struct record_totals *t, const char *today)
{
    return t->daily_last[0] && daily_days(t->daily_last, today) <= 1 ? t->daily_streak : 0;
}

/* ---- the line to share ---- */

static const char *square(char round)
{
    switch (round) {
    case RECORD_WON:
        return "🟩";
    case RECORD_NEAR:
        return "🟨";
    case RECORD_LOST:
        return "🟥";
    default:
        return "⬜";
    }
}

/* How far ahead or behind, as the end of a sentence. */
static const char *lead_words(int lead)
{
    return lead > 1     ? N_("%d points ahead")
           : lead == 1  ? N_("%d point ahead")
           : lead == -1 ? N_("%d point behind the first")
           : lead < 0   ? N_("%d points behind the first")
                        : N_("level on points");
}

void record_share(const struct record *r, enum text_lang lang, int streak, char *buf, size_t size)
{
    static const char *const places[] = {"🥇", "🥈", "🥉"};
    struct daily day;
    char rounds[RECORD_ROUNDS * 4 + 1] = "", days[32] = "", lead[64];
    size_t len = 0;
    for (int i = 0; r->round[i]; i++)
        len += (size_t)snprintf(rounds + len, sizeof rounds - len, "%s", square(r->round[i]));
    if (streak > 1)
        snprintf(days, sizeof days, " 🔥%d", streak);
    int number = daily_of(r->day, &day) ? day.number : 0, by = record_lead(r);
    snprintf(lead, sizeof lead, text_in(lang, lead_words(by)), by < 0 ? -by : by);
    len = (size_t)snprintf(buf, size, "Mazo · %s %d\n", text_in(lang, "Deal of the day"), number);
    if (r->place > 0 && r->place <= 3)
        len += (size_t)snprintf(buf + len, size - len, "%s ", places[r->place - 1]);
    len += (size_t)snprintf(buf + len, size - len, text_in(lang, N_("Place %d of %d, %s")),
                            r->place, r->of, lead);
    buf[len++] = '\n';
    snprintf(buf + len, size - len, text_in(lang, N_("Rounds: %s%s")), rounds, days);
}
