/*
 * table.c - the API: seat players, start, act.
 */
#include "table/inner.h"

#include <stdio.h>
#include <stddef.h>
#include <string.h>

#include "say/error_text.h"
#include "table/daily.h"
#include "text/utf8.h"

/* Times for people, whatever the pace of bots. */
#define PEOPLES_TIME                                                                               \
    .react = 300, .react_more = 1200, .grace = 1500, .catch_pause = 3000, .vote = 20000

const struct table_pace table_pace_human = {.think = 800, .think_more = 1200, PEOPLES_TIME};
const struct table_pace table_pace_quick = {.think = 150, .think_more = 150, PEOPLES_TIME};
const struct table_pace table_pace_none = {.vote = 20000};

void table_init(struct table *t, enum text_lang lang, const struct table_pace *pace,
                struct mazo_bot_scratch *scratch, uint64_t dice)
{
    memset(t, 0, sizeof *t);
    t->lang = lang;
    t->pace = pace ? *pace : table_pace_human;
    t->scratch = scratch;
    t->dice = dice;
    t->turn_ends = t->vote_ends = t->next_at = TABLE_NEVER;
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        table_clear_seat(&t->seat[i]);
}

void table_clear_seat(struct table_seat *s)
{
    memset(s, 0, offsetof(struct table_seat, bot.beliefs.notes)); /* none count, and none is held */
    s->held.is_there = false;
    s->player = (struct table_player){.sitter = TABLE_BOT, .level = MAZO_BOT_NORMAL};
    s->acts_at = TABLE_NEVER;
    s->catching = MAZO_SEAT_NONE;
}

/* ---- sitting down ---- */

/* Cleans a name for one line of text: no control characters, no bad bytes, single blanks. */
static void clean_name(const char *from, char to[TABLE_NAME_MAX])
{
    const char *end = memchr(from, '\0', TABLE_NAME_MAX);
    size_t used = 0, left = end ? (size_t)(end - from) : TABLE_NAME_MAX;
    bool blank = false;
    while (left > 0) {
        int n = utf8_length(from, left);
        char one[5] = {0};
        memcpy(one, from, (size_t)n);
        if (n > 0 && utf8_is_plain(one, sizeof one - 1)) {
            size_t needed = (size_t)n + (blank && used ? 1 : 0);
            if (used + needed >= TABLE_NAME_MAX)
                break;
            if (blank && used)
                to[used++] = ' ';
            memcpy(to + used, one, (size_t)n);
            used += (size_t)n;
            blank = false;
        } else {
            blank = true;
        }
        from += n ? n : 1;
        left -= (size_t)(n ? n : 1);
    }
    to[used] = '\0';
}

void table_sit(struct table *t, int seat, const struct table_player *player)
{
    if (seat < 0 || seat >= MAZO_SEATS_MAX)
        return;
    struct table_player *to = &t->seat[seat].player;
    *to = *player;
    clean_name(player->name, to->name);
    to->program[TABLE_PROGRAM_MAX - 1] = '\0';
    bool strange = to->level >= MAZO_BOT_LEVEL_COUNT;
    if (strange || (to->sitter != TABLE_BOT && to->level == MAZO_BOT_RANDOM))
        to->level = MAZO_BOT_NORMAL; /* people should not be replaced by dice */
    if (to->level == MAZO_BOT_EXPERT && !t->scratch && !t->apart)
        to->level = MAZO_BOT_HARD;
    if (to->style >= MAZO_BOT_STYLE_COUNT)
        to->style = MAZO_BOT_PLAIN;
}

static void make_up_name(const struct table *t, int seat, struct table_player *player)
{
    const char *format = player->sitter == TABLE_PERSON ? N_("Player %d") : N_("Bot %d");
    if (!player->name[0])
        snprintf(player->name, sizeof player->name, text_in(t->lang, format), seat + 1);
}

