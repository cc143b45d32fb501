/*
 * plain.c - the game line by line, for screen readers, simple terminals and pipes.
 *
 * One line in, some lines out; nothing is ever redrawn. Several people share
 * the keyboard: players who are not at it see what happened when their turn comes.
 */
#include "terminal/plain/plain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "terminal/plain/inner.h"
#include "text/oserror.h"
#include "say/effect_read.h"
#include "say/effect_say.h"
#include "say/ranking.h"
#include "say/rule_house.h"
#include "say/rule_say.h"

enum { GRACE = 6000, WARNING_MAX = 400, RECALLED = 6 };

static bool is_here(const struct plain *p, int seat) { return p->here >> seat & 1; }

/* ---- what happens ---- */

/* Events that the others need not hear, and those that the score covers. */
static bool is_told(const struct mazo_event *e, int reader)
{
    switch (e->type) {
    case MAZO_EVENT_dealt:
        return e->seat == reader;
    case MAZO_EVENT_counted:
    case MAZO_EVENT_scored:
    case MAZO_EVENT_match_over:
        return false;
    default:
        return true;
    }
}

static void tell_one(struct plain *p, const struct wire_game *play, int reader, int slot)
{
    const struct mazo_events *ev = &play->events;
    struct plain_log *log = &p->log[slot];
    struct tell tell;
    session_teller(p->s, play, reader, &tell);
    for (int i = 0; i < ev->count; i++) {
        struct mazo_event e;
        char *line = log->line[log->count % PLAIN_LOG_LINES];
        mazo_event_for(&ev->at[i], reader, &e);
        if (is_told(&e, reader) && say_tell(&tell, &e, ev->cards, line, PLAIN_LOG_WIDTH) > 0) {
            plain_aloud(line);
            log->count++;
        }
    }
}

static void show_news(struct plain *p)
{
    struct plain_log *log = &p->log[p->watcher ? 0 : p->reader];
    int oldest = log->count - PLAIN_LOG_LINES;
    log->shown = log->shown < oldest ? oldest : log->shown;
    for (; log->shown < log->count; log->shown++)
        plain_tell(log->line[log->shown % PLAIN_LOG_LINES]);
}

static void tell_all(void *ctx, const struct wire_game *play, uint32_t command)
{
    struct plain *p = ctx;
    (void)command;
    for (int seat = 0; seat < p->t->seats && !p->watcher; seat++)
        if (is_here(p, seat))
            tell_one(p, play, seat, seat);
    if (p->watcher)
        tell_one(p, play, MAZO_SPECTATOR, 0);
}

/* On resuming a match: show everybody the end of what went before. */
static void recall(struct plain *p)
{
    session_recall(p->s, tell_all, p);
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        struct plain_log *log = &p->log[seat];
        log->shown = log->count > RECALLED ? log->count - RECALLED : 0;
    }
    if (p->watcher || p->reader >= 0)
        show_news(p);
}

/* P3: who of the people here can answer an accusation, how, and how long. */
static void call_vote(const struct plain *p)
{
    const struct mazo_game *g = &p->t->play.game;
    for (int seat = 0; seat < p->t->seats; seat++) {
        const char *name = p->s->names[seat];
        if (!is_here(p, seat))
            continue;
        if (p->s->remote && seat == g->accused) {
            plain_sayf(p->lang, N_("You can admit it: type \"admit\""));
        } else if (p->s->remote && !(g->voted >> seat & 1)) {
            plain_sayf(p->lang, N_("You can vote: \"vote yes\" or \"vote no\""));
        } else if (seat == g->accused) {
            plain_sayf(p->lang, N_("%s can admit it: \"%s: admit\""), name, name);
        } else if (!(g->voted >> seat & 1)) {
            plain_sayf(p->lang, N_("%s can vote: \"%s: vote yes\" or \"%s: vote no\""), name, name,
                       name);
        }
    }
    plain_show_time_to_vote(p);
}

static bool has_event(const struct mazo_events *events, int type)
{
    for (int i = 0; i < events->count; i++)
        if (events->at[i].type == type)
            return true;
    return false;
}

static void on_heard(void *ctx, struct session *s)
{
    struct plain *p = ctx;
    uint8_t phase = s->table.play.game.phase;
    char warning[WARNING_MAX];
    tell_all(p, &s->table.play, s->table.commands);
    if (p->watcher || p->reader >= 0)
        show_news(p);
    if (has_event(&s->table.play.events, MAZO_EVENT_accused))
        call_vote(p);
    if (session_warning(s, warning, sizeof warning))
        plain_say(warning);
    p->round_ended = phase == MAZO_PHASE_round_over || phase == MAZO_PHASE_match_over;
}

