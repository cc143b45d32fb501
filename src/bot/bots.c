/*
 * bots.c - all bots as one translation unit, for libmazo; see bot.h.
 */
#define MAZO_ONE_FILE
#ifdef __clang__ /* the same sums everywhere: no fused products; gcc wants -ffp-contract=off */
#pragma STDC FP_CONTRACT OFF
#endif

#include "policy.c"
#include "net.c"
#include "signs.c"
#include "stakes.c"
#include "beliefs.c"
#include "style.c"
#include "habits.c"
#include "value.c"
#include "chain.c"
#include "deals.c"
#include "search.c"
#include "bot.c"
