#!/usr/bin/env python3
"""messages_ts.py [--write]: are the browser's types those of the lists (include/mazo/*.def, protocol.def, bot.c)?"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "web" / "src" / "local" / "messages.gen.ts"
PHRASES = ROOT / "web" / "src" / "game" / "phrases.gen.ts"
PHRASES_HEAD = """/*
 * phrases.gen.ts - quick phrases of the chat, from src/say/phrases.def.
 *
 * Generated, do not edit. Made by: tools/messages_ts.py --write
 */
import { N } from '../i18n.js';

"""
HEAD = """/*
 * messages.gen.ts - phases, reasons, commands, events, messages of clients and bots, from the lists in C.
 *
 * Generated, do not edit. Made by: tools/messages_ts.py --write
 */
import type { Card, Color, Command, Face, Options, RuleCard } from './messages.js';

"""
# The letters of commands.def and events.def.
LETTERS = {
    "w": "who: number", "c": "card: Card", "n": "count: number", "p": "points: number", "d": "direction: 1 | -1",
    "f": "face: Face", "e": "error: string", "y": "yes: boolean", "x": "for: Reason"}
# The types of protocol.def, and fields that say more than their type.
TYPES = {"number": "number", "text": "string", "long_text": "string", "name": "string", "flag": "boolean",
         "object": "object", "list": "string[]", "any": "unknown"}
FIELDS = {"options": "Options", "command": "Command"}


def rows(path, macro):
    """The arguments of each line of a list, without sentences: MACRO(a, b, "c")."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return [[arg.strip().strip('"') for arg in line.split(",")]
            for line in re.findall(rf"^{macro}\((.*)\)", text, re.M)]


def words(name, path):
    """An array of words in C: `static const char *const NAME[…] = {"a", "b"};`"""
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(r'"([^"]+)"', re.search(rf"\b{name}\[.*?\] = \{{(.*?)\}};", text, re.S).group(1))


def either(names):
    return " | ".join(f"'{name}'" for name in names)


def command_fields(letters):
    fields = {**LETTERS, "k": "cards: Card[]", "r": "rule_cards: RuleCard[]", "u": "uno?: boolean",
              "o": "color?: Color" if "c" in letters else "color: Color"}
    return "".join(f"; {fields[letter]}" for letter in letters if letter != "s")  # the seat is known


def event_fields(letters, sees):
    """Cards that somebody may not see are a `count` for them."""
    fields = {**LETTERS, "s": "seat: number", "r": "rule_card: RuleCard", "u": "uno?: true",
              "o": "color?: Color" if "c" in letters else "color: Color",
              "k": "cards: Card[]" if sees == "a" else "cards?: Card[]; count?: number"}
    return "".join(f"; {fields[letter]}" for letter in letters)


def message_fields(fields):
    return "".join(f"; {name}{'' if needed == '1' else '?'}: {FIELDS.get(name, TYPES[kind])}"
                   for _, name, kind, needed, *_ in fields)


def union(title, key, named):
    lines = "".join(f"\n  | {{ {key}: '{name}'{fields} }}" for name, fields in named)
    return f"export type {title} ={lines};\n\n"


def made():
    of = {}
    for field in rows("src/server/messages/protocol.def", "FIELD"):
        of.setdefault(field[0], []).append(field)
    messages = [(name, message_fields(of.get(name, [])))
                for _, name, *_ in rows("src/server/messages/protocol.def", "MESSAGE")]
    commands = [(name, command_fields(letters)) for name, letters, *_ in rows("include/mazo/commands.def", "MAZO_X_COMMAND")]
    events = [(name, event_fields(letters, sees)) for name, letters, sees, *_ in rows("include/mazo/events.def", "MAZO_X_EVENT")]
    phases = [name for name, *_ in rows("include/mazo/phases.def", "MAZO_X_PHASE")]
    reasons = [name for name, *_ in rows("include/mazo/reasons.def", "MAZO_X_REASON")]
    bots = {"BOT_LEVELS": words("level_names", "src/bot/bot.c"), "BOT_STYLES": words("style_names", "src/bot/bot.c"),
            "BOT_NAMES": words("player_bot_names", "src/table/player.c")}
    return (HEAD + f"export type Phase = {either(phases)};\n\n"
            f"/** Why cards are drawn. */\nexport type Reason = {either(reasons)};\n\n"
            + union("CommandFields", "do", commands) + union("GameEvent", "event", events)
            + "/** What a client sends, without its `id`. */\n" + union("ClientFields", "type", messages)
            + "".join(f"export const {name} = [{', '.join(map(repr, list_))}];\n" for name, list_ in bots.items()))


def made_phrases():
    text = (ROOT / "src" / "say" / "phrases.def").read_text(encoding="utf-8")
    found = re.findall(r'^PHRASE\((\w+), "(.*)"\)', text, re.M)
    lines = "".join(f"  {name}: N('{sentence}'),\n" for name, sentence in found)
    return f"{PHRASES_HEAD}/** By their ids on the wire. */\nexport const PHRASES: Record<string, string> = {{\n{lines}}};\n"


def main():
    pages = {PAGE: made(), PHRASES: made_phrases()}
    if "--write" in sys.argv:
        for page, fresh in pages.items():
            page.write_text(fresh, encoding="utf-8")
        return 0
    old = any(not page.exists() or page.read_text(encoding="utf-8") != fresh for page, fresh in pages.items())
    print("1..1")
    print("not ok 1 - a *.gen.ts is old: tools/messages_ts.py --write" if old else
          "ok 1 - the browser's types are those of the lists")
    return old


sys.exit(main())
