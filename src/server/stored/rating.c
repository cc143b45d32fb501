/*
 * rating.c - Elo by pairs.
 */
#include "server/stored/rating.h"

#include <math.h>

static const double most = 24.0;   /* points that a whole match can move */
static const double least = 0.025; /* weight of an opponent who has not played yet */

static double weight_of(const struct rating_entry *other)
{
    double weight = (double)other->matches / RATING_ESTABLISHED;
    return fmin(fmax(weight, least), 1.0);
}

/* The change from this pair, for one of the two. */
static double change_of(const struct rating_entry *own, const struct rating_entry *other)
{
    if (!own->person || !other->person || own->won == other->won)
        return 0;
    double expected = 1.0 / (1.0 + pow(10.0, (other->rating - own->rating) / 400.0));
    double change = ((own->won ? 1.0 : 0.0) - expected) * weight_of(other) * most;
    bool unfair = change > 0 ? other->kicked_by != 0 : own->kicked_by == other->person;
    return unfair ? 0 : change;
}

static bool has_kicked(const struct rating_entry *entry, int count, int64_t person)
{
    for (int i = 0; i < count; i++)
        if (entry[i].kicked_by == person)
            return true;
    return false;
}

void rating_update(struct rating_entry *entry, int count)
{
    double change[16] = {0};
    int people = 0;
    for (int i = 0; i < count; i++) {
        people += entry[i].person != 0;
        for (int j = 0; j < count; j++)
            change[i] += i == j ? 0 : change_of(&entry[i], &entry[j]);
        if (has_kicked(entry, count, entry[i].person))
            change[i] = fmin(change[i], 0);
    }
    for (int i = 0; i < count && people > 1; i++)
        entry[i].rating += change[i] / (people - 1);
}
