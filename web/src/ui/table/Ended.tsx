/*
 * Ended.tsx - what remains of a match that has ended: it is remembered, and what that brings is said.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { dayOf, isPlayedOn } from '../../local/api.js';
import { today } from '../../state/day.js';
import { lang } from '../../state/prefs.js';
import { type Feat, type MatchRecord, noteOnline, ofDay, records, totalsOf } from '../../state/record.js';
import { originOf } from '../../state/whatIf.js';
import { Link } from '../controls.js';
import { Icon } from '../icons.js';
import { DayResult } from '../pages/Day.js';
import { useGame } from './context.js';

export function Ended() {
  const game = useGame();
  const all = useSignal<MatchRecord[]>([]);
  const feats = useSignal<Feat[]>([]);
  const key = game.table.value?.key;
  const seat = game.view.value?.seat ?? null;
  useEffect(() => {
    if (!key || seat === null) return;
    const look = async (): Promise<void> => {
      if (!game.local) await noteOnline(key, seat);
      const list = await records();
      const record = list.find((one) => one.key === key);
      const totals = await totalsOf(list, today(), lang.peek());
      feats.value = record ? totals.feats.filter((feat) => feat.at === record.at) : [];
      all.value = list;
    };
    look().catch(() => {}); // it is tried again when somebody opens the record
  }, [key]);
  const day = game.local ? dayOf(game.code) : null;
  const from = game.local ? originOf(game.code) : undefined;
  const record = day ? ofDay(all.value, day) : undefined;
  return (
    <>
      {seat !== null && !(key && isPlayedOn(key)) ? (
        <div
          class="new-feats"
          {...(feats.value.length > 1 ? { role: 'group', tabIndex: 0, 'aria-label': t('Achievements') } : {})}
        >
          {feats.value.map((feat) => (
            <p key={feat.id} class="feat-new" data-testid={`feat-${feat.id}`}>
              <Icon name="star" /> <b>{feat.title}</b> <span class="hint">{feat.text}</span>
            </p>
          ))}
        </div>
      ) : null}
      {record?.key === key && record ? <DayResult record={record} all={all.value} /> : null}
      {day ? (
        <Link class="button quiet" to={`/#day/${day}`} testid="to-day">
          <Icon name="day" /> {t('Deal of the day')}
        </Link>
      ) : null}
      {from ? (
        <Link class="button quiet" to={from} testid="end-to-replay">
          <Icon name="eye" /> {t('Back to the replay')}
        </Link>
      ) : null}
    </>
  );
}
