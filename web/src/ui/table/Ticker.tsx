/*
 * Ticker.tsx - what happened last, in a sentence (Announcer.tsx says every one). A touch opens the whole log.
 */
import { t } from '../../i18n.js';
import { type LogEntry, sentences } from '../../state/game.js';
import { openPanel, useGame, useStage } from './context.js';

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
  const turning = useStage().spinning.value;
  const last = game.log.value[game.log.value.length - 1];
  const said = last ? lastSaid(last, turning) : [];
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
  const turning = useStage().spinning.value;
  const [last, ...before] = [...game.log.value].reverse().slice(0, RECENT);
  const lines = [...(last ? lastSaid(last, turning).reverse() : []), ...before.flatMap((e) => sentences(e).reverse())];
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
