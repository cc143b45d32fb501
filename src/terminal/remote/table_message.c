/*
 * table_message.c - the `table` message of a server, and what has changed in it.
 */
#include <stdio.h>
#include <string.h>

#include "terminal/remote/remote.h"
#include "say/rule_house.h"
#include "text/screen.h"
#include "text/span.h"
#include "wire/json_in.h"

/* ---- reading ---- */

void remote_read_text(const json_t *object, const char *key, char *buf, size_t size)
{
    screen_clean(json_in_text(object, key), buf, size);
}

int remote_read_number(const json_t *object, const char *key, int least, int most, int otherwise)
{
    int64_t number = json_in_number(object, key, otherwise);
    return number >= least && number <= most ? (int)number : otherwise;
}

static void take_seat(const struct table_info_seat *from, int number, enum text_lang lang,
                      struct remote_seat *out)
{
    *out = (struct remote_seat){.sits = (uint8_t)from->sits,
                                .here = from->here,
                                .away = from->away,
                                .left = from->left,
                                .sealed = from->hash && from->hash[0] && !from->opened,
                                .missed = from->missed,
                                .waits = from->waits};
    screen_clean(from->name, out->name, sizeof out->name);
    screen_clean(from->bot, out->bot, sizeof out->bot);
    screen_clean(from->player, out->player, sizeof out->player);
    screen_clean(from->kicked, out->kicked, sizeof out->kicked);
    if (out->name[0] == '\0' && out->sits != SEAT_OPEN && out->sits != SEAT_CLOSED)
        snprintf(out->name, sizeof out->name, text_in(lang, "Bot %d"), number + 1);
}

bool remote_rules_read(const json_t *from, struct mazo_rules *out)
{
    struct wire_error why;
    struct json_in r = {.lang = TEXT_EN, .lenient = true, .err = &why};
    return json_in_rules(&r, from, out);
}

bool remote_table_read(const json_t *message, enum text_lang lang, struct remote_table *out)
{
    struct table_info from;
    if (!table_info_read(message, &from))
        return false;
    *out = (struct remote_table){.rules = from.rules,
                                 .listed = from.listed,
                                 .status = (uint8_t)from.status,
                                 .you = from.you,
                                 .seats = from.seats,
                                 .watchers = (int)from.watchers,
                                 .opening = from.opening,
                                 .again = (int)from.again,
                                 .match = (uint32_t)from.match};
    if (from.fills && from.deals_in >= 0 && from.status == ROOM_OPEN)
        out->deals_at = session_now() + (uint64_t)from.deals_in;
    screen_clean(from.code, out->code, sizeof out->code);
    screen_clean(from.title, out->title, sizeof out->title);
    screen_clean(from.host, out->host, sizeof out->host);
    screen_clean(from.key, out->key, sizeof out->key);
    if (fair_is_salt(from.commitment))
        memcpy(out->commitment, from.commitment, sizeof out->commitment);
    for (; out->watching < from.watching; out->watching++) {
        struct remote_person *p = &out->watches[out->watching];
        screen_clean(from.watches[out->watching].player, p->player, sizeof p->player);
        screen_clean(from.watches[out->watching].name, p->name, sizeof p->name);
    }
    for (int i = 0; i < out->seats; i++)
        take_seat(&from.seat[i], i, lang, &out->seat[i]);
    return true;
}

/* ---- in words ---- */

bool remote_is_host(const struct remote_table *t)
{
    return t->you >= 0 && strcmp(t->seat[t->you].player, t->host) == 0;
}

bool remote_can_sit(const struct remote_table *t)
{
    for (int seat = 0; seat < t->seats && t->status == ROOM_OPEN && t->you < 0; seat++)
        if (t->seat[seat].sits == SEAT_OPEN)
            return true;
    return false;
}

bool remote_is_successor(const struct remote_table *t)
{
    if (t->you < 0 || remote_is_host(t))
        return false;
    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].sits == SEAT_PERSON && strcmp(t->seat[i].player, t->host) == 0)
            return !t->seat[i].here;
    return false; /* the host may be watching */
}

static void person_text(const struct remote_table *t, int seat, enum text_lang lang, char *buf,
                        size_t size)
{
    const struct remote_seat *s = &t->seat[seat];
    const char *state = seat == t->you ? text_in(lang, "you")
                        : s->away      ? text_in(lang, "away: a bot plays")
                        : s->here      ? text_in(lang, "is here")
                        : s->left      ? text_in(lang, "has left")
                                       : text_in(lang, "not connected");
    bool host = strcmp(s->player, t->host) == 0;
    snprintf(buf, size, "%s%s%s", state, host ? " · " : "", host ? text_in(lang, "host") : "");
}

void remote_seat_text(const struct remote_table *t, int seat, enum text_lang lang, char *buf,
                      size_t size)
{
    const struct remote_seat *s = &t->seat[seat];
    struct table_player bot = {0};
    switch (s->sits) {
    case SEAT_PERSON:
        person_text(t, seat, lang, buf, size);
        break;
    case SEAT_BOT: {
        bool known = setup_bot_read(s->bot, strlen(s->bot), &bot);
        const char *style = known && bot.style != MAZO_BOT_PLAIN ? setup_style(lang, bot.style)
                                                                 : "";
        snprintf(buf, size, "%s: %s%s%s", text_in(lang, "bot"),
                 known ? setup_level(lang, bot.level) : s->bot, style[0] ? ", " : "", style);
        break;
    }
    case SEAT_PROGRAM:
        snprintf(buf, size, "%s",
                 s->waits ? text_in(lang, "a program, waiting for a free place: a bot plays")
                          : text_in(lang, "a program"));
        break;
    default:
        snprintf(buf, size, "%s",
                 s->sits == SEAT_OPEN ? text_in(lang, "free") : text_in(lang, "closed"));
    }
}

