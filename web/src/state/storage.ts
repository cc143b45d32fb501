/*
 * storage.ts - small things kept in this browser. A private window may refuse: then they last as
 * long as the page.
 */
import { effect, signal, type Signal } from '@preact/signals';

/** What could not be written, or removed: it counts more than what is still kept. */
const memory = new Map<string, string | null>();

/** Storage is missing, blocked or full: for these small things, and for matches against bots. */
export const keepsNothing = signal(false);
export const keepsNoMatch = signal(false);

export function kept(key: string): string | null {
  const unwritten = memory.get(key);
  if (unwritten !== undefined) return unwritten;
  try {
    return localStorage.getItem(`mazo.${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`mazo.${key}`);
    else localStorage.setItem(`mazo.${key}`, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
    keepsNothing.value = true;
  }
}

keep('probe', '1');
keep('probe', null);

/** A signal saved as JSON. */
export function keptSignal<T>(key: string, first: T): Signal<T> {
  let start = first;
  try {
    const text = kept(key);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    // Damaged: begin anew.
  }
  const value = signal(start);
  let begun = false;
  effect(() => {
    const text = JSON.stringify(value.value);
    if (begun) keep(key, text);
    begun = true;
  });
  return value;
}
