/*
 * Rating.tsx - how the rating at this server went in the last matches there.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { PastMatch } from '../../local/api.js';
import { socket } from '../../state/me.js';
import { kept } from '../../state/storage.js';
import { pathOf } from '../replay/curve.js';

export function Rating() {
  const past = useSignal<PastMatch[]>([]);
  useEffect(() => {
    if (!kept('token')) return; // nobody there knows us
    void socket.request({ type: 'history' }).then((answer) => {
      if (answer.type === 'history') past.value = answer.matches;
    });
  }, []);
  const ratings = past.value.map((match) => match.rating).reverse();
  if (ratings.length < 2) return null;
  const [least, most, now] = [Math.min(...ratings), Math.max(...ratings), ratings.at(-1)!];
  const heights = ratings.map((rating) => (rating - least) / (most - least || 1));
  return (
    <section class="block rating" aria-label={t('Rating on this server')} data-testid="rating">
      <h2>
        {t('Rating on this server')} <b>{now}</b>
      </h2>
      <svg viewBox={`0 0 ${ratings.length - 1} 1`} preserveAspectRatio="none" aria-hidden={true}>
        <path class="curve" d={pathOf(heights)} />
      </svg>
      <p class="hint">
        {t('In the last {n} matches it went from {first} to {now}; the lowest was {least}, the highest {most}.', {
          n: ratings.length,
          first: ratings[0]!,
          now,
          least,
          most,
        })}
      </p>
    </section>
  );
}
