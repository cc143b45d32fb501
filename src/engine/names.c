/*
 * names.c - the words of the lists, for writing and reading.
 *
 * A number that is not in its list has no name: NULL.
 */
#include "core.h"

static const char *name_at(const char *const *names, int count, int i)
{
    return i >= 0 && i < count ? names[i] : NULL;
}

const char *mazo_phase_name(int phase)
{
    static const char *const names[] = {
#define MAZO_X_PHASE(name, number) #name,
#include "mazo/phases.def"
    };
    return name_at(names, MAZO_PHASE_COUNT, phase);
}

const char *mazo_command_name(int type)
{
    static const char *const names[] = {
#define MAZO_X_COMMAND(name, fields, sentence) #name,
#include "mazo/commands.def"
    };
    return name_at(names, MAZO_CMD_COUNT, type);
}

const char *mazo_command_fields(int type)
{
    static const char *const lists[] = {
#define MAZO_X_COMMAND(name, fields, sentence) fields,
#include "mazo/commands.def"
    };
    return name_at(lists, MAZO_CMD_COUNT, type);
}

const char *mazo_error_word(int error)
{
    static const char *const words[] = {
#define MAZO_X_ERROR(word) #word,
#include "mazo/errors.def"
    };
    return name_at(words, MAZO_ERR_COUNT, error);
}

const char *mazo_effect_name(int effect)
{
    static const char *const names[] = {
#define MAZO_X_EFFECT(name, takes) #name,
#include "mazo/effects.def"
    };
    return name_at(names, MAZO_EFFECT_COUNT, effect);
}

const char *mazo_effect_takes(int effect)
{
    static const char *const lists[] = {
#define MAZO_X_EFFECT(name, takes) takes,
#include "mazo/effects.def"
    };
    return name_at(lists, MAZO_EFFECT_COUNT, effect);
}

const char *mazo_face_name(int face)
{
    static const char *const names[] = {"any", "right", "left", "each", "colors", "four"};
    return name_at(names, MAZO_FACE_COUNT, face);
}

const char *mazo_other_name(int other)
{
    static const char *const names[] = {"most", "fewest", "left", "right", "chosen"};
    return name_at(names, MAZO_OTHER_COUNT, other);
}

const char *mazo_reason_name(int reason)
{
    static const char *const names[] = {
#define MAZO_X_REASON(name, words) #name,
#include "mazo/reasons.def"
    };
    return name_at(names, MAZO_REASON_COUNT, reason);
}

const char *mazo_event_name(int type)
{
    static const char *const names[] = {
#define MAZO_X_EVENT(name, fields, sees, sentence) #name,
#include "mazo/events.def"
    };
    return name_at(names, MAZO_EVENT_COUNT, type);
}

const char *mazo_event_fields(int type)
{
    static const char *const lists[] = {
#define MAZO_X_EVENT(name, fields, sees, sentence) fields,
#include "mazo/events.def"
    };
    return name_at(lists, MAZO_EVENT_COUNT, type);
}
