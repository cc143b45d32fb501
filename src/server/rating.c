/*
 * rating.c - Elo by pairs.
 */
#include "server/rating.h"

#include <math.h>

static const double most = 24.0; /* points that a whole match can move */

void rating_update(struct rating_entry *entry, int count)
{
    double change[16] = {0};
    int people = 0;
    for (int i = 0; i < count; i++) {
        people += entry[i].counts;
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (i == j || !entry[i].counts || !entry[j].counts || entry[i].won == entry[j].won) {
                continue;
            }
            double expected = 1.0 / (1.0 + pow(10.0, (entry[j].rating - entry[i].rating) / 400.0));
            change[i] += ((entry[i].won ? 1.0 : 0.0) - expected) * most / (people - 1);
        }
    }
    for (int i = 0; i < count; i++) {
        entry[i].rating += change[i];
    }
}
