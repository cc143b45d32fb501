/*
 * inbox.c - messages from the server, taken in order and carried out.
 */
#include <stdio.h>
#include <string.h>

#include "say/phrase.h"
#include "terminal/remote/remote.h"
#include "wire/json_in.h"
#include "wire/view_read.h"

static bool is(const json_t *message, const char *type)
{
    return strcmp(json_in_text(message, "type"), type) == 0;
}

static bool is_moment(const json_t *message) { return is(message, "view") || is(message, "event"); }

static uint32_t number_at(const json_t *message, const char *key)
{
    int64_t number = json_in_number(message, key, 0);
    return number > 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

/* ---- the mirror ---- */

void remote_mirror_seats(const struct remote *f, struct session *s)
{
    static const uint8_t sitters[] = {TABLE_BOT, TABLE_BOT, TABLE_PERSON, TABLE_BOT,
                                      TABLE_PROGRAM}; /* ORDER enum seat_kind */
    const struct remote_table *t = &f->table;
    s->table.seats = (uint8_t)t->seats;
    for (int seat = 0; seat < t->seats; seat++) {
        struct table_player *player = &s->table.seat[seat].player;
        player->sitter = sitters[t->seat[seat].sits];
        snprintf(player->name, sizeof player->name, "%s", t->seat[seat].name);
        setup_bot_read(t->seat[seat].bot, strlen(t->seat[seat].bot), player);
        s->table.seat[seat].away = t->seat[seat].away;
    }
}

/* The end of the countdown at this key. */
static uint64_t end_at(const json_t *message, const char *key)
{
    int64_t ms = json_in_number(message, key, -1);
    bool runs = ms >= 0 && ms < (int64_t)1 << 40;
    return runs ? session_now() + (uint64_t)ms : TABLE_NEVER;
}

bool remote_mirror_take(struct remote *f, struct session *s, const json_t *message)
{
    static struct mazo_view view;
    static struct mazo_events events;
    static struct say_texts texts;
    struct wire_error why;
    const json_t *list = json_object_get(message, "events");
    events.count = 0;
    if (!wire_read_view(json_object_get(message, "view"), &view, &texts, &why) ||
        (list && !wire_read_events(list, &events, &why)) || view.seats != s->table.seats ||
        view.seat != f->remote.seat)
        return false;
    struct wire_game *play = &s->table.play;
    bool first = !play->open;
    play->open = true;
    play->texts = texts;
    play->events = events;
    mazo_resample(&view, &f->dice, &play->game);
    s->table.commands = (uint32_t)json_integer_value(json_object_get(message, "n"));
    s->table.turn_ends = end_at(message, "ends_in");
    s->table.vote_ends = end_at(message, "vote_ends_in");
    if (first || !list)
        score_join(&s->book, &play->game);
    else
        score_hear(&s->book, &play->game, &events);
    if (s->heard)
        s->heard(s->ctx, s);
    return true;
}

/* ---- what the table says ---- */

static void sit_down(struct remote *f)
{
    const struct remote_table *t = &f->table;
    if (f->requested.watch || f->sat || t->you >= 0)
        return;
    f->sat = true;
    if (remote_can_sit(t)) {
        remote_send(f, "sit", NULL);
        return;
    }
    remote_tell(f, t->status == ROOM_PLAYING
                       ? text_in(f->lang, "Match in progress: you're watching.")
                       : text_in(f->lang, "No free seat: you're watching."));
}

/* Dealing right after the rematch would leave out everybody else's salts. */
static void deal_again(struct remote *f)
{
    const struct remote_table *t = &f->table;
    if (!f->deals || t->status != ROOM_OPEN)
        return;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].sits == SEAT_PERSON && t->seat[seat].here && !t->seat[seat].sealed)
            return;
    remote_send(f, "start", NULL);
}

static void tell(void *ctx, const char *line) { remote_tell(ctx, line); }

static void take_table(struct remote *f, struct session *s, const json_t *message)
{
    struct remote_table now;
    if (!remote_table_read(message, f->lang, &now))
        return;
    bool known = f->table.code[0] != '\0';
    bool moved = known && f->table.you != now.you;
    if (strcmp(f->table.code, now.code) != 0)
        memset(f->voice, 0, sizeof f->voice);
    if (known)
        remote_compare(&f->table, &now, f->lang, tell, f);
    f->table = now;
    if (now.status != ROOM_OPEN)
        snprintf(f->played, sizeof f->played, "%s", now.commitment);
    sit_down(f);
    deal_again(f);
    bool cut = s && now.status == ROOM_OPEN && s->table.play.game.phase != MAZO_PHASE_match_over;
    if (s && (moved || cut))
        s->left = true; /* another point of view, or too much: begin again */
    else if (s)
        remote_mirror_seats(f, s);
}

