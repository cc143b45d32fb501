/*
 * exports_table.c - a table in a page: one person looks on, bots play, the page has the clock.
 *
 * The page gets every accepted command immediately: its line of the match file, and what
 * the person sees of it, {"n":…,"events":[…],"now":{"view":…,"legal":…},"ends_in":…}. Experts
 * think apart: the page copies struct expert_seat into another instance of this module, lets it
 * think there, and copies it back. It is at the same address in both, so its pointers hold.
 */
#include "table/table.h"

#include <stdio.h>
#include <string.h>

#include "bot/search.h"
#include "table/expert_seat.h"
#include "wasm/exports.h"
#include "wire/json_write.h"
#include "wire/roster.h"

static struct table table;
static struct mazo_bot_scratch scratch;
static struct expert_seat thought;
static struct wire_line line;
static int viewer;

/* ---- what the person sees ---- */

static void put_events(struct json_out *out, int seat, const struct mazo_view *view,
                       const struct say_texts *texts)
{
    const mazo_card *cards;
    struct mazo_event event;
    json_out_open_at(out, "events", '[');
    for (int i = 0; table_event(&table, i, seat, &event, &cards); i++)
        wire_put_event(out, &table.play.events, &event, view->rule_cards, texts);
    json_out_close(out, ']');
}

static void put_ends_in(struct json_out *out)
{
    uint64_t ends = table.turn_ends;
    int64_t left = ends > table.now ? (int64_t)(ends - table.now) : 0;
    json_out_index_at(out, "ends_in", ends == TABLE_NEVER ? -1 : left);
}

static void put_seats_away(struct json_out *out)
{
    json_out_open_at(out, "away", '[');
    for (int seat = 0; seat < table.seats; seat++)
        json_out_bool(out, table.seat[seat].away);
    json_out_close(out, ']');
}

static void put_now(struct json_out *out, bool events)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static struct mazo_legal legal;
    table_view(&table, viewer, &view);
    table_texts(&table, viewer, &texts);
    legal.count = 0;
    if (viewer < table.seats)
        mazo_legal(&table.play.game, viewer, &legal);
    json_out_open(out, '{');
    json_out_int_at(out, "n", table.commands);
    if (events)
        put_events(out, viewer, &view, &texts);
    json_out_key(out, "now");
    wire_put_view(out, table.lang, &view, &texts, &legal);
    put_ends_in(out);
    put_seats_away(out);
    json_out_close(out, '}');
}

static void heard(void *ctx, const struct table *t)
{
    static char written[WIRE_LINE_MAX + 2], seen[EXPORT_OUT_SIZE];
    struct json_out file, out;
    (void)ctx;
    json_out_init(&file, written, sizeof written);
    table_put_line(t, &file);
    json_out_init(&out, seen, sizeof seen);
    put_now(&out, true);
    export_heard(file.buf, (int)file.len, out.buf, (int)out.len);
}

/* ---- beginning ---- */

struct table *export_table_prepare(int lang, int how, int seat, uint32_t dice_low,
                                   uint32_t dice_high)
{
    uint64_t dice = (uint64_t)dice_high << 32 | dice_low;
    viewer = seat >= 0 && seat < MAZO_SEATS_MAX ? seat : MAZO_SPECTATOR;
    const struct table_pace *pace = how & EXPORT_QUICK_PACE   ? &table_pace_quick
                                    : how & EXPORT_HUMAN_PACE ? &table_pace_human
                                                              : &table_pace_none;
    table_init(&table, export_lang(lang), pace, &scratch, dice);
    table.apart = how & EXPORT_THINK_APART;
    table.heard = heard;
    return &table;
}

/* Open a match by the opening line that was written to export_in, with "table" as match files
 * have it. The answer is empty, or a refusal. */
int export_table_begin(int size, int lang, int how, int seat, uint32_t dice_low, uint32_t dice_high,
                       double now)
{
    struct wire_error why;
    static struct roster roster;
    const char *text = export_text();
    export_table_prepare(lang, how, seat, dice_low, dice_high);
    bool fine = wire_read_line(table.lang, text, (size_t)size, &line, &why) &&
                roster_read(table.lang, text, (size_t)size, &roster, &why) &&
                table_sit_as(&table, &roster, &why);
    if (fine && line.kind != WIRE_NEW && line.kind != WIRE_POSITION) {
        why.word = "unknown_command";
        why.message[0] = '\0';
        fine = false;
    }
    fine = fine && table_open(&table, line.kind, &line.opening, (uint64_t)now, &why);
    return fine ? 0 : export_refuse(&why);
}

/* Take a match up from its file. The answer is {"kept":…}, how much of the file counts. */
int export_table_resume(int size, int lang, int how, int seat, uint32_t dice_low,
                        uint32_t dice_high, double now)
{
    struct wire_error why;
    struct json_out out;
    int number;
    export_table_prepare(lang, how, seat, dice_low, dice_high);
    if (!table_resume(&table, export_text(), (size_t)size, (uint64_t)now, &why, &number))
        return export_refuse(&why);
    export_begin(&out, '{');
    json_out_int_at(&out, "kept", (int64_t)table.kept);
    return export_end(&out, '}');
}

/* ---- playing ---- */

void export_table_speak(int lang) { table.lang = export_lang(lang); }

/* A command of the person. {"answer":"done"|"waits"|"refused","error":…,"message":…} */
int export_table_do(int size, double now)
{
    static const char *const answers[] = {"done", "waits", "refused"};
    struct wire_error why;
    struct json_out out;
    enum table_answer answer = TABLE_REFUSED;
    bool fine = wire_read_line(table.lang, export_text(), (size_t)size, &line, &why);
    if (fine && line.kind != WIRE_COMMAND) {
        why = (struct wire_error){.word = "unknown_command"};
        snprintf(why.message, sizeof why.message, "%s", text_in(table.lang, "Not a command"));
    } else if (fine) {
        answer = table_do(&table, (uint64_t)now, &line.command, line.rule_texts, &why);
    }
    export_begin(&out, '{');
    json_out_string_at(&out, "answer", answers[answer]);
    json_out_string_at(&out, "error", why.word);
    json_out_string_at(&out, "message", why.message);
    return export_end(&out, '}');
}

/* Do what is due, at most one command; 1: call again. */
int export_table_tick(double now) { return table_tick(&table, (uint64_t)now); }

/* When there is something to do; below 0: never. */
double export_table_due(void)
{
    uint64_t due = table_due(&table);
    return due == TABLE_NEVER ? -1 : (double)due;
}

void export_table_leave(int seat, int away, double now)
{
    if (away)
        table_leave(&table, seat, (uint64_t)now);
    else
        table_return(&table, seat, (uint64_t)now);
}

/* What the person sees now, without events. */
int export_table_now(void)
{
    struct json_out out;
    if (!table.play.open)
        return 0;
    export_begin(&out, 0);
    put_now(&out, false);
    return export_end(&out, 0);
}

/* ---- experts ---- */

/* Is there something to think about? 1: the thought is ready to be copied. */
int export_thought_begin(void)
{
    int seat = table_thinks(&table);
    if (seat >= 0)
        expert_seat_begin(&table, seat, &thought);
    return seat >= 0;
}

void *export_thought_at(void) { return &thought; }

int export_thought_size(void) { return (int)sizeof thought; }

void export_thought_think(void) { expert_seat_think(&thought, &scratch); }

/* 1: a command was accepted, and told. */
int export_thought_end(double now) { return expert_seat_end(&table, (uint64_t)now, &thought); }
