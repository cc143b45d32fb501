#!/usr/bin/env python3
"""blind.py STORM [-k WORD] [--seeds COUNT]: does the simulator see a broken promise?

Each case is the server with one small edit that breaks what it promises: the file is compiled
with the edit, linked with the rest of the build in place of the original, and the simulator must
find it within COUNT seeds. A seed that finds it is printed. TAP, one case for each edit.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from planted import compile_as, edited_program, link_of, met, planted  # noqa: E402

INCLUDED = {"server/serve.c": "node.c", "store/writer.c": "writer.c"}  # by a part of the simulator

# What is broken, the file, and the edit: what is there, and what is put in its place. Words for the simulator, if any.
CASES = [
    ("told before it is stored", "server/tables/queue.c",
     "    if (!r->before)\n        send_to", "    if (r)\n        send_to"),
    ("a step that the store refused counts as kept", "server/serve.c",
     "            p->outcome = outcome;", "            p->outcome = STORE_KEPT;"),
    ("a batch whose outcome is unknown counts as kept", "store/writer.c",
     "outcome == STORE_UNKNOWN ? resolve(w, why) : outcome;",
     "outcome == STORE_UNKNOWN ? (resolve(w, why), STORE_KEPT) : outcome;"),
    ("a batch whose outcome is unknown counts as lost", "store/writer.c",
     "outcome == STORE_UNKNOWN ? resolve(w, why) : outcome;",
     "outcome == STORE_UNKNOWN ? (resolve(w, why), STORE_REFUSED) : outcome;"),
    ("an I/O error of COMMIT counts as refused", "tests/storm/disk.c",
     "cannot say that it has %zu writes\", node, count);\n    return STORE_UNKNOWN;",
     "cannot say that it has %zu writes\", node, count);\n    return STORE_REFUSED;", "--nodes", "1"),
    ("what is refused behind such a batch counts as kept", "server/serve.c",
     "            end_pending(h, p);\n        }\n    }\n",
     "            p.outcome = STORE_KEPT;\n            end_pending(h, p);\n        }\n    }\n", "--nodes", "1"),
    ("the version of a table is not compared", "tests/store/memory_write.c",
     "    if (from->version && (!r || r->is.version != from->version)) {\n        m->conflict = true;\n"
     "        return N_(\"somebody else has changed it\");\n    }\n    is.version",
     "    is.version"),
    ("a move is not held against the version of its table", "tests/store/memory_write.c",
     "    const struct room *r = it && from->version ? memory_room(m, it->is.room) : NULL;\n"
     "    if (from->version && (!r || r->is.version != from->version)) {",
     "    const struct room *r = NULL;\n    if (r) {"),
    ("a move does not name the version of its table", "server/play/room_match.c",
     ".version = r->now.version,", ".version = 0,"),
    ("the number of a line is not compared, nor the version", "tests/store/memory_write.c",
     "    if (from->version && (!r || r->is.version != from->version)) {\n        m->conflict = true;\n"
     "        return N_(\"somebody else has changed it\");\n    }\n    if (!it || from->n > it->events)\n",
     "    if (it && r != (void *)it && from->n < it->events) {\n"
     "        ((struct store_event *)(uintptr_t)from)->n = (uint32_t)it->events;\n    }\n"
     "    if (!it || from->n > it->events)\n"),
    ("nobody hears that a table was claimed", "server/cluster/peers.c",
     "        let_go(h, q->room[i]);", "        (void)let_go;"),
    ("a claim that is heard of during a step is forgotten", "server/cluster/peers.c",
     "                r->moved = true;\n", ""),
    ("two servers give away the same numbers", "tests/store/memory_node.c",
     "    *reserved = last + count;", "    (void)count;"),
    ("a command that is sent again is carried out again", "server/messages/matches.c",
     "    if (n >= 0) { /* sent again", "    if (n >= (int64_t)1 << 40) { /* sent again"),
    ("a catch that waited and is sent again is refused", "server/messages/matches.c",
     "    if (what == TABLE_REFUSED && n >= 0) {", "    if (what == TABLE_REFUSED && n > 1 << 30) {"),
    ("the ids of commands go with anyone who is kicked", "server/messages/hosts.c",
     "        seat_change(h, s, SEAT_BOT);", "        seat_clear(h, s, SEAT_BOT);"),
    ("the ids of commands are forgotten by a restart", "server/stored/store_queries.c",
     "    if (e->id)\n        note_id(l, e);", "    if (!e)\n        note_id(l, e);"),
    ("spectators see the hand of seat 0", "server/tables/emit.c",
     "    return seat < 0 || late ? MAZO_SPECTATOR : seat;", "    return seat < 0 || late ? 0 : seat;"),
    ("everybody sees the cards that seat 0 draws", "server/tables/emit.c",
     "    for (int i = 0; table_event(t, i, seat, &event, &cards); i++)",
     "    for (int i = 0; table_event(t, i, 0, &event, &cards); i++)"),
    ("the round so far is told from another seat", "server/tables/emit.c",
     "            put_events(out, &then, seat, &view, texts_for(&then, seat));",
     "            put_events(out, &then, (seat + 1) % then.seats, &view, texts_for(&then, seat));"),
    ("the round so far begins in the round before", "server/tables/emit.c",
     "            if (m.play.game.round != number || ", "            if ("),
    ("the round so far lacks its last number", "server/tables/emit.c",
     "        while (n < r->now.n && match_next(&m) == MATCH_STEP) {\n            n++;\n            if (m.play",
     "        while (n + 1 < r->now.n && match_next(&m) == MATCH_STEP) {\n            n++;\n            if (m.play"),
    ("a view says that half of the time is left", "server/tables/emit.c",
     ".n = r->now.n,\n                       .ends_in = time_left(h, t),",
     ".n = r->now.n,\n                       .ends_in = time_left(h, t) < 0 ? -1 : time_left(h, t) / 2,"),
    ("a view says that a minute more is left", "server/tables/emit.c",
     ".n = r->now.n,\n                       .ends_in = time_left(h, t),",
     ".n = r->now.n,\n                       .ends_in = time_left(h, t) < 0 ? -1 : time_left(h, t) + 60000,"),
    ("nothing is said of a clock that runs for hours", "server/tables/emit.c",
     "    return then > now ?", "    return then > now + 60000 ? -1 : then > now ?"),
    ("messages for somebody who has gone are kept", "server/tables/queue.c",
     "    for (struct queued *l = r->out; l; l = l->next)\n        l->guest =",
     "    for (struct queued *l = NULL; l; l = l->next)\n        l->guest ="),
    ("messages of somebody who has gone are kept", "server/messages/lobby.c",
     "            queue_forget(p->room, g);", "            (void)g;"),
    ("messages of somebody who has gone wait for a table", "server/messages/lobby.c",
     "        queue_forget(r, g);", "        (void)g;"),
    ("what is sent after leave is forgotten", "server/tables/room.c",
     "    r->touched = hub_now(h);\n}\n\nint room_seat_of",
     "    extern void queue_forget(struct room *, const struct guest *);\n    queue_forget(r, g);\n"
     "    r->touched = hub_now(h);\n}\n\nint room_seat_of"),
    ("an expert does not think when everybody was away", "server/tables/room.c",
     "    r->due_now |= !r->thinking", "    if (!r) r->due_now |= !r->thinking"),
    ("a table that sleeps is not woken", "server/play/room_load.c",
     "    for (int i = 0; i < q->due_count; i++) {", "    for (int i = 0; i < 0; i++) {"),
    ("anyone who comes back gets one number too few", "server/tables/emit.c",
     "        if (++n > since) {", "        if (++n > since + 1) {"),
    ("anyone who comes back gets one number twice", "server/tables/emit.c",
     "        if (++n > since) {", "        if (++n >= since) {"),
    ("a salt that was opened is left out of the deal", "server/tables/room.c",
     "        memcpy(out->salt[i], r->now.seat[i].salt, sizeof out->salt[i]);\n", ""),
    ("a hash is replaced after the deal code was shown", "server/messages/matches.c",
     "    return r->now.opening != OPENING_SALTS && s->missed", "    return r && s->missed"),
    ("a deal that starts over keeps its secret", "server/play/opening.c",
     "    room_new_secret(r);\n", "    for (int i = 0; i < MAZO_SEATS_MAX; i++) {\n"
     "        r->now.seat[i].salt[0] = r->now.seat[i].hash[0] = '\\0';\n    }\n"),
    ("a deal starts over and nobody is told", "server/play/opening.c", "    r->now.again++;\n", ""),
    ("a match that ended goes without its results", "server/play/room_match.c",
     "        store_results(h, r, t, true);\n", ""),
]


def place_of(file):
    return file if file.startswith("tests/") else f"src/{file}"


def build_blind(case, storm, folder):
    """The simulator with that edit."""
    _, file, old, new = case[:4]
    build, own = storm.parent.parent.parent, INCLUDED.get(file)
    if not own and not file.startswith("tests/storm/"):
        return edited_program(storm, build, place_of(file), old, new, folder)
    edited = planted(place_of(file), old, new, folder)
    original = ROOT / "tests" / "storm" / own if own else ROOT / file
    output = folder / "edited.o"
    compile_as(build, original, original if own else edited, output, folder / "src" if own else ROOT / "tests/storm")
    link = link_of(build, storm)  # takes its place
    link[next(i for i, word in enumerate(link) if word.endswith(f"storm.p/{original.name}.o"))] = str(output)
    link[link.index("-o") + 1] = str(folder / "storm")
    subprocess.run(link, cwd=build, check=True)
    return folder / "storm"


def look(case, storm, seeds):
    """Whether it is seen, and what the simulator says."""
    with tempfile.TemporaryDirectory() as name:
        blind = build_blind(case, storm, pathlib.Path(name))
        done = subprocess.run([blind, "--seeds", "1", str(seeds), *case[4:]], text=True, errors="replace",
                              capture_output=True, check=False)
        return done.returncode != 0, done.stdout.strip().splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("storm", type=pathlib.Path)
    parser.add_argument("-k", default="", help="only cases with this in their name")
    parser.add_argument("--seeds", type=int, default=10000, help="how many the simulator gets; ./check --long runs as many")
    parser.add_argument("--texts", action="store_true", help="only look whether every edit still meets its line")
    args = parser.parse_args()
    cases = [case for case in CASES if args.k in case[0]]
    print(f"1..{len(cases)}", flush=True)
    blind = 0
    for number, case in enumerate(cases, 1):
        try:
            seen, words = (met(place_of(case[1]), case[2]), []) if args.texts else look(case, args.storm.resolve(), args.seeds)
        except (ValueError, subprocess.CalledProcessError) as error:
            seen, words = False, [str(error)]
        blind += not seen
        print(f"{'ok' if seen else 'not ok'} {number} - {case[0]}")
        for line in words[:2]:
            print(f"# {line[:200]}", flush=True)
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main())
