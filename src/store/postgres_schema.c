/*
 * postgres_schema.c - the tables in a PostgreSQL database, and upgrading older ones.
 *
 * Functions in the database do the writing, one per kind of write, and refuse what store.h says. So a
 * batch needs no answer before its end, and costs one round trip.
 *
 * Never change a step that has been released: add one. Functions are not part of a step: an upgrade ends with
 * the newest of each.
 */
#include "store/postgres_inner.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "text/text.h"

enum { MIGRATE_MS = 600000 };

/* Texts are opaque bytes. A token in `batch` says that its batch was kept, or never will be. */
static const char tables[] =
    "CREATE TABLE person ("
    " id bigint PRIMARY KEY, key text UNIQUE, hash bytea UNIQUE, name text NOT NULL,"
    " lang text NOT NULL, since bigint NOT NULL, seen bigint NOT NULL, rating float8 NOT NULL,"
    " matches bigint NOT NULL DEFAULT 0, wins bigint NOT NULL DEFAULT 0);"
    "CREATE INDEX person_rated ON person (rating DESC, id) WHERE matches >= 5;"
    "CREATE TABLE room ("
    " id bigint PRIMARY KEY, code text NOT NULL, touched bigint NOT NULL, due bigint NOT NULL,"
    " listed bool NOT NULL, over bool NOT NULL, match bigint NOT NULL, text bytea NOT NULL,"
    " version bigint NOT NULL DEFAULT 1) WITH (fillfactor = 70);"
    "CREATE UNIQUE INDEX room_code ON room (code) WHERE NOT over;"
    "CREATE INDEX room_old_code ON room (code) WHERE over;"
    "CREATE INDEX room_due ON room (due) WHERE NOT over AND due <> 0;"
    "CREATE INDEX room_idle ON room (touched) WHERE NOT over AND due = 0;"
    "CREATE TABLE seat ("
    " room bigint NOT NULL REFERENCES room (id), place bigint NOT NULL,"
    " person bigint NOT NULL REFERENCES person (id), PRIMARY KEY (room, place));"
    "CREATE INDEX seat_person ON seat (person);"
    "CREATE TABLE match ("
    " id bigint PRIMARY KEY, room bigint NOT NULL, key text NOT NULL UNIQUE,"
    " began bigint NOT NULL, rules text NOT NULL);"
    "CREATE INDEX match_room ON match (room);"
    "CREATE TABLE event ("
    " match bigint NOT NULL, n bigint NOT NULL, at bigint NOT NULL, person bigint NOT NULL,"
    " id bigint NOT NULL, text bytea NOT NULL, PRIMARY KEY (match, n));"
    "CREATE TABLE result ("
    " match bigint NOT NULL REFERENCES match (id), seat bigint NOT NULL CHECK (seat BETWEEN 0 AND 9),"
    " person bigint REFERENCES person (id), name text NOT NULL, points bigint NOT NULL,"
    " won bool NOT NULL, at bigint NOT NULL, rating float8 NOT NULL, PRIMARY KEY (match, seat));"
    "CREATE INDEX result_person ON result (person, at) WHERE person IS NOT NULL;"
    "CREATE TABLE batch (token bytea PRIMARY KEY, kept bool NOT NULL,"
    " at timestamptz NOT NULL DEFAULT now());"
    "CREATE INDEX batch_at ON batch (at);";

/* Several servers on one database. `counter` has the highest numbers given out. A server that claims a
 * room leaves a note in `moved` for the node that had it; that node deletes it after reading.
 * Heartbeats need not survive a crash, and wait for no standby. */
static const char node_tables[] =
    "ALTER TABLE room ADD COLUMN owner bigint NOT NULL DEFAULT 0;"
    "CREATE TABLE counter (person bigint NOT NULL, room bigint NOT NULL, match bigint NOT NULL);"
    "INSERT INTO counter VALUES (0, 0, 0);"
    "CREATE UNLOGGED TABLE node (id bigint PRIMARY KEY, at timestamptz NOT NULL,"
    " listed bytea NOT NULL) WITH (fillfactor = 50);"
    "CREATE TABLE moved (seq bigserial PRIMARY KEY, node bigint NOT NULL, room bigint NOT NULL,"
    " at timestamptz NOT NULL DEFAULT now());"
    "CREATE INDEX moved_node ON moved (node);";

/* The people a person has muted; by the index, those who have muted a person to be forgotten. */
static const char mute_tables[] =
    "CREATE TABLE mute ("
    " person bigint NOT NULL REFERENCES person (id), muted bigint NOT NULL REFERENCES person (id),"
    " PRIMARY KEY (person, muted));"
    "CREATE INDEX mute_muted ON mute (muted);";

