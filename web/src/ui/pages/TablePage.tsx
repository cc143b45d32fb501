/*
 * TablePage.tsx - a table of the server: its lobby before the match, the table while it runs.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { Game } from '../../state/game.js';
import { joinTable, lostTable, type Lost, underway } from '../../state/online.js';
import { trouble } from '../../state/me.js';
import { Button, Link } from '../controls.js';
import { Logo } from '../Logo.js';
import { TableScreen } from '../table/TableScreen.js';
import { Lobby } from './Lobby.js';

function LostTable({ lost, onRematch }: { lost: Lost; onRematch: () => void }) {
  return (
    <main class="page narrow center" data-testid={lost.stopped ? 'stopped' : 'no-table'}>
      <h1><Logo /></h1>
      <p role="alert">{lost.message}</p>
      {lost.rematch ? (
        <Button class="main" testid="rematch" onClick={onRematch}>
          {t('New match at this table')}
        </Button>
      ) : null}
      {lost.key ? (
        <a class="button" href={`/m/${lost.key}`} download data-testid="stopped-file">
          {t('Download the match file')}
        </a>
      ) : null}
      <Link class={lost.rematch ? 'button' : 'button main'} to="/">
        {t('Home')}
      </Link>
    </main>
  );
}

export function TablePage({ code }: { code: string }) {
  const game = useSignal<Game | null>(null);
  useEffect(() => {
    const joined = joinTable(code);
    game.value = joined.game;
    return joined.close;
  }, [code]);
  const now = game.value;
  const shown = !!now?.view.value;
  useEffect(() => {
    if (!shown || underway.code !== code) return;
    underway.code = '';
    now!.say(t('This match has begun: you take over from a bot, with its cards and points.'), 'good');
  }, [shown, code]);
  if (lostTable.value) {
    return <LostTable lost={lostTable.value} onRematch={() => now?.send({ type: 'rematch', table: code })} />;
  }
  const refused = now?.table.value ? null : now?.notice.value;
  if (refused) { // the server is full: the table may be there
    return (
      <main class="page narrow center" data-testid="not-now">
        <h1><Logo /></h1>
        <p role="status">{refused.text}</p>
        <Button
          class="main"
          testid="try-again"
          onClick={() => {
            now!.notice.value = null;
            now!.send({ type: 'join', table: code });
          }}
        >
          {t('Try again')}
        </Button>
        <Link class="button" to="/">
          {t('Home')}
        </Link>
      </main>
    );
  }
  if (!now?.table.value) {
    return (
      <main class="page narrow center">
        <h1><Logo /><span class="unseen">Mazo</span></h1>
        <p class="hint" role="status">
          {trouble() ?? t('One moment…')}
        </p>
      </main>
    );
  }
  return now.view.value && now.table.value.status !== 'open' ? <TableScreen game={now} /> : <Lobby game={now} />;
}
