/*
 * Actions.tsx - the bar at the bottom. UNO is always at its left end and Catch at its right; no
 * panel covers them. Between them stands what can be done besides playing a card.
 */
import { cardName } from '../../game/cards.js';
import { offers, playable } from '../../game/options.js';
import { t } from '../../i18n.js';
import type { Command, View } from '../../local/api.js';
import { type Game, isCall, picked } from '../../state/game.js';
import { Button, useEscape } from '../bits.js';
import { closeAsks, drafted, isHeir, isHost, isSent, leverAsked, onward, playHeld, pullLever, takeOver, useGame } from './context.js';

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

function rematch(game: Game): void {
  if (isHeir(game)) takeOver(game);
  game.send({ type: 'rematch', table: game.code });
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
      {view.phase === 'match_over' && (isHost(game) || isHeir(game)) ? (
        <Button class="main" testid="rematch" onClick={() => rematch(game)}>
          {t('Play again')}
        </Button>
      ) : null}
    </>
  );
}

/** Out of turn, with a card like the one on top. */
export function jumpIn(game: Game): string {
  const cards = [...playable(game.legal.value)].map(cardName);
  return game.myTurn.value || !cards.length ? '' : t('You can jump in: {cards}', { cards: cards.join(', ') });
}

/** What the table waits for, in a few words, where there is nothing to press. */
function Waiting() {
  const game = useGame();
  const view = game.view.value!;
  if (onward.value) return null;
  if (view.seat === null) return <span class="waiting">{t('You are watching')}</span>;
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
      <div class="actions bare" role="group" aria-label={t('Actions')}>
        <div class="offers">
          <Offers />
          {over ? null : <Waiting />}
        </div>
      </div>
    );
  const hot = offers(game.legal.value, 'uno');
  const danger = view.catchable.includes(view.seat!);
  const prey = view.catchable.some((s) => s !== view.seat);
  return (
    <div class="actions" role="group" aria-label={t('Actions')}>
      <button
        type="button"
        class={`call uno ${hot && (game.myTurn.value || danger) ? 'hot' : ''} ${danger ? 'danger' : ''}`}
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
