/*
 * Hand.tsx - your cards: a fan while they fit into a row, rows when there are many. At every
 * width each card keeps a strip of 44 pixels to touch.
 *
 * One tab stop: arrows, Home and End go from card to card.
 */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { cardName, isWild, keyed, sorted, valueOf, type HeldCard } from '../../game/cards.js';
import { playable } from '../../game/options.js';
import { t } from '../../i18n.js';
import type { Card as CardText, View } from '../../local/api.js';
import { keptSignal } from '../../state/keep.js';
import { play } from '../../fx/sound.js';
import { Card } from '../Card.js';
import { leverAsked, picked, pullLever, riskAsked, useGame, wildAsked } from './context.js';

export const order = keptSignal<'color' | 'value'>('order', 'color');

const TAP = 44;
const LEAST_WIDTH = 48;

interface Place {
  x: number;
  y: number;
  turn: number;
}

interface Layout {
  card: number;
  places: Place[];
  height: number;
  /** A card that rises would take the strip of the one above it. */
  tight: boolean;
}

const NICE_WIDTH = 60;
const RAISED = 24;

/** The widest cards that so many rows allow; 0 where they do not fit. */
function widthFor(rows: number, n: number, width: number, height: number, widest: number): number {
  const perRow = Math.ceil(n / rows);
  const card = Math.floor(Math.min(widest, width - (perRow - 1) * TAP, (height - 14 - (rows - 1) * TAP) / 1.5));
  return card >= LEAST_WIDTH ? card : 0;
}

/** As few rows as give cards of a nice width; else the rows with the widest. */
function rowsFor(n: number, width: number, height: number, widest: number): { rows: number; card: number } {
  let best = { rows: 0, card: 0 };
  for (let rows = 1; rows <= n; rows++) {
    const card = widthFor(rows, n, width, height, widest);
    if (card > best.card) best = { rows, card };
    if (card >= NICE_WIDTH) break;
  }
  if (best.rows > 0) return best;
  // Too many for the room: as many rows as it takes, and the hand scrolls.
  const perRow = Math.max(1, Math.floor((width - LEAST_WIDTH) / TAP) + 1);
  return { rows: Math.max(1, Math.ceil(n / perRow)), card: LEAST_WIDTH };
}

export function layOut(n: number, width: number, height: number, widest: number): Layout {
  const { rows, card } = rowsFor(n, width, height, widest);
  const perRow = Math.ceil(n / rows);
  const tall = card * 1.5;
  const step = perRow > 1 ? Math.min(Math.max(TAP, card * 0.86), (width - card) / (perRow - 1)) : 0;
  const down = rows > 1 ? Math.max(TAP, Math.min(tall * 0.74, (height - 14 - tall) / (rows - 1))) : 0;
  const whole = (rows - 1) * down + tall;
  const top = Math.max(10, Math.min(40, (height - whole) / 2));
  const bend = rows === 1 ? Math.min(2.4, 16 / Math.max(1, n)) : 0;
  const places = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, n - row * perRow);
    const off = i - row * perRow - (inRow - 1) / 2;
    return { x: (width - card) / 2 + off * step, y: top + row * down + off * off * bend * 0.42, turn: off * bend };
  });
  return { card, places, height: top + whole, tight: rows > 1 && down < TAP + RAISED };
}

function useSize(): { ref: { current: HTMLDivElement | null }; width: number; height: number } {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = ref.current!;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = box;
      if (width !== size.peek().width || height !== size.peek().height) size.value = { width, height };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size.value };
}

/** What a tap on a card does. */
function useTap(): (held: HeldCard) => void {
  const game = useGame();
  return (held) => {
    const view = game.view.value;
    if (!view) return;
    if (view.phase === 'throw' && view.turn === view.seat) return pick(held, view);
    const legal = playable(game.legal.value).has(held.card);
    if (legal) {
      const armed = leverAsked.value?.card === held.card;
      if (armed) return pullLever(game);
      leverAsked.value = null;
      if (isWild(held.card)) wildAsked.value = wildAsked.value === held.card ? null : held.card;
      else if (valueOf(held.card) === 'J' && view.phase !== 'run') leverAsked.value = { card: held.card };
      else game.do({ do: 'play', card: held.card });
      return;
    }
    explain(held.card, view);
  };

  function pick(held: HeldCard, view: View): void {
    const now = picked.value;
    if (now.includes(held.key)) picked.value = now.filter((k) => k !== held.key);
    else if (!view.owed || now.length < view.owed) picked.value = [...now, held.key];
    else picked.value = [...now.slice(1), held.key];
  }

  /** Why this card cannot be played, before it is even sent. */
  function explain(card: CardText, view: View): void {
    const command = isWild(card) ? ({ do: 'play', card, color: 'R' } as const) : ({ do: 'play', card } as const);
    const why = game.why(command);
    if (why?.misplay) riskAsked.value = { card, message: why.message };
    else if (why) game.say(why.message, 'bad');
    else if (view.turn !== view.seat) game.say(t('It is not your turn.'), 'bad');
    else game.do(command);
    play('wrong');
    document
      .querySelector(`.hand [data-card="${card}"]`)
      ?.animate(
        [{ translate: '0' }, { translate: '-5px' }, { translate: '5px' }, { translate: '-3px' }, { translate: '0' }],
        { duration: 260 },
      );
  }
}

