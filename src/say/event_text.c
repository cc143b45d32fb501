/*
 * event_text.c - what happened, as sentences for one reader.
 *
 * A sentence is a template of the catalogue with marks in braces:
 *   {s} seat  {w} the other seat  {a} a card with its article  {o} color
 *   {n} a number  {cards} "a card", "2 cards"  {points} "1 point", "20 points"
 *   {k} ": " and the cards, where they may be seen  {why} a blank and why cards are drawn
 *   {text} ": " and what is written on a rule card
 * So a translation can put them in any order and leave some out.
 */
#include "say/event_text.h"

#include <stdio.h>
#include <string.h>

#include "say/effect_say.h"
#include "say/notation.h"

/* The same event, told to the seat, to the other seat, and to everybody else. */
struct form {
    const char *you, *to_you, *they;
};

/* clang-format off: one event a paragraph */
static const struct form forms[MAZO_EVENT_COUNT] = {
    [MAZO_EVENT_wrote] = {N_("You have finished writing"), NULL, N_("{s} has finished writing")},
    [MAZO_EVENT_cut] = {N_("For the deal, you draw {a}"), NULL, N_("For the deal, {s} draws {a}")},
    [MAZO_EVENT_dealer] = {N_("Round {n}: you deal"), NULL, N_("Round {n}: {s} deals")},
    [MAZO_EVENT_dealt] = {N_("You are dealt {cards}{k}"), NULL, N_("{s} is dealt {cards}{k}")},
    [MAZO_EVENT_turned] = {NULL, NULL, N_("The first card is {a}")},
    [MAZO_EVENT_returned] = {NULL, NULL, N_("No round opens with {a}: it goes back into the pile")},
    [MAZO_EVENT_jumped_in] = {N_("You jump in out of turn"), NULL, N_("{s} jumps in out of turn")},
    [MAZO_EVENT_drew] = {N_("You draw {cards}{why}{k}"), NULL, N_("{s} draws {cards}{why}{k}")},
    [MAZO_EVENT_kept] = {N_("You keep the card you drew"), NULL, N_("{s} keeps the drawn card")},
    [MAZO_EVENT_passed] = {N_("You can neither play nor draw: you pass"), NULL,
                           N_("{s} can neither play nor draw: {s} passes")},
    [MAZO_EVENT_skipped] = {N_("You lose your turn"), NULL, N_("{s} loses a turn")},
    [MAZO_EVENT_color] = {N_("You name the color: {o}"), NULL, N_("{s} names the color: {o}")},
    [MAZO_EVENT_struck] = {N_("You must draw {cards}"), NULL, N_("{s} must draw {cards}")},
    [MAZO_EVENT_challenged] = {N_("You challenge {w}'s Wild Draw Four"),
                               N_("{s} challenges your Wild Draw Four"),
                               N_("{s} challenges {w}'s Wild Draw Four")},
    [MAZO_EVENT_shown] = {N_("You show {w} your hand"), N_("{s} shows you their hand{k}"),
                          N_("{s} shows {w} their hand")},
    [MAZO_EVENT_uno] = {N_("You say UNO!"), NULL, N_("{s} says UNO!")},
    [MAZO_EVENT_caught] = {N_("You catch {w}, who has not said UNO"),
                           N_("{s} catches you: you have not said UNO"),
                           N_("{s} catches {w}, who has not said UNO")},
    [MAZO_EVENT_accused] = {N_("You accuse {w} of making suggestions"),
                            N_("{s} accuses you of making suggestions"),
                            N_("{s} accuses {w} of making suggestions")},
    [MAZO_EVENT_admitted] = {N_("You admit it"), NULL, N_("{s} admits it")},
    [MAZO_EVENT_convicted] = {N_("You are found guilty of making suggestions"), NULL,
                              N_("{s} is found guilty of making suggestions")},
    [MAZO_EVENT_acquitted] = {N_("The accusation against you fails"), NULL,
                              N_("The accusation against {s} fails")},
    [MAZO_EVENT_recycled] =
        {NULL, NULL,
         N_("The draw pile is empty: the discards are shuffled into a new one ({cards})")},
    [MAZO_EVENT_rule_card] = {N_("A rule card comes out for you{text}"), NULL,
                              N_("A rule card comes out for {s}{text}")},
    [MAZO_EVENT_no_rule_card] = {N_("The dispenser has no rule card for you"), NULL,
                                 N_("The dispenser has no rule card for {s}")},
    [MAZO_EVENT_refilled] =
        {NULL, NULL, N_("The used rule cards are shuffled back into the dispenser: {cards}")},
    [MAZO_EVENT_gave] = {N_("You give {w} {cards}{k}"), N_("{s} gives you {cards}{k}"),
                         N_("{s} gives {w} {cards}{k}")},
    [MAZO_EVENT_took] = {N_("You take {cards} from {w}{k}"), N_("{s} takes {cards} from you{k}"),
                         N_("{s} takes {cards} from {w}{k}")},
    [MAZO_EVENT_swapped] = {N_("You swap hands with {w}"), N_("{s} swaps hands with you"),
                            N_("{s} swaps hands with {w}")},
    [MAZO_EVENT_dared] = {N_("You have a dare to perform{text}"), NULL,
                          N_("{s} has a dare to perform{text}")},
    [MAZO_EVENT_done] = {N_("You are done"), NULL, N_("{s} is done")},
    [MAZO_EVENT_won] = {N_("You are out of cards and win the round!"), NULL,
                        N_("{s} is out of cards and wins the round")},
    [MAZO_EVENT_blocked] = {NULL, NULL,
                            N_("Nobody can win this round now: it ends without points")},
    [MAZO_EVENT_counted] = {N_("You are left with {points}{k}"), NULL,
                            N_("{s} is left with {points}{k}")},
    [MAZO_EVENT_scored] = {N_("You score {points}"), NULL, N_("{s} scores {points}")},
    [MAZO_EVENT_match_over] = {NULL, NULL, N_("The match is over")},
};

