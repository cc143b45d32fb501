/*
 * test_event_text.c - every event as a sentence, in both languages.
 *
 * test_event_text FILE compares what is told of one fixed match of each sheet with the file;
 * test_event_text --write FILE writes it anew: then read the difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/mazo.h"
#include "sim/random_player.h"
#include "say/effect_say.h"
#include "say/event_text.h"

enum { GOLDEN_MAX = 512 * 1024, READER = 0, COMMANDS = 70 };

static const char *const names[MAZO_SEATS_MAX] = {"Eva", "Ana", "Luis", "Inés"};
static const char *golden_path;

static const mazo_card some_cards[] = {5, MAZO_BLUE * 16 + MAZO_SKIP};

static struct mazo_event event_of(int type, int seat, int who)
{
    return (struct mazo_event){.type = (uint8_t)type,
                               .seat = (uint8_t)seat,
                               .who = (uint8_t)who,
                               .card = 5,
                               .color = MAZO_BLUE,
                               .count = 2,
                               .points = 20,
                               .has_cards = true};
}

static void expect(enum text_lang lang, int reader, const struct mazo_event *e, const char *is)
{
    char told[400];
    struct tell tell = {.lang = lang, .reader = reader, .names = names};
    int length = say_tell(&tell, e, some_cards, told, sizeof told);
    assert_int_equal(length, strlen(told));
    assert_string_equal(told, is);
}

static void every_event_has_its_sentences(void **state)
{
    (void)state;
    static const int readers[] = {0, 1, 2, MAZO_SPECTATOR};
    for (int type = 0; type < MAZO_EVENT_COUNT; type++) {
        for (int detail = 0; detail < MAZO_REASON_COUNT; detail++) {
            for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
                struct mazo_event e = event_of(type, 0, 1);
                char told[TEXT_LANG_COUNT][400];
                e.detail = (uint8_t)detail;
                if (type == MAZO_EVENT_spun && detail >= MAZO_FACE_COUNT)
                    continue;
                for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
                    struct tell tell = {.lang = (enum text_lang)lang,
                                        .reader = readers[i],
                                        .names = names};
                    say_tell(&tell, &e, some_cards, told[lang], sizeof told[lang]);
                    if (strlen(told[lang]) < 8 || strpbrk(told[lang], "{}?%"))
                        fail_msg("%s: \"%s\"", mazo_event_name(type), told[lang]);
                    assert_int_equal(strstr(told[lang], "Eva") && readers[i] == 0, 0);
                }
                assert_string_not_equal(told[TEXT_EN], told[TEXT_ES]);
            }
        }
    }
}

static void what_is_hidden_is_not_told(void **state)
{
    (void)state;
    for (int type = 0; type < MAZO_EVENT_COUNT; type++) {
        for (int reader = 0; reader < 4; reader++) {
            struct mazo_event all = event_of(type, 0, 1), e;
            char told[400];
            struct tell tell = {.lang = TEXT_EN, .reader = reader, .names = names};
            mazo_event_for(&all, reader, &e);
            say_tell(&tell, &e, some_cards, told, sizeof told);
            if (!e.has_cards) {
                assert_null(strstr(told, "red"));
                assert_null(strstr(told, "Skip"));
            }
        }
    }
}

static void who_is_spoken_to(void **state)
{
    (void)state;
    struct mazo_event e = event_of(MAZO_EVENT_drew, 0, MAZO_SEAT_NONE);
    expect(TEXT_EN, 0, &e, "You draw 2 cards: red 5 and blue Skip");
    expect(TEXT_ES, 0, &e, "Robas 2 cartas: 5 rojo y Salta azul");
    e.has_cards = false;
    e.detail = MAZO_FOR_draw_two;
    expect(TEXT_ES, 1, &e, "Eva roba 2 cartas por el Toma Dos");
    e.count = 1;
    e.detail = MAZO_FOR_uno;
    expect(TEXT_EN, 1, &e, "Eva draws a card for not saying UNO in time");
    e.count = 0;
    expect(TEXT_ES, 1, &e, "No queda ninguna carta que Eva pueda robar");
    e = event_of(MAZO_EVENT_caught, 0, 1);
    expect(TEXT_ES, 0, &e, "Pillas a Ana sin haber dicho UNO");
    expect(TEXT_ES, 1, &e, "Eva te pilla sin haber dicho UNO");
    expect(TEXT_ES, 2, &e, "Eva pilla a Ana sin haber dicho UNO");
    e = event_of(MAZO_EVENT_chose, 1, 1);
    expect(TEXT_ES, 1, &e, "Te quedas la carta de regla");
    expect(TEXT_ES, 0, &e, "Ana se queda la carta de regla");
}

static void words_agree(void **state)
{
    (void)state;
    struct mazo_event e = event_of(MAZO_EVENT_played, 1, MAZO_SEAT_NONE);
    e.card = MAZO_RED * 16 + MAZO_REVERSE;
    expect(TEXT_ES, 0, &e, "Ana juega una Reversa roja");
    e.card = MAZO_YELLOW * 16 + MAZO_SKIP;
    e.detail = 1;
    expect(TEXT_ES, 0, &e, "Ana juega un Salta amarillo y dice ¡UNO!");
    e.card = MAZO_WILD_FOUR;
    expect(TEXT_ES, 1, &e, "Juegas un Comodín Toma Cuatro, pides azul y dices ¡UNO!");
    expect(TEXT_EN, 1, &e, "You play a Wild Draw Four, name blue and say UNO!");
    e = event_of(MAZO_EVENT_counted, 1, MAZO_SEAT_NONE);
    e.points = 1;
    expect(TEXT_ES, 0, &e, "A Ana le queda 1 punto en la mano: 5 rojo y Salta azul");
    expect(TEXT_ES, 1, &e, "Te queda 1 punto en la mano: 5 rojo y Salta azul");
    e.points = 25;
    expect(TEXT_ES, 0, &e, "A Ana le quedan 25 puntos en la mano: 5 rojo y Salta azul");
    expect(TEXT_ES, 1, &e, "Te quedan 25 puntos en la mano: 5 rojo y Salta azul");
    e = event_of(MAZO_EVENT_misplayed, 0, MAZO_SEAT_NONE);
    e.detail = MAZO_ERR_not_your_turn;
    expect(TEXT_ES, 0, &e, "Juegas un 5 rojo fuera de turno y retiras la carta");
}

static void rule_cards_say_what_is_written(void **state)
{
    (void)state;
    static struct say_texts texts;
    struct tell tell = {.lang = TEXT_ES, .reader = 0, .names = names, .texts = &texts};
    struct mazo_event e = event_of(MAZO_EVENT_rule_card, 1, MAZO_SEAT_NONE);
    char told[400];
    snprintf(texts.card[2].text, sizeof texts.card[2].text, "Canta y roba");
    snprintf(texts.card[2].dare[1], sizeof texts.card[2].dare[1], "canta");
    e.detail = 2;
    say_tell(&tell, &e, some_cards, told, sizeof told);
    assert_string_equal(told, "Sale una carta de regla para Ana: «Canta y roba»");
    e.type = MAZO_EVENT_dared;
    say_tell(&tell, &e, some_cards, told, sizeof told);
    assert_string_equal(told, "Ana tiene que cumplir un reto: «canta»");
}

static void ready_made_rule_cards_speak_the_readers_language(void **state)
{
    (void)state;
    static struct say_texts texts;
    const struct mazo_effect dare = {.type = MAZO_EFFECT_dare};
    char told[400], effect[400];
    for (int number = 1; number <= WIRE_IDEA_COUNT; number++) {
        for (int writer = 0; writer < TEXT_LANG_COUNT; writer++) {
            for (int reader = 0; reader < TEXT_LANG_COUNT; reader++) {
                struct say_card_text *card = &texts.card[2], wanted;
                struct tell tell = {.lang = (enum text_lang)reader,
                                    .reader = 0,
                                    .names = names,
                                    .texts = &texts};
                struct mazo_event e = event_of(MAZO_EVENT_rule_card, 1, MAZO_SEAT_NONE);
                e.detail = 2;
                say_idea_text((enum text_lang)writer, number, card);
                say_idea_text((enum text_lang)reader, number, &wanted);
                say_tell(&tell, &e, NULL, told, sizeof told);
                assert_non_null(strstr(told, wanted.text));
                say_effect((enum text_lang)reader, &dare, card->text, effect, sizeof effect);
                assert_string_equal(effect, wanted.text);
            }
        }
    }
    assert_string_equal(say_written(TEXT_ES, "Sing a song."), "Sing a song.");
}

/* "¡" is two bytes: never half of it. */
static void a_short_buffer_cuts_whole_characters(void **state)
{
    (void)state;
    struct mazo_event e = event_of(MAZO_EVENT_uno, 1, MAZO_SEAT_NONE);
    struct tell tell = {.lang = TEXT_ES, .reader = 0, .names = names};
    char told[11];
    assert_int_equal(say_tell(&tell, &e, some_cards, told, sizeof told), 15);
    assert_string_equal(told, "Ana dice ");
    assert_int_equal(say_tell(&tell, &e, some_cards, NULL, 0), 15);
}

