/*
 * typed.c - from a typed line to a command.
 */
#include "terminal/plain/typed.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/near.h"
#include "text/number.h"
#include "say/notation.h"
#include "text/screen.h"

enum { WORDS_MAX = 128, LINE_MAX_BYTES = 1024, SHOWN_MAX = 64, VALUE_NONE = -1 };

/* ---- words ---- */

/* The letter for an accented one of Latin-1, whose second byte in UTF-8 this is; 0: none. */
static char without_accent(unsigned char second)
{
    /* À-ß and à-ÿ, 32 each */
    static const char letters[] = "aaaaaaaceeeeiiiidnooooo ouuuuy s";
    return letters[second & 0x1f];
}

void typed_fold(const char *text, char *buf, size_t size)
{
    size_t used = 0;
    for (const unsigned char *s = (const unsigned char *)text; *s && used + 1 < size; s++) {
        if (*s == 0xc3 && s[1] >= 0x80 && s[1] <= 0xbf) {
            buf[used++] = without_accent(*++s);
        } else if (*s == 0xc2 && s[1] >= 0x80) { /* ¡ and ¿ */
            buf[used++] = ' ';
            s++;
        } else if (*s >= 'A' && *s <= 'Z') {
            buf[used++] = (char)(*s - 'A' + 'a');
        } else {
            buf[used++] = *s == '\t' || *s == '\r' || *s == '\n' || *s == '!' ? ' ' : (char)*s;
        }
    }
    buf[used] = '\0';
}

/* A line cut into words; they point into `buf`. */
struct words {
    int count;
    char *at[WORDS_MAX];
    char buf[LINE_MAX_BYTES];
};

static void split(const char *line, struct words *w)
{
    typed_fold(line, w->buf, sizeof w->buf);
    w->count = 0;
    for (char *at = w->buf; *at;) {
        at += strspn(at, " ");
        size_t n = strcspn(at, " ");
        if (n == 0)
            break;
        if (w->count < WORDS_MAX)
            w->at[w->count++] = at;
        bool last = at[n] == '\0';
        at[n] = '\0';
        at += n + !last;
    }
}

/* The list ends with NULL. */
static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

enum { VERB_PLAY = 100, VERB_WORD = 200 };

