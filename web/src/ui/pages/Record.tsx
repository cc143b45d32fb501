/*
 * Record.tsx - what this browser remembers: figures, achievements, and the people one has played with.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { cardName } from '../../game/cards.js';
import { t, tn } from '../../i18n.js';
import { today } from '../../state/day.js';
import { loadWords } from '../../state/engine.js';
import { goToOpened } from '../../state/online.js';
import { lang } from '../../state/prefs.js';
import { eraseRecord, type Feat, type MatchRecord, partnersIn, type Partner, records, totalsOf, type Totals } from '../../state/record.js';
import { alone, route } from '../../state/route.js';
import { Button, Link, Question } from '../controls.js';
import { Card } from '../Card.js';
import { Icon } from '../icons.js';
import { Page } from '../Page.js';
import { sheetTitle } from '../RulesForm.js';
import { openTable } from './Host.js';
import { Rating } from './Rating.js';

function Figure({ name, children, hint }: { name: string; children: ComponentChildren; hint?: string }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <b>{children}</b> {hint ? <span class="hint">{hint}</span> : null}
      </dd>
    </div>
  );
}

const percent = (part: number, whole: number): string => (whole ? `${Math.round((100 * part) / whole)} %` : '');

function Figures({ totals }: { totals: Totals }) {
  const { all, favorite } = totals;
  return (
    <dl class="figures" data-testid="figures">
      <Figure name={t('Matches')}>{all.matches}</Figure>
      <Figure name={t('Wins')} hint={percent(all.wins, all.matches)}>
        {all.wins}
      </Figure>
      <Figure name={t('Wins in a row')} hint={t('best: {n}', { n: totals.best_streak })}>
        {totals.streak}
      </Figure>
      <Figure name={t('Rounds won')} hint={percent(totals.rounds_won, totals.rounds)}>
        {totals.rounds_won}
      </Figure>
      <Figure name={t('Points')}>{totals.points}</Figure>
      <Figure name={t('Best round')} hint={t('points')}>
        {totals.best_round}
      </Figure>
      <Figure name={t('Best comeback')} hint={t('points behind')}>
        {totals.comeback}
      </Figure>
      <Figure name={t('Deals of the day')} hint={t('in a row: {n}, best: {best}', { n: totals.daily_streak, best: totals.daily_best_streak })}>
        {totals.daily}
      </Figure>
      <Figure name={t('Challenges won')} hint={t('of {n}', { n: totals.challenges })}>
        {totals.challenges_won}
      </Figure>
      <Figure name={t('Bluffs nobody noticed')}>{totals.bluffs}</Figure>
      <Figure name={t('Caught without UNO')} hint={t('yourself: {n}', { n: totals.was_caught })}>
        {totals.caught}
      </Figure>
      {favorite ? (
        <Figure name={t('Favorite card')} hint={cardName(favorite)}>
          <span class="favorite">
            <Card card={favorite} />
          </span>
        </Figure>
      ) : null}
    </dl>
  );
}

/** Wins by sheet, and alone or at servers. */
function Parts({ totals }: { totals: Totals }) {
  const solo = { matches: totals.all.matches - totals.online.matches, wins: totals.all.wins - totals.online.wins };
  const rows = [
    [t('Against bots, in this browser'), solo] as const,
    [t('On a server'), totals.online] as const,
    ...Object.entries(totals.sheets).map(([id, count]) => [sheetTitle(id), count] as const),
  ].filter(([, count]) => count.matches);
  return (
    <table class="parts" data-testid="parts">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Matches')}</th>
          <th scope="col">{t('Wins')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { matches, wins }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{matches}</td>
            <td>{wins}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Those that were reached, the last one first; then the others. */
function Feats({ feats }: { feats: readonly Feat[] }) {
  const sorted = [...feats].sort((a, b) => b.at - a.at);
  const date = (at: number): string => new Date(at).toLocaleDateString(lang.value, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <section class="block" aria-label={t('Achievements')}>
      <h2>
        {t('Achievements')} <span class="hint">{t('{n} of {all}', { n: feats.filter((feat) => feat.at).length, all: feats.length })}</span>
      </h2>
      <ul class="feats" role="list">
        {sorted.map((feat) => (
          <li key={feat.id} class={feat.at ? 'done' : ''} data-testid={`feat-${feat.id}`}>
            <Icon name={feat.at ? 'star' : 'lock'} />
            <b>{feat.title}</b>
            <span class="hint">{feat.text}</span>
            <span class="hint when">{feat.at ? date(feat.at) : t('not yet')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One touch opens a table and offers its link. */
function People({ people }: { people: readonly Partner[] }) {
  const busy = useSignal(false);
  const problem = useSignal('');
  const invite = async (name: string): Promise<void> => {
    const from = route.peek();
    busy.value = true;
    const answer = await openTable();
    busy.value = false;
    if (answer.type !== 'table') {
      problem.value = 'message' in answer && answer.message ? answer.message : t('That did not work. Try again.');
      return;
    }
    const url = `${location.origin}/t/${answer.table}`;
    if (!goToOpened(answer.table, from, false)) return;
    if ('share' in navigator) await navigator.share({ text: t('{name}, another match?', { name }), url }).catch(() => {});
  };
  return (
    <section class="block" aria-label={t('People you played with')}>
      <h2>{t('People you played with')}</h2>
      <ul class="partners" role="list">
        {people.map(({ name, matches, wins }) => (
          <li key={name} class="row">
            <span class="grow">
              <b>{name}</b>{' '}
              <span class="hint">
                {tn('{n} match', '{n} matches', matches)} · {t('you won {n}', { n: wins })}
              </span>
            </span>
            {alone ? null : (
              <Button class="small" disabled={busy.value} testid={`invite-${name}`} onClick={() => void invite(name)}>
                {t('Invite')} <span class="unseen">{name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem.value ? (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      ) : null}
    </section>
  );
}

/** All of it is gone with one answer, so it is asked for. */
function Erase({ onErased }: { onErased: () => void }) {
  const asking = useSignal(false);
  const failed = useSignal(false);
  const erase = (): void => {
    asking.value = false;
    eraseRecord().then(onErased, () => (failed.value = true));
  };
  if (asking.value)
    return (
      <Question
        text={t('Erase your record in this browser? Figures, streaks and achievements begin at zero. Kept matches stay, and so does what servers know.')}
        yes={t('Erase')}
        testid="erase"
        onYes={erase}
        onNo={() => (asking.value = false)}
      />
    );
  return (
    <>
      <Button class="quiet wide" testid="erase-record" onClick={() => (asking.value = true)}>
        <Icon name="trash" /> {t('Erase your record')}
      </Button>
      {failed.value ? (
        <p class="bad" role="alert">
          {t('That did not work. Try again.')}
        </p>
      ) : null}
    </>
  );
}

export function RecordPage() {
  const list = useSignal<MatchRecord[] | null>(null);
  const totals = useSignal<Totals | null>(null);
  const failed = useSignal(false);
  const load = async (): Promise<void> => {
    list.value = await records();
    totals.value = await totalsOf(list.value, today(), lang.value);
  };
  useEffect(() => {
    void loadWords();
    load().catch(() => (failed.value = true));
  }, [lang.value]);
  const people = partnersIn(list.value ?? []);
  if (!totals.value)
    return (
      <Page title={t('Your record')} testid="record-page">
        <p class="hint" role="status">
          {failed.value ? t('The game could not be loaded. Try again with a connection.') : t('One moment…')}
        </p>
      </Page>
    );
  return (
    <Page title={t('Your record')} testid="record-page">
      {totals.value.all.matches ? (
        <>
          <Figures totals={totals.value} />
          <Parts totals={totals.value} />
        </>
      ) : (
        <>
          <p class="hint">{t('Nothing yet: your first match is still to come.')}</p>
          <Link class="button main" to="/#day">
            {t('Deal of the day')}
          </Link>
        </>
      )}
      {alone ? null : <Rating />}
      {people.length ? <People people={people} /> : null}
      <Feats feats={totals.value.feats} />
      <p class="hint">{t('All of this is kept in this browser only.')}</p>
      {totals.value.all.matches ? <Erase onErased={() => void load()} /> : null}
    </Page>
  );
}
