/*
 * match.c - any bytes as a match file. What replays can be written, and replays again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wire/match.h"

enum { FILE_SIZE = 4 << 20 };

static struct match_reader reader;
static char file[FILE_SIZE];
static struct json_out out;
static bool too_long;
static struct mazo_game game; /* after the last line that was right */
static int commands;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth) {
        abort();
    }
}

/* Write the line that was just carried out. */
static void write_line(const struct match_reader *m)
{
    static char text[WIRE_LINE_MAX];
    struct json_out line;
    uint64_t hash = mazo_hash(&m->play.game);
    json_out_init(&line, text, sizeof text);
    if (m->now.kind == WIRE_COMMAND) {
        match_put_command(&line, &m->now.command, m->now.rule_texts, hash);
    } else {
        match_put_opening(&line, m->now.kind, &m->now.opening, hash);
    }
    too_long |= line.full || out.len + line.len >= FILE_SIZE;
    for (size_t i = 0; i < line.len && !too_long; i++) {
        json_out_raw(&out, text[i]);
    }
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_out_init(&out, file, sizeof file);
    too_long = false;
    replay((const char *)data, size, true);
    if (out.len == 0 || too_long) {
        return 0;
    }
    enum match_step step = replay(file, out.len, false);
    demand(step == MATCH_END && reader.commands == commands);
    demand(mazo_hash(&reader.play.game) == mazo_hash(&game));
    return 0;
}
