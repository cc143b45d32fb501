/*
 * Jackpot.tsx - the unit: a reel that spins, a lever that goes down, and the slot out of which a
 * rule card comes. A touch opens the rules.
 */
import { FACE_NAMES } from '../../fx/stage.js';
import { t, tn } from '../../i18n.js';
import type { Face } from '../../local/api.js';
import { ruleDoes, ruleText } from '../../state/game.js';
import { leverAsked, openPanel, useGame, useStage } from './context.js';

export const FACES: Face[] = ['any', 'right', 'left', 'each', 'colors', 'four'];

/** What is drawn on a face. */
export function FacePicture({ face }: { face: Face }) {
  switch (face) {
    case 'any':
      return (
        <path
          d="M5 40a12 12 0 1124 0M17 20a8 8 0 100-16 8 8 0 000 16M31 12l8-8M34 24h9"
          fill="none"
          stroke="currentColor"
          stroke-width="4"
          stroke-linecap="round"
        />
      );
    case 'right':
      return (
        <path
          d="M8 24h32M28 12l12 12-12 12"
          fill="none"
          stroke="currentColor"
          stroke-width="6"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      );
    case 'left':
      return (
        <path
          d="M40 24H8M20 12L8 24l12 12"
          fill="none"
          stroke="currentColor"
          stroke-width="6"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      );
    case 'each':
      return (
        <path
          d="M24 6v8M24 34v8M6 24h8M34 24h8M11 11l6 6M31 31l6 6M37 11l-6 6M17 31l-6 6"
          fill="none"
          stroke="currentColor"
          stroke-width="5"
          stroke-linecap="round"
        />
      );
    case 'colors':
      return (
        <>
          <circle class="ink-R" cx="14" cy="14" r="9" />
          <rect class="ink-B" x="27" y="5" width="18" height="18" rx="3" />
          <path class="ink-G" d="M14 27l10 17H4z" />
          <path class="ink-Y" d="M36 26l3.200 6.300 7 1-5 5 1.200 7-6.400-3.300-6.400 3.300 1.200-7-5-5 7-1z" />
        </>
      );
    case 'four':
      return (
        <text
          x="24"
          y="26"
          text-anchor="middle"
          dominant-baseline="central"
          font-size="27"
          font-weight="800"
          fill="currentColor"
        >
          +4
        </text>
      );
  }
}

export function Jackpot() {
  const game = useGame();
  const view = game.view.value!;
  const { spin, spinning } = useStage();
  const turn = spin.value;
  const stop = turn ? FACES.indexOf(turn.face) : 0;
  const shows = turn && !spinning.value && game.log.value.at(-1)?.events.some((e) => e.event === 'spun');
  return (
    <button
      type="button"
      class={`unit ${leverAsked.value ? 'armed' : ''}`}
      data-testid="unit"
      data-anchor="unit"
      onClick={() => (openPanel.value = { panel: 'rules' })}
    >
      <div class="machine">
        <div
          class="window"
          role="img"
          aria-label={turn && !spinning.value ? t('The spinner shows: {face}', { face: t(FACE_NAMES[turn.face]) }) : t('The Jackpot machine')}
        >
          <div class={`reel ${turn ? `spun stop-${stop}` : ''}`} key={turn?.at ?? 0}>
            {[...FACES, ...FACES, ...FACES].map((face, i) => (
              <svg key={i} viewBox="0 0 48 48" aria-hidden={true}>
                <FacePicture face={face} />
              </svg>
            ))}
          </div>
        </div>
        <div class={`lever ${turn ? 'pulled' : ''}`} key={`l${turn?.at ?? 0}`} aria-hidden={true}>
          <i />
        </div>
      </div>
      <div class="slot">
        <span class={shows ? 'left-count shows' : 'left-count'} data-testid="slot">
          {shows ? t(FACE_NAMES[turn.face]) : tn('{n} rule card', '{n} rule cards', view.dispenser_count ?? 0)}
        </span>
      </div>
    </button>
  );
}

/** The rule card that came out, once the reel has stopped; not beside a question that shows it. */
export function RuleOut() {
  const game = useGame();
  const { ruleCard, spinning } = useStage();
  const out = ruleCard.value;
  const view = game.view.value!;
  const asked = view.turn === view.seat && !!view.rule_card && view.phase !== 'color';
  if (!out || spinning.value || asked) return null;
  return (
    <div class="rule-out" key={out.at} data-testid="rule-card">
      <b>{game.names.value[out.seat]}</b>
      <span>{ruleText(out.card)}</span>
      <small>{ruleDoes(out.card)}</small>
    </div>
  );
}
