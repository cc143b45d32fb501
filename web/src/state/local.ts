/*
 * local.ts - a table in this page: the same messages as a server's, without one.
 */
import { t } from '../i18n.js';
import type { ClientMessage, KeptMatch, LocalConnection, ServerMessage, TableWishes } from '../local/api.js';
import { openLocal } from '../local/server.js';
import { newId } from '../net/socket.js';
import { engine } from './engine.js';
import { Game, type Carrier } from './game.js';
import { keepsNoMatch } from './storage.js';
import { lang, myName, quickBots } from './prefs.js';

export interface LocalWishes extends TableWishes {
  bots: string[];
}

/** Returns answers to the caller. */
class LocalCarrier implements Carrier {
  private waiting = new Map<string, (message: ServerMessage) => void>();
  onmessage: (message: ServerMessage) => void = () => {};

  constructor(readonly connection: LocalConnection) {
    connection.onmessage = (message) => {
      this.onmessage(message);
      const id = 'id' in message ? message.id : undefined;
      const answer = id && this.waiting.get(id);
      if (answer) {
        this.waiting.delete(id);
        answer(message);
      }
    };
  }

  send(message: ClientMessage): void {
    this.connection.send(message);
    // A finished match is dealt again at once: there is nobody to wait for.
    if (message.type === 'rematch') this.connection.send({ type: 'start', table: message.table });
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    const id = message.id ?? newId();
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.connection.send({ ...message, id });
    });
  }
}

async function connect(): Promise<LocalCarrier> {
  const carrier = new LocalCarrier(await openLocal(await engine(), { say: t, pace: quickBots.value ? 'quick' : 'human' }));
  const name = myName.value.trim() || t('Player');
  await carrier.request({ type: 'hello', version: 1, lang: lang.value, name });
  return carrier;
}

export interface LocalTable {
  game: Game;
  close(): void;
}

function gameOf(carrier: LocalCarrier, code: string, first: ServerMessage): LocalTable {
  const game = new Game(code, true, carrier);
  carrier.onmessage = (message) => game.hear(message);
  carrier.connection.onproblem = () => void (keepsNoMatch.value = true);
  game.hear(first);
  return { game, close: () => carrier.connection.close() };
}

/** Starts a new match; returns a sentence if it cannot be played. */
export async function startLocal(wishes: LocalWishes): Promise<LocalTable | string> {
  const carrier = await connect();
  const answer = await carrier.request({ type: 'create', ...wishes });
  if (answer.type !== 'table') return 'message' in answer && answer.message ? answer.message : '';
  const table = gameOf(carrier, answer.table, answer);
  carrier.send({ type: 'start', table: answer.table });
  return table;
}

/** Resumes a match saved here. */
export async function resumeLocal(key: string): Promise<LocalTable | string> {
  const carrier = await connect();
  const heard: ServerMessage[] = [];
  carrier.onmessage = (message) => heard.push(message);
  const answer = await carrier.request({ type: 'join', table: key });
  if (answer.type !== 'table') return 'message' in answer && answer.message ? answer.message : '';
  const table = gameOf(carrier, answer.table, answer);
  for (const message of heard) table.game.hear(message);
  return table;
}

async function withShelf<T>(run: (connection: LocalConnection) => Promise<T>): Promise<T> {
  const connection = await openLocal(await engine(), { say: t });
  try {
    return await run(connection);
  } finally {
    connection.close();
  }
}

export const keptMatches = (): Promise<KeptMatch[]> => withShelf((c) => c.matches());
export const keptFile = (key: string): Promise<string | null> => withShelf((c) => c.file(key));
export const forgetMatch = (key: string): Promise<void> => withShelf((c) => c.forget(key));
