/*
 * DayTable.tsx - how others at this server did in the deal of a day, and one's own place among them.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import type { DayMessage, DayResult } from '../../local/api.js';
import { askDay, handIn } from '../../state/dayTable.js';
import { player, rename } from '../../state/me.js';
import { myName } from '../../state/prefs.js';
import type { MatchRecord } from '../../state/record.js';
import { kept } from '../../state/storage.js';
import { Button } from '../controls.js';
import { NameField } from './fields.js';

/** The rounds as small squares. */
export function Squares({ rounds }: { rounds: string }) {
  return (
    <>
      {[...rounds].map((round, i) => (
        <i key={i} class="square" data-round={round} />
      ))}
    </>
  );
}

const signed = (lead: number): string => (lead > 0 ? `+${lead}` : String(lead).replace('-', '−'));

function Row({ name, result, mine }: { name: string; result: DayResult; mine: boolean }) {
  const { rank, lead, rounds } = result;
  return (
    <li class={mine ? 'mine' : ''}>
      <b>
        {rank}. {name}
      </b>{' '}
      <span>
        {signed(lead)} <span class="unseen">{t('points')}</span>
      </span>{' '}
      <span class="rounds">
        <span class="unseen">{t('{n} of {all} rounds won', { n: [...rounds].filter((one) => one === 'w').length, all: rounds.length })}</span>
        <span aria-hidden={true}>
          <Squares rounds={rounds} />
        </span>
      </span>
    </li>
  );
}

/** A result that is only in this browser so far. */
function HandIn({ record, onTable }: { record: MatchRecord; onTable: (table: DayMessage) => void }) {
  const busy = useSignal(false);
  const problem = useSignal('');
  const name = useSignal(myName.value);
  const nameless = useSignal(!myName.value.trim());
  const send = async (): Promise<void> => {
    busy.value = true;
    problem.value = '';
    if (!nameless.value || (await rename(name.value, true))) {
      const answer = await handIn(record.key);
      if (answer.type === 'day') onTable(answer);
      else problem.value = ('message' in answer && answer.message) || t('That did not work. Try again.');
    }
    busy.value = false;
  };
  return (
    <>
      {nameless.value ? <NameField value={name.value} onInput={(text) => (name.value = text)} /> : null}
      <Button class="main wide" testid="hand-in" disabled={busy.value || !name.value.trim()} onClick={() => void send()}>
        {t('Enter my result')}
      </Button>
      <p class="hint">{t('The server plays your match again. Then everybody here sees your name and your result.')}</p>
      {problem.value ? (
        <p class="bad" role="alert" data-testid="hand-in-problem">
          {problem.value}
        </p>
      ) : null}
    </>
  );
}

function Standings({ table }: { table: DayMessage }) {
  const { you, players, played } = table;
  const listed = players.some((one) => one.player === player.value);
  if (!played) return <p class="hint">{t('Nobody has entered a result yet.')}</p>;
  return (
    <>
      <p class="hint">{tn('{n} player', '{n} players', played)}</p>
      <ol class="best" role="list" data-testid="day-standings">
        {players.map((one) => (
          <Row key={one.player} name={one.name} result={one} mine={one.player === player.value} />
        ))}
        {you && !listed ? <Row name={myName.value} result={you} mine /> : null}
      </ol>
    </>
  );
}

/** Of a page that comes from a server; where nobody is known to it yet, it is asked only when that is wanted. */
export function DayTable({ date, record }: { date: string; record: MatchRecord | undefined }) {
  const table = useSignal<DayMessage | null>(null);
  const asked = useSignal(false);
  const ask = (): void => {
    asked.value = true;
    void askDay(date).then((answer) => (table.value = answer));
  };
  useEffect(() => {
    table.value = null;
    asked.value = false;
    if (kept('token')) ask();
  }, [date]);
  if (!table.value && (asked.value || !navigator.onLine)) return null;
  return (
    <section class="block" aria-label={t('Table of the day')} data-testid="day-table">
      <h2>{t('Table of the day')}</h2>
      {table.value ? (
        <>
          <Standings table={table.value} />
          {record && table.value.open && !table.value.you ? <HandIn record={record} onTable={(answer) => (table.value = answer)} /> : null}
        </>
      ) : (
        <Button class="wide" testid="show-day-table" onClick={ask}>
          {t('See how others did')}
        </Button>
      )}
    </section>
  );
}