static void every_card_has_a_name(void **state)
{
    (void)state;
    char seen[TEXT_LANG_COUNT * MAZO_CARD_NAMES][40];
    int count = 0;
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        for (int i = 0; i < MAZO_CARD_NAMES; i++) {
            char *name = seen[count++];
            say_card_full_name((enum text_lang)lang, mazo_card_at(i), name, sizeof seen[0]);
            for (int j = lang * MAZO_CARD_NAMES; j < count - 1; j++)
                assert_string_not_equal(seen[j], name);
        }
    }
}

/* ---- fixed matches ---- */

static void tell_all(const struct mazo_game *g, const struct mazo_events *ev,
                     const struct say_texts *texts, char *out, size_t size)
{
    for (int i = 0; i < ev->count; i++) {
        for (int lang = TEXT_ES; lang >= TEXT_EN; lang--) {
            struct tell tell = {.lang = (enum text_lang)lang,
                                .reader = READER,
                                .names = names,
                                .texts = texts,
                                .rule_cards = g->rule_cards};
            struct mazo_event e;
            char told[600];
            size_t used = strlen(out);
            mazo_event_for(&ev->at[i], READER, &e);
            say_tell(&tell, &e, ev->cards, told, sizeof told);
            snprintf(out + used, size - used, "%s%s\n", lang == TEXT_ES ? "" : "    ", told);
        }
    }
}

