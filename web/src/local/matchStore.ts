/*
 * matchStore.ts - where matches are kept in this browser: every accepted command is one line.
 *
 * IndexedDB, and plain memory where a browser refuses it (private windows, tests).
 */
import type { KeptMatch, Options } from './api.js';

/** How a table was set up, so that it can be opened again. */
export interface Setup {
  title: string;
  rules: string;
  options: Options;
  clock: number;
  seats: { sits: 'person' | 'bot' | 'open' | 'closed'; bot?: string; /** Where it has one of its own. */ name?: string }[];
}

export interface StoredMatch extends KeptMatch {
  /** The number of the match at its table. */
  match: number;
  setup: Setup;
}

export interface StoredLine {
  /** 0 is the opening. */
  n: number;
  /** With its line feed. */
  text: string;
  /** The id of the message that caused it, if it was one of the person's. */
  id?: string;
}

export interface MatchStore {
  /** Does the storage outlive the page? */
  readonly lasting: boolean;
  /** The newest first. */
  matches(): Promise<StoredMatch[]>;
  lines(key: string): Promise<StoredLine[]>;
  /** Saves the lines and the changes of the match, both or nothing. */
  keep(match: StoredMatch, lines: readonly StoredLine[]): Promise<void>;
  forget(key: string): Promise<void>;
  /** The records of finished matches: they stay when the moves have gone. */
  records(): Promise<StoredRecord[]>;
  remember(record: StoredRecord): Promise<void>;
  forgetRecords(): Promise<void>;
}

/** A line of src/table/record.h, and the key of its match. */
export type StoredRecord = { key: string } & Record<string, unknown>;

/** Keep this many finished matches; drop the oldest. */
const FINISHED_MOST = 100;

export class MemoryStore implements MatchStore {
  readonly lasting = false;
  private readonly kept = new Map<string, { match: StoredMatch; lines: StoredLine[] }>();
  private readonly recorded = new Map<string, StoredRecord>();

  async matches(): Promise<StoredMatch[]> {
    return [...this.kept.values()].map((one) => one.match).sort((a, b) => b.at - a.at);
  }

  async lines(key: string): Promise<StoredLine[]> {
    return [...(this.kept.get(key)?.lines ?? [])];
  }

  async keep(match: StoredMatch, lines: readonly StoredLine[]): Promise<void> {
    const one = this.kept.get(match.key) ?? { match, lines: [] };
    one.match = structuredClone(match);
    one.lines.push(...lines);
    this.kept.set(match.key, one);
  }

  async forget(key: string): Promise<void> {
    this.kept.delete(key);
  }

  async records(): Promise<StoredRecord[]> {
    return [...this.recorded.values()];
  }

  async remember(record: StoredRecord): Promise<void> {
    this.recorded.set(record.key, record);
  }

  async forgetRecords(): Promise<void> {
    this.recorded.clear();
  }
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when the transaction is on disk, as far as a browser says. */
const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });

class DatabaseStore implements MatchStore {
  readonly lasting = true;

  constructor(private readonly database: IDBDatabase) {}

  async matches(): Promise<StoredMatch[]> {
    const all = this.database.transaction('matches').objectStore('matches').index('at').getAll();
    return ((await answer(all)) as StoredMatch[]).reverse();
  }

  async lines(key: string): Promise<StoredLine[]> {
    const all = this.database.transaction('lines').objectStore('lines').getAll(linesOf(key));
    return (await answer(all)) as StoredLine[];
  }

  async keep(match: StoredMatch, lines: readonly StoredLine[]): Promise<void> {
    const transaction = this.database.transaction(['matches', 'lines'], 'readwrite');
    transaction.objectStore('matches').put(match);
    for (const line of lines) transaction.objectStore('lines').put({ ...line, key: match.key });
    await finished(transaction);
    if (match.over) await this.tidy();
  }

  async forget(key: string): Promise<void> {
    const transaction = this.database.transaction(['matches', 'lines'], 'readwrite');
    transaction.objectStore('matches').delete(key);
    transaction.objectStore('lines').delete(linesOf(key));
    await finished(transaction);
  }

  async records(): Promise<StoredRecord[]> {
    return (await answer(this.database.transaction('records').objectStore('records').getAll())) as StoredRecord[];
  }

  async remember(record: StoredRecord): Promise<void> {
    const transaction = this.database.transaction('records', 'readwrite');
    transaction.objectStore('records').put(record);
    await finished(transaction);
  }

  async forgetRecords(): Promise<void> {
    const transaction = this.database.transaction('records', 'readwrite');
    transaction.objectStore('records').clear();
    await finished(transaction);
  }

  private async tidy(): Promise<void> {
    const over = (await this.matches()).filter((match) => match.over);
    for (const match of over.slice(FINISHED_MOST)) await this.forget(match.key);
  }
}

const linesOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key, 0], [key, Infinity]);

/** The steps from each version of the database to the next; an old one gets those it lacks, in
 * order. Never change a released step: add one at the end. */
const VERSIONS: ((database: IDBDatabase, change: IDBTransaction) => void)[] = [
  (database) => {
    database.createObjectStore('matches', { keyPath: 'key' });
    database.createObjectStore('lines', { keyPath: ['key', 'n'] });
  },
  (_, change) => void change.objectStore('matches').createIndex('at', 'at'),
  (database) => void database.createObjectStore('records', { keyPath: 'key' }),
];

/** Without lasting storage: as long as the page. */
const memory = new MemoryStore();

/** The store of this browser. */
export async function openMatchStore(): Promise<MatchStore> {
  try {
    const request = indexedDB.open('mazo', VERSIONS.length);
    request.onupgradeneeded = ({ oldVersion }) =>
      VERSIONS.slice(oldVersion).forEach((bring) => bring(request.result, request.transaction!));
    const database = await answer(request);
    database.onversionchange = () => database.close(); // a newer page wants it
    return new DatabaseStore(database);
  } catch {
    return memory;
  }
}
