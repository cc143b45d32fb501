/*
 * plain_waiting.c - a server's tables line by line: the list, the waiting room, the match.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/remote/remote.h"
#include "terminal/plain/inner.h"
#include "say/rule_text.h"
#include "text/number.h"

enum { WORDS_MAX = 8, WORD_SIZE = 80 };

/* A line split into words; the first is folded. */
struct typed_line {
    int count;
    char word[WORDS_MAX][WORD_SIZE];
};

struct plain_room {
    struct remote *remote;
    struct plain_input input;
    char shown[12];           /* the status and role for which the prompt was shown */
    struct remote_table seen; /* as the person knows it */
    enum plain_got ending;    /* why the reading ended */
};

static void split(const char *line, struct typed_line *out)
{
    out->count = 0;
    while (out->count < WORDS_MAX) {
        char word[WORD_SIZE];
        line += strspn(line, " \t\r");
        size_t n = strcspn(line, " \t\r");
        if (n == 0)
            return;
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), line);
        typed_fold(word, out->word[out->count], WORD_SIZE);
        out->count++;
        line += n;
    }
}

/* The number after the verb, from `least`, in digits or words; -1: there is none. */
static int number_of(const struct typed_line *q, int at, int least, int most)
{
    int number = at < q->count ? text_number_word(q->word[at], most) : -1;
    return number >= least ? number : -1;
}

/* The seat after the verb, by number (from 1) or by its player's name; -1: none. */
static int seat_of(const struct remote *f, const struct typed_line *q)
{
    int number = number_of(q, 1, 1, MAZO_SEATS_MAX);
    for (int seat = 0; number < 0 && q->count > 1 && seat < f->table.seats; seat++)
        if (f->table.seat[seat].name[0] && typed_is_name(q->word[1], f->table.seat[seat].name))
            number = seat + 1;
    return number;
}

/* The protocol's word for a bot's level; NULL: not such a word. */
static const char *level_of(const char *word)
{
    for (int level = 0; level < MAZO_BOT_LEVEL_COUNT; level++) {
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++)
            if (typed_is_name(word, setup_level((enum text_lang)lang, level)))
                return mazo_bot_level_name(level);
    }
    return NULL;
}

/* ---- the table ---- */

/* The last bot's seat where a host has left none for friends, or -1. */
static int seat_to_open(const struct remote_table *t)
{
    int found = -1;
    for (int seat = 0; seat < t->seats; seat++) {
        if (t->seat[seat].sits == SEAT_OPEN)
            return -1;
        if (t->seat[seat].sits == SEAT_BOT)
            found = seat;
    }
    return remote_is_host(t) && t->status == ROOM_OPEN ? found : -1;
}

static void show_table(const struct remote *f)
{
    const struct remote_table *t = &f->table;
    char text[REMOTE_LINE_SIZE];
    remote_table_text(t, f->lang, 0, text, sizeof text);
    plain_aloud(text);
    plain_sayf(f->lang, N_("Table %s: %s"), t->code, text);
    for (int seat = 0; seat < t->seats; seat++) {
        remote_seat_text(t, seat, f->lang, text, sizeof text);
        plain_aloud(text);
        printf("  %2d  %s%s%s\n", seat + 1, t->seat[seat].name, t->seat[seat].name[0] ? ": " : "",
               text);
    }
    remote_link(f, text, sizeof text);
    plain_sayf(f->lang, N_("To share: %s"), text);
    if (seat_to_open(t) >= 0) {
        plain_sayf(f->lang, N_("Every seat is taken. For a friend, type: seat %d open"),
                   seat_to_open(t) + 1);
    }
}

/* 64 digits, printed only on request. */
static void show_shuffle(const struct remote *f)
{
    if (f->table.status == ROOM_OVER && f->table.key[0])
        plain_sayf(f->lang, N_("Shuffle commitment: %s"), f->played);
    else
        plain_sayf(f->lang, N_("Fair shuffle, commitment: %s"), f->table.commitment);
}

static void show_over(const struct remote *f)
{
    char text[REMOTE_LINE_SIZE];
    if (f->table.key[0]) {
        remote_file(f, f->table.key, text, sizeof text);
        plain_sayf(f->lang, N_("The match: %s"), text);
        plain_sayf(f->lang, N_("To check the shuffle: mazo replay --verify %s"), text);
    }
}

