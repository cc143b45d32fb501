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

void plain_tell(const char *text)
{
    size_t n = strlen(text);
    size_t inside = n; /* without the quotation mark at its end */
    while (inside > 0 && strchr("\"\xc2\xbb", text[inside - 1]))
        inside--;
    bool ended = n == 0 || strchr(".!?:", text[inside ? inside - 1 : 0]);
    fputs(text, stdout);
    puts(ended ? "" : ".");
}

/* No text gets longer. */
void plain_aloud(char *text)
{
    static const char *const signs[][2] = {{" · ", ", "}, {" + ", ", "}, {" → ", ": "}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t was = strlen(signs[i][0]), is = strlen(signs[i][1]);
        for (char *at = text; (at = strstr(at, signs[i][0])) != NULL; at += is) {
            memcpy(at, signs[i][1], is);
            memmove(at + is, at + was, strlen(at + was) + 1);
        }
    }
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

/* "You have 7 cards, Ana 5, Luis 1 (said UNO)." in the order of play */
static void show_counts(const struct plain *p, const struct mazo_view *v)
{
    for (int i = 0; i < v->seats; i++) {
        int seat = (p->reader + v->seats + v->direction * i) % v->seats;
        if (i == 0) {
            printf(text_in(p->lang,
                           v->size[seat] == 1 ? N_("You have %d card") : N_("You have %d cards")),
                   v->size[seat]);
        } else {
            printf(", %s %d", name_of(p, seat), v->size[seat]);
        }
        if (v->said >> seat & 1)
            fputs(text_in(p->lang, i == 0 ? N_(" (you said UNO)") : N_(" (said UNO)")), stdout);
    }
    puts(".");
}

static const char *in_cards(const struct plain *p, int count, char *buf, size_t size)
{
    snprintf(buf, size, text_in(p->lang, count == 1 ? N_("%d card") : N_("%d cards")), count);
    return buf;
}

static const char *in_points(const struct plain *p, int count, char *buf, size_t size)
{
    snprintf(buf, size, text_in(p->lang, count == 1 ? N_("%d point") : N_("%d points")), count);
    return buf;
}

void plain_show_time_to_vote(const struct plain *p)
{
    uint64_t now = session_now(), ends = p->t->vote_ends;
    if (ends != TABLE_NEVER && ends > now)
        plain_sayf(p->lang, N_("%d seconds left to vote."), (int)((ends - now + 999) / 1000));
}

static void show_vote(const struct plain *p, const struct mazo_view *v)
{
    struct say_asked asked = {.lang = p->lang, .view = v, .names = p->s->names};
    struct say_ask vote;
    if (v->accused < v->seats) {
        say_vote(&asked, &vote);
        printf("%s. %s.\n", vote.title, vote.sentence);
        plain_show_time_to_vote(p);
    }
}

void plain_show_table(struct plain *p)
{
    struct mazo_view v;
    char rules[RULE_HOUSE_SIZE], cards[40], points[40];
    table_view(p->t, p->watcher ? MAZO_SPECTATOR : p->reader, &v);
    rule_house_name(&v.rules, p->lang, 0, rules, sizeof rules);
    plain_aloud(rules);
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
        printf(": %s, %s%s%s", in_cards(p, v.size[seat], cards, sizeof cards),
               in_points(p, (int)v.scores[seat], points, sizeof points),
               !(v.said >> seat & 1) ? ""
               : seat == p->reader   ? text_in(p->lang, N_(", you said UNO"))
                                     : text_in(p->lang, N_(", said UNO")),
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
        plain_tell(log->line[i % PLAIN_LOG_LINES]);
}

static void say_rule(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    char words[1000];
    (void)ctx;
    (void)ids;
    snprintf(words, sizeof words, "%s", text);
    rule_say_words(words);
    plain_aloud(words);
    fputs(part == RULE_SAY_SENTENCE ? "  " : "", stdout);
    plain_tell(words);
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
                                  "  red 5, red five, R5   play that card\n"
                                  "  wild blue, wild four red   play a wild and name its color\n"
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
        plain_sayf(p->lang, N_("  remove luis   the host: for good, spectators too"));
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
    static struct score_lines lines = {.aloud = true};
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

/* The possible inputs, one after another. */
struct options {
    int count;
    char text[12][SAY_LABEL_SIZE];
};

static void list_option(const struct mazo_view *v, const struct say_option *o, struct options *out)
{
    char buf[SAY_LABEL_SIZE];
    const char *word = typed_word_of(o, buf, sizeof buf);
    bool throws = o->command == MAZO_CMD_throw;
    snprintf(out->text[out->count++], SAY_LABEL_SIZE, "%s%s", word,
             !throws        ? ""
             : v->owed == 1 ? " 1"
                            : " 1 2");
    if (throws && v->owed == 0)
        snprintf(out->text[out->count++], SAY_LABEL_SIZE, "%s", say_label_words(o->label));
}

/* May a card of the hand be the answer? Where wrong cards are part of the game, do not give that
 * away. */
static bool takes_card(const struct plain *p, const struct mazo_view *v)
{
    bool takes = v->phase == MAZO_PHASE_play || v->phase == MAZO_PHASE_run ||
                 (v->phase == MAZO_PHASE_struck && v->rules.stacking);
    bool any = !marks_fitting(p);
    for (int i = 0; takes && !any && i < MAZO_CARD_NAMES; i++)
        any = v->hand[mazo_card_at(i)] && fits(p, mazo_card_at(i));
    return takes && any;
}

/* Commands for any time; the help lists them. */
static bool is_any_time(int command)
{
    return command == MAZO_CMD_uno || command == MAZO_CMD_catch || command == MAZO_CMD_vote ||
           command == MAZO_CMD_admit || command == MAZO_CMD_accuse;
}

/* " (1 to 7, or draw)": what can be typed. */
static void list_options(const struct plain *p, const struct mazo_view *v,
                         const struct say_ask *ask)
{
    struct options list = {0};
    int cards = v->size[p->reader];
    if (takes_card(p, v)) {
        snprintf(list.text[list.count++], SAY_LABEL_SIZE,
                 cards > 1 ? text_in(p->lang, N_("1 to %d")) : "%d", cards);
    }
    for (int i = 0; i < ask->count && !is_any_time(ask->option[i].command); i++)
        list_option(v, &ask->option[i], &list);
    for (int i = 0; i < list.count; i++) {
        bool last = i > 0 && i == list.count - 1;
        printf("%s%s", i == 0 ? " (" : last ? text_in(p->lang, N_(" or ")) : ", ", list.text[i]);
    }
    puts(list.count ? ")" : "");
}

static void ask_color(const struct plain *p)
{
    plain_sayf(p->lang, N_("Which color? (%s, %s, %s or %s)"), say_color_name(p->lang, MAZO_RED),
               say_color_name(p->lang, MAZO_GREEN), say_color_name(p->lang, MAZO_BLUE),
               say_color_name(p->lang, MAZO_YELLOW));
}

static void list_seats(const struct plain *p, const struct mazo_view *v)
{
    char cards[40];
    for (int seat = 0; seat < v->seats; seat++) {
        struct mazo_command c = {.type = MAZO_CMD_choose,
                                 .seat = (uint8_t)p->reader,
                                 .who = (uint8_t)seat};
        if (table_would(p->t, &c))
            printf("  %2d  %s, %s\n", seat + 1, name_of(p, seat),
                   in_cards(p, v->size[seat], cards, sizeof cards));
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
        plain_sayf(p->lang, N_("Or effects, with a semicolon between them:"));
        for (int type = 0; type < MAZO_EFFECT_COUNT; type++)
            printf("      %s: %s\n", say_effect_usage(p->lang, type),
                   say_effect_title(p->lang, type));
        plain_sayf(p->lang, N_("Who: most, fewest, left, right or chosen. A text of your own can "
                               "follow an equals sign."));
        plain_sayf(p->lang, N_("Or some words of your own: a dare."));
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

/* Reminds of UNO: two cards, one of them playable. */
static void remind_of_uno(const struct plain *p, const struct mazo_view *v)
{
    bool two = v->size[p->reader] == 2 && !(v->said >> p->reader & 1);
    if (two && v->rules.uno_penalty > 0 && (v->phase == MAZO_PHASE_drawn || takes_card(p, v)))
        plain_sayf(p->lang, N_("Two cards: before you play one, type \"uno\"."));
}

void plain_ask_reader(struct plain *p)
{
    struct mazo_view v;
    table_view(p->t, p->reader, &v);
    if (p->asks_color) {
        ask_color(p);
    } else {
        bool again = v.phase == MAZO_PHASE_drawn && p->asked_at > 0; /* only the drawn card is new */
        if (v.phase > MAZO_PHASE_write && v.phase < MAZO_PHASE_round_over && !again) {
            show_top(p, &v);
            show_counts(p, &v);
            if (v.phase != MAZO_PHASE_dare)
                plain_show_hand(p);
        }
        ask_phase(p, &v);
        remind_of_uno(p, &v);
    }
    fputs("> ", stdout);
}