static void show_end(struct plain *p)
{
    static struct score_lines lines = {.aloud = true};
    const struct mazo_game *g = &p->t->play.game;
    int reader = p->people == 1 ? p->reader : MAZO_SPECTATOR;
    p->round_ended = false;
    score_round(&p->s->book, g, p->lang, p->s->names, reader, &lines);
    plain_show_lines(&lines);
    plain_show_score(p);
    score_match(&p->s->book, g, p->lang, p->s->names, reader, &lines);
    score_stood_in(g, session_stood_in(p->s), p->lang, p->s->names, reader, &lines);
    plain_show_lines(&lines);
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        p->log[seat].shown = p->log[seat].count;
}

/* ---- who sits at the keyboard ---- */

/* The person who has to act: the reader first, else the first seat. */
static int awaited(const struct plain *p)
{
    if (p->reader >= 0 && table_awaits(p->t, p->reader))
        return p->reader;
    for (int seat = 0; seat < p->t->seats; seat++)
        if (table_awaits(p->t, seat) && is_here(p, seat))
            return seat;
    return PLAIN_NOBODY;
}

static int first_person(const struct plain *p)
{
    for (int seat = 0; seat < p->t->seats; seat++)
        if (is_here(p, seat))
            return seat;
    return PLAIN_NOBODY;
}

/* Pass the keyboard on; what was on the screen goes away first. */
static enum plain_got pass_on(struct plain *p, int seat)
{
    enum plain_got got;
    p->reader = PLAIN_NOBODY;
    plain_hide(p);
    plain_sayf(p->lang, N_("Pass the terminal to %s, and press Enter."), p->s->names[seat]);
    do {
        got = plain_read(&p->input, TABLE_NEVER);
    } while (got == PLAIN_TIME);
    if (got == PLAIN_LINE && typed_leaves(p->input.line))
        return PLAIN_END;
    if (got == PLAIN_LINE) {
        plain_hide(p);
        p->reader = seat;
        p->asked_at = 0;
        p->asks_color = false;
        p->written = 0;
        show_news(p);
    }
    return got;
}

/* ---- what is typed ---- */

static void on_told(void *ctx, const char *line)
{
    struct plain *p = ctx;
    struct plain_log *log = &p->log[p->watcher ? 0 : p->reader];
    snprintf(log->line[log->count++ % PLAIN_LOG_LINES], PLAIN_LOG_WIDTH, "%s", line);
    show_news(p);
    if (p->asked_at == p->t->commands + 1) /* the question is still open */
        fputs("> ", stdout);
}

/* "say hello", to the others at a server's table. False: it is something else. */
static bool talks(struct plain *p, const char *line)
{
    const struct session_remote *remote = p->s->remote;
    const char *text = remote ? typed_saying(line) : NULL;
    if (!text)
        return false;
    remote->say(remote->ctx, text);
    return true;
}

static void wrong(const char *why)
{
    char text[PLAIN_LINE_MAX];
    snprintf(text, sizeof text, "%s", why);
    rule_say_capital(text);
    plain_tell(text);
    fputs("> ", stdout);
}

/* "remove luis", by the host of a server's table: a name, or a seat's number. False: it is something
 * else. */
static bool removes(struct plain *p, const char *line)
{
    const struct session_remote *remote = p->s->remote;
    const char *typed = remote ? typed_removal(line) : NULL, *who;
    if (!typed)
        return false;
    int seat = atoi(typed);
    typed = seat > 0 && seat <= p->t->seats ? p->s->names[seat - 1] : typed;
    for (int i = 0; (who = remote->removable(remote->ctx, i)) != NULL; i++) {
        if (typed_is_name(typed, who)) {
            remote->remove(remote->ctx, i);
            return true;
        }
    }
    wrong(text_in(p->lang, "Remove who? A seat's number, or the name of somebody who has spoken."));
    return true;
}

/* "kick luis", by the host of a server's table. False: it is something else. */
static bool orders(struct plain *p, const char *line)
{
    const struct session_remote *remote = p->s->remote;
    bool kicks;
    const char *who = remote ? typed_order(line, &kicks) : NULL;
    struct mazo_view view;
    struct typed_at at = {.lang = p->lang, .view = &view, .names = p->s->names};
    char name[PLAIN_LINE_MAX], why[TYPED_WHY_MAX];
    if (!who)
        return false;
    table_view(p->t, p->watcher ? MAZO_SPECTATOR : p->reader, &view);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(who, "\r"), who);
    int seat = typed_seat(&at, name, why, sizeof why);
    if (seat >= 0)
        remote->order(remote->ctx, kicks ? SESSION_KICK : SESSION_READMIT, seat);
    else
        wrong(why);
    return true;
}

