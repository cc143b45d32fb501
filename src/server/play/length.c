/*
 * length.c - how long a match may become, and the warnings.
 */
#include "server/play/length.h"

#include <stdio.h>

#include "server/hub/config.h"
#include "server/tables/emit.h"
#include "server/hub/hub.h"

enum { WARN_FROM = 90, WARN_STEP = 3, MIB = 1024 * 1024 };

static uint32_t percent(uint64_t is, uint64_t most)
{
    uint64_t so_far = most ? is * 100 / most : 0;
    return so_far < 100 ? (uint32_t)so_far : 100;
}

uint32_t length_percent(const struct hub *h, const struct room *r)
{
    uint32_t moves = percent(r->now.n, h->config->moves);
    uint32_t bytes = percent(r->now.bytes, (uint64_t)h->config->match_mib * MIB);
    return moves > bytes ? moves : bytes;
}

void length_warn_guest(struct hub *h, struct room *r, struct guest *g)
{
    char text[320];
    uint32_t now = length_percent(h, r);
    if (r->now.status == ROOM_PLAYING && now >= WARN_FROM) {
        snprintf(text, sizeof text,
                 text_in((enum text_lang)g->lang,
                         N_("This match has %u %% of the length that this server allows. At 100 %% "
                            "it ends as it stands, without a winner; nothing is lost.")),
                 (unsigned)now);
        emit_notice(h, r, g, "nearly_too_long", text);
    }
}

void length_warn(struct hub *h, struct room *r)
{
    uint32_t now = length_percent(h, r);
    if (now < WARN_FROM || now < (uint32_t)r->now.warned + WARN_STEP)
        return;
    r->now.warned = (uint8_t)now;
    for (uint32_t i = 0; i < r->guest_count; i++)
        length_warn_guest(h, r, r->guests[i]);
}

void length_tell_end(struct hub *h, struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        emit_notice(h, r, r->guests[i], "too_long",
                    text_in((enum text_lang)r->guests[i]->lang,
                            N_("This match is as long as this server allows, so it ends here, "
                               "without a winner. It is kept: its players find it in their "
                               "history. The host can deal another one.")));
    }
}
