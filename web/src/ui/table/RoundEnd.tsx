/*
 * RoundEnd.tsx - the end of a round or of the match: every hand turned over, points counted up.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { play } from '../../fx/sound.js';
import { cardName, sorted } from '../../game/cards.js';
import { t, tn } from '../../i18n.js';
import type { GameEvent, Side, View } from '../../local/api.js';
import { words } from '../../state/engine.js';
import { ruleInForce, teamName, titleOf, withoutPoints } from '../../state/game.js';
import { still } from '../../state/prefs.js';
import { Link } from '../bits.js';
import { Card } from '../Card.js';
import { Icon } from '../icons.js';
import { isHeir, isHost, useGame } from './context.js';
import { Avatar, isPlayedFor } from './Seats.js';

const COUNT_MS = 900;

/** Counts up to a number. */
function CountUp({ from, to, delay }: { from: number; to: number; delay: number }) {
  const shown = useSignal(still.value ? to : from);
  useEffect(() => {
    if (still.value || from === to) {
      shown.value = to;
      return undefined;
    }
    let frame = 0;
    const begin = performance.now() + delay;
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - begin) / COUNT_MS));
      const value = Math.round(from + (to - from) * part);
      if (value !== shown.peek()) {
        shown.value = value;
        if (value % 5 === 0) play('tick');
      }
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return (
    <>
      <span class="points" aria-hidden={true}>
        {shown.value}
      </span>
      <span class="unseen">{to}</span>
    </>
  );
}

type Counted = Extract<GameEvent, { event: 'counted' }>;

function useLastCount(): { counted: Counted[]; scored: Map<number, number> } {
  const game = useGame();
  const counted: Counted[] = [];
  const scored = new Map<number, number>();
  for (const entry of [...game.log.value].reverse()) {
    if (
      !entry.events.some(
        (e) => e.event === 'counted' || e.event === 'scored' || e.event === 'won' || e.event === 'blocked',
      )
    )
      continue;
    for (const e of entry.events) {
      if (e.event === 'counted') counted.push(e);
      if (e.event === 'scored') scored.set(e.seat, e.points);
    }
    break;
  }
  return { counted, scored };
}

/** The sides, the best first, as the engine ranks them; until it is there, as they sit. */
function ranked(view: View): Side[] {
  const sides = words.value?.ranking(view);
  return sides?.length ? sides : view.scores.map((points, seat) => ({ seats: [seat], place: 0, points, cards: 0 }));
}

function MatchButtons() {
  const game = useGame();
  const table = game.table.value;
  return (
    <div class="row wrap">
      {isHost(game) || isHeir(game) ? null : (
        <span class="hint">{t('The host can open the table again.')}</span>
      )}
      {table?.key ? (
        <Link class="button quiet" to={game.local ? `/#replay/${table.key}` : `/r/${table.key}`} testid="to-replay">
          <Icon name="eye" /> {t('Watch it again')}
        </Link>
      ) : null}
      <Link class="button quiet" to="/" testid="to-start">
        {t('Home')}
      </Link>
    </div>
  );
}

function Crown() {
  return (
    <>
      <Icon name="crown" /> <span class="unseen">{t('winner')}</span>
    </>
  );
}

