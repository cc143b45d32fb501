/*
 * talk.c - what people say to each other at a table; nothing of it is kept.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "server/emit.h"
#include "server/handlers.h"
#include "server/lookup.h"
#include "server/queue.h"

static bool is_muted(const struct guest *g, int64_t person)
{
    for (int i = 0; i < g->muted; i++) {
        if (g->mute[i] == person) {
            return true;
        }
    }
    return false;
}

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
    for (uint32_t i = 0; i < q->room->guest_count; i++) {
        if (q->room->guests[i] == q->guest) {
            return true;
        }
    }
    request_error(q, "not_here", N_("Join the table first"));
    return false;
}

static void say_to_all(struct request *q, const char *type, const char *key, const char *text)
{
    struct room *r = q->room;
    struct person *p = q->guest->who;
    struct json_out out;
    q->id = NULL;
    request_begin(q, &out, type);
    json_out_string_at(&out, "player", p->key);
    json_out_string_at(&out, "name", p->name);
    json_out_index_at(&out, "seat", room_seat_of(r, p));
    json_out_string_at(&out, key, text);
    json_out_int_at(&out, "at", (int64_t)hub_now(q->hub));
    json_out_close(&out, '}');
    for (uint32_t i = 0; i < r->guest_count; i++) {
        if (!is_muted(r->guests[i], p->id)) {
            queue_tell(r, r->guests[i], out.buf, out.len);
        }
    }
}

void talk_chat(struct request *q)
{
    if (may_talk(q)) {
        say_to_all(q, "chat", "text", request_text(q, "text"));
    }
}

void talk_react(struct request *q)
{
    static const char *const faces[] = {"👏", "😂", "😮", "😢", "😡", "🎉"};
    const char *face = request_text(q, "face");
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        if (strcmp(faces[i], face) == 0) {
            if (may_talk(q)) {
                say_to_all(q, "reaction", "face", face);
            }
            return;
        }
    }
    request_error(q, "bad_text", N_("There is no such reaction"));
}

void talk_mute(struct request *q)
{
    struct guest *g = q->guest;
    const char *key = request_text(q, "player");
    const struct person *p = people_by_key(q->hub, key);
    bool on = request_flag(q, "on", true);
    if (!p && !q->lookup) {
        lookup_ask(q, reads_by_key, &(struct lookup_for){.key = key});
        return;
    }
    enum find found = p ? FIND_FOUND : q->lookup->found;
    int64_t id = p ? p->id : q->lookup->who.id;
    bool muted = is_muted(g, id);
    if (found != FIND_FOUND || (on && !muted && g->muted == GUEST_MUTED_MAX)) {
        request_missing(q, found == FIND_FOUND ? FIND_NONE : found, "no_player",
                        N_("There is no such player"));
        return;
    }
    if (on && !muted) {
        g->mute[g->muted++] = id;
    }
    for (int i = 0; i < g->muted && !on; i++) {
        if (g->mute[i] == id) {
            g->mute[i] = g->mute[--g->muted];
        }
    }
    emit_table_to(q);
}
