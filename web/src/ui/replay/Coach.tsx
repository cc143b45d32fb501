/*
 * Coach.tsx - luck and skill of everybody, and the decisions that cost most.
 */
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { CoachReport, Replay, Tally } from '../../local/api.js';
import { speak } from '../../state/ears.js';
import { lang, myName } from '../../state/prefs.js';
import { Button } from '../bits.js';
import { commandText } from './ReplayScreen.js';

const PLAYOUTS = 800;
const MOST_SHOWN = 5;

const number = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1, ...options }).format(value).replace('-', '−');

const percent = (part: number): string => number(part, { style: 'percent', signDisplay: 'exceptZero' });

/** Only what the figure can bear: none where it is not larger than its error. */
const figure = (part: number, error: number): string =>
  Math.abs(part) > error ? `${percent(part)} ± ${number(100 * error, {})}` : '–';

/** Which seat was the reader's: the only person, or the one with the reader's name. */
export function ownSeat(replay: Replay, names: string[]): number | null {
  const people = replay.players.flatMap((p, seat) => (p.sits === 'person' ? [seat] : []));
  const found = people.length === 1 ? people[0] : people.find((seat) => names[seat] === myName.value.trim());
  return found ?? null;
}

function Bar({ value, most }: { value: number; most: number }) {
  const size = `${Math.min(50, (Math.abs(value) / most) * 50)}%`;
  return (
    <span class="luck-bar" aria-hidden={true}>
      <i
        class={value < 0 ? 'minus' : 'plus'}
        style={value < 0 ? { right: '50%', width: size } : { left: '50%', width: size }}
      />
    </span>
  );
}

const clear = (part: number, { skill_error }: Tally): number => (Math.abs(part) > skill_error ? part : 0);

/** "Ana played a red 5.": what was done, as a sentence. */
function doneText(d: CoachReport['decisions'][number], me: number | null, names: string[]): string {
  const values = { name: names[d.seat] ?? '', done: commandText(d.done, names) };
  if (d.done.do !== 'play') return t('{name}: {done}.', { ...values, name: d.seat === me ? t('You') : values.name });
  return d.seat === me ? t('You played {done}.', values) : t('{name} played {done}.', values);
}

function Table({ players, names }: { players: Tally[]; names: string[] }) {
  const most = Math.max(0.05, ...players.flatMap((p) => [Math.abs(p.luck), Math.abs(p.skill)]));
  return (
    <table class="luck">
      <thead>
        <tr>
          <th scope="col">{t('Player')}</th>
          <th scope="col">{t('Luck')}</th>
          <th scope="col">{t('Skill')}</th>
          <th scope="col">{t('Like an expert')}</th>
        </tr>
      </thead>
      <tbody>
        {players.map((p, seat) => (
          <tr key={seat}>
            <th scope="row">{names[seat]}</th>
            <td>
              <Bar value={clear(p.luck, p)} most={most} />
              {figure(p.luck, p.skill_error)}
            </td>
            <td>
              <Bar value={clear(p.skill, p)} most={most} />
              {figure(p.skill, p.skill_error)}
            </td>
            <td>{p.decisions ? t('{n} of {all}', { n: p.agreed, all: p.decisions }) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Coach({ replay, names, onGo }: { replay: Replay; names: string[]; onGo: (n: number) => void }) {
  const report = useSignal<CoachReport | null>(null);
  const part = useSignal<{ n: number; all: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => stop.current?.abort(), [replay]);
  const run = async (): Promise<void> => {
    stop.current = new AbortController();
    part.value = { n: 0, all: 0 };
    try {
      report.value = await replay.coach({
        playouts: PLAYOUTS,
        signal: stop.current.signal,
        onprogress: (n, all) => (part.value = { n, all }),
      });
    } catch {
      report.value = null;
    }
    part.value = null;
    if (report.value) speak(t('The review is ready.'));
    requestAnimationFrame(() => document.activeElement === document.body && head.current?.focus({ preventScroll: true }));
  };
  const me = ownSeat(replay, names);
  const costly = [...(report.value?.decisions ?? [])].filter((d) => d.cost > 0).sort((a, b) => b.cost - a.cost);
  const lists = [
    { title: t('Your costly decisions'), list: costly.filter((d) => d.seat === me) },
    { title: me === null ? t('What cost most') : t('What cost the others most'), list: costly.filter((d) => d.seat !== me) },
  ].filter(({ list }) => list.length > 0);
  return (
    <section class="block" data-testid="coach">
      <h2 tabIndex={-1} ref={head}>
        {t('Luck and skill')}
      </h2>
      {report.value ? (
        <>
          <Table players={report.value.players} names={names} />
          {report.value.players.some((p) => !clear(p.skill, p) || !clear(p.luck, p)) ? (
            <p class="hint">{t('–: too close to nothing to tell, with this many moves.')}</p>
          ) : null}
          {lists.map(({ title, list }) => (
            <Fragment key={title}>
              <h3>{title}</h3>
              <ol class="worst" role="list">
                {list.slice(0, MOST_SHOWN).map((d) => (
                  <li key={d.command}>
                    <Button class="quiet small wide" onClick={() => onGo(d.command - 1)}>
                      {doneText(d, me, names)}{' '}
                      {t('Better: {best}. That cost {cost} points of winning chance.', {
                        best: commandText(d.best, names),
                        cost: number(100 * d.cost, {}),
                      })}
                    </Button>
                  </li>
                ))}
              </ol>
            </Fragment>
          ))}
        </>
      ) : part.value !== null ? (
        <>
          <p class="hint" data-testid="coach-at">
            {part.value.all ? t('Looking at move {n} of {all}', part.value) : t('The expert is reviewing every move')}
          </p>
          <progress value={part.value.n} max={part.value.all || 1} aria-label={t('The expert is reviewing every move')} />
          <Button class="quiet" onClick={() => stop.current?.abort()}>
            {t('Stop')}
          </Button>
        </>
      ) : (
        <>
          <p class="hint">{t('An expert reviews every decision of the match. That takes a moment.')}</p>
          <Button testid="coach-run" onClick={() => void run()}>
            {t('Review it')}
          </Button>
        </>
      )}
    </section>
  );
}