/* Banned people and addresses. */
static const char ban_tables[] =
    "CREATE TABLE ban ("
    " person bigint UNIQUE REFERENCES person (id), address text UNIQUE, until bigint NOT NULL,"
    " at bigint NOT NULL, why text NOT NULL, CHECK ((person IS NULL) <> (address IS NULL)));";

/* Where browsers of a person take messages while no page is open. */
static const char push_tables[] =
    "CREATE TABLE push ("
    " endpoint bytea PRIMARY KEY, person bigint NOT NULL REFERENCES person (id),"
    " key bytea NOT NULL, secret bytea NOT NULL, at bigint NOT NULL);"
    "CREATE INDEX push_person ON push (person);";

/* Results of the deals of the day. */
static const char daily_tables[] =
    "CREATE TABLE daily ("
    " day bigint NOT NULL, person bigint NOT NULL REFERENCES person (id), at bigint NOT NULL,"
    " place bigint NOT NULL, lead bigint NOT NULL, rounds text NOT NULL, mark bigint NOT NULL,"
    " PRIMARY KEY (day, person), UNIQUE (day, mark));"
    "CREATE INDEX daily_best ON daily (day, place, lead DESC, at);"
    "CREATE INDEX daily_person ON daily (person);";

static const char *const steps[] = {tables,     node_tables, mute_tables,
                                    ban_tables, push_tables, daily_tables};

