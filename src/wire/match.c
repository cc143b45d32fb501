/*
 * match.c - match files: a whole match as text that can be replayed.
 */
#include "wire/match.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire/json_write.h"
#include "say/notation.h"

/* ---- writing ---- */

static void end_line(struct json_out *out, uint64_t hash)
{
    char digits[17];
    say_hash_write(hash, digits);
    json_out_string_at(out, "hash", digits);
    json_out_close(out, '}');
    json_out_raw(out, '\n');
    out->comma = false;
}

static void put_hands(struct json_out *out, const struct mazo_position *p)
{
    json_out_open_at(out, "hands", '[');
    for (int seat = 0; seat < p->seats; seat++)
        wire_put_counts(out, p->hands[seat]);
    json_out_close(out, ']');
    json_out_key(out, "discard");
    wire_put_cards(out, p->discard, p->discard_count);
    json_out_key(out, "draw");
    wire_put_cards(out, p->draw, p->draw_count);
}

static void put_seat_lists(struct json_out *out, const struct mazo_position *p)
{
    json_out_open_at(out, "uno", '[');
    for (int seat = 0; seat < p->seats; seat++)
        json_out_bool(out, p->said >> seat & 1);
    json_out_close(out, ']');
    json_out_open_at(out, "scores", '[');
    for (int seat = 0; seat < p->seats; seat++)
        json_out_int(out, p->scores[seat]);
    json_out_close(out, ']');
}

static void put_lever(struct json_out *out, const struct wire_opening *opening)
{
    const struct mazo_position *p = &opening->position;
    json_out_open_at(out, "spins", '[');
    for (int i = 0; i < p->spin_count; i++)
        json_out_string(out, mazo_face_name(p->spins[i]));
    json_out_close(out, ']');
    json_out_open_at(out, "rule_cards", '[');
    for (int i = 0; i < p->rule_card_count; i++)
        wire_put_rule_card(out, &p->rule_cards[i], &opening->texts.card[i]);
    json_out_close(out, ']');
}

static void put_position(struct json_out *out, const struct wire_opening *opening)
{
    const struct mazo_position *p = &opening->position;
    put_hands(out, p);
    json_out_int_at(out, "turn", p->turn);
    if (p->dealer < p->seats)
        json_out_int_at(out, "dealer", p->dealer);
    if (p->color < MAZO_COLOR_COUNT)
        json_out_string_at(out, "color", mazo_color_letter(p->color));
    json_out_int_at(out, "direction", p->direction);
    json_out_string_at(out, "phase", mazo_phase_name(p->phase));
    if (mazo_card_is_valid(p->drawn)) {
        json_out_key(out, "drawn");
        wire_put_card(out, p->drawn);
    }
    json_out_int_at(out, "pending", p->pending);
    json_out_bool_at(out, "turned_up", p->turned_up);
    put_seat_lists(out, p);
    put_lever(out, opening);
}

void match_put_opening(struct json_out *out, enum wire_line_kind kind,
                       const struct wire_opening *opening, const struct roster *roster,
                       const struct fair *fair, uint64_t hash)
{
    char seed[WIRE_SEED_SIZE];
    const struct mazo_position *p = &opening->position;
    say_seed_write(p->seed, seed);
    json_out_open(out, '{');
    json_out_int_at(out, "mazo", MATCH_VERSION);
    json_out_string_at(out, "do", kind == WIRE_NEW ? "new" : "position");
    wire_put_rules(out, &p->rules);
    json_out_int_at(out, "players", p->seats);
    if (kind == WIRE_POSITION)
        put_position(out, opening);
    json_out_string_at(out, "seed", seed);
    if (roster && roster->count > 0)
        roster_put(out, roster);
    if (fair && fair->is_there)
        fair_put(out, fair);
    end_line(out, hash);
}

void match_put_command(struct json_out *out, const struct mazo_command *c,
                       const struct say_card_text *texts, uint64_t hash)
{
    json_out_open(out, '{');
    wire_put_command_keys(out, TEXT_EN, c, texts);
    end_line(out, hash);
}

/* ---- reading ---- */

void match_begin(struct match_reader *m, enum text_lang lang, const char *text, size_t len)
{
    memset(m, 0, sizeof *m);
    m->lang = lang;
    m->text = text;
    m->len = len;
}

