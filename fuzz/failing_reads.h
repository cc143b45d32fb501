/*
 * failing_reads.h - a store whose reads fail when read_fails() says so: for programs that drive the
 * server's inside. Before it: `static bool read_fails(void)`, and `s.ops`, which never fail.
 */
#ifndef MAZO_FAILING_READS_H
#define MAZO_FAILING_READS_H

#include "store/store.h"

#define READ(name, params, ...)                                                                    \
    static int read_##name params { return read_fails() ? -1 : s.ops->name(__VA_ARGS__); }
READ(top, (struct store * st, struct store_top *out), st, out)
READ(person_by_hash, (struct store * st, const uint8_t hash[], struct store_person *out), st, hash,
     out)
READ(person_by_key, (struct store * st, const char *key, struct store_person *out), st, key, out)
READ(person_by_id, (struct store * st, int64_t id, struct store_person *out), st, id, out)
READ(mutes,
     (struct store * st, int64_t person, void (*found)(void *, const struct store_mute *),
      void *ctx),
     st, person, found, ctx)
READ(room_by_code,
     (struct store * st, const char *code, void (*found)(void *, const struct store_room *),
      void *ctx),
     st, code, found, ctx)
READ(room_claim,
     (struct store * st, const char *code, void (*found)(void *, const struct store_room *),
      void *ctx),
     st, code, found, ctx)
READ(rooms_due,
     (struct store * st, int64_t by, int most, void (*found)(void *, const struct store_room *),
      void *ctx),
     st, by, most, found, ctx)
READ(rooms_idle,
     (struct store * st, int64_t before, int most, void (*found)(void *, const struct store_room *),
      void *ctx),
     st, before, most, found, ctx)
READ(rooms_of,
     (struct store * st, int64_t person, void (*found)(void *, const struct store_room *),
      void *ctx),
     st, person, found, ctx)
READ(reserve, (struct store * st, int64_t count, struct store_top *first), st, count, first)
READ(heartbeat,
     (struct store * st, const char *listed, size_t len, void (*moved)(void *, int64_t),
      void (*others)(void *, const char *, size_t), void *ctx),
     st, listed, len, moved, others, ctx)
READ(events,
     (struct store * st, int64_t match, uint32_t from,
      void (*found)(void *, const struct store_event *), void *ctx),
     st, match, from, found, ctx)
READ(some_events,
     (struct store * st, int64_t match, uint32_t from, uint32_t most,
      void (*found)(void *, const struct store_event *), void *ctx),
     st, match, from, most, found, ctx)
#undef READ

static void make_reads_fail(struct store_ops *ops)
{
    ops->top = read_top;
    ops->person_by_hash = read_person_by_hash;
    ops->person_by_key = read_person_by_key;
    ops->person_by_id = read_person_by_id;
    ops->mutes = read_mutes;
    ops->room_by_code = read_room_by_code;
    ops->room_claim = read_room_claim;
    ops->rooms_due = read_rooms_due;
    ops->rooms_idle = read_rooms_idle;
    ops->rooms_of = read_rooms_of;
    ops->reserve = read_reserve;
    ops->heartbeat = read_heartbeat;
    ops->events = read_events;
    ops->some_events = read_some_events;
}

#endif
