/*
 * door.h - how a page talks to the game: everything that the module exports and imports.
 *
 * A page asks door_in for room, writes its text there, and calls a function with the text's
 * size; the answer, JSON, is at door_out, and the function returns its size (0: none).
 * Refusals are {"error":…,"message":…}. Languages are enum text_lang. Times are milliseconds
 * of any clock that does not go back. One instance of the module is one table, one replay, or
 * just a source of words.
 *
 *   table.c    a table: one person looks on, bots play
 *   lesson.c   the lesson, at that table
 *   words.c    rules, cards, events and refusals in words
 *   replay.c   match files step by step, and the coach
 *
 * The rest of this folder replaces what Debian does not have for WebAssembly, or has too large;
 * C's library is wasi-libc. The files above are plain C: a test builds them with the real libraries
 * too, and compares.
 */
#ifndef MAZO_WASM_DOOR_H
#define MAZO_WASM_DOOR_H

#include <stdint.h>
#include "text/text.h"
#include "wire/json_out.h"
#include "wire/json_read.h"

#ifdef __wasm__
#define DOOR(name) __attribute__((export_name(#name)))
#define PAGE(name) __attribute__((import_module("page"), import_name(#name)))
#else
#define DOOR(name)
#define PAGE(name)
#endif

enum { DOOR_OUT_SIZE = 512 * 1024 };

struct table;

/* ---- texts in and out ---- */

/* Room for a text of that size; the last one is gone. NULL: there is not so much memory. */
DOOR(in) char *door_in(int size);
DOOR(out) const char *door_out(void);

/* ---- a table ---- */

enum { DOOR_HUMAN_PACE = 1, DOOR_THINK_APART = 2, DOOR_QUICK_PACE = 4 }; /* how */

/* Open a match by an opening line of docs/notation.md, with "table" as match files have it;
 * seen from `seat` (-1: by a spectator). No answer, or a refusal. */
DOOR(table_begin)
int door_table_begin(int size, int lang, int how, int seat, uint32_t dice_low, uint32_t dice_high,
                     double now);

/* Take a match up from its file: {"kept":…}, how many bytes of the file count. */
DOOR(table_resume)
int door_table_resume(int size, int lang, int how, int seat, uint32_t dice_low, uint32_t dice_high,
                      double now);

/* A command: {"answer":"done"|"waits"|"refused","error":…,"message":…} */
DOOR(table_do) int door_table_do(int size, double now);

/* Do what is due, at most one command; 1: call again. */
DOOR(table_tick) int door_table_tick(double now);

/* When there will be something to do; below 0: never. */
DOOR(table_due) double door_table_due(void);

DOOR(table_leave) void door_table_leave(int seat, int away, double now);
DOOR(table_speak) void door_table_speak(int lang);

/* {"n":…,"now":{"view":…,"legal":…},"ends_in":…,"away":[…]}; no answer without a match. */
DOOR(table_now) int door_table_now(void);

/* Every accepted command: its line of the match file, and the above with "events". */
PAGE(heard) void door_heard(const char *line, int line_size, const char *text, int size);

/* ---- the lesson: see table/lesson.h ---- */

/* Set up a step, from 0, at the table, seen by the learner at seat 0. No answer, or a refusal. */
DOOR(lesson_begin) int door_lesson_begin(int number, int lang, double now);

/* As table_do; refuses with "lesson" what the table would take but the step is not about. */
DOOR(lesson_do) int door_lesson_do(int size, double now);

/* {"step":…,"of":…,"names":[…],"title":…,"answer":…,"text":…,"how":…,"over":…}; how: "", "card",
 * "draw", "challenge", "uno" or "catch". */
DOOR(lesson_now) int door_lesson_now(int lang);

/* ---- experts: see table/thought.h ---- */

/* Begin a thought: 1. Its bytes can be copied to another instance, where it is at the same
 * address, be thought there and copied back. 0: nobody has to think. */
