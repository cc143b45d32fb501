/*
 * RoundEnd.tsx - the end of a round or of the match: every hand turned over, points counted up.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { play } from '../../fx/sound.js';
import { cardName, sorted } from '../../game/cards.js';
import { t, tn } from '../../i18n.js';
import type { GameEvent, OptionValue, View } from '../../local/api.js';
import { ruleInForce } from '../../state/game.js';
import { lang, still } from '../../state/prefs.js';
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

export function titleOf(view: View, names: string[], you: number | null): string {
  if (view.phase === 'match_over') {
    const list = view.match_winners.length ? view.match_winners : [];
    if (you !== null && list.includes(you)) return t('You win the match!');
    if (list.length) {
      const all = new Intl.ListFormat(lang.value).format(list.map((s) => names[s] ?? ''));
      return tn('{names} wins the match', '{names} win the match', list.length, { names: all });
    }
    return t('The match is over');
  }
  if (view.round_winner === null) return t('The round is blocked');
  return view.round_winner === you
    ? t('You win the round!')
    : t('{name} wins the round', { name: names[view.round_winner] ?? '' });
}

/** Seats, the best first: by points, or where none are counted by the cards left. */
function ranked(view: View, scoring: OptionValue | undefined): number[] {
  const low = scoring === 'hands' || view.match_losers.length > 0;
  const lost = (seat: number): number => (view.match_winners.includes(seat) ? 0 : 1);
  const place = (a: number, b: number): number =>
    scoring === 'quick'
      ? lost(a) - lost(b) || view.sizes[a]! - view.sizes[b]!
      : (view.scores[b]! - view.scores[a]!) * (low ? -1 : 1);
  return view.scores.map((_, seat) => seat).sort(place);
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

export function RoundEnd() {
  const game = useGame();
  const view = game.view.value!;
  const names = game.names.value;
  const { counted, scored } = useLastCount();
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
  const scoring = ruleInForce(view, 'scoring');
  const ranks = ranked(view, scoring);
  const low = scoring === 'hands'; // ranked by what they add up to: halfway up it would look wrong
  return (
    <section
      class="round-end"
      data-testid={view.phase === 'match_over' ? 'match-over' : 'round-over'}
      aria-label={titleOf(view, names, view.seat)}
    >
      <h2 tabIndex={-1} ref={head}>{titleOf(view, names, view.seat)}</h2>
      {scoring === 'hands' ? <p class="hint">{t('The lowest score is the best.')}</p> : null}
      <div class="count" role="table" aria-label={t('Result')}>
        <div role="row" class="unseen">
          <span role="columnheader">{t('Player')}</span>
          <span role="columnheader">{t('Cards in hand')}</span>
          <span role="columnheader">{t('Points in hand')}</span>
          <span role="columnheader">{scoring === 'quick' ? t('Cards left') : t('Total')}</span>
        </div>
        {ranks.map((seat, i) => {
          const gain = scored.get(seat) ?? 0;
          const hand = counted.find((c) => c.seat === seat);
          const won = view.match_winners.includes(seat) || (view.phase === 'round_over' && view.round_winner === seat);
          return (
            <div role="row" key={seat} class={`count-row ${won ? 'won' : ''}`} data-testid={`rank-${seat}`}>
              <Avatar seat={game.table.value?.seats.find((s) => s.seat === seat)} name={names[seat] ?? ''} />
              <span class="count-name" role="rowheader">
                {names[seat]} {seat === view.seat ? <span class="pill">{t('you')}</span> : null}{' '}
                {won ? (
                  <>
                    <Icon name="crown" /> <span class="unseen">{t('winner')}</span>
                  </>
                ) : null}
                {isPlayedFor(game.table.value?.seats.find((s) => s.seat === seat)) ? (
                  <span class="stood-in">{t('played by a bot')}</span>
                ) : null}
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
                {hand?.points ?? ''}
              </span>
              {scoring === 'quick' ? (
                <span class="count-score" role="cell">{tn('{n} card', '{n} cards', view.sizes[seat] ?? 0)}</span>
              ) : (
                <span class="count-score" role="cell">
                  <CountUp from={(view.scores[seat] ?? 0) - (low ? 0 : gain)} to={view.scores[seat] ?? 0} delay={500 + i * 150} />
                  {gain ? <small class={scoring === 'hands' ? 'cost' : ''}>+{gain}</small> : null}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {view.phase === 'match_over' ? <MatchButtons /> : null}
    </section>
  );
}
