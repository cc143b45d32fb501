/*
 * TablePage.tsx - a table of the server: its lobby before the match, the table while it runs.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { Game } from '../../state/game.js';
import { joinTable, lostTable } from '../../state/online.js';
import { socket } from '../../state/me.js';
import { Link } from '../bits.js';
import { Logo } from '../Logo.js';
import { TableScreen } from '../table/TableScreen.js';
import { Lobby } from './Lobby.js';

export function TablePage({ code }: { code: string }) {
  const game = useSignal<Game | null>(null);
  useEffect(() => {
    const joined = joinTable(code);
    game.value = joined.game;
    return joined.close;
  }, [code]);
  const now = game.value;
  if (lostTable.value) {
    return (
      <main class="page narrow center" data-testid="no-table">
        <h1><Logo /><span class="unseen">Mazo</span></h1>
        <p>{lostTable.value}</p>
        <Link class="button main" to="/">
          {t('To the start')}
        </Link>
      </main>
    );
  }
  if (!now?.table.value) {
    return (
      <main class="page narrow center">
        <Logo />
        <p class="hint" role="status">
          {socket.state.value === 'broken' ? t('No connection: trying again…') : t('One moment…')}
        </p>
      </main>
    );
  }
  return now.view.value && now.table.value.status !== 'open' ? <TableScreen game={now} /> : <Lobby game={now} />;
}