/* First those go that took other arguments in an earlier version. */
static const char *const functions[] = {
    "DROP FUNCTION IF EXISTS"
    " put_room(bigint, text, bigint, bigint, bool, bool, bigint, bytea, bigint[], bigint),"
    " put_event(bigint, bigint, bigint, bigint, bigint, bytea),"
    " put_result(bigint, bigint, bigint, text, bigint, bool, bigint, float8);",

    /* False if forgotten; refuses a number without a person. */
    "CREATE OR REPLACE FUNCTION is_here(p bigint) RETURNS bool LANGUAGE plpgsql AS $$"
    " DECLARE here bool;"
    " BEGIN SELECT key IS NOT NULL INTO here FROM person WHERE id = p;"
    "  IF NOT FOUND THEN RAISE foreign_key_violation; END IF;"
    "  RETURN here; END $$;",

    "CREATE OR REPLACE FUNCTION put_seats(r bigint, who bigint[]) RETURNS void"
    " LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  IF who = coalesce((SELECT array_agg(person ORDER BY place) FROM seat WHERE room = r),"
    "   '{}') THEN RETURN; END IF;"
    "  DELETE FROM seat WHERE room = r;"
    "  INSERT INTO seat SELECT r, place - 1, p FROM unnest(who) WITH ORDINALITY AS t (p, place)"
    "   WHERE is_here(p);"
    " END $$;",

    /* MZ003: the room has another version than the one to replace. It belongs to the server that writes it. */
    "CREATE OR REPLACE FUNCTION put_room(r bigint, c text, t bigint, d bigint, l bool, o bool,"
    " m bigint, x bytea, who bigint[], v bigint, me bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  IF v <> 0 THEN"
    "   UPDATE room SET code = c, touched = t, due = d, listed = l, over = o, match = m, text = x,"
    "    version = v + 1, owner = me WHERE id = r AND version = v;"
    "   IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'MZ003'; END IF;"
    "  ELSE"
    "   INSERT INTO room VALUES (r, c, t, d, l, o, m, x, 1, me) ON CONFLICT (id) DO UPDATE SET"
    "    code = c, touched = t, due = d, listed = l, over = o, match = m, text = x,"
    "    version = room.version + 1, owner = me;"
    "  END IF;"
    "  PERFORM put_seats(r, CASE WHEN o THEN '{}' ELSE who END);"
    " END $$;",

    /* The event before it, or its match, must exist, and its room have this version. No lock: if two nodes
     * write the same line, its number refuses one. */
    "CREATE OR REPLACE FUNCTION put_event(m bigint, i bigint, t bigint, p bigint, d bigint, x bytea, v bigint)"
    " RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  IF v <> 0 THEN"
    "   PERFORM 1 FROM match JOIN room ON room.id = match.room WHERE match.id = m AND version = v;"
    "   IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'MZ003'; END IF;"
    "  END IF;"
    "  IF i = 0 THEN PERFORM 1 FROM match WHERE id = m;"
    "  ELSE PERFORM 1 FROM event WHERE match = m AND n = i - 1; END IF;"
    "  IF NOT FOUND THEN RAISE foreign_key_violation; END IF;"
    "  INSERT INTO event VALUES (m, i, t, p, d, x);"
    " END $$;",

    /* `k`: the rating to keep, in a copy. The person comes first, to lock the row: another node may
     * be adding to the same rating. */
    "CREATE OR REPLACE FUNCTION put_result(m bigint, s bigint, p bigint, c text, n bigint, w bool, t bigint,"
    " delta float8, k float8) RETURNS void LANGUAGE plpgsql AS $$"
    " DECLARE here bool := p <> 0 AND is_here(p); after float8;"
    " BEGIN"
    "  IF here THEN UPDATE person SET rating = rating + CASE WHEN k IS NULL THEN delta ELSE 0 END,"
    "   matches = matches + 1, wins = wins + w::int WHERE id = p AND key IS NOT NULL"
    "   RETURNING rating INTO after; here := FOUND; END IF;"
    "  INSERT INTO result VALUES (m, s, CASE WHEN here THEN p END,"
    "   CASE WHEN here OR p = 0 THEN c ELSE '' END, n, w, t, coalesce(k, after, 0));"
    " END $$;",

    /* The mutes after the person: once that row is locked, pending ones have been committed. */
    "CREATE OR REPLACE FUNCTION forget(p bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  DELETE FROM seat WHERE person = p;"
    "  UPDATE result SET person = NULL, name = '' WHERE person = p;"
    "  UPDATE person SET key = NULL, hash = NULL, name = '', lang = '', since = 0, seen = 0,"
    "   rating = 0, matches = 0, wins = 0 WHERE id = p;"
    "  DELETE FROM mute WHERE person = p OR muted = p;"
    "  DELETE FROM ban WHERE person = p;"
    "  DELETE FROM push WHERE person = p;"
    "  DELETE FROM daily WHERE person = p;"
    " END $$;",

    "CREATE OR REPLACE FUNCTION last_line_at(m bigint) RETURNS bigint LANGUAGE sql STABLE AS $$"
    " SELECT coalesce((SELECT at FROM event WHERE match = m ORDER BY n DESC LIMIT 1), 0) $$;",

    "CREATE OR REPLACE FUNCTION put_away(r bigint, t bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  UPDATE room SET over = true, version = version + 1 WHERE id = r AND NOT over AND touched <= t;"
    "  IF FOUND THEN DELETE FROM seat WHERE room = r; END IF;"
    " END $$;",

    "CREATE OR REPLACE FUNCTION drop_room(r bigint, t bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  PERFORM 1 FROM room WHERE id = r AND greatest(touched, last_line_at(match)) < t"
    "   AND id < (SELECT max(id) FROM room) AND NOT EXISTS (SELECT 1 FROM match"
    "    WHERE room = r AND id = (SELECT max(id) FROM match));"
    "  IF NOT FOUND THEN RETURN; END IF;"
    "  DELETE FROM event WHERE match IN (SELECT id FROM match WHERE room = r"
    "   AND NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.id));"
    "  DELETE FROM match WHERE room = r"
    "   AND NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.id);"
    "  DELETE FROM seat WHERE room = r;"
    "  DELETE FROM room WHERE id = r;"
    " END $$;",

    /* Read after the row is locked, so that the people are those who sit there now. */
    "CREATE OR REPLACE FUNCTION claim(c text, me bigint) RETURNS TABLE (c0 bigint, c1 text, c2 bigint,"
    " c3 bigint, c4 bool, c5 bool, c6 bigint, c7 bytea, c8 bigint, c9 text)"
    " LANGUAGE plpgsql AS $$"
    " DECLARE r bigint; had bigint;"
    " BEGIN"
    "  SELECT id, owner INTO r, had FROM room WHERE code = c ORDER BY over, id DESC LIMIT 1"
    "   FOR UPDATE;"
    "  IF had NOT IN (0, me) THEN INSERT INTO moved (node, room) VALUES (had, r); END IF;"
    "  UPDATE room SET version = version + 1, owner = me WHERE id = r;"
    "  RETURN QUERY SELECT " SQL_ROOM POSTGRES_PEOPLE " FROM room WHERE id = r;"
    " END $$;",

    "CREATE OR REPLACE FUNCTION lives(n bigint) RETURNS bool LANGUAGE sql STABLE AS $$"
    " SELECT EXISTS (SELECT 1 FROM node WHERE id = n AND at > now() - interval '10 s') $$;",

    /* The lock waits for a node that is forgetting one of the two. */
    "CREATE OR REPLACE FUNCTION put_mute(p bigint, m bigint, off bool) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  PERFORM 1 FROM person WHERE id IN (p, m) AND key IS NOT NULL ORDER BY id FOR KEY SHARE;"
    "  IF NOT is_here(p) OR NOT is_here(m) THEN RETURN; END IF;"
    "  IF off THEN DELETE FROM mute WHERE person = p AND muted = m;"
    "  ELSE INSERT INTO mute VALUES (p, m) ON CONFLICT DO NOTHING; END IF;"
    " END $$;",

    "CREATE OR REPLACE FUNCTION put_ban(p bigint, a text, u bigint, t bigint, w text, off bool)"
    " RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  IF p <> 0 THEN"
    "   PERFORM 1 FROM person WHERE id = p AND key IS NOT NULL FOR KEY SHARE;"
    "   IF NOT is_here(p) THEN RETURN; END IF;"
    "   DELETE FROM ban WHERE person = p;"
    "  ELSE DELETE FROM ban WHERE address = a; END IF;"
    "  IF NOT off THEN INSERT INTO ban VALUES (nullif(p, 0), nullif(a, ''), u, t, w); END IF;"
    " END $$;",

    "CREATE OR REPLACE FUNCTION put_push(e bytea, p bigint, k bytea, s bytea, t bigint, off bool,"
    " most bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  PERFORM 1 FROM person WHERE id = p AND key IS NOT NULL FOR KEY SHARE;"
    "  IF NOT is_here(p) THEN RETURN; END IF;"
    "  IF off THEN DELETE FROM push WHERE endpoint = e AND person = p; RETURN; END IF;"
    "  INSERT INTO push VALUES (e, p, k, s, t) ON CONFLICT (endpoint) DO UPDATE"
    "   SET person = p, key = k, secret = s, at = t;"
    "  DELETE FROM push WHERE person = p AND endpoint NOT IN (SELECT endpoint FROM push"
    "   WHERE person = p ORDER BY at DESC, endpoint DESC LIMIT most);"
    " END $$;",

    "CREATE OR REPLACE FUNCTION put_daily(d bigint, p bigint, t bigint, l bigint, a bigint,"
    " r text, m bigint) RETURNS void LANGUAGE plpgsql AS $$"
    " BEGIN"
    "  PERFORM 1 FROM person WHERE id = p AND key IS NOT NULL FOR KEY SHARE;"
    "  IF NOT is_here(p) THEN RETURN; END IF;"
    "  INSERT INTO daily VALUES (d, p, t, l, a, r, m) ON CONFLICT DO NOTHING;"
    " END $$;"};