void remote_table_text(const struct remote_table *t, enum text_lang lang, int columns, char *buf,
                       size_t size)
{
    char rules[RULE_HOUSE_SIZE], clock[80] = "", span[TEXT_SPAN_SIZE];
    rule_house_name(&t->rules, lang, columns, rules, sizeof rules);
    if (t->rules.turn_clock > 0) {
        snprintf(clock, sizeof clock, text_in(lang, " · %s per turn"),
                 text_span(lang, t->rules.turn_clock, span, sizeof span));
    }
    snprintf(buf, size, text_in(lang, "%s · %d seats%s"), rules, t->seats, clock);
}

bool remote_deals_text(const struct remote_table *t, enum text_lang lang, char *buf, size_t size)
{
    uint64_t now = session_now();
    int left = t->deals_at > now ? (int)((t->deals_at - now + 999) / 1000) : 0;
    if (t->deals_at == 0 || t->opening)
        return false;
    snprintf(buf, size,
             text_in(lang, left == 1 ? N_("The cards are dealt in %d second, and bots take the free seats.")
                                     : N_("The cards are dealt in %d seconds, and bots take the free seats.")),
             left);
    return true;
}

/* ---- what has changed ---- */

struct teller {
    enum text_lang lang;
    void (*tell)(void *ctx, const char *line);
    void *ctx;
};

static void say(const struct teller *to, const char *format, const char *name)
{
    char line[REMOTE_LINE_SIZE];
    snprintf(line, sizeof line, text_in(to->lang, format), name);
    to->tell(to->ctx, line);
}

static void compare_seat(const struct teller *to, const struct remote_table *before,
                         const struct remote_table *now, int seat)
{
    static const struct remote_seat nobody = {0};
    const struct remote_seat *a = seat < before->seats ? &before->seat[seat] : &nobody;
    const struct remote_seat *b = seat < now->seats ? &now->seat[seat] : &nobody;
    bool same = a->sits == b->sits && strcmp(a->player, b->player) == 0;
    if (!same && a->sits == SEAT_PERSON && seat != before->you) {
        say(to,
            !b->kicked[0]         ? N_("%s has left the seat.")
            : b->sits == SEAT_BOT ? N_("%s was removed: a bot plays on.")
                                  : N_("%s was removed."),
            a->name);
    }
    if (b->sits == SEAT_PROGRAM && a->waits != b->waits) {
        say(to,
            b->waits ? N_("No place is free for %s: a bot plays until there is one.")
                     : N_("There is a place for %s now."),
            b->name);
    }
    if (b->sits != SEAT_PERSON || seat == now->you)
        return;
    if (!same) {
        say(to, N_("%s sits down."), b->name);
    } else if (a->here != b->here && b->left) {
        say(to,
            b->away && now->status == ROOM_PLAYING ? N_("%s has left: a bot takes over.")
                                                   : N_("%s has left."),
            b->name);
    } else if (a->here != b->here) {
        say(to, b->here ? N_("%s is back.") : N_("%s has lost the connection."), b->name);
    } else if (strcmp(a->name, b->name) != 0) {
        say(to, N_("A player is now called %s."), b->name);
    } else if (!a->away && b->away && now->status == ROOM_PLAYING) {
        say(to, N_("%s is away: a bot takes over."), b->name);
    }
}

/* The deal is waiting for a player, or has started over: tell everybody why. */
static void compare_opening(const struct teller *to, const struct remote_table *before,
                            const struct remote_table *now)
{
    for (int i = 0; now->again > before->again && i < now->seats; i++) {
        if (now->seat[i].missed > 0) {
            say(to,
                i == now->you
                    ? N_("Your random numbers were not revealed in time: the deal starts over.")
                    : N_("%s did not reveal their random numbers: the deal starts over."),
                now->seat[i].name);
        }
    }
    if (now->opening && !before->opening)
        to->tell(to->ctx, text_in(to->lang, "The cards are being shuffled."));
}

void remote_compare(const struct remote_table *before, const struct remote_table *now,
                    enum text_lang lang, void (*tell)(void *ctx, const char *line), void *ctx)
{
    struct teller to = {.lang = lang, .tell = tell, .ctx = ctx};
    char was[REMOTE_LINE_SIZE], is[REMOTE_LINE_SIZE];
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        compare_seat(&to, before, now, seat);
    compare_opening(&to, before, now);
    if (before->you >= 0 && now->you < 0) {
        tell(ctx, now->seat[before->you].kicked[0]
                      ? text_in(lang, "You were removed: you're watching.")
                      : text_in(lang, "You no longer have a seat: you're watching."));
    } else if (before->you < 0 && now->you >= 0) {
        tell(ctx, text_in(lang, "You have a seat."));
    } else if (remote_can_sit(now) && !remote_can_sit(before)) {
        tell(ctx, text_in(lang, "A seat is free."));
    }
    if (strcmp(before->host, now->host) != 0 && remote_is_host(now))
        tell(ctx, text_in(lang, "You are the host: you start the match."));
    remote_table_text(before, lang, 0, was, sizeof was);
    remote_table_text(now, lang, 0, is, sizeof is);
    if (strcmp(was, is) != 0)
        say(&to, N_("The table: %s"), is);
}
