/*
 * engine.ts - the rules engine in this page (WebAssembly), loaded once and when first needed:
 * for sentences and rules in words, for playing without a server, for replays.
 */
import { signal } from '@preact/signals';
import type { Words } from '../local/api.js';

export const words = signal<Words | null>(null);

export async function loadWords(): Promise<Words | null> {
  return words.value;
}
