/*
 * Drama.tsx - what the whole table sees for a moment: who says UNO, and who is caught by somebody. A finger passes through it.
 */
import { t } from '../../i18n.js';
import type { Mood } from '../../fx/drama.js';
import { useGame, useStage } from './context.js';
import { Avatar } from './Seats.js';

function Who({ seat, mood }: { seat: number; mood: Mood }) {
  const game = useGame();
  const name = game.names.value[seat] ?? '';
  return (
    <span class="moment-who">
      <Avatar seat={game.table.value?.seats.find((s) => s.seat === seat)} name={name} mood={mood} />
      <small>{seat === game.you.value ? t('You') : name}</small>
    </span>
  );
}

export function Drama() {
  const now = useStage().drama.moment.value;
  if (!now) return null;
  const caught = now.kind === 'caught';
  return (
    <div class={`moment ${now.kind}`} key={now.at} data-testid="moment" data-kind={now.kind} data-seat={now.seat} aria-hidden={true}>
      {now.by === null ? null : <Who seat={now.by} mood="winning" />}
      <b>
        {caught ? t('Caught!') : t('UNO!')}
        {caught ? <small>{t('without saying UNO')}</small> : null}
      </b>
      <Who seat={now.seat} mood={now.kind} />
    </div>
  );
}