/* played: plain, with a color, with UNO, with both */
static const struct form played[4] = {
    {N_("You play {a}"), NULL, N_("{s} plays {a}")},
    {N_("You play {a} and name {o}"), NULL, N_("{s} plays {a} and names {o}")},
    {N_("You play {a} and say UNO!"), NULL, N_("{s} plays {a} and says UNO!")},
    {N_("You play {a}, name {o} and say UNO!"), NULL, N_("{s} plays {a}, names {o} and says UNO!")},
};

/* of a flag: no, yes */
static const struct form verdicts[2] = {
    {N_("You were not bluffing"), NULL, N_("{s} was not bluffing")},
    {N_("You were bluffing!"), NULL, N_("{s} was bluffing!")},
};
static const struct form votes[2] = {
    {N_("You vote no"), NULL, N_("{s} votes no")},
    {N_("You vote yes"), NULL, N_("{s} votes yes")},
};
/* Not "to the left": a screen may show the seats the other way round. */
static const char reversed[] = N_("Play reverses");
static const char rotated[] = N_("Every hand is passed on in the direction of play");

static const struct form wrong_card = {N_("You play {a}, which does not fit, and take it back"),
                                       NULL,
                                       N_("{s} plays {a}, which does not fit, and takes it back")};
static const struct form wrong_moment = {N_("You play {a} at the wrong moment and take it back"),
                                         NULL,
                                         N_("{s} plays {a} at the wrong moment and takes it back")};
static const struct form wrong_turn = {N_("You play {a} out of turn and take it back"), NULL,
                                       N_("{s} plays {a} out of turn and takes it back")};

static const struct form drew_nothing = {N_("There is no card left for you to draw"), NULL,
                                         N_("There is no card left for {s} to draw")};
static const struct form threw_nothing = {N_("You throw no cards"), NULL,
                                          N_("{s} throws no cards")};
static const struct form threw = {N_("You throw {cards}{k}"), NULL, N_("{s} throws {cards}{k}")};
static const struct form discarded = {N_("You put {cards} under the discards{k}"), NULL,
                                      N_("{s} puts {cards} under the discards{k}")};
static const struct form took_nothing = {N_("You take nothing: {w} keeps the last card"),
                                         N_("{s} takes nothing: you keep the last card"),
                                         N_("{s} takes nothing: {w} keeps the last card")};
static const struct form counted_nothing = {N_("You have no cards left"), NULL,
                                            N_("{s} has no cards left")};
/* In Spanish the verb is another one for a single point. */
static const struct form counted_one = {N_("You are left with 1 point{k}"), NULL,
                                        N_("{s} is left with 1 point{k}")};
