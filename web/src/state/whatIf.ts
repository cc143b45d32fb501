/*
 * whatIf.ts - matches that began from a position of a replay, and the way back to it.
 */
import { keptSignal } from './storage.js';

/** The last ones. */
const MOST = 20;

/** A table, and the address of the replay at that move. */
const origins = keptSignal<[string, string][]>('what-if', []);

export const noteOrigin = (table: string, address: string): void => void (origins.value = [[table, address], ...origins.peek()].slice(0, MOST) as [string, string][]);

/** undefined: not from a replay, or from a file without an address. */
export const originOf = (table: string): string | undefined => origins.value.find(([one]) => one === table)?.[1];
