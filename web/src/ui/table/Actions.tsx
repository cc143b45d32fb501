/*
 * Actions.tsx - the bar at the bottom. UNO is always at its left end and Catch at its right; no
 * panel covers them. Between them stands what can be done besides playing a card.
 */
import { cardName } from '../../game/cards.js';
import { offers, playable } from '../../game/options.js';
import { t } from '../../i18n.js';
import type { Command, View } from '../../local/api.js';
import { type Game, isCall, picked } from '../../state/game.js';
import { Button, useEscape } from '../controls.js';
import { Icon } from '../icons.js';
import { closeAsks, drafted, isHeir, isHost, isSent, leverAsked, onward, openPanel, playHeld, pullLever, takeOver, useGame } from './context.js';

/** Catches anyone who can be caught: of several the one who played last. */
export function catchSomebody(game: Game): void {
  const view = game.view.value;
  if (!view) return;
  const open = view.catchable.filter((seat) => seat !== view.seat);
  const last = [...game.log.value]
    .reverse()
    .flatMap((e) => e.events)
    .find((e) => e.event === 'played' && open.includes(e.seat));
  const who = last && 'seat' in last ? last.seat : open[0];
  if (who === undefined) game.say(t('Nobody can be caught now.'));
  else game.do({ do: 'catch', who });
}

/** UNO and Catch mean something. */
export const mayCall = (view: View): boolean => view.seat !== null && view.phase !== 'write';

export function throwPicked(game: Game): void {
  const cards = picked.value.map((key) => key.slice(0, key.lastIndexOf('.')));
  game.do({ do: 'throw', cards });
  picked.value = [];
}

/** Another match: dealt at once, or the table is open first, to be changed. */
function rematch(game: Game, deal: boolean): void {
  if (isHeir(game)) takeOver(game);
  game.send({ type: 'rematch', table: game.code, ...(deal && !game.local ? { deal } : {}) });
  if (!deal && game.table.peek()?.fill) game.send({ type: 'rules', table: game.code, fill: false }); // it does not deal meanwhile
}

/** After a match: the host deals again or changes the table; the others say that they want another one. */
function Again() {
  const game = useGame();
  const table = game.table.value;
  const seat = table?.seats.find((s) => s.seat === table.you);
  if (game.dealing.value)
    return (
      <span class="waiting" role="status">
        {t('Shuffling.')}
      </span>
    );
  if (isHost(game) || isHeir(game))
    return (
      <>
        <Button class="main" testid="again" onClick={() => rematch(game, true)}>
          {t('Play again')}
        </Button>
        {game.local ? null : (
          <Button testid="rematch" onClick={() => rematch(game, false)}>
            {t('Change the table')}
          </Button>
        )}
      </>
    );
  if (seat?.sits !== 'person' || !table?.series) return null;
  return (
    <Button
      class={seat.again ? 'calm' : 'main'}
      aria-pressed={!!seat.again}
      testid="ask-again"
      onClick={() => game.send({ type: 'again', table: game.code, on: !seat.again })}
    >
      {seat.again ? <Icon name="check" /> : null} {t('Play again')}
    </Button>
  );
}

function Pull() {
  const game = useGame();
  useEscape(() => (leverAsked.value = null));
  return (
    <Button class="main" testid="pull" onClick={() => pullLever(game)}>
      {t('Pull the lever')}
    </Button>
  );
}

/** Options that are not the calm way. */
const LOOKS: Partial<Record<Command['do'], string>> = { accept: 'warn', challenge: 'main', play: 'main', throw: 'main', done: 'main', next: 'main' };

const mayThrow = (view: View): boolean => !view.owed || picked.value.length === Math.min(view.owed, view.hand.length);

function answer(game: Game, what: Command['do']): void {
  const { drawn } = game.view.value!;
  if (what === 'throw') return throwPicked(game);
  if (what === 'play') return drawn ? playHeld(game, drawn) : undefined;
  closeAsks();
  game.do({ do: what } as Command);
}

