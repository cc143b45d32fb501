/*
 * waiting_room.c - the waiting room of a server's table: who sits where, what is played, what is said.
 */
#include "terminal/menu/waiting_room.h"

#include <stdio.h>
#include <string.h>

#include "say/phrase.h"
#include "terminal/pages/form.h"
#include "text/span.h"

enum { WIDTH_MAX = 84, ROWS_MAX = MAZO_SEATS_MAX + 8, FACTS = 6, TALK_LEAST = 3, SECOND_MS = 1000 };

enum row_kind {
    ROW_START,
    ROW_SEAT,
    ROW_REOPEN,
    ROW_SHEET,
    ROW_SEATS,
    ROW_CLOCK,
    ROW_HOUSE,
    ROW_LISTED
};

struct row_plan {
    uint8_t kind;
    uint8_t arg; /* the seat */
};

struct waiting_room {
    struct page *page;
    struct remote *remote;
    bool host; /* we are the host */
    int count, at, top;
    struct row_plan plan[ROWS_MAX];
    struct page_row row[ROWS_MAX];
};

/* ---- the rows ---- */

static void start_row(const struct waiting_room *r, struct page_row *row)
{
    const struct remote_table *t = &r->remote->table;
    if (t->you >= 0 && remote_deals_text(t, r->page->lang, row->label, sizeof row->label))
        return;
    const char *label = t->status == ROOM_PLAYING ? N_("Match in progress")
                        : remote_is_successor(t)  ? N_("The host has left: take over the table")
                        : remote_can_sit(t)       ? N_("A seat is free: sit down")
                        : t->status == ROOM_OVER && r->host ? N_("Once more")
                        : t->status == ROOM_OVER            ? N_("The match is over")
                        : r->host                           ? N_("Deal the cards")
                                                            : N_("Wait for the host to deal");
    snprintf(row->label, sizeof row->label, "%s", text_in(r->page->lang, label));
}

static void fill_row(const struct waiting_room *r, struct row_plan plan, struct page_row *row)
{
    const struct remote_table *t = &r->remote->table;
    enum text_lang lang = r->page->lang;
    *row = (struct page_row){.turns = r->host};
    switch (plan.kind) {
    case ROW_START:
        row->turns = false;
        start_row(r, row);
        break;
    case ROW_SEAT:
        row->turns = r->host && t->seat[plan.arg].sits != SEAT_PERSON;
        snprintf(row->label, sizeof row->label, " %2d  %s", plan.arg + 1, t->seat[plan.arg].name);
        remote_seat_text(t, plan.arg, lang, row->value, sizeof row->value);
        break;
    case ROW_REOPEN:
        row->turns = false;
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Change the table first…"));
        break;
    case ROW_SHEET:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Sheet"));
        snprintf(row->value, sizeof row->value, "%s", mazo_sheet_name(t->rules.sheet));
        break;
    case ROW_SEATS:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Seats"));
        snprintf(row->value, sizeof row->value, "%d", t->seats);
        break;
    case ROW_CLOCK:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "Time per turn"));
        text_span(lang, t->rules.turn_clock, row->value, sizeof row->value);
        if (t->rules.turn_clock == 0)
            snprintf(row->value, sizeof row->value, "%s", text_in(lang, "no clock"));
        break;
    case ROW_HOUSE:
        row->turns = false;
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "House rules…"));
        form_say_house(lang, &t->rules, row->value, sizeof row->value);
        break;
    default:
        snprintf(row->label, sizeof row->label, "%s", text_in(lang, "In the list of tables"));
        snprintf(row->value, sizeof row->value, "%s",
                 text_in(lang, t->listed ? N_("yes") : N_("no")));
    }
}

static void add_row(struct waiting_room *r, enum row_kind kind, int arg)
{
    struct row_plan plan = {(uint8_t)kind, (uint8_t)arg};
    r->plan[r->count] = plan;
    fill_row(r, plan, &r->row[r->count]);
    r->count++;
}

static void make_rows(struct waiting_room *r)
{
    const struct remote_table *t = &r->remote->table;
    r->count = 0;
    r->host = remote_is_host(t) && t->status != ROOM_PLAYING;
    add_row(r, ROW_START, 0);
    for (int seat = 0; seat < t->seats; seat++)
        add_row(r, ROW_SEAT, seat);
    if (r->host && t->status == ROOM_OPEN)
        for (int kind = ROW_SHEET; kind <= ROW_LISTED; kind++)
            add_row(r, (enum row_kind)kind, 0);
    if (r->host && t->status == ROOM_OVER)
        add_row(r, ROW_REOPEN, 0);
    r->at = r->at < r->count ? r->at : r->count - 1;
}

