/*
 * Coach.tsx - what the coach says of a match: luck and skill in words, the reader's moments first, and the figures.
 */
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ended } from '../../game/sentence.js';
import { t } from '../../i18n.js';
import type { CoachReport, Decision, Tally } from '../../local/api.js';
import { Button } from '../controls.js';
import { change, commandText, number } from './commands.js';
import { chancesOf, type Turn, turnsOf } from './curve.js';
import type { ReplayGame } from './ReplayGame.js';

const MOST_SHOWN = 3;
/** A choice is praised if it is worth at least this much more than the next best. */
const FINE = 0.02;
/** As often as this like an expert is well played. */
const WELL = 0.6;

/** Only what the figure can bear: none where it is not larger than its error. */
const figure = (part: number, error: number): string => (Math.abs(part) > error ? `${change(part)} ± ${number(100 * error)}` : '–');

const clear = (part: number, { skill_error }: Tally): number => (Math.abs(part) > skill_error ? part : 0);

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

function luckInWords(own: Tally): string {
  const luck = clear(own.luck, own);
  if (luck > 0) return t('You were lucky: {change}.', { change: change(luck, 0) });
  return luck < 0 ? t('You were unlucky: {change}.', { change: change(luck, 0) }) : t('Nobody was clearly luckier than you.');
}

function skillInWords(own: Tally): string {
  const skill = clear(own.skill, own);
  if (skill > 0) return t('You played better than the others: {change}.', { change: change(skill, 0) });
  if (skill < 0) return t('Your decisions cost you: {change}.', { change: change(skill, 0) });
  return own.agreed >= WELL * own.decisions ? t('You played well.') : t('You played about as well as the others.');
}

/** "Ana played a red 5.": what was done, as a sentence. */
function doneText(d: Decision, { me, names }: ReplayGame): string {
  const values = { name: names.value[d.seat] ?? '', done: commandText(d.done, names.value) };
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

/** A moment of the match: a touch goes there. */
function Moments({ game, title, list }: { game: ReplayGame; title: string; list: { n: number; text: string }[] }) {
  return list.length === 0 ? null : (
    <Fragment>
      <h3>{title}</h3>
      <ol class="moments" role="list">
        {list.map(({ n, text }) => (
          <li key={n}>
            <Button class="quiet small wide" onClick={() => game.visit(n)}>
              {text}
            </Button>
          </li>
        ))}
      </ol>
    </Fragment>
  );
}

/** Whose doing it was: cards that came, a decision of one's own, somebody else's move. */
function causeOf(game: ReplayGame, { n }: Turn, decisions: readonly Decision[]): string {
  const { command, drew } = game.doneAt(n);
  const who = command?.seat;
  const own = decisions.find((d) => d.command === n && d.seat === game.me);
  if (command?.do === 'next') return t('Luck: the deal.');
  if (own?.cost) return t('Your decision: it cost {cost} points of that.', { cost: number(100 * own.cost) });
  if (drew && who === game.me) return t('Luck: the cards you drew.');
  if (who === game.me) return t('Your move.');
  const name = who === undefined ? '' : (game.names.value[who] ?? '');
  if (drew) return t('Luck: what {name} drew.', { name });
  return name && t('The move of {name}.', { name });
}

function Found({ game, report }: { game: ReplayGame; report: CoachReport }) {
  const { me } = game;
  const costly = report.decisions.filter((d) => d.cost > 0).sort((a, b) => b.cost - a.cost);
  const better = (d: Decision): { n: number; text: string } => ({
    n: d.command,
    text: `${doneText(d, game)} ${t('Better: {best}. That cost {cost} points of winning chance.', {
      best: commandText(d.best, game.names.value),
      cost: number(100 * d.cost),
    })} ${d.why}`.trim(),
  });
  const fine = report.decisions
    .filter((d) => d.seat === me && d.agree && d.margin >= FINE)
    .sort((a, b) => b.margin - a.margin)
    .map((d) => ({
      n: d.command,
      text: `${doneText(d, game)} ${t('The next best choice was worth {gain} points less.', { gain: number(100 * d.margin) })}`,
    }));
  const turns = me === null ? [] : turnsOf(chancesOf(game.chances.value, me), MOST_SHOWN);
  const told = turns.map((turn) => ({
    n: turn.n,
    text: `${change(turn.change, 0)}: ${game.said(turn.n).slice(-2).map(ended).join(' ')} ${causeOf(game, turn, report.decisions)}`,
  }));
  const some = (list: { n: number; text: string }[]): { n: number; text: string }[] => list.slice(0, MOST_SHOWN);
  return (
    <>
      <Moments game={game} title={t('Your costly decisions')} list={some(costly.filter((d) => d.seat === me).map(better))} />
      <Moments game={game} title={t('Your best decisions')} list={some(fine)} />
      <Moments game={game} title={t('Where your match turned')} list={told} />
      <Moments
        game={game}
        title={me === null ? t('What cost most') : t('What cost the others most')}
        list={some(costly.filter((d) => d.seat !== me).map(better))}
      />
    </>
  );
}

/** The review begins when it is opened. */
export function Coach({ game }: { game: ReplayGame }) {
  const head = useRef<HTMLHeadingElement>(null);
  const report = game.report.value;
  const part = game.part.value;
  const { me } = game;
  useEffect(() => void game.beginReview(), [game]);
  useEffect(() => {
    if (report && document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, [report]);
  const own = me === null ? undefined : report?.players[me];
  return (
    <section class="coach" data-testid="coach">
      <h3 tabIndex={-1} ref={head}>
        {t('Luck and skill')}
      </h3>
      {report ? (
        <>
          {own ? (
            <p class="coach-says" data-testid="coach-says">
              {luckInWords(own)} {skillInWords(own)}
            </p>
          ) : null}
          <Found game={game} report={report} />
          <Table players={report.players} names={game.names.value} />
          {report.players.some((p) => !clear(p.skill, p) || !clear(p.luck, p)) ? (
            <p class="hint">{t('–: too small to tell from chance, with this many moves.')}</p>
          ) : null}
        </>
      ) : part ? (
        <>
          <p class="hint" data-testid="coach-at">
            {part.all ? t('Looking at move {n} of {all}', part) : t('The expert is reviewing every move')}
          </p>
          <progress value={part.n} max={part.all || 1} aria-label={t('The expert is reviewing every move')} />
        </>
      ) : (
        <p class="hint">{t('This match could not be reviewed.')}</p>
      )}
    </section>
  );
}
