/*
 * signs.c - updates the signs.
 */
#include "bot/signs.h"

static void sign(struct bot_signs *s, int color, int last)
{
    if (color >= MAZO_COLOR_COUNT)
        return;
    s->last[color] = (uint8_t)last;
    s->since[color] = 0;
}

void signs_played(struct bot_signs *s, int color_before, mazo_card card, int named)
{
    bool wild = mazo_card_is_wild(card);
    int color = wild ? named : mazo_card_color(card);
    if (color != color_before)
        sign(s, color_before, wild ? BOT_SIGN_WILDED : BOT_SIGN_LEFT);
    sign(s, color,
         wild                    ? BOT_SIGN_NAMED
         : color == color_before ? BOT_SIGN_PLAYED
                                 : BOT_SIGN_JOINED);
    if (!wild)
        s->played[color]++;
}

void signs_declined(struct bot_signs *s, int color) { sign(s, color, BOT_SIGN_DECLINED); }

void signs_joined(struct bot_signs *s, int cards)
{
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        s->since[color] = (uint8_t)(s->since[color] + cards);
}

void signs_follow(struct bot_signs signs[MAZO_SEATS_MAX], const struct mazo_public *before,
                  const struct mazo_command *c, const struct mazo_public *after)
{
    struct bot_signs *s = &signs[c->seat];
    bool plays = c->type == MAZO_CMD_play;
    if (plays && before->phase == MAZO_PHASE_drawn)
        signs_joined(s, -1);
    else if (plays)
        signs_played(s, before->color, c->card, c->color);
    else if (c->type == MAZO_CMD_draw)
        signs_declined(s, before->color);
    for (int seat = 0; seat < before->seats; seat++) {
        int joined = after->size[seat] - before->size[seat] + (plays && seat == c->seat);
        if (joined > 0)
            signs_joined(&signs[seat], joined);
    }
}
