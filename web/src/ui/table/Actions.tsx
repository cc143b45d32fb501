/*
 * Actions.tsx - the bar at the bottom. UNO is always at its left end and Catch at its right; no
 * panel covers them. Between them stands what can be done besides playing a card.
 */
import { cardName } from '../../game/cards.js';
import { offers, playable } from '../../game/options.js';
import { t, tn } from '../../i18n.js';
import type { Command, View } from '../../local/api.js';
import type { Game } from '../../state/game.js';
import { Button, useEscape } from '../bits.js';
import { closeAsks, drafted, isHeir, isHost, isSent, leverAsked, onward, picked, playHeld, pullLever, takeOver, useGame } from './context.js';

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

function throwLabel(view: View): string {
  const n = picked.value.length;
  if (view.target !== null && view.target !== undefined) return tn('Give {n} card', 'Give {n} cards', n);
  return n === 0 && !view.owed ? t('Throw none') : tn('Throw {n} card', 'Throw {n} cards', n);
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

function Offers() {
  const game = useGame();
  const view = game.view.value!;
  const legal = game.legal.value;
  const mine = view.seat !== null && view.turn === view.seat;
  /** On a slow line the answer takes a while. */
  const busy = (what: Command['do']): boolean => isSent(game, what);
  const act = (what: 'draw' | 'keep' | 'accept' | 'challenge' | 'pass' | 'done' | 'next') => () => {
    closeAsks();
    game.do({ do: what });
  };
  if (onward.value)
    return (
      <Button class="main" testid="onward" onClick={onward.value.go}>
        {onward.value.label}
      </Button>
    );
  if (view.phase === 'throw' && mine) {
    const ready = !view.owed || picked.value.length === Math.min(view.owed, view.hand.length);
    return (
      <Button class="main" testid="throw" aria-busy={busy('throw')} aria-disabled={!ready} onClick={() => throwPicked(game)}>
        {throwLabel(view)}
      </Button>
    );
  }
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
      {offers(legal, 'accept') ? (
        <Button class="warn" testid="accept" aria-busy={busy('accept')} onClick={act('accept')}>
          {tn('Draw {n}', 'Draw {n}', view.pending)}
        </Button>
      ) : null}
      {offers(legal, 'challenge') ? (
        <Button class="main" testid="challenge" aria-busy={busy('challenge')} onClick={act('challenge')}>
          {t('Challenge')}
        </Button>
      ) : null}
      {offers(legal, 'draw') ? (
        <Button class="calm" testid="draw" aria-busy={busy('draw')} onClick={act('draw')}>
          {t('Draw')}
        </Button>
      ) : null}
      {view.phase === 'drawn' && view.drawn && offers(legal, 'keep') && playable(legal).has(view.drawn) ? (
        <Button class="main" testid="play-drawn" onClick={() => playHeld(game, view.drawn!)}>
          {t('Play it')}
        </Button>
      ) : null}
      {offers(legal, 'keep') ? (
        <Button class="calm" testid="keep" aria-busy={busy('keep')} onClick={act('keep')}>
          {t('Keep it')}
        </Button>
      ) : null}
      {offers(legal, 'pass') ? (
        <Button class="calm" testid="pass" aria-busy={busy('pass')} onClick={act('pass')}>
          {t('Pass')}
        </Button>
      ) : null}
      {offers(legal, 'done') ? (
        <Button class="main" testid="done" aria-busy={busy('done')} onClick={act('done')}>
          {view.phase === 'dare' ? t('Done') : t('Stop playing')}
        </Button>
      ) : null}
      {view.phase === 'round_over' && view.seat !== null ? (
        <Button class="main" testid="next" aria-busy={busy('next')} onClick={act('next')}>
          {t('Next round')}
        </Button>
      ) : null}
      {view.phase === 'match_over' && (isHost(game) || isHeir(game)) ? (
        <Button class="main" testid="rematch" onClick={() => rematch(game)}>
          {t('Play again')}
        </Button>
      ) : null}
    </>
  );
}

/** There is nothing to press because a card has to be played. */
export function mustLay(view: View, legal: readonly Command[]): string {
  if (view.phase === 'drawn') return offers(legal, 'keep') ? '' : t('You must play the card you drew');
  return view.phase === 'play' && offers(legal, 'play') && !offers(legal, 'draw') && !offers(legal, 'pass')
    ? t('One of your cards fits: you must play it')
    : '';
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
  const must = game.myTurn.value ? mustLay(view, game.legal.value) : jumpIn(game);
  if (must)
    return (
      <span class="waiting must" data-testid="must">
        {must}
      </span>
    );
  if (view.turn === view.seat || view.phase === 'write' || view.phase.endsWith('over')) return null;
  return (
    <span class="waiting" key={view.turn}>
      {t('{name} to move', { name: game.names.value[view.turn] ?? '' })}
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
