/*
 * Me.tsx - your matches on this server, and the best players.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import type { KeptMatch, PastMatch, RatedPlayer } from '../../local/api.js';
import { forgetMatch, keptMatches } from '../../state/local.js';
import { player, socket, trouble } from '../../state/me.js';
import { lang } from '../../state/prefs.js';
import { Button, Link } from '../controls.js';
import { Icon } from '../icons.js';
import { Page } from '../Page.js';
import { sheetTitle } from '../RulesForm.js';
import { DevicesLink } from './fields.js';
import { Kept } from './Offline.js';

/** As many come at a time. */
const PAGE = 50;

export function Me() {
  const past = useSignal<PastMatch[] | null>(null);
  const more = useSignal(false);
  const best = useSignal<RatedPlayer[]>([]);
  const solo = useSignal<KeptMatch[]>([]);
  const load = (): void =>
    void keptMatches().then(
      (list) => (solo.value = list),
      () => {},
    );
  const older = async (): Promise<void> => {
    const known = past.peek() ?? [];
    const last = known[known.length - 1];
    const a = await socket.request({ type: 'history', ...(last ? { before: last.at } : {}) });
    if (a.type !== 'history') return;
    past.value = [...known, ...a.matches];
    more.value = a.matches.length >= PAGE;
  };
  useEffect(() => {
    load();
    void older();
    void socket.request({ type: 'best' }).then((a) => {
      if (a.type === 'best') best.value = a.players;
    });
  }, []);
  const date = (at: number): string =>
    new Date(at).toLocaleDateString(lang.value, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return (
    <Page title={t('Your matches')} testid="me-page">
      {solo.value.length > 0 ? (
        <section class="block" data-testid="solo-matches">
          <h2>{t('Against bots, in this browser')}</h2>
          <ul class="tables" role="list">
            {solo.value.map((m) => (
              <Kept key={m.key} match={m} onForget={() => void forgetMatch(m.key).then(load)} />
            ))}
          </ul>
        </section>
      ) : null}
      {solo.value.length > 0 ? <h2>{t('On this server')}</h2> : null}
      {past.value === null ? (
        <p class="hint" role="status">
          {trouble() ?? t('One moment…')}
        </p>
      ) : null}
      {past.value?.length === 0 ? <p class="hint">{t('None yet.')}</p> : null}
      <ul class="tables" role="list">
        {past.value?.map((m) => (
          <li key={m.key}>
            <Link class="table-link" to={`/r/${m.key}`}>
              <b>
                {m.won ? <Icon name="crown" /> : null} {sheetTitle(m.rules)}
              </b>
              <span class="hint">
                {date(m.at)} · {tn('{n} player', '{n} players', m.seats)} · {tn('{n} point', '{n} points', m.points)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more.value ? (
        <Button class="quiet wide" testid="older" onClick={() => void older()}>
          {t('Older matches')}
        </Button>
      ) : null}
      {best.value.length > 0 ? (
        <section class="block">
          <h2>{t('The best here')}</h2>
          <ol class="best" role="list">
            {best.value.map((p) => (
              <li key={p.player} class={p.player === player.value ? 'mine' : ''}>
                <b>{p.name}</b> <span>{Math.round(p.rating)}</span>{' '}
                <span class="hint">{t('{wins} of {n} won', { wins: p.wins, n: p.matches })}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <Link class="table-link" to="/#record" testid="to-record">
        <b>{t('Your record')}</b>
        <span class="hint">{t('wins, streaks and achievements')}</span>
      </Link>
      <DevicesLink />
    </Page>
  );
}
