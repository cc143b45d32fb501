/*
 * Lever.tsx - the unit in the middle of the table, as large as half the screen: it waits for somebody to pull the lever, and
 * then its reel turns.
 */
import { useSignal } from '@preact/signals';
import { t } from '../../i18n.js';
import { useEscape } from '../controls.js';
import { leverAsked, pullLever, useGame, useStage } from './context.js';
import { FACES, FacePicture } from './Jackpot.js';

/** A finger that has moved the lever so far down has pulled it. */
const PULLED_PX = 70;
const TURN = 118;

/** Waits for a swipe, a tap or a key. */
function Handle() {
  const game = useGame();
  const down = useSignal(0);
  const from = useSignal<number | null>(null);
  useEscape(() => (leverAsked.value = null));
  const end = (): void => void (from.value = null);
  const part = Math.min(1, Math.max(0, down.value / PULLED_PX));
  return (
    <button
      type="button"
      class="pull"
      data-testid="pull-machine"
      aria-label={t('Pull the lever')}
      style={{ '--pulled': `${part * TURN}deg` }}
      onPointerDown={(e) => {
        from.value = e.clientY;
        down.value = 0;
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerMove={(e) => {
        if (from.value === null) return;
        down.value = e.clientY - from.value;
        if (down.value >= PULLED_PX) pullLever(game);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={() => pullLever(game)}
    >
      <span class="lever-arm">
        <i />
      </span>
    </button>
  );
}

export function Lever() {
  const { spin, spinning } = useStage();
  const turns = spinning.value ? spin.value : null;
  return (
    <section class="ask lever-stage" data-testid="lever-stage" data-turns={turns ? 'yes' : undefined} aria-label={t('The Jackpot machine')}>
      <div class="machine" aria-hidden={true}>
        <div class="window">
          <div class={`reel ${turns ? `spun stop-${FACES.indexOf(turns.face)}` : ''}`} key={turns?.at ?? 0}>
            {[...FACES, ...FACES, ...FACES].map((face, i) => (
              <svg key={i} viewBox="0 0 48 48">
                <FacePicture face={face} />
              </svg>
            ))}
          </div>
        </div>
      </div>
      {turns ? (
        <span class="lever-arm pulled" key={turns.at}>
          <i />
        </span>
      ) : (
        <Handle />
      )}
    </section>
  );
}