static void show_help(const struct remote *f)
{
    plain_say(
        text_in(f->lang, N_("What you can type here (English and Spanish words alike):\n"
                            "  table         who sits where\n"
                            "  sit 2, stand  take a seat, or get up\n"
                            "  say hello     say something to all; a number alone is a reaction\n"
                            "  say           the phrases that everybody reads in their own language\n"
                            "  shuffle       the code that proves the shuffle fair\n"
                            "  quit, q       leave the table\n"
                            "The host:\n"
                            "  start         deal the cards; after a match: once more\n"
                            "  seat 3 hard   a bot sits there; or: open, closed\n"
                            "  rules jackpot, seats 3, clock 60, public yes   change the table\n"
                            "  kick 2, host 2   kick somebody, or make them host\n"
                            "  remove luis   somebody who plays or watches, for good")));
}

/* ---- what is typed there ---- */

static void do_start(struct remote *f, const struct typed_line *q)
{
    (void)q;
    if (f->table.status == ROOM_OVER)
        remote_once_more(f);
    else
        remote_send(f, "start", NULL);
}

static void do_sit(struct remote *f, const struct typed_line *q)
{
    int seat = number_of(q, 1, 1, MAZO_SEATS_MAX);
    if (seat > 0)
        remote_send(f, "sit", "{s:i}", "seat", seat - 1);
    else
        remote_send(f, "sit", NULL);
}

static void no_seat(const struct remote *f)
{
    plain_sayf(f->lang, N_("Which seat? Its number, or the name of who sits there."));
}

static void do_seat(struct remote *f, const struct typed_line *q)
{
    int seat = seat_of(f, q);
    const char *to = q->count > 2 ? q->word[2] : "open", *level = level_of(to);
    if (seat < 0) {
        no_seat(f);
        return;
    }
    to = level                        ? level
         : strcmp(to, "libre") == 0   ? "open"
         : strcmp(to, "cerrado") == 0 ? "closed"
                                      : to;
    remote_send(f, "seat", "{s:i,s:s}", "seat", seat - 1, "to", to);
}

static void send_seat(struct remote *f, const char *type, int seat)
{
    if (seat < 0)
        no_seat(f);
    else
        remote_send(f, type, "{s:i}", "seat", seat - 1);
}

static void do_kick(struct remote *f, const struct typed_line *q)
{
    send_seat(f, "kick", seat_of(f, q));
}

static void do_host(struct remote *f, const struct typed_line *q)
{
    send_seat(f, "host", remote_is_successor(&f->table) ? f->table.you + 1 : seat_of(f, q));
}

static void do_rules(struct remote *f, const struct typed_line *q)
{
    if (q->count < 2 || mazo_sheet_by_name(q->word[1]) < 0) {
        char sheets[RULE_TEXT_SHEETS_SIZE];
        rule_text_sheets(f->lang, sheets, sizeof sheets);
        plain_sayf(f->lang, N_("Which sheet? %s."), sheets);
    } else {
        remote_send(f, "rules", "{s:s}", "rules", q->word[1]);
    }
}

static void do_seats(struct remote *f, const struct typed_line *q)
{
    int seats = number_of(q, 1, MAZO_SEATS_MIN, MAZO_SEATS_MAX);
    if (seats < 0)
        plain_sayf(f->lang, N_("How many seats? From %d to %d."), MAZO_SEATS_MIN, MAZO_SEATS_MAX);
    else
        remote_send(f, "rules", "{s:i}", "seats", seats);
}

static void do_clock(struct remote *f, const struct typed_line *q)
{
    int clock = number_of(q, 1, 0, 604800);
    if (clock < 0)
        plain_sayf(f->lang, N_("How many seconds per turn? 0: no clock."));
    else
        remote_send(f, "rules", "{s:i}", "clock", clock);
}

static void do_public(struct remote *f, const struct typed_line *q)
{
    remote_send(f, "rules", "{s:b}", "public", q->count < 2 || typed_yes(q->word[1]) != 0);
}

static void do_table(struct remote *f, const struct typed_line *q)
{
    (void)q;
    show_table(f);
}

static void do_shuffle(struct remote *f, const struct typed_line *q)
{
    (void)q;
    show_shuffle(f);
}

static void do_help(struct remote *f, const struct typed_line *q)
{
    (void)q;
    show_help(f);
}

static const struct {
    const char *english, *spanish;
    void (*act)(struct remote *f, const struct typed_line *q); /* NULL: the message of that name */
} verbs[] = {
    {"start", "empezar", do_start},    {"rematch", "revancha", NULL},
    {"sit", "sentarme", do_sit},       {"stand", "levantarme", NULL},
    {"seat", "asiento", do_seat},      {"kick", "echar", do_kick},
    {"host", "anfitrion", do_host},    {"rules", "modo", do_rules},
    {"seats", "asientos", do_seats},   {"clock", "reloj", do_clock},
    {"public", "publica", do_public},  {"table", "mesa", do_table},
    {"shuffle", "baraja", do_shuffle}, {"help", "ayuda", do_help},
};

