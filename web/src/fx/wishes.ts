/*
 * wishes.ts - which cards fly at an event, from where to where. Sources are measured before the table changes, targets
 * after it.
 */
import type { Card, GameEvent } from '../local/api.js';
import { still } from '../state/prefs.js';
import { type Flights, settled } from './flight.js';

export interface Wish {
  card: Card | null;
  from: DOMRect;
  /** Measured later if there was no table yet. */
  source?: string;
  to: string | DOMRect;
  /** A card that appears in your hand. */
  arrives?: Card;
  step: number;
  turns?: boolean;
}

/** Milliseconds between two cards that fly one after the other. */
export const STEP_MS = 160;

const MOST_BACKS = 4;
/** The gap between cards in quick succession, and between those that a player has to draw. */
const CLOSE = 0.35;
const APART = 0.9;
const APART_MOST = 8;

/** Steps between penalty cards: each is visible, unless there are many. */
export const blowStep = (count: number): number => Math.max(CLOSE, Math.min(APART, APART_MOST / count));

/** A hand that a challenge shows is turned over card by card. */
export const turnOverMs = (cards: number): number => (still.peek() ? 0 : Math.min(140 * cards, 1600));

export const countOf = ({ cards, count }: { cards?: Card[]; count?: number }): number => cards?.length ?? count ?? 0;

/** Makes somebody draw. */
export const isBlow = (card: Card): boolean => card.endsWith('+2') || card === 'W+4';

export const isPenalty = (event: GameEvent): boolean =>
  event.event === 'drew' && /^(draw_two|wild_four|stack|challenge|uno|spinner)$/.test(event.for);

/** The flights for an event. */
export function wishesFor(event: GameEvent, air: Flights, you: number | null, step: number, first: boolean): Wish[] {
  const seatBox = (seat: number): DOMRect => air.box(seat === you ? 'hand' : `seat-${seat}`);
  const own = (seat: number, card: Card): DOMRect =>
    (seat === you ? air.find(`.hand [data-card="${card}"]`) : null)?.getBoundingClientRect() ?? seatBox(seat);
  const backs = (seat: number, from: DOMRect, cards: Card[] | undefined, count: number, source?: string, gap = CLOSE): Wish[] =>
    Array.from({ length: Math.min(cards?.length ?? count, cards ? 20 : MOST_BACKS) }, (_, i) => ({
      card: cards?.[i] ?? null,
      from,
      source,
      to: seat === you && cards ? 'own' : seat === you ? 'hand' : `seat-${seat}`,
      arrives: seat === you ? cards?.[i] : undefined,
      step: step + i * gap,
    }));
  switch (event.event) {
    case 'played':
      return [{ card: event.card, from: own(event.seat, event.card), to: 'top', step }];
    case 'threw':
    case 'discarded':
      return event.cards.map((card, i) => ({ card, from: own(event.seat, card), to: 'top', step: step + i * 0.5 }));
    case 'turned':
      return [{ card: event.card, from: air.box('draw'), source: 'draw', to: 'top', step: step + (first ? 0 : 1), turns: true }];
    case 'drew':
      return backs(event.seat, air.box('draw'), event.cards, event.count ?? 0, undefined, isPenalty(event) ? blowStep(countOf(event)) : CLOSE);
    case 'dealt':
      return backs(event.seat, air.box('draw'), event.cards, event.count ?? 0, 'draw');
    case 'gave':
      return backs(event.who, seatBox(event.seat), event.cards, event.count ?? 0);
    case 'took':
      return backs(event.seat, seatBox(event.who), event.cards, event.count ?? 0);
    case 'swapped':
      return [
        { card: null, from: seatBox(event.seat), to: seatBox(event.who), step },
        { card: null, from: seatBox(event.who), to: seatBox(event.seat), step },
      ];
    case 'recycled':
      return [0, 1, 2].map((i) => ({ card: null, from: air.box('top'), to: 'draw', step: step + i * 0.3 }));
    default:
      return [];
  }
}

/** Starts them, now that the table is in its new state. */
export function launch(wishes: Wish[], air: Flights): void {
  const used = new Set<Element>();
  for (const wish of wishes) {
    let target: HTMLElement | null = null;
    if (wish.to === 'own') {
      const places = air.all(`.hand [data-card="${wish.arrives}"]`).reverse();
      target = places.find((p) => !used.has(p)) ?? null;
      if (target) used.add(target);
    } else if (typeof wish.to === 'string') {
      target = air.anchor(wish.to);
    }
    const place = target ?? air.anchor('hand');
    const to = wish.to instanceof DOMRect ? wish.to : place && settled(place);
    const from = wish.from.width || !wish.source ? wish.from : air.box(wish.source);
    const hides = wish.to === 'top' || wish.to === 'own' ? target : null;
    if (to) void air.fly({ card: wish.card, from, to, delay: wish.step * STEP_MS, target: hides, turns: wish.turns });
  }
}
