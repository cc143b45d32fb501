"""Cases that need more than a few lines: many seeds, statistics, long walks, odd bytes.

A case is a function with a title, as in a .t file (the rule ids first); it gets `start`,
which starts a referee. The seeds are fixed, so nothing here is up to chance.
"""
import collections
import json
import random

from run import SHEETS, CARD, Failure, count_cards, deck, demand
from tap import FLAGS

CASES = []


def case(title, *values):
    """Puts a function on the list, once for each of the values (their words go into the title)."""
    def keep(body):
        for value in values or [None]:
            if value is None:
                CASES.append((title, body))
            else:
                CASES.append((f"{title} [{value}]", lambda start, value=value: body(start, value)))
        return body
    return keep


RULE_CARD = {"text": "draw one", "effects": ["draw 1"]}


def open_match(referee, rules, players, seed, options=None, rule_card=RULE_CARD):
    """A new match, with the rule cards written where there are any. Returns the state."""
    line = {"do": "new", "rules": rules, "players": players, "seed": seed}
    if options:
        line["options"] = options
    answer = referee.ask(line)
    demand(answer["ok"], f"not opened: {answer.get('message')}")
    for seat in range(players if rules == "jackpot" else 0):
        demand(referee.state["phase"] == "write", f"{referee.state['phase']} before all have written")
        answer = referee.ask({"do": "write", "seat": seat, "rule_cards": [rule_card] * (8 // players)})
        demand(answer["ok"], f"not written: {answer.get('message')}")
    return referee.state


def ten(rules):
    return 8 if rules == "jackpot" else 10


# ------------------------------------------------------------- T: every round ends

def small_position(dice, rules):
    """Few cards of few kinds, so that the same ones come back again and again."""
    cards = [color + value for color in dice.sample("RGBY", 3) for value in dice.sample("0123456789", 4)]
    some = lambda least, most: dice.choices(cards, k=dice.randint(least, most))
    return {"do": "position", "rules": rules, "hands": [some(2, 3) for _ in range(dice.randint(2, 3))],
            "discard": some(1, 3), "draw": some(0, 1), "turn": 0, "seed": dice.randrange(1000)}


def play_out(referee, dice, line):
    """Plays anything, and never draws by choice; returns the events of the last command."""
    answer = referee.ask(line)
    demand(answer["ok"], f"not opened: {answer.get('message')}")
    for _ in range(3000):
        if answer["state"]["phase"].endswith("_over"):
            return answer["events"]
        legal = [c for c in answer["state"]["legal"] if c["do"] not in ("accuse", "uno", "catch")]
        answer = referee.ask(dice.choice([c for c in legal if c["do"] != "draw"] or legal))
        demand(answer["ok"], f"refused: {answer.get('message')}")
    raise Failure(f"it does not end: {json.dumps(line)}")


@case("T5 the same few cards do not go round for ever", *SHEETS)
def rounds_end(start, rules):
    dice, referee = random.Random(5), start()
    for _ in range(60):
        play_out(referee, dice, small_position(dice, rules))


@case("T5 blocked: two cards go round, and each player only ever sees one", "oficial", "jackpot")
def two_cards_go_round(start, rules):
    line = {"do": "position", "rules": rules, "hands": [["R3", "R7", "G0"], ["G5", "G7", "B2"]],
            "discard": ["B4", "R4"], "draw": [], "turn": 1}
    events = play_out(start(), random.Random(1), line)
    demand(any(e["event"] == "blocked" for e in events), f"not blocked: {events}")


# ------------------------------------------------------------------- D: decks

def most_seen(start, rules):
    """The largest number of each card that one deal showed, over many deals."""
    referee, most = start(), collections.Counter()
    for seed in range(400):
        state = open_match(referee, rules, ten(rules), seed)
        demand(count_cards(state) == sum(deck(rules).values()), f"seed {seed}: {count_cards(state)} cards")
        seen = collections.Counter([state["top"], *(card for hand in state["hands"] for card in hand)])
        most |= seen
    return most


@case("D1 D2 D3 D4 D5 D6 D7 what is in the deck, card by card", *SHEETS)
def deck_by_card(start, rules):
    most = most_seen(start, rules)
    want = +deck(rules)
    wrong = {card: (want[card], most[card]) for card in want | most if want[card] != most[card]}
    demand(not wrong, f"card: (should be, at most seen): {wrong}")


@case("D8 the fifteen numbers of a color: one of each and a second 1 to 5", "jackpot")
def deck_numbers(start, rules):
    most = most_seen(start, rules)
    for color in "RGBY":
        have = [most[f"{color}{number}"] for number in range(10)]
        demand(have == [1, 2, 2, 2, 2, 2, 1, 1, 1, 1], f"{color}: {have}")


# -------------------------------------------------------------- S: setting up

def first_card_story(state, players):
    """What the turned-up card must have done (S4-S9): (phase, turn, direction, sizes)."""
    dealer, top, rules = state["dealer"], state["top"], state["rules"]
    first, sizes = (dealer + 1) % players, [7] * players
    stacking = rules == "sin-reversa"
    if top == "W":
        return "color", first, 1, sizes
    if top == "W+4":
        demand(stacking, "a Wild Draw Four lies open at the start")
        return "color", first, 1, sizes
    if top in ("WJ",) or top.endswith("J"):
        return "choose", first, 1, sizes
    if top.endswith("+2"):
        if stacking:
            return "struck", first, 1, sizes
        sizes[first] = 9
        return "play", (first + 1) % players, 1, sizes
    if top.endswith("S"):
        return "play", (first + 1) % players, 1, sizes
    if top[1] == "R":
        return "play", dealer, -1, sizes
    return "play", first, 1, sizes


@case("S1 S3 S4 S5 S7 S8 every deal of many: seven cards, the right one begins", *SHEETS)
def deals(start, rules):
    referee, tops = start(), collections.Counter()
    for seed in range(400):
        players = 2 + seed % (ten(rules) - 1)
        state = open_match(referee, rules, players, seed)
        phase, turn, direction, sizes = first_card_story(state, players)
        have = state["phase"], state["turn"], state["direction"], [len(hand) for hand in state["hands"]]
        demand(have == (phase, turn, direction, sizes), f"seed {seed}, {state['top']} turned up by {state['dealer']}: "
               f"want {(phase, turn, direction, sizes)}, have {have}")
        demand(state["discard_count"] == 1 and state["round"] == 1, f"seed {seed}: discards or round")
        tops[state["top"] if state["top"][0] == "W" else state["top"][1:]] += 1
    for kind in ["+2", "S", "W"] + (["W+4"] if rules == "sin-reversa" else ["R"]) \
            + (["J"] if rules == "jackpot" else []):
        demand(tops[kind], f"in 400 deals never a {kind}")


@case("S1 the seed decides, and all of it: other seeds, other deals", *SHEETS)
def seeds(start, rules):
    referee = start()
    hands = [json.dumps(open_match(referee, rules, 4, seed)["hands"])
             for seed in [0, 1, 2, 3, 255, 256, 65536, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 53) - 1]]
    demand(len(set(hands)) == len(hands), "two seeds with the same deal")


@case("S2 S3 each seat deals first now and then, none much more often", *SHEETS)
def first_dealer(start, rules):
    referee, dealers = start(), collections.Counter()
    for seed in range(400):
        dealers[open_match(referee, rules, 4, seed)["dealer"]] += 1
    # 100 each expected, standard deviation 8.7
    demand(all(60 <= dealers[seat] <= 140 for seat in range(4)), f"dealers in 400 matches: {dict(dealers)}")


def number_on(card):
    """What a card counts when it is drawn for the deal: symbols count zero."""
    return int(card[1]) if card[1:].isdigit() else 0


@case("S2 the highest card deals, symbols count zero, tied players draw again", "oficial", "jackpot")
def highest_deals(start, rules):
    """The one thing here that hangs on an event's name: `cut`, a card that a seat drew for the deal."""
    referee, ties = start(), 0
    for seed in range(100):
        players = 2 + seed % 7
        dealer = open_match(referee, rules, players, seed)["dealer"]
        cuts = [(event["seat"], number_on(event["card"])) for event in referee.answer["events"]
                if event["event"] == "cut"]
        among = list(range(players))
        while len(among) > 1:
            drawn, cuts = cuts[:len(among)], cuts[len(among):]
            demand(sorted(seat for seat, _ in drawn) == among, f"seed {seed}: {among} should draw, have {drawn}")
            highest = max(number for _, number in drawn)
            tied = sorted(seat for seat, number in drawn if number == highest)
            ties += len(tied) > 1
            among = tied
        demand(not cuts and dealer == among[0], f"seed {seed}: {among[0]} drew highest, {dealer} deals")
    demand(ties, "in 100 matches never a tie")


# ------------------------------------------------------------------ the walks

def step(referee, dice, eager=True):
    """Gives one legal command by chance; eager: rather plays than draws."""
    state = referee.state
    choices = [command for command in state["legal"] if command["do"] != "uno"]
    if eager and state["phase"] in ("play", "drawn"):
        choices = [command for command in choices if command["do"] == "play"] or choices
    answer = referee.ask(dice.choice(choices))
    demand(answer["ok"], f"legal and yet refused: {answer.get('error')}: {answer.get('message')}")


def play_round(referee, dice, eager=True, limit=3000):
    for _ in range(limit):
        if referee.state["phase"] in ("round_over", "match_over"):
            return
        step(referee, dice, eager)
    raise Failure(f"no end after {limit} commands")


@case("S2 the deal passes to the left round after round", "sin-reversa", "duelo", "oficial", "jackpot")
def deal_passes(start, rules):
    referee, dice = start(), random.Random(1)
    for seed in range(6):
        open_match(referee, rules, 3, seed, {"target": 5000})
        for _ in range(4):
            play_round(referee, dice)
            dealer, number, winner = (referee.state[key] for key in ("dealer", "round", "round_winner"))
            if referee.state["phase"] == "match_over":
                break
            demand(referee.ask({"do": "next"})["ok"], "no next round")
            want = dealer if winner is None else (dealer + 1) % 3
            demand(referee.state["dealer"] == want, f"after {dealer} deals {referee.state['dealer']}")
            demand(winner is None or referee.state["round"] == number + 1, "the rounds are not counted")
            demand(referee.state["phase"] != "write", "rule cards are written once a match")
            phase, turn, direction, sizes = first_card_story(referee.state, 3)
            have = [referee.state[key] for key in ("phase", "turn", "direction")]
            demand(have == [phase, turn, direction], f"round begins with {have}")
            demand([len(hand) for hand in referee.state["hands"]] == sizes, "not seven each")
            demand(referee.state["uno"] == [False] * 3, "a call from the last round")


@case("S2 S3 penas: who begins is drawn by lot each round, the dealer sits on his right", "penas")
def lot(start, rules):
    referee, dice, follows = start(), random.Random(2), collections.Counter()
    for seed in range(24):
        open_match(referee, rules, 4, seed, {"target": 5000})
        for _ in range(3):
            play_round(referee, dice)
            dealer = referee.state["dealer"]
            if referee.state["phase"] == "match_over":
                break
            demand(referee.ask({"do": "next"})["ok"], "no next round")
            phase, turn, direction, _ = first_card_story(referee.state, 4)
            have = [referee.state[key] for key in ("phase", "turn", "direction")]
            demand(have == [phase, turn, direction], f"round begins with {have}")
            follows[(referee.state["dealer"] - dealer) % 4] += 1
    demand(all(follows[shift] >= 6 for shift in range(4)), f"how far the deal moved: {dict(follows)}")


def probes(state):
    """Commands of the seat in turn that are not in its list."""
    seat, legal = state["turn"], state["legal"]
    listed = {command["do"] for command in legal}
    cards = {command["card"] for command in legal if command["do"] == "play"}
    for do in "draw", "keep", "accept", "challenge", "pass", "done":
        if do not in listed:
            yield {"do": do, "seat": seat}
    if state["rules"] != "penas":
        for card in sorted(set(state["hands"][seat]) - cards):
            yield {"do": "play", "seat": seat, "card": card, "color": "R"}
        other = (seat + 1) % len(state["hands"])
        yield {"do": "draw", "seat": other}
        if state["hands"][other]:
            yield {"do": "play", "seat": other, "card": state["hands"][other][0], "color": "R"}


WALKS = [f"{rules} {players}" for rules in SHEETS for players in (2, 3, 4, ten(rules))]


@case("T6 T1 whatever is legal is accepted, whatever is not is refused, no card is lost", *WALKS)
def walk(start, value):
    rules, players = value.split()
    referee, dice = start(), random.Random(value)
    open_match(referee, rules, int(players), 5)
    total, eager = sum(deck(rules).values()), False
    for count in range(400):
        state = referee.state
        demand(count_cards(state) == total, f"{count_cards(state)} of {total} cards")
        held = collections.Counter(card for hand in state["hands"] for card in hand)
        demand(not held - deck(rules), f"more than the deck has: {held - deck(rules)}")
        if state["phase"] == "match_over":
            break
        if state["phase"] == "round_over":
            demand(referee.ask({"do": "next"})["ok"], "no next round")
            continue
        if state["top"][0] != "W":
            demand(state["color"] == state["top"][0], f"{state['top']} lies on top and the color is {state['color']}")
        for command in probes(state) if count % 7 == 0 else ():
            demand(not referee.ask(command)["ok"], f"not in legal and yet accepted: {command}")
        step(referee, dice, eager)
        eager = dice.random() < 0.7


OPTIONS = [("oficial", {"stacking": True, "seven_zero": True, "jump_in": True}),
           ("penas", {"stacking": True, "draw_until_playable": True}),
           ("duelo", {"must_play": True, "no_bluffing": True, "seven_zero": True}),
           ("sin-reversa", {"draw_until_playable": True, "must_play": True, "seven_zero": True, "scoring": "hands"}),
           ("jackpot", {"stacking": True, "seven_zero": True, "draw_until_playable": True}),
           ("oficial", {"teams": True, "scoring": "hands"}),
           ("oficial", {"must_play": True, "hand_size": 15, "uno_penalty": 10})]
OPTIONS += [("oficial", {name: True}) for name in FLAGS if not any(name in options for _, options in OPTIONS)]


@case("T6 the same with house rules", *range(len(OPTIONS)))
def walk_house(start, number):
    rules, options = OPTIONS[number]
    referee, dice = start(), random.Random(number)
    open_match(referee, rules, 4, 6, options)
    total = sum(deck(rules).values())
    for count in range(600):
        state = referee.state
        demand(count_cards(state) == total, f"{count_cards(state)} of {total} cards")
        if state["phase"] == "match_over":
            return
        if state["phase"] == "round_over":
            demand(referee.ask({"do": "next"})["ok"], "no next round")
            continue
        step(referee, dice, dice.random() < 0.7)


@case("T5 everybody draws until both piles are empty, and nothing breaks", "sin-reversa", "duelo", "oficial", "jackpot")
def drawers(start, rules):
    """Nobody plays unless nothing else is legal: the piles run dry and the round is blocked or goes on."""
    referee, dice = start(), random.Random(3)
    open_match(referee, rules, 2, 1)
    for _ in range(700):
        state = referee.state
        if state["phase"] in ("round_over", "match_over"):
            return
        order = {"draw": 0, "keep": 1, "pass": 2}
        choices = [command for command in state["legal"] if command["do"] != "uno"]
        least = min(order.get(command["do"], 9) for command in choices)
        command = dice.choice([command for command in choices if order.get(command["do"], 9) == least])
        demand(referee.ask(command)["ok"], f"legal and yet refused: {command}")
        state = referee.state
        if state["draw_count"] == 0 and state["discard_count"] == 1 and state["phase"] == "play":
            demand(not any(entry["do"] == "draw" for entry in state["legal"]), "drawing from nothing")


@case("T5 recycled cards come in another order than they were played", *SHEETS)
def recycled(start, rules):
    """A pile of eighteen cards that is turned over: the same order, or its reverse, would not be a shuffle."""
    referee = start()
    pile = [f"{color}{number}" for color in "GBY" for number in range(6)]
    referee.ask({"do": "position", "rules": rules, "hands": [["B9", "G9"], ["B8", "G8"]], "turn": 0,
                 "discard": pile + ["R7"], "draw": []})
    order = []
    for seat in [0, 1] * 9:
        before = collections.Counter(referee.state["hands"][seat])
        demand(referee.ask({"do": "draw", "seat": seat})["ok"], "no drawing")
        drawn = collections.Counter(referee.state["hands"][seat]) - before
        order += list(drawn)
    demand(sorted(order) == sorted(pile), f"other cards than were played: {order}")
    demand(order not in (pile, pile[::-1]), "not shuffled")


# --------------------------------------------------------------------- jackpot

def face_of(before, after, seat):
    """Which face the lever showed, from what it did, with rule cards that all say `draw 1`."""
    if after["phase"] == "choose":
        return "any"
    if after["phase"] == "throw":
        return "colors"
    gains = [len(new) - len(old) for old, new in zip(before["hands"], after["hands"])]
    gains[seat] += 1
    return {(4, 0, 0, 0): "four", (1, 1, 1, 1): "each", (0, 1, 0, 0): "left", (0, 0, 0, 1): "right"}.get(
        tuple(gains[(seat + shift) % 4] for shift in range(4)))


@case("J3 the spinner stops on its six faces evenly", "jackpot")
def spinner(start, rules):
    referee, dice, faces = start(), random.Random(4), collections.Counter()
    for seed in range(60):
        open_match(referee, rules, 4, seed)
        while referee.state["phase"] not in ("round_over", "match_over"):
            before, seat = referee.state, referee.state["turn"]
            jacks = [command for command in before["legal"] if command["do"] == "play"
                     and command["card"].endswith("J") and len(before["hands"][seat]) > 1]
            if not jacks or before["phase"] != "play":
                step(referee, dice)
                continue
            demand(referee.ask(dice.choice(jacks))["ok"], "legal and yet refused")
            face = face_of(before, referee.state, seat)
            demand(face, "a face that does none of the six things")
            faces[face] += 1
    total = sum(faces.values())
    demand(total > 200, f"only {total} pulls")
    demand(all(0.09 * total < faces[face] < 0.26 * total for face in "any left right each colors four".split()),
           f"faces: {dict(faces)}")


@case("J1 J6 the written cards, and no others, come out of the dispenser", "jackpot")
def dispenser(start, rules):
    """Each seat writes one number of its own; what people draw by rule cards is one of those numbers."""
    referee, dice, seen = start(), random.Random(5), set()
    for seed in range(40):
        referee.ask({"do": "new", "rules": rules, "players": 4, "seed": seed})
        for seat in range(4):
            card = {"text": str(seat), "effects": [f"draw {5 + seat}"]}
            demand(referee.ask({"do": "write", "seat": seat, "rule_cards": [card] * 2})["ok"], "not written")
        for _ in range(60):
            before, seat = referee.state, referee.state["turn"]
            if before["phase"] in ("round_over", "match_over"):
                break
            jacks = [command for command in before["legal"] if command["do"] == "play" and command["card"].endswith("J")]
            if before["phase"] == "choose":
                referee.ask({"do": "choose", "seat": seat, "who": (seat + 1) % 4})
            elif jacks and before["phase"] == "play" and len(before["hands"][seat]) > 1:
                referee.ask(dice.choice(jacks))
            else:
                step(referee, dice)
                continue
            if referee.state["draw_count"] < 10:
                break
            gains = [len(new) - len(old) for old, new in zip(before["hands"], referee.state["hands"])]
            del gains[seat]
            seen |= {gain for gain in gains if gain}
    demand(seen == {5, 6, 7, 8}, f"others drew by rule cards: {sorted(seen)}")


# ----------------------------------------------------------------------- house

@case("H-hand-size as many cards as it says", *[f"{rules} {size}" for rules in SHEETS for size in (1, 5, 15)])
def hand_size(start, value):
    rules, size = value.split()
    referee = start()
    for seed in range(12):
        state = open_match(referee, rules, 3, seed, {"hand_size": int(size)})
        _, _, _, sizes = first_card_story(state, 3)
        want = [dealt - 7 + int(size) for dealt in sizes]
        have = [len(hand) for hand in state["hands"]]
        demand(have == want, f"seed {seed}, {state['top']} turned up: want {want}, have {have}")


# -------------------------------------------------------------------- protocol

POSITION = {"do": "position", "rules": "oficial", "hands": [["R1", "G2"], ["B3", "B4"]],
            "discard": ["R7"], "draw": ["Y1", "Y2"], "turn": 0}


def refuses(referee, line):
    demand(not referee.ask(line)["ok"], "accepted, it should be refused")


@case("N1 a line over 64 KiB is refused, and the next one is read from its beginning")
def long_line(start):
    referee = start()
    referee.ask(POSITION)
    for length in (65537, 70000, 1 << 20):
        refuses(referee, '{"do":"state","x":"' + "x" * (length - 21) + '"}')
        demand(referee.ask({"do": "state"})["ok"], "lost its way after a long line")
    refuses(referee, "x" * 200000)
    refuses(referee, "[" * 100000)
    demand(referee.ask({"do": "play", "seat": 0, "card": "R1"})["ok"], "lost its way after a long line")


@case("N1 a line of nearly 64 KiB is read")
def nearly(start):
    referee = start()
    referee.ask(POSITION)
    line = '{"do":"state","x":"' + "x" * 65000 + '"}'
    demand(referee.ask(line)["ok"], "refused")


@case("N1 odd bytes")
def bytes_(start):
    referee = start()
    referee.ask(POSITION)
    for data in (b"\xff\xfe\x00", b"\x00", b'{"do":"st\x00ate"}', b'{"do":"\xc3\x28"}', b"\xef\xbb\xbf{", b"\x1b[31m",
                 b"[" * 5000 + b"]" * 5000, b'{"a":' * 5000 + b"1" + b"}" * 5000, b'{"do":"\\ud800"}'):
        refuses(referee, data)
    demand(referee.ask({"do": "state"})["ok"], "lost its way")


@case("N1 a line that ends in CR LF")
def carriage_return(start):
    referee = start()
    referee.ask(POSITION)
    demand(referee.ask(b'{"do":"state"}\r')["ok"], "refused")


@case("N1 broken and shuffled commands by the thousand")
def fuzz(start):
    """Commands with one field torn out, doubled or replaced: an answer each, and the state stands or is sound."""
    referee, dice = start(), random.Random(6)
    odd = [None, True, -1, 0, 1, 2, 99, 1e308, 2 ** 63, -2 ** 63, "", "R1", "W", "G", "most", [], [[]], {}, ["R1"] * 300,
           "x" * 3000, [{"text": "x", "effects": ["draw 999999999999"]}], "draw 1", "\u0000", "ñ"]
    names = ["seat", "card", "color", "who", "cards", "yes", "uno", "rule_cards", "hands", "discard", "draw", "turn",
             "direction", "dealer", "scores", "pending", "phase", "turned_up", "spins", "options", "rules", "players",
             "seed", "do"]
    words = "play draw keep accept challenge uno catch color choose throw done write accuse admit vote pass next " \
            "state new position".split()
    referee.ask(POSITION)
    for _ in range(3000):
        command = dice.choice([dict(POSITION), {"do": dice.choice(words), "seat": dice.choice([0, 1])},
                               {"do": "new", "rules": dice.choice(SHEETS), "players": 2, "seed": 1}])
        for _ in range(dice.randrange(1, 4)):
            command[dice.choice(names)] = dice.choice(odd)
        text = json.dumps(command)
        if dice.random() < 0.1:
            text = text[:dice.randrange(1, len(text))]
        try:
            referee.ask(text)
        except Failure as failure:
            # hands of one's own may be empty, so a position may be odd; a crash or a hang may not be
            if "cards" not in str(failure):
                raise


@case("N3 hands are written in order", *SHEETS)
def sorted_hands(start, rules):
    order = {card: place for place, card in enumerate(
        [color + value for color in "RGBY" for value in [*"0123456789", "S", "R", "+2", "J"]] + ["W", "W+4", "WJ"])}
    referee = start()
    for seed in range(20):
        for hand in open_match(referee, rules, 4, seed)["hands"]:
            demand(all(CARD.match(card) for card in hand), f"no cards: {hand}")
            demand(hand == sorted(hand, key=order.get), f"not in order: {hand}")


@case("N3 a match replayed from its commands gives the same answers", *SHEETS)
def replay(start, rules):
    one, two, dice = start(), start(), random.Random(7)
    open_match(one, rules, 3, 9)
    for _ in range(150):
        if one.state["phase"] == "match_over":
            break
        if one.state["phase"] == "round_over":
            one.ask({"do": "next"})
        else:
            step(one, dice)
    for sent, answer in one.log:
        demand(two.ask(sent) == answer, f"another answer to {sent}")
