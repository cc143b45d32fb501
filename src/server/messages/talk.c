/*
 * talk.c - chat, which is not stored, and mutes, which are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/emit.h"
#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/tables/await_store.h"
#include "server/tables/names.h"
#include "server/network/net.h"
#include "say/phrase.h"
#include "server/hub/people.h"
#include "server/tables/queue.h"
#include "server/stored/store_queries.h"
#include "server/tables/room.h"

/* Five lines at once, then one every two seconds. */
static bool may_talk(struct request *q)
{
    struct person *p = q->guest->who;
    uint64_t now = hub_now(q->hub), quiet = (now - p->chat_at) / 2000;
    p->chats = (uint8_t)(quiet >= p->chats ? 0 : p->chats - quiet);
    p->chat_at = quiet ? now : p->chat_at;
    if (p->chats >= 5) {
        request_error(q, "too_fast", N_("Slower, please"));
        return false;
    }
    p->chat_at = p->chats ? p->chat_at : now;
    p->chats++;
    for (uint32_t i = 0; i < q->room->guest_count; i++)
        if (q->room->guests[i] == q->guest)
            return true;
    request_error(q, "not_here", N_("Join the table first"));
    return false;
}

/* `phrase`: its id, or NULL. */
static void say_to_all(struct request *q, const char *type, const char *key, const char *text,
                       const char *phrase)
{
    struct room *r = q->room;
    struct person *p = q->guest->who;
    struct json_out out;
    char name[STORE_NAME_SIZE];
    names_of(r, p, name);
    q->id = NULL;
    request_begin(q, &out, type);
    json_out_string_at(&out, "player", p->key);
    json_out_string_at(&out, "name", name);
    json_out_index_at(&out, "seat", room_seat_of(r, p));
    json_out_string_at(&out, key, text);
    if (phrase)
        json_out_string_at(&out, "phrase", phrase);
    json_out_int_at(&out, "at", (int64_t)hub_now(q->hub));
    json_out_close(&out, '}');
    if (!emit_talk(q->hub, r, q->guest, out.buf, out.len))
        request_busy(q);
    net_spend(q->guest->conn, emit_cost(r));
}

void talk_chat(struct request *q)
{
    const char *phrase = request_text(q, "phrase"), *text = request_text(q, "text");
    if (phrase)
        text = phrase_text((enum text_lang)q->guest->lang, phrase);
    if (!text)
        request_error(q, "bad_text", N_("There is no such phrase"));
    else if (may_talk(q))
        say_to_all(q, "chat", "text", text, phrase);
}

void talk_react(struct request *q)
{
    static const char *const faces[] = {"👏", "😂", "😮", "😢", "😡", "🎉"};
    const char *face = request_text(q, "face");
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        if (strcmp(faces[i], face) == 0) {
            if (may_talk(q))
                say_to_all(q, "reaction", "face", face, NULL);
            return;
        }
    }
    request_error(q, "bad_text", N_("There is no such reaction"));
}

/* ---- mutes ---- */

/* A mute that is being stored, with the message that asked for it. When the store has it, the
 * message is handled again, finds nothing left to do, and is answered. */
struct muting {
    struct person *who;
    struct store_mute mute;
    char id[ID_MAX + 1];
    size_t len;
    char text[];
};

static void store_mute(const struct request *q, const struct store_mute *mute)
{
    struct hub *h = q->hub;
    struct muting *m = calloc(1, sizeof *m + q->len);
    if (!m) {
        request_busy(q);
        return;
    }
    m->who = q->guest->who;
    m->mute = *mute;
    snprintf(m->id, sizeof m->id, "%s", q->id ? q->id : "");
    m->len = q->len;
    memcpy(m->text, q->text, q->len);
    writer_send(h->writer); /* a group of its own */
    m->who->mute_ticket = writer_put(h->writer,
                                     &(struct store_write){.kind = STORE_MUTE, .mute = *mute});
    writer_send(h->writer);
    m->who->muting++;
    hub_await(h, m->who->mute_ticket, NULL, q->guest)->muting = m;
}

/* To all connections of that person, whatever table they show. */
static void tell_mute(struct hub *h, const struct person *p, const struct store_mute *mute)
{
    struct request q = {.hub = h};
    struct json_out out;
    request_begin(&q, &out, "muted");
    json_out_string_at(&out, "player", mute->key);
    json_out_bool_at(&out, "on", !mute->off);
    json_out_close(&out, '}');
    for (const struct guest *g = LIST_FIRST(&p->here); g; g = LIST_NEXT(g, same))
        net_send(g->conn, out.buf, out.len);
}

void talk_stored(struct hub *h, const struct pending *p)
{
    struct muting *m = p->muting;
    struct guest *g = p->guest;
    struct request q = {.hub = h, .guest = g, .id = m->id[0] ? m->id : NULL};
    bool kept = p->outcome == STORE_KEPT;
    m->who->muting--;
    if (kept) {
        people_mute(m->who, &m->mute);
        tell_mute(h, m->who, &m->mute);
    }
    if (g && !kept)
        request_not_stored(&q);
    else if (g && !queue_wait_guest(g, m->text, m->len, true))
        request_busy(&q);
    else if (g)
        h->calls->resume(h, g);
    people_release(h, m->who);
    free(m);
}

void talk_mute(struct request *q)
{
    struct person *me = q->guest->who;
    struct store_mute mute = {.person = me->id, .off = !request_flag(q, "on", true)};
    snprintf(mute.key, sizeof mute.key, "%s", request_text(q, "player"));
    const struct store_mute *muted = people_muted_key(me, mute.key);
    const struct person *p = people_by_key(q->hub, mute.key);
    if (!muted && !p && !q->lookup) {
        await_ask(q, query_by_key, &(struct await_for){.key = mute.key});
    } else if (!muted && !p && q->lookup->found != FIND_FOUND) {
        request_missing(q, q->lookup->found, "no_player", N_("There is no such player"));
    } else if (!muted == mute.off) {
        emit_table_to(q);
    } else if (!mute.off && me->mutes + me->muting >= MUTED_MAX) {
        request_error(q, "too_many_muted",
                      N_("You have muted 100 people, and cannot mute more: unmute somebody first"));
    } else {
        mute.muted = muted ? muted->muted : p ? p->id : q->lookup->who.id;
        store_mute(q, &mute);
    }
}