/* What the first word can be: of a command, VERB_PLAY, or VERB_WORD + a typed_word. */
static const struct {
    int verb;
    const char *words[11]; /* NULL ends */
} verbs[] = {
    {VERB_PLAY, {"play", "lay", "jugar", "juego", "juega", "jugarla"}},
    {MAZO_CMD_draw,
     {"draw", "d", "robar", "roba", "robo", "tomar", "toma", "tomo", "agarrar", "agarro"}},
    {MAZO_CMD_keep, {"keep", "k", "guardar", "guardarla", "guardo", "quedar"}},
    {MAZO_CMD_accept, {"accept", "aceptar", "acepto"}},
    {MAZO_CMD_challenge, {"challenge", "desafiar", "desafio", "reto"}},
    {MAZO_CMD_uno, {"uno"}},
    {MAZO_CMD_catch, {"catch", "pillar", "pillo", "sorprender", "atrapar", "atrapo"}},
    {MAZO_CMD_color, {"color"}},
    {MAZO_CMD_choose, {"choose", "elegir", "elijo"}},
    {MAZO_CMD_throw, {"throw", "tirar", "tiro", "dar", "give"}},
    {MAZO_CMD_done, {"done", "end", "terminar", "hecho", "listo", "fin"}},
    {MAZO_CMD_accuse, {"accuse", "acusar", "acuso"}},
    {MAZO_CMD_admit, {"admit", "admitir", "admito"}},
    {MAZO_CMD_vote, {"vote", "votar", "voto"}},
    {MAZO_CMD_pass, {"pass", "pasar", "paso"}},
    {MAZO_CMD_next, {"next", "siguiente"}},
    {VERB_WORD + TYPED_HELP, {"help", "?", "ayuda"}},
    {VERB_WORD + TYPED_HAND, {"hand", "mano"}},
    {VERB_WORD + TYPED_TABLE, {"table", "mesa"}},
    {VERB_WORD + TYPED_RULES, {"rules", "reglas"}},
    {VERB_WORD + TYPED_LOG, {"log", "historia", "historial"}},
    {VERB_WORD + TYPED_SCORE, {"score", "puntos"}},
    {VERB_WORD + TYPED_QUIT, {"q", "quit", "exit", "salir"}},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static int verb_of(const char *word)
{
    for (int i = 0; i < VERBS; i++)
        if (is_one_of(word, verbs[i].words))
            return verbs[i].verb;
    return -1;
}

/* False. */
__attribute__((format(printf, 3, 4))) static bool wrong(const struct typed_at *at,
                                                        struct typed *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(out->why, sizeof out->why, text_in(at->lang, format), args);
    va_end(args);
    out->kind = TYPED_WRONG;
    return false;
}

static void not_understood(const struct typed_at *at, const char *word, struct typed *out)
{
    char shown[SHOWN_MAX];
    struct text_near near;
    text_near_begin(&near, word);
    for (int i = 0; i < VERBS; i++)
        for (const char *const *known = verbs[i].words; *known; known++)
            if (strlen(*known) > 2)
                text_near_offer(&near, *known);
    screen_clean(word, shown, sizeof shown);
    if (near.best)
        wrong(at, out, N_("\"%s\" is not understood; did you mean \"%s\"?"), shown, near.best);
    else
        wrong(at, out, N_("\"%s\" is not understood; \"help\" lists what you can type"), shown);
}

/* ---- colors, answers, players ---- */

/* The color that a word is, or begins; -1: none; -2: blue or yellow, in Spanish. */
static int color_of(const char *word)
{
    static const struct {
        const char *word;
        int least, color; /* this many letters are enough */
    } colors[] = {
        {"red", 1, MAZO_RED},         {"green", 1, MAZO_GREEN}, {"blue", 1, MAZO_BLUE},
        {"yellow", 1, MAZO_YELLOW},   {"rojo", 2, MAZO_RED},    {"roja", 2, MAZO_RED},
        {"verde", 1, MAZO_GREEN},     {"azul", 2, MAZO_BLUE},   {"amarillo", 2, MAZO_YELLOW},
        {"amarilla", 2, MAZO_YELLOW},
    };
    int n = (int)strlen(word);
    for (size_t i = 0; n > 0 && i < sizeof colors / sizeof colors[0]; i++)
        if (n >= colors[i].least && strncmp(word, colors[i].word, (size_t)n) == 0)
            return colors[i].color;
    return strcmp(word, "a") == 0 ? -2 : -1;
}

bool typed_color(enum text_lang lang, const char *line, uint8_t *out, char *why, size_t size)
{
    struct words w;
    split(line, &w);
    int at = w.count > 1 && verb_of(w.at[0]) == MAZO_CMD_color ? 1 : 0;
    int color = w.count == at + 1 ? color_of(w.at[at]) : -1;
    if (color >= 0) {
        *out = (uint8_t)color;
        return true;
    }
    if (color == -2)
        snprintf(why, size, "%s", text_in(lang, "\"a\" can be azul or amarillo: write az or am"));
    else
        snprintf(why, size, "%s", text_in(lang, "Not a color: red, green, blue or yellow"));
    return false;
}

static int yes_of(const char *word)
{
    static const char *const yes[] = {"yes", "y", "si", "s", NULL}, *const no[] = {"no", "n", NULL};
    return is_one_of(word, yes) ? 1 : is_one_of(word, no) ? 0 : -1;
}

int typed_yes(const char *line)
{
    struct words w;
    split(line, &w);
    return w.count == 1 ? yes_of(w.at[0]) : -1;
}

int typed_word(const char *line)
{
    struct words w;
    split(line, &w);
    int verb = w.count == 1 ? verb_of(w.at[0]) : -1;
    return verb >= VERB_WORD ? verb - VERB_WORD : -1;
}

bool typed_leaves(const char *line) { return typed_word(line) == TYPED_QUIT; }

/* The rest of the line after its first word, if that is one of these. */
static const char *behind(const char *line, const char *const *words)
{
    char word[16], folded[16];
    size_t blanks = strspn(line, " \t"), length = strcspn(line + blanks, " \t\r");
    const char *rest = line + blanks + length;
    rest += strspn(rest, " \t\r");
    if (length >= sizeof word)
        return NULL;
    snprintf(word, sizeof word, "%.*s", (int)length, line + blanks);
    typed_fold(word, folded, sizeof folded);
    return is_one_of(folded, words) ? rest : NULL;
}

/* The same, but there must be a rest. */
static const char *something_behind(const char *line, const char *const *words)
{
    const char *rest = behind(line, words);
    return rest && *rest ? rest : NULL;
}

const char *typed_saying(const char *line)
{
    static const char *const sayings[] = {"say", "di", "decir", "react", "reacciona", NULL};
    return behind(line, sayings);
}

const char *typed_order(const char *line, bool *kicks)
{
    static const char *const kick[] = {"kick", "echar", "echa", NULL};
    static const char *const readmit[] = {"readmit", "readmitir", "readmite", NULL};
    const char *who = something_behind(line, kick);
    *kicks = who != NULL;
    return who ? who : something_behind(line, readmit);
}

const char *typed_removal(const char *line)
{
    static const char *const words[] = {"remove", "expulsar", "expulsa", NULL};
    return something_behind(line, words);
}

bool typed_is_name(const char *typed, const char *name)
{
    char cut[80], a[sizeof cut], b[sizeof cut];
    int length = (int)strcspn(typed, "\r");
    while (length > 0 && typed[length - 1] == ' ')
        length--;
    snprintf(cut, sizeof cut, "%.*s", length, typed);
    typed_fold(cut, a, sizeof a);
    typed_fold(name, b, sizeof b);
    return strcmp(a, b) == 0;
}

/* A number in digits or words, at most 999; -1: not a number. */
static int number_of(const char *word) { return text_number_word(word, 999); }

static int no_seat(const struct typed_at *at, const char *format, const char *name, char *why,
                   size_t size)
{
    char shown[SHOWN_MAX];
    snprintf(why, size, text_in(at->lang, format), screen_clean(name, shown, sizeof shown));
    return -1;
}

int typed_seat(const struct typed_at *at, const char *text, char *why, size_t size)
{
    char typed[LINE_MAX_BYTES], name[LINE_MAX_BYTES];
    int found = -1, count = 0;
    typed_fold(text, typed, sizeof typed);
    int number = number_of(typed);
    if (number >= 1 && number <= at->view->seats)
        return number - 1;
    if (strcmp(typed, "me") == 0 || strcmp(typed, "yo") == 0)
        return at->view->seat;
    size_t n = strlen(typed);
    for (int seat = 0; n > 0 && seat < at->view->seats; seat++) {
        typed_fold(at->names[seat], name, sizeof name);
        if (strcmp(name, typed) == 0)
            return seat;
        if (strncmp(name, typed, n) == 0) {
            found = seat;
            count++;
        }
    }
    if (count == 1)
        return found;
    return no_seat(at,
                   count ? N_("more than one player's name begins with \"%s\"")
                         : N_("there is no player \"%s\" here: write a name or a number"),
                   text, why, size);
}

/* ---- cards ---- */

int typed_hand(const struct mazo_view *view, mazo_card cards[MAZO_CARDS_MAX])
{
    int count = 0;
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        mazo_card card = mazo_card_at(i);
        for (int n = view->hand[card]; n > 0 && count < MAZO_CARDS_MAX; n--)
            cards[count++] = card;
    }
    return count;
}

