/*
 * cards.ts - cards in notation ("R7", "W+4"): their parts, order and names.
 */
import { N, t } from '../i18n.js';
import type { Card, Color } from '../local/api.js';

export const COLORS: readonly Color[] = ['R', 'G', 'B', 'Y'];

export type Value = string; // 0–9 S R +2 J; of wilds W W+4 WJ

export const isWild = (card: Card): boolean => card[0] === 'W';
export const colorOf = (card: Card): Color | null => (isWild(card) ? null : (card[0] as Color));
export const valueOf = (card: Card): Value => (isWild(card) ? card : card.slice(1));
export const isNumber = (card: Card): boolean => /^[RGBY]\d$/.test(card);

const VALUES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'R', '+2', 'J', 'W', 'W+4', 'WJ'];

/** Place in a sorted hand: red, green, blue, yellow, of each by value, then the wilds. */
export function rank(card: Card): number {
  const color = colorOf(card);
  return (color ? COLORS.indexOf(color) : COLORS.length) * VALUES.length + VALUES.indexOf(valueOf(card));
}

export type Order = 'color' | 'value';

export function sorted(cards: readonly Card[], order: Order = 'color'): Card[] {
  const place = (card: Card): number => {
    const color = colorOf(card);
    return VALUES.indexOf(valueOf(card)) * 5 + (color ? COLORS.indexOf(color) : 4);
  };
  return [...cards].sort((a, b) => (order === 'color' ? rank(a) - rank(b) : place(a) - place(b)));
}

const COLOR_NAMES: Record<Color, string> = { R: N('red'), G: N('green'), B: N('blue'), Y: N('yellow') };
const SHAPE_NAMES: Record<Color, string> = {
  R: N('circle'),
  G: N('triangle'),
  B: N('square'),
  Y: N('star'),
};

/** Whole names, because languages join the words in different ways. */
const NAMES: Record<string, string> = {
  R: N('red %d'),
  RS: N('red Skip'),
  RR: N('red Reverse'),
  'R+2': N('red Draw Two'),
  RJ: N('red Jackpot'),
  G: N('green %d'),
  GS: N('green Skip'),
  GR: N('green Reverse'),
  'G+2': N('green Draw Two'),
  GJ: N('green Jackpot'),
  B: N('blue %d'),
  BS: N('blue Skip'),
  BR: N('blue Reverse'),
  'B+2': N('blue Draw Two'),
  BJ: N('blue Jackpot'),
  Y: N('yellow %d'),
  YS: N('yellow Skip'),
  YR: N('yellow Reverse'),
  'Y+2': N('yellow Draw Two'),
  YJ: N('yellow Jackpot'),
  W: N('Wild'),
  'W+4': N('Wild Draw Four'),
  WJ: N('Wild Jackpot'),
};

export const colorName = (color: Color): string => t(COLOR_NAMES[color]);
export const shapeName = (color: Color): string => t(SHAPE_NAMES[color]);

/** "red 7", "Wild Draw Four". */
export function cardName(card: Card): string {
  return isNumber(card) ? t(NAMES[card[0]!]!).replace('%d', card[1]!) : t(NAMES[card] ?? card);
}

export interface HeldCard {
  card: Card;
  /** Stable while the card stays in the hand. */
  key: string;
}

/** Gives cards stable keys, so that equal ones can be told apart and stay in place. */
export function keyed(cards: readonly Card[]): HeldCard[] {
  const seen = new Map<Card, number>();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { card, key: `${card}.${nth}` };
  });
}
