/*
 * write.c - writing rule cards: the pages, their lines and their keys.
 */
#include "terminal/game/write.h"

#include <stdio.h>
#include <string.h>

#include "terminal/screen/page.h"
#include "terminal/screen/term.h"
#include "text/utf8.h"

enum { NUMBERS = MAZO_EFFECT_N_MAX };

/* Lines of WRITE_OWN; from OWN_EFFECTS on, effects that can be added. */
enum { OWN_READY, OWN_TEXT, OWN_LESS, OWN_IDEA, OWN_EFFECTS };

/* ---- effects in words ---- */

/* ORDER enum mazo_effect_type: for one card, for more; the list shows the second with "…". */
static const char *const effect_words[MAZO_EFFECT_COUNT][2] = {
    {N_("draw %d card"), N_("draw %d cards")},
    {N_("draw until you hold %d card"), N_("draw until you hold %d cards")},
    {N_("throw %d card away"), N_("throw %d cards away")},
    {N_("throw cards away until you hold %d"), N_("throw cards away until you hold %d")},
    {N_("play as many cards in a row as you can"), NULL},
    {N_("play all your wilds"), NULL},
    {N_("take %d card from %s"), N_("take %d cards from %s")},
    {N_("give %d card to %s"), N_("give %d cards to %s")},
    {N_("swap hands with %s"), NULL},
    {N_("everybody else draws %d card"), N_("everybody else draws %d cards")},
    {N_("lose your next turn"), NULL},
    {N_("reverse the direction of play"), NULL},
    {N_("name the color"), NULL},
    {N_("a dare: you write what to do"), NULL},
};

/* ORDER enum mazo_other */
static const char *const others[MAZO_OTHER_COUNT] = {
    N_("the player with the most cards"), N_("the player with the fewest cards"),
    N_("the player on the left"),         N_("the player on the right"),
    N_("a player of your choice"),
};

void write_effect_words(enum text_lang lang, const struct mazo_effect *e, const char *dare,
                        char *buf, size_t size)
{
    const char *takes = mazo_effect_takes(e->type);
    const char *const *words = effect_words[e->type];
    const char *form = text_in(lang, words[strchr(takes, 'n') && e->n != 1 ? 1 : 0]);
    const char *other = e->other < MAZO_OTHER_COUNT ? text_in(lang, others[e->other]) : "…";
    if (strcmp(takes, "t") == 0)
        snprintf(buf, size, "%s", dare && *dare ? dare : form);
    else if (strcmp(takes, "w") == 0)
        snprintf(buf, size, form, other);
    else if (*takes)
        snprintf(buf, size, form, e->n, other);
    else
        snprintf(buf, size, "%s", form);
}

/* The effect as an entry of the list, before its number is chosen. */
static void list_words(enum text_lang lang, int type, char *buf, size_t size)
{
    const char *takes = mazo_effect_takes(type);
    const char *form = text_in(lang, effect_words[type][strchr(takes, 'n') ? 1 : 0]);
    size_t used = 0;
    for (; *form && used + 4 < size; form++) {
        if (*form == '%') {
            used += (size_t)snprintf(buf + used, size - used, "%s", "…");
            form++;
        } else {
            buf[used++] = *form;
        }
    }
    buf[used] = '\0';
}

/* ---- a card ---- */

/* The effects of a card in words, as far as there is room. */
static void effects_words(const struct writing *w, int card, char *buf, size_t size)
{
    const struct mazo_rule_card *rule = &w->cards[card];
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < rule->count; i++) {
        char words[WIRE_TEXT_MAX];
        write_effect_words(w->lang, &rule->effect[i], w->texts[card].dare[i], words, sizeof words);
        int n = snprintf(buf + used, size - used, "%s%s", i ? "; " : "", words);
        if (n < 0 || used + (size_t)n >= size) {
            buf[used] = '\0'; /* a cut word would be a cut character */
            return;
        }
        used += (size_t)n;
    }
}

/* After a change of the card: make its text from its effects, unless it was typed. */
static void make_text(struct writing *w, int card)
{
    w->idea[card] = false;
    if (!w->own[card])
        effects_words(w, card, w->texts[card].text, sizeof w->texts[card].text);
}

/* Does the card have effects, or a text that still needs them? */
static bool has_rule(const struct writing *w, int card)
{
    return w->cards[card].count > 0 || w->own[card];
}

