/*
 * say.c - what the plain game shows and asks.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "terminal/plain/inner.h"
#include "say/ask.h"
#include "say/effect_say.h"
#include "say/event_text.h"
#include "say/rule_house.h"
#include "say/rule_say.h"

void plain_sayf(enum text_lang lang, const char *format, ...)
{
    char text[PLAIN_LINE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, text_in(lang, format), args);
    va_end(args);
    plain_say(text);
}

static const char *name_of(const struct plain *p, int seat)
{
    return seat == p->reader ? text_in(p->lang, N_("you")) : p->s->names[seat];
}

/* ---- the hand ---- */

static bool marks_fitting(const struct plain *p)
{
    const struct game_setup *setup = &p->s->setup;
    if (setup->help == SETUP_HELP_SHEET)
        return setup->rules.wrong_card == 0;
    return setup->help == SETUP_HELP_ON;
}

static bool fits(const struct plain *p, mazo_card card)
{
    const struct mazo_game *g = &p->t->play.game;
    struct mazo_command c = {.type = MAZO_CMD_play,
                             .seat = (uint8_t)p->reader,
                             .card = card,
                             .color = mazo_card_is_wild(card) ? MAZO_RED : MAZO_COLOR_NONE};
    return g->turn == p->reader && table_would(p->t, &c);
}

void plain_show_hand(struct plain *p)
{
    struct mazo_view view;
    mazo_card hand[MAZO_CARDS_MAX];
    if (p->reader < 0 || p->watcher)
        return;
    table_view(p->t, p->reader, &view);
    int count = typed_hand(&view, hand);
    bool marks = marks_fitting(p);
    plain_sayf(p->lang, N_("Your cards:"));
    for (int i = 0; i < count; i++) {
        char name[64];
        say_card_full_name(p->lang, hand[i], name, sizeof name);
        printf("  %2d  %s", i + 1, name);
        if (marks && fits(p, hand[i])) {
            bool bluff = hand[i] == MAZO_WILD_FOUR && !mazo_is_clean(&p->t->play.game, p->reader);
            printf(" (%s)", text_in(p->lang, bluff ? N_("fits, as a bluff") : N_("fits")));
        }
        putchar('\n');
    }
}

/* ---- the table ---- */

static void show_top(const struct plain *p, const struct mazo_view *v)
{
    char name[64];
    if (!mazo_card_is_valid(v->top))
        return;
    say_card_full_name(p->lang, v->top, name, sizeof name);
    if (v->color >= MAZO_COLOR_COUNT) {
        plain_sayf(p->lang, N_("On top: %s. No color is named yet."), name);
    } else if (mazo_card_is_wild(v->top) || mazo_card_color(v->top) != v->color) {
        plain_sayf(p->lang, N_("On top: %s. The color is %s."), name,
                   say_color_name(p->lang, v->color));
    } else {
        plain_sayf(p->lang, N_("On top: %s."), name);
    }
}

/* "Ana 5, Luis 1 (said UNO), you 7" */
static void show_counts(const struct plain *p, const struct mazo_view *v)
{
    printf("%s ", text_in(p->lang, N_("Cards:")));
    for (int i = 0; i < v->seats; i++) {
        int seat = mazo_seat_at(&v->pub, v->direction * i);
        printf("%s%s %d%s", i ? ", " : "", name_of(p, seat), v->size[seat],
               v->said >> seat & 1 ? text_in(p->lang, N_(" (said UNO)")) : "");
    }
    puts(".");
}

void plain_show_time_to_vote(const struct plain *p)
{
    uint64_t now = session_now(), ends = p->t->vote_ends;
    if (ends != TABLE_NEVER && ends > now)
        plain_sayf(p->lang, N_("%d s left to vote"), (int)((ends - now + 999) / 1000));
}

static void show_vote(const struct plain *p, const struct mazo_view *v)
{
    struct say_asked asked = {.lang = p->lang, .view = v, .names = p->s->names};
    struct say_ask vote;
    if (v->accused < v->seats) {
        say_vote(&asked, &vote);
        printf("%s. %s\n", vote.title, vote.sentence);
        plain_show_time_to_vote(p);
    }
}

