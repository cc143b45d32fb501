#!/usr/bin/env python3
"""make.py MAZO FOLDER: write match files of every sheet and many house rules.

Each match is played through `mazo referee --log` by players who do anything that is allowed and try
much that is not. The files of a release are committed once and must replay for ever
(tests/matches/replay.py), so this runs once for every revision of the rules and never again:

    tests/matches/make.py build/mazo tests/matches/revision-2
"""
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import SHEETS  # noqa: E402

HOUSE = [
    {}, {"target": 5000, "hand_size": 4}, {"target": 4000, "hand_size": 3}, {"stacking": True}, {"seven_zero": True}, {"jump_in": True}, {"draw_until_playable": True},
    {"must_play": True}, {"no_bluffing": True}, {"uno_penalty": 0}, {"uno_penalty": 5, "hand_size": 2},
    {"teams": True, "hand_size": 3}, {"scoring": "hands", "target": 50, "hand_size": 3},
    {"scoring": "quick"}, {"uno_until": "next_turn", "hand_size": 3}, {"uno_until": "one_card", "hand_size": 3},
    {"wrong_card": 2, "suggestion": 3}, {"last_card_draws": True, "hand_size": 2},
    {"first_wild_four": "counts", "wild_fours": 16}, {"beginner": "lot", "first_dealer": "highest"},
    {"draw": "stuck", "drawn_card": "must"}, {"numbers": "1000000000", "wilds": 0, "hand_size": 2},
    {"stacking": True, "seven_zero": True, "jump_in": True, "draw_until_playable": True},
]
# A few cards for many hands: the piles run out, rounds block.
SCARCE = [{"numbers": "0100000000", "skips": 0, "reverses": 0, "draw_twos": 1, "wilds": 1, "wild_fours": 2,
           "hand_size": 2},
          {"numbers": "1111111111", "wild_fours": 12, "wilds": 0, "hand_size": 5}]
EFFECTS = ["draw 2", "draw_to 7", "discard 1", "discard 3", "discard_to 2", "run", "wilds", "take 2 most",
           "take 20 chosen", "take 1 left", "give 1 fewest", "give 3 chosen", "swap right", "swap chosen",
           "others_draw 1", "skip", "reverse", "color", "dare"]
COLORS = "RGBY"


