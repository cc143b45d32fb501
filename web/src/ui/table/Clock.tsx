/*
 * Clock.tsx - the turn clock: a ring that empties, and seconds near the end.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { play } from '../../fx/sound.js';
import { t } from '../../i18n.js';
import { useGame } from './context.js';

/** Seconds left, counted down; null without a clock. */
export function useSecondsLeft(): number | null {
  const game = useGame();
  const clock = game.clock.value;
  const left = useSignal<number | null>(null);
  useEffect(() => {
    if (!clock) {
      left.value = null;
      return undefined;
    }
    const count = (): void => {
      const seconds = Math.max(0, Math.ceil((clock.until - performance.now()) / 1000));
      if (seconds !== left.peek()) {
        left.value = seconds;
        if (seconds <= 5 && seconds > 0 && game.myTurn.peek()) play('tick');
      }
    };
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  }, [clock]);
  return left.value;
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
