/*
 * pack.h - a table at rest, in a few kilobytes.
 *
 * A struct table has room for everything that may happen; a server with
 * thousands of tables keeps them packed, and unpacks the one where something
 * happens. An unpacked table continues exactly as the packed one would have;
 * only its last command and the events of it are gone: they are for `heard`.
 */
#ifndef MAZO_PACK_H
#define MAZO_PACK_H

#include "table/table.h"

enum { TABLE_PACK_MAX = 80 * 1024 };

/* Write the table into `buf`; returns the bytes used (at most TABLE_PACK_MAX). For the same
 * program only: it is not a file format. */
size_t table_pack(const struct table *t, void *buf);

/* Unpack. What the front end has set (`scratch`, `heard`, `ctx`, `apart`, `fair`) stays in *t;
 * everything else may be uninitialized. */
void table_unpack(struct table *t, const void *buf, size_t len);

/* The seat in turn at a packed open table, without unpacking it. */
int table_packed_turn(const void *buf);

#endif
