/*
 * test_typed.c - from typed lines to commands; rule cards; the last table; scores.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "session/score.h"
#include "session/setup.h"
#include "terminal/plain/typed.h"
#include "say/effect_read.h"
#include "say/effect_say.h"
#include "say/notation.h"

static const char *const names[MAZO_SEATS_MAX] = {"Eva", "Ana", "Anselmo", "Inés"};

static struct mazo_view view; /* the hand by its numbers: R5 R5 G9 BS YR W W+4 */

static int set_up(void **state)
{
    static const char *const hand[] = {"R5", "R5", "BS", "YR", "G9", "W", "W+4"};
    (void)state;
    memset(&view, 0, sizeof view);
    view.seats = 4;
    view.phase = MAZO_PHASE_play;
    view.accuser = view.accused = MAZO_SEAT_NONE;
    view.drawn = MAZO_CARD_NONE;
    for (size_t i = 0; i < sizeof hand / sizeof hand[0]; i++) {
        mazo_card card;
        assert_true(mazo_card_read(hand[i], &card));
        view.hand[card]++;
        view.size[0]++;
    }
    view.size[1] = view.size[2] = view.size[3] = 3;
    return 0;
}

static struct typed typed;

static void read_line(const char *line)
{
    struct typed_at at = {.lang = TEXT_EN, .view = &view, .names = names};
    typed_read(&at, line, &typed);
}

/* The line plays this card with this color ("" for none). */
static void plays(const char *line, const char *card, const char *color, bool uno)
{
    mazo_card wanted;
    uint8_t named = MAZO_COLOR_NONE;
    assert_true(mazo_card_read(card, &wanted));
    if (*color)
        assert_true(mazo_color_read(color, &named));
    read_line(line);
    if (typed.kind != TYPED_COMMAND || typed.command.type != MAZO_CMD_play ||
        typed.command.card != wanted || typed.command.color != named || typed.command.uno != uno) {
        fail_msg("\"%s\" is not %s %s: kind %d, card %d, color %d, \"%s\"", line, card, color,
                 typed.kind, typed.command.card, typed.command.color, typed.why);
    }
}

static void is(const char *line, int type)
{
    read_line(line);
    if (typed.kind != TYPED_COMMAND || typed.command.type != type || typed.command.seat != 0)
        fail_msg("\"%s\" is not %s: %s", line, mazo_command_name(type), typed.why);
}

static void is_wrong(const char *line)
{
    read_line(line);
    if (typed.kind != TYPED_WRONG || strlen(typed.why) < 8)
        fail_msg("\"%s\" is understood", line);
}

static void cards_in_many_ways(void **state)
{
    (void)state;
    plays("1", "R5", "", false);
    plays("3", "G9", "", false);
    plays(" 4 ", "BS", "", false);
    plays("R5", "R5", "", false);
    plays("r5", "R5", "", false);
    plays("red 5", "R5", "", false);
    plays("5 rojo", "R5", "", false);
    plays("ROJO 5", "R5", "", false);
    plays("jugar rojo 5", "R5", "", false);
    plays("play the blue skip", "BS", "", false);
    plays("salta azul", "BS", "", false);
    plays("salta", "BS", "", false);
    plays("reversa amarilla", "YR", "", false);
    plays("verde", "G9", "", false);
    plays("v9", "G9", "", false);
    plays("+2 rojo", "R+2", "", false);
    plays("toma dos rojo", "R+2", "", false);
    plays("draw two red", "R+2", "", false);
    plays("6 azul", "W", "B", false);
    plays("comodín azul", "W", "B", false);
    plays("Wild YELLOW", "W", "Y", false);
    plays("w az", "W", "B", false);
    plays("+4 r", "W+4", "R", false);
    plays("comodín toma cuatro verde", "W+4", "G", false);
    plays("Wild Draw Four green", "W+4", "G", false);
    plays("7 am", "W+4", "Y", false);
    plays("uno 3", "G9", "", true);
    plays("3 ¡UNO!", "G9", "", true);
    plays("uno comodín rojo", "W", "R", true);
    plays("wild four red", "W+4", "R", false);
    plays("comodín cuatro azul", "W+4", "B", false);
    plays("wild draw four green", "W+4", "G", false);
    plays("comodín cuatro rojo", "W+4", "R", false);
    plays("red five", "R5", "", false);
    plays("nueve verde", "G9", "", false);
    plays("el cinco rojo y uno", "R5", "", true);
    plays("seis azul", "W", "B", false);
    plays("más dos rojo", "R+2", "", false);
    plays("pierde turno azul", "BS", "", false);
    plays("cambio de sentido amarillo", "YR", "", false);
    plays("un comodín, azul", "W", "B", false);
    view.hand[mazo_card_of(MAZO_RED, 1)]++;
    plays("uno rojo", "R1", "", false); /* as it is read aloud */
    view.size[0] = 2;
    plays("uno rojo", "R1", "", true);
    view.size[0] = 7;
    view.hand[mazo_card_of(MAZO_RED, 1)]--;
}

