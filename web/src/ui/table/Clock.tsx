/*
 * Clock.tsx - the turn clock: a ring that empties, and seconds near the end.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { play } from '../../fx/sound.js';
import { t } from '../../i18n.js';
import { useGame } from './context.js';

/** Seconds left until then, counted down; null without an end. */
export function useSecondsUntil(until: number | null): number | null {
  const left = useSignal<number | null>(null);
  useEffect(() => {
    if (until === null) {
      left.value = null;
      return undefined;
    }
    const count = (): void => void (left.value = Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  }, [until]);
  return left.value;
}

/** Seconds left of the turn, with a tick for each of the last in one's own. */
export function useSecondsLeft(): number | null {
  const game = useGame();
  const left = useSecondsUntil(game.clock.value?.until ?? null);
  useEffect(() => {
    if (left && left <= 5 && game.myTurn.peek()) play('tick');
  }, [left]);
  return left;
}

export function ClockRing() {
  const game = useGame();
  const clock = game.clock.value;
  if (!clock) return <span class="ring full" aria-hidden={true} />;
  const whole = clock.until - clock.from;
  const gone = performance.now() - clock.from;
  return (
    <svg class="ring" viewBox="0 0 44 44" aria-hidden={true} key={clock.until}>
      <circle class="track" cx="22" cy="22" r="20" />
      <circle
        class="rest"
        cx="22"
        cy="22"
        r="20"
        pathLength={100}
        style={{ animationDuration: `${whole}ms`, animationDelay: `${-gone}ms` }}
      />
    </svg>
  );
}

const long = (seconds: number): string =>
  seconds >= 7200
    ? t('{n} h', { n: Math.round(seconds / 3600) })
    : seconds >= 120
      ? t('{n} min', { n: Math.ceil(seconds / 60) })
      : t('{n} s', { n: seconds });

export function Seconds() {
  const left = useSecondsLeft();
  if (left === null) return null;
  return (
    <span class={`seconds ${left <= 5 ? 'hot' : ''}`} role="timer" aria-label={t('{n} s left', { n: left })}>
      {long(left)}
    </span>
  );
}
