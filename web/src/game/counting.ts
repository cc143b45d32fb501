/*
 * counting.ts - the points of a round, card by card: whose hand it was in, and who scores it.
 */
import type { Card, GameEvent, View } from '../local/api.js';
import { isNumber, isWild, valueOf } from './cards.js';
import { partnerOf } from './ranking.js';

export interface CountedCard {
  /** The hand it is in, and its place there. */
  seat: number;
  at: number;
  card: Card;
  to: number;
  points: number;
}

/** The usual points of a card. */
const worth = (card: Card): number => (isWild(card) ? 50 : isNumber(card) ? Number(valueOf(card)) : 20);

/** A hand's points, divided among its cards: each has its value, and together they make `points`. */
function shares(cards: readonly Card[], points: number): number[] {
  const all = cards.reduce((sum, card) => sum + worth(card), 0);
  let [seen, given] = [0, 0];
  return cards.map((card, i) => {
    seen += worth(card);
    const now = Math.round(all ? (points * seen) / all : (points * (i + 1)) / cards.length) - given;
    given += now;
    return now;
  });
}

/** In counting order. `cards` of a hand as they are shown. */
export function countedCards(events: readonly GameEvent[], view: Pick<View, 'sizes' | 'options'>, shown = (cards: readonly Card[]) => [...cards]): CountedCard[] {
  const scored = events.flatMap((e) => (e.event === 'scored' ? [e.seat] : []));
  return events.flatMap((e) => {
    if (e.event !== 'counted') return [];
    const to = scored.includes(e.seat) ? e.seat : scored.find((seat) => partnerOf(view, seat) !== e.seat);
    if (to === undefined) return [];
    const cards = shown(e.cards);
    const parts = shares(cards, e.points);
    return cards.map((card, at) => ({ seat: e.seat, at, card, to, points: parts[at]! }));
  });
}