void table_seat_all(struct table *t, int seats, uint64_t dice)
{
    t->seats = (uint8_t)seats;
    for (int i = 0; i < seats; i++) {
        struct table_seat *s = &t->seat[i];
        struct table_player *p = &s->player;
        make_up_name(t, i, p);
        mazo_bot_init(&s->bot, p->level, p->style, p->playouts,
                      dice + ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
        s->away = s->held.is_there = false;
        table_act_at(s, TABLE_NEVER);
        s->safe_until = s->caught_until = s->catch_after = 0;
        s->catching = MAZO_SEAT_NONE;
    }
    t->commands = t->in_round = 0;
    t->turn_ends = t->vote_ends = t->next_at = TABLE_NEVER;
}

bool table_open(struct table *t, enum wire_line_kind kind, const struct wire_opening *opening,
                uint64_t now, struct wire_error *why)
{
    static const struct table_change fresh = {.advanced = true, .seat = MAZO_SEAT_NONE};
    t->line.kind = kind;
    t->line.opening = *opening;
    if (!wire_game_do(&t->play, t->lang, &t->line, why))
        return false;
    table_set_time(t, now);
    t->last = t->line;
    t->daily = kind == WIRE_NEW ? daily_dice(opening->position.seed) : 0;
    table_seat_all(t, t->play.game.seats, t->dice);
    t->dice = mazo_fast_seed(t->dice);
    table_tell_bots(t, &t->play);
    table_plan(t, &fresh);
    if (t->heard)
        t->heard(t->ctx, t);
    return true;
}

/* ---- doing something ---- */

static enum table_answer answer(const struct table *t, const char *word, const char *message,
                                struct wire_error *why)
{
    why->word = word;
    snprintf(why->message, sizeof why->message, "%s", text_in(t->lang, message));
    return TABLE_REFUSED;
}

static void explain(const struct table *t, const struct mazo_command *c, enum mazo_error e,
                    char *buf, size_t size)
{
    const char *names[MAZO_SEATS_MAX];
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        names[i] = t->seat[i].player.name;
    say_explain_to(t->lang, names, &t->play.game, c, e, buf, size);
}

static enum table_answer refuse_command(const struct table *t, const struct mazo_command *c,
                                        enum mazo_error e, struct wire_error *why)
{
    why->word = mazo_error_word((int)e);
    explain(t, c, e, why->message, sizeof why->message);
    return TABLE_REFUSED;
}

/* Carry out what table_fill has filled in; `why` says what was wrong with a misplay. */
static enum table_answer carry_out(struct table *t, const struct mazo_command *c,
                                   struct wire_error *why)
{
    char misplay[sizeof why->message];
    explain(t, c, MAZO_ERR_ok, misplay, sizeof misplay);
    if (!table_carry_out(t, why))
        return TABLE_REFUSED;
    memcpy(why->message, misplay, sizeof misplay);
    return TABLE_DONE;
}

/* U: not before the grace is over; and after a false catch the catcher has to wait. */
static enum table_answer catch_or_wait(struct table *t, const struct mazo_command *c,
                                       struct wire_error *why)
{
    struct table_seat *s = &t->seat[c->seat];
    if (t->now < s->catch_after) {
        return answer(t, "too_soon", N_("Wait a moment before you try to catch somebody again"),
                      why);
    }
    enum mazo_error e = mazo_judge(&t->play.game, c);
    if (e == MAZO_ERR_nothing_to_catch && t->now >= t->seat[c->who].caught_until)
        s->catch_after = table_later(t->now, t->pace.catch_pause);
    if (e != MAZO_ERR_ok)
        return refuse_command(t, c, e, why);
    if (t->now < t->seat[c->who].safe_until) {
        if (s->catching != c->who) {
            s->catching = c->who;
            s->catch_order = t->arrivals++;
        }
        answer(t, "waits", N_("Caught, unless they say UNO right now"), why);
        return TABLE_WAITS;
    }
    table_fill(t, c, NULL);
    return carry_out(t, c, why);
}

static enum table_answer hold(struct table *t, const struct mazo_command *c, struct wire_error *why)
{
    struct table_held *h = &t->seat[c->seat].held;
    h->is_there = true;
    h->order = t->arrivals++;
    h->asked = t->asked;
    h->misplay = mazo_is_misplay(&t->play.game, c, NULL);
    h->command = *c;
    h->command.rule_cards = NULL;
    if (c->type == MAZO_CMD_throw && c->count > 0)
        memcpy(h->cards, c->cards, c->count);
    h->command.cards = h->cards;
    table_plan(t, &(struct table_change){.seat = c->seat, .before = t->play.game.catchable});
    answer(t, "waits", N_("Somebody is about to be caught: wait a moment"), why);
    return TABLE_WAITS;
}

/* Checks of the table itself; the rules are the engine's business. */
static bool is_in_order(const struct table *t, const struct mazo_command *c,
                        const struct say_card_text *texts, struct wire_error *why)
{
    bool has_seat = c->type < MAZO_CMD_COUNT && strchr(mazo_command_fields(c->type), 's');
    bool lacks = c->count > 0 && ((c->type == MAZO_CMD_throw && !c->cards) ||
                                  (c->type == MAZO_CMD_write && !c->rule_cards));
    if (!t->play.open)
        answer(t, "no_game", N_("There is no game yet: begin with \"new\" or \"position\""), why);
    else if (c->type >= MAZO_CMD_COUNT || lacks)
        answer(t, "unknown_command", N_("Not a command"), why);
    else if (c->type == MAZO_CMD_tally)
        answer(t, "not_now", N_("The table counts the votes by itself"), why);
    else if (has_seat && c->seat < t->seats && t->seat[c->seat].player.sitter == TABLE_BOT)
        answer(t, "bad_seat", N_("A bot sits there and plays for itself"), why);
    else if (c->type == MAZO_CMD_write && texts && !table_texts_are_plain(c, texts))
        answer(t, "bad_rule_cards", N_("The text of a rule card is one line"), why);
    else
        return true;
    return false;
}

enum table_answer table_do(struct table *t, uint64_t now, const struct mazo_command *c,
                           const struct say_card_text *texts, struct wire_error *why)
{
    struct mazo_command given = *c;
    *why = (struct wire_error){.word = "ok"};
    table_set_time(t, now);
    if (!is_in_order(t, c, texts, why))
        return TABLE_REFUSED;
    if (c->type == MAZO_CMD_next)
        given.seat = MAZO_SEAT_NONE;
    else
        table_return(t, c->seat, now);
    while (table_catch(t, now)) {
    }
    if (c->type == MAZO_CMD_catch && c->seat < t->seats)
        return catch_or_wait(t, &given, why);
    enum mazo_error e = mazo_judge(&t->play.game, &given);
    if (e != MAZO_ERR_ok)
        return refuse_command(t, &given, e, why);
    if (given.seat < t->seats) {
        t->seat[given.seat].held.is_there = false; /* a second thought */
        if (table_robs(t, &given, NULL))
            return hold(t, &given, why);
    }
    table_fill(t, &given, texts);
    return carry_out(t, &given, why);
}

bool table_would(const struct table *t, const struct mazo_command *c)
{
    return t->play.open && c->type < MAZO_CMD_COUNT &&
           mazo_judge(&t->play.game, c) == MAZO_ERR_ok && !mazo_is_misplay(&t->play.game, c, NULL);
}

/* ---- coming and going ---- */

static void come_or_go(struct table *t, int seat, uint64_t now, bool away)
{
    table_set_time(t, now);
    if (seat < 0 || seat >= t->seats || t->seat[seat].player.sitter == TABLE_BOT ||
        t->seat[seat].away == away)
        return;
    t->seat[seat].away = away;
    t->seat[seat].held.is_there = false;
    table_plan(t, &(struct table_change){.seat = seat, .before = t->play.game.catchable});
}

void table_leave(struct table *t, int seat, uint64_t now) { come_or_go(t, seat, now, true); }
void table_return(struct table *t, int seat, uint64_t now) { come_or_go(t, seat, now, false); }

void table_replace(struct table *t, int seat, uint64_t now)
{
    table_leave(t, seat, now);
    t->seat[seat].player.sitter = TABLE_BOT;
}

void table_readmit(struct table *t, int seat) { t->seat[seat].player.sitter = TABLE_PERSON; }

void table_set_program(struct table *t, int seat, const char *command)
{
    struct table_player *p = &t->seat[seat].player;
    snprintf(p->program, sizeof p->program, "%s", command);
}

bool table_stand_in(struct table *t, int seat, uint64_t now)
{
    table_set_time(t, now);
    return table_awaits(t, seat) && table_bot_acts(t, seat);
}