const char *write_does(const struct writing *w, int card, char *buf, size_t size)
{
    buf[0] = '\0';
    if (w->own[card] && w->cards[card].count == 0)
        snprintf(buf, size, "%s", text_in(w->lang, N_("no effect yet")));
    else if (w->own[card] || w->idea[card])
        effects_words(w, card, buf, size);
    return buf;
}

static void go(struct writing *w, enum write_page page, int at)
{
    w->page = (uint8_t)page;
    w->at = (uint8_t)at;
    w->wrong[0] = '\0';
}

static void begin_typing(struct writing *w, enum write_page page, const char *text)
{
    snprintf(w->typed, sizeof w->typed, "%s", text);
    w->typed_at = strlen(w->typed);
    go(w, page, 0);
}

void write_begin(struct writing *w, enum text_lang lang, int count)
{
    *w = (struct writing){.lang = lang, .count = (uint8_t)count};
    go(w, WRITE_CARDS, 0);
}

static void wrong(struct writing *w, const char *why)
{
    snprintf(w->wrong, sizeof w->wrong, "%s", text_in(w->lang, why));
}

/* ---- lines ---- */

int write_lines(const struct writing *w)
{
    const struct mazo_rule_card *card = &w->cards[w->card];
    switch (w->page) {
    case WRITE_CARDS:
        return w->count + 1;
    case WRITE_IDEAS:
        return WIRE_IDEA_COUNT + 1;
    case WRITE_OWN:
        return OWN_EFFECTS + (card->count < MAZO_EFFECTS_MAX ? MAZO_EFFECT_COUNT : 0);
    case WRITE_NUMBER:
        return NUMBERS + (w->effect.type == MAZO_EFFECT_discard_to);
    case WRITE_OTHER:
        return MAZO_OTHER_COUNT;
    default:
        return 0;
    }
}

bool write_types(const struct writing *w) { return w->page == WRITE_DARE || w->page == WRITE_TEXT; }

static int number_of_line(const struct writing *w, int line)
{
    return line + (w->effect.type == MAZO_EFFECT_discard_to ? 0 : 1);
}

static const char *card_line(const struct writing *w, int line, char *buf, size_t size)
{
    if (line == w->count)
        return text_in(w->lang, N_("Hand them in"));
    char does[WIRE_TEXT_MAX + 1] = "";
    const char *text = text_in(w->lang, N_("nothing yet"));
    if (has_rule(w, line))
        text = w->texts[line].text;
    if (w->own[line]) /* an idea says what it does */
        write_does(w, line, does, sizeof does);
    snprintf(buf, size, text_in(w->lang, does[0] ? N_("Card %d: %s (%s)") : N_("Card %d: %s")),
             line + 1, text, does);
    return buf;
}

static const char *own_line(const struct writing *w, int line, char *buf, size_t size)
{
    if (line == OWN_READY)
        return text_in(w->lang, N_("This card is ready"));
    if (line == OWN_TEXT) {
        snprintf(buf, size, text_in(w->lang, N_("Its text: %s")), w->texts[w->card].text);
        return buf;
    }
    if (line == OWN_LESS) {
        return w->cards[w->card].count > 0 ? text_in(w->lang, N_("Remove the last effect"))
                                           : text_in(w->lang, N_("No effect yet: add one below"));
    }
    if (line == OWN_IDEA)
        return text_in(w->lang, N_("A ready-made card instead…"));
    char words[160];
    list_words(w->lang, line - OWN_EFFECTS, words, sizeof words);
    snprintf(buf, size, "+ %s", words);
    return buf;
}

const char *write_line(const struct writing *w, int line, char *buf, size_t size)
{
    struct say_card_text idea;
    struct mazo_effect effect = w->effect;
    switch (w->page) {
    case WRITE_CARDS:
        return card_line(w, line, buf, size);
    case WRITE_IDEAS:
        if (line == WIRE_IDEA_COUNT)
            return text_in(w->lang, N_("A rule of your own…"));
        say_idea_text(w->lang, line + 1, &idea);
        snprintf(buf, size, "%s", idea.text);
        return buf;
    case WRITE_OWN:
        return own_line(w, line, buf, size);
    case WRITE_NUMBER:
        effect.n = (uint8_t)number_of_line(w, line);
        effect.other = MAZO_OTHER_COUNT; /* not known yet */
        write_effect_words(w->lang, &effect, NULL, buf, size);
        return buf;
    case WRITE_OTHER:
        effect.other = (uint8_t)line;
        write_effect_words(w->lang, &effect, NULL, buf, size);
        return buf;
    default:
        return "";
    }
}

