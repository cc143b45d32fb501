/*
 * crowd_sit.c - brings a table to its match: created, joined, seats taken, started; and restarted.
 */
#include <stdio.h>
#include <string.h>

#include "client/crowd_inner.h"
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
    static char buf[CLIENT_COMMAND_MAX];
    const struct crowd_plan *plan = host->table->crowd->plan;
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", "create");
    json_out_string_at(&out, "id", CLIENT_OPENS);
    json_out_string_at(&out, "rules", mazo_sheet_name(plan->rules.sheet));
    json_out_key(&out, "options");
    wire_put_options(&out, &plan->rules);
    json_out_int_at(&out, "seats", plan->seats);
    json_out_int_at(&out, "clock", 0);
    json_out_close(&out, '}');
    client_send(host->client, out.buf, out.len);
}

/* Welcomed for the first time, or again without knowing the table. */
void crowd_welcome(struct crowd_player *p)
{
    if (client_table(p->client)[0])
        return; /* the client rejoins by itself */
    if (p->table->code[0])
        client_join(p->client, p->table->code);
    else if (p->index == 0)
        create(p);
}

/* The host knows the code: everybody joins. */
static void tell_code(struct crowd_table *t, const char *code)
{
    snprintf(t->code, sizeof t->code, "%s", code);
    for (int i = 1; i < t->crowd->per_table; i++) {
        struct crowd_player *p = &t->players[i];
        if (p->client && client_state(p->client) == CLIENT_HERE)
            client_join(p->client, t->code);
    }
}

static bool all_sit(const struct table_info *info)
{
    for (int i = 0; i < info->seats; i++)
        if (info->seat[i].sits != SEAT_PERSON || !info->seat[i].committed)
            return false;
    return info->seats > 0;
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

/* A client with a slow connection sees it when the others know that it is over, or later. */
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

/* The host's next step towards a match. */
static void lead(struct crowd_player *host, const struct table_info *info)
{
    struct crowd_table *t = host->table;
    bool over = info->status == ROOM_OVER;
    bool late = info->match < t->match; /* another player has heard more: that match has begun */
    if (t->finished || t->crowd->figures.stage >= CROWD_GOING || late || info->opening)
        return;
    enum crowd_lead lead = over ? LEAD_AGAIN : all_sit(info) ? LEAD_START : LEAD_NOTHING;
    if (lead != LEAD_NOTHING && lead != t->led) { /* only once: the table is sent often */
        client_tell(host->client, over ? "rematch" : "start");
        t->led = (uint8_t)lead;
        t->nudged_at = uv_hrtime();
    }
}

void crowd_table_told(struct crowd_player *p, const struct table_info *info)
{
    struct crowd_table *t = p->table;
    p->seat = (uint8_t)(info->you < 0 ? MAZO_SPECTATOR : info->you);
    bool sits = p->seat != MAZO_SPECTATOR;
    p->sits_soon = p->sits_soon && !sits;
    if (!t->code[0] && p->index == 0)
        tell_code(t, info->code);
    int match = (int)info->match;
    if (info->status == ROOM_PLAYING) {
        match_begins(t, match);
        return;
    }
    if (info->status == ROOM_OVER && t->playing && match == t->match)
        match_is_over(t);
    if (!sits && !p->sits_soon && p->index < t->crowd->plan->seats)
        p->sits_soon = client_tell(p->client, "sit");
    else if (p->index == 0)
        lead(p, info);
}

/* No progress: what was sent last may have been lost with a connection. */
void crowd_nudge(struct crowd_table *t)
{
    t->nudged_at = uv_hrtime();
    t->led = LEAD_NOTHING;
    for (int i = 0; i < t->crowd->per_table; i++) {
        struct crowd_player *p = &t->players[i];
        p->sits_soon = false;
        if (p->client && t->code[0])
            client_join(p->client, t->code);
        else if (p->client && i == 0 && client_state(p->client) == CLIENT_HERE)
            create(p);
    }
}
