/*
 * exports.h - how a page talks to the game: everything that the module exports and imports.
 *
 * A page asks export_in for room, writes its text there, and calls a function with the text's
 * size; the answer, JSON, is at export_out, and the function returns its size (0: none).
 * Refusals are {"error":…,"message":…}. Languages are enum text_lang. Times are milliseconds
 * of any clock that does not go back. One instance of the module is one table, one replay, or
 * just a source of words.
 *
 *   exports_table.c    a table: one person looks on, bots play
 *   exports_daily.c    the deal of the day, at that table
 *   exports_lesson.c   the lesson, at that table
 *   exports_words.c    rules, cards, events and refusals in words
 *   exports_replay.c   match files step by step, and the coach
 *   exports_record.c   a player's record
 *
 * The rest of this folder replaces what Debian does not have for WebAssembly, or has too large;
 * C's library is wasi-libc. The files above are plain C: a test builds them with the real libraries
 * too, and compares.
 */
#ifndef MAZO_EXPORTS_H
#define MAZO_EXPORTS_H

#include <stdint.h>
#include "text/text.h"
#include "wire/json_out.h"
#include "wire/json_read.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#define PAGE(name) __attribute__((import_module("page"), import_name(#name)))
#else
#define EXPORT(name)
#define PAGE(name)
#endif
/* Not needed in a first game: in the whole module only. */
#ifdef EXPORTS_FIRST
#define LATER(name)
#else
#define LATER(name) EXPORT(name)
#endif

enum { EXPORT_OUT_SIZE = 512 * 1024 };

struct table;

/* ---- texts in and out ---- */

/* Room for a text of that size, in place of the last one. NULL: out of memory. */
EXPORT(in) char *export_in(int size);
EXPORT(out) const char *export_out(void);

/* Room for what the Spanish of Spain or of America (lang) says otherwise: `size` bytes, each English
 * text and then the other, a 0 after each. NULL: there is not so much. Only in the browser. */
EXPORT(learn) char *export_learn(int lang, int size);

/* ---- a table ---- */

enum { EXPORT_HUMAN_PACE = 1, EXPORT_THINK_APART = 2, EXPORT_QUICK_PACE = 4 }; /* how */

/* Open a match by an opening line of docs/notation.md, with "table" as match files have it;
 * seen from `seat` (-1: by a spectator). No answer, or a refusal. */
EXPORT(table_begin)
int export_table_begin(int size, int lang, int how, int seat, uint32_t dice_low, uint32_t dice_high,
                       double now);

/* Take a match up from its file: {"kept":…}, how many bytes of the file count. */
EXPORT(table_resume)
int export_table_resume(int size, int lang, int how, int seat, uint32_t dice_low,
                        uint32_t dice_high, double now);

/* A command: {"answer":"done"|"waits"|"refused","error":…,"message":…} */
EXPORT(table_do) int export_table_do(int size, double now);

/* Do what is due, at most one command; 1: call again. */
EXPORT(table_tick) int export_table_tick(double now);

/* When there will be something to do; below 0: never. */
EXPORT(table_due) double export_table_due(void);

EXPORT(table_leave) void export_table_leave(int seat, int away, double now);
EXPORT(table_speak) void export_table_speak(int lang);

/* {"n":…,"now":{"view":…,"legal":…},"ends_in":…,"away":[…]}; no answer without a match. */
EXPORT(table_now) int export_table_now(void);

/* Every accepted command: its line of the match file, and the above with "events". */
PAGE(heard) void export_heard(const char *line, int line_size, const char *text, int size);

/* ---- the deal of the day: see table/daily.h ---- */

/* A date, "2026-11-18", and perhaps a blank and the person's name: {"number":…,"date":…,
 * "strength":…,"rules":…,"options":…,"players":…,"table":{"seats":[…]}}; no answer: not a day. */
EXPORT(daily) int export_daily(int size);

/* Open the match of that day, seen from seat 0. No answer, or a refusal. */
EXPORT(daily_begin) int export_daily_begin(int size, int lang, int how, double now);

/* ---- the lesson: see table/lesson.h ---- */

/* Set up a step, from 0, at the table, seen by the learner at seat 0. No answer, or a refusal. */
LATER(lesson_begin) int export_lesson_begin(int number, int lang, double now);

/* As table_do; refuses with "lesson" what the table would take but the step is not about. */
LATER(lesson_do) int export_lesson_do(int size, double now);

/* {"step":…,"of":…,"names":[…],"title":…,"answer":…,"text":…,"how":…,"over":…}; how: "", "card",
 * "draw", "challenge", "uno" or "catch". */
LATER(lesson_now) int export_lesson_now(int lang);

/* ---- experts: see table/expert_seat.h ---- */

/* Begin a thought: 1. Its bytes can be copied to the same address of another instance, which
 * thinks, and back. 0: no expert is due. */
