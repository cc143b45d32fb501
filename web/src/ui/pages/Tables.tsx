/*
 * Tables.tsx - the public tables.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import type { ListedTable } from '../../local/api.js';
import { loadWords } from '../../state/engine.js';
import { socket, trouble } from '../../state/me.js';
import { Link } from '../controls.js';
import { Page } from '../Page.js';
import { rulesTitle } from '../RulesForm.js';
import { clockName } from './fields.js';

export function Tables() {
  const list = useSignal<ListedTable[] | null>(null);
  useEffect(() => {
    let stop = false;
    const ask = async (): Promise<void> => {
      const answer = await socket.request({ type: 'tables' });
      if (!stop && answer.type === 'tables') list.value = answer.tables;
    };
    void ask();
    void loadWords();
    const timer = setInterval(() => void ask(), 5000);
    return () => {
      stop = true;
      clearInterval(timer);
    };
  }, []);
  return (
    <Page title={t('Public tables')} testid="tables">
      {list.value === null ? (
        <p class="hint" role="status">
          {trouble() ?? t('One moment…')}
        </p>
      ) : null}
      {list.value?.length === 0 ? <p class="hint">{t('There is none at the moment. Open one!')}</p> : null}
      <ul class="tables" role="list">
        {list.value?.map((table) => (
          <li key={table.table}>
            <Link class="table-link" to={`/t/${table.table}`}>
              <b>{table.title || table.table}</b>
              <span class="hint">
                {[
                  rulesTitle(table, table.seats),
                  table.clock ? clockName(table.clock) : '',
                  table.status === 'playing' ? t('playing') : '',
                  table.status !== 'playing' || table.free > 0 ? tn('{n} free seat', '{n} free seats', table.free) : '',
                  table.fill ? t('fills up by itself') : '',
                  tn('{n} person', '{n} people', table.people),
                  table.host ? t('host: {name}', { name: table.host }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link class="button main" to="/#quick">
        {t('Play now')}
      </Link>
      <Link class="button" to="/#host">
        {t('A table for friends')}
      </Link>
    </Page>
  );
}
