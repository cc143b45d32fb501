/*
 * space.c - how much more the store may hold.
 */
#include "server/tables/space.h"

#include <stdio.h>

#include "server/hub/config.h"
#include "server/hub/hub.h"
#include "server/hub/log.h"

enum { MIB = 1024 * 1024, NEARLY = 80, FULL = 100, SLACK = 3 /* below, until it counts as less */ };

/* Percent of the host's limit. */
static uint64_t of_limit(const struct hub *h, uint64_t used)
{
    uint64_t most = (uint64_t)h->config->store_mib * MIB;
    return most ? used * 100 / most : 0;
}

/* Percent of the disk: 100 when only the reserve is left, 80 at five times the reserve. */
static uint64_t of_disk(const struct hub *h, uint64_t left)
{
    uint64_t reserve = (uint64_t)h->config->reserve_mib * MIB;
    if (reserve == 0 || left >= 5 * reserve)
        return 0;
    return left <= reserve ? FULL : FULL - (left - reserve) * (FULL - NEARLY) / (4 * reserve);
}

static int level_of(uint64_t percent) { return percent >= FULL ? 2 : percent >= NEARLY ? 1 : 0; }

static void say(const struct hub *h)
{
    static const char *const words[] = {"store_has_room", "store_nearly_full", "store_full"};
    char percent[16], used[24], left[24];
    snprintf(percent, sizeof percent, "%u", (unsigned)h->space_percent);
    snprintf(used, sizeof used, "%llu", (unsigned long long)h->space.used);
    snprintf(left, sizeof left, "%llu", (unsigned long long)h->space.left);
    log_say(words[h->space_level], "percent", percent, "used", used,
            h->space.left == UINT64_MAX ? NULL : "disk_free", left, NULL);
}

void space_take(struct hub *h, const struct store_space *now)
{
    uint64_t limit = of_limit(h, now->used), disk = of_disk(h, now->left);
    uint64_t percent = limit > disk ? limit : disk;
    int level = level_of(percent);
    if (level < h->space_level && level_of(percent + SLACK) >= h->space_level)
        level = h->space_level;
    bool changed = level != h->space_level;
    h->space = *now;
    h->space_percent = percent < 1000 ? (uint32_t)percent : 1000;
    h->space_level = level;
    if (changed)
        say(h);
}

bool space_is_there(const struct request *q)
{
    if (q->hub->space_level < 2)
        return true;
    request_error(q, "full",
                  N_("This server has no room for more: no new tables or matches for now. Matches "
                     "that have begun can be finished"));
    return false;
}
