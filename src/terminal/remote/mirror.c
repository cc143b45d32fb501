/*
 * mirror.c - a match on a server, as a session of this terminal.
 *
 * The server sends views. From each a game is made that the seat could be in:
 * what may be known is as it is there, the rest is dealt at random, and nobody
 * is ever shown that rest, because the screen shows views of this same seat. The
 * events come as they are. So all that draws, tells and asks works as at a table here.
 */
#include <stdio.h>
#include <string.h>

#include "terminal/remote/remote.h"
#include "wire/json_write.h"
#include "wire/view_read.h"

enum { REST_MS = 70 }; /* a held-down key must not flood the server */

/* ---- what the session asks of us ---- */

static enum session_answer act(void *ctx, const struct mazo_command *c,
                               const struct say_card_text *texts, struct wire_error *why)
{
    struct remote *f = ctx;
    char text[CLIENT_COMMAND_MAX];
    struct json_out out;
    json_out_init(&out, text, sizeof text);
    wire_put_command(&out, f->lang, c, texts);
    if (!out.full && f->state == REMOTE_READY && session_now() >= f->rests_until &&
        client_do(f->client, out.buf, out.len)) {
        f->rests_until = session_now() + REST_MS;
        return SESSION_SENT;
    }
    *why = (struct wire_error){.word = "busy"};
    snprintf(why->message, sizeof why->message, "%s",
             remote_trouble(f) ? remote_trouble(f)
                               : text_in(f->lang, "the server has not answered yet"));
    return SESSION_REFUSED;
}

static bool tick(void *ctx, struct session *s) { return remote_step(ctx, s); }

/* Anyone who comes to the table is back. */
static void back(void *ctx)
{
    struct remote *f = ctx;
    if (f->table.you >= 0 && f->table.seat[f->table.you].away)
        remote_enter(f, f->table.code);
}

static void say(void *ctx, const char *text) { remote_say(ctx, text); }

static enum session_order order_for(void *ctx, int seat, const char **who)
{
    const struct remote *f = ctx;
    const struct remote_seat *s = &f->table.seat[seat];
    if (!remote_is_host(&f->table) || seat == f->table.you)
        return SESSION_NO_ORDER;
    *who = s->sits == SEAT_PERSON ? s->name : s->kicked;
    return s->sits == SEAT_PERSON                ? SESSION_KICK
           : s->sits == SEAT_BOT && s->kicked[0] ? SESSION_READMIT
                                                 : SESSION_NO_ORDER;
}

static void order(void *ctx, enum session_order order, int seat)
{
    remote_send(ctx, order == SESSION_KICK ? "kick" : "readmit", "{s:i}", "seat", seat);
}

static const char *removable(void *ctx, int i)
{
    const struct remote_person *who = remote_removable(ctx, i);
    return who ? who->name : NULL;
}

static void remove_one(void *ctx, int i)
{
    const struct remote_person *who = remote_removable(ctx, i);
    if (who)
        remote_remove(ctx, who->player);
}

static const char *trouble(void *ctx) { return remote_trouble(ctx); }

static uint64_t due(void *ctx)
{
    const struct remote *f = ctx;
    return session_now() < f->rests_until ? f->rests_until : TABLE_NEVER;
}

static bool waits(void *ctx)
{
    const struct remote *f = ctx;
    return f->state == REMOTE_READY &&
           (client_unanswered(f->client) > 0 || session_now() < f->rests_until);
}

/* Skips what cannot be understood: it is only the log. */
static void recall(void *ctx, struct session *s,
                   void (*told)(void *reader, const struct wire_game *play, uint32_t command),
                   void *reader)
{
    static struct wire_game then;
    struct remote *f = ctx;
    struct wire_error why;
    size_t i;
    const json_t *one;
    json_array_foreach(f->past, i, one)
    {
        then = s->table.play;
        if (wire_read_events(json_object_get(one, "events"), &then.events, &why))
            told(reader, &then, (uint32_t)json_integer_value(json_object_get(one, "n")));
    }
    json_decref(f->past);
    f->past = NULL;
}

bool remote_mirror_begin(struct remote *f, struct session *s)
{
    const struct remote_table *t = &f->table;
    memset(s, 0, sizeof *s);
    s->save.fd = -1;
    s->setup = f->setup;
    s->setup.rules = t->rules;
    s->setup.seats = (uint8_t)t->seats;
    s->setup.people = t->you >= 0;
    f->remote = (struct session_remote){.seat = t->you >= 0 ? (uint8_t)t->you
                                                            : (uint8_t)MAZO_SPECTATOR,
                                        .source = &f->source,
                                        .act = act,
                                        .tick = tick,
                                        .back = back,
                                        .say = say,
                                        .order_for = order_for,
                                        .order = order,
                                        .removable = removable,
                                        .remove = remove_one,
                                        .trouble = trouble,
                                        .due = due,
                                        .waits = waits,
                                        .recall = recall,
                                        .ctx = f};
    s->remote = &f->remote;
    table_init(&s->table, f->lang, &table_pace_human, NULL, f->dice);
    remote_mirror_seats(f, s);
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        s->names[seat] = s->table.seat[seat].player.name;
    const json_t *first = json_array_get(f->inbox, 0);
    s->match = (uint32_t)json_integer_value(json_object_get(first, "match"));
    bool fine = remote_mirror_take(f, s, first);
    json_decref(f->past);
    f->past = json_incref(json_object_get(first, "past"));
    json_array_remove(f->inbox, 0);
    return fine;
}
