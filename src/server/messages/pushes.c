/*
 * pushes.c - where the browser of a person takes messages while no page is open.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/hub/people.h"
#include "server/messages/handlers.h"
#include "server/network/net.h"
#include "server/network/push_send.h"
#include "server/tables/push.h"

enum { SUBSCRIBE_COST = 4 }; /* in messages: checking a point of the curve, and storing it */

/* A change that is being stored, for its answer. */
struct subscribing {
    const char *answer;
    char id[ID_MAX + 1];
};

static void store_push(const struct request *q, const struct store_push *push, const char *answer)
{
    struct hub *h = q->hub;
    struct subscribing *s = calloc(1, sizeof *s);
    if (!s) {
        request_busy(q);
        return;
    }
    s->answer = answer;
    snprintf(s->id, sizeof s->id, "%s", q->id ? q->id : "");
    writer_send(h->writer); /* a group of its own */
    uint64_t ticket = writer_put(h->writer,
                                 &(struct store_write){.kind = STORE_PUSH, .push = *push});
    writer_send(h->writer);
    hub_await(h, ticket, NULL, q->guest)->subscribing = s;
}

void pushes_stored(struct hub *h, const struct pending *p)
{
    struct subscribing *s = p->subscribing;
    struct request q = {.hub = h, .guest = p->guest, .id = s->id[0] ? s->id : NULL};
    struct json_out out;
    if (q.guest && p->outcome == STORE_KEPT) {
        request_begin(&q, &out, s->answer);
        request_send(&q, &out);
    } else if (q.guest) {
        request_not_stored(&q);
    }
    free(s);
}

static bool read_bytes(const char *text, uint8_t *out, size_t size)
{
    size_t len;
    return sodium_base642bin(out, size, text, strlen(text), NULL, &len, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           len == size;
}

static bool read_push(const struct request *q, struct store_push *out)
{
    const char *endpoint = request_text(q, "endpoint");
    *out = (struct store_push){.person = q->guest->who->id,
                               .endpoint = endpoint,
                               .len = strlen(endpoint),
                               .at = (int64_t)hub_now(q->hub)};
    return push_endpoint_is_fine(endpoint, q->hub->config->push_anywhere);
}

void pushes_subscribe(struct request *q)
{
    struct store_push push;
    net_spend(q->guest->conn, SUBSCRIBE_COST);
    if (!push_public(q->hub))
        request_error(q, "no_push", N_("This server sends no notifications"));
    else if (!read_push(q, &push) ||
             !read_bytes(request_text(q, "key"), push.key, sizeof push.key) ||
             !read_bytes(request_text(q, "secret"), push.secret, sizeof push.secret) ||
             !push_is_point(push.key))
        request_error(q, "bad_push", N_("Notifications cannot be sent to this address"));
    else
        store_push(q, &push, "subscribed");
}

/* Works without a key too, so that old subscriptions can be removed. */
void pushes_unsubscribe(struct request *q)
{
    struct store_push push;
    read_push(q, &push);
    push.off = true;
    store_push(q, &push, "unsubscribed");
}
