/*
 * session.c - one match at this terminal.
 */
#include "session/session.h"

#include "table/daily.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "table/program_seat.h"
#include "text/oserror.h"
#include "text/screen.h"

enum { SHOWN_MAX = 200, LISTEN_MS = 20 /* how often for the answer of a program */ };

uint64_t session_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- what happens goes to the file ---- */

static void hear(void *ctx, const struct table *t)
{
    struct session *s = ctx;
    const struct mazo_game *g = &t->play.game;
    struct json_out out;
    bool over = g->phase == MAZO_PHASE_match_over;
    json_out_init(&out, s->line, sizeof s->line);
    table_put_line(t, &out);
    if (out.full)
        save_give_up(&s->save, EFBIG);
    else
        save_append(&s->save, out.buf, out.len, over || g->phase == MAZO_PHASE_round_over);
    if (over && s->save.error == 0)
        save_finish(&s->save);
    score_hear(&s->book, g, &t->play.events);
    if (s->heard)
        s->heard(s->ctx, s);
}

const char *session_why_unsaved(const struct session *s)
{
    return s->save.error == ENOENT ? text_in(s->setup.lang, "the folder does not exist")
                                   : text_oserror(s->setup.lang, s->save.error);
}

unsigned session_stood_in(const struct session *s)
{
    unsigned seats = 0;
    for (int i = 0; i < s->table.seats; i++) {
        const struct table_seat *seat = &s->table.seat[i];
        seats |= (unsigned)(seat->away && seat->player.sitter == TABLE_PERSON) << i;
    }
    return seats;
}

const char *session_warning(struct session *s, char *buf, size_t size)
{
    if (s->warned || s->save.error == 0)
        return NULL;
    s->warned = true;
    snprintf(buf, size,
             text_in(s->setup.lang, "This match cannot be saved: %s. You can keep playing."),
             session_why_unsaved(s));
    return buf;
}

/* ---- beginning ---- */

static uint64_t any_dice(void)
{
    uint64_t dice = 0;
    if (getentropy(&dice, sizeof dice) != 0)
        dice = (uint64_t)time(NULL) ^ session_now() << 20;
    return dice;
}

static bool prepare(struct session *s, const struct game_setup *setup, uint64_t dice,
                    struct wire_error *why)
{
    struct mazo_bot_scratch *scratch = malloc(mazo_bot_scratch_size());
    memset(s, 0, sizeof *s);
    s->save.fd = -1;
    s->setup = *setup;
    if (!scratch)
        return wire_refuse(why, "memory", "%s", text_in(setup->lang, "there is not enough memory"));
    table_init(&s->table, setup->lang,
               setup->fast || setup->hurry ? &table_pace_none : &table_pace_human, scratch, dice);
    return true;
}

/* Once the table is open, or nearly: who hears what happens, and what everybody is called. */
static void listen(struct session *s)
{
    s->table.heard = hear;
    s->table.ctx = s;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        s->names[seat] = s->table.seat[seat].player.name;
}

/* ---- programs at the table ---- */

/* They are started when they are first asked. Those of a file that is taken up again are not: a
 * file must not be able to start anything. */
static bool seat_programs(struct session *s, uint64_t now, struct wire_error *why)
{
    for (int seat = 0; seat < s->table.seats; seat++) {
        if (s->table.seat[seat].player.sitter != TABLE_PROGRAM)
            continue;
        s->program[seat] = malloc(sizeof *s->program[seat]);
        if (!s->program[seat]) {
            return wire_refuse(why, "memory", "%s",
                               text_in(s->setup.lang, "there is not enough memory"));
        }
        signal(SIGPIPE, SIG_IGN); /* one that dies must not take us along */
        program_seat_init(s->program[seat], &s->table, seat, OUTSIDE_LIMIT_MS, now);
    }
    return true;
}