/* ---- changes ---- */

/* Step a seat: free, closed, easy, normal, hard, expert. */
static void turn_seat(struct waiting_room *r, int seat, int by)
{
    const struct remote_seat *s = &r->remote->table.seat[seat];
    struct table_player bot = {.level = MAZO_BOT_NORMAL};
    char to[SETUP_BOT_MAX];
    int place = s->sits == SEAT_OPEN ? 0 : s->sits == SEAT_CLOSED ? 1 : -1;
    int places = 2 + MAZO_BOT_LEVEL_COUNT - MAZO_BOT_EASY;
    if (s->sits == SEAT_PERSON)
        return;
    if (s->sits == SEAT_BOT && setup_bot_read(s->bot, strlen(s->bot), &bot))
        place = bot.level < MAZO_BOT_EASY ? 2 : 2 + bot.level - MAZO_BOT_EASY;
    place = (place + by + places) % places;
    bot.level = (uint8_t)(place < 2 ? bot.level : MAZO_BOT_EASY + place - 2);
    setup_bot_write(&bot, to, sizeof to);
    remote_send(r->remote, "seat", "{s:i,s:s}", "seat", seat, "to",
                place == 0   ? "open"
                : place == 1 ? "closed"
                             : to);
}

static void turn_sheet(struct waiting_room *r, int by)
{
    int sheet = (r->remote->table.rules.sheet + by + MAZO_SHEET_COUNT) % MAZO_SHEET_COUNT;
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    rules.turn_clock = r->remote->table.rules.turn_clock;
    bool fits = mazo_rules_check(&rules, r->remote->table.seats) == MAZO_FAULT_none;
    remote_send_rules(r->remote, &rules, fits ? r->remote->table.seats : rules.seats);
}

static void turn_seats(struct waiting_room *r, int by)
{
    const struct remote_table *t = &r->remote->table;
    for (int seats = t->seats + by; seats >= MAZO_SEATS_MIN && seats <= MAZO_SEATS_MAX;
         seats += by) {
        if (mazo_rules_check(&t->rules, seats) == MAZO_FAULT_none) {
            remote_send_rules(r->remote, &t->rules, seats);
            return;
        }
    }
}

static void turn_clock(struct waiting_room *r, int by)
{
    static const uint32_t clocks[] = {0, 15, 30, 60, 120, 300, 86400};
    enum { CLOCKS = sizeof clocks / sizeof *clocks };
    struct mazo_rules rules = r->remote->table.rules;
    int at = 0;
    while (at + 1 < CLOCKS && clocks[at + 1] <= rules.turn_clock)
        at++;
    mazo_rules_set(&rules, MAZO_RULE_turn_clock, clocks[(at + by + CLOCKS) % CLOCKS]);
    remote_send_rules(r->remote, &rules, r->remote->table.seats);
}

static void turn(struct waiting_room *r, int by)
{
    if (!r->host)
        return;
    switch (r->plan[r->at].kind) {
    case ROW_SEAT:
        turn_seat(r, r->plan[r->at].arg, by);
        break;
    case ROW_SHEET:
        turn_sheet(r, by);
        break;
    case ROW_SEATS:
        turn_seats(r, by);
        break;
    case ROW_CLOCK:
        turn_clock(r, by);
        break;
    case ROW_LISTED:
        remote_send(r->remote, "rules", "{s:b}", "public", !r->remote->table.listed);
        break;
    default:
        break;
    }
}

static void edit_rules(struct waiting_room *r)
{
    struct mazo_rules rules = r->remote->table.rules;
    form_run(r->page, &rules, r->remote->table.seats);
    if (memcmp(&rules, &r->remote->table.rules, sizeof rules) != 0)
        remote_send_rules(r->remote, &rules, r->remote->table.seats);
}

static void begin_match(struct waiting_room *r)
{
    const struct remote_table *t = &r->remote->table;
    if (remote_can_sit(t))
        remote_send(r->remote, "sit", NULL);
    else if (r->host && t->status == ROOM_OVER)
        remote_once_more(r->remote);
    else if (r->host)
        remote_send(r->remote, "start", NULL);
    else if (remote_is_successor(t) && t->status != ROOM_PLAYING)
        remote_send(r->remote, "host", "{s:i}", "seat", t->you);
}

