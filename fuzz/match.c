/*
 * match.c - any bytes as a match file. What replays can be written, and replays again.
 *
 * A changed line has the wrong hash, and nothing behind it would ever be read.
 * So wrong hashes are put right, one after the other, and the file tried again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wire/match.h"
#include "say/notation.h"

enum { FILE_SIZE = 4 << 20, INPUT_MAX = 1 << 16, MENDS_MAX = 40 };

static struct match_reader reader;
static char file[FILE_SIZE];
static struct json_out out;
static bool too_long;
static struct mazo_game game; /* after the last line that was right */
static int commands;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

/* Write the line that was just carried out. */
static void write_line(const struct match_reader *m)
{
    static char text[WIRE_LINE_MAX];
    struct json_out line;
    uint64_t hash = mazo_hash(&m->play.game);
    json_out_init(&line, text, sizeof text);
    if (m->now.kind == WIRE_COMMAND)
        match_put_command(&line, &m->now.command, m->now.rule_texts, hash);
    else
        match_put_opening(&line, m->now.kind, &m->now.opening, &m->roster, &m->fair, hash);
    too_long |= line.full || out.len + line.len >= FILE_SIZE;
    for (size_t i = 0; i < line.len && !too_long; i++)
        json_out_raw(&out, text[i]);
}

static enum match_step replay(const char *text, size_t len, bool writing)
{
    enum match_step step;
    match_begin(&reader, len % 2 ? TEXT_ES : TEXT_EN, text, len);
    while ((step = match_next(&reader)) == MATCH_STEP) {
        demand(mazo_check(&reader.play.game) == NULL);
        if (writing) {
            write_line(&reader);
            game = reader.play.game;
            commands = reader.commands;
        }
    }
    demand(step == MATCH_END ? reader.play.open : reader.why.message[0] != '\0');
    return step;
}

/* Write the hash that the last line should have had. False: it had it, or none. */
static bool mend(char *text)
{
    static const char key[] = "\"hash\":\"";
    char digits[17];
    size_t end = reader.at, start = end;
    if (!reader.now.has_hash || strcmp(reader.why.word, "bad_match") != 0)
        return false;
    while (start > 0 && (start == end || text[start - 1] != '\n'))
        start--;
    say_hash_write(mazo_hash(&reader.play.game), digits);
    for (size_t at = start; at + sizeof key - 1 + 16 <= end; at++) {
        char *hash = text + at + sizeof key - 1;
        if (memcmp(text + at, key, sizeof key - 1) == 0 && memcmp(hash, digits, 16) != 0) {
            memcpy(hash, digits, 16);
            return true;
        }
    }
    return false;
}

static void replay_twice(const char *text, size_t len)
{
    json_out_init(&out, file, sizeof file);
    too_long = false;
    replay(text, len, true);
    if (out.len == 0 || too_long)
        return;
    enum match_step step = replay(file, out.len, false);
    demand(step == MATCH_END && reader.commands == commands);
    demand(mazo_hash(&reader.play.game) == mazo_hash(&game));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[INPUT_MAX];
    if (size > INPUT_MAX) {
        replay((const char *)data, size, false);
        return 0;
    }
    memcpy(text, data, size);
    for (int mends = 0; mends < MENDS_MAX; mends++)
        if (replay(text, size, false) != MATCH_BAD || !mend(text))
            break;
    replay_twice(text, size);
    return 0;
}
