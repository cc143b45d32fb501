/*
 * QuickTable.tsx - a table that deals by itself. Who pressed "Play now" sees who comes, what is played and when it begins.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { Seat, TableMessage } from '../../local/api.js';
import { loadWords } from '../../state/engine.js';
import type { Game } from '../../state/game.js';
import { rename } from '../../state/me.js';
import { myName } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { Button } from '../controls.js';
import { Icon } from '../icons.js';
import { usePage, usePeople } from '../LiveRegions.js';
import { Logo } from '../Logo.js';
import { rulesTitle } from '../RulesForm.js';
import { Avatar, Bubbles } from '../table/Seats.js';
import { isHost } from '../table/context.js';
import { useSecondsUntil } from '../table/Clock.js';
import { SitDown } from '../table/SitDown.js';
import { NetState } from '../table/TableScreen.js';
import { clockName, howLong, NameField } from './fields.js';

/** When the cards are dealt; or that they are. */
export function Countdown({ table }: { table: TableMessage }) {
  const until = useMemo(() => (table.deals_in === undefined ? null : performance.now() + table.deals_in), [table]);
  const left = useSecondsUntil(until);
  const waits = table.seats.flatMap((s) => (s.sits === 'person' && s.hash && !s.opened ? [s.name] : []));
  if (table.opening)
    return ( // for the players' programs: a moment, unless one of them is gone
      <p class="waiting-host" role="status" data-testid="opening">
        {waits.length > 0 ? t('Shuffling: waiting for {names}.', { names: waits.join(', ') }) : t('Shuffling.')}
      </p>
    );
  return left === null ? null : (
    <p class="waiting-host" role="timer">
      {t('Dealing in {n} s', { n: left })}
    </p>
  );
}

export const BotsFill = () => (
  <p class="hint center-text">{t('Bots take the seats that stay free, and people can take over from them.')}</p>
);

/** Asked here only of who has none yet; the cards do not wait for it. */
function OwnName() {
  const name = useSignal('');
  const keep = (): void => void (name.peek().trim() && rename(name.peek().trim()));
  useEffect(() => keep, []);
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        keep();
      }}
      onFocusOut={keep}
    >
      <NameField value={name.value} onInput={(v) => (name.value = v)} />
    </form>
  );
}

function Chair({ seat, mine }: { seat: Seat; mine: boolean }) {
  const name = 'name' in seat ? seat.name : '';
  return (
    <li class={mine ? 'mine' : ''} data-testid={`lobby-seat-${seat.seat}`}>
      {seat.sits === 'open' ? <span class="avatar empty" aria-hidden={true} /> : <Avatar seat={seat} name={name} />}
      <span class="chair-name">{mine ? t('You') : name || t('free')}</span>
      <Bubbles seat={seat.seat} />
    </li>
  );
}

export function QuickTable({ game }: { game: Game }) {
  const table = game.table.value!;
  const head = usePage(t('Play now'));
  usePeople(game);
  useEffect(() => void loadWords(), []);
  const nameless = useMemo(() => !myName.peek().trim(), []);
  return (
    <main class="page narrow quick-table" data-testid="lobby">
      <h1 class="unseen" tabIndex={-1} ref={head}>
        {t('Play now')}
      </h1>
      <Logo small />
      <NetState />
      <section class="block" data-testid="fills">
        <Countdown table={table} />
        <ul class="chairs" role="list" aria-label={t('Players')}>
          {table.seats.map((seat) => (seat.sits === 'closed' ? null : <Chair key={seat.seat} seat={seat} mine={seat.seat === table.you} />))}
        </ul>
        <BotsFill />
        <p class="center-text">
          <b data-testid="rules-title">{rulesTitle(table, table.seats.length)}</b>
          {table.clock ? ` · ${clockName(table.clock)}` : ''}
          <span class="hint">{howLong(table)}</span>
        </p>
      </section>
      <div class="stack">
        {isHost(game) ? (
          <Button class="main big wide" testid="start" disabled={!!table.opening} onClick={() => game.send({ type: 'start', table: game.code })}>
            <Icon name="play" /> {t('Start now')}
          </Button>
        ) : null}
        {table.you === null ? <SitDown game={game} /> : nameless ? <OwnName /> : null}
        {isHost(game) ? (
          <Button class="quiet wide" testid="change" onClick={() => game.send({ type: 'rules', table: game.code, fill: false })}>
            {t('Change the table')}
          </Button>
        ) : null}
        <Button class="quiet wide" testid="leave" onClick={() => go('/')}>
          <Icon name="door" /> {t('Leave the table')}
        </Button>
      </div>
    </main>
  );
}