uint16_t session_people(const struct session *s)
{
    uint16_t people = 0;
    if (s->remote && s->remote->seat == MAZO_SPECTATOR)
        return 0;
    if (s->remote)
        return (uint16_t)(1u << s->remote->seat);
    for (int seat = 0; seat < s->table.seats; seat++)
        if (s->table.seat[seat].player.sitter == TABLE_PERSON)
            people = (uint16_t)(people | 1u << seat);
    return people;
}

enum session_answer session_do(struct session *s, uint64_t now, const struct mazo_command *c,
                               const struct say_card_text *texts, struct wire_error *why)
{
    if (s->remote)
        return s->remote->act(s->remote->ctx, c, texts, why);
    switch (table_do(&s->table, now, c, texts, why)) {
    case TABLE_DONE:
        return SESSION_DONE;
    case TABLE_WAITS:
        return SESSION_WAITS;
    default:
        return SESSION_REFUSED;
    }
}

void session_return(struct session *s, int seat, uint64_t now)
{
    if (s->remote)
        s->remote->back(s->remote->ctx);
    else
        table_return(&s->table, seat, now);
}

bool session_tick(struct session *s, uint64_t now)
{
    if (s->remote)
        return s->remote->tick(s->remote->ctx, s);
    bool happened = table_tick(&s->table, now);
    for (int seat = 0; seat < s->table.seats; seat++)
        happened |= s->program[seat] && program_seat_tick(s->program[seat], &s->table, now);
    return happened;
}

uint64_t session_due(const struct session *s, uint64_t now)
{
    uint64_t due = s->remote ? s->remote->due(s->remote->ctx) : table_due(&s->table);
    for (int seat = 0; seat < s->table.seats; seat++)
        if (s->program[seat] && program_seat_due(s->program[seat]) != TABLE_NEVER)
            due = now + LISTEN_MS < due ? now + LISTEN_MS : due;
    return due;
}

bool session_new(struct session *s, const struct game_setup *setup, uint64_t now,
                 struct wire_error *why)
{
    static struct wire_opening opening;
    if (!prepare(s, setup, setup->has_seed ? setup->seed : any_dice(), why))
        return false;
    setup_name_all(&s->setup);
    opening = (struct wire_opening){.has_seed = true};
    mazo_position_init(&opening.position, &setup->rules, setup->seats);
    if (setup->has_seed)
        mazo_seed_from_number(setup->seed, opening.position.seed);
    else if (getentropy(opening.position.seed, sizeof opening.position.seed) != 0)
        mazo_seed_from_number(any_dice(), opening.position.seed);
    for (int seat = 0; seat < setup->seats; seat++)
        table_sit(&s->table, seat, &s->setup.player[seat]);
    enum mazo_rules_fault fault = setup_check(setup);
    if (fault != MAZO_FAULT_none) {
        return wire_refuse(why, "bad_rules", "%s",
                           text_in(setup->lang, mazo_rules_fault_text(fault)));
    }
    save_create(&s->save, mazo_sheet_name(setup->rules.sheet));
    score_begin(&s->book, setup->seats);
    listen(s);
    if (!table_open(&s->table, WIRE_NEW, &opening, now, why) || !seat_programs(s, now, why)) {
        session_end(s);
        return false;
    }
    return true;
}

/* The setup as the file has it; language and pace stay. */
static void learn_setup(struct session *s)
{
    const struct table *t = &s->table;
    s->setup.rules = t->play.game.rules;
    s->setup.seats = t->seats;
    s->setup.people = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        s->setup.player[seat] = t->seat[seat].player;
        if (t->seat[seat].player.sitter == TABLE_PERSON)
            s->setup.people++;
    }
}

