/*
 * keys.ts - the table by keyboard. KeyList.tsx shows the keys; single ones can be switched off in the settings.
 */
import { useLayoutEffect } from 'preact/hooks';
import { COLORS, cardName, colorName } from '../../game/cards.js';
import { offers } from '../../game/options.js';
import { t, tn } from '../../i18n.js';
import type { Command } from '../../local/api.js';
import type { Game } from '../../state/game.js';
import { keptSignal } from '../../state/storage.js';
import { shortcuts, sound } from '../../state/prefs.js';
import { catchSomebody, mayCall, throwPicked } from './Actions.js';
import { leverAsked, nameWild, onward, openPanel, pullLever, stageOf, wildAsked } from './context.js';

/** Who plays by keyboard is told once that there are more keys. */
const toldKeys = keptSignal('keys-told', false);

/** The whole table in a few sentences. */
export function sayTable(game: Game): string {
  const view = game.view.value;
  if (!view) return '';
  const names = game.names.value;
  const parts = [
    view.top
      ? t('On top: {card}, color {color}', {
          card: cardName(view.top),
          color: view.color ? colorName(view.color) : '–',
        })
      : '',
    ...view.sizes.map((n, seat) => (seat === view.seat ? '' : `${names[seat]}: ${tn('{n} card', '{n} cards', n)}`)),
    game.ask.value?.title ?? '',
    view.sizes.length < 3 ? '' : view.direction === 1 ? t('Play goes clockwise') : t('Play goes counter-clockwise'),
  ];
  return parts.filter(Boolean).join('. ');
}

function toggle(panel: 'log' | 'rules' | 'menu' | 'chat'): true {
  openPanel.value = openPanel.value?.panel === panel ? null : { panel };
  return true;
}

function pressed(game: Game, key: string): boolean {
  const view = game.view.value;
  if (!view) return false;
  const legal = game.legal.value;
  const one = (what: Command['do']): boolean => {
    if (!offers(legal, what)) return false;
    game.do({ do: what } as Command);
    return true;
  };
  const color = COLORS[Number(key) - 1];
  if (color) {
    if (wildAsked.value) {
      nameWild(game, wildAsked.value, color);
    } else if (offers(legal, 'color')) game.do({ do: 'color', color });
    return true;
  }
  switch (key) {
    case 'd':
      return one('draw');
    case 'k':
      return one('keep') || one('pass');
    case 'a':
      return one('accept');
    case 'c':
      return one('challenge');
    case 'u':
      if (mayCall(view)) game.do({ do: 'uno' });
      return true;
    case 'x':
      if (mayCall(view)) catchSomebody(game);
      return true;
    case 'p':
      if (!leverAsked.value) return false;
      pullLever(game);
      return true;
    case 't':
      if (view.phase === 'throw' && view.turn === view.seat) throwPicked(game);
      else return one('done');
      return true;
    case 'y':
    case 'n':
      if (offers(legal, 'vote')) game.do({ do: 'vote', yes: key === 'y' });
      else if (key === 'y') return false;
      else if (onward.value) onward.value.go();
      else if (view.phase === 'round_over') game.do({ do: 'next' });
      return true;
    case 's':
      game.say(sayTable(game));
      return true;
    case 'l':
      return toggle('log');
    case 'r':
      return toggle('rules');
    case 'o':
      return toggle('menu');
    case '/':
      return !game.local && toggle('chat');
    case 'm':
      sound.value = !sound.value;
      return true;
    case 'h':
      document.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus();
      return true;
    case '?':
      openPanel.value = { panel: 'keys' };
      return true;
    default:
      return false;
  }
}

export function useKeys(game: Game): void {
  useLayoutEffect(() => { // from the first picture on
    const key = (event: KeyboardEvent): void => {
      const on = event.target instanceof Element ? event.target : null;
      const inText = on?.closest('input, textarea, select');
      if (event.key === ' ' && !on?.closest('a, button, input, textarea, select')) stageOf(game).hurry(true);
      if (/^(Tab|Arrow)/.test(event.key) && shortcuts.value && !toldKeys.value && !document.querySelector('.lesson')) {
        toldKeys.value = true;
        game.say(t('Press ? for all keys.'));
      }
      if (!shortcuts.value || inText || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (pressed(game, event.key.toLowerCase())) event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [game]);
}
