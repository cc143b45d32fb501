/*
 * context.ts - the table that the parts of the table screen show, and what is open on it.
 */
import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Card } from '../../local/api.js';
import type { Game } from '../../state/game.js';
import { player } from '../../state/me.js';

export const GameContext = createContext<Game | null>(null);

export function useGame(): Game {
  const game = useContext(GameContext);
  if (!game) throw new Error('no table here');
  return game;
}

export const isHost = (game: Game): boolean => game.local || game.table.value?.host === player.value;

export type OpenPanel =
  { panel: 'chat' | 'log' | 'rules' | 'menu' | 'share' | 'keys' } | { panel: 'seat'; seat: number } | null;

export const openPanel = signal<OpenPanel>(null);

/** A wild that waits for its colour. */
export const wildAsked = signal<Card | null>(null);
/** A card that would cost something (P2): lay it all the same? */
export const riskAsked = signal<{ card: Card; message: string } | null>(null);
/** Cards picked to throw, in their order, as keys of the hand. */
export const picked = signal<string[]>([]);

export function closeAsks(): void {
  wildAsked.value = null;
  riskAsked.value = null;
  picked.value = [];
}
