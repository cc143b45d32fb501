/*
 * pastPlayers.ts - former players of this device, or those whose token the server did not know:
 * kept, so that they can be restored. All windows of this browser write it, so it is read again
 * before every change.
 */
import { signal } from '@preact/signals';
import { keep, kept } from './storage.js';

export interface Player {
  token: string;
  /** Its public name at the server; '' before the first welcome. */
  player: string;
  /** '': none was chosen. */
  name: string;
}

export interface Other extends Player {
  /** When it was set aside, in milliseconds since 1970. */
  at: number;
  /** The server did not know it then. */
  unknown?: boolean;
}

const MOST = 12;

function read(): Other[] {
  try {
    const list = JSON.parse(kept('others') ?? '[]') as Other[];
    return list.filter((one) => typeof one.token === 'string' && typeof one.name === 'string');
  } catch {
    return [];
  }
}

/** Latest first. */
export const others = signal<Other[]>(read());

function write(list: Other[]): void {
  keep('others', JSON.stringify(list.slice(0, MOST)));
  others.value = read();
}

export function setAside(one: Other): void {
  write([one, ...read().filter((other) => other.token !== one.token)]);
}

export function forget(token: string): void {
  write(read().filter((other) => other.token !== token));
}

addEventListener('storage', (event: StorageEvent) => {
  if (event.key === 'mazo.others') others.value = read();
});