static const struct form chose_self = {N_("You take the rule card"), NULL,
                                       N_("{s} takes the rule card")};
static const struct form chose = {N_("You choose {w}"), N_("{s} chooses you"),
                                  N_("{s} chooses {w}")};

/* ORDER enum mazo_face */
static const struct form spun[MAZO_FACE_COUNT] = {
    {N_("You pull the lever: any player you choose gets a rule card"), NULL,
     N_("{s} pulls the lever: a player of their choice gets a rule card")},
    {N_("You pull the lever: the player on your right gets a rule card"), NULL,
     N_("{s} pulls the lever: the player on the right gets a rule card")},
    {N_("You pull the lever: the player on your left gets a rule card"), NULL,
     N_("{s} pulls the lever: the player on the left gets a rule card")},
    {N_("You pull the lever: everybody gets a rule card"), NULL,
     N_("{s} pulls the lever: everybody gets a rule card")},
    {N_("You pull the lever: you may throw one card of each color"), NULL,
     N_("{s} pulls the lever: one card of each color may be thrown")},
    {N_("You pull the lever and draw four cards"), NULL,
     N_("{s} pulls the lever and draws four cards")},
};

static const char *const reasons[MAZO_REASON_COUNT] = {
#define MAZO_X_REASON(name, words) words,
#include "mazo/reasons.def"
};

/* ---- cards ---- */

/* Whole names, not color and symbol: in Spanish they agree with each other.
 * ORDER enum mazo_color; numbers, then ORDER enum mazo_value from Skip on */
static const char *const bare[MAZO_COLOR_COUNT][5] = {
    {N_("red %d"), N_("red Skip"), N_("red Reverse"), N_("red Draw Two"), N_("red Jackpot")},
    {N_("green %d"), N_("green Skip"), N_("green Reverse"), N_("green Draw Two"),
     N_("green Jackpot")},
    {N_("blue %d"), N_("blue Skip"), N_("blue Reverse"), N_("blue Draw Two"), N_("blue Jackpot")},
    {N_("yellow %d"), N_("yellow Skip"), N_("yellow Reverse"), N_("yellow Draw Two"),
     N_("yellow Jackpot")},
};
static const char *const with_article[MAZO_COLOR_COUNT][5] = {
    {N_("a red %d"), N_("a red Skip"), N_("a red Reverse"), N_("a red Draw Two"),
     N_("a red Jackpot")},
    {N_("a green %d"), N_("a green Skip"), N_("a green Reverse"), N_("a green Draw Two"),
     N_("a green Jackpot")},
    {N_("a blue %d"), N_("a blue Skip"), N_("a blue Reverse"), N_("a blue Draw Two"),
     N_("a blue Jackpot")},
    {N_("a yellow %d"), N_("a yellow Skip"), N_("a yellow Reverse"), N_("a yellow Draw Two"),
     N_("a yellow Jackpot")},
};
/* clang-format on */

const char *say_color_name(enum text_lang lang, int color)
{
    static const char *const names[] = {N_("red"), N_("green"), N_("blue"), N_("yellow")};
    return color >= 0 && color < MAZO_COLOR_COUNT ? text_in(lang, names[color]) : "?";
}

const char *say_symbol_name(enum text_lang lang, int value)
{
    static const char *const names[] = {N_("Skip"), N_("Reverse"), N_("Draw Two"), N_("Jackpot")};
    return value >= MAZO_SKIP && value < MAZO_VALUE_COUNT ? text_in(lang, names[value - MAZO_SKIP])
                                                          : "?";
}

static const char *wild_name(mazo_card card, bool article)
{
    switch (card) {
    case MAZO_WILD:
        return article ? N_("a Wild") : N_("Wild");
    case MAZO_WILD_FOUR:
        return article ? N_("a Wild Draw Four") : N_("Wild Draw Four");
    case MAZO_WILD_JACKPOT:
        return article ? N_("a Wild Jackpot") : N_("Wild Jackpot");
    default:
        return article ? N_("a card") : N_("card");
    }
}