/* What a few words say about one card. */
struct card_words {
    int number;      /* a figure: a place in the hand, or the number on a card; -1: none */
    int color;       /* -1: none */
    int value;       /* a symbol, or VALUE_NONE */
    bool wild, four; /* "wild", "+4" */
    bool uno;
    mazo_card exact; /* "R5", or MAZO_CARD_NONE */
};

static bool read_exact(const char *word, mazo_card *out)
{
    char other[8];
    if (strlen(word) < 2 && strcmp(word, "w") != 0)
        return false;
    if (word[0] == 'v' && strlen(word) < sizeof other) { /* verde */
        snprintf(other, sizeof other, "g%s", word + 1);
        return mazo_card_read(other, out);
    }
    return mazo_card_read(word, out);
}

/* Takes one more word (`next` follows it); returns how many were used, 0: not about a card. */
static int take_card_word(const char *word, const char *next, struct card_words *c)
{
    static const char *const twos[] = {"two", "dos", "2", NULL};
    static const char *const fours[] = {"four", "cuatro", "4", NULL};
    static const char *const takes[] = {"draw", "toma", "roba", "plus", "mas", "+", NULL};
    static const char *const skips[] = {"skip", "salta", "salto", "bloqueo", "pierde", NULL};
    static const char *const reverses[] = {"reverse", "reversa", "reves", "cambio", NULL};
    static const char *const wilds[] = {"wild", "comodin", "wilds", NULL};
    static const char *const fillers[] = {",",     "de",      "con", "and", "y",  "on",
                                          "the",   "el",      "la",  "a",   "un", "una",
                                          "turno", "sentido", "in",  "en",  NULL};
    if (is_one_of(word, takes)) {
        bool two = next && is_one_of(next, twos), four = next && is_one_of(next, fours);
        c->value = two ? MAZO_DRAW_TWO : c->value;
        c->four = c->four || four;
        return two || four ? 2 : 0;
    }
    if (strcmp(word, "uno") == 0) {
        c->uno = true;
    } else if (is_one_of(word, skips)) {
        c->value = MAZO_SKIP;
    } else if (is_one_of(word, reverses)) {
        c->value = MAZO_REVERSE;
    } else if (strcmp(word, "jackpot") == 0) {
        c->value = MAZO_JACKPOT;
    } else if (is_one_of(word, wilds)) {
        bool four = next && is_one_of(next, fours); /* "wild four", "comodín cuatro" */
        c->wild = true;
        c->four = c->four || four;
        return four ? 2 : 1;
    } else if (strcmp(word, "+2") == 0) {
        c->value = MAZO_DRAW_TWO;
    } else if (strcmp(word, "+4") == 0) {
        c->four = true;
    } else if (number_of(word) >= 0 && c->number < 0) {
        c->number = number_of(word);
    } else if (color_of(word) >= 0 && c->color < 0) {
        c->color = color_of(word);
    } else if (read_exact(word, &c->exact) || is_one_of(word, fillers)) {
        return 1;
    } else {
        return 0;
    }
    return 1;
}