static void ask_guest(struct waiting_room *r, int seat)
{
    static const char *const answers[] = {N_("Nothing"), N_("Make this person host"),
                                          N_("Remove this person"), N_("Remove for good")};
    const struct remote_seat *s = &r->remote->table.seat[seat];
    char player[REMOTE_KEY_SIZE]; /* somebody else may sit there when the answer comes */
    snprintf(player, sizeof player, "%s", s->player);
    int answer = page_ask(r->page, s->name, text_in(r->page->lang, "What about this person?"),
                          answers, 4);
    if (answer == 3)
        remote_remove(r->remote, player);
    else if (answer == 1 || answer == 2)
        remote_send(r->remote, answer == 2 ? "kick" : "host", "{s:i}", "seat", seat);
}

static void press_seat(struct waiting_room *r, int seat)
{
    const struct remote_table *t = &r->remote->table;
    if (seat == t->you && t->status != ROOM_PLAYING)
        remote_send(r->remote, "stand", NULL);
    else if (t->seat[seat].sits == SEAT_OPEN)
        remote_send(r->remote, "sit", "{s:i}", "seat", seat);
    else if (t->seat[seat].sits == SEAT_PERSON && remote_is_host(t))
        ask_guest(r, seat);
    else
        turn(r, 1);
}

static void press(struct waiting_room *r)
{
    switch (r->plan[r->at].kind) {
    case ROW_START:
        begin_match(r);
        break;
    case ROW_SEAT:
        press_seat(r, r->plan[r->at].arg);
        break;
    case ROW_REOPEN:
        remote_send(r->remote, "rematch", NULL);
        break;
    case ROW_HOUSE:
        edit_rules(r);
        break;
    default:
        turn(r, 1);
    }
}

static void talk(struct waiting_room *r)
{
    char text[SESSION_SAY_MAX + 1] = "";
    if (page_type_or(r->page, text_in(r->page->lang, "Message to everyone"),
                     text_in(r->page->lang, "Or just a number: 1 applause, 2 laughter, 3 surprise, "
                                            "4 tears, 5 anger, 6 hooray"),
                     text, sizeof text, phrase_at) &&
        text[0])
        remote_say(r->remote, text);
}

/* After a match, copies the link of its file. */
static void copy_link(struct waiting_room *r)
{
    struct remote *f = r->remote;
    char text[REMOTE_LINE_SIZE];
    bool over = f->table.status == ROOM_OVER && f->table.key[0];
    if (over)
        remote_file(f, f->table.key, text, sizeof text);
    else
        remote_link(f, text, sizeof text);
    r->page->term->copy(r->page->term, text);
    remote_tell(f, text_in(f->lang, over ? N_("The link of the match is copied, where the terminal "
                                              "allows it.")
                                         : N_("The link of the table is copied, where the terminal "
                                              "allows it.")));
}

/* ---- the page ---- */

static int draw_wrapped(struct page *p, int row, int column, int width, const char *format,
                        const char *text)
{
    char line[2 * REMOTE_LINE_SIZE];
    snprintf(line, sizeof line, text_in(p->lang, format), text);
    return row + canvas_wrap(&p->canvas, row, column, width, 3, page_dim, line);
}

/* The link for friends, the commitment, where the last match is kept and how to check it. */
static int draw_facts(struct page *p, const struct remote *f, int row, int column, int width)
{
    const struct remote_table *t = &f->table;
    char text[REMOTE_LINE_SIZE];
    remote_link(f, text, sizeof text);
    row = draw_wrapped(p, row, column, width, N_("To share: %s"), text);
    if (t->status == ROOM_OPEN) {
        row = draw_wrapped(p, row, column, width, N_("Fair shuffle, commitment: %s"),
                           t->commitment);
    }
    if (t->status == ROOM_OVER && t->key[0]) {
        remote_file(f, t->key, text, sizeof text);
        row = draw_wrapped(p, row, column, width, N_("The match: %s"), text);
        row = draw_wrapped(p, row, column, width,
                           N_("To check the shuffle: mazo replay --verify %s"), text);
    }
    return row;
}

static void draw_talk(struct page *p, const struct remote *f, int row, int column, int width)
{
    int height = p->canvas.rows - 2 - row;
    int count = f->lines < REMOTE_LINES_MAX ? f->lines : REMOTE_LINES_MAX;
    count = count < height ? count : height;
    for (int i = 0; i < count; i++) {
        const char *line = f->line[(f->lines - count + i) % REMOTE_LINES_MAX];
        canvas_text(&p->canvas, row + i, column, width, page_plain, line);
    }
}

