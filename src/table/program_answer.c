/*
 * program_answer.c - reading and judging answers.
 */
#include "table/program_answer.h"

#include <string.h>

#include "say/error_text.h"
#include "wire/json_in.h"

static bool take_place(struct json_in *in, json_int_t place, const struct mazo_legal *legal,
                       struct wire_line *out)
{
    if (place < 0 || place >= legal->count)
        return json_in_fail(in, "bad_value", N_("The list has places 0 to %d"), legal->count - 1);
    out->kind = WIRE_COMMAND;
    out->command = mazo_legal_at(legal, (int)place);
    return true;
}

static bool take_object(struct json_in *in, json_t *object, int seat, struct wire_line *out)
{
    if (!json_object_get(object, "seat"))
        json_object_set_new(object, "seat", json_integer(seat));
    if (!wire_read_object(NULL, in->lang, object, out, in->err))
        return false;
    if (out->kind != WIRE_COMMAND)
        return json_in_fail(in, "not_legal", N_("That is not a command of a player"));
    if (out->command.seat != seat)
        return json_in_fail(in, "not_legal", N_("That is the command of another seat"));
    return !mazo_is_social(out->command.type) ||
           json_in_fail(in, "not_legal", N_("Programs neither accuse nor vote"));
}

enum program_said program_answer_read(enum text_lang lang, int seat, bool may_wait,
                                      const struct mazo_legal *legal, const char *text, size_t len,
                                      struct wire_line *out, bool *curious, struct wire_error *why)
{
    struct json_in in = {.lang = lang, .err = why};
    json_t *value = json_loadb(text, len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    const char *what = json_string_value(json_object_get(value, "do"));
    enum program_said said = PROGRAM_SAID_NONSENSE;
    if (json_in_flag(value, "tell"))
        *curious = true;
    if (what && strcmp(what, "wait") == 0)
        if (may_wait)
            said = PROGRAM_SAID_WAIT;
        else
            json_in_fail(&in, "not_legal", N_("It is the turn of this seat: it cannot wait"));
    else if (json_is_integer(value) ? take_place(&in, json_integer_value(value), legal, out)
             : json_is_object(value)
                 ? take_object(&in, value, seat, out)
                 : json_in_fail(&in, "bad_json",
                                N_("An answer is a JSON object, or a place in the list")))
        said = PROGRAM_SAID_COMMAND;
    json_decref(value);
    return said;
}

bool program_answer_judge(enum text_lang lang, const struct mazo_game *g,
                          const struct mazo_command *c, struct wire_error *why)
{
    enum mazo_error error = MAZO_ERR_ok;
    if (!mazo_is_misplay(g, c, &error))
        error = mazo_judge(g, c);
    if (error == MAZO_ERR_ok)
        return true;
    why->word = mazo_error_word((int)error);
    say_explain(lang, g, c, error, why->message, sizeof why->message);
    return false;
}
