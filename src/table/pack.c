/*
 * pack.c - a table at rest, in a few kilobytes.
 *
 * One walk over everything that is kept packs and unpacks. Structs are copied
 * in whole stretches, from a member to the next that is not of fixed size, so
 * a new member is kept without a word here; the assertions see to it that no
 * stretch ends too soon.
 */
#include "table/pack.h"

#include <assert.h>
#include <string.h>

#include "table/inner.h"

#define END_OF(type, member) (offsetof(type, member) + sizeof((type){0}.member))

/* Table: from `lang` to the seats, the seats, the play; the rest is work space. */
static_assert(offsetof(struct table, play) == END_OF(struct table, seat), "kept: play");
static_assert(offsetof(struct table, last) == END_OF(struct table, play), "not kept: last");
static_assert(offsetof(struct table, seat) > offsetof(struct table, lang), "kept: the head");

/* Seat: up to the program of its player; the bot up to its notes; the held command. */
static_assert(END_OF(struct table_player, program) == sizeof(struct table_player), "program");
static_assert(offsetof(struct table_seat, bot) == END_OF(struct table_seat, player), "player");
static_assert(END_OF(struct mazo_bot, beliefs) == sizeof(struct mazo_bot), "beliefs");
static_assert(END_OF(struct bot_beliefs, notes) == sizeof(struct bot_beliefs), "notes");
static_assert(offsetof(struct table_seat, held) == END_OF(struct table_seat, bot), "held");
static_assert(END_OF(struct table_seat, held) == sizeof(struct table_seat), "nothing behind it");

/* Play: up to the texts, and the texts; its events are not kept. */
static_assert(offsetof(struct wire_game, events) == END_OF(struct wire_game, texts), "events");
static_assert(END_OF(struct say_card_text, dare) == sizeof(struct say_card_text), "texts");

/* No stored length takes more room than the bytes it saves. */
static_assert(END_OF(struct table, play) + sizeof(bool) * MAZO_SEATS_MAX < TABLE_PACK_MAX,
              "TABLE_PACK_MAX");

/* Where the walk is in the packed table, and which way it goes. */
struct walk {
    char *at;
    bool packs;
};

static void part(struct walk *w, void *what, size_t size)
{
    if (w->packs)
        memcpy(w->at, what, size);
    else
        memcpy(what, w->at, size);
    w->at += size;
}

/* From the start of one member to the start of another. */
#define STRETCH(w, object, from, to)                                                               \
    part((w), &(object)->from, (size_t)((char *)&(object)->to - (char *)&(object)->from))

static void string(struct walk *w, char *text)
{
    part(w, text, strlen(w->packs ? text : w->at) + 1);
}

static void held(struct walk *w, struct table_held *h)
{
    part(w, &h->is_there, sizeof h->is_there);
    if (h->is_there)
        part(w, h, sizeof *h);
    if (h->is_there && !w->packs)
        h->command.cards = h->cards;
}

static void seat(struct walk *w, struct table_seat *s)
{
    struct bot_beliefs *m = &s->bot.beliefs;
    STRETCH(w, s, away, player.program);
    string(w, s->player.program);
    STRETCH(w, s, bot, bot.beliefs.notes);
    part(w, m->notes, m->note_count * sizeof m->notes[0]);
    held(w, &s->held);
}

static void texts(struct walk *w, struct say_texts *all)
{
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        string(w, all->card[i].text);
        for (int j = 0; j < MAZO_EFFECTS_MAX; j++)
            string(w, all->card[i].dare[j]);
    }
}

/* Before a table is open, all seats are kept. */
static int seats_of(const struct table *t) { return t->play.open ? t->seats : MAZO_SEATS_MAX; }

static void table(struct walk *w, struct table *t)
{
    STRETCH(w, t, lang, seat);
    STRETCH(w, t, play, play.texts);
    texts(w, &t->play.texts);
    for (int i = 0; i < seats_of(t); i++)
        seat(w, &t->seat[i]);
}

size_t table_pack(const struct table *t, void *buf)
{
    struct walk w = {.at = buf, .packs = true};
    table(&w, (struct table *)t); /* packing does not change it */
    return (size_t)(w.at - (char *)buf);
}

void table_unpack(struct table *t, const void *buf, size_t len)
{
    struct walk w = {.at = (char *)buf}; /* unpacking only reads it */
    memset(&t->play.texts, 0, sizeof t->play.texts);
    table(&w, t);
    assert(w.at == (const char *)buf + len);
    (void)len;
    for (int i = seats_of(t); i < MAZO_SEATS_MAX; i++)
        table_clear_seat(&t->seat[i]);
    mazo_events_clear(&t->play.events);
    t->last.kind = WIRE_STATE;
}

int table_packed_turn(const void *buf)
{
    uint8_t turn;
    size_t head = offsetof(struct table, seat) - offsetof(struct table, lang);
    memcpy(&turn, (const char *)buf + head + offsetof(struct wire_game, game.turn), sizeof turn);
    return turn;
}
