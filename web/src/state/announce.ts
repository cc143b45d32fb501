/*
 * announce.ts - what a page says to people who cannot see it: sentences for a screen reader, one
 * urgent sentence that may interrupt them, and the title of the window.
 */
import { computed, effect, signal } from '@preact/signals';
import { t } from '../i18n.js';

export interface Said {
  id: number;
  text: string;
}

/** Nobody goes back further than this. */
const MOST = 12;
let next = 0;

/** The last sentences; each is heard once, when it comes. */
export const heard = signal<Said[]>([]);
/** The sentence that may interrupt them: it is the reader's turn. */
export const urgent = signal<Said | null>(null);

export function speak(...texts: string[]): void {
  const said = texts.filter(Boolean).map((text) => ({ id: next++, text }));
  if (said.length) heard.value = [...heard.peek(), ...said].slice(-MOST);
}

export function interrupt(text: string): void {
  urgent.value = text ? { id: next++, text } : null;
}

/** The page that is open; '' for the start page. */
export const pageTitle = signal('');
/** It is the reader's turn. */
export const turnHere = signal(false);

const whole = computed(() => [turnHere.value ? `● ${t('Your turn')}` : pageTitle.value, 'Mazo'].filter(Boolean).join(' · '));
effect(() => void (document.title = whole.value));
