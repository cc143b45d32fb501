/*
 * write_daily.c - prints the match file of a deal of the day, played to its end.
 *
 *     write_daily DATE DICE [BOT]    DICE decides what the person does; BOT is a level in place of the day's
 *     write_daily --check <FILE      prints the date, if a server would believe this file, or why not
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/daily_check.h"
#include "table/helper.h"

static int check(void)
{
    static struct daily_work work;
    static char text[LOG_MAX];
    struct daily day;
    size_t len = fread(text, 1, sizeof text, stdin);
    bool fine = daily_check(&work, TEXT_EN, text, len, &day, &bench_why);
    if (fine)
        puts(day.date);
    else
        printf("line %d: %s\n", work.match.line, bench_why.message);
    return !fine;
}

int main(int argc, char **argv)
{
    static struct wire_opening opening;
    struct daily day;
    if (argc == 2 && strcmp(argv[1], "--check") == 0)
        return check();
    if (argc < 3 || !daily_of(argv[1], &day))
        return 2;
    struct bench *b = bench_new(NULL, strtoull(argv[2], NULL, 10));
    daily_sit(&day, "Eva");
    daily_opening(&day, &opening);
    if (!table_sit_as(&b->table, &day.roster, &bench_why) ||
        !table_open(&b->table, WIRE_NEW, &opening, b->now, &bench_why))
        return 1;
    for (int seat = 1; argc > 3 && seat < b->table.seats; seat++)
        b->table.seat[seat].bot.level = (uint8_t)mazo_bot_level_by_name(argv[3]);
    bench_play(b, UINT32_MAX);
    fwrite(b->log, 1, b->len, stdout);
    bench_free(b);
    return 0;
}
