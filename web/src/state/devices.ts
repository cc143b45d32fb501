/*
 * devices.ts - becoming somebody on this device, and staying oneself on another.
 *
 * Nothing here happens by itself: an address only brings a question along (`brought`), and `adopt` is
 * called by the click on it. A table's address brings nothing.
 */
import { signal } from '@preact/signals';
import type { ServerMessage } from '../local/api.js';
import { t } from '../i18n.js';
import { Call, askOnce } from '../net/call.js';
import { kept } from './storage.js';
import { startAs } from './me.js';
import { setAside, type Other, type Player } from './pastPlayers.js';

/** The code, or the token of an old link, that an address has brought, until the question about it
 * is answered. */
export const brought = signal<{ code: string } | { token: string } | null>(null);

/** Letters of codes, without similar ones: see src/server/tables/reserve.c. */
const LETTERS = 'ABCDFGHJKLMNPRSTVWXYZ';
const PLACE = 4;

/** A typed code; null: not one. */
export function codeIn(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return code.length === 8 && [...code].every((c) => LETTERS.includes(c)) ? code : null;
}

/** Runs before anything is shown, and whenever the address changes: removes secrets from it. */
export function readAddress(): void {
  const found = /^#(me|code)=(.*)$/.exec(location.hash);
  if (!found) return;
  const front = location.pathname === '/';
  history.replaceState(null, '', front ? '/#devices' : location.pathname + location.search);
  if (front) brought.value = found[1] === 'me' ? { token: found[2]! } : { code: found[2]! };
}

/** Why a question has no answer, in words. */
function why(answer: ServerMessage): string {
  if (answer.type !== 'error' || answer.error === 'lost') return t('No connection. Try again');
  if (answer.error === 'bad_token' || answer.error === 'bad_message') return t('This server does not know that player.');
  return answer.message;
}

/** The same of `take`: before hello the server does not know the reader's language. */
function whyNotTaken(answer: ServerMessage): string {
  const word = answer.type === 'error' ? answer.error : '';
  if (word === 'no_code') return t('That code is wrong, too old or already used. Make a new one');
  return word === 'too_fast' ? t('Too many wrong codes: wait a minute') : why(answer);
}

/** A player this device could become, and how; or why not. */
export interface FoundPlayer {
  player: Player;
  /** Become that player; or why not, in words. */
  take: () => Promise<string>;
}
export type Found = FoundPlayer | { problem: string; unknown?: boolean };

/** Finds the player with this token, asking the server as that player's other device would. */
export async function findByToken(token: string): Promise<Found> {
  if (!/^[A-Za-z0-9_-]{20,64}$/.test(token)) return { problem: t('This server does not know that player.') };
  const answer = await askOnce({ type: 'hello', version: 2, token });
  if (answer.type !== 'welcome')
    return { problem: why(answer), unknown: answer.type === 'error' && answer.error === 'bad_token' };
  const player = { token, player: answer.player, name: answer.name };
  return { player, take: async () => (startAs(player), '') };
}

/** Become this player again; or why not, in words. */
export async function takeBack(other: Other): Promise<string> {
  const found = await findByToken(other.token);
  if ('player' in found) return found.take();
  if (found.unknown) setAside({ ...other, unknown: true });
  return found.problem;
}

/** Finds the player who made this code. It stays valid until it is taken. */
export async function findByCode(code: string): Promise<Found> {
  const answer = await askOnce({ type: 'take', code, look: true }, code.slice(0, PLACE));
  if (answer.type !== 'identity') return { problem: whyNotTaken(answer) };
  const take = async (): Promise<string> => {
    const taken = await askOnce({ type: 'take', code }, code.slice(0, PLACE));
    if (taken.type !== 'identity' || !taken.token) return whyNotTaken(taken);
    startAs({ token: taken.token, player: taken.player, name: taken.name });
    return '';
  };
  return { player: { token: '', player: answer.player, name: answer.name }, take };
}

export interface Lent {
  code: string;
  /** By Date.now(). */
  until: number;
}

/** Makes a code for another device. The connection stays open to learn when it is used. */
export async function lend(onTaken: () => void): Promise<{ lent: Lent; end: () => void } | { problem: string }> {
  const token = kept('token');
  if (!token) return { problem: t('Nobody has played on this device yet.') };
  const place = [...crypto.getRandomValues(new Uint32Array(PLACE))].map((n) => LETTERS[n % LETTERS.length]).join('');
  const call = new Call(place);
  const hello = await call.ask({ type: 'hello', version: 2, token });
  const answer = hello.type === 'welcome' ? await call.ask({ type: 'lend', token }) : hello;
  if (answer.type !== 'lent') {
    call.close();
    return { problem: why(answer) };
  }
  call.onmessage = (message) => {
    if (message.type === 'taken') onTaken();
  };
  return { lent: { code: answer.code, until: Date.now() + answer.ends_in }, end: () => call.close() };
}
