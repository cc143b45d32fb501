/*
 * verifier.c - checks every message to a player against the rules, the previous message, and what
 * the others got.
 */
#include "client/verifier.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/json_write.h"
#include "wire/view_read.h"

enum { LEGAL_SIZE = 64 * 1024 };

struct verifier {
    struct faults *faults;
    enum text_lang lang;
    uint64_t dice;
    /* Work space for the message being checked. */
    const char *name;
    const struct client_turn *turn;
    int seat;
    struct mazo_view view, again;
    struct say_texts texts;
    struct mazo_events events;
    struct mazo_game game;
    struct mazo_legal legal;
    struct wire_error why;
    char text[LEGAL_SIZE];
};

/* ---- faults ---- */

const char *fault_name(int fault)
{
    static const char *const names[] = {
#define FAULT(name, sentence) #name,
#include "client/faults.def"
    };
    return names[fault];
}

const char *fault_sentence(int fault)
{
    static const char *const sentences[] = {
#define FAULT(name, sentence) sentence,
#include "client/faults.def"
    };
    return sentences[fault];
}

uint64_t faults_all(const struct faults *f)
{
    uint64_t all = 0;
    for (int i = 0; i < FAULT_COUNT; i++)
        all += f->count[i];
    return all;
}

void faults_add(struct faults *f, enum fault fault, const char *format, ...)
{
    if (f->count[fault]++ == 0) {
        va_list args;
        va_start(args, format);
        vsnprintf(f->example[fault], FAULT_EXAMPLE_SIZE, format, args);
        va_end(args);
    }
}

/* "KZTRA seat 2, 1.120: …" */
static void complain(const struct verifier *w, enum fault fault, const char *what)
{
    faults_add(w->faults, fault, "%s seat %d, %d.%lld: %s", w->name,
               w->seat == MAZO_SPECTATOR ? -1 : w->seat, w->turn->match, (long long)w->turn->n,
               what);
}

struct verifier *verifier_new(struct faults *faults, enum text_lang lang)
{
    struct verifier *w = calloc(1, sizeof *w);
    if (w) {
        w->faults = faults;
        w->lang = lang;
        w->dice = 1;
    }
    return w;
}

void verifier_free(struct verifier *w) { free(w); }

/* ---- what everybody must see alike ---- */

static uint64_t digest(uint64_t sum, const void *data, size_t len)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* Equal views are equal bytes: blank out what is private, and digest the rest. */
static uint64_t digest_view(const struct mazo_view *view)
{
    struct mazo_view open;
    memcpy(&open, view, sizeof open);
    open.seat = 0;
    open.drawn = 0;
    open.must = false;
    memset(open.hand, 0, sizeof open.hand);
    memset(open.shown, 0, sizeof open.shown);
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++)
        if (!(open.rules_seen >> i & 1))
            memset(&open.rule_cards[i], 0, sizeof open.rule_cards[i]);
    return digest(UINT64_C(0xcbf29ce484222325), &open, sizeof open);
}

static uint64_t digest_events(const struct mazo_events *events)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < events->count; i++) {
        struct mazo_event e;
        mazo_event_for(&events->at[i], MAZO_SPECTATOR, &e);
        const uint16_t parts[] = {e.type,  e.seat,   e.who,   e.card,
                                  e.color, e.detail, e.count, e.points};
        sum = digest(sum, parts, sizeof parts);
        if (e.has_cards)
            sum = digest(sum, events->cards + e.first, e.count);
    }
    return sum ? sum : 1;
}

static void check_alike(struct verifier *w, struct verifier_table *table)
{
    struct verifier_number *kept = &table->at[w->turn->n % WITNESS_KEPT];
    uint64_t view = digest_view(&w->view);
    uint64_t events = w->turn->events ? digest_events(&w->events) : 0;
    if (kept->match != w->turn->match || kept->n != w->turn->n) {
        *kept = (struct verifier_number){w->turn->match, w->turn->n, view, events};
        return;
    }
    if (kept->view != view)
        complain(w, FAULT_apart, "the view is not that of the others");
    if (events && kept->events && kept->events != events)
        complain(w, FAULT_apart, "the events are not those of the others");
    kept->events = kept->events ? kept->events : events;
}

/* ---- cards that one may not see ---- */

static bool may_see(const struct mazo_event *e, int seat)
{
    struct mazo_event filtered;
    mazo_event_for(e, seat, &filtered);
    return (filtered.has_cards || !e->has_cards || e->count == 0) && filtered.card == e->card;
}