void plain_show_table(struct plain *p)
{
    struct mazo_view v;
    char rules[RULE_HOUSE_SIZE];
    table_view(p->t, p->watcher ? MAZO_SPECTATOR : p->reader, &v);
    rule_house_name(&v.rules, p->lang, 0, rules, sizeof rules);
    plain_sayf(p->lang, N_("Round %d, by the rules of %s."), v.round, rules);
    show_top(p, &v);
    if (v.phase == MAZO_PHASE_write)
        return;
    for (int seat = 0; seat < v.seats; seat++) {
        const struct table_player *who = &p->t->seat[seat].player;
        bool bot = who->sitter == TABLE_BOT;
        printf("  %d  %s", seat + 1, name_of(p, seat));
        if (bot)
            printf(" (%s)", setup_level(p->lang, who->level));
        if (!p->watcher && seat != p->reader && seat == mazo_partner(&v.pub, p->reader))
            printf("%s", text_in(p->lang, N_(", your partner")));
        printf(text_in(p->lang, N_(": %d cards, %d points%s%s")), v.size[seat], (int)v.scores[seat],
               v.said >> seat & 1 ? text_in(p->lang, N_(", said UNO")) : "",
               v.turn != seat      ? ""
               : seat == p->reader ? text_in(p->lang, N_(", your turn"))
                                   : text_in(p->lang, N_(", to play")));
        putchar('\n');
    }
    plain_sayf(p->lang,
               v.direction > 0 ? N_("Play goes to the left, from 1 to %d.")
                               : N_("Play goes to the right, from %d to 1."),
               v.seats);
    plain_sayf(p->lang, N_("In the draw pile: %d; in the discard pile: %d."), v.draw_count,
               v.discard_count);
    show_vote(p, &v);
}

void plain_show_log(struct plain *p)
{
    const struct plain_log *log = &p->log[p->reader < 0 ? 0 : p->reader];
    int from = log->count - 20;
    from = from < 0 ? 0 : from;
    for (int i = from; i < log->count; i++)
        printf("  %s\n", log->line[i % PLAIN_LOG_LINES]);
}

static void say_rule(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    char words[1000];
    (void)ctx;
    (void)ids;
    snprintf(words, sizeof words, "%s", text);
    rule_say_words(words);
    printf("%s%s\n", part == RULE_SAY_SENTENCE ? "  " : "", words);
}

void plain_show_rules(struct plain *p)
{
    const struct mazo_rules *rules = &p->t->play.game.rules;
    rule_say(rules, p->lang, NULL, say_rule, NULL);
}

void plain_show_help(struct plain *p)
{
    static const char text[] = N_("What you can type (English and Spanish words alike):\n"
                                  "  3             play card 3 of your hand\n"
                                  "  red 5, R5     play that card\n"
                                  "  wild blue     play a Wild and name blue\n"
                                  "  uno 3         say UNO and play card 3; or uno, and then 3\n"
                                  "  draw          draw a card instead\n"
                                  "  keep          keep the card you have drawn\n"
                                  "  accept, challenge   when a draw card is played on you\n"
                                  "  red           name a color, when asked\n"
                                  "  choose ana    choose a player, by name or number\n"
                                  "  throw 1 4     throw cards, when asked; throw none\n"
                                  "  done          end a run, or a dare\n"
                                  "  pass          when there is nothing to play or draw\n"
                                  "  catch ana     Ana has one card and has not said UNO\n"
                                  "  accuse ana, admit, vote yes   where suggestions are punished\n"
                                  "  hand, table, log, score, rules, help\n"
                                  "  quit, q       leave; the match is saved");
    plain_say(text_in(p->lang, text));
    if (p->s->remote) {
        plain_sayf(p->lang,
                   N_("  say hello     say something to all; a number alone is a reaction:\n"
                      "                1 applause, 2 laughter, 3 surprise, 4 tears, 5 anger, "
                      "6 hooray"));
    }
    if (p->s->remote) {
        plain_sayf(
            p->lang,
            N_("  kick luis     the host: a bot takes the seat; readmit luis gives it back"));
        plain_sayf(p->lang, N_("  remove luis   the host: for good, those who watch too"));
    }
    if (p->people > 1) {
        plain_sayf(p->lang,
                   N_("  ana: uno      Ana says it, although somebody else is at the keyboard"));
    }
}

void plain_show_lines(const struct score_lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        plain_say(lines->line[i]);
}

void plain_show_score(struct plain *p)
{
    static struct score_lines lines;
    const struct mazo_game *g = &p->t->play.game;
    score_totals(&p->s->book, g, p->lang, p->s->names, p->people == 1 ? p->reader : MAZO_SPECTATOR,
                 &lines);
    if (lines.count == 0 && g->phase < MAZO_PHASE_round_over)
        plain_sayf(p->lang, N_("No round is over yet."));
    plain_show_lines(&lines);
}

/* ---- questions ---- */

static void ask_of(const struct plain *p, const struct mazo_view *v, struct say_ask *out)
{
    static struct mazo_legal legal;
    struct say_asked asked = {.lang = p->lang,
                              .view = v,
                              .legal = &legal,
                              .names = p->s->names,
                              .hints = marks_fitting(p)};
    mazo_legal(&p->t->play.game, p->reader, &legal);
    say_ask(&asked, out);
}

