/*
 * record.ts - this browser's record of finished matches: src/table/record.h.
 */
import { signal } from '@preact/signals';
import { type Card, isPlayedOn, type Lang } from '../local/api.js';
import { Instance } from '../local/engine.js';
import { type MatchStore, openMatchStore, type StoredRecord } from '../local/matchStore.js';
import { engine } from './engine.js';
import { keptSignal } from './storage.js';

export interface MatchRecord extends StoredRecord {
  /** When it ended, milliseconds since 1970. */
  at: number;
  online: boolean;
  sheet: string;
  won: boolean;
  seats: number;
  you: number;
  place: number;
  of: number;
  points: number;
  rounds: number;
  best_round: number;
  comeback: number;
  /** Points ahead of the best other side, or behind. */
  lead: number;
  /** A letter for each round: enum record_round. */
  round: string;
  /** Of a deal of the day, or ''. */
  day: string;
  players: { name: string; sits: 'person' | 'bot' | 'program' }[];
}

export interface Count {
  matches: number;
  wins: number;
}

export interface Feat {
  id: string;
  title: string;
  text: string;
  /** When; 0: not yet. */
  at: number;
}

export interface Totals {
  all: Count;
  online: Count;
  sheets: Record<string, Count>;
  streak: number;
  best_streak: number;
  daily: number;
  daily_streak: number;
  daily_best_streak: number;
  points: number;
  rounds: number;
  rounds_won: number;
  best_round: number;
  comeback: number;
  moves: number;
  draws: number;
  caught: number;
  was_caught: number;
  challenges: number;
  challenges_won: number;
  bluffs: number;
  favorite: Card | null;
  feats: Feat[];
}

let reader: Promise<Instance> | null = null;

/** The module that reads matches; where it could not be loaded, the next call tries again. */
function instance(): Promise<Instance> {
  reader ??= engine()
    .then((loaded) => loaded.whole())
    .then((module) => Instance.make(module))
    .catch((error: unknown) => {
      reader = null;
      throw error;
    });
  return reader;
}

let store: Promise<MatchStore> | null = null;
const shelf = (): Promise<MatchStore> => (store ??= openMatchStore());

/** Changes whenever a match is recorded. */
export const remembered = signal(0);

const byTime = (list: StoredRecord[]): MatchRecord[] => (list as MatchRecord[]).sort((a, b) => a.at - b.at);

/** Files without a record: not read twice. */
const unreadable = new Set<string>();

async function remember(key: string, text: string, seat: number, at: number, online: boolean): Promise<void> {
  const module = await instance();
  const record = module.answer<StoredRecord>(module.c.record_read(module.give(text), seat));
  if (!record) {
    unreadable.add(key);
    return;
  }
  await (await shelf()).remember({ ...record, key, at, online });
  remembered.value++;
}

/** All records, oldest first; reads finished matches of this browser that are not among them. */
export async function records(): Promise<MatchRecord[]> {
  const kept = await shelf();
  const known = new Set((await kept.records()).map((record) => record.key));
  for (const match of (await kept.matches()).reverse()) {
    if (!match.over || match.at <= erased.peek() || isPlayedOn(match.key) || known.has(match.key) || unreadable.has(match.key)) continue;
    const lines = await kept.lines(match.key);
    await remember(match.key, lines.map((line) => line.text).join(''), match.you, match.at, false);
  }
  for (const { key, seat, at } of unread.peek()) {
    if (!known.has(key)) {
      const file = await fetch(`/m/${key}`).catch(() => null);
      if (!file || file.status >= 500) continue; // later, then
      if (file.ok) await remember(key, await file.text(), seat, at, true);
    }
    unread.value = unread.peek().filter((one) => one.key !== key);
  }
  return byTime(await kept.records());
}

/** Finished matches on a server; their files are loaded when the records are next needed. */
const unread = keptSignal<{ key: string; seat: number; at: number }[]>('unread', []);

/** When the record was last erased: matches before it are not read again. */
const erased = keptSignal('record-erased', 0);

/** Erases the record. Matches stay, to be replayed. */
export async function eraseRecord(): Promise<void> {
  await (await shelf()).forgetRecords();
  erased.value = Date.now();
  unread.value = [];
  remembered.value++;
}

/** Notes a finished match on the server, as `seat` played it. */
export async function noteOnline(key: string, seat: number): Promise<void> {
  const known = await (await shelf()).records();
  if ([...known, ...unread.peek()].every((one) => one.key !== key)) unread.value = [...unread.peek(), { key, seat, at: Date.now() }];
}

/** `today`: the streak of daily deals is as of that date. */
export async function totalsOf(list: readonly MatchRecord[], today: string, lang: Lang): Promise<Totals> {
  const module = await instance();
  const size = module.give(JSON.stringify({ today, records: list }));
  return module.answer<Totals>(module.c.record_totals(size, module.numberOf(lang)))!;
}

/** The first finished play of this day's deal: only that counts. */
export const ofDay = (list: readonly MatchRecord[], date: string): MatchRecord | undefined => list.find((record) => record.day === date);

/** The line to share of a deal of the day. */
export async function shareLine(record: MatchRecord, all: readonly MatchRecord[], lang: Lang): Promise<string> {
  const before = all.filter((one) => one.at <= record.at);
  const { daily_streak } = await totalsOf(before, record.day, 'en');
  const module = await instance();
  const size = module.give(JSON.stringify({ record, streak: daily_streak }));
  return module.answer<string>(module.c.record_share(size, module.numberOf(lang))) ?? '';
}

export interface Partner extends Count {
  name: string;
}

/** People from matches on servers, latest first; `wins` are the reader's. */
export function partnersIn(list: readonly MatchRecord[]): Partner[] {
  const found = new Map<string, Partner>();
  for (const { online, players, you, won } of list) {
    if (!online) continue;
    for (const [seat, { name, sits }] of players.entries()) {
      if (sits !== 'person' || seat === you) continue;
      const known = found.get(name) ?? { name, matches: 0, wins: 0 };
      found.delete(name);
      found.set(name, { name, matches: known.matches + 1, wins: known.wins + Number(won) });
    }
  }
  return [...found.values()].reverse();
}
