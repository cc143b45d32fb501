/*
 * TableScreen.tsx - the table while a match runs.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { tint } from '../../fx/drama.js';
import { t, tn } from '../../i18n.js';
import { loadWords } from '../../state/engine.js';
import { type Game, pointsText } from '../../state/game.js';
import { socket, trouble } from '../../state/me.js';
import { sound } from '../../state/prefs.js';
import { Button, IconButton } from '../controls.js';
import { Icon } from '../icons.js';
import { usePage, usePeople } from '../LiveRegions.js';
import { later } from '../later.js';
import { rulesTitle } from '../RulesForm.js';
import { Actions } from './Actions.js';
import { Announcer } from './Announcer.js';
import { Asks } from './Asks.js';
import { Seconds, ClockRing } from './Clock.js';
import { closeAsks, GameContext, openPanel, stageOf, useGame, useStage } from './context.js';
import { Hand, order } from './Hand.js';
import { useKeys } from './keys.js';
import { Banner, NoticeLine } from './Notice.js';
import { Piles } from './Piles.js';
import { Bubbles, Seats } from './Seats.js';
import { Recent, Ticker } from './Ticker.js';

const Drama = later((m) => m.Drama, 'unseen');
const Emotes = later((m) => m.Emotes, 'unseen');
const Panels = later((m) => m.Panels, true);
const RoundEnd = later((m) => m.RoundEnd, true);
const Write = later((m) => m.Write, true);

const toggle = (panel: 'chat' | 'rules' | 'menu' | 'watchers') => () => {
  openPanel.value = openPanel.value?.panel === panel ? null : { panel };
};

export function NetState() {
  const state = socket.state.value;
  const words = trouble();
  if (!words && (state === 'open' || state === 'off')) return null;
  return (
    <div class="net-state" role="status" data-testid="net-state">
      <span>{words ?? t('No connection: trying again…')}</span>
    </div>
  );
}

function TopBar() {
  const game = useGame();
  const table = game.table.value;
  const view = game.view.value!;
  const title = table?.title || (game.local ? t('Against bots') : (table?.table ?? ''));
  const head = usePage(title);
  return (
    <header class="top-bar">
      <IconButton icon="menu" label={t('Menu')} testid="open-menu" onClick={toggle('menu')} />
      <div class="table-names">
        <h1 class="table-title" tabIndex={-1} ref={head}>
          {title}
        </h1>
        <p class="house">
          {view.round > 0 ? `${t('Round {n}', { n: view.round })} · ` : ''}
          <span data-testid="rules-title">{rulesTitle(view, view.sizes.length)}</span>
        </p>
      </div>
      {table?.watchers ? (
        <button
          type="button"
          class="watchers"
          aria-label={tn('{n} spectator', '{n} spectators', table.watchers)}
          data-testid="watchers"
          onClick={toggle('watchers')}
        >
          <Icon name="eye" /> {table.watchers}
        </button>
      ) : null}
      <IconButton icon="book" label={t('The rules of this table')} testid="open-rules" onClick={toggle('rules')} />
      {game.local ? null : (
        <IconButton
          icon="chat"
          label={t('Chat')}
          testid="open-chat"
          badge={game.unread.value}
          onClick={toggle('chat')}
        />
      )}
      <IconButton
        icon={sound.value ? 'sound' : 'mute'}
        label={t('Sounds')}
        aria-pressed={sound.value}
        testid="sound"
        onClick={() => (sound.value = !sound.value)}
      />
    </header>
  );
}

/** The reader's own line above the hand. */
function Own() {
  const game = useGame();
  const view = game.view.value!;
  if (view.seat === null) return null;
  const mine = game.myTurn.value;
  const own = game.names.value[view.seat]; // or what the table calls who has typed no name
  const { blocked } = useStage().drama;
  return (
    <div class={`own ${view.turn === view.seat ? 'turn' : ''}`} data-anchor="own" data-testid="own" data-blocked={blocked.value.includes(view.seat) || undefined}>
      <span class="own-turn">{mine ? <ClockRing /> : null}</span>
      <span class="own-words" key={String(mine)}>
        <span>{mine ? t('Your turn') : own === t('Player') ? t('You') : own}</span>
        {mine ? <Seconds /> : null}
        {view.uno[view.seat] && view.hand.length <= 2 ? <span class="own-uno">UNO</span> : null}
      </span>
      <span class="own-score" key={`${view.round} ${view.scores[view.seat]}`}>
        {pointsText(view, view.seat)}
      </span>
      <IconButton
        icon="sort"
        label={order.value === 'color' ? t('Sort by value') : t('Sort by color')}
        onClick={() => (order.value = order.value === 'color' ? 'value' : 'color')}
        testid="sort"
      />
      <Bubbles seat={view.seat} />
    </div>
  );
}