__attribute__((format(printf, 2, 3))) static bool bad(struct match_reader *m, const char *format,
                                                      ...)
{
    va_list args;
    va_start(args, format);
    m->why.word = "bad_match";
    vsnprintf(m->why.message, sizeof m->why.message, text_in(m->lang, format), args);
    va_end(args);
    return false;
}

static bool check_header(struct match_reader *m)
{
    const struct wire_line *now = &m->now;
    bool opens = now->kind == WIRE_NEW || now->kind == WIRE_POSITION;
    if (!opens || now->version == 0) {
        return bad(m, N_("not a match file: the first line must open a match and have \"mazo\":%d"),
                   MATCH_VERSION);
    }
    if (now->version != MATCH_VERSION) {
        return bad(m, N_("this match file has format %d, but this program knows only %d"),
                   now->version, MATCH_VERSION);
    }
    return now->opening.has_seed || bad(m, N_("\"%s\" is missing"), "seed");
}

static bool check_kind(struct match_reader *m)
{
    if (!m->play.open)
        return check_header(m);
    return m->now.kind == WIRE_COMMAND || bad(m, N_("only commands can follow the first line"));
}

static bool check_hash(struct match_reader *m)
{
    char is[17], should[17];
    uint64_t hash = mazo_hash(&m->play.game);
    if (!m->now.has_hash)
        return bad(m, N_("\"hash\" must be a text of 16 hex digits"));
    if (hash == m->now.hash)
        return true;
    say_hash_write(hash, is);
    say_hash_write(m->now.hash, should);
    return bad(m, N_("the game does not match the file: its hash is %s, the file says %s"), is,
               should);
}

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

/* The next line that is not blank; *ended is false when it lacks its end. */
static bool next_line(struct match_reader *m, const char **line, size_t *len, bool *ended)
{
    do {
        const char *from = m->text + m->at;
        size_t left = m->len - m->at;
        if (left == 0)
            return false;
        const char *end = memchr(from, '\n', left);
        *line = from;
        *len = end ? (size_t)(end - from) : left;
        *ended = end != NULL;
        m->at += *len + (end ? 1 : 0);
        m->line++;
    } while (is_blank(*line, *len));
    return true;
}

/* Keeps the word of a refusal; its sentence blames the file. */
static bool carry_out(struct match_reader *m)
{
    struct wire_error why;
    if (wire_game_do(&m->play, m->lang, &m->now, &why))
        return true;
    bad(m, N_("this command is refused: %s"), why.message);
    m->why.word = why.word;
    return false;
}

static bool read_roster(struct match_reader *m, const char *line, size_t len)
{
    int seats = m->now.opening.position.seats;
    if (!roster_read(m->lang, line, len, &m->roster, &m->why))
        return false;
    return m->roster.count == 0 || m->roster.count == seats ||
           bad(m, N_("the file names %d players, and there are %d seats"), m->roster.count, seats);
}

static bool read_fair(struct match_reader *m, const char *line, size_t len)
{
    int seats = m->now.opening.position.seats;
    return fair_read(m->lang, line, len, &m->fair, &m->why) &&
           (!m->fair.is_there || m->fair.seats == seats ||
            bad(m, N_("the file has %d salts, and there are %d seats"), m->fair.seats, seats));
}

/* What the first line says besides the match itself. */
static bool read_head(struct match_reader *m, const char *line, size_t len)
{
    return read_roster(m, line, len) && read_fair(m, line, len);
}

enum match_step match_next(struct match_reader *m)
{
    const char *line;
    size_t len;
    bool ended;
    if (!next_line(m, &line, &len, &ended)) {
        if (m->play.open)
            return MATCH_END;
        m->line = 0;
        bad(m, N_("there is no match in this file"));
        return MATCH_BAD;
    }
    bool was_open = m->play.open;
    if (!wire_read_line(m->lang, line, len, &m->now, &m->why)) {
        m->cut = !ended && was_open && strcmp(m->why.word, "bad_json") == 0;
        return m->cut ? MATCH_END : MATCH_BAD;
    }
    if (!check_kind(m) || (!was_open && !read_head(m, line, len)) || !carry_out(m) ||
        !check_hash(m))
        return MATCH_BAD;
    m->commands += was_open;
    return MATCH_STEP;
}