/* A seat's number, or a name. */
static void remove_person(struct remote *f, const char *typed)
{
    const struct remote_person *who;
    int seat = atoi(typed);
    bool numbered = seat > 0 && seat <= f->table.seats;
    for (int i = 0; (who = remote_removable(f, i)) != NULL; i++) {
        if (numbered ? strcmp(who->player, f->table.seat[seat - 1].player) == 0
                     : typed_is_name(typed, who->name)) {
            remote_remove(f, who->player);
            return;
        }
    }
    plain_sayf(f->lang, N_("Remove who? A seat's number, or the name of somebody who has spoken."));
}

static void take_line(struct remote *f, const char *line)
{
    struct typed_line q;
    const char *talk = typed_saying(line), *removed = typed_removal(line);
    split(line, &q);
    if (removed) {
        remove_person(f, removed);
        return;
    }
    if (talk) {
        remote_say(f, talk);
        return;
    }
    for (size_t i = 0; q.count > 0 && i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(q.word[0], verbs[i].english) == 0 || strcmp(q.word[0], verbs[i].spanish) == 0) {
            if (verbs[i].act)
                verbs[i].act(f, &q);
            else
                remote_send(f, verbs[i].english, NULL);
            return;
        }
    }
    if (q.count > 0) {
        plain_sayf(f->lang, N_("\"%s\" is not understood here; \"help\" lists what you can type."),
                   q.word[0]);
    }
}

/* ---- waiting ---- */

/* True: there was some. */
static bool show_news(struct remote *f)
{
    bool news = f->told < f->lines;
    f->told = f->told < f->lines - REMOTE_LINES_MAX ? f->lines - REMOTE_LINES_MAX : f->told;
    for (; f->told < f->lines; f->told++)
        plain_say(f->line[f->told % REMOTE_LINES_MAX]);
    return news;
}

/* Bots and free seats; people are covered by remote_compare. True: something was shown. */
static bool show_seats(struct plain_room *r)
{
    const struct remote *f = r->remote;
    const struct remote_table *t = &f->table;
    bool news = false;
    for (int seat = 0; seat < t->seats; seat++) {
        const struct remote_seat *a = &r->seen.seat[seat], *b = &t->seat[seat];
        char text[REMOTE_LINE_SIZE];
        if (strcmp(r->seen.code, t->code) != 0 || seat >= r->seen.seats ||
            t->status == ROOM_PLAYING || a->sits == SEAT_PERSON || b->sits == SEAT_PERSON ||
            (a->sits == b->sits && strcmp(a->bot, b->bot) == 0))
            continue;
        remote_seat_text(t, seat, f->lang, text, sizeof text);
        plain_aloud(text);
        plain_sayf(f->lang, N_("Seat %d: %s%s%s"), seat + 1, b->name, b->name[0] ? ", " : "", text);
        news = true;
    }
    r->seen = *t;
    return news;
}

/* The prompt, once per state of the table, and again after other lines. */
static void prompt(struct plain_room *r, bool again)
{
    const struct remote *f = r->remote;
    const struct remote_table *t = &f->table;
    char state[sizeof r->shown];
    snprintf(state, sizeof state, "%d%d%d%d%d%d", t->status, remote_is_host(t),
             remote_is_successor(t), t->you >= 0, remote_can_sit(t), t->deals_at > 0);
    if (t->status == ROOM_PLAYING)
        return; /* it is shown immediately */
    if (strcmp(state, r->shown) == 0) {
        fputs(again ? "> " : "", stdout);
        return;
    }
    if (t->status != r->shown[0] - '0')
        show_table(f);
    memcpy(r->shown, state, sizeof state);
    if (t->status == ROOM_OVER)
        show_over(f);
    char deals[REMOTE_LINE_SIZE];
    if (t->you >= 0 && remote_deals_text(t, f->lang, deals, sizeof deals)) {
        plain_sayf(f->lang, N_("%s \"help\" lists what you can type."), deals);
        fputs("> ", stdout);
        return;
    }
    plain_sayf(
        f->lang,
        remote_is_successor(t) ? N_("The host has left: type \"host\" to take over the table.")
        : remote_can_sit(t)
            ? N_("Type \"sit\" to take a free seat. \"help\" lists what you can type.")
        : !remote_is_host(t) ? N_("Wait for the host to deal. \"help\" lists what you can type.")
        : t->status == ROOM_OVER
            ? N_("Another match? \"start\" deals; \"rematch\" only opens the table again, to change it. "
                 "\"help\" lists what you can type.")
            : N_("When everybody is here, type \"start\". \"help\" lists what you can type."));
    fputs("> ", stdout);
}

