/*
 * api.ts - what the user interface needs to know of the engine in the page.
 *
 *     const engine = await loadEngine(fetch('mazo.wasm'));        // engine.ts
 *     const server = await openLocal(engine, {…});                // server.ts: a Connection
 *     const replay = await openReplay(engine, text, 'es');        // replay.ts
 *
 * The interface talks to a Connection and does not know whether it is a WebSocket or the
 * table in this page. Rules, sentences and refusals come from the same C that plays.
 */
import type {
  Card,
  ClientMessage,
  Color,
  Command,
  GameEvent,
  Lang,
  OptionValue,
  Options,
  RuleCard,
  ServerMessage,
  View,
} from './messages.js';

export * from './messages.js';

// ---- connections ----

/** A WebSocket to `mazo serve`, or the table in this page. */
export interface Connection {
  /** Answers come by `onmessage`, never before `send` returns. */
  send(message: ClientMessage): void;
  onmessage: (message: ServerMessage) => void;
  close(): void;
}

/** The table in this page: one person, bots, no network. */
export interface LocalConnection extends Connection {
  /** Matches kept here, newest first. */
  matches(): Promise<KeptMatch[]>;
  /** The file of a saved match (or of the running one), for a download or a replay. */
  file(key: string): Promise<string | null>;
  /** Forget a saved match. */
  forget(key: string): Promise<void>;
  /** Something could not be saved (no room, private window): the match goes on anyway. */
  onproblem: (problem: 'not_stored') => void;
}

/** The deal of a day: the same cards and bots for everybody (src/table/daily.h). */
export interface DailyDeal {
  number: number;
  date: string;
  /** From 1 to 7. */
  strength: number;
  rules: string;
  options: Options;
  table: { seats: { name: string; sits: 'person' | 'bot'; bot: string }[] };
}

/** The table of the deal of a day is called so; who joins it where nothing is kept yet, is dealt that day's cards. */
/** The table of a match that began from a position of another one. */
export const playedOnTable = (code: string): string => `again-${code}`;
/** Such a match does not count in the record; the next one at its table does. */
export const isPlayedOn = (key: string): boolean => /^again-[A-Z]+-1$/.test(key);

export const dayTable = (date: string): string => `day-${date}`;
export const dayOf = (table: string): string | null => /^day-(\d{4}-\d\d-\d\d)$/.exec(table)?.[1] ?? null;

export interface KeptMatch {
  /** What `file` and `forget` take. */
  key: string;
  /** `{type:'join', table}` resumes it. */
  table: string;
  rules: string;
  seats: number;
  names: string[];
  /** Milliseconds since 1970 of the last move. */
  at: number;
  commands: number;
  over: boolean;
  scores: number[];
  winners: number[];
  /** Our place and points (or our team's), once it is over; matches saved earlier do not have it. */
  standing?: { place: number; of: number; points: number | null };
  you: number;
  your_turn: boolean;
}

// ---- rules ----

export type RuleType = 'flag' | 'number' | 'choice' | 'copies';

/** A row of the rule matrix, in the language asked for. */
export interface RuleRow {
  name: string;
  /** "S8 H-hand-size": ids of docs/rules.md. */
  ids: string;
  group: number;
  type: RuleType;
  sentence: string;
  least: number;
  most: number;
  /** "yes or no", "1 to 15", "keep, may or must". */
  range: string;
  /** Of a choice: the words, and what they mean. */
  choices: { word: string; meaning: string }[];
  /** Values of the sheets, by the sheet's place in `sheets`. */
  values: OptionValue[];
}

export interface RuleMatrix {
  sheets: string[];
  groups: string[];
  rows: RuleRow[];
}

/** A rule set in words; a card between braces, {R7}, is to be drawn (see ui/Told.tsx). */
export interface RulesInWords {
  title: string;
  groups: { title: string; sentences: string[] }[];
  /** Numbers of seats for which these rules can be played. */
  seats: number[];
  /** Differences from the rules of the lesson, or ''. */
  lesson: string;
}

export interface Refusal {
  error: string;
  message: string;
}

export interface RuleSet {
  rules?: string;
  options?: Options;
  seats?: number;
}

/** An effect that a rule card can have: `takes` n a number, w a player, t a text, in that order. */
export interface EffectInfo {
  name: string;
  takes: string;
  /** Its name in lists: "draw cards". */
  title: string;
}

export interface Idea extends RuleCard {
  text: string;
  /** What it does, in sentences. */
  says: string;
}

export interface RuleCardKit {
  effects: EffectInfo[];
  /** The words for players: most, fewest, left, right, chosen. */
  others: string[];
  /** The eight ideas of the sheet. */
  ideas: Idea[];
  most_effects: number;
  most_n: number;
  /** Bytes of UTF-8. */
  most_text: number;
  most_dare: number;
}

/** The reader of sentences. */
export interface Reader {
  lang: Lang;
  /** Of the seats. */
  names: readonly string[];
  /** The seat addressed as "you"; null: nobody. */
  seat: number | null;
}

/** A seat, or the two of a team: src/say/ranking.h. */
export interface Side {
  seats: number[];
  /** From 1; equal sides share one. */
  place: number;
  /** Of both together. */
  points: number;
  /** In hand; of a team, the hand with fewer. */
  cards: number;
}

