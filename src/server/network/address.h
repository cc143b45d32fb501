/*
 * address.h - how many connections each address has.
 *
 * An IPv4 address counts as a whole, of an IPv6 address the first 64 bits: anyone who has one of
 * those has them all.
 */
#ifndef MAZO_ADDRESS_H
#define MAZO_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "server/network/net.h"
#include "server/network/tally.h"

/* The address without its port, IPv4 in IPv6 as IPv4; "" if it has none. */
void address_write(const struct sockaddr *from, char out[NET_ADDRESS_SIZE]);

/* Reads an address from text and writes it as address_write does; false: it is not one. */
bool address_read(const char *text, char out[NET_ADDRESS_SIZE]);

/* The group that limits count together: an IPv4 address, or the /64 of an IPv6 one. `text` may be
 * either; false: it is neither. */
bool address_group(const char *text, char out[NET_ADDRESS_SIZE]);

bool address_is_loopback(const char *address);

/* Is it a public address, not one of a private network? For connections that we make ourselves. */
bool address_is_public(const struct sockaddr *to);

struct address_book;  /* the addresses that are connected, or were a while ago */
struct address_entry; /* one */

struct address_book *address_book_new(void);
void address_book_free(struct address_book *b);

/* One more connection. NULL: too many at once, too many within the minute, or no memory; a
 * limit of 0 means no limit. `now` in milliseconds. */
struct address_entry *address_enter(struct address_book *b, const char *address, uint64_t now,
                                    uint32_t at_once, uint32_t a_minute);
uint32_t address_here(const struct address_entry *e); /* connections now */
void address_leave(struct address_book *b, struct address_entry *e);

/* A number for it, equal for addresses that are counted together. */
uint64_t address_hash(const struct address_book *b, const char *address);

/* Count one more thing that takes disk space: `at_once` of them may come at once, later `an_hour`
 * per hour. False: too many. 0 an hour: no limit. */
bool address_charge(struct address_entry *e, uint64_t now, uint32_t an_hour, uint32_t at_once);

/* A number from 1 to 65536 for it, the same in every book. It says little about the address: every
 * 65536th has the same. */
uint32_t address_mark(const struct address_entry *e);

/* Wrong codes from there, within a minute: see guess.h. */
struct tally *address_misses(struct address_entry *e);

/* What all its connections together owe: see net_spend. */
struct debt *address_debt(struct address_entry *e);

/* Forget addresses that have been gone for a minute and owe nothing. */
void address_expire(struct address_book *b, uint64_t now);

#endif
