/*
 * Offline.tsx - playing in this page against bots: what to play, and matches to go on with.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { dayOf, isPlayedOn, type KeptMatch } from '../../local/api.js';
import { keptSignal } from '../../state/storage.js';
import { forgetMatch, keptMatches } from '../../state/local.js';
import { rename } from '../../state/me.js';
import { lang, myName, quickBots } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { IconButton, Link, Segments, Stepper, Switch } from '../controls.js';
import { LEVELS } from '../bots.js';
import { Icon } from '../icons.js';
import { Page } from '../Page.js';
import { RulesDoor } from '../RulesDoor.js';
import { RulesForm, SEATS, SHEET, mostSeats, problemOf, sheetTitle, withRules, type Wishes } from '../RulesForm.js';
import { BeginBar, ClockPicker, LengthPicker, NameField } from './fields.js';

export const offlineWishes = keptSignal<Wishes & { level: string; clock: number }>('offline', {
  chosen: { rules: SHEET, options: { scoring: 'quick' } }, // one round, for a first game
  seats: SEATS,
  level: 'normal',
  clock: 0,
});

export function standingText({ standing }: KeptMatch): string {
  if (!standing) return t('over');
  const { place, of, points } = standing;
  return `${t('place {place} of {of}', { place, of })}${points === null ? '' : ` · ${tn('{n} point', '{n} points', points)}`}`;
}

/** A match of this browser: to resume, or to replay. */
export function Kept({ match, onForget }: { match: KeptMatch; onForget: () => void }) {
  const at = new Date(match.at).toLocaleDateString(lang.value, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <li class="row">
      <Link
        class="table-link grow"
        to={match.over ? `/#replay/${match.key}` : `/#play/${match.key}`}
        testid={`kept-${match.key}`}
      >
        <b>
          {match.over ? <Icon name={match.winners.includes(match.you) ? 'crown' : 'eye'} /> : <Icon name="play" />}{' '}
          {isPlayedOn(match.key) ? t('Played on from a replay') : dayOf(match.table) ? t('Deal of the day') : sheetTitle(match.rules)}
        </b>
        <span class="hint">
          {at} · {tn('{n} player', '{n} players', match.seats)} · {match.over ? standingText(match) : t('continue')}
        </span>
      </Link>
      <IconButton icon="trash" label={t('Forget this match')} onClick={onForget} />
    </li>
  );
}

export function Offline() {
  const kept = useSignal<KeptMatch[]>([]);
  const load = (): void =>
    void keptMatches().then(
      (list) => (kept.value = list),
      () => {},
    );
  useEffect(load, []);
  // Asked once; later it is a setting.
  const nameless = useMemo(() => !myName.peek().trim(), []);
  const { chosen, seats, level, clock } = offlineWishes.value;
  const set = (change: Partial<typeof offlineWishes.value>): void =>
    void (offlineWishes.value = { ...offlineWishes.value, ...change });
  const most = mostSeats(chosen.rules);
  const open = kept.value.filter((m) => !m.over);
  const over = kept.value.filter((m) => m.over);
  const list = (matches: KeptMatch[]) => (
    <ul class="tables" role="list">
      {matches.map((m) => (
        <Kept key={m.key} match={m} onForget={() => void forgetMatch(m.key).then(load)} />
      ))}
    </ul>
  );
  return (
    <Page title={t('Against bots')} testid="offline">
      <form
        class="stack"
        onSubmit={(e) => {
          e.preventDefault();
          if (!problemOf(chosen, seats)) go('/#play');
        }}
      >
        {nameless ? <NameField value={myName.value} onInput={(name) => void rename(name)} /> : null}
        {open.length > 0 ? (
          <section class="block" aria-label={t('Resume')}>
            <h2>{t('Resume')}</h2>
            {list(open)}
          </section>
        ) : null}
        <LengthPicker chosen={chosen} onChange={(next) => set({ chosen: next })} />
        <div class="field">
          <span class="label">{t('Bots')}</span>
          <Segments
            name="level"
            label={t('Bots')}
            value={level}
            onChange={(v) => set({ level: v })}
            options={LEVELS.map((l) => ({ value: l.id, text: t(l.title) }))}
          />
        </div>
        <Switch
          checked={quickBots.value}
          onChange={(on) => (quickBots.value = on)}
          label={t('Quick bots')}
          hint={t('They don\'t pause to think. You still have the usual time for UNO and catches.')}
          testid="quick-bots"
        />
        <div class="field inline">
          <span class="label">{t('Players, including you')}</span>
          <Stepper
            label={t('Players, including you')}
            value={seats}
            least={2}
            most={most}
            onChange={(v) => set({ seats: v, wanted: v })}
            testid="seats"
          />
        </div>
        <RulesForm
          chosen={chosen}
          seats={seats}
          onChange={(next) => (offlineWishes.value = withRules(offlineWishes.value, next))}
        />
        <RulesDoor rules={{ ...chosen, seats }} />
        <ClockPicker value={clock} onChange={(v) => set({ clock: v })} />
        {over.length > 0 ? (
          <section class="block" aria-label={t('Finished matches')}>
            <h2>{t('Finished matches')}</h2>
            {list(over)}
          </section>
        ) : null}
        <BeginBar chosen={chosen} seats={seats} ready={!problemOf(chosen, seats)} testid="deal">
          <Icon name="play" /> {t('Deal')}
        </BeginBar>
      </form>
    </Page>
  );
}