const char *write_title(const struct writing *w, char *buf, size_t size)
{
    static const char *const titles[] = {
        N_("Write your %d rule cards"),
        N_("What does card %d say?"),
        N_("Card %d: your own rule"),
        N_("Card %d: how many?"),
        N_("Card %d: who?"),
        N_("Card %d: what is the dare?"),
        N_("Card %d: its text"),
    };
    bool idea = w->page == WRITE_OWN && w->idea[w->card];
    snprintf(buf, size, text_in(w->lang, idea ? N_("Card %d: a ready-made rule") : titles[w->page]),
             w->page == WRITE_CARDS ? w->count : w->card + 1);
    if (w->page == WRITE_CARDS && w->count == 1)
        snprintf(buf, size, "%s", text_in(w->lang, N_("Write your rule card")));
    return buf;
}

/* ---- choosing a line ---- */

static int first_blank(const struct writing *w)
{
    for (int i = 0; i < w->count; i++)
        if (w->cards[i].count == 0)
            return i;
    return w->count;
}

/* The page of the card that is being written. */
static void go_card(struct writing *w)
{
    if (!has_rule(w, w->card))
        go(w, WRITE_IDEAS, 0);
    else
        go(w, WRITE_OWN, w->cards[w->card].count > 0 ? OWN_READY : OWN_EFFECTS);
}

static void pick_card(struct writing *w, int line)
{
    if (line < w->count) {
        w->card = (uint8_t)line;
        go_card(w);
    } else if (first_blank(w) < w->count) {
        w->at = (uint8_t)first_blank(w);
        wrong(w, w->own[w->at] ? N_("A rule needs an effect: add one from the list")
                               : N_("One card is still empty"));
    } else {
        w->ready = true;
    }
}

static void pick_idea(struct writing *w, int line)
{
    if (line == WIRE_IDEA_COUNT && has_rule(w, w->card) && !w->idea[w->card]) {
        go_card(w); /* there is one */
        return;
    }
    if (line == WIRE_IDEA_COUNT) {
        w->fresh = true;
        begin_typing(w, WRITE_TEXT, "");
        return;
    }
    w->cards[w->card] = *mazo_idea(line + 1);
    say_idea_text(w->lang, line + 1, &w->texts[w->card]);
    w->own[w->card] = false; /* another effect, and the text is made again */
    w->idea[w->card] = true;
    go(w, WRITE_CARDS, first_blank(w));
}

/* The effect is complete: onto the card with it. */
static void add_effect(struct writing *w)
{
    struct mazo_rule_card *card = &w->cards[w->card];
    if (w->effect.type == MAZO_EFFECT_dare) {
        snprintf(w->texts[w->card].dare[card->count], WIRE_DARE_MAX + 1, "%.*s", WIRE_DARE_MAX,
                 w->typed);
    }
    card->effect[card->count++] = w->effect;
    make_text(w, w->card);
    go(w, WRITE_OWN, 0);
}

/* Ask what the effect still needs, or add it to the card. */
static void next_of_effect(struct writing *w)
{
    const char *takes = mazo_effect_takes(w->effect.type);
    if (strchr(takes, 'n') && w->page == WRITE_OWN)
        go(w, WRITE_NUMBER, 1);
    else if (strchr(takes, 'w') && w->page != WRITE_OTHER)
        go(w, WRITE_OTHER, 0);
    else if (strchr(takes, 't') && w->page == WRITE_OWN)
        begin_typing(w, WRITE_DARE, "");
    else
        add_effect(w);
}

static void take_effect(struct writing *w)
{
    struct mazo_rule_card *card = &w->cards[w->card];
    if (card->count == 0) {
        wrong(w, N_("There is no effect on it"));
        return;
    }
    card->effect[--card->count] = (struct mazo_effect){0};
    w->texts[w->card].dare[card->count][0] = '\0';
    make_text(w, w->card);
}

static void pick_own(struct writing *w, int line)
{
    struct mazo_rule_card *card = &w->cards[w->card];
    if (line == OWN_READY) {
        if (card->count == 0) {
            wrong(w, N_("A rule needs an effect: add one from the list"));
            return;
        }
        go(w, WRITE_CARDS, first_blank(w));
    } else if (line == OWN_TEXT) {
        w->fresh = false;
        begin_typing(w, WRITE_TEXT, w->texts[w->card].text);
    } else if (line == OWN_LESS) {
        take_effect(w);
    } else if (line == OWN_IDEA) {
        go(w, WRITE_IDEAS, 0);
    } else {
        w->effect = (struct mazo_effect){.type = (uint8_t)(line - OWN_EFFECTS)};
        next_of_effect(w);
    }
}

