/*
 * Result.tsx - the points after a round or the match: every hand turned over, and counted card by card.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FLIGHT_MS } from '../../fx/flight.js';
import { play } from '../../fx/sound.js';
import { cardName, sorted } from '../../game/cards.js';
import { type CountedCard, countedCards } from '../../game/counting.js';
import { hasWon, type Standing, standings } from '../../game/ranking.js';
import { t, tn } from '../../i18n.js';
import type { GameEvent, View } from '../../local/api.js';
import { words } from '../../state/engine.js';
import { type Game, ruleInForce } from '../../state/game.js';
import { still } from '../../state/prefs.js';
import { Card } from '../Card.js';
import { Icon } from '../icons.js';
import { useGame, useStage } from './context.js';
import { Avatar, isPlayedFor } from './Seats.js';

/** The first card waits until one has seen who has won. */
const BEGINS_MS = 500;
const GAP_MS = 170;
const MOST_MS = 1700;
/** More at a time are a cloud. */
const FLY_MOST = 40;
const LANDS_PX = 20;

/** What the last round has brought. */
function lastRound(game: Game): GameEvent[] {
  const ends = (e: GameEvent): boolean => /^(counted|scored|won|blocked)$/.test(e.event);
  const log = game.log.value;
  for (let i = log.length; i-- > 0; ) if (log[i]!.events.some(ends)) return log[i]!.events;
  return [];
}

export const standingsOf = (view: View): Standing[] => standings(view, words.value?.ranking(view));

export interface Counting {
  cards: CountedCard[];
  /** So many are counted. */
  done: number;
  events: GameEvent[];
}

/** Counts one card after the other while the stage goes on; hurried, all at once. After a reload there is nothing to see. */
export function useCounting(): Counting {
  const game = useGame();
  const { air, line } = useStage();
  const events = lastRound(game);
  const cards = countedCards(events, game.view.value!, sorted);
  const first = useRef(still.value || document.hidden ? 0 : cards.length);
  const done = useSignal(0);
  useLayoutEffect(() => {
    const gap = Math.min(GAP_MS, MOST_MS / first.current);
    const calls = cards.slice(0, first.current).map((one, i) => {
      const [from, to] = [air.find(`[data-counts="${one.seat}.${one.at}"]`), air.anchor(`points-${one.to}`)];
      if (from && to && cards.length <= FLY_MOST) {
        const box = to.getBoundingClientRect();
        const lands = new DOMRect(box.right - LANDS_PX * 1.5, box.top + box.height / 2 - LANDS_PX, LANDS_PX, LANDS_PX * 1.5);
        void air.fly({ card: one.card, from: from.getBoundingClientRect(), to: lands, delay: BEGINS_MS + i * gap });
      }
      return line.at(BEGINS_MS + FLIGHT_MS + i * gap, () => {
        done.value = i + 1;
        play('tick');
      });
    });
    return () => calls.forEach((off) => off());
  }, []);
  return { cards, events, done: first.current ? done.value : cards.length };
}

/** What these seats have got, and what of it is not counted yet. */
function gains({ cards, done, events }: Counting, seats: readonly number[]): { gain: number; missing: number } {
  const scored = events.flatMap((e) => (e.event === 'scored' && seats.includes(e.seat) ? [e.points] : []));
  const missing = cards.slice(done).filter((one) => seats.includes(one.to));
  return { gain: scored.reduce((sum, n) => sum + n, 0), missing: missing.reduce((sum, one) => sum + one.points, 0) };
}

/** How far these points are on the way to the target, and how far they were before the round. */
function Bar({ before, now }: { before: number; now: number }) {
  const view = useGame().view.value!;
  const target = Number(ruleInForce(view, 'target') ?? 0);
  if (!target || ruleInForce(view, 'scoring') === 'quick') return null;
  const part = (n: number): string => Math.min(1, n / target).toFixed(4);
  return (
    <span class={`count-bar ${ruleInForce(view, 'scoring') === 'hands' ? 'cost' : ''}`} role="presentation">
      <i style={{ transform: `scaleX(${part(now)})` }} />
      <i style={{ transform: `scaleX(${part(before)})` }} />
    </span>
  );
}

function Crown() {
  return (
    <>
      <Icon name="crown" /> <span class="unseen">{t('winner')}</span>
    </>
  );
}

/** By ear only what it comes to. */
function Points({ shown, to }: { shown: number; to: number }) {
  return (
    <>
      <span class="points" aria-hidden={true}>
        {shown}
      </span>
      <span class="unseen">{to}</span>
    </>
  );
}