/** The clock has run out, and a bot has our cards. Any touch brings us back. */
function Replaced() {
  const game = useGame();
  if (!game.replaced.value) return null;
  return (
    <div class="ask replaced" role="alert" data-testid="replaced">
      <p>{t('You did not answer in time: a bot plays for you.')}</p>
      <Button class="main" testid="come-back" onClick={() => game.comeBack()}>
        {t('I am back')}
      </Button>
    </div>
  );
}

function Playing({ foot }: { foot?: ComponentChildren }) {
  const game = useGame();
  const view = game.view.value!;
  const { begun, over: ended } = useStage();
  const over = ended.value;
  return (
    <>
      <div
        key={String(over)}
        class="felt"
        data-testid="felt"
        data-phase={view.phase}
        data-over={over ? 'yes' : undefined}
        data-turn={view.turn}
        data-n={game.n}
      >
        <Seats />
        <div class="middle" key={String(view.phase === 'write')}>
          {view.phase === 'write' ? <Write /> : over ? <RoundEnd /> : <Piles />}
          {over ? null : <Banner />}
        </div>
        {begun.value ? <Drama /> : null}
        {begun.value && !over && !foot && view.phase !== 'write' ? <Emotes /> : null}
        <div class="over-felt">
          <NoticeLine />
          <Replaced />
          {over || view.phase === 'write' ? null : <Asks />}
        </div>
        <Ticker />
      </div>
      {over || view.phase === 'write' ? null : <Recent />}
      {over || view.phase === 'write' || view.seat === null ? null : (
        <>
          <Own />
          <Hand />
        </>
      )}
      {foot ?? <Actions over={over} />}
    </>
  );
}

interface ScreenProps {
  game: Game;
  /** In place of the bar at the top: the lesson's words, a replay's. */
  head?: ComponentChildren;
  /** In place of the bar at the bottom. */
  foot?: ComponentChildren;
}

export function TableScreen({ game, head, foot }: ScreenProps) {
  const root = useRef<HTMLElement>(null);
  const stage = stageOf(game);
  useEffect(() => {
    stage.open(root.current!);
    void loadWords();
    return () => {
      closeAsks();
      stage.close();
      openPanel.value = null;
    };
  }, [game]);
  useKeys(game);
  usePeople(game);
  const view = game.view.value;
  const color = tint(view);
  const wash = stage.drama.wash.value;
  const named = wash ? wash.from : color;
  return (
    <GameContext.Provider value={game}>
      <main
        class="table-screen"
        data-testid="table"
        ref={root}
        data-named={named ?? undefined}
        data-wash={wash ? (color ?? undefined) : undefined}
        style={wash ? { '--x': `${wash.x}px`, '--y': `${wash.y}px`, '--wait': `${wash.wait}ms` } : {}}
        onPointerDown={() => {
          stage.hurry();
          game.comeBack();
        }}
        onKeyDown={() => game.comeBack()}
      >
        {head ?? <TopBar />}
        {head ? null : <NetState />}
        <Playing key={game.code} foot={foot} />
        {openPanel.value ? <Panels /> : null}
        <Announcer />
      </main>
    </GameContext.Provider>
  );
}