/** A seat: its hand, what that counts, its points. */
function SeatRow({ seat, delay, won }: { seat: number; delay: number; won: boolean }) {
  const game = useGame();
  const view = game.view.value!;
  const { counted, scored } = useLastCount();
  const scoring = ruleInForce(view, 'scoring');
  const gain = scored.get(seat) ?? 0;
  const hand = counted.find((c) => c.seat === seat);
  const points = view.scores[seat] ?? 0;
  const name = game.names.value[seat] ?? '';
  const who = game.table.value?.seats.find((s) => s.seat === seat);
  const low = scoring === 'hands'; // ranked by what they add up to: halfway up it would look wrong
  return (
    <div role="row" class={`count-row ${won ? 'won' : ''}`} data-testid={`rank-${seat}`}>
      <Avatar seat={who} name={name} />
      <span class="count-name" role="rowheader">
        {name} {seat === view.seat ? <span class="pill">{t('you')}</span> : null} {won ? <Crown /> : null}
        {isPlayedFor(who) ? <span class="stood-in">{t('played by a bot')}</span> : null}
      </span>
      <span class="count-hand" role="cell">
        <span class="unseen">{hand?.cards.length ? sorted(hand.cards).map(cardName).join(', ') : t('none')}</span>
        <span class="row wrap" aria-hidden={true}>
          {sorted(hand?.cards ?? []).map((card, k) => (
            <span key={k} class="tiny">
              <Card card={card} />
            </span>
          ))}
        </span>
      </span>
      <span class="count-held" role="cell">
        <span aria-hidden={true}>{hand ? t('hand: {n}', { n: hand.points }) : ''}</span>
        <span class="unseen">{hand?.points ?? ''}</span>
      </span>
      <span class="count-score" role="cell">
        {scoring === 'quick' ? (
          tn('{n} card', '{n} cards', view.sizes[seat] ?? 0)
        ) : (
          <>
            <CountUp from={points - (low ? 0 : gain)} to={points} delay={delay} />
            {gain ? <small class={low ? 'cost' : ''}>+{gain}</small> : null}
          </>
        )}
      </span>
    </div>
  );
}

/** Above two partners: what they have together. */
function TeamRow({ side, won }: { side: Side; won: boolean }) {
  const view = useGame().view.value!;
  const x = teamName(side.seats[0]!, view.sizes.length);
  return (
    <div role="row" class={`count-row team-row ${won ? 'won' : ''}`} data-testid={`team-${x}`}>
      <span class="count-name" role="rowheader">
        {t('Team {x}', { x })} {side.seats.includes(view.seat ?? -1) ? <span class="pill">{t('yours')}</span> : null}{' '}
        {won ? <Crown /> : null}
      </span>
      <span class="count-score" role="cell" aria-colindex={4}>
        {withoutPoints(view) ? null : <span class="points">{side.points}</span>}
      </span>
    </div>
  );
}

export function RoundEnd() {
  const game = useGame();
  const view = game.view.value!;
  // What was refused a moment ago is of no interest any more.
  useEffect(() => void (game.notice.value = null), [view.phase]);
  const head = useRef<HTMLHeadingElement>(null);
  // The cards have gone, and with them the focus; with the next ones it comes back.
  useEffect(() => {
    const lost = (): boolean => document.activeElement === document.body;
    if (lost()) head.current!.focus({ preventScroll: true });
    return () =>
      void requestAnimationFrame(() => {
        if (lost()) document.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus({ preventScroll: true });
      });
  }, [view.phase]);
  const title = titleOf(view, game.names.value, view.seat);
  const scoring = ruleInForce(view, 'scoring');
  const target = ruleInForce(view, 'target');
  const over = view.phase === 'match_over';
  const teams = !!view.options.teams;
  const won = (seat: number): boolean => (over ? view.match_winners.includes(seat) : view.round_winner === seat);
  let delay = 350;
  return (
    <section class="round-end" data-testid={over ? 'match-over' : 'round-over'} aria-label={title}>
      <h2 tabIndex={-1} ref={head}>{title}</h2>
      {scoring === 'quick' ? null : (
        <p class="hint">
          {scoring === 'hands' ? t('The lowest score is the best.') : null}{' '}
          {over || !target ? null : t('The match goes to {n} points.', { n: Number(target) })}
        </p>
      )}
      <div class="count" role="table" aria-label={t('Result')}>
        <div role="row" class="unseen">
          <span role="columnheader">{t('Player')}</span>
          <span role="columnheader">{t('Cards in hand')}</span>
          <span role="columnheader">{t('Points in hand')}</span>
          <span role="columnheader">{scoring === 'quick' ? t('Cards left') : t('Total')}</span>
        </div>
        {ranked(view).map((side) => [
          teams ? <TeamRow key={`t${side.seats[0]}`} side={side} won={over && side.seats.some(won)} /> : null,
          ...side.seats.map((seat) => <SeatRow key={seat} seat={seat} delay={(delay += 150)} won={won(seat) && !(over && teams)} />),
        ])}
      </div>
      {over ? <MatchButtons /> : null}
    </section>
  );
}