static bool read_card_words(const struct typed_at *at, char *const *words, int count,
                            struct card_words *c, struct typed *out)
{
    *c = (struct card_words){.number = -1,
                             .color = -1,
                             .value = VALUE_NONE,
                             .exact = MAZO_CARD_NONE};
    for (int i = 0; i < count;) {
        int taken = take_card_word(words[i], i + 1 < count ? words[i + 1] : NULL, c);
        if (taken == 0) {
            not_understood(at, words[i], out);
            return false;
        }
        i += taken;
    }
    return true;
}

/* The only kind in the hand with this color and this value (-1: any). */
static mazo_card only_kind(const struct mazo_view *view, int color, int value, int *count)
{
    mazo_card found = MAZO_CARD_NONE;
    *count = 0;
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        mazo_card card = mazo_card_at(i);
        if (view->hand[card] && !mazo_card_is_wild(card) &&
            (color < 0 || mazo_card_color(card) == color) &&
            (value < 0 || mazo_card_value(card) == value)) {
            found = card;
            ++*count;
        }
    }
    return found;
}

/* A number alone is a place in the hand. With a color it is a card, or a wild at that
 * place and what it is to become: where it could be both, say so. */
static bool by_number(const struct typed_at *at, const struct card_words *c, mazo_card *card,
                      struct typed *out)
{
    mazo_card hand[MAZO_CARDS_MAX];
    int count = typed_hand(at->view, hand);
    bool place = c->number >= 1 && c->number <= count;
    if (c->color < 0) {
        if (!place)
            return wrong(at, out, N_("Your cards have the numbers 1 to %d"), count);
        *card = hand[c->number - 1];
        return true;
    }
    bool named = c->number <= 9 && at->view->hand[mazo_card_of(c->color, c->number)] > 0;
    bool wild = place && mazo_card_is_wild(hand[c->number - 1]);
    if (wild && named) {
        char text[MAZO_CARD_TEXT];
        mazo_card_write(mazo_card_of(c->color, c->number), text);
        wrong(at, out, N_("That can be card %d or %s: write \"wild\" and the color, or \"%s\""),
              c->number, text, text);
        return false;
    }
    if (!wild && c->number > 9)
        return wrong(at, out, N_("Your cards have the numbers 1 to %d"), count);
    *card = wild ? hand[c->number - 1] : mazo_card_of(c->color, c->number);
    return true;
}