static void a_wild_wants_a_color(void **state)
{
    (void)state;
    read_line("6");
    assert_int_equal(typed.kind, TYPED_COLOR);
    assert_int_equal(typed.command.card, MAZO_WILD);
    read_line("uno +4");
    assert_int_equal(typed.kind, TYPED_COLOR);
    assert_true(typed.command.uno);
    uint8_t held = view.hand[MAZO_WILD];
    view.hand[MAZO_WILD] = 0; /* the engine says that it is not held, before a color is asked for */
    read_line("wild");
    assert_int_equal(typed.kind, TYPED_COMMAND);
    view.hand[MAZO_WILD] = held;
}

/* "9 red" where the ninth card is a Wild and there is a red 9 too. */
static void what_can_be_two_things_is_asked_back(void **state)
{
    (void)state;
    view.hand[mazo_card_of(MAZO_RED, 6)]++; /* the Wild is the seventh */
    plays("6 red", "R6", "", false);
    plays("7 red", "W", "R", false);
    view.hand[mazo_card_of(MAZO_RED, 7)]++;
    view.hand[mazo_card_of(MAZO_RED, 8)]++;
    view.hand[mazo_card_of(MAZO_RED, 9)]++; /* now it is the tenth */
    plays("10 blue", "W", "B", false);
    view.hand[mazo_card_of(MAZO_RED, 5)] = 1; /* and now the ninth */
    is_wrong("9 red");
    plays("R9", "R9", "", false);
    is_wrong("rojo"); /* several */
    is_wrong("a");
}

static void words_of_both_languages(void **state)
{
    (void)state;
    is("draw", MAZO_CMD_draw);
    is("Robar", MAZO_CMD_draw);
    is("keep", MAZO_CMD_keep);
    is("guardar", MAZO_CMD_keep);
    is("accept", MAZO_CMD_accept);
    is("aceptar", MAZO_CMD_accept);
    is("challenge", MAZO_CMD_challenge);
    is("desafío", MAZO_CMD_challenge);
    is("uno", MAZO_CMD_uno);
    is("¡UNO!", MAZO_CMD_uno);
    is("done", MAZO_CMD_done);
    is("listo", MAZO_CMD_done);
    is("pass", MAZO_CMD_pass);
    is("paso", MAZO_CMD_pass);
    is("admito", MAZO_CMD_admit);
    is("vote yes", MAZO_CMD_vote);
    assert_true(typed.command.yes);
    is("votar no", MAZO_CMD_vote);
    assert_false(typed.command.yes);
    read_line("  ");
    assert_int_equal(typed.kind, TYPED_NOTHING);
    read_line("ayuda");
    assert_true(typed.kind == TYPED_WORD && typed.word == TYPED_HELP);
    static const char *const leave[] = {"q", "Q", "quit", "exit", "salir"};
    for (size_t i = 0; i < sizeof leave / sizeof leave[0]; i++) {
        read_line(leave[i]);
        assert_true(typed.kind == TYPED_WORD && typed.word == TYPED_QUIT);
        assert_true(typed_leaves(leave[i]));
    }
    assert_false(typed_leaves("quito"));
    assert_false(typed_leaves(""));
    is_wrong("xyzzy");
    is_wrong("foo");
    assert_null(strstr(typed.why, "robo"));
    is_wrong("99");
    is_wrong("0");
    read_line("drwa");
    assert_non_null(strstr(typed.why, "\"draw\""));
}