void write_pick(struct writing *w, int line)
{
    if (line < 0 || line >= write_lines(w))
        return;
    w->at = (uint8_t)line;
    w->wrong[0] = '\0';
    switch (w->page) {
    case WRITE_CARDS:
        pick_card(w, line);
        break;
    case WRITE_IDEAS:
        pick_idea(w, line);
        break;
    case WRITE_OWN:
        pick_own(w, line);
        break;
    case WRITE_NUMBER:
        w->effect.n = (uint8_t)number_of_line(w, line);
        next_of_effect(w);
        break;
    default:
        w->effect.other = (uint8_t)line;
        next_of_effect(w);
        break;
    }
}

/* ---- keys ---- */

static void typed(struct writing *w)
{
    for (size_t len = strlen(w->typed); len > 0 && w->typed[len - 1] == ' ';) {
        w->typed[--len] = '\0';
        w->typed_at = w->typed_at < len ? w->typed_at : len;
    }
    if (w->page == WRITE_DARE) {
        if (!utf8_is_plain(w->typed, WIRE_DARE_MAX)) {
            wrong(w, N_("Write what the player has to do"));
            return;
        }
        add_effect(w);
        return;
    }
    if (w->fresh) {
        w->cards[w->card] = (struct mazo_rule_card){0};
        w->texts[w->card] = (struct say_card_text){0};
    }
    if (w->fresh || strcmp(w->typed, w->texts[w->card].text) != 0) {
        w->own[w->card] = utf8_is_plain(w->typed, WIRE_TEXT_MAX);
        if (w->own[w->card])
            snprintf(w->texts[w->card].text, WIRE_TEXT_MAX + 1, "%s", w->typed);
        make_text(w, w->card);
    }
    go(w, WRITE_OWN, w->cards[w->card].count > 0 ? OWN_READY : OWN_EFFECTS);
}

static void back(struct writing *w)
{
    bool has = has_rule(w, w->card);
    if ((w->page == WRITE_OWN && !has) || (w->page == WRITE_TEXT && w->fresh))
        go(w, WRITE_IDEAS, w->page == WRITE_TEXT ? WIRE_IDEA_COUNT : 0);
    else if (w->page == WRITE_OWN || (w->page == WRITE_IDEAS && !has))
        go(w, WRITE_CARDS, w->card);
    else if (w->page != WRITE_CARDS)
        go(w, WRITE_OWN, 0);
}

static void type_key(struct writing *w, uint32_t key)
{
    size_t size = w->page == WRITE_DARE ? WIRE_DARE_MAX + 1 : sizeof w->typed;
    if (key == TERM_ENTER)
        typed(w);
    else if (key == TERM_ESCAPE)
        back(w);
    else
        page_text_key(w->typed, size, &w->typed_at, key);
}

/* Without q, which leaves. */
static const char row_keys[] = "123456789abcdefghijklmnoprstuvwxyz";

char write_row_key(int line) { return line < (int)sizeof row_keys - 1 ? row_keys[line] : ' '; }

static void pick_by_key(struct writing *w, uint32_t key)
{
    key |= key >= 'A' && key <= 'Z' ? 'a' - 'A' : 0;
    for (int line = 0; row_keys[line]; line++) {
        if (key == (uint32_t)row_keys[line]) {
            write_pick(w, line);
            return;
        }
    }
}

void write_key(struct writing *w, uint32_t key)
{
    int lines = write_lines(w);
    if (write_types(w)) {
        type_key(w, key);
        return;
    }
    if (key == TERM_UP || key == TERM_BACK_TAB || key == TERM_WHEEL_UP)
        w->at = (uint8_t)((w->at + lines - 1) % lines);
    else if (key == TERM_DOWN || key == TERM_TAB || key == TERM_WHEEL_DOWN)
        w->at = (uint8_t)((w->at + 1) % lines);
    else if (key == TERM_HOME || key == TERM_END)
        w->at = (uint8_t)(key == TERM_HOME ? 0 : lines - 1);
    else if (key == TERM_ENTER) /* no space: it belongs to a sentence */
        write_pick(w, w->at);
    else if (key == TERM_ESCAPE || key == TERM_BACKSPACE)
        back(w);
    else
        pick_by_key(w, key);
}
