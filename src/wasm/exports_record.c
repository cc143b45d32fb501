/*
 * exports_record.c - a player's record, for a page.
 */
#include <string.h>

#include "table/record.h"
#include "wasm/exports.h"
#include "wire/json_in.h"
#include "wire/json_write.h"

int export_record_read(int size, int seat)
{
    static struct match_reader match;
    static struct record record;
    struct json_out out;
    if (!record_read(&match, export_text(), (size_t)size, seat, &record))
        return 0;
    export_begin(&out, 0);
    record_put(&out, &record);
    return export_end(&out, 0);
}

static void put_count(struct json_out *out, const char *key, const struct record_count *c)
{
    json_out_open_at(out, key, '{');
    json_out_int_at(out, "matches", c->matches);
    json_out_int_at(out, "wins", c->wins);
    json_out_close(out, '}');
}

static void put_feats(struct json_out *out, const struct record_totals *t, enum text_lang lang)
{
    json_out_open_at(out, "feats", '[');
    for (int i = 0; i < RECORD_FEATS; i++) {
        json_out_open(out, '{');
        json_out_string_at(out, "id", record_feat_id(i));
        json_out_string_at(out, "title", text_in(lang, record_feat_title(i)));
        json_out_string_at(out, "text", text_in(lang, record_feat_text(i)));
        json_out_int_at(out, "at", t->feat[i]);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void put_totals(struct json_out *out, const struct record_totals *t, const char *today)
{
    char card[MAZO_CARD_TEXT];
    put_count(out, "all", &t->all);
    put_count(out, "online", &t->online);
    json_out_open_at(out, "sheets", '{');
    for (int i = 0; i < MAZO_SHEET_COUNT; i++)
        put_count(out, mazo_sheet_name(i), &t->sheet[i]);
    json_out_close(out, '}');
    const struct {
        const char *key;
        int64_t value;
    } numbers[] = {
        {"streak", t->streak},
        {"best_streak", t->best_streak},
        {"daily", t->daily},
        {"daily_streak", record_daily_streak(t, today)},
        {"daily_best_streak", t->daily_best_streak},
        {"points", t->points},
        {"rounds", t->rounds},
        {"rounds_won", t->rounds_won},
        {"best_round", t->best_round},
        {"comeback", t->comeback},
        {"moves", t->moves},
        {"draws", t->draws},
        {"caught", t->caught},
        {"was_caught", t->was_caught},
        {"challenges", t->challenges},
        {"challenges_won", t->challenges_won},
        {"bluffs", t->bluffs},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        json_out_int_at(out, numbers[i].key, numbers[i].value);
    mazo_card favorite = record_favorite(t);
    bool any = mazo_card_is_valid(favorite);
    json_out_string_at(out, "favorite", any ? mazo_card_write(favorite, card) : NULL);
}

int export_record_totals(int size, int lang_number)
{
    static struct record_totals totals;
    static struct record record;
    struct json_out out;
    enum text_lang lang = export_lang(lang_number);
    struct wire_error why;
    struct json_in in = {.lang = lang, .err = &why};
    json_t *asked = json_in_load(&in, export_text(), (size_t)size);
    const json_t *list = json_object_get(asked, "records");
    const char *today = json_string_value(json_object_get(asked, "today"));
    memset(&totals, 0, sizeof totals);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (record_get(json_array_get(list, i), &record))
            record_add(&totals, &record);
    export_begin(&out, '{');
    put_totals(&out, &totals, today ? today : "");
    put_feats(&out, &totals, lang);
    json_decref(asked);
    return export_end(&out, '}');
}

int export_record_share(int size, int lang)
{
    static struct record record;
    char text[RECORD_SHARE_SIZE];
    struct json_out out;
    struct wire_error why;
    struct json_in in = {.lang = TEXT_EN, .err = &why};
    json_t *asked = json_in_load(&in, export_text(), (size_t)size);
    bool fine = record_get(json_object_get(asked, "record"), &record);
    if (fine)
        record_share(&record, export_lang(lang), (int)json_in_number(asked, "streak", 0), text,
                     sizeof text);
    json_decref(asked);
    export_begin(&out, 0);
    json_out_string(&out, fine ? text : NULL);
    return export_end(&out, 0);
}