static void players_by_name_and_number(void **state)
{
    (void)state;
    is("catch Ana", MAZO_CMD_catch);
    assert_int_equal(typed.command.who, 1);
    is("pillar ines", MAZO_CMD_catch);
    assert_int_equal(typed.command.who, 3);
    is("accuse 3", MAZO_CMD_accuse);
    assert_int_equal(typed.command.who, 2);
    is("choose ans", MAZO_CMD_choose);
    assert_int_equal(typed.command.who, 2);
    is_wrong("catch an"); /* Ana or Anselmo */
    is_wrong("catch zoe");
    is_wrong("catch");
    view.size[2] = 1;
    is("catch", MAZO_CMD_catch); /* the only one with one card */
    assert_int_equal(typed.command.who, 2);
    view.phase = MAZO_PHASE_choose;
    is("yo", MAZO_CMD_choose);
    assert_int_equal(typed.command.who, 0);
    is("4", MAZO_CMD_choose);
    assert_int_equal(typed.command.who, 3);
}

static void answers_to_the_phase(void **state)
{
    (void)state;
    view.phase = MAZO_PHASE_color;
    is("r", MAZO_CMD_color);
    is("Verde", MAZO_CMD_color);
    assert_int_equal(typed.command.color, MAZO_GREEN);
    is("color amarillo", MAZO_CMD_color);
    assert_int_equal(typed.command.color, MAZO_YELLOW);
    is_wrong("a");
    is_wrong("pink");
    view.phase = MAZO_PHASE_throw;
    is("1, 4", MAZO_CMD_throw);
    is("throw red five, blue skip and 5", MAZO_CMD_throw);
    assert_int_equal(typed.command.count, 3);
    is("tirar 5 rojo y salta azul", MAZO_CMD_throw);
    assert_int_equal(typed.command.count, 2);
    assert_int_equal(typed.command.count, 2);
    assert_int_equal(typed.cards[1], mazo_card_of(MAZO_BLUE, MAZO_SKIP));
    is("tirar 1 2", MAZO_CMD_throw);
    assert_int_equal(typed.cards[0], typed.cards[1]);
    is("throw none", MAZO_CMD_throw);
    assert_int_equal(typed.command.count, 0);
    is_wrong("throw 1 1");
    is_wrong("throw 8");
    view.phase = MAZO_PHASE_drawn;
    view.drawn = mazo_card_of(MAZO_GREEN, 9);
    plays("play", "G9", "", false);
    plays("sí", "G9", "", false);
    is("no", MAZO_CMD_keep);
}

/* Whatever comes in, something comes out. */
static void nonsense_is_answered(void **state)
{
    (void)state;
    uint64_t dice = mazo_fast_seed(5);
    static const char *const bits[] = {"uno",   "red",         "5",  "draw", "catch",
                                       "ana",   ",",           "+4", "\xff", "\xc3",
                                       "throw", "99999999999", "a",  "W",    "wild"};
    for (int i = 0; i < 20000; i++) {
        char line[200] = "";
        view.phase = (uint8_t)mazo_fast_below(&dice, MAZO_PHASE_COUNT);
        for (uint32_t n = mazo_fast_below(&dice, 6); n > 0; n--) {
            strcat(line, bits[mazo_fast_below(&dice, sizeof bits / sizeof bits[0])]);
            strcat(line, mazo_fast_below(&dice, 3) ? " " : "");
        }
        read_line(line);
        if (typed.kind == TYPED_WRONG)
            assert_in_range(strlen(typed.why), 5, sizeof typed.why - 1);
        else if (typed.kind == TYPED_COMMAND)
            assert_true(typed.command.type < MAZO_CMD_COUNT);
    }
}

/* ---- rule cards ---- */

