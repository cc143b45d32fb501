/*
 * request.c - the fields of a client's message, and answers to it.
 */
#include "server/tables/request.h"

#include "server/network/net.h"
#include "server/tables/queue.h"
#include "wire/json_in.h"
#include "wire/json_out.h"

/* ---- fields ---- */

const char *request_text(const struct request *q, const char *name)
{
    return json_string_value(json_object_get(q->json, name));
}

int64_t request_number(const struct request *q, const char *name, int64_t otherwise)
{
    return json_in_number(q->json, name, otherwise);
}

bool request_flag(const struct request *q, const char *name, bool otherwise)
{
    const json_t *value = json_object_get(q->json, name);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

/* ---- answers ---- */

void request_begin(const struct request *q, struct json_out *out, const char *type)
{
    json_out_init(out, q->hub->out, sizeof q->hub->out);
    json_out_open(out, '{');
    json_out_string_at(out, "type", type);
    if (q->id)
        json_out_string_at(out, "id", q->id);
    if (q->room || q->code)
        json_out_string_at(out, "table", q->room ? q->room->code : q->code);
}

void request_send(const struct request *q, struct json_out *out)
{
    json_out_close(out, '}');
    if (q->room)
        queue_tell(q->room, q->guest, out->buf, out->len);
    else
        net_send(q->guest->conn, out->buf, out->len);
}

static void say_no(const struct request *q, const char *type, const char *word, const char *message)
{
    struct json_out out;
    request_begin(q, &out, type);
    json_out_string_at(&out, "error", word);
    json_out_string_at(&out, "message", message);
    request_send(q, &out);
}

void request_error(const struct request *q, const char *word, const char *english)
{
    q->hub->metrics.errors++;
    say_no(q, "error", word, text_in((enum text_lang)q->guest->lang, english));
}

void request_missing(const struct request *q, enum find found, const char *word,
                     const char *english)
{
    if (found == FIND_FAILED) {
        q->hub->metrics.unread++;
        request_error(q, "store_failed",
                      N_("The server cannot read its store: try again in a moment"));
    } else if (found == FIND_FULL) {
        request_error(q, "full", N_("This server is full: try again later"));
    } else if (found == FIND_CLOSED) {
        request_error(q, "closed", N_("This table was closed by the people who run the server"));
    } else {
        request_error(q, word, english);
    }
}

void request_refuse(const struct request *q, const struct wire_error *why)
{
    q->hub->metrics.refused++;
    say_no(q, "refused", why->word, why->message);
}

void request_busy(const struct request *q)
{
    request_error(q, "busy", N_("The server is busy. Try again"));
}

void request_not_stored(const struct request *q)
{
    request_error(q, "not_stored", N_("That could not be saved, so it doesn't count. Try again"));
}
