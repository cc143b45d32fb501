/*
 * shuffle_part.c - a client's part in the fair shuffle.
 */
#include "client/shuffle_part.h"

#include <sodium.h>
#include <string.h>

void shuffle_part_resend(struct shuffle_part *p) { p->sent = SHUFFLE_NOTHING; }

static void draw_salt(struct shuffle_part *p)
{
    unsigned char bytes[FAIR_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(p->next.salt, sizeof p->next.salt, bytes, sizeof bytes);
    fair_hash_salt(p->next.salt, p->hash);
}

/* The secret is another one, or the salt is known: use a new salt for the next deal. */
static void begin_anew(struct shuffle_part *p, const char *commitment, int match)
{
    int again = p->next.match == match ? p->next.again + (p->next.deal[0] != '\0') : 0;
    p->next = (struct shuffle_seen){.match = match, .again = again};
    if (fair_is_salt(commitment))
        memcpy(p->next.commitment, commitment, FAIR_HEX);
    p->hash[0] = '\0';
    shuffle_part_resend(p);
}

/* Computes the deal code from the table message. */
static bool read_deal(const struct table_info *t, const json_t *message, char deal[FAIR_HEX])
{
    struct fair fair = {.rule = FAIR_RULE, .seats = t->seats};
    char about[FAIR_ABOUT_SIZE];
    if (!fair_take(t->commitment, fair.commitment) || !fair_about(message, about))
        return false;
    for (int i = 0; i < t->seats; i++) {
        const char *hash = t->seat[i].hash;
        if (hash && hash[0] && !fair_take(hash, fair.hash[i]))
            return false;
    }
    fair_seal(&fair, about);
    memcpy(deal, fair.deal, FAIR_HEX);
    return true;
}

static enum shuffle_act act(struct shuffle_part *p, enum shuffle_act what)
{
    if (p->sent == what)
        return SHUFFLE_NOTHING;
    p->sent = (uint8_t)what;
    return what;
}

/* The salts are being opened. */
static enum shuffle_act open_salt(struct shuffle_part *p, const struct table_info *t,
                                  const struct table_info_seat *seat, const json_t *message)
{
    char deal[FAIR_HEX];
    if (!p->hash[0] || strcmp(seat->hash, p->hash) != 0)
        return SHUFFLE_NOTHING; /* another of our devices sent it */
    if (!read_deal(t, message, deal) || strcmp(deal, t->deal) != 0 ||
        (p->next.deal[0] && strcmp(p->next.deal, deal) != 0))
        return act(p, SHUFFLE_REFUSE);
    memcpy(p->next.deal, deal, sizeof p->next.deal);
    return seat->opened ? SHUFFLE_NOTHING : act(p, SHUFFLE_OPEN);
}

static enum shuffle_act commit(struct shuffle_part *p, const struct table_info_seat *seat)
{
    if (p->hash[0] && strcmp(seat->hash, p->hash) == 0)
        return SHUFFLE_NOTHING;
    if (!p->next.salt[0])
        draw_salt(p);
    return act(p, SHUFFLE_COMMIT);
}

/* A server without hashes gets the salt itself, by rule 1. */
static enum shuffle_act give(struct shuffle_part *p, const struct table_info_seat *seat)
{
    if (seat->committed)
        return SHUFFLE_NOTHING;
    if (!p->next.salt[0])
        draw_salt(p);
    return act(p, SHUFFLE_OPEN);
}

static bool knows_hashes(const struct table_info *t)
{
    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].hash)
            return true;
    return false;
}

/* The cards are dealt. By rule 2, with another secret than the one we know, the deal has started
 * over while we were away: we have no part in it. A salt counts if it was sent. */
static void note_dealt(struct shuffle_part *p, const struct table_info *t)
{
    int match = (int)t->match;
    bool hashes = knows_hashes(t);
    if (p->dealt.match == match || p->next.match != match)
        return;
    if (hashes && strcmp(p->next.commitment, t->commitment) != 0)
        begin_anew(p, t->commitment, match);
    if (hashes ? !p->next.deal[0] : p->sent != SHUFFLE_OPEN)
        p->next.salt[0] = '\0';
    p->dealt = p->next;
    p->next = (struct shuffle_seen){0};
    p->hash[0] = '\0';
}

enum shuffle_act shuffle_part_hear(struct shuffle_part *p, const struct table_info *t,
                                   const json_t *message)
{
    if (t->status != ROOM_OPEN) {
        note_dealt(p, t);
        return SHUFFLE_NOTHING;
    }
    int match = (int)t->match + 1;
    const struct table_info_seat *seat = t->you >= 0 ? &t->seat[t->you] : NULL;
    if (p->next.match != match || strcmp(p->next.commitment, t->commitment) != 0 ||
        (p->next.deal[0] && !t->deal[0]))
        begin_anew(p, t->commitment, match);
    if (!seat || p->seat != t->you) {
        shuffle_part_resend(p); /* a player who sits down again gives it again */
        p->seat = t->you;
    }
    if (!seat || !p->next.commitment[0])
        return SHUFFLE_NOTHING;
    return !seat->hash  ? give(p, seat)
           : t->deal[0] ? open_salt(p, t, seat, message)
                        : commit(p, seat);
}
