/*
 * exports_lesson.c - the lesson in a page: the same steps as in the terminal.
 */
#include "table/lesson.h"

#include "wasm/exports.h"

static struct table *table;
static struct lesson lesson;
static struct wire_line line;

int export_lesson_begin(int number, int lang, double now)
{
    struct wire_error why;
    if (number < 0 || number >= lesson_step_count)
        return export_refuse(&(struct wire_error){.word = "bad_message"});
    table = export_table_prepare(lang, 0, 0, 1, 0);
    return lesson_begin(&lesson, table, number, (uint64_t)now, &why) ? 0 : export_refuse(&why);
}

static int refuse_move(void)
{
    struct json_out out;
    export_begin(&out, '{');
    json_out_string_at(&out, "answer", "refused");
    json_out_string_at(&out, "error", "lesson");
    json_out_string_at(&out, "message", lesson_say(&lesson, table->lang).answer);
    return export_end(&out, '}');
}

int export_lesson_do(int size, double now)
{
    struct wire_error why;
    bool stopped = table && wire_read_line(table->lang, export_text(), (size_t)size, &line, &why) &&
                   line.kind == WIRE_COMMAND && !lesson_allows(&lesson, table, &line.command);
    return stopped ? refuse_move() : export_table_do(size, now);
}

int export_lesson_now(int lang)
{
    static const char *const hows[LESSON_HOW_COUNT] = {"",          "card", "draw",
                                                       "challenge", "uno",  "catch"};
    struct json_out out;
    if (!table)
        return 0;
    bool over = lesson_is_over(&lesson, table);
    struct lesson_words words = lesson_say(&lesson, export_lang(lang));
    export_begin(&out, '{');
    json_out_int_at(&out, "step", lesson.number);
    json_out_int_at(&out, "of", lesson_step_count);
    json_out_open_at(&out, "names", '[');
    for (int seat = 0; seat < LESSON_SEATS; seat++)
        json_out_string(&out, table->seat[seat].player.name);
    json_out_close(&out, ']');
    json_out_string_at(&out, "title", words.title);
    json_out_string_at(&out, "answer", words.answer);
    json_out_string_at(&out, "text", words.text);
    json_out_string_at(&out, "how", hows[words.how]);
    json_out_bool_at(&out, "over", over);
    return export_end(&out, '}');
}
