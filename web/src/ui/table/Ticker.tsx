/*
 * Ticker.tsx - what happened last, in a sentence; screen readers hear every one. A touch opens
 * the whole log.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { spinning } from '../../fx/stage.js';
import { cardName, colorName, isWild } from '../../game/cards.js';
import { t } from '../../i18n.js';
import { type LogEntry, sentences } from '../../state/game.js';
import { openPanel, useGame } from './context.js';

const MOST = 14;

/** Long names cut, so that one also reads what was done. */
function withShortNames(said: string, names: string[]): string {
  const long = names.filter((name) => [...name].length > MOST).sort((a, b) => b.length - a.length);
  const short = (name: string): string => `${[...name].slice(0, MOST - 2).join('').trimEnd()}…`;
  return long.reduce((text, name) => text.replaceAll(name, short(name)), said);
}

/** The last two sentences; of a challenge the verdict and what it cost, and while the reel turns
 * what came before it. */
function lastSaid(last: LogEntry, turning: boolean): string[] {
  const spun = turning ? last.events.findIndex((e) => e.event === 'spun') : -1;
  if (spun >= 0) return sentences({ ...last, events: last.events.slice(0, spun) }).slice(-2);
  const from = last.events.findIndex((e) => e.event === 'verdict');
  return from < 0 ? sentences(last).slice(-2) : sentences({ ...last, events: last.events.slice(from, from + 2) });
}

export function Ticker() {
  const game = useGame();
  const last = game.log.value[game.log.value.length - 1];
  const said = last ? lastSaid(last, spinning.value) : [];
  return (
    <button
      type="button"
      class="ticker"
      data-testid="ticker"
      title={t('What happened: open the log')}
      onClick={() => (openPanel.value = openPanel.value?.panel === 'log' ? null : { panel: 'log' })}
    >
      <span key={last?.n}>{withShortNames(said.join(' · '), last?.names ?? [])}</span>
    </button>
  );
}

const RECENT = 5;

/** On a tablet held upright: the last sentences below the table, and a touch opens the log. */
export function Recent() {
  const game = useGame();
  const [last, ...before] = [...game.log.value].reverse().slice(0, RECENT);
  const lines = [...(last ? lastSaid(last, spinning.value).reverse() : []), ...before.flatMap((e) => sentences(e).reverse())];
  return (
    <button
      type="button"
      class="recent"
      data-testid="recent"
      title={t('What happened: open the log')}
      onClick={() => (openPanel.value = { panel: 'log' })}
    >
      {lines
        .slice(0, RECENT)
        .reverse()
        .map((line, i) => (
          <span key={i}>{line}</span>
        ))}
    </button>
  );
}

/** Two live regions: all sentences politely, and one's own turn at once. */
export function Announcer() {
  const game = useGame();
  const polite = useSignal('');
  const urgent = useSignal('');
  const last = game.log.value[game.log.value.length - 1];
  const mine = game.myTurn.value;
  const turning = spinning.value;
  const told = useRef<LogEntry | null>(null);
  const rest = useRef<LogEntry | null>(null); // what the reel will show
  useEffect(() => {
    if (!last) return;
    const fresh = last !== told.current;
    const said = rest.current && (fresh || !turning) ? sentences(rest.current) : [];
    if (fresh || !turning) rest.current = null;
    if (fresh) {
      const spun = turning ? last.events.findIndex((e) => e.event === 'spun') : -1;
      if (spun >= 0) rest.current = { ...last, events: last.events.slice(spun) };
      said.push(...sentences(spun < 0 ? last : { ...last, events: last.events.slice(0, spun) }));
    }
    told.current = last;
    if (said.length) polite.value = said.map((s) => (/[.!?»]$/.test(s) ? s : `${s}.`)).join(' ');
  }, [last, turning]);
  const heard = game.chat.value[game.chat.value.length - 1];
  useEffect(() => {
    if (heard) polite.value = `${heard.name}: ${heard.text}`;
  }, [heard]);
  useEffect(() => {
    document.title = mine ? `● ${t('Your turn')} · Mazo` : 'Mazo';
    return () => void (document.title = 'Mazo');
  }, [mine]);
  useEffect(() => {
    const view = game.view.peek();
    if (!mine || !view?.top) {
      urgent.value = '';
      return;
    }
    const top = isWild(view.top) && view.color ? `${cardName(view.top)}, ${colorName(view.color)}` : cardName(view.top);
    urgent.value = t('Your turn. On top: {card}.', { card: top });
  }, [mine]);
  return (
    <>
      <div class="unseen" aria-live="polite" data-testid="live">
        {polite.value}
      </div>
      <div class="unseen" aria-live="assertive" data-testid="live-turn">
        {urgent.value}
      </div>
    </>
  );
}
