/*
 * messages.ts - the messages of docs/protocol.md and the values of docs/notation.md, as types.
 *
 * The online connection and the local one speak exactly these. A key that is there only
 * sometimes is optional here; docs/notation.md says when it is there.
 */

export type Lang = 'en' | 'es';
export type Color = 'R' | 'G' | 'B' | 'Y';

/** "R7", "GS", "BR", "Y+2", "RJ", "W", "W+4", "WJ". */
export type Card = string;

export type Phase =
  | 'write'
  | 'play'
  | 'drawn'
  | 'struck'
  | 'color'
  | 'choose'
  | 'throw'
  | 'run'
  | 'dare'
  | 'round_over'
  | 'match_over';

/** What a phase color, choose or throw asks for. */
export type Purpose = 'none' | 'first_card' | 'first_four' | 'first_color' | 'lever' | 'effect' | 'seven';

export type Face = 'any' | 'right' | 'left' | 'each' | 'colors' | 'four';

/** A written rule card; `effects` as in notation.md: "draw 2", "take 1 most", "dare TEXT". */
export interface RuleCard {
  text?: string;
  effects: string[];
}

/** A rule's value as the form, `options` and rule-set files have it. */
export type OptionValue = boolean | number | string;
export type Options = Record<string, OptionValue>;

// ---- commands ----

export type Command = { seat?: number } & (
  | { do: 'play'; card: Card; color?: Color; uno?: boolean }
  | { do: 'draw' | 'keep' | 'accept' | 'challenge' | 'uno' | 'done' | 'admit' | 'pass' | 'next' }
  | { do: 'catch' | 'choose' | 'accuse'; who: number }
  | { do: 'color'; color: Color }
  | { do: 'throw'; cards: Card[] }
  | { do: 'write'; rule_cards: RuleCard[] }
  | { do: 'vote'; yes: boolean }
  | { do: 'tally' }
);

// ---- events ----

/** Why cards are drawn. */
export type Reason =
  | 'turn'
  | 'draw_two'
  | 'wild_four'
  | 'stack'
  | 'challenge'
  | 'uno'
  | 'wrong_card'
  | 'suggestion'
  | 'spinner'
  | 'rule_card'
  | 'last_card';

/** Cards that one may not see are a `count` instead. */
type Hidden = { cards?: Card[]; count?: number };

export type GameEvent =
  | { event: 'wrote' | 'dealer' | 'struck'; seat: number; count: number }
  | { event: 'cut'; seat: number; card: Card }
  | ({ event: 'dealt'; seat: number } & Hidden)
  | { event: 'turned' | 'returned'; card: Card }
  | { event: 'played'; seat: number; card: Card; color?: Color; uno?: true }
  | ({ event: 'drew'; seat: number; for: Reason } & Hidden)
  | { event: 'jumped_in' | 'kept' | 'passed' | 'skipped' | 'uno' | 'admitted'; seat: number }
  | { event: 'convicted' | 'acquitted' | 'no_rule_card' | 'done' | 'won'; seat: number }
  | { event: 'reversed' | 'rotated'; direction: 1 | -1 }
  | { event: 'color'; seat: number; color: Color }
  | { event: 'challenged' | 'caught' | 'accused' | 'chose' | 'swapped'; seat: number; who: number }
  | ({ event: 'shown' | 'gave' | 'took'; seat: number; who: number } & Hidden)
  | { event: 'verdict' | 'voted'; seat: number; yes: boolean }
  | { event: 'misplayed'; seat: number; card: Card; error: string }
  | { event: 'recycled' | 'refilled'; count: number }
  | { event: 'spun'; seat: number; face: Face }
  | { event: 'rule_card' | 'dared'; seat: number; rule_card: RuleCard }
  | { event: 'threw' | 'discarded'; seat: number; cards: Card[] }
  | { event: 'counted'; seat: number; cards: Card[]; points: number }
  | { event: 'scored'; seat: number; points: number }
  | { event: 'blocked' | 'match_over' };