/* Nodes may start together: one upgrades, the others find it done. All is one
 * transaction. */
static const char begin[] = "BEGIN; SELECT pg_advisory_xact_lock(1835104879);"
                            "CREATE SCHEMA IF NOT EXISTS mazo; SET LOCAL search_path = mazo;"
                            "CREATE TABLE IF NOT EXISTS version (n bigint NOT NULL);"
                            "DO $$ BEGIN IF (SELECT coalesce(max(n), 0) FROM version) > %d THEN"
                            " RAISE EXCEPTION USING ERRCODE = 'MZ001'; END IF; END $$";

static bool step_on(struct pg *c, int version)
{
    char mark[64];
    snprintf(mark, sizeof mark, "INSERT INTO version VALUES (%d)", version);
    return pg_run(c, steps[version - 1], MIGRATE_MS) == PG_DONE &&
           pg_run(c, mark, MIGRATE_MS) == PG_DONE;
}

static bool replace_functions(struct pg *c)
{
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof functions / sizeof functions[0]; i++)
        fine = pg_run(c, functions[i], MIGRATE_MS) == PG_DONE;
    return fine;
}

int postgres_version(void) { return (int)(sizeof steps / sizeof steps[0]); }

const char *postgres_migrate(struct pg *c, bool newer, int64_t *was)
{
    int present = postgres_version();
    char sql[sizeof begin + 16];
    snprintf(sql, sizeof sql, begin, newer ? INT_MAX : present);
    bool fine = pg_run(c, sql, MIGRATE_MS) == PG_DONE &&
                pg_run_number(c, "SELECT coalesce(max(n), 0) FROM version", MIGRATE_MS, was) ==
                    PG_DONE;
    for (int i = (int)*was; fine && i < present; i++)
        fine = step_on(c, i + 1);
    if (fine && *was < present)
        fine = replace_functions(c);
    if (fine && pg_run(c, "COMMIT", MIGRATE_MS) == PG_DONE)
        return NULL;
    char why[PG_WHY_SIZE];
    snprintf(why, sizeof why, "%s",
             strcmp(c->state, "MZ001") == 0 ? N_("a newer version of Mazo has written it")
                                            : c->why);
    if (c->conn)
        pg_run(c, "ROLLBACK", MIGRATE_MS);
    memcpy(c->why, why, sizeof why);
    return c->why;
}
