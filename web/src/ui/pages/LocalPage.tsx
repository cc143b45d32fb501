/*
 * LocalPage.tsx - the table in this page.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { resumeLocal, startLocal, type LocalTable } from '../../state/local.js';
import { placed } from '../../state/route.js';
import { Opening } from '../Page.js';
import { TableScreen } from '../table/TableScreen.js';
import { offlineWishes } from './Offline.js';

function start(): Promise<LocalTable | string> {
  const { chosen, seats, level, clock } = offlineWishes.value;
  return startLocal({ ...chosen, seats, clock, bots: Array.from({ length: seats - 1 }, () => level) });
}

export function LocalPage({ match }: { match: string | null }) {
  const table = useSignal<LocalTable | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    let left = false;
    (match ? resumeLocal(match) : start()).then(
      (opened) => {
        if (typeof opened === 'string') problem.value = opened || t('That did not work. Try again.');
        else if (left) opened.close();
        else {
          table.value = opened;
          // A reload goes on with this match and deals no other.
          if (!match) history.replaceState(null, '', placed(`/#play/${opened.game.code}`));
        }
      },
      () => (problem.value = t('The game could not be loaded. Try again with a connection.')),
    );
    return () => {
      left = true;
      table.value?.close();
    };
  }, []);
  const game = table.value?.game;
  if (game?.view.value) return <TableScreen game={game} />;
  return <Opening problem={problem.value} back={t('Back')} to="/#offline" />;
}