// ---- views ----

/** What views and states have in common. Seats count from 0, clockwise. */
export interface Moment {
  rules: string;
  phase: Phase;
  turn: number;
  direction: 1 | -1;
  color: Color | null;
  top: Card | null;
  pending: number;
  uno: boolean[];
  catchable: number[];
  draw_count: number;
  discard_count: number;
  scores: number[];
  dealer: number;
  beginner: number;
  round: number;
  round_winner: number | null;
  match_winners: number[];
  match_losers: number[];
  written?: number[];
  rule_cards_each?: number;
  drawn?: Card | null;
  must?: boolean;
  striker?: number | null;
  challengeable?: boolean;
  purpose?: Purpose;
  owed?: number;
  target?: number | null;
  run_draws?: number;
  run_skips?: boolean;
  actor?: number | null;
  rule_card?: RuleCard;
  vote?: { accuser: number; accused: number; voted: number[]; yes: number[] };
  lose_turn?: number[];
}

/** What one seat (null: a spectator) may know. */
export interface View extends Moment {
  seat: number | null;
  options: Options;
  hand: Card[];
  sizes: number[];
  discards: Card[];
  others: { seat: number; shown: Card[]; declined: Card[]; since: number }[];
  dispenser_count?: number;
  rule_cards?: RuleCard[];
  used?: RuleCard[];
}

/** Everything: replays only. */
export interface State extends Moment {
  hands: Card[][];
  legal: Command[];
}

// ---- messages ----

export interface TableWishes {
  rules?: string;
  ruleset?: string;
  options?: Options;
  seats?: number;
  clock?: number;
  public?: boolean;
  title?: string;
}

/** One message type for each of these words, so that a switch tells them apart. */
type Each<T extends string, Fields = unknown> = T extends string ? { type: T } & Fields : never;

/** What a client sends. `id` is of its own making; `do` needs one. */
export type ClientMessage = { id?: string } & (
  | { type: 'hello'; version: 1 | 2; token?: string; name?: string; lang?: string }
  | { type: 'name'; name: string }
  | { type: 'lend'; token: string }
  | { type: 'take'; code: string; look?: boolean }
  | Each<'ping' | 'tables' | 'best' | 'mine'>
  | ({ type: 'create'; bots?: string[] } & TableWishes)
  | { type: 'join'; table: string; match?: number; since?: number }
  | Each<'leave' | 'stand' | 'start' | 'rematch', { table: string }>
  | { type: 'sit'; table: string; seat?: number }
  | { type: 'commit'; table: string; hash: string }
  | { type: 'salt'; table: string; salt: string }
  | { type: 'seat'; table: string; seat: number; to: string }
  | { type: 'swap'; table: string; seat: number; with: number }
  | ({ type: 'rules'; table: string } & TableWishes)
  | { type: 'do'; table: string; command: Command; match?: number }
  | { type: 'chat'; table: string; text: string }
  | { type: 'react'; table: string; face: string }
  | { type: 'mute'; table: string; player: string; on: boolean }
  | Each<'kick' | 'readmit' | 'host', { table: string; seat: number }>
  | { type: 'remove'; table: string; player: string }
  | { type: 'history'; before?: number }
  | { type: 'player'; player: string }
);

export interface PersonSeat {
  seat: number;
  sits: 'person';
  name: string;
  player: string;
  here: boolean;
  /** A bot plays for them. */
  away: boolean;
  /** Left on purpose; older servers do not say. */
  left?: boolean;
  /** It has given its part of the shuffle: */
  salt: boolean;
  /** the hash of its salt, which older servers do not have; */
  hash?: string | null;
  /** and the salt too. */
  opened?: boolean;
  /** How often it was not opened, for this deal. */
  missed?: number;
}

