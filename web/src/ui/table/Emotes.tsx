/*
 * Emotes.tsx - reactions at the edge of the table: each is one touch. The strip stays open where there is room for it; else
 * a finger opens it and slides to a face.
 */
import { useRef } from 'preact/hooks';
import { t } from '../../i18n.js';
import { keptSignal } from '../../state/storage.js';
import { Icon } from '../icons.js';
import { Faces } from './Chat.js';
import { useGame } from './context.js';

/** It stays as it was left. */
const isOpen = keptSignal('emotes', false);

/** Open it lies over the piles. */
const isLow = (): boolean => matchMedia('(max-height: 700px)').matches;

export function Emotes() {
  const game = useGame();
  const table = game.table.value;
  const opened = useRef(false);
  const alone = !table?.watchers && !table?.seats.some((s) => s.sits === 'person' && s.seat !== table.you);
  if (game.local || alone) return null;
  return (
    <div
      class={`emotes ${isOpen.value ? 'open' : ''}`}
      data-testid="emotes"
      onClick={(e) => {
        if (isLow() && (e.target as Element).closest('.faces')) isOpen.value = false;
      }}
    >
      <button
        type="button"
        class="face"
        aria-expanded={isOpen.value}
        aria-label={t('Reactions')}
        data-testid="open-emotes"
        onPointerDown={(e) => {
          opened.current = !isOpen.value;
          isOpen.value = true;
          e.currentTarget.setPointerCapture(e.pointerId);
        }}
        onPointerUp={(e) => document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>('.emotes .faces button')?.click()}
        onClick={() => {
          if (!opened.current) isOpen.value = !isOpen.value;
          opened.current = false;
        }}
      >
        <Icon name={isOpen.value ? 'close' : 'face'} />
      </button>
      {isOpen.value ? <Faces /> : null}
    </div>
  );
}
