/*
 * lend.c - short codes that make another device the same person.
 */
#include "server/hub/lend.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>

/* As in codes of tables: see reserve.c. */
static const char letters[] = "ABCDFGHJKLMNPRSTVWXYZ";

void lend_end(struct lend *one) { sodium_memzero(one, sizeof *one); }

void lend_expire(struct lends *l, uint64_t now)
{
    for (int i = 0; i < LENDS_MAX; i++)
        if (l->lend[i].until && l->lend[i].until <= now)
            lend_end(&l->lend[i]);
}

static void to_upper(char *to, const char *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (char)toupper((unsigned char)from[i]);
}

struct lend *lend_find(struct lends *l, const char *code, uint64_t now)
{
    char upper[LEND_LETTERS];
    to_upper(upper, code, LEND_LETTERS);
    for (int i = 0; i < LENDS_MAX; i++) {
        struct lend *one = &l->lend[i];
        if (one->until > now && sodium_memcmp(one->code, upper, LEND_LETTERS) == 0)
            return one;
    }
    return NULL;
}

/* A free slot; NULL: this address, or all together, have too many codes. */
static struct lend *find_place(struct lends *l, uint64_t address)
{
    struct lend *place = NULL;
    int same = 0;
    for (int i = 0; i < LENDS_MAX; i++) {
        struct lend *one = &l->lend[i];
        place = one->until ? place : one;
        same += one->until && one->address == address;
    }
    return same < LENDS_EACH ? place : NULL;
}

static void draw(char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = letters[randombytes_uniform(sizeof letters - 1)];
}

const struct lend *lend_make(struct lends *l, const struct lend *whose, const char *place,
                             uint64_t now)
{
    char code[LEND_LETTERS + 1] = "";
    lend_expire(l, now);
    for (int i = 0; i < LENDS_MAX; i++)
        if (l->lend[i].until && strcmp(l->lend[i].player, whose->player) == 0)
            lend_end(&l->lend[i]);
    struct lend *one = find_place(l, whose->address);
    if (!one)
        return NULL;
    draw(code, LEND_PLACE);
    if (strlen(place) == LEND_PLACE)
        to_upper(code, place, LEND_PLACE);
    if (strspn(code, letters) != LEND_PLACE)
        draw(code, LEND_PLACE);
    do {
        draw(code + LEND_PLACE, LEND_LETTERS - LEND_PLACE);
    } while (lend_find(l, code, now));
    *one = *whose;
    one->until = now + LEND_MS;
    memcpy(one->code, code, sizeof code);
    return one;
}