static void rule_cards_from_words(void **state)
{
    (void)state;
    static const struct {
        const char *line, *effects, *text; /* effects as the notation has them; NULL: refused */
    } lines[] = {
        {"3", "draw_to 7", "Roba hasta tener 7 cartas."},
        {"draw 2; skip", "draw 2;skip", "Roba 2 cartas. Pierde tu próximo turno."},
        {"roba 2 ; quita 1 más", "draw 2;take 1 most",
         "Roba 2 cartas. Quítale una carta a quien tenga más cartas."},
        {"los demás roban 1 = ¡Ja!", "others_draw 1", "¡Ja!"},
        {"cambia izquierda", "swap left", "Cambia tu mano con quien tienes a la izquierda."},
        {"Canta una canción", "dare Canta una canción", "Canta una canción"},
        {"reto Baila", "dare Baila", "Baila"},
        {"Reto ¡Baila Tú!", "dare ¡Baila Tú!", "¡Baila Tú!"},
        {"Toma dos; Salta", "draw 2;skip", "Roba 2 cartas. Pierde tu próximo turno."},
        {"Throw to Two", "discard_to 2", "Tira cartas hasta que te queden 2."},
        {"draw", NULL, NULL},
        {"draw 99", NULL, NULL},
        {"take 2", NULL, NULL},
        {"draw 1; nonsense", NULL, NULL},
        {"draw 1; draw 1; draw 1; draw 1; draw 1", NULL, NULL},
        {"draw 1 =", NULL, NULL},
        {"9", NULL, NULL},
        {"  ", NULL, NULL},
        {"bad \x1b byte", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct mazo_rule_card card;
        struct say_card_text text;
        char why[300] = "", effects[400] = "";
        bool read = say_rule_card_read(TEXT_ES, lines[i].line, &card, &text, why, sizeof why);
        if (read != (lines[i].effects != NULL))
            fail_msg("\"%s\": %s", lines[i].line, why);
        if (!read) {
            assert_true(strlen(why) > 8);
            continue;
        }
        assert_true(mazo_rule_card_is_valid(&card));
        for (int j = 0; j < card.count; j++) {
            size_t used = strlen(effects);
            used += (size_t)snprintf(effects + used, sizeof effects - used, "%s", j ? ";" : "");
            say_effect_write(&card.effect[j], text.dare[j], effects + used, sizeof effects - used);
        }
        assert_string_equal(effects, lines[i].effects);
        if (i > 0)
            assert_string_equal(text.text, lines[i].text);
    }
}

static void every_effect_is_said(void **state)
{
    (void)state;
    for (int type = 0; type < MAZO_EFFECT_COUNT; type++) {
        for (int n = 1; n < 4; n++) {
            char said[2][200];
            struct mazo_effect effect = {.type = (uint8_t)type,
                                         .n = (uint8_t)n,
                                         .other = (uint8_t)n};
            for (int lang = 0; lang < 2; lang++) {
                say_effect((enum text_lang)lang, &effect, lang ? "Canta" : "Sing", said[lang],
                           sizeof said[0]);
                assert_true(strlen(said[lang]) > 3 && !strchr(said[lang], '%'));
                assert_true(strlen(say_effect_title((enum text_lang)lang, type)) > 4);
            }
            assert_string_not_equal(said[0], said[1]);
        }
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) { /* typed as shown, in every language */
            struct mazo_rule_card card;
            struct say_card_text text;
            char why[300];
            assert_true(say_rule_card_read(TEXT_ES, say_effect_usage((enum text_lang)lang, type),
                                           &card, &text, why, sizeof why));
            assert_int_equal(card.effect[0].type, type);
        }
    }
}

/* ---- the last table ---- */

static void a_setup_reads_back(void **state)
{
    (void)state;
    static struct game_setup one, other;
    char text[8000], again[8000];
    setup_init(&one, TEXT_EN);
    one.rules = *mazo_rules_of_sheet(MAZO_SHEET_PENAS);
    one.rules.target = 250;
    one.rules.stacking = 1;
    setup_set_seats(&one, 6);
    setup_set_people(&one, 2);
    setup_set_own(&one, "Noé");
    assert_true(setup_bot_read("expert:cautious@500", 19, &one.player[3]));
    assert_false(setup_bot_read("cmd:cat", 7, &one.player[3]));
    one.lang_chosen = one.fast = one.mute = true;
    one.help = SETUP_HELP_OFF;
    int length = setup_write(&one, text, sizeof text);
    assert_in_range(length, 100, sizeof text - 1);
    setup_init(&other, TEXT_ES);
    setup_read(&other, text, (size_t)length);
    assert_int_equal(setup_write(&other, again, sizeof again), length);
    assert_string_equal(text, again);
    assert_int_equal(other.lang, TEXT_EN);
    assert_int_equal(other.player[3].playouts, 500);
}

/* Names belong to people: neither a guest's nor one's own ever sits on a bot. */
static void names_go_with_their_people(void **state)
{
    (void)state;
    static struct game_setup s, later;
    char text[8000];
    setup_init(&s, TEXT_EN);
    setup_set_own(&s, "Noé");
    setup_set_people(&s, 2);
    snprintf(s.player[1].name, TABLE_NAME_MAX, "Visita");
    setup_set_people(&s, 1);
    assert_string_equal(s.player[1].name, "");
    setup_set_people(&s, 0);
    assert_string_equal(s.player[0].name, "");
    size_t length = (size_t)setup_write(&s, text, sizeof text);
    setup_init(&later, TEXT_EN);
    setup_read(&later, text, length);
    setup_set_people(&later, 1);
    assert_string_equal(later.player[0].name, "Noé");
    setup_set_own(&later, "Ana");
    setup_name_all(&later);
    assert_string_not_equal(later.player[1].name, "Ana");
}

