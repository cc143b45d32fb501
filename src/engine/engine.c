/*
 * engine.c - the whole engine as one translation unit; see core.h.
 */
#define MAZO_ONE_FILE

#include "rng.c"
#include "rules.c"
#include "names.c"
#include "event.c"
#include "hand.c"
#include "out_of_turn.c"
#include "order.c"
#include "end.c"
#include "effect.c"
#include "jackpot.c"
#include "turn.c"
#include "round.c"
#include "judge.c"
#include "legal.c"
#include "apply.c"
#include "view.c"
#include "check.c"
#include "hash.c"
#include "position.c"
#include "resample.c"
#include "action.c"
#include "observe.c"
#include "env.c"
