/*
 * referee.c - any bytes as lines to the referee.
 *
 * Every answer is one line of JSON, a refusal changes nothing, the game holds
 * together, and what was accepted can be replayed from its log. A line of two
 * bytes, "!" and any other, stands for one of the commands that the last
 * answer called legal: so a fuzzer gets into the middle of a match.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wire/match.h"
#include "wire/referee.h"

enum { LINES_MAX = 300, LOG_SIZE = 1 << 20 };

static struct {
    struct referee referee;
    struct json_out answer, entry;
    char answer_text[REFEREE_ANSWER_MAX];
    char entry_text[WIRE_LINE_MAX];
    char log[LOG_SIZE]; /* the match file of the present match */
    size_t log_len;
    bool log_full;
    json_t *legal; /* of the last answer, or NULL */
} s;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

/* The answer is one JSON object in one line. Keeps its legal commands. */
static void check_answer(bool must_be_fine)
{
    json_error_t error;
    demand(!s.answer.full && strlen(s.answer_text) == s.answer.len);
    for (size_t i = 0; i < s.answer.len; i++)
        demand((unsigned char)s.answer_text[i] >= ' ');
    json_t *answer = json_loadb(s.answer_text, s.answer.len, JSON_REJECT_DUPLICATES, &error);
    demand(json_is_object(answer));
    bool fine = json_is_true(json_object_get(answer, "ok"));
    demand(fine || (json_is_string(json_object_get(answer, "error")) && !must_be_fine));
    demand(!s.referee.accepted || fine);
    json_decref(s.legal);
    json_t *state = json_object_get(answer, "state");
    demand(json_is_null(state) == !s.referee.play.open);
    s.legal = json_incref(json_object_get(state, "legal"));
    json_decref(answer);
}

static void keep_log(void)
{
    json_out_init(&s.entry, s.entry_text, sizeof s.entry_text);
    referee_log(&s.referee, &s.entry);
    if (s.referee.accepted && s.referee.line.kind != WIRE_COMMAND) {
        s.log_len = 0;
        s.log_full = false;
    }
    if (s.entry.full || s.log_len + s.entry.len > LOG_SIZE) {
        s.log_full = true;
        return;
    }
    memcpy(s.log + s.log_len, s.entry_text, s.entry.len);
    s.log_len += s.entry.len;
}

static void feed(const char *text, size_t len, bool must_be_fine)
{
    uint64_t before = mazo_hash(&s.referee.play.game);
    bool was_open = s.referee.play.open;
    referee_line(&s.referee, text, len, &s.answer);
    check_answer(must_be_fine);
    if (s.referee.play.open)
        demand(mazo_check(&s.referee.play.game) == NULL);
    if (!s.referee.accepted)
        demand(mazo_hash(&s.referee.play.game) == before && s.referee.play.open == was_open);
    keep_log();
}

static void feed_legal(uint8_t which)
{
    size_t count = json_array_size(s.legal);
    if (count) {
        char *text = json_dumps(json_array_get(s.legal, which % count), JSON_COMPACT);
        demand(text != NULL);
        feed(text, strlen(text), true);
        free(text);
    }
}

static void replay_log(void)
{
    static struct match_reader reader;
    enum match_step step = MATCH_STEP;
    if (!s.log_len || s.log_full)
        return;
    match_begin(&reader, TEXT_ES, s.log, s.log_len);
    while (step == MATCH_STEP)
        step = match_next(&reader);
    demand(step == MATCH_END && !reader.cut);
    demand(mazo_hash(&reader.play.game) == mazo_hash(&s.referee.play.game));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    referee_init(&s.referee, size % 2 ? TEXT_ES : TEXT_EN, NULL);
    json_out_init(&s.answer, s.answer_text, sizeof s.answer_text);
    s.log_len = 0;
    s.log_full = false;
    s.legal = NULL;
    for (int lines = 0; size && lines < LINES_MAX; lines++) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t len = end ? (size_t)(end - data) : size;
        if (len == 2 && data[0] == '!')
            feed_legal(data[1]);
        else
            feed((const char *)data, len, false);
        data += len + (end != NULL);
        size -= len + (end != NULL);
    }
    replay_log();
    json_decref(s.legal);
    return 0;
}
