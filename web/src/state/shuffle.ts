/*
 * shuffle.ts - this browser's part in the fair shuffle, and what it may insist on afterwards: wire/fair.h.
 *
 * The server shows the fingerprint of its secret, and every player's program that of random digits of its
 * own, a salt. When the host deals, the deal code fixes all of them and the rules; only then are the salts
 * opened, each for one deal code and no other. The match file has everything, and only who has kept
 * their part knows that it is still the same.
 */
import type { ClientMessage, FairCheck, TableMessage } from '../local/api.js';
import { sha256 } from '../net/sha256.js';
import { keptSignal } from './storage.js';

interface Promised {
  /** Code and number of the match; its key once it is over. */
  match: string;
  commitment: string;
  /** Our salt, which the server has; null: none was given. */
  salt: string | null;
  /** Our salt, of which the server has only the hash. */
  drawn?: string;
  /** The deal code we opened it for; missing: rule 1. */
  deal?: string;
  /** How often the deal started over after we had opened. */
  again?: number;
}

/** `kept`: as promised, by rule 2; `older`: as promised, by rule 1, which promises less. */
export type Fairness = 'none' | 'wrong' | 'right' | 'kept' | 'older' | 'broken';

const MOST = 60;
const promises = keptSignal<Promised[]>('promises', []);

function put(promised: Promised, instead: string = promised.match): Promised {
  const others = promises.value.filter((p) => p.match !== promised.match && p.match !== instead);
  promises.value = [promised, ...others].slice(0, MOST);
  return promised;
}

const find = (match: string): Promised | undefined => promises.value.find((p) => p.match === match);

/** A match that has not begun is the next one. */
const nameOf = (table: TableMessage): string =>
  `${table.table} ${table.status === 'open' ? table.match + 1 : table.match}`;

const hashOf = (salt: string): string => sha256('mazo salt 2', salt);

/** Computed from the table, not taken from it. */
function dealCode(table: TableMessage): string {
  const { rules, revision, options } = table;
  const hashes = table.seats.map((seat) => (seat.sits === 'person' && seat.hash) || '');
  return sha256('mazo deal 2', JSON.stringify({ rules, revision, options }), table.commitment, ...hashes);
}

function drawSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** The deal that is to come. Once our salt is known, or with another secret, it is another deal. */
function nextDeal(table: TableMessage): Promised {
  const match = nameOf(table);
  const known = find(match);
  if (known && known.commitment === table.commitment && (!known.deal || table.opening?.deal)) return known;
  const again = (known?.again ?? 0) + (known?.deal ? 1 : 0);
  return put({ match, commitment: table.commitment, salt: null, ...(again ? { again } : {}) });
}

/**
 * Hear of a table that is playing, or has played. By rule 2, with another secret than the one we know, the
 * deal has started over while we were away: we have no part in it.
 */
function hearMatch(table: TableMessage): void {
  const known = find(nameOf(table));
  const hashes = table.seats.some((s) => s.sits === 'person' && s.hash !== undefined);
  if (table.status === 'playing') {
    if (table.commitment && (!known || (hashes && known.commitment !== table.commitment))) nextDeal(table);
  } else if (known && table.key) put({ ...known, match: table.key }, known.match);
}

/**
 * Hear of a table; what comes back is to be sent, our part of the shuffle. 'unfair': the server wants our
 * salt for a deal that it did not show, and does not get it.
 */
export function hearShuffle(table: TableMessage): Extract<ClientMessage, { type: 'commit' | 'salt' }> | 'unfair' | null {
  if (table.status !== 'open' || !table.commitment) {
    hearMatch(table);
    return null;
  }
  const next = nextDeal(table);
  const seat = table.seats.find((s) => s.seat === table.you);
  if (seat?.sits !== 'person') return null;
  const drawn = next.drawn ?? drawSalt();
  if (!next.drawn) put({ ...next, drawn });
  if (seat.hash === undefined) return seat.salt ? null : { type: 'salt', table: table.table, salt: drawn };
  const hash = hashOf(drawn);
  if (!table.opening?.deal) return seat.hash === hash ? null : { type: 'commit', table: table.table, hash };
  if (seat.hash !== hash) return null; // this player's other device sent it
  const deal = dealCode(table);
  if (deal !== table.opening.deal || (next.deal && next.deal !== deal)) return 'unfair';
  put({ ...next, drawn, deal, salt: drawn });
  return seat.opened ? null : { type: 'salt', table: table.table, salt: drawn };
}

/** Did the deal start over after we opened our salt, without the server saying so? */
export function startedOverInSilence(table: TableMessage): boolean {
  return table.status === 'open' && (find(nameOf(table))?.again ?? 0) > (table.again ?? 0);
}

/** By rule 1: these digits are ours, and the server has said that it has them. */
export function keepSalt(table: TableMessage, salt: string): void {
  const known = find(nameOf(table));
  if (known && !known.salt) put({ ...known, salt });
}

function found(key: string | null, check: Exclude<FairCheck, { fair: 'none' }>): Promised | undefined {
  if (key) return find(key);
  return promises.value.find((p) => (p.salt && check.salts.includes(p.salt)) || p.commitment === check.commitment);
}

export interface Verdict {
  fairness: Fairness;
  /** How often the deal started over. */
  again: number;
}

/** A consistent file may still be a different one than promised. */
export function judge(key: string | null, check: FairCheck): Verdict {
  if (check.fair !== 'right') return { fairness: check.fair, again: 0 };
  const mine = found(key, check);
  const again = mine?.again ?? 0;
  if (!mine) return { fairness: 'right', again };
  const fits =
    mine.commitment === check.commitment &&
    (!mine.salt || check.salts.includes(mine.salt)) &&
    (!mine.deal || mine.deal === check.deal);
  const fairness = !fits ? 'broken' : mine.deal ? 'kept' : check.deal ? 'right' : 'older';
  return { fairness, again };
}
