/*
 * order.h - one order of the person who runs the server: its fields, and its answer. See control.h.
 */
#ifndef MAZO_ORDER_H
#define MAZO_ORDER_H

#include <jansson.h>

#include "server/hub/hub.h"
#include "text/text.h"
#include "wire/json_out.h"

/* Lives until it is answered: exactly once, whether or not anybody is still waiting. */
struct order {
    struct hub *hub;
    struct local_conn *conn; /* NULL: hung up */
    json_t *json;
    enum text_lang lang;
    bool loads; /* its table has been looked up in the store */
    bool waits; /* in the hub's list */
    LIST_ENTRY(order) all;
    struct store_ban ban; /* that is being stored, */
    void (*stored)(struct order *o, bool kept);
};

const char *order_text(const struct order *o, const char *key);
int64_t order_number(const struct order *o, const char *key);

/* {"ok":true, … }: the second sends it, and the order is gone. */
void order_begin(const struct order *o, struct json_out *out);
void order_finish(struct order *o, struct json_out *out);
void order_refuse(struct order *o, const char *word, const char *english);

/* Its table is busy: carry it out again when something has been stored or read. */
void order_wait(struct order *o);

/* The orders. */
void order_tables(struct order *o);
void order_close(struct order *o);
void order_kick(struct order *o);
void order_ban(struct order *o);
void order_unban(struct order *o);
void order_bans(struct order *o);

#endif
