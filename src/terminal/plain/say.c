/*
 * say.c - what the plain game shows and asks.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "terminal/plain/inner.h"
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
    if (v->accused < v->seats) {
        plain_sayf(p->lang, N_("%s says that %s made suggestions. Guilty: %d, innocent: %d"),
                   p->s->names[v->accuser], p->s->names[v->accused],
                   __builtin_popcount(v->voted & v->voted_yes),
                   __builtin_popcount(v->voted & (unsigned)~v->voted_yes));
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

static bool may(const struct plain *p, int type)
{
    static struct mazo_legal legal;
    mazo_legal(&p->t->play.game, p->reader, &legal);
    for (int i = 0; i < legal.count; i++)
        if (legal.at[i].type == type)
            return true;
    return false;
}

static void ask_play(const struct plain *p)
{
    const struct mazo_game *g = &p->t->play.game;
    if (may(p, MAZO_CMD_pass))
        plain_sayf(p->lang, N_("Your turn, but nothing can be played or drawn: type \"pass\"."));
    else if (may(p, MAZO_CMD_draw) || g->rules.wrong_card)
        plain_sayf(p->lang, N_("Your turn: the number of a card, or draw."));
    else
        plain_sayf(p->lang, N_("Your turn: the number of a card."));
}

static void ask_drawn(const struct plain *p, const struct mazo_view *v)
{
    char name[64];
    say_card_full_name(p->lang, v->drawn, name, sizeof name);
    if (v->must) {
        plain_sayf(p->lang, N_("You have drawn %s, which fits and must be played: type \"play\"."),
                   name);
    } else {
        plain_sayf(p->lang, N_("You have drawn %s, which fits: play or keep?"), name);
    }
}

/* W5: what decides a challenge, and what a wrong one costs. */
static void say_price(const struct plain *p, const struct mazo_view *v, const char *striker)
{
    if (v->color_before < MAZO_COLOR_COUNT) {
        plain_sayf(p->lang, N_("It was a bluff if %s had a %s card; if it was not, you draw %d."),
                   striker, say_color_name(p->lang, v->color_before), v->pending + 2);
    } else {
        plain_sayf(p->lang, N_("If it was not a bluff, you draw %d."), v->pending + 2);
    }
}

static void ask_struck(const struct plain *p, const struct mazo_view *v)
{
    const char *striker = v->striker < v->seats ? name_of(p, v->striker) : "?";
    bool stacks = v->rules.stacking;
    if (v->challengeable)
        say_price(p, v, striker);
    if (v->challengeable && stacks) {
        plain_sayf(p->lang,
                   N_("You must draw %d cards: accept, challenge %s, or play a draw card on top?"),
                   v->pending, striker);
    } else if (v->challengeable) {
        plain_sayf(p->lang, N_("You must draw %d cards: accept, or challenge %s?"), v->pending,
                   striker);
    } else if (stacks) {
        plain_sayf(p->lang, N_("You must draw %d cards: accept, or play a draw card on top?"),
                   v->pending);
    } else {
        plain_sayf(p->lang, N_("You must draw %d cards: type \"accept\"."), v->pending);
    }
}

static void ask_choose(const struct plain *p, const struct mazo_view *v)
{
    plain_say(text_in(p->lang, say_choose(v)));
    plain_sayf(p->lang, N_("Choose a player:"));
    for (int seat = 0; seat < v->seats; seat++) {
        struct mazo_command c = {.type = MAZO_CMD_choose,
                                 .seat = (uint8_t)p->reader,
                                 .who = (uint8_t)seat};
        if (table_would(p->t, &c))
            printf("  %2d  %s (%d)\n", seat + 1, name_of(p, seat), v->size[seat]);
    }
}

static void ask_throw(const struct plain *p, const struct mazo_view *v)
{
    if (v->owed == 0) {
        plain_sayf(p->lang,
                   N_("Throw one card of each color, in the order you like (throw 1 4), or none."));
    } else if (v->target < v->seats) {
        plain_sayf(p->lang,
                   v->owed == 1 ? N_("Choose %d card to give to %s: give and its number.")
                                : N_("Choose %d cards to give to %s: give and their numbers."),
                   v->owed, name_of(p, v->target));
    } else {
        plain_sayf(p->lang,
                   v->owed == 1 ? N_("Choose %d card to throw: throw and its number.")
                                : N_("Choose %d cards to throw: throw and their numbers."),
                   v->owed);
    }
}

static void ask_write(struct plain *p)
{
    const struct mazo_game *g = &p->t->play.game;
    int each = mazo_rule_cards_each(g);
    if (p->written == 0) {
        plain_sayf(p->lang, N_("Before the match everybody writes rule cards. The ideas:"));
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
    switch (v->phase) {
    case MAZO_PHASE_play:
        ask_play(p);
        break;
    case MAZO_PHASE_drawn:
        ask_drawn(p, v);
        break;
    case MAZO_PHASE_struck:
        ask_struck(p, v);
        break;
    case MAZO_PHASE_color:
        plain_sayf(p->lang, N_("Name a color: red, green, blue or yellow?"));
        break;
    case MAZO_PHASE_choose:
        ask_choose(p, v);
        break;
    case MAZO_PHASE_throw:
        ask_throw(p, v);
        break;
    case MAZO_PHASE_run:
        plain_sayf(p->lang, N_("Play your cards one after another while any fits; done ends it."));
        break;
    case MAZO_PHASE_dare:
        plain_sayf(p->lang, N_("Perform the dare, then type done."));
        break;
    case MAZO_PHASE_write:
        ask_write(p);
        break;
    default:
        plain_sayf(p->lang, N_("Press Enter for the next round."));
        break;
    }
}

void plain_ask_reader(struct plain *p)
{
    struct mazo_view v;
    table_view(p->t, p->reader, &v);
    if (p->asks_color) {
        plain_sayf(p->lang, N_("Name a color: red, green, blue or yellow?"));
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
