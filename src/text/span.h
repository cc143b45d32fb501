/*
 * span.h - lengths of time in words.
 */
#ifndef MAZO_SPAN_H
#define MAZO_SPAN_H

#include <stddef.h>
#include <stdint.h>
#include "text/text.h"

enum { TEXT_SPAN_SIZE = 48 };

/* "90 s", "5 min", "23 h 59 min", "1 day", "2 days 6 h": the two largest units, rounded down. */
const char *text_span(enum text_lang lang, uint64_t seconds, char *buf, size_t size);

#endif