/* Cut or with any byte changed, it still gives a table that can be played. */
static void a_damaged_setup_is_no_harm(void **state)
{
    (void)state;
    static struct game_setup s;
    char text[8000];
    uint64_t dice = mazo_fast_seed(3);
    for (int i = 0; i < 3000; i++) {
        setup_init(&s, TEXT_EN);
        s.rules = *mazo_rules_of_sheet(i % MAZO_SHEET_COUNT);
        size_t n = (size_t)setup_write(&s, text, sizeof text);
        text[mazo_fast_below(&dice, (uint32_t)n)] = (char)(mazo_fast_below(&dice, 255) + 1);
        n = i % 3 ? n : mazo_fast_below(&dice, (uint32_t)n);
        setup_init(&s, TEXT_EN);
        setup_read(&s, text, n);
        assert_int_equal(setup_check(&s), MAZO_FAULT_none);
        assert_true(s.people <= s.seats);
    }
}

static void everybody_gets_another_name(void **state)
{
    (void)state;
    static struct game_setup s;
    setup_init(&s, TEXT_ES);
    setup_set_seats(&s, 10);
    snprintf(s.player[0].name, TABLE_NAME_MAX, "Ana");
    setup_name_all(&s);
    for (int i = 0; i < 10; i++) {
        assert_true(s.player[i].name[0]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(s.player[i].name, s.player[j].name);
    }
}

/* ---- scores ---- */

static void scores_as_lines(void **state)
{
    (void)state;
    static struct score_book book;
    static struct score_lines lines;
    static struct mazo_game g;
    static struct mazo_events ev;
    uint8_t seed[32] = {0};
    mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, seed, true, NULL);
    g.phase = MAZO_PHASE_round_over;
    g.round_winner = 3;
    g.scores[3] = 27;
    score_begin(&book, 4);
    ev.count = 3;
    ev.at[0] = (struct mazo_event){.type = MAZO_EVENT_won, .seat = 3};
    ev.at[1] = (struct mazo_event){.type = MAZO_EVENT_counted,
                                   .seat = 1,
                                   .count = 2,
                                   .points = 25,
                                   .has_cards = true};
    ev.at[2] = (struct mazo_event){.type = MAZO_EVENT_scored, .seat = 3, .points = 27};
    ev.cards[0] = mazo_card_of(MAZO_RED, 5);
    ev.cards[1] = mazo_card_of(MAZO_BLUE, MAZO_SKIP);
    score_hear(&book, &g, &ev);
    score_round(&book, &g, TEXT_ES, names, 3, &lines);
    assert_int_equal(lines.count, 3);
    assert_string_equal(lines.line[0], "¡Ganas la ronda 1!");
    assert_string_equal(lines.line[1], "  Ana: 25 puntos = 5 rojo (5), Salta azul (20)");
    assert_string_equal(lines.line[2], "Sumas 27 puntos y ya tienes 27.");
    lines.aloud = true;
    score_round(&book, &g, TEXT_ES, names, 3, &lines);
    assert_int_equal(lines.count, 2); /* the log has told who won */
    assert_string_equal(lines.line[0],
                        "A Ana le quedan 25 puntos en la mano: 5 rojo y Salta azul.");
    score_totals(&book, &g, TEXT_ES, names, 3, &lines);
    assert_int_equal(lines.count, 4);
    assert_string_equal(lines.line[1], "Ana tiene 0 de 500 puntos.");
    assert_string_equal(lines.line[3], "Tienes 27 de 500 puntos.");
    g.phase = MAZO_PHASE_match_over;
    g.winners = 1u << 1 | 1u << 3;
    score_match(&book, &g, TEXT_ES, names, 0, &lines);
    assert_string_equal(lines.line[0], "Ana e Inés ganan la partida."); /* a tie */
    g.rules.teams = 1;
    score_match(&book, &g, TEXT_ES, names, 0, &lines);
    assert_string_equal(lines.line[0], "Ana e Inés ganan la partida en equipo.");
    score_stood_in(&g, 0, TEXT_ES, names, 0, &lines);
    assert_int_equal(lines.count, 1);
    score_stood_in(&g, 1u << 1 | 1u << 3, TEXT_ES, names, 0, &lines);
    assert_string_equal(lines.line[1], "Al final jugó un bot por Ana e Inés.");
    score_stood_in(&g, 1u << 3, TEXT_EN, names, 3, &lines);
    assert_string_equal(lines.line[2], "At the end a bot played for you.");
    g.rules.teams = 0;
    for (int i = 0; i < SCORE_ROUNDS_MAX + 20; i++) /* more than there is room for */
        score_hear(&book, &g, &ev);
    score_totals(&book, &g, TEXT_EN, names, MAZO_SPECTATOR, &lines);
    assert_string_equal(lines.line[3], "Inés has 27 of 500 points.");
}

