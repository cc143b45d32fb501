/*
 * daily.c - the deal of the day, from its date.
 */
#include "table/daily.h"

#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "table/player.h"
#include "text/number.h"

enum { FIRST_YEAR = 2026, LAST_YEAR = 9999, YEAR_DAYS = 365, WEEK = 7 };

/* Precedes the date; the number is the version of everything derived from it. */
static const char SEED[] = "mazo day 1 ";

/* The target of each sheet, for two to four rounds. */
static const uint16_t targets[] = {
    [MAZO_SHEET_SIN_REVERSA] = 100, [MAZO_SHEET_DUELO] = 75,    [MAZO_SHEET_OFICIAL] = 200,
    [MAZO_SHEET_PENAS] = 150,       [MAZO_SHEET_JACKPOT] = 250,
};
enum { SHEETS = sizeof targets / sizeof targets[0] };

/* The bots of each weekday, the weakest first; the stronger ones sit down where there are fewer. */
static const char *const bots[WEEK][3] = {
    {"easy", "easy", "normal"},
    {"easy", "normal", "normal:cautious"},
    {"normal:bluffing", "normal", "normal:vengeful"},
    {"normal", "normal:bluffing", "hard"},
    {"normal:vengeful", "hard:cautious", "hard"},
    {"hard:cautious", "hard", "hard:vengeful"},
    {"hard:bluffing", "hard:vengeful", "hard"},
};

/* ---- dates ---- */

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static bool read_digits(const char *text, int count, int least, int most, int *out)
{
    char digits[5] = "";
    uint64_t number;
    memcpy(digits, text, (size_t)count);
    if (!text_number(digits, (uint64_t)least, (uint64_t)most, &number))
        return false;
    *out = (int)number;
    return true;
}

/* Days since January 1 of year 1; negative: not a date. */
static int days_of(const char *date)
{
    static const int months[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year, month, day, days = 0;
    if (strlen(date) != DAILY_DATE_SIZE - 1 || date[4] != '-' || date[7] != '-' ||
        !read_digits(date, 4, FIRST_YEAR, LAST_YEAR, &year) ||
        !read_digits(date + 5, 2, 1, 12, &month) || !read_digits(date + 8, 2, 1, 31, &day) ||
        day > months[month - 1] + (month == 2 && is_leap(year)))
        return -1;
    for (int y = FIRST_YEAR; y < year; y++)
        days += YEAR_DAYS + is_leap(y);
    for (int m = 1; m < month; m++)
        days += months[m - 1] + (m == 2 && is_leap(year));
    return days + day - 1;
}

int daily_days(const char *from, const char *to)
{
    int a = days_of(from), b = days_of(to);
    return a < 0 || b < 0 ? 0 : b - a;
}

int daily_number_at(uint64_t ms)
{
    enum { DAYS_BEFORE = 20454 }; /* from the first of January of 1970 to that of FIRST_YEAR */
    return (int)(ms / (24 * 3600 * UINT64_C(1000))) - DAYS_BEFORE + 1;
}

/* ---- the deal ---- */

static void seat_player(struct roster *roster, int seat, const char *name, const char *sits,
                        const char *bot)
{
    struct roster_seat *s = &roster->seat[seat];
    snprintf(s->name, sizeof s->name, "%s", name);
    snprintf(s->sits, sizeof s->sits, "%s", sits);
    snprintf(s->bot, sizeof s->bot, "%s", bot);
}

/* Three consecutive names, from a place in the list that advances every day. */
static void seat_all(struct daily *day, int seats)
{
    const char *const *level = &bots[day->strength - 1][4 - seats];
    day->roster.count = seats;
    seat_player(&day->roster, 0, "", "person", "normal");
    for (int seat = 1; seat < seats; seat++) {
        int name = (day->number * 7 + (seat - 1) * 3) % PLAYER_BOT_NAMES;
        seat_player(&day->roster, seat, player_bot_names[name], "bot", level[seat - 1]);
    }
}

void daily_sit(struct daily *day, const char *name)
{
    struct roster_seat *s = day->roster.seat;
    snprintf(s->name, sizeof s->name, "%s", name);
    for (int seat = 1; seat < day->roster.count; seat++) {
        if (strcmp(s[seat].name, s->name) == 0) {
            int other = (day->number * 7 + MAZO_SEATS_MAX) % PLAYER_BOT_NAMES;
            snprintf(s[seat].name, sizeof s[seat].name, "%s", player_bot_names[other]);
        }
    }
}

bool daily_of(const char *date, struct daily *out)
{
    int days = days_of(date);
    if (days < 0)
        return false;
    memset(out, 0, sizeof *out);
    out->number = days + 1;
    out->strength = (days + 3) % WEEK + 1; /* the first day was a Thursday */
    memcpy(out->date, date, sizeof out->date);
    int sheet = days % SHEETS;
    out->rules = *mazo_rules_of_sheet(sheet);
    out->rules.target = targets[sheet];
    seat_all(out, out->rules.seats);
    return true;
}

static void write_seed(const char *date, uint8_t seed[32])
{
    char text[sizeof SEED + DAILY_DATE_SIZE];
    memset(seed, 0, 32);
    size_t len = (size_t)snprintf(text, sizeof text, "%s%s", SEED, date);
    memcpy(seed, text, len < 32 ? len : 32);
}

bool daily_of_seed(const uint8_t seed[32], struct daily *out)
{
    char date[DAILY_DATE_SIZE] = "";
    size_t len = sizeof SEED - 1;
    if (memcmp(seed, SEED, len) != 0)
        return false;
    memcpy(date, seed + len, 32 - len < sizeof date - 1 ? 32 - len : sizeof date - 1);
    return daily_of(date, out);
}

void daily_opening(const struct daily *day, struct wire_opening *out)
{
    memset(out, 0, sizeof *out);
    mazo_position_init(&out->position, &day->rules, day->roster.count);
    write_seed(day->date, out->position.seed);
    out->has_seed = true;
}

uint64_t daily_dice(const uint8_t seed[32])
{
    struct daily day;
    return daily_of_seed(seed, &day) ? mazo_fast_seed((uint64_t)day.number) | 1 : 0;
}
