/*
 * fan.ts - where the cards of a hand are. At every width each keeps a strip of 44 pixels to touch, none is
 * cut off, and none is larger than it was with fewer cards.
 */
const TAP = 44;
const LEAST_WIDTH = 48;

interface Place {
  x: number;
  y: number;
  turn: number;
}

export interface Layout {
  card: number;
  places: Place[];
  height: number;
  /** A card that rises would take the strip of the one above it. */
  tight: boolean;
}

const RAISED = 24;
const TOP = 10;
const BOTTOM = 4;
/** Left and right of the width that cards are laid in. */
const MARGIN = 10;
/** How far below the middle the outer cards of a fan are. */
const DIP = 0.42;

/** The widest cards that so many rows allow; 0 where they do not fit. */
function widthFor(rows: number, n: number, width: number, height: number, widest: number): number {
  const perRow = Math.ceil(n / rows);
  const card = Math.floor(Math.min(widest, width - (perRow - 1) * TAP, (height - TOP - BOTTOM - (rows - 1) * TAP) / 1.5));
  return card >= LEAST_WIDTH ? card : 0;
}

/** As many rows as the narrowest cards need. */
const leastRows = (n: number, width: number): number =>
  Math.max(1, Math.ceil(n / Math.max(1, Math.floor((width - LEAST_WIDTH) / TAP) + 1)));

/** How high the hand must be for these cards: one that holds many takes room from the table. */
export const leastHeight = (n: number, width: number): number =>
  TOP + BOTTOM + LEAST_WIDTH * 1.5 + (leastRows(n, width) - 1) * TAP;

/** The rows with the widest cards, of these the fewest: with more cards they are never wider. */
function rowsFor(n: number, width: number, height: number, widest: number): { rows: number; card: number } {
  let best = { rows: leastRows(n, width), card: 0 };
  for (let rows = 1; rows <= n; rows++) {
    const card = widthFor(rows, n, width, height, widest);
    if (card > best.card) best = { rows, card };
  }
  // Too many even so: the hand scrolls.
  return best.card ? best : { ...best, card: LEAST_WIDTH };
}

/** The fan bends as far as there is room below and beside it: its outer cards are lower, and turned. */
function bendOf(n: number, card: number, below: number, beside: number): number {
  const off = (n - 1) / 2;
  if (off === 0) return 0;
  const leans = (side: number): number => (side * off * Math.PI) / 360;
  return Math.max(0, Math.min(2.4, 16 / n, below / (off * off * DIP + leans(card)), beside / leans(card * 1.5)));
}

export function layOut(n: number, width: number, height: number): Layout {
  const widest = Math.min(140, Math.max(60, width * 0.25), (height - 26) / 1.5);
  const { rows, card } = rowsFor(n, width, height, widest);
  const perRow = Math.ceil(n / rows);
  const tall = card * 1.5;
  const room = height - TOP - BOTTOM - tall;
  const step = perRow > 1 ? Math.min(Math.max(TAP, card * 0.86), (width - card) / (perRow - 1)) : 0;
  const down = rows > 1 ? Math.max(TAP, Math.min(tall * 0.74, room / (rows - 1))) : 0;
  const bend = rows === 1 ? bendOf(n, card, room, MARGIN + (width - card - (n - 1) * step) / 2) : 0;
  const off = (n - 1) / 2;
  const whole = (rows - 1) * down + tall + (bend ? off * off * bend * DIP + (card * off * bend * Math.PI) / 360 : 0);
  const top = Math.max(TOP, Math.min(40, (height - whole) / 2));
  const places = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, n - row * perRow);
    const aside = i - row * perRow - (inRow - 1) / 2;
    return { x: (width - card) / 2 + aside * step, y: top + row * down + aside * aside * bend * DIP, turn: aside * bend };
  });
  return { card, places, height: top + whole, tight: rows > 1 && down < TAP + RAISED };
}