class Match:
    """One match, told to the referee line by line."""

    def __init__(self, mazo, path, seed):
        self.dice = random.Random(seed)
        self.referee = subprocess.Popen([mazo, "referee", "--log", path], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.state, self.said = None, 0

    def tell(self, **line):
        self.referee.stdin.write(json.dumps(line) + "\n")
        self.referee.stdin.flush()
        answer = json.loads(self.referee.stdout.readline())
        self.state = answer.get("state", self.state)
        self.said += answer["ok"]
        return answer["ok"]

    def end(self):
        self.referee.stdin.close()
        return self.referee.wait()

    def some_rule_cards(self, count):
        cards = []
        for _ in range(count):
            effects = self.dice.sample(EFFECTS, self.dice.randint(1, 3))
            effects = [e + " Cluck like a hen" if e == "dare" else e for e in effects]
            cards.append({"text": " and ".join(effects), "effects": effects})
        return cards

    def write(self):
        legal = self.state["legal"][0]
        self.tell(do="write", seat=self.state["turn"],
                  rule_cards=self.some_rule_cards(len(legal["rule_cards"])))

    def anything(self):
        """Out of turn, or wrong: most of it is refused, what is not is the point."""
        seats = len(self.state["hands"])
        seat, who = self.dice.randrange(seats), self.dice.randrange(seats)
        what = self.dice.choice(["uno", "catch", "catch", "play", "play", "accuse", "vote", "vote", "admit"])
        line = {"do": what, "seat": seat}
        if what in ("catch", "accuse"):
            line["who"] = who
        elif what == "vote":
            line["yes"] = self.dice.random() < 0.6
        elif what == "play" and self.state["hands"][seat]:
            line["card"] = self.dice.choice(self.state["hands"][seat])
            line["color"] = self.dice.choice(COLORS)
        self.tell(**line)

    def throw(self):
        """Other cards than the ready-made throws have."""
        line = dict(self.dice.choice(self.state["legal"]))
        hand = self.state["hands"][self.state["turn"]]
        if line.get("cards") and self.dice.random() < 0.7:
            line["cards"] = self.dice.sample(hand, len(line["cards"]))
        return self.tell(**line) or self.tell(**self.dice.choice(self.state["legal"]))

    def in_turn(self):
        legal = self.state["legal"]
        plays = [c for c in legal if c["do"] in ("play", "challenge")]
        if plays and self.dice.random() < 0.6:
            legal = plays
        self.tell(**self.dice.choice(legal))

    def step(self):
        phase = self.state["phase"]
        if phase == "write":
            self.write()
        elif phase == "round_over":
            self.tell(do="next")
        elif self.dice.random() < 0.2:
            self.anything()
        elif phase == "throw":
            self.throw()
        else:
            self.in_turn()


def play(mazo, path, opening, commands, seed):
    """True: there is a match of at least the opening line in the file."""
    match = Match(mazo, path, seed)
    fine = match.tell(**opening)
    for _ in range(20 * commands):
        if not fine or match.said > commands or match.state["phase"] == "match_over":
            break
        match.step()
    match.end()
    if not fine:
        pathlib.Path(path).unlink(missing_ok=True)
    return fine


def name_of(sheet, options, seats):
    words = [f"{key}-{value}" if value is not True else key for key, value in options.items()]
    return "_".join([sheet, *words, str(seats)]).replace(" ", "")[:100]


def positions():
    """Openings by hand: every key that a position can have."""
    yield "struck", {"rules": "oficial", "hands": [["W+4", "R1", "R2"], ["B3", "B4"], ["Y1", "Y2"]],
                     "discard": ["R7", "G5"], "draw": ["Y1", "Y2", "Y3", "Y4", "G1", "G2", "B1", "B2"], "turn": 0,
                     "direction": -1, "dealer": 2, "scores": [10, 20, 30], "uno": [False, False, True]}
    yield "turned-up", {"rules": "jackpot", "hands": [["R1", "W"], ["B3", "B4"], ["Y1", "G2"]], "discard": ["WJ"],
                        "draw": ["Y1", "Y2", "Y3", "Y4", "G1", "RJ", "B1", "B2"], "turn": 1, "turned_up": True,
                        "spins": ["each", "colors", "any"], "rule_cards": [
                            {"text": "Go on", "effects": ["run", "color"]}, {"text": "Swap", "effects": ["swap left"]},
                            {"text": "Sing", "effects": ["dare Sing"]}]}
    yield "drawn", {"rules": "penas", "hands": [["R1", "B8", "G2"], ["B3"]], "discard": ["R9"],
                    "draw": ["Y1", "Y2", "Y3", "Y4"], "turn": 0, "phase": "drawn", "drawn": "R1"}
    yield "debt", {"rules": "sin-reversa", "hands": [["R+2", "B8", "G2"], ["B3", "W+4", "Y1"]],
                   "discard": ["R9", "B+2"], "draw": ["Y1", "Y2", "Y3", "Y4", "G5", "G6", "G7"], "turn": 0,
                   "phase": "struck", "pending": 6, "options": {"target": 60}}


def main():
    mazo, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    number = written = 0
    for sheet in SHEETS:
        for options in HOUSE + SCARCE:
            number += 1
            seats = 4 if options.get("teams") else 2 + number % 4
            opening = {"do": "new", "rules": sheet, "players": seats, "seed": number, "options": options}
            path = folder / (name_of(sheet, options, seats) + ".mazo")
            written += play(mazo, path, opening, 300 if "target" in options or not options else 90, number)
        most = 8 if sheet == "jackpot" else 10
        opening = {"do": "new", "rules": sheet, "players": most, "seed": number}
        written += play(mazo, folder / f"{sheet}_{most}.mazo", opening, 120, number)
    for name, opening in positions():
        number += 1
        written += play(mazo, folder / f"position_{name}.mazo", {"do": "position", **opening}, 60, number)
    print(f"{written} matches in {folder}")


if __name__ == "__main__":
    main()