static void draw_hints(struct waiting_room *r)
{
    const struct remote_table *t = &r->remote->table;
    struct page_hint hints[6] = {{'s', "s", N_("say something")},
                                 {TERM_ESCAPE, "Esc", N_("leave")}};
    int count = 2;
    if (r->host) {
        hints[count++] = t->status == ROOM_OVER ? (struct page_hint){'o', "o", N_("once more")}
                                                : (struct page_hint){'d', "d", N_("deal")};
        if (t->status == ROOM_OPEN)
            hints[count++] = (struct page_hint){TERM_RIGHT, "←→", N_("change")};
    }
    hints[count++] = (struct page_hint){TERM_ENTER, N_("Enter"), N_("choose")};
    hints[count++] = (struct page_hint){'c', "c", N_("copy the link")};
    page_hints(r->page, hints, count);
}

/* The spectators' names, or their number. */
static void watchers_text(const struct remote_table *t, char *buf, size_t size)
{
    size_t len = (size_t)snprintf(buf, size, "%s", "");
    if (t->watching == 0)
        snprintf(buf, size, "%d", t->watchers);
    for (int i = 0; i < t->watching && len < size; i++)
        len += (size_t)snprintf(buf + len, size - len, "%s%s", i ? ", " : "", t->watches[i].name);
}

static void draw(void *ctx)
{
    struct waiting_room *r = ctx;
    struct page *p = r->page;
    const struct remote *f = r->remote;
    enum { REST = 42 }; /* seats, the clock, and the gap between title and all that */
    char title[120], right[300];
    snprintf(title, sizeof title, text_in(p->lang, "Table %s%s%s"), f->table.code,
             f->table.title[0] ? " · " : "", f->table.title);
    int rest = canvas_width(title) + REST;
    remote_table_text(&f->table, p->lang, p->canvas.columns - rest, right, sizeof right);
    page_begin(p, title);
    if (canvas_width(title) + canvas_width(right) + 12 < p->canvas.columns)
        page_title_right(p, right);
    struct canvas *c = &p->canvas;
    int width, column = page_middle(p, WIDTH_MAX, &width);
    int space = c->rows - 4 - FACTS - TALK_LEAST;
    int height = space < r->count ? (space > 3 ? space : 3) : r->count;
    page_rows(p, 2, column, width, height, r->row, r->count, r->at, &r->top);
    int row = draw_facts(p, f, 3 + height, column, width);
    if (f->table.watchers > 0) {
        char who[256];
        watchers_text(&f->table, who, sizeof who);
        row = draw_wrapped(p, row, column, width, N_("Watching: %s"), who);
    }
    draw_talk(p, f, row + 1, column, width);
    if (remote_trouble(f))
        canvas_text(c, c->rows - 2, column, width, page_bad, remote_trouble(f));
    draw_hints(r);
}

static bool asks_to_leave(struct waiting_room *r)
{
    static const char *const answers[] = {N_("Leave the table"), N_("Stay")};
    return page_ask(r->page, text_in(r->page->lang, "Leave"),
                    text_in(r->page->lang, "Leave the table?"), answers, 2) == 0;
}

enum room_end room_run(struct page *p, struct remote *f)
{
    struct waiting_room r = {.page = p, .remote = f};
    for (;;) {
        remote_step(f, NULL);
        if (p->gone)
            return ROOM_GONE;
        if (f->state == REMOTE_ENDED)
            return ROOM_ENDED;
        if (remote_has_match(f) || !f->table.code[0])
            return ROOM_PLAY;
        make_rows(&r);
        page_show(p, draw, &r);
        f->told = f->lines;
        uint32_t key = page_read(p, f->table.deals_at > 0 ? SECOND_MS : -1);
        key = page_pick(key, &r.at, r.count, true);
        if (page_leaves(key) && !p->gone && asks_to_leave(&r))
            return ROOM_AWAY;
        if (key == 'g' || key == (f->table.status == ROOM_OVER ? 'o' : 'd'))
            begin_match(&r);
        else if (key == 's' || key == 'e')
            talk(&r);
        else if (key == 'c')
            copy_link(&r);
        else if (key == TERM_ENTER || key == ' ')
            press(&r);
        else if (key == TERM_RIGHT || key == TERM_LEFT)
            turn(&r, key == TERM_LEFT ? -1 : 1);
        else
            page_move(key, &r.at, r.count);
    }
}
