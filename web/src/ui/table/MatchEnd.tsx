/*
 * MatchEnd.tsx - a match is over: a podium with faces, what one remembers of it, and where to go from here.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { burst } from '../../fx/flight.js';
import { pictureOf } from '../../game/picture.js';
import { podium, type Standing } from '../../game/ranking.js';
import { type TurningPoint, turningPoints } from '../../game/turningPoints.js';
import { t, tn } from '../../i18n.js';
import { dayOf, type TableMessage } from '../../local/api.js';
import { openReplay } from '../../local/replay.js';
import { engine } from '../../state/engine.js';
import { type Game, listed, ruleInForce, titleOf, withoutPoints } from '../../state/game.js';
import { lang, still } from '../../state/prefs.js';
import { Button, Link } from '../controls.js';
import { Icon, type IconName } from '../icons.js';
import { fileOf } from '../pages/ReplayPage.js';
import { useGame, useStage } from './context.js';
import { Ended } from './Ended.js';
import { Askers, Score } from './Evening.js';
import { standingsOf } from './Result.js';
import { Avatar } from './Seats.js';

// ---- the podium ----

const RISE_MS = 420;
/** The third rises first. */
const APART_MS = 280;
const POINTS_MOST = 3;
/** A saved picture has been written by then. */
const FORGET_MS = 60_000;

const nameOf = (game: Game, seat: number): string => (seat === game.you.value ? t('You') : (game.names.value[seat] ?? ''));

const mineFirst = (seats: readonly number[], you: number | null): number[] => [...seats].sort((a, b) => Number(b === you) - Number(a === you));

function Step({ side }: { side: Standing }) {
  const game = useGame();
  const view = game.view.value!;
  const cards = side.seats.map((seat) => view.sizes[seat] ?? 0).join(' + ');
  const count = withoutPoints(view) ? tn('{n} card', '{n} cards', side.team ? 2 : side.cards, { n: cards }) : tn('{n} point', '{n} points', side.points);
  return (
    <li class={`step place-${side.place} ${side.won ? 'won' : ''}`} data-testid={`step-${side.seats[0]}`}>
      <span class="step-faces">
        {side.won ? <Icon name="crown" /> : null}
        {side.seats.map((seat) => (
          <Avatar
            key={seat}
            seat={game.table.value?.seats.find((s) => s.seat === seat)}
            name={game.names.value[seat] ?? ''}
            mood={side.won ? 'winning' : 'beaten'}
          />
        ))}
      </span>
      <span class="step-name">{listed(mineFirst(side.seats, game.you.value).map((seat) => nameOf(game, seat)))}</span>
      <span class="step-block">
        <b>{side.place}</b>
        <small>{count}</small>
      </span>
    </li>
  );
}

/** The first three on their steps; bits of paper for who has won. */
export function Podium({ sides }: { sides: Standing[] }) {
  const game = useGame();
  const { line } = useStage();
  const box = useRef<HTMLOListElement>(null);
  const list = podium(sides);
  const { length } = list;
  useLayoutEffect(() => {
    if (!length || still.peek() || document.hidden) return undefined;
    const steps = [...box.current!.children].reverse();
    steps.forEach((el, i) => {
      const rises = [{ translate: '0 60%', opacity: 0 }, { translate: '0 -4%', opacity: 1, offset: 0.75 }, { translate: '0 0' }];
      void line.moves(el.animate(rises, { duration: RISE_MS, delay: i * APART_MS, easing: 'ease-out', fill: 'backwards' }));
    });
    const mine = list[0]!.won && list[0]!.seats.includes(game.you.peek() ?? -1);
    return mine ? line.at(length * APART_MS, burst) : undefined;
  }, [length]);
  if (!length) return null;
  return (
    <ol class={`podium of-${length}`} role="list" aria-label={t('Ranking')} data-testid="podium" ref={box}>
      {list.map((side) => (
        <Step key={side.seats[0]} side={side} />
      ))}
    </ol>
  );
}

// ---- turning points ----

const ICONS: Record<TurningPoint['kind'], IconName> = {
  comeback: 'up',
  swing: 'plus',
  blow: 'hand',
  bluff: 'eye',
  caught: 'flag',
  held: 'list',
  rounds: 'crown',
  moves: 'clock',
};

const SAYS: Record<TurningPoint['kind'], (n: number) => string> = {
  comeback: (n) => t('comeback from {n} points behind', { n }),
  swing: (n) => tn('{n} point in one round', '{n} points in one round', n),
  blow: (n) => t('+{n} cards at once', { n }),
  bluff: (n) => tn('{n} bluff seen through', '{n} bluffs seen through', n),
  caught: (n) => tn('{n} forgotten UNO caught', '{n} forgotten UNOs caught', n),
  held: (n) => tn('{n} card in hand', 'up to {n} cards in hand', n),
  rounds: (n) => tn('{n} round won', '{n} rounds won', n),
  moves: (n) => tn('{n} move', '{n} moves', n),
};

