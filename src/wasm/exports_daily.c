/*
 * exports_daily.c - the deal of the day, for a page.
 */
#include <stdio.h>
#include <string.h>

#include "table/daily.h"
#include "table/table.h"
#include "wasm/exports.h"
#include "wire/json_write.h"

/* The day that the page's text begins with, and the name behind it. */
static bool day_asked(int size, struct daily *day)
{
    char date[DAILY_DATE_SIZE] = "", name[TABLE_NAME_MAX];
    int rest = size > DAILY_DATE_SIZE ? size - DAILY_DATE_SIZE : 0;
    if (size < DAILY_DATE_SIZE - 1)
        return false;
    memcpy(date, export_text(), sizeof date - 1);
    if (!daily_of(date, day))
        return false;
    snprintf(name, sizeof name, "%.*s", rest, export_text() + DAILY_DATE_SIZE);
    daily_sit(day, name);
    return true;
}

int export_daily(int size)
{
    struct daily day;
    struct json_out out;
    if (!day_asked(size, &day))
        return 0;
    export_begin(&out, '{');
    json_out_int_at(&out, "number", day.number);
    json_out_string_at(&out, "date", day.date);
    json_out_int_at(&out, "strength", day.strength);
    wire_put_rules(&out, &day.rules);
    json_out_int_at(&out, "players", day.roster.count);
    roster_put(&out, &day.roster);
    return export_end(&out, '}');
}

int export_daily_begin(int size, int lang, int how, double now)
{
    static struct wire_opening opening;
    struct daily day;
    struct wire_error why = {.word = "bad_request"};
    struct table *t = export_table_prepare(lang, how, 0, 0, 0);
    if (!day_asked(size, &day))
        return export_refuse(&why);
    daily_opening(&day, &opening);
    bool fine = table_sit_as(t, &day.roster, &why) &&
                table_open(t, WIRE_NEW, &opening, (uint64_t)now, &why);
    return fine ? 0 : export_refuse(&why);
}