/* "uno rojo" is how a red 1 is read aloud; before the last card it may be UNO too. */
static bool is_a_one(const struct typed_at *at, const struct card_words *c)
{
    return c->uno && c->color >= 0 && c->number < 0 && c->value == VALUE_NONE && !c->wild &&
           at->view->hand[mazo_card_of(c->color, 1)] > 0;
}

static bool find_card(const struct typed_at *at, const struct card_words *c, mazo_card *card,
                      struct typed *out)
{
    int count;
    if (c->exact != MAZO_CARD_NONE) {
        *card = c->exact;
    } else if (c->four) {
        *card = MAZO_WILD_FOUR;
    } else if (is_a_one(at, c)) {
        *card = mazo_card_of(c->color, 1);
    } else if (c->wild) {
        *card = c->value == MAZO_JACKPOT ? MAZO_WILD_JACKPOT : MAZO_WILD;
    } else if (c->value == VALUE_NONE && c->number >= 0) {
        return by_number(at, c, card, out);
    } else if (c->color >= 0 && c->value != VALUE_NONE) {
        *card = mazo_card_of(c->color, c->value);
    } else {
        *card = only_kind(at->view, c->color, c->value, &count);
        if (count != 1)
            return wrong(
                at, out,
                count
                    ? N_("That could be several of your cards: write color and value, or a number")
                    : N_("You have no such card"));
    }
    return true;
}

static void read_play(const struct typed_at *at, char *const *words, int count, struct typed *out)
{
    struct card_words c;
    mazo_card card = 0;
    if (!read_card_words(at, words, count, &c, out) || !find_card(at, &c, &card, out))
        return;
    out->kind = TYPED_COMMAND;
    out->command.type = MAZO_CMD_play;
    out->command.card = card;
    out->command.uno = c.uno && (!is_a_one(at, &c) || at->view->size[at->view->seat] == 2);
    if (mazo_card_is_wild(card)) {
        bool asks = c.color < 0 && at->view->hand[card] > 0; /* one that is not held is refused */
        out->command.color = c.color >= 0 ? (uint8_t)c.color : MAZO_RED;
        out->command.color = asks ? MAZO_COLOR_NONE : out->command.color;
        out->kind = asks ? TYPED_COLOR : TYPED_COMMAND;
    }
}

/* "play", "yes": the card just drawn. */
static void play_drawn(const struct typed_at *at, struct typed *out)
{
    if (out->command.type == MAZO_CMD_play) {
        out->command.card = at->view->drawn;
        out->kind = mazo_card_is_wild(at->view->drawn) ? TYPED_COLOR : TYPED_COMMAND;
    }
}

static const char *const ands[] = {",", "and", "y", NULL};

