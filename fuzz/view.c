/*
 * view.c - hostile views and events: a client must survive any server.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>

#include "wire/view_read.h"

/* What is read as a view can be played on from. */
static void play_on(const struct mazo_view *view)
{
    static struct mazo_game game;
    static struct mazo_legal legal;
    uint64_t dice = 3;
    mazo_resample(view, &dice, &game);
    for (int i = 0; i < 100 && mazo_legal(&game, game.turn, &legal) > 0; i++) {
        struct mazo_command c = mazo_legal_at(&legal, (int)mazo_fast_below(&dice, legal.count));
        if (mazo_check(&game) || mazo_apply(&game, &c, NULL) != MAZO_ERR_ok)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static struct mazo_events events;
    struct wire_error why;
    json_t *message = json_loadb((const char *)data, size, 0, NULL);
    if (message && wire_read_view(json_object_get(message, "view"), &view, &texts, &why))
        play_on(&view);
    if (message) {
        wire_read_events(json_object_get(message, "events"), &events, &why);
        json_decref(message);
    }
    return 0;
}
