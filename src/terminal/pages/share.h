/*
 * share.h - a deal of the day as a line to share.
 */
#ifndef MAZO_SHARE_H
#define MAZO_SHARE_H

#include "table/record.h"
#include "terminal/screen/page.h"

/* Show the line, and copy it where the terminal can. */
void page_share(struct page *p, const struct record *r);

#endif
