/*
 * ReplayBars.tsx - what a replay has above and below the table: whose eyes it is seen with; where it stands, how it goes on.
 */
import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { go, replayAt, route } from '../../state/route.js';
import { noteOrigin } from '../../state/whatIf.js';
import { IconButton } from '../controls.js';
import { Icon } from '../icons.js';
import { usePage } from '../LiveRegions.js';
import { rulesTitle } from '../RulesForm.js';
import { openPanel, useGame } from '../table/context.js';
import { number, percent } from './commands.js';
import { chancesOf, pathOf, turnsOf } from './curve.js';
import { ReplayGame, speed, SPEEDS } from './ReplayGame.js';

const MARKS = 5;

export function useReplay(): ReplayGame {
  const game = useGame();
  if (!(game instanceof ReplayGame)) throw new Error('no replay here');
  return game;
}

export function Head({ game, onClose }: { game: ReplayGame; onClose: () => void }) {
  const head = usePage(t('Replay'));
  const { replay, eyes } = game;
  const round = game.view.value?.round ?? 0;
  return (
    <header class="top-bar">
      <IconButton icon="back" label={t('Home')} onClick={onClose} />
      <div class="table-names">
        <h1 class="table-title" tabIndex={-1} ref={head}>
          {round ? t('Round {n}', { n: round }) : t('Before the first round')}
        </h1>
        <p class="house">{rulesTitle(replay, replay.seats)}</p>
      </div>
      <select
        class="select replay-eyes"
        aria-label={t('Point of view')}
        value={String(eyes.value)}
        data-testid="replay-eyes"
        onChange={(e) => game.seeAs(e.currentTarget.value === 'all' ? 'all' : Number(e.currentTarget.value))}
      >
        <option value="all">{t('all hands')}</option>
        {game.names.value.map((name, seat) => (
          <option key={seat} value={seat}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon-button open-review"
        title={t('Review of the match')}
        data-testid="open-review"
        onClick={() => (openPanel.value = openPanel.value?.panel === 'review' ? null : { panel: 'review' })}
      >
        <Icon name="list" /> <span>{t('Review')}</span>
      </button>
    </header>
  );
}

/** Behind the slider: the curve, the rounds, and where it turned. */
function Track({ game }: { game: ReplayGame }) {
  const { replay, chances, subject } = game;
  const known = useComputed(() => chancesOf(chances.value, subject.value));
  const path = useComputed(() => pathOf(known.value));
  const turns = useComputed(() => turnsOf(known.value, MARKS));
  const last = known.value.length - 1;
  const left = (n: number): string => `${(100 * n) / Math.max(1, replay.length)}%`;
  return (
    <div class="track" aria-hidden={true} data-testid="curve" data-known={last}>
      <svg viewBox={`0 0 ${Math.max(1, replay.length)} 1`} preserveAspectRatio="none">
        {last > 0 ? <path class="under-curve" d={`${path.value}V1H0Z`} /> : null}
        <path class="curve" d={path.value} />
      </svg>
      {replay.rounds.slice(1).map((n) => (
        <i key={n} class="round-mark" style={{ left: left(n) }} />
      ))}
      {turns.value.map(({ n, change: by }) => (
        <i key={`t${n}`} class={`turn-mark ${by < 0 ? 'minus' : 'plus'}`} style={{ left: left(n), top: `${100 * (1 - (known.value[n] ?? 0))}%` }} />
      ))}
    </div>
  );
}

/** "Ana 43 %": the chance of who is looked at, now. */
function Chance({ game }: { game: ReplayGame }) {
  const now = game.chances.value[game.at.value]?.[game.subject.value];
  return (
    <span class="replay-chance" data-testid="chance">
      {now === undefined ? '' : t('{name}: {part} to win', { name: game.names.value[game.subject.value] ?? '', part: percent(now) })}
    </span>
  );
}

/** Keys that mean something at a table, and nothing in what has been played. */
const TABLE_KEYS = /^[adkcuxptyno/1-4]$/i;

function useReplayKeys(game: ReplayGame): void {
  useEffect(() => {
    const key = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const on = e.target instanceof Element ? e.target : null;
      if (on?.closest('input:not([type=range]), select, textarea')) return;
      const arrows = !on?.closest('input, .panel-body');
      const { length } = game.replay;
      const doing: Record<string, (() => void) | false> = {
        ArrowRight: arrows && (() => game.step()),
        ArrowLeft: arrows && (() => game.go(game.at.peek() - 1)),
        PageDown: arrows && (() => game.round(1)),
        PageUp: arrows && (() => game.round(-1)),
        Home: arrows && (() => game.go(0)),
        End: arrows && (() => game.go(length)),
        ' ': !on?.closest('a, button:not(.hand-card)') && (() => game.toggle()),
      };
      const run = doing[e.key];
      if (run) {
        e.preventDefault();
        if (e.key.startsWith('Arrow')) game.pause();
        run();
      }
      if (run || TABLE_KEYS.test(e.key)) e.stopPropagation();
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [game]);
}

const by = (game: ReplayGame, go: () => void) => () => {
  game.pause();
  go();
};

/** What if: the person takes a seat here, bots the others. */
function PlayOn({ game }: { game: ReplayGame }) {
  const view = game.view.value;
  if (!view) return null;
  const name = game.names.value[game.seatToPlay] ?? '';
  const begin = async (): Promise<void> => {
    const from = replayAt(route.peek(), game.at.peek());
    const table = await game.playOn();
    if (from) noteOrigin(table, from);
    go(`/#play/${table}`);
  };
  return (
    <button
      type="button"
      class="icon-button play-on"
      title={t('Play on from here as {name}, against bots', { name })}
      data-testid="play-on"
      disabled={view.phase === 'match_over'}
      onClick={() => void begin().catch(() => game.tell(t('That did not work. Try again.')))}
    >
      <Icon name="hand" /> <span>{t('Play on from here')}</span>
    </button>
  );
}

export function Foot({ game }: { game: ReplayGame }) {
  useReplayKeys(game);
  const { replay, at, playing } = game;
  const last = replay.length;
  const faster = (): void => void (speed.value = SPEEDS[(SPEEDS.indexOf(speed.peek() as 1) + 1) % SPEEDS.length]!);
  return (
    <div class="actions replay-bar" role="group" aria-label={t('Replay')}>
      <div class="replay-where">
        <Track game={game} />
        <input
          type="range"
          class="range"
          min={0}
          max={last}
          value={at.value}
          aria-label={t('Move')}
          aria-valuetext={t('Move {i} of {n}', { i: at.value, n: last })}
          data-testid="replay-range"
          onInput={(e) => {
            game.pause();
            game.go(Number(e.currentTarget.value));
          }}
        />
      </div>
      <p class="replay-at">
        <Chance game={game} />
        <span>
          {at.value} / {last}
        </span>
      </p>
      <div class="replay-keys">
        <IconButton icon="prev" label={t('Previous round')} testid="round-back" onClick={by(game, () => game.round(-1))} />
        <IconButton icon="back" label={t('Step back')} testid="step-back" onClick={by(game, () => game.go(at.value - 1))} />
        <IconButton
          icon={playing.value ? 'pause' : 'play'}
          label={playing.value ? t('Pause') : t('Play')}
          testid="replay-play"
          onClick={() => game.toggle()}
        />
        <span class="flip">
          <IconButton icon="back" label={t('Step forward')} testid="step-on" onClick={by(game, () => game.step())} />
        </span>
        <IconButton icon="next" label={t('Next round')} testid="round-on" onClick={by(game, () => game.round(1))} />
        <PlayOn game={game} />
        <button type="button" class="icon-button replay-speed" data-testid="replay-speed" title={t('Speed')} aria-label={`${t('Speed')}: ${number(speed.value)}×`} onClick={faster}>
          {number(speed.value)}×
        </button>
      </div>
    </div>
  );
}
