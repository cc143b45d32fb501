/*
 * lesson.c - the lesson in a page: the same steps as in the terminal.
 */
#include "table/lesson.h"

#include "wasm/door.h"

static struct table *table;
static struct lesson lesson;
static struct wire_line line;

int door_lesson_begin(int number, int lang, double now)
{
    struct wire_error why;
    if (number < 0 || number >= lesson_step_count)
        return door_refuse(&(struct wire_error){.word = "bad_message"});
    table = door_table_prepare(lang, 0, 0, 1, 0);
    return lesson_begin(&lesson, table, number, (uint64_t)now, &why) ? 0 : door_refuse(&why);
}

static int refuse(void)
{
    struct json_out out;
    door_begin(&out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "answer", "refused");
    json_out_string_at(&out, "error", "lesson");
    json_out_string_at(&out, "message", lesson_say(&lesson, table->lang).answer);
    json_out_close(&out, '}');
    return door_end(&out);
}

int door_lesson_do(int size, double now)
{
    struct wire_error why;
    bool stopped = table && wire_read_line(table->lang, door_text(), (size_t)size, &line, &why) &&
                   line.kind == WIRE_COMMAND && !lesson_allows(&lesson, table, &line.command);
    return stopped ? refuse() : door_table_do(size, now);
}

int door_lesson_now(int lang)
{
    static const char *const hows[LESSON_HOW_COUNT] = {"",          "card", "draw",
                                                       "challenge", "uno",  "catch"};
    struct json_out out;
    if (!table)
        return 0;
    bool over = lesson_is_over(&lesson, table);
    struct lesson_words words = lesson_say(&lesson, door_lang(lang));
    door_begin(&out);
    json_out_open(&out, '{');
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
    json_out_close(&out, '}');
    return door_end(&out);
}
