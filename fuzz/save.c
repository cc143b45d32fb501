/*
 * save.c - any bytes as a saved game. What loads can be saved, loads again as the same game, and
 * can be played on.
 */
#include <stdint.h>
#include <stdlib.h>

#include "mazo/mazo.h"

enum { STEPS = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mazo_game game, again;
    static struct mazo_legal legal;
    static char text[MAZO_SAVE_MAX];
    if (mazo_load(&game, (const char *)data, size))
        return 0;
    demand(mazo_check(&game) == NULL);
    size_t length = mazo_save(&game, text, sizeof text);
    demand(length <= sizeof text);
    demand(mazo_load(&again, text, length) == NULL);
    demand(mazo_hash(&game) == mazo_hash(&again));
    uint64_t dice = mazo_fast_seed(size);
    for (int step = 0; step < STEPS; step++) {
        int seat = (int)mazo_fast_below(&dice, game.seats);
        if (mazo_legal(&game, seat, &legal) == 0)
            continue;
        int i = (int)mazo_fast_below(&dice, legal.count);
        demand(mazo_apply(&game, &legal.at[i], NULL) == MAZO_ERR_ok);
        demand(mazo_check(&game) == NULL);
    }
    return 0;
}
