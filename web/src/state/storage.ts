/*
 * storage.ts - small things kept in this browser. A private window may refuse: then they last as
 * long as the page.
 */
import { effect, signal, type Signal } from '@preact/signals';

const memory = new Map<string, string>();

/** Storage is missing, blocked or full: for these small things, and for matches against bots. */
export const keepsNothing = signal(false);
export const keepsNoMatch = signal(false);

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`mazo.${key}`) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function keep(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(`mazo.${key}`);
    else localStorage.setItem(`mazo.${key}`, value);
  } catch {
    keepsNothing.value = true; // in memory, then
  }
}

keep('probe', '1');
keep('probe', null);

/** A signal that is kept, as JSON. */
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
