/*
 * Piles.tsx - the middle of the table: draw pile, discards, the color in force, the debt and the
 * direction of play.
 */
import { useRef } from 'preact/hooks';
import { cardName, colorName, isWild, shapeName } from '../../game/cards.js';
import { offers } from '../../game/options.js';
import { t, tn } from '../../i18n.js';
import type { Card as CardText, Color } from '../../local/api.js';
import { Back, Card } from '../Card.js';
import { later } from '../later.js';
import { Shape } from '../shapes.js';
import { isSent, useGame, useStage } from './context.js';

const Jackpot = later((m) => m.Jackpot, true);
const RuleOut = later((m) => m.RuleOut, true);

const ARROW = {
  1: 'M58 19A91 91 0 01142 19M130 9 143.500 20 127 27',
  [-1]: 'M142 19A91 91 0 0058 19M70 9 56.500 20 73 27',
};

function Direction({ direction }: { direction: 1 | -1 }) {
  const clockwise = direction === 1;
  const turned = useStage().drama.turned.value;
  return (
    <div
      class={`direction ${clockwise ? 'clockwise' : 'counter'}`}
      data-turned={turned || undefined}
      role="img"
      aria-label={clockwise ? t('Play goes clockwise') : t('Play goes counter-clockwise')}
    >
      <svg key={turned} viewBox="0 0 200 200" aria-hidden={true}>
        {[0, 90, 180, 270].map((turn) => (
          <path key={turn} transform={`rotate(${turn} 100 100)`} d={ARROW[direction]} />
        ))}
      </svg>
    </div>
  );
}

/** Of so many cards, in pixels. */
const thickness = (cards: number): number => Math.min(9, Math.ceil(Math.max(0, cards - 1) / 11));

interface PileCard {
  card: CardText;
  turn: number;
  n: number;
  /** Of a wild: what it was named. */
  as: Color | null;
}

/** The last few tops, so that the pile looks like one. */
function useUnder(top: CardText | null, color: Color | null, round: number): PileCard[] {
  const pile = useRef<{ round: number; count: number; cards: PileCard[] }>({
    round: 0,
    count: 0,
    cards: [],
  });
  const discards = useGame().view.value!.discard_count;
  const now = pile.current;
  if (now.round !== round || discards < now.count) now.cards = [];
  const last = now.cards[now.cards.length - 1];
  if (top && (now.count !== discards || last?.card !== top)) {
    const n = discards;
    now.cards = [...now.cards, { card: top, turn: ((n * 47) % 23) - 11, n, as: null }].slice(-4);
  }
  const first = now.cards[now.cards.length - 1];
  if (first && isWild(first.card)) first.as = color;
  now.round = round;
  now.count = discards;
  return now.cards;
}

function Discards() {
  const view = useGame().view.value!;
  const color = view.color;
  const cards = useUnder(view.top, color, view.round);
  const label = view.top
    ? color && isWild(view.top)
      ? t('On top: {card}, color {color}', { card: cardName(view.top), color: colorName(color) })
      : t('On top: {card}', { card: cardName(view.top) })
    : t('No card on the pile yet');
  return (
    <div
      class={`discards ${color ? `glow-${color}` : ''}`}
      role="img"
      aria-label={label}
      data-testid="top"
      data-top={view.top ?? ''}
      data-color={color ?? ''}
      style={{ '--thick': thickness(view.discard_count) }}
    >
      <div class="halo" key={color} />
      {cards.map((c, i) => (
        <div
          key={c.n}
          class={`pile-card ${c.as ? `as-${c.as}` : ''}`}
          style={{ transform: `rotate(${c.turn}deg)` }}
          data-anchor={i === cards.length - 1 ? 'top' : undefined}
        >
          <Card card={c.card} />
        </div>
      ))}
      {!view.top ? <div class="pile-card empty" data-anchor="top" /> : null}
      {view.pending > 0 ? (
        <span class="debt" key={view.pending} data-testid="debt">
          +{view.pending}
        </span>
      ) : null}
    </div>
  );
}

function NamedColor() {
  const color = useGame().view.value!.color;
  return (
    <div class="named" key={color} data-testid="color">
      {color ? (
        <>
          <Shape color={color} label={shapeName(color)} />
          <span>{colorName(color)}</span>
        </>
      ) : (
        <span>{t('no color')}</span>
      )}
    </div>
  );
}

function DrawPile() {
  const game = useGame();
  const { spinning } = useStage();
  const view = game.view.value!;
  const can = offers(game.legal.value, 'draw');
  return (
    <button
      type="button"
      class={`draw-pile ${can ? 'can' : ''}`}
      data-testid="draw-pile"
      aria-disabled={!can}
      aria-busy={isSent(game, 'draw')}
      onClick={() => {
        if (can) return game.do({ do: 'draw' });
        if (spinning.value) return undefined;
        const mine = view.turn === view.seat;
        const why = mine ? (game.why({ do: 'draw' })?.message ?? t('You cannot draw now.')) : t('It is not your turn.');
        return game.say(why, 'bad');
      }}
    >
      <span class="unseen">
        {can
          ? tn('Draw pile, {n} card. Draw one.', 'Draw pile, {n} cards. Draw one.', view.draw_count)
          : tn('Draw pile, {n} card.', 'Draw pile, {n} cards.', view.draw_count)}
      </span>
      <span class={`stack ${view.draw_count ? '' : 'empty'}`} style={{ '--thick': thickness(view.draw_count) }} data-anchor="draw">
        {view.draw_count ? <Back /> : null}
      </span>
      <span class="count" aria-hidden={true}>
        {view.draw_count}
      </span>
    </button>
  );
}

export function Piles() {
  const view = useGame().view.value!;
  const unit = view.dispenser_count !== undefined;
  return (
    <>
      {view.sizes.length > 2 ? <Direction direction={view.direction} /> : null}
      <div class={`piles ${unit ? 'with-unit' : ''}`}>
        <DrawPile />
        <div class="top-and-color">
          <Discards />
          <NamedColor />
        </div>
        {unit ? <Jackpot /> : null}
      </div>
      {unit ? <RuleOut /> : null}
    </>
  );
}
