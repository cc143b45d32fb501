/*
 * promise.ts - what the server promised before a deal, kept until the match can be checked.
 *
 * The server shows the fingerprint of its secret, this browser gives random digits of its own, and
 * afterwards the match file has both. Only who has kept them knows that they are still the same.
 */
import type { FairCheck, TableMessage } from '../local/api.js';
import { keptSignal } from './keep.js';

interface Promised {
  /** Code and number of the match; its key once it is over. */
  match: string;
  commitment: string;
  /** Ours, which the server has; null: none was given. */
  salt: string | null;
}

export type Fairness = 'none' | 'wrong' | 'right' | 'kept' | 'broken';

const MOST = 60;
const promises = keptSignal<Promised[]>('promises', []);

function put(promised: Promised, instead: string = promised.match): void {
  const others = promises.value.filter((p) => p.match !== promised.match && p.match !== instead);
  promises.value = [promised, ...others].slice(0, MOST);
}

const find = (match: string): Promised | undefined => promises.value.find((p) => p.match === match);

/** A match that has not begun is the next one. */
const nameOf = (table: TableMessage): string =>
  `${table.table} ${table.status === 'open' ? table.match + 1 : table.match}`;

/** Hear of a table: what it says first counts, and what it says once it may tell the secret does not. */
export function hearPromise(table: TableMessage): void {
  const known = find(nameOf(table));
  if (table.status !== 'over') {
    if (!known && table.commitment) put({ match: nameOf(table), commitment: table.commitment, salt: null });
  } else if (known && table.key) put({ ...known, match: table.key }, known.match);
}

/** These digits are ours, and the server has said that it has them. */
export function keepSalt(table: TableMessage, salt: string): void {
  const known = find(nameOf(table));
  if (known && !known.salt) put({ ...known, salt });
}

/** A file that agrees with itself may still be another than the one that was promised. */
export function judge(key: string | null, check: FairCheck): Fairness {
  if (check.fair !== 'right') return check.fair;
  const mine = key ? find(key) : promises.value.find((p) => p.commitment === check.commitment);
  if (!mine) return 'right';
  const fits = mine.commitment === check.commitment && (!mine.salt || check.salts.includes(mine.salt));
  return fits ? 'kept' : 'broken';
}
