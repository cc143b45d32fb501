/*
 * save.c - a game as text.
 */
#include "mazo/save.h"
#include "core.h"

enum { SAVE_VERSION = 1, SAVE_WORD = 32 };

/* ---- the fields that are numbers ---- */

/* Names are those of the members, and never change. */
static const struct field {
    const char *name;
    uint16_t at;
    uint8_t size, count; /* bytes of each, how many */
    int16_t first;       /* value if the text does not say */
    bool minus;
} fields[] = {
#define FIELD(storage, name, member, count, first)                                                 \
    {name, offsetof(struct mazo_game, member), sizeof(storage), count, first, (storage)-1 < 1},
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) FIELD(storage, #name, name, 1, first)
#define MAZO_X_PUBLIC_LIST(storage, name, count) FIELD(storage, #name, name, count, 0)
#include "mazo/public.def"
    FIELD(uint8_t, "ordered", ordered, 1, 0) FIELD(uint8_t, "drawn", drawn, 1, MAZO_CARD_NONE)
        FIELD(bool, "must", must, 1, false) FIELD(bool, "dirty", dirty, 1, false)
            FIELD(bool, "dead", dead, 1, false) FIELD(uint8_t, "idle", idle, 1, 0)
                FIELD(uint8_t, "smallest", smallest, 1, 0)
                    FIELD(uint8_t, "shuffles", shuffles, 1, 0)
                        FIELD(uint8_t, "dispenser", dispenser, MAZO_RULE_CARDS_MAX, 0)
                            FIELD(uint8_t, "spin_count", spin_count, 1, 0)
                                FIELD(uint8_t, "spins", spins, MAZO_SPINS_MAX, 0)
                                    FIELD(uint64_t, "shown", shown, MAZO_SEATS_MAX, 0)
                                        FIELD(uint16_t, "shown_to", shown_to, MAZO_SEATS_MAX, 0)
                                            FIELD(uint32_t, "key", rng.key, 8, 0)
                                                FIELD(uint64_t, "counter", rng.counter, 1, 0)
                                                    FIELD(uint8_t, "left", rng.left, 1, 0)
                                                        FIELD(uint8_t, "fast", rng.fast, 1, 0)
#undef FIELD
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* A number of the field, as 64 bits; those of one that can be negative are extended. */
static uint64_t field_get(const struct mazo_game *g, const struct field *f, int i)
{
    uint64_t value = 0;
    const unsigned char *from = (const unsigned char *)g + f->at + (size_t)i * f->size;
    uint8_t one;
    uint16_t two;
    uint32_t four;
    switch (f->size) {
    case 1:
        memcpy(&one, from, sizeof one);
        return f->minus ? (uint64_t)(int8_t)one : one;
    case 2:
        memcpy(&two, from, sizeof two);
        return two;
    case 4:
        memcpy(&four, from, sizeof four);
        return f->minus ? (uint64_t)(int32_t)four : four;
    default:
        memcpy(&value, from, sizeof value);
        return value;
    }
}

/* False: it is too large. */
static bool field_set(struct mazo_game *g, const struct field *f, int i, uint64_t value)
{
    unsigned char *to = (unsigned char *)g + f->at + (size_t)i * f->size;
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (f->size) {
    case 1:
        memcpy(to, &one, sizeof one);
        break;
    case 2:
        memcpy(to, &two, sizeof two);
        break;
    case 4:
        memcpy(to, &four, sizeof four);
        break;
    default:
        memcpy(to, &value, sizeof value);
    }
    return field_get(g, f, i) == value;
}

/* ---- out ---- */

struct page {
    char *at;
    size_t room, used; /* used: the size with enough room */
};

static void page_put(struct page *p, char c)
{
    if (p->used++ < p->room)
        *p->at++ = c;
}

static void page_text(struct page *p, const char *text)
{
    while (*text)
        page_put(p, *text++);
}

static void page_number(struct page *p, uint64_t value, bool minus)
{
    char digits[24];
    int n = 0;
    page_put(p, ' ');
    if (minus && value >> 63) {
        page_put(p, '-');
        value = 0 - value;
    }
    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n > 0)
        page_put(p, digits[--n]);
}

static void page_card(struct page *p, mazo_card card)
{
    char text[MAZO_CARD_TEXT];
    page_put(p, ' ');
    page_text(p, mazo_card_write(card, text));
}

/* Copies of each kind. */
static void page_hand(struct page *p, const uint8_t copies[MAZO_KIND_COUNT])
{
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        for (int n = copies[card]; n > 0; n--)
            page_card(p, (mazo_card)card);
    page_put(p, '\n');
}