/* Newest first, each person once. */
static void keep_voice(struct remote *f, const json_t *message)
{
    struct remote_person who;
    int at = 0;
    remote_read_text(message, "name", who.name, sizeof who.name);
    remote_read_text(message, "player", who.player, sizeof who.player);
    while (at < REMOTE_VOICES - 1 && strcmp(f->voice[at].player, who.player) != 0)
        at++;
    memmove(f->voice + 1, f->voice, (size_t)at * sizeof *f->voice);
    f->voice[0] = who;
}

static void take_talk(struct remote *f, const json_t *message)
{
    static const struct {
        const char *face, *format;
    } faces[REMOTE_FACES] = {
        {"👏", N_("%s applauds.")},     {"😂", N_("%s laughs.")}, {"😮", N_("%s is amazed.")},
        {"😢", N_("%s sheds a tear.")}, {"😡", N_("%s fumes.")},  {"🎉", N_("%s celebrates.")},
    };
    char name[TABLE_NAME_MAX], text[REMOTE_LINE_SIZE - TABLE_NAME_MAX - 4], line[REMOTE_LINE_SIZE];
    remote_read_text(message, "name", name, sizeof name);
    keep_voice(f, message);
    if (is(message, "chat")) {
        const char *phrase = phrase_text(f->lang, json_in_text(message, "phrase"));
        if (!phrase)
            remote_read_text(message, "text", text, sizeof text);
        snprintf(line, sizeof line, "%s: %s", name, phrase ? phrase : text);
        remote_tell(f, line);
        return;
    }
    for (int i = 0; i < REMOTE_FACES; i++) {
        if (strcmp(json_in_text(message, "face"), faces[i].face) == 0) {
            snprintf(line, sizeof line, text_in(f->lang, faces[i].format), name);
            remote_tell(f, line);
        }
    }
}

static void take_notice(struct remote *f, const json_t *message)
{
    char text[REMOTE_LINE_SIZE - 64], line[REMOTE_LINE_SIZE];
    remote_read_text(message, "text", text, sizeof text);
    snprintf(line, sizeof line, text_in(f->lang, "Message from the server: %s"), text);
    remote_tell(f, line);
}

/* done, waits, refused, or an error to report. */
static void take_answer(struct remote *f, struct session *s, const json_t *message)
{
    char text[REMOTE_WHY_SIZE];
    enum session_answer answer = is(message, "done")    ? SESSION_DONE
                                 : is(message, "waits") ? SESSION_WAITS
                                                        : SESSION_REFUSED;
    remote_read_text(message, "message", text, sizeof text);
    if (s && s->answered)
        s->answered(s->ctx, answer, text);
    else if (answer == SESSION_REFUSED)
        remote_tell(f, text);
}

/* False: the message must wait, it belongs to another match. */
static bool take_message(struct remote *f, struct session *s, const json_t *message)
{
    if (is_moment(message)) {
        if (!s || s->left || s->match != number_at(message, "match"))
            return false;
        if (!remote_mirror_take(f, s, message))
            remote_tell(f, text_in(f->lang, "A message from the server could not be understood."));
    } else if (is(message, "table")) {
        take_table(f, s, message);
    } else if (is(message, "chat") || is(message, "reaction")) {
        take_talk(f, message);
    } else if (is(message, "notice")) {
        take_notice(f, message);
    } else if (is(message, "done") || is(message, "waits") || is(message, "refused") ||
               is(message, "error")) {
        take_answer(f, s, message);
    }
    return true;
}

bool remote_step(struct remote *f, struct session *s)
{
    bool happened = false;
    while (json_array_size(f->inbox) > 0 && !(s && s->left)) {
        json_t *message = json_incref(json_array_get(f->inbox, 0));
        bool taken = take_message(f, s, message);
        json_decref(message);
        if (!taken) {
            if (s)
                s->left = happened = true;
            break;
        }
        json_array_remove(f->inbox, 0);
        happened = true;
    }
    for (; s && s->told && f->told < f->lines; f->told++) {
        s->told(s->ctx, f->line[f->told % REMOTE_LINES_MAX]);
        happened = true;
    }
    if (s && !s->save.path[0] && f->check.kept[0] && strcmp(f->check.key, f->table.key) == 0) {
        snprintf(s->save.path, sizeof s->save.path, "%s", f->check.kept); /* for the coach */
        happened = true;
    }
    if (s && (f->state == REMOTE_ENDED || !f->table.code[0]) && !s->left)
        s->left = happened = true;
    return happened;
}

bool remote_has_match(const struct remote *f)
{
    return json_array_size(f->inbox) > 0 && is_moment(json_array_get(f->inbox, 0));
}