/* How many of the words name the next card: "3 R5" and "red 5 and blue 2" are two cards. */
static int card_length(char *const *words, int count)
{
    int n = 0;
    bool alone = true; /* every one of them is a card */
    mazo_card card;
    for (; n < count && !is_one_of(words[n], ands); n++)
        alone = alone && (number_of(words[n]) >= 0 || read_exact(words[n], &card));
    return alone ? 1 : n;
}

static void read_throw(const struct typed_at *at, char *const *words, int count, struct typed *out)
{
    static const char *const none[] = {"none", "nothing", "nada", "ninguna", NULL};
    mazo_card hand[MAZO_CARDS_MAX];
    uint64_t used[4] = {0}; /* places */
    int held = typed_hand(at->view, hand);
    out->command.type = MAZO_CMD_throw;
    out->kind = TYPED_COMMAND;
    out->command.cards = out->cards;
    if (count == 1 && is_one_of(words[0], none))
        return;
    for (int i = 0, n; i < count; i += n) {
        if (is_one_of(words[i], ands)) {
            n = 1;
            continue;
        }
        n = card_length(words + i, count - i);
        int place = n == 1 ? number_of(words[i]) : -1;
        mazo_card card = MAZO_CARD_NONE;
        struct card_words c;
        if (place >= 1 && place <= held) {
            uint64_t bit = UINT64_C(1) << (place & 63);
            if (used[place >> 6] & bit) {
                wrong(at, out, N_("You can throw card %d only once"), place);
                return;
            }
            used[place >> 6] |= bit;
            card = hand[place - 1];
        } else if (place >= 0) {
            wrong(at, out, N_("Your cards have the numbers 1 to %d"), held);
            return;
        } else if (!read_card_words(at, words + i, n, &c, out) || !find_card(at, &c, &card, out)) {
            return;
        }
        out->cards[out->command.count++] = card;
    }
}

/* ---- the rest ---- */

static void read_who(const struct typed_at *at, int type, char *const *words, int count,
                     struct typed *out)
{
    static const char *const tos[] = {"a", "to", NULL};
    char name[LINE_MAX_BYTES] = "";
    for (int i = count > 1 && is_one_of(words[0], tos); i < count; i++) { /* "elijo a ana" */
        size_t used = strlen(name);
        snprintf(name + used, sizeof name - used, "%s%s", name[0] ? " " : "", words[i]);
    }
    int seat = -1;
    if (count == 0 && type == MAZO_CMD_catch) { /* the only seat it could mean */
        for (int other = 0, found = 0; other < at->view->seats; other++)
            if (other != at->view->seat && at->view->size[other] == 1)
                seat = ++found == 1 ? other : -1;
    }
    if (count == 0 && seat < 0) {
        wrong(at, out, N_("Who? Add a name or a number"));
        return;
    }
    seat = count ? typed_seat(at, name, out->why, sizeof out->why) : seat;
    out->kind = seat < 0 ? TYPED_WRONG : TYPED_COMMAND;
    out->command.type = (uint8_t)type;
    out->command.who = (uint8_t)seat;
}

static void read_vote(const struct typed_at *at, char *const *words, int count, struct typed *out)
{
    int yes = count == 1 ? yes_of(words[0]) : -1;
    if (yes < 0) {
        wrong(at, out, N_("Vote yes or no"));
        return;
    }
    out->kind = TYPED_COMMAND;
    out->command.type = MAZO_CMD_vote;
    out->command.yes = yes == 1;
}

static void read_color(const struct typed_at *at, char *const *words, int count, struct typed *out)
{
    const char *word = count == 1 ? words[0] : "";
    out->kind = typed_color(at->lang, word, &out->command.color, out->why, sizeof out->why)
                    ? TYPED_COMMAND
                    : TYPED_WRONG;
    out->command.type = MAZO_CMD_color;
}