/* Reads a line from the person; false: something else has happened, or the input has ended. */
static bool read_line(struct plain_room *r)
{
    const struct remote *f = r->remote;
    enum plain_got got = plain_read(&r->input, TABLE_NEVER);
    bool silent = got == PLAIN_END &&
                  f->requested.watch; /* without a keyboard, watching is still possible */
    r->ending = (got == PLAIN_END && !silent) || got == PLAIN_SIGNAL ? got : PLAIN_LINE;
    return got == PLAIN_LINE;
}

/* Stays in the waiting room until a match begins, or the table has gone. False: the person leaves. */
static bool wait_at_table(struct plain_room *r)
{
    struct remote *f = r->remote;
    bool typed = false;
    r->shown[0] = '\0';
    r->input.waits = false;
    for (;;) {
        remote_step(f, NULL);
        typed |= show_news(f);
        typed |= show_seats(r);
        if (f->state == REMOTE_ENDED || !f->table.code[0] || remote_has_match(f))
            return true;
        prompt(r, typed);
        typed = read_line(r);
        if (typed) {
            if (typed_leaves(r->input.line))
                return false;
            take_line(f, r->input.line);
        } else if (r->ending != PLAIN_LINE) {
            return true;
        }
    }
}

static void show_list(const struct remote *f)
{
    char rules[REMOTE_LINE_SIZE];
    if (f->list_count == 0)
        plain_sayf(f->lang, N_("There are no public tables."));
    for (int i = 0; i < f->list_count; i++) {
        const struct remote_listed *one = &f->list[i];
        if (one->status == ROOM_STOPPED) {
            plain_sayf(f->lang, N_("  %s: cannot be continued."), one->code);
        } else if (one->own) {
            plain_sayf(f->lang, N_("  %s: you have a seat."), one->code);
        } else {
            snprintf(rules, sizeof rules, "%s", one->rules);
            plain_aloud(rules);
            plain_sayf(f->lang, N_("  %s: %s, %d seats, %d free. %s"), one->code, rules, one->seats,
                       one->free, one->title);
        }
    }
    plain_sayf(f->lang, N_("Type the code of a table, \"open\" for one of your own, or "
                        "\"quick\" to play now."));
    fputs("> ", stdout);
}

/* Lists tables until we are at one. False: the person leaves. */
static bool wait_at_door(struct plain_room *r)
{
    struct remote *f = r->remote;
    bool listed = false;
    for (;;) {
        remote_step(f, NULL);
        bool news = show_news(f);
        if (f->state == REMOTE_ENDED || f->table.code[0])
            return true;
        fputs(news && listed ? "> " : "", stdout);
        if (f->list_count >= 0 && !listed) {
            show_list(f);
            listed = true;
        }
        r->input.waits = !listed; /* also at the end of the input, say why it cannot be */
        if (!read_line(r)) {
            if (r->ending != PLAIN_LINE)
                return true;
            continue;
        }
        struct typed_line q;
        split(r->input.line, &q);
        if (typed_leaves(r->input.line))
            return false;
        if (q.count == 1 && (strcmp(q.word[0], "open") == 0 || strcmp(q.word[0], "abrir") == 0)) {
            setup_set_people(&f->setup, f->setup.seats); /* the other seats are for friends */
            remote_create(f);
        } else if (q.count == 1 &&
                   (strcmp(q.word[0], "quick") == 0 || strcmp(q.word[0], "jugar") == 0)) {
            remote_quick(f, f->setup.rules.sheet);
        } else if (q.count == 1 && remote_is_code(q.word[0])) {
            remote_enter(f, q.word[0]);
        } else if (q.count > 0) {
            plain_sayf(f->lang, N_("Not a table code."));
        } else {
            listed = false;
            remote_ask_tables(f);
        }
    }
}

static enum play_end play(struct remote *f)
{
    static struct session session;
    if (!remote_mirror_begin(f, &session)) {
        plain_sayf(f->lang, N_("A message from the server could not be understood."));
        return PLAY_OVER;
    }
    return plain_play(&session);
}

bool plain_remote(struct remote *f)
{
    struct plain_room r = {.remote = f, .input = {.source = &f->source}, .ending = PLAIN_LINE};
    while (f->state != REMOTE_ENDED && r.ending == PLAIN_LINE) {
        bool there = f->table.code[0] != '\0';
        bool stays = there ? wait_at_table(&r) : wait_at_door(&r);
        if (stays && there && remote_has_match(f)) {
            enum play_end end = play(f);
            if (end == PLAY_GONE)
                return false;
            stays = end != PLAY_LEFT;
        }
        if (!stays) {
            if (!there)
                return true;
            remote_leave(f);
            if (f->direct)
                return true;
        }
    }
    return r.ending == PLAIN_LINE;
}