/** What the table asks of a seat, or who it waits for: src/say/ask.h. */
export interface Ask {
  title: string;
  /** Complete: it does not need the title. */
  sentence: string;
  options: { do: Command['do']; /** Of a vote. */ yes?: boolean; label: string }[];
  /** Who accuses who, while a vote is open. */
  vote?: string;
}

/** The engine as a source of words; all of these answer synchronously. */
export interface Words {
  /** The rule matrix for forms. */
  matrix(lang: Lang): RuleMatrix;
  /** The rules of a table in words, or why they cannot be played. */
  inWords(rules: RuleSet, lang: Lang): RulesInWords | Refusal;
  /** "stacking, 7-0": what differs from the sheet, or ''. */
  house(rules: RuleSet, lang: Lang): string;
  kit(lang: Lang): RuleCardKit;
  /** Describes effects, or says what is wrong with them. */
  sayEffects(effects: readonly string[], lang: Lang): { says: string } | Refusal;
  /** "red 5", "5 rojo"; "Wild Draw Four". */
  cardName(card: Card, lang: Lang): string;
  colorName(color: Color, lang: Lang): string;
  /** A sentence for every event, "" where none is needed. */
  tell(events: readonly GameEvent[], reader: Reader): string[];
  /** Why this command would be refused, or what a misplay (P2) would cost; null: it is legal. */
  why(view: View, command: Command, reader: Reader): (Refusal & { misplay: boolean }) | null;
  /** The deal of a day, with a person of that name; null: not a day. */
  daily(date: string, name?: string): DailyDeal | null;
  /** The sides of a match, best first. */
  ranking(view: View): Side[];
  /** What the view's seat is asked, with this many cards marked; null: this view cannot be read. */
  asked(view: View, legal: readonly Command[], marked: number, reader: Reader): Ask | null;
}

// ---- replays ----

export interface ReplayPlayer {
  name: string;
  sits: 'person' | 'bot' | 'program';
  bot: string;
}

export interface Advice {
  /** What the expert would do, and what was done. */
  best: Command;
  done: Command;
  agree: boolean;
}

export interface Decision extends Advice {
  /** Number of the command, from 1. */
  command: number;
  seat: number;
  /** How much more the best choice would win, in matches. */
  cost: number;
  /** If they agree: how much worse the next best choice seemed. */
  margin: number;
  /** For a costly decision: why the other choice was better, in plain words in the reader's
   * language; '' if there is no simple reason. */
  why: string;
}

export interface Tally {
  decisions: number;
  agreed: number;
  /** In matches: 0.1 is a tenth of a match. */
  skill: number;
  luck: number;
  /** The error of skill and luck; a figure that is not larger means nothing. */
  skill_error: number;
}

export interface CoachReport {
  commands: number;
  stopped: boolean;
  players: Tally[];
  decisions: Decision[];
}

export interface CoachOptions {
  /** For a decision; 4000 where it is not given. */
  playouts?: number;
  /** The seat to judge; everybody if missing. */
  seat?: number;
  lang?: Lang;
  onprogress?: (commands: number, all: number) => void;
  ondecision?: (decision: Decision) => void;
  signal?: AbortSignal;
}

export interface ChanceOptions {
  /** For a position; 200 where it is not given. */
  playouts?: number;
  onchance: (command: number, chance: number[]) => void;
  signal?: AbortSignal;
}

/** The fair shuffle of a file: wire/fair.h. */
export type FairCheck =
  | { fair: 'none' }
  | { fair: 'right' | 'wrong'; commitment: string; secret: string; salts: (string | null)[]; /** By rule 2. */ deal?: string };

export interface Replay {
  readonly rules: string;
  readonly options: Options;
  readonly seats: number;
  readonly players: ReplayPlayer[];
  /** How many commands there are; 0 is the deal. */
  readonly length: number;
  /** The last line was cut off by a crash and is ignored. */
  readonly cut: boolean;
  /** Number of the command with which each round begins; the first is 0. */
  readonly rounds: number[];
  readonly at: number;
  /** The whole file. */
  readonly text: string;

  /** Go to a command, 0 to length. */
  go(n: number): void;
  /** What was done there; null at the deal. */
  command(): Command | null;
  /** What happened there, as `seat` (null: a spectator; 'all': everything) may see it. */
  events(seat: number | null | 'all'): GameEvent[];
  view(seat: number | null): View;
  /** All hands. */
  hands(): Card[][];
  /** Everybody's chance to win after each command, to a viewer of all hands; reported in order. */
  chances(options: ChanceOptions): Promise<void>;
  /** What the expert would have done in place of the next command; null: nothing to decide. */
  advise(playouts?: number): Promise<Advice | null>;
  /** Luck and skill of everybody. */
  coach(options?: CoachOptions): Promise<CoachReport>;
  verify(): Promise<FairCheck>;
  close(): void;
}

/** Not a match file, or a damaged one. */
export class BadMatch extends Error {
  constructor(
    readonly line: number,
    readonly error: string,
    message: string,
  ) {
    super(message);
    this.name = 'BadMatch';
  }
}