/* The first word is not a verb: read it as the answer of the phase. */
static void read_answer(const struct typed_at *at, const struct words *w, struct typed *out)
{
    const struct mazo_view *v = at->view;
    bool mine = v->turn == v->seat;
    int yes = w->count == 1 ? yes_of(w->at[0]) : -1;
    if (mine && v->phase == MAZO_PHASE_drawn && yes >= 0) { /* "play it?" */
        out->kind = TYPED_COMMAND;
        out->command.type = yes ? MAZO_CMD_play : MAZO_CMD_keep;
        play_drawn(at, out);
    } else if (v->accused < v->seats && yes >= 0) {
        read_vote(at, w->at, w->count, out);
    } else if (mine && v->phase == MAZO_PHASE_color) {
        read_color(at, w->at, w->count, out);
    } else if (mine && v->phase == MAZO_PHASE_choose) {
        read_who(at, MAZO_CMD_choose, w->at, w->count, out);
    } else if (mine && v->phase == MAZO_PHASE_throw) {
        read_throw(at, w->at, w->count, out);
    } else {
        read_play(at, w->at, w->count, out);
    }
}

/* "draw a card", "terminar la tanda": the words behind the verb add nothing. */
static bool adds_nothing(char *const *words, int count)
{
    static const char *const known[] = {"a",     "it",     "one",   "the",  "card", "cards",
                                        "run",   "dare",   "una",   "la",   "las",  "el",
                                        "carta", "cartas", "tanda", "reto", NULL};
    for (int i = 0; i < count; i++)
        if (!is_one_of(words[i], known))
            return false;
    return true;
}

static void read_verb(const struct typed_at *at, int verb, const struct words *w, struct typed *out)
{
    char *const *rest = w->at + 1;
    int count = w->count - 1;
    switch (verb) {
    case VERB_PLAY:
        if (adds_nothing(rest, count) && mazo_card_is_valid(at->view->drawn)) {
            out->command.type = MAZO_CMD_play;
            play_drawn(at, out);
        } else {
            read_play(at, rest, count, out);
        }
        return;
    case MAZO_CMD_catch:
    case MAZO_CMD_choose:
    case MAZO_CMD_accuse:
        read_who(at, verb, rest, count, out);
        return;
    case MAZO_CMD_color:
        read_color(at, rest, count, out);
        return;
    case MAZO_CMD_throw:
        read_throw(at, rest, count, out);
        return;
    case MAZO_CMD_vote:
        read_vote(at, rest, count, out);
        return;
    default:
        break;
    }
    bool bare = verb != MAZO_CMD_uno && verb < VERB_WORD && adds_nothing(rest, count);
    if (count > 0 && !bare) { /* "draw two red", "uno 3": a card after all */
        read_answer(at, w, out);
    } else if (verb >= VERB_WORD) {
        out->kind = TYPED_WORD;
        out->word = (enum typed_word)(verb - VERB_WORD);
    } else {
        out->kind = TYPED_COMMAND;
        out->command.type = (uint8_t)verb;
    }
}

/* "1 4." and "uno;"; a comma becomes a word of its own where words stand on both sides. */
static void strip_stops(struct words *w)
{
    static char comma[] = ",";
    for (int i = 0; i < w->count; i++) {
        size_t n = strlen(w->at[i]);
        bool parts = n > 1 && w->at[i][n - 1] == ',' && i > 0 && i + 1 < w->count;
        while (n > 1 && strchr(",.;", w->at[i][n - 1]))
            w->at[i][--n] = '\0';
        if (parts && w->count < WORDS_MAX) {
            memmove(w->at + i + 2, w->at + i + 1, (size_t)(w->count - i - 1) * sizeof *w->at);
            w->at[++i] = comma;
            w->count++;
        }
    }
}

void typed_read(const struct typed_at *at, const char *line, struct typed *out)
{
    struct words w;
    memset(out, 0, sizeof *out);
    out->command.seat = at->view->seat;
    out->command.card = MAZO_CARD_NONE;
    out->command.color = MAZO_COLOR_NONE;
    out->command.who = MAZO_SEAT_NONE;
    split(line, &w);
    strip_stops(&w);
    if (w.count == 0) {
        out->kind = TYPED_NOTHING;
        return;
    }
    int verb = verb_of(w.at[0]);
    if (verb < 0)
        read_answer(at, &w, out);
    else
        read_verb(at, verb, &w, out);
}