static void on_answered(void *ctx, enum session_answer answer, const char *message)
{
    struct plain *p = ctx;
    char text[PLAIN_LINE_MAX];
    snprintf(text, sizeof text, "%s", message);
    if (answer == SESSION_WAITS) {
        plain_say(text);
    } else if (answer == SESSION_REFUSED) {
        rule_say_capital(text);
        plain_tell(text);
        p->asked_at = p->asked_at ? p->t->commands + 1 : 0;
        fputs("> ", stdout);
    }
}

/* P3: bots neither vote nor admit anything. */
static bool is_in_vain(const struct plain *p, const struct mazo_command *c)
{
    int people = 0;
    for (int seat = 0; seat < p->t->seats; seat++)
        people += p->t->seat[seat].player.sitter == TABLE_PERSON;
    return c->type == MAZO_CMD_accuse && p->t->play.game.rules.suggestion && people < 2;
}

static void do_command(struct plain *p, const struct mazo_command *c,
                       const struct say_card_text *texts)
{
    struct wire_error why;
    if (is_in_vain(p, c)) {
        wrong(text_in(p->lang, "Bots do not vote: accusing takes another person at the table."));
        return;
    }
    enum session_answer answer = session_do(p->s, session_now(), c, texts, &why);
    if (answer == SESSION_WAITS || answer == SESSION_REFUSED)
        on_answered(p, answer, why.message);
}

static void show_word(struct plain *p, enum typed_word word)
{
    switch (word) {
    case TYPED_HELP:
        plain_show_help(p);
        break;
    case TYPED_HAND:
        plain_show_hand(p);
        break;
    case TYPED_TABLE:
        plain_show_table(p);
        break;
    case TYPED_RULES:
        plain_show_rules(p);
        break;
    case TYPED_LOG:
        plain_show_log(p);
        break;
    case TYPED_SCORE:
        plain_show_score(p);
        break;
    case TYPED_QUIT:
        return;
    }
    fputs("> ", stdout);
}

/* A single word, or a move, was hardly meant as a dare. */
static bool is_stray(const struct plain *p, const struct mazo_rule_card *card, const char *dare,
                     const char *line)
{
    bool text = card->count == 1 && card->effect[0].type == MAZO_EFFECT_dare;
    bool move = p->typed.kind == TYPED_COMMAND || p->typed.kind == TYPED_COLOR;
    return text && strcmp(dare, line) == 0 && (move || !strchr(line, ' '));
}

static void write_card(struct plain *p, const char *line)
{
    char why[WARNING_MAX], own[PLAIN_LINE_MAX];
    int each = mazo_rule_cards_each(&p->t->play.game), i = p->written;
    if (!say_rule_card_read(p->lang, line, &p->rule_cards[i], &p->rule_texts[i], why, sizeof why)) {
        wrong(why);
        return;
    }
    snprintf(own, sizeof own, "%s", line + strspn(line, " \t"));
    own[strcspn(own, "\r")] = '\0';
    if (is_stray(p, &p->rule_cards[i], p->rule_texts[i].dare[0], own)) {
        snprintf(why, sizeof why,
                 text_in(p->lang, N_("\"%s\" is not a rule card. For a dare, type: dare %s")), own,
                 own);
        plain_say(why);
        fputs("> ", stdout);
        return;
    }
    p->asked_at = 0;
    if (++p->written < each)
        return;
    p->written = 0;
    struct mazo_command c = {.type = MAZO_CMD_write,
                             .seat = (uint8_t)p->reader,
                             .count = (uint8_t)each,
                             .rule_cards = p->rule_cards};
    do_command(p, &c, p->rule_texts);
}

static void name_color(struct plain *p, const char *line)
{
    char why[TYPED_WHY_MAX];
    if (line[strspn(line, " \t\r")] == '\0') { /* changed their mind */
        p->asks_color = false;
        p->asked_at = 0;
    } else if (typed_color(p->lang, line, &p->held.color, why, sizeof why)) {
        p->asks_color = false;
        do_command(p, &p->held, NULL);
    } else {
        wrong(why);
    }
}

