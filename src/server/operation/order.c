/*
 * order.c - the fields of an order, and its answer.
 */
#include "server/operation/order.h"

#include <stdlib.h>

#include "server/network/local.h"
#include "wire/json_in.h"

const char *order_text(const struct order *o, const char *key)
{
    return json_string_value(json_object_get(o->json, key));
}

int64_t order_number(const struct order *o, const char *key)
{
    return json_in_number(o->json, key, 0);
}

void order_begin(const struct order *o, struct json_out *out)
{
    json_out_init(out, o->hub->out, sizeof o->hub->out);
    json_out_open(out, '{');
    json_out_bool_at(out, "ok", true);
}

void order_finish(struct order *o, struct json_out *out)
{
    json_out_close(out, '}');
    if (o->waits)
        LIST_REMOVE(o, all);
    if (o->conn) {
        local_set_user(o->conn, NULL);
        local_answer(o->conn, out->buf, out->len);
    }
    json_decref(o->json);
    free(o);
}

void order_refuse(struct order *o, const char *word, const char *english)
{
    struct json_out out;
    json_out_init(&out, o->hub->out, sizeof o->hub->out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "error", word);
    json_out_string_at(&out, "message", text_in(o->lang, english));
    order_finish(o, &out);
}

void order_wait(struct order *o)
{
    if (!o->waits) {
        o->waits = true;
        LIST_INSERT_HEAD(&o->hub->waiting, o, all);
    }
}
