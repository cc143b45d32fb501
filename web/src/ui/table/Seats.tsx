/*
 * Seats.tsx - the others around the table: who, how many cards, whose turn, what they say.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import type { Mood } from '../../fx/drama.js';
import type { Seat } from '../../local/api.js';
import { choices } from '../../game/options.js';
import { partnerOf, pointsOf, teamName, teamTint } from '../../game/ranking.js';
import { pointsText, withoutPoints } from '../../state/game.js';
import { BotFace } from '../bots.js';
import { Face } from '../faces.js';
import { Icon } from '../icons.js';
import { openPanel, useGame, useStage } from './context.js';
import { ClockRing } from './Clock.js';

/** Seats clockwise from the one on the reader's left; a spectator sees them all. */
export function othersOf(seats: number, you: number | null): number[] {
  if (you === null) return Array.from({ length: seats }, (_, i) => i);
  return Array.from({ length: seats - 1 }, (_, i) => (you + 1 + i) % seats);
}

const EDGE = 6;

/** One thing said. Who sits at an edge is heard beside it: no word is off the felt, not even when
 * a panel makes the felt narrower. */
function SpeechBubble({ kind, text }: { kind: string; text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const el = box.current!;
    const felt = el.closest('.felt') ?? document.documentElement;
    const place = () => {
      const { left, right } = felt.getBoundingClientRect();
      const x = el.parentElement!.getBoundingClientRect().left;
      const half = el.offsetWidth / 2 + EDGE;
      const to = Math.min(Math.max(x, left + half), right - half);
      el.style.transform = `translateX(${Math.round(to - x)}px)`;
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(felt);
    return () => resized.disconnect();
  }, []);
  return (
    <span class={`bubble ${kind}`} ref={box}>
      {kind === 'face' ? <Face face={text} /> : text}
    </span>
  );
}

export function Bubbles({ seat }: { seat: number }) {
  const mine = useStage().bubbles.value.filter((b) => b.seat === seat);
  return (
    <span class="bubbles" aria-hidden={true}>
      {mine.map((b) => (
        <SpeechBubble key={b.id} kind={b.kind} text={b.text} />
      ))}
    </span>
  );
}

function MiniFan({ n }: { n: number }) {
  const shown = Math.min(n, 7);
  return (
    <span class="mini-fan" aria-hidden={true}>
      {Array.from({ length: shown }, (_, i) => (
        <i key={i} style={{ transform: `rotate(${(i - (shown - 1) / 2) * (shown > 4 ? 9 : 12)}deg)` }} />
      ))}
    </span>
  );
}

export const initial = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';

/** A bot plays in this player's place. */
export const isPlayedFor = (seat: Seat | undefined): boolean =>
  (seat?.sits === 'person' || seat?.sits === 'program') && !!seat.away;
const isGone = (seat: Seat | undefined): boolean => seat?.sits === 'person' && !seat.here;

export function Avatar({ seat, name, mood }: { seat: Seat | undefined; name: string; mood?: Mood }) {
  const away = isGone(seat) || isPlayedFor(seat);
  return (
    <span class={`avatar tint-${(seat?.face ?? seat?.seat ?? 0) % 10} ${away ? 'away' : ''}`} data-mood={mood} aria-hidden={true}>
      {seat?.sits === 'bot' || seat?.sits === 'program' ? <BotFace name={name} mood={mood} /> : initial(name)}
    </span>
  );
}

/** A seat in words, for who does not see the picture. */
function describe(name: string, count: number, facts: string[]): string {
  return [name, tn('{n} card', '{n} cards', count), ...facts].join(', ');
}

/** Where a seat is on a wide screen: on the upper arc of an ellipse, from left to right. */
function placeOf(place: number, of: number): Record<string, string> {
  const spread = of <= 1 ? 0 : of === 2 ? 100 : of === 3 ? 164 : 196;
  const part = of > 1 ? place / (of - 1) : 0.5;
  const angle = ((90 + spread * (0.5 - part)) * Math.PI) / 180;
  // With many at the table even steps across keep the outer ones apart.
  const x = of > 6 ? 2 * part - 1 : Math.cos(angle);
  const y = of > 6 ? Math.sqrt(Math.max(0, 1 - x * x)) : Math.sin(angle);
  return { '--ax': x.toFixed(3), '--ay': y.toFixed(3) };
}

