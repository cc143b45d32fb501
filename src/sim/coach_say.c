/*
 * coach_say.c - what the coach found, in words.
 */
#include "sim/coach_say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/event_text.h"

/* ---- words ---- */

/* ORDER COMMAND: what was done, and what the expert would do. */
static const char *const verbs[MAZO_CMD_COUNT][2] = {
    [MAZO_CMD_play] = {N_("played %s"), N_("would have played %s")},
    [MAZO_CMD_draw] = {N_("drew a card"), N_("would have drawn a card")},
    [MAZO_CMD_keep] = {N_("kept the card"), N_("would have kept the card")},
    [MAZO_CMD_accept] = {N_("accepted the cards"), N_("would have accepted the cards")},
    [MAZO_CMD_challenge] = {N_("challenged"), N_("would have challenged")},
    [MAZO_CMD_color] = {N_("named %s"), N_("would have named %s")},
    [MAZO_CMD_choose] = {N_("chose %s"), N_("would have chosen %s")},
    [MAZO_CMD_throw] = {N_("threw away %s"), N_("would have thrown away %s")},
    [MAZO_CMD_done] = {N_("ended the run"), N_("would have ended the run")},
};

const char *coach_verb(enum text_lang lang, const struct mazo_command *c, bool expert)
{
    return text_in(lang, verbs[c->type][expert]);
}

static void put_cards(enum text_lang lang, const struct mazo_command *c, char *buf, size_t size)
{
    size_t len = 0;
    snprintf(buf, size, "%s", c->count ? "" : text_in(lang, "nothing"));
    for (int i = 0; i < c->count && len + 40 < size; i++) {
        len += (size_t)snprintf(buf + len, size - len, "%s", i ? ", " : "");
        len += (size_t)say_card_full_name(lang, c->cards[i], buf + len, size - len);
    }
}

static void put_object(enum text_lang lang, const char *const *names, const struct mazo_command *c,
                       char *buf, size_t size)
{
    buf[0] = '\0';
    if (c->type == MAZO_CMD_play) {
        int len = say_card_with_article(lang, c->card, buf, size);
        if (mazo_card_is_wild(c->card) && c->color < MAZO_COLOR_COUNT && (size_t)len < size)
            snprintf(buf + len, size - (size_t)len, " (%s)", say_color_name(lang, c->color));
    } else if (c->type == MAZO_CMD_color) {
        snprintf(buf, size, "%s", say_color_name(lang, c->color));
    } else if (c->type == MAZO_CMD_choose) {
        snprintf(buf, size, "%s", names[c->who]);
    } else if (c->type == MAZO_CMD_throw) {
        put_cards(lang, c, buf, size);
    }
}

static void put_deed(enum text_lang lang, const char *const *names, const struct mazo_command *c,
                     bool expert, char buf[COACH_DEED_MAX])
{
    char object[COACH_DEED_MAX - 40];
    const char *verb = coach_verb(lang, c, expert), *hole = strstr(verb, "%s");
    put_object(lang, names, c, object, sizeof object);
    snprintf(buf, COACH_DEED_MAX, "%.*s%s%s", hole ? (int)(hole - verb) : (int)strlen(verb), verb,
             hole ? object : "", hole ? hole + 2 : "");
}

/* " (a bluff)" and the like, or "". */
static const char *remark(enum text_lang lang, unsigned notes)
{
    const char *text = notes & COACH_MISPLAY          ? N_(" (wrong card, taken back)")
                       : notes & COACH_CAUGHT         ? N_(" (UNO not said, and caught)")
                       : notes & COACH_UNO_FORGOTTEN  ? N_(" (UNO not said; nobody noticed)")
                       : notes & COACH_BLUFF          ? N_(" (a bluff)")
                       : notes & COACH_CHALLENGE_LOST ? N_(" (the challenge failed)")
                                                      : "";
    return *text ? text_in(lang, text) : "";
}

/* ---- keeping ---- */

static void point(struct coach_found *f)
{
    f->decision.done = &f->done;
    f->decision.best = &f->best;
}

