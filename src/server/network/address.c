/*
 * address.c - addresses as text, and a hash table that counts them.
 */
#include "server/network/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    MINUTE = 60 * 1000,
    HOUR = 60 * MINUTE,
    SLOTS = 4096,
    ENTRIES_MAX = 65536 /* beyond this, addresses without a connection are forgotten at once */
};

struct address_entry {
    struct address_entry *next;
    uint8_t key[16];
    uint32_t here;    /* connections now */
    uint32_t opened;  /* since `minute` */
    uint64_t minute;  /* when it began */
    uint64_t paid_at; /* when everything charged will be paid off */
    struct tally misses;
    struct debt debt;
};

struct address_book {
    uint8_t
        secret[crypto_shorthash_KEYBYTES]; /* so that clients cannot cause collisions */
    size_t count;
    struct address_entry *slot[SLOTS];
};

/* ---- as text ---- */

static bool is_mapped(const struct in6_addr *a) { return IN6_IS_ADDR_V4MAPPED(a); }

static void write_v6(const struct in6_addr *a, char out[NET_ADDRESS_SIZE])
{
    if (is_mapped(a))
        inet_ntop(AF_INET, a->s6_addr + 12, out, NET_ADDRESS_SIZE);
    else
        inet_ntop(AF_INET6, a, out, NET_ADDRESS_SIZE);
}

void address_write(const struct sockaddr *from, char out[NET_ADDRESS_SIZE])
{
    out[0] = '\0';
    if (from->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)from)->sin_addr, out,
                  NET_ADDRESS_SIZE);
    } else if (from->sa_family == AF_INET6) {
        write_v6(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, out);
    }
}

bool address_read(const char *text, char out[NET_ADDRESS_SIZE])
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1) {
        inet_ntop(AF_INET, &four, out, NET_ADDRESS_SIZE);
        return true;
    }
    if (inet_pton(AF_INET6, text, &six) == 1) {
        write_v6(&six, out);
        return true;
    }
    return false;
}

bool address_group(const char *text, char out[NET_ADDRESS_SIZE])
{
    char whole[NET_ADDRESS_SIZE];
    struct in6_addr six;
    size_t len = strcspn(text, "/");
    if (len >= sizeof whole || (text[len] && strcmp(text + len, "/64") != 0))
        return false;
    memcpy(whole, text, len);
    whole[len] = '\0';
    if (!address_read(whole, out) || (text[len] && !strchr(out, ':')))
        return false;
    if (inet_pton(AF_INET6, out, &six) == 1) {
        memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, out, NET_ADDRESS_SIZE);
        strncat(out, "/64", NET_ADDRESS_SIZE - strlen(out) - 1);
    }
    return true;
}

bool address_is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* ---- which addresses ---- */

/* The first `bits` bits of an address. */
struct prefix {
    uint8_t bytes[16];
    int bits;
};

static bool has_prefix(const uint8_t *address, const struct prefix *p)
{
    int whole = p->bits / 8, rest = p->bits % 8;
    return memcmp(address, p->bytes, (size_t)whole) == 0 &&
           (rest == 0 || (address[whole] ^ p->bytes[whole]) >> (8 - rest) == 0);
}

/* False for what IANA's registries of special addresses reserve. */
static bool is_public_v4(const uint8_t *address)
{
    static const struct prefix special[] = {
        {{0}, 8},
        {{10}, 8},
        {{100, 64}, 10},
        {{127}, 8},
        {{169, 254}, 16},
        {{172, 16}, 12},
        {{192, 0, 0}, 24},
        {{192, 0, 2}, 24},
        {{192, 88, 99}, 24},
        {{192, 168}, 16},
        {{198, 18}, 15},
        {{198, 51, 100}, 24},
        {{203, 0, 113}, 24},
        {{224}, 3},
    };
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (has_prefix(address, &special[i]))
            return false;
    return true;
}

/* Within 2000::/3, except ranges with a meaning of their own (Teredo and 6to4 lead to any IPv4
 * address). */
static bool is_public_v6(const uint8_t *address)
{
    static const struct prefix all = {{0x20}, 3}, mapped = {{[10] = 255, 255}, 96},
                               translated = {{0, 0x64, 255, 0x9b}, 96};
    static const struct prefix special[] = {{{0x20, 1}, 23},
                                            {{0x20, 1, 0x0d, 0xb8}, 32},
                                            {{0x20, 2}, 16},
                                            {{0x3f, 255}, 20}};
    if (has_prefix(address, &mapped) || has_prefix(address, &translated))
        return is_public_v4(address + 12);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (has_prefix(address, &special[i]))
            return false;
    return has_prefix(address, &all);
}