static int name_card(enum text_lang lang, mazo_card card, bool article, char *buf, size_t size)
{
    if (!mazo_card_is_valid(card) || mazo_card_is_wild(card))
        return snprintf(buf, size, "%s", text_in(lang, wild_name(card, article)));
    int color = mazo_card_color(card), value = mazo_card_value(card);
    int at = value < MAZO_SKIP ? 0 : value - MAZO_SKIP + 1;
    const char *name = text_in(lang, article ? with_article[color][at] : bare[color][at]);
    return at ? snprintf(buf, size, "%s", name) : snprintf(buf, size, name, value);
}

int say_card_full_name(enum text_lang lang, mazo_card card, char *buf, size_t size)
{
    return name_card(lang, card, false, buf, size);
}

int say_card_with_article(enum text_lang lang, mazo_card card, char *buf, size_t size)
{
    return name_card(lang, card, true, buf, size);
}

/* The card as the reader's screen wants it: drawn there, or named. */
static void tell_card(const struct tell *t, mazo_card card, bool article, char *buf, size_t size)
{
    char sign[MAZO_CARD_TEXT];
    if (!t->chips || !mazo_card_is_valid(card)) {
        name_card(t->lang, card, article, buf, size);
        return;
    }
    mazo_card_write(card, sign);
    snprintf(buf, size, "{%s}", sign);
}

/* ---- putting it together ---- */

struct telling {
    const struct tell *tell;
    const struct mazo_event *event;
    const mazo_card *cards;
    char *buf;
    size_t size, length; /* the length also of what found no room */
};

static void put_bytes(struct telling *t, const char *text, size_t n)
{
    if (t->length < t->size) {
        size_t space = t->size - t->length;
        memcpy(t->buf + t->length, text, n < space ? n : space);
    }
    t->length += n;
}

static void put_string(struct telling *t, const char *text) { put_bytes(t, text, strlen(text)); }

static const char *lookup(const struct telling *t, const char *english)
{
    return *english ? text_in(t->tell->lang, english) : "";
}

static void put_count(struct telling *t, int count, const char *one, const char *many)
{
    char text[64];
    snprintf(text, sizeof text, lookup(t, count == 1 ? one : many), count);
    put_string(t, text);
}

static void put_seat(struct telling *t, int seat)
{
    char text[32];
    if (seat < MAZO_SEATS_MAX && t->tell->names) {
        put_string(t, t->tell->names[seat]);
        return;
    }
    snprintf(text, sizeof text, lookup(t, N_("seat %d")), seat);
    put_string(t, text);
}

static void put_list(struct telling *t)
{
    char name[64];
    const struct mazo_event *e = t->event;
    for (int i = 0; e->has_cards && i < e->count; i++) {
        bool last = i == e->count - 1;
        put_string(t, i == 0          ? ": "
                      : t->tell->chips ? " "
                      : last           ? lookup(t, N_(" and "))
                                       : ", ");
        tell_card(t->tell, t->cards[e->first + i], false, name, sizeof name);
        put_string(t, name);
    }
}

/* The text of a rule card; the dare, if it has only that. */
static void put_text(struct telling *t)
{
    const struct mazo_event *e = t->event;
    if (!t->tell->texts || e->detail >= MAZO_RULE_CARDS_MAX)
        return;
    const struct say_card_text *card = &t->tell->texts->card[e->detail];
    const char *dare = "";
    int dares = 0;
    for (int i = 0; i < MAZO_EFFECTS_MAX; i++) {
        if (card->dare[i][0]) {
            dare = card->dare[i];
            dares++;
        }
    }
    char does[WIRE_DOES_SIZE] = "", words[WIRE_DOES_SIZE];
    const char *text = e->type == MAZO_EVENT_dared && dares == 1 ? dare : card->text;
    text = say_written(t->tell->lang, text);
    if (e->type == MAZO_EVENT_rule_card && t->tell->rule_cards) {
        const struct mazo_rule_card *rule = &t->tell->rule_cards[e->detail];
        text = say_card_text(t->tell->lang, rule, card, words, sizeof words);
        say_card_does(t->tell->lang, rule, card, does, sizeof does);
    }
    if (*text) {
        put_string(t, lookup(t, N_(": \"")));
        put_string(t, text);
        put_string(t, lookup(t, N_("\"")));
    }
    put_string(t, does[0] ? " → " : "");
    put_string(t, does);
}