/** They are asked for twice: to be read, and for the picture. */
const known = new WeakMap<Game, { key: string; points: Promise<TurningPoint[]> }>();

function pointsOf(game: Game): Promise<TurningPoint[]> {
  const key = game.table.peek()?.key ?? '';
  const before = known.get(game);
  if (before?.key === key) return before.points;
  const points = findPoints(game);
  known.set(game, { key, points });
  return points;
}

async function findPoints(game: Game): Promise<TurningPoint[]> {
  const key = game.table.peek()?.key;
  const file = key ? await fileOf(key, game.local) : null;
  if (!file) return [];
  const replay = await openReplay(await engine(), file, lang.peek());
  const few = ruleInForce(game.view.peek()!, 'scoring') === 'hands';
  return turningPoints(replay, few, POINTS_MOST).finally(() => replay.close());
}

/** From the match file, when it has come; its place is there before. */
export function TurningPoints() {
  const game = useGame();
  const found = useSignal<TurningPoint[] | null>(null);
  const key = game.table.value?.key;
  useEffect(() => {
    let gone = false;
    const show = (list: TurningPoint[]): void => void (gone || (found.value = list));
    pointsOf(game).then(show, () => show([]));
    return () => void (gone = true);
  }, [key]);
  return (
    <section class="turning-points" aria-label={t('Turning points')} data-testid="turning-points" data-ready={found.value ? 'yes' : undefined}>
      <ul role="list">
        {found.value?.map((one) => (
          <li key={one.kind} data-kind={one.kind}>
            <Icon name={ICONS[one.kind]} />
            {one.seats.length ? <b>{listed(one.seats.map((seat) => nameOf(game, seat)))}: </b> : null}
            <span>{SAYS[one.kind](one.n)}</span>
            {one.round && game.view.value!.round > 1 ? <small>{t('Round {n}', { n: one.round })}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

// ---- and then ----

/** The first of them, in a sentence of the picture. */
async function momentOf(game: Game): Promise<string> {
  const [one] = await pointsOf(game);
  if (!one) return '';
  const who = listed(one.seats.map((seat) => game.names.peek()[seat] ?? ''));
  return `${who ? `${who}: ` : ''}${SAYS[one.kind](one.n)}`;
}

/** To a messenger, where the browser has a way there; else as a file. Made before it is asked for: some browsers share
 * only at once after a touch. */
function Picture({ table }: { table: TableMessage }) {
  const game = useGame();
  const file = useRef<File | null>(null);
  const view = game.view.value!;
  const title = titleOf(view, game.names.value, null);
  const head = game.local && dayOf(game.code) ? `Mazo · ${table.title}` : 'Mazo';
  const url = game.local ? undefined : `${location.origin}/r/${table.key}`;
  useEffect(() => {
    let gone = false;
    const make = async (): Promise<void> => {
      const moment = await momentOf(game).catch(() => '');
      if (gone) return;
      const rows = standingsOf(view).map(({ place, seats, points, cards, won }) => ({
        place,
        won,
        mine: seats.includes(view.seat ?? -1),
        name: listed(seats.map((seat) => game.names.peek()[seat] ?? '')),
        points: withoutPoints(view) ? tn('{n} card', '{n} cards', cards) : tn('{n} point', '{n} points', points),
      }));
      file.current = await pictureOf({ head, title, rows, moment });
    };
    make().catch(() => {}); // then there is none
    return () => void (gone = true);
  }, [table.key]);
  const hand = async (): Promise<void> => {
    const picture = file.current;
    if (!picture) return;
    if (navigator.canShare?.({ files: [picture] })) {
      await navigator.share({ files: [picture], text: `${head}: ${title}`, ...(url ? { url } : {}) }).catch(() => {});
      return;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(picture);
    link.download = picture.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), FORGET_MS);
  };
  return (
    <Button class="quiet" testid="share-match" onClick={() => void hand()}>
      <Icon name="share" /> {t('Picture')}
    </Button>
  );
}

export function MatchButtons() {
  const game = useGame();
  const table = game.table.value;
  return (
    <>
      <div class="row wrap">
        {table?.key ? (
          <Link class="button quiet" to={game.local ? `/#replay/${table.key}` : `/r/${table.key}`} testid="to-replay">
            <Icon name="eye" /> {t('Watch it again')}
          </Link>
        ) : null}
        {table?.key ? <Picture table={table} /> : null}
        <Link class="button quiet" to="/" testid="to-start">
          {t('Home')}
        </Link>
      </div>
      <div class="match-after">
        {table ? <Score table={table} /> : null}
        {table ? <Askers table={table} /> : null}
        <Ended />
      </div>
    </>
  );
}