/* Every card of a large hand is there, whole, in lines that end with a comma but for the last. */
static void large_hands_are_whole(void **state)
{
    (void)state;
    static struct score_book book;
    static struct score_lines lines;
    static struct mazo_game g;
    static struct mazo_events ev;
    enum { CARDS = 50 };
    uint8_t seed[32] = {0};
    mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, seed, true, NULL);
    score_begin(&book, 4);
    ev.count = 2;
    ev.at[0] = (struct mazo_event){.type = MAZO_EVENT_won, .seat = 3};
    ev.at[1] = (struct mazo_event){.type = MAZO_EVENT_counted,
                                   .seat = 1,
                                   .count = CARDS,
                                   .points = 50 * CARDS,
                                   .has_cards = true};
    memset(ev.cards, MAZO_WILD_FOUR, CARDS);
    score_hear(&book, &g, &ev);
    g.round_winner = 3;
    score_round(&book, &g, TEXT_ES, names, MAZO_SPECTATOR, &lines);
    int found = 0;
    for (int i = 1; i < lines.count; i++) {
        size_t len = strlen(lines.line[i]);
        assert_true(len < SCORE_LINE_MAX);
        assert_int_equal(lines.line[i][len - 1], i + 1 < lines.count ? ',' : ')');
        for (const char *at = lines.line[i]; (at = strstr(at, "Comodín Toma Cuatro (50)")); at++)
            found++;
    }
    assert_int_equal(found, CARDS);
}

static void what_a_host_orders(void **state)
{
    bool kicks;
    (void)state;
    assert_string_equal(typed_order("kick Luis", &kicks), "Luis");
    assert_true(kicks);
    assert_string_equal(typed_order(" Echar 2", &kicks), "2");
    assert_true(kicks);
    assert_string_equal(typed_order("readmit luis", &kicks), "luis");
    assert_false(kicks);
    assert_null(typed_order("kick", &kicks));
    assert_null(typed_order("kicks luis", &kicks));
}

static void what_is_said_to_others(void **state)
{
    (void)state;
    assert_string_equal(typed_saying("say hello, all"), "hello, all");
    assert_string_equal(typed_saying("  Di  ¡hola!"), "¡hola!");
    assert_string_equal(typed_saying("react 3\r"), "3\r");
    assert_string_equal(typed_saying("say"), "");
    assert_string_equal(typed_saying("di   "), "");
    assert_null(typed_saying("saying so"));
    assert_null(typed_saying("draw 2"));
    assert_null(typed_saying(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(cards_in_many_ways, set_up),
        cmocka_unit_test_setup(a_wild_wants_a_color, set_up),
        cmocka_unit_test_setup(what_can_be_two_things_is_asked_back, set_up),
        cmocka_unit_test_setup(words_of_both_languages, set_up),
        cmocka_unit_test_setup(players_by_name_and_number, set_up),
        cmocka_unit_test_setup(answers_to_the_phase, set_up),
        cmocka_unit_test_setup(nonsense_is_answered, set_up),
        cmocka_unit_test(rule_cards_from_words),
        cmocka_unit_test(every_effect_is_said),
        cmocka_unit_test(a_setup_reads_back),
        cmocka_unit_test(names_go_with_their_people),
        cmocka_unit_test(a_damaged_setup_is_no_harm),
        cmocka_unit_test(everybody_gets_another_name),
        cmocka_unit_test(scores_as_lines),
        cmocka_unit_test(large_hands_are_whole),
        cmocka_unit_test(what_a_host_orders),
        cmocka_unit_test(what_is_said_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