static void put_mark(struct telling *t, const char *mark, size_t n)
{
    const struct mazo_event *e = t->event;
    char text[64];
    if (n == 1 && strchr("swaonk", mark[0])) {
        switch (mark[0]) {
        case 's':
            put_seat(t, e->seat);
            return;
        case 'w':
            put_seat(t, e->who);
            return;
        case 'a':
            tell_card(t->tell, e->card, true, text, sizeof text);
            put_string(t, text);
            return;
        case 'o':
            put_string(t, say_color_name(t->tell->lang, e->color));
            return;
        case 'n':
            snprintf(text, sizeof text, "%d", e->count);
            put_string(t, text);
            return;
        default:
            put_list(t);
            return;
        }
    }
    if (n == 5 && memcmp(mark, "cards", n) == 0)
        put_count(t, e->count, N_("a card"), N_("%d cards"));
    else if (n == 6 && memcmp(mark, "points", n) == 0)
        put_count(t, e->points, N_("%d point"), N_("%d points"));
    else if (n == 3 && memcmp(mark, "why", n) == 0)
        put_string(t, e->detail < MAZO_REASON_COUNT ? lookup(t, reasons[e->detail]) : "");
    else if (n == 4 && memcmp(mark, "text", n) == 0)
        put_text(t);
}

static void fill_in(struct telling *t, const char *template)
{
    while (*template) {
        size_t plain = strcspn(template, "{");
        put_bytes(t, template, plain);
        template += plain;
        if (*template) {
            size_t n = strcspn(++template, "}");
            put_mark(t, template, n);
            template += n + 1;
        }
    }
}

static const char *voice(const struct tell *tell, const struct mazo_event *e, const struct form *f)
{
    if (f->you && e->seat == tell->reader)
        return f->you;
    return f->to_you && e->who == tell->reader ? f->to_you : f->they;
}

/* The template for this reader, in English. */
static const char *template_for(const struct tell *tell, const struct mazo_event *e)
{
    switch (e->type) {
    case MAZO_EVENT_played:
        return voice(tell, e, &played[(mazo_card_is_wild(e->card) ? 1 : 0) + (e->detail ? 2 : 0)]);
    case MAZO_EVENT_verdict:
        return voice(tell, e, &verdicts[e->detail != 0]);
    case MAZO_EVENT_voted:
        return voice(tell, e, &votes[e->detail != 0]);
    case MAZO_EVENT_reversed:
        return reversed;
    case MAZO_EVENT_rotated:
        return rotated;
    case MAZO_EVENT_misplayed:
        return voice(tell, e,
                     e->detail == MAZO_ERR_not_your_turn    ? &wrong_turn
                     : e->detail == MAZO_ERR_does_not_match ? &wrong_card
                                                            : &wrong_moment);
    case MAZO_EVENT_spun:
        return e->detail < MAZO_FACE_COUNT ? voice(tell, e, &spun[e->detail]) : "";
    case MAZO_EVENT_chose:
        return voice(tell, e, e->seat == e->who ? &chose_self : &chose);
    case MAZO_EVENT_threw:
        return voice(tell, e, e->count ? &threw : &threw_nothing);
    case MAZO_EVENT_discarded:
        return voice(tell, e, e->count ? &discarded : &threw_nothing);
    case MAZO_EVENT_drew:
        return voice(tell, e, e->count ? &forms[e->type] : &drew_nothing);
    case MAZO_EVENT_took:
        return voice(tell, e, e->count ? &forms[e->type] : &took_nothing);
    case MAZO_EVENT_counted:
        return voice(tell, e,
                     !e->count        ? &counted_nothing
                     : e->points == 1 ? &counted_one
                                      : &forms[e->type]);
    default:
        return e->type < MAZO_EVENT_COUNT ? voice(tell, e, &forms[e->type]) : "";
    }
}

/* Ends the text, removing an incomplete character. */
static void end_text(struct telling *t)
{
    if (t->size == 0)
        return;
    size_t at = t->length < t->size ? t->length : t->size - 1;
    if (t->length >= t->size)
        while (at > 0 && ((unsigned char)t->buf[at] & 0xc0) == 0x80)
            at--;
    t->buf[at] = '\0';
}

int say_tell(const struct tell *tell, const struct mazo_event *event, const mazo_card *cards,
             char *buf, size_t size)
{
    struct telling t = {.tell = tell, .event = event, .cards = cards, .buf = buf, .size = size};
    fill_in(&t, lookup(&t, template_for(tell, event)));
    end_text(&t);
    return (int)t.length;
}
