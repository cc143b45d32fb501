/*
 * native.c - the doors of src/wasm, built with the real libraries, driven by a script.
 *
 * Reads requests from standard input, one a line: the name of the function, its numbers, and
 * then the text, as this many bytes on the lines that follow:
 *
 *     table_do 1 27 0            name, 1 = a text follows, its size, the other numbers
 *     {"do":"draw","seat":0}…    that many bytes and a line feed
 *
 * Answers with what the page would have been told, one record after another, each "KIND SIZE"
 * and the bytes: heard, coached, out, and at the end "done" with the function's number.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/exports.h"
#include "wasm/heap.h"

/* ---- what the page gives ---- */

static char heap[32 * 1024 * 1024];
static char *top = heap;

char *heap_mark(void) { return top; }
void heap_release(char *mark) { top = mark; }

void *heap_take(size_t size)
{
    char *from = top;
    top += size;
    return top <= heap + sizeof heap ? from : NULL;
}

static void answer(const char *kind, const char *bytes, int size)
{
    printf("%s %d\n", kind, size);
    fwrite(bytes, 1, (size_t)size, stdout);
    putchar('\n');
}

void export_heard(const char *line, int line_size, const char *text, int size)
{
    answer("line", line, line_size);
    answer("heard", text, size);
}

void export_coached(const char *text, int size) { answer("coached", text, size); }

/* ---- the functions ---- */

/* Sizes of answers are told as "out", other numbers as they are. */
static bool call_table(const char *name, int size, const double *n, double *out, int *written)
{
    if (strcmp(name, "table_begin") == 0 || strcmp(name, "table_resume") == 0) {
        int (*begin)(int, int, int, int, uint32_t, uint32_t,
                     double) = name[6] == 'b' ? export_table_begin : export_table_resume;
        *written = begin(size, (int)n[0], (int)n[1], (int)n[2], (uint32_t)n[3], (uint32_t)n[4],
                         n[5]);
    } else if (strcmp(name, "table_do") == 0) {
        *written = export_table_do(size, n[0]);
    } else if (strcmp(name, "table_tick") == 0) {
        *out = export_table_tick(n[0]);
    } else if (strcmp(name, "table_due") == 0) {
        *out = export_table_due();
    } else if (strcmp(name, "table_now") == 0) {
        *written = export_table_now();
    } else if (strcmp(name, "table_leave") == 0) {
        export_table_leave((int)n[0], (int)n[1], n[2]);
    } else {
        return false;
    }
    return true;
}

static bool call_lesson(const char *name, int size, const double *n, int *written)
{
    if (strcmp(name, "lesson_begin") == 0)
        *written = export_lesson_begin((int)n[0], (int)n[1], n[2]);
    else if (strcmp(name, "lesson_do") == 0)
        *written = export_lesson_do(size, n[0]);
    else if (strcmp(name, "lesson_now") == 0)
        *written = export_lesson_now((int)n[0]);
    else
        return false;
    return true;
}

static bool call_words(const char *name, int size, const double *n, int *written)
{
    if (strcmp(name, "words_matrix") == 0)
        *written = export_words_matrix((int)n[0]);
    else if (strcmp(name, "words_cards") == 0)
        *written = export_words_cards((int)n[0]);
    else if (strcmp(name, "words_kit") == 0)
        *written = export_words_kit((int)n[0]);
    else if (strcmp(name, "words_rules") == 0)
        *written = export_words_rules(size, (int)n[0]);
    else if (strcmp(name, "words_house") == 0)
        *written = export_words_house(size, (int)n[0]);
    else if (strcmp(name, "words_ruleset") == 0)
        *written = export_words_ruleset(size, (int)n[0]);
    else if (strcmp(name, "words_effects") == 0)
        *written = export_words_effects(size, (int)n[0]);
    else if (strcmp(name, "words_tell") == 0)
        *written = export_words_tell(size, (int)n[0]);
    else if (strcmp(name, "words_why") == 0)
        *written = export_words_why(size, (int)n[0]);
    else if (strcmp(name, "words_ranking") == 0)
        *written = export_words_ranking(size, (int)n[0]);
    else if (strcmp(name, "words_ask") == 0)
        *written = export_words_ask(size, (int)n[0]);
    else
        return false;
    return true;
}

static bool call_replay(const char *name, int size, const double *n, double *out, int *written)
{
    if (strcmp(name, "replay_begin") == 0) {
        *written = export_replay_begin(size, (int)n[0]);
    } else if (strcmp(name, "replay_next") == 0) {
        int next = export_replay_next();
        *out = next < 0 ? -1 : next;
        *written = next < 0 ? -next : 0;
    } else if (strcmp(name, "replay_head") == 0) {
        *written = export_replay_head();
    } else if (strcmp(name, "replay_where") == 0) {
        *written = export_replay_where();
    } else if (strcmp(name, "replay_show") == 0) {
        *written = export_replay_show((int)n[0], (int)n[1]);
    } else if (strcmp(name, "replay_advise") == 0) {
        *written = export_replay_advise(size, (int)n[0], (int)n[1]);
    } else if (strcmp(name, "replay_chances") == 0) {
        *written = export_replay_chances(size, (int)n[0]);
    } else if (strcmp(name, "replay_coach") == 0) {
        *written = export_replay_coach(size, (int)n[0], (int)n[1], (int)n[2]);
    } else {
        return false;
    }
    return true;
}

static bool call_record(const char *name, int size, const double *n, int *written)
{
    if (strcmp(name, "daily") == 0)
        *written = export_daily(size);
    else if (strcmp(name, "daily_begin") == 0)
        *written = export_daily_begin(size, (int)n[0], (int)n[1], n[2]);
    else if (strcmp(name, "record_read") == 0)
        *written = export_record_read(size, (int)n[0]);
    else if (strcmp(name, "record_totals") == 0)
        *written = export_record_totals(size, (int)n[0]);
    else if (strcmp(name, "record_share") == 0)
        *written = export_record_share(size, (int)n[0]);
    else
        return false;
    return true;
}

/* ---- requests ---- */

static bool read_text(int size)
{
    char *to = export_in(size);
    return to && fread(to, 1, (size_t)size, stdin) == (size_t)size && getchar() == '\n';
}

static int read_numbers(const char *text, double numbers[8])
{
    int count = 0;
    char *end;
    while (count < 8) {
        numbers[count] = strtod(text, &end);
        if (end == text)
            break;
        text = end;
        count++;
    }
    return count;
}

int main(void)
{
    char request[512], name[64];
    int has_text, size, used;
    while (fgets(request, sizeof request, stdin)) {
        double numbers[8] = {0}, out = 0;
        int written = 0;
        if (sscanf(request, "%63s %d %d%n", name, &has_text, &size, &used) != 3 ||
            (has_text && !read_text(size)))
            return 2;
        read_numbers(request + used, numbers);
        if (!call_table(name, size, numbers, &out, &written) &&
            !call_lesson(name, size, numbers, &written) &&
            !call_words(name, size, numbers, &written) &&
            !call_record(name, size, numbers, &written) &&
            !call_replay(name, size, numbers, &out, &written))
            return 3;
        answer("out", export_out(), written);
        printf("done %.0f\n", out);
        fflush(stdout);
    }
    return 0;
}