export function Hand() {
  const game = useGame();
  const { ref, width, height } = useSize();
  const tap = useTap();
  const focus = useSignal<string | null>(null);
  const held = useComputed(() => keyed(sorted(game.view.value?.hand ?? [], order.value)));
  const legal = useComputed(() => playable(game.legal.value));
  const cards = held.value;
  const view = game.view.value;
  const widest = Math.min(140, Math.max(60, width * 0.24), (height - 26) / 1.5);
  const layout = layOut(cards.length, width - 20, height, widest);
  const throwing = view?.phase === 'throw' && view.turn === view.seat;
  const sent = new Set([...game.sent.value.values()].map((c) => (c.do === 'play' ? c.card : '')));

  useSignalEffect(() => {
    if (game.view.value?.phase !== 'throw') picked.value = [];
  });
  useEffect(() => {
    if (wildAsked.value && !legal.value.has(wildAsked.value)) wildAsked.value = null;
    if (leverAsked.value && !legal.value.has(leverAsked.value.card)) leverAsked.value = null;
  });

  // Whoever plays by keyboard stays at the same place when a card has left.
  const spot = useRef(-1);
  useLayoutEffect(() => {
    if (spot.current < 0 || cards.some((c) => c.key === focus.value) || document.activeElement !== document.body)
      return;
    const next = cards[Math.min(spot.current, cards.length - 1)];
    if (next) document.querySelector<HTMLElement>(`.hand [data-key="${next.key}"]`)?.focus({ preventScroll: true });
  }, [cards]);

  const stop = cards.some((c) => c.key === focus.value)
    ? focus.value
    : (cards.find((c) => legal.value.has(c.card)) ?? cards[0])?.key;

  function move(event: KeyboardEvent, index: number): void {
    const to = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      Home: 0,
      End: cards.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = cards[(to + cards.length) % cards.length]!;
    focus.value = next.key;
    document.querySelector<HTMLElement>(`.hand [data-key="${next.key}"]`)?.focus();
  }

  return (
    <div class="hand" data-anchor="hand" ref={ref} data-testid="hand">
      {!view ? null : (
        <ul
          class={`hand-cards ${layout.tight ? 'tight' : ''}`}
          role="list"
          aria-label={t('Your cards: {n}', { n: cards.length })}
          style={{ height: `${layout.height}px` }}
        >
          {width > 0 &&
            cards.map((c, i) => {
              const place = layout.places[i]!;
              const can = legal.value.has(c.card) || throwing;
              const nth = picked.value.indexOf(c.key);
              const drawn = view.phase === 'drawn' && view.turn === view.seat && view.drawn === c.card;
              const raised = wildAsked.value === c.card || leverAsked.value?.card === c.card || nth >= 0 || drawn;
              return (
                <li
                  key={c.key}
                  style={{
                    transform: `translate(${place.x}px, ${place.y}px) rotate(${place.turn}deg)`,
                    width: `${layout.card}px`,
                  }}
                >
                  <button
                    type="button"
                    class={`hand-card ${can ? 'can' : 'cannot'} ${raised ? 'raised' : ''} ${sent.has(c.card) ? 'sent' : ''}`}
                    data-card={c.card}
                    data-key={c.key}
                    data-testid={`card-${c.card}`}
                    aria-disabled={!can}
                    aria-pressed={throwing ? nth >= 0 : undefined}
                    tabIndex={c.key === stop ? 0 : -1}
                    onFocus={() => {
                      focus.value = c.key;
                      spot.current = i;
                    }}
                    onKeyDown={(e) => move(e, i)}
                    onClick={() => tap(c)}
                  >
                    <span class="unseen">
                      {t('{card}, {state}, {i} of {n}', {
                        card: cardName(c.card),
                        state: throwing
                          ? nth >= 0
                            ? t('picked')
                            : t('not picked')
                          : can
                            ? t('fits')
                            : t('does not fit'),
                        i: i + 1,
                        n: cards.length,
                      })}
                    </span>
                    <Card card={c.card} />
                    {nth >= 0 ? <span class="nth">{nth + 1}</span> : null}
                  </button>
                </li>
              );
            })}
        </ul>
      )}
    </div>
  );
}
