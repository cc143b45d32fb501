/*
 * proof.c - what a match file proves about its shuffle.
 */
#include "session/proof.h"

#include <stdlib.h>
#include <string.h>

#include "wire/match.h"

/* To its end; true: it replays, and the cards were dealt by `seed`. */
static bool replays(struct match_reader *m, uint8_t seed[FAIR_SIZE])
{
    enum match_step step;
    bool dealt = false;
    while ((step = match_next(m)) == MATCH_STEP) {
        if (m->now.kind != WIRE_COMMAND) {
            dealt = m->now.kind == WIRE_NEW;
            memcpy(seed, m->now.opening.position.seed, FAIR_SIZE);
        }
    }
    return step == MATCH_END && dealt;
}

static enum proof weigh(const char *key, struct match_reader *m)
{
    uint8_t seed[FAIR_SIZE] = {0};
    struct receipt kept;
    bool fine = replays(m, seed);
    const struct fair *f = &m->fair;
    bool has_kept = receipt_find(key, f, &kept);
    if (!f->is_there && !has_kept)
        return PROOF_NONE;
    if (!fine || !f->is_there || !fair_checks(f, seed) || (has_kept && !receipt_agrees(&kept, f)))
        return PROOF_BAD;
    if (f->rule == 1)
        return PROOF_OLDER;
    return !has_kept || !kept.deal[0] ? PROOF_ITSELF : kept.again > 0 ? PROOF_AGAIN : PROOF_FULL;
}

enum proof proof_find(const char *key, const char *text, size_t len)
{
    struct match_reader *m = malloc(sizeof *m);
    if (!m)
        return PROOF_NONE;
    match_begin(m, TEXT_EN, text, len);
    enum proof found = weigh(key, m);
    free(m);
    return found;
}

const char *proof_sentence(enum proof proof)
{
    static const char *const sentences[] = {
        [PROOF_NONE] = N_("The shuffle could not be checked."),
        [PROOF_BAD] = N_("Shuffle checked: the cards were NOT shuffled fairly."),
        [PROOF_ITSELF] = N_(
            "Shuffle checked: the match file agrees with itself. No more was kept here."),
        [PROOF_OLDER] = N_(
            "Shuffle checked: only a host who also played could have chosen the cards."),
        [PROOF_AGAIN] = N_(
            "Shuffle checked: fair, but the deal started over after your part was known."),
        [PROOF_FULL] = N_("Shuffle checked: nobody could choose the cards."),
    };
    return sentences[proof];
}