interface TeamProps {
  seat: number;
  of: number;
  partner?: boolean;
  /** Of both partners. */
  points?: number | null;
}

/** The team of a seat, and its points; two heads: it is the reader's partner's. */
export function Team({ seat, of, partner = false, points = null }: TeamProps) {
  return (
    <b class={`team ${teamTint(seat, of)}`} title={t('Team {x}', { x: teamName(seat, of) })}>
      {teamName(seat, of)}
      {partner ? <Icon name="people" /> : null}
      {points === null ? null : <i>{points}</i>}
    </b>
  );
}

function SeatChip({ number, place, of }: { number: number; place: number; of: number }) {
  const game = useGame();
  const view = game.view.value!;
  const { blocked, moods } = useStage().drama;
  const seat = game.table.value?.seats.find((s) => s.seat === number);
  const name = game.names.value[number] ?? t('Seat {n}', { n: number + 1 });
  const turn = view.turn === number && !view.phase.endsWith('over');
  const canChoose = view.phase === 'choose' && view.turn === view.seat && choices(game.legal.value).includes(number);
  const catchable = view.catchable.includes(number) && view.seat !== null;
  const count = view.sizes[number] ?? 0;
  const [gone, bot] = [isGone(seat), isPlayedFor(seat)];
  const partner = view.seat !== null && partnerOf(view, view.seat) === number;
  const teams = !!view.options.teams;
  const facts = [
    partner ? t('your partner') : '',
    turn ? t('to move') : '',
    view.uno[number] ? t('has said UNO') : '',
    catchable ? t('can be caught') : '',
    gone ? t('away') : '',
    bot ? t('a bot plays') : '',
    withoutPoints(view) ? '' : tn('{n} point', '{n} points', view.scores[number] ?? 0),
    teams ? pointsText(view, number) : '',
  ].filter(Boolean);
  const around = placeOf(place, of);
  return (
    <li
      class={`seat ${turn ? 'turn' : ''} ${partner ? 'partner' : ''} ${canChoose ? 'choosable' : ''} ${count === 1 ? 'one' : ''}`}
      style={around}
      data-blocked={blocked.value.includes(number) || undefined}
      data-testid={`seat-${number}`}
    >
      <button
        type="button"
        class="seat-button"
        data-anchor={`seat-${number}`}
        onClick={() =>
          canChoose ? game.do({ do: 'choose', who: number }) : (openPanel.value = { panel: 'seat', seat: number })
        }
      >
        <span class="seat-face">
          {turn ? <ClockRing /> : null}
          <Avatar seat={seat} name={name} mood={moods.value.get(number)} />
          <MiniFan n={count} />
        </span>
        {game.openHand?.(number)}
        <span class="seat-name" aria-hidden={true}>
          {teams ? <Team seat={number} of={view.sizes.length} partner={partner} points={withoutPoints(view) ? null : pointsOf(view, number)} /> : null}
          {name}
        </span>
        {gone || bot ? (
          <span class="seat-away" aria-hidden={true}>
            {bot ? t('bot') : t('away')}
          </span>
        ) : null}
        <span class="unseen">{describe(name, count, facts)}</span>
        {view.phase === 'write' ? null : (
          <span class="seat-count" key={count} aria-hidden={true}>
            {count}
          </span>
        )}
        {view.uno[number] && count === 1 ? (
          <span class="seat-uno" aria-hidden={true}>
            UNO
          </span>
        ) : null}
        {view.dealer === number && view.round > 0 && !view.phase.endsWith('over') ? (
          <span class="seat-dealer" title={t('dealer')} aria-hidden={true}>
            {t('D')}
          </span>
        ) : null}
      </button>
      {catchable ? (
        <button type="button" class="seat-catch" onClick={() => game.do({ do: 'catch', who: number })}>
          {t('Catch!')}
        </button>
      ) : null}
      <Bubbles seat={number} />
    </li>
  );
}

export function Seats() {
  const game = useGame();
  const view = game.view.value!;
  const others = othersOf(view.sizes.length, view.seat);
  return (
    <ul class={`seats many-${others.length}`} role="list" aria-label={t('Players')} data-testid="seats">
      {others.map((number, place) => (
        <SeatChip key={number} number={number} place={place} of={others.length} />
      ))}
    </ul>
  );
}