static void check_secrets(const struct verifier *w)
{
    for (int i = 0; i < w->events.count; i++)
        if (!may_see(&w->events.at[i], w->seat))
            complain(w, FAULT_leak, mazo_event_name(w->events.at[i].type));
    if (w->view.seat != w->seat)
        complain(w, FAULT_leak, "the view of another player");
}

void verifier_events(struct verifier *w, int seat, const struct client_turn *turn, const char *name)
{
    size_t i;
    const json_t *event;
    w->name = name, w->turn = turn, w->seat = seat;
    json_array_foreach(turn->events, i, event)
    {
        const char *type = json_string_value(json_object_get(event, "event"));
        size_t count = json_array_size(json_object_get(event, "cards"));
        for (int t = 0; t < MAZO_EVENT_COUNT && type && count > 0; t++) {
            const struct mazo_event e = {.type = (uint8_t)t,
                                         .seat = (uint8_t)json_in_number(event, "seat",
                                                                         MAZO_SEAT_NONE),
                                         .who = (uint8_t)json_in_number(event, "who",
                                                                        MAZO_SEAT_NONE),
                                         .card = MAZO_CARD_NONE,
                                         .count = (uint16_t)count,
                                         .has_cards = true};
            if (strcmp(type, mazo_event_name(t)) == 0 && !may_see(&e, seat))
                complain(w, FAULT_leak, type);
        }
    }
}

/* ---- cards add up, and go where the events say ---- */

static int sum_of(const uint8_t counts[MAZO_KIND_COUNT])
{
    int sum = 0;
    for (int i = 0; i < MAZO_KIND_COUNT; i++)
        sum += counts[i];
    return sum;
}

static bool adds_up(const struct mazo_view *v)
{
    int all = v->draw_count + v->discard_count;
    for (int seat = 0; seat < v->seats; seat++)
        all += v->size[seat];
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int there = v->hand[card] + v->discards[card];
        int most = mazo_card_is_valid((mazo_card)card)
                       ? mazo_deck_copies(&v->rules, (mazo_card)card)
                       : 0;
        if (there > most)
            return false;
    }
    return all == mazo_deck_size(&v->rules) && sum_of(v->discards) == v->discard_count &&
           (v->seat >= v->seats || sum_of(v->hand) == v->size[v->seat]);
}

static void check_cards(const struct verifier *w)
{
    bool dealt = w->view.phase != MAZO_PHASE_write;
    if (dealt && !adds_up(&w->view))
        complain(w, FAULT_cards, "too many or too few");
}

/* The hands as far as known: all sizes, and our own cards. */
struct hands {
    int seats, own;
    bool own_known; /* false: it came from another player, and the events do not say what it is */
    int size[MAZO_SEATS_MAX];
    int hand[MAZO_KIND_COUNT];
};

static void move_cards(struct hands *h, int seat, int sign, const struct mazo_event *e,
                       const mazo_card *cards)
{
    if (seat >= h->seats)
        return;
    h->size[seat] += sign * e->count;
    for (int i = 0; seat == h->own && i < e->count; i++)
        if (e->has_cards && cards[i] < MAZO_KIND_COUNT)
            h->hand[cards[i]] += sign;
        else
            h->own_known = false;
}

static void exchange(struct hands *h, int a, int b)
{
    if (a < h->seats && b < h->seats) {
        int size = h->size[a];
        h->size[a] = h->size[b];
        h->size[b] = size;
        h->own_known = h->own_known && a != h->own && b != h->own;
    }
}

/* Every hand goes to the next seat in the direction of play. */
static void rotate(struct hands *h, bool left)
{
    int before[MAZO_SEATS_MAX];
    memcpy(before, h->size, sizeof before);
    for (int seat = 0; seat < h->seats; seat++)
        h->size[(seat + (left ? 1 : h->seats - 1)) % h->seats] = before[seat];
    h->own_known = false;
}