EXPORT(thought_begin) int export_thought_begin(void);
EXPORT(thought_at) void *export_thought_at(void);
EXPORT(thought_size) int export_thought_size(void);
EXPORT(thought_think) void export_thought_think(void);

/* 1: a command was accepted and sent to export_heard. */
EXPORT(thought_end) int export_thought_end(double now);

/* ---- words ---- */

/* The rule matrix: {"sheets":[…],"groups":[…],"rows":[…]} */
EXPORT(words_matrix) int export_words_matrix(int lang);

/* Cards and colors: {"R5":"red 5",…,"R":"red",…} */
EXPORT(words_cards) int export_words_cards(int lang);

/* What rule cards can do, and the sheet's ideas. */
EXPORT(words_kit) int export_words_kit(int lang);

/* The rules of an opening line, in words, checked: {"rules":…,"options":…,"seats":…,…} */
EXPORT(words_rules) int export_words_rules(int size, int lang);

/* The house rules of an opening line, in a few words: {"house":"stacking, 7-0"} */
EXPORT(words_house) int export_words_house(int size, int lang);

/* A rule-set file: {"rules":…,"options":…} */
EXPORT(words_ruleset) int export_words_ruleset(int size, int lang);

/* A rule card, {"effects":[…]}: {"says":…} */
EXPORT(words_effects) int export_words_effects(int size, int lang);

/* {"events":[…],"names":[…],"seat":…}: a sentence for each, ["…",…] */
EXPORT(words_tell) int export_words_tell(int size, int lang);

/* {"view":…,"names":[…]}, a line feed, and a command: why it would be refused,
 * {"error":…,"message":…,"misplay":…}; no answer: it would not. */
EXPORT(words_why) int export_words_why(int size, int lang);

/* A view: its sides, best first, as say/ranking.h has them:
 * [{"seats":[0,2],"place":1,"points":…,"cards":…},…] */
EXPORT(words_ranking) int export_words_ranking(int size, int lang);

/* {"view":…,"legal":[…],"names":[…],"marked":…}: what say/ask.h makes of it,
 * {"title":…,"sentence":…,"options":[{"do":…,"yes":…,"label":…},…],"vote":…} */
EXPORT(words_ask) int export_words_ask(int size, int lang);

/* ---- replays ---- */

/* Begin to replay the file, and carry out its first line. */
LATER(replay_begin) int export_replay_begin(int size, int lang);

/* Carry out the next line: 1, 0 at the end, or below 0 the size of a refusal at export_out. */
LATER(replay_next) int export_replay_next(void);

/* Where the replay stands: can be copied, and copied back later. */
LATER(replay_at) void *export_replay_at(void);
LATER(replay_size) int export_replay_size(void);

/* {"commands":…,"round":…,"phase":…,"cut":…} */
LATER(replay_where) int export_replay_where(void);

/* After replay_begin: rules, options, seats, players, and the fair shuffle, checked. */
LATER(replay_head) int export_replay_head(void);

/* What `seat` sees of it (-1 a spectator): the command, "now" as table_now has it, the events. With -2
 * all events, and "hands" in place of "now". */
LATER(replay_show) int export_replay_show(int seat, int lang);

/* What an expert would have done in place of that command (from 1) of the file at export_in: a
 * decision as the coach tells it. No answer: there was nothing to decide. */
LATER(replay_advise) int export_replay_advise(int size, int command, int playouts);

/* The coach goes through the file at export_in; what it finds is reported piece by piece, and the
 * answer is its report. */
LATER(replay_coach) int export_replay_coach(int size, int playouts, int seat, int lang);

/* How likely everybody is to win after each command, reported one by one; see sim/chances.h. */
LATER(replay_chances) int export_replay_chances(int size, int playouts);
PAGE(coached) void export_coached(const char *text, int size);

/* ---- the record: see table/record.h ---- */

/* A match file as `seat` played it, below 0 the first person: a record. No answer: not finished. */
LATER(record_read) int export_record_read(int size, int seat);

/* {"today":"2026-11-18","records":[…]}, the oldest first: totals, and "feats", the achievements. */
LATER(record_totals) int export_record_totals(int size, int lang);

/* {"record":…,"streak":…}: the line to share, a text in JSON. */
LATER(record_share) int export_record_share(int size, int lang);

/* ---- for the files of this folder ---- */

/* The text written by the page. */
const char *export_text(void);

/* Begin an answer, and end it: its size. A bracket is written, or 0. */
void export_begin(struct json_out *out, char bracket);
int export_end(struct json_out *out, char bracket);
int export_refuse(const struct wire_error *why);

/* The table of this instance, empty, to be seen from that seat. */
struct table *export_table_prepare(int lang, int how, int seat, uint32_t dice_low,
                                   uint32_t dice_high);

/* A language as pages number them. */
enum text_lang export_lang(int lang);

#endif
