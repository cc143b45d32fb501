/*
 * Evening.tsx - several matches at one table: who has won how many, and who wants another one.
 */
import { t, tn } from '../../i18n.js';
import type { PersonSeat, TableMessage } from '../../local/api.js';
import { listed } from '../../state/game.js';
import { Icon } from '../icons.js';

const people = (table: TableMessage): PersonSeat[] => table.seats.filter((s): s is PersonSeat => s.sits === 'person');

/** "Matches won here: Ana 2, Beto 1", once one of them has won. */
export function Score({ table }: { table: TableMessage }) {
  if (!table.series) return null;
  const won = people(table).sort((a, b) => (b.won ?? 0) - (a.won ?? 0));
  if (!won[0]?.won) return null;
  return (
    <p class="evening" data-testid="evening">
      <Icon name="crown" /> {t('Matches won here:')}{' '}
      {won.map((seat) => (
        <span key={seat.seat} class={`pill ${seat.seat === table.you ? 'mine' : ''}`}>
          {seat.name} <b>{seat.won ?? 0}</b>
        </span>
      ))}
    </p>
  );
}

/** Who wants another match: the host sees it, and the others too, but not about themselves. */
export function Askers({ table }: { table: TableMessage }) {
  const names = people(table).flatMap((s) => (s.again && s.seat !== table.you ? [s.name] : []));
  return (
    <p class="hint center-text" role="status" data-testid="askers">
      {names.length > 0 ? tn('{names} wants another match.', '{names} want another match.', names.length, { names: listed(names) }) : ''}
    </p>
  );
}