DOOR(thought_begin) int door_thought_begin(void);
DOOR(thought_at) void *door_thought_at(void);
DOOR(thought_size) int door_thought_size(void);
DOOR(thought_think) void door_thought_think(void);

/* 1: a command was accepted, and heard. */
DOOR(thought_end) int door_thought_end(double now);

/* ---- words ---- */

/* The rule matrix: {"sheets":[…],"groups":[…],"rows":[…]} */
DOOR(words_matrix) int door_words_matrix(int lang);

/* Cards and colors: {"R5":"red 5",…,"R":"red",…} */
DOOR(words_cards) int door_words_cards(int lang);

/* What rule cards can do, and the sheet's ideas. */
DOOR(words_kit) int door_words_kit(int lang);

/* The rules of an opening line, in words, checked: {"rules":…,"options":…,"seats":…,…} */
DOOR(words_rules) int door_words_rules(int size, int lang);

/* The house rules of an opening line, in a few words: {"house":"stacking, 7-0"} */
DOOR(words_house) int door_words_house(int size, int lang);

/* A rule-set file: {"rules":…,"options":…} */
DOOR(words_ruleset) int door_words_ruleset(int size, int lang);

/* A rule card, {"effects":[…]}: {"says":…} */
DOOR(words_effects) int door_words_effects(int size, int lang);

/* {"events":[…],"names":[…],"seat":…}: a sentence for each, ["…",…] */
DOOR(words_tell) int door_words_tell(int size, int lang);

/* {"view":…,"names":[…]}, a line feed, and a command: why it would be refused,
 * {"error":…,"message":…,"misplay":…}; no answer: it would not. */
DOOR(words_why) int door_words_why(int size, int lang);

/* A view: its sides, best first, as say/ranking.h has them:
 * [{"seats":[0,2],"place":1,"points":…,"cards":…},…] */
DOOR(words_ranking) int door_words_ranking(int size, int lang);

/* A view in the phase choose: what for, {"asks":"Swap hands with who?"} */
DOOR(words_choose) int door_words_choose(int size, int lang);

/* ---- replays ---- */

/* Begin to replay the file, and carry out its first line. */
DOOR(replay_begin) int door_replay_begin(int size, int lang);

/* Carry out the next line: 1, 0 at the end, or below 0 the size of a refusal at door_out. */
DOOR(replay_next) int door_replay_next(void);

/* Where the replay stands: can be copied, and copied back later. */
DOOR(replay_at) void *door_replay_at(void);
DOOR(replay_size) int door_replay_size(void);

/* {"commands":…,"round":…,"phase":…,"cut":…} */
DOOR(replay_where) int door_replay_where(void);

/* After replay_begin: rules, options, seats, players, and the fair shuffle, checked. */
DOOR(replay_head) int door_replay_head(void);

/* What `seat` sees of it (-1 a spectator, -2 everything): view or state, events, sentences. */
DOOR(replay_show) int door_replay_show(int seat, int lang);

/* What an expert would have done in place of that command (from 1) of the file at door_in: a
 * decision as the coach tells it. No answer: there was nothing to decide. */
DOOR(replay_advise) int door_replay_advise(int size, int command, int playouts);

/* The coach goes through the file at door_in; what it finds is reported piece by piece, and the
 * answer is its report. */
DOOR(replay_coach) int door_replay_coach(int size, int playouts, int seat);
PAGE(coached) void door_coached(const char *text, int size);

/* ---- for the files of this folder ---- */

/* The text that the page has written. */
const char *door_text(void);

/* Begin an answer, and end it: its size. */
void door_begin(struct json_out *out);
int door_end(struct json_out *out);
int door_refuse(const struct wire_error *why);

/* The table of this instance, empty, to be seen from that seat. */
struct table *door_table_prepare(int lang, int how, int seat, uint32_t dice_low,
                                 uint32_t dice_high);

/* A language as pages number them. */
enum text_lang door_lang(int lang);

#endif