/* As match files do it: what differs from the sheet. */
static void page_rules(struct page *p, const struct mazo_rules *rules)
{
    struct mazo_rules sheet;
    mazo_rules_as_of(rules->sheet, rules->revision, &sheet);
    page_text(p, "rules ");
    page_text(p, mazo_sheet_name(rules->sheet));
    page_number(p, rules->revision, false);
    page_put(p, '\n');
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        uint32_t value = mazo_rules_get(rules, rule);
        if (value != mazo_rules_get(&sheet, rule)) {
            page_text(p, "rule ");
            page_text(p, mazo_rule_info(rule)->name);
            page_number(p, value, false);
            page_put(p, '\n');
        }
    }
}

/* Zeros at the end of a list are left out. */
static void page_fields(struct page *p, const struct mazo_game *g)
{
    for (int i = 0; i < FIELDS; i++) {
        const struct field *f = &fields[i];
        int count = f->count;
        while (count > 1 && field_get(g, f, count - 1) == 0)
            count--;
        page_text(p, f->name);
        for (int j = 0; j < count; j++)
            page_number(p, field_get(g, f, j), f->minus);
        page_put(p, '\n');
    }
}

static void page_rule_cards(struct page *p, const struct mazo_game *g)
{
    for (int i = 0; i < g->rule_card_count; i++) {
        const struct mazo_rule_card *card = &g->rule_cards[i];
        page_text(p, "rule_card_at");
        page_number(p, (uint64_t)i, false);
        for (int j = 0; j < card->count; j++) {
            page_number(p, card->effect[j].type, false);
            page_number(p, card->effect[j].n, false);
            page_number(p, card->effect[j].other, false);
        }
        page_put(p, '\n');
    }
}

static void page_cards(struct page *p, const struct mazo_game *g)
{
    for (int seat = 0; seat < g->seats; seat++) {
        page_text(p, "hand");
        page_number(p, (uint64_t)seat, false);
        page_hand(p, g->copies[seat]);
    }
    page_text(p, "struck_hand");
    page_hand(p, g->struck_hand);
    page_text(p, "draw");
    for (int i = 0; i < g->draw_count; i++)
        page_card(p, g->pile[i]);
    page_text(p, "\ndiscard");
    for (int i = 1; i <= g->discard_count; i++)
        page_card(p, g->pile[MAZO_CARDS_MAX - i]);
    page_put(p, '\n');
}

size_t mazo_save(const struct mazo_game *g, char *out, size_t room)
{
    struct page p = {.at = out, .room = room};
    struct mazo_game numbered = *g;
    numbered.phase = phase_number(g->phase);
    page_text(&p, "mazo-game");
    page_number(&p, SAVE_VERSION, false);
    page_put(&p, '\n');
    page_rules(&p, &g->rules);
    page_fields(&p, &numbered);
    page_rule_cards(&p, g);
    page_cards(&p, g);
    page_text(&p, "end\n");
    return p.used;
}

/* ---- in ---- */

struct lines {
    const char *at, *end;
    int draws, discards; /* cards read */
    bool ended;
};

/* The next word of the line; an empty one at its end. False: it is too long. */
static bool read_word(struct lines *s, char word[SAVE_WORD])
{
    int n = 0;
    while (s->at < s->end && *s->at == ' ')
        s->at++;
    while (s->at < s->end && *s->at != ' ' && *s->at != '\n' && n < SAVE_WORD - 1)
        word[n++] = *s->at++;
    word[n] = '\0';
    return s->at == s->end || *s->at == ' ' || *s->at == '\n';
}

static bool line_ends(const struct lines *s) { return s->at == s->end || *s->at == '\n'; }

static bool read_number(struct lines *s, uint64_t *out)
{
    char word[SAVE_WORD];
    if (!read_word(s, word))
        return false;
    bool minus = word[0] == '-';
    const char *digit = word + minus;
    uint64_t value = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        uint64_t more = value * 10 + (uint64_t)(*digit - '0');
        if (value > UINT64_MAX / 10 || more < value)
            return false;
        value = more;
    }
    *out = minus ? 0 - value : value;
    return *digit == '\0' && digit > word + minus;
}

static bool read_small(struct lines *s, uint64_t below, int *out)
{
    uint64_t value;
    bool fine = read_number(s, &value) && value < below;
    *out = fine ? (int)value : 0;
    return fine;
}

static bool read_card(struct lines *s, mazo_card *out)
{
    char word[SAVE_WORD];
    return read_word(s, word) && mazo_card_read(word, out);
}

static bool read_hand(struct lines *s, uint8_t copies[MAZO_KIND_COUNT])
{
    mazo_card card;
    memset(copies, 0, MAZO_KIND_COUNT);
    for (int n = 0; !line_ends(s); n++)
        if (n == MAZO_CARDS_MAX || !read_card(s, &card) || !++copies[card])
            return false;
    return true;
}

static bool read_rules(struct lines *s, struct mazo_rules *out)
{
    char word[SAVE_WORD];
    int revision;
    return read_word(s, word) && read_small(s, 256, &revision) &&
           mazo_rules_as_of(mazo_sheet_by_name(word), revision, out);
}