static void tell_match(int sheet, char *out, size_t size)
{
    static struct mazo_game g;
    static struct mazo_events ev;
    static struct mazo_legal legal;
    static struct say_texts texts;
    struct mazo_command c;
    struct sim_random dice;
    uint8_t seed[32];
    const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++)
        snprintf(texts.card[i].text, sizeof texts.card[i].text, "Regla %d", i + 1);
    snprintf(out, size, "== %s ==\n", mazo_sheet_name(sheet));
    mazo_seed_from_number(4, seed);
    mazo_events_clear(&ev);
    mazo_init(&g, rules, 4, seed, false, &ev);
    sim_random_init(&dice, rules, 4);
    tell_all(&g, &ev, &texts, out, size);
    for (int i = 0; i < COMMANDS && sim_any(&g, &dice, &legal, &c); i++) {
        mazo_events_clear(&ev);
        assert_int_equal(mazo_apply(&g, &c, &ev), MAZO_ERR_ok);
        tell_all(&g, &ev, &texts, out, size);
    }
}

static void tell_matches(char *out, size_t size)
{
    out[0] = '\0';
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        size_t used = strlen(out);
        tell_match(sheet, out + used, size - used);
    }
}

static void fixed_matches_are_told_the_same(void **state)
{
    (void)state;
    static char told[GOLDEN_MAX], kept[GOLDEN_MAX];
    FILE *file = fopen(golden_path, "rb");
    assert_non_null(file);
    kept[fread(kept, 1, sizeof kept - 1, file)] = '\0';
    fclose(file);
    tell_matches(told, sizeof told);
    int line = 1;
    for (size_t i = 0; told[i] || kept[i]; i++) {
        if (told[i] != kept[i])
            fail_msg("line %d is told otherwise; test_event_text --write writes the file anew",
                     line);
        line += told[i] == '\n';
    }
}

static int write_golden(const char *path)
{
    static char told[GOLDEN_MAX];
    FILE *file = fopen(path, "wb");
    tell_matches(told, sizeof told);
    if (!file || fputs(told, file) < 0 || fclose(file) != 0) {
        perror(path);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_has_its_sentences),
        cmocka_unit_test(what_is_hidden_is_not_told),
        cmocka_unit_test(who_is_spoken_to),
        cmocka_unit_test(words_agree),
        cmocka_unit_test(rule_cards_say_what_is_written),
        cmocka_unit_test(ready_made_rule_cards_speak_the_readers_language),
        cmocka_unit_test(a_short_buffer_cuts_whole_characters),
        cmocka_unit_test(every_card_has_a_name),
        cmocka_unit_test(fixed_matches_are_told_the_same),
    };
    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return write_golden(argv[2]);
    golden_path = argc == 2 ? argv[1] : "tests/wire/tell.txt";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
