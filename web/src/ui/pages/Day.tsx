/*
 * Day.tsx - the deal of the day: what it is, playing it, how it went, and the days before.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { type DailyDeal, dayTable, type KeptMatch } from '../../local/api.js';
import { minutesLeft, noonOf, today } from '../../state/day.js';
import { loadWords, words } from '../../state/engine.js';
import { keptMatches } from '../../state/local.js';
import { lang, myName } from '../../state/prefs.js';
import { ofDay, records, shareLine, totalsOf, type MatchRecord } from '../../state/record.js';
import { alone, home } from '../../state/route.js';
import { BotFace, levelTitle } from '../bots.js';
import { Link } from '../controls.js';
import { Icon } from '../icons.js';
import { Page } from '../Page.js';
import { sheetTitle } from '../RulesForm.js';
import { ShareText } from '../ShareText.js';
import { DayTable, Squares } from './DayTable.js';

/** Days that can be played later, besides today's. */
const EARLIER = 7;

function longDate(date: string, month: 'long' | 'short' = 'long'): string {
  const text = noonOf(date).toLocaleDateString(lang.value, { weekday: 'long', day: 'numeric', month });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How strong the bots of the day are, as the week goes on. */
function Strength({ n }: { n: number }) {
  return (
    <span class="strength">
      <span aria-hidden={true}>{'●'.repeat(n) + '○'.repeat(7 - n)}</span>
      <span class="unseen">{t('{n} of 7', { n })}</span>
    </span>
  );
}

function Deal({ deal }: { deal: DailyDeal }) {
  const { target } = deal.options;
  return (
    <dl class="facts">
      <dt>{t('Rule sheet')}</dt>
      <dd>
        {sheetTitle(deal.rules)}
        {target ? ` · ${tn('to {n} point', 'to {n} points', Number(target))}` : ''}
      </dd>
      <dt>{t('Against')}</dt>
      <dd>
        <ul role="list" class="rivals">
          {deal.table.seats.map((seat) =>
            seat.sits === 'bot' ? (
              <li key={seat.name}>
                <BotFace name={seat.name} /> <b>{seat.name}</b> <span class="hint">{levelTitle(seat.bot)}</span>
              </li>
            ) : null,
          )}
        </ul>
      </dd>
      <dt>{t('Difficulty')}</dt>
      <dd>
        <Strength n={deal.strength} />
      </dd>
    </dl>
  );
}

/** What is shared, as we draw it: some systems have no emoji. */
function Drawn({ record, text }: { record: MatchRecord; text: string }) {
  const [, words = '', rounds = ''] = text.split('\n');
  return (
    <div class="day-line" data-testid="day-line">
      <span class="unseen">{text}</span>
      <p aria-hidden={true}>
        <span class="medal" data-place={record.place}>
          {record.place}
        </span>{' '}
        {words.replace(/^\P{L}+/u, '')}
      </p>
      <p aria-hidden={true}>
        {rounds.replace(/\P{L}+$/u, '')}: <Squares rounds={record.round} />
      </p>
    </div>
  );
}

/** What to share of a day that was played, and how many days in a row. */
export function DayResult({ record, all }: { record: MatchRecord; all: readonly MatchRecord[] }) {
  const line = useSignal('');
  const streak = useSignal(0);
  useEffect(() => {
    void shareLine(record, all, lang.value).then((text) => (line.value = text));
    void totalsOf(all, today(), 'en').then((totals) => (streak.value = totals.daily_streak));
  }, [record.key, lang.value]);
  if (!line.value) return null;
  return (
    <section class="block day-result" aria-label={t('Result')} data-testid="day-result">
      <Drawn record={record} text={line.value} />
      {record.day === today() ? <p>{tn('{n} day in a row', '{n} days in a row', streak.value)}</p> : null}
      <ShareText text={`${line.value}\n${location.origin}${home}#day/${record.day}`} />
    </section>
  );
}

/** The days before: the result, or the way to play it. */
function Earlier({ all, from }: { all: readonly MatchRecord[]; from: string }) {
  const days = Array.from({ length: EARLIER }, (_, i) => today(-i)).filter((date) => date !== from && words.value?.daily(date));
  return (
    <section class="block" aria-label={t('The last days')}>
      <h2>{t('The last days')}</h2>
      <ul class="tables" role="list">
        {days.map((date) => {
          const record = ofDay(all, date);
          return (
            <li key={date}>
              <Link class="table-link" to={`/#day/${date}`} testid={`day-${date}`}>
                <b>{longDate(date, 'short')}</b>
                <span class="hint">{record ? t('place {place} of {of}', { place: record.place, of: record.of }) : t('not played')}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p class="hint">{t('A day that you missed can still be played.')}</p>
    </section>
  );
}

function Next() {
  const left = useSignal(minutesLeft());
  useEffect(() => {
    const timer = setInterval(() => (left.value = minutesLeft()), 20_000);
    return () => clearInterval(timer);
  }, []);
  const [h, m] = [Math.floor(left.value / 60), left.value % 60];
  return <p class="hint">{t('The next deal comes in {h} h {m} min.', { h, m })}</p>;
}

export function Day({ date }: { date: string | null }) {
  const day = date ?? today();
  const all = useSignal<MatchRecord[] | null>(null);
  const kept = useSignal<KeptMatch[]>([]);
  useEffect(() => {
    void loadWords();
    void keptMatches().then((list) => (kept.value = list.filter((m) => m.table === dayTable(day))));
    records().then(
      (list) => (all.value = list),
      () => (all.value = []),
    );
  }, []);
  const deal = words.value?.daily(day, myName.value.trim());
  const record = all.value ? ofDay(all.value, day) : undefined;
  const running = kept.value.some((m) => !m.over);
  const first = kept.value[kept.value.length - 1];
  return (
    <Page title={deal ? t('Deal of the day {n}', { n: deal.number }) : t('Deal of the day')} testid="day-page">
      <p class="day-date">{longDate(day)}</p>
      {deal ? <Deal deal={deal} /> : <p class="hint">{words.value ? t('There was no deal on that day.') : t('One moment…')}</p>}
      {record && all.value ? <DayResult record={record} all={all.value} /> : null}
      {deal ? (
        <div class="stack">
          <Link class={`button big wide ${record ? '' : 'main'}`} to={`/#play/${dayTable(day)}`} testid="play-day">
            <Icon name="play" /> {running ? t('Resume') : record ? t('To the table') : t('Play now')}
          </Link>
          {first?.over ? (
            <Link class="button wide quiet" to={`/#replay/${first.key}`} testid="watch-day">
              <Icon name="eye" /> {t('Watch it again')}
            </Link>
          ) : null}
        </div>
      ) : null}
      {record ? null : (
        <p class="hint">{t('The same cards and the same bots for everybody, and a new deal every day. Only the first time counts.')}</p>
      )}
      {day === today() ? <Next /> : null}
      {deal && !alone ? <DayTable date={day} record={record} /> : null}
      <Earlier all={all.value ?? []} from={day} />
    </Page>
  );
}