/* The first word of a label, as it is typed: "keep" for "K keep it". */
static const char *typed_word_of(const struct say_option *o, char *buf, size_t size)
{
    typed_fold(say_label_words(o->label), buf, size);
    char *word = buf + strspn(buf, " ");
    word[strcspn(word, " ")] = '\0';
    return word;
}

/* How an option is typed, after what was listed before it. */
static void list_option(const struct mazo_view *v, const struct say_option *o, const char *before)
{
    char buf[SAY_LABEL_SIZE];
    const char *word = typed_word_of(o, buf, sizeof buf);
    printf("%s%s", before, word);
    if (o->command == MAZO_CMD_throw)
        printf(v->owed == 1 ? " 1" : " 1 2");
    if (o->command == MAZO_CMD_throw && v->owed == 0)
        printf(", %s", say_label_words(o->label));
}

/* May a card of the hand be the answer? */
static bool takes_card(const struct mazo_view *v)
{
    return v->phase == MAZO_PHASE_play || v->phase == MAZO_PHASE_run ||
           (v->phase == MAZO_PHASE_struck && v->rules.stacking);
}

/* What can be said out of turn too: the help tells. */
static bool is_any_time(int command)
{
    return command == MAZO_CMD_uno || command == MAZO_CMD_catch || command == MAZO_CMD_vote ||
           command == MAZO_CMD_admit || command == MAZO_CMD_accuse;
}

/* " (1-7, draw)": what can be typed. */
static void list_options(const struct plain *p, const struct mazo_view *v,
                         const struct say_ask *ask)
{
    const char *before = " (";
    int cards = v->size[p->reader];
    if (takes_card(v)) {
        printf(cards > 1 ? " (1-%d" : " (%d", cards);
        before = ", ";
    }
    for (int i = 0; i < ask->count && !is_any_time(ask->option[i].command); i++) {
        list_option(v, &ask->option[i], before);
        before = ", ";
    }
    puts(before[0] == ',' ? ")" : "");
}

static void ask_color(const struct plain *p)
{
    plain_sayf(p->lang, N_("Which color? (%s, %s, %s, %s)"), say_color_name(p->lang, MAZO_RED),
               say_color_name(p->lang, MAZO_GREEN), say_color_name(p->lang, MAZO_BLUE),
               say_color_name(p->lang, MAZO_YELLOW));
}

static void list_seats(const struct plain *p, const struct mazo_view *v)
{
    for (int seat = 0; seat < v->seats; seat++) {
        struct mazo_command c = {.type = MAZO_CMD_choose,
                                 .seat = (uint8_t)p->reader,
                                 .who = (uint8_t)seat};
        if (table_would(p->t, &c))
            printf("  %2d  %s (%d)\n", seat + 1, name_of(p, seat), v->size[seat]);
    }
}

static void ask_write(struct plain *p, const struct say_ask *ask)
{
    const struct mazo_game *g = &p->t->play.game;
    int each = mazo_rule_cards_each(g);
    if (p->written == 0) {
        plain_say(ask->sentence);
        plain_sayf(p->lang, N_("The ideas:"));
        for (int i = 1; i <= WIRE_IDEA_COUNT; i++) {
            struct say_card_text text;
            say_idea_text(p->lang, i, &text);
            printf("  %2d  %s\n", i, text.text);
        }
        plain_sayf(p->lang, N_("Or effects separated by ; and the text after = if you like:"));
        for (int type = 0; type < MAZO_EFFECT_COUNT; type++) {
            char how[80];
            say_effect_usage(type, how, sizeof how);
            printf("      %s: %s\n", how, say_effect_title(p->lang, type));
        }
        plain_sayf(p->lang, N_("Or a text of your own: a dare."));
    }
    plain_sayf(p->lang, N_("Rule card %d of %d:"), p->written + 1, each);
}

static void ask_phase(struct plain *p, const struct mazo_view *v)
{
    struct say_ask ask;
    ask_of(p, v, &ask);
    if (v->phase == MAZO_PHASE_write) {
        ask_write(p, &ask);
    } else if (v->phase >= MAZO_PHASE_round_over) {
        plain_sayf(p->lang, N_("Press Enter for the next round."));
    } else if (v->phase == MAZO_PHASE_color) {
        ask_color(p);
    } else {
        fputs(ask.sentence, stdout);
        list_options(p, v, &ask);
    }
    if (v->phase == MAZO_PHASE_choose)
        list_seats(p, v);
}

void plain_ask_reader(struct plain *p)
{
    struct mazo_view v;
    table_view(p->t, p->reader, &v);
    if (p->asks_color) {
        ask_color(p);
    } else {
        if (v.phase > MAZO_PHASE_write && v.phase < MAZO_PHASE_round_over) {
            show_top(p, &v);
            show_counts(p, &v);
            if (v.phase != MAZO_PHASE_dare)
                plain_show_hand(p);
        }
        ask_phase(p, &v);
    }
    fputs("> ", stdout);
}
