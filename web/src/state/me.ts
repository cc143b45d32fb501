/*
 * me.ts - our identity on the server: a token saved in this browser, no account. Only startAs
 * replaces it, after a click (devices.ts), and the replaced one is kept (pastPlayers.ts).
 */
import { effect, signal } from '@preact/signals';
import type { MyTable, ServerMessage, TableMessage, View } from '../local/api.js';
import { t } from '../i18n.js';
import { Socket } from '../net/socket.js';
import { keep, kept } from './storage.js';
import { forget, setAside, type Player } from './pastPlayers.js';
import { lang, mutedPlayers, myName } from './prefs.js';
import { lookForNewer } from './version.js';

export const player = signal<string | null>(null);
/** The server's key for notifications; null: it sends none. */
export const pushKey = signal<string | null>(null);
export const myTables = signal<MyTable[]>([]);
/** Why the server refuses the typed name, in its words; '': it accepts it. */
export const nameProblem = signal('');
/** A message from the people who run the server; null: none, or it has been read. */
export const serverNotice = signal<string | null>(null);

/** The server's name for us is ours; else it is only what it calls strangers. */
let nameless = false;

export const socket = new Socket({
  token: () => kept('token'),
  setToken: (token) => {
    const before = kept('token'); // another window may have got one in the meantime
    if (before && before !== token) putAway(before);
    keep('token', token);
  },
  unknown: (token) => {
    putAway(token, true);
    if (kept('token') === token) keep('token', null);
  },
  name: () => (nameProblem.peek() ? '' : myName.value.trim()),
  badName: (why) => {
    nameProblem.value = why || ' ';
  },
  lang: () => lang.value,
});

function putAway(token: string, unknown = false): void {
  setAside({ token, player: player.peek() ?? '', name: myName.peek().trim(), at: Date.now(), unknown });
}

/** Become somebody else, in every window. The previous player is kept. */
export function startAs(one: Player): void {
  const before = kept('token');
  if (before === one.token) return;
  if (before) putAway(before);
  forget(one.token);
  keep('token', one.token);
  keep('switched', String(Date.now()));
  begin();
  socket.open();
}

/** Starts as the saved player: name and tables come with the welcome. */
function begin(): void {
  myName.value = '';
  nameless = true;
  player.value = null;
  myTables.value = [];
  socket.restart();
}

/** Resolves when the server has said who we are; at once if nobody is saved, and after a while
 * anyway. */
export function selfKnown(): Promise<void> {
  if (!kept('token')) return Promise.resolve();
  socket.open();
  return new Promise((resolve) => {
    const stop = effect(() => void (player.value && resolve()));
    setTimeout(() => (resolve(), stop()), 5000);
  });
}

addEventListener('storage', (event: StorageEvent) => {
  if (event.key === 'mazo.switched') begin();
});

/** What is wrong with the connection, in words; null: nothing. */
export function trouble(): string | null {
  if (socket.banned.value) return socket.banned.value;
  if (socket.tooOld.value) return t('There is a new version of Mazo.');
  if (socket.unread.value) return t('The server cannot read or write its data: trying again…');
  return socket.state.value === 'broken' ? t('No connection: trying again…') : null;
}

let greeted = lang.peek();

type Listener = (message: ServerMessage) => void;
const listeners = new Set<Listener>();

/** Listens to the server; returns how to stop. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

socket.onmessage = (message) => {
  if (message.type === 'welcome') {
    if (player.peek()) void lookForNewer(); // it may be another server by now
    player.value = message.player;
    myTables.value = message.tables;
    pushKey.value = message.push ?? null;
    if (message.muted) mutedPlayers.value = message.muted;
    if (nameless && message.name) myName.value = message.name;
    nameless = false;
  }
  if (message.type === 'muted') {
    const others = mutedPlayers.peek().filter((p) => p !== message.player);
    mutedPlayers.value = message.on ? [...others, message.player] : others;
  }
  if (message.type === 'notice') serverNotice.value = message.text;
  if (message.type === 'error' && /^(closed|removed)$/.test(message.error)) {
    myTables.value = myTables.peek().filter((one) => one.table !== message.table);
  }
  if (message.type === 'mine') myTables.value = message.tables;
  if (message.type === 'table') noteTable(message);
  if (message.type === 'turn') noteElsewhere(message);
  if (message.type === 'view' || message.type === 'event') noteTurn(message.table, message.view);
  for (const listener of [...listeners]) listener(message);
};

/** The start page lists our tables as they are now, not as they were at the welcome. */
function noteTable({ table, title, status, you }: TableMessage): void {
  const before = myTables.peek().find((one) => one.table === table);
  if (you !== null) note({ table, title, seat: you, status, your_turn: status === 'playing' && !!before?.your_turn });
  else myTables.value = myTables.peek().filter((one) => one !== before);
}

/** Something happened at one of our tables while another page is open. */
function noteElsewhere(message: MyTable): void {
  const { table, title, seat } = message;
  if (seat !== null) return note(message);
  myTables.value = myTables.peek().filter((one) => one.table !== table);
  serverNotice.value = t('You were removed from the table {x}.', { x: title || table });
}

function note({ table, title, seat, status, your_turn }: MyTable): void {
  const others = myTables.peek().filter((one) => one.table !== table);
  myTables.value = [{ table, title, seat, status, your_turn }, ...others];
}

function noteTurn(table: string, view: View): void {
  const before = myTables.peek().find((one) => one.table === table);
  const your_turn = view.seat !== null && view.turn === view.seat && !view.phase.endsWith('_over');
  if (before && before.your_turn !== your_turn) note({ ...before, your_turn });
}

/** Another server may run some of them: then only the store can tell us. */
const ASK_MS = 60_000;

/** Keeps the list of our tables up to date while a page shows it; returns how to stop. */
export function followTables(): () => void {
  const ask = (): void => {
    if (document.visibilityState === 'visible' && socket.state.peek() === 'open' && myTables.peek().length > 0)
      void socket.request({ type: 'mine' });
  };
  const timer = setInterval(ask, ASK_MS);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
  };
}

/** Refusals use the language of the hello. */
effect(() => {
  if (lang.value !== greeted) socket.greetAgain();
  greeted = lang.value;
});

/** What is typed stays, whatever the server says about it. False: it does not take the name.
 * `surely`: who has no connection yet waits for the answer, and sits down under no other name. */
export async function rename(name: string, surely = false): Promise<boolean> {
  const before = nameProblem.peek() ? '' : myName.value;
  myName.value = name;
  nameProblem.value = '';
  const open = socket.state.value === 'open';
  if (!name.trim() || (open ? name === before : !surely)) return true;
  const answer = await socket.request({ type: 'name', name });
  const refused = answer.type === 'error' && answer.error === 'bad_name';
  if (refused && myName.value === name) nameProblem.value = answer.message;
  return !refused;
}