bool session_daily(struct session *s, const struct game_setup *setup, const char *date,
                   uint64_t now, struct wire_error *why)
{
    static struct wire_opening opening;
    struct daily day;
    if (!daily_of(date, &day))
        return wire_refuse(why, "bad_field", "%s",
                           text_in(setup->lang, "there is no deal that day"));
    if (!prepare(s, setup, any_dice(), why))
        return false;
    struct game_setup alone = *setup;
    setup_set_people(&alone, 1);
    setup_name_all(&alone);
    daily_sit(&day, alone.player[0].name);
    daily_opening(&day, &opening);
    bool fine = table_sit_as(&s->table, &day.roster, why);
    save_create(&s->save, mazo_sheet_name(day.rules.sheet));
    score_begin(&s->book, day.roster.count);
    listen(s);
    if (!fine || !table_open(&s->table, WIRE_NEW, &opening, now, why)) {
        session_end(s);
        return false;
    }
    learn_setup(s);
    return true;
}

/* ---- going on ---- */

static bool refuse_file(enum text_lang lang, enum save_open answer, int error, const char *path,
                        struct wire_error *why)
{
    char shown[SHOWN_MAX];
    screen_clean(path, shown, sizeof shown);
    if (answer == SAVE_IN_USE) {
        return wire_refuse(why, "file", text_in(lang, "%s: this match is open in another terminal"),
                           shown);
    }
    if (answer == SAVE_EMPTY)
        return wire_refuse(why, "file", text_in(lang, "%s: there is no match in it"), shown);
    return wire_refuse(why, "file", text_in(lang, "%s cannot be read: %s"), shown,
                       text_oserror(lang, error));
}

static bool take_up(struct session *s, const char *path, const char *text, size_t len, uint64_t now,
                    struct wire_error *why)
{
    int line;
    if (!table_resume(&s->table, text, len, now, why, &line)) {
        why->line = line;
        return false;
    }
    if (s->table.play.game.phase == MAZO_PHASE_match_over) {
        char shown[SHOWN_MAX];
        return wire_refuse(why, "match_over",
                           text_in(s->setup.lang, "%s: this match is over; `mazo replay` shows it"),
                           screen_clean(path, shown, sizeof shown));
    }
    save_mend(&s->save, text, s->table.kept);
    save_reopen(&s->save);
    score_read(&s->book, text, len);
    learn_setup(s);
    listen(s);
    return true;
}

bool session_resume(struct session *s, const struct game_setup *setup, const char *path,
                    uint64_t now, struct wire_error *why)
{
    char *text;
    size_t len;
    if (!prepare(s, setup, setup->has_seed ? setup->seed : any_dice(), why))
        return false;
    errno = 0;
    enum save_open answer = save_open(&s->save, path, &text, &len);
    if (answer != SAVE_OPENED) {
        refuse_file(setup->lang, answer, errno, path, why);
        session_end(s);
        return false;
    }
    s->past = text, s->past_len = len;
    bool fine = take_up(s, path, text, len, now, why);
    if (!fine)
        session_end(s);
    return fine;
}

static void forget(struct session *s)
{
    free(s->past);
    s->past = NULL;
}

bool session_begins(const struct session *s)
{
    return s->table.commands == 0 && s->table.play.events.count > 0 && !s->past;
}

void session_recall(struct session *s,
                    void (*told)(void *ctx, const struct wire_game *play, uint32_t command),
                    void *ctx)
{
    static struct match_reader m;
    if (s->remote)
        s->remote->recall(s->remote->ctx, s, told, ctx);
    if (!s->past)
        return;
    match_begin(&m, s->setup.lang, s->past, s->past_len);
    while (match_next(&m) == MATCH_STEP)
        told(ctx, &m.play, (uint32_t)m.commands);
    forget(s);
}

void session_teller(const struct session *s, const struct wire_game *play, int reader,
                    struct tell *out)
{
    *out = (struct tell){.lang = s->setup.lang,
                         .reader = reader,
                         .names = s->names,
                         .texts = &play->texts,
                         .rule_cards = play->game.rule_cards};
}

void session_end(struct session *s)
{
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        if (s->program[seat]) {
            program_seat_end(s->program[seat]);
            free(s->program[seat]);
            s->program[seat] = NULL;
        }
    }
    forget(s);
    save_close(&s->save);
    free(s->table.scratch);
    s->table.scratch = NULL;
}