bool coach_keep(struct coach_list *list, enum text_lang lang, const char *const *names,
                const struct coach_decision *d)
{
    if (d->cost <= 0 && !d->notes)
        return true;
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        struct coach_found *more = realloc(list->at, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        list->at = more;
        list->capacity = capacity;
        for (int i = 0; i < list->count; i++)
            point(&list->at[i]);
    }
    struct coach_found *f = &list->at[list->count++];
    *f = (struct coach_found){.decision = *d, .done = *d->done, .best = *d->best};
    put_deed(lang, names, d->done, false, f->done_words);
    put_deed(lang, names, d->best, true, f->best_words);
    put_deed(lang, names, d->best, false, f->best_short);
    f->done.cards = f->best.cards = NULL; /* good during the call only */
    f->decision.before = NULL;
    f->done.count = f->best.count = 0;
    point(f);
    return true;
}

void coach_forget(struct coach_list *list)
{
    free(list->at);
    *list = (struct coach_list){0};
}

typedef bool order(const struct coach_decision *a, const struct coach_decision *b, unsigned first);

static bool is_worse(const struct coach_decision *a, const struct coach_decision *b, unsigned first)
{
    bool a_first = first >> a->seat & 1, b_first = first >> b->seat & 1;
    return a_first != b_first ? a_first : a->cost > b->cost;
}

static bool is_earlier(const struct coach_decision *a, const struct coach_decision *b,
                       unsigned first)
{
    (void)first;
    return a->command < b->command;
}

/* By insertion: a match has some hundreds at most, and equals stay in order. */
static void sort(struct coach_list *list, order *before, unsigned first)
{
    for (int i = 1; i < list->count; i++) {
        struct coach_found moved = list->at[i];
        int at = i;
        for (; at > 0 && before(&moved.decision, &list->at[at - 1].decision, first); at--) {
            list->at[at] = list->at[at - 1];
            point(&list->at[at]);
        }
        list->at[at] = moved;
        point(&list->at[at]);
    }
}

void coach_sort(struct coach_list *list, unsigned first) { sort(list, is_worse, first); }

void coach_sort_by_time(struct coach_list *list) { sort(list, is_earlier, 0); }

/* ---- telling ---- */

void coach_say(enum text_lang lang, const char *name, const struct coach_found *f, char *buf,
               size_t size)
{
    const struct coach_decision *d = &f->decision;
    const char *noted = remark(lang, d->notes);
    if (d->agree) {
        snprintf(buf, size, text_in(lang, "%s %s%s, as the expert would."), name, f->done_words,
                 noted);
    } else if (d->notes & COACH_UNO_FORGOTTEN && f->done.type == f->best.type &&
               f->done.card == f->best.card) {
        snprintf(buf, size, text_in(lang, "%s %s%s; the expert would have said UNO."), name,
                 f->done_words, noted);
    } else {
        snprintf(buf, size,
                 d->cost > 0 ? text_in(lang, "%s %s%s; the expert %s.")
                             : text_in(lang, "%s %s%s; the expert %s, which is as good."),
                 name, f->done_words, noted, f->best_words);
    }
}

const char *coach_figure(enum text_lang lang, double part, double error, char *buf, size_t size)
{
    if (part <= error && part >= -error) {
        snprintf(buf, size, "–");
        return buf;
    }
    return coach_percent(lang, part, true, buf, size);
}

const char *coach_error(enum text_lang lang, double error, char *buf, size_t size)
{
    char part[24];
    coach_percent(lang, error, false, part, sizeof part);
    snprintf(buf, size, "± %.*s", (int)strcspn(part, " "), part);
    return buf;
}

const char *coach_percent(enum text_lang lang, double part, bool sign, char *buf, size_t size)
{
    snprintf(buf, size, sign ? "%+.1f %%" : "%.1f %%", 100 * part);
    char *point = strchr(buf, '.');
    if (text_is_spanish(lang) && point)
        *point = ',';
    return buf;
}
