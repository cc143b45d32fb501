/*
 * TableScreen.tsx - the table while a match runs.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { clearStage, perform } from '../../fx/stage.js';
import { isWild } from '../../game/cards.js';
import { t } from '../../i18n.js';
import { loadWords } from '../../state/engine.js';
import { type Game, pointsText } from '../../state/game.js';
import { socket, trouble } from '../../state/me.js';
import { sound, still } from '../../state/prefs.js';
import { Button, IconButton } from '../bits.js';
import { Icon } from '../icons.js';
import { usePage, usePeople } from '../Ears.js';
import { later } from '../later.js';
import { rulesTitle } from '../RulesForm.js';
import { Actions } from './Actions.js';
import { Announcer } from './Announcer.js';
import { Asks } from './Asks.js';
import { Seconds, ClockRing } from './Clock.js';
import { closeAsks, GameContext, openPanel, useGame } from './context.js';
import { Hand, order } from './Hand.js';
import { useKeys } from './keys.js';
import { Banner, NoticeLine } from './Notice.js';
import { Piles } from './Piles.js';
import { Bubbles, Seats } from './Seats.js';
import { Recent, Ticker } from './Ticker.js';

const Panels = later((m) => m.Panels, true);
const RoundEnd = later((m) => m.RoundEnd, true);
const Write = later((m) => m.Write, true);

const toggle = (panel: 'chat' | 'rules' | 'menu') => () => {
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
          <span>{title}</span>{' '}
          <span class="round-number">{view.round > 0 ? t('Round {n}', { n: view.round }) : ''}</span>
        </h1>
        <p class="house" data-testid="rules-title">
          {rulesTitle(view, view.sizes.length)}
        </p>
      </div>
      {table?.watchers ? (
        <span class="watchers" title={t('Watching')} data-testid="watchers">
          <Icon name="eye" /> {table.watchers}
        </span>
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
  return (
    <div class={`own ${mine ? 'turn' : ''}`} data-anchor="own" data-testid="own">
      <span class="own-turn">{mine ? <ClockRing /> : null}</span>
      <span class="own-words" key={String(mine)}>
        <span>{mine ? t('Your turn') : game.names.value[view.seat]}</span>
        {mine ? <Seconds /> : null}
        {view.uno[view.seat] && view.hand.length <= 2 ? <span class="own-uno">UNO</span> : null}
      </span>
      <span class="own-score" key={view.round}>
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

const LAST_CARD_MS = 1000;

/** The end of a round is shown once its last card has landed. */
function useOver(phase: string): boolean {
  const ended = phase === 'round_over' || phase === 'match_over';
  const shown = useSignal(ended);
  useEffect(() => {
    if (!ended) shown.value = false;
    if (!ended || shown.peek()) return undefined;
    const timer = setTimeout(() => (shown.value = true), LAST_CARD_MS);
    return () => clearTimeout(timer);
  }, [ended]);
  return ended && (shown.value || still.value);
}

function Playing() {
  const game = useGame();
  const view = game.view.value!;
  const over = useOver(view.phase);
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
      <Actions over={over} />
    </>
  );
}

/** `head` stands in for the bar at the top: the lesson's words. */
export function TableScreen({ game, head }: { game: Game; head?: ComponentChildren }) {
  useEffect(() => {
    perform(game);
    void loadWords();
    return () => {
      closeAsks();
      clearStage();
      openPanel.value = null;
    };
  }, [game]);
  useKeys(game);
  usePeople(game);
  const view = game.view.value;
  const named = view?.top && isWild(view.top) && !/over$/.test(view.phase) ? view.color : null;
  return (
    <GameContext.Provider value={game}>
      <main
        class="table-screen"
        data-testid="table"
        data-named={named ?? undefined}
        onPointerDown={() => game.comeBack()}
        onKeyDown={() => game.comeBack()}
      >
        {head ?? <TopBar />}
        {game.local ? null : <NetState />}
        <Playing key={game.code} />
        {openPanel.value ? <Panels /> : null}
        <Announcer />
      </main>
    </GameContext.Provider>
  );
}
