/*
 * engine.c - the whole engine as one translation unit; see core.h.
 */
#define MAZO_ONE_FILE

#include "apply.c"
#include "check.c"
#include "effect.c"
#include "event.c"
#include "hand.c"
#include "hash.c"
#include "judge.c"
#include "legal.c"
#include "lever.c"
#include "names.c"
#include "position.c"
#include "resample.c"
#include "rng.c"
#include "round.c"
#include "rules.c"
#include "table.c"
#include "turn.c"
#include "view.c"