export type Seat =
  | PersonSeat
  | { seat: number; sits: 'bot'; name: string; bot: string; /** Sent away from here in this match. */ kicked?: string }
  | { seat: number; sits: 'program'; name: string; away?: boolean; /** For a free place. */ waits?: boolean }
  | { seat: number; sits: 'open' | 'closed'; /** Sent away from here. */ kicked?: string };

export type TableStatus = 'open' | 'playing' | 'over';

export interface MyTable {
  table: string;
  title?: string;
  /** null: not known any more */
  seat: number | null;
  /** stopped: its match cannot be continued */
  status: TableStatus | 'stopped';
  your_turn: boolean;
}

export interface ListedTable {
  table: string;
  title: string;
  rules: string;
  /** Missing in the lists of earlier servers. */
  options?: Options;
  seats: number;
  free: number;
  people: number;
  status: TableStatus;
  /** Older servers say nothing of these. */
  clock?: number;
  host?: string;
}

export interface TableMessage {
  type: 'table';
  id?: string;
  table: string;
  title: string;
  rules: string;
  revision?: number;
  options: Options;
  clock: number;
  public: boolean;
  status: TableStatus;
  host: string;
  you: number | null;
  seats: Seat[];
  watchers: number;
  commitment: string;
  /** The deal waits for the players' salts, or for new hashes: then it has no code yet. */
  opening?: { deal: string | null; ends_in: number };
  /** How often this deal has started over. */
  again?: number;
  match: number;
  n: number;
  key: string | null;
  programs: string[];
}

export interface ViewMessage {
  type: 'view';
  table: string;
  match: number;
  n: number;
  view: View;
  legal: Command[];
  ends_in: number | null;
  /** While a vote is open. */
  vote_ends_in?: number;
}

export interface EventMessage extends Omit<ViewMessage, 'type'> {
  type: 'event';
  events: GameEvent[];
}

export interface WelcomeMessage {
  type: 'welcome';
  id?: string;
  version: 1 | 2;
  server: string;
  player: string;
  name: string;
  lang: Lang;
  token?: string;
  /** Players; without it the server could not read them. */
  muted?: string[];
  tables: MyTable[];
}

export interface PastMatch {
  key: string;
  rules: string;
  at: number;
  seats: number;
  points: number;
  won: boolean;
  rating: number;
}

export interface RatedPlayer {
  player: string;
  name: string;
  rating: number;
  matches: number;
  wins: number;
}

/** What a server sends. */
export type ServerMessage =
  | WelcomeMessage
  | TableMessage
  | ViewMessage
  | EventMessage
  | { type: 'done'; id: string; table: string; n: number; message?: string }
  | { type: 'waits'; id: string; table: string; message: string }
  | { type: 'refused'; id: string; table: string; error: string; message: string }
  | { type: 'error'; id?: string; table?: string; error: string; message: string; key?: string | null; rematch?: boolean }
  | { type: 'pong'; id?: string }
  | { type: 'lent'; id?: string; code: string; ends_in: number }
  | { type: 'identity'; id?: string; player: string; name: string; token?: string }
  | { type: 'taken' }
  | { type: 'left'; id?: string; table: string }
  | { type: 'tables'; id?: string; tables: ListedTable[] }
  | { type: 'mine'; id?: string; tables: MyTable[] }
  | ({ type: 'turn' } & MyTable)
  | { type: 'chat'; table: string; player: string; name: string; seat: number | null; text: string; at: number }
  | { type: 'reaction'; table: string; player: string; name: string; seat: number | null; face: string; at?: number }
  | { type: 'notice'; table?: string; word: string; text: string }
  | { type: 'muted'; player: string; on: boolean }
  | { type: 'history'; id?: string; matches: PastMatch[] }
  | ({ type: 'player'; id?: string } & RatedPlayer)
  | { type: 'best'; id?: string; players: RatedPlayer[] }
  | { type: 'bye'; in_ms: number };
