/*
 * crowd_sit.c - a table up to its match: created, joined, seats taken, begun; and begun again.
 */
#include <stdio.h>
#include <string.h>

#include "client/crowd_inner.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/json_write.h"

const char *crowd_table_name(const struct crowd_table *t, char buf[24])
{
    if (t->code[0])
        snprintf(buf, 24, "%s", t->code);
    else
        snprintf(buf, 24, "table %d", (int)(t - t->crowd->tables));
    return buf;
}

static void create(struct crowd_player *host)
{
    static char buf[GUEST_COMMAND_MAX];
    const struct crowd_plan *plan = host->table->crowd->plan;
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", "create");
    json_out_string_at(&out, "rules", mazo_sheet_name(plan->rules.sheet));
    json_out_key(&out, "options");
    wire_put_options(&out, &plan->rules);
    json_out_int_at(&out, "seats", plan->seats);
    json_out_int_at(&out, "clock", 0);
    json_out_close(&out, '}');
    guest_send(host->guest, out.buf, out.len);
}

/* Here for the first time, or once more without knowing the table. */
void crowd_welcome(struct crowd_player *p)
{
    if (guest_table(p->guest)[0])
        return; /* the guest goes there by itself */
    if (p->table->code[0])
        guest_join(p->guest, p->table->code);
    else if (p->index == 0)
        create(p);
}

/* The host has learnt the code: everybody comes. */
static void tell_code(struct crowd_table *t, const char *code)
{
    snprintf(t->code, sizeof t->code, "%s", code);
    for (int i = 1; i < t->crowd->per_table; i++) {
        struct crowd_player *p = &t->players[i];
        if (p->guest && guest_state(p->guest) == GUEST_HERE)
            guest_join(p->guest, t->code);
    }
}

static bool all_sit(const json_t *message)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(message, "seats"), i, seat)
    {
        if (strcmp(guest_text(seat, "sits"), "person") != 0 ||
            !json_is_true(json_object_get(seat, "salt")))
            return false;
    }
    return i > 0;
}

static void match_is_over(struct crowd_table *t)
{
    const struct crowd_plan *plan = t->crowd->plan;
    if (t->over)
        return;
    t->over = true;
    t->playing = false;
    t->matches++;
    t->crowd->figures.matches++;
    t->finished = plan->matches > 0 && t->matches >= plan->matches;
}

/* A guest with a slow connection hears of it when the others have heard that it is over, or later. */
static void match_begins(struct crowd_table *t, int match)
{
    if (match < t->match || (match == t->match && (t->playing || t->over)))
        return;
    t->crowd->figures.tables_begun += !t->begun;
    t->begun = true;
    t->led = LEAD_NOTHING;
    t->match = match;
    t->playing = true;
    t->over = false;
    t->moved_at = uv_hrtime();
}

/* What the host does to get the next match going. */
static void lead(struct crowd_player *host, const json_t *message, const char *status)
{
    struct crowd_table *t = host->table;
    bool over = strcmp(status, "over") == 0;
    int match = (int)json_in_number(message, "match", 0);
    bool late = match < t->match; /* another player has heard more: that match has begun */
    if (t->finished || t->crowd->figures.stage >= CROWD_GOING || late ||
        json_object_get(message, "opening"))
        return;
    enum crowd_lead lead = over ? LEAD_AGAIN : all_sit(message) ? LEAD_START : LEAD_NOTHING;
    if (lead != LEAD_NOTHING && lead != t->led) { /* once: the table is sent often */
        guest_tell(host->guest, over ? "rematch" : "start");
        t->led = (uint8_t)lead;
        t->nudged_at = uv_hrtime();
    }
}

void crowd_table_told(struct crowd_player *p, const json_t *message)
{
    struct crowd_table *t = p->table;
    const char *status = guest_text(message, "status");
    p->seat = (uint8_t)json_in_number(message, "you", MAZO_SPECTATOR);
    bool sits = p->seat != MAZO_SPECTATOR;
    p->sits_soon = p->sits_soon && !sits;
    if (!t->code[0] && p->index == 0)
        tell_code(t, guest_text(message, "table"));
    int match = (int)json_in_number(message, "match", 0);
    if (strcmp(status, "playing") == 0) {
        match_begins(t, match);
        return;
    }
    if (strcmp(status, "over") == 0 && t->playing && match == t->match)
        match_is_over(t);
    if (!sits && !p->sits_soon && p->index < t->crowd->plan->seats)
        p->sits_soon = guest_tell(p->guest, "sit");
    else if (p->index == 0)
        lead(p, message, status);
}

/* Nothing happens: whatever was sent last may have been lost with a connection. */
void crowd_nudge(struct crowd_table *t)
{
    t->nudged_at = uv_hrtime();
    t->led = LEAD_NOTHING;
    for (int i = 0; i < t->crowd->per_table; i++) {
        struct crowd_player *p = &t->players[i];
        p->sits_soon = false;
        if (p->guest && t->code[0])
            guest_join(p->guest, t->code);
        else if (p->guest && i == 0 && guest_state(p->guest) == GUEST_HERE)
            create(p);
    }
}