function Offers() {
  const game = useGame();
  const view = game.view.value!;
  /** On a slow line the answer takes a while. */
  const busy = (what: Command['do']): boolean => isSent(game, what);
  if (onward.value)
    return (
      <Button class="main" testid="onward" onClick={onward.value.go}>
        {onward.value.label}
      </Button>
    );
  if (leverAsked.value) return <Pull />;
  if (view.phase === 'write' && view.seat !== null && !(view.written ?? []).includes(view.seat)) {
    const cards = drafted.value;
    return (
      <Button
        class="main"
        testid="write-done"
        aria-busy={busy('write')}
        disabled={!cards}
        onClick={() => cards && game.do({ do: 'write', rule_cards: cards })}
      >
        {t('Put them in the dispenser')}
      </Button>
    );
  }
  return (
    <>
      {(game.ask.value?.options ?? []).map(({ do: what, label }) =>
        isCall({ do: what }) || (what === 'play' && view.must) ? null : (
          <Button
            key={what}
            class={LOOKS[what] ?? 'calm'}
            testid={what === 'play' ? 'play-drawn' : what}
            aria-busy={busy(what)}
            aria-disabled={(what === 'throw' && !mayThrow(view)) || undefined}
            onClick={() => answer(game, what)}
          >
            {label}
          </Button>
        ),
      )}
      {view.phase === 'match_over' ? <Again /> : null}
    </>
  );
}

/** Out of turn, with a card like the one on top. */
export function jumpIn(game: Game): string {
  const cards = [...playable(game.legal.value)].map(cardName);
  return game.myTurn.value || !cards.length ? '' : t('You can jump in: {cards}', { cards: cards.join(', ') });
}

/** Who watches may sit down where a bot gives its seat. */
function Watching() {
  const game = useGame();
  const given = game.table.value?.seats.find((s) => s.sits === 'bot' && s.gives);
  return (
    <>
      <span class="waiting">{t('You are watching')}</span>
      {given ? (
        <Button class="main" testid="play-along" onClick={() => (openPanel.value = { panel: 'seat', seat: given.seat })}>
          {t('Play along')}
        </Button>
      ) : null}
    </>
  );
}

/** What the table waits for, in a few words, where there is nothing to press. */
function Waiting() {
  const game = useGame();
  const view = game.view.value!;
  if (onward.value || leverAsked.value) return null;
  if (view.seat === null) return <Watching />;
  const ask = game.ask.value;
  const own = view.turn === view.seat;
  const stuck = view.must || (view.phase === 'play' && !!ask?.options.every(isCall));
  const must = !game.myTurn.value ? jumpIn(game) : own && stuck ? ask?.sentence : '';
  if (must)
    return (
      <span class="waiting must" data-testid="must">
        {must}
      </span>
    );
  if (!ask || own || view.phase === 'write' || view.phase.endsWith('over')) return null;
  return (
    <span class="waiting" key={view.turn}>
      {ask.title}
    </span>
  );
}

/** Who watches, writes rule cards or reads the points has nothing to call. */
export function Actions({ over }: { over: boolean }) {
  const game = useGame();
  const view = game.view.value!;
  if (over || !mayCall(view))
    return (
      <div class="actions bare" key="bare" role="group" aria-label={t('Actions')}>
        <div class="offers">
          <Offers />
          {over ? null : <Waiting />}
        </div>
      </div>
    );
  const legal = game.legal.value;
  const danger = view.catchable.includes(view.seat!);
  // With two cards of which none can be played it can be said, but there is no reason to.
  const hot = offers(legal, 'uno') && (danger || (game.myTurn.value && playable(legal).size > 0));
  const prey = view.catchable.some((s) => s !== view.seat);
  return (
    <div class="actions" key="calls" role="group" aria-label={t('Actions')}>
      <button
        type="button"
        class={`call uno ${hot ? 'hot' : ''} ${danger ? 'danger' : ''}`}
        data-testid="uno"
        aria-busy={isSent(game, 'uno')}
        onClick={() => game.do({ do: 'uno' })}
      >
        {t('UNO!')}
      </button>
      <div class="offers">
        <Offers />
        <Waiting />
      </div>
      <button
        type="button"
        class={`call catch ${prey ? 'hot' : ''}`}
        data-testid="catch"
        aria-busy={isSent(game, 'catch')}
        onClick={() => catchSomebody(game)}
      >
        {t('Catch')}
      </button>
    </div>
  );
}