static void follow(struct hands *h, const struct mazo_event *e, const mazo_card *cards)
{
    const struct mazo_event played = {.count = 1, .has_cards = true};
    switch (e->type) {
    case MAZO_EVENT_dealer: /* a new round: all hands are empty */
        memset(h->size, 0, sizeof h->size);
        memset(h->hand, 0, sizeof h->hand);
        h->own_known = true;
        break;
    case MAZO_EVENT_dealt:
    case MAZO_EVENT_drew:
        move_cards(h, e->seat, 1, e, cards);
        break;
    case MAZO_EVENT_played:
        move_cards(h, e->seat, -1, &played, &e->card);
        break;
    case MAZO_EVENT_threw:
    case MAZO_EVENT_discarded:
        move_cards(h, e->seat, -1, e, cards);
        break;
    case MAZO_EVENT_gave:
    case MAZO_EVENT_took: {
        bool gave = e->type == MAZO_EVENT_gave;
        move_cards(h, gave ? e->seat : e->who, -1, e, cards);
        move_cards(h, gave ? e->who : e->seat, 1, e, cards);
        break;
    }
    case MAZO_EVENT_swapped:
        exchange(h, e->seat, e->who);
        break;
    case MAZO_EVENT_rotated:
        rotate(h, e->detail);
        break;
    default:
        break;
    }
}

static void check_hands(const struct verifier *w, const struct verifier_seat *who)
{
    struct hands h = {.seats = w->view.seats, .own = w->seat, .own_known = true};
    bool deal = w->turn->n == 0; /* all hands were empty */
    bool next = who->match == w->turn->match && who->n + 1 == w->turn->n;
    if (!w->turn->events || (!deal && !next))
        return; /* we have not seen what came before */
    for (int seat = 0; seat < h.seats && next; seat++)
        h.size[seat] = who->size[seat];
    for (int card = 0; card < MAZO_KIND_COUNT && next; card++)
        h.hand[card] = who->hand[card];
    for (int i = 0; i < w->events.count; i++)
        follow(&h, &w->events.at[i], w->events.cards + w->events.at[i].first);
    for (int seat = 0; seat < h.seats; seat++) {
        if (h.size[seat] != w->view.size[seat]) {
            complain(w, FAULT_hand, "its size");
            return;
        }
    }
    for (int card = 0; h.own < h.seats && h.own_known && card < MAZO_KIND_COUNT; card++) {
        if (h.hand[card] != w->view.hand[card]) {
            complain(w, FAULT_hand, "its cards");
            return;
        }
    }
}

/* ---- the rules ---- */

/* Is there a game that looks like this from here, with the same legal commands? */
static void check_rules(struct verifier *w)
{
    mazo_resample(&w->view, &w->dice, &w->game);
    const char *wrong = mazo_check(&w->game);
    if (wrong) {
        complain(w, FAULT_rules, wrong);
        return;
    }
    mazo_view_of(&w->game, w->seat, &w->again);
    if (memcmp(&w->again, &w->view, sizeof w->view) != 0) {
        complain(w, FAULT_rules, "no game looks like this");
        return;
    }
    struct json_out out;
    mazo_legal(&w->game, w->seat, &w->legal);
    json_out_init(&out, w->text, sizeof w->text);
    wire_put_legal(&out, w->lang, &w->legal);
    json_t *ours = json_loadb(out.buf, out.len, 0, NULL);
    if (!json_equal(ours, w->turn->legal)) {
        char example[FAULT_EXAMPLE_SIZE];
        char *told = json_dumps(w->turn->legal, JSON_COMPACT);
        snprintf(example, sizeof example, "%.120s, not %.120s", told ? told : "?", out.buf);
        complain(w, FAULT_legal, example);
        free(told);
    }
    json_decref(ours);
}

static void remember(const struct verifier *w, struct verifier_seat *who)
{
    who->match = w->turn->match;
    who->n = w->turn->n;
    memcpy(who->size, w->view.size, sizeof who->size);
    memcpy(who->hand, w->view.hand, sizeof who->hand);
}

void verifier_turn(struct verifier *w, struct verifier_table *table, struct verifier_seat *who,
                   int seat, const struct client_turn *turn, const char *name)
{
    w->name = name, w->turn = turn, w->seat = seat;
    mazo_events_clear(&w->events);
    if (!wire_read_view(turn->view, &w->view, &w->texts, &w->why)) {
        complain(w, FAULT_bad_view, w->why.message);
        return;
    }
    if (turn->events && !wire_read_events(turn->events, &w->events, &w->why)) {
        complain(w, FAULT_bad_events, w->why.message);
        return;
    }
    check_secrets(w);
    check_cards(w);
    check_hands(w, who);
    check_alike(w, table);
    if (w->view.seat == seat && (w->view.phase == MAZO_PHASE_write || adds_up(&w->view)))
        check_rules(w);
    remember(w, who);
}