bool address_is_public(const struct sockaddr *to)
{
    if (to->sa_family == AF_INET)
        return is_public_v4(
            (const uint8_t *)&((const struct sockaddr_in *)(const void *)to)->sin_addr);
    return to->sa_family == AF_INET6 &&
           is_public_v6(((const struct sockaddr_in6 *)(const void *)to)->sin6_addr.s6_addr);
}

/* ---- counted ---- */

static void make_key(const char *address, uint8_t key[16])
{
    memset(key, 0, 16);
    if (inet_pton(AF_INET, address, key + 12) == 1)
        key[11] = 1; /* no IPv6 prefix looks like this */
    else if (inet_pton(AF_INET6, address, key) == 1)
        memset(key + 8, 0, 8);
}

static uint64_t hash_of(const struct address_book *b, const uint8_t key[16])
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, key, 16, b->secret);
    return hash;
}

uint64_t address_hash(const struct address_book *b, const char *address)
{
    uint8_t key[16];
    make_key(address, key);
    return hash_of(b, key);
}

static struct address_entry **find(struct address_book *b, const uint8_t key[16])
{
    struct address_entry **at = &b->slot[hash_of(b, key) % SLOTS];
    while (*at && memcmp((*at)->key, key, 16) != 0)
        at = &(*at)->next;
    return at;
}

struct address_book *address_book_new(void)
{
    struct address_book *b = sodium_init() < 0 ? NULL : calloc(1, sizeof *b);
    if (b)
        randombytes_buf(b->secret, sizeof b->secret);
    return b;
}

static void forget(struct address_book *b, struct address_entry **at)
{
    struct address_entry *e = *at;
    *at = e->next;
    free(e);
    b->count--;
}

void address_book_free(struct address_book *b)
{
    for (size_t i = 0; b && i < SLOTS; i++)
        while (b->slot[i])
            forget(b, &b->slot[i]);
    free(b);
}

struct address_entry *address_enter(struct address_book *b, const char *address, uint64_t now,
                                    uint32_t at_once, uint32_t a_minute)
{
    uint8_t key[16];
    make_key(address, key);
    struct address_entry **at = find(b, key);
    struct address_entry *e = *at;
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            return NULL;
        memcpy(e->key, key, sizeof key);
        e->minute = now;
        *at = e;
        b->count++;
    }
    if (now - e->minute >= MINUTE) {
        e->minute = now;
        e->opened = 0;
    }
    if ((at_once && e->here >= at_once) || (a_minute && e->opened >= a_minute))
        return NULL;
    e->here++;
    e->opened++;
    return e;
}

uint32_t address_here(const struct address_entry *e) { return e->here; }

void address_leave(struct address_book *b, struct address_entry *e)
{
    e->here--;
    if (e->here == 0 && b->count > ENTRIES_MAX)
        forget(b, find(b, e->key));
}

/* What was charged, in the time that it takes to be allowed again. */
bool address_charge(struct address_entry *e, uint64_t now, uint32_t an_hour, uint32_t at_once)
{
    uint64_t each = an_hour ? HOUR / an_hour : 0;
    uint64_t paid_at = e->paid_at > now ? e->paid_at : now;
    uint64_t most = (at_once < an_hour ? at_once : an_hour) * each;
    if (an_hour && paid_at - now + each > most)
        return false;
    e->paid_at = paid_at + each;
    return true;
}

uint32_t address_mark(const struct address_entry *e)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "addresses alike";
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, e->key, sizeof e->key, key);
    return 1 + (uint32_t)(hash & 0xffff);
}

struct tally *address_misses(struct address_entry *e) { return &e->misses; }

struct debt *address_debt(struct address_entry *e) { return &e->debt; }

static bool is_stale(const struct address_entry *e, uint64_t now)
{
    return e->here == 0 && now - e->minute >= MINUTE && now >= e->paid_at &&
           (e->misses.count == 0 || now - e->misses.since >= MINUTE);
}

void address_expire(struct address_book *b, uint64_t now)
{
    for (size_t i = 0; i < SLOTS; i++) {
        for (struct address_entry **at = &b->slot[i]; *at;)
            if (is_stale(*at, now))
                forget(b, at);
            else
                at = &(*at)->next;
    }
}
