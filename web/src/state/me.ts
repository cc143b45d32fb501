/*
 * me.ts - who one is at the server: a token kept in this browser, no account.
 *
 * "Continue on another device" is a link with the token behind #me=, which no server sees; it is
 * taken out of the address at once.
 */
import { effect, signal } from '@preact/signals';
import type { MyTable, ServerMessage, TableMessage } from '../local/api.js';
import { t } from '../i18n.js';
import { Socket } from '../net/socket.js';
import { keep, kept } from './keep.js';
import { lang, mutedPlayers, myName } from './prefs.js';

export const player = signal<string | null>(null);
export const myTables = signal<MyTable[]>([]);

const FRAGMENT = /^#me=([A-Za-z0-9_-]{20,64})$/;

/** Before anything is shown: an identity brought along in the address. */
export function takeIdentity(): void {
  const found = FRAGMENT.exec(location.hash);
  if (!found) return;
  history.replaceState(null, '', location.pathname + location.search);
  keep('token', found[1]!);
  // This player has a name at the server.
  myName.value = '';
  nameless = true;
}

/** The server's name for us is ours; else it is only what it calls strangers. */
let nameless = false;

/** The address that makes another device this player; null before the server has given a token. */
export function identityLink(path = '/'): string | null {
  const token = kept('token');
  return token && `${location.origin}${path}#me=${token}`;
}

export const socket = new Socket({
  token: () => kept('token'),
  setToken: (token) => keep('token', token),
  name: () => myName.value.trim(),
  lang: () => lang.value,
});

/** What is wrong with the connection, in words; null: nothing. */
export function trouble(): string | null {
  if (socket.unread.value) return t('The server cannot read or write its data: trying again…');
  return socket.state.value === 'broken' ? t('No connection: trying again…') : null;
}

let greeted = lang.peek();

type Listener = (message: ServerMessage) => void;
const listeners = new Set<Listener>();

/** Hear what the server says; returns how to stop. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

socket.onmessage = (message) => {
  if (message.type === 'welcome') {
    player.value = message.player;
    myTables.value = message.tables;
    if (message.muted) mutedPlayers.value = message.muted;
    if (nameless && message.name) myName.value = message.name;
    nameless = false;
  }
  if (message.type === 'muted') {
    const others = mutedPlayers.peek().filter((p) => p !== message.player);
    mutedPlayers.value = message.on ? [...others, message.player] : others;
  }
  if (message.type === 'table') noteTable(message);
  for (const listener of [...listeners]) listener(message);
};

/** The start page lists the tables one sits at: as they are now, not as they were at the welcome. */
function noteTable({ table, title, status, you }: TableMessage): void {
  const before = myTables.peek().find((t) => t.table === table);
  const others = myTables.peek().filter((t) => t !== before);
  if (you === null) myTables.value = others;
  else myTables.value = [{ table, title, seat: you, status, your_turn: status === 'playing' && !!before?.your_turn }, ...others];
}

/** Refusals come in the language that the hello has named. */
effect(() => {
  if (lang.value !== greeted) socket.greetAgain();
  greeted = lang.value;
});

export function rename(name: string): void {
  const before = myName.value;
  myName.value = name;
  if (name && name !== before && socket.state.value === 'open') socket.send({ type: 'name', name });
}