static bool read_rule(struct lines *s, struct mazo_rules *out)
{
    char word[SAVE_WORD];
    uint64_t value;
    return read_word(s, word) && read_number(s, &value) && value <= UINT32_MAX &&
           mazo_rules_set(out, mazo_rule_by_name(word), (uint32_t)value);
}

static bool read_field(struct lines *s, const struct field *f, struct mazo_game *g)
{
    uint64_t value;
    int i = 0;
    for (; i < f->count && !line_ends(s); i++)
        if (!read_number(s, &value) || !field_set(g, f, i, value))
            return false;
    return i > 0;
}

static bool read_rule_card(struct lines *s, struct mazo_game *g)
{
    int at, type, n, other, i = 0;
    if (!read_small(s, MAZO_RULE_CARDS_MAX, &at))
        return false;
    struct mazo_rule_card *card = &g->rule_cards[at];
    for (; i < MAZO_EFFECTS_MAX && !line_ends(s); i++) {
        if (!read_small(s, 256, &type) || !read_small(s, 256, &n) || !read_small(s, 256, &other))
            return false;
        card->effect[i] = (struct mazo_effect){(uint8_t)type, (uint8_t)n, (uint8_t)other};
    }
    card->count = (uint8_t)i;
    return true;
}

/* The piles grow towards each other; whether they meet is seen at the end. */
static bool read_pile(struct lines *s, struct mazo_game *g, bool draws)
{
    int n = 0;
    for (; !line_ends(s); n++)
        if (n == MAZO_CARDS_MAX || !read_card(s, &g->pile[draws ? n : MAZO_CARDS_MAX - 1 - n]))
            return false;
    *(draws ? &s->draws : &s->discards) = n;
    return true;
}

/* Reads the rest of a line by its first word. */
static bool read_line(struct lines *s, const char *word, struct mazo_game *g)
{
    int seat;
    for (int i = 0; i < FIELDS; i++)
        if (same_word(word, fields[i].name))
            return read_field(s, &fields[i], g);
    if (same_word(word, "hand"))
        return read_small(s, MAZO_SEATS_MAX, &seat) && read_hand(s, g->copies[seat]);
    if (same_word(word, "struck_hand"))
        return read_hand(s, g->struck_hand);
    if (same_word(word, "draw") || same_word(word, "discard"))
        return read_pile(s, g, same_word(word, "draw"));
    if (same_word(word, "rules"))
        return read_rules(s, &g->rules);
    if (same_word(word, "rule"))
        return read_rule(s, &g->rules);
    if (same_word(word, "rule_card_at"))
        return read_rule_card(s, g);
    s->ended = same_word(word, "end");
    return s->ended;
}

static bool read_lines(struct lines *s, struct mazo_game *g)
{
    char word[SAVE_WORD];
    while (!s->ended) {
        if (s->at == s->end || *s->at++ != '\n' || !read_word(s, word) || !read_line(s, word, g))
            return false;
        while (s->at < s->end && *s->at == ' ')
            s->at++;
    }
    return s->at < s->end && *s->at++ == '\n' && s->at == s->end;
}

/* Computes what follows from the rest. */
static bool complete(struct mazo_game *g, const struct lines *s)
{
    int phase = 0;
    bool nobody = false; /* holds cards */
    while (phase < MAZO_PHASE_COUNT && phase_number(phase) != g->phase)
        phase++;
    g->phase = (uint8_t)phase;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        for (int card = 0; card < MAZO_KIND_COUNT; card++) {
            g->have[seat] |= g->copies[seat][card] > 0 ? MAZO_BIT(card) : 0;
            g->twice[seat] |= g->copies[seat][card] > 1 ? MAZO_BIT(card) : 0;
        }
        nobody |= seat >= g->seats && g->have[seat];
    }
    g->fits = mazo_fits_on(g->top, g->color);
    rng_resume(&g->rng);
    return phase < MAZO_PHASE_COUNT && !nobody && s->draws == g->draw_count &&
           s->discards == g->discard_count;
}

const char *mazo_load(struct mazo_game *g, const char *text, size_t size)
{
    static const char what[] = "this is not a saved game, or it is damaged";
    struct lines s = {.at = text, .end = text + size};
    struct mazo_game loaded;
    char word[SAVE_WORD];
    uint64_t version;
    memset(&loaded, 0, sizeof loaded);
    for (int i = 0; i < FIELDS; i++)
        field_set(&loaded, &fields[i], 0, (uint64_t)(int64_t)fields[i].first);
    if (!read_word(&s, word) || !same_word(word, "mazo-game") || !read_number(&s, &version))
        return what;
    if (version != SAVE_VERSION)
        return "this game was saved by a newer Mazo";
    if (!read_lines(&s, &loaded) || !complete(&loaded, &s))
        return what;
    const char *wrong = mazo_check(&loaded);
    if (!wrong)
        *g = loaded;
    return wrong;
}