/** A seat: its hand, what that counts, its points. */
function SeatRow({ seat, counting, crowned, bar }: { seat: number; counting: Counting; crowned: boolean; bar: boolean }) {
  const game = useGame();
  const view = game.view.value!;
  const scoring = ruleInForce(view, 'scoring');
  const { gain, missing } = gains(counting, [seat]);
  const hand = counting.events.find((e): e is Extract<GameEvent, { event: 'counted' }> => e.event === 'counted' && e.seat === seat);
  const cards = sorted(hand?.cards ?? []);
  const counted = (at: number): boolean => // while the others wait for it
    counting.done < counting.cards.length && counting.cards.slice(0, counting.done).some((one) => one.seat === seat && one.at === at);
  const points = view.scores[seat] ?? 0;
  const mine = seat === view.seat;
  const name = game.names.value[seat] ?? '';
  const nameless = mine && name === t('Player'); // strangers to others, not to themselves
  const who = game.table.value?.seats.find((s) => s.seat === seat);
  return (
    <div role="row" class={`count-row ${crowned ? 'won' : ''}`} data-testid={`rank-${seat}`}>
      <Avatar seat={who} name={name} mood={hasWon(view, seat) ? 'winning' : undefined} />
      <span class="count-name" role="rowheader">
        {nameless ? t('You') : name} {mine && !nameless ? <span class="pill">{t('you')}</span> : null} {crowned ? <Crown /> : null}
        {isPlayedFor(who) ? <span class="stood-in">{t('played by a bot')}</span> : null}
      </span>
      <span class="count-hand" role="cell">
        <span class="unseen">{cards.length ? cards.map(cardName).join(', ') : t('none')}</span>
        <span class="row wrap" aria-hidden={true}>
          {cards.map((card, at) => (
            <span key={at} class={`tiny ${counted(at) ? 'counted' : ''}`} data-counts={`${seat}.${at}`}>
              <Card card={card} />
            </span>
          ))}
        </span>
      </span>
      <span class="count-held" role="cell">
        <span aria-hidden={true}>{hand ? t('hand: {n}', { n: hand.points }) : ''}</span>
        <span class="unseen">{hand?.points ?? ''}</span>
      </span>
      <span class="count-score" role="cell" data-anchor={`points-${seat}`}>
        {scoring === 'quick' ? (
          tn('{n} card', '{n} cards', view.sizes[seat] ?? 0)
        ) : (
          <>
            <Points shown={points - missing} to={points} />
            {gain ? <small class={scoring === 'hands' ? 'cost' : ''}>+{gain}</small> : null}
          </>
        )}
      </span>
      {bar ? <Bar before={points - gain} now={points - missing} /> : null}
    </div>
  );
}

/** Above two partners: what they have together. */
function TeamRow({ side, counting, crowned }: { side: Standing; counting: Counting; crowned: boolean }) {
  const view = useGame().view.value!;
  const { gain, missing } = gains(counting, side.seats);
  return (
    <div role="row" class={`count-row team-row ${crowned ? 'won' : ''}`} data-testid={`team-${side.team}`}>
      <span class="count-name" role="rowheader">
        {t('Team {x}', { x: side.team! })} {side.seats.includes(view.seat ?? -1) ? <span class="pill">{t('yours')}</span> : null}{' '}
        {crowned ? <Crown /> : null}
      </span>
      <span class="count-score" role="cell" aria-colindex={4}>
        {ruleInForce(view, 'scoring') === 'quick' ? null : <Points shown={side.points - missing} to={side.points} />}
      </span>
      <Bar before={side.points - gain} now={side.points - missing} />
    </div>
  );
}

/** Everybody, best first: hands, and points. */
export function Result({ sides, counting }: { sides: Standing[]; counting: Counting }) {
  const view = useGame().view.value!;
  const over = view.phase === 'match_over';
  return (
    <div class="count" role="table" aria-label={t('Result')}>
      <div role="row" class="unseen">
        <span role="columnheader">{t('Player')}</span>
        <span role="columnheader">{t('Cards in hand')}</span>
        <span role="columnheader">{t('Points in hand')}</span>
        <span role="columnheader">{ruleInForce(view, 'scoring') === 'quick' ? t('Cards left') : t('Total')}</span>
      </div>
      {sides.map((side) => [
        side.team ? <TeamRow key={side.team} side={side} counting={counting} crowned={over && side.won} /> : null,
        ...side.seats.map((seat) => (
          <SeatRow key={seat} seat={seat} counting={counting} crowned={hasWon(view, seat) && !(over && side.team)} bar={!side.team} />
        )),
      ])}
    </div>
  );
}

