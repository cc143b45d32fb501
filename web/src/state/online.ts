/*
 * online.ts - joins a table of the server, and stays there.
 */
import { signal } from '@preact/signals';
import { t } from '../i18n.js';
import type { TableMessage } from '../local/api.js';
import { newId } from '../net/socket.js';
import { Game } from './game.js';
import { listen, socket } from './me.js';
import { mutedBefore } from './prefs.js';
import { go, route, type Route } from './route.js';
import { hearShuffle, keepSalt, startedOverInSilence } from './shuffle.js';

/** Why the table cannot be shown: it does not exist, or its match cannot be continued. */
export interface Lost {
  message: string;
  stopped: boolean;
  /** The key of its match file. */
  key: string | null;
  /** We may open the table for another match. */
  rematch: boolean;
}

/** Between two messages: a server takes 20 in a second. */
const HAND_OVER_MS = 100;

export const lostTable = signal<Lost | null>(null);

/** The table where "Play now" found a match that had begun. */
export const underway = { code: '' };

/** Goes to a table that the server has opened for you, from the page that asked for it. If you are on another page by now, you
 * stay there, and leave the table: nobody waits for you. */
export function goToOpened(table: string, from: Route, replace = true): boolean {
  const here = route.peek() === from;
  if (here) go(`/t/${table}`, replace);
  else socket.send({ type: 'leave', table });
  return here;
}

/** Joins a table; returns how to leave it. */
export function joinTable(code: string): { game: Game; close: () => void } {
  const game = new Game(code, false, socket);
  const join = (): void => game.join();
  lostTable.value = null;
  const stop = listen((message) => {
    if (message.type === 'error' && /^(no_table|closed|removed|banned|stopped)$/.test(message.error) && (message.table ?? code) === code) {
      const { message: why, error, key = null, rematch = false } = message;
      lostTable.value = { message: why, stopped: error === 'stopped', key, rematch };
    }
    game.hear(message);
    if (message.type === 'table' && message.table === code) {
      lostTable.value = null;
      void takePart(message, game);
      void handOver(code);
    }
  });
  const open = socket.state.peek() === 'open';
  socket.onwelcome = join;
  socket.serve(code);
  if (open && socket.state.peek() === 'open') join();
  return {
    game,
    close: () => {
      stop();
      socket.onwelcome = () => {};
      socket.send({ type: 'leave', table: code });
    },
  };
}

/** Our part of the shuffle: nobody, not even the server, picks the cards alone. */
async function takePart(table: TableMessage, game: Game): Promise<void> {
  const part = hearShuffle(table);
  if (part === 'unfair') game.say(t('The server asks for your part of a shuffle that it did not show. It does not get it.'), 'bad');
  if (startedOverInSilence(table))
    game.say(t('The deal started over after your random numbers were known, and the server does not say why.'), 'bad');
  if (table.you === null) said = '';
  if (!part || part === 'unfair') return;
  const about = `${table.table} ${table.you} ${part.type === 'salt' ? part.salt : part.hash}`;
  if (said === about) return;
  said = about;
  const id = newId();
  game.quiet.add(id); // the cards may be dealt before it arrives
  const answer = await socket.request({ ...part, id });
  game.quiet.delete(id);
  if (answer.type === 'table' && part.type === 'salt') keepSalt(table, part.salt);
  // Refused: this player's other device was first. Otherwise the next table message tells.
  else if (answer.type === 'error' && answer.error !== 'salted') said = '';
}

let said = '';

/** Browsers kept their own lists of muted people: what is left of this one goes to the server, once. */
async function handOver(code: string): Promise<void> {
  if (handing) return;
  handing = true;
  for (let player; (player = mutedBefore.peek()[0]); ) {
    const answer = await socket.request({ type: 'mute', table: code, player, on: true });
    // Forgotten, or one too many: give up. Other errors: try again at the next table.
    if (answer.type === 'error' && !/^(no_player|too_many_muted)$/.test(answer.error)) break;
    mutedBefore.value = mutedBefore.peek().slice(1);
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER_MS));
  }
  handing = false;
}

let handing = false;
