/*
 * match_restore.c - matches replayed from their lines, on the reader's thread.
 */
#include "server/stored/match_restore.h"

#include <stdlib.h>
#include <string.h>

#include "table/pack.h"

/* ---- a table ---- */

static bool resume(struct table *t, enum text_lang lang, const struct store_lines *text,
                   const struct replay_table *from, struct wire_error *why, int *line)
{
    table_init(t, lang, &from->pace, NULL, from->dice);
    t->apart = true;
    bool fine = table_resume(t, text->bytes ? text->bytes : "", text->len, from->now, why, line);
    t->lang = TEXT_EN;
    return fine;
}

/* Explains, in every language, why it does not replay. */
static void explain(struct table *t, const struct store_lines *text, struct replay_table *out)
{
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        struct wire_error why = {.word = ""};
        resume(t, (enum text_lang)lang, text, out, &why, &out->stop.line);
        out->stop.word = why.word;
        memcpy(out->stop.why[lang], why.message, sizeof out->stop.why[lang]);
    }
}

bool replay_table(const struct store_lines *text, struct replay_table *out)
{
    struct wire_error why;
    int line;
    struct table *t = malloc(sizeof *t);
    void *packed = t ? malloc(TABLE_PACK_MAX) : NULL;
    if (packed && resume(t, TEXT_EN, text, out, &why, &line)) {
        out->len = (uint32_t)table_pack(t, packed);
        out->packed = packed;
    } else {
        if (packed)
            explain(t, text, out);
        free(packed);
    }
    free(t);
    return packed != NULL;
}

/* ---- the last moves ---- */

bool replay_lines(struct match_reader *m, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (match_next(m) != MATCH_STEP)
            return false;
    return true;
}

void replay_recent(struct store_lines *text, uint32_t count, struct replay_recent *out)
{
    struct match_reader m;
    uint32_t old = count > RECENT_LINES ? count - RECENT_LINES : 0;
    match_begin(&m, TEXT_EN, text->bytes, text->len);
    out->fine = count > 0 && replay_lines(&m, old);
    out->n = (int64_t)old - 1;
    out->count = count - old;
    if (out->fine && old > 0) {
        out->base = m.play.game;
        text->len -= m.at;
        memmove(text->bytes, text->bytes + m.at, text->len);
        store_trim_lines(text);
    }
}

/* ---- files ---- */

/* A match file shows every card. Keep it secret if a newer Mazo could resume the match: if the
 * rules are newer, or a line is intact but says something unknown here. */
bool replay_file_is_open(int line, const char *word)
{
    static const char *const unknown[] = {"unknown_command", "bad_field", "missing_field",
                                          "bad_card",        "bad_color", "bad_rule_cards"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (strcmp(word, unknown[i]) == 0)
            return false;
    return line > 1;
}

bool replay_is_damaged(const struct store_lines *text)
{
    struct match_reader m;
    enum match_step step;
    match_begin(&m, TEXT_EN, text->bytes, text->len);
    while ((step = match_next(&m)) == MATCH_STEP) {
    }
    return step == MATCH_BAD && replay_file_is_open(m.line, m.why.word);
}
