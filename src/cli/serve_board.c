/*
 * serve_board.c - lines like "  KZTRA  oficial · open" and below them the seats.
 */
#include "cli/serve_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "say/rule_house.h"
#include "text/screen.h"

enum {
    SEAT_COLUMN = 9,
    LINE_MAX_BYTES = 600,
    ROWS = 24,
    RULES_COLUMNS = 40,
    LISTED_MAX = 3,
    TABLE_SIZE = 2048
};

void serve_board_begin(struct serve_board *b, enum text_lang lang)
{
    const char *term = getenv("TERM");
    *b = (struct serve_board){.lang = lang, .wipes = term && *term && strcmp(term, "dumb") != 0};
}

static int rows_of_terminal(void)
{
    struct winsize size = {0};
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known && size.ws_row > 0 ? size.ws_row : ROWS;
}

/* ---- one table ---- */

static void write_seat(const struct serve_board *b, const struct serve_table *t, int i, char *buf,
                       size_t size)
{
    const struct serve_seat *s = &t->seat[i];
    enum text_lang lang = b->lang;
    char name[LINE_MAX_BYTES / 4];
    screen_clean(s->name, name, sizeof name);
    if (s->kind == SEAT_OPEN || s->kind == SEAT_CLOSED)
        snprintf(buf, size, "%d %s", i + 1,
                 text_in(lang, s->kind == SEAT_OPEN ? "free" : "closed"));
    else if (s->kind != SEAT_PERSON)
        snprintf(buf, size, "%d %s (%s)", i + 1, name, text_in(lang, "bot"));
    else if (!s->here)
        snprintf(buf, size, "%d %s (%s)", i + 1, name, text_in(lang, "away"));
    else if (s->host)
        snprintf(buf, size, "%d %s (%s)", i + 1, name, text_in(lang, "host"));
    else
        snprintf(buf, size, "%d %s", i + 1, name);
}

/* Lines made of parts, broken at the width of the terminal. */
struct lines {
    char *buf;
    size_t size;
    int at; /* the column */
};

static void add_part(struct lines *l, const char *part)
{
    size_t used = strlen(l->buf);
    int width = screen_width(part);
    if (l->at > 0 && l->at + 3 + width < cli_columns()) {
        snprintf(l->buf + used, l->size - used, " · %s", part);
        l->at += 3 + width;
    } else {
        snprintf(l->buf + used, l->size - used, "%s%*s%s", l->at > 0 ? "\n" : "", SEAT_COLUMN, "",
                 part);
        l->at = SEAT_COLUMN + width;
    }
}

static int count_of(const struct serve_table *t, enum seat_kind kind)
{
    int count = 0;
    for (int i = 0; i < t->seats; i++)
        count += t->seat[i].kind == kind;
    return count;
}

/* The seats; many bots and free seats are only counted. */
static void add_seats(const struct serve_board *b, const struct serve_table *t, char *buf,
                      size_t size)
{
    struct lines l = {buf, size, 0};
    char part[LINE_MAX_BYTES / 2];
    int bots = count_of(t, SEAT_BOT), free_seats = count_of(t, SEAT_OPEN);
    for (int i = 0; i < t->seats; i++) {
        enum seat_kind kind = t->seat[i].kind;
        if ((kind == SEAT_BOT && bots > LISTED_MAX) ||
            (kind == SEAT_OPEN && free_seats > LISTED_MAX))
            continue;
        write_seat(b, t, i, part, sizeof part);
        add_part(&l, part);
    }
    if (bots > LISTED_MAX) {
        snprintf(part, sizeof part, text_in(b->lang, "%d bots"), bots);
        add_part(&l, part);
    }
    if (free_seats > LISTED_MAX) {
        snprintf(part, sizeof part, text_in(b->lang, "%d free"), free_seats);
        add_part(&l, part);
    }
    size_t used = strlen(buf);
    snprintf(buf + used, size - used, "\n");
}

static void write_table(const struct serve_board *b, const struct serve_table *t, char *buf,
                        size_t size)
{
    char rules[LINE_MAX_BYTES / 4], line[LINE_MAX_BYTES], watching[80] = "", cut[LINE_MAX_BYTES];
    rule_house_name(t->rules, b->lang, RULES_COLUMNS, rules, sizeof rules);
    if (t->watchers > 0)
        snprintf(watching, sizeof watching, text_in(b->lang, " · watching: %u"),
                 (unsigned)t->watchers);
    snprintf(line, sizeof line, "  %-5s  %s · %s%s", t->code, rules,
             cli_status_word(b->lang, table_info_status[t->status]), watching);
    snprintf(buf, size, "%s\n", cli_clip(line, cli_columns() - 1, cut, sizeof cut));
    add_seats(b, t, buf, size);
}

/* ---- drawing ---- */

/* Rows it takes, even if the terminal has become narrower since. */
static int rows_of(const char *text)
{
    int rows = 0, columns = cli_columns();
    for (const char *at = text; *at;) {
        char line[LINE_MAX_BYTES];
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        int width = screen_width(line);
        rows += width > columns ? (width + columns - 1) / columns : 1;
        at += length + (at[length] == '\n');
    }
    return rows;
}

void serve_board_hide(struct serve_board *b)
{
    if (b->wipes && b->drawn)
        printf("\033[%dA\r\033[J", rows_of(b->now));
    fflush(stdout);
    b->drawn = false;
}

void serve_board_show(struct serve_board *b)
{
    if (!b->wipes || b->drawn || !b->now[0])
        return;
    fputs(b->now, stdout);
    fflush(stdout);
    b->drawn = true;
}

/* Show the new board if it differs from the old one. */
static void end(struct serve_board *b)
{
    size_t used = strlen(b->next);
    if (b->out > 0) {
        snprintf(b->next + used, sizeof b->next - used,
                 text_in(b->lang, "  and %d more: mazo host tables\n"), b->out);
    }
    if (strcmp(b->now, b->next) != 0) {
        serve_board_hide(b);
        memcpy(b->now, b->next, sizeof b->now);
        serve_board_show(b);
    }
    b->tables = b->out = 0;
    b->next[0] = '\0';
}

void serve_board_table(struct serve_board *b, const struct serve_table *t)
{
    char text[TABLE_SIZE];
    size_t used = strlen(b->next);
    if (!t) {
        end(b);
        return;
    }
    write_table(b, t, text, sizeof text);
    if (b->tables++ == 0)
        used += (size_t)snprintf(b->next, sizeof b->next, "\n%s\n", text_in(b->lang, "Tables"));
    int most = b->wipes ? rows_of_terminal() / 2 : ROWS;
    if (b->out > 0 || used + strlen(text) + LINE_MAX_BYTES > sizeof b->next ||
        rows_of(b->next) + rows_of(text) > most) {
        b->out++;
        return;
    }
    if (!b->wipes && !strstr(b->now, text)) {
        fputs(text, stdout);
        fflush(stdout);
    }
    snprintf(b->next + used, sizeof b->next - used, "%s", text);
}