/* "ana: uno": spoken commands work from any seat. */
static const char *speaker(const struct plain *p, const char *line, int *seat)
{
    char name[PLAIN_LINE_MAX], why[TYPED_WHY_MAX];
    struct mazo_view view;
    const char *colon = strchr(line, ':');
    struct typed_at at = {.lang = p->lang, .view = &view, .names = p->s->names};
    if (!colon || p->people < 2)
        return line;
    table_view(p->t, p->reader, &view);
    snprintf(name, sizeof name, "%.*s", (int)(colon - line), line);
    int found = typed_seat(&at, name, why, sizeof why);
    if (found < 0 || !is_here(p, found))
        return line;
    *seat = found;
    return colon + 1;
}

static bool is_public(const struct typed *typed)
{
    static const uint8_t types[] = {MAZO_CMD_uno, MAZO_CMD_catch, MAZO_CMD_accuse, MAZO_CMD_admit,
                                    MAZO_CMD_vote};
    return typed->kind == TYPED_COMMAND && memchr(types, typed->command.type, sizeof types);
}

/* A line of the reader. False: they want to leave. */
static bool take_line(struct plain *p, const char *line)
{
    struct typed *typed = &p->typed;
    struct mazo_view view;
    int seat = p->reader;
    const struct mazo_game *g = &p->t->play.game;
    line = speaker(p, line, &seat);
    table_view(p->t, seat, &view);
    typed_read(&(struct typed_at){.lang = p->lang, .view = &view, .names = p->s->names}, line,
               typed);
    if (typed->kind == TYPED_WORD) {
        show_word(p, typed->word);
        return typed->word != TYPED_QUIT;
    }
    if (seat != p->reader) {
        if (is_public(typed)) {
            do_command(p, &typed->command, NULL);
        } else {
            wrong(text_in(p->lang,
                          "For another player you can only say uno, catch, accuse, admit, vote"));
        }
    } else if (p->asks_color) {
        name_color(p, line);
    } else if (g->phase == MAZO_PHASE_write && table_awaits(p->t, seat)) {
        write_card(p, line);
    } else if (typed->kind == TYPED_NOTHING && g->phase == MAZO_PHASE_round_over) {
        do_command(p, &(struct mazo_command){.type = MAZO_CMD_next}, NULL);
    } else if (typed->kind == TYPED_NOTHING) {
        p->asked_at = 0;
    } else if (typed->kind == TYPED_WRONG) {
        wrong(typed->why);
    } else if (typed->kind == TYPED_COLOR) {
        p->asks_color = true;
        p->held = typed->command;
        p->asked_at = 0;
    } else {
        do_command(p, &typed->command, NULL);
    }
    return true;
}

/* A line of a spectator. False: they want to leave. */
static bool take_watcher_line(struct plain *p, const char *line)
{
    int word = typed_word(line);
    if (word == TYPED_QUIT)
        return false;
    if (word < 0 || word == TYPED_HELP || word == TYPED_HAND)
        plain_sayf(p->lang, N_("You're watching. You can type table, log, score, rules or quit."));
    else
        show_word(p, (enum typed_word)word);
    return true;
}

/* ---- the match ---- */

static void tell_absence(struct plain *p)
{
    for (int seat = 0; seat < p->t->seats; seat++) {
        bool away = p->t->seat[seat].away && is_here(p, seat);
        uint16_t bit = (uint16_t)(1u << seat);
        if (away && !(p->told_away & bit)) {
            plain_sayf(p->lang, N_("%s is out of time: a bot plays until you type something."),
                       p->s->names[seat]);
        }
        p->told_away = away ? (uint16_t)(p->told_away | bit) : (uint16_t)(p->told_away & ~bit);
    }
}

/* The person to be asked now sits at the keyboard, and has been asked. */
static enum plain_got ask_line(struct plain *p)
{
    bool over = p->t->play.game.phase == MAZO_PHASE_round_over;
    int seat = over ? first_person(p) : awaited(p);
    if (p->watcher || seat < 0)
        return PLAIN_LINE;
    if (over && p->reader < 0)
        p->reader = seat; /* at the end everything is open */
    if (seat != p->reader && !over) {
        enum plain_got got = pass_on(p, seat);
        if (got != PLAIN_LINE)
            return got;
    }
    if (p->asked_at != p->t->commands + 1) {
        plain_ask_reader(p);
        p->asked_at = p->t->commands + 1;
    }
    return PLAIN_LINE;
}

static bool tick(struct plain *p)
{
    bool happened = session_tick(p->s, session_now());
    tell_absence(p);
    if (p->round_ended)
        show_end(p);
    return happened;
}

