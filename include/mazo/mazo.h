/*
 * mazo.h - the whole library.
 */
#ifndef MAZO_MAZO_H
#define MAZO_MAZO_H

#include "mazo/bot.h"
#include "mazo/card.h"
#include "mazo/env.h"
#include "mazo/event.h"
#include "mazo/game.h"
#include "mazo/library.h"
#include "mazo/rng.h"
#include "mazo/rules.h"
#include "mazo/save.h"
#include "mazo/view.h"

#endif
