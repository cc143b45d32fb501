/*
 * Announcer.tsx - the table by ear: every sentence of the match, and on one's own turn what there is to do.
 */
import { useEffect, useRef } from 'preact/hooks';
import { cardName, colorName, isWild } from '../../game/cards.js';
import { playable } from '../../game/options.js';
import { ended } from '../../game/sentence.js';
import { t, tn } from '../../i18n.js';
import type { GameEvent } from '../../local/api.js';
import { words } from '../../state/engine.js';
import { heard, interrupt, speak, turnHere } from '../../state/announce.js';
import { type Game, type LogEntry, sentences, titleOf } from '../../state/game.js';
import { jumpIn } from './Actions.js';
import { useStage, useGame } from './context.js';

/** Of a deal one's own cards come first, and not who drew what for the dealer. */
function inOrder(events: GameEvent[], you: number | null): GameEvent[] {
  const own = (e: GameEvent): boolean => e.event === 'dealt' && e.seat === you;
  return [...events.filter(own), ...events.filter((e) => e.event !== 'cut' && e.event !== 'dealt')];
}

function turnInWords(game: Game): string {
  const { top, color, phase, hand } = game.view.value!;
  const fit = playable(game.legal.value);
  const count = hand.filter((card) => fit.has(card)).length;
  const on = !top
    ? ''
    : isWild(top) && color
      ? t('On top: {card}, color {color}', { card: cardName(top), color: colorName(color) })
      : t('On top: {card}', { card: cardName(top) });
  const ask = game.ask.value;
  const asked = (phase === 'write' ? ask?.title : ask?.sentence) ?? '';
  const fits = phase === 'play' && count ? tn('{n} card fits', '{n} cards fit', count) : '';
  return [phase === 'play' && asked ? '' : t('Your turn'), asked, fits, on].filter(Boolean).map(ended).join(' ');
}

/** The sentences of the log, once the reel has shown what they tell. */
function useSentences(game: Game): void {
  const last = game.log.value[game.log.value.length - 1];
  const turning = useStage().spinning.value;
  const told = useRef<LogEntry | null>(null);
  const rest = useRef<LogEntry | null>(null); // what the reel will show
  useEffect(() => {
    if (!last || !words.value) return;
    const fresh = last !== told.current;
    const said = rest.current && (fresh || !turning) ? sentences(rest.current) : [];
    if (fresh || !turning) rest.current = null;
    if (fresh) {
      const events = inOrder(last.events, last.seat);
      const spun = turning ? events.findIndex((e) => e.event === 'spun') : -1;
      if (spun >= 0) rest.current = { ...last, events: events.slice(spun) };
      said.push(...sentences({ ...last, events: spun < 0 ? events : events.slice(0, spun) }));
      if (events.some((e) => e.event === 'match_over')) said.push(titleOf(game.view.peek()!, last.names, last.seat));
    }
    told.current = last;
    speak(...said.map(ended));
  }, [last, turning, words.value]);
}

/** The reader's turn: when it begins, when there is something else to do, and after each own move that it outlasts. */
function useTurn(game: Game): void {
  const { spinning } = useStage();
  const mine = game.myTurn.value && !spinning.value;
  const jump = jumpIn(game);
  const text = mine ? turnInWords(game) : jump && ended(jump);
  const last = game.log.value[game.log.value.length - 1];
  const acted = useRef(-1);
  if (mine && last?.events.some((e) => 'seat' in e && e.seat === last.seat)) acted.current = last.n;
  useEffect(() => interrupt(text), [text, acted.current]);
  useEffect(() => {
    turnHere.value = game.myTurn.value;
  }, [game.myTurn.value]);
  useEffect(
    () => () => {
      turnHere.value = false;
      interrupt('');
      heard.value = [];
    },
    [],
  );
}

export function Announcer() {
  const game = useGame();
  useSentences(game);
  useTurn(game);
  return null;
}
