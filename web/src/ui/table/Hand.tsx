/*
 * Hand.tsx - your cards: a fan while they fit into a row, rows when there are many (fan.ts).
 *
 * One tab stop: arrows, Home and End go from card to card.
 */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { cardName, isWild, keyed, sorted, type HeldCard } from '../../game/cards.js';
import { playable } from '../../game/options.js';
import { t } from '../../i18n.js';
import type { Card as CardText, View } from '../../local/api.js';
import { picked } from '../../state/game.js';
import { keptSignal } from '../../state/storage.js';
import { play } from '../../fx/sound.js';
import { Card } from '../Card.js';
import { layOut, leastHeight } from './fan.js';
import { leverAsked, playHeld, riskAsked, useGame, useStage, wildAsked } from './context.js';

export const order = keptSignal<'color' | 'value'>('order', 'color');

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
  const { spinning } = useStage();
  return (held) => {
    const view = game.view.value;
    if (!view) return;
    if (view.phase === 'throw' && view.turn === view.seat) return pick(held, view);
    if (spinning.value) return;
    if (playable(game.legal.value).has(held.card)) playHeld(game, held.card);
    else explain(held.card, view);
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
  const layout = layOut(cards.length, width - 20, height);
  const scrolls = layout.height > height;
  const mine = game.myTurn.value;
  const throwing = view?.phase === 'throw' && view.turn === view.seat;
  const sent = new Set([...game.sent.value.values()].map((c) => (c.do === 'play' ? c.card : '')));

  useSignalEffect(() => {
    if (game.view.value?.phase !== 'throw') picked.value = [];
  });
  useEffect(() => {
    if (wildAsked.value && !legal.value.has(wildAsked.value)) wildAsked.value = null;
    if (leverAsked.value && !legal.value.has(leverAsked.value.card)) leverAsked.value = null;
  });

  // Anyone who plays by keyboard stays at the same place when a card has left.
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
    <div
      class={`hand ${scrolls ? 'scrolls' : ''}`}
      style={{ '--least': `${width > 0 ? leastHeight(cards.length, width - 20) : 0}px` }}
      data-anchor="hand"
      ref={ref}
      data-testid="hand"
    >
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
              const raised = wildAsked.value === c.card || riskAsked.value?.card === c.card || leverAsked.value?.card === c.card || nth >= 0 || drawn;
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
                    aria-disabled={mine && !can}
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
                      {[
                        cardName(c.card),
                        throwing
                          ? nth >= 0
                            ? t('picked')
                            : t('not picked')
                          : can
                            ? t('fits')
                            : mine
                              ? t('does not fit')
                              : '',
                        t('{n} of {of}', { n: i + 1, of: cards.length }),
                      ]
                        .filter(Boolean)
                        .join(', ')}
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
