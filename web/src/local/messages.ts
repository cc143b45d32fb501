/*
 * messages.ts - the messages of docs/protocol.md and the values of docs/notation.md, as types.
 *
 * Phases, reasons, commands, events, messages of clients and bots come from the lists in C: messages.gen.ts.
 * The online connection and the local one speak exactly these. A key that is there only
 * sometimes is optional here; docs/notation.md says when it is there.
 */

import type { ClientFields, CommandFields, GameEvent, Phase } from './messages.gen.js';

export * from './messages.gen.js';

/** es-ES and es-419: the Spanish of Spain and of America, which differ from es in some words of the game. */
export type Lang = 'en' | 'es' | 'es-ES' | 'es-419';
export type Color = 'R' | 'G' | 'B' | 'Y';

/** "R7", "GS", "BR", "Y+2", "RJ", "W", "W+4", "WJ". */
export type Card = string;

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

export type Command = { seat?: number } & CommandFields;

// ---- views ----

/** The common part of views and states. Seats count from 0, clockwise. */
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

/** `id` is of the client's making; `do` needs one. */
export type ClientMessage = { id?: string } & ClientFields;

export type TableWishes = Omit<Extract<ClientFields, { type: 'rules' }>, 'type' | 'table'>;

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
  /** Has given its part of the shuffle: */
  salt: boolean;
  /** the hash of its salt, which older servers do not have; */
  hash?: string | null;
  /** and the salt too. */
  opened?: boolean;
  /** How often it was not opened in this deal. */
  missed?: number;
  /** Wants another match; */
  again?: boolean;
  /** matches won at this table, once one is over. Older servers say neither. */
  won?: number;
}

/** `face`: what its color and a bot's name go by, where that is not the number of the seat. */
export type Seat = { face?: number } & (
  | PersonSeat
  | { seat: number; sits: 'bot'; name: string; bot: string; /** Kicked from this seat in this match. */ kicked?: string; /** A person can take over this seat. */ gives?: boolean }
  | { seat: number; sits: 'program'; name: string; away?: boolean; /** Waiting for a free place. */ waits?: boolean }
  | { seat: number; sits: 'open' | 'closed'; /** Kicked from this seat. */ kicked?: string }
);

export type TableStatus = 'open' | 'playing' | 'over';

export interface MyTable {
  table: string;
  title?: string;
  /** null: no longer known */
  seat: number | null;
  /** stopped: its match cannot be continued */
  status: TableStatus | 'stopped';
  your_turn: boolean;
}

export interface ListedTable {
  table: string;
  title: string;
  rules: string;
  /** Missing from lists of earlier servers. */
  options?: Options;
  seats: number;
  free: number;
  people: number;
  status: TableStatus;
  /** Missing from older servers. */
  clock?: number;
  host?: string;
  fill?: boolean;
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
  /** It deals by itself, in this many milliseconds while somebody waits; bots hold the free seats. */
  fill?: boolean;
  deals_in?: number;
  status: TableStatus;
  host: string;
  you: number | null;
  seats: Seat[];
  watchers: number;
  /** The spectators, unless it is a crowd. */
  watching?: { player: string; name: string }[];
  commitment: string;
  /** The deal waits for the players' salts, or for new hashes: then it has no code yet. */
  opening?: { deal: string | null; ends_in: number };
  /** How often this deal has started over. */
  again?: number;
  match: number;
  n: number;
  key: string | null;
  /** Finished matches at this table. */
  series?: number;
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
  /** Muted players; missing if the server could not read them. */
  muted?: string[];
  /** The server's key for Web Push; missing if it has none. */
  push?: string;
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

/** A player's result in a deal of the day. */
export interface DayResult {
  rank: number;
  place: number;
  /** Points ahead of the best other player, or behind. */
  lead: number;
  /** As in a record: w, n, l or b for each round. */
  rounds: string;
}

export interface DayMessage {
  type: 'day';
  id?: string;
  day: string;
  /** Results are taken. */
  open: boolean;
  /** How many people have a result. */
  played: number;
  you?: DayResult;
  players: ({ player: string; name: string } & DayResult)[];
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
  | { type: 'subscribed' | 'unsubscribed'; id?: string }
  | { type: 'left'; id?: string; table: string }
  /** In answer to `quick`: ask again at the address of this table. */
  | { type: 'elsewhere'; id?: string; table: string }
  | { type: 'tables'; id?: string; tables: ListedTable[] }
  | { type: 'mine'; id?: string; tables: MyTable[] }
  | ({ type: 'turn' } & MyTable)
  | { type: 'chat'; table: string; player: string; name: string; seat: number | null; text: string; /** Of phrases.gen.ts. */ phrase?: string; at: number }
  | { type: 'reaction'; table: string; player: string; name: string; seat: number | null; face: string; at?: number }
  | { type: 'notice'; table?: string; word: string; text: string }
  | { type: 'muted'; player: string; on: boolean }
  | { type: 'history'; id?: string; matches: PastMatch[] }
  | ({ type: 'player'; id?: string } & RatedPlayer)
  | { type: 'best'; id?: string; players: RatedPlayer[] }
  | DayMessage
  | { type: 'part'; id?: string; part: number }
  | { type: 'bye'; in_ms: number };