static enum play_end play(struct plain *p)
{
    const struct session_remote *remote = p->s->remote;
    while (p->t->play.game.phase != MAZO_PHASE_match_over && !p->s->left) {
        enum plain_got got = PLAIN_TIME;
        if (tick(p))
            continue;
        if (p->t->play.game.phase == MAZO_PHASE_match_over)
            break;
        got = ask_line(p);
        if (got == PLAIN_LINE) {
            /* Keep this order: a rest that ends between the two calls must not make us wait
             * forever. */
            uint64_t due = session_due(p->s, session_now());
            p->input.waits = remote && remote->waits(remote->ctx);
            got = plain_read(&p->input, due);
        }
        if (got == PLAIN_LINE &&
            (talks(p, p->input.line) || orders(p, p->input.line) || removes(p, p->input.line)))
            continue;
        if (got == PLAIN_LINE && !p->watcher && p->reader >= 0) {
            session_return(p->s, p->reader, session_now());
            if (!take_line(p, p->input.line))
                return PLAY_LEFT;
        } else if (got == PLAIN_LINE && p->watcher) {
            if (!take_watcher_line(p, p->input.line))
                return PLAY_LEFT;
        } else if (got == PLAIN_SIGNAL || (got == PLAIN_END && !p->watcher)) {
            putchar('\n');
            return PLAY_GONE;
        }
    }
    if (p->round_ended)
        show_end(p);
    return PLAY_OVER;
}

/* Teams: who plays with who. */
static void say_partners(const struct plain *p)
{
    const struct mazo_game *g = &p->t->play.game;
    uint16_t people = session_people(p->s);
    struct say_side sides[MAZO_SEATS_MAX];
    int count = g->rules.teams ? say_ranking(&g->pub, sides) : 0;
    for (int i = 0; i < count; i++) {
        char list[320];
        bool alone = people && (people & (people - 1)) == 0;
        if (alone && people & sides[i].seats) {
            score_names(p->lang, p->s->names, sides[i].seats & ~(unsigned)people, list,
                        sizeof list);
            plain_sayf(p->lang, N_("Your partner is %s: your points are added up."), list);
        } else if (!alone) {
            score_names(p->lang, p->s->names, sides[i].seats, list, sizeof list);
            plain_sayf(p->lang, N_("%s are partners: their points are added up."), list);
        }
    }
}

static void begin(struct plain *p)
{
    const struct mazo_game *g = &p->t->play.game;
    char warning[WARNING_MAX], rules[RULE_HOUSE_SIZE]; /* read aloud, a plus is a word */
    bool begins = session_begins(p->s);
    bool writing = !p->s->past && g->phase == MAZO_PHASE_write &&
                   g->round == 0; /* bots are quick */
    rule_house_name(&g->rules, p->lang, 0, rules, sizeof rules);
    plain_aloud(rules);
    if (begins || writing) {
        plain_sayf(
            p->lang,
            N_("Mazo: UNO by the rules of %s, %d players. \"help\" lists what you can type."),
            rules, g->seats);
    } else {
        plain_sayf(p->lang, N_("Resuming the match by the rules of %s, in round %d."), rules,
                   g->round);
    }
    say_partners(p);
    if (begins)
        on_heard(p, p->s);
    else
        recall(p);
    if (session_warning(p->s, warning, sizeof warning))
        plain_say(warning);
}

void plain_rescue(struct session *s)
{
    struct plain_input input = {0};
    char text[WARNING_MAX];
    while (s->save.error != 0) {
        snprintf(
            text, sizeof text,
            text_in(
                s->setup.lang,
                "The match is not saved: %s. Type a file name to save it, or nothing to lose it."),
            text_oserror(s->setup.lang, s->save.error));
        plain_say(text);
        fputs("> ", stdout);
        if (plain_read(&input, TABLE_NEVER) != PLAIN_LINE || !input.line[0])
            return;
        if (!save_elsewhere(&s->save, input.line))
            plain_say(text_oserror(s->setup.lang, errno));
    }
}

enum play_end plain_play(struct session *session)
{
    static struct plain p;
    memset(&p, 0, sizeof p);
    p.s = session;
    p.t = &session->table;
    p.lang = session->setup.lang;
    p.screen = isatty(STDOUT_FILENO);
    p.input.source = session->remote ? session->remote->source : NULL;
    p.here = session_people(session);
    p.people = session->setup.people;
    p.watcher = p.people == 0;
    p.reader = p.people == 1 ? first_person(&p) : PLAIN_NOBODY;
    if (!session->setup.fast && !session->setup.hurry)
        p.t->pace.grace = GRACE; /* screen readers need time */
    session->heard = on_heard;
    session->answered = on_answered;
    session->told = on_told;
    session->ctx = &p;
    begin(&p);
    enum play_end end = play(&p);
    session->heard = NULL;
    session->answered = NULL;
    session->told = NULL;
    return end;
}
