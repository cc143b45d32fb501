/*
 * options.ts - questions about the list of legal commands.
 */
import type { Card, Color, Command } from '../local/api.js';
import { isWild } from './cards.js';

export const offers = (legal: readonly Command[], what: Command['do']): boolean => legal.some((c) => c.do === what);

/** Cards that may be played now. */
export function playable(legal: readonly Command[]): Set<Card> {
  const cards = new Set<Card>();
  for (const command of legal) if (command.do === 'play') cards.add(command.card);
  return cards;
}

/** Seats that may be chosen. */
export function choices(legal: readonly Command[]): number[] {
  return legal.flatMap((c) => (c.do === 'choose' ? [c.who] : []));
}

export function playCommand(card: Card, color?: Color): Command {
  return isWild(card) ? { do: 'play', card, color } : { do: 'play', card };
}
